// JSON text to a DOM, with the checks that the parser does not make.
#include "json/parse.hpp"
#include "kagami/text.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace kagami {

namespace {

/// What JSON must be apart from its syntax: not so deep that handling it needs a deep stack, and without a key that
/// stands twice in one object, since one of the two values would be lost. The parser could watch for this itself, but with
/// a callback it goes through all elements of an array after each.
struct Found {
    std::optional<std::size_t> too_deep; ///< where
    std::string twice;                   ///< the first such key
};

/// A string token without its quotes, as the parser would read it.
std::string unescaped(std::string_view token) {
    const Json text = Json::parse('"' + std::string(token) + '"', nullptr, false);
    return text.is_string() ? text.get<std::string>() : std::string(token);
}

Found look_through(std::string_view json) {
    constexpr std::size_t deepest = 64;
    Found found;
    std::vector<std::vector<std::string_view>> open; // the keys of each object that is open; arrays have none
    std::deque<std::string> spelt_otherwise;         // keys with escapes, as they are meant
    const auto end_of_string = [&](std::size_t i) {
        for (++i; i < json.size() && json[i] != '"'; ++i) i += json[i] == '\\' ? 1 : 0;
        return std::min(i, json.size());
    };
    for (std::size_t i = 0; i < json.size() && !found.too_deep; ++i) {
        const char c = json[i];
        if (c == '"') {
            const std::size_t begin = i + 1;
            i = end_of_string(i);
            std::size_t next = i + 1;
            while (next < json.size() && (json[next] == ' ' || json[next] == '\n' || json[next] == '\r' || json[next] == '\t')) ++next;
            if (next >= json.size() || json[next] != ':' || open.empty()) continue;
            std::string_view key = json.substr(begin, i - begin);
            if (key.find('\\') != std::string_view::npos) key = spelt_otherwise.emplace_back(unescaped(key));
            open.back().push_back(key);
        } else if (c == '[' || c == '{') {
            if (open.size() == deepest) found.too_deep = i;
            open.emplace_back();
        } else if ((c == ']' || c == '}') && !open.empty()) {
            auto& keys = open.back();
            std::ranges::sort(keys);
            const auto same = std::ranges::adjacent_find(keys);
            if (same != keys.end() && found.twice.empty()) found.twice = *same;
            open.pop_back();
        }
    }
    return found;
}

} // namespace

Result<Json> parse_json(std::string_view json) {
    const auto fail = [](std::size_t offset, std::string_view what) {
        // What the parser says may quote bytes that are not valid.
        const std::size_t text = what.find("] ");
        const std::string_view sentence = text == std::string_view::npos ? what : what.substr(text + 2);
        return std::unexpected(Error{Code::json_syntax, offset, 1, {}, {}, {decode_for_display(sentence, Encoding::utf8)}});
    };
    const Found found = look_through(json);
    if (found.too_deep) return fail(*found.too_deep, "it is nested too deeply");
    try {
        Json parsed = Json::parse(json);
        if (!found.twice.empty()) return fail(0, "the key \"" + found.twice + "\" stands twice in one object");
        return parsed;
    } catch (const Json::parse_error& e) {
        return fail(e.byte == 0 ? 0 : e.byte - 1, e.what());
    } catch (const Json::exception& e) { // a number too large for a float
        return fail(0, e.what());
    }
}

Result<Json> patched(std::string_view json, const Json& operations) {
    auto document = parse_json(json);
    if (!document) return document;
    try {
        document->patch_inplace(operations);
        return document;
    } catch (const Json::exception& e) { // the sentence behind the library's own number
        const std::string_view what = e.what();
        const std::string_view sentence = what.substr(std::min(what.find("] ") + 2, what.size()));
        return std::unexpected(Error{Code::patch_does_not_fit, 0, 0, {}, {}, {decode_for_display(sentence, Encoding::utf8)}});
    }
}

std::optional<layout::PartNames> parts_of_patch(const Json& operations) {
    layout::PartNames parts;
    if (!operations.is_array()) return std::nullopt;
    for (const Json& operation : operations) {
        for (const char* key : {"path", "from"}) {
            if (!operation.is_object() || (operation.contains(key) && !operation[key].is_string())) return std::nullopt;
            const std::string path = operation.value(key, std::string("/"));
            const std::string part = path.substr(0, path.find('/', 1)).substr(path.empty() ? 0 : 1);
            for (const char* all : {"format", "encoding", "header", "damage"})
                if (path.empty() || part == all) return std::nullopt;
            parts.insert(part);
        }
    }
    return parts;
}

} // namespace kagami
