"""circles.py includes <source tree> <folder> ...: no files of these folders include each other in a circle.
circles.py calls <build> <nm>: nor do files of one folder call each other in a circle, as the objects of BUILD show.
A .c and a .h of one name are one file here. Prints each circle with what makes it, one for each room that has any."""
import collections
import graphlib
import os
import re
import subprocess
import sys


def circle_of(edges):
    """The circle of EDGES, {from: {to: why}}, or None."""
    try:
        graphlib.TopologicalSorter({a: set(to) for a, to in edges.items()}).prepare()
    except graphlib.CycleError as error:
        circle = error.args[1]
        if circle[1] not in edges.get(circle[0], {}):
            circle = circle[::-1]
        return [f"{a} -> {b}: {edges[a][b]}" for a, b in zip(circle, circle[1:])]
    return None


def includes(root, folders):
    """{"": {file: {file: place}}}: the one room is the tree; files without their ending."""
    files = [os.path.relpath(os.path.join(where, name), root) for folder in folders
             for where, _, names in os.walk(os.path.join(root, folder)) for name in names if name.endswith((".c", ".h"))]
    by_name = collections.defaultdict(list)
    for file in files:
        by_name[os.path.basename(file)].append(file)
    known, edges = set(files), collections.defaultdict(dict)
    for file in sorted(files):
        with open(os.path.join(root, file), encoding="utf-8", errors="replace") as text:
            for number, line in enumerate(text, 1):
                match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
                if not match:
                    continue
                beside = os.path.normpath(os.path.join(os.path.dirname(file), match.group(1)))
                meant = [beside] if beside in known else \
                    [f for f in by_name[os.path.basename(match.group(1))] if f.endswith("/" + match.group(1))]
                if len(meant) == 1 and meant[0][:-2] != file[:-2]:
                    edges[file[:-2]][meant[0][:-2]] = f"{file}:{number}"
    return {"": edges}


def calls(build, nm):
    """{folder of objects: {object: {object: symbol}}}"""
    rooms = collections.defaultdict(list)
    for where, _, names in os.walk(build):
        room = os.path.relpath(where, build)
        if room.startswith("tests/") and "/pattern_language.dir/" not in room or "generated" in room:
            continue
        rooms[room] += [n for n in names if n.endswith(".c.o")]
    found = {}
    for room, objects in rooms.items():
        if len(objects) < 2:
            continue
        said = subprocess.run([nm, "-A", "-g", *objects], cwd=os.path.join(build, room), capture_output=True, text=True,
                              check=True).stdout
        symbols = [(m.group(1), m.group(2), m.group(3))
                   for m in re.finditer(r"^([^:\n]+):[0-9a-f ]*([A-Za-z]) (\S+)$", said, re.M)]
        defined = {name: file for file, kind, name in symbols if kind in "TDBRC"}
        edges = found[room] = collections.defaultdict(dict)
        for file, kind, name in symbols:
            if kind == "U" and defined.get(name, file) != file:
                edges[file][defined[name]] = name
    return found


rooms = includes(sys.argv[2], sys.argv[3:]) if sys.argv[1] == "includes" else calls(sys.argv[2], sys.argv[3])
count = sum(len(to) for edges in rooms.values() for to in edges.values())
wrong = 0
for room, edges in sorted(rooms.items()):
    circle = circle_of(edges)
    if circle:
        wrong += 1
        print(f"{room or 'circle'}:", *circle, sep="\n    ")
print(f"{count} {sys.argv[1]} between files, {wrong} rooms with circles")
sys.exit(wrong > 0 or count == 0)
