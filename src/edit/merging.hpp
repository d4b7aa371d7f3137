// Putting all parts of another model behind those of a model: what is alike in both formats. combine.cpp has what only PMX
// models have, pmd_combine.cpp what only PMD.
#pragma once

#include "edit/beside.hpp"
#include "edit/faces.hpp"
#include "edit/operation.hpp"
#include "edit/renumber.hpp"
#include "edit/select.hpp"
#include "edit/texture_paths.hpp"
#include "kagami/document.hpp"
#include "kagami/edit/combine.hpp"
#include "layout/emitter.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kagami::edit {

[[nodiscard]] inline std::vector<std::int32_t> counted_from(std::size_t first, std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), static_cast<std::int32_t>(first));
    return numbers;
}

/// Where the elements of the other model's list go: to the element of the same key, or behind those that are there.
class Destinations {
public:
    void mine(std::string key) {
        known_.try_emplace(std::move(key), static_cast<std::int32_t>(mine_));
        count_ = ++mine_;
    }
    void theirs(const std::string& key, bool may_be_shared) {
        const auto found = may_be_shared ? known_.find(key) : known_.end();
        shared_.push_back(found != known_.end());
        to_.push_back(shared_.back() ? found->second : static_cast<std::int32_t>(count_++));
    }
    /// Those of the other model that are one that is there.
    [[nodiscard]] const std::vector<bool>& shared() const { return shared_; }
    /// The new numbers of the other model's.
    [[nodiscard]] const std::vector<std::int32_t>& to() const { return to_; }
    [[nodiscard]] NewNumbers numbers_of_mine() const { return {counted_from(0, mine_), count_}; }
    [[nodiscard]] NewNumbers numbers_of_theirs() const { return {to_, count_}; }

private:
    std::unordered_map<std::string, std::int32_t> known_;
    std::vector<std::int32_t> to_;
    std::vector<bool> shared_;
    std::size_t mine_ = 0, count_ = 0;
};

[[nodiscard]] inline std::string key_of(const auto& text) {
    return std::string(text.bytes());
}

template <class T> void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Puts vertices behind others, by the columns that all formats have and `more` that one has. Returns how many there were.
template <class Vertices, class... Column> std::size_t append_columns(Vertices& to, const Vertices& from, Column... more) {
    const std::size_t before = to.size();
    to.resize(before + from.size());
    const auto copy = [&](auto column) { std::ranges::copy(column(from), column(to).begin() + static_cast<std::ptrdiff_t>(before)); };
    copy([](auto& v) { return v.positions(); });
    copy([](auto& v) { return v.normals(); });
    copy([](auto& v) { return v.uvs(); });
    copy([](auto& v) { return v.bones(); });
    copy([](auto& v) { return v.weights(); });
    (copy(more), ...);
    return before;
}

/// How many elements have the name of one that is there already.
template <class List> std::size_t count_namesakes(const List& mine, const List& theirs, const std::vector<bool>& shared) {
    std::unordered_set<std::string> names;
    for (const auto& element : mine) names.insert(key_of(element.name));
    std::size_t n = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) n += !shared[i] && names.contains(key_of(theirs[i].name)) ? 1 : 0;
    return n;
}

template <class Model> class Merging {
public:
    using Bone = typename decltype(Model::bones)::value_type;
    using RigidBody = typename decltype(Model::rigid_bodies)::value_type;
    using Joint = typename decltype(Model::joints)::value_type;

protected:
    Merging(Model& model, Model other, const Merge& merge, Report& report)
        : m_(model), other_(std::move(other)), o_(merge), report_(report), places_(model), their_places_(other_) {}

    void place_bones() {
        for (const Bone& bone : m_.bones) bones_.mine(key_of(bone.name));
        for (const Bone& bone : other_.bones) bones_.theirs(key_of(bone.name), o_.bones == SameBones::share && !bone.name.bytes().empty());
    }
    /// Puts the prefix in front of the names of bones that are added.
    std::optional<Error> name_bones();
    /// What should be known of bones that are shared: only this model's settings of them stay.
    void note_shared_bones();
    void note_namesakes(const char* path, const char* what, std::size_t n) {
        if (n != 0) report_.notes.push_back({Code::namesakes, 0, 0, path, {}, {std::to_string(n), what}});
    }
    void note_trailing() {
        if (!other_.trailing.empty())
            report_.notes.push_back(
                {Code::left_out, 0, 0, "/trailing", {}, {std::to_string(other_.trailing.size()) + " bytes behind the last section"}});
    }

    /// New numbers for both, so that what points behind the end in either points behind the end of both.
    struct Numbers {
        NewNumbersOf<Model> mine, theirs;
        template <class K> void set(const Destinations& destinations) {
            mine.template of<K>() = destinations.numbers_of_mine();
            theirs.template of<K>() = destinations.numbers_of_theirs();
        }
    };
    /// All one behind the other, but for bones, which have their places, and bodies, which are still to be compared.
    [[nodiscard]] Numbers numbers() const {
        Numbers all;
        for (std::size_t kind = 0; kind < Indices<Model>::paths.size(); ++kind) {
            const std::size_t mine = count_of_kind(m_, kind), theirs = count_of_kind(other_, kind);
            all.mine[kind] = NewNumbers(counted_from(0, mine), mine + theirs);
            all.theirs[kind] = NewNumbers(counted_from(mine, theirs), mine + theirs);
        }
        all.template set<Bone>(bones_);
        all.mine.template of<RigidBody>().reset();
        all.theirs.template of<RigidBody>().reset();
        return all;
    }
    void add_bones() {
        take_out_beside(other_, Named::bones, bones_.shared());
        count(report_.consequences, "/bones", "shared, they have one name", take_out(other_.bones, bones_.shared()));
        count(report_, "/bones", "added", other_.bones.size());
        append(m_.bones, other_.bones);
    }
    /// The faces of materials first, those of none behind them.
    Result<void> add_faces();
    /// Once the bones are added. The parts of a model that was split have bodies of shared bones both; twice they would push
    /// each other away.
    std::optional<Error> add_bodies();

    /// All that a record says.
    template <class Record> [[nodiscard]] std::string bytes_as_key(const Record& record) const {
        const Bytes bytes = layout::bytes_of(record, layout::FormatOf<Model>::widest(m_, m_));
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    Model& m_;
    Model other_;
    const Merge& o_;
    Report& report_;
    Destinations bones_;
    std::size_t bones_before_ = m_.bones.size();

private:
    BodyPlaces<Model> places_, their_places_;
};

/// What a bone does beside hanging at its parent.
[[nodiscard]] inline bool same_settings(const pmx::Bone& a, const pmx::Bone& b) {
    return a.flags == b.flags && a.layer == b.layer;
}
[[nodiscard]] inline bool same_settings(const pmd::Bone& a, const pmd::Bone& b) {
    return a.type == b.type;
}

template <class Model> void Merging<Model>::note_shared_bones() {
    std::size_t elsewhere = 0, differing = 0;
    float farthest = 0;
    for (std::size_t i = 0; i < other_.bones.size(); ++i) {
        if (!bones_.shared()[i]) continue;
        const Bone &theirs = other_.bones[i], &mine = m_.bones[static_cast<std::size_t>(bones_.to()[i])];
        const Vec3 &a = theirs.position, &b = mine.position;
        const float apart = std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
        elsewhere += apart > 0.001F ? 1 : 0;
        farthest = std::max(farthest, apart);
        const bool same_parent = theirs.parent.within(other_.bones.size())
                                     ? bones_.to()[static_cast<std::size_t>(theirs.parent.value)] == mine.parent.value
                                     : !mine.parent.within(m_.bones.size());
        differing += same_parent && same_settings(theirs, mine) ? 0 : 1;
    }
    if (elsewhere != 0)
        report_.notes.push_back({Code::bones_elsewhere, 0, 0, "/bones", {}, {std::to_string(elsewhere), std::to_string(farthest)}});
    if (differing != 0) report_.notes.push_back({Code::bones_differ, 0, 0, "/bones", {}, {std::to_string(differing)}});
}

template <class Model> std::optional<Error> Merging<Model>::name_bones() {
    const auto prefix = encode(o_.prefix, encoding_of(m_));
    if (!prefix) return prefix.error();
    for (std::size_t i = 0; i < other_.bones.size() && !prefix->empty(); ++i) {
        if (bones_.shared()[i]) continue;
        auto& name = other_.bones[i].name;
        const std::string now = key_of(*prefix) + key_of(name);
        if constexpr (requires { name.field(); })
            if (const std::size_t most = name.field().size(); now.size() > most)
                return Error{Code::name_too_long,
                             0,
                             0,
                             "/bones/" + std::to_string(i) + "/name",
                             {},
                             {decode_for_display(now, encoding_of(m_)), std::to_string(now.size()), std::to_string(most), ""}};
        name.assign(now);
    }
    return std::nullopt;
}

template <class Model> Result<void> Merging<Model>::add_faces() {
    const auto covered = [](const Model& m) -> Result<std::size_t> {
        const auto runs = face_runs(m);
        if (!runs) return std::unexpected(runs.error());
        return end_of(*runs);
    };
    const auto mine = covered(m_), theirs = covered(other_);
    if (!mine || !theirs) return std::unexpected(mine ? theirs.error() : mine.error());
    const std::size_t before = m_.faces.size();
    count(report_, "/faces", "added", other_.faces.size() / 3);
    m_.faces.resize(before + other_.faces.size());
    std::copy_n(other_.faces.begin(), other_.faces.size(), m_.faces.begin() + before);
    std::rotate(m_.faces.begin() + *mine, m_.faces.begin() + before, m_.faces.begin() + before + *theirs);
    return {};
}

template <class Model> std::optional<Error> Merging<Model>::add_bodies() {
    if (auto error = places_.restore(m_.rigid_bodies, m_.bones, report_)) return error;
    if (auto error = their_places_.restore(other_.rigid_bodies, m_.bones, report_)) return error;
    Destinations bodies;
    for (const RigidBody& body : m_.rigid_bodies) bodies.mine(bytes_as_key(body));
    for (const RigidBody& body : other_.rigid_bodies) bodies.theirs(bytes_as_key(body), body.bone.within(bones_before_));
    note_namesakes("/rigid_bodies", "rigid bodies", count_namesakes(m_.rigid_bodies, other_.rigid_bodies, bodies.shared()));
    Numbers numbers;
    numbers.template set<RigidBody>(bodies);
    renumber(m_, numbers.mine);
    renumber(other_, numbers.theirs);
    const std::size_t mine = m_.rigid_bodies.size();
    count(report_.consequences, "/rigid_bodies", "shared, they are the same", take_out(other_.rigid_bodies, bodies.shared()));
    count(report_, "/rigid_bodies", "added", other_.rigid_bodies.size());
    std::unordered_set<std::string> joints;
    for (const Joint& joint : m_.joints) joints.insert(bytes_as_key(joint));
    count(report_.consequences, "/joints", "shared, they are the same", take_out(other_.joints, [&](const Joint& joint) {
              return joint.rigid_body_a.within(mine) && joint.rigid_body_b.within(mine) && joints.contains(bytes_as_key(joint));
          }));
    count(report_, "/joints", "added", other_.joints.size());
    append(m_.rigid_bodies, other_.rigid_bodies);
    append(m_.joints, other_.joints);
    return std::nullopt;
}

/// Rewrites relative texture paths of a model that lies in `from` for one that lies in `to`.
template <class Model>
std::optional<Error> lead_from(Model& model, const std::filesystem::path& from, const std::filesystem::path& to, Report& report) {
    Report mapped;
    auto error = map_paths(model, mapped, [&](const std::string& utf8) { return led_path(utf8, from, to); });
    for (Change& change : mapped.changes)
        count(report.consequences, std::move(change.path), "paths lead to the folder of the other model", change.count);
    return error;
}

/// Merges files of one format.
template <class Model> Result<Report> merge_files(Model& model, const Merge& merge, const char* format) {
    return reporting([&](Report& report) -> Result<void> {
        if (merge.with.empty()) return failed(bad_value("with", "empty", "one file or more"));
        for (const std::filesystem::path& file : merge.with) {
            const auto document = open(file);
            const auto fail = [&](Error error) {
                if (error.file.empty()) error.file = file.string();
                return failed(std::move(error));
            };
            if (!document) return fail(document.error());
            const auto* other = std::get_if<Model>(&*document);
            if (other == nullptr) return fail(Error{Code::not_for_format, 0, 0, {}, {}, {"merge", format}});
            Model led = *other;
            std::error_code none;
            const auto folder_of = [&](const std::filesystem::path& path) { return std::filesystem::weakly_canonical(path, none); };
            const auto from = folder_of(std::filesystem::absolute(file, none).parent_path()), to = folder_of(merge.folder);
            if (!merge.folder.empty() && from != to)
                if (auto error = lead_from(led, from, to, report)) return fail(std::move(*error));
            auto one = merge_into(model, led, merge);
            if (!one) return fail(std::move(one.error()));
            std::ranges::move(one->changes, std::back_inserter(report.changes));
            std::ranges::move(one->consequences, std::back_inserter(report.consequences));
            for (Diagnostic& note : one->notes) {
                note.file = file.string();
                report.notes.push_back(std::move(note));
            }
        }
        return {};
    });
}

} // namespace kagami::edit
