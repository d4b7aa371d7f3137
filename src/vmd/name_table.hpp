// The different names of many keys.
#pragma once

#include "kagami/vmd.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kagami::vmd {

/// Numbers names in the order in which they first occur. Names are the same if the bytes before the NUL are.
///
/// Keys of one name stand together, or the names come round and round in one order: so a name is first held against the
/// one before it, and then against the one that came after that the last time. Only then is it looked up.
class NameTable {
public:
    std::uint32_t number_of(const KeyName& name) {
        const Raw raw = load(name);
        if (last_ < variants_.size()) {
            if (variants_[last_].raw == raw) return variants_[last_].number;
            const std::uint32_t next = variants_[last_].next;
            if (next < variants_.size() && variants_[next].raw == raw) {
                last_ = next;
                return variants_[next].number;
            }
        }
        return look_up(name, raw);
    }
    /// Takes in the names of many keys. Most are the same as that of the key before, or as that of the key some way back
    /// where the same name stood the last time, and then nothing needs to be known but that.
    /// Keys from number `i` up to `end`; the first ones have the number 0.
    template <class Keys>
        requires std::same_as<decltype(Keys::value_type::name), KeyName>
    void add(const Keys& keys, std::size_t i, std::size_t end) {
        if (i == 0) {
            seen_.clear();
            period_ = 1;
        }
        for (; i < end; ++i) {
            const Raw raw = load(keys[i].name);
            if (i >= period_ && (load(keys[i - 1].name) == raw || load(keys[i - period_].name) == raw)) [[likely]]
                continue;
            const std::uint32_t number = look_up(keys[i].name, raw);
            if (number < seen_.size() && seen_[number] < i) period_ = i - seen_[number];
            seen_.resize(std::max<std::size_t>(seen_.size(), number + 1), i);
            seen_[number] = i;
        }
    }
    /// The names, in the memory of the keys they were found in.
    [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }

private:
    struct Raw {
        std::uint64_t low, high;
        friend bool operator==(const Raw&, const Raw&) = default;
    };
    struct Hash {
        std::size_t operator()(const Raw& raw) const {
            std::uint64_t h = (raw.low ^ std::rotl(raw.high, 29)) * 0x9E37'79B9'7F4A'7C15;
            return h ^ h >> 32;
        }
    };
    /// A name with what is behind its NUL.
    struct Variant {
        Raw raw;
        std::uint32_t number, next;
    };

    static Raw load(const KeyName& name) {
        static_assert(sizeof(KeyName) == sizeof(Raw));
        Raw raw;
        std::memcpy(&raw, name.c_str(), sizeof raw);
        return raw;
    }
    [[gnu::noinline]] std::uint32_t look_up(const KeyName& name, const Raw& raw) {
        const auto [at, fresh] = by_raw_.try_emplace(raw, static_cast<std::uint32_t>(variants_.size()));
        const std::uint32_t variant = at->second;
        if (fresh) {
            const auto [known, is_new] = by_name_.try_emplace(name.bytes(), static_cast<std::uint32_t>(names_.size()));
            if (is_new) names_.push_back(name.bytes());
            variants_.push_back({raw, known->second, variant});
        }
        if (last_ < variants_.size()) variants_[last_].next = variant;
        last_ = variant;
        return variants_[variant].number;
    }

    std::vector<Variant> variants_;
    std::unordered_map<Raw, std::uint32_t, Hash> by_raw_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::vector<std::string_view> names_;
    std::vector<std::size_t> seen_; // where each name was looked up the last time
    std::size_t period_ = 1;
    std::size_t last_ = static_cast<std::size_t>(-1);
};

} // namespace kagami::vmd
