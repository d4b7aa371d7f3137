#!/usr/bin/env python3
"""Packs the JSON form of a PMX model into bytes. Usage: pmx_pack.py MODEL.json MODEL.pmx"""

import json
import sys

from values import text_bytes
from writing import Writer, number_of

WIDTH_ORDER = ["vertex", "texture", "material", "bone", "morph", "rigid_body"]
ENCODINGS = ["utf16le", "utf8"]
DEFORMS = ["bdef1", "bdef2", "bdef4", "sdef", "qdef"]
MATERIAL_FLAGS = ["double_sided", "ground_shadow", "cast_self_shadow", "receive_self_shadow",
                  "edge", "vertex_color", "points", "lines"]
SPHERE_MODES = ["off", "multiply", "add", "sub_texture"]
TOON_MODES = ["texture", "shared"]
BONE_FLAGS = ["tail_is_bone", "rotatable", "movable", "visible", "operable", "ik", None, "append_local",
              "append_rotation", "append_translation", "fixed_axis", "local_axes", "after_physics", "external_parent"]
PANELS = ["system", "brow", "eye", "mouth", "other"]
MORPH_TYPES = ["group", "vertex", "bone", "uv", "additional_uv1", "additional_uv2", "additional_uv3",
               "additional_uv4", "material", "flip", "impulse"]
OPERATIONS = ["multiply", "add"]
ELEMENT_KINDS = ["bone", "morph"]
JOINT_TYPES = ["spring_6dof", "six_dof", "point_to_point", "cone_twist", "slider", "hinge"]
SOFT_SHAPES = ["tri_mesh", "rope"]
SOFT_FLAGS = ["b_links", "clusters", "randomise_links"]
AERO_MODELS = ["v_point", "v_two_sided", "v_one_sided", "f_two_sided", "f_one_sided"]


def bits_of(values, names):
    """The stored number of a set of flags; each is a name or the number of its bit."""
    total = 0
    for value in values:
        total |= 1 << names.index(value) if isinstance(value, str) else value
    return total


class Packer(Writer):
    """Writes one model."""

    def __init__(self, model):
        Writer.__init__(self, model, model["header"]["encoding"])
        self.model = model

    def text(self, path, value):
        data = text_bytes(value, self.encoding)
        self.put(path, "i", len(data))
        self.out += data

    def index(self, path, kind, value):
        width = self.model["header"]["index_widths"][kind]
        if kind == "vertex":
            layout = {1: "B", 2: "H", 4: "i"}[width]
        else:
            layout = {1: "b", 2: "h", 4: "i"}[width]
        self.put(path, layout, value)

    def texts(self, path, record):
        self.text(path + "/name", record["name"])
        self.text(path + "/english_name", record["english_name"])

    # the whole file --------------------------------------------------------------------------------------------

    def pack(self):
        self.header()
        for part in ["name", "english_name", "comment", "english_comment"]:
            if part == self.damaged_part:
                self.rest()
                return bytes(self.out)
            self.text("/" + part, self.model[part])

        for part, write in [("vertices", self.vertex), ("faces", self.face), ("textures", self.text),
                            ("materials", self.material), ("bones", self.bone), ("morphs", self.morph),
                            ("display_frames", self.display_frame), ("rigid_bodies", self.rigid_body),
                            ("joints", self.joint), ("soft_bodies", self.soft_body)]:
            if part == "soft_bodies" and part not in self.model and part != self.damaged_part:
                continue
            if not self.part(part, write):
                return bytes(self.out)

        self.trailing()
        return bytes(self.out)

    def header(self):
        header = self.model["header"]
        signature = header["signature"]
        self.marks["/header/signature"] = 0
        self.out += bytes.fromhex(signature["hex"]) if isinstance(signature, dict) else signature.encode("ascii")
        self.f32("/header/version", header["version"])
        extra = bytes.fromhex(header["extra_globals"])
        self.u8("/header", 8 + len(extra))
        self.u8("/header/encoding", number_of(header["encoding"], ENCODINGS))
        self.u8("/header/additional_uvs", header["additional_uvs"])
        for kind in WIDTH_ORDER:
            self.u8("/header/index_widths/" + kind, header["index_widths"][kind])
        self.out += extra

    # records ---------------------------------------------------------------------------------------------------

    def vertex(self, path, v):
        self.vector(path + "/position", v["position"], 3)
        self.vector(path + "/normal", v["normal"], 3)
        self.vector(path + "/uv", v["uv"], 2)
        extra = v.get("additional_uvs", [])
        if len(extra) != self.model["header"]["additional_uvs"]:
            raise ValueError(path + "/additional_uvs: wrong number")
        for index, uv in enumerate(extra):
            self.vector("%s/additional_uvs/%d" % (path, index), uv, 4)
        deform = v["deform"]
        bones, weights = {"bdef1": (1, 0), "bdef2": (2, 1), "bdef4": (4, 4), "sdef": (2, 1), "qdef": (4, 4)}[deform]
        if len(v["bones"]) != bones or len(v.get("weights", [])) != weights:
            raise ValueError(path + ": wrong number of bones or weights")
        self.u8(path + "/deform", DEFORMS.index(deform))
        for index, bone in enumerate(v["bones"]):
            self.index("%s/bones/%d" % (path, index), "bone", bone)
        if weights:
            self.vector(path + "/weights", v["weights"], weights)
        if deform == "sdef":
            self.vector(path + "/sdef_c", v["sdef_c"], 3)
            self.vector(path + "/sdef_r0", v["sdef_r0"], 3)
            self.vector(path + "/sdef_r1", v["sdef_r1"], 3)
        self.f32(path + "/edge_scale", v["edge_scale"])

    def face(self, path, vertex):
        self.index(path, "vertex", vertex)

    def material(self, path, m):
        self.texts(path, m)
        self.vector(path + "/diffuse", m["diffuse"], 4)
        self.vector(path + "/specular", m["specular"], 3)
        self.f32(path + "/specular_power", m["specular_power"])
        self.vector(path + "/ambient", m["ambient"], 3)
        self.u8(path + "/flags", bits_of(m["flags"], MATERIAL_FLAGS))
        self.vector(path + "/edge_color", m["edge_color"], 4)
        self.f32(path + "/edge_size", m["edge_size"])
        self.index(path + "/texture", "texture", m["texture"])
        self.index(path + "/sphere_texture", "texture", m["sphere_texture"])
        self.u8(path + "/sphere_mode", number_of(m["sphere_mode"], SPHERE_MODES))
        self.u8(path + "/toon_mode", TOON_MODES.index(m["toon_mode"]))
        if m["toon_mode"] == "shared":
            self.u8(path + "/shared_toon", m["shared_toon"])
        else:
            self.index(path + "/toon_texture", "texture", m["toon_texture"])
        self.text(path + "/memo", m["memo"])
        self.i32(path + "/index_count", m["index_count"])

    def bone(self, path, b):
        self.texts(path, b)
        self.vector(path + "/position", b["position"], 3)
        self.index(path + "/parent", "bone", b["parent"])
        self.i32(path + "/layer", b["layer"])
        flags = bits_of(b["flags"], BONE_FLAGS)
        self.u16(path + "/flags", flags)
        if flags & 0x0001:
            self.index(path + "/tail_bone", "bone", b["tail_bone"])
        else:
            self.vector(path + "/tail_offset", b["tail_offset"], 3)
        if flags & 0x0300:
            self.index(path + "/append/parent", "bone", b["append"]["parent"])
            self.f32(path + "/append/ratio", b["append"]["ratio"])
        if flags & 0x0400:
            self.vector(path + "/fixed_axis", b["fixed_axis"], 3)
        if flags & 0x0800:
            self.vector(path + "/local_axes/x", b["local_axes"]["x"], 3)
            self.vector(path + "/local_axes/z", b["local_axes"]["z"], 3)
        if flags & 0x2000:
            self.i32(path + "/external_parent_key", b["external_parent_key"])
        if flags & 0x0020:
            ik = b["ik"]
            self.index(path + "/ik/target", "bone", ik["target"])
            self.i32(path + "/ik/loop_count", ik["loop_count"])
            self.f32(path + "/ik/unit_angle", ik["unit_angle"])
            self.records(path + "/ik/links", ik["links"], self.ik_link)

    def ik_link(self, path, link):
        self.index(path + "/bone", "bone", link["bone"])
        self.u8(path + "/limited", link["limited"])
        if link["limited"]:
            self.vector(path + "/limit_min", link["limit_min"], 3)
            self.vector(path + "/limit_max", link["limit_max"], 3)

    def morph(self, path, m):
        self.texts(path, m)
        self.u8(path + "/panel", number_of(m["panel"], PANELS))
        number = MORPH_TYPES.index(m["type"])
        self.u8(path + "/type", number)
        write = {0: self.group_offset, 1: self.vertex_offset, 2: self.bone_offset, 8: self.material_offset,
                 9: self.group_offset, 10: self.impulse_offset}.get(number, self.uv_offset)
        self.records(path + "/offsets", m["offsets"], write)

    def group_offset(self, path, o):
        self.index(path + "/morph", "morph", o["morph"])
        self.f32(path + "/weight", o["weight"])

    def vertex_offset(self, path, o):
        self.index(path + "/vertex", "vertex", o["vertex"])
        self.vector(path + "/offset", o["offset"], 3)

    def bone_offset(self, path, o):
        self.index(path + "/bone", "bone", o["bone"])
        self.vector(path + "/translation", o["translation"], 3)
        self.vector(path + "/rotation", o["rotation"], 4)

    def uv_offset(self, path, o):
        self.index(path + "/vertex", "vertex", o["vertex"])
        self.vector(path + "/offset", o["offset"], 4)

    def material_offset(self, path, o):
        self.index(path + "/material", "material", o["material"])
        self.u8(path + "/operation", number_of(o["operation"], OPERATIONS))
        self.vector(path + "/diffuse", o["diffuse"], 4)
        self.vector(path + "/specular", o["specular"], 3)
        self.f32(path + "/specular_power", o["specular_power"])
        self.vector(path + "/ambient", o["ambient"], 3)
        self.vector(path + "/edge_color", o["edge_color"], 4)
        self.f32(path + "/edge_size", o["edge_size"])
        self.vector(path + "/texture_factor", o["texture_factor"], 4)
        self.vector(path + "/sphere_factor", o["sphere_factor"], 4)
        self.vector(path + "/toon_factor", o["toon_factor"], 4)

    def impulse_offset(self, path, o):
        self.index(path + "/rigid_body", "rigid_body", o["rigid_body"])
        self.u8(path + "/local", o["local"])
        self.vector(path + "/velocity", o["velocity"], 3)
        self.vector(path + "/torque", o["torque"], 3)

    def display_frame(self, path, f):
        self.texts(path, f)
        self.u8(path + "/special", f["special"])
        self.records(path + "/elements", f["elements"], self.element)

    def element(self, path, e):
        kind = e["kind"]
        self.u8(path + "/kind", ELEMENT_KINDS.index(kind))
        self.index(path + "/" + kind, kind, e[kind])

    def rigid_body(self, path, b):
        self.texts(path, b)
        self.index(path + "/bone", "bone", b["bone"])
        self.body_shape(path, b)

    def joint(self, path, j):
        self.texts(path, j)
        self.u8(path + "/type", number_of(j["type"], JOINT_TYPES))
        self.index(path + "/rigid_body_a", "rigid_body", j["rigid_body_a"])
        self.index(path + "/rigid_body_b", "rigid_body", j["rigid_body_b"])
        self.joint_frame(path, j)

    def soft_body(self, path, s):
        self.texts(path, s)
        self.u8(path + "/shape", number_of(s["shape"], SOFT_SHAPES))
        self.index(path + "/material", "material", s["material"])
        self.u8(path + "/group", s["group"])
        self.u16(path + "/collision_mask", s["collision_mask"])
        self.u8(path + "/flags", bits_of(s["flags"], SOFT_FLAGS))
        self.i32(path + "/b_link_distance", s["b_link_distance"])
        self.i32(path + "/cluster_count", s["cluster_count"])
        self.f32(path + "/mass", s["mass"])
        self.f32(path + "/margin", s["margin"])
        self.i32(path + "/aero_model", number_of(s["aero_model"], AERO_MODELS))
        for key in ["vcf", "dp", "dg", "lf", "pr", "vc", "df", "mt", "chr", "khr", "shr", "ahr",
                    "srhr", "skhr", "sshr", "sr_splt", "sk_splt", "ss_splt"]:
            self.f32(path + "/" + key, s[key])
        for key in ["v_it", "p_it", "d_it", "c_it"]:
            self.i32(path + "/" + key, s[key])
        for key in ["lst", "ast", "vst"]:
            self.f32(path + "/" + key, s[key])
        self.records(path + "/anchors", s["anchors"], self.anchor)
        self.records(path + "/pins", s["pins"], self.face)

    def anchor(self, path, a):
        self.index(path + "/rigid_body", "rigid_body", a["rigid_body"])
        self.index(path + "/vertex", "vertex", a["vertex"])
        self.u8(path + "/near", a["near"])


def pack(model):
    """The bytes of a model."""
    return Packer(model).pack()


def pack_with_marks(model):
    """The bytes of a model, and the offset of every field by its path."""
    packer = Packer(model)
    return packer.pack(), packer.marks


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as source:
        packed = pack(json.load(source))
    with open(sys.argv[2], "wb") as target:
        target.write(packed)
