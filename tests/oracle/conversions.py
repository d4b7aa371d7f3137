#!/usr/bin/env python3
"""Compares edits with what the oracle expects of them: conversions.py KAGAMI MODEL_OR_FOLDER ...

Each model is parsed by the oracle, changed as JSON, packed by the oracle, and the bytes are held against those that
kagami writes: recolor, convert-encoding, index-widths. Nothing here asks kagami what a model holds.
"""

import copy
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # leave no files beside the sources

import pmx_pack
import pmx_parse
from reading import Bad
from values import float_value, float_bits

KINDS = ("vertex", "texture", "material", "bone", "morph", "rigid_body")
LISTS = {"vertex": "vertices", "texture": "textures", "material": "materials", "bone": "bones", "morph": "morphs",
         "rigid_body": "rigid_bodies"}


def indices(value):
    """All indices of a model as pairs of a kind and a number."""
    for vertex in value["vertices"]:
        for bone in vertex["bones"]:
            yield "bone", bone
    for vertex in value["faces"]:
        yield "vertex", vertex
    for material in value["materials"]:
        for key in ("texture", "sphere_texture", "toon_texture"):
            if key in material:
                yield "texture", material[key]
    for bone in value["bones"]:
        yield "bone", bone["parent"]
        yield "bone", bone.get("tail_bone", -1)
        if "append" in bone:
            yield "bone", bone["append"]["parent"]
        if "ik" in bone:
            yield "bone", bone["ik"]["target"]
            for link in bone["ik"]["links"]:
                yield "bone", link["bone"]
    for morph in value["morphs"]:
        for offset in morph["offsets"]:
            for kind in ("morph", "vertex", "bone", "material", "rigid_body"):
                if kind in offset:
                    yield kind, offset[kind]
    for frame in value["display_frames"]:
        for element in frame["elements"]:
            kind = element["kind"]
            yield kind, element[kind]
    for body in value["rigid_bodies"]:
        yield "bone", body["bone"]
    for joint in value["joints"]:
        yield "rigid_body", joint["rigid_body_a"]
        yield "rigid_body", joint["rigid_body_b"]
    for body in value.get("soft_bodies") or []:
        yield "material", body["material"]
        for anchor in body["anchors"]:
            yield "rigid_body", anchor["rigid_body"]
            yield "vertex", anchor["vertex"]
        for vertex in body["pins"]:
            yield "vertex", vertex


def smallest_widths(value):
    numbers = {kind: [len(value[LISTS[kind]]) - 1, 0] for kind in KINDS}
    for kind, number in indices(value):
        numbers[kind].append(number)
    widths = {}
    for kind in KINDS:
        least, most = min(numbers[kind]), max(numbers[kind])
        widths[kind] = 4
        for width in (2, 1):
            low, high = (0, 1 << 8 * width) if kind == "vertex" else (-(1 << 8 * width - 1), 1 << 8 * width - 1)
            # A list of no elements ends at -1, which needs no room.
            if (least >= low or (kind == "vertex" and least == -1 and not value["vertices"] and all(
                    n >= 0 for n in numbers[kind][1:]))) and most < high:
                widths[kind] = width
    return widths


def has_undecodable(value):
    if isinstance(value, dict):
        return "hex" in value or any(has_undecodable(v) for v in value.values())
    return isinstance(value, list) and any(has_undecodable(v) for v in value)


def recolored(value):
    for material in value["materials"]:
        material["diffuse"][:3] = [0.5, 0.25, 2]
        material["edge_color"][:3] = [float_value(float_bits(x)) for x in (0.1, 0.2, 0.3)]
        material["ambient"] = [0.75, 0, 1]


def cases(value):
    """Words for `kagami edit` and the value to expect; None where it must refuse."""
    changed = copy.deepcopy(value)
    recolored(changed)
    yield ["recolor", "diffuse=[0.5,0.25,2]", "edge=[0.1,0.2,0.3]", "ambient=[0.75,0,1]"], changed
    encoding = value["header"]["encoding"]
    for to, name in (("utf8", "utf-8"), ("utf16le", "utf-16")):
        changed = copy.deepcopy(value)
        changed["header"]["encoding"] = to
        texts = {key: other for key, other in value.items() if key not in ("vertices", "faces", "header")}
        yield ["convert-encoding", "to=" + name], None if to != encoding and has_undecodable(texts) else changed
    changed = copy.deepcopy(value)
    changed["header"]["index_widths"] = smallest_widths(value)
    yield ["index-widths"], changed
    changed = copy.deepcopy(value)
    changed["header"]["index_widths"] = dict.fromkeys(KINDS, 4)
    yield ["index-widths"] + [kind + "=4" for kind in KINDS], changed


def check(program, path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        value = pmx_parse.parse(data)
    except Bad:
        return 0, []
    count, failures = 0, []
    for words, expected in cases(value):
        count += 1
        done = subprocess.run([program, "edit", "-", *words, "-o", "-"], input=data, capture_output=True)
        name = "%s: %s" % (os.path.basename(path), " ".join(words))
        if expected is None:
            if done.returncode != 2:
                failures.append(name + ": not refused")
        elif done.returncode != 0:
            failures.append(name + ": " + done.stderr.decode(errors="replace"))
        elif done.stdout != pmx_pack.pack(expected):
            failures.append(name + ": other bytes than expected")
    return count, failures


def main():
    program, *places = sys.argv[1:]
    files = []
    for place in places:
        found = [os.path.join(place, name) for name in sorted(os.listdir(place))] if os.path.isdir(place) else [place]
        files += [file for file in found if file.lower().endswith(".pmx")]
    total, failures = 0, []
    for file in files:
        count, found = check(program, file)
        total += count
        failures += found
    for failure in failures:
        print("FAIL: " + failure)
    print("%d checks, %d failures" % (total, len(failures)))
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
