#!/usr/bin/env python3
"""Parses the bytes of a VMD file into its JSON form; strict. Usage: vmd_parse.py MOTION.vmd

The encoding is UTF-8 if all names are and one of them has a character of several bytes. Otherwise it is the one of
CP932 and GBK in which more names are standard ones; CP932 if none is ahead.
"""

import codecs
import json
import sys

from reading import Bad, Reader, named
from values import fixed_text_value, text_value

CURRENT = (b"Vocaloid Motion Data 0002", b"Vocaloid Motion Data")
OLD = b"Vocaloid Motion Data file"
STANDARD_NAMES = frozenset(
    "全ての親 センター グルーブ 上半身 上半身2 下半身 首 頭 両目 左目 右目 左肩 左腕 左ひじ 左手首 右肩 右腕 右ひじ 右手首 左足 左ひざ 左足首 "
    "右足 右ひざ 右足首 左足ＩＫ 右足ＩＫ 左つま先ＩＫ 右つま先ＩＫ まばたき 笑い ウィンク あ い う え お 真面目 困る にこり 怒り".split())


class RawName:
    """A name as it is in the file, until the encoding is known."""

    def __init__(self, data):
        self.data = data
        self.text = data.partition(b"\0")[0]


class NameReader(Reader):
    """A reader that leaves names undecoded and remembers them."""

    def __init__(self, data):
        Reader.__init__(self, data, None)
        self.names = []

    def fixed(self, size, key):
        name = RawName(self.raw(size, key))
        self.names.append(name)
        return name


def is_utf8(name):
    """Whether a name is UTF-8, but for the last character of a full field, which may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(name.text, len(name.text) < len(name.data))
        return True
    except UnicodeError:
        return False


def encoding_of(names):
    if any(max(name.text, default=0) > 127 for name in names) and all(map(is_utf8, names)):
        return "utf8"

    def known(encoding):
        texts = [text_value(name.text, encoding) for name in names]
        return sum(isinstance(text, str) and text in STANDARD_NAMES for text in texts)

    return "gbk" if known("gbk") > known("cp932") else "cp932"


def decoded(value, encoding):
    """The value with its names decoded."""
    if isinstance(value, RawName):
        return fixed_text_value(value.data, encoding)
    if isinstance(value, dict):
        return {key: decoded(item, encoding) for key, item in value.items()}
    if isinstance(value, list):
        return [decoded(item, encoding) for item in value]
    return value


def read_header(r):
    """The header, and whether it is version 1."""
    signature = r.data[:30].partition(b"\0")[0]
    if signature != OLD and signature not in CURRENT:
        raise Bad(0, "/header/signature", "wrong_format")
    r.stack.append("header")
    header = {"signature": fixed_text_value(r.raw(30, "signature"), "cp932")}
    if signature == OLD:
        header["short_model_name"] = r.fixed(10, "short_model_name")
    else:
        header["model_name"] = r.fixed(20, "model_name")
    r.stack.pop()
    return header, signature == OLD


def read_bone_key(r):
    return {"name": r.fixed(15, "name"), "frame": r.unsigned("frame"), "position": r.reals3("position"),
            "rotation": r.reals4("rotation"), "curves": r.raw(64, "curves").hex()}


def read_morph_key(r):
    return {"name": r.fixed(15, "name"), "frame": r.unsigned("frame"), "weight": r.real("weight")}


def read_old_camera_key(r):
    return {"frame": r.unsigned("frame"), "distance": r.real("distance"), "target": r.reals3("target"),
            "rotation": r.reals3("rotation"), "short_curve": r.raw(4, "short_curve").hex()}


def read_camera_key(r):
    return {"frame": r.unsigned("frame"), "distance": r.real("distance"), "target": r.reals3("target"),
            "rotation": r.reals3("rotation"), "curves": r.raw(24, "curves").hex(),
            "field_of_view": r.unsigned("field_of_view"), "parallel": r.byte("parallel")}


def read_light_key(r):
    return {"frame": r.unsigned("frame"), "color": r.reals3("color"), "direction": r.reals3("direction")}


def read_shadow_key(r):
    return {"frame": r.unsigned("frame"), "mode": named(r.byte("mode"), "off", "mode1", "mode2"),
            "distance": r.real("distance")}


def read_property_key(r):
    return {"frame": r.unsigned("frame"), "visible": r.byte("visible"),
            "iks": r.several("iks", r.unsigned, 21, lambda r: {"name": r.fixed(20, "name"), "enabled": r.byte("enabled")})}


def parse(data):
    """The JSON form of a VMD file; raises Bad."""
    r = NameReader(data)
    header, old = read_header(r)
    motion = {"format": "vmd", "encoding": None, "header": header}
    sections = [("bone_keys", 111, read_bone_key), ("morph_keys", 23, read_morph_key)]
    if old:
        sections += [("camera_keys", 36, read_old_camera_key), ("light_keys", 28, read_light_key)]
    else:
        sections += [("camera_keys", 61, read_camera_key), ("light_keys", 28, read_light_key),
                     ("shadow_keys", 9, read_shadow_key), ("property_keys", 9, read_property_key)]
    for key, size, read in sections:
        if r.left():
            motion[key] = r.several(key, r.unsigned, size, read)
    motion["trailing"] = r.data[r.at:].hex()
    motion["encoding"] = encoding_of(r.names)
    return decoded(motion, motion["encoding"])


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        print(json.dumps(parse(source.read()), ensure_ascii=False, indent=1))
