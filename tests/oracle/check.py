#!/usr/bin/env python3
"""Compares kagami with an independent reading of the PMX format.

    check.py KAGAMI [--corpus DIR]     tests the program
    check.py --self [--corpus DIR]     tests the oracle itself, without the program

To trust this test, swap two fields in src/pmx/layout.hpp (for example specular and ambient of a material), build, and
see it fail.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True  # leave no files beside the sources

from cases import broken_cases, everything, good_cases
from pmx_pack import pack, pack_with_marks
from pmx_parse import Bad, parse
from values import brief, difference

KNOWN_BROKEN = ("141", "205")  # corpus files whose damage is known, by the beginning of their names


class Failed(Exception):
    """A check that did not hold."""


class Checks:
    """Counts the checks of one case and collects the failures."""

    def __init__(self, name):
        self.name = name
        self.count = 0
        self.failures = []

    def that(self, holds, message):
        self.count += 1
        if not holds:
            self.failures.append("%s: %s" % (self.name, message))
        return holds

    def same_value(self, what, expected, got):
        found = difference(expected, got)
        return self.that(found is None, "%s: %s" % (what, found))

    def same_bytes(self, what, expected, got):
        return self.that(expected == got, "%s: %s" % (what, byte_difference(expected, got)))


def byte_difference(expected, got):
    """Where two byte strings differ, as a phrase."""
    for at, (one, other) in enumerate(zip(expected, got)):
        if one != other:
            return "byte %d is %02x, not %02x (%d and %d bytes)" % (at, other, one, len(got), len(expected))
    return "%d bytes, not %d" % (len(got), len(expected))


# the oracle itself -----------------------------------------------------------------------------------------------

def self_good(name, value):
    """The two halves of the oracle agree about a case."""
    checks = Checks(name)
    data = pack(value)
    try:
        parsed = parse(data)
    except Bad as bad:
        checks.that(False, "the oracle refuses its own bytes: %s" % bad)
        return checks
    checks.same_value("parsed by the oracle", value, parsed)
    checks.same_bytes("packed again by the oracle", data, pack(parsed))
    again = json.loads(json.dumps(value))
    checks.same_bytes("packed by the oracle after JSON", data, pack(again))
    return checks


def self_broken(name, data, offset, path, codes):
    """The oracle refuses a broken file where it should."""
    checks = Checks(name)
    try:
        parse(data)
        checks.that(False, "the oracle accepts it")
    except Bad as bad:
        checks.that(bad.reason in codes, "oracle: code %s, not %s" % (bad.reason, " or ".join(codes)))
        checks.that(offset is None or bad.offset == offset, "oracle: offset %d, not %s" % (bad.offset, offset))
        checks.that(under(bad.path, path), "oracle: path %s, not %s" % (bad.path, path))
    return checks


def self_distinct():
    """No two sibling fields of the full model are alike, so that swapping any two of them changes the bytes."""
    checks = Checks("distinct fields")

    def visit(path, value):
        if isinstance(value, dict):
            keys = [key for key in value if isinstance(value[key], (int, float, str, list)) and value[key] != []]
            for at, key in enumerate(keys):
                for other in keys[at + 1:]:
                    if type(value[key]) is type(value[other]) and key != "kind":
                        checks.that(value[key] != value[other], "%s: %s and %s are alike" % (path, key, other))
            for key in value:
                visit("%s/%s" % (path, key), value[key])
        elif isinstance(value, list):
            if value and isinstance(value[0], float):
                checks.that(len(set(value)) == len(value), "%s: components are alike" % path)
            for index, item in enumerate(value):
                visit("%s/%d" % (path, index), item)

    model = everything()
    for part in model:
        if part not in ("header", "format", "trailing"):
            visit("/" + part, model[part])
    return checks


def self_damage():
    """The packer writes a damaged part: its count and its readable records if the count is known, then the rest."""
    checks = Checks("damage")
    whole = everything()
    data, marks = pack_with_marks(whole)
    for part, records in whole.items():
        if "/" + part not in marks or part in ("header", "trailing"):
            continue
        value = dict(whole, damage={"part": part, "missing": 0, "count_known": False, "bytes": data[marks["/" + part]:].hex()})
        checks.same_bytes(part + ", count unknown", data, pack(value))
        if isinstance(records, list):
            last = len(records) - 1
            rest = data[marks["/%s/%d" % (part, last)]:]
            value[part] = records[:last]
            value["damage"] = {"part": part, "missing": 1, "count_known": True, "bytes": rest.hex()}
            checks.same_bytes(part + ", count known", data, pack(value))
    return checks


def self_corpus(path):
    """A real file comes back unchanged."""
    checks = Checks(os.path.basename(path))
    data = read_file(path)
    try:
        value = parse(data)
    except Bad as bad:
        print("broken: %s: offset %d of %d, %s, %s" % (checks.name, bad.offset, len(data), bad.path, bad.reason))
        checks.that(checks.name.startswith(KNOWN_BROKEN), "the oracle refuses it: %s" % bad)
        return checks
    checks.that(not checks.name.startswith(KNOWN_BROKEN), "the oracle accepts a file known to be broken")
    checks.same_bytes("packed again by the oracle", data, pack(value))
    return checks


def under(path, beginning):
    """Whether a path is another one or lies below it."""
    return beginning == "" or path == beginning or path.startswith(beginning + "/")


# the program -----------------------------------------------------------------------------------------------------

def read_file(path):
    with open(path, "rb") as source:
        return source.read()


def write_file(path, data):
    with open(path, "wb") as target:
        target.write(data)


def unique_keys(pairs):
    """A JSON object; refuses keys that occur twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise Failed("an object has a key twice: %s" % brief([key for key, _ in pairs]))
    return value


def no_constant(word):
    raise Failed("%s is not JSON" % word)


def read_json(data):
    """Strict JSON from bytes."""
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=unique_keys, parse_constant=no_constant)
    except ValueError as error:
        raise Failed("not JSON: %s: %s" % (error, brief(data[:60])))


class Program:
    """The program under test, with a folder for its files."""

    def __init__(self, program, folder):
        self.program = os.path.abspath(program)
        self.folder = folder

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, exit_code, *arguments):
        """The standard output; raises Failed on another exit code."""
        command = " ".join(arguments[:2])
        try:
            done = subprocess.run([self.program] + list(arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=120)
        except subprocess.TimeoutExpired:
            raise Failed("%s: no end after 120 seconds" % command)
        if done.returncode != exit_code:
            raise Failed("%s: exit code %d, not %d: %s" % (
                command, done.returncode, exit_code, done.stderr.decode("utf-8", "replace").strip()[:300]))
        return done.stdout

    def good(self, number, name, value, data):
        """Dump, build and verify a file that is in order."""
        checks = Checks(name)
        source, text, built = (self.file("good%d%s" % (number, end)) for end in (".pmx", ".json", ".out.pmx"))
        write_file(source, data)

        def dump():
            checks.same_value("dump", value, read_json(self.run(0, "dump", source)))

        def build():
            with open(text, "w", encoding="utf-8", newline="\n") as target:
                json.dump(value, target, ensure_ascii=number % 2 == 0, indent=None if number % 3 else 1)
            self.run(0, "build", text, "-o", built)
            checks.same_bytes("build", data, read_file(built))

        def verify():
            self.run(0, "verify", source)
            checks.that(True, "")

        return self.attempt(checks, (dump, build, verify), (source, text, built))

    def broken(self, number, name, data, offset, path, codes):
        """A broken file is refused in the right place, and survives `dump --keep` if its header is in order."""
        checks = Checks(name)
        source, text, built = (self.file("broken%d%s" % (number, end)) for end in (".pmx", ".json", ".out.pmx"))
        write_file(source, data)

        def verify():
            report = read_json(self.run(2, "verify", "--json", source))
            try:
                entry = report["files"][0]
                status, error = entry["status"], entry["error"]
                code, at, where = error["code"], error["offset"], error["path"]
            except (KeyError, IndexError, TypeError) as problem:
                raise Failed("verify --json: no %s in %s" % (problem, brief(report)))
            checks.that(status == "error", "verify: status %r" % (status,))
            checks.that(codes is None or code in codes, "verify: code %r, not %s" % (code, " or ".join(codes or ())))
            checks.that(offset is None or at == offset, "verify: offset %r, not %r" % (at, offset))
            checks.that(under(where or "", path), "verify: path %r, not %r" % (where, path))

        def keep():
            dumped = self.run(0, "dump", "--keep", source)
            kept = read_json(dumped)
            checks.that("damage" in kept, "dump --keep: no damage in the JSON")
            try:
                packed = pack(kept)
            except Exception as problem:  # whatever a wrong shape leads to
                raise Failed("dump --keep: cannot be packed by the oracle: %r" % problem)
            checks.same_bytes("dump --keep, packed by the oracle", data, packed)
            write_file(text, dumped)
            self.run(0, "build", text, "-o", built)
            checks.same_bytes("dump --keep, then build", data, read_file(built))

        after_header = path != "" and not under(path, "/header")
        return self.attempt(checks, (verify, keep) if after_header else (verify,), (source, text, built))

    def attempt(self, checks, steps, files):
        """Runs some steps, turns what goes wrong into failures, and removes the files."""
        for step in steps:
            try:
                step()
            except Failed as failure:
                checks.that(False, str(failure))
            except Exception as problem:  # one bad case must not end the others
                checks.that(False, "%s: %r" % (step.__name__, problem))
        for file in files:
            if os.path.exists(file):
                os.remove(file)
        return checks

    def corpus(self, number, path):
        """A real file."""
        name = os.path.basename(path)
        data = read_file(path)
        try:
            value = parse(data)
        except Bad as bad:
            return self.broken(100000 + number, name, data, bad.offset, bad.path, None)
        return self.good(100000 + number, name, value, data)


# main ------------------------------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description="Compares kagami with an independent reading of the PMX format.")
    parser.add_argument("kagami", nargs="?", help="the program to test")
    parser.add_argument("--self", action="store_true", help="test the oracle, not the program")
    parser.add_argument("--corpus", metavar="DIR", help="a folder of PMX files to compare as well")
    options = parser.parse_args()
    if bool(options.kagami) == options.self:
        parser.error("give either the program or --self")
    if options.kagami and not os.path.isfile(options.kagami):
        parser.error("no such program: " + options.kagami)

    good, broken = good_cases(), broken_cases()
    corpus = []
    if options.corpus:
        corpus = [os.path.join(options.corpus, name) for name in sorted(os.listdir(options.corpus))
                  if name.lower().endswith(".pmx")]
        if not corpus:
            parser.error("no .pmx files in " + options.corpus)

    results = [self_distinct(), self_damage()]
    results += [self_good(*case) for case in good]
    results += [self_broken(*case) for case in broken]
    results += [self_corpus(path) for path in corpus]
    if not options.self:
        oracle_only = sum(checks.count for checks in results)
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=2) as pool:
            program = Program(options.kagami, folder)
            jobs = [pool.submit(program.good, number, name, value, pack(value))
                    for number, (name, value) in enumerate(good)]
            jobs += [pool.submit(program.broken, number, *case) for number, case in enumerate(broken)]
            jobs += [pool.submit(program.corpus, number, path) for number, path in enumerate(corpus)]
            results += [job.result() for job in jobs]
        if sum(checks.count for checks in results) == oracle_only:
            print("FAIL: the program was never checked")
            return 1

    failures = [failure for checks in results for failure in checks.failures]
    total = sum(checks.count for checks in results)
    for failure in failures:
        print("FAIL: " + failure)
    print("%d checks, %d failures (%d models, %d broken files, %d corpus files)" % (
        total, len(failures), len(good), len(broken), len(corpus)))
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
