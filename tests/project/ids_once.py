"""ids_once.py <source tree>: no source of analysis_host but result/ids.def holds an id of an answer, of today or of schema 1,
in a text. Comments may name ids."""
import os
import re
import sys

root = sys.argv[1]
table = open(os.path.join(root, "analysis_host/core/result/ids.def")).read()
templates = set()
for id_, was in re.findall(r'^QUANTITY\(\w+, "([^"]+)", "([^"]*)"', table, re.M):
    templates |= {t for t in (id_, was) if t}
if len(templates) < 150:
    sys.exit("this test no longer reads ids.def")


def pattern(template):
    """A template as a regular expression: what stands in braces may be a word, a number or a format."""
    parts = re.split(r"\{(\w+)\}", template)
    text = ""
    for i, part in enumerate(parts):
        if i % 2 == 0:
            text += re.escape(part)
        else:
            text += r"(?:cache\.[\w%]+|memory|%\w+)" if part == "place" else r"[\w%]+"
    return text


any_id = re.compile("|".join(f"(?:{pattern(t)})" for t in sorted(templates, key=len, reverse=True)))
code = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
found = 0
for folder, _, files in os.walk(os.path.join(root, "analysis_host")):
    for name in sorted(files):
        path = os.path.join(folder, name)
        if not name.endswith((".c", ".h", ".def")) or path.endswith("result/ids.def"):
            continue
        source = open(path, encoding="utf-8").read()
        for m in code.finditer(source):
            if m.group()[0] != '"':
                continue
            before = source[:m.start()].rsplit("\n", 1)[-1]
            if before.lstrip().startswith("#include"):
                continue
            for word in re.findall(r"[A-Za-z_][\w%]*(?:\.[\w%]+)+", m.group()):
                if any_id.fullmatch(word):
                    line = source.count("\n", 0, m.start()) + 1
                    print(f"{os.path.relpath(path, root)}:{line}: \"{word}\" is an id: result/id.h makes ids")
                    found += 1
sys.exit(found > 0)
