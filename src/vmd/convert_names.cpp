#include "diag/catching.hpp"
#include "kagami/tracks.hpp"

#include <algorithm>
#include <map>

namespace kagami::vmd {

namespace {

constexpr std::size_t longest_character = 4;

class Converter {
public:
    Converter(Encoding from, Encoding to, NameRule rule) : from_(from), to_(to), rule_(rule) {}

    std::optional<Error> error;

    /// Converts one name; `keys` is what it counts for. Names of different fields are kept apart by `kind`.
    template <std::size_t Size> void convert(FixedText<Size>& name, char kind, std::size_t keys) {
        if (error || name.bytes().empty()) return;
        Entry& entry = entry_for(std::string(name.bytes()), kind, Size);
        if (error) return;
        entry.converted.keys += keys;
        if (entry.bytes != name.bytes()) name.assign(entry.bytes);
    }
    [[nodiscard]] std::vector<ConvertedName> changed() {
        std::vector<ConvertedName> all;
        for (auto& [key, entry] : entries_)
            if (entry.bytes != key.second) all.push_back(std::move(entry.converted));
        return all;
    }

private:
    struct Entry {
        std::string bytes;
        ConvertedName converted;
    };

    Entry& entry_for(const std::string& bytes, char kind, std::size_t limit) {
        const auto [at, fresh] = entries_.try_emplace({kind, bytes});
        Entry& entry = at->second;
        if (!fresh) return entry;
        const std::string utf8 = decoded(bytes, entry.converted.changes, limit);
        if (!error) entry.bytes = fitted(utf8, entry.converted.changes, limit);
        if (error) return entry;
        entry.converted.before = decode_for_display(bytes, from_);
        entry.converted.after = decode_for_display(entry.bytes, to_);
        const auto [other, alone] = taken_.try_emplace({kind, entry.bytes}, entry.converted.before);
        if (!alone) error = Error{Code::name_shared, 0, 0, {}, {}, {other->second + ", " + entry.converted.before, std::to_string(limit)}};
        return entry;
    }
    std::string decoded(const std::string& bytes, std::vector<Diagnostic>& changes, std::size_t limit) {
        auto text = decode(bytes, from_);
        if (text) return *text;
        // A field that is full may end within a character.
        const std::size_t most = rule_.truncate && bytes.size() == limit ? longest_character : 0;
        for (std::size_t cut = 1; cut < most; ++cut) {
            auto whole = decode(std::string_view(bytes).substr(0, bytes.size() - cut), from_);
            if (!whole) continue;
            changes.push_back({Code::name_cut, 0, 0, {}, {}, {decode_for_display(bytes, from_), *whole, std::to_string(limit)}});
            return *whole;
        }
        const std::string shown = decode_for_display(bytes, from_);
        const bool halved = bytes.size() == limit;
        fail(halved ? Error{Code::name_halved, 0, 0, {}, {}, {shown, std::string(name_of(from_))}} : std::move(text.error()), shown);
        return {};
    }
    std::string fitted(const std::string& utf8, std::vector<Diagnostic>& changes, std::size_t limit) {
        if (to_ == Encoding::cp932) {
            auto name = fit_name(utf8, {.limit = limit, .truncate = rule_.truncate, .map_lookalikes = rule_.map_lookalikes});
            if (!name) {
                fail(std::move(name.error()), utf8);
                return {};
            }
            std::ranges::move(name->changes, std::back_inserter(changes));
            return std::move(name->bytes);
        }
        auto text = encode(utf8, to_);
        if (!text) {
            fail(std::move(text.error()), utf8);
            return {};
        }
        std::string bytes(text->bytes());
        if (bytes.size() <= limit) return bytes;
        std::size_t fits = limit; // down to the end of a character
        while (fits > 0 && !decode(std::string_view(bytes).substr(0, fits), to_)) --fits;
        const std::string shorter = decode_for_display(std::string_view(bytes).substr(0, fits), to_);
        if (!rule_.truncate) {
            fail(Error{Code::name_too_long,
                       0,
                       0,
                       {},
                       {},
                       {utf8, std::to_string(bytes.size()), std::to_string(limit), ": " + shorter + " would fit"}},
                 utf8);
            return {};
        }
        changes.push_back({Code::name_cut, 0, 0, {}, {}, {utf8, shorter, std::to_string(limit)}});
        return bytes.substr(0, fits);
    }
    void fail(Error why, const std::string& name) {
        why.offset = why.length = 0; // within the name
        why.path = '"' + name + '"';
        error = std::move(why);
    }

    Encoding from_, to_;
    NameRule rule_;
    std::map<std::pair<char, std::string>, Entry> entries_;
    std::map<std::pair<char, std::string>, std::string> taken_;
};

} // namespace

Result<std::vector<ConvertedName>> convert_names(Motion& motion, Encoding from, Encoding to, NameRule rule) {
    return catching([&]() -> Result<std::vector<ConvertedName>> {
        if (from == to) return std::vector<ConvertedName>{};
        Motion changed = motion;
        Converter converter(from, to, rule);
        for (BoneKey& key : *changed.bone_keys) converter.convert(key.name, 'b', 1);
        for (MorphKey& key : *changed.morph_keys) converter.convert(key.name, 'm', 1);
        for (PropertyKey& key : *changed.property_keys)
            for (IkState& ik : key.iks) converter.convert(ik.name, 'i', 1);
        if (changed.header.version_1()) {
            converter.convert(changed.header.short_model_name, 'h', 0);
        } else if (changed.header.name() != camera_model_name) {
            converter.convert(changed.header.model_name, 'h', 0);
        }
        if (converter.error) return std::unexpected(std::move(*converter.error));
        changed.encoding = to;
        motion = std::move(changed);
        return converter.changed();
    });
}

} // namespace kagami::vmd
