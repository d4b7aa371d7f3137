#include "documents.hpp"

#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "kagami/vmd.hpp"

#include <cmath>
#include <cstdio>

namespace kagami::bench {

namespace {

/// The sample again and again beside itself, until it has `count` vertices.
pmx::Model scaled(const pmx::Model& sample, std::size_t count) {
    pmx::Model model = sample;
    model.vertices = {};
    model.faces.clear();
    const std::size_t n = sample.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        pmx::Vertex v = sample.vertices.get(i % n);
        v.position.x += 20.0F * static_cast<float>(i / n);
        model.vertices.push_back(v);
    }
    std::size_t first = 0;
    for (pmx::Material& material : model.materials) {
        const auto size = static_cast<std::size_t>(material.index_count);
        for (std::size_t copy = 0; copy < count / n; ++copy)
            for (std::size_t i = first; i < first + size; ++i)
                model.faces.push_back(Index<pmx::Vertex>{sample.faces[i].value + static_cast<std::int32_t>(copy * n)});
        first += size;
        material.index_count *= static_cast<std::int32_t>(count / n);
    }
    pmx::fit(model);
    return model;
}

/// As many vertices of the sample as PMD can number, each with the nearest thing to its weights.
pmd::Model as_pmd(const pmx::Model& sample) {
    constexpr std::size_t most = 65'000;
    pmd::Model model;
    for (std::size_t i = 0; i < most; ++i) {
        const pmx::Vertex v = sample.vertices.get(i % sample.vertices.size());
        const auto bone = [&](std::size_t k) { return Index<pmd::Bone>{v.bones[k].value}; };
        model.vertices.push_back({v.position, v.normal, v.uv, {bone(0), bone(1)}, static_cast<std::uint8_t>(v.weights[0] * 100), 0});
    }
    for (std::size_t i = 0; i < 3 * most; ++i) model.faces.push_back(Index<pmd::Vertex>{static_cast<std::int32_t>(i % most)});
    for (const pmx::Bone& bone : sample.bones) {
        pmd::Bone made;
        if (const auto name = decode(bone.name, sample.header.encoding))
            if (const auto bytes = encode(*name, Encoding::cp932)) made.name.assign(bytes->bytes());
        made.position = bone.position;
        model.bones.push_back(made);
    }
    return model;
}

/// Keys of the sample's bones, frame by frame, as a recording of all of them has.
vmd::Motion motion(const pmx::Model& sample, std::size_t keys) {
    std::vector<vmd::KeyName> names;
    for (const pmx::Bone& bone : sample.bones)
        if (const auto name = decode(bone.name, sample.header.encoding))
            if (const auto bytes = encode(*name, Encoding::cp932)) names.emplace_back(bytes->bytes());
    vmd::Motion motion;
    motion.bone_keys.reserve(keys);
    const std::array<vmd::Curve, 4> curves{};
    for (std::size_t i = 0; i < keys; ++i) {
        const auto turn = static_cast<float>(i) * 0.001F;
        vmd::BoneKey key{names[i % names.size()],
                         static_cast<std::uint32_t>(i / names.size()),
                         {turn, 0, 0},
                         {0, std::sin(turn), 0, std::cos(turn)},
                         {}};
        key.curves = vmd::bone_curves(curves, false, turn);
        motion.bone_keys.push_back(key);
    }
    return motion;
}

} // namespace

std::vector<std::pair<std::string, std::filesystem::path>> make_documents(const std::filesystem::path& sample,
                                                                          const std::filesystem::path& folder) {
    std::vector<std::pair<std::string, std::filesystem::path>> made;
    const auto model = pmx::load(sample);
    if (!model) {
        std::fprintf(stderr, "%s\n", model.error().message().c_str());
        return made;
    }
    const auto keep = [&](const std::string& name, const char* extension, const auto& document) {
        const auto file = folder / (name + extension);
        if (const auto saved = save(document, file); !saved) std::fprintf(stderr, "%s\n", saved.error().message().c_str());
        made.emplace_back(name, file);
    };
    for (const std::size_t thousand : {50UL, 200UL, 1000UL})
        keep("sample_" + std::to_string(thousand) + "k_vertices", ".pmx", scaled(*model, thousand * 1000));
    keep("pmd_65k_vertices", ".pmd", as_pmd(*model));
    for (const std::size_t thousand : {19UL, 2000UL})
        keep("motion_" + std::to_string(thousand) + "k_keys", ".vmd", motion(*model, thousand * 1000));
    return made;
}

} // namespace kagami::bench
