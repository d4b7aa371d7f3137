// Whether the files that a model names lie beside it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kagami::cli {

/// Finds files by the paths that models hold: relative to the model, with / or \, in whatever case.
class TextureFinder {
public:
    /// `folder` is where the model lies.
    explicit TextureFinder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// The existing file, or an empty path.
    [[nodiscard]] std::filesystem::path find(std::string name);

private:
    /// The entry of a folder with this name; one that differs only in the case of ASCII letters will do.
    [[nodiscard]] std::filesystem::path entry(const std::filesystem::path& folder, const std::string& name);

    std::filesystem::path folder_;
    std::map<std::filesystem::path, std::vector<std::string>> listings_;
};

} // namespace kagami::cli
