"""The VMD cases: motions that must survive unchanged (`good_cases`) and files that must be refused (`broken_cases`).

Nearly every motion holds standard names, so that its encoding is beyond doubt.
"""

import struct

from building import NO_FORMAT, Broken, Good, Literal, Numbers, list_end, patched, special_floats, strange_floats
from vmd_pack import pack, pack_with_marks

PARTS = ["bone_keys", "morph_keys", "camera_keys", "light_keys", "shadow_keys", "property_keys"]
OLD_PARTS = PARTS[:4]
CURRENT = "Vocaloid Motion Data 0002"
PLAIN = "Vocaloid Motion Data"
OLD = "Vocaloid Motion Data file"
NAMES = ["センター", "上半身", "下半身", "首", "頭", "左肩", "左腕", "左ひじ", "左手首", "右肩", "右腕", "右ひじ", "右手首", "左足", "左ひざ", "左足首",
         "右足", "右ひざ", "右足首", "グルーブ"]
HUGE = struct.pack("<I", 0xFFFFFFFF)


# builders ------------------------------------------------------------------------------------------------------

def header(signature=CURRENT, name="初音ミク"):
    old = (signature["text"] if isinstance(signature, dict) else signature) == OLD
    return {"signature": signature, "short_model_name" if old else "model_name": name}


def motion(head=None, encoding="cp932", **parts):
    """A motion; sections are present if and only if given."""
    value = {"format": "vmd", "encoding": encoding, "header": head or header()}
    for key in parts:
        if key not in PARTS + ["trailing"]:
            raise KeyError(key)
    value.update(parts)
    value.setdefault("trailing", "")
    return value


def full(head=None, encoding="cp932", **parts):
    """The same with all sections, those that are not given empty, but for some keys with standard names."""
    sections = {part: [] for part in (OLD_PARTS if head and "short_model_name" in head else PARTS)}
    sections["bone_keys"] = standard_keys()
    return motion(head, encoding, **dict(sections, **parts))


def digits(seed, count):
    """Bytes of curves, all different."""
    return bytes((seed * 7 + index) % 128 for index in range(count)).hex()


def bone_key(seed, name=None, **changes):
    n = Numbers(seed)
    k = {"name": NAMES[seed % len(NAMES)] if name is None else name, "frame": seed * 3 + 1, "position": n.some(3),
         "rotation": n.some(4), "curves": digits(seed, 64)}
    k.update(changes)
    return k


def standard_keys():
    return [bone_key(seed) for seed in range(len(NAMES))]


def morph_key(seed, name="まばたき", **changes):
    k = {"name": name, "frame": seed * 5 + 2, "weight": Numbers(seed).one()}
    k.update(changes)
    return k


def camera_key(seed, **changes):
    n = Numbers(seed)
    k = {"frame": seed * 7 + 3, "distance": n.one(), "target": n.some(3), "rotation": n.some(3), "curves": digits(seed, 24),
         "field_of_view": 45, "parallel": 1}
    k.update(changes)
    return k


def old_camera_key(seed, **changes):
    n = Numbers(seed)
    k = {"frame": seed * 7 + 3, "distance": n.one(), "target": n.some(3), "rotation": n.some(3),
         "short_curve": digits(seed, 4)}
    k.update(changes)
    return k


def light_key(seed, **changes):
    n = Numbers(seed)
    k = {"frame": seed * 11 + 4, "color": n.some(3), "direction": n.some(3)}
    k.update(changes)
    return k


def shadow_key(seed, mode="mode1", **changes):
    k = {"frame": seed * 13 + 5, "mode": mode, "distance": Numbers(seed).one()}
    k.update(changes)
    return k


def property_key(seed, count=2, **changes):
    k = {"frame": seed * 17 + 6, "visible": 1,
         "iks": [{"name": ("左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ", "右つま先ＩＫ")[index % 4], "enabled": index % 2} for index in range(count)]}
    k.update(changes)
    return k


def everything():
    """A motion with every record type and every field, no two sibling fields alike."""
    return motion(
        bone_keys=[bone_key(1), bone_key(2), bone_key(3)], morph_keys=[morph_key(11), morph_key(12, "あ")],
        camera_keys=[camera_key(21), camera_key(22, field_of_view=30, parallel=0)],
        light_keys=[light_key(31), light_key(32)], shadow_keys=[shadow_key(41), shadow_key(42, "mode2")],
        property_keys=[property_key(51), property_key(52, 0), property_key(53, 1, visible=0)])


def old_everything():
    """The same in version 1."""
    return motion(header(OLD, "ミク"), bone_keys=[bone_key(1), bone_key(2)], morph_keys=[morph_key(11), morph_key(12, "あ")],
                  camera_keys=[old_camera_key(21), old_camera_key(22)], light_keys=[light_key(31), light_key(32)])


# good cases ----------------------------------------------------------------------------------------------------

def good_cases():
    """All motions that must survive, as (name, value) pairs."""
    add = Good()
    section_cases(add)
    header_cases(add)
    record_cases(add)
    for number, (path, value) in enumerate(shortest_lists()):
        add("shortest records %d, %s" % (number, path), value)
    order_cases(add)
    float_cases(add)
    name_cases(add)
    encoding_cases(add)
    return add.cases


def section_cases(add):
    """The file may end before each section, which is not the same as a count of 0."""
    for name, head, whole, parts in (("version 2", header(), everything(), PARTS),
                                     ("version 1", header(OLD), old_everything(), OLD_PARTS),
                                     ("plain signature", header(PLAIN), dict(everything(), header=header(PLAIN)), PARTS)):
        for count in range(len(parts) + 1):
            keep = parts[:count]
            add("%s, %d sections" % (name, count), {
                key: value for key, value in whole.items() if key in keep or key not in parts})
            add("%s, %d empty sections" % (name, count), motion(head, **{part: [] for part in keep}))
            if count:
                add("%s, %d sections, the last one empty" % (name, count), motion(
                    head, **{part: [] if part == keep[-1] else whole[part] for part in keep}))
        for part in parts:
            add("%s, only %s" % (name, part), motion(
                head, **{other: whole[other] if other == part else [] for other in parts}))
        for trailing in (b"Nuthouse01".hex(), "00", "00000000", "ffffffffff"):
            add("%s, trailing %s" % (name, trailing), dict(whole, trailing=trailing))
            add("%s, empty, trailing %s" % (name, trailing), motion(
                head, trailing=trailing, **{part: [] for part in parts}))
    add("version 1, trailing that looks like shadows and properties", dict(old_everything(), trailing="0000000000000000"))


def header_cases(add):
    garbage = b"on Data \x01\xff".hex()
    for signature in (CURRENT, PLAIN, OLD):
        for filler in ("00fd", "0020", "00" + garbage[:4], "0000fd", "0001" if signature != PLAIN else "00" + garbage[:18]):
            add("signature %s, filler %s" % (signature, filler), full(
                header({"text": signature, "filler": filler}), light_keys=[light_key(1)],
                camera_keys=[old_camera_key(1) if signature == OLD else camera_key(1)]))
    add("plain signature, 0002 behind the NUL", full(header({"text": PLAIN, "filler": "0030303032fd"})))
    for number, name in enumerate((
            "", "a", "初音ミク", "あいうえおかきくけこ", "12345678901234567890", "1234567890123456789", "ソ表能\\~", " ",
            {"text": "初音ミク", "filler": "00fd"}, {"text": "", "filler": "00fd"},
            {"text": "カメラ・照明", "filler": "006f6e2044617461"},
            {"text": "初音ミク", "filler": "00" + b"Data 0002".hex() + "00"}, {"text": "123456789012345678", "filler": "00ff"},
            {"hex": "61" * 19 + "83"}, {"hex": "ed4000" + "fd" * 17})):
        add("model name %d" % number, full(header(name=name)))
        add("model name %d, plain signature" % number, full(header(PLAIN, name)))
    for number, name in enumerate((
            "", "a", "初音ミク", "あいうえお", "1234567890", "123456789", {"text": "ミク", "filler": "00fd"},
            {"text": "", "filler": "00fd"},
            {"text": "12345678", "filler": "00ff"}, {"hex": "61" * 9 + "83"}, {"hex": "ed4000" + "fd" * 7})):
        add("short model name %d" % number, full(header(OLD, name)))
    add("camera file", motion(
        header(name={"text": "カメラ・照明", "filler": "006f6e2044617461"}), bone_keys=[], morph_keys=[],
        camera_keys=[camera_key(1)],
        light_keys=[light_key(1)], shadow_keys=[shadow_key(1)]))


NUMBERS = [0, 1, 255, 256, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def record_cases(add):
    add("frame numbers", full(
        bone_keys=standard_keys() + [bone_key(1, frame=frame) for frame in NUMBERS],
        morph_keys=[morph_key(1, frame=frame) for frame in NUMBERS],
        camera_keys=[camera_key(1, frame=frame) for frame in NUMBERS],
        light_keys=[light_key(1, frame=frame) for frame in NUMBERS],
        shadow_keys=[shadow_key(1, frame=frame) for frame in NUMBERS],
        property_keys=[property_key(1, frame=frame) for frame in NUMBERS]))
    curves = [("zero", "00" * 64), ("over 127", bytes(range(192, 256)).hex()), ("ff", "ff" * 64),
              ("20 and 107", "14" * 32 + "6b" * 32),
              ("physics off", "1414630f" + "14" * 60), ("counted", bytes(range(64)).hex()), ("130", "82" + "14" * 63)]
    for name, value in curves:
        add("bone curves " + name, full(bone_keys=standard_keys() + [bone_key(1, curves=value)]))
        add("camera curves " + name, full(camera_keys=[camera_key(1, curves=value[:48])]))
        add("short curve " + name, full(header(OLD), camera_keys=[old_camera_key(1, short_curve=value[:8])]))
    add("fields of view", full(camera_keys=[camera_key(1, field_of_view=number) for number in NUMBERS]))
    for number in (0, 1, 2, 128, 255):
        add("truth values %d" % number, full(camera_keys=[camera_key(1, parallel=number)], property_keys=[
            property_key(1, visible=number), property_key(2, 1, iks=[{"name": "左足ＩＫ", "enabled": number}])]))
    for mode in ("off", "mode1", "mode2", 3, 4, 128, 255):
        add("shadow mode %s" % mode, full(shadow_keys=[shadow_key(1, mode)]))
    for count in (0, 1, 2, 3, 100, 300):
        add("property key with %d IKs" % count, full(property_keys=[property_key(1, count)]))
    add("property keys", full(property_keys=[property_key(seed, seed % 4) for seed in range(20)]))
    add("distances", full(
        camera_keys=[camera_key(1, distance=value) for value in (-45.0, 0.0, -0.0, 45.0, "0x7fc00001", 1e20)],
        shadow_keys=[shadow_key(1, distance=value) for value in (0.1, 0.08875, -0.0, "0xffc00000", 1e-20)]))
    add("rotations", full(bone_keys=standard_keys() + [bone_key(1, rotation=value) for value in (
        [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0], [-0.0, -0.0, -0.0, -1.0], ["0x7fc00000", 0.5, -0.0, "0x7f800000"],
        [5.0, 6.0, 7.0, 8.0])]))
    add("300 keys of everything", full(
        bone_keys=[bone_key(seed) for seed in range(300)], morph_keys=[morph_key(seed) for seed in range(300)],
        camera_keys=[camera_key(seed) for seed in range(300)], light_keys=[light_key(seed) for seed in range(300)],
        shadow_keys=[shadow_key(seed) for seed in range(300)], property_keys=[property_key(seed) for seed in range(300)]))
    add("70000 shadow keys", full(shadow_keys=[shadow_key(1)] * 70000))


def shortest_lists():
    """Lists of 100 records of the shortest possible kind, last in the file, as (path of the list, motion)."""
    records = [bone_key(1), morph_key(1), camera_key(1), light_key(1), shadow_key(1), property_key(1, 0)]
    lists = []
    for head in (header(), header(OLD)):
        parts = OLD_PARTS if "short_model_name" in head else PARTS
        for count, part in enumerate(parts):
            record = old_camera_key(1) if part == "camera_keys" and parts is OLD_PARTS else records[count]
            before = {other: [] for other in parts[:count]}
            lists.append(("/" + part, motion(head, **dict(before, **{part: [record] * 100}))))
    lists.append(("/property_keys/0/iks", full(property_keys=[property_key(1, 100)])))
    return lists


def order_cases(add):
    keys = standard_keys()
    add("keys from the last frame to the first", full(bone_keys=keys[::-1],
                                                      morph_keys=[morph_key(seed) for seed in (3, 2, 1)]))
    add("unsorted keys", full(bone_keys=keys[1::2] + keys[::2], morph_keys=[morph_key(seed) for seed in (2, 9, 1, 5)],
                              camera_keys=[camera_key(1, frame=frame) for frame in (0, 60, 30)],
                              light_keys=[light_key(1, frame=frame) for frame in (5, 3, 4)],
                              shadow_keys=[shadow_key(1, frame=frame) for frame in (9, 0, 8)],
                              property_keys=[property_key(1, frame=frame) for frame in (7, 0, 3)]))
    add("the same key twice", full(bone_keys=keys + keys, morph_keys=[morph_key(1)] * 3, camera_keys=[camera_key(1)] * 2,
                                   light_keys=[light_key(1)] * 2, shadow_keys=[shadow_key(1)] * 2,
                                   property_keys=[property_key(1)] * 2))
    add("two keys of one name and frame", full(bone_keys=keys + [dict(keys[0], position=[9.0, 8.0, 7.0])],
                                               morph_keys=[morph_key(1), morph_key(1, weight=0.5)]))
    twice = {"name": "左足ＩＫ", "enabled": 1}
    add("one IK twice in a key", full(property_keys=[property_key(1, iks=[twice, dict(twice, enabled=0), twice])]))


def float_cases(add):
    add("special floats", full(morph_keys=[morph_key(1, weight=value) for value in special_floats()]))
    for name, value in strange_floats(everything):
        add(name, value)
    for name, value in strange_floats(old_everything):
        add("version 1, " + name, value)


# Names of 15 bytes and of 20 bytes (the IK names of property keys).
FULL_NAMES = {15: ["左つま先ＩＫ先a", "123456789012345", "ﾈｸﾀｲＩＫﾈｸﾀｲﾈｸﾀ", "x上半身上半身半"],
              20: ["左つま先ＩＫ先先先先", "12345678901234567890", "ﾈｸﾀｲＩＫﾈｸﾀｲﾈｸ123456", "右つま先ＩＫ先先先\\~"]}


def odd_names(size):
    """Names for a field of that size."""
    texts = ["", "a", "左足ＩＫ", "ソ表能", "ボポマ", "ﾈｸﾀｲＩＫ", "\\~", "～－∥", " a ", "a\nb", "base", "?"]
    fillers = ["00fd", "0001", "0020", "00" + b"old".hex() + "00", "0000ff", "00" + b"file".hex() + "00fd"]
    yield from texts + FULL_NAMES[size]
    for filler in fillers:
        yield {"text": "右足ＩＫ", "filler": filler}
        yield {"text": "", "filler": filler}
    yield {"text": "x" * (size - 2), "filler": "00ff"}
    yield {"text": "ab", "filler": "00" + bytes(range(0x11, 0x11 + size - 3)).hex()}


def lost_names(size):
    """Names whose text does not survive: half characters, codes without a character, second codes of characters."""
    for half in ("61" * (size - 1) + "83", "61" * ((size - 1) % 2) + "82a0" * ((size - 1) // 2) + "82"):
        yield {"hex": half}
    for lost in ("83", "82a083", "8540", "ed40", "8790", "fa54", "fa4a"):
        yield {"hex": lost + "00" * (size - len(lost) // 2)}
        yield {"hex": lost + "00" + "fd" * (size - 1 - len(lost) // 2)}
        yield {"hex": "61" * (size - len(lost) // 2) + lost}


def with_names(names, iks):
    return full(bone_keys=standard_keys() + [bone_key(1, name) for name in names],
                morph_keys=[morph_key(1, name) for name in names],
                property_keys=[property_key(1, iks=[{"name": name, "enabled": 1} for name in iks])])


def name_cases(add):
    add("names", with_names(list(odd_names(15)), list(odd_names(20))))
    add("names that do not survive", with_names(list(lost_names(15)), list(lost_names(20))))
    for number, (name, ik) in enumerate(zip(odd_names(15), odd_names(20))):
        add("name %d" % number, with_names([name], [ik]))
    for number, (name, ik) in enumerate(zip(lost_names(15), lost_names(20))):
        add("name that does not survive %d" % number, with_names([name], [ik]))
    many = standard_keys()
    for key in many:
        key["name"] = {"text": key["name"], "filler": "00fd"}
    add("filler behind every name", full(bone_keys=many, morph_keys=[morph_key(1, {"text": "あ", "filler": "00fd"})]))


def encoding_cases(add):
    """The encoding is found out by the names."""
    for encoding in ("cp932", "gbk", "utf8"):
        keys = standard_keys()
        add("%s names" % encoding, full(header(name="初音ミク"), encoding, bone_keys=keys,
                                        morph_keys=[morph_key(1), morph_key(2, "あ")],
                                        property_keys=[property_key(1, iks=[{"name": "左足ＩＫ", "enabled": 1}])]))
        add("%s names, only bones" % encoding, motion(header(name=""), encoding, bone_keys=keys))
        add("%s names, plain signature" % encoding, motion(header(PLAIN, "MIKU"), encoding, bone_keys=keys))
        add("%s names, version 1" % encoding, full(header(OLD, "ミク"), encoding, bone_keys=keys, morph_keys=[morph_key(1)]))
        add("%s names with filler" % encoding, full(header(name={"text": "初音ミク", "filler": "00fd"}), encoding, bone_keys=[
            dict(key, name={"text": key["name"], "filler": "00fd"}) for key in keys]))
    add("gbk, half a character", full(encoding="gbk",
                                      bone_keys=standard_keys() + [bone_key(1, {"hex": "a4a2" * 7 + "a4"})]))
    add("utf8, a cut last character", full(encoding="utf8", bone_keys=standard_keys() + [
        bone_key(1, {"hex": "61" + "e38182" * 4 + "e381"}), bone_key(2, {"hex": "6161" + "e38182" * 4 + "e3"}),
        bone_key(3, "あいうえお")]))
    add("only ASCII names", motion(header(name="model"), bone_keys=[bone_key(1, "Root"), bone_key(2, "Head")],
                                   morph_keys=[morph_key(1, "blink")]))


# broken cases --------------------------------------------------------------------------------------------------

def broken_cases():
    """All files that must be refused, see Broken."""
    add = Broken()
    broken_headers(add)
    broken_counts(add)
    broken_ends(add)
    broken_literals(add)
    return add.cases


def broken_headers(add):
    good = pack(everything())
    add("empty file", b"", None, "", "truncated", *NO_FORMAT)
    add("text file", b"This is not a motion at all, only a text.\n" * 10, None, "", *NO_FORMAT)
    for signature in (b"Vocaloid Motion Data 0003", b"Vocaloid Motion Data 0001", b"Vocaloid Motion Data fil",
                      b"Vocaloid Motion Dat", b"vocaloid motion data 0002", b"Vocaloid Motion Data 0002+",
                      b"Vocaloid Motion Data filed"):
        add("signature %s" % signature.decode(), signature.ljust(30, b"\0") + good[30:], None, "",
            "unsupported_version", *NO_FORMAT)
    add("signature without NUL", b"Vocaloid Motion Data 0002xxxxx" + good[30:], None, "",
        "unsupported_version", *NO_FORMAT)
    for size in (25, 29):
        add("file of %d bytes" % size, good[:size], None, "", "truncated", *NO_FORMAT)
    for size in (30, 31, 49):
        add("file of %d bytes" % size, good[:size], 30, "/header/model_name", "truncated")
    old = pack(old_everything())
    for size in (30, 31, 39):
        add("version 1 file of %d bytes" % size, old[:size], 30, "/header/short_model_name", "truncated")


def wholes():
    """Names, motions and their sections."""
    return [("version 2", everything(), PARTS), ("version 1", old_everything(), OLD_PARTS)]


def broken_counts(add):
    for name, whole, parts in wholes():
        data, marks = pack_with_marks(whole)
        bare, where = pack_with_marks(motion(whole["header"], **{part: [] for part in parts}))
        for part in parts:
            path = "/" + part
            for number in (0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x10000000, len(data)):
                add("%s, %s count %d" % (name, path, number), patched(data, marks[path], struct.pack("<I", number)),
                    marks[path], path,
                    "count_too_large")
            for number in (0xFFFFFFFF, 39564):
                add("%s, %s count %d in an empty motion" % (name, path, number),
                    patched(bare, where[path], struct.pack("<I", number)),
                    where[path], path, "count_too_large")
            add("%s, %s count 39564 with 20 bytes left" % (name, path),
                bare[:where[path]] + struct.pack("<I", 39564) + bytes(20),
                where[path], path, "count_too_large")
    data, marks = pack_with_marks(everything())
    for path in ("/property_keys/0/iks", "/property_keys/1/iks", "/property_keys/2/iks"):
        for number in (0xFFFFFFFF, 0x80000000, 0x10000000, len(data)):
            add("%s count %d" % (path, number), patched(data, marks[path], struct.pack("<I", number)), marks[path], path,
                "count_too_large")
    add("one IK too many", patched(data, marks["/property_keys/2/iks"], b"\2"), None, "/property_keys/2/iks",
        "count_too_large", "truncated")
    shadows = pack({key: value for key, value in everything().items() if key != "property_keys"})
    add("Nuthouse01 in place of the property keys", shadows + b"Nuthouse01", len(shadows), "/property_keys",
        "count_too_large")


def broken_ends(add):
    """Files cut inside a value."""
    for name, whole, parts in wholes():
        data, marks = pack_with_marks(whole)
        for part in parts:
            path = "/" + part
            for keep in (1, 2, 3):
                add("%s, cut at %s +%d" % (name, path, keep), data[:marks[path] + keep], marks[path], path, "truncated")
            start, end = marks[path], list_end(data, marks, path)
            for size in sorted({start + 4, start + 5, (start + end) // 2, end - 1}):
                if part != "property_keys" or size < start + 10:
                    add("%s, %s cut after %d bytes" % (name, part, size - start), data[:size], start, path,
                        "count_too_large")
    for number, (path, value) in enumerate(shortest_lists()):
        data, marks = pack_with_marks(value)
        end = list_end(data, marks, path)
        if path == "/property_keys/0/iks":
            add("IK list cut by one byte", data[:end - 1], None, path, "count_too_large", "truncated")
        else:
            add("shortest records %d, %s, cut by one byte" % (number, path), data[:end - 1], marks[path], path,
                "count_too_large")

    # Property keys: the earlier ones are longer than the shortest possible one, which gives slack.
    value = full(property_keys=[property_key(1, 4), property_key(2, 4), property_key(3, 4), property_key(4, 3)])
    data, marks = pack_with_marks(value)
    for key, size in (("frame", 4), ("visible", 1), ("iks", 4)):
        path = "/property_keys/3/" + key
        for keep in range(size):
            add("cut at %s +%d" % (path, keep), data[:marks[path] + keep], marks[path], path, "truncated")
    path = "/property_keys/3/iks"
    for size in (0, 1, 20, 21, 30, 62):
        add("%s cut after %d bytes" % (path, size), data[:marks[path] + 4 + size], None, path, "truncated",
            "count_too_large")


# a file byte by byte -------------------------------------------------------------------------------------------

def literal_cases():
    """Small motions as they are in a file, with the offsets of their parts counted by hand."""
    f1, f2, f3, f4, f5 = "0000803f", "00000040", "00004040", "00008040", "0000a040"  # 1, 2, 3, 4 and 5
    half, minus = "0000003f", "000080bf"
    row = "000102030405060708090a0b0c0d0e0f"
    plane = bytes(range(24)).hex()
    bone = {"name": "センター", "frame": 258, "position": [1.0, 2.0, 3.0], "rotation": [4.0, 5.0, 0.5, -1.0], "curves": row * 4}
    face = {"name": "あ", "frame": 3, "weight": 0.5}
    light = {"frame": 6, "color": [1.0, 2.0, 3.0], "direction": [4.0, 5.0, -1.0]}
    view = {"frame": 5, "distance": -1.0, "target": [1.0, 2.0, 3.0], "rotation": [4.0, 5.0, 0.5]}
    value = {
        "format": "vmd", "encoding": "cp932",
        "header": {"signature": CURRENT, "model_name": {"text": "首", "filler": "00fd"}},
        "bone_keys": [bone], "morph_keys": [face],
        "camera_keys": [dict(view, curves=plane, field_of_view=45, parallel=1)], "light_keys": [light],
        "shadow_keys": [{"frame": 7, "mode": "mode2", "distance": 0.5}],
        "property_keys": [{"frame": 8, "visible": 1, "iks": [{"name": "左足ＩＫ", "enabled": 1}, {"name": "a", "enabled": 0}]}],
        "trailing": b"Nuthouse01".hex()}
    sections = [
        ("/bone_keys", "01000000"), ("/bone_keys/0", "835a8393835e815b" + "00" * 7), ("/bone_keys/0/frame", "02010000"),
        ("/bone_keys/0/position", f1 + f2 + f3), ("/bone_keys/0/rotation", f4 + f5 + half + minus),
        ("/bone_keys/0/curves", row * 4),
        ("/morph_keys", "01000000"), ("/morph_keys/0", "82a0" + "00" * 13), ("/morph_keys/0/frame", "03000000"),
        ("/morph_keys/0/weight", half)]
    signature = "566f63616c6f6964204d6f74696f6e204461746120"  # "Vocaloid Motion Data "
    offsets = [50, 54, 69, 73, 85, 101, 165, 169, 184, 188]
    parts = [("/header/signature", 0, signature + "30303032" + "00" * 5), ("/header/model_name", 30, "8ef100" + "fd" * 17)]
    parts += [(path, offset, data) for (path, data), offset in zip(sections, offsets)]
    parts += [
        ("/camera_keys", 192, "01000000"), ("/camera_keys/0", 196, "05000000"), ("/camera_keys/0/distance", 200, minus),
        ("/camera_keys/0/target", 204, f1 + f2 + f3), ("/camera_keys/0/rotation", 216, f4 + f5 + half),
        ("/camera_keys/0/curves", 228, plane), ("/camera_keys/0/field_of_view", 252, "2d000000"),
        ("/camera_keys/0/parallel", 256, "01"),
        ("/light_keys", 257, "01000000"), ("/light_keys/0", 261, "06000000"), ("/light_keys/0/color", 265, f1 + f2 + f3),
        ("/light_keys/0/direction", 277, f4 + f5 + minus),
        ("/shadow_keys", 289, "01000000"), ("/shadow_keys/0", 293, "07000000"), ("/shadow_keys/0/mode", 297, "02"),
        ("/shadow_keys/0/distance", 298, half),
        ("/property_keys", 302, "01000000"), ("/property_keys/0", 306, "08000000"), ("/property_keys/0/visible", 310, "01"),
        ("/property_keys/0/iks", 311, "02000000"), ("/property_keys/0/iks/0", 315, "8db691ab8268826a" + "00" * 12),
        ("/property_keys/0/iks/0/enabled", 335, "01"), ("/property_keys/0/iks/1", 336, "61" + "00" * 19),
        ("/property_keys/0/iks/1/enabled", 356, "00"), ("/trailing", 357, "4e7574686f7573653031")]
    old_value = {
        "format": "vmd", "encoding": "cp932", "header": {"signature": OLD, "short_model_name": "首"}, "bone_keys": [bone],
        "morph_keys": [face], "camera_keys": [dict(view, short_curve="146b1569")], "light_keys": [light],
        "trailing": "ff00"}
    old_offsets = [40, 44, 59, 63, 75, 91, 155, 159, 174, 178]
    old_parts = [("/header/signature", 0, signature + "66696c65" + "00" * 5),
                 ("/header/short_model_name", 30, "8ef1" + "00" * 8)]
    old_parts += [(path, offset, data) for (path, data), offset in zip(sections, old_offsets)]
    old_parts += [
        ("/camera_keys", 182, "01000000"), ("/camera_keys/0", 186, "05000000"), ("/camera_keys/0/distance", 190, minus),
        ("/camera_keys/0/target", 194, f1 + f2 + f3), ("/camera_keys/0/rotation", 206, f4 + f5 + half),
        ("/camera_keys/0/short_curve", 218, "146b1569"),
        ("/light_keys", 222, "01000000"), ("/light_keys/0", 226, "06000000"), ("/light_keys/0/color", 230, f1 + f2 + f3),
        ("/light_keys/0/direction", 242, f4 + f5 + minus), ("/trailing", 254, "ff00")]
    return [Literal("small motion byte by byte", value, parts),
            Literal("small version 1 motion byte by byte", old_value, old_parts)]


def broken_literals(add):
    """The same motions with a wrong count at an offset counted by hand."""
    current, old = literal_cases()
    for path, offset in (("/bone_keys", 50), ("/morph_keys", 165), ("/camera_keys", 192), ("/light_keys", 257),
                         ("/shadow_keys", 289),
                         ("/property_keys", 302), ("/property_keys/0/iks", 311)):
        add("small motion, %s count wrong" % path, patched(current.data, offset, HUGE), offset, path, "count_too_large")
    for path, offset in (("/bone_keys", 40), ("/morph_keys", 155), ("/camera_keys", 182), ("/light_keys", 222)):
        add("small version 1 motion, %s count wrong" % path, patched(old.data, offset, HUGE), offset, path,
            "count_too_large")
