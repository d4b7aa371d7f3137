// Edits of names and of a model's own texts. Bytes of names that do not change stay as they are, also where they are
// not valid in their encoding.
//
// Names are looked for in one language: the model's own names, or with `english` the English ones. The special display
// frames "Root" and "表情" keep their names, by which programs know them; a note says so. Names that become equal within
// one list are told in a note. In a PMD file a name must fit its field, 20 bytes of CP932 (50 for display frames, whose
// line end stays); materials and soft bodies have no names there, bodies and joints no English ones. Errors of names:
// name_empty, name_too_long, text_not_encodable, and for English names of a PMD file without them no_english.
#pragma once

#include "kagami/edit/report.hpp"
#include "kagami/export.hpp"
#include "kagami/pmd.hpp"
#include "kagami/pmx.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kagami::edit {

/// The lists whose elements have names.
enum class Named : std::uint8_t { all, materials, bones, morphs, display_frames, rigid_bodies, joints, soft_bodies };

/// Gives things another name. `from` is a name, a pattern or, for one kind, a number. `to` may hold no pattern, unless it
/// is as many `*` as `from` has: each stands for what that of `from` stood for. All renames happen at once.
struct Rename {
    Named kind = Named::all;
    std::string from, to;
    bool english = false; ///< of the English names
};

/// Renames after a table: a text file in UTF-8, each line an old name, a TAB or a comma, and the new name. If the line
/// has a TAB, commas belong to the names; a name in "quotes" may hold both, and quotes written twice. A byte order mark,
/// CR LF and empty lines are fine. All renames happen at once, so that names can be exchanged. Errors: table_row for what
/// is no such line or names the same thing again; row_missed for a line whose old name is there nowhere; both name the
/// file and the line.
struct RenameByTable {
    Named kind = Named::all;
    std::string table;    ///< name of the file
    bool english = false; ///< of the English names
};

enum class Translation : std::uint8_t {
    english_field, ///< set the English names that are empty
    english,       ///< rename to English; motions then no longer hit
    japanese,      ///< rename from English to Japanese
};

/// Translates standard names (see standard_bones and standard_morphs), in whatever spelling fold_name takes for the same.
/// Display frames, rigid bodies and joints are named after bones. Other names stay.
struct TranslateNames {
    Named kind = Named::all;
    Translation to = Translation::english_field;
    bool overwrite = false; ///< of english_field: also English names that are not empty
};

/// Sets the model's name and comment in both languages: those that are given. Line ends are stored as they are given.
/// Error beyond_damage if the texts of a damaged model are not whole.
struct SetTexts {
    std::optional<std::string> name, english_name, comment, english_comment;
};

[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const Rename& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const Rename& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const RenameByTable& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const RenameByTable& rename);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const TranslateNames& translate);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const TranslateNames& translate);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmx::Model& model, const SetTexts& set);
[[nodiscard]] KAGAMI_API Result<Report> apply_in_place(pmd::Model& model, const SetTexts& set);

} // namespace kagami::edit
