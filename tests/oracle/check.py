#!/usr/bin/env python3
"""Compares kagami with an independent reading of the file formats.

    check.py KAGAMI [--corpus DIR] [--format NAME ...]     tests the program
    check.py --self [--corpus DIR] [--format NAME ...]     tests the oracle itself, without the program

DIR holds real files in a subfolder for each format. To trust this test, swap two fields in a layout.hpp below src (for
example specular and ambient of a material in src/pmx/layout.hpp), build, and see it fail.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True  # leave no files beside the sources

import edit_cases
import pmd_cases
import pmd_pack
import pmd_parse
import pmx_cases
import pmx_pack
import pmx_parse
import vmd_cases
import vmd_pack
import vmd_parse
import vpd_cases
import vpd_pack
import vpd_parse
from reading import Bad
from values import brief, difference, fixed_text_bytes, fixed_text_value, text_value


class Format:
    """One file format: its oracle, its cases and what is known of its corpus."""

    def __init__(self, name, packer, parser, cases, wholes, alike=(), known_broken=()):
        self.name = name
        self.ending = "." + name
        self.pack = packer.pack
        self.pack_with_marks = packer.pack_with_marks
        self.parse = parser.parse
        self.good = cases.good_cases()
        self.broken = cases.broken_cases()
        self.literals = cases.literal_cases()
        self.wholes = wholes  # functions that return values with all fields different
        self.alike = alike  # keys whose values may be alike
        self.known_broken = known_broken  # corpus files whose damage is known, by the beginning of their names


def formats(names):
    """The formats of these names; all of them if there are none."""
    table = {
        "pmx": lambda: Format("pmx", pmx_pack, pmx_parse, pmx_cases, [pmx_cases.everything], ["header", "faces"],
                              ("141", "205")),
        "pmd": lambda: Format("pmd", pmd_pack, pmd_parse, pmd_cases, [pmd_cases.everything], ["faces"]),
        "vmd": lambda: Format("vmd", vmd_pack, vmd_parse, vmd_cases, [vmd_cases.everything, vmd_cases.old_everything]),
        "vpd": lambda: Format("vpd", vpd_pack, vpd_parse, vpd_cases, [vpd_cases.everything],
                              ["position_gaps", "rotation_gaps"])}
    return [table[name]() for name in names or table]


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

def self_good(form, name, value):
    """The two halves of the oracle agree about a case."""
    checks = Checks(form.name + " " + name)
    data = form.pack(value)
    try:
        parsed = form.parse(data)
    except Bad as bad:
        checks.that(False, "the oracle refuses its own bytes: %s" % bad)
        return checks
    checks.same_value("parsed by the oracle", value, parsed)
    checks.same_bytes("packed again by the oracle", data, form.pack(parsed))
    again = json.loads(json.dumps(value))
    checks.same_bytes("packed by the oracle after JSON", data, form.pack(again))
    return checks


def self_literal(form, literal):
    """A file that was written down byte by byte, and the place of each of its parts."""
    checks = Checks(form.name + " " + literal.name)
    at = 0
    packed, marks = form.pack_with_marks(literal.value)
    for path, offset, data in literal.parts:
        checks.that(at == offset, "%s stands at %d, not %d" % (path, at, offset))
        checks.that(marks.get(path) == offset, "%s: the oracle packs it to %s, not %d" % (path, marks.get(path), offset))
        at += len(data)
    checks.same_bytes("packed by the oracle", literal.data, packed)
    checks.same_value("parsed by the oracle", literal.value, form.parse(literal.data))
    return checks


def self_broken(form, name, data, offset, path, codes):
    """The oracle refuses a broken file where it should."""
    checks = Checks(form.name + " " + name)
    try:
        form.parse(data)
        checks.that(False, "the oracle accepts it")
    except Bad as bad:
        checks.that(not codes or bad.reason in codes, "oracle: code %s, not %s" % (bad.reason, " or ".join(codes)))
        checks.that(offset is None or bad.offset == offset, "oracle: offset %d, not %s" % (bad.offset, offset))
        checks.that(under(bad.path, path), "oracle: path %s, not %s" % (bad.path, path))
    return checks


def self_distinct(form, whole):
    """No two sibling fields of the full file are alike, so that swapping any two of them changes the bytes."""
    checks = Checks(form.name + " distinct fields")

    def visit(path, value):
        if isinstance(value, dict):
            keys = [key for key in value if isinstance(value[key], (int, float, str, list)) and value[key] != []]
            for at, key in enumerate(keys):
                for other in keys[at + 1:]:
                    if type(value[key]) is type(value[other]) and key != "kind":
                        checks.that(value[key] != value[other], "%s: %s and %s are alike" % (path, key, other))
            for key in value:
                if key not in form.alike:
                    visit("%s/%s" % (path, key), value[key])
        elif isinstance(value, list):
            if value and isinstance(value[0], (int, float, str)):
                checks.that(len(set(value)) == len(value), "%s: components are alike" % path)
            for index, item in enumerate(value):
                visit("%s/%d" % (path, index), item)

    visit("", {part: value for part, value in whole.items() if part not in ("format", "trailing")})
    return checks


def self_damage(form, whole):
    """The packer writes a damaged part: its count and its readable records if the count is known, then the rest."""
    checks = Checks(form.name + " damage")
    data, marks = form.pack_with_marks(whole)
    for part, records in whole.items():
        if "/" + part not in marks or part in ("header", "trailing"):
            continue
        # Nothing behind the damaged part is in the value, and of the part itself only what was readable.
        value = {key: other for key, other in whole.items() if marks.get("/" + key, -1) < marks["/" + part]}
        value["damage"] = {"part": part, "missing": 0, "count_known": False, "bytes": data[marks["/" + part]:].hex()}
        checks.same_bytes(part + ", count unknown", data, form.pack(value))
        if isinstance(records, list):
            for last in {0, len(records) - 1}:
                rest = data[marks["/%s/%d" % (part, last)]:]
                value[part] = records[:last]
                value["damage"] = {"part": part, "missing": len(records) - last, "count_known": True, "bytes": rest.hex()}
                checks.same_bytes("%s, count and %d records known" % (part, last), data, form.pack(value))
    checks.that(checks.count > 0, "no part was damaged")
    return checks


def self_values():
    """Some conversions that are known from elsewhere."""
    checks = Checks("values")
    for digits, text in (("8160", "～"), ("8161", "∥"), ("817c", "－"), ("815c", "―"), ("5c", "\\"), ("7e", "~"),
                         ("fa5c", "纊"), ("fa40", "ⅰ"),
                         ("8754", "Ⅰ"), ("878a", "㈱"), ("81e6", "∵"), ("f040", "\ue000"), ("f9fc", "\ue757"),
                         ("80", "\u0080"),
                         ("a0", "\uf8f0"), ("fd", "\uf8f1"), ("fe", "\uf8f2"), ("ff", "\uf8f3"), ("837b", "ボ"),
                         ("b1", "ｱ")):
        checks.that(text_value(bytes.fromhex(digits), "cp932") == text, "CP932 %s is not %r" % (digits, text))
    codes = [bytes([lead, trail]) for lead in range(0x81, 0xFD) if not 0xA0 <= lead <= 0xDF for trail in range(0x40, 0xFD)]
    known = [code for code in codes if len(code.decode("cp932", "replace")) == 1]
    lost = [code for code in known if not isinstance(text_value(code, "cp932"), str)]
    checks.that((len(known), len(lost)) == (9604, 398),
                "CP932 has %d codes, of which %d do not survive" % (len(known), len(lost)))
    checks.that({code[0] for code in lost} == {0x87, 0xED, 0xEE, 0xFA},
                "CP932: others than 87, ED, EE and FA do not survive")
    for digits, value in (
            ("835a8393835e815b" + "00" * 7, "センター"), ("835a8393835e815b00" + "fd" * 6, {"text": "センター", "filler": "00fd"}),
            ("82a0" * 10, "あ" * 10), ("61" * 19 + "00", "a" * 19), ("00" * 20, ""),
            ("00" + "fd" * 19, {"text": "", "filler": "00fd"}),
            ("6100620000", {"text": "a", "filler": "006200"}), ("6100006200", {"text": "a", "filler": "00006200"}),
            ("61000062", {"text": "a", "filler": "000062"}), ("610062", {"text": "a", "filler": "0062"}),
            ("82a083", {"hex": "82a083"}),
            ("ed4000fdfd", {"hex": "ed4000fdfd"}), ("6100626262", {"text": "a", "filler": "0062"})):
        data = bytes.fromhex(digits)
        checks.that(fixed_text_value(data, "cp932") == value, "fixed text %s is not %s" % (digits, value))
        checks.that(fixed_text_bytes(value, len(data), "cp932") == data,
                    "fixed text %s does not become %s" % (value, digits))
    return checks


def self_corpus(form, path):
    """A real file comes back unchanged."""
    checks = Checks(os.path.basename(path))
    data = read_file(path)
    try:
        value = form.parse(data)
    except Bad as bad:
        print("broken: %s: offset %d of %d, %s, %s" % (checks.name, bad.offset, len(data), bad.path, bad.reason))
        checks.that(checks.name.startswith(form.known_broken), "the oracle refuses it: %s" % bad)
        return checks
    checks.that(not checks.name.startswith(form.known_broken), "the oracle accepts a file known to be broken")
    checks.same_bytes("packed again by the oracle", data, form.pack(value))
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

    def files(self, form, kind, number):
        """Names for a file, its JSON, and what is built from it."""
        return [os.path.join(self.folder, "%s%d%s" % (kind, number, ending))
                for ending in (form.ending, form.ending + ".json", ".out" + form.ending)]

    def good(self, form, number, name, value, data):
        """Dump, build and verify a file that is in order."""
        checks = Checks(form.name + " " + name)
        source, text, built = self.files(form, "good", number)
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

    def edited(self, form, number, name, value, data):
        """Edits do what the oracle says, and reduced keys give the same motion."""
        checks = Checks(form.name + " edited " + name)
        source, _, edited = self.files(form, "edited", number)
        write_file(source, data)

        def edits():
            for words, expected in edit_cases.edits_of(value):
                self.run(0 if expected else 2, "edit", source, *words, *([] if expected is None else ["-o", edited]),
                         *(["--dry-run"] if expected is None else []))
                if expected:
                    checks.same_bytes(" ".join(words), form.pack(expected), read_file(edited))

        def reduce():
            for place, angle, weight in ((0, 0, 0), (0.02, 0.5, 0.01)):
                self.run(0, "edit", source, "reduce-keys", "position=%s" % place, "rotation=%s" % angle,
                         "weight=%s" % weight, "-o", edited)
                wrong = edit_cases.reduced_wrongly(value, form.parse(read_file(edited)), place, angle, weight)
                checks.that(wrong is None, "reduce-keys: %s" % wrong)

        return self.attempt(checks, (edits, reduce) if form.name == "vmd" else (edits,), (source, edited))

    def broken(self, form, number, name, data, offset, path, codes):
        """A broken file is refused in the right place, and survives `dump --keep` if its header is in order."""
        checks = Checks(form.name + " " + name)
        source, text, built = self.files(form, "broken", number)
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
            checks.that(not codes or code in codes, "verify: code %r, not %s" % (code, " or ".join(codes)))
            checks.that(offset is None or at == offset, "verify: offset %r, not %r" % (at, offset))
            checks.that(under(where or "", path), "verify: path %r, not %r" % (where, path))

        def keep():
            dumped = self.run(0, "dump", "--keep", source)
            kept = read_json(dumped)
            checks.that("damage" in kept, "dump --keep: no damage in the JSON")
            try:
                packed = form.pack(kept)
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

    def corpus(self, form, number, path):
        """A real file."""
        name = os.path.basename(path)
        data = read_file(path)
        try:
            value = form.parse(data)
        except Bad as bad:
            return self.broken(form, 100000 + number, name, data, bad.offset, bad.path, ())
        return self.good(form, 100000 + number, name, value, data)


# main ------------------------------------------------------------------------------------------------------------

def corpus_files(form, folder):
    """The real files of a format; none if there is no subfolder for it."""
    folder = os.path.join(folder, form.name)
    if not os.path.isdir(folder):
        return []
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.lower().endswith(form.ending)]


def self_checks(form, corpus):
    """All checks of the oracle itself."""
    results = []
    for whole in form.wholes:
        results += [self_distinct(form, whole()), self_damage(form, whole())]
    results += [self_literal(form, literal) for literal in form.literals]
    results += [self_good(form, *case) for case in form.good]
    results += [self_broken(form, *case) for case in form.broken]
    results += [self_corpus(form, path) for path in corpus]
    return results


def program_jobs(form, corpus, program, pool):
    """All checks of the program, as futures."""
    cases = [(name, value, form.pack(value)) for name, value in form.good]
    cases += [(literal.name, literal.value, literal.data) for literal in form.literals]
    jobs = [pool.submit(program.good, form, number, *case) for number, case in enumerate(cases)]
    jobs += [pool.submit(program.broken, form, number, *case) for number, case in enumerate(form.broken)]
    jobs += [pool.submit(program.corpus, form, number, path) for number, path in enumerate(corpus)]
    if form.name in ("vmd", "vpd"):
        whole = [(os.path.basename(path), form.parse(read_file(path)), read_file(path)) for path in corpus]
        thinned = [(name, value, form.pack(value)) for name, value in edit_cases.thinned_cases()] if form.name == "vmd" else []
        jobs += [pool.submit(program.edited, form, number, *case) for number, case in enumerate(cases + whole + thinned)]
    return jobs


def main():
    parser = argparse.ArgumentParser(description="Compares kagami with an independent reading of the file formats.")
    parser.add_argument("kagami", nargs="?", help="the program to test")
    parser.add_argument("--self", action="store_true", help="test the oracle, not the program")
    parser.add_argument("--corpus", metavar="DIR",
                        help="a folder of real files to compare as well, with a subfolder for each format")
    parser.add_argument("--format", action="append", choices=["pmx", "pmd", "vmd", "vpd"],
                        help="only this format; may be repeated")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only each Nth case, for a program that takes its time")
    options = parser.parse_args()
    if bool(options.kagami) == options.self:
        parser.error("give either the program or --self")
    if options.kagami and not os.path.isfile(options.kagami):
        parser.error("no such program: " + options.kagami)

    table = formats(options.format)
    corpus = {form: corpus_files(form, options.corpus)[::options.every] if options.corpus else [] for form in table}
    for form in table:
        form.good, form.broken = form.good[::options.every], form.broken[::options.every]
    if options.corpus and not options.format and not any(corpus.values()):
        parser.error("no files of these formats below " + options.corpus)

    values = self_values()
    failures, total = values.failures, values.count
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=2) as pool:
        for form in table:
            results = self_checks(form, corpus[form])
            if not options.self:
                own = len(results)
                program = Program(options.kagami, folder)
                results += [job.result() for job in program_jobs(form, corpus[form], program, pool)]
                if sum(checks.count for checks in results[own:]) == 0:
                    failures.append("%s: the program was never checked" % form.name)
            count = sum(checks.count for checks in results)
            found = [failure for checks in results for failure in checks.failures]
            print("%s: %d checks, %d failures (%d good files, %d broken files, %d corpus files)" % (
                form.name, count, len(found), len(form.good) + len(form.literals), len(form.broken), len(corpus[form])))
            total += count
            failures += found

    for failure in failures:
        print("FAIL: " + failure)
    print("%d checks, %d failures" % (total, len(failures)))
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
