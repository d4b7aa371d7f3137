// A user's program: nothing but the installed library.
#include <kagami/pmx.hpp>
#include <kagami/version.hpp>

#include <cstdio>

int main(int argc, char** argv) {
    const auto model = kagami::pmx::load(argc > 1 ? argv[1] : "-");
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message().c_str());
        return 2;
    }
    std::printf("kagami %s: %zu vertices\n", KAGAMI_VERSION, model->vertices.size());
    return model->vertices.size() > 0 ? 0 : 1;
}
