// Members of the model's containers, and equality, which runs the descriptions.
#include "kagami/pmx.hpp"
#include "layout/emitter.hpp"
#include "pmx/layout.hpp"

namespace kagami::pmx {

Vertex Vertices::get(std::size_t i) const {
    const auto row = (*this)[i];
    Vertex v;
    v.position = row.position;
    v.normal = row.normal;
    v.uv = row.uv;
    for (std::size_t k = 0; k < additional_uvs_.size(); ++k) v.additional_uvs[k] = row.additional_uv(k);
    v.deform = row.deform;
    v.bones = row.bones;
    v.weights = row.weights;
    v.sdef_points = row.sdef();
    v.edge_scale = row.edge_scale;
    return v;
}

void Vertices::push_back(const Vertex& v) {
    const std::size_t i = size();
    columns_.push_back(v.position, v.normal, v.uv, v.bones, v.weights, v.edge_scale, v.deform);
    for (std::size_t k = 0; k < additional_uvs_.size(); ++k) {
        if (additional_uvs_[k].empty() && v.additional_uvs[k] == Vec4{}) continue;
        additional_uvs_[k].resize(i);
        additional_uvs_[k].push_back(v.additional_uvs[k]);
    }
    if (v.deform == DeformType::sdef) sdefs_.get_or_make(static_cast<std::uint32_t>(i)) = v.sdef_points;
}

void Vertices::resize(std::size_t count) {
    const Vertex fresh;
    columns_.resize(count, fresh.position, fresh.normal, fresh.uv, fresh.bones, fresh.weights, fresh.edge_scale, fresh.deform);
    for (auto& column : additional_uvs_)
        if (!column.empty()) column.resize(count);
    sdefs_.truncate(count);
}

void Vertices::resize_for_overwrite(std::size_t count, std::size_t additional_uvs) {
    columns_.resize_for_overwrite(count);
    for (std::size_t k = 0; k < additional_uvs_.size(); ++k) additional_uvs_[k].resize_for_overwrite(k < additional_uvs ? count : 0);
    sdefs_.clear();
}

void Vertices::add_uvs(std::size_t count) {
    for (std::size_t k = 0; k < count && k < additional_uvs_.size(); ++k) additional_uvs_[k].resize(size());
}

void Vertices::clear() {
    *this = {};
}

std::size_t MorphOffsets::size() const {
    switch (kind_) {
    case Kind::none: return 0;
    case Kind::group: return as<GroupOffset>().size();
    case Kind::vertex: return as<VertexOffset>().size();
    case Kind::bone: return as<BoneOffset>().size();
    case Kind::uv: return as<UvOffset>().size();
    case Kind::material: return as<MaterialOffset>().size();
    case Kind::impulse: return as<ImpulseOffset>().size();
    }
    return 0;
}

void MorphOffsets::copy(const MorphOffsets& other) {
    switch (other.kind_) {
    case Kind::none: break;
    case Kind::group: as<GroupOffset>() = other.as<GroupOffset>(); break;
    case Kind::vertex: as<VertexOffset>() = other.as<VertexOffset>(); break;
    case Kind::bone: as<BoneOffset>() = other.as<BoneOffset>(); break;
    case Kind::uv: as<UvOffset>() = other.as<UvOffset>(); break;
    case Kind::material: as<MaterialOffset>() = other.as<MaterialOffset>(); break;
    case Kind::impulse: as<ImpulseOffset>() = other.as<ImpulseOffset>(); break;
    }
}

void MorphOffsets::destroy() {
    switch (kind_) {
    case Kind::none: break;
    case Kind::group: std::destroy_at(&as<GroupOffset>()); break;
    case Kind::vertex: std::destroy_at(&as<VertexOffset>()); break;
    case Kind::bone: std::destroy_at(&as<BoneOffset>()); break;
    case Kind::uv: std::destroy_at(&as<UvOffset>()); break;
    case Kind::material: std::destroy_at(&as<MaterialOffset>()); break;
    case Kind::impulse: std::destroy_at(&as<ImpulseOffset>()); break;
    }
    kind_ = Kind::none;
}

namespace {
template <class T> bool same(const T& a, const T& b) {
    const Globals widest(4, 4);
    return layout::bytes_of(a, widest) == layout::bytes_of(b, widest);
}

/// Everything after the header, at full index widths.
Bytes body_of(const Model& m) {
    Header widest = m.header;
    widest.index_widths = {4, 4, 4, 4, 4, 4};
    const Damage* damage = m.damage ? &*m.damage : nullptr;
    layout::Emitter<Globals, layout::Emit::count> counter(Globals{}, nullptr, damage);
    describe_file(counter, widest, m);
    Bytes bytes;
    bytes.resize_for_overwrite(counter.size);
    layout::Emitter<Globals, layout::Emit::store> ar(Globals{}, bytes.data(), damage);
    describe_file(ar, widest, m);
    return bytes;
}
} // namespace

bool operator==(const Append& a, const Append& b) {
    return same(a, b);
}
bool operator==(const GroupOffset& a, const GroupOffset& b) {
    return same(a, b);
}
bool operator==(const VertexOffset& a, const VertexOffset& b) {
    return same(a, b);
}
bool operator==(const BoneOffset& a, const BoneOffset& b) {
    return same(a, b);
}
bool operator==(const UvOffset& a, const UvOffset& b) {
    return same(a, b);
}
bool operator==(const MaterialOffset& a, const MaterialOffset& b) {
    return same(a, b);
}
bool operator==(const ImpulseOffset& a, const ImpulseOffset& b) {
    return same(a, b);
}
bool operator==(const FrameElement& a, const FrameElement& b) {
    return same(a, b);
}
bool operator==(const SoftBodyAnchor& a, const SoftBodyAnchor& b) {
    return same(a, b);
}
bool operator==(const Header& a, const Header& b) {
    return same(a, b);
}
bool operator==(const Material& a, const Material& b) {
    return same(a, b);
}
bool operator==(const Bone& a, const Bone& b) {
    return same(a, b);
}
bool operator==(const Morph& a, const Morph& b) {
    return same(a, b);
}
bool operator==(const DisplayFrame& a, const DisplayFrame& b) {
    return same(a, b);
}
bool operator==(const RigidBody& a, const RigidBody& b) {
    return same(a, b);
}
bool operator==(const Joint& a, const Joint& b) {
    return same(a, b);
}
bool operator==(const SoftBody& a, const SoftBody& b) {
    return same(a, b);
}
bool operator==(const Model& a, const Model& b) {
    return a.header == b.header && a.damage == b.damage && body_of(a) == body_of(b);
}

} // namespace kagami::pmx
