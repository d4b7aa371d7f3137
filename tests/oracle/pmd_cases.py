"""The PMD cases: models that must survive unchanged (`good_cases`) and files that must be refused (`broken_cases`)."""

import struct

from building import (NO_FORMAT, Broken, Good, Literal, Numbers, joint_frame, list_end, patched, rigid_body_shape, special_floats,
                      strange_floats)
from pmd_pack import BONE_TYPES, PANELS, pack, pack_with_marks

HUGE = struct.pack("<I", 0xFFFFFFFF)


# builders ------------------------------------------------------------------------------------------------------

def header(name="模型", comment="説明"):
    return {"signature": "Pmd", "version": 1.0, "name": name, "comment": comment}


def model(head=None, **parts):
    """An empty model with some of its parts replaced. The parts after the frames are present if and only if given."""
    value = {"format": "pmd", "header": head or header(), "vertices": [], "faces": [], "materials": [], "bones": [],
             "iks": [], "morphs": [], "morph_list": [], "frame_names": [], "frame_bones": []}
    for key in parts:
        if key not in value and key not in ("english", "toon_names", "rigid_bodies", "joints", "trailing"):
            raise KeyError(key)
    value.update(parts)
    value.setdefault("trailing", "")
    return value


def complete(head=None, **parts):
    """The same with all parts, those that are not given empty."""
    return model(head, **dict({"english": {"flag": 0}, "toon_names": toons(), "rigid_bodies": [], "joints": []}, **parts))


def toons():
    return ["toon%02d.bmp" % number for number in range(1, 11)]


def vertex(seed, **changes):
    n = Numbers(seed)
    v = {"position": n.some(3), "normal": n.some(3), "uv": n.some(2), "bones": [3, 500], "weight": 60, "no_edge": 1}
    v.update(changes)
    return v


def material(seed, **changes):
    n = Numbers(seed)
    m = {"diffuse": n.some(3), "opacity": n.one(), "specular_power": n.one(), "specular": n.some(3), "ambient": n.some(3),
         "toon": 7, "edge": 1, "index_count": 30 + seed, "texture": "顔%d.bmp" % seed}
    m.update(changes)
    return m


def bone(seed, kind="rotate", **changes):
    b = {"name": "ボーン%d" % seed, "parent": 5, "tail": 6, "type": kind,
         "percent" if kind == "follow_rotation" else "reference": 7, "position": Numbers(seed).some(3)}
    b.update(changes)
    return b


def ik(seed, links=(10, 11, 12), **changes):
    k = {"bone": 21, "target": 22, "loop_count": 40, "unit_angle": Numbers(seed).one(), "links": list(links)}
    k.update(changes)
    return k


def base(seed, count=2):
    n = Numbers(seed)
    return {"name": "ベース", "panel": "base",
            "base_vertices": [{"vertex": 100 + index, "position": n.some(3)} for index in range(count)]}


def morph(seed, panel="eye", count=2):
    n = Numbers(seed)
    return {"name": "モーフ%d" % seed, "panel": panel,
            "offsets": [{"base_vertex": 200 + index, "offset": n.some(3)} for index in range(count)]}


def rigid_body(seed, **changes):
    b = {"name": "剛体%d" % seed, "bone": 9}
    b.update(rigid_body_shape(Numbers(seed)))
    b.update(changes)
    return b


def joint(seed, a=4, b=7):
    j = {"name": "ジョイント%d" % seed, "rigid_body_a": a, "rigid_body_b": b}
    j.update(joint_frame(Numbers(seed)))
    return j


def english(bones, morphs, frames, **changes):
    """The English names of a model with that many bones, morphs and frames."""
    e = {"flag": 1, "name": "English name", "comment": "English comment\nline two",
         "bone_names": ["bone %d" % index for index in range(bones)],
         "morph_names": ["morph %d" % index for index in range(max(morphs - 1, 0))],
         "frame_names": ["frame %d\n" % index for index in range(frames)]}
    e.update(changes)
    return e


def everything():
    """A model with every record type and every field, no two sibling fields alike."""
    return model(
        header("全部", "説明\r\n二行目"),
        vertices=[vertex(1), vertex(2, bones=[65535, 0], weight=100, no_edge=0), vertex(3)],
        faces=[0, 1, 2, 2, 1, 3], materials=[material(11), material(12, toon=255, edge=0, texture="体.bmp*球.spa")],
        bones=[bone(20 + index, kind) for index, kind in enumerate(BONE_TYPES)], iks=[ik(41), ik(42, (13,))],
        morphs=[base(51)] + [morph(52 + index, panel) for index, panel in enumerate(PANELS[1:])],
        morph_list=[4, 2, 1, 3], frame_names=["腕\n", "足\n"],
        frame_bones=[{"bone": 3, "frame": 1}, {"bone": 300, "frame": 2}], english=english(10, 5, 2),
        toon_names=["toon%d.bmp" % (10 - index) for index in range(10)],
        rigid_bodies=[rigid_body(71), rigid_body(72, shape="box", mode="physics_with_bone", bone=-1)],
        joints=[joint(81), joint(82, 6, 5)])


# good cases ----------------------------------------------------------------------------------------------------

def good_cases():
    """All models that must survive, as (name, value) pairs."""
    add = Good()
    tail_cases(add)
    record_cases(add)
    for number, (path, value) in enumerate(shortest_lists()):
        add("shortest records %d, %s" % (number, path), value)
    count_cases(add)
    float_cases(add)
    text_cases(add)
    return add.cases


def tail_cases(add):
    """The file may end before each of the last parts."""
    add("everything", everything())
    add("empty, ends after the frames", model())
    add("empty, complete", complete())
    whole = everything()
    optional = ["english", "toon_names", "rigid_bodies", "joints"]
    for keep in range(5):
        parts = {key: value for key, value in whole.items() if key not in optional[keep:]}
        add("ends after %d of the optional parts" % keep, parts)
        if keep:
            add("ends after %d of the optional parts, English flag 0" % keep, dict(parts, english={"flag": 0}))
    add("empty, ends after the English flag", model(english={"flag": 0}))
    add("empty, ends after the toon names", model(english={"flag": 0}, toon_names=toons()))
    add("empty, ends after the rigid bodies", model(english={"flag": 0}, toon_names=toons(), rigid_bodies=[]))
    for digits in ("00", "ff", "00000000", "0102030405", b"Pmd trailing \0".hex()):
        add("trailing " + digits, complete(trailing=digits))
    add("trailing after everything", dict(everything(), trailing="fedcba98"))
    add("English names without morphs", complete(bones=[bone(1)], frame_names=["枠\n"], english=english(1, 0, 1)))
    add("English names of nothing", complete(english=english(0, 0, 0)))
    add("English names of nothing, ends behind them", model(english=english(0, 0, 0)))
    for count in (1, 2, 4):
        morphs = [base(1)] + [morph(1 + index) for index in range(1, count)]
        add("English names with %d morphs" % count, complete(morphs=morphs, english=english(0, count, 0)))
        add("English names with %d morphs and no base" % count,
            complete(morphs=[morph(5 + index) for index in range(count)], english=english(0, count, 0)))
    add("toon names", complete(toon_names=["", "a.bmp", "顔.bmp", "tex\\表.bmp", "x" * 100, "y" * 99, "z", "toon07.bmp",
                                           {"text": "toon08.bmp", "filler": "00fd"}, {"hex": "ed40" + "00" * 98}]))


def record_cases(add):
    add("vertices", complete(vertices=[
        vertex(1, bones=[0, 0], weight=0, no_edge=0), vertex(2, bones=[65535, 65535], weight=100, no_edge=1),
        vertex(3, bones=[32768, 32767], weight=255, no_edge=255), vertex(4, bones=[1, 256], weight=101, no_edge=2)]))
    add("faces", complete(faces=[0, 1, 32767, 32768, 65534, 65535]))
    for count in (1, 2, 4):
        add("%d face indices" % count, complete(faces=list(range(count))))
    add("materials", complete(materials=[
        material(1, toon=0, edge=0, index_count=0), material(2, toon=9, edge=1, index_count=3),
        material(3, toon=255, edge=2, index_count=0xFFFFFFFF), material(4, toon=10, edge=255, index_count=0x80000000),
        material(5, toon=254, index_count=1)]))
    add("opacities", complete(materials=[material(number, opacity=opacity) for number, opacity in enumerate(
        (0.0, -0.0, 0.98, 0.99, 0.999, 1.0, 99.0, -1.0, "0x7fc00000", "0xff800000"))]))
    add("texture names", complete(materials=[material(number, texture=name) for number, name in enumerate(
        ("", "metal.sph", "a.bmp*b.sph", "a.bmp*b.spa", "b.spa*a.bmp", "*.sph", "*", "tex\\表.bmp", "a.png*" + "b" * 14,
         {"text": "a.bmp", "filler": "00fd"}, {"text": "a.bmp", "filler": "006f6c642e626d7000fd"}))]))
    for kind in BONE_TYPES + [10, 11, 128, 255]:
        add("bone type %s" % kind, complete(bones=[bone(1, kind), bone(2)]))
    for percent in (0, 50, 100, 150, -1, -100, 32767, -32768):
        add("follows by %d percent" % percent, complete(bones=[bone(1, "follow_rotation", percent=percent)]))
    for number in (0, -1, 32767, -32768, 255, 256):
        add("bone indices %d" % number, complete(bones=[bone(1, parent=number), bone(2, tail=number),
                                                        bone(3, "under_rotation", reference=number)]))
    add("no parent, no tail", complete(bones=[bone(1, "rotate_and_move", parent=-1, tail=0, reference=0)]))
    add("bones", complete(bones=[bone(number, BONE_TYPES[number % 10]) for number in range(300)]))
    add("IKs", complete(iks=[ik(1), ik(2, ()), ik(3, (0,)), ik(4, range(255)), ik(5, (65535, 32768, 32767, 0))]))
    for number in (0, 255, 256, 32768, 65535):
        add("IK numbers %d" % number, complete(iks=[ik(1, bone=number), ik(2, target=number), ik(3, loop_count=number)]))
    add("two IKs of one bone", complete(iks=[ik(1, (1, 2)), ik(2, (3, 4), target=23)]))
    for panel in PANELS[1:] + [5, 6, 128, 255]:
        add("panel %s" % panel, complete(morphs=[base(1), morph(2, panel)]))
    add("base alone", complete(morphs=[base(1, 5)]))
    add("empty base", complete(morphs=[base(1, 0), morph(2, "brow", 0)]))
    add("no base", complete(morphs=[morph(1), morph(2, "mouth")], morph_list=[0, 1]))
    add("two bases", complete(morphs=[base(1), morph(2), base(3, 4)]))
    add("base last", complete(morphs=[morph(1), base(2)]))
    numbers = [0, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
    add("morph indices", complete(morphs=[
        dict(base(1), base_vertices=[{"vertex": index, "position": [1.0, 2.0, 3.0]} for index in numbers]),
        dict(morph(2), offsets=[{"base_vertex": index, "offset": [3.0, 2.0, 1.0]} for index in numbers])]))
    add("morph list", complete(morph_list=[0, 1, 255, 256, 32768, 65535]))
    add("frame bones", complete(frame_bones=[{"bone": 0, "frame": 0}, {"bone": 65535, "frame": 1},
                                             {"bone": 256, "frame": 255}, {"bone": 32768, "frame": 128}]))
    for shape in ("sphere", "box", "capsule", 3, 128, 255):
        add("rigid body shape %s" % shape, complete(rigid_bodies=[rigid_body(1, shape=shape)]))
    for mode in ("follow_bone", "physics", "physics_with_bone", 3, 255):
        add("rigid body mode %s" % mode, complete(rigid_bodies=[rigid_body(1, mode=mode)]))
    add("rigid bodies", complete(rigid_bodies=[
        rigid_body(1, bone=-1, group=0, collision_mask=0), rigid_body(2, bone=0, group=15, collision_mask=1),
        rigid_body(3, bone=32767, group=16, collision_mask=0x8000),
        rigid_body(4, bone=-32768, group=255, collision_mask=0xFFFF)]))
    add("joints", complete(joints=[joint(1, 0, 1), joint(2, 0xFFFFFFFF, 0x80000000), joint(3, 0x7FFFFFFF, 65536)]))


def shortest_lists():
    """Lists of 100 records of the shortest possible kind, last in the file, as (path of the list, model)."""
    return [("/frame_bones", model(frame_bones=[{"bone": 1, "frame": 2}] * 100)),
            ("/rigid_bodies", model(english={"flag": 0}, toon_names=toons(), rigid_bodies=[rigid_body(1)] * 100)),
            ("/joints", complete(joints=[joint(1)] * 100))]


def count_cases(add):
    """Counts in four, two and one bytes."""
    add("70000 faces", complete(faces=[index % 65536 for index in range(70000)]))
    add("65535 IKs", complete(iks=[ik(1, ())] * 65535))
    add("300 morphs", complete(morphs=[base(1)] + [morph(2, "other", 0)] * 299, english=english(0, 300, 0)))
    add("255 in the morph list", complete(morph_list=list(range(255))))
    add("255 frame names", complete(frame_names=["枠%d\n" % index for index in range(255)], english=english(0, 0, 255)))
    add("70000 frame bones", complete(frame_bones=[{"bone": index % 65536, "frame": index % 256}
                                                   for index in range(70000)]))


def float_cases(add):
    special = special_floats()
    values = special + [0.0] * (-len(special) % 3)
    add("special floats", complete(morphs=[dict(morph(1), offsets=[
        {"base_vertex": 0, "offset": values[at:at + 3]} for at in range(0, len(values), 3)])]))
    for name, value in strange_floats(everything):
        add(name, value)


def all_texts(value, change):
    """The model with every text of fixed size replaced by change(size)."""
    value["header"].update(name=change(20), comment=change(256))
    for part in ("bones", "morphs", "rigid_bodies", "joints"):
        for record in value[part]:
            record["name"] = change(20)
    for record in value["materials"]:
        record["texture"] = change(20)
    value["frame_names"] = [change(50) for _ in value["frame_names"]]
    value["toon_names"] = [change(100) for _ in value["toon_names"]]
    e = value["english"]
    e.update(name=change(20), comment=change(256))
    for key, size in (("bone_names", 20), ("morph_names", 20), ("frame_names", 50)):
        e[key] = [change(size) for _ in e[key]]
    return value


NAMES = [
    "", "a", "センター", "左足ＩＫ", "ﾈｸﾀｲＩＫ", "あいうえおかきくけこ", "ソ表能十予", "ボポマミム", "12345678901234567890", "1234567890123456789",
    "\\~", "～∥－￠￡￢―", "\x01\x1f\x7f", " a ", "\n", "①ⅣⅰⅩ㈱№℡≒∵", "纊髙﨑", "\ue000\ue757", "\x80\uf8f0\uf8f1\uf8f2\uf8f3",
    {"text": "センター", "filler": "00fd"}, {"text": "", "filler": "00fd"}, {"text": "", "filler": "0001"},
    {"text": "leg_R", "filler": "003100fd"}, {"text": "a", "filler": "006f6c642074657874ff"},
    {"text": "a", "filler": "00610000ff00"}, {"text": "123456789012345678", "filler": "00ff"},
    {"text": "左", "filler": "00fdfc"},
    {"text": "x", "filler": "0020"}, {"text": "右", "filler": "000102030405060708090a0b0c0d0e0f1011"}]

# Bytes that do not survive: half characters, codes without a character, second codes of characters.
LOST = ["82", "82a082", "ff82", "61626383", "8540", "81ad", "fcfc", "ed40", "eef9", "8790", "879a", "fa54", "fa4a", "fa5b",
        "82a0ed40"]


def lost_names():
    """Fields of 20 bytes with such a text, with NULs or something else behind it, and without room for a NUL."""
    for digits in LOST:
        size = len(digits) // 2
        yield {"hex": digits + "00" * (20 - size)}
        yield {"hex": digits + "00" + "fd" * (19 - size)}
        yield {"hex": "41" * (20 - size) + digits}


def text_cases(add):
    add("names", complete(bones=[bone(number, name=name) for number, name in enumerate(NAMES)]))
    add("names that do not survive", complete(bones=[bone(number, name=name) for number, name in enumerate(lost_names())]))
    for number, name in enumerate(NAMES):
        add("model name %d" % number, complete(header(name=name), english=english(0, 0, 0, name=name)))
    for name, comment in (("with CRLF", "一行目\r\n二行目\r\n"), ("with LF", "一行目\n二行目\n"),
                          ("with CR and LF", "a\rb\nc\r\n\n\rd"),
                          ("full", "説" * 128), ("one short of full", "x" * 255), ("empty", ""),
                          ("with filler", {"text": "説明\r\n", "filler": "00fd"}),
                          ("with an old text behind it", {"text": "説明", "filler": "00" + b"old text\r\n".hex() + "00fd"}),
                          ("with half a character", {"hex": "78" * 255 + "83"}),
                          ("that does not survive", {"hex": "ed40" + "00" * 254})):
        add("comment " + name, complete(header(comment=comment), english=english(0, 0, 0, comment=comment)))
    add("frame names", complete(frame_names=[
        "腕\n", "腕", "\n", "", "腕\r\n", {"text": "腕\n", "filler": "00fd"}, {"text": "腕\n", "filler": "00310000fd"}, "枠" * 25,
        "枠" * 24 + "\n",
        {"hex": "ed40" + "0a" + "00" * 47}]))
    add("filler in every text", all_texts(everything(), lambda size: {"text": "名前", "filler": "00fd"}))
    add("remnants in every text", all_texts(everything(), lambda size: {"text": "leg_R", "filler": "003100fd"}))
    add("every text full", all_texts(everything(), lambda size: "字" * (size // 2)))
    add("every text undecodable", all_texts(everything(), lambda size: {"hex": "ed40" + "fd" * (size - 2)}))
    add("every text empty", all_texts(everything(), lambda size: ""))
    add("every text empty with filler", all_texts(everything(), lambda size: {"text": "", "filler": "00fd"}))


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
    add("two bytes", b"Pm", None, "", "truncated", *NO_FORMAT)
    add("PMX", b"PMX " + good[4:], None, "")
    add("lower case", b"pmd" + good[3:], None, "", *NO_FORMAT)
    add("upper case", b"PMD" + good[3:], None, "", *NO_FORMAT)
    add("text file", b"This is not a model at all, only a text.\n" * 10, None, "", *NO_FORMAT)
    for size, offset, key in ((3, 3, "version"), (6, 3, "version"), (7, 7, "name"), (26, 7, "name"), (27, 27, "comment"),
                              (282, 27, "comment")):
        add("file of %d bytes" % size, good[:size], offset, "/header/" + key, "truncated")


COUNTS = {"vertices": 4, "faces": 4, "materials": 4, "bones": 2, "iks": 2, "morphs": 2, "morph_list": 1, "frame_names": 1,
          "frame_bones": 4, "rigid_bodies": 4, "joints": 4}


def broken_counts(add):
    good, marks = pack_with_marks(everything())
    bare, where = pack_with_marks(complete())
    for part, size in COUNTS.items():
        path = "/" + part
        if part != "morph_list":  # 255 numbers fit
            for name, data, offset in (("", good, marks[path]), (" in an empty model", bare, where[path])):
                add("%s count ff%s" % (path, name), patched(data, offset, b"\xff" * size), offset, path, "count_too_large")
        if size == 4:
            for number in (0x7FFFFFFF, 0x80000000, 0x40000000, 0x10000000, len(good)):
                add("%s count %d" % (path, number), patched(good, marks[path], struct.pack("<I", number)), marks[path],
                    path, "count_too_large")
    data, where = pack_with_marks(model())
    for part in ("bones", "iks", "morphs", "morph_list", "frame_names"):
        at = where["/" + part]
        add("/%s count one in a file with no bytes for it" % part, patched(data[:at + COUNTS[part]], at, b"\1"), at,
            "/" + part, "count_too_large")
    for path in ("/morphs/0/base_vertices", "/morphs/1/offsets", "/morphs/4/offsets"):
        for number in (0xFFFFFFFF, 0x80000000, 0x10000000, len(good)):
            add("%s count %d" % (path, number), patched(good, marks[path], struct.pack("<I", number)), marks[path], path,
                "count_too_large")
    data, where = pack_with_marks(model(iks=[ik(1)]))
    add("255 IK links", patched(data, where["/iks/0/links"], b"\xff"), None, "/iks/0/links", "count_too_large", "truncated")


def broken_ends(add):
    """Files cut inside a value."""

    def cut(value, path, keep, *codes, offset=True, under=None):
        """Cuts a file after `keep` bytes of the value at `path`."""
        data, marks = pack_with_marks(value)
        add("cut at %s +%d of %d bytes" % (path, keep, len(data)), data[:marks[path] + keep],
            marks[path] if offset else None, path if under is None else under, *(codes or ("truncated",)))

    for part, size in COUNTS.items():
        optional = part in ("rigid_bodies", "joints")
        for keep in range(1 if optional else 0, size):
            cut(everything(), "/" + part, keep)
            cut(complete(), "/" + part, keep)

    # Lists of records of one size: what is missing at the end is found at the count.
    for part in ("vertices", "faces", "materials", "bones", "morph_list", "frame_names", "frame_bones", "rigid_bodies",
                 "joints"):
        data, marks = pack_with_marks(everything())
        start, end = marks["/" + part], list_end(data, marks, "/" + part)
        for size in sorted({start + COUNTS[part], marks["/%s/0" % part] + 1, (start + end) // 2, end - 1}):
            add("%s cut after %d bytes" % (part, size - start), data[:size], start, "/" + part, "count_too_large")
    for number, (path, value) in enumerate(shortest_lists()):
        data, marks = pack_with_marks(value)
        add("shortest records %d, %s, cut by one byte" % (number, path), data[:-1], marks[path], path, "count_too_large")

    # IKs and morphs: the earlier records are longer than the shortest possible one, which gives slack.
    iks = model(iks=[ik(1, range(100)) for _ in range(3)] + [ik(2, (1, 2, 3))])
    bare = model(iks=[ik(1, range(100)) for _ in range(3)] + [ik(2, ())])
    for key, size in (("bone", 2), ("target", 2), ("links", 1), ("loop_count", 2), ("unit_angle", 4)):
        for keep in range(size):
            cut(bare, "/iks/3/" + key, keep)
            if key in ("bone", "target", "links"):
                cut(iks, "/iks/3/" + key, keep)
            else:
                cut(iks, "/iks/3/" + key, keep, "truncated", "count_too_large", offset=False, under="/iks/3")
    for path, keep in (("/iks/3/links/0", 0), ("/iks/3/links/0", 1), ("/iks/3/links/2", 0), ("/iks/3/links/2", 1)):
        cut(iks, path, keep, "truncated", "count_too_large", offset=False, under="/iks/3/links")
    add("shortest IKs cut by one byte", pack(model(iks=[ik(1, ())] * 100))[:283 + 12 + 2 + 2 + 1099],
        283 + 12 + 2, "/iks", "count_too_large")

    for kind, last, list_key in (("base", base(4, 3), "base_vertices"), ("offset", morph(4, "brow", 3), "offsets")):
        value = model(morphs=[base(1, 20), morph(2, "eye", 20), morph(3, "mouth", 20), last])
        short = model(morphs=value["morphs"][:3] + [dict(last, **{list_key: []})])
        for keep in (0, 1, 19):
            cut(value, "/morphs/3/name", keep)
        for keep in (0, 3):
            cut(value, "/morphs/3/" + list_key, keep, under="/morphs/3")
        cut(short, "/morphs/3/panel", 0)
        cut(value, "/morphs/3/panel", 0, "truncated", "count_too_large", offset=False, under="/morphs/3")
        data, marks = pack_with_marks(value)
        for size in (0, 1, 4, 15, 16, 47):
            add("%s list cut after %d bytes" % (kind, size), data[:marks["/morphs/3/%s/0" % list_key] + size], None,
                "/morphs/3/" + list_key, "truncated", "count_too_large")

    # The English names have no counts of their own.
    value = everything()
    for keep in (0, 1, 19):
        cut(value, "/english/name", keep)
    for keep in (0, 255):
        cut(value, "/english/comment", keep)
    data, marks = pack_with_marks(value)
    for key in ("bone_names", "morph_names", "frame_names"):
        path = "/english/" + key
        start, end = marks[path], list_end(data, marks, path)
        for size in (start, start + 1, start + 50, end - 1):
            add("%s cut after %d bytes" % (path, size - start), data[:size], None, path, "truncated", "count_too_large")
    start = marks["/toon_names"]
    for size in (1, 99, 100, 555, 900, 999):
        add("toon names cut after %d bytes" % size, data[:start + size], None, "/toon_names", "truncated",
            "count_too_large")
    data, marks = pack_with_marks(complete())
    for size in (1, 500, 999):
        add("toon names after English flag 0 cut after %d bytes" % size, data[:marks["/toon_names"] + size], None,
            "/toon_names",
            "truncated", "count_too_large")


# a file byte by byte -------------------------------------------------------------------------------------------

def literal_cases():
    """A small model as it is in a file, with the offsets of its parts counted by hand."""
    f1, f2, f3, f4, f5 = "0000803f", "00000040", "00004040", "00008040", "0000a040"  # 1, 2, 3, 4 and 5
    half, minus = "0000003f", "000080bf"
    value = {
        "format": "pmd", "header": {"signature": "Pmd", "version": 1.0, "name": {"text": "頭", "filler": "00fd"},
                                    "comment": "a\r\nb"},
        "vertices": [{"position": [1.0, 2.0, 3.0], "normal": [4.0, 5.0, 0.5], "uv": [-1.0, 2.0], "bones": [1, 65535],
                      "weight": 100,
                      "no_edge": 1}],
        "faces": [2, 0, 1],
        "materials": [{"diffuse": [1.0, 2.0, 3.0], "opacity": 0.5, "specular_power": 5.0, "specular": [4.0, 3.0, 2.0],
                       "ambient": [-1.0, 0.5, 1.0], "toon": 9, "edge": 1, "index_count": 3, "texture": "a.bmp*b.sph"}],
        "bones": [{"name": "腕", "parent": -1, "tail": 1, "type": "rotate_and_move", "reference": 0,
                   "position": [3.0, 2.0, 1.0]},
                  {"name": "首", "parent": 0, "tail": 0, "type": "follow_rotation", "percent": 150,
                   "position": [5.0, 4.0, 0.5]}],
        "iks": [{"bone": 1, "target": 2, "loop_count": 40, "unit_angle": 0.5, "links": [3, 4]}],
        "morphs": [{"name": "base", "panel": "base", "base_vertices": [{"vertex": 7, "position": [1.0, 2.0, 3.0]}]},
                   {"name": "あ", "panel": "mouth", "offsets": [{"base_vertex": 0, "offset": [3.0, 4.0, 5.0]}]}],
        "morph_list": [1], "frame_names": ["腕\n"], "frame_bones": [{"bone": 1, "frame": 1}, {"bone": 0, "frame": 1}],
        "english": {"flag": 1, "name": "head", "comment": "c", "bone_names": ["arm", "neck"], "morph_names": ["a"],
                    "frame_names": ["Arms"]},
        "toon_names": ["t%d" % number for number in range(10)],
        "rigid_bodies": [{"name": {"text": "leg_R", "filler": "003100fd"}, "bone": -1, "group": 2, "collision_mask": 0xFFFE,
                          "shape": "capsule", "size": [1.0, 2.0, 3.0], "position": [4.0, 5.0, 0.5],
                          "rotation": [-1.0, 1.0, 2.0],
                          "mass": 3.0, "linear_damping": 4.0, "angular_damping": 5.0, "restitution": 0.5, "friction": -1.0,
                          "mode": "physics_with_bone"}],
        "joints": [{"name": "j", "rigid_body_a": 1, "rigid_body_b": 0, "position": [1.0, 2.0, 3.0],
                    "rotation": [4.0, 5.0, 0.5],
                    "linear_lower": [-1.0, 1.0, 2.0], "linear_upper": [3.0, 4.0, 5.0], "angular_lower": [0.5, -1.0, 1.0],
                    "angular_upper": [2.0, 3.0, 4.0], "linear_spring": [5.0, 0.5, -1.0],
                    "angular_spring": [1.0, 3.0, 5.0]}],
        "trailing": "0a0b"}
    parts = [
        ("/header/signature", 0, "506d64"), ("/header/version", 3, f1), ("/header/name", 7, "93aa00" + "fd" * 17),
        ("/header/comment", 27, "610d0a62" + "00" * 252),
        ("/vertices", 283, "01000000"), ("/vertices/0", 287, f1 + f2 + f3), ("/vertices/0/normal", 299, f4 + f5 + half),
        ("/vertices/0/uv", 311, minus + f2), ("/vertices/0/bones/0", 319, "0100"), ("/vertices/0/bones/1", 321, "ffff"),
        ("/vertices/0/weight", 323, "64"), ("/vertices/0/no_edge", 324, "01"),
        ("/faces", 325, "03000000"), ("/faces/0", 329, "020000000100"),
        ("/materials", 335, "01000000"), ("/materials/0", 339, f1 + f2 + f3), ("/materials/0/opacity", 351, half),
        ("/materials/0/specular_power", 355, f5), ("/materials/0/specular", 359, f4 + f3 + f2),
        ("/materials/0/ambient", 371, minus + half + f1), ("/materials/0/toon", 383, "09"),
        ("/materials/0/edge", 384, "01"),
        ("/materials/0/index_count", 385, "03000000"), ("/materials/0/texture", 389, "612e626d702a622e737068" + "00" * 9),
        ("/bones", 409, "0200"), ("/bones/0", 411, "9872" + "00" * 18), ("/bones/0/parent", 431, "ffff"),
        ("/bones/0/tail", 433, "0100"),
        ("/bones/0/type", 435, "01"), ("/bones/0/reference", 436, "0000"), ("/bones/0/position", 438, f3 + f2 + f1),
        ("/bones/1", 450, "8ef1" + "00" * 18), ("/bones/1/parent", 470, "0000"), ("/bones/1/tail", 472, "0000"),
        ("/bones/1/type", 474, "09"),
        ("/bones/1/percent", 475, "9600"), ("/bones/1/position", 477, f5 + f4 + half),
        ("/iks", 489, "0100"), ("/iks/0", 491, "0100"), ("/iks/0/target", 493, "0200"), ("/iks/0/links", 495, "02"),
        ("/iks/0/loop_count", 496, "2800"), ("/iks/0/unit_angle", 498, half), ("/iks/0/links/0", 502, "03000400"),
        ("/morphs", 506, "0200"), ("/morphs/0", 508, "62617365" + "00" * 16), ("/morphs/0/base_vertices", 528, "01000000"),
        ("/morphs/0/panel", 532, "00"), ("/morphs/0/base_vertices/0", 533, "07000000" + f1 + f2 + f3),
        ("/morphs/1", 549, "82a0" + "00" * 18), ("/morphs/1/offsets", 569, "01000000"), ("/morphs/1/panel", 573, "03"),
        ("/morphs/1/offsets/0", 574, "00000000" + f3 + f4 + f5),
        ("/morph_list", 590, "01"), ("/morph_list/0", 591, "0100"), ("/frame_names", 593, "01"),
        ("/frame_names/0", 594, "98720a" + "00" * 47), ("/frame_bones", 644, "02000000"), ("/frame_bones/0", 648, "010001"),
        ("/frame_bones/1", 651, "000001"),
        ("/english", 654, "01"), ("/english/name", 655, "68656164" + "00" * 16),
        ("/english/comment", 675, "63" + "00" * 255),
        ("/english/bone_names", 931, "61726d" + "00" * 17 + "6e65636b" + "00" * 16),
        ("/english/morph_names", 971, "61" + "00" * 19),
        ("/english/frame_names", 991, "41726d73" + "00" * 46),
        ("/toon_names", 1041, "".join("743%d" % number + "00" * 98 for number in range(10))),
        ("/rigid_bodies", 2041, "01000000"), ("/rigid_bodies/0", 2045, "6c65675f52003100" + "fd" * 12),
        ("/rigid_bodies/0/bone", 2065, "ffff"),
        ("/rigid_bodies/0/group", 2067, "02"), ("/rigid_bodies/0/collision_mask", 2068, "feff"),
        ("/rigid_bodies/0/shape", 2070, "02"),
        ("/rigid_bodies/0/size", 2071, f1 + f2 + f3), ("/rigid_bodies/0/position", 2083, f4 + f5 + half),
        ("/rigid_bodies/0/rotation", 2095, minus + f1 + f2), ("/rigid_bodies/0/mass", 2107, f3),
        ("/rigid_bodies/0/linear_damping", 2111, f4), ("/rigid_bodies/0/angular_damping", 2115, f5),
        ("/rigid_bodies/0/restitution", 2119, half), ("/rigid_bodies/0/friction", 2123, minus),
        ("/rigid_bodies/0/mode", 2127, "02"),
        ("/joints", 2128, "01000000"), ("/joints/0", 2132, "6a" + "00" * 19), ("/joints/0/rigid_body_a", 2152, "01000000"),
        ("/joints/0/rigid_body_b", 2156, "00000000"), ("/joints/0/position", 2160, f1 + f2 + f3),
        ("/joints/0/rotation", 2172, f4 + f5 + half), ("/joints/0/linear_lower", 2184, minus + f1 + f2),
        ("/joints/0/linear_upper", 2196, f3 + f4 + f5), ("/joints/0/angular_lower", 2208, half + minus + f1),
        ("/joints/0/angular_upper", 2220, f2 + f3 + f4), ("/joints/0/linear_spring", 2232, f5 + half + minus),
        ("/joints/0/angular_spring", 2244, f1 + f3 + f5), ("/trailing", 2256, "0a0b")]
    return [Literal("small model byte by byte", value, parts)]


def broken_literals(add):
    """The same model with a wrong count at an offset counted by hand."""
    data = literal_cases()[0].data
    for path, offset in (("/vertices", 283), ("/faces", 325), ("/materials", 335), ("/morphs/0/base_vertices", 528),
                         ("/morphs/1/offsets", 569), ("/frame_bones", 644), ("/rigid_bodies", 2041), ("/joints", 2128)):
        add("small model, %s count wrong" % path, patched(data, offset, HUGE), offset, path, "count_too_large")
    for path, offset in (("/bones", 409), ("/iks", 489), ("/morphs", 506)):
        add("small model, %s count wrong" % path, patched(data, offset, b"\xff\xff"), offset, path, "count_too_large")
    add("small model, /frame_names count wrong", patched(data, 593, b"\xff"), 593, "/frame_names", "count_too_large")
    for path, offset in (("/english/name", 655), ("/english/comment", 675)):
        add("small model that ends at %d" % offset, data[:offset], offset, path, "truncated")
