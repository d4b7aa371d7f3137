"""Conversions between stored bytes and JSON leaves: float32, hex, text.

A float is a Python float, or a string of its bits ("0x7fc00001") when it is a NaN or an infinity.
A text is a str, or {"hex": "..."} when its bytes do not survive decoding and encoding.
"""

import struct

CODECS = {"utf16le": "utf-16-le", "utf8": "utf-8"}
_seen = {}


def float_bits(value):
    """The 32 bits of a JSON float: a number or a string such as "0x7fc00001"."""
    if isinstance(value, str):
        if len(value) != 10 or not value.startswith("0x"):
            raise ValueError("not a float32: %r" % value)
        return int(value[2:], 16)
    return struct.unpack("<I", struct.pack("<f", value))[0]


def float_value(bits):
    """The JSON float with these 32 bits: the shortest decimal that reads back, or the bits themselves."""
    value = _seen.get(bits)
    if value is None:
        if bits & 0x7F800000 == 0x7F800000:
            value = "0x%08x" % bits
        else:
            value = shortest(struct.unpack("<f", struct.pack("<I", bits))[0])
        if len(_seen) > 500000:
            _seen.clear()
        _seen[bits] = value
    return value


def shortest(value):
    """The float whose decimal is the shortest one that rounds to the float32 `value`."""
    stored = struct.pack("<f", value)
    for digits in range(1, 10):
        short = float("%.*g" % (digits, value))
        try:
            if struct.pack("<f", short) == stored:
                return short
        except OverflowError:
            pass
    raise ValueError("not a float32: %r" % value)


def text_bytes(value, encoding):
    """The bytes of a JSON text."""
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"])
    return value.encode(CODECS[encoding])


def text_value(data, encoding):
    """The JSON text for these bytes."""
    try:
        text = data.decode(CODECS[encoding])
        if text.encode(CODECS[encoding]) == data:
            return text
    except UnicodeError:
        pass
    return {"hex": data.hex()}


def difference(expected, got, path=""):
    """The first place where two JSON values differ, as a sentence, or None. Floats are equal if their bits are."""
    at = path or "/"
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return "%s: expected an object, got %s" % (at, brief(got))
        for key in expected:
            if key not in got:
                return "%s/%s: missing" % (path, key)
        for key in got:
            if key not in expected:
                return "%s/%s: unexpected key" % (path, key)
        pairs = [(key, expected[key], got[key]) for key in expected]
    elif isinstance(expected, list):
        if not isinstance(got, list):
            return "%s: expected an array, got %s" % (at, brief(got))
        if len(expected) != len(got):
            return "%s: expected %d items, got %d" % (at, len(expected), len(got))
        pairs = [(index, one, other) for index, (one, other) in enumerate(zip(expected, got))]
    else:
        return None if same_leaf(expected, got) else "%s: expected %s, got %s" % (at, brief(expected), brief(got))
    for key, one, other in pairs:
        found = difference(one, other, "%s/%s" % (path, key))
        if found:
            return found
    return None


def same_leaf(expected, got):
    """Whether two leaves are the same value. A float in `expected` says that the leaf is a float32."""
    if isinstance(expected, float):
        if type(got) not in (int, float):
            return False
        try:
            return float_bits(got) == float_bits(expected)
        except (OverflowError, struct.error):
            return False
    return type(expected) is type(got) and expected == got


def brief(value):
    """A short spelling of a value for messages."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
