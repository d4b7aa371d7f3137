"""What the cases of all formats share."""

import copy

from values import float_value


class Numbers:
    """Floats that are all different, starting from a seed."""

    def __init__(self, seed):
        self.next = seed * 100 + 1

    def one(self):
        self.next += 1
        return (self.next if self.next % 2 else -self.next) / 10

    def some(self, count):
        return [self.one() for _ in range(count)]


class Good:
    """Collects cases that must survive, as (name, value)."""

    def __init__(self):
        self.cases = []

    def __call__(self, name, value):
        if any(name == other for other, _ in self.cases):
            raise ValueError("two cases named " + name)
        self.cases.append((name, copy.deepcopy(value)))


NO_FORMAT = ("wrong_format", "unknown_format")  # the codes for a file that is of no known format


class Broken:
    """Collects files that must be refused, as (name, bytes, offset, path, codes).

    An offset of None is not compared. `path` is the beginning of the expected path, in whole segments. `codes` is a
    tuple of the acceptable error codes, or empty if any will do.
    """

    def __init__(self):
        self.cases = []

    def __call__(self, name, data, offset, path, *codes):
        self.cases.append((name, bytes(data), offset, path, codes))


class Literal:
    """A small file written down byte by byte: (path of the part, its offset, its bytes in hex) for every part."""

    def __init__(self, name, value, parts):
        self.name = name
        self.value = value
        self.parts = [(path, offset, bytes.fromhex(digits)) for path, offset, digits in parts]
        self.data = b"".join(data for _, _, data in self.parts)

    def offset(self, path):
        return dict((part, offset) for part, offset, _ in self.parts)[path]


def patched(data, at, new):
    """The data with some bytes replaced."""
    return data[:at] + new + data[at + len(new):]


def list_end(data, marks, path):
    """The offset just after a list: the first mark behind it that does not belong to it."""
    return min([at for other, at in marks.items() if at > marks[path] and not other.startswith(path + "/")] + [len(data)])


def value_end(data, marks, path):
    """The offset just after a value: the next mark."""
    return min([at for at in marks.values() if at > marks[path]] + [len(data)])


def rigid_body_shape(n):
    """The part of a rigid body that is alike in PMX and PMD: all after the bone."""
    return dict(group=12, collision_mask=0xFFF7, shape="capsule", size=n.some(3), position=n.some(3), rotation=n.some(3),
                mass=n.one(), linear_damping=n.one(), angular_damping=n.one(), restitution=n.one(), friction=n.one(),
                mode="physics")


def joint_frame(n):
    """The part of a joint that is alike in PMX and PMD: all after the rigid bodies."""
    return {key: n.some(3) for key in ("position", "rotation", "linear_lower", "linear_upper", "angular_lower",
                                       "angular_upper", "linear_spring", "angular_spring")}


# floats ----------------------------------------------------------------------------------------------------------

SPECIAL_BITS = [
    0x7FC00000, 0x7FC00001, 0xFFC12345, 0x7F800001, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800000, 0xFF800000,
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x00000002, 0x000002CA, 0x007FFFFF, 0x807FFFFF, 0x00800000,
    0x80800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x3F800000, 0x3F800001, 0x3F7FFFFF, 0x3DCCCCCD, 0x3DCCCCCC, 0x3EAAAAAB,
    0x4B800000, 0x4B800001, 0x4B7FFFFF, 0x5F000000, 0x60AD78EC, 0x6258D727, 0x38D1B717, 0x3727C5AC, 0x33D6BF95,
    0x40490FDB, 0xBC0EFA35, 0x4CBEBC20, 0x4CBEBC1F, 0x0A4FB11F, 0x7149F2CA, 0x1E3CE508, 0x4F800000]


def special_floats():
    return [float_value(bits) for bits in SPECIAL_BITS]


def changed(value, change):
    """The value with every float in it changed."""
    if isinstance(value, float):
        return change(value)
    if isinstance(value, dict):
        return {key: changed(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [changed(item, change) for item in value]
    return value


def every_float(value, change):
    """The value of a whole file with every float outside the header changed."""
    return {part: value[part] if part == "header" else changed(value[part], change) for part in value}


def strange_floats(everything):
    """Pairs of a name and the value with special floats in every field."""
    special = special_floats()
    for start in (0, 7, 20):
        turn = [start]

        def next_one(_):
            turn[0] += 1
            return special[turn[0] % len(special)]

        yield "special floats in every field, from %d" % start, every_float(everything(), next_one)
    for bits in (0x7FC00001, 0xFF800000, 0x80000000):
        yield "every float %08x" % bits, every_float(everything(), lambda _: float_value(bits))
