#!/usr/bin/env python3
"""Parses the bytes of a VPD file into its JSON form. Usage: vpd_parse.py POSE.vpd

The encoding is UTF-8 if the file has a byte order mark, or if it is UTF-8 and not ASCII; otherwise it is CP932.

The file is read in bytes. Braces may be the second byte of a character, but none is looked for in names and comments,
which go to the end of the line; slashes, semicolons, commas and line ends are always themselves.
"""

import json
import re
import sys

from reading import Bad
from values import text_value

MARK = b"\xef\xbb\xbf"
SIGNATURE = b"Vocaloid Pose Data file"
SPACE = rb"(?:[ \t\r\n]|//[^\r\n]*)*"
LINE_END = rb"[ \t]*(?://[^\r\n]*)?(?:\r\n|\n|\Z)"
OPENING = SPACE + rb"(Bone|Morph)[0-9]*\{"
NUMBER = rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"


class Tokens:
    """A position in the file."""

    def __init__(self, data, encoding):
        self.data = data
        self.encoding = encoding
        self.at = 0

    def match(self, pattern):
        return re.compile(pattern).match(self.data, self.at)

    def take(self, pattern, path):
        """The next token."""
        found = self.match(pattern)
        if not found:
            rest = self.match(SPACE).end() == len(self.data)
            raise Bad(self.at, path, "truncated" if rest else "unexpected_text")
        self.at = found.end()
        return text_value(found.group(), self.encoding)


def encoding_of(data):
    if data.startswith(MARK):
        return "utf8"
    try:
        data.decode("utf-8")
        return "utf8" if max(data) > 127 else "cp932"
    except UnicodeError:
        return "cp932"


def read_places(t, path, block, key, first_gap, count):
    block[key + "_gaps"], block[key] = [], []
    for index in range(count):
        gap = SPACE + b"," + SPACE if index else first_gap
        block[key + "_gaps"].append(t.take(gap, "%s/%s_gaps/%d" % (path, key, index)))
        block[key].append(t.take(NUMBER, "%s/%s/%d" % (path, key, index)))


def read_block(t, path):
    kind = t.match(OPENING).group(1)
    block = {"kind": kind.decode().lower(), "opening": t.take(OPENING, path), "name": t.take(rb"[^\r\n]*", path)}
    if kind == b"Bone":
        read_places(t, path, block, "position", SPACE, 3)
        read_places(t, path, block, "rotation", b";" + SPACE, 4)
    else:
        read_places(t, path, block, "weight", SPACE, 1)
    block["closing"] = t.take(b";" + SPACE + rb"\}" + LINE_END, path + "/closing")
    return block


def parse(data):
    """The JSON form of a VPD file; raises Bad."""
    mark = MARK if data.startswith(MARK) else b""
    if not data.startswith(mark + SIGNATURE):
        raise Bad(0, "/header/signature", "wrong_format")
    t = Tokens(data, encoding_of(data))
    header = {}
    for key, pattern in [("before", re.escape(mark)), ("signature", SIGNATURE), ("before_model", rb"[ \t]*\r?\n[ \t\r\n]*"),
                         ("model_file", rb"[^;\r\n]*"), ("before_count", b";" + SPACE), ("count", rb"[0-9]+"),
                         ("after_count", b";" + LINE_END)]:
        header[key] = t.take(pattern, "/header/" + key)
    blocks = []
    while t.match(OPENING):
        blocks.append(read_block(t, "/blocks/%d" % len(blocks)))
    return {"format": "vpd", "encoding": t.encoding, "header": header, "blocks": blocks,
            "trailing": text_value(data[t.at:], t.encoding)}


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        print(json.dumps(parse(source.read()), ensure_ascii=False, indent=1))
