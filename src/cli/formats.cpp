// formats: the tables of records and of operations, and their JSON Schemas.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/edit_table.hpp"
#include "kagami/json.hpp"

#include <memory>

namespace kagami::cli {

std::function<Exit()> setup_formats(CLI::App& app) {
    struct Options {
        std::string format;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FORMAT", o->format, "pmx, pmd, vmd or vpd; or edits, for the operations of edit")
        ->required()
        ->check(CLI::IsMember({"pmx", "pmd", "vmd", "vpd", "edits"}));
    app.add_flag("--json", o->json, "Print the JSON Schema of the format's JSON form instead");
    return [o] {
        for (const Format format : {Format::pmx, Format::pmd, Format::vmd, Format::vpd})
            if (name_of(format) == o->format) print(o->json ? json_schema(format) : format_tables(format));
        if (o->format == "edits") print(o->json ? edit::recipe_schema() : edit::operation_tables());
        return Exit::clean;
    };
}

} // namespace kagami::cli
