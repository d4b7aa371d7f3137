// names --to: the names of motions in another encoding.
#include "cli/names.hpp"
#include "cli/output.hpp"
#include "kagami/tracks.hpp"

namespace kagami::cli {

namespace {

Encoding encoding_of(const std::string& name) {
    return name == "utf8" ? Encoding::utf8 : name == "gbk" ? Encoding::gbk : Encoding::cp932;
}

/// What became of one motion.
struct Converted : Written {
    Encoding from = Encoding::cp932;
    std::string why{}; ///< where the encoding was found out: how
    std::vector<vmd::ConvertedName> names{};
};

Converted convert(const NamesOptions& o, const Task& task) {
    auto loaded = load(task.from);
    if (!loaded) return {failed(task, std::move(loaded.error()))};
    auto* motion = std::get_if<vmd::Motion>(&loaded->document);
    if (motion == nullptr) return {failed(task, Error{Code::not_a_motion, 0, 0, {}, {}, {}})};
    Converted converted;
    const auto detected = vmd::detect_encoding(*motion);
    converted.from = o.from.empty() ? detected.encoding : encoding_of(o.from);
    if (o.from.empty()) converted.why = " (" + std::string(name_of(detected.certainty)) + ": " + detected.why + ')';
    auto names = vmd::convert_names(*motion, converted.from, encoding_of(o.to), {.truncate = o.truncate, .map_lookalikes = o.lookalikes});
    if (!names) return {failed(task, std::move(names.error()))};
    converted.names = std::move(*names);
    const auto bytes = write(loaded->document);
    if (!bytes) return {failed(task, bytes.error())};
    converted.bytes = bytes->size();
    if (*bytes != loaded->bytes || !o.saving.in_place)
        if (auto saved = save(task, *bytes); !saved) return {failed(task, std::move(saved.error()))};
    return converted;
}

void print_converted(const NamesOptions& o, const Task& task, const Converted& converted) {
    if (converted.names.empty()) {
        print(task.target + ": nothing to do, the names are in " + std::string(name_of(converted.from)) + '\n');
    } else {
        print(task.target + ": " + counted(converted.names.size(), "name") + " written in " + std::string(name_of(encoding_of(o.to))) +
              " instead of " + std::string(name_of(converted.from)) + converted.why + '\n');
    }
    for (const vmd::ConvertedName& name : converted.names)
        for (const Diagnostic& change : name.changes) print("  " + change.message() + '\n');
}

Json to_json(const NamesOptions& o, const Task& task, const Converted& converted) {
    Json json = to_json(task, static_cast<const Written&>(converted));
    if (converted.error) return json;
    json.update({{"from", name_of(converted.from)}, {"to", name_of(encoding_of(o.to))}, {"names", Json::array()}});
    for (const vmd::ConvertedName& name : converted.names) {
        json["names"].push_back({{"before", name.before}, {"after", name.after}, {"keys", name.keys}, {"changes", Json::array()}});
        for (const Diagnostic& change : name.changes) json["names"].back()["changes"].push_back(change.message());
    }
    return json;
}

} // namespace

Exit convert_names(const NamesOptions& o) {
    const auto tasks = plan(files_in(o.files, motions), o.saving);
    if (!tasks) return Exit::errors;
    const auto all = all_at_once(tasks->size(), o.jobs, [&](std::size_t i) { return convert(o, (*tasks)[i]); });
    Exit exit = Exit::clean;
    const bool as_json = reports_json(o.saving, o.json);
    Json json = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Task& task = (*tasks)[i];
        if (all[i].error) exit = Exit::errors;
        if (as_json) {
            json.push_back(to_json(o, task, all[i]));
        } else if (all[i].error) {
            print_error(*all[i].error);
        } else if (task.target != "-") {
            print_converted(o, task, all[i]);
        }
    }
    if (as_json) print_json(json);
    return exit;
}

} // namespace kagami::cli
