#!/usr/bin/env python3
"""Packs the JSON form of a PMD model into bytes. Usage: pmd_pack.py MODEL.json MODEL.pmd"""

import json
import sys

from values import text_bytes
from writing import Writer, number_of

BONE_TYPES = ["rotate", "rotate_and_move", "ik", "unknown", "under_ik", "under_rotation", "ik_target", "hidden", "twist",
              "follow_rotation"]
PANELS = ["base", "brow", "eye", "mouth", "other"]


class Packer(Writer):
    """Writes one model."""

    def __init__(self, model):
        Writer.__init__(self, model, "cp932")

    def pack(self):
        self.header(self.value["header"])
        for part, write, layout in [
                ("vertices", self.vertex, "I"), ("faces", self.u16, "I"), ("materials", self.material, "I"),
                ("bones", self.bone, "H"), ("iks", self.ik, "H"), ("morphs", self.morph, "H"),
                ("morph_list", self.u16, "B"), ("frame_names", self.frame_name, "B"),
                ("frame_bones", self.frame_bone, "I")]:
            if not self.part(part, write, layout):
                return bytes(self.out)
        for part, write in [("english", self.english), ("toon_names", self.toon_names)]:
            if part in self.value:
                self.marks["/" + part] = len(self.out)
                write("/" + part, self.value[part])
            if part == self.damaged_part:
                self.rest()
                return bytes(self.out)
        for part, write in [("rigid_bodies", self.rigid_body), ("joints", self.joint)]:
            if part in self.value or part == self.damaged_part:
                if not self.part(part, write, "I"):
                    return bytes(self.out)
        self.trailing()
        return bytes(self.out)

    def header(self, header):
        self.marks["/header/signature"] = 0
        self.out += text_bytes(header["signature"], "cp932")
        self.f32("/header/version", header["version"])
        self.fixed("/header/name", header["name"], 20)
        self.fixed("/header/comment", header["comment"], 256)

    def vertex(self, path, v):
        self.vector(path + "/position", v["position"], 3)
        self.vector(path + "/normal", v["normal"], 3)
        self.vector(path + "/uv", v["uv"], 2)
        first, second = v["bones"]
        self.u16(path + "/bones/0", first)
        self.u16(path + "/bones/1", second)
        self.u8(path + "/weight", v["weight"])
        self.u8(path + "/no_edge", v["no_edge"])

    def material(self, path, m):
        self.vector(path + "/diffuse", m["diffuse"], 3)
        self.f32(path + "/opacity", m["opacity"])
        self.f32(path + "/specular_power", m["specular_power"])
        self.vector(path + "/specular", m["specular"], 3)
        self.vector(path + "/ambient", m["ambient"], 3)
        self.u8(path + "/toon", m["toon"])
        self.u8(path + "/edge", m["edge"])
        self.u32(path + "/index_count", m["index_count"])
        self.fixed(path + "/texture", m["texture"], 20)

    def bone(self, path, b):
        self.fixed(path + "/name", b["name"], 20)
        self.i16(path + "/parent", b["parent"])
        self.i16(path + "/tail", b["tail"])
        number = number_of(b["type"], BONE_TYPES)
        self.u8(path + "/type", number)
        key = "percent" if number == 9 else "reference"
        self.i16(path + "/" + key, b[key])
        self.vector(path + "/position", b["position"], 3)

    def ik(self, path, k):
        self.u16(path + "/bone", k["bone"])
        self.u16(path + "/target", k["target"])
        self.u8(path + "/links", len(k["links"]))
        self.u16(path + "/loop_count", k["loop_count"])
        self.f32(path + "/unit_angle", k["unit_angle"])
        self.items(path + "/links", k["links"], self.u16)

    def morph(self, path, m):
        self.fixed(path + "/name", m["name"], 20)
        panel = number_of(m["panel"], PANELS)
        key, index, vector = ("offsets", "base_vertex", "offset") if panel else ("base_vertices", "vertex", "position")
        self.u32("%s/%s" % (path, key), len(m[key]))
        self.u8(path + "/panel", panel)

        def write(here, offset):
            self.u32("%s/%s" % (here, index), offset[index])
            self.vector("%s/%s" % (here, vector), offset[vector], 3)

        self.items("%s/%s" % (path, key), m[key], write)

    def frame_name(self, path, name):
        self.fixed(path, name, 50)

    def frame_bone(self, path, f):
        self.u16(path + "/bone", f["bone"])
        self.u8(path + "/frame", f["frame"])

    def english(self, path, e):
        self.u8(path + "/flag", e["flag"])
        if e["flag"] != 0:
            self.fixed(path + "/name", e["name"], 20)
            self.fixed(path + "/comment", e["comment"], 256)
            for key, count, size in [("bone_names", len(self.value["bones"]), 20),
                                     ("morph_names", max(len(self.value["morphs"]) - 1, 0), 20),
                                     ("frame_names", len(self.value["frame_names"]), 50)]:
                if len(e[key]) != count:
                    raise ValueError("%s/%s: %d names wanted" % (path, key, count))
                self.marks["%s/%s" % (path, key)] = len(self.out)
                self.items("%s/%s" % (path, key), e[key], lambda here, name: self.fixed(here, name, size))

    def toon_names(self, path, names):
        if len(names) != 10 and not self.damage:
            raise ValueError(path + ": 10 names wanted")
        self.items(path, names, lambda here, name: self.fixed(here, name, 100))

    def rigid_body(self, path, b):
        self.fixed(path + "/name", b["name"], 20)
        self.i16(path + "/bone", b["bone"])
        self.body_shape(path, b)

    def joint(self, path, j):
        self.fixed(path + "/name", j["name"], 20)
        self.u32(path + "/rigid_body_a", j["rigid_body_a"])
        self.u32(path + "/rigid_body_b", j["rigid_body_b"])
        self.joint_frame(path, j)


def pack(model):
    """The bytes of a model."""
    return Packer(model).pack()


def pack_with_marks(model):
    """The bytes of a model, and the offset of every field by its path."""
    packer = Packer(model)
    return packer.pack(), packer.marks


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        packed = pack(json.load(source))
    with open(sys.argv[2], "wb") as target:
        target.write(packed)
