#!/usr/bin/env python3
"""Compares what `kagami edit` makes of sizes and proportions with the oracle's own computation (shape.py).

    check_shape.py KAGAMI MODEL… [--corpus DIR]

Everything but lengths must be as it was. Lengths scaled must have exactly the expected bits; those that are sums may
differ in the last bit of a float.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files beside the sources

import pmd_parse
import pmx_parse
import shape
from reading import Bad
from values import brief, float_bits

# parts of real models: the name of a file begins so
MATERIALS = {"018": [3], "140": [0], "kagami.pmx": [2, 4]}


def ordered(bits):
    """Float bits as numbers in the order of the floats."""
    return 0x80000000 - bits if bits & 0x80000000 else bits


def difference(expected, got, steps, path=""):
    """The first place where two JSON values differ by more than `steps` floats, as a sentence, or None."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        pairs = [(key, expected[key], got[key]) for key in expected]
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = list(enumerate_pairs(expected, got))
    elif isinstance(expected, float) and isinstance(got, (int, float)):
        apart = abs(ordered(float_bits(expected)) - ordered(float_bits(got)))
        near = apart <= steps or (steps and abs(expected - got) < 1e-7)
        return None if near else "%s: expected %r, got %r" % (path, shape.exact(expected), shape.exact(got))
    else:
        return None if expected == got else "%s: expected %s, got %s" % (path, brief(expected), brief(got))
    for key, one, other in pairs:
        found = difference(one, other, steps, "%s/%s" % (path, key))
        if found:
            return found
    return None


def enumerate_pairs(one, other):
    return ((index, a, b) for index, (a, b) in enumerate(zip(one, other)))


def cases_of(name, model):
    """(words of the command line, what should come out, by how many floats it may differ)."""
    yield ["scale", "factor=1"], lambda: model, 0
    yield ["scale", "factor=1.25"], lambda: shape.scale(model, 1.25), 0
    yield ["scale", "factor=0.1"], lambda: shape.scale(model, 0.1), 0
    if model["materials"]:
        numbers = next((found for start, found in MATERIALS.items() if name.startswith(start)), [0])
        words = ["resize", "materials=" + ",".join("#%d" % number for number in numbers)]
        yield words + ["factor=1,1,1"], lambda: model, 0
        yield words + ["factor=1.5"], lambda: shape.resize(model, numbers, [1.5] * 3), 1
        yield words + ["factor=1.5,0.75,1"], lambda: shape.resize(model, numbers, [1.5, 0.75, 1.0]), 1
        if model["bones"]:
            last = len(model["bones"]) - 1
            yield (words + ["factor=0.9", "about=#%d" % last],
                   lambda: shape.resize(model, numbers, [0.9] * 3, last), 1)
    yield ["proportion", "legs=1", "head=1"], lambda: model, 0
    names = [shape.unicodedata.normalize("NFKC", shape.name_of(bone["name"])) for bone in model["bones"]]
    limbs = {limb: factor for limb, factor in (("legs", 1.1), ("arms", 0.95), ("neck", 1.3), ("torso", 0.9), ("head", 1.2))
             if ("頭" if limb == "head" else {"legs": "左足首", "arms": "左手首"}.get(limb, "首")) in names}
    for chosen in [[limb] for limb in limbs] + [list(limbs)]:
        factors = {limb: limbs[limb] for limb in chosen}
        if factors:
            yield (["proportion"] + ["%s=%s" % pair for pair in factors.items()],
                   lambda factors=factors: shape.proportion(model, factors), 2)
    if len(names) > 2:
        some = list(range(1, len(names), max(2, len(names) // 7)))
        yield (["proportion", "bones=" + ",".join("#%d" % number for number in some), "factor=1.15"],
               lambda: shape.proportion(model, {}, some, 1.15), 2)


def check(program, path, folder):
    """The failures of one model, and how many checks were made."""
    name = os.path.basename(path)
    parse = pmd_parse.parse if name.lower().endswith(".pmd") else pmx_parse.parse
    with open(path, "rb") as source:
        data = source.read()
    try:
        model = parse(data)
    except Bad:
        return [], 0
    failures, count = [], 0
    edited = os.path.join(folder, "edited" + os.path.splitext(name)[1])
    for words, expected, steps in cases_of(name, model):
        count += 1
        done = subprocess.run([program, "edit", path, *words, "-o", edited], capture_output=True, timeout=120)
        if done.returncode != 0:
            failures.append("%s: %s: %s" % (name, " ".join(words), done.stderr.decode("utf-8", "replace").strip()))
            continue
        with open(edited, "rb") as source:
            got = source.read()
        wanted = expected()
        if wanted is model and got != data:
            failures.append("%s: %s: the file is not the same" % (name, " ".join(words)))
        found = difference(wanted, parse(got), steps)
        if found:
            failures.append("%s: %s: %s" % (name, " ".join(words), found))
    return failures, count


def main():
    parser = argparse.ArgumentParser(description="Compares edits of sizes and proportions with the oracle's.")
    parser.add_argument("kagami", help="the program to test")
    parser.add_argument("models", nargs="*", help="models to edit")
    parser.add_argument("--corpus", metavar="DIR", help="a folder of real files, with a subfolder for each format")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth model of the corpus")
    options = parser.parse_args()
    models = list(options.models)
    for form in ("pmx", "pmd"):
        folder = os.path.join(options.corpus or "", form)
        if options.corpus and os.path.isdir(folder):
            models += [os.path.join(folder, name) for name in sorted(os.listdir(folder))][::options.every]
    failures, total = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            found, count = check(os.path.abspath(options.kagami), model, folder)
            failures += found
            total += count
    for failure in failures:
        print("FAIL: " + failure)
    print("%d checks, %d failures" % (total, len(failures)))
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
