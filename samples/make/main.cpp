// Writes the sample models and their pictures: make_samples OUTDIR
#include "figure.hpp"
#include "textures.hpp"

#include "kagami/file.hpp"

#include <cstdio>
#include <filesystem>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: make_samples OUTDIR\n", stderr);
        return 2;
    }
    const std::filesystem::path out = argv[1];
    std::error_code error;
    std::filesystem::create_directories(out / "textures", error);
    const auto written = [](const kagami::Result<void>& result) {
        if (!result) std::fprintf(stderr, "%s\n", result.error().message().c_str());
        return result.has_value();
    };
    bool fine = written(kagami::pmx::save(samples::make_figure(), out / "kagami.pmx"));
    fine = written(kagami::pmx::save(samples::make_ribbon(), out / "kagami_ribbon.pmx")) && fine;
    for (const samples::NamedPicture& p : samples::make_textures())
        fine = written(kagami::save_bytes(samples::png(p.picture), out / "textures" / p.file)) && fine;
    return fine ? 0 : 1;
}
