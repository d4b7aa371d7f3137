"""What the parsers share: a position in a file and the path of what is being read there.

A list whose count cannot fit (count times the shortest possible record exceeds the bytes left) is refused at the
count. Any other value that does not fit is refused at its own beginning; a vector is one value.
"""

import struct

from values import fixed_text_value, float_value


class Bad(Exception):
    """The file is damaged at `offset`, in the field at `path`; `reason` is the error code."""

    def __init__(self, offset, path, reason):
        Exception.__init__(self, "%d %s %s" % (offset, path, reason))
        self.offset = offset
        self.path = path
        self.reason = reason


def named(number, *names):
    """The name of an enumeration value, or the number if it has none."""
    return names[number] if 0 <= number < len(names) else number


class Reader:
    """A position in the file together with the path of what is being read."""

    def __init__(self, data, encoding):
        self.data = data
        self.at = 0
        self.stack = []
        self.encoding = encoding

    def bad(self, offset, key, reason):
        parts = self.stack if key is None else self.stack + [key]
        return Bad(offset, "".join("/%s" % part for part in parts), reason)

    def left(self):
        return len(self.data) - self.at

    def raw(self, size, key):
        start = self.at
        if len(self.data) - start < size:
            raise self.bad(start, key, "truncated")
        self.at = start + size
        return self.data[start:self.at]

    def numbers(self, layout, size, key):
        start = self.at
        if len(self.data) - start < size:
            raise self.bad(start, key, "truncated")
        self.at = start + size
        return struct.unpack_from(layout, self.data, start)

    def byte(self, key):
        return self.numbers("<B", 1, key)[0]

    def short(self, key):
        return self.numbers("<H", 2, key)[0]

    def signed_short(self, key):
        return self.numbers("<h", 2, key)[0]

    def integer(self, key):
        return self.numbers("<i", 4, key)[0]

    def unsigned(self, key):
        return self.numbers("<I", 4, key)[0]

    def real(self, key):
        return float_value(self.numbers("<I", 4, key)[0])

    def reals2(self, key):
        return [float_value(bits) for bits in self.numbers("<2I", 8, key)]

    def reals3(self, key):
        return [float_value(bits) for bits in self.numbers("<3I", 12, key)]

    def reals4(self, key):
        return [float_value(bits) for bits in self.numbers("<4I", 16, key)]

    def fixed(self, size, key):
        """A text of fixed size."""
        return fixed_text_value(self.raw(size, key), self.encoding)

    def items(self, key, count, read):
        """That many records, without looking at the bytes left."""
        self.stack.append(key)
        self.stack.append(0)
        items = []
        for index in range(count):
            self.stack[-1] = index
            items.append(read(self))
        del self.stack[-2:]
        return items

    def several(self, key, count, shortest, read):
        """A list: a count, read by the method given, then that many records of at least `shortest` bytes."""
        start = self.at
        number = count(key)
        if number < 0:
            raise self.bad(start, key, "negative_count")
        if number * shortest > self.left():
            raise self.bad(start, key, "count_too_large")
        return self.items(key, number, read)


def read_body_shape(r):
    """The part of a rigid body that is alike in PMX and PMD: all after the bone."""
    return {"group": r.byte("group"), "collision_mask": r.short("collision_mask"),
            "shape": named(r.byte("shape"), "sphere", "box", "capsule"), "size": r.reals3("size"),
            "position": r.reals3("position"), "rotation": r.reals3("rotation"), "mass": r.real("mass"),
            "linear_damping": r.real("linear_damping"), "angular_damping": r.real("angular_damping"),
            "restitution": r.real("restitution"), "friction": r.real("friction"),
            "mode": named(r.byte("mode"), "follow_bone", "physics", "physics_with_bone")}


def read_joint_frame(r):
    """The part of a joint that is alike in PMX and PMD: all after the rigid bodies."""
    return {key: r.reals3(key) for key in ("position", "rotation", "linear_lower", "linear_upper", "angular_lower",
                                           "angular_upper", "linear_spring", "angular_spring")}
