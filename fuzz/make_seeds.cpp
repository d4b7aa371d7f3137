// Makes the seeds of the fuzzers: small documents of every format, as they are and as JSON, names, and recipes.
#include "kagami/edit_table.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"
#include "kagami/names.hpp"
#include "support.hpp"

#include <nlohmann/json.hpp>

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

/// Something for a parameter, by its schema.
nlohmann::json value_for(const nlohmann::json& schema) {
    if (schema.contains("enum")) return schema["enum"].back();
    if (schema.contains("anyOf")) return "*";
    const std::string type = schema["type"];
    if (type == "boolean") return true;
    if (type == "integer") return 1;
    if (type == "number") return 1.5;
    if (type == "array") return nlohmann::json::array_t(schema.value("minItems", 1U), value_for(schema["items"]));
    return "#0";
}

/// Each operation with every parameter, and with none, on a document of each format; the length of the recipe first.
bool save_recipes(const fs::path& folder) {
    fs::create_directories(folder);
    const std::vector<Document> documents{test::everything(), test::random_model(7), test::small_document<pmd::Model>(),
                                          test::small_document<vmd::Motion>(), test::small_document<vpd::Pose>()};
    for (const auto& operation : nlohmann::json::parse(edit::recipe_schema())["items"]["anyOf"]) {
        nlohmann::json bare{{"op", operation["properties"]["op"]["const"]}}, full = bare;
        for (const auto& [key, schema] : operation["properties"].items())
            if (key != "op") full[key] = value_for(schema);
        for (std::size_t i = 0; i < documents.size(); ++i) {
            for (const auto& step : {bare, full}) {
                const std::string recipe = nlohmann::json::array({step}).dump();
                const Bytes document = write(documents[i]).value();
                std::string seed{static_cast<char>(recipe.size() & 0xFFU), static_cast<char>(recipe.size() >> 8U)};
                seed += recipe;
                seed.append(reinterpret_cast<const char*>(document.data()), document.size());
                const std::string name = bare["op"].get<std::string>() + std::to_string(i);
                if (!save_bytes(test::raw(seed), folder / (name + '_' + std::to_string(recipe.size())))) return false;
            }
        }
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const fs::path folder = argv[1];
    fs::create_directories(folder / "json");
    fs::create_directories(folder / "names");
    const bool done = save_seeds<pmx::Model>(folder) && save_seeds<pmd::Model>(folder) && save_seeds<vmd::Motion>(folder) &&
                      save_seeds<vpd::Pose>(folder) && save_seed(test::version_1(), folder, "version_1") && save_names(folder / "names") &&
                      save_recipes(folder / "edit");
    return done ? 0 : 1;
}
