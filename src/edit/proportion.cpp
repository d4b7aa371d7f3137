// The lengths of limbs. Each bone has a field that says how the space around it moves. Fields come from the parents down;
// all else follows the bones that it is bound to.
#include "edit/place.hpp"
#include "edit/select.hpp"
#include "kagami/edit/shape.hpp"
#include "kagami/names.hpp"
#include "text/nearest.hpp"

#include <algorithm>
#include <unordered_map>

namespace kagami::edit {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// What PMX and PMD say alike about a bone. Numbers of bones that do not exist are `none`.
struct Bone {
    Place place;
    std::size_t parent = none, tail = none, appended = none;
    std::size_t target = none; ///< of an IK bone
    Place tail_offset;         ///< if there is no tail
};

template <class B> std::size_t number_of(Index<B> index, std::size_t bones) {
    return index.within(bones) ? static_cast<std::size_t>(index.value) : none;
}

std::vector<Bone> bones_of(const pmx::Model& m) {
    std::vector<Bone> bones;
    const auto number = [&](Index<pmx::Bone> index) { return number_of(index, m.bones.size()); };
    for (const pmx::Bone& bone : m.bones) {
        const auto has = [&](pmx::BoneFlag flag) { return bone.flags.has(flag); };
        Bone& to = bones.emplace_back();
        to.place = bone.position;
        to.parent = number(bone.parent);
        if (has(pmx::BoneFlag::tail_is_bone)) {
            to.tail = number(bone.tail_bone);
        } else {
            to.tail_offset = bone.tail_offset;
        }
        if (has(pmx::BoneFlag::append_rotation)) to.appended = number(bone.append.parent);
        if (has(pmx::BoneFlag::ik) && bone.ik) to.target = number(bone.ik->target);
    }
    return bones;
}

std::vector<Bone> bones_of(const pmd::Model& m) {
    std::vector<Bone> bones;
    const auto number = [&](Index<pmd::Bone> index) { return number_of(index, m.bones.size()); };
    const auto but_0 = [&](Index<pmd::Bone> index) { return index.value == 0 ? none : number(index); };
    for (const pmd::Bone& bone : m.bones) {
        Bone& to = bones.emplace_back();
        to.place = bone.position;
        to.parent = number(bone.parent);
        if (bone.type == pmd::BoneType::follow_rotation) {
            to.appended = number(bone.tail);
        } else {
            to.tail = but_0(bone.tail);
            if (bone.type == pmd::BoneType::under_rotation) to.appended = but_0(bone.reference);
        }
    }
    for (const pmd::Ik& ik : m.iks)
        if (ik.bone.within(bones.size())) bones[static_cast<std::size_t>(ik.bone.value)].target = number(ik.target);
    return bones;
}

/// Bones by their standard names, in any spelling.
class Standard {
public:
    explicit Standard(const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) by_fold_.try_emplace(fold_name(names[i]), i);
    }
    [[nodiscard]] std::size_t find(std::string_view name) const {
        const auto found = by_fold_.find(fold_name(name));
        return found == by_fold_.end() ? none : found->second;
    }

private:
    std::unordered_map<std::string, std::size_t> by_fold_;
};

/// The bones with parents before their children, or the error that there is no such order.
Result<std::vector<std::size_t>> parents_first(const std::vector<Bone>& bones, const std::vector<std::string>& names) {
    enum class State : std::uint8_t { unseen, on_path, done };
    std::vector<State> states(bones.size());
    std::vector<std::size_t> order, path;
    for (std::size_t start = 0; start < bones.size(); ++start) {
        std::size_t at = start;
        for (; at != none && states[at] == State::unseen; at = bones[at].parent) {
            states[at] = State::on_path;
            path.push_back(at);
        }
        if (at != none && states[at] == State::on_path) {
            constexpr std::size_t most = 8;
            std::string circle = names[at];
            std::size_t shown = 1;
            for (std::size_t next = bones[at].parent; next != at && shown < most; next = bones[next].parent, ++shown)
                circle += " → " + names[next];
            circle += shown < most ? " → " + names[at] : " → …";
            return std::unexpected(Error{Code::bone_cycle, 0, 0, "/bones/" + std::to_string(at) + "/parent", {}, {std::move(circle)}});
        }
        for (; !path.empty(); path.pop_back()) {
            states[path.back()] = State::done;
            order.push_back(path.back());
        }
    }
    return order;
}

/// A limb: bones that follow one another, of which those between the first and the last may be missing, and the factor
/// on its length.
struct Limb {
    std::vector<std::string> bones;
    bool sided = false;
    float factor = 1;
};
std::vector<Limb> limbs_of(const Proportion& op) {
    return {{{"足", "ひざ", "足首"}, true, op.legs},
            {{"腕", "ひじ", "手首"}, true, op.arms},
            {{"首", "頭"}, false, op.neck},
            {{"上半身", "上半身2", "上半身3", "首"}, false, op.torso}};
}

/// What is to become of each bone.
struct Plan {
    explicit Plan(std::size_t n) : factors(n, 1), end_bones(n, none), ends(n), with(n, none), leaders(n, none) {}
    std::vector<double> factors;        ///< on its length
    std::vector<std::size_t> end_bones; ///< the bone at its end, if it is one
    std::vector<Place> ends;
    std::vector<std::size_t> with;    ///< the bone along with which it stretches; itself if it is lengthened
    std::vector<std::size_t> leaders; ///< the bone that it moves with, if that is not its parent
    std::size_t head = none;
    double head_factor = 1;
    std::vector<std::size_t> feet;
    std::size_t lifted = none; ///< moves up, with all on it, for the feet to stay on the ground
};

constexpr std::size_t most_steps = 16; // from bone to bone between two joints, or from one that appends to the limb

/// Finds the limbs, where their bones end, and their factors.
std::optional<Error> plan_limbs(const Proportion& op, const Standard& standard, const std::vector<std::string>& names, Plan& plan) {
    const auto missing = [&](const std::string& name) {
        return Error{Code::nothing_selected, 0, 0, {}, {}, {name, "bone", nearest_hint(name, names)}};
    };
    for (const Limb& limb : limbs_of(op)) {
        bool found = false;
        std::string lacks;
        for (const std::string& side : limb.sided ? std::vector<std::string>{"左", "右"} : std::vector<std::string>{""}) {
            std::vector<std::size_t> bones;
            for (const std::string& bone : limb.bones)
                if (const std::size_t number = standard.find(side + bone); number != none) bones.push_back(number);
            for (const std::string& needed : {side + limb.bones.back(), side + limb.bones.front()}) {
                if (standard.find(needed) != none) continue;
                lacks = needed;
                bones.clear();
            }
            found |= !bones.empty();
            for (std::size_t i = 0; i + 1 < bones.size(); ++i) {
                plan.end_bones[bones[i]] = bones[i + 1];
                plan.factors[bones[i]] *= static_cast<double>(limb.factor);
            }
        }
        if (!found && limb.factor != 1) return missing(lacks);
    }
    if (op.head != 1) {
        plan.head = standard.find("頭");
        plan.head_factor = static_cast<double>(op.head);
        if (plan.head == none) return missing("頭");
    }
    return std::nullopt;
}

/// Where lengthened bones end that are in no limb.
void plan_ends(const std::vector<Bone>& bones, Plan& plan) {
    std::vector<std::size_t> farthest(bones.size(), none);
    const auto length = [&](std::size_t child) { return length_of(bones[child].place - bones[bones[child].parent].place); };
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (bones[i].parent == none) continue;
        std::size_t& child = farthest[bones[i].parent];
        if (child == none || length(child) < length(i)) child = i;
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Bone& bone = bones[i];
        const auto apart = [&](std::size_t other) { return other != none && !(bones[other].place == bone.place); };
        std::size_t& end = plan.end_bones[i];
        if (!apart(end)) end = bone.tail;
        plan.ends[i] = bone.place + bone.tail_offset;
        if (!apart(end) && (bone.tail != none || bone.tail_offset == Place{})) end = farthest[i];
        if (apart(end)) plan.ends[i] = bones[end].place;
    }
}

/// Whether a place lies along a lengthened bone, a tenth of its length aside at most.
bool lies_along(const Place& place, const Place& start, const Place& end) {
    const double length = length_of(end - start), most = length / 10;
    const Place axis = (end - start) * (1 / length), from = place - start;
    const double along = dot(from, axis);
    return along >= -most && along <= length + most && length_of(from - axis * along) <= most;
}

/// Which bones stretch along with lengthened ones.
void plan_stretch(const std::vector<Bone>& bones, Plan& plan) {
    const auto lengthened = [&](std::size_t i) {
        const double length = length_of(plan.ends[i] - bones[i].place);
        return plan.factors[i] != 1 && std::isfinite(length) && length > 0;
    };
    for (std::size_t i = 0; i < bones.size(); ++i)
        if (lengthened(i)) plan.with[i] = i;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (plan.with[i] != i || plan.end_bones[i] == none) continue;
        std::vector<std::size_t> between;
        std::size_t at = bones[plan.end_bones[i]].parent;
        for (; at != none && at != i && between.size() < most_steps; at = bones[at].parent) between.push_back(at);
        if (at != i) continue;
        for (const std::size_t bone : between)
            if (plan.with[bone] == none) plan.with[bone] = i;
    }
    const std::vector<std::size_t> limbs = plan.with;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        std::size_t at = i;
        for (std::size_t step = 0; step < most_steps && at != none && limbs[at] == none; ++step) at = bones[at].appended;
        if (at == none || at == i || limbs[at] == none) continue;
        const std::size_t limb = limbs[at];
        if (lies_along(bones[i].place, bones[limb].place, plan.ends[limb])) plan.with[i] = limb;
    }
}

/// Which bones move with others than their parents, and what the feet stand for.
void plan_feet(const std::vector<Bone>& bones, const Standard& standard, Plan& plan) {
    const std::size_t ik_parents[] = {standard.find("左足IK親"), standard.find("右足IK親")};
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (bones[i].target == none) continue;
        plan.leaders[i] = bones[i].target;
        for (const std::size_t parent : ik_parents)
            if (parent != none && bones[i].parent == parent && plan.leaders[parent] == none) plan.leaders[parent] = bones[i].target;
    }
    for (const char* const name : {"左足首", "右足首"})
        if (const std::size_t foot = standard.find(name); foot != none) plan.feet.push_back(foot);
    if (plan.feet.empty()) return;
    const std::size_t center = standard.find("センター"), mother = standard.find("全ての親"), view = standard.find("操作中心");
    for (std::size_t at = bones[plan.feet.front()].parent; at != none && plan.lifted != center; at = bones[at].parent)
        if (at != mother && at != view) plan.lifted = at;
}

/// How each bone and the space around it moves.
struct Movement {
    std::vector<Place> shifts;
    std::vector<Field> fields;
};

/// What sums of rounded numbers leave where there should be nothing.
Place settled(const Place& p) {
    const auto one = [](double v) { return std::abs(v) < 1e-12 ? 0 : v; };
    return {one(p.x), one(p.y), one(p.z)};
}

Movement movement_of(const std::vector<Bone>& bones, const std::vector<std::size_t>& order, const Plan& plan, double lift) {
    Movement now{std::vector<Place>(bones.size()), std::vector<Field>(bones.size())};
    std::vector<bool> known(bones.size());
    // A bone may move with one that comes later, so once is not enough; twice or thrice is, unless they go in circles.
    constexpr int most_rounds = 8;
    bool changed = true;
    for (int round = 0; round < most_rounds && changed; ++round) {
        changed = false;
        for (const std::size_t i : order) {
            const Bone& bone = bones[i];
            const std::size_t leader = plan.leaders[i];
            Field field;
            field.origin = bone.place;
            if (leader != none && known[leader]) {
                field.shift = now.shifts[leader];
                field.growth = now.fields[leader].growth;
            } else if (bone.parent != none) {
                field.shift = now.fields[bone.parent].at(bone.place);
                field.growth = now.fields[bone.parent].growth;
            }
            if (i == plan.lifted) field.shift.y += lift;
            field.shift = settled(field.shift);
            changed |= !known[i] || !(now.shifts[i] == field.shift);
            now.shifts[i] = field.shift;
            known[i] = true;
            if (i == plan.head) {
                const double growth = (1 + field.growth.x) * plan.head_factor - 1;
                field.growth = {growth, growth, growth};
            }
            const std::size_t with = plan.with[i];
            if (with == i) {
                field.length = length_of(plan.ends[i] - bone.place);
                field.axis = (plan.ends[i] - bone.place) * (1 / field.length);
                field.stretch = (plan.factors[i] - 1) * (1 + field.growth.x);
            } else if (with != none && known[with]) {
                field = now.fields[with];
            }
            now.fields[i] = field;
        }
    }
    return now;
}

/// The field of each rigid body: that of its bone, or of a body that it is joined to.
template <class M> std::vector<const Field*> fields_of_bodies(const M& m, const std::vector<Field>& fields) {
    std::vector<const Field*> of_bodies(m.rigid_bodies.size());
    for (std::size_t i = 0; i < of_bodies.size(); ++i)
        if (const auto bone = m.rigid_bodies[i].bone; bone.within(fields.size()))
            of_bodies[i] = &fields[static_cast<std::size_t>(bone.value)];
    bool changed = true;
    for (std::size_t round = 0; round < most_steps && changed; ++round) {
        changed = false;
        for (const auto& joint : m.joints) {
            const std::size_t a = number_of(joint.rigid_body_a, of_bodies.size()), b = number_of(joint.rigid_body_b, of_bodies.size());
            if (a == none || b == none || (of_bodies[a] == nullptr) == (of_bodies[b] == nullptr)) continue;
            of_bodies[a] = of_bodies[b] = of_bodies[a] == nullptr ? of_bodies[b] : of_bodies[a];
            changed = true;
        }
    }
    return of_bodies;
}

/// A joint moves with its second body, the one that hangs.
template <class M> std::vector<const Field*> fields_of_joints(const M& m, const std::vector<const Field*>& of_bodies) {
    std::vector<const Field*> of_joints;
    for (const auto& joint : m.joints) {
        const Field*& field = of_joints.emplace_back();
        for (const auto body : {joint.rigid_body_a, joint.rigid_body_b})
            if (const std::size_t number = number_of(body, of_bodies.size()); number != none && of_bodies[number] != nullptr)
                field = of_bodies[number];
    }
    return of_joints;
}

/// What a bone has besides its place.
void move_tail(pmx::Bone& bone, const Bone& old, const Place& shift, const Field& field, Values& values) {
    const bool has_none = bone.tail_offset.x == 0 && bone.tail_offset.y == 0 && bone.tail_offset.z == 0;
    if (!bone.flags.has(pmx::BoneFlag::tail_is_bone) && !has_none)
        values.add(bone.tail_offset, settled(field.at(old.place + old.tail_offset) - shift));
}
void move_tail(pmd::Bone&, const Bone&, const Place&, const Field&, Values&) {
}

void move_bone_morphs(pmx::Model& m, const std::vector<Bone>& bones, const Movement& movement, Values& values, Report& report) {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < m.morphs.size(); ++i) {
        if (std::as_const(m.morphs[i]).offsets.as<pmx::BoneOffset>().empty()) continue;
        values.at("/morphs", i);
        for (pmx::BoneOffset& offset : m.morphs[i].offsets.as<pmx::BoneOffset>()) {
            const std::size_t number = number_of(offset.bone, bones.size());
            if (number == none || bones[number].parent == none) continue;
            const Field& around = movement.fields[bones[number].parent];
            const Place& place = bones[number].place;
            changed += values.add(offset.translation, settled(around.at(place + offset.translation) - around.at(place))) ? 1 : 0;
        }
    }
    count(report.consequences, "/morphs", "bone offsets changed", changed);
}
void move_bone_morphs(pmd::Model&, const std::vector<Bone>&, const Movement&, Values&, Report&) {
}

template <class M> std::optional<Error> move_model(M& m, const std::vector<Bone>& bones, const Movement& movement, Report& report) {
    Values values;
    const std::vector<Field>& fields = movement.fields;
    const auto of_bodies = fields_of_bodies(m, fields);
    move_joints(m.joints, values, report, fields_of_joints(m, of_bodies));
    move_bodies(m, values, report, of_bodies, movement.shifts);
    move_bone_morphs(m, bones, movement, values, report);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        values.at("/bones", i);
        moved += values.add(m.bones[i].position, movement.shifts[i]) ? 1 : 0;
        move_tail(m.bones[i], bones[i], movement.shifts[i], fields[i], values);
    }
    count(report, "/bones", "moved", moved);
    const auto& vertices = m.vertices;
    move_vertices(m, values, report, [&](std::size_t i, const Place& place) {
        Place sum;
        double total = 0;
        each_influence(vertices, i, [&](auto bone, float weight) {
            const auto part = static_cast<double>(weight);
            total += part;
            if (part != 0 && bone.within(fields.size())) sum = sum + fields[static_cast<std::size_t>(bone.value)].at(place) * part;
        });
        constexpr double least = 1e-6;
        return std::isfinite(total) && std::abs(total) > least ? settled(sum * (1 / total)) : Place{};
    });
    return values.error();
}

template <class M> Result<Report> proportion(M& m, const Proportion& op) {
    return reporting([&](Report& report) -> Result<void> {
        const std::pair<const char*, float> given[] = {{"legs", op.legs},   {"arms", op.arms}, {"neck", op.neck},
                                                       {"torso", op.torso}, {"head", op.head}, {"factor", op.factor}};
        for (const auto& [name, factor] : given)
            if (auto error = bad_factor(name, factor)) return failed(std::move(error));
        if (op.factor != 1 && op.bones.empty()) return failed(bad_value("bones", "empty", "the names of those that factor is for"));
        const Names names = names_of(m, Named::bones);
        const auto chosen = choose("bone", op.bones, names);
        if (!chosen) return std::unexpected(chosen.error());
        if (std::ranges::all_of(given, [](const auto& one) { return one.second == 1; })) return {};
        if (auto error = damaged(m)) return failed(std::move(error));

        const std::vector<Bone> bones = bones_of(m);
        const auto order = parents_first(bones, names.own);
        if (!order) return std::unexpected(order.error());
        Plan plan(bones.size());
        const Standard standard(names.own);
        if (auto error = plan_limbs(op, standard, names.own, plan)) return failed(std::move(error));
        for (std::size_t i = 0; i < bones.size(); ++i)
            if ((*chosen)[i]) plan.factors[i] *= static_cast<double>(op.factor);
        plan_ends(bones, plan);
        plan_stretch(bones, plan);
        plan_feet(bones, standard, plan);

        Movement movement = movement_of(bones, *order, plan, 0);
        if (plan.lifted != none) {
            double lift = -std::numeric_limits<double>::infinity();
            for (const std::size_t foot : plan.feet) lift = std::max(lift, -movement.shifts[foot].y);
            const bool moves =
                std::ranges::any_of(plan.feet, [&](std::size_t foot) { return movement.shifts[foot] != movement.shifts[plan.lifted]; });
            if (lift != 0 && moves) {
                movement = movement_of(bones, *order, plan, lift);
                report.notes.push_back(
                    {Code::body_lifted, 0, 0, "/bones/" + std::to_string(plan.lifted), {}, {names.own[plan.lifted], std::to_string(lift)}});
            }
        }
        return failed(move_model(m, bones, movement, report));
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const Proportion& op) {
    return proportion(m, op);
}
Result<Report> apply_in_place(pmd::Model& m, const Proportion& op) {
    return proportion(m, op);
}

} // namespace kagami::edit
