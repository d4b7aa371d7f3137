"""What the tests of the command line share: small files in bytes, made without the program, and how it is run."""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else "kagami"


def text(s):
    raw = s.encode("utf-16-le")
    return struct.pack("<i", len(raw)) + raw


def model(name="鏡", bones=("センター", "左ひざ"), version=2.0):
    """A small model in bytes, made without the program under test."""
    out = bytearray(b"PMX ") + struct.pack("<f", version) + bytes([8, 0, 0, 1, 1, 1, 1, 1, 1])
    out += text(name) + text("Kagami") + text("a\r\nb") + text("")
    out += struct.pack("<i", 3)
    for i in range(3):
        out += struct.pack("<8f", i, 0, 0, 0, 1, 0, 0.5, 0.5) + bytes([0, 0]) + struct.pack("<f", 1)
    out += struct.pack("<i", 3) + bytes([0, 1, 2])
    out += struct.pack("<i", 1) + text("tex\\a.png")
    out += struct.pack("<i", 1) + text("肌") + text("skin") + struct.pack("<11f", *[1] * 11) + b"\x10" + struct.pack("<5f", *[0] * 5)
    out += b"\x00\xff\x00\x01\x03" + text("") + struct.pack("<i", 3)
    out += struct.pack("<i", len(bones))
    for i, bone in enumerate(bones):
        out += text(bone) + text(f"bone{i}") + struct.pack("<3f", 0, i, 0) + b"\xff" + struct.pack("<iH3f", 0, 0x1A, 0, 1, 0)
    out += struct.pack("<i", 1) + text("まばたき") + text("blink") + bytes([2, 1]) + struct.pack("<iB3f", 1, 2, 0, 1, 0)
    return out + struct.pack("<3i", 0, 0, 0)


def field(text, size, filler=b"\0"):
    raw = text.encode("cp932") if isinstance(text, str) else text
    return (raw + (b"\0" if len(raw) < size else b"")).ljust(size, filler)


def motion(bones=("センター", "左ひざ"), morphs=("まばたき",), model="鏡", encoding="cp932"):
    """A small motion in bytes: keys at frames 0 and 10."""
    out = bytearray(field("Vocaloid Motion Data 0002", 30) + field(model.encode(encoding), 20))
    out += struct.pack("<I", 2 * len(bones))
    for frame in (0, 10):
        for bone in bones:
            out += field(bone.encode(encoding)[:15], 15) + struct.pack("<I7f", frame, 1, 2, 3, 0, 0, 0, 1) + bytes(range(64))
    out += struct.pack("<I", len(morphs))
    for morph in morphs:
        out += field(morph.encode(encoding)[:15], 15) + struct.pack("<If", 5, 0.5)
    return bytes(out + bytes(12))  # no property keys


def pose(bone="左腕"):
    return ("Vocaloid Pose Data file\r\n\r\n鏡.osm;\t\t// 親ファイル名\r\n1;\t\t\t\t// 総ポーズボーン数\r\n\r\nBone0{%s\r\n"
            "  0.000000,-0.000000,1.500000;\t\t\t\t// trans x,y,z\r\n  0.000000,0.000000,0.000000,1.000000;"
            "\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n" % bone).encode("cp932")


def pmd(bones=("センター", "左ひざ")):
    out = b"Pmd" + struct.pack("<f", 1) + field("鏡", 20, b"\xfd") + field("a\r\nb", 256, b"\xfd") + bytes(12)
    out += struct.pack("<H", len(bones))
    for bone in bones:
        out += field(bone, 20, b"\xfd") + struct.pack("<hhBh3f", -1, 0, 0, 0, 0, 1, 0)
    return out + struct.pack("<HHBBI", 0, 0, 0, 0, 0)


def run(*args, stdin=b"", cwd=None, env=None):
    return subprocess.run([PROGRAM, *map(os.fspath, args)], input=stdin, capture_output=True, cwd=cwd, env=env, timeout=60)


def as_somebody(*args, folders=()):
    """Runs as a user who may not do everything, where that is not so anyway; the folders are made readable for all."""
    for folder in folders:
        os.chmod(folder, 0o755)
    somebody = {"user": 65534} if os.geteuid() == 0 else {}
    try:
        return subprocess.run([PROGRAM, *map(os.fspath, args)], capture_output=True, **somebody)
    except PermissionError:
        raise unittest.SkipTest("nobody cannot run the program where it lies")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kagami-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.model = self.folder / "モデル.pmx"
        self.model.write_bytes(model())

    def ok(self, *args, code=0, **more):
        """Runs, expects this exit code, and nothing on standard error unless it is an error; returns standard output."""
        done = run(*args, **more)
        self.assertEqual(done.returncode, code, (args, done.stdout[-500:], done.stderr[-500:]))
        if code == 0:
            self.assertEqual(done.stderr, b"", args)
        return done.stdout.decode()

    def fails(self, *args, says="", **more):
        """Runs, expects exit code 2 with a message on standard error only; returns the message."""
        done = run(*args, **more)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, 2, (args, done.stdout[-500:], message[-500:]))
        self.assertTrue(message.strip(), args)
        self.assertEqual(done.stdout, b"", args)
        self.assertIn(says, message)
        return message

    def names(self):
        return sorted(os.listdir(self.folder))
