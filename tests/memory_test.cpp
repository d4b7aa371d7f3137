// Memory: reading N bytes never asks for more than 4 N + 1 MB, whatever the bytes say. Counts what is asked for, by
// standing in for the C library's allocator; an executable of its own, without sanitizers.
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

// ---------------------------------------------------------------------------------------------- the allocator

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

/// The sizes asked for of the blocks that are in use, in an open hash table of its own memory. Only while counting.
class Ledger {
public:
    std::size_t live = 0, peak = 0, largest = 0;
    bool on = false;

    void start() {
        if (slots_ == nullptr) slots_ = static_cast<Slot*>(__libc_calloc(capacity, sizeof(Slot)));
        ++round_; // empties the table
        live = peak = largest = used_ = 0;
        on = true;
    }
    void add(void* p, std::size_t n) {
        if (!on || p == nullptr) return;
        if (++used_ > capacity / 2) std::abort(); // the table is too small for this test
        std::size_t i = place(p);
        while (taken(i) && slots_[i].block != p) i = (i + 1) % capacity;
        slots_[i] = {p, n, round_};
        live += n;
        peak = std::max(peak, live);
        largest = std::max(largest, n);
    }
    /// Forgets a block; returns the size it was asked for with, 0 if it is older than the counting.
    std::size_t remove(void* p) {
        if (!on || p == nullptr) return 0;
        for (std::size_t i = place(p); taken(i); i = (i + 1) % capacity) {
            if (slots_[i].block != p) continue;
            live -= slots_[i].size;
            return std::exchange(slots_[i].size, 0); // the slot stays taken, so that others behind it are found
        }
        return 0;
    }

private:
    struct Slot {
        void* block;
        std::size_t size, round;
    };
    static constexpr std::size_t capacity = std::size_t{1} << 20;
    static std::size_t place(void* p) { return reinterpret_cast<std::uintptr_t>(p) / 16 * 0x9E3779B97F4A7C15U >> 44; }

    [[nodiscard]] bool taken(std::size_t i) const { return slots_[i].round == round_; }

    Slot* slots_ = nullptr;
    std::size_t used_ = 0, round_ = 0;
};
Ledger ledger;

void* counted(void* p, std::size_t n) {
    ledger.add(p, n);
    return p;
}

} // namespace

extern "C" {
void* malloc(std::size_t n) {
    return counted(__libc_malloc(n), n);
}
void* calloc(std::size_t n, std::size_t size) {
    return counted(__libc_calloc(n, size), n * size);
}
void* realloc(void* old, std::size_t n) {
    void* p = __libc_realloc(old, n);
    if (p == nullptr && n != 0) return p;
    if (ledger.on && p != old) { // while it moves, both blocks are there
        const std::size_t before = ledger.remove(old);
        ledger.peak = std::max(ledger.peak, ledger.live + before + n);
    } else {
        static_cast<void>(ledger.remove(old));
    }
    return counted(p, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
    return counted(__libc_memalign(alignment, n), n);
}
void* memalign(std::size_t alignment, std::size_t n) {
    return counted(__libc_memalign(alignment, n), n);
}
int posix_memalign(void** to, std::size_t alignment, std::size_t n) {
    *to = counted(__libc_memalign(alignment, n), n);
    return *to == nullptr ? ENOMEM : 0;
}
void free(void* p) {
    static_cast<void>(ledger.remove(p));
    __libc_free(p);
}
}

namespace kagami {
namespace {

using test::Api;

constexpr std::size_t mega = std::size_t{1} << 20;

/// The most bytes that were in use at once during `f`, beyond those in use before.
template <class F> std::size_t peak_of(F f) {
    ledger.start();
    f();
    ledger.on = false;
    return ledger.peak;
}

/// All ways to read keep the law; `name` for the message.
template <class D> void expect_within_law(std::string_view name, std::span<const std::byte> bytes, bool readable) {
    SCOPED_TRACE(std::string(name) + ", " + std::to_string(bytes.size()) + " bytes");
    const std::size_t law = 4 * bytes.size() + mega;
    for (const bool keep : {false, true}) {
        SCOPED_TRACE(keep ? "keep" : "strict");
        bool good = false;
        EXPECT_LE(peak_of([&] { good = Api<D>::read(bytes, {.keep = keep}).has_value(); }), law) << "read";
        EXPECT_EQ(good, readable || keep);
        EXPECT_LE(peak_of([&] {
                      D fresh;
                      static_cast<void>(Api<D>::read_into(fresh, bytes, {.keep = keep}));
                  }),
                  law)
            << "read_into";
        D warm;
        if (Api<D>::read_into(warm, bytes, {.keep = keep})) {
            EXPECT_LE(peak_of([&] { static_cast<void>(Api<D>::read_into(warm, bytes, {.keep = keep})); }), law) << "read_into again";
        }
    }
    EXPECT_LE(peak_of([&] { static_cast<void>(Api<D>::scan(bytes)); }), law) << "scan";
    EXPECT_LE(peak_of([&] { static_cast<void>(Api<D>::path_at(bytes, bytes.size() - 1)); }), law) << "path_at";
}

TEST(Memory, TheLedgerCounts) {
    void* volatile block = nullptr;
    const std::size_t peak = peak_of([&] {
        block = std::malloc(1000);
        block = std::realloc(block, 500);
        std::free(block);
        block = std::malloc(700);
        std::free(block);
        std::vector<int> v(1000);
        block = v.data();
    });
    EXPECT_EQ(peak, 4000U);
    EXPECT_EQ(ledger.live, 0U);
}

// ---------------------------------------------------------------------------------------------- lying counts

template <class D> class MemoryOf : public testing::Test {};
using BinaryDocuments = testing::Types<pmx::Model, pmd::Model, vmd::Motion>;
TYPED_TEST_SUITE(MemoryOf, BinaryDocuments);

template <class D> void expect_huge_counts_within_law(const D& document, std::size_t header) {
    const Bytes good = write(document).value();
    for (std::size_t i = header; i + 4 <= good.size(); ++i) {
        for (const std::int32_t number : {0x7FFFFFFF, 0x00FFFFFF}) {
            Bytes bytes = good;
            std::memcpy(bytes.data() + i, &number, sizeof number);
            for (const bool keep : {false, true})
                ASSERT_LE(peak_of([&] { static_cast<void>(Api<D>::read(bytes, {.keep = keep})); }), 4 * bytes.size() + mega)
                    << "offset " << i;
        }
    }
}
TYPED_TEST(MemoryOf, HugeCountsInEveryPlace) {
    expect_huge_counts_within_law(test::small_document<TypeParam>(), 17);
}
TEST(Memory, HugeCountsInEveryPlaceOfAMotionOfVersion1) {
    expect_huge_counts_within_law(test::version_1(), 17);
}

/// An empty document up to a part's count, then a lying count and zeros: what the count promises is far more than there is.
template <class D> void expect_lying_counts_within_law(const D& empty) {
    const Bytes good = write(empty).value();
    const auto scanned = Api<D>::scan(good).value();
    for (const std::size_t zeros : {std::size_t{0}, std::size_t{100}, 3 * mega}) {
        for (const Part& part : scanned.parts) {
            if (part.size > 4) continue; // not a count alone
            for (const std::uint32_t count : {0x7FFFFFFFU, 0xFFFFFFFFU, 0x00FFFFFFU}) {
                Bytes bytes(std::span<const std::byte>(good).first(static_cast<std::size_t>(part.offset)));
                for (std::uint64_t i = 0; i < part.size; ++i) bytes.push_back(static_cast<std::byte>(count >> 8 * i));
                bytes.resize(bytes.size() + zeros);
                // Counts of one or two bytes may tell the truth, and so may those of much more than there is in no case.
                const bool readable = Api<D>::read(bytes, {}).has_value();
                EXPECT_FALSE(readable && part.size == 4);
                expect_within_law<D>(part.name, bytes, readable);
            }
        }
    }
}
TEST(Memory, HugeCountsBeforeManyZerosInPmx) {
    pmx::Model model;
    model.header.version = 2.1F;
    model.soft_bodies.emplace();
    for (const std::uint8_t uvs : {std::uint8_t{0}, std::uint8_t{4}}) {
        model.header.additional_uvs = uvs;
        expect_lying_counts_within_law(model);
    }
}
TEST(Memory, HugeCountsBeforeManyZerosInPmd) {
    expect_lying_counts_within_law(pmd::Model{});
}
TEST(Memory, HugeCountsBeforeManyZerosInVmd) {
    vmd::Motion motion;
    expect_lying_counts_within_law(motion);
    motion.header.signature.assign("Vocaloid Motion Data file");
    expect_lying_counts_within_law(motion);
}

// ---------------------------------------------------------------------------------------------- small records

template <class D> struct Dense {
    const char* name;
    std::function<void(D&)> make;
};
constexpr std::size_t many = 50000;

namespace models {
using namespace pmx;
const Dense<Model> dense[] = {
    {"textures", [](Model& m) { m.textures.resize(many); }},
    {"textures of 13 bytes", [](Model& m) { m.textures.assign(many, Text("aaaaaaaaaaaaa")); }},
    {"faces", [](Model& m) { m.faces.resize(5 * many, Index<Vertex>{0}); }},
    {"vertices bdef1", [](Model& m) { m.vertices.resize(many); }},
    {"vertices sdef",
     [](Model& m) {
         m.vertices.resize(many);
         std::ranges::fill(m.vertices.deforms(), DeformType::sdef);
     }},
    {"vertices with four UVs",
     [](Model& m) {
         m.header.additional_uvs = 4;
         m.vertices.resize(many);
     }},
    {"materials", [](Model& m) { m.materials.resize(many); }},
    {"bones",
     [](Model& m) {
         m.bones.resize(many);
         for (Bone& bone : m.bones) bone.flags.set(BoneFlag::tail_is_bone);
     }},
    {"bones with a full set of fields",
     [](Model& m) {
         m.bones.resize(many);
         for (Bone& bone : m.bones) bone.flags.bits = 0x3FBF;
     }},
    {"IK with no links",
     [](Model& m) {
         m.bones.resize(many);
         for (Bone& bone : m.bones) bone.flags.bits = 0x21;
     }},
    {"IK with one unlimited link",
     [](Model& m) {
         m.bones.resize(many);
         for (Bone& bone : m.bones) {
             bone.flags.bits = 0x21;
             bone.ik.get_or_make().links.push_back(IkLink{});
         }
     }},
    {"IK with many unlimited links",
     [](Model& m) {
         m.bones.resize(1);
         m.bones[0].flags.bits = 0x21;
         m.bones[0].ik.get_or_make().links.resize(5 * many);
     }},
    {"IK with many limited links",
     [](Model& m) {
         m.bones.resize(1);
         m.bones[0].flags.bits = 0x21;
         for (std::size_t i = 0; i < (1U << 16) + 1; ++i) m.bones[0].ik.get_or_make().links.push_back(Index<Bone>{0}, {});
     }},
    {"IK with one limited link",
     [](Model& m) {
         m.bones.resize(many);
         for (Bone& bone : m.bones) {
             bone.flags.bits = 0x21;
             bone.ik.get_or_make().links.push_back(Index<Bone>{0}, {});
         }
     }},
    {"morphs without offsets", [](Model& m) { m.morphs.resize(many); }},
    {"morphs with one group offset",
     [](Model& m) {
         m.morphs.resize(many);
         for (Morph& morph : m.morphs) {
             morph.type = MorphType::group;
             morph.offsets.as<GroupOffset>().resize(1);
         }
     }},
    {"display frames without elements", [](Model& m) { m.display_frames.resize(many); }},
    {"display frames with one element",
     [](Model& m) {
         m.display_frames.resize(many);
         for (DisplayFrame& frame : m.display_frames) frame.elements.resize(1);
     }},
    {"rigid bodies", [](Model& m) { m.rigid_bodies.resize(many); }},
    {"joints", [](Model& m) { m.joints.resize(many); }},
    {"soft bodies", [](Model& m) { m.soft_bodies.emplace(many / 4); }},
    {"soft body with many pins", [](Model& m) { m.soft_bodies.emplace(1).front().pins.resize(5 * many, Index<Vertex>{0}); }},
    {"soft body with many anchors",
     [](Model& m) { m.soft_bodies.emplace(1).front().anchors.resize(5 * many, {Index<RigidBody>{0}, Index<Vertex>{0}, 0}); }},
    {"trailing bytes", [](Model& m) { m.trailing.resize(5 * mega); }},
};
} // namespace models

namespace pmd_models {
using namespace pmd;
const Dense<Model> dense[] = {
    {"vertices", [](Model& m) { m.vertices.resize(many); }},
    {"faces", [](Model& m) { m.faces.resize(10 * many, Index<Vertex>{0}); }},
    {"materials", [](Model& m) { m.materials.resize(many); }},
    {"bones", [](Model& m) { m.bones.resize(many); }},
    {"IK without links", [](Model& m) { m.iks.resize(many, Ik{Index<Bone>{0}, Index<Bone>{0}, 0, 0, {}}); }},
    {"IK with one link",
     [](Model& m) {
         m.iks.resize(many, Ik{Index<Bone>{0}, Index<Bone>{0}, 0, 0, {}});
         for (Ik& ik : m.iks) ik.links.resize(1, Index<Bone>{0});
     }},
    {"IK with as many links as there can be",
     [](Model& m) {
         m.iks.resize(many, Ik{Index<Bone>{0}, Index<Bone>{0}, 0, 0, {}});
         for (Ik& ik : m.iks) ik.links.resize(255, Index<Bone>{0});
     }},
    {"morphs without offsets", [](Model& m) { m.morphs.resize(many); }},
    {"morphs with one offset",
     [](Model& m) {
         m.morphs.resize(many);
         for (Morph& morph : m.morphs) morph.offsets.resize(1);
     }},
    {"bases with one vertex",
     [](Model& m) {
         m.morphs.resize(many);
         for (Morph& morph : m.morphs) {
             morph.panel = MorphPanel::base;
             morph.base_vertices.resize(1);
         }
     }},
    {"a base with many vertices",
     [](Model& m) {
         m.morphs.resize(1);
         m.morphs[0].panel = MorphPanel::base;
         m.morphs[0].base_vertices.resize(10 * many);
     }},
    {"a morph with many offsets",
     [](Model& m) {
         m.morphs.resize(1);
         m.morphs[0].offsets.resize(10 * many);
     }},
    {"frame bones", [](Model& m) { m.frame_bones.resize(10 * many, {Index<Bone>{0}, 1}); }},
    {"English names",
     [](Model& m) {
         m.bones.resize(many);
         m.morphs.resize(many);
         m.english->flag = 1;
         m.english->bone_names.resize(many);
         m.english->morph_names.resize(many - 1);
     }},
    {"rigid bodies", [](Model& m) { m.rigid_bodies.resize(many); }},
    {"joints", [](Model& m) { m.joints.resize(many); }},
    {"trailing bytes", [](Model& m) { m.trailing.resize(5 * mega); }},
};
} // namespace pmd_models

namespace motions {
using namespace vmd;
const Dense<Motion> dense[] = {
    {"bone keys", [](Motion& m) { m.bone_keys.resize(many); }},
    {"morph keys", [](Motion& m) { m.morph_keys.resize(2 * many); }},
    {"camera keys", [](Motion& m) { m.camera_keys.resize(many); }},
    {"short camera keys",
     [](Motion& m) {
         m.header.signature.assign("Vocaloid Motion Data file");
         m.camera_keys.resize(2 * many);
     }},
    {"light keys", [](Motion& m) { m.light_keys.resize(2 * many); }},
    {"shadow keys", [](Motion& m) { m.shadow_keys.resize(5 * many); }},
    {"property keys", [](Motion& m) { m.property_keys.resize(5 * many); }},
    {"property keys with one IK",
     [](Motion& m) {
         m.property_keys.resize(many);
         for (PropertyKey& key : m.property_keys) key.iks.resize(1);
     }},
    {"a property key with many IKs",
     [](Motion& m) {
         m.property_keys.resize(1);
         m.property_keys[0].iks.resize(2 * many);
     }},
    {"trailing bytes", [](Motion& m) { m.trailing.resize(5 * mega); }},
};
} // namespace motions

template <class D> void expect_dense_within_law(std::span<const Dense<D>> all, const D& empty) {
    for (const auto& d : all) {
        D document = empty;
        d.make(document);
        const auto written = write(document);
        ASSERT_TRUE(written) << d.name << ": " << test::message(written);
        const Bytes& bytes = *written;
        document = {};
        const bool trailing = d.name == std::string_view("trailing bytes");
        expect_within_law<D>(d.name, bytes, true);
        const auto cut = std::span(bytes).first(bytes.size() - 5);
        expect_within_law<D>(std::string(d.name) + ", cut", cut, trailing || Api<D>::read(cut, {}).has_value());
        expect_within_law<D>(std::string(d.name) + ", cut to two thirds", std::span(bytes).first(bytes.size() * 2 / 3), trailing);
    }
}
TEST(Memory, ManyOfTheSmallestRecordsOfPmx) {
    pmx::Model empty;
    empty.header.version = 2.1F;
    empty.soft_bodies.emplace();
    expect_dense_within_law<pmx::Model>(models::dense, empty);
}
TEST(Memory, ManyOfTheSmallestRecordsOfPmd) {
    expect_dense_within_law<pmd::Model>(pmd_models::dense, {});
}
TEST(Memory, ManyOfTheSmallestRecordsOfVmd) {
    expect_dense_within_law<vmd::Motion>(motions::dense, {});
}

TEST(Memory, ATypicalLargeModelTakesLessThanTwiceItsSize) {
    using namespace pmx;
    Model model;
    model.header.index_widths = {4, 1, 1, 2, 2, 1};
    constexpr std::size_t vertices = 500000;
    model.vertices.resize(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        const auto row = model.vertices[i];
        row.deform = i % 10 < 4 ? DeformType::bdef1 : i % 10 < 8 ? DeformType::bdef2 : i % 20 < 18 ? DeformType::bdef4 : DeformType::sdef;
    }
    model.faces.resize(6 * vertices / 2, Index<Vertex>{70000});
    for (int i = 0; i < 300; ++i) {
        Bone bone;
        bone.name = test::utf16("左足首の骨");
        bone.parent = Index<Bone>{200};
        model.bones.push_back(bone);
    }
    for (int i = 0; i < 50; ++i) {
        Morph morph;
        morph.name = test::utf16("まばたき");
        morph.offsets.as<VertexOffset>().resize(3000, {Index<Vertex>{1}, {}});
        model.morphs.push_back(morph);
    }
    const Bytes bytes = write(model).value();
    model = {};
    EXPECT_GT(bytes.size(), 30 * mega);
    const std::size_t peak = peak_of([&] { EXPECT_TRUE(read(bytes)); });
    RecordProperty("percent", static_cast<int>(100 * peak / bytes.size()));
    EXPECT_LE(10 * peak, 18 * bytes.size()) << 100 * peak / bytes.size() << " % of the file";
}

/// What a pose takes for each byte of its file beyond 1 MB.
double factor_of(const std::string& text) {
    std::size_t most = 0;
    for (const bool keep : {false, true}) {
        bool good = false;
        most = std::max(most, peak_of([&] { good = vpd::read(test::raw(text), {.keep = keep}).has_value(); }));
        EXPECT_TRUE(good);
    }
    return (static_cast<double>(most) - static_cast<double>(mega)) / static_cast<double>(text.size());
}
TEST(Memory, Poses) {
    const std::string header = "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n";
    std::string usual = header, shortest = header, morphs = header;
    for (std::size_t i = 0; i < many; ++i) {
        usual += "Bone" + std::to_string(i) + "{" + test::cp932("センター") +
                 "\r\n  0.000000,0.000000,0.000000;\t\t\t\t// trans x,y,z\r\n  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion "
                 "x,y,z,w\r\n}\r\n\r\n";
        shortest += "Bone{\n0,0,0;0,0,0,0;}\n";
        morphs += "Morph{\n0;}\n";
    }
    // A block takes 312 bytes however short it is, so that the law of the other formats cannot hold.
    EXPECT_LE(factor_of(usual), 5);
    EXPECT_LE(factor_of(shortest), 28);
    EXPECT_LE(factor_of(morphs), 55);
}

} // namespace
} // namespace kagami
