#include "mini.hpp"

#include "turn.hpp"

#include "kagami/names.hpp"

namespace samples {

using namespace kagami;

namespace {

pmd::Comment comment(std::string_view utf8) {
    return pmd::Comment(must(fit_name(utf8, {.limit = pmd::Comment::size})).bytes);
}

Colour glass(double u, double v) {
    const double x = (u - 0.5) * 2, y = (0.5 - v) * 2, glint = bell((x - y * 0.5 + 0.55) / 0.12) + 0.6 * bell((x - y * 0.5 + 0.2) / 0.05);
    const double top = smooth(-1, 1, y);
    return {mix(0.66, 0.9, top) + 0.1 * glint, mix(0.8, 0.96, top) + 0.05 * glint, mix(0.9, 0.98, top) + 0.02 * glint, 1};
}

/// Light to be added: a window, and a rim below.
Colour shine(double u, double v) {
    const double x = (u - 0.5) * 2, y = (0.5 - v) * 2, r = std::sqrt(x * x + y * y);
    const double light = 0.6 * bell((x + 0.35) / 0.22) * bell((y - 0.4) / 0.22) + 0.25 * bell((r - 0.85) / 0.1) * smooth(0, -0.8, y);
    return {light, light, light * 0.95, 1};
}

} // namespace

pmd::Model make_mini() {
    pmd::Model model;
    model.header.name = mini_name("こかがみ");
    model.header.comment = comment("こかがみ\n"
                                   "\n"
                                   "PMDファイルの見本となる、手鏡の小さな人形です。\n"
                                   "すべてプログラムで作られています（samples/make）。\n"
                                   "ライセンス：MIT。改造も再配布も自由です。\n");
    model.english->flag = 1;
    model.english->name = mini_name("Kokagami");
    model.english->comment = comment("Kokagami\n"
                                     "\n"
                                     "A small doll with a mirror for a head, a sample of the PMD format.\n"
                                     "All of it is made by code (samples/make).\n"
                                     "MIT licence: change it and pass it on as you like.\n");
    add_mini_bones(model);
    add_mini_surface(model);
    add_mini_physics(model);
    for (std::size_t i = 0; i < model.toon_names.size(); ++i)
        model.toon_names[i] = pmd::ToonName("toon" + std::string(i < 9 ? "0" : "") + std::to_string(i + 1) + ".bmp");
    return model;
}

std::vector<NamedPicture> make_mini_pictures() {
    return {{"mini.bmp", Picture::paint(32, 32, false, glass)}, {"mini.spa", Picture::paint(32, 32, false, shine)}};
}

} // namespace samples
