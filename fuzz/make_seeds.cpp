// Makes the seeds of the fuzzers: small documents of every format, as they are and as JSON, and names.
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "kagami/names.hpp"
#include "support.hpp"

#include <filesystem>

namespace {

namespace fs = std::filesystem;
using namespace kagami;

template <class D> bool save_seed(const D& document, const fs::path& folder, const std::string& name) {
    const std::string json = to_json(document), format(name_of(format_of(Document(document))));
    fs::create_directories(folder / format);
    return save(document, folder / format / name) && save_bytes(test::raw(json), folder / "json" / (format + name));
}

template <class D> bool save_seeds(const fs::path& folder) {
    constexpr std::uint64_t seeds = 60;
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
        if (!save_seed(test::random_document<D>(seed, static_cast<std::size_t>(seed % 4)), folder, std::to_string(seed))) return false;
    return save_seed(test::small_document<D>(), folder, "small");
}

/// Several names each, in each encoding; the first byte is a rule.
bool save_names(const fs::path& folder) {
    int seed = 0;
    for (const Encoding encoding : {Encoding::cp932, Encoding::gbk, Encoding::utf8}) {
        std::string bytes("\x0F", 1);
        for (const StandardName& name : standard_bones()) {
            if (const auto encoded = encode(name.japanese, encoding)) bytes += encoded->bytes();
            bytes += '\0';
            if (bytes.size() < 100) continue;
            if (!save_bytes(test::raw(bytes), folder / std::to_string(seed++))) return false;
            bytes.assign(1, static_cast<char>(seed * 37));
        }
    }
    return static_cast<bool>(save_bytes(test::raw("\xCF波〜か\u3099ｶﾞＬ腕_L"), folder / "signs"));
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const fs::path folder = argv[1];
    fs::create_directories(folder / "json");
    fs::create_directories(folder / "names");
    const bool done = save_seeds<pmx::Model>(folder) && save_seeds<pmd::Model>(folder) && save_seeds<vmd::Motion>(folder) &&
                      save_seeds<vpd::Pose>(folder) && save_seed(test::version_1(), folder, "version_1") && save_names(folder / "names");
    return done ? 0 : 1;
}
