# Tests of the project as a whole: samples, documents, installing, compilers, style.

# Every compiler hashes models alike: random ones, and the samples.
add_executable(model_hash model_hash.cpp)
target_include_directories(model_hash PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(model_hash PRIVATE kagami_options kagami::kagami)
add_test(NAME same_hash COMMAND sh -c "\"$1\" samples/*.pmx | diff tests/model_hashes.txt -" sh $<TARGET_FILE:model_hash>
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})

# The rest says the same in every build, and the sanitizers have no part in it: once is enough.
if(NOT CMAKE_BUILD_TYPE STREQUAL Release OR KAGAMI_SANITIZE)
  return()
endif()

add_test(NAME samples COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sample_test.sh $<TARGET_FILE:make_samples> ${PROJECT_SOURCE_DIR}/samples)
add_test(NAME documents COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/docs_test.py $<TARGET_FILE:kagami_cli> ${PROJECT_SOURCE_DIR}
  ${CMAKE_CXX_COMPILER} -std=c++23 -Wall -Wextra -Werror -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_BINARY_DIR}/include
  $<TARGET_FILE:kagami_json> $<TARGET_FILE:kagami>)
add_test(NAME install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install_test.sh ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/samples/kagami.pmx ${CMAKE_CXX_COMPILER})
set_tests_properties(install PROPERTIES RUN_SERIAL ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_test(NAME hot_loops COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/hot_loops_test.py $<TARGET_FILE:kagami>)
endif()
# ---- style
find_program(CLANG_FORMAT_19 clang-format-19)
find_package(Git)
if(CLANG_FORMAT_19 AND Git_FOUND)
  add_test(NAME format COMMAND sh -c "${GIT_EXECUTABLE} ls-files '*.cpp' '*.hpp' | xargs ${CLANG_FORMAT_19} --dry-run --Werror"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()
