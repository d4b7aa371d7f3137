#!/usr/bin/env python3
"""Packs the JSON form of a VPD pose into bytes. Usage: vpd_pack.py POSE.json POSE.vpd"""

import json
import sys

from values import text_bytes
from writing import Writer


class Packer(Writer):
    """Writes one pose."""

    def __init__(self, pose):
        Writer.__init__(self, pose, pose["encoding"])

    def text(self, path, value):
        self.marks[path] = len(self.out)
        self.out += text_bytes(value, self.encoding)

    def pack(self):
        for key in ["before", "signature", "before_model", "model_file", "before_count", "count", "after_count"]:
            self.text("/header/" + key, self.value["header"][key])
        self.marks["/blocks"] = len(self.out)
        self.items("/blocks", self.value.get("blocks", []) if self.damage else self.value["blocks"], self.block)
        if self.damaged_part == "blocks":
            self.rest()
            return bytes(self.out)
        if self.damage:
            raise ValueError("unknown damaged part %r" % self.damage["part"])
        self.text("/trailing", self.value["trailing"])
        return bytes(self.out)

    def block(self, path, b):
        self.text(path + "/opening", b["opening"])
        self.text(path + "/name", b["name"])
        places = {"bone": [("position", 3), ("rotation", 4)], "morph": [("weight", 1)]}[b["kind"]]
        for key, count in places:
            gaps, numbers = b[key + "_gaps"], b[key]
            if len(gaps) != count or len(numbers) != count:
                raise ValueError("%s/%s: %d numbers and gaps wanted" % (path, key, count))
            for index in range(count):
                self.text("%s/%s_gaps/%d" % (path, key, index), gaps[index])
                self.text("%s/%s/%d" % (path, key, index), numbers[index])
        self.text(path + "/closing", b["closing"])


def pack(pose):
    """The bytes of a pose."""
    return Packer(pose).pack()


def pack_with_marks(pose):
    """The bytes of a pose, and the offset of every token by its path."""
    packer = Packer(pose)
    return packer.pack(), packer.marks


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        packed = pack(json.load(source))
    with open(sys.argv[2], "wb") as target:
        target.write(packed)
