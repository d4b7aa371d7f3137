#!/usr/bin/env python3
"""Counts the call instructions in the hot loops, so that lost inlining is seen:  hot_loops_test.py LIBRARY

The loops over vertices, face indices and vertex offsets must be straight code: not one call, but for those that make
room for an SDEF entry or for a column that is not there yet, which are off the path. To trust this test, take
[[gnu::flatten]] off read_hot and see it fail.
"""

import re
import subprocess
import sys

# (pattern of the demangled name, how many such functions there must be: one for each index width)
LOOPS = [
    (r"layout::read_hot<\S*Vertices, \S*Baked<\S*Globals, \S*Bone, [124]>", 3),
    (r"layout::read_hot<\S*Column<\S*Index<\S*Vertex> >, \S*Baked<\S*Globals, \S*Vertex, [124]>", 3),
    (r"layout::read_hot<\S*List<\S*VertexOffset>, \S*Baked<\S*Globals, \S*Vertex, [124]>", 3),
    (r"Emitter<\S*Baked<\S*Globals, \S*Bone, [124]>, \(\S*Emit\)1>::hot<\S*Vertices>", 3),
    (r"Emitter<\S*Baked<\S*Globals, \S*Vertex, [124]>, \(\S*Emit\)1>::hot<\S*Column<\S*Index<\S*Vertex> > >", 3),
    (r"Emitter<\S*Baked<\S*Globals, \S*Vertex, [124]>, \(\S*Emit\)1>::hot<\S*List<\S*VertexOffset> >", 3),
]

OFF_THE_PATH = re.compile(r"^(realloc|__cxa_allocate_exception|__cxa_throw|kagami::pmx::Vertices::add_uvs\b.*"
                          r"|kagami::Sparse<.*>::find_or_insert\b.*)")


def functions(library):
    """Name of each function -> what it calls. A jump into another function counts as a call."""
    text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", "-C", library], check=True, capture_output=True,
                          text=True).stdout
    found, name, transfer = {}, None, False
    for line in text.splitlines():
        start = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        target = re.match(r"^\s+[0-9a-f]+: R_X86_64_(?:PLT32|PC32)\s+(.*?)(?:[-+]0x[0-9a-f]+)?$", line)
        if start:
            name = start.group(1)
            found.setdefault(name, [])
        elif target and transfer and not target.group(1).startswith(".text"):
            found[name].append(target.group(1))
        elif re.search(r"\tcall\s+\*", line):
            found[name].append(line.strip())
        if not target:
            transfer = bool(re.search(r"\t(call|jmp)\s", line))
    return found


def main():
    found = functions(sys.argv[1])
    failures = checked = 0
    for pattern, wanted in LOOPS:
        loops = {name: calls for name, calls in found.items() if re.search(pattern, name) and ".cold" not in name}
        if len(loops) != wanted:
            print("FAIL: %d functions match %s, not %d" % (len(loops), pattern, wanted))
            failures += 1
        for name, calls in loops.items():
            checked += 1
            calls = [call for call in calls if not OFF_THE_PATH.match(call)]
            failures += bool(calls)
            print("%s: %d calls in %s" % ("FAIL" if calls else "ok", len(calls), name[:120]))
            for call in calls:
                print("    " + call)
    print("%d loops, %d failures" % (checked, failures))
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
