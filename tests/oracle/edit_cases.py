"""What edits make of motions and poses, worked out from the JSON form and apart from the program.

edits_of(value) gives tuples of the words after `kagami edit FILE`, and the expected value, or None if it must be refused.
reduced_wrongly(before, after, …) holds a motion with fewer keys against the one it was made of, frame by frame.
"""

import json
import math
import random
import re
import struct

from values import fixed_text_bytes, fixed_text_value, float_bits, float_value, shortest, text_bytes, text_value

LAST_FRAME = 0xFFFFFFFF
SECTIONS = ("bone_keys", "morph_keys", "camera_keys", "light_keys", "shadow_keys", "property_keys")


def copied(value):
    """A copy in which nothing is shared, also not between two places of the value."""
    return json.loads(json.dumps(value))


def keys(motion, *sections):
    for section in sections or SECTIONS:
        for key in motion.get(section, []):
            yield key


# names -----------------------------------------------------------------------------------------------------------

CHARACTERS = {"cp932": rb"(?s)[\x81-\x9f\xe0-\xfc].|.", "gbk": rb"(?s)[\x81-\xfe].|.",
              "utf8": rb"(?s)[\xc0-\xff][\x80-\xbf]*|."}
PAIRS = (("ウィンク", "ウィンク右"), ("ウィンク２", "ｳｨﾝｸ２右"))


def swapped(name, encoding):
    """The bytes of a name with its sides changed."""
    codec = {"cp932": "cp932", "gbk": "gbk", "utf8": "utf-8"}[encoding]
    left, right = "左".encode(codec), "右".encode(codec)
    characters = re.findall(CHARACTERS[encoding], name)
    if left in characters and right in characters:
        return name
    return b"".join({left: right, right: left}.get(character, character) for character in characters)


def swapped_morph(name, names, encoding):
    """The same for one of the names of a motion's morphs."""
    for left, right in PAIRS:
        try:
            left, right = (part.encode({"cp932": "cp932", "gbk": "gbk", "utf8": "utf-8"}[encoding]) for part in (left, right))
        except UnicodeError:
            continue
        if max(len(left), len(right)) > 15:
            continue
        other = swapped(right, encoding)
        if name in (left, right, other):
            if other in names:
                return swapped(name, encoding) if right in names else name
            return right if name == left else left
    return swapped(name, encoding)


def renamed(value, size, encoding, to):
    """A field with other bytes before its NUL."""
    field = fixed_text_bytes(value, size, encoding)
    name, nul, rest = field.partition(b"\0")
    name = to(name)
    field = name + (nul or b"\0") + rest
    return fixed_text_value((field + field[-1:] * size)[:size], encoding)


# motions ---------------------------------------------------------------------------------------------------------

def flipped(value):
    return float_value(float_bits(value) ^ 0x80000000)


def mirrored(motion):
    motion = copied(motion)
    encoding = motion["encoding"]
    names = {fixed_text_bytes(key["name"], 15, encoding).partition(b"\0")[0] for key in keys(motion, "morph_keys")}
    for key in keys(motion, "bone_keys"):
        key["name"] = renamed(key["name"], 15, encoding, lambda name: swapped(name, encoding))
        key["position"][0] = flipped(key["position"][0])
        for axis in (1, 2):
            key["rotation"][axis] = flipped(key["rotation"][axis])
    for key in keys(motion, "morph_keys"):
        key["name"] = renamed(key["name"], 15, encoding, lambda name: swapped_morph(name, names, encoding))
    for key in keys(motion, "property_keys"):
        for state in key["iks"]:
            state["name"] = renamed(state["name"], 20, encoding, lambda name: swapped(name, encoding))
    for key in keys(motion, "camera_keys"):
        key["target"][0] = flipped(key["target"][0])
        for axis in (1, 2):
            key["rotation"][axis] = flipped(key["rotation"][axis])
    for key in keys(motion, "light_keys"):
        key["direction"][0] = flipped(key["direction"][0])
    return motion


def product(value, factor):
    """A float32 times another; raises OverflowError."""
    bits = float_bits(value)
    if bits & 0x7F800000 == 0x7F800000:
        return value
    exact = struct.unpack("<f", struct.pack("<I", bits))[0] * factor  # fits a double
    return float_value(struct.unpack("<I", struct.pack("<f", exact))[0])


def scaled(motion, factor):
    motion = copied(motion)
    try:
        for key in keys(motion, "bone_keys"):
            key["position"] = [product(part, factor) for part in key["position"]]
    except OverflowError:
        return None
    return motion


def retimed(motion, factor):
    motion = copied(motion)
    factor = struct.unpack("<f", struct.pack("<f", factor))[0]
    for key in keys(motion):
        exact = key["frame"] * factor
        key["frame"] = math.floor(exact) + (1 if exact - math.floor(exact) >= 0.5 else 0)
        if key["frame"] > LAST_FRAME:
            return None
    return motion


def trimmed(motion, first, last):
    motion = copied(motion)
    for section in SECTIONS:
        if section in motion:
            motion[section] = [key for key in motion[section] if first <= key["frame"] <= last]
    for key in keys(motion):
        key["frame"] -= first
    return motion


def edits_of(value):
    if value["format"] == "vpd":
        return [(("mirror",), mirrored_pose(value))]
    return [(("mirror",), mirrored(value)), (("scale-positions", "factor=-1.375"), scaled(value, -1.375)),
            (("retime", "factor=1.37"), retimed(value, 1.37)), (("retime", "factor=0.3"), retimed(value, 0.3)),
            (("trim", "from=3", "to=1000"), trimmed(value, 3, 1000))]


# poses -----------------------------------------------------------------------------------------------------------

def mirrored_pose(pose):
    pose = copied(pose)
    encoding = pose["encoding"]

    def name_of(block):
        return text_bytes(block["name"], encoding)

    def flip(number):
        return number[1:] if number.startswith("-") else "-" + number.lstrip("+")

    names = {name_of(block) for block in pose["blocks"] if block["kind"] == "morph"}
    for block in pose["blocks"]:
        if block["kind"] == "bone":
            block["name"] = text_value(swapped(name_of(block), encoding), encoding)
            block["position"][0] = flip(block["position"][0])
            for axis in (1, 2):
                block["rotation"][axis] = flip(block["rotation"][axis])
        else:
            block["name"] = text_value(swapped_morph(name_of(block), names, encoding), encoding)
    return pose


# sampling --------------------------------------------------------------------------------------------------------

def number(value):
    return struct.unpack("<f", struct.pack("<I", float_bits(value)))[0]


def eased(curve, part):
    """How far (x1, y1, x2, y2) has come at a part of the way."""
    x1, y1, x2, y2 = (byte / 127 for byte in curve)
    if x1 == y1 and x2 == y2:
        return part
    low, high = 0.0, 1.0
    for _ in range(60):
        t = (low + high) / 2
        if 3 * t * (1 - t) ** 2 * x1 + 3 * t * t * (1 - t) * x2 + t ** 3 < part:
            low = t
        else:
            high = t
    return 3 * t * (1 - t) ** 2 * y1 + 3 * t * t * (1 - t) * y2 + t ** 3


def bone_curve(key, channel):
    """Of row `channel`, every fourth byte from its first."""
    row = bytes.fromhex(key["curves"])[16 * channel:16 * channel + 16]
    return row[0], row[4], row[8], row[12]


def camera_curve(key, channel):
    x1, x2, y1, y2 = bytes.fromhex(key["curves"])[4 * channel:4 * channel + 4]
    return x1, y1, x2, y2


def turn(a, b, part):
    """From one rotation to another, the shorter way; normalised."""
    a, b = ([part / math.sqrt(sum(x * x for x in q)) for part in q] for q in (a, b))
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = [-x for x in b], -cosine
    angle = math.atan2(math.sqrt(sum((y - cosine * x) ** 2 for x, y in zip(a, b))), cosine)
    if angle < 1e-9:
        return a
    return [(math.sin((1 - part) * angle) * x + math.sin(part * angle) * y) / math.sin(angle) for x, y in zip(a, b)]


def value_of(section, a, b, part):
    """Between two keys: (what is in MMD units, angles in degrees, a rotation, a weight, what steps)."""
    if section == "morph_keys":
        return [], [], None, [number(a["weight"]) + (number(b["weight"]) - number(a["weight"])) * part], None

    def mix(one, other, curve):
        return one + (other - one) * eased(curve, part)

    if section == "bone_keys":
        place = [mix(number(a["position"][i]), number(b["position"][i]), bone_curve(b, i)) for i in range(3)]
        rotation = turn([number(x) for x in a["rotation"]], [number(x) for x in b["rotation"]], eased(bone_curve(b, 3), part))
        return place, [], rotation, [], a["curves"][4:8] == "630f"
    place = [mix(number(a["target"][i]), number(b["target"][i]), camera_curve(b, i)) for i in range(3)]
    place.append(mix(number(a["distance"]), number(b["distance"]), camera_curve(b, 4)))
    angles = [math.degrees(mix(number(a["rotation"][i]), number(b["rotation"][i]), camera_curve(b, 3))) for i in range(3)]
    angles.append(mix(a["field_of_view"], b["field_of_view"], camera_curve(b, 5)))
    return place, angles, None, [], a["parallel"]


def at(section, track, frame):
    after = next((i for i, key in enumerate(track) if key["frame"] > frame), len(track))
    a, b = track[after - 1], track[min(after, len(track) - 1)]
    return value_of(section, a, b, (frame - a["frame"]) / (b["frame"] - a["frame"]) if b["frame"] > a["frame"] else 0)


def off(one, other):
    """How far values are apart: MMD units, degrees, weight. Steps must be the same."""
    place = max([math.dist(one[0][:3], other[0][:3])] + [abs(x - y) for x, y in zip(one[0][3:], other[0][3:])])
    angle = max([abs(x - y) for x, y in zip(one[1], other[1])], default=0)
    if one[2]:
        same, against = (math.sqrt(sum((x - sign * y) ** 2 for x, y in zip(one[2], other[2]))) for sign in (1, -1))
        angle = math.degrees(4 * math.asin(min(same, against, 2) / 2))
    weight = max([abs(x - y) for x, y in zip(one[3], other[3])], default=0)
    return place, angle, weight if one[4] == other[4] else math.inf


def tracks_of(motion, section):
    tracks = {}
    for key in motion.get(section, []):
        name = fixed_text_bytes(key["name"], 15, motion["encoding"]).partition(b"\0")[0] if "name" in key else b""
        tracks.setdefault(name, []).append(key)
    for track in tracks.values():
        track.sort(key=lambda key: key["frame"])
    return tracks


def sound(section, track):
    """Whether a track can be sampled: no two keys at a frame, finite values, rotations about 1 long, not too long."""
    frames = [key["frame"] for key in track]
    if len(set(frames)) != len(frames) or frames[-1] - frames[0] > 2000:
        return False
    for key in track:
        numbers = [x for field in ("position", "target", "rotation") for x in key.get(field, [])]
        numbers += [key[field] for field in ("weight", "distance") if field in key]
        if any(isinstance(x, str) for x in numbers):
            return False
        if section == "bone_keys" and not 0.75 < math.sqrt(sum(number(x) ** 2 for x in key["rotation"])) < 1.3:
            return False
    return True


def reduced_wrongly(before, after, place, angle, weight):
    """What is wrong about a motion with fewer keys; None if nothing is."""
    for section in ("light_keys", "shadow_keys", "property_keys"):
        if before.get(section) != after.get(section):
            return section + " differ"
    for section in ("bone_keys", "morph_keys", "camera_keys"):
        left = iter(before.get(section, []))
        if not all(any(key == other for other in left) for key in after.get(section, [])):
            return section + " holds keys that were not there, or elsewhere"
        now = tracks_of(after, section)
        for name, track in tracks_of(before, section).items():
            kept = now.get(name, [])
            if not kept or kept[0] != track[0] or kept[-1] != track[-1]:
                return "%s of %r: first or last key is gone" % (section, name)
            if len(kept) == len(track) or not sound(section, track):
                continue
            for frame in range(track[0]["frame"], track[-1]["frame"] + 1):
                distances = off(at(section, track, frame), at(section, kept, frame))
                if not all(x <= most + 1e-5 for x, most in zip(distances, (place, angle * 1.0001, weight))):
                    return "%s of %r at %d: off by %s" % (section, name, frame, distances)
    return None


def thinned_cases():
    """Motions with many keys that are not needed."""
    for seed in range(6):
        chance = random.Random(seed)

        def curve():
            return bytes(chance.choice((20, 20, 107, 0, 64, 127)) for _ in range(4)) if seed % 2 else bytes((20, 20, 107, 107))

        def rounded(x):
            return shortest(struct.unpack("<f", struct.pack("<f", x))[0])

        motion = {"format": "vmd", "encoding": "cp932",
                  "header": {"signature": "Vocaloid Motion Data 0002", "model_name": "初音ミク"}}
        for section in SECTIONS:
            motion[section] = []
        for name in ("センター", "左腕"):
            frame = 0
            while frame < 90:
                level = 30 <= frame < 60
                t = 0.05 * (30 if level else frame)
                rows = bytearray(64)
                for channel in range(4):
                    rows[16 * channel:16 * channel + 16:4] = curve()
                rows[2:4] = (99, 15) if frame % 40 > 33 else (0, 0)
                motion["bone_keys"].append({
                    "name": name, "frame": frame, "position": [rounded(t), rounded(math.sin(t)), 0.0],
                    "rotation": [rounded(math.sin(t / 2)), 0.0, 0.0, rounded(math.cos(t / 2))], "curves": rows.hex()})
                motion["morph_keys"].append({"name": name, "frame": frame, "weight": rounded(abs(math.sin(t)))})
                if name == "左腕":
                    curves = b"".join(bytes((c[0], c[2], c[1], c[3])) for c in (curve() for _ in range(6)))
                    motion["camera_keys"].append({
                        "frame": frame, "distance": rounded(-45 + t), "target": [rounded(t), 10.0, 0.0],
                        "rotation": [0.0, rounded(t), 0.0], "curves": curves.hex(), "field_of_view": 30 + frame // 20,
                        "parallel": 1 if frame > 70 else 0})
                frame += chance.choice((1, 2, 3, 5))
        motion["trailing"] = ""
        yield "thinned %d" % seed, motion
