"""Drives the command line with many files and folders: cli_many_test.py PROGRAM. Only the standard library."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from cli_case import PROGRAM, Case, as_somebody, model, motion, pose, run, text


class Many(Case):
    """Every command takes several files and folders; what fails does not stop the rest, and sets the exit code."""

    def setUp(self):
        super().setUp()
        self.all, self.out = self.folder / "集", self.folder / "出"
        (self.all / "下").mkdir(parents=True)
        self.out.mkdir()
        self.one, self.two, self.broken = self.all / "一.pmx", self.all / "下" / "二.PMX", self.all / "下" / "壊.pmx"
        self.one.write_bytes(model())
        self.two.write_bytes(model("二"))
        self.broken.write_bytes(model()[:200])
        self.motion = self.all / "動.vmd"
        self.motion.write_bytes(motion())

    def fails_in_part(self, *args):
        """Exit code 2 and a message about the broken file; returns what was printed all the same."""
        done = run(*args)
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual([line.count("壊.pmx") for line in done.stderr.decode().splitlines()], [1], done.stderr.decode())
        return done.stdout.decode()

    def written(self, folder=None):
        folder = folder or self.out
        return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())

    def test_get(self):
        out = self.fails_in_part("get", self.one, self.all / "下", self.model, "/name", "/header/version")
        self.assertIn(f"{self.one}: /name: 鏡\n", out)
        self.assertIn(f"{self.two}: /name: 二\n", out)
        self.assertIn(f"{self.model}: /header/version: 2", out)
        done = run("get", "--json", self.one, self.two, self.motion, "/name")
        self.assertEqual(done.returncode, 2)  # a motion has no /name
        answer = json.loads(done.stdout)
        self.assertEqual([(a["file"], a["values"]) for a in answer],
                         [(str(self.one), {"/name": "鏡"}), (str(self.two), {"/name": "二"}), (str(self.motion), {})])
        self.assertIn("/name", answer[2]["errors"][0]["message"])
        self.fails("get", self.one, self.all / "none.pmx", says="say which values")
        self.fails("get", self.one, "name", "/name", says="neither a file nor a path")
        self.fails("get", self.one, self.two, says="say which values")

    def test_set(self):
        out = self.fails_in_part("set", self.one, self.all / "下", "/comment=新", "/bones/左ひざ/layer=2", "-o", self.out)
        self.assertIn("/bones/左ひざ/layer: 0 -> 2", out)
        self.assertEqual(self.written(), ["一.pmx", "二.PMX"])
        for file in ("一.pmx", "二.PMX"):
            self.assertEqual(self.ok("get", self.out / file, "/comment"), "新\n")
        self.assertEqual(self.one.read_bytes(), model())
        report = json.loads(self.fails_in_part_json("set", self.all / "下", "/comment=新", "--in-place", "--json"))
        self.assertEqual([("error" in r, r.get("written")) for r in report], [(False, str(self.two)), (True, None)])
        self.assertEqual(self.two.read_bytes(), model("二").replace(text("a\r\nb"), text("新")))
        self.assertEqual(self.broken.read_bytes(), model()[:200])

    def fails_in_part_json(self, *args):
        done = run(*args)
        self.assertEqual((done.returncode, done.stderr), (2, b""))
        return done.stdout

    def test_dump_and_build(self):
        out = self.fails_in_part("dump", self.all, "-o", self.out)
        self.assertEqual(self.written(), ["一.pmx.json", "下/二.PMX.json", "動.vmd.json"])
        self.assertEqual(len(out.splitlines()), 3)
        self.assertEqual((self.out / "一.pmx.json").read_text(), self.ok("dump", self.one))
        shutil.move(self.out / "動.vmd.json", self.out / "動.json")  # its format is known from what is in it
        (self.out / "x.json").write_text("{}")
        back = self.folder / "back"
        back.mkdir()
        done = run("build", self.out, "-o", back, "-j", "2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("x.json", done.stderr.decode())
        self.assertEqual(self.written(back), ["一.pmx", "下/二.PMX", "動.vmd"])
        for made in (self.one, self.two, self.motion):
            self.assertEqual((back / made.relative_to(self.all)).read_bytes(), made.read_bytes())
        self.fails("dump", self.one, self.two, says="-o FOLDER")
        self.fails("build", self.out / "一.pmx.json", self.out / "動.json", "-o", self.folder / "a.pmx", says="no folder")

    def test_diff_and_patch(self):
        other = self.folder / "other"
        shutil.copytree(self.all, other)
        self.ok("set", other / "一.pmx", "/comment=新", "--in-place")
        (other / "動.vmd").unlink()
        (other / "下" / "壊.pmx").write_bytes(b"XXX")
        self.assertIn("1 error\n", self.ok("diff", self.all, other, code=2))
        self.broken.unlink()
        (other / "下" / "壊.pmx").unlink()
        out = self.ok("diff", self.all, other, code=1)
        self.assertEqual(out, f'{self.one} -> {other / "一.pmx"}\n  /comment: "a\\r\\nb" -> "新"\nonly in {self.all}: 動.vmd\n'
                              "3 files: 1 the same, 1 different, 1 on one side only, 0 errors\n")
        listed = json.loads(self.ok("diff", "--json", self.all, other, code=1))
        self.assertEqual([(d["before"], d["after"]) for d in listed],
                         [(str(self.one), str(other / "一.pmx")), (str(self.two), str(other / "下" / "二.PMX")), (str(self.motion), None)])
        patch = self.folder / "patch.json"
        patch.write_text(json.dumps(listed[0]["differences"]))
        self.assertEqual(json.loads(self.ok("diff", "--json", self.one, other / "一.pmx", code=1)), listed[0]["differences"])
        self.ok("patch", self.one, self.two, patch, "-o", self.out)
        for file in ("一.pmx", "二.PMX"):
            self.assertEqual(self.ok("get", self.out / file, "/comment"), "新\n")
        self.ok("patch", self.one, patch, "--in-place")
        self.assertEqual(self.one.read_bytes(), (other / "一.pmx").read_bytes())
        message = self.fails("patch", self.motion, patch, "-o", self.out, says="patch.json")
        self.assertIn("動.vmd", message)
        self.fails("patch", patch, says="say which files")
        self.fails("patch", self.one, self.two, patch, "-o", patch, says="no folder")
        self.fails("diff", self.one, other, says="folder")
        self.ok("diff", other, other)

    def test_split(self):
        out = self.fails_in_part("split", self.all, "-o", self.out)
        self.assertEqual(self.written(), ["一-肌.pmx", "下/二-肌.pmx", "動-bones.vmd", "動-morphs.vmd"])
        self.assertEqual(len(out.splitlines()), 4)
        same = self.folder / "一.pmx"
        same.write_bytes(model("別"))
        for attempt, jobs in enumerate(["1"] + ["8"] * 10):
            target = self.folder / f"parts{attempt}"
            done = run("split", self.one, same, "-o", target, "-j", jobs)  # both would make 一-肌.pmx
            self.assertEqual(done.returncode, 2)
            self.assertIn("一-肌.pmx", done.stderr.decode())
            self.assertEqual(self.written(target), ["一-肌.pmx"])
            self.assertEqual(self.ok("get", target / "一-肌.pmx", "/name"), "鏡\n")  # that of the first

    def test_collect(self):
        (self.all / "tex").mkdir()
        (self.all / "tex" / "a.png").write_bytes(b"x")
        (self.all / "下" / "tex").mkdir()
        (self.all / "下" / "tex" / "a.png").write_bytes(b"y")
        self.fails_in_part("collect", self.all, "-o", self.out)
        self.assertEqual(self.written(), ["tex/a.png", "一.pmx", "下/tex/a.png", "下/二.PMX"])
        self.assertEqual((self.out / "下" / "tex" / "a.png").read_bytes(), b"y")
        apart = self.folder / "apart"
        report = json.loads(self.ok("collect", self.one, self.two, "-o", apart, "--json"))
        self.assertEqual([r["folder"] for r in report], [str(apart / "一"), str(apart / "二")])
        self.assertEqual(self.written(apart), ["一/tex/a.png", "一/一.pmx", "二/tex/a.png", "二/二.PMX"])
        same = self.folder / "一.pmx"
        same.write_bytes(model("別"))
        self.ok("collect", self.one, same, "-o", self.folder / "same", code=1)
        self.assertEqual(self.written(self.folder / "same"), ["一-2/一.pmx", "一/tex/a.png", "一/一.pmx"])

    def test_names(self):
        other = self.all / "無.vmd"
        other.write_bytes(motion(bones=("左ひさ",)))
        out = self.ok("names", self.all, code=1)  # of a broken model as many as it has
        for a in (self.one, self.two):
            for b in (self.motion, other):
                self.assertIn(f"{b} for {a}: {3 if b == self.motion else 1} of {3 if b == self.motion else 2} names hit\n", out)
        self.broken.unlink()
        listed = json.loads(self.ok("names", self.all, "--json", code=1))
        self.assertEqual([[m["file"] for m in one["motions"]] for one in listed], [[str(self.motion), str(other)]] * 2)
        self.assertIn("all can be keyed", self.ok("names", self.one, self.two))
        names = ("センター", "左ひざ", "右ひざ", "上半身", "下半身", "左腕", "右腕", "首")
        for file in (self.motion, other):
            file.write_bytes(motion(bones=names, encoding="gbk"))
        text = self.ok("names", self.all, "--to", "cp932", "-o", self.out)
        self.assertEqual(text.count("written in CP932 instead of GBK"), 2)
        self.ok("names", self.motion, other, "--to", "cp932", "--in-place")
        for file in (self.motion, other):
            self.assertEqual(file.read_bytes(), motion(bones=names))
            self.assertEqual((self.out / file.name).read_bytes(), motion(bones=names))

    def test_info_and_textures(self):
        self.assertEqual(len(json.loads(run("info", "--json", self.all).stdout)), 4)
        done = run("textures", self.all)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout.decode().count("missing)"), 2)

    def test_what_cannot_be_read_is_told(self):
        (self.all / "先.vmd").symlink_to("無")
        (self.all / "輪").symlink_to(self.all)  # links to folders are not followed
        self.broken.unlink()
        locked = self.all / "鍵"
        locked.mkdir()
        shutil.copy(self.motion, locked)
        locked.chmod(0)
        self.addCleanup(locked.chmod, 0o755)
        done = as_somebody("verify", self.all, folders=(self.folder, self.all, self.all / "下"))
        self.assertEqual(done.returncode, 2)
        message = done.stderr.decode()
        self.assertEqual(len(message.splitlines()), 2, message)
        self.assertRegex(message, "先.vmd: cannot open the file: the link leads nowhere")
        self.assertRegex(message, "鍵: cannot read the file: Permission denied")
        self.assertIn("3 identical, 0 damaged, 0 different, 2 errors", done.stdout.decode())

    def test_words_are_files_or_paths(self):
        done = run("get", self.one, self.all / "none.vmd", "/name", self.two)
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.vmd: cannot open", done.stderr.decode())
        self.assertEqual(done.stdout.decode(), f"{self.one}: /name: 鏡\n{self.two}: /name: 二\n")
        self.ok("set", self.one, "/comment=/x/y.pmx", "-o", self.out)
        self.assertEqual(self.ok("get", self.out / "一.pmx", "/comment"), "/x/y.pmx\n")
        self.fails("set", self.one, "-o", self.out, says="say what to set")
        done = run("get", "-", "-", "/name", stdin=model())
        self.assertEqual((done.returncode, done.stdout.decode()), (2, "-: /name: 鏡\n"))
        self.assertIn("standard input was named twice", done.stderr.decode())

    def test_what_is_there_is_not_overwritten(self):
        (self.out / "一.pmx").write_bytes(b"notes")
        done = run("edit", self.one, self.two, "scale", "factor=2", "-o", self.out)
        self.assertEqual(done.returncode, 2)
        self.assertIn("出/一.pmx: a file is there already", done.stderr.decode())
        self.assertEqual(self.written(), ["一.pmx", "二.PMX"])
        self.assertEqual((self.out / "一.pmx").read_bytes(), b"notes")
        self.fails("build", "-", "-o", self.out, stdin=b"{}", says="what standard input is to be called")
        self.ok("edit", self.one, self.two, "scale", "factor=2", "-o", self.out, "--overwrite")
        self.ok("edit", self.out, "scale", "factor=0.5", "--in-place")
        self.assertEqual((self.out / "一.pmx").read_bytes(), model())
        alone = self.all / "下"
        self.broken.unlink()
        self.fails("set", alone, "/name=x", "-o", self.folder / "x.pmx", says="no folder")  # also if it has one file only
        self.fails("edit", self.one, "scale", "factor=2", "-o", self.one, "--dry-run", says="input itself")
        self.fails("edit", self.one, "scale", "factor=2", "-o", self.folder / "無" / "x.pmx", says="there is no folder")
        read_only = self.folder / "r.pmx"
        read_only.write_bytes(model())
        read_only.chmod(0o444)
        self.folder.chmod(0o777)
        done = as_somebody("set", read_only, "/name=x", "--in-place", folders=())
        self.assertEqual(done.returncode, 2)
        self.assertIn("Permission denied", done.stderr.decode())
        self.assertEqual(read_only.read_bytes(), model())

    def test_output_below_the_input(self):
        inner = self.all / "出"
        inner.mkdir()
        self.broken.unlink()
        for _ in range(2):
            self.ok("edit", self.all, "scale", "factor=2", "-o", inner, "--overwrite")
            self.assertEqual(self.written(inner), ["一.pmx", "下/二.PMX"])
        shutil.rmtree(inner)
        self.ok("split", self.all, "-o", inner)
        self.ok("split", self.all, "-o", inner, code=2)
        self.assertEqual(self.written(inner), ["一-肌.pmx", "下/二-肌.pmx", "動-bones.vmd", "動-morphs.vmd"])

    def test_links_in_a_folder_are_not_edited(self):
        real = self.folder / "本.pmx"
        real.write_bytes(model())
        (self.all / "別.pmx").symlink_to(real)
        self.broken.unlink()
        done = run("set", self.all / "別.pmx", "/name=x", "--in-place")  # named itself
        self.assertEqual(done.returncode, 0)
        before = real.read_bytes()
        done = run("edit", self.all, "scale", "factor=2", "--in-place")
        self.assertEqual(done.returncode, 2)
        self.assertIn("別.pmx: this leads out of the folder through a link", done.stderr.decode())
        self.assertIn("2 changed, 0 unchanged, 1 of other formats left alone, 1 error", done.stdout.decode())
        self.assertEqual(real.read_bytes(), before)

    def test_other_formats_in_a_folder_are_left_alone(self):
        self.broken.unlink()
        out = self.ok("edit", self.all, "mirror", "-o", self.out)
        self.assertEqual(self.written(), ["動.vmd"])
        self.assertIn("3 files: 1 changed, 0 unchanged, 2 of other formats left alone, 0 errors", out)
        self.fails("edit", self.one, "mirror", "-o", self.out / "x", says="VPD")
        self.motion.unlink()
        done = run("edit", self.all, "mirror", "-o", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("mirror is for", done.stderr.decode())
        (self.all / "姿.vpd").write_bytes(pose())
        self.ok("names", self.all)

    def test_interrupted(self):
        many = self.folder / "多"
        many.mkdir()
        big = text("名" * 400000)
        for i in range(60):
            (many / f"{i:02}.pmx").write_bytes(model().replace(text("a\r\nb"), big))
        before = (many / "00.pmx").read_bytes()
        for wait in [0.1 / n for n in range(1, 20)]:
            process = subprocess.Popen([PROGRAM, "edit", many, "scale", "factor=2", "--in-place", "-j", "4"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            out, message = process.communicate()
            self.assertEqual([name for name in os.listdir(many) if name.startswith(".")], [])
            changed = [file for file in sorted(many.iterdir()) if file.read_bytes() != before]
            if process.returncode == 130:
                break
            for file in changed:
                file.write_bytes(before)
        self.assertEqual(process.returncode, 130)
        self.assertIn("interrupted", message.decode())
        told = [line.split(": ")[0] for line in out.decode().splitlines() if ".pmx: " in line]
        self.assertEqual(told, [str(file) for file in changed])

    def test_where_to_save(self):
        before = self.written(self.all)
        for command in (["set", self.one, self.two, "/name=x"], ["edit", self.one, self.two, "scale", "factor=2"]):
            self.fails(*command, says="--in-place")
            self.fails(*command, "-o", self.folder / "none", says="no folder")
            self.fails(*command, "-o", "-", says="-o FOLDER")
            self.fails(*command, "-o", self.out, "--in-place", says="use one of them")
            self.fails(*command[:1], self.one, *command[1:], "-o", self.out, says="named twice")
            self.fails(*command, "-o", self.all, says="input itself")
        same = self.folder / "一.pmx"
        same.write_bytes(model("別"))
        self.fails("set", self.one, same, "/name=x", "-o", self.out, says="two files would be written to")
        self.fails("set", self.one, same, "/name=x", "-o", self.folder, says="is read for this, too")
        self.assertEqual((same.read_bytes(), self.one.read_bytes()), (model("別"), model()))
        self.assertEqual(self.written(self.all), before)
        self.assertEqual(self.written(), [])


if __name__ == "__main__":
    unittest.main()
