#!/usr/bin/env python3
"""Parses the bytes of a PMX file into its JSON form; strict. Usage: pmx_parse.py MODEL.pmx

A text whose length cannot fit is refused at its length.
"""

import json
import sys

import reading
from reading import Bad, named, read_body_shape, read_joint_frame
from values import float_value, text_value


def flag_list(number, names):
    """The set bits in ascending order, as names or as numbers; `names` maps bits to names."""
    return [names.get(1 << bit, 1 << bit) for bit in range(16) if number >> bit & 1]


class Reader(reading.Reader):
    """A position in the file together with the path of what is being read, the encoding and the index widths."""

    def __init__(self, data):
        reading.Reader.__init__(self, data, "utf16le")
        self.widths = {}

    def choice(self, key, count):
        """A byte that decides about the layout, so it must be below `count`."""
        value = self.byte(key)
        if value >= count:
            raise self.bad(self.at - 1, key, "unknown_value")
        return value

    def ref(self, kind, key):
        """An index: vertices are unsigned in one and two bytes, everything else is signed."""
        width = self.widths[kind]
        start = self.at
        if self.left() < width:
            raise self.bad(start, key, "truncated")
        self.at = start + width
        signed = kind != "vertex" or width == 4
        return int.from_bytes(self.data[start:self.at], "little", signed=signed)

    def text(self, key):
        start = self.at
        length = self.integer(key)
        if length < 0:
            raise self.bad(start, key, "negative_length")
        if length > self.left():
            raise self.bad(start, key, "truncated")
        self.at += length
        return text_value(self.data[start + 4:self.at], self.encoding)

    def several(self, key, shortest, read):
        return reading.Reader.several(self, key, self.integer, shortest, read)


def read_header(r):
    signature = r.data[:4]
    if signature == b"Pmx ":
        raise Bad(0, "/header/signature", "unsupported_version")
    if signature not in (b"PMX ", b"PMX\xa0"):
        raise Bad(0, "/header/signature", "wrong_format")
    r.at = 4
    r.stack.append("header")
    version = r.numbers("<I", 4, "version")[0]
    if version not in (0x40000000, 0x40066666):
        raise r.bad(4, "version", "unsupported_version")
    globals_count = r.byte(None)
    if globals_count < 8:
        raise r.bad(8, None, "unknown_value")
    encoding = r.choice("encoding", 2)
    additional_uvs = r.choice("additional_uvs", 5)
    r.stack.append("index_widths")
    for kind in ("vertex", "texture", "material", "bone", "morph", "rigid_body"):
        width = r.byte(kind)
        if width not in (1, 2, 4):
            raise r.bad(r.at - 1, kind, "unknown_value")
        r.widths[kind] = width
    r.stack.pop()
    extra = globals_count - 8
    if extra > r.left():
        raise r.bad(r.at, "extra_globals", "truncated")
    r.at += extra
    r.stack.pop()
    r.encoding = ("utf16le", "utf8")[encoding]
    r.uvs = additional_uvs
    return {"signature": "PMX " if signature == b"PMX " else {"hex": signature.hex()},
            "version": float_value(version), "encoding": r.encoding, "additional_uvs": additional_uvs,
            "index_widths": dict(r.widths), "extra_globals": r.data[r.at - extra:r.at].hex()}


def read_vertex(r):
    v = {"position": r.reals3("position"), "normal": r.reals3("normal"), "uv": r.reals2("uv")}
    if r.uvs:
        v["additional_uvs"] = [r.reals4("additional_uvs") for _ in range(r.uvs)]
    kind = r.choice("deform", 5)
    v["deform"] = ("bdef1", "bdef2", "bdef4", "sdef", "qdef")[kind]
    v["bones"] = [r.ref("bone", "bones") for _ in range((1, 2, 4, 2, 4)[kind])]
    if kind in (2, 4):
        v["weights"] = r.reals4("weights")
    elif kind in (1, 3):
        v["weights"] = [r.real("weights")]
    if kind == 3:
        v["sdef_c"] = r.reals3("sdef_c")
        v["sdef_r0"] = r.reals3("sdef_r0")
        v["sdef_r1"] = r.reals3("sdef_r1")
    v["edge_scale"] = r.real("edge_scale")
    return v


def read_material(r):
    m = {"name": r.text("name"), "english_name": r.text("english_name"), "diffuse": r.reals4("diffuse"),
         "specular": r.reals3("specular"), "specular_power": r.real("specular_power"), "ambient": r.reals3("ambient")}
    m["flags"] = flag_list(r.byte("flags"), {
        0x01: "double_sided", 0x02: "ground_shadow", 0x04: "cast_self_shadow", 0x08: "receive_self_shadow",
        0x10: "edge", 0x20: "vertex_color", 0x40: "points", 0x80: "lines"})
    m["edge_color"] = r.reals4("edge_color")
    m["edge_size"] = r.real("edge_size")
    m["texture"] = r.ref("texture", "texture")
    m["sphere_texture"] = r.ref("texture", "sphere_texture")
    m["sphere_mode"] = named(r.byte("sphere_mode"), "off", "multiply", "add", "sub_texture")
    if r.choice("toon_mode", 2) == 0:
        m["toon_mode"] = "texture"
        m["toon_texture"] = r.ref("texture", "toon_texture")
    else:
        m["toon_mode"] = "shared"
        m["shared_toon"] = r.byte("shared_toon")
    m["memo"] = r.text("memo")
    m["index_count"] = r.integer("index_count")
    return m


def read_bone(r):
    b = {"name": r.text("name"), "english_name": r.text("english_name"), "position": r.reals3("position"),
         "parent": r.ref("bone", "parent"), "layer": r.integer("layer")}
    flags = r.short("flags")
    b["flags"] = flag_list(flags, {
        0x0001: "tail_is_bone", 0x0002: "rotatable", 0x0004: "movable", 0x0008: "visible", 0x0010: "operable",
        0x0020: "ik", 0x0080: "append_local", 0x0100: "append_rotation", 0x0200: "append_translation",
        0x0400: "fixed_axis", 0x0800: "local_axes", 0x1000: "after_physics", 0x2000: "external_parent"})
    if flags & 0x0001:
        b["tail_bone"] = r.ref("bone", "tail_bone")
    else:
        b["tail_offset"] = r.reals3("tail_offset")
    if flags & 0x0100 or flags & 0x0200:
        r.stack.append("append")
        b["append"] = {"parent": r.ref("bone", "parent"), "ratio": r.real("ratio")}
        r.stack.pop()
    if flags & 0x0400:
        b["fixed_axis"] = r.reals3("fixed_axis")
    if flags & 0x0800:
        r.stack.append("local_axes")
        b["local_axes"] = {"x": r.reals3("x"), "z": r.reals3("z")}
        r.stack.pop()
    if flags & 0x2000:
        b["external_parent_key"] = r.integer("external_parent_key")
    if flags & 0x0020:
        r.stack.append("ik")
        b["ik"] = {"target": r.ref("bone", "target"), "loop_count": r.integer("loop_count"),
                   "unit_angle": r.real("unit_angle"),
                   "links": r.several("links", r.widths["bone"] + 1, read_ik_link)}
        r.stack.pop()
    return b


def read_ik_link(r):
    link = {"bone": r.ref("bone", "bone"), "limited": r.byte("limited")}
    if link["limited"] != 0:
        link["limit_min"] = r.reals3("limit_min")
        link["limit_max"] = r.reals3("limit_max")
    return link


def read_morph(r):
    m = {"name": r.text("name"), "english_name": r.text("english_name"),
         "panel": named(r.byte("panel"), "system", "brow", "eye", "mouth", "other")}
    kind = r.choice("type", 11)
    m["type"] = ("group", "vertex", "bone", "uv", "additional_uv1", "additional_uv2", "additional_uv3",
                 "additional_uv4", "material", "flip", "impulse")[kind]
    width = r.widths
    if kind in (0, 9):
        m["offsets"] = r.several("offsets", width["morph"] + 4, lambda r: {
            "morph": r.ref("morph", "morph"), "weight": r.real("weight")})
    elif kind == 1:
        m["offsets"] = r.several("offsets", width["vertex"] + 12, lambda r: {
            "vertex": r.ref("vertex", "vertex"), "offset": r.reals3("offset")})
    elif kind == 2:
        m["offsets"] = r.several("offsets", width["bone"] + 28, lambda r: {
            "bone": r.ref("bone", "bone"), "translation": r.reals3("translation"), "rotation": r.reals4("rotation")})
    elif kind == 8:
        m["offsets"] = r.several("offsets", width["material"] + 113, lambda r: {
            "material": r.ref("material", "material"), "operation": named(r.byte("operation"), "multiply", "add"),
            "diffuse": r.reals4("diffuse"), "specular": r.reals3("specular"),
            "specular_power": r.real("specular_power"), "ambient": r.reals3("ambient"),
            "edge_color": r.reals4("edge_color"), "edge_size": r.real("edge_size"),
            "texture_factor": r.reals4("texture_factor"), "sphere_factor": r.reals4("sphere_factor"),
            "toon_factor": r.reals4("toon_factor")})
    elif kind == 10:
        m["offsets"] = r.several("offsets", width["rigid_body"] + 25, lambda r: {
            "rigid_body": r.ref("rigid_body", "rigid_body"), "local": r.byte("local"),
            "velocity": r.reals3("velocity"), "torque": r.reals3("torque")})
    else:
        m["offsets"] = r.several("offsets", width["vertex"] + 16, lambda r: {
            "vertex": r.ref("vertex", "vertex"), "offset": r.reals4("offset")})
    return m


def read_display_frame(r):
    shortest = 1 + min(r.widths["bone"], r.widths["morph"])
    return {"name": r.text("name"), "english_name": r.text("english_name"), "special": r.byte("special"),
            "elements": r.several("elements", shortest, read_element)}


def read_element(r):
    if r.choice("kind", 2) == 0:
        return {"kind": "bone", "bone": r.ref("bone", "bone")}
    return {"kind": "morph", "morph": r.ref("morph", "morph")}


def read_rigid_body(r):
    b = {"name": r.text("name"), "english_name": r.text("english_name"), "bone": r.ref("bone", "bone")}
    b.update(read_body_shape(r))
    return b


def read_joint(r):
    j = {"name": r.text("name"), "english_name": r.text("english_name"),
         "type": named(r.byte("type"), "spring_6dof", "six_dof", "point_to_point", "cone_twist", "slider", "hinge"),
         "rigid_body_a": r.ref("rigid_body", "rigid_body_a"), "rigid_body_b": r.ref("rigid_body", "rigid_body_b")}
    j.update(read_joint_frame(r))
    return j


def read_soft_body(r):
    s = {"name": r.text("name"), "english_name": r.text("english_name"),
         "shape": named(r.byte("shape"), "tri_mesh", "rope"), "material": r.ref("material", "material"),
         "group": r.byte("group"), "collision_mask": r.short("collision_mask"),
         "flags": flag_list(r.byte("flags"), {1: "b_links", 2: "clusters", 4: "randomise_links"}),
         "b_link_distance": r.integer("b_link_distance"), "cluster_count": r.integer("cluster_count"),
         "mass": r.real("mass"), "margin": r.real("margin"),
         "aero_model": named(r.integer("aero_model"), "v_point", "v_two_sided", "v_one_sided", "f_two_sided",
                             "f_one_sided")}
    for key in "vcf dp dg lf pr vc df mt chr khr shr ahr".split():
        s[key] = r.real(key)
    for key in "srhr skhr sshr sr_splt sk_splt ss_splt".split():
        s[key] = r.real(key)
    for key in "v_it p_it d_it c_it".split():
        s[key] = r.integer(key)
    for key in "lst ast vst".split():
        s[key] = r.real(key)
    anchor = r.widths["rigid_body"] + r.widths["vertex"] + 1
    s["anchors"] = r.several("anchors", anchor, lambda r: {
        "rigid_body": r.ref("rigid_body", "rigid_body"), "vertex": r.ref("vertex", "vertex"), "near": r.byte("near")})
    s["pins"] = r.several("pins", r.widths["vertex"], lambda r: r.ref("vertex", None))
    return s


def parse(data):
    """The JSON form of a PMX file; raises Bad."""
    r = Reader(data)
    model = {"format": "pmx", "header": read_header(r)}
    width = r.widths
    for key in ("name", "english_name", "comment", "english_comment"):
        model[key] = r.text(key)
    model["vertices"] = r.several("vertices", 37 + 16 * r.uvs + width["bone"], read_vertex)
    model["faces"] = r.several("faces", width["vertex"], lambda r: r.ref("vertex", None))
    model["textures"] = r.several("textures", 4, lambda r: r.text(None))
    model["materials"] = r.several("materials", 84 + 2 * width["texture"], read_material)
    model["bones"] = r.several("bones", 26 + 2 * width["bone"], read_bone)
    model["morphs"] = r.several("morphs", 14, read_morph)
    model["display_frames"] = r.several("display_frames", 13, read_display_frame)
    model["rigid_bodies"] = r.several("rigid_bodies", 69 + width["bone"], read_rigid_body)
    model["joints"] = r.several("joints", 105 + 2 * width["rigid_body"], read_joint)
    if model["header"]["version"] != 2.0 and r.left() > 0:
        model["soft_bodies"] = r.several("soft_bodies", 141 + width["material"], read_soft_body)
    model["trailing"] = r.data[r.at:].hex()
    return model


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        print(json.dumps(parse(source.read()), ensure_ascii=False, indent=1))
