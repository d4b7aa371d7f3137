// JSON text to a DOM, with the checks that the parser does not make.
#include "json/parse.hpp"
#include "kagami/text.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace kagami {

namespace {

/// What JSON must be apart from its syntax, found on the way: not so deep that handling it needs a deep stack, and
/// without a key that stands twice in one object, since one of the two values would be lost.
class Watch {
public:
    [[nodiscard]] static std::optional<std::size_t> too_deep(std::string_view json) {
        constexpr int deepest = 64;
        int depth = 0;
        bool in_string = false;
        for (std::size_t i = 0; i < json.size(); ++i) {
            const char c = json[i];
            if (in_string) {
                i += c == '\\' ? 1 : 0;
                in_string = c != '"';
            } else if (c == '[' || c == '{') {
                if (++depth > deepest) return i;
            } else {
                depth -= c == ']' || c == '}' ? 1 : 0;
                in_string = c == '"';
            }
        }
        return std::nullopt;
    }
    bool operator()(int, Json::parse_event_t event, const Json& parsed) {
        using enum Json::parse_event_t;
        if (event == object_start) keys_.emplace_back();
        if (event == object_end) keys_.pop_back();
        if (event == key) {
            const auto& name = parsed.get_ref<const std::string&>();
            if (std::ranges::find(keys_.back(), name) != keys_.back().end() && twice.empty()) twice = name;
            keys_.back().push_back(name);
        }
        return true;
    }
    std::string twice; ///< the first such key

private:
    std::vector<std::vector<std::string>> keys_;
};

} // namespace

Result<Json> parse_json(std::string_view json) {
    const auto fail = [](std::size_t offset, std::string_view what) {
        // What the parser says may quote bytes that are not valid.
        const std::size_t text = what.find("] ");
        const std::string_view sentence = text == std::string_view::npos ? what : what.substr(text + 2);
        return std::unexpected(Error{Code::json_syntax, offset, 1, {}, {}, {decode_for_display(sentence, Encoding::utf8)}});
    };
    if (const auto at = Watch::too_deep(json)) return fail(*at, "it is nested too deeply");
    try {
        Watch watch;
        Json parsed = Json::parse(json, std::ref(watch));
        if (!watch.twice.empty()) return fail(0, "the key \"" + watch.twice + "\" stands twice in one object");
        return parsed;
    } catch (const Json::parse_error& e) {
        return fail(e.byte == 0 ? 0 : e.byte - 1, e.what());
    } catch (const Json::exception& e) { // a number too large for a float
        return fail(0, e.what());
    }
}

} // namespace kagami
