// The standard names: every one fits the field of a motion.
#include "kagami/names.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kagami {
namespace {

void check(std::span<const StandardName> names) {
    std::set<std::string> folded;
    for (const StandardName& name : names) {
        const auto fitted = fit_name(name.japanese, {});
        ASSERT_TRUE(fitted) << name.japanese << ": " << fitted.error().message();
        EXPECT_TRUE(fitted->changes.empty());
        EXPECT_EQ(decode(fitted->bytes, Encoding::cp932).value(), name.japanese);
        EXPECT_TRUE(survives(fitted->bytes, Encoding::cp932));
        EXPECT_FALSE(name.english.empty());
        EXPECT_TRUE(fit_name(name.english, {.limit = 20})) << name.english;
        EXPECT_TRUE(folded.insert(fold_name(name.japanese)).second) << name.japanese << " is there in another spelling";
    }
}

TEST(StandardNames, FitEveryField) {
    check(standard_bones());
    check(standard_morphs());
    EXPECT_GT(standard_bones().size(), 100U);
    EXPECT_GT(standard_morphs().size(), 50U);
}

TEST(StandardNames, BothSides) {
    std::set<std::string_view> bones;
    for (const StandardName& name : standard_bones()) bones.insert(name.japanese);
    for (const auto& [side, other, suffix, other_suffix] : {std::tuple{"左", "右", "_L", "_R"}, std::tuple{"右", "左", "_R", "_L"}}) {
        for (const StandardName& name : standard_bones()) {
            std::string opposite(name.japanese);
            const std::size_t at = opposite.find(side);
            if (at == std::string::npos) continue;
            opposite.replace(at, std::string_view(side).size(), other);
            EXPECT_TRUE(bones.contains(opposite)) << name.japanese;
            EXPECT_TRUE(name.english.ends_with(suffix)) << name.english;
        }
    }
    for (const char* name :
         {"センター", "上半身2", "左足ＩＫ", "左足IK親", "右つま先ＩＫ", "腰キャンセル左", "左足先EX", "右人指３", "両目", "左親指０"})
        EXPECT_TRUE(bones.contains(name)) << name;
}

} // namespace
} // namespace kagami
