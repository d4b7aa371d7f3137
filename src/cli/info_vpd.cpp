#include "cli/info.hpp"

namespace kagami::cli {

Report report(const Subject& subject, const vpd::Pose& pose) {
    const auto text = [&](const Text& t) { return decode_for_display(t, pose.encoding); };
    const std::string model = text(pose.header.model_file), said = text(pose.header.count), encoding(name_of(pose.encoding));
    std::vector<std::string> bones, morphs;
    for (const vpd::Block& block : pose.blocks) (block.kind == vpd::BlockKind::bone ? bones : morphs).push_back(text(block.name));

    Report r(subject.file);
    r.row("format", "VPD, " + encoding + ", " + counted(subject.bytes.size(), "byte"));
    r.name("model file", model);
    r.count("bones", bones.size(), said == std::to_string(bones.size()) ? "" : "the file says " + one_line(said, 20));
    r.count("morphs", morphs.size());
    const auto names = [&](const char* label, const std::vector<std::string>& all) {
        std::string line;
        for (const std::string& name : all) (line += line.empty() ? "" : ", ") += name;
        r.name(label, line);
    };
    names("bone names", bones);
    names("morph names", morphs);
    r.json.update({{"format", "vpd"},
                   {"bytes", subject.bytes.size()},
                   {"encoding", encoding},
                   {"model_file", model},
                   {"count_in_file", said},
                   {"bones", bones},
                   {"morphs", morphs}});
    r.damage(pose.damage);
    r.parts(subject.bytes);
    return r;
}

} // namespace kagami::cli
