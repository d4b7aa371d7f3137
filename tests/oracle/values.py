"""Conversions between stored bytes and JSON leaves: float32, hex, text, text of fixed size.

A float is a Python float, or a string of its bits ("0x7fc00001") when it is a NaN or an infinity.
A text is a str, or {"hex": "..."} when its bytes do not survive decoding and encoding.
A text of fixed size may also be {"text": "...", "filler": "..."}, see fixed_text_value.
"""

import struct

CODECS = {"utf16le": "utf-16-le", "utf8": "utf-8", "gbk": "gbk"}
_seen = {}
_cp932 = {}


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


def decode(data, encoding):
    """The characters of some bytes; raises UnicodeError."""
    return data.decode("cp932" if encoding == "cp932" else CODECS[encoding])


def encode(text, encoding):
    """The bytes of some characters; raises UnicodeError."""
    if encoding != "cp932":
        return text.encode(CODECS[encoding])
    codes = cp932_codes()
    try:
        return b"".join(codes[character] for character in text)
    except KeyError as missing:
        raise UnicodeError("not in CP932: %r" % missing.args[0])


def cp932_codes():
    """The bytes of every character as Windows chooses them.

    Python's codec decodes as Windows does, but of the codes of one character it prefers ED and EE to FA, FB and FC.
    Windows prefers the JIS rows, then NEC row 13, then the IBM extensions FA to FC, then ED and EE.
    """
    if not _cp932:
        def rank(lead):
            return 1 if lead == 0x87 else 2 if 0xFA <= lead <= 0xFC else 3 if lead in (0xED, 0xEE) else 0

        leads = sorted([lead for lead in range(0x81, 0xFD) if not 0xA0 <= lead <= 0xDF], key=rank)
        for code in [bytes([single]) for single in range(256)] + [
                bytes([lead, trail]) for lead in leads for trail in range(0x40, 0xFD)]:
            try:
                character = code.decode("cp932")
            except UnicodeError:
                continue
            if len(character) == 1:
                _cp932.setdefault(character, code)
    return _cp932


def text_bytes(value, encoding):
    """The bytes of a JSON text."""
    if isinstance(value, dict):
        return bytes.fromhex(value["hex"])
    return encode(value, encoding)


def text_value(data, encoding):
    """The JSON text for these bytes."""
    try:
        text = decode(data, encoding)
        if encode(text, encoding) == data:
            return text
    except UnicodeError:
        pass
    return {"hex": data.hex()}


def fixed_text_bytes(value, size, encoding):
    """The bytes of a JSON text of fixed size."""
    if isinstance(value, str):
        data, filler = encode(value, encoding), b"\0"
    elif "hex" in value:
        data, filler = bytes.fromhex(value["hex"]), b""
    else:
        data, filler = encode(value["text"], encoding), bytes.fromhex(value["filler"])
        if not filler or len(data) + len(filler) > size:
            raise ValueError("%r does not fit in %d bytes" % (value, size))
    if filler and len(data) < size:
        data += filler + filler[-1:] * (size - len(data) - len(filler))
    if len(data) != size:
        raise ValueError("%r does not have %d bytes" % (value, size))
    return data


def fixed_text_value(data, encoding):
    """The JSON text for the bytes of a field.

    A str stands for its bytes and NULs up to the end. Other bytes behind the first NUL are given in hex, with that NUL
    and without the repetitions of the last one. If the bytes before the NUL do not survive, it is all bytes in hex.
    """
    text = data.partition(b"\0")[0]
    value = text_value(text, encoding)
    if isinstance(value, dict):
        return {"hex": data.hex()}
    filler = data[len(text):]
    if filler.strip(b"\0") == b"":
        return value
    while filler[-2:] == filler[-1:] * 2:
        filler = filler[:-1]
    return {"text": value, "filler": filler.hex()}


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
