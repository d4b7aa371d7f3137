// Memory: reading N bytes never asks for more than 4 N + 1 MB, whatever the bytes say. Counts what is asked for, by
// standing in for the C library's allocator; an executable of its own, without sanitizers.
#include "kagami/pmx.hpp"
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

namespace kagami::pmx {
namespace {

constexpr std::size_t mega = std::size_t{1} << 20;

/// The most bytes that were in use at once during `f`, beyond those in use before.
template <class F> std::size_t peak_of(F f) {
    ledger.start();
    f();
    ledger.on = false;
    return ledger.peak;
}

/// All ways to read keep the law; `name` for the message.
void expect_within_law(std::string_view name, std::span<const std::byte> bytes, bool readable) {
    SCOPED_TRACE(std::string(name) + ", " + std::to_string(bytes.size()) + " bytes");
    const std::size_t law = 4 * bytes.size() + mega;
    for (const bool keep : {false, true}) {
        SCOPED_TRACE(keep ? "keep" : "strict");
        bool good = false;
        EXPECT_LE(peak_of([&] { good = read(bytes, {.keep = keep}).has_value(); }), law) << "read";
        EXPECT_EQ(good, readable || keep);
        EXPECT_LE(peak_of([&] {
                      Model fresh;
                      static_cast<void>(read_into(fresh, bytes, {.keep = keep}));
                  }),
                  law)
            << "read_into";
        Model warm;
        if (read_into(warm, bytes, {.keep = keep})) {
            EXPECT_LE(peak_of([&] { static_cast<void>(read_into(warm, bytes, {.keep = keep})); }), law) << "read_into again";
        }
    }
    EXPECT_LE(peak_of([&] { static_cast<void>(scan(bytes)); }), law) << "scan";
    EXPECT_LE(peak_of([&] { static_cast<void>(path_at(bytes, bytes.size() - 1)); }), law) << "path_at";
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

TEST(Memory, HugeCountsInEveryPlace) {
    const Bytes good = write(test::everything()).value();
    for (std::size_t i = 17; i + 4 <= good.size(); ++i) {
        for (const std::int32_t number : {0x7FFFFFFF, 0x00FFFFFF}) {
            Bytes bytes = good;
            std::memcpy(bytes.data() + i, &number, sizeof number);
            for (const bool keep : {false, true})
                ASSERT_LE(peak_of([&] { static_cast<void>(read(bytes, {.keep = keep})); }), 4 * bytes.size() + mega) << "offset " << i;
        }
    }
}

/// `empty` up to a part's count, then a lying count and zeros: what the count promises is far more than there is.
TEST(Memory, HugeCountsBeforeManyZeros) {
    Model model;
    model.header.version = 2.1F;
    model.soft_bodies.emplace();
    for (const std::size_t zeros : {std::size_t{0}, std::size_t{100}, 3 * mega}) {
        for (const std::uint8_t uvs : {std::uint8_t{0}, std::uint8_t{4}}) {
            model.header.additional_uvs = uvs;
            const Bytes good = write(model).value();
            const Scan scanned = scan(good).value();
            for (const Part& part : scanned.parts) {
                if (part.offset < 33) continue;
                Bytes bytes(std::span<const std::byte>(good).first(static_cast<std::size_t>(part.offset)));
                const std::int32_t count = 0x7FFFFFFF;
                for (const std::byte b : std::as_bytes(std::span(&count, 1))) bytes.push_back(b);
                bytes.resize(bytes.size() + zeros);
                expect_within_law(part.name, bytes, false);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------- small records

struct Dense {
    const char* name;
    std::function<void(Model&)> make;
};
constexpr std::size_t many = 50000;
const Dense dense[] = {
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

TEST(Memory, ManyOfTheSmallestRecords) {
    for (const Dense& d : dense) {
        Model model;
        model.header.version = 2.1F;
        model.soft_bodies.emplace();
        d.make(model);
        const Bytes bytes = write(model).value();
        model = {};
        expect_within_law(d.name, bytes, true);
        expect_within_law(std::string(d.name) + ", cut", std::span(bytes).first(bytes.size() - 5),
                          d.name == std::string_view("trailing bytes"));
        expect_within_law(std::string(d.name) + ", cut to two thirds", std::span(bytes).first(bytes.size() * 2 / 3),
                          d.name == std::string_view("trailing bytes"));
    }
}

TEST(Memory, ATypicalLargeModelTakesLessThanTwiceItsSize) {
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

} // namespace
} // namespace kagami::pmx
