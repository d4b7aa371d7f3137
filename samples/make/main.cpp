// Writes the samples, models with their pictures, motions and a pose: make_samples OUTDIR
#include "bmp.hpp"
#include "figure.hpp"
#include "mini.hpp"
#include "motions.hpp"
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
    fine = written(kagami::pmd::save(samples::make_mini(), out / "kagami_mini.pmd")) && fine;
    fine = written(kagami::vmd::save(samples::make_wave(), out / "kagami_wave.vmd")) && fine;
    fine = written(kagami::vmd::save(samples::make_camera(), out / "kagami_camera.vmd")) && fine;
    fine = written(kagami::vpd::save(samples::make_pose(), out / "kagami_pose.vpd")) && fine;
    fine = written(kagami::vmd::save(samples::make_gbk_names(), out / "gbk_names.vmd")) && fine;
    for (const samples::NamedPicture& p : samples::make_mini_pictures())
        fine = written(kagami::save_bytes(samples::bmp(p.picture), out / p.file)) && fine;
    for (const samples::NamedPicture& p : samples::make_textures())
        fine = written(kagami::save_bytes(samples::png(p.picture), out / "textures" / p.file)) && fine;
    return fine ? 0 : 1;
}
