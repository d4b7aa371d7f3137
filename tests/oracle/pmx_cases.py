"""The PMX cases: models that must survive unchanged (`good_cases`) and files that must be refused (`broken_cases`)."""

import struct

from building import (NO_FORMAT, Broken, Good, Literal, Numbers, joint_frame, list_end, patched, rigid_body_shape, special_floats,
                      strange_floats, value_end)
from pmx_pack import BONE_FLAGS, MATERIAL_FLAGS, MORPH_TYPES, pack, pack_with_marks
from values import float_value

KINDS = ["vertex", "texture", "material", "bone", "morph", "rigid_body"]


# builders ------------------------------------------------------------------------------------------------------

def header(version=2.0, encoding="utf16le", uvs=0, widths=None, extra="", signature="PMX "):
    return {"signature": signature, "version": version, "encoding": encoding, "additional_uvs": uvs,
            "index_widths": dict({kind: 1 for kind in KINDS}, **(widths or {})), "extra_globals": extra}


def model(head=None, **parts):
    """An empty model with some of its parts replaced. Soft bodies are present if and only if given."""
    value = {"format": "pmx", "header": head or header(), "name": "", "english_name": "", "comment": "",
             "english_comment": "", "vertices": [], "faces": [], "textures": [], "materials": [], "bones": [],
             "morphs": [], "display_frames": [], "rigid_bodies": [], "joints": []}
    if "soft_bodies" in parts:
        value["soft_bodies"] = []
    value["trailing"] = ""
    for key in parts:
        if key not in value:
            raise KeyError(key)
    value.update(parts)
    return value


def named(seed, word):
    return {"name": "%s名%d" % (word, seed), "english_name": "%s %d en" % (word, seed)}


def vertex(seed, deform="bdef1", bones=None, uvs=0):
    n = Numbers(seed)
    v = {"position": n.some(3), "normal": n.some(3), "uv": n.some(2)}
    if uvs:
        v["additional_uvs"] = [n.some(4) for _ in range(uvs)]
    count, weights = {"bdef1": (1, 0), "bdef2": (2, 1), "bdef4": (4, 4), "sdef": (2, 1), "qdef": (4, 4)}[deform]
    v["deform"] = deform
    v["bones"] = bones or [3, 1, 4, 2][:count]
    if weights:
        v["weights"] = n.some(weights)
    if deform == "sdef":
        v.update(sdef_c=n.some(3), sdef_r0=n.some(3), sdef_r1=n.some(3))
    v["edge_scale"] = n.one()
    return v


def material(seed, **changes):
    """A material; `changes` may hold toon_texture, else it has a shared toon."""
    n = Numbers(seed)
    m = named(seed, "材質")
    m.update(diffuse=n.some(4), specular=n.some(3), specular_power=n.one(), ambient=n.some(3),
             flags=["double_sided", "edge"], edge_color=n.some(4), edge_size=n.one(), texture=1, sphere_texture=2,
             sphere_mode="sub_texture")
    if "toon_texture" in changes:
        m.update(toon_mode="texture", toon_texture=changes.pop("toon_texture"))
    else:
        m.update(toon_mode="shared", shared_toon=changes.pop("shared_toon", 7))
    m.update(memo="memo %d メモ" % seed, index_count=30 + seed)
    m.update(changes)
    return m


def flag_names(number, names):
    """Flags as in JSON: a name where there is one, else the number of the bit."""
    result = []
    for bit in range(16):
        if number >> bit & 1:
            name = names[bit] if bit < len(names) else None
            result.append(name or 1 << bit)
    return result


def bone(seed, flags=0, links=None, **changes):
    n = Numbers(seed)
    b = named(seed, "ボーン")
    b.update(position=n.some(3), parent=5, layer=-3, flags=flag_names(flags, BONE_FLAGS))
    if flags & 0x0001:
        b["tail_bone"] = 6
    else:
        b["tail_offset"] = n.some(3)
    if flags & 0x0300:
        b["append"] = {"parent": 7, "ratio": n.one()}
    if flags & 0x0400:
        b["fixed_axis"] = n.some(3)
    if flags & 0x0800:
        b["local_axes"] = {"x": n.some(3), "z": n.some(3)}
    if flags & 0x2000:
        b["external_parent_key"] = 123456
    if flags & 0x0020:
        b["ik"] = {"target": 8, "loop_count": 40, "unit_angle": n.one(),
                   "links": [link(seed + 1, 2, 1), link(seed + 2, 1, 0)] if links is None else links}
    b.update(changes)
    return b


def link(seed, bone_index, limited):
    n = Numbers(seed)
    value = {"bone": bone_index, "limited": limited}
    if limited:
        value.update(limit_min=n.some(3), limit_max=n.some(3))
    return value


def offset(seed, kind, index=3):
    """One element of a morph of the given type."""
    n = Numbers(seed)
    if kind in ("group", "flip"):
        return {"morph": index, "weight": n.one()}
    if kind == "vertex":
        return {"vertex": index, "offset": n.some(3)}
    if kind == "bone":
        return {"bone": index, "translation": n.some(3), "rotation": n.some(4)}
    if kind == "material":
        return {"material": index, "operation": "add", "diffuse": n.some(4), "specular": n.some(3),
                "specular_power": n.one(), "ambient": n.some(3), "edge_color": n.some(4), "edge_size": n.one(),
                "texture_factor": n.some(4), "sphere_factor": n.some(4), "toon_factor": n.some(4)}
    if kind == "impulse":
        return {"rigid_body": index, "local": 1, "velocity": n.some(3), "torque": n.some(3)}
    return {"vertex": index, "offset": n.some(4)}


def morph(seed, kind, panel="eye", offsets=None):
    m = named(seed, "モーフ")
    m.update(panel=panel, type=kind, offsets=[offset(seed, kind), offset(seed + 1, kind, 2)]
             if offsets is None else offsets)
    return m


def frame(seed, special, *elements):
    f = named(seed, "枠")
    f.update(special=special, elements=[{"kind": kind, kind: index} for kind, index in elements])
    return f


def rigid_body(seed, **changes):
    n = Numbers(seed)
    b = named(seed, "剛体")
    b.update(bone=9)
    b.update(rigid_body_shape(n))
    b.update(changes)
    return b


def joint(seed, kind="spring_6dof", a=4, b=7):
    n = Numbers(seed)
    j = named(seed, "ジョイント")
    j.update(type=kind, rigid_body_a=a, rigid_body_b=b)
    j.update(joint_frame(n))
    return j


def soft_body(seed, **changes):
    n = Numbers(seed)
    s = named(seed, "ソフト")
    s.update(shape="rope", material=3, group=14, collision_mask=0x1234, flags=["b_links", "randomise_links"],
             b_link_distance=1001, cluster_count=1002, mass=n.one(), margin=n.one(), aero_model="f_two_sided")
    for key in ("vcf dp dg lf pr vc df mt chr khr shr ahr srhr skhr sshr sr_splt sk_splt ss_splt").split():
        s[key] = n.one()
    s.update(v_it=2001, p_it=2002, d_it=2003, c_it=2004)
    for key in ("lst", "ast", "vst"):
        s[key] = n.one()
    s.update(anchors=[{"rigid_body": 5, "vertex": 6, "near": 1}, {"rigid_body": 8, "vertex": 9, "near": 0}],
             pins=[10, 11, 13])
    s.update(changes)
    return s


def everything(head=None):
    """A model with every record type and every field, no two sibling fields alike."""
    head = head or header(2.1)
    uvs = head["additional_uvs"]
    parts = {
        "name": "全部", "english_name": "everything", "comment": "説明\r\n二行目", "english_comment": "line\r\nline two",
        "vertices": [vertex(1, "bdef1", uvs=uvs), vertex(2, "bdef2", uvs=uvs), vertex(3, "bdef4", uvs=uvs),
                     vertex(4, "sdef", uvs=uvs), vertex(5, "qdef", uvs=uvs)],
        "faces": [0, 1, 2, 2, 1, 3],
        "textures": ["tex\\顔.png", "tex/b.bmp", ".\\c.sph"],
        "materials": [material(11), material(12, toon_texture=0, sphere_mode="multiply")],
        "bones": [bone(21, 0x001F), bone(24, 0x3FBE), bone(28, 0x0321)],
        "morphs": [morph(31 + 2 * index, kind) for index, kind in enumerate(MORPH_TYPES)],
        "display_frames": [frame(61, 1, ("bone", 0)), frame(62, 1, ("morph", 1), ("bone", 2), ("morph", 3)),
                           frame(63, 0)],
        "rigid_bodies": [rigid_body(71), rigid_body(72, shape="box", mode="physics_with_bone", bone=-1)],
        "joints": [joint(81), joint(82, "hinge", 6, 5)],
    }
    if head["version"] == 2.1:
        parts["soft_bodies"] = [soft_body(91), soft_body(92, shape="tri_mesh", anchors=[], pins=[])]
    return model(head, **parts)


# good cases ----------------------------------------------------------------------------------------------------

def good_cases():
    """All models that must survive, as (name, value) pairs."""
    add = Good()
    header_cases(add)
    width_cases(add)
    vertex_cases(add)
    material_cases(add)
    bone_cases(add)
    morph_cases(add)
    frame_cases(add)
    physics_cases(add)
    soft_body_cases(add)
    for number, (path, value) in enumerate(shortest_lists()):
        add("shortest records %d, %s" % (number, path), value)
    float_cases(add)
    text_cases(add)
    return add.cases


def bare(record):
    """The record with empty texts."""
    return dict(record, **{key: "" for key in ("name", "english_name", "memo") if key in record})


def shortest_lists():
    """Lists of 100 records of the shortest possible kind, as (path of the list, model); every other width is 4.

    A reader that thinks a record needs more bytes than it does refuses such a file.
    """
    def wide(*narrow, **more):
        return header(2.1, widths={kind: 1 if kind in narrow else 4 for kind in KINDS}, **more)

    group = bare(morph(1, "group", offsets=[]))
    lists = [("/vertices", wide("bone"), "vertices", [vertex(1)] * 100),
             ("/vertices", wide("bone", uvs=3), "vertices", [vertex(1, uvs=3)] * 100),
             ("/faces", wide("vertex"), "faces", [200] * 100),
             ("/textures", wide(), "textures", [""] * 100),
             ("/materials", wide("texture"), "materials", [bare(material(1))] * 100),
             ("/materials", wide("texture"), "materials", [bare(material(1, toon_texture=1))] * 100),
             ("/materials", wide(), "materials", [bare(material(1))] * 100),
             ("/bones", wide("bone"), "bones", [bare(bone(1, 1))] * 100),
             ("/bones/0/ik/links", wide("bone"), "bones", [bone(1, 0x20, links=[link(1, 1, 0)] * 100)]),
             ("/morphs", wide(), "morphs", [group] * 100),
             ("/display_frames", wide(), "display_frames", [bare(frame(1, 0))] * 100),
             ("/display_frames/0/elements", wide("bone"), "display_frames", [frame(1, 0, *[("bone", 1)] * 100)]),
             ("/display_frames/0/elements", wide("morph"), "display_frames", [frame(1, 0, *[("morph", 1)] * 100)]),
             ("/rigid_bodies", wide("bone"), "rigid_bodies", [bare(rigid_body(1))] * 100),
             ("/joints", wide("rigid_body"), "joints", [bare(joint(1))] * 100),
             ("/soft_bodies", wide("material"), "soft_bodies", [bare(soft_body(1, anchors=[], pins=[]))] * 100),
             ("/soft_bodies/0/anchors", wide("rigid_body"), "soft_bodies",
              [soft_body(1, anchors=soft_body(1)["anchors"] * 50)]),
             ("/soft_bodies/0/anchors", wide("vertex"), "soft_bodies",
              [soft_body(1, anchors=soft_body(1)["anchors"] * 50)]),
             ("/soft_bodies/0/pins", wide("vertex"), "soft_bodies", [soft_body(1, pins=[200] * 100)])]
    for kind, index in (("group", "morph"), ("flip", "morph"), ("vertex", "vertex"), ("bone", "bone"), ("uv", "vertex"),
                        ("additional_uv1", "vertex"), ("additional_uv2", "vertex"), ("additional_uv3", "vertex"),
                        ("additional_uv4", "vertex"), ("material", "material"), ("impulse", "rigid_body")):
        lists.append(("/morphs/0/offsets", wide(index), "morphs", [morph(1, kind, offsets=[offset(1, kind)] * 100)]))
    result = []
    for path, head, part, records in lists:
        parts = {part: records}
        parts.setdefault("soft_bodies", [])
        result.append((path, model(head, **parts)))
    return result


def header_cases(add):
    add("empty 2.0", model())
    add("empty 2.1", model(header(2.1), soft_bodies=[]))
    add("empty utf8", model(header(encoding="utf8")))
    for version in (2.0, 2.1):
        for encoding in ("utf16le", "utf8"):
            for uvs in range(5):
                add("everything %s %s, %d additional uvs" % (version, encoding, uvs),
                    everything(header(version, encoding, uvs)))
    add("2.1 that ends before the soft bodies", model(header(2.1), vertices=[vertex(1)]))
    add("2.1 that ends before the soft bodies, with joints", model(header(2.1), joints=[joint(1)]))
    add("trailing zeros", model(trailing="00000000"))
    add("trailing one byte", model(trailing="ff"))
    add("trailing text", model(trailing=b"PMX trailing bytes \x00\xff".hex(), joints=[joint(1)]))
    add("trailing after no soft bodies", model(header(2.1), soft_bodies=[], trailing="0102"))
    add("trailing after soft bodies", model(header(2.1), soft_bodies=[soft_body(1)], trailing="abcdef0123456789"))
    add("nine globals", everything(header(extra="2a")))
    add("twelve globals", everything(header(2.1, "utf8", extra="00ff8001")))
    add("255 globals", model(header(extra="05" * 247)))
    add("signature with A0", everything(header(signature={"hex": "504d58a0"})))
    add("signature with A0, extra globals, trailing",
        model(header(2.1, signature={"hex": "504d58a0"}, extra="01"), soft_bodies=[], trailing="00"))


def indexed(kind, value, version):
    """The parts of a model in which every index of one kind has the given value."""
    parts = {}
    if kind == "vertex":
        parts["faces"] = [value]
        parts["morphs"] = [morph(1, name, offsets=[offset(2, name, value)]) for name in MORPH_TYPES
                           if name == "vertex" or "uv" in name]
        soft = soft_body(3, pins=[value], anchors=[{"rigid_body": 1, "vertex": value, "near": 0}])
    elif kind == "texture":
        parts["materials"] = [material(1, texture=value, sphere_texture=value, toon_texture=value)]
        soft = None
    elif kind == "material":
        parts["morphs"] = [morph(1, "material", offsets=[offset(2, "material", value)])]
        soft = soft_body(3, material=value)
    elif kind == "bone":
        parts["vertices"] = [vertex(1, "bdef1", [value]), vertex(2, "bdef2", [value] * 2),
                             vertex(3, "bdef4", [value] * 4), vertex(4, "sdef", [value] * 2),
                             vertex(5, "qdef", [value] * 4)]
        limb = bone(6, 0x0121, links=[link(7, value, 0), link(8, value, 1)], parent=value, tail_bone=value)
        limb["append"]["parent"] = value
        limb["ik"]["target"] = value
        parts["bones"] = [limb]
        parts["morphs"] = [morph(1, "bone", offsets=[offset(2, "bone", value)])]
        parts["display_frames"] = [frame(1, 0, ("bone", value))]
        parts["rigid_bodies"] = [rigid_body(1, bone=value)]
        soft = None
    elif kind == "morph":
        parts["morphs"] = [morph(1, name, offsets=[offset(2, name, value)]) for name in ("group", "flip")]
        parts["display_frames"] = [frame(1, 0, ("morph", value))]
        soft = None
    else:
        parts["morphs"] = [morph(1, "impulse", offsets=[offset(2, "impulse", value)])]
        parts["joints"] = [joint(1, "spring_6dof", value, 3), joint(2, "hinge", 3, value)]
        soft = soft_body(3, anchors=[{"rigid_body": value, "vertex": 1, "near": 0}])
    if version == 2.1:
        parts["soft_bodies"] = [soft] if soft else []
    return parts


def width_cases(add):
    edges = {"vertex": {1: [0, 127, 128, 200, 254, 255], 2: [0, 255, 256, 32767, 32768, 65534, 65535],
                        4: [-1, 0, 65536, 2147483647]},
             "other": {1: [-1, 0, 127, -128], 2: [-1, 128, 255, 32767, -32768],
                       4: [-1, 32768, 65535, 2147483647, -2147483648]}}
    for kind in KINDS:
        for width in (1, 2, 4):
            values = edges.get(kind, edges["other"])[width]
            add("only %s width %d, everything" % (kind, width), everything(header(2.1, widths={kind: width})))
            for version in (2.0, 2.1):
                merged = {}
                for value in values:
                    for part, records in indexed(kind, value, version).items():
                        merged.setdefault(part, []).extend(records)
                add("%s indices of width %d in %s" % (kind, width, version),
                    model(header(version, widths={kind: width}), **merged))
    for width in (2, 4):
        add("all widths %d" % width, everything(header(2.1, widths={kind: width for kind in KINDS})))
        add("all widths %d, empty" % width, model(header(widths={kind: width for kind in KINDS})))
    for turn in range(6):
        widths = {kind: (1, 2, 4)[(index + turn) % 3 if turn < 3 else (index // 2 + turn) % 3]
                  for index, kind in enumerate(KINDS)}
        add("mixed widths %s" % " ".join(str(widths[kind]) for kind in KINDS),
            everything(header(2.1, "utf8" if turn % 2 else "utf16le", turn % 5, widths)))
    add("vertices 128 200 255 in faces", model(faces=[128, 200, 255]))
    add("vertices 32768 65535 in faces", model(header(widths={"vertex": 2}), faces=[32768, 65535, 40000]))
    add("dangling indices everywhere", model(
        header(2.1), faces=[9, 8, 7], materials=[material(1, texture=99, sphere_texture=98, toon_texture=97)],
        bones=[bone(2, 0x0321, parent=100, tail_bone=101)], joints=[joint(3, "hinge", 111, -2)],
        display_frames=[frame(4, 0, ("morph", 77), ("bone", -5))], soft_bodies=[soft_body(5)]))


def vertex_cases(add):
    for deform in ("bdef1", "bdef2", "bdef4", "sdef", "qdef"):
        for version in (2.0, 2.1):
            parts = {"soft_bodies": []} if version == 2.1 else {}
            add("deform %s in %s" % (deform, version),
                model(header(version), vertices=[vertex(1, deform), vertex(2, deform)], **parts))
        for width in (2, 4):
            add("deform %s, bone width %d" % (deform, width),
                model(header(widths={"bone": width}), vertices=[vertex(3, deform)]))
    for uvs in range(5):
        add("%d additional uvs" % uvs, model(header(uvs=uvs), vertices=[vertex(1, "sdef", uvs=uvs), vertex(4, uvs=uvs)]))
        add("%d additional uvs, no vertices" % uvs, model(header(uvs=uvs)))
    strange = [vertex(1, "bdef4"), vertex(2, "bdef2", [-1, -1]), vertex(3, "qdef", [0, 0, 0, 0]), vertex(4)]
    strange[0]["weights"] = [0.0, 0.0, -0.0, 0.0]
    strange[1]["weights"] = [-5.5]
    strange[2]["weights"] = [9.0, 9.0, 9.0, 9.0]
    strange[3]["edge_scale"] = -0.0
    add("weights that do not add up", model(vertices=strange))
    add("300 vertices", model(header(widths={"vertex": 2}), vertices=[
        vertex(seed, ("bdef1", "bdef2", "bdef4", "sdef", "qdef")[seed % 5]) for seed in range(300)]))
    for count in (1, 2, 4, 5):
        add("%d face indices" % count, model(faces=list(range(count))))
    add("degenerate faces", model(faces=[1, 1, 1, 1, 2, 1]))


def material_cases(add):
    add("material", model(materials=[material(1)]))
    for bit in range(8):
        add("material flag %02x" % (1 << bit), model(materials=[material(1, flags=flag_names(1 << bit, MATERIAL_FLAGS))]))
    add("all material flags", model(materials=[material(1, flags=flag_names(0xFF, MATERIAL_FLAGS))]))
    add("no material flags", model(materials=[material(1, flags=[])]))
    add("every set of material flags", model(materials=[
        material(1, flags=flag_names(number, MATERIAL_FLAGS)) for number in range(256)]))
    for mode in ("off", "multiply", "add", "sub_texture", 4, 128, 255):
        add("sphere mode %s" % mode, model(materials=[material(1, sphere_mode=mode)]))
    add("sphere mode without a texture", model(materials=[material(1, sphere_mode="multiply", sphere_texture=-1)]))
    add("toon textures", model(materials=[material(1, toon_texture=-1), material(2, toon_texture=0),
                                          material(3, toon_texture=127)]))
    add("toon textures of width 4", model(header(widths={"texture": 4}), materials=[
        material(1, toon_texture=-1), material(2), material(3, toon_texture=70000)]))
    add("shared toons", model(materials=[material(number, shared_toon=number)
                                         for number in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 200, 255)]))
    add("index counts", model(materials=[material(1, index_count=count)
                                         for count in (0, 1, -1, 2147483647, -2147483648)]))
    add("memos", model(materials=[material(1, memo=""), material(2, memo="a\r\nb\nc"), material(3, memo={"hex": "41"})]))
    add("textures", model(textures=["", "a.png", "tex\\b.bmp", "tex/c.tga", "./d.png", "C:\\顔.jpg", "toon01.bmp", "*.sph"]))


def bone_cases(add):
    for bit in range(16):
        add("bone flag %04x" % (1 << bit), model(bones=[bone(1, 1 << bit)]))
        add("bone flag %04x and a tail bone" % (1 << bit), model(bones=[bone(1, 1 << bit | 1)]))
        add("all bone flags but %04x" % (1 << bit), model(bones=[bone(1, 0xFFFF & ~(1 << bit))]))
    add("no bone flags", model(bones=[bone(1)]))
    add("all bone flags", model(bones=[bone(1, 0xFFFF)]))
    add("all named bone flags, tail offset", model(bones=[bone(1, 0x3FBE), bone(2, 0x3FBF)]))
    add("unnamed bone flags", model(bones=[bone(1, 0xC040)]))
    add("append rotation and translation in one record", model(bones=[bone(1, 0x0300), bone(2, 0x0001)]))
    add("append rotation, then translation", model(bones=[bone(1, 0x0100), bone(2, 0x0200), bone(3, 0x0080)]))
    add("IK and an external parent", model(bones=[bone(1, 0x2020), bone(2, 0x2000)]))
    add("axes together", model(bones=[bone(1, 0x0C00), bone(2, 0x0400), bone(3, 0x0800)]))
    add("tail bone none", model(bones=[bone(1, 1, tail_bone=-1, parent=-1)]))
    add("IK without links", model(bones=[bone(1, 0x20, links=[])]))
    add("IK limit bytes", model(bones=[bone(1, 0x20, links=[
        link(1, 1, 0), link(2, 2, 1), link(3, 3, 2), link(4, 4, 255), link(5, -1, 0), link(6, 5, 128)])]))
    ik = bone(1, 0x20)
    for loops in (0, -1, 256, 2147483647):
        ik["ik"]["loop_count"] = loops
        add("IK loops %d" % loops, model(bones=[ik]))
    add("layers", model(bones=[bone(seed, layer=layer) for seed, layer in enumerate((0, 1, -1, 2147483647, -2147483648))]))
    add("external parent keys", model(bones=[bone(seed, 0x2000, external_parent_key=key)
                                             for seed, key in enumerate((0, 1, -1, 2147483647, -2147483648))]))
    add("many IK bones, width 2", model(header(widths={"bone": 2}), bones=[bone(seed, 0x2321) for seed in range(20)]))


def morph_cases(add):
    for kind in MORPH_TYPES:
        for version in (2.0, 2.1):
            parts = {"soft_bodies": []} if version == 2.1 else {}
            add("morph %s in %s" % (kind, version), model(header(version), morphs=[morph(1, kind)], **parts))
        add("empty morph %s" % kind, model(morphs=[morph(1, kind, offsets=[])]))
    for panel in ("system", "brow", "eye", "mouth", "other", 5, 9, 255):
        add("panel %s" % panel, model(morphs=[morph(1, "group", panel)]))
    parts = []
    for seed, operation in enumerate(("multiply", "add", 2, 255)):
        parts.append(dict(offset(seed, "material", seed), operation=operation))
    add("material morph operations", model(morphs=[morph(1, "material", offsets=parts)]))
    for width in (1, 2, 4):
        add("material morph for all materials, width %d" % width,
            model(header(widths={"material": width}), morphs=[morph(1, "material", offsets=[offset(1, "material", -1)])]))
    pushes = [dict(offset(seed, "impulse"), local=local) for seed, local in enumerate((0, 1, 2, 255))]
    add("impulse local bytes", model(morphs=[morph(1, "impulse", offsets=pushes)]))
    still = dict(offset(1, "impulse"), velocity=[0.0, 0.0, 0.0], torque=[0.0, 0.0, 0.0])
    add("impulse that stops", model(morphs=[morph(1, "impulse", offsets=[still])]))
    add("group morph of itself", model(morphs=[morph(1, "group", offsets=[offset(1, "group", 0)])]))


def frame_cases(add):
    add("display frames", model(display_frames=[
        frame(1, 1, ("bone", 0)), frame(2, 1, ("morph", 4), ("morph", 0)), frame(3, 0, ("bone", 2), ("morph", 3)),
        frame(4, 2), frame(5, 255, ("bone", -1), ("morph", -1))]))
    for special in (0, 1, 2):
        add("special %d" % special, model(display_frames=[frame(1, special, ("bone", 5))]))
    for bone_width, morph_width in ((1, 4), (4, 1), (2, 1), (1, 2)):
        add("elements, widths %d and %d" % (bone_width, morph_width),
            model(header(widths={"bone": bone_width, "morph": morph_width}),
                  display_frames=[frame(1, 0, ("bone", 100), ("morph", 101), ("bone", 102))]))
    add("frame without English name", model(display_frames=[dict(frame(1, 0), english_name="")]))


def physics_cases(add):
    for shape in ("sphere", "box", "capsule", 3, 255):
        add("rigid body shape %s" % shape, model(rigid_bodies=[rigid_body(1, shape=shape)]))
    for mode in ("follow_bone", "physics", "physics_with_bone", 3, 255):
        add("rigid body mode %s" % mode, model(rigid_bodies=[rigid_body(1, mode=mode)]))
    add("rigid body groups and masks", model(rigid_bodies=[
        rigid_body(1, group=0, collision_mask=0), rigid_body(2, group=15, collision_mask=1),
        rigid_body(3, group=16, collision_mask=0x8000), rigid_body(4, group=255, collision_mask=0xFFFF)]))
    for width in (1, 2, 4):
        add("rigid bodies without a bone, width %d" % width,
            model(header(widths={"bone": width}), rigid_bodies=[rigid_body(1, bone=-1), rigid_body(2, bone=0)]))
    for kind in ("spring_6dof", "six_dof", "point_to_point", "cone_twist", "slider", "hinge", 6, 17, 255):
        add("joint %s" % kind, model(joints=[joint(1, kind)]))
    add("joint without bodies", model(joints=[joint(1, a=-1, b=-1)]))


def soft_body_cases(add):
    head = header(2.1)

    def soft(name, *bodies):
        add("soft body " + name, model(head, soft_bodies=list(bodies)))

    soft("alone", soft_body(1))
    soft("twice", soft_body(1), soft_body(2))
    for shape in ("tri_mesh", "rope", 2, 255):
        soft("shape %s" % shape, soft_body(1, shape=shape))
    for name, flags in (("none", []), ("1", ["b_links"]), ("2", ["clusters"]), ("4", ["randomise_links"]),
                        ("all", ["b_links", "clusters", "randomise_links"]),
                        ("unknown", [8, 16, 32, 64, 128]), ("mixed", ["clusters", 16, 128])):
        soft("flags " + name, soft_body(1, flags=flags))
    for aero in ("v_point", "v_two_sided", "v_one_sided", "f_two_sided", "f_one_sided", 5, -1, 2147483647):
        soft("aero model %s" % aero, soft_body(1, aero_model=aero))
    for near in (0, 1, 2, 255):
        soft("near %d" % near, soft_body(1, anchors=[{"rigid_body": -1, "vertex": 255, "near": near}]))
    soft("fractions", soft_body(1, lst=0.5, ast=0.25, vst=1.0, v_it=-1, p_it=0, d_it=2147483647, c_it=-2147483648))
    soft("negative counts", soft_body(1, b_link_distance=-7, cluster_count=-8, group=0, collision_mask=0xFFFF))
    soft("without anchors", soft_body(1, anchors=[]))
    soft("without pins", soft_body(1, pins=[]))
    for rigid, vert, mat in ((1, 2, 4), (2, 4, 1), (4, 1, 2)):
        add("soft body, widths %d %d %d" % (rigid, vert, mat),
            model(header(2.1, widths={"rigid_body": rigid, "vertex": vert, "material": mat}), soft_bodies=[soft_body(1)]))


def float_cases(add):
    special = special_floats()
    powers = []
    for exponent in range(1, 255):
        powers += [float_value(exponent << 23), float_value((exponent << 23) - 1), float_value(exponent << 23 | 1)]
    powers += [float_value(1 << bit) for bit in range(23)]
    bits, scattered = 1, []
    for _ in range(1500):
        bits = (bits * 1664525 + 1013904223) & 0xFFFFFFFF
        scattered.append(float_value(bits))
    decimals = [float_value(struct.unpack("<I", struct.pack("<f", float("%de%d" % (digit, power))))[0])
                for power in range(-45, 39) for digit in (1, 3) if digit * 10.0 ** power < 3.4e38]
    for name, values in (("special", special), ("near powers of two", powers), ("scattered", scattered),
                         ("powers of ten", decimals)):
        values = values + [0.0] * (-len(values) % 4)
        offsets = [{"vertex": 0, "offset": values[at:at + 4]} for at in range(0, len(values), 4)]
        add("floats, " + name, model(morphs=[morph(1, "uv", offsets=offsets)]))

    for name, value in strange_floats(lambda: everything(header(2.1, uvs=2))):
        add(name, value)


TEXTS = [
    "", "a", "初音ミク", "ﾈｸﾀｲＩＫ", "中文模型 简体 繁體", "한국어 모델", "a\r\nb\r\n", "a\nb", "a\rb\r\nc\n\rd", "\r\n",
    "\ufeffBOM first", "inside \ufeff BOM", "\ufffe", "\uffff", "\u2028\u2029", "a\u0000b", "\u0000", "ends with NUL\u0000",
    "".join(chr(code) for code in range(1, 0x20)), "\x7f\x80\x9f", "\"quoted\" \\ / \\u0041", "<&>'", "😀𠮷𝄞", "e\u0301 é",
    "～∥－￠￡￢",
    "〜‖−¢£¬", "￾�", "\U0010ffff\U00010000\ud7ff\ue000", " leading and trailing ", "\t", "0x7fc00001", "{\"hex\": \"00\"}"]
BAD_UTF16 = ["00", "41", "00d8", "00dc", "ffdb", "00dc00d8", "410000d84200", "00d800d800dc", "4100420043", "fffe00d8",
             "3dd8", "3dd800"]
BAD_UTF8 = ["ff", "80", "c080", "c1bf", "e08080", "e381", "e3814100", "eda080", "edb080", "eda080edb080", "f0808080",
            "f4908080", "f8888080", "fe", "41ff42", "efbb", "00ff"]


def text_cases(add):
    for encoding in ("utf16le", "utf8"):
        head = header(encoding=encoding)
        odd = [{"hex": data} for data in (BAD_UTF16 if encoding == "utf16le" else BAD_UTF8)]
        add("%s texts" % encoding, model(head, textures=TEXTS))
        add("%s texts that do not decode" % encoding, model(head, textures=odd))
        for at in range(0, len(TEXTS) - 3, 4):
            name, english, comment, english_comment = TEXTS[at:at + 4]
            add("%s texts from %d" % (encoding, at), model(head, name=name, english_name=english, comment=comment,
                                                           english_comment=english_comment))
        for at in range(len(odd)):
            add("%s undecodable name %s" % (encoding, odd[at]["hex"]),
                model(head, name=odd[at], english_name="ok", comment=odd[(at + 1) % len(odd)],
                      english_comment=odd[(at + 2) % len(odd)]))
        value = everything(header(2.1, encoding))
        for part, records in value.items():
            if isinstance(records, list) and records and isinstance(records[0], dict) and "name" in records[0]:
                records[0]["name"] = odd[1]
                records[0]["english_name"] = ""
                records[-1]["english_name"] = odd[2]
        value["materials"][0]["memo"] = odd[3]
        value["textures"][1] = odd[4]
        add("%s undecodable names in every record" % encoding, value)
        add("%s long text" % encoding, model(head, comment="長い文\r\n" * 20000, english_comment="x" * 70001))


# broken cases --------------------------------------------------------------------------------------------------

def broken_cases():
    """All files that must be refused, see Broken."""
    add = Broken()
    broken_headers(add)
    broken_values(add)
    broken_counts(add)
    broken_ends(add)
    return add.cases


def broken_headers(add):
    good = pack(everything())
    empty = pack(model())
    add("version 3.0", patched(good, 4, struct.pack("<f", 3.0)), 4, "/header/version", "unsupported_version")
    add("version 1.0", patched(good, 4, struct.pack("<f", 1.0)), 4, "/header/version", "unsupported_version")
    add("version NaN", patched(good, 4, b"\x01\x00\xc0\x7f"), 4, "/header/version", "unsupported_version")
    add("PMX 1.0", patched(patched(good, 0, b"Pmx "), 4, struct.pack("<f", 1.0)), None, "", "unsupported_version")
    add("text file", b"This is not a model at all, only a text.\n", None, "", *NO_FORMAT)
    add("empty file", b"", None, "", "truncated", *NO_FORMAT)
    for value in (2, 5, 255):
        add("encoding %d" % value, patched(good, 9, bytes([value])), 9, "/header/encoding", "unknown_value")
    for value in (5, 9, 255):
        add("%d additional uvs" % value, patched(good, 10, bytes([value])), 10, "/header/additional_uvs", "unknown_value")
    for place, kind in enumerate(KINDS):
        for value in (0, 3, 5, 8, 255):
            add("%s width %d" % (kind, value), patched(good, 11 + place, bytes([value])), 11 + place,
                "/header/index_widths/" + kind, "unknown_value")
    for value in (0, 5, 7):
        add("%d globals" % value, patched(empty, 8, bytes([value])), 8, "/header", "unknown_value")
    add("file of 4 bytes", good[:4], 4, "/header/version", "truncated")
    add("file of 6 bytes", good[:6], 4, "/header/version", "truncated")
    add("file of 8 bytes", good[:8], 8, "/header", "truncated")
    add("file that ends in its extra globals", pack(model(header(extra="010203")))[:19], None, "/header", "truncated",
        "count_too_large")
    add("file of 12 bytes", good[:12], None, "/header", "truncated", "count_too_large")


def broken_values(add):
    good, marks = pack_with_marks(everything())

    def value(path, *numbers):
        for number in numbers:
            add("%s = %d" % (path, number), patched(good, marks[path], bytes([number])), marks[path], path, "unknown_value")

    value("/vertices/0/deform", 5, 9, 255)
    value("/vertices/3/deform", 128)
    value("/materials/0/toon_mode", 2, 7, 255)
    value("/materials/1/toon_mode", 7)
    value("/morphs/1/type", 11, 42, 255)
    value("/morphs/0/type", 11)
    value("/morphs/10/type", 42)
    value("/display_frames/0/elements/0/kind", 2, 3, 255)
    value("/display_frames/1/elements/2/kind", 3)
    small, where = pack_with_marks(model(header(uvs=1), vertices=[vertex(1, "sdef", uvs=1), vertex(2, uvs=1)]))
    at = where["/vertices/1/deform"]
    add("deform 9 in the last vertex", patched(small, at, b"\x09"), at, "/vertices/1/deform", "unknown_value")


def broken_counts(add):
    good, marks = pack_with_marks(everything(header(2.1, widths={"bone": 2})))
    lists = ["/vertices", "/faces", "/textures", "/materials", "/bones", "/morphs", "/display_frames", "/rigid_bodies",
             "/joints", "/soft_bodies", "/bones/1/ik/links", "/display_frames/1/elements", "/soft_bodies/0/anchors",
             "/soft_bodies/0/pins"] + ["/morphs/%d/offsets" % index for index in range(11)]
    texts = ["/name", "/english_name", "/comment", "/english_comment", "/textures/1", "/materials/1/name",
             "/materials/0/memo", "/bones/0/english_name", "/morphs/2/name", "/display_frames/1/english_name",
             "/rigid_bodies/1/name", "/joints/0/english_name", "/soft_bodies/1/name"]
    for path in lists + texts:
        for number in (-1, -2147483648):
            add("%s count %d" % (path, number), patched(good, marks[path], struct.pack("<i", number)), marks[path],
                path, "negative_count" if path in lists else "negative_length")
    for path in lists:
        add("%s count 2147483647" % path, patched(good, marks[path], struct.pack("<i", 2147483647)), marks[path], path,
            "count_too_large")
        add("%s count of the file size" % path, patched(good, marks[path], struct.pack("<i", len(good))), marks[path],
            path, "count_too_large")
    for path in texts:
        for number in (2147483647, len(good)):
            add("%s length %d" % (path, number), patched(good, marks[path], struct.pack("<i", number)), marks[path], path,
                "truncated", "count_too_large")
    left = len(good) - marks["/soft_bodies/1/pins"] - 4
    add("one pin too many", patched(good, marks["/soft_bodies/1/pins"], struct.pack("<i", left + 1)),
        marks["/soft_bodies/1/pins"], "/soft_bodies/1/pins", "count_too_large")
    data, where = pack_with_marks(model())
    for path in ("/vertices", "/faces", "/textures", "/materials", "/bones", "/morphs", "/display_frames",
                 "/rigid_bodies", "/joints"):
        add("%s count 2000000000 in an empty model" % path, patched(data, where[path], struct.pack("<i", 2000000000)),
            where[path], path, "count_too_large")
    data, where = pack_with_marks(model(name="abc"))
    at = where["/english_comment"]
    left = len(data) - at - 4
    add("text one byte too long", patched(data, at, struct.pack("<i", left + 1)), at, "/english_comment", "truncated",
        "count_too_large")


def broken_ends(add):
    """Files cut inside a value. Long names keep the counts plausible, so the damage is found where the file ends."""

    def cut(value, path, keep=0, *codes):
        """Cuts a file after `keep` bytes of the value at `path`."""
        data, marks = pack_with_marks(value)
        add("cut at %s +%d" % (path, keep), data[:marks[path] + keep], marks[path], path, *(codes or ("truncated",)))

    value = model(name="abc", english_name="def", comment="ghi", english_comment="jkl")
    for path in ("/name", "/english_name", "/comment", "/english_comment"):
        cut(value, path)
        cut(value, path, 3)
        cut(value, path, 5, "truncated", "count_too_large")
    for path in ("/vertices", "/faces", "/textures", "/materials", "/bones", "/morphs", "/display_frames",
                 "/rigid_bodies", "/joints"):
        cut(value, path)
        cut(value, path, 3)
        cut(everything(), path)

    # Vertices: a later vertex that is longer than the shortest possible one gives slack.
    long_vertices = model(header(uvs=1), vertices=[vertex(1, "sdef", uvs=1), vertex(2, "sdef", uvs=1),
                                                   vertex(3, "sdef", uvs=1)])
    for key in ("sdef_c", "sdef_r0", "sdef_r1", "edge_scale"):
        cut(long_vertices, "/vertices/2/" + key)
        cut(long_vertices, "/vertices/2/" + key, 3)
    cut(long_vertices, "/vertices/2/deform")
    cut(long_vertices, "/vertices/2/uv", 2)
    cut(model(vertices=[vertex(1, "bdef4"), vertex(2, "bdef4")]), "/vertices/1/weights", 1)
    cut(model(vertices=[vertex(1, "bdef4"), vertex(2, "bdef4")]), "/vertices/1/edge_scale", 2)

    cut(model(textures=["a.png", "b.png"]), "/textures/1", 2)
    cut(model(textures=["a.png", "b.png"]), "/textures/1", 6, "truncated", "count_too_large")

    def long_name(record):
        return dict(record, name="長い名前" * 60)

    def tails(part, record, keys, **more):
        """Cuts the fourth of four records at each of some fields."""
        value = model(more.pop("head", None), **dict({part: [long_name(record) for _ in range(4)]}, **more))
        for key in keys:
            cut(value, "/%s/3/%s" % (part, key))
        for key in keys:
            data, marks = pack_with_marks(value)
            size = value_end(data, marks, "/%s/3/%s" % (part, key)) - marks["/%s/3/%s" % (part, key)]
            if 1 < size:
                cut(value, "/%s/3/%s" % (part, key), min(size - 1, 3))

    tails("materials", material(1, toon_texture=4), [
        "english_name", "diffuse", "specular", "specular_power", "ambient", "flags", "edge_color", "edge_size", "texture",
        "sphere_texture", "sphere_mode", "toon_mode", "toon_texture", "memo", "index_count"])
    tails("materials", material(1), ["shared_toon"], head=header(widths={"texture": 4}))
    tails("bones", bone(1, 0xFFFE), [
        "english_name", "position", "parent", "layer", "flags", "tail_offset", "append/parent", "append/ratio",
        "fixed_axis", "local_axes/x", "local_axes/z", "external_parent_key", "ik/target", "ik/loop_count",
        "ik/unit_angle", "ik/links"], head=header(widths={"bone": 4}))
    tails("bones", bone(1, 0x0021), ["tail_bone"], head=header(widths={"bone": 2}))
    tails("bones", bone(1, 0x0020, links=[link(1, 1, 1), link(2, 2, 1)]), [
        "ik/links/1/limited", "ik/links/1/limit_min", "ik/links/1/limit_max"])
    tails("morphs", morph(1, "group"), ["english_name", "panel", "type", "offsets"])
    tails("display_frames", frame(1, 1, ("morph", 1), ("morph", 2)), ["special", "elements"])
    tails("display_frames", frame(1, 1, ("morph", 1), ("morph", 2), ("morph", 3)), ["elements/2/kind", "elements/2/morph"],
          head=header(widths={"morph": 4}))
    tails("rigid_bodies", rigid_body(1), [
        "english_name", "bone", "group", "collision_mask", "shape", "size", "position", "rotation", "mass",
        "linear_damping", "angular_damping", "restitution", "friction", "mode"])
    tails("joints", joint(1), [
        "type", "rigid_body_a", "rigid_body_b", "position", "rotation", "linear_lower", "linear_upper", "angular_lower",
        "angular_upper", "linear_spring", "angular_spring"], head=header(widths={"rigid_body": 2}))
    tails("soft_bodies", soft_body(1), [
        "shape", "material", "group", "collision_mask", "flags", "b_link_distance", "cluster_count", "mass", "margin",
        "aero_model", "vcf", "ahr", "srhr", "ss_splt", "v_it", "c_it", "lst", "ast", "vst", "anchors", "pins"],
        head=header(2.1))

    # One byte less than the shortest records need: the count itself is impossible.
    for number, (path, value) in enumerate(shortest_lists()):
        data, marks = pack_with_marks(value)
        end = list_end(data, marks, path)
        add("shortest records %d, %s, cut by one byte" % (number, path), data[:end - 1], marks[path], path,
            "count_too_large")

    # Offsets have a fixed size, so a cut inside them is found at their count.
    for kind in MORPH_TYPES:
        data, marks = pack_with_marks(model(morphs=[long_name(morph(1, kind)), long_name(morph(2, kind))]))
        at = marks["/morphs/1/offsets"]
        end = marks["/display_frames"]
        for size in (at + 4, (at + end) // 2, end - 1):
            add("%s offsets cut to %d bytes" % (kind, size - at), data[:size], at, "/morphs/1/offsets", "count_too_large")
    # So have joints, whose names are empty here.
    bare = dict(joint(1), name="", english_name="")
    data, marks = pack_with_marks(model(joints=[bare, bare]))
    add("bare joints cut", data[:-1], marks["/joints"], "/joints", "count_too_large")
    add("bare joints cut in the first", data[:marks["/joints/0/rotation"]], marks["/joints"], "/joints", "count_too_large")


# a file byte by byte -------------------------------------------------------------------------------------------

def literal_cases():
    """A small model as it is in a file, with the offsets of its parts counted by hand."""
    f1, f2, f3, f4, f5 = "0000803f", "00000040", "00004040", "00008040", "0000a040"  # 1, 2, 3, 4 and 5
    half, minus = "0000003f", "000080bf"
    value = model(
        header(2.0, "utf8", widths={"bone": 2, "morph": 2}), name="頭", english_name="a", comment="b\r\n",
        english_comment="",
        vertices=[{"position": [1.0, 2.0, 3.0], "normal": [4.0, 5.0, 0.5], "uv": [-1.0, 1.0], "deform": "bdef2",
                   "bones": [1, -1],
                   "weights": [0.5], "edge_scale": 2.0}],
        faces=[200, 1, 0], textures=["t"],
        materials=[{"name": "m", "english_name": "", "diffuse": [1.0, 2.0, 3.0, 4.0], "specular": [5.0, 0.5, -1.0],
                    "specular_power": 3.0, "ambient": [2.0, 1.0, 0.5], "flags": ["double_sided", "edge"],
                    "edge_color": [4.0, 3.0, 2.0, 1.0], "edge_size": 5.0, "texture": 0, "sphere_texture": -1,
                    "sphere_mode": "add", "toon_mode": "shared", "shared_toon": 3, "memo": "x", "index_count": 3}],
        bones=[{"name": "b", "english_name": "", "position": [1.0, 2.0, 3.0], "parent": -1, "layer": 1,
                "flags": ["rotatable", "ik"],
                "tail_offset": [0.5, -1.0, 4.0],
                "ik": {"target": 2, "loop_count": 40, "unit_angle": 0.5,
                       "links": [{"bone": 1, "limited": 1, "limit_min": [-1.0, 1.0, 2.0], "limit_max": [3.0, 4.0, 5.0]}]}}],
        morphs=[{"name": "v", "english_name": "", "panel": "mouth", "type": "vertex", "offsets": [
            {"vertex": 255, "offset": [1.0, 2.0, 3.0]}]}],
        display_frames=[{"name": "f", "english_name": "", "special": 1,
                         "elements": [{"kind": "morph", "morph": 0}, {"kind": "bone", "bone": 1}]}],
        rigid_bodies=[], joints=[], trailing="0a")
    parts = [
        ("/header/signature", 0, "504d5820"), ("/header/version", 4, f2), ("/header", 8, "08"),
        ("/header/encoding", 9, "01"),
        ("/header/additional_uvs", 10, "00"), ("/header/index_widths/vertex", 11, "01"),
        ("/header/index_widths/texture", 12, "01"),
        ("/header/index_widths/material", 13, "01"), ("/header/index_widths/bone", 14, "02"),
        ("/header/index_widths/morph", 15, "02"),
        ("/header/index_widths/rigid_body", 16, "01"),
        ("/name", 17, "03000000e9a0ad"), ("/english_name", 24, "0100000061"), ("/comment", 29, "03000000620d0a"),
        ("/english_comment", 36, "00000000"),
        ("/vertices", 40, "01000000"), ("/vertices/0", 44, f1 + f2 + f3), ("/vertices/0/normal", 56, f4 + f5 + half),
        ("/vertices/0/uv", 68, minus + f1), ("/vertices/0/deform", 76, "01"), ("/vertices/0/bones/0", 77, "0100"),
        ("/vertices/0/bones/1", 79, "ffff"), ("/vertices/0/weights", 81, half), ("/vertices/0/edge_scale", 85, f2),
        ("/faces", 89, "03000000"), ("/faces/0", 93, "c80100"), ("/textures", 96, "01000000"),
        ("/textures/0", 100, "0100000074"),
        ("/materials", 105, "01000000"), ("/materials/0", 109, "010000006d"),
        ("/materials/0/english_name", 114, "00000000"),
        ("/materials/0/diffuse", 118, f1 + f2 + f3 + f4), ("/materials/0/specular", 134, f5 + half + minus),
        ("/materials/0/specular_power", 146, f3), ("/materials/0/ambient", 150, f2 + f1 + half),
        ("/materials/0/flags", 162, "11"),
        ("/materials/0/edge_color", 163, f4 + f3 + f2 + f1), ("/materials/0/edge_size", 179, f5),
        ("/materials/0/texture", 183, "00"),
        ("/materials/0/sphere_texture", 184, "ff"), ("/materials/0/sphere_mode", 185, "02"),
        ("/materials/0/toon_mode", 186, "01"),
        ("/materials/0/shared_toon", 187, "03"), ("/materials/0/memo", 188, "0100000078"),
        ("/materials/0/index_count", 193, "03000000"),
        ("/bones", 197, "01000000"), ("/bones/0", 201, "0100000062"), ("/bones/0/english_name", 206, "00000000"),
        ("/bones/0/position", 210, f1 + f2 + f3), ("/bones/0/parent", 222, "ffff"), ("/bones/0/layer", 224, "01000000"),
        ("/bones/0/flags", 228, "2200"), ("/bones/0/tail_offset", 230, half + minus + f4),
        ("/bones/0/ik/target", 242, "0200"),
        ("/bones/0/ik/loop_count", 244, "28000000"), ("/bones/0/ik/unit_angle", 248, half),
        ("/bones/0/ik/links", 252, "01000000"),
        ("/bones/0/ik/links/0", 256, "0100"), ("/bones/0/ik/links/0/limited", 258, "01"),
        ("/bones/0/ik/links/0/limit_min", 259, minus + f1 + f2), ("/bones/0/ik/links/0/limit_max", 271, f3 + f4 + f5),
        ("/morphs", 283, "01000000"), ("/morphs/0", 287, "0100000076"), ("/morphs/0/english_name", 292, "00000000"),
        ("/morphs/0/panel", 296, "03"), ("/morphs/0/type", 297, "01"), ("/morphs/0/offsets", 298, "01000000"),
        ("/morphs/0/offsets/0", 302, "ff" + f1 + f2 + f3),
        ("/display_frames", 315, "01000000"), ("/display_frames/0", 319, "0100000066"),
        ("/display_frames/0/english_name", 324, "00000000"),
        ("/display_frames/0/special", 328, "01"), ("/display_frames/0/elements", 329, "02000000"),
        ("/display_frames/0/elements/0", 333, "010000"), ("/display_frames/0/elements/1", 336, "000100"),
        ("/rigid_bodies", 339, "00000000"), ("/joints", 343, "00000000"), ("/trailing", 347, "0a")]
    return [Literal("small model byte by byte", value, parts)]
