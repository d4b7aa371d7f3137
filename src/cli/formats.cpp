// formats: the record tables, and the JSON Schema.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "kagami/pmx_json.hpp"

#include <memory>

namespace kagami::cli {

std::function<Exit()> setup_formats(CLI::App& app) {
    struct Options {
        std::string format;
        bool json = false;
    };
    auto o = std::make_shared<Options>();
    app.add_option("FORMAT", o->format, "pmx")->required()->check(CLI::IsMember({"pmx"}));
    app.add_flag("--json", o->json, "Print the JSON Schema of the format's JSON form instead");
    return [o] {
        print(o->json ? pmx::json_schema() : pmx::format_tables());
        return Exit::clean;
    };
}

} // namespace kagami::cli
