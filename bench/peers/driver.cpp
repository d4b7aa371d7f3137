// The C++ side of bench/peers/run: measures one program on one file, or makes a large file.
//
//     driver --measure PROGRAM FILE    runs it and prints one line of JSON
//     driver --generate N FILE         writes a PMX 2.0 model of N vertices, or a VMD of N bone keys
//     driver --versions                what is measured, and what compiled it
//
// The line of JSON is {"count": 2, "ms": [0.1, ...]}, or {"fails": "reason"} if the program cannot read the file. The
// count is that of a model's triangles, or of a motion's bone, morph and camera keys.
#include "kagami/file.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"
#include "kagami/version.hpp"
#include "kagami/vmd.hpp"

#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kagami::Index;
using kagami::Vec3;
using Bytes = std::span<const std::byte>;
namespace pmd = kagami::pmd;
namespace pmx = kagami::pmx;
namespace vmd = kagami::vmd;

// ------------------------------------------------------------------------------------------------ programs

/// Something that can be timed: `run` is, `forget`, which frees what it made, is not.
struct Program {
    virtual ~Program() = default;
    virtual void run() = 0;
    virtual void forget() {}
    /// What the last run found, so that reading half a file does not count as fast; -1 if it does not look.
    [[nodiscard]] virtual std::int64_t count() const { return -1; }
};

/// The floor: copies the bytes into memory that has been written before.
class Memcpy final : public Program {
public:
    explicit Memcpy(Bytes bytes) : bytes_(bytes), copy_(bytes.size()) {}
    void run() override {
        if (!bytes_.empty()) std::memcpy(copy_.data(), bytes_.data(), bytes_.size());
        asm volatile("" : : "r"(copy_.data()) : "memory"); // the copy may not be left out
    }

private:
    Bytes bytes_;
    std::vector<std::byte> copy_;
};

std::int64_t count_of(const pmx::Model& model) {
    return static_cast<std::int64_t>(model.faces.size() / 3);
}
std::int64_t count_of(const pmd::Model& model) {
    return static_cast<std::int64_t>(model.faces.size() / 3);
}
std::int64_t count_of(const vmd::Motion& motion) {
    return static_cast<std::int64_t>(motion.bone_keys.size() + motion.morph_keys.size() + motion.camera_keys.size());
}

template <class Document> using Read = kagami::Result<Document> (*)(Bytes, kagami::ReadOptions);
template <class Document> using ReadInto = kagami::Result<void> (*)(Document&, Bytes, kagami::ReadOptions);

template <class Document> class KagamiRead final : public Program {
public:
    KagamiRead(Bytes bytes, Read<Document> read) : bytes_(bytes), read_(read) {}
    void run() override {
        document_.emplace(read_(bytes_, {}));
        if (!*document_) throw std::runtime_error(document_->error().message());
    }
    void forget() override { document_.reset(); }
    [[nodiscard]] std::int64_t count() const override { return count_of(**document_); }

private:
    Bytes bytes_;
    Read<Document> read_;
    std::optional<kagami::Result<Document>> document_;
};

/// Reading into the memory of the last document, for those who read many.
template <class Document> class KagamiReadInto final : public Program {
public:
    KagamiReadInto(Bytes bytes, ReadInto<Document> read_into) : bytes_(bytes), read_into_(read_into) {}
    void run() override {
        if (const auto read = read_into_(document_, bytes_, {}); !read) throw std::runtime_error(read.error().message());
    }
    [[nodiscard]] std::int64_t count() const override { return count_of(document_); }

private:
    Bytes bytes_;
    ReadInto<Document> read_into_;
    Document document_;
};

class AssimpImporter final : public Program {
public:
    AssimpImporter(Bytes bytes, const char* hint) : bytes_(bytes), hint_(hint) {}
    void run() override {
        scene_ = importer_.ReadFileFromMemory(bytes_.data(), bytes_.size(), 0, hint_);
        if (scene_ == nullptr) throw std::runtime_error(importer_.GetErrorString());
    }
    void forget() override { importer_.FreeScene(); }
    [[nodiscard]] std::int64_t count() const override {
        std::int64_t count = 0;
        for (const aiMesh* mesh : std::span(scene_->mMeshes, scene_->mNumMeshes)) count += mesh->mNumFaces;
        return count;
    }

private:
    Bytes bytes_;
    const char* hint_;
    Assimp::Importer importer_;
    const aiScene* scene_ = nullptr;
};

template <class Document>
std::unique_ptr<Program> kagami_program(std::string_view name, Bytes bytes, Read<Document> read, ReadInto<Document> read_into) {
    if (name == "kagami") return std::make_unique<KagamiRead<Document>>(bytes, read);
    if (name == "kagami-into") return std::make_unique<KagamiReadInto<Document>>(bytes, read_into);
    return nullptr;
}

/// A further format is a further extension here, in parse.mjs, and in run.
std::unique_ptr<Program> program(std::string_view name, std::string_view extension, Bytes bytes) {
    if (name == "memcpy") return std::make_unique<Memcpy>(bytes);
    if (name == "assimp" && extension == ".pmx") return std::make_unique<AssimpImporter>(bytes, "pmx");
    std::unique_ptr<Program> found;
    if (extension == ".pmx") found = kagami_program<pmx::Model>(name, bytes, pmx::read, pmx::read_into);
    if (extension == ".pmd") found = kagami_program<pmd::Model>(name, bytes, pmd::read, pmd::read_into);
    if (extension == ".vmd") found = kagami_program<vmd::Motion>(name, bytes, vmd::read, vmd::read_into);
    if (!found) throw std::runtime_error("does not read " + std::string(extension));
    return found;
}

// ------------------------------------------------------------------------------------------------ measuring

std::string quoted(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json += '\\';
        json += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return json + '"';
}

void measure(std::string_view name, const std::filesystem::path& path) {
    // For one process; parse.mjs has the same numbers, and run starts several processes.
    constexpr double warm_up_ms = 200, measure_ms = 400;
    constexpr std::size_t least_runs = 2, most_runs = 2000;

    // Allocated first: a list that grew between the runs would at times lie on top of the heap and keep glibc from
    // giving the memory under it back to the system, and getting that anew is most of the time of a fast reader.
    std::vector<double> times;
    times.reserve(most_runs);

    const auto bytes = kagami::load_bytes(path);
    if (!bytes) throw std::runtime_error(bytes.error().message());
    const auto timed = program(name, path.extension().string(), *bytes);
    const auto run = [&] {
        const auto start = std::chrono::steady_clock::now();
        timed->run();
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };

    double spent = run();
    const std::int64_t count = timed->count();
    timed->forget();
    while (spent < warm_up_ms) {
        spent += run() + 1e-3; // and what is not timed, so that this ends soon for tiny files too
        timed->forget();
    }

    spent = 0;
    while (times.size() < least_runs || (spent < measure_ms && times.size() < most_runs)) {
        times.push_back(run());
        spent += times.back();
        timed->forget();
    }
    std::printf("{\"count\":%lld,\"ms\":[", static_cast<long long>(count));
    for (std::size_t i = 0; i < times.size(); ++i) std::printf("%s%.6f", i == 0 ? "" : ",", times[i]);
    std::printf("]}\n");
}

// ------------------------------------------------------------------------------------------------ large files

kagami::Text text(std::string_view utf8) {
    return kagami::encode(utf8, kagami::Encoding::utf16le).value();
}

/// A tube of `count` vertices with everything that a figure has, its deform types in random order (the hardest case for
/// any reader), the numbers the same each time.
pmx::Model large_model(std::int32_t count) {
    constexpr std::int32_t bones = 300, materials = 24, morphs = 60, bodies = 120;
    constexpr std::int32_t around = 500;
    std::mt19937 random(39); // the same model each time
    const auto below = [&](std::int32_t n) { return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(n)); };
    const auto unit = [&] { return static_cast<float>(below(1 << 24)) / static_cast<float>(1 << 24); };
    const auto numbered = [](std::string_view word, std::int32_t i) { return text(std::string(word) + std::to_string(i)); };

    pmx::Model model;
    model.name = text("大きな筒");
    model.english_name = text("Large tube");
    model.comment = text("速さを測るために作られたモデル");

    model.vertices.resize(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; i < count; ++i) {
        auto vertex = model.vertices[static_cast<std::size_t>(i)];
        const float angle = static_cast<float>(i % around) / around * 2 * std::numbers::pi_v<float>;
        const float height = static_cast<float>(i) / static_cast<float>(count) * 20;
        vertex.normal = {std::cos(angle), 0, std::sin(angle)};
        vertex.position = {vertex.normal.x * 3, height, vertex.normal.z * 3};
        vertex.uv = {static_cast<float>(i % around) / around, height / 20};
        const auto bone = [&] { return Index<pmx::Bone>{below(bones)}; };
        const float w = unit();
        switch (const std::int32_t kind = below(100); kind < 40 ? 0 : kind < 80 ? 1 : kind < 95 ? 2 : 3) {
        case 0: vertex.bones[0] = bone(); break;
        case 1:
            vertex.deform = pmx::DeformType::bdef2;
            vertex.bones = {bone(), bone(), Index<pmx::Bone>{0}, Index<pmx::Bone>{0}};
            vertex.weights = {w, 1 - w, 0, 0};
            break;
        case 2:
            vertex.deform = pmx::DeformType::bdef4;
            vertex.bones = {bone(), bone(), bone(), bone()};
            vertex.weights = {w / 2, w / 2, (1 - w) / 2, (1 - w) / 2};
            break;
        default:
            vertex.deform = pmx::DeformType::sdef;
            vertex.bones = {bone(), bone(), Index<pmx::Bone>{0}, Index<pmx::Bone>{0}};
            vertex.weights = {w, 1 - w, 0, 0};
            vertex.sdef() = {.c = vertex.position, .r0 = {0, height - 1, 0}, .r1 = {0, height + 1, 0}};
        }
    }

    for (std::int32_t i = 0; i + around + 1 < count; ++i)
        for (const std::int32_t corner : {i, i + around, i + 1, i + 1, i + around, i + around + 1})
            model.faces.push_back(Index<pmx::Vertex>{corner});
    const auto triangles = static_cast<std::int32_t>(model.faces.size() / 3);

    for (std::int32_t i = 0; i < materials; ++i) {
        model.textures.push_back(text("テクスチャ\\体" + std::to_string(i) + ".png"));
        pmx::Material material;
        material.name = numbered("材質", i);
        material.english_name = numbered("material", i);
        material.texture = Index<pmx::Texture>{i};
        material.index_count = 3 * (triangles * (i + 1) / materials - triangles * i / materials);
        model.materials.push_back(std::move(material));
    }

    for (std::int32_t i = 0; i < bones; ++i) {
        pmx::Bone bone;
        bone.name = numbered("ボーン", i);
        bone.english_name = numbered("bone", i);
        bone.position = {0, 20.0F * static_cast<float>(i) / bones, 0};
        bone.parent = Index<pmx::Bone>{i - 1};
        for (const auto flag : {pmx::BoneFlag::rotatable, pmx::BoneFlag::visible, pmx::BoneFlag::operable}) bone.flags.set(flag);
        if (i % 50 == 49) {
            bone.flags.set(pmx::BoneFlag::ik);
            auto& ik = bone.ik.get_or_make();
            ik.target = Index<pmx::Bone>{i - 1};
            ik.loop_count = 40;
            ik.unit_angle = 1;
            ik.links.push_back(Index<pmx::Bone>{i - 2}, {.min = {-3, 0, 0}, .max = {0, 0, 0}});
            ik.links.push_back({Index<pmx::Bone>{i - 3}});
        }
        model.bones.push_back(std::move(bone));
    }

    for (std::int32_t i = 0; i < morphs; ++i) {
        pmx::Morph morph;
        morph.name = numbered("表情", i);
        morph.english_name = numbered("morph", i);
        auto& offsets = morph.offsets.as<pmx::VertexOffset>();
        for (std::int32_t k = 0; k < count / 100; ++k)
            offsets.push_back({.vertex = Index<pmx::Vertex>{below(count)}, .offset = {unit(), unit(), unit()}});
        model.morphs.push_back(std::move(morph));
    }

    pmx::DisplayFrame frame;
    frame.name = text("表情");
    frame.english_name = text("Exp");
    frame.special = 1;
    for (std::int32_t i = 0; i < morphs; ++i) frame.elements.push_back(pmx::FrameElement(Index<pmx::Morph>{i}));
    model.display_frames.push_back(std::move(frame));

    for (std::int32_t i = 0; i < bodies; ++i) {
        pmx::RigidBody body;
        body.name = numbered("剛体", i);
        body.english_name = numbered("body", i);
        body.bone = Index<pmx::Bone>{i};
        body.size = {1, 1, 1};
        model.rigid_bodies.push_back(std::move(body));
        if (i == 0) continue;
        pmx::Joint joint;
        joint.name = numbered("ジョイント", i);
        joint.english_name = numbered("joint", i);
        joint.rigid_body_a = Index<pmx::RigidBody>{i - 1};
        joint.rigid_body_b = Index<pmx::RigidBody>{i};
        model.joints.push_back(std::move(joint));
    }

    pmx::fit(model);
    return model;
}

/// The bones that most figures have, in the encoding of motions.
std::vector<vmd::KeyName> bone_names() {
    std::vector<std::string> names{"全ての親", "センター", "グルーブ", "腰", "上半身", "上半身2", "下半身", "首", "頭", "両目"};
    for (const std::string side : {"左", "右"}) {
        for (const char* part :
             {"目", "肩P", "肩", "肩C", "腕", "腕捩", "ひじ", "手捩", "手首", "足", "ひざ", "足首", "足IK親", "足ＩＫ", "つま先ＩＫ"})
            names.push_back(side + part);
        for (const std::string finger : {"親指０", "親指１", "親指２", "人指１", "人指２", "人指３", "中指１", "中指２", "中指３", "薬指１",
                                         "薬指２", "薬指３", "小指１", "小指２", "小指３"})
            names.push_back(side + finger);
    }
    std::vector<vmd::KeyName> encoded;
    for (const std::string& name : names) encoded.emplace_back(kagami::encode(name, kagami::Encoding::cp932).value().bytes());
    return encoded;
}

/// A motion of `count` keys of the bones in turn, each with frames of its own, its curves the ones that new keys have.
vmd::Motion large_motion(std::int32_t count) {
    std::mt19937 random(39); // the same motion each time
    const auto unit = [&] { return static_cast<float>(random() % (1U << 24)) / static_cast<float>(1U << 24) * 2 - 1; };
    const auto names = bone_names();
    std::vector<std::uint32_t> frames(names.size());
    const std::array<vmd::Curve, 4> curves{};

    vmd::Motion motion;
    motion.header.model_name.assign(kagami::encode("大きな筒", kagami::Encoding::cp932).value().bytes());
    motion.bone_keys.reserve(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const std::size_t bone = i % names.size();
        vmd::BoneKey key{.name = names[bone], .frame = frames[bone], .position = {}, .rotation = {}, .curves = {}};
        frames[bone] += 1 + static_cast<std::uint32_t>(random() % 8);
        key.position = {unit() * 10, unit() * 10, unit() * 10};
        const float x = unit(), y = unit(), z = unit(), w = 1 + unit() / 2;
        const float length = std::sqrt(x * x + y * y + z * z + w * w);
        key.rotation = {x / length, y / length, z / length, w / length};
        key.curves = vmd::bone_curves(curves, false, key.position.x);
        motion.bone_keys.push_back(key);
    }
    return motion;
}

void generate(std::string_view number, const std::filesystem::path& path) {
    std::int32_t count = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
    if (error != std::errc{} || end != number.data() + number.size() || count < 1 || count > 10'000'000)
        throw std::runtime_error("not a number from 1 to 10000000: " + std::string(number));
    const auto extension = path.extension();
    if (extension != ".pmx" && extension != ".vmd") throw std::runtime_error("makes .pmx and .vmd only");
    const auto saved = extension == ".pmx" ? pmx::save(large_model(count), path) : vmd::save(large_motion(count), path);
    if (!saved) throw std::runtime_error(saved.error().message());
}

void versions() {
#ifdef __clang__
    constexpr const char* compiler = "";
#else
    constexpr const char* compiler = "GCC ";
#endif
    std::printf("compiler    %s%s\n", compiler, __VERSION__);
    std::printf("kagami      %s\n", KAGAMI_VERSION);
    std::printf("assimp      %u.%u.%u\n", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    const std::string_view task = arguments.empty() ? "" : arguments[0];
    const bool measuring = task == "--measure" && arguments.size() == 3;
    try {
        if (measuring)
            measure(arguments[1], arguments[2]);
        else if (task == "--generate" && arguments.size() == 3)
            generate(arguments[1], arguments[2]);
        else if (task == "--versions" && arguments.size() == 1)
            versions();
        else
            throw std::runtime_error("usage: driver --measure PROGRAM FILE | --generate N FILE | --versions");
    } catch (const std::exception& error) {
        if (measuring) {
            std::printf("{\"fails\":%s}\n", quoted(error.what()).c_str());
            return 0;
        }
        std::fprintf(stderr, "driver: %s\n", error.what());
        return 1;
    }
}
