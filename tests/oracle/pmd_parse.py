#!/usr/bin/env python3
"""Parses the bytes of a PMD file into its JSON form; strict. Usage: pmd_parse.py MODEL.pmd"""

import json
import sys

from reading import Bad, Reader, named, read_body_shape, read_joint_frame


def read_header(r):
    if r.data[:3] != b"Pmd":
        raise Bad(0, "/header/signature", "wrong_format")
    r.at = 3
    r.stack.append("header")
    header = {"signature": "Pmd", "version": r.real("version"), "name": r.fixed(20, "name"),
              "comment": r.fixed(256, "comment")}
    r.stack.pop()
    return header


def read_vertex(r):
    return {"position": r.reals3("position"), "normal": r.reals3("normal"), "uv": r.reals2("uv"),
            "bones": [r.short("bones"), r.short("bones")], "weight": r.byte("weight"), "no_edge": r.byte("no_edge")}


def read_material(r):
    return {"diffuse": r.reals3("diffuse"), "opacity": r.real("opacity"), "specular_power": r.real("specular_power"),
            "specular": r.reals3("specular"), "ambient": r.reals3("ambient"), "toon": r.byte("toon"),
            "edge": r.byte("edge"), "index_count": r.unsigned("index_count"), "texture": r.fixed(20, "texture")}


def read_bone(r):
    b = {"name": r.fixed(20, "name"), "parent": r.signed_short("parent"), "tail": r.signed_short("tail")}
    kind = r.byte("type")
    b["type"] = named(kind, "rotate", "rotate_and_move", "ik", "unknown", "under_ik", "under_rotation", "ik_target",
                      "hidden", "twist", "follow_rotation")
    if kind == 9:
        b["percent"] = r.signed_short("percent")
    else:
        b["reference"] = r.signed_short("reference")
    b["position"] = r.reals3("position")
    return b


def read_ik(r):
    k = {"bone": r.short("bone"), "target": r.short("target")}
    at = r.at
    count = r.byte("links")
    k["loop_count"] = r.short("loop_count")
    k["unit_angle"] = r.real("unit_angle")
    if count * 2 > r.left():
        raise r.bad(at, "links", "count_too_large")
    k["links"] = r.items("links", count, lambda r: r.short(None))
    return k


def read_morph(r):
    m = {"name": r.fixed(20, "name")}
    at = r.at
    count = r.unsigned("offsets")
    panel = r.byte("panel")
    m["panel"] = named(panel, "base", "brow", "eye", "mouth", "other")
    key = "offsets" if panel else "base_vertices"
    if count * 16 > r.left():
        raise r.bad(at, key, "count_too_large")
    m[key] = r.items(key, count, (lambda r: {"base_vertex": r.unsigned("base_vertex"), "offset": r.reals3("offset")})
                     if panel else (lambda r: {"vertex": r.unsigned("vertex"), "position": r.reals3("position")}))
    return m


def read_english(r, bones, morphs, frames):
    r.stack.append("english")
    e = {"flag": r.byte("flag")}
    if e["flag"] != 0:
        e["name"] = r.fixed(20, "name")
        e["comment"] = r.fixed(256, "comment")
        e["bone_names"] = r.items("bone_names", bones, lambda r: r.fixed(20, None))
        e["morph_names"] = r.items("morph_names", morphs - 1 if morphs else 0, lambda r: r.fixed(20, None))
        e["frame_names"] = r.items("frame_names", frames, lambda r: r.fixed(50, None))
    r.stack.pop()
    return e


def read_rigid_body(r):
    b = {"name": r.fixed(20, "name"), "bone": r.signed_short("bone")}
    b.update(read_body_shape(r))
    return b


def read_joint(r):
    j = {"name": r.fixed(20, "name"), "rigid_body_a": r.unsigned("rigid_body_a"),
         "rigid_body_b": r.unsigned("rigid_body_b")}
    j.update(read_joint_frame(r))
    return j


def parse(data):
    """The JSON form of a PMD file; raises Bad."""
    r = Reader(data, "cp932")
    model = {"format": "pmd", "header": read_header(r)}
    model["vertices"] = r.several("vertices", r.unsigned, 38, read_vertex)
    model["faces"] = r.several("faces", r.unsigned, 2, lambda r: r.short(None))
    model["materials"] = r.several("materials", r.unsigned, 70, read_material)
    model["bones"] = r.several("bones", r.short, 39, read_bone)
    model["iks"] = r.several("iks", r.short, 11, read_ik)
    model["morphs"] = r.several("morphs", r.short, 25, read_morph)
    model["morph_list"] = r.several("morph_list", r.byte, 2, lambda r: r.short(None))
    model["frame_names"] = r.several("frame_names", r.byte, 50, lambda r: r.fixed(50, None))
    model["frame_bones"] = r.several("frame_bones", r.unsigned, 3, lambda r: {
        "bone": r.short("bone"), "frame": r.byte("frame")})
    if r.left():
        model["english"] = read_english(r, *(len(model[key]) for key in ("bones", "morphs", "frame_names")))
    if r.left():
        model["toon_names"] = r.items("toon_names", 10, lambda r: r.fixed(100, None))
    if r.left():
        model["rigid_bodies"] = r.several("rigid_bodies", r.unsigned, 83, read_rigid_body)
    if r.left():
        model["joints"] = r.several("joints", r.unsigned, 124, read_joint)
    model["trailing"] = r.data[r.at:].hex()
    return model


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        print(json.dumps(parse(source.read()), ensure_ascii=False, indent=1))
