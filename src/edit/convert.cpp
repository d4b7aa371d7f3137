// Operations on encoding, index widths and version.
#include "kagami/edit/convert.hpp"
#include "edit/operation.hpp"
#include "layout/stepped.hpp"
#include "pmx/layout.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

namespace kagami::edit {

namespace {

using pmx::Model;

/// Goes through a model, for those that look at one kind of field and want its path.
template <class Self> class Walk : public layout::Stepped<Self, pmx::Globals> {
public:
    std::optional<Error> error;

    explicit Walk(const Model& m) : layout::Stepped<Self, pmx::Globals>(pmx::Globals(m.header)) {}

    template <class T> void value(layout::Field, T&) {}
    template <class K> void ref(layout::Field, Index<K>&) {}
    template <class K> void ref(layout::Field, const Index<K>&) {}
    void text(layout::Field, const Text&) {}
    void size8(layout::Field, std::size_t, const Bytes&) {}
    void raw(layout::Field, const Bytes&) {}
    void rest(layout::Field, const Bytes&) {}
};

class Recoder : public Walk<Recoder> {
public:
    std::size_t texts = 0;

    Recoder(const Model& m, Encoding to) : Walk<Recoder>(m), from_(m.header.encoding), to_(to) {}

    void text(layout::Field f, Text& text) {
        if (error) return;
        const auto utf8 = decode(text, from_);
        auto recoded = utf8 ? encode(*utf8, to_) : std::unexpected(Error{});
        if (!recoded) {
            error = Error{Code::text_not_decodable, 0, 0, this->steps_.path(f.name), {}, {std::string(name_of(from_))}};
            return;
        }
        text = *std::move(recoded);
        ++texts;
    }
    template <class C> void list(layout::Field f, C& c) {
        if constexpr (!layout::is_geometry<layout::Element<C>>) Walk<Recoder>::list(f, c); // it holds no texts
    }

private:
    Encoding from_, to_;
};

/// Finds an index that does not fit.
class Misfits : public Walk<Misfits> {
public:
    Misfits(const Model& m, const pmx::IndexWidths& widths) : Walk<Misfits>(m) {
        for (std::size_t kind = 0; kind < pmx::index_kinds.size(); ++kind) {
            const unsigned bits = 8U * (widths.*pmx::index_kinds[kind].width);
            const bool has_sign = kind != pmx::kind_number<pmx::Vertex> || bits == 32;
            greatest_[kind] = (std::int64_t{1} << (has_sign ? bits - 1 : bits)) - 1;
            least_[kind] = has_sign ? -greatest_[kind] - 1 : 0;
        }
    }
    template <class K> void ref(layout::Field f, const Index<K>& index) {
        constexpr std::size_t kind = pmx::kind_number<K>;
        if (error || (index.value >= least_[kind] && index.value <= greatest_[kind])) return;
        error = bad_value(std::string(pmx::index_kinds[kind].name) + " index", std::to_string(index.value),
                          "from " + std::to_string(least_[kind]) + " to " + std::to_string(greatest_[kind]) + " for that width");
        error->path = this->steps_.path(f.name);
    }

private:
    std::array<std::int64_t, pmx::index_kinds.size()> least_{}, greatest_{};
};

Error depends(const char* path) {
    return Error{Code::kept_bytes_depend, 0, 0, path, {}, {}};
}

void warn(Report& report, const char* path, const char* what) {
    report.notes.push_back({Code::not_for_mmd, 0, 0, path, {}, {what}});
}

// ---- what version 2.0 lacks

/// Finds all of it, and makes 2.0 of it if told to.
class Downgrade {
public:
    Downgrade(Model& m, bool drop) : m_(m), drop_(drop) {}

    struct Found {
        std::string list, what, done, first;
        std::size_t count = 0;
    };
    std::vector<Found> found;

    void run() {
        using pmx::DeformType, pmx::MorphType, pmx::JointType;
        each("/vertices", "QDEF vertices", "QDEF vertices made BDEF4", m_.vertices.deforms(), "/deform", [](DeformType& deform, bool drop) {
            if (deform != DeformType::qdef) return false;
            if (drop) deform = DeformType::bdef4;
            return true;
        });
        constexpr unsigned later = 0xE0; // vertex_color, points, lines
        each("/materials", "materials with flags of 2.1", "materials with flags of 2.1 cleared", m_.materials, "/flags",
             [](pmx::Material& material, bool drop) {
                 if ((material.flags.bits & later) == 0) return false;
                 if (drop) material.flags.bits = static_cast<std::uint8_t>(material.flags.bits & ~later);
                 return true;
             });
        each("/morphs", "flip morphs", "flip morphs made group morphs", m_.morphs, "/type", [](pmx::Morph& morph, bool drop) {
            if (morph.type != MorphType::flip) return false;
            if (drop) morph.type = MorphType::group;
            return true;
        });
        each("/morphs", "impulse morphs", "impulse morphs made empty group morphs", m_.morphs, "/type", [](pmx::Morph& morph, bool drop) {
            if (morph.type != MorphType::impulse) return false;
            if (drop) {
                morph.type = MorphType::group;
                morph.offsets = {};
            }
            return true;
        });
        each("/joints", "joints of other types than spring joints", "joints made spring joints", m_.joints, "/type",
             [](pmx::Joint& joint, bool drop) {
                 if (joint.type == JointType::spring_6dof) return false;
                 if (drop) joint.type = JointType::spring_6dof;
                 return true;
             });
        if (m_.soft_bodies)
            each("/soft_bodies", "soft bodies", "soft bodies dropped", *m_.soft_bodies, "", [](pmx::SoftBody&, bool) { return true; });
    }

private:
    template <class C, class F> void each(const char* list, const char* what, const char* done, C&& elements, const char* leaf, F f) {
        Found one{list, what, done, {}, 0};
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (!f(elements[i], drop_)) continue;
            if (one.count++ == 0) one.first = list + ('/' + std::to_string(i)) + leaf;
        }
        if (one.count != 0) found.push_back(std::move(one));
    }

    Model& m_;
    bool drop_;
};

} // namespace

Result<Report> apply_in_place(Model& m, const ConvertEncoding& convert) {
    return reporting([&](Report& report) -> Result<void> {
        const Encoding to = convert.to == TextEncoding::utf8 ? Encoding::utf8 : Encoding::utf16le;
        if (m.header.encoding == to) return {};
        if (m.damage) return failed(depends("/header/encoding"));
        Recoder recoder(m, to);
        describe(recoder, m);
        if (recoder.error) return failed(std::move(recoder.error));
        m.header.encoding = to;
        count(report, "/header/encoding", "texts now in " + std::string(name_of(to)), recoder.texts);
        if (to == Encoding::utf8) warn(report, "/header/encoding", "UTF-8");
        return {};
    });
}

Result<Report> apply_in_place(Model& m, const SetIndexWidths& set) {
    return reporting([&](Report& report) -> Result<void> {
        const std::array given{set.vertex, set.texture, set.material, set.bone, set.morph, set.rigid_body};
        const pmx::IndexWidths before = m.header.index_widths;
        if (m.damage) return failed(depends("/header/index_widths"));
        if (std::ranges::none_of(given, [](const auto& width) { return width.has_value(); })) {
            pmx::fit(m);
        } else {
            pmx::IndexWidths asked{4, 4, 4, 4, 4, 4};
            for (std::size_t kind = 0; kind < given.size(); ++kind) {
                if (!given[kind]) continue;
                const auto& [name, width, list] = pmx::index_kinds[kind];
                if (*given[kind] != 1 && *given[kind] != 2 && *given[kind] != 4)
                    return failed(bad_value(std::string(name), std::to_string(*given[kind]), "1, 2 or 4"));
                m.header.index_widths.*width = asked.*width = *given[kind];
            }
            Misfits misfits(m, asked);
            describe(misfits, std::as_const(m));
            if (misfits.error) return failed(std::move(misfits.error));
        }
        for (const pmx::IndexKind& kind : pmx::index_kinds) {
            const unsigned was = before.*kind.width, is = m.header.index_widths.*kind.width;
            if (was != is) count(report, "/header/index_widths/" + std::string(kind.name), "bytes instead of " + std::to_string(was), is);
        }
        return {};
    });
}

Result<Report> apply_in_place(Model& m, const SetVersion& set) {
    return reporting([&](Report& report) -> Result<void> {
        if (set.to != 2.0F && set.to != 2.1F) return failed(bad_value("to", std::to_string(set.to), "2.0 or 2.1"));
        if (m.header.version == set.to) return {};
        if (m.damage) return failed(depends("/header/version"));
        m.header.version = set.to;
        count(report, "/header/version", set.to == 2.0F ? "version, now 2.0" : "version, now 2.1", 1);
        if (set.to == 2.1F) {
            if (!m.soft_bodies) m.soft_bodies.emplace();
            warn(report, "/header/version", "version 2.1");
            return {};
        }
        Downgrade downgrade(m, set.drop);
        downgrade.run();
        if (!set.drop && !downgrade.found.empty()) {
            std::string all;
            for (const auto& one : downgrade.found) all += (all.empty() ? "" : ", ") + one.what + " (" + std::to_string(one.count) + ')';
            return failed(Error{Code::beyond_version, 0, 0, downgrade.found[0].first, {}, {std::move(all)}});
        }
        for (const auto& one : downgrade.found) count(report, one.list, one.done, one.count);
        m.soft_bodies.reset();
        return {};
    });
}

} // namespace kagami::edit
