// The size of whole models.
#include "edit/place.hpp"
#include "kagami/edit/shape.hpp"

namespace kagami::edit {

namespace {

/// Multiplies lengths.
class Scaler {
public:
    Scaler(float factor, Report& report) : factor_(static_cast<double>(factor)), report_(report) {}

    /// `f(element)` says whether something in it changed.
    template <class List, class F> void each(const char* path, const char* what, List&& list, F f) {
        std::size_t changed = 0, number = 0;
        for (auto& element : list) {
            values.at(path, number++);
            changed += f(element) ? 1 : 0;
        }
        count(report_, path, what, changed);
    }
    template <class... V> bool operator()(V&... lengths) { return (static_cast<int>(length(lengths)) | ...) != 0; }
    /// One member of all elements of a list.
    template <class List, class Element> bool all(List& list, Vec3 Element::* member) {
        bool changed = false;
        for (auto& element : list) changed |= length(element.*member);
        return changed;
    }

    Values values;

private:
    bool length(float& v) { return values.set(v, static_cast<double>(v) * factor_); }
    bool length(Vec3& v) { return (*this)(v.x, v.y, v.z); }

    double factor_;
    Report& report_;
};

/// What is alike in both formats.
template <class M> void scale_common(M& m, Scaler& scale) {
    scale.each("/vertices", "scaled", m.vertices.positions(), [&](Vec3& position) { return scale(position); });
    scale.each("/rigid_bodies", "scaled", m.rigid_bodies, [&](auto& body) { return scale(body.size, body.position); });
    scale.each("/joints", "scaled", m.joints, [&](auto& joint) {
        if constexpr (requires { joint.type; })
            if (joint.type == pmx::JointType::cone_twist) return scale(joint.position);
        return scale(joint.position, joint.linear_lower, joint.linear_upper);
    });
}

void scale_all(pmx::Model& m, Scaler& scale) {
    scale_common(m, scale);
    scale.each("/vertices", "with SDEF points scaled", m.vertices.sdefs().entries(),
               [&](auto& entry) { return scale(entry.value.c, entry.value.r0, entry.value.r1); });
    scale.each("/bones", "scaled", m.bones, [&](pmx::Bone& bone) { return scale(bone.position, bone.tail_offset); });
    scale.each("/morphs", "scaled", m.morphs, [&](pmx::Morph& morph) {
        // Asking for a kind of offsets that a morph does not have would replace those it has.
        const pmx::MorphOffsets& offsets = morph.offsets;
        if (!offsets.as<pmx::VertexOffset>().empty()) return scale.all(morph.offsets.as<pmx::VertexOffset>(), &pmx::VertexOffset::offset);
        if (!offsets.as<pmx::BoneOffset>().empty()) return scale.all(morph.offsets.as<pmx::BoneOffset>(), &pmx::BoneOffset::translation);
        return false;
    });
    if (m.soft_bodies) scale.each("/soft_bodies", "scaled", *m.soft_bodies, [&](pmx::SoftBody& body) { return scale(body.margin); });
}

void scale_all(pmd::Model& m, Scaler& scale) {
    scale_common(m, scale);
    scale.each("/bones", "scaled", m.bones, [&](pmd::Bone& bone) { return scale(bone.position); });
    scale.each("/morphs", "scaled", m.morphs, [&](pmd::Morph& morph) {
        const bool base = scale.all(morph.base_vertices, &pmd::BaseVertex::position);
        return scale.all(morph.offsets, &pmd::VertexOffset::offset) || base;
    });
}

template <class M> Result<Report> scale_model(M& m, const Scale& op) {
    return reporting([&](Report& report) -> Result<void> {
        if (auto error = bad_factor("factor", op.factor)) return failed(std::move(error));
        if (op.factor == 1) return {};
        if (auto error = damaged(m)) return failed(std::move(error));
        Scaler scale(op.factor, report);
        scale_all(m, scale);
        return failed(scale.values.error());
    });
}

} // namespace

Result<Report> apply_in_place(pmx::Model& m, const Scale& scale) {
    return scale_model(m, scale);
}
Result<Report> apply_in_place(pmd::Model& m, const Scale& scale) {
    return scale_model(m, scale);
}

} // namespace kagami::edit
