// diff and patch: what two files have differently, and making one of the other by it.
#include "cli/bytes.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"

#include <fmt/format.h>

#include <memory>

namespace kagami::cli {

namespace {

/// A file in memory, read.
struct Loaded {
    Bytes bytes;
    Document document;
};

std::optional<Loaded> load(const std::string& file) {
    auto bytes = load_bytes(file);
    auto document = bytes ? open(*bytes, {.keep = true}) : std::unexpected(bytes.error());
    if (!document) {
        print_error(document.error(), file);
        return std::nullopt;
    }
    if (const Damage* damage = damage_of(*document)) {
        Error error = damage->error;
        error.file = file;
        print_warning(error);
    }
    return Loaded{std::move(*bytes), std::move(*document)};
}

struct DiffOptions {
    std::string before, after;
    bool bytes = false, json = false;
};

void print_bytes(const DiffOptions& o, const Loaded& a, const Loaded& b, const std::vector<ByteRange>& ranges) {
    // Where something was put in, its path in the file after; else that in the file before. Both ascend.
    std::vector<std::uint64_t> before, after;
    for (const ByteRange& r : ranges) (r.before_size != 0 ? before : after).push_back(r.before_size != 0 ? r.before : r.after);
    const auto paths_before = paths_in(a.bytes, before), paths_after = paths_in(b.bytes, after);
    auto next_before = paths_before.begin(), next_after = paths_after.begin();
    Json json = Json::array();
    for (const ByteRange& r : ranges) {
        const std::string& path = r.before_size != 0 ? *next_before++ : *next_after++;
        if (o.json) {
            json.push_back({{"path", path},
                            {"before", {{"offset", r.before}, {"size", r.before_size}}},
                            {"after", {{"offset", r.after}, {"size", r.after_size}}}});
        } else {
            print(fmt::format("{}: {} at {} -> {} at {}\n", path, counted(r.before_size, "byte"), grouped(r.before),
                              counted(r.after_size, "byte"), grouped(r.after)));
        }
    }
    if (o.json) print_json(json);
}

Exit run_diff(const DiffOptions& o) {
    const auto a = load(o.before), b = load(o.after);
    if (!a || !b) return Exit::errors;
    const bool same = a->bytes == b->bytes;
    if (o.bytes) {
        print_bytes(o, *a, *b, compare_bytes(a->bytes, b->bytes));
    } else if (o.json) {
        print(json_patch(a->document, b->document));
    } else {
        for (const Difference& d : diff(a->document, b->document)) print(d.path + ": " + d.what + '\n');
    }
    return same ? Exit::clean : Exit::findings;
}

struct PatchOptions {
    std::string file, patch, out;
};

Exit run_patch(const PatchOptions& o) {
    if (overwrites_input(o.file, o.out) || overwrites_input(o.patch, o.out)) return Exit::errors;
    const auto loaded = load(o.file);
    const auto text = load_bytes(o.patch);
    if (!text) print_error(text.error());
    if (!loaded || !text) return Exit::errors;
    const auto document = apply_patch(loaded->document, std::string_view(reinterpret_cast<const char*>(text->data()), text->size()));
    if (!document) {
        print_error(document.error(), o.patch);
        return Exit::errors;
    }
    const auto bytes = write(*document);
    if (!bytes) {
        print_error(bytes.error(), o.patch);
        return Exit::errors;
    }
    if (const auto saved = save_bytes(*bytes, o.out); !saved) {
        print_error(saved.error());
        return Exit::errors;
    }
    if (o.out != "-") print(o.out + ": " + counted(bytes->size(), "byte") + '\n');
    return Exit::clean;
}

} // namespace

std::function<Exit()> setup_diff(CLI::App& app) {
    auto o = std::make_shared<DiffOptions>();
    app.add_option("BEFORE", o->before, "Model, motion or pose")->required();
    app.add_option("AFTER", o->after, "What to hold against it")->required();
    app.add_flag("--bytes", o->bytes, "Print the runs of bytes that differ, and what they belong to");
    app.add_flag("--json", o->json, "Print a JSON Patch (RFC 6902) that `kagami patch` applies; with --bytes an array of ranges");
    return [o] { return run_diff(*o); };
}

std::function<Exit()> setup_patch(CLI::App& app) {
    auto o = std::make_shared<PatchOptions>();
    app.add_option("FILE", o->file, "Model, motion or pose")->required();
    app.add_option("PATCH", o->patch, "JSON Patch (RFC 6902) of its JSON form, as diff --json prints it")->required();
    app.add_option("-o,--output", o->out, "The file to write, or - for standard output")->required();
    return [o] { return run_patch(*o); };
}

} // namespace kagami::cli
