#!/usr/bin/env python3
"""Packs the JSON form of a VMD motion into bytes. Usage: vmd_pack.py MOTION.json MOTION.vmd"""

import json
import sys

from writing import Writer, number_of

SHADOW_MODES = ["off", "mode1", "mode2"]


class Packer(Writer):
    """Writes one motion."""

    def __init__(self, motion):
        Writer.__init__(self, motion, motion["encoding"])

    def pack(self):
        old = self.header(self.value["header"])
        parts = [("bone_keys", self.bone_key), ("morph_keys", self.morph_key),
                 ("camera_keys", self.old_camera_key if old else self.camera_key), ("light_keys", self.light_key),
                 ("shadow_keys", self.shadow_key), ("property_keys", self.property_key)]
        for part, write in parts[:4] if old else parts:
            if part in self.value or part == self.damaged_part:
                if not self.part(part, write, "I"):
                    return bytes(self.out)
        self.trailing()
        return bytes(self.out)

    def header(self, header):
        """Returns whether it is version 1."""
        self.fixed("/header/signature", header["signature"], 30)
        old = bytes(self.out).split(b"\0")[0] == b"Vocaloid Motion Data file"
        if old:
            self.fixed("/header/short_model_name", header["short_model_name"], 10)
        else:
            self.fixed("/header/model_name", header["model_name"], 20)
        return old

    def bone_key(self, path, k):
        self.fixed(path + "/name", k["name"], 15)
        self.u32(path + "/frame", k["frame"])
        self.vector(path + "/position", k["position"], 3)
        self.vector(path + "/rotation", k["rotation"], 4)
        self.raw(path + "/curves", k["curves"], 64)

    def morph_key(self, path, k):
        self.fixed(path + "/name", k["name"], 15)
        self.u32(path + "/frame", k["frame"])
        self.f32(path + "/weight", k["weight"])

    def camera(self, path, k):
        self.u32(path + "/frame", k["frame"])
        self.f32(path + "/distance", k["distance"])
        self.vector(path + "/target", k["target"], 3)
        self.vector(path + "/rotation", k["rotation"], 3)

    def old_camera_key(self, path, k):
        self.camera(path, k)
        self.raw(path + "/short_curve", k["short_curve"], 4)

    def camera_key(self, path, k):
        self.camera(path, k)
        self.raw(path + "/curves", k["curves"], 24)
        self.u32(path + "/field_of_view", k["field_of_view"])
        self.u8(path + "/parallel", k["parallel"])

    def light_key(self, path, k):
        self.u32(path + "/frame", k["frame"])
        self.vector(path + "/color", k["color"], 3)
        self.vector(path + "/direction", k["direction"], 3)

    def shadow_key(self, path, k):
        self.u32(path + "/frame", k["frame"])
        self.u8(path + "/mode", number_of(k["mode"], SHADOW_MODES))
        self.f32(path + "/distance", k["distance"])

    def property_key(self, path, k):
        self.u32(path + "/frame", k["frame"])
        self.u8(path + "/visible", k["visible"])
        self.records(path + "/iks", k["iks"], self.ik, layout="I")

    def ik(self, path, i):
        self.fixed(path + "/name", i["name"], 20)
        self.u8(path + "/enabled", i["enabled"])


def pack(motion):
    """The bytes of a motion."""
    return Packer(motion).pack()


def pack_with_marks(motion):
    """The bytes of a motion, and the offset of every field by its path."""
    packer = Packer(motion)
    return packer.pack(), packer.marks


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        packed = pack(json.load(source))
    with open(sys.argv[2], "wb") as target:
        target.write(packed)
