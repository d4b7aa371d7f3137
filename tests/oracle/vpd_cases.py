"""The VPD cases: poses that must survive unchanged (`good_cases`) and files that must be refused (`broken_cases`)."""

from building import NO_FORMAT, Broken, Good, Literal, patched
from vpd_pack import pack, pack_with_marks

POSITION = "// trans x,y,z"
ROTATION = "// Quaternion x,y,z,w"


# builders ------------------------------------------------------------------------------------------------------

class Style:
    """How the tokens are set apart, in MikuMikuDance's way unless told otherwise."""

    def __init__(self, end="\r\n", comments=True, comma=",", indent="  "):
        self.end = end
        self.comma = comma
        self.indent = indent
        self.model = ";\t\t// 親ファイル名" if comments else ";"
        self.count = ";\t\t\t\t// 総ポーズボーン数" if comments else ";"
        self.position = ";\t\t\t\t" + POSITION if comments else ";"
        self.rotation = ";\t\t" + ROTATION if comments else ";"

    def header(self, count, model="miku.osm", **changes):
        head = {"before": "", "signature": "Vocaloid Pose Data file", "before_model": self.end * 2, "model_file": model,
                "before_count": self.model + self.end, "count": str(count), "after_count": self.count + self.end}
        head.update(changes)
        return head

    def bone(self, number, name, position=None, rotation=None, **changes):
        seed = number if isinstance(number, int) else 7
        block = {"kind": "bone", "opening": "%sBone%s{" % (self.end, number), "name": name,
                 "position_gaps": [self.end + self.indent, self.comma, self.comma],
                 "position": position or decimals(seed, 3),
                 "rotation_gaps": [self.position + self.end + self.indent] + [self.comma] * 3,
                 "rotation": rotation or decimals(seed + 50, 4), "closing": self.rotation + self.end + "}" + self.end}
        block.update(changes)
        return block

    def morph(self, number, name, weight="0.500000", **changes):
        block = {"kind": "morph", "opening": "%sMorph%s{" % (self.end, number), "name": name,
                 "weight_gaps": [self.end + self.indent], "weight": [weight], "closing": ";" + self.end + "}" + self.end}
        block.update(changes)
        return block

    def pose(self, *blocks, head=None, encoding="cp932", trailing=None):
        return {"format": "vpd", "encoding": encoding,
                "header": head or self.header(sum(block["kind"] == "bone" for block in blocks)), "blocks": list(blocks),
                "trailing": self.end if trailing is None else trailing}


MMD = Style()
LF = Style("\n")
BARE = Style("\n", comments=False)


def decimals(seed, count):
    """Numbers as MikuMikuDance spells them, all different."""
    return ["%.6f" % ((-1) ** index * (seed * 10 + index + 0.125)) for index in range(count)]


def everything():
    """A pose with every kind of block and every token, no two sibling numbers alike."""
    return MMD.pose(MMD.bone(0, "センター"), MMD.bone(1, "左ボーン"), MMD.bone(2, "ポマ"), MMD.morph(0, "まばたき"),
                    MMD.morph(1, "あ", "-0.250000"))


# good cases ----------------------------------------------------------------------------------------------------

def good_cases():
    """All poses that must survive, as (name, value) pairs."""
    add = Good()
    layout_cases(add)
    comment_cases(add)
    number_cases(add)
    name_cases(add)
    encoding_cases(add)
    return add.cases


def without_end(value, end):
    """The value without the line end of its last brace."""
    last = value["blocks"][-1]
    return dict(value, blocks=value["blocks"][:-1] + [dict(last, closing=last["closing"][:-len(end)])], trailing="")


def layout_cases(add):
    add("everything", everything())
    for name, style in (("CRLF", MMD), ("LF", LF), ("LF, no comments", BARE), ("CRLF, no comments", Style(comments=False)),
                        ("spaces after commas", Style(comma=", ")), ("tabs", Style("\n", comma=",\t", indent="\t")),
                        ("no indent", Style("\n", indent=""))):
        value = style.pose(style.bone(0, "センター"), style.bone(1, "右腕"))
        add(name, value)
        add(name + ", a morph", style.pose(style.bone(0, "頭"), style.morph(0, "あ")))
        add(name + ", only morphs", style.pose(style.morph(0, "あ"), style.morph(1, "い", "1")))
        add(name + ", morphs before bones", style.pose(style.morph(0, "あ"), style.bone(0, "頭")))
        add(name + ", no blank line at the end", dict(value, trailing=""))
        add(name + ", no final newline", without_end(value, style.end))
        add(name + ", morph last, no final newline", without_end(
            style.pose(style.bone(0, "頭"), style.morph(0, "あ")), style.end))
        add(name + ", no bones", style.pose())
        add(name + ", no bones, no blank line at the end", style.pose(trailing=""))
        add(name + ", no bones, no final newline", style.pose(head=style.header(0, after_count=style.count), trailing=""))
        add(name + ", blank lines", style.pose(
            style.bone(0, "頭", opening=style.end * 3 + "Bone0{"), style.bone(1, "首", opening=style.end * 2 + "Bone1{"),
            head=style.header(2, before_model=style.end * 4), trailing=style.end * 5))
        add(name + ", no blank lines", style.pose(style.bone(0, "頭", opening="Bone0{"),
                                                  style.bone(1, "首", opening="Bone1{"),
                                                  head=style.header(2, before_model=style.end), trailing=""))
    mixed = MMD.pose(MMD.bone(0, "センター"), LF.bone(1, "右腕"), MMD.bone(2, "左腕"), head=LF.header(3))
    add("CRLF and LF", mixed)
    add("200 bones", MMD.pose(*[MMD.bone(number, "ボーン%d" % number) for number in range(200)]))
    for number in ("", 0, 7, 99999, "007", "4294967296"):
        add("Bone%s" % number, MMD.pose(MMD.bone(number, "頭")))
        add("Morph%s" % number, MMD.pose(MMD.bone(0, "頭"), MMD.morph(number, "あ")))
    add("indices out of order", MMD.pose(MMD.bone(5, "頭"), MMD.bone(5, "首"), MMD.bone(1, "左腕"), MMD.bone(0, "右腕")))
    add("the same bone twice", MMD.pose(MMD.bone(0, "頭"), MMD.bone(0, "頭")))
    for trailing in ("\r\nThe end.\r\n", "text without a newline", "\r\n\r\n\r\n", "// The end.", "\r\n\t \r\n", "\x1a",
                     "0,0,0;\r\n"):
        add("trailing %r" % trailing, MMD.pose(MMD.bone(0, "頭"), trailing=trailing))


def comment_cases(add):
    add("comment lines between blocks", MMD.pose(
        MMD.bone(0, "頭", opening="\r\n// the head {1}; 2,3\r\nBone0{"),
        MMD.bone(1, "首", opening="// Bone9{ボ\r\n\r\n// } マ\r\n\r\nBone1{"),
        MMD.morph(0, "あ", opening="\r\n//\r\n//// Morph7{い\r\nMorph0{"), trailing="// the end\r\n"))
    add("comments inside blocks", MMD.pose(
        MMD.bone(0, "頭", position_gaps=["\r\n  // first 1.5,2.5;\r\n  ", ",", ","],
                 rotation_gaps=[";\t// 1,2,3; }\r\n// then 4\r\n\r\n  ", ",", ",", ","],
                 closing=";// w }\r\n  // done\r\n}// 頭\r\n"),
        MMD.morph(0, "あ", weight_gaps=["\r\n// weight 0.1;\r\n  "], closing="; // 1.0\r\n} // end\r\n")))
    add("a comment on the brace's line, no final newline", MMD.pose(MMD.bone(0, "頭", closing=";\r\n} // end"), trailing=""))
    add("other comments in the header", MMD.pose(MMD.bone(0, "頭"), head=MMD.header(
        1, before_count="; // parent 2; file 3\r\n// another 4\r\n\r\n", after_count=";// 5 bones {}\r\n")))
    add("empty comments", MMD.pose(MMD.bone(0, "頭", rotation_gaps=[";//\r\n", ",", ",", ","], closing=";//\r\n}\r\n"),
                                   head=MMD.header(1, before_count=";//\r\n", after_count=";//\r\n")))
    add("blank lines inside a block", MMD.pose(MMD.bone(
        0, "頭", position_gaps=["\r\n\r\n", ",", ","], rotation_gaps=[";\r\n\r\n\r\n", ",", ",", ","],
        closing=";\r\n\r\n}\r\n")))


SPELLINGS = ["-0.000000", "0.000000", "1e-3", "+1", "1", "-1", "0", "00012.50", "1E+05", "-2.5e10", "0.1234567890123456789",
             "+0.5", "-0", "123456789012345678901234567890"]


def number_cases(add):
    for number in SPELLINGS + ["1e-50", "3.4e39"]:  # the last ones are no float32
        add("number " + number, MMD.pose(MMD.bone(0, "頭", [number, "1.000000", number],
                                                  ["2.000000", number, number, number]),
                                         MMD.morph(0, "あ", number)))
    turned = [SPELLINGS[index:] + SPELLINGS[:index] for index in range(len(SPELLINGS))]
    add("all spellings", LF.pose(*[LF.bone(index, "頭", some[:3], some[3:7]) for index, some in enumerate(turned)]))
    for count in ("007", "0000001"):
        add("count " + count, MMD.pose(*[MMD.bone(index, "頭") for index in range(int(count))], head=MMD.header(count)))


NAMES = ["a", "頭", "ボ", "ポ", "マ", "ボポマボポマ", "ミーム", "ソ表能十予貼暴", "左 腕", "left arm", "右　腕", "a;b", "a,b", "ﾈｸﾀｲＩＫ", "左足ＩＫ",
         "～∥－",
         "\\", "{", "}", "{}", "a}", "{a", "1.0,2.0,3.0;", "Bone1{", "非常に長い名前" * 20, "#$%&'()", "\x80\uf8f1", "①纊",
         {"hex": "ed40"}, {"hex": "82a083"}, {"hex": "8540"}, {"hex": "8790ed40"}]
MODELS = ["miku.osm", "初音ミク.osm", "Miku Ver2.osm", "初音 ミク.osm", "ボポマ.osm", "表ソ能.osm", "tex\\表.pmd", "a{b}.osm", "{", "12",
          "1,2", "名前", "-",
          {"hex": "ed402e6f736d"}, {"hex": "85402e6f736d"}]


def name_cases(add):
    for name in NAMES:
        label = name["hex"] if isinstance(name, dict) else name[:20]
        add("name " + label, MMD.pose(MMD.bone(0, name), MMD.morph(0, name)))
        add("name %s, LF" % label, LF.pose(LF.bone(0, name), LF.morph(0, name)))
    add("names", BARE.pose(*[BARE.bone(number, name) for number, name in enumerate(NAMES)]))
    for name in MODELS:
        label = name["hex"] if isinstance(name, dict) else name
        add("model file " + label, MMD.pose(MMD.bone(0, "頭"), head=MMD.header(1, name)))
        add("model file %s, no bones" % label, LF.pose(head=LF.header(0, name)))
    lost = {"hex": b";\t// ".hex() + "8540" + b"\r\n".hex()}
    add("comments that do not survive", MMD.pose(
        MMD.bone(0, "頭", opening={"hex": b"// ".hex() + "ed40" + b"\r\nBone0{".hex()}),
        head=MMD.header(1, before_count=lost, after_count=lost), trailing={"hex": "2f2f2082"}))


def encoding_cases(add):
    for name, style in (("CRLF", MMD), ("LF", LF)):
        blocks = (style.bone(0, "センター"), style.bone(1, "左ボーン"), style.morph(0, "ポマ"))
        for before, label in (("", ""), ("\ufeff", " with a byte order mark")):
            add("utf8%s, %s" % (label, name), style.pose(
                *blocks, head=style.header(2, "初音ミク.osm", before=before), encoding="utf8"))
            add("utf8%s, %s, no bones" % (label, name), style.pose(
                head=style.header(0, "初音ミク.osm", before=before), encoding="utf8"))
    add("utf8, characters that CP932 lacks", MMD.pose(MMD.bone(0, "简体 한국어 😀"), encoding="utf8"))
    ascii_only = BARE.pose(BARE.bone(0, "head"))
    add("ASCII", ascii_only)
    add("ASCII with a byte order mark", dict(ascii_only, encoding="utf8", header=BARE.header(1, before="\ufeff")))


# broken cases --------------------------------------------------------------------------------------------------

def broken_cases():
    """All files that must be refused, see Broken. Where a text stops to make sense is a matter of taste, so offsets are
    given for the signature only."""
    add = Broken()
    broken_headers(add)
    broken_blocks(add)
    return add.cases


def broken_headers(add):
    good = pack(everything())
    add("empty file", b"", None, "", "truncated", *NO_FORMAT)
    for name, signature in (("lower case", b"vocaloid pose data file"), ("cut", b"Vocaloid Pose Data fil"),
                            ("of a motion", b"Vocaloid Motion Data file"),
                            ("of a model", b"Pmd"), ("after a blank line", b"\r\nVocaloid Pose Data file")):
        add("signature " + name, signature + good[23:], None, "")
    add("text file", b"This is not a pose at all, only a text.\r\n" * 10, None, "", *NO_FORMAT)
    data, marks = pack_with_marks(everything())
    for key, keep in (("before_model", 0), ("before_model", 2), ("model_file", 0), ("model_file", 4), ("before_count", 0),
                      ("before_count", 10),
                      ("count", 0)):
        add("cut at /header/%s +%d" % (key, keep), data[:marks["/header/" + key] + keep], None, "/header")


def broken_blocks(add):
    value = everything()
    data, marks = pack_with_marks(value)

    # Cut, also in the middle of numbers.
    for number, keys in ((1, ("name", "position_gaps/0", "position/0", "position_gaps/1", "position/1", "position/2",
                              "rotation_gaps/0",
                              "rotation/0", "rotation_gaps/2", "rotation/3", "closing")),
                         (4, ("name", "weight_gaps/0", "weight/0", "closing"))):
        for key in keys:
            path = "/blocks/%d/%s" % (number, key)
            for keep in (0, 1, 3):
                add("cut at %s +%d" % (path, keep), data[:marks[path] + keep], None, "/blocks/%d" % number)

    def instead(name, number, **changes):
        """A block of the pose with other tokens; what is wrong lies in it."""
        blocks = list(value["blocks"])
        blocks[number] = dict(blocks[number], **changes)
        add(name, pack(dict(value, blocks=blocks)), None, "/blocks/%d" % number)

    for number in (0, 1, 3):
        instead("brace %d missing" % number, number, closing=";\r\n")
    instead("last brace missing", 4, closing=";\r\n")
    for number in (0, 1, 2):
        name = value["blocks"][number]["name"]

        def text(position, rotation):
            return "".join((name, "\r\n  ", position, ";\t// trans\r\n  ", rotation, ";\r\n}\r\n"))

        for label, position, rotation in (
                ("two numbers in the position", "1.0,2.0", "0.0,0.0,0.0,1.0"),
                ("one number in the position", "1.0", "0.0,0.0,0.0,1.0"),
                ("no number in the position", "", "0.0,0.0,0.0,1.0"),
                ("three numbers in the rotation", "1.0,2.0,3.0", "0.0,0.0,0.0"),
                ("one number in the rotation", "1.0,2.0,3.0", "0.0"),
                ("a word in the position", "1.0,two,3.0", "0.0,0.0,0.0,1.0"),
                ("a word in the rotation", "1.0,2.0,3.0", "0.0,0.0,0.0,one"),
                ("no comma", "1.0 2.0 3.0", "0.0,0.0,0.0,1.0"),
                ("an empty place", "1.0,,3.0", "0.0,0.0,0.0,1.0")):
            start = marks["/blocks/%d/name" % number]
            end = marks["/blocks/%d" % (number + 1)]
            add("block %d with %s" % (number, label), data[:start] + text(position, rotation).encode("cp932") + data[end:],
                None,
                "/blocks/%d" % number)
    start, end = marks["/blocks/3/weight/0"], marks["/blocks/3/closing"]
    for label, weight in (("no weight", b""), ("a word for its weight", b"much")):
        add("morph with " + label, data[:start] + weight + data[end:], None, "/blocks/3")
    add("a number replaced by a semicolon", patched(data, marks["/blocks/0/position/1"], b";"), None, "/blocks/0")


# a file byte by byte -------------------------------------------------------------------------------------------

def literal_cases():
    """A small pose as it is in a file, with the offsets of its parts counted by hand."""
    value = {
        "format": "vpd", "encoding": "cp932",
        "header": {"before": "", "signature": "Vocaloid Pose Data file", "before_model": "\r\n\r\n", "model_file": "ボ.osm",
                   "before_count": ";\t\t// 親\r\n", "count": "1", "after_count": ";\t\t\t\t// 総\r\n"},
        "blocks": [{"kind": "bone", "opening": "\r\nBone0{", "name": "マ", "position_gaps": ["\r\n  ", ",", ","],
                    "position": ["0.000000", "-0.000000", "1.500000"], "rotation_gaps": [";\t// t\r\n  ", ",", ",", ","],
                    "rotation": ["0.1", "0.2", "0.3", "1"], "closing": ";\t// q\r\n}\r\n"},
                   {"kind": "morph", "opening": "\r\nMorph3{", "name": "あ", "weight_gaps": ["\r\n  "], "weight": ["0.5"],
                    "closing": ";\r\n}\r\n"}],
        "trailing": "\r\n"}
    parts = [
        ("/header/before", 0, ""), ("/header/signature", 0, "566f63616c6f696420506f736520446174612066696c65"),
        ("/header/before_model", 23, "0d0a0d0a"), ("/header/model_file", 27, "837b2e6f736d"),
        ("/header/before_count", 33, "3b09092f2f2090650d0a"),
        ("/header/count", 43, "31"), ("/header/after_count", 44, "3b090909092f2f20918d0d0a"),
        ("/blocks/0/opening", 56, "0d0a426f6e65307b"), ("/blocks/0/name", 64, "837d"),
        ("/blocks/0/position_gaps/0", 66, "0d0a2020"),
        ("/blocks/0/position/0", 70, "302e303030303030"), ("/blocks/0/position_gaps/1", 78, "2c"),
        ("/blocks/0/position/1", 79, "2d302e303030303030"), ("/blocks/0/position_gaps/2", 88, "2c"),
        ("/blocks/0/position/2", 89, "312e353030303030"), ("/blocks/0/rotation_gaps/0", 97, "3b092f2f20740d0a2020"),
        ("/blocks/0/rotation/0", 107, "302e31"), ("/blocks/0/rotation_gaps/1", 110, "2c"),
        ("/blocks/0/rotation/1", 111, "302e32"),
        ("/blocks/0/rotation_gaps/2", 114, "2c"), ("/blocks/0/rotation/2", 115, "302e33"),
        ("/blocks/0/rotation_gaps/3", 118, "2c"),
        ("/blocks/0/rotation/3", 119, "31"), ("/blocks/0/closing", 120, "3b092f2f20710d0a7d0d0a"),
        ("/blocks/1/opening", 131, "0d0a4d6f727068337b"), ("/blocks/1/name", 140, "82a0"),
        ("/blocks/1/weight_gaps/0", 142, "0d0a2020"),
        ("/blocks/1/weight/0", 146, "302e35"), ("/blocks/1/closing", 149, "3b0d0a7d0d0a"), ("/trailing", 155, "0d0a")]
    return [Literal("small pose byte by byte", value, parts)]
