#include "figure.hpp"

namespace samples {

using namespace kagami;

namespace {

struct Look {
    Part part;
    const char *name, *english, *texture, *memo;
    Vec4 diffuse{1, 1, 1, 1};
    Vec3 ambient{0.5F, 0.5F, 0.5F}, specular{0, 0, 0};
    float power = 5;
    Vec4 edge{0.25F, 0.125F, 0.125F, 1};
    float edge_size = 0.75F; ///< 0: no edge
    bool double_sided = false, shadows = true;
    const char* toon = nullptr; ///< the file's own; otherwise `shared`
    std::uint8_t shared = 0;
    const char* sphere = nullptr;
    pmx::SphereMode sphere_mode = pmx::SphereMode::off;
};

std::vector<Look> looks() {
    using enum Part;
    using enum pmx::SphereMode;
    const char* skin = "toon_skin.png";
    const char* cloth = "toon_cloth.png";
    return {
        {.part = face,
         .name = "顔",
         .english = "Face",
         .texture = "face.png",
         .memo = "まぶたと口は頂点モーフで動きます。\r\n目の穴の奥に白目と瞳があります。\r\n",
         .toon = skin},
        {.part = body, .name = "肌", .english = "Skin", .texture = "face.png", .memo = "首・腕・手・脚です。\r\n", .toon = skin},
        {.part = mouth,
         .name = "口内",
         .english = "Mouth",
         .texture = "mouth.png",
         .memo = "口を閉じているときは見えません。\r\n",
         .edge_size = 0,
         .shadows = false,
         .shared = 9},
        {.part = eye_white,
         .name = "白目",
         .english = "Eye whites",
         .texture = "eyes.png",
         .memo = "上まぶたの影は絵に描いてあります。\r\n",
         .edge_size = 0,
         .shadows = false,
         .shared = 9},
        {.part = iris,
         .name = "瞳",
         .english = "Irises",
         .texture = "eyes.png",
         .memo = "左目・右目のボーンで動きます。\r\n",
         .edge_size = 0,
         .shadows = false,
         .shared = 9},
        {.part = highlight,
         .name = "ハイライト",
         .english = "Highlights",
         .texture = "eyes.png",
         .memo = "UVモーフで光の位置が変わります。\r\n",
         .edge_size = 0,
         .shadows = false,
         .shared = 9},
        {.part = lines,
         .name = "線",
         .english = "Lashes and brows",
         .texture = "lines.png",
         .memo = "まつげ・眉・口の線です。\r\n",
         .edge_size = 0,
         .double_sided = true,
         .shadows = false,
         .shared = 9},
        {.part = blush,
         .name = "頬",
         .english = "Blush",
         .texture = "blush.png",
         .memo = "モーフ「照れ」で濃くなります。\r\n",
         .diffuse = {1, 1, 1, 0.125F},
         .edge_size = 0,
         .shadows = false,
         .shared = 9},
        {.part = hair,
         .name = "髪",
         .english = "Hair",
         .texture = "hair.png",
         .memo = "つやの帯は絵に描いてあります。\r\n",
         .edge = {0.3125F, 0.125F, 0.09375F, 1},
         .edge_size = 0.875F,
         .double_sided = true,
         .toon = skin},
        {.part = white,
         .name = "白布",
         .english = "White cloth",
         .texture = "white.png",
         .memo = "襟・袖口・ペチコートです。\r\n",
         .edge = {0.25F, 0.25F, 0.375F, 1},
         .edge_size = 0.625F,
         .double_sided = true,
         .toon = cloth},
        {.part = dress,
         .name = "服",
         .english = "Dress",
         .texture = "dress.png",
         .memo = "胴と袖です。\r\n",
         .edge = {0.125F, 0.125F, 0.25F, 1},
         .toon = cloth},
        {.part = skirt,
         .name = "スカート",
         .english = "Skirt",
         .texture = "dress.png",
         .memo = "裏からも見えるように両面描画です。\r\n",
         .edge = {0.125F, 0.125F, 0.25F, 1},
         .double_sided = true,
         .toon = cloth},
        {.part = socks,
         .name = "靴下",
         .english = "Socks",
         .texture = "sock.png",
         .memo = "ひざ下までの靴下です。\r\n",
         .edge = {0.25F, 0.25F, 0.375F, 1},
         .toon = cloth},
        {.part = shoes,
         .name = "靴",
         .english = "Shoes",
         .texture = "shoe.png",
         .memo = "革靴なので、少しつやがあります。\r\n",
         .specular = {0.3125F, 0.3125F, 0.3125F},
         .power = 30},
        {.part = metal,
         .name = "鏡",
         .english = "Mirror",
         .texture = "metal.png",
         .memo = "胸の鏡とボタンは、スフィアマップで周りを映します。\r\n",
         .diffuse = {0.625F, 0.625F, 0.625F, 1},
         .ambient = {0.375F, 0.375F, 0.375F},
         .specular = {0.75F, 0.75F, 0.625F},
         .power = 60,
         .edge_size = 0.5F,
         .sphere = "sphere.png",
         .sphere_mode = add},
        {.part = ribbon,
         .name = "リボン",
         .english = "Glass ribbon",
         .texture = "ribbon.png",
         .memo = "ガラスのように透きとおったリボンです。\r\n",
         .diffuse = {1, 1, 1, 0.8125F},
         .specular = {0.25F, 0.25F, 0.25F},
         .power = 40,
         .edge = {0.25F, 0.5F, 0.5625F, 0.75F},
         .edge_size = 0.5F,
         .toon = cloth,
         .sphere = "gloss.png",
         .sphere_mode = multiply},
        {.part = sash,
         .name = "帯",
         .english = "Sash",
         .texture = "ribbon.png",
         .memo = "透きとおった帯なので、いちばん最後に描かれます。\r\n両面描画です。\r\n",
         .diffuse = {1, 1, 1, 0.75F},
         .specular = {0.25F, 0.25F, 0.25F},
         .power = 40,
         .edge = {0.25F, 0.5F, 0.5625F, 0.75F},
         .edge_size = 0.5F,
         .double_sided = true,
         .toon = cloth},
    };
}

} // namespace

void add_materials(pmx::Model& model, const Figure& figure) {
    std::vector<std::string> files;
    const auto texture = [&](const char* file) {
        if (file == nullptr) return Index<pmx::Texture>();
        const std::string path = std::string("textures\\") + file;
        const auto found = std::find(files.begin(), files.end(), path);
        const auto number = static_cast<std::int32_t>(found - files.begin());
        if (found == files.end()) {
            files.push_back(path);
            model.textures.push_back(text(path));
        }
        return Index<pmx::Texture>(number);
    };
    for (const Look& look : looks()) {
        using enum pmx::MaterialFlag;
        const auto& faces = figure.faces[static_cast<std::size_t>(look.part)];
        pmx::Material m;
        m.name = text(look.name);
        m.english_name = text(look.english);
        m.memo = text(look.memo);
        m.diffuse = look.diffuse;
        m.ambient = look.ambient;
        m.specular = look.specular;
        m.specular_power = look.power;
        m.flags.set(double_sided, look.double_sided);
        m.flags.set(ground_shadow, look.shadows);
        m.flags.set(cast_self_shadow, look.shadows);
        m.flags.set(receive_self_shadow, look.shadows);
        m.flags.set(edge, look.edge_size > 0);
        m.edge_color = look.edge;
        m.edge_size = look.edge_size > 0 ? look.edge_size : 1;
        m.texture = texture(look.texture);
        m.sphere_texture = texture(look.sphere);
        m.sphere_mode = look.sphere_mode;
        m.toon_mode = look.toon != nullptr ? pmx::ToonMode::texture : pmx::ToonMode::shared;
        m.shared_toon = look.shared;
        m.toon_texture = texture(look.toon);
        m.index_count = static_cast<std::int32_t>(faces.size() * 3);
        model.materials.push_back(m);
        for (const Triangle& f : faces)
            for (const int v : f) model.faces.push_back(Index<pmx::Vertex>(v));
    }
}

} // namespace samples
