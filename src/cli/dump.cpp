// dump and build: a file as JSON and back.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/file.hpp"
#include "kagami/json.hpp"

#include <memory>

namespace kagami::cli {

std::function<Exit()> setup_dump(CLI::App& app) {
    struct Options {
        std::string file, out;
        bool no_geometry = false, keep = false, json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FILE", o->file, "Model, motion or pose, or - for standard input")->required();
    app.add_option("-o,--output", o->out, "Write to this file instead of standard output");
    app.add_flag("--no-geometry", o->no_geometry, "Leave out vertices, faces and vertex offsets, for reading by eye");
    app.add_flag("--keep", o->keep, "Read a damaged model as far as it is whole; the rest stands under \"damage\"");
    app.add_flag("--json", o->json, "JSON, which is what dump prints anyway");
    return [o] {
        if (overwrites_input(o->file, o->out)) return Exit::errors;
        const auto document = open(o->file, {.keep = o->keep});
        if (!document) {
            print_error(document.error(), o->file);
            return Exit::errors;
        }
        if (const Damage* damage = damage_of(*document)) print_warning(damage->error);
        const JsonOptions options{.geometry = !o->no_geometry};
        if (o->out.empty()) {
            to_json(*document, print, options);
        } else {
            const std::string text = to_json(*document, options);
            if (const auto saved = save_bytes(std::as_bytes(std::span(text)), o->out); !saved) {
                print_error(saved.error());
                return Exit::errors;
            }
        }
        return Exit::clean;
    };
}

std::function<Exit()> setup_build(CLI::App& app) {
    struct Options {
        std::string file, out;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("JSON", o->file, "JSON as dump prints it, or - for standard input")->required();
    app.add_option("-o,--output", o->out, "The file to write, or - for standard output")->required();
    app.add_flag("--json", o->json, "Print what was written as JSON");
    return [o] {
        const auto fail = [&](const Error& error) {
            print_error(error, o->file);
            return Exit::errors;
        };
        if (overwrites_input(o->file, o->out)) return Exit::errors;
        const auto text = load_bytes(o->file);
        if (!text) return fail(text.error());
        const auto document = from_json<Document>({reinterpret_cast<const char*>(text->data()), text->size()});
        if (!document) return fail(document.error());
        const auto bytes = write(*document);
        if (!bytes) return fail(bytes.error());
        if (const auto saved = save_bytes(*bytes, o->out); !saved) return fail(saved.error());
        if (o->out == "-") return Exit::clean;
        if (o->json) {
            print_json(Json{{"file", o->out}, {"bytes", bytes->size()}});
        } else {
            print(o->out + ": " + counted(bytes->size(), "byte") + '\n');
        }
        return Exit::clean;
    };
}

} // namespace kagami::cli
