"""Drives the command line from outside: cli_test.py PROGRAM. Only the standard library."""
import json
import os
import pathlib
import pty
import select
import shutil
import stat
import struct
import subprocess
import unittest

from cli_case import PROGRAM, Case, as_somebody, field, model, motion, pmd, pose, run, text

COMMANDS = ["info", "verify", "dump", "build", "get", "set", "edit", "split", "diff", "patch", "names", "textures", "collect",
            "formats"]


class General(Case):
    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            out = self.ok(command, "--help")
            self.assertIn("Example", out)
            self.assertIn(f"kagami {command}", out)
        out = self.ok("--help")
        for command in COMMANDS:
            self.assertIn(command, out)
        self.assertIn("Exit codes", out)
        self.assertRegex(self.ok("--version"), r"^kagami \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        self.fails()
        self.fails("nothing")
        for command in COMMANDS:
            self.fails(command)
            self.fails(command, "--nothing", self.model)
        self.fails("formats", "nothing")
        self.fails("verify", "-j", "0", self.model)

    def test_formats(self):
        self.assertIn("| 12 | float × 3 | position |", self.ok("formats", "pmx"))
        for name in ("pmx", "pmd", "vmd", "vpd"):
            schema = json.loads(self.ok("formats", name, "--json"))
            self.assertIn("$schema", schema)
            self.assertEqual(schema["properties"]["format"], {"const": name})

    def test_missing_and_foreign_files(self):
        other = self.folder / "a.pmx"
        other.write_bytes(b"Polygon Movie maker 0002" + bytes(30))
        for command in ["info", "verify", "dump"]:
            self.fails(command, self.folder / "none.pmx", says="none.pmx")
            self.assertIn("a.pmx", self.fails(command, other, says="PMM"))
        self.fails("get", other, "/name", says="PMM")
        self.fails("set", other, "/name=x", "-o", self.folder / "out.pmx", says="PMM")
        self.fails("names", other, says="PMM")
        self.fails("dump", self.folder)
        self.assertEqual(self.names(), ["a.pmx", "モデル.pmx"])

    def test_the_content_says_the_format(self):
        for content, name in ((motion(), "vmd"), (pose(), "vpd"), (pmd(), "pmd")):
            file = self.folder / "何か.pmx"
            file.write_bytes(content)
            self.assertEqual(json.loads(self.ok("info", "--json", file))[0]["format"], name)
            self.assertIn("identical", self.ok("verify", file))
            built = self.folder / "built"
            self.ok("build", "-", "-o", built, stdin=self.ok("dump", file).encode())
            self.assertEqual(built.read_bytes(), content)

    def test_full_output(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "dump", self.model], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr)

    def test_file_names_that_are_not_utf8(self):
        odd = os.path.join(os.fsencode(self.folder), b"\xff.pmx")
        shutil.copy(self.model, odd)
        for args in (["info", odd], ["info", "--json", odd], ["verify", odd], ["verify", "--json", odd], ["dump", odd], ["get", odd, "/name"],
                     ["set", odd, "/name=x", "--in-place"], ["set", odd, "/name=y", "--in-place", "--json"]):
            done = subprocess.run([os.fsencode(PROGRAM), *[os.fsencode(a) for a in args]], capture_output=True)
            self.assertEqual(done.returncode, 0, (args, done.stderr))

    def test_in_another_locale(self):
        for locale in ("C", "tr_TR.UTF-8", "de_DE.UTF-8"):
            env = dict(os.environ, LC_ALL=locale)
            self.assertEqual(self.ok("get", self.model, "/vertices/0/uv", env=env), "[0.5, 0.5]\n")


class Reading(Case):
    def test_info(self):
        out = self.ok("info", self.model)
        for part in ("モデル.pmx", "鏡", "Kagami", "2.0", "UTF-16", "missing"):
            self.assertIn(part, out)
        (self.folder / "TEX").mkdir()
        (self.folder / "TEX" / "A.PNG").write_bytes(b"x")
        self.assertNotIn("missing", self.ok("info", self.model))
        both = json.loads(self.ok("info", "--json", self.model, self.model))
        self.assertEqual(len(both), 2)
        self.assertEqual(both[0]["counts"]["bones"], 2)
        self.assertEqual(both[0]["textures"], [{"path": "tex\\a.png", "found": True}])
        self.assertEqual(sum(p["size"] for p in both[0]["parts"]), len(model()))

    def test_info_goes_on_after_an_error(self):
        done = run("info", "--json", self.folder / "none", self.model)
        self.assertEqual(done.returncode, 2)
        all_of_it = json.loads(done.stdout)
        self.assertEqual(all_of_it[0]["error"]["code"], "cannot_open")
        self.assertEqual(all_of_it[1]["name"], "鏡")
        self.assertIn("none", done.stderr.decode())

    def test_standard_input(self):
        self.assertIn("鏡", self.ok("info", "-", stdin=model()))
        self.assertIn("identical", self.ok("verify", "-", stdin=model()))
        self.assertEqual(self.ok("get", "-", "/name", stdin=model()), "鏡\n")
        self.assertEqual(self.ok("dump", "-", stdin=model()), self.ok("dump", self.model))

    def test_get(self):
        self.assertEqual(self.ok("get", self.model, "/bones/左ひざ/position"), "[0, 1, 0]\n")
        self.assertEqual(self.ok("get", self.model, "/bones/bone1/position/1"), "1\n")
        out = self.ok("get", self.model, "/name", "/bones/*/name")
        self.assertEqual(out, "/name: 鏡\n/bones/0/name: センター\n/bones/1/name: 左ひざ\n")
        values = json.loads(self.ok("get", "--json", self.model, "/name", "/materials/0/flags"))[0]["values"]
        self.assertEqual(values, {"/name": "鏡", "/materials/0/flags": ["edge"]})
        self.fails("get", self.model, "/bonse", says="bones")
        done = run("get", self.model, "/nothing", "/name")  # one of two fails: the other is still told
        self.assertEqual(done.returncode, 2)
        self.assertIn("鏡", done.stdout.decode())

    def test_damaged_files(self):
        cut = self.folder / "cut.pmx"
        cut.write_bytes(model()[:-30])
        whole = cut.read_bytes()
        self.fails("dump", cut, says="--keep")
        self.fails("get", cut, "/name", says="--keep")
        self.fails("verify", cut)
        self.assertIn("damaged", self.ok("info", cut, code=1))
        self.assertIn("identical", self.ok("verify", "--keep", cut, code=1))
        done = run("dump", "--keep", cut)
        self.assertEqual(done.returncode, 0)
        self.assertIn("damaged", done.stderr.decode())
        self.assertIn("damage", json.loads(done.stdout))
        self.ok("build", "-", "-o", self.folder / "again.pmx", stdin=done.stdout)
        self.assertEqual((self.folder / "again.pmx").read_bytes(), whole)
        done = run("set", "--keep", cut, "/name=新", "-o", self.folder / "set.pmx")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "set.pmx").read_bytes()[-100:], whole[-100:])
        self.assertEqual(cut.read_bytes(), whole)


class Verify(Case):
    def test_folders(self):
        deep = self.folder / "下" / "b"
        deep.mkdir(parents=True)
        (deep / "x.PMX").write_bytes(model("x"))
        (deep / "y.txt").write_bytes(b"not looked at")
        self.assertIn("2 files", self.ok("verify", self.folder))
        (deep / "bad.pmx").write_bytes(b"PMX \0\0\0\x40\x08")
        (deep / "empty.pmx").write_bytes(b"")
        done = run("verify", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.pmx", done.stderr.decode())
        self.assertIn("empty.pmx", done.stderr.decode())
        self.assertIn("2 identical", done.stdout.decode())
        self.assertIn("2 errors", done.stdout.decode())
        done = run("verify", "--json", self.folder)
        self.assertEqual(done.returncode, 2)
        out = json.loads(done.stdout)
        self.assertEqual(out["summary"], {"identical": 2, "damaged": 0, "different": 0, "errors": 2, "bytes": out["summary"]["bytes"]})
        self.assertEqual(sorted(f["status"] for f in out["files"]), ["error", "error", "identical", "identical"])
        self.assertEqual([f["file"] for f in out["files"]], sorted(f["file"] for f in out["files"]))
        for jobs in ("1", "2", "7"):
            self.assertEqual(json.loads(run("verify", "--json", "-j", jobs, self.folder).stdout), out)

    def test_an_empty_folder_is_an_error(self):
        (self.folder / "none").mkdir()
        done = run("verify", self.folder / "none")
        self.assertEqual(done.returncode, 2)
        self.assertIn("none", done.stderr.decode())

    def test_progress_only_on_a_terminal(self):
        for i in range(5):
            (self.folder / f"{i}.pmx").write_bytes(model())
        self.assertEqual(run("verify", self.folder).stderr, b"")
        main, side = pty.openpty()
        with subprocess.Popen([PROGRAM, "verify", self.folder], stdout=subprocess.PIPE, stderr=side) as process:
            os.close(side)
            shown = b""
            while True:
                ready, _, _ = select.select([main], [], [], 20)
                try:
                    piece = os.read(main, 65536) if ready else b""
                except OSError:  # the other side is closed
                    piece = b""
                if not piece:
                    break
                shown += piece
            out = process.stdout.read().decode()
        os.close(main)
        self.assertIn(b"of 6", shown)
        self.assertIn("6 identical", out)
        self.assertNotIn("\r", out)


class Building(Case):
    def setUp(self):
        super().setUp()
        self.json = json.loads(self.ok("dump", self.model))
        self.out = self.folder / "出力.pmx"

    def test_dump_and_build_are_inverses(self):
        self.ok("build", "-", "-o", self.out, stdin=self.ok("dump", self.model).encode())
        self.assertEqual(self.out.read_bytes(), model())
        piped = subprocess.run(f"'{PROGRAM}' dump - | '{PROGRAM}' build - -o -", shell=True, input=model(), capture_output=True)
        self.assertEqual(piped.stdout, model())
        self.ok("dump", self.model, "-o", self.folder / "m.json")
        report = json.loads(self.ok("build", "--json", self.folder / "m.json", "-o", self.out))
        self.assertEqual([(r["written"], r["bytes"]) for r in report], [(str(self.out), len(model()))])
        # Key order and white space do not matter.
        self.ok("build", "-", "-o", self.out, stdin=json.dumps(dict(reversed(self.json.items())), indent=3).encode())
        self.assertEqual(self.out.read_bytes(), model())

    def refused(self, says, document=None):
        before = self.names()
        stdin = document if document is not None else json.dumps(self.json).encode()
        message = self.fails("build", "-", "-o", self.out, says=says, stdin=stdin)
        self.assertEqual(self.names(), before, "nothing may be written")
        return message

    def test_unknown_key(self):
        self.json["bones"][1]["positoin"] = [0, 0, 0]
        self.assertIn("nearest is position", self.refused("/bones/1/positoin"))

    def test_missing_key(self):
        del self.json["bones"][1]["layer"]
        self.refused("/bones/1/layer")

    def test_wrong_values(self):
        self.json["bones"][1]["layer"] = "x"
        self.refused("/bones/1/layer")
        self.json["bones"][1]["layer"] = 1 << 40
        self.refused("/bones/1/layer")

    def test_wrong_header(self):
        self.json["header"]["additional_uvs"] = 9
        self.refused("/header/additional_uvs")

    def test_omitted_geometry(self):
        self.json = json.loads(self.ok("dump", "--no-geometry", self.model))
        self.refused("/vertices")

    def test_broken_json(self):
        for document in (b"", b"{", b"[]", b"null", b"\xff", b'{"format": "vmd"}', b'{"format": "pmx"}', b"[" * 100000, b'{"a":' * 100000):
            self.refused("kagami:", document)

    def test_old_file_stays_on_failure(self):
        self.out.write_bytes(b"old")
        self.json["bones"][0]["x"] = 1
        self.refused("/bones/0/x")
        self.assertEqual(self.out.read_bytes(), b"old")

    def test_wide_indices_are_told(self):
        self.json["faces"] = [70000, 0, 0]
        done = run("build", "-", "-o", self.out, stdin=json.dumps(self.json).encode())
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.ok("get", self.out, "/header/index_widths/vertex"), "4\n")


class Setting(Case):
    def test_to_another_file(self):
        out = self.folder / "新しい.pmx"
        report = self.ok("set", self.model, "/name=かがみ改", "/bones/左ひざ/parent=センター", "/bones/0/position/0=1.5", "-o", out)
        self.assertIn('/name: "鏡" -> "かがみ改"', report)
        self.assertIn('/bones/左ひざ/parent: (none) -> "センター"', report)
        self.assertEqual(self.model.read_bytes(), model())
        self.assertEqual(self.ok("get", out, "/bones/1/parent"), "0\n")
        report = json.loads(self.ok("set", "--json", self.model, "/bones/1/layer=3", "-o", out))[0]
        self.assertEqual(report["changes"], [{"path": "/bones/左ひざ/layer", "what": "0 -> 3", "before": 0, "after": 3}])
        self.assertEqual(report["bytes_changed"], 1)
        self.assertEqual(run("set", self.model, "/bones/1/layer=3", "-o", "-").stdout, out.read_bytes())

    def test_the_same_value_changes_nothing(self):
        out = self.folder / "out.pmx"
        self.assertIn("nothing changed", self.ok("set", self.model, "/name=鏡", "-o", out))
        self.assertEqual(out.read_bytes(), model())

    def test_values_with_equals_signs(self):
        out = self.folder / "out.pmx"
        self.ok("set", self.model, "/comment=a=b=c", "-o", out)
        self.assertEqual(self.ok("get", out, "/comment"), "a=b=c\n")

    def test_in_place(self):
        os.chmod(self.model, 0o640)
        link = self.folder / "link.pmx"
        link.symlink_to(self.model.name)
        before = os.stat(self.model).st_ino
        self.ok("set", link, "/name=x", "--in-place")
        self.assertEqual(stat.S_IMODE(os.stat(self.model).st_mode), 0o640)
        self.assertTrue(link.is_symlink())
        self.assertNotEqual(os.stat(self.model).st_ino, before)  # replaced, not written over
        self.assertEqual(self.ok("get", self.model, "/name"), "x\n")
        self.assertEqual(self.names(), ["link.pmx", "モデル.pmx"])

    def test_refuses_to_overwrite_by_accident(self):
        hard, link = self.folder / "hard.pmx", self.folder / "link.pmx"
        os.link(self.model, hard)
        link.symlink_to(self.model)
        for out in (self.model, self.folder / "." / "モデル.pmx", hard, link):
            self.fails("set", self.model, "/name=x", "-o", out, says="--in-place")
        self.fails("set", self.model, "/name=x")
        self.fails("set", self.model, "/name=x", "-o", self.folder / "a", "--in-place")
        self.fails("set", "-", "/name=x", "--in-place", stdin=model())
        self.assertEqual(self.model.read_bytes(), model())

    def test_dump_and_build_do_not_overwrite_what_they_read(self):
        self.fails("dump", self.model, "-o", self.model)
        self.assertEqual(self.model.read_bytes(), model())

    def test_failures_write_nothing(self):
        out = self.folder / "out.pmx"
        before = self.names()
        for assignment in ("/bonse=1", "/bones/0/layer=x", "/name", "/morphs/まばたき/type=bone", "/header/encoding=utf8", "/vertices/0/deform=9"):
            self.fails("set", self.model, "/english_name=fine", assignment, "-o", out)
            self.fails("set", self.model, "/english_name=fine", assignment, "--in-place")
        self.assertEqual(self.names(), before)
        self.assertEqual(self.model.read_bytes(), model())

    def test_folders_that_cannot_be_written(self):
        target = self.folder / "to"
        target.mkdir()
        (target / "a.pmx").write_bytes(b"old")
        self.fails("set", self.model, "/name=x", "-o", self.folder / "none" / "a.pmx", says="a.pmx")
        os.chmod(target, 0o555)
        self.addCleanup(os.chmod, target, 0o755)
        done = as_somebody("set", self.model, "/name=x", "-o", target / "a.pmx", folders=(self.folder,))
        self.assertEqual(done.returncode, 2)
        self.assertIn("a.pmx", done.stderr.decode())
        self.assertEqual((target / "a.pmx").read_bytes(), b"old")
        self.assertEqual(os.listdir(target), ["a.pmx"])

    def test_standard_output_by_its_name(self):
        self.assertEqual(run("set", self.model, "/name=鏡", "-o", "/dev/stdout").stdout[:len(model())], model())

    def test_fit(self):
        wide, out = self.folder / "wide.pmx", self.folder / "out.pmx"
        self.ok("set", self.model, "/header/index_widths/bone=4", "/header/index_widths/vertex=2", "-o", wide)
        self.assertIn("bone indices now take 1 byte instead of 4", self.ok("set", wide, "--fit", "-o", out))
        self.assertEqual(out.read_bytes(), model())


class Motions(Case):
    def setUp(self):
        super().setUp()
        self.motion = self.folder / "動き.vmd"
        self.motion.write_bytes(motion())

    def test_info(self):
        out = self.ok("info", self.motion)
        for line in ("鏡", "10 frames, 0.33 seconds", "of 2 bones", "センター", "まばたき", "absent"):
            self.assertIn(line, out)
        info = json.loads(self.ok("info", "--json", self.motion))[0]
        self.assertEqual(info["frames"], 10)
        self.assertEqual(info["sections"]["bone_keys"], {"count": 4, "by_frame": True, "by_name": False, "duplicates": 0, "first_frame": 0, "last_frame": 10})
        self.assertNotIn("property_keys", info["sections"])
        self.assertEqual(info["filler"], "zero")
        self.motion.write_bytes(motion().replace(b"\x83Z\x83\x93\x83^\x81[" + bytes(7), b"\x83Z\x83\x93\x83^\x81[\0" + b"\xfd" * 6))
        self.assertEqual(json.loads(self.ok("info", "--json", self.motion))[0]["filler"], "other")
        self.assertEqual(info["bones"][1], {"name": "左ひざ", "keys": 2, "first_frame": 0, "last_frame": 10})

    def test_set_changes_one_field(self):
        out = self.folder / "out.vmd"
        self.ok("set", self.motion, "/bone_keys/1/frame=7", "-o", out)
        before, after = self.motion.read_bytes(), out.read_bytes()
        self.assertEqual([i for i in range(len(before)) if before[i] != after[i]], [54 + 111 + 15])
        self.fails("set", self.motion, "/bone_keys/0/name=波〜", "-o", out, says="～")
        self.fails("set", self.motion, "/bone_keys/0/name=あいうえおかきく", "-o", out, says="only 15 fit")
        self.fails("set", self.motion, '/bone_keys/0/name="a\\u0000b"', "-o", out, says="U+0000")
        self.ok("set", self.motion, "/bone_keys/0/name=", "-o", out)  # an empty name is one too
        self.fails("get", self.motion, "/bone_keys/センター/frame", says="several")

    def test_set_in_a_pose(self):
        file, out = self.folder / "a.vpd", self.folder / "b.vpd"
        file.write_bytes(pose("ボマポ"))
        self.ok("set", file, "/blocks/ボマポ/position/1=2.25", "-o", out)
        self.assertEqual(out.read_bytes(), pose("ボマポ").replace(b"-0.000000", b"2.250000"))
        self.fails("set", file, "/blocks/0/name=a\nb", "-o", out, says="read as something else")

    def test_diff_and_patch(self):
        self.assertEqual(self.ok("diff", self.motion, self.motion), "")
        changed, patch, out = self.folder / "b.vmd", self.folder / "patch.json", self.folder / "c.vmd"
        for content in (motion(bones=("センター",)), motion(bones=("センター", "首", "頭"), morphs=()), motion(model="影")):
            changed.write_bytes(content)
            self.assertTrue(self.ok("diff", self.motion, changed, code=1))
            patch.write_text(self.ok("diff", "--json", self.motion, changed, code=1))
            self.ok("patch", self.motion, patch, "-o", out)
            self.assertEqual(out.read_bytes(), content)
            self.assertEqual(self.ok("diff", out, changed), "")
        self.fails("patch", changed, patch, "-o", self.motion.parent / "patch.json", says="is read for this")
        patch.write_text('[{"op": "replace", "path": "/nothing", "value": 1}]')
        self.fails("patch", self.motion, patch, "-o", out, says="does not fit")
        patch.write_text('[{"op": "replace", "path": "/bone_keys/0/frame", "value": -1}]')
        self.fails("patch", self.motion, patch, "-o", out, says="/bone_keys/0/frame")
        self.assertEqual(self.ok("diff", self.model, self.motion, code=1).splitlines()[0], '/format: "pmx" -> "vmd"')

    def test_diff_tells_things_apart_by_name(self):
        changed, patch, out = self.folder / "b.pmx", self.folder / "patch.json", self.folder / "c.pmx"
        changed.write_bytes(model(bones=("センター", "首", "左ひざ")))
        report = self.ok("diff", self.model, changed, code=1)
        self.assertEqual(report.splitlines(), [
            "/bones/首: added",
            '/bones/左ひざ/english_name: "bone1" -> "bone2"',
            "/bones/左ひざ/position: moved by (0, 1, 0)",
        ])
        for line in report.splitlines()[1:]:
            self.ok("get", self.model, line.split(": ")[0])
        operations = json.loads(self.ok("diff", "--json", self.model, changed, code=1))
        self.assertEqual([(o["op"], o["path"]) for o in operations],
                         [("add", "/bones/1"), ("replace", "/bones/2/english_name"), ("replace", "/bones/2/position")])
        patch.write_text(json.dumps(operations))
        self.ok("patch", self.model, patch, "-o", out)
        self.assertEqual(out.read_bytes(), changed.read_bytes())
        self.assertEqual(self.ok("diff", "--json", changed, changed), "[]\n")
        patch.write_text("[")
        self.fails("patch", self.model, patch, "-o", out, says="not valid JSON")

    def test_diff_of_bytes(self):
        changed = self.folder / "b.vmd"
        self.ok("set", self.motion, "/bone_keys/1/frame=7", "-o", changed)
        out = self.ok("diff", "--bytes", self.motion, changed, code=1)
        self.assertEqual(out, "/bone_keys/1/frame: 1 byte at 180 -> 1 byte at 180\n")
        ranges = json.loads(self.ok("diff", "--bytes", "--json", self.motion, changed, code=1))
        self.assertEqual(ranges, [{"path": "/bone_keys/1/frame", "before": {"offset": 180, "size": 1}, "after": {"offset": 180, "size": 1}}])

    def test_edit(self):
        out = self.folder / "out.vmd"
        text = self.ok("edit", self.motion, "shift", "frames=5", "mirror", "-o", out)
        self.assertIn("mirror          /bone_keys: 4 mirrored", text)
        expected = bytearray(motion(bones=("センター", "右ひざ")))
        for i in range(4):
            at = 54 + 111 * i
            frame, x, y, z, a, b, c, d = struct.unpack_from("<I7f", expected, at + 15)
            struct.pack_into("<I7f", expected, at + 15, frame + 5, -x, y, z, a, -b, -c, d)
        struct.pack_into("<I", expected, 54 + 111 * 4 + 4 + 15, 10)
        self.assertEqual(out.read_bytes(), bytes(expected))
        back = self.folder / "back.vmd"
        recipe = self.folder / "recipe.json"
        recipe.write_text('[{"op": "mirror"}, {"op": "shift", "frames": -5}]')
        report = json.loads(self.ok("edit", out, "--recipe", recipe, "-o", back, "--json"))
        self.assertEqual(report[0]["steps"][1]["changes"][0], {"path": "/bone_keys", "what": "moved by -5 frames", "count": 4})
        self.assertEqual(back.read_bytes(), self.motion.read_bytes())

    def test_edit_of_sizes(self):
        out, back = self.folder / "out.pmx", self.folder / "back.pmx"
        self.assertIn("/vertices: 2 scaled", self.ok("edit", self.model, "scale", "factor=2", "-o", out))
        self.assertIn("[4,0,0]", "".join(self.ok("get", out, "/vertices/2/position").split()).replace(".0", ""))
        self.ok("edit", out, "scale", "factor=0.5", "-o", back)
        self.assertEqual(back.read_bytes(), self.model.read_bytes())
        self.ok("edit", self.model, "resize", "materials=肌", "factor=3,1,1", "about=センター", "-o", out)
        self.assertIn("[6,0,0]", "".join(self.ok("get", out, "/vertices/2/position").split()).replace(".0", ""))
        text = self.ok("edit", self.model, "scale", "resize", "materials=*", "proportion", "legs=1", "-o", out)
        self.assertIn("unchanged", text)
        self.fails("edit", self.model, "scale", "factor=0", "--dry-run", says="above 0")
        self.fails("edit", self.model, "resize", "materials=肌", "factor=1,2", "--dry-run", says="a number, or an array of 3 numbers")
        self.fails("edit", self.model, "proportion", "legs=1.1", "--dry-run", says="足")
        self.fails("edit", self.motion, "scale", "factor=2", "--dry-run", says="PMX, PMD")

    def test_edit_of_many_files(self):
        other, folder = self.folder / "b.vmd", self.folder / "out"
        other.write_bytes(motion(bones=("首",)))
        folder.mkdir()
        done = run("edit", self.motion, other, "remove-tracks", "bones=左*", "-o", folder)
        self.assertEqual(done.returncode, 2)  # one failure does not stop the rest
        self.assertIn("左*", done.stderr.decode())
        self.assertEqual(os.listdir(folder), [self.motion.name])
        self.ok("edit", self.motion, other, "sort-keys", "--in-place")
        self.assertEqual(other.read_bytes(), motion(bones=("首",)))

    def test_edit_refuses(self):
        before = self.motion.read_bytes()
        self.fails("edit", self.motion, "mirror", says="-o OUT")
        self.fails("edit", self.motion, "mirror", "-o", self.motion, says="input")
        self.fails("edit", self.motion, "-o", self.folder / "x", says="say what to do")
        self.fails("edit", self.motion, "mirror", "now", "-o", self.folder / "x", says="now")
        self.fails("edit", self.motion, "shift", "frame=1", "--dry-run", says="frames")
        self.fails("edit", self.model, "mirror", "--dry-run", says="VMD")
        self.assertIn("not written", self.ok("edit", self.motion, "mirror", "--dry-run"))
        self.assertEqual(self.motion.read_bytes(), before)
        self.assertEqual(self.names(), sorted(["モデル.pmx", self.motion.name]))

    def test_edit_merges(self):
        other, out = self.folder / "顔, 1.vmd", self.folder / "out.vmd"
        other.write_bytes(motion(bones=(), morphs=("笑い",)))
        text = self.ok("edit", self.motion, "merge-motions", f"with={other}", "-o", out)
        self.assertIn("/morph_keys: 1 added", text)
        self.assertEqual(out.read_bytes(), motion(morphs=("まばたき", "笑い")))
        other.write_bytes(motion(bones=("首",), morphs=()).replace(struct.pack("<f", 2), struct.pack("<f", 7)))
        third = self.folder / "c.vmd"
        third.write_bytes(motion(bones=("頭", "首"), morphs=()))
        self.ok("edit", self.motion, "merge-motions", "with=" + json.dumps([str(other), str(third)]), "keep=first", "-o", out)
        keys = json.loads(self.ok("dump", out))["bone_keys"]
        self.assertEqual([(k["name"], k["position"][1]) for k in keys[4:]], [("首", 7), ("首", 7), ("頭", 2), ("頭", 2)])
        message = self.fails("edit", other, "merge-motions", f"with={third}", "--dry-run", says="keep=first")
        self.assertIn("c.vmd", message)
        self.fails("edit", self.motion, "merge-motions", "with=none.vmd", "--dry-run", says="none.vmd")
        self.fails("edit", self.motion, "merge-motions", f"with={self.model}", "--dry-run", says="merge-motions is for VMD only")
        self.fails("edit", self.motion, "merge-motions", f"with={third}", "keep=all", "--dry-run", says="refuse, first, last, both")

    def test_edit_reduces(self):
        out = self.folder / "out.vmd"
        self.motion.write_bytes(motion(bones=("左ひざ", "左ひざ")))  # two keys at each frame stay
        self.assertIn("nothing to do", self.ok("edit", self.motion, "reduce-keys", "-o", out))
        self.ok("edit", self.motion, "shift", "frames=20", "merge-motions", f"with={self.motion}", "-o", out)
        self.motion.write_bytes(motion(bones=("左ひざ",)))
        self.ok("edit", self.motion, "shift", "frames=20", "merge-motions", f"with={self.motion}", "-o", out)
        reduced = self.folder / "reduced.vmd"
        self.assertIn("2 removed, off by at most 0 units and 0 degrees", self.ok("edit", out, "reduce-keys", "-o", reduced))
        self.assertEqual(sorted(k["frame"] for k in json.loads(self.ok("dump", reduced))["bone_keys"]), [0, 30])
        self.fails("edit", out, "reduce-keys", "position=-1", "--dry-run", says="position is -1")

    def test_edit_of_poses(self):
        source, out = self.folder / "a.vpd", self.folder / "b.vpd"
        source.write_bytes(pose())
        self.ok("edit", source, "mirror", "-o", out)
        self.assertEqual(out.read_bytes(), pose("右腕").replace(b"  0.000000,-0.0", b"  -0.000000,-0.0")
                         .replace(b"0.000000,0.000000,0.000000,1", b"0.000000,-0.000000,-0.000000,1"))
        self.fails("edit", source, "rename-track", "from=左腕", "to=a\nb", "-o", self.folder / "c.vpd", says="/blocks/0/name")
        self.fails("edit", source, "trim", "--dry-run", says="VMD")

    def test_split(self):
        folder = self.folder / "new" / "folder"
        text = self.ok("split", self.motion, "-o", folder)
        stem = self.motion.stem
        self.assertEqual(sorted(os.listdir(folder)), [stem + "-bones.vmd", stem + "-morphs.vmd"])
        self.assertIn(stem + "-bones.vmd", text)
        self.assertEqual((folder / (stem + "-morphs.vmd")).read_bytes(), motion(bones=()))
        out = self.folder / "again.vmd"
        self.ok("edit", folder / (stem + "-bones.vmd"), "merge-motions", f"with={folder / (stem + '-morphs.vmd')}", "-o", out)
        self.assertEqual(out.read_bytes(), self.motion.read_bytes())
        # Nothing is overwritten, and nothing half written.
        (folder / (stem + "-bones.vmd")).unlink()
        self.fails("split", self.motion, "-o", folder, says="-morphs.vmd")
        self.assertEqual(os.listdir(folder), [stem + "-morphs.vmd"])
        parts = json.loads(self.ok("split", self.motion, "-o", self.folder / "json", "--json"))[0]["parts"]
        self.assertEqual([p["part"] for p in parts], ["bones", "morphs"])
        self.fails("split", self.motion, "--part", "a=b", "-o", self.folder / "m", says="--part is for PMX, PMD only")
        self.fails("split", self.motion, "-o", self.model, says=self.model.name)
        out.write_bytes(motion(bones=(), morphs=()))
        self.fails("split", out, "-o", self.folder / "m", says="nothing to split")
        self.assertFalse((self.folder / "m").exists())

    def test_names_of_a_model(self):
        self.assertIn("all can be keyed", self.ok("names", self.model))
        self.model.write_bytes(model(bones=("あいうえおかきくＡ", "あいうえおかきくＢ", "波〜", "é")))
        out = self.ok("names", self.model, code=1)
        self.assertIn("波～", out)
        self.assertIn("share their first 15 bytes", out)
        problems = json.loads(self.ok("names", "--json", self.model, code=1))[0]["problems"]
        self.assertEqual(sorted(p["reason"] for p in problems), ["name_shared", "text_not_encodable", "text_not_encodable"])

    def test_names_of_motions(self):
        self.ok("names", self.model, self.motion)
        self.motion.write_bytes(motion(bones=("左ひさ", "ｾﾝﾀｰ")))
        out = self.ok("names", self.model, self.motion, code=1)
        self.assertRegex(out, "(?s)hit nothing.*左ひさ.*左ひざ.*another spelling.*ｾﾝﾀｰ.*センター")
        tracks = json.loads(self.ok("names", "--json", self.model, self.motion, code=1))[0]["motions"][0]["tracks"]
        self.assertEqual([t["found"] for t in tracks], ["none", "variant", "exact"])
        self.assertEqual(tracks[0]["nearest"], "左ひざ")
        self.fails("names", self.motion, says="not a model")
        self.model.write_bytes(model(bones=("左ひざ", "波〜")))  # what can be hit by no motion is said here too
        self.assertIn("波～", self.ok("names", self.model, self.motion, code=1))
        self.assertEqual(len(json.loads(self.ok("names", "--json", self.model, self.motion, code=1))[0]["problems"]), 1)

    def test_names_are_shown_as_they_are(self):
        self.motion.write_bytes(motion(bones=("脚们", "左ひざ", "右ひざ", "センター"), encoding="gbk"))
        self.assertIn('"脚们"', self.fails("names", self.motion, "--to", "cp932", "-o", self.folder / "o.vmd"))
        pose_file = self.folder / "a.vpd"
        for name in ("ﾊｲ", "ﾈｸ", "ﾛｰ"):
            pose_file.write_bytes(pose(name).replace("親ファイル名".encode("cp932"), b"").replace("総ポーズボーン数".encode("cp932"), b"").replace("鏡".encode("cp932"), b"m"))
            self.assertEqual(self.ok("get", pose_file, "/blocks/0/name"), name + "\n")
        pose_file.write_bytes(pose("零").decode("cp932").replace("trans x,y,z\r\n  0", "trans x,y,z\r\n  零").encode("utf-8"))
        self.fails("verify", pose_file, says="零.000000")
        self.fails("names", self.model, pose_file, says="no motion")

    def test_many_names(self):
        ik = b"".join(struct.pack("<20sB", b"%d" % i, 1) for i in range(60000))
        self.motion.write_bytes(field("Vocaloid Motion Data 0002", 30) + field("m", 20) + bytes(20) + struct.pack("<IIBI", 1, 0, 1, 60000) + ik)
        self.ok("verify", self.motion)
        self.motion.write_bytes(motion(bones=["ホ%06dあ" % i for i in range(20000)]))
        self.model.write_bytes(model(bones=["ボ%05dいろはに" % i for i in range(20000)]))
        self.ok("names", self.model, self.motion, code=1)
        self.motion.write_bytes(motion(bones=["%d" % (i % 99) for i in range(50000)]))
        out = self.folder / "out.vmd"
        self.ok("build", "-", "-o", out, stdin=self.ok("dump", self.motion).encode())  # with a wrong parser, minutes
        self.assertEqual(out.read_bytes(), self.motion.read_bytes())

    def test_another_version_is_refused(self):
        self.fails("set", self.motion, "/header/signature=Vocaloid Motion Data file", "-o", self.folder / "o.vmd", says="upgrade")

    def test_a_name_cut_within_a_character(self):
        # 15 bytes of it end in the first half of き
        self.model.write_bytes(model(bones=("あいうえおかきく", "左ひざ")))
        self.motion.write_bytes(motion(bones=("あいうえおかきく",)))
        self.ok("names", self.model, self.motion)

    def test_names_converted(self):
        names = ("センター", "左ひざ", "右ひざ", "上半身", "下半身", "左腕", "右腕", "首")
        out = self.folder / "out.vmd"
        for encoding in ("gbk", "utf-8"):
            self.motion.write_bytes(motion(bones=names, encoding=encoding))
            self.ok("names", self.motion, "--to", "cp932", "-o", out)
            self.assertEqual(out.read_bytes(), motion(bones=names))
        self.ok("names", out, "--to", "utf8", "-o", self.motion)
        self.assertEqual(self.motion.read_bytes(), motion(bones=names, encoding="utf-8"))

    def test_names_that_cannot_be_converted(self):
        out = self.folder / "out.vmd"
        self.motion.write_bytes(motion(bones=("左ひざ", "头发", "右ひざ", "上半身"), encoding="gbk"))
        self.assertIn("头", self.fails("names", self.motion, "--to", "cp932", "--from", "gbk", "-o", out))
        self.assertFalse(out.exists())
        self.motion.write_bytes(motion(bones=("波〜",), encoding="utf-8"))
        self.fails("names", self.motion, "--to", "cp932", "--from", "utf8", "-o", out, says="～")
        self.assertIn("〜", self.ok("names", self.motion, "--to", "cp932", "--from", "utf8", "--map-lookalikes", "-o", out))
        self.motion.write_bytes(motion(bones=("あいうえおかき",)))
        self.fails("names", self.motion, "--to", "utf8", "-o", out, says="only 15 fit")
        self.assertIn("あいうえお", self.ok("names", self.motion, "--to", "utf8", "--truncate", "-o", out))
        self.fails("names", self.motion, "--to", "utf8", "-o", self.motion, says="input")
        self.fails("names", self.motion, "--truncate", says="--to")


class ModelEdits(Case):
    def edit(self, *words):
        out = self.folder / "out.pmx"
        self.ok("edit", self.model, *words, "-o", out)
        return out.read_bytes()

    def test_names(self):
        self.assertEqual(self.edit("rename", "kind=bones", "from=左*", "to=右*"), model(bones=("センター", "右ひざ")))
        table = self.folder / "表.csv"
        table.write_bytes("\ufeffセンター,左ひざ\r\n左ひざ,センター\r\n".encode())
        self.assertEqual(self.edit("rename-by-table", f"table={table}"), model(bones=("左ひざ", "センター")))
        table.write_bytes("センター,中\n左ひじ,x".encode())
        message = self.fails("edit", self.model, "rename-by-table", f"table={table}", "--dry-run", says="line 2")
        self.assertIn("表.csv", message)
        self.assertIn("nearest is 左ひざ", message)
        self.assertEqual(self.edit("set-texts", "name=かがみ"), model("かがみ"))
        self.assertEqual(self.edit("rename", "from=*", "to=*"), model())

    def test_words_are_taken_as_they_are(self):
        for name in ("1.50", "1e3", "true", "null", "-0", " 5", "[x", "a=b", '"q"'):
            self.assertEqual(self.edit("rename", "kind=bones", "from=センター", f"to={name}"), model(bones=(name, "左ひざ")), name)
            self.model.write_bytes(model(bones=(name, "左ひざ")))
            self.assertEqual(self.edit("rename", "kind=bones", f"from={name}", "to=センター"), model(), name)
            self.model.write_bytes(model())
        self.model.write_bytes(model(bones=("a,b", "c")))
        moved = self.edit("move-bones", 'bones=["a,b"]', "by=0,1,0")
        self.assertEqual(self.edit("move-bones", "bones=#0", "by=[0,1,0]"), moved)
        twice = self.edit("move-bones", "bones=#0", "bones=c", "by=0,1,0")
        self.assertEqual(self.edit("move-bones", "bones=*", "by=0,1,0"), twice)
        self.fails("edit", self.model, "scale", "factor=2", "factor=3", "--dry-run", says="factor must be a number")
        self.fails("edit", self.model, "skale", "factor=2", "--dry-run", says="nearest is scale")
        self.fails("edit", self.model, "move-bones", "by=0,1,0", "--dry-run", says="bones is empty")

    def test_values_by_path(self):
        self.assertEqual(self.edit("set", "path=/name", "value=かがみ"), model("かがみ"))
        self.assertEqual(self.edit("set", "path=/bones/*/layer", "value=1", "set", "path=/bones/*/layer", "value=0"), model())
        self.fails("edit", self.model, "set", "path=/bones/左ひさ/layer", "value=1", "--dry-run", says="nearest is /bones/左ひざ")

    def test_structure(self):
        self.assertEqual(self.edit("insert-bone", "name=新", "before=左ひざ", "remove", "bones=新"), model())
        self.assertEqual(self.edit("reorder", "elements=左ひざ", "before=#0", "reorder", "elements=センター", "before=左ひざ"), model())
        text = self.ok("edit", self.model, "remove", "materials=肌", "--dry-run")
        self.assertIn("/vertices: 3 removed", text)
        self.assertIn("so /faces: 1 removed", text)
        self.assertIn("not written", text)
        self.fails("edit", self.model, "remove", "bones=センター", "--dry-run", says="remove: bone センター is still used by vertices (3)")
        report = json.loads(self.ok("edit", self.model, "remove", "materials=肌", "--dry-run", "--json"))
        self.assertIsNone(report[0]["written"])
        self.assertIn({"path": "/faces", "what": "removed", "count": 1}, report[0]["steps"][0]["consequences"])

    def test_merge_and_split(self):
        other = self.folder / "他" / "他.pmx"
        other.parent.mkdir()
        other.write_bytes(model("他", bones=("センター", "鏡の骨")))
        text = self.ok("edit", self.model, "merge", f"with={other}", "-o", self.folder / "全.pmx")
        self.assertIn("/bones: 1 added", text)
        self.assertIn("so /textures: 1 paths lead to the folder of the other model", text)
        whole = self.folder / "全.pmx"
        self.assertEqual(json.loads(self.ok("get", "--json", whole, "/textures"))[0]["values"]["/textures"], ["tex\\a.png", "他\\tex\\a.png"])
        self.ok("split", whole, "--part", "一=#0", "-o", self.folder / "部")
        self.assertEqual(sorted(os.listdir(self.folder / "部")), ["全-rest.pmx", "全-一.pmx"])
        small = pathlib.Path(__file__).resolve().parent.parent / "samples" / "kagami_mini.pmd"
        parts = json.loads(self.ok("split", small, "--json", "-o", self.folder / "小"))
        self.assertEqual([part["part"] for part in parts[0]["parts"]][:1], ["材質1"])
        self.fails("edit", self.model, "merge", f"with={other}", "-o", other, says="would be overwritten")
        self.fails("edit", self.model, "merge", "with=missing.pmx", "--dry-run", says="missing.pmx")

    def test_many_files(self):
        folder, out = self.folder / "集", self.folder / "出"
        (folder / "下").mkdir(parents=True)
        out.mkdir()
        (folder / "一.pmx").write_bytes(model())
        (folder / "下" / "二.PMX").write_bytes(model("二"))
        (folder / "下" / "broken.pmx").write_bytes(model()[:200])
        done = self.ok("edit", folder, "scale", "factor=2", "-o", out, code=2)
        self.assertIn("scaled", done)
        self.assertEqual(sorted(os.listdir(out / "下")), ["二.PMX"])
        self.ok("edit", out / "一.pmx", out / "下", "scale", "factor=0.5", "--in-place")
        self.assertEqual((out / "一.pmx").read_bytes(), model())
        self.assertEqual((out / "下" / "二.PMX").read_bytes(), model("二"))
        before = os.stat(out / "一.pmx").st_mtime_ns
        self.assertIn("unchanged", self.ok("edit", out / "一.pmx", "scale", "factor=1", "--in-place"))
        self.assertEqual(os.stat(out / "一.pmx").st_mtime_ns, before)
        os.symlink(out / "一.pmx", out / "link.pmx")
        self.fails("edit", out / "一.pmx", out / "link.pmx", "scale", "factor=2", "--in-place", says="named twice")
        recipe = self.folder / "r.json"
        recipe.write_text("[]")
        self.fails("edit", self.model, "--recipe", recipe, "-o", recipe, says="would be overwritten")

    def test_looks_and_conversions(self):
        red = model().replace(struct.pack("<11f", *[1] * 11), struct.pack("<11f", 0.5, 0, 0.25, *[1] * 8))
        self.assertEqual(self.edit("recolor", "materials=肌", "diffuse=[0.5,0,0.25]"), red)
        self.assertEqual(self.edit("convert-encoding", "to=utf-8", "convert-encoding", "to=utf-16"), model())
        self.assertEqual(self.edit("index-widths", "bone=4", "index-widths"), model())
        self.assertEqual(self.edit("version", "to=2.1"), model(version=2.1) + bytes(4))
        self.fails("edit", self.model, "index-widths", "bone=3", "--dry-run", says="1, 2 or 4")

    def test_textures(self):
        (self.folder / "Tex").mkdir()
        out = self.ok("textures", self.model, code=1)
        self.assertIn("missing", out)
        (self.folder / "Tex" / "A.png").write_bytes(b"x")
        self.assertIn("there as", self.ok("textures", self.model))
        listed = json.loads(self.ok("textures", "--json", self.model))[0]["textures"]
        self.assertEqual(listed, [{"path": "tex\\a.png", "status": "variant", "file": str(self.folder / "Tex" / "A.png"),
                                   "uses": [{"material": 0, "role": "texture"}]}])
        found = model().replace(text("tex\\a.png"), text("Tex\\A.png"))
        self.assertEqual(self.edit("find-textures"), found)
        self.assertEqual(self.edit("texture-extension", "from=png", "to=dds"), model().replace(text("tex\\a.png"), text("tex\\a.dds")))
        done = subprocess.run([PROGRAM, "edit", self.model.name, "find-textures", "-o", "-"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.stdout, found)
        self.fails("edit", "-", "find-textures", "-o", "-", says="folder", stdin=model())
        motion_file = self.folder / "a.vmd"
        motion_file.write_bytes(motion())
        self.fails("textures", motion_file, says="PMX, PMD")

    def test_collect(self):
        (self.folder / "Tex").mkdir()
        (self.folder / "Tex" / "A.png").write_bytes(b"x")
        out = self.folder / "集"
        self.assertIn("2 files", self.ok("collect", self.model, "-o", out, "--dry-run"))
        self.assertFalse(out.exists())
        report = json.loads(self.ok("collect", self.model, "-o", out, "--json"))[0]
        self.assertEqual([f["status"] for f in report["files"]], ["copied", "copied"])
        self.assertEqual((out / "モデル.pmx").read_bytes(), model())
        self.assertEqual((out / "tex" / "a.png").read_bytes(), b"x")
        self.ok("textures", out / "モデル.pmx")
        (out / "tex" / "a.png").write_bytes(b"y")
        self.fails("collect", self.model, "-o", out, says="a.png")
        self.assertEqual((out / "tex" / "a.png").read_bytes(), b"y")
        shutil.rmtree(self.folder / "Tex")
        self.assertIn("missing", self.ok("collect", self.model, "-o", self.folder / "o", code=1))


if __name__ == "__main__":
    unittest.main()
