"""What the packers share: the bytes written so far and the offset of every field."""

import struct

from values import fixed_text_bytes, float_bits

BODY_SHAPES = ["sphere", "box", "capsule"]
BODY_MODES = ["follow_bone", "physics", "physics_with_bone"]


def number_of(value, names):
    """The stored number of an enumeration value given by name or by number."""
    return names.index(value) if isinstance(value, str) else value


class Writer:
    """Writes one file. `marks` maps the path of every field to its offset; a list has the offset of its count."""

    def __init__(self, value, encoding):
        self.value = value
        self.encoding = encoding
        self.out = bytearray()
        self.marks = {}
        damage = value.get("damage")
        self.damage = damage
        self.damaged_part = damage["part"].strip("/").split("/")[0] if damage else None

    def put(self, path, layout, *numbers):
        self.marks[path] = len(self.out)
        self.out += struct.pack("<" + layout, *numbers)

    def u8(self, path, value):
        self.put(path, "B", value)

    def u16(self, path, value):
        self.put(path, "H", value)

    def i16(self, path, value):
        self.put(path, "h", value)

    def i32(self, path, value):
        self.put(path, "i", value)

    def u32(self, path, value):
        self.put(path, "I", value)

    def f32(self, path, value):
        self.put(path, "I", float_bits(value))

    def vector(self, path, values, size):
        if len(values) != size:
            raise ValueError("%s: %d numbers wanted" % (path, size))
        self.put(path, "%dI" % size, *map(float_bits, values))

    def raw(self, path, digits, size):
        """Raw bytes given as hex digits."""
        data = bytes.fromhex(digits)
        if len(data) != size:
            raise ValueError("%s: %d bytes wanted" % (path, size))
        self.marks[path] = len(self.out)
        self.out += data

    def fixed(self, path, value, size):
        """A text of fixed size."""
        self.marks[path] = len(self.out)
        self.out += fixed_text_bytes(value, size, self.encoding)

    def items(self, path, items, write):
        for index, item in enumerate(items):
            here = "%s/%d" % (path, index)
            self.marks[here] = len(self.out)
            write(here, item)

    def records(self, path, items, write, missing=0, layout="i"):
        """A list: its count, then its records."""
        self.put(path, layout, len(items) + missing)
        self.items(path, items, write)

    def part(self, part, write, layout="i"):
        """A list of the file itself. Returns whether the file goes on behind it: not if it is the damaged one."""
        if part != self.damaged_part:
            self.records("/" + part, self.value[part], write, layout=layout)
            return True
        if self.damage["count_known"]:
            self.records("/" + part, self.value.get(part, []), write, self.damage["missing"], layout)
        self.rest()
        return False

    def rest(self):
        """The opaque bytes of a damaged file."""
        self.out += bytes.fromhex(self.damage["bytes"])

    def trailing(self):
        """The end of a file that is in order."""
        if self.damage:
            raise ValueError("unknown damaged part %r" % self.damage["part"])
        self.marks["/trailing"] = len(self.out)
        self.out += bytes.fromhex(self.value["trailing"])

    def body_shape(self, path, b):
        """The part of a rigid body that is alike in PMX and PMD: all after the bone."""
        self.u8(path + "/group", b["group"])
        self.u16(path + "/collision_mask", b["collision_mask"])
        self.u8(path + "/shape", number_of(b["shape"], BODY_SHAPES))
        self.vector(path + "/size", b["size"], 3)
        self.vector(path + "/position", b["position"], 3)
        self.vector(path + "/rotation", b["rotation"], 3)
        for key in ["mass", "linear_damping", "angular_damping", "restitution", "friction"]:
            self.f32(path + "/" + key, b[key])
        self.u8(path + "/mode", number_of(b["mode"], BODY_MODES))

    def joint_frame(self, path, j):
        """The part of a joint that is alike in PMX and PMD: all after the rigid bodies."""
        for key in ["position", "rotation", "linear_lower", "linear_upper", "angular_lower", "angular_upper",
                    "linear_spring", "angular_spring"]:
            self.vector(path + "/" + key, j[key], 3)
