#!/usr/bin/env python3
"""Holds the documents to what is true:  docs_test.py KAGAMI SOURCE_DIR LIBRARY_FLAGS…

 - docs/formats/*.md and docs/schema/*.json are what the program prints
 - every ```console block: commands after `$ `, run in the source folder, print what stands below them
   (a line of `…` stands for any lines)
 - every ```cpp block compiles and links, with the rest of the arguments as the compiler's command
 - every command's --help names an example, and the example runs
"""

import os
import re
import subprocess
import sys
import tempfile

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/library.md"]

failures = checks = 0


def check(good, message):
    global failures, checks
    checks += 1
    if not good:
        failures += 1
        print("FAIL: " + message)


def shell(command, folder, path):
    environment = dict(os.environ, PATH=path + os.pathsep + os.environ["PATH"])
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def matches(wanted, printed):
    """Whether the lines agree; a line `…` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in wanted)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed.splitlines()))


def console_blocks(name, text, folder, path):
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            if command.startswith(("git clone", "scripts/", "cmake", "ctest")):
                continue  # these set the project up, and run this very test
            code, printed = shell(command, folder, path)
            wanted = output.rstrip("\n").split("\n") if output.strip() else []
            check(code in (0, 1), "%s: $ %s: exit code %d\n%s" % (name, command, code, printed))
            check(matches(wanted, printed), "%s: $ %s: prints\n%s" % (name, command, printed))


def cpp_blocks(name, text, compiler):
    for number, block in enumerate(re.findall(r"```cpp\n(.*?)```", text, re.S)):
        if "int main" not in block:
            continue  # a piece of a header, for reading
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "example.cpp")
            with open(source, "w") as file:
                file.write(block)
            command = [compiler[0], source, *compiler[1:], "-o", os.path.join(folder, "example")]
            result = subprocess.run(command, capture_output=True, text=True)
            check(result.returncode == 0, "%s: C++ block %d does not compile\n%s" % (name, number, result.stderr))


def main():
    kagami, source, *compiler = sys.argv[1:]
    kagami = os.path.abspath(kagami)
    generated = [("docs/edits.md", ["formats", "edits"]), ("docs/schema/recipe.schema.json", ["formats", "edits", "--json"])]
    for name in ("pmx", "pmd", "vmd", "vpd"):
        generated.append(("docs/formats/%s.md" % name, ["formats", name]))
        generated.append(("docs/schema/%s.schema.json" % name, ["formats", name, "--json"]))
    for document, arguments in generated:
        printed = subprocess.run([kagami, *arguments], capture_output=True, text=True, check=True).stdout
        with open(os.path.join(source, document)) as file:
            check(file.read() == printed, "%s is out of date: kagami %s > %s" % (document, " ".join(arguments), document))
    with tempfile.TemporaryDirectory() as copy:
        # The commands write beside the samples, so they get a copy.
        subprocess.run(["cp", "-r", os.path.join(source, "samples"), copy], check=True)
        os.mkdir(os.path.join(copy, "bin"))
        os.symlink(kagami, os.path.join(copy, "bin", "kagami"))
        path = os.path.join(copy, "bin")
        for name in DOCUMENTS:
            with open(os.path.join(source, name)) as file:
                text = file.read()
            console_blocks(name, text, copy, path)
            cpp_blocks(name, text, compiler)
        commands = re.findall(r"^  (\w+) {2,}", shell("kagami --help | sed '1,/Subcommands/d'", copy, path)[1], re.M)
        check(len(commands) >= 7, "kagami --help lists no commands")
        for command in commands:
            code, printed = shell("kagami %s --help" % command, copy, path)
            examples = re.findall(r"^  (.*)", printed.partition("Examples:\n")[2], re.M)
            check(code == 0 and examples, "kagami %s --help has no example" % command)
            for example in examples:
                code, printed = shell(example, copy, path)
                check(code == 0, "the example of %s fails: %s\n%s" % (command, example, printed[-500:]))
    print("%d checks, %d failures" % (checks, failures))
    return 1 if failures or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
