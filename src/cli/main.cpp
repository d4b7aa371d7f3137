// The command line: one table of commands.
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/parallel.hpp"
#include "kagami/version.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <array>
#include <clocale>
#include <new>

namespace kagami::cli {
namespace {

constexpr std::array commands{
    Command{"info", "Show what a file holds, at a glance", "kagami info samples/kagami.pmx", setup_info},
    Command{"verify", "Read, write and compare: prove that a save gives back every byte", "kagami verify samples", setup_verify},
    Command{"dump", "Print files as JSON, complete and lossless",
            "kagami dump --no-geometry samples/kagami.pmx\n  mkdir -p json; kagami dump samples -o json", setup_dump},
    Command{"build", "Make files from the JSON that dump prints", "kagami dump samples/kagami.pmx | kagami build - -o copy.pmx",
            setup_build},
    Command{"get", "Print values by their paths",
            "kagami get samples/kagami.pmx /bones/左ひざ/position\n  kagami get samples/*.vmd /header/model_name", setup_get},
    Command{"set", "Change values by their paths, and nothing else", "kagami set samples/kagami.pmx /name=かがみ改 -o changed.pmx",
            setup_set},
    Command{"edit", "Change files by named operations, and nothing else",
            "kagami edit samples/kagami.pmx rename kind=bones from=左足 to=左脚 scale factor=1.1 -o larger.pmx\n"
            "  kagami edit samples/kagami_wave.vmd trim from=30 to=120 mirror -o mirrored.vmd\n"
            "  mkdir -p larger; kagami edit samples/*.vmd scale-positions factor=1.1 -o larger",
            setup_edit},
    Command{"split", "Write each kind of keys of a motion, or materials of a model, to a file of its own",
            "kagami split samples/kagami_wave.vmd -o kinds\n  kagami split samples/kagami.pmx --part 服=服,スカート,帯 -o models",
            setup_split},
    Command{"diff", "Show what files have differently, by path or byte by byte", "kagami diff samples/kagami.pmx samples/kagami.pmx",
            setup_diff},
    Command{"patch", "Apply what diff --json printed",
            "kagami diff --json samples/kagami.pmx samples/kagami.pmx > none.json; kagami patch samples/kagami.pmx none.json -o same.pmx",
            setup_patch},
    Command{"names", "Hold the names of motions against models, or repair them",
            "kagami names samples/kagami.pmx samples/kagami_wave.vmd\n  kagami names samples/gbk_names.vmd --to cp932 -o repaired.vmd",
            setup_names},
    Command{"textures", "List the image files that models name, and whether they are there", "kagami textures samples/kagami.pmx",
            setup_textures},
    Command{"collect", "Copy models with all the files they name", "kagami collect samples/kagami.pmx -o collected", setup_collect},
    Command{"formats", "Print the record tables of a format", "kagami formats pmx", setup_formats},
};

int run(int argc, char** argv) {
    CLI::App app("Kagami reads, edits, checks and writes MikuMikuDance files, and gives back every byte that nobody asked it to change.");
    app.name("kagami");
    app.set_version_flag("--version", "kagami " KAGAMI_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 clean, 1 findings or differences, 2 errors.\n`kagami COMMAND --help` shows a command's options and examples.");
    std::function<Exit()> chosen;
    for (const Command& command : commands) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->footer(std::string("Examples:\n  ") + command.example);
        auto action = command.setup(*sub);
        sub->callback([&chosen, action = std::move(action)] { chosen = action; });
    }
    // CLI11 would take a file name in brackets, as in "[Tda]", for a list of its own.
    std::vector<std::string> words(argv + 1, argv + argc);
    for (std::string& word : words)
        if (word.starts_with('[') && word.ends_with(']')) word.insert(0, "./");
    if (!words.empty() && !words[0].starts_with('-') &&
        std::ranges::none_of(commands, [&](const Command& command) { return command.name == words[0]; })) {
        std::vector<std::string> known(commands.size());
        std::ranges::transform(commands, known.begin(), &Command::name);
        print_error('"' + words[0] + "\" is not a command" + nearest_hint(words[0], known) + "; see `kagami --help`");
        return static_cast<int>(Exit::errors);
    }
    std::ranges::reverse(words); // which is how CLI11 wants them
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : static_cast<int>(Exit::errors);
    }
    const Exit code = chosen();
    if (interrupted()) print_error("interrupted: what is not told of was not begun, and is as it was");
    if (interrupted()) return 130; // as the shell tells of a program that SIGINT ended
    return static_cast<int>(finish_output() ? code : Exit::errors);
}

} // namespace
} // namespace kagami::cli

int main(int argc, char** argv) {
    try {
        return kagami::cli::run(argc, argv);
    } catch (const std::exception& e) {
        kagami::cli::print_error(e.what());
        return static_cast<int>(kagami::cli::Exit::errors);
    }
}
