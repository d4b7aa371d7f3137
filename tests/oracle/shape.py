"""What scale, resize and proportion make of a model, worked out from the words in include/kagami/edit/shape.hpp.

Models are JSON forms as the parsers give them. Numbers are computed in double precision and rounded to float32 at the
end; a number that is no finite float (a string) stays.
"""

import copy
import math
import struct
import unicodedata


def exact(value):
    """The float32 itself: JSON forms hold the shortest decimal that rounds to it."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def rounded(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def exact_vector(vector):
    return [exact(part) if not isinstance(part, str) else math.nan for part in vector]


def finite(vector):
    return all(math.isfinite(part) for part in vector)


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def times(a, k):
    return [x * k for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(a):
    return math.sqrt(dot(a, a))


def set_moved(record, key, by):
    """Adds a displacement to a stored vector; parts that are no numbers, or do not move, keep their bits."""
    record[key] = [part if isinstance(part, str) or d == 0 or not math.isfinite(d) else rounded(exact(part) + d)
                   for part, d in zip(record[key], by)]


def influences(model, vertex):
    """(bone, weight) of a vertex."""
    if model["format"] == "pmd":
        weight = vertex["weight"] / 100
        return [(vertex["bones"][0], weight), (vertex["bones"][1], 1 - weight)]
    bones = vertex["bones"]
    if vertex["deform"] == "bdef1":
        return [(bones[0], 1.0)]
    weights = exact_vector(vertex["weights"])
    if vertex["deform"] in ("bdef2", "sdef"):
        return [(bones[0], weights[0]), (bones[1], rounded(1 - weights[0]))]
    return list(zip(bones, weights))


# scale -----------------------------------------------------------------------------------------------------------

def scale(model, factor):
    """Every length times the factor."""
    model = copy.deepcopy(model)
    factor = exact(factor)

    def length(record, *keys):
        for key in keys:
            value = record.get(key)
            if isinstance(value, list):
                record[key] = [part if isinstance(part, str) else rounded(exact(part) * factor) for part in value]
            elif isinstance(value, float):
                record[key] = rounded(exact(value) * factor)

    for vertex in model["vertices"]:
        length(vertex, "position", "sdef_c", "sdef_r0", "sdef_r1")
    for bone in model["bones"]:
        length(bone, "position", "tail_offset")
    for morph in model["morphs"]:
        for offset in morph.get("base_vertices", []):
            length(offset, "position")
        for offset in morph.get("offsets", []):
            if model["format"] == "pmd" or morph["type"] == "vertex":
                length(offset, "offset")
            elif morph["type"] == "bone":
                length(offset, "translation")
    for body in model.get("rigid_bodies", []):
        length(body, "size", "position")
    for joint in model.get("joints", []):
        length(joint, "position")
        if joint.get("type") != "cone_twist":
            length(joint, "linear_lower", "linear_upper")
    for body in model.get("soft_bodies", []):
        length(body, "margin")
    return model


# what moves with vertices, bodies and joints ---------------------------------------------------------------------

def move_vertices(model, moves):
    """`moves(vertex number, place)` is how far a place that goes with a vertex moves. Places of the old model."""
    places = [exact_vector(vertex["position"]) for vertex in model["vertices"]]
    base = next((morph for morph in model["morphs"] if "base_vertices" in morph), None)
    base_places = [] if base is None else [(entry["vertex"], exact_vector(entry["position"])) for entry in base["base_vertices"]]
    for morph in model["morphs"]:
        for offset in morph.get("offsets", []):
            if "base_vertex" in offset:
                if not 0 <= offset["base_vertex"] < len(base_places):
                    continue
                number, place = base_places[offset["base_vertex"]]
            elif morph.get("type") == "vertex":
                number = offset["vertex"]
                if not 0 <= number < len(places):
                    continue
                place = places[number]
            else:
                continue
            if not 0 <= number < len(places):
                continue
            led = plus(place, exact_vector(offset["offset"]))
            set_moved(offset, "offset", minus(moves(number, led), moves(number, place)))
        for entry in morph.get("base_vertices", []):
            if 0 <= entry["vertex"] < len(places):
                set_moved(entry, "position", moves(entry["vertex"], exact_vector(entry["position"])))
    for number, vertex in enumerate(model["vertices"]):
        for key in ("sdef_c", "sdef_r0", "sdef_r1"):
            if key in vertex:
                set_moved(vertex, key, moves(number, exact_vector(vertex[key])))
        set_moved(vertex, "position", moves(number, places[number]))


def matrix_of(rotation):
    """Ry * Rx * Rz, as rows."""
    x, y, z = rotation

    def product(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    rx = [[1, 0, 0], [0, math.cos(x), -math.sin(x)], [0, math.sin(x), math.cos(x)]]
    ry = [[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]]
    rz = [[math.cos(z), -math.sin(z), 0], [math.sin(z), math.cos(z), 0], [0, 0, 1]]
    return product(ry, product(rx, rz))


def move_body(body, place, space):
    """Makes a body at a place larger as the space around it becomes; returns how far it moves."""
    matrix = matrix_of(exact_vector(body["rotation"]))
    axes = [[matrix[row][column] for row in range(3)] for column in range(3)]
    growth = [norm([part * factor for part, factor in zip(axis, space.growth)]) for axis in axes]
    size = exact_vector(body["size"])
    if body["shape"] == "sphere":
        new = [size[0] * (growth[0] * growth[1] * growth[2]) ** (1 / 3), size[1], size[2]]
        ends = []
    elif body["shape"] == "box":
        new = list(size)
        ends = [(0, size[0]), (1, size[1]), (2, size[2])]
    else:
        new = [size[0] * math.sqrt(growth[0] * growth[2]), size[1], size[2]]
        ends = [(1, size[1] / 2)]
    moved = []
    for axis, half in ends:
        there, here = plus(place, times(axes[axis], half)), minus(place, times(axes[axis], half))
        there_moves, here_moves = space(there), space(here)
        moved += [there_moves, here_moves]
        if half != 0:
            new[axis] = size[axis] * norm(minus(plus(there, there_moves), plus(here, here_moves))) / abs(2 * half)
    body["size"] = [old if isinstance(old, str) or not math.isfinite(part) else rounded(part) for old, part in zip(body["size"], new)]
    if not moved:
        return space(place)
    return times([sum(parts) for parts in zip(*moved)], 1 / len(moved))


def move_joint(joint, space):
    matrix = matrix_of(exact_vector(joint["rotation"]))
    if joint.get("type") != "cone_twist":
        growth = [norm([matrix[row][column] * space.growth[row] for row in range(3)]) for column in range(3)]
        for key in ("linear_lower", "linear_upper"):
            joint[key] = [part if isinstance(part, str) else rounded(exact(part) * factor)
                          for part, factor in zip(joint[key], growth)]
    set_moved(joint, "position", space(exact_vector(joint["position"])))


# resize ----------------------------------------------------------------------------------------------------------

class Stretched:
    """Space that is stretched about a centre."""

    def __init__(self, centre, factors):
        self.centre = centre
        self.growth = factors

    def __call__(self, place):
        if not finite(place):
            return [0.0, 0.0, 0.0]
        return [(factor - 1) * (part - middle) for part, middle, factor in zip(place, self.centre, self.growth)]


def resize(model, numbers, factors, about=None):
    """The parts of the materials of these numbers; `about` is the number of a bone."""
    model = copy.deepcopy(model)
    factors = [exact(factor) for factor in factors]
    users = [set(), set()]
    at = 0
    for number, material in enumerate(model["materials"]):
        users[number in numbers].update(model["faces"][at:at + material["index_count"]])
        at += material["index_count"]
    users[0].update(model["faces"][at:])
    chosen = {number for number in users[1] if 0 <= number < len(model["vertices"])}
    others = {number for number in users[0] if 0 <= number < len(model["vertices"])} - chosen
    if about is not None:
        centre = exact_vector(model["bones"][about]["position"])
    else:
        places = [exact_vector(model["vertices"][number]["position"]) for number in chosen]
        columns = list(zip(*[place for place in places if finite(place)])) or [[0]] * 3
        centre = [(min(column) + max(column)) / 2 for column in columns]
    space = Stretched(centre, factors)

    def deformed(vertices):
        return {bone for number in vertices for bone, weight in influences(model, model["vertices"][number]) if weight != 0}

    bones = deformed(chosen) - deformed(others)
    move_vertices(model, lambda number, place: space(place) if number in chosen else [0.0] * 3)
    if len(set(factors)) > 1:
        for number in chosen:
            vertex = model["vertices"][number]
            normal = exact_vector(vertex["normal"])
            turned = [part / factor for part, factor in zip(normal, factors)]
            if finite(normal) and norm(turned) > 0:
                vertex["normal"] = [rounded(part * norm(normal) / norm(turned)) for part in turned]
    moved = set()
    for number, body in enumerate(model.get("rigid_bodies", [])):
        if body["bone"] in bones and 0 <= body["bone"] < len(model["bones"]):
            moved.add(number)
            place = exact_vector(body["position"])
            if model["format"] == "pmd":
                place = plus(place, exact_vector(model["bones"][body["bone"]]["position"]))
            set_moved(body, "position", move_body(body, place, space))
    for joint in model.get("joints", []):
        if joint["rigid_body_a"] in moved or joint["rigid_body_b"] in moved:
            move_joint(joint, space)
    return model


# proportion ------------------------------------------------------------------------------------------------------

LIMBS = {"legs": ["足", "ひざ", "足首"], "arms": ["腕", "ひじ", "手首"], "neck": ["首", "頭"],
         "torso": ["上半身", "上半身2", "上半身3", "首"]}


class Space:
    """The space around a bone: shifted, grown about an origin, stretched along a segment from it."""

    def __init__(self, origin, shift, growth, axis=None, length=0.0, stretch=0.0):
        self.origin, self.shift, self.growth = origin, shift, [growth] * 3
        self.axis, self.length, self.stretch = axis, length, stretch

    def __call__(self, place):
        away = minus(place, self.origin)
        if not finite(away):
            return self.shift
        moved = plus(self.shift, times(away, self.growth[0] - 1))
        if self.axis:
            moved = plus(moved, times(self.axis, self.stretch * min(max(dot(away, self.axis), 0.0), self.length)))
        return moved


class Figure:
    """The bones of a model that is to change its proportions, and how they move."""

    def __init__(self, model, factors, chosen, factor):
        bones = model["bones"]
        self.count = len(bones)
        self.places = [exact_vector(bone["position"]) for bone in bones]
        self.names = [unicodedata.normalize("NFKC", name_of(bone["name"])) for bone in bones]
        self.parents = [self.known(bone["parent"]) for bone in bones]
        self.targets, self.tails, self.offsets, self.appended = ([None] * self.count for _ in range(4))
        for number, bone in enumerate(bones):
            if model["format"] == "pmd":
                follows = bone["type"] == "follow_rotation"
                if follows:
                    self.appended[number] = self.known(bone["tail"])
                else:
                    self.tails[number] = self.known(bone["tail"] or -1)
                    if bone["type"] == "under_rotation":
                        self.appended[number] = self.known(bone["reference"] or -1)
            else:
                self.tails[number] = self.known(bone.get("tail_bone", -1))
                self.offsets[number] = exact_vector(bone.get("tail_offset", [0.0] * 3))
                if "ik" in bone:
                    self.targets[number] = self.known(bone["ik"]["target"])
                if "append_rotation" in bone["flags"]:
                    self.appended[number] = self.known(bone["append"]["parent"])
        for ik in model.get("iks", []):
            self.targets[ik["bone"]] = self.known(ik["target"])

        self.factor = [1.0] * self.count
        self.ends = [None] * self.count
        for limb, names in LIMBS.items():
            for side in ("左", "右") if limb in ("legs", "arms") else ("",):
                found = [self.named(side + name) for name in names]
                if found[0] is None or found[-1] is None:
                    continue
                found = [number for number in found if number is not None]
                for start, end in zip(found, found[1:]):
                    self.factor[start] *= exact(factors.get(limb, 1.0))
                    self.ends[start] = end
        for number in chosen:
            self.factor[number] *= exact(factor)
        self.head = self.named("頭")
        self.head_factor = exact(factors.get("head", 1.0))
        self.axes = [self.axis_of(number) for number in range(self.count)]
        self.limbs = [self.own_limb(number) for number in range(self.count)]
        self.limbs = [self.limb_of(number) for number in range(self.count)]
        self.leaders = list(self.targets)
        for side in "左右":
            parent = self.named(side + "足IK親")
            for number in range(self.count):
                if parent is not None and self.parents[number] == parent and self.targets[number] is not None:
                    self.leaders[parent] = self.targets[number]
                    break
        self.lift = 0.0
        self.lifted = None
        self.moved, self.spaces = {}, {}
        feet = [number for number in (self.named("左足首"), self.named("右足首")) if number is not None]
        if feet:
            chain = self.ancestors(feet[0])
            centre = self.named("センター")
            above = [number for number in chain if self.names[number] not in ("全ての親", "操作中心")]
            self.lifted = centre if centre in chain else above[-1] if above else None
            if self.lifted is not None:
                self.lift = max(-self.shift(foot)[1] for foot in feet)
                self.moved, self.spaces = {}, {}

    def known(self, number):
        return number if 0 <= number < self.count else None

    def named(self, name):
        return self.names.index(name) if name in self.names else None

    def ancestors(self, number):
        chain = []
        while self.parents[number] is not None:
            number = self.parents[number]
            chain.append(number)
        return chain

    def axis_of(self, number):
        """(direction, length) of a bone that becomes longer, else None."""
        if self.factor[number] == 1.0:
            return None
        here = self.places[number]

        def apart(other):
            return other is not None and self.places[other] != here

        if not apart(self.ends[number]):
            self.ends[number] = None
            if apart(self.tails[number]):
                self.ends[number] = self.tails[number]
        if self.ends[number] is not None:
            way = minus(self.places[self.ends[number]], here)
        elif self.tails[number] is None and self.offsets[number] and any(self.offsets[number]):
            way = self.offsets[number]
        else:
            children = [other for other in range(self.count) if self.parents[other] == number]
            if not children:
                return None
            self.ends[number] = max(children, key=lambda other: norm(minus(self.places[other], here)))
            way = minus(self.places[self.ends[number]], here)
        length = norm(way)
        return (times(way, 1 / length), length) if length > 0 and math.isfinite(length) else None

    def own_limb(self, number):
        """The lengthened bone that a bone is, or lies within."""
        if self.axes[number]:
            return number
        for start in range(self.count):
            if self.axes[start] and self.ends[start] is not None:
                chain = self.ancestors(self.ends[start])
                if start in chain and number in chain[:chain.index(start)]:
                    return start
        return None

    def limb_of(self, number):
        """Also for helper bones, by what they append."""
        source, steps = number, 0
        while source is not None and self.limbs[source] is None and steps < 16:
            source, steps = self.appended[source], steps + 1
        if source is None or self.limbs[source] is None:
            return None
        limb = self.limbs[source]
        if source == number:
            return limb
        axis, length = self.axes[limb]
        away = minus(self.places[number], self.places[limb])
        along = dot(away, axis)
        near = norm(minus(away, times(axis, along))) <= length / 10 and -length / 10 <= along <= length * 1.1
        return limb if near else None

    def shift(self, number):
        """How far a bone moves."""
        if number not in self.moved:
            if self.leaders[number] is not None:
                shift = self.shift(self.leaders[number])
            elif self.parents[number] is not None:
                shift = self.space(self.parents[number])(self.places[number])
            else:
                shift = [0.0] * 3
            if number == self.lifted:
                shift = plus(shift, [0.0, self.lift, 0.0])
            self.moved[number] = [0.0 if abs(part) < 1e-12 else part for part in shift]
        return self.moved[number]

    def growth(self, number):
        above = self.leaders[number] if self.leaders[number] is not None else self.parents[number]
        return (1.0 if above is None else self.growth(above)) * (self.head_factor if number == self.head else 1.0)

    def space(self, number):
        if number not in self.spaces:
            limb = self.limbs[number]
            if limb is None:
                self.spaces[number] = Space(self.places[number], self.shift(number), self.growth(number))
            else:
                axis, length = self.axes[limb]
                growth = self.growth(limb)
                self.spaces[number] = Space(self.places[limb], self.shift(limb), growth, axis, length,
                                            (self.factor[limb] - 1) * growth)
        return self.spaces[number]


def name_of(text):
    return text if isinstance(text, str) else text.get("text", "")


def proportion(model, factors, chosen=(), factor=1.0):
    """`factors` by limb, `chosen` the numbers of other bones and the factor for these."""
    figure = Figure(model, factors, chosen, factor)
    model = copy.deepcopy(model)
    count = figure.count
    spaces = []
    for body in model.get("rigid_bodies", []):
        spaces.append(figure.space(body["bone"]) if 0 <= body["bone"] < count else None)
    for _ in range(16):
        for joint in model.get("joints", []):
            pair = [joint["rigid_body_a"], joint["rigid_body_b"]]
            if all(0 <= body < len(spaces) for body in pair):
                for one, other in (pair, pair[::-1]):
                    if spaces[one] is None:
                        spaces[one] = spaces[other]
    for joint in model.get("joints", []):
        for body in (joint["rigid_body_b"], joint["rigid_body_a"]):
            if 0 <= body < len(spaces) and spaces[body] is not None:
                move_joint(joint, spaces[body])
                break
    for body, space in zip(model.get("rigid_bodies", []), spaces):
        place, held = exact_vector(body["position"]), None
        if model["format"] == "pmd":
            held = max(body["bone"], 0)
            if held < count:
                place = plus(place, figure.places[held])
        by = move_body(body, place, space) if space else [0.0] * 3
        if held is not None and held < count:
            by = minus(by, figure.shift(held))
        set_moved(body, "position", by)
    for number, bone in enumerate(model["bones"]):
        set_moved(bone, "position", figure.shift(number))
        if any(bone.get("tail_offset", ())):  # none stays none
            tip = plus(figure.places[number], figure.offsets[number])
            set_moved(bone, "tail_offset", minus(figure.space(number)(tip), figure.shift(number)))
    for morph in model["morphs"]:
        if morph.get("type") == "bone":
            for offset in morph["offsets"]:
                if 0 <= offset["bone"] < count and figure.parents[offset["bone"]] is not None:
                    space, place = figure.space(figure.parents[offset["bone"]]), figure.places[offset["bone"]]
                    led = plus(place, exact_vector(offset["translation"]))
                    set_moved(offset, "translation", minus(space(led), space(place)))

    weights = [influences(model, vertex) for vertex in model["vertices"]]

    def moves(number, place):
        total, by = sum(weight for _, weight in weights[number]), [0.0] * 3
        for bone, weight in weights[number]:
            if weight != 0 and 0 <= bone < count:
                by = plus(by, times(figure.space(bone)(place), weight))
        return times(by, 1 / total) if abs(total) > 1e-6 else [0.0] * 3

    move_vertices(model, moves)
    return model
