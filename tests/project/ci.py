"""ci.py <source tree> <scratch folder> <target>: .github/workflows/ci.yml and .gitlab-ci.yml are YAML, each has the
jobs that docs/design/building.md states, and their commands build, check, start and keep TARGET. The commands run in
a copy of the tree; apt-get alone is played, and records what it should install. Status 77: cannot run here."""

import glob
import json
import os
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is not installed")
    sys.exit(77)

ROOT, SCRATCH, TARGET = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
TREE = os.path.join(SCRATCH, "tree")
OUTPUT, ASKED = os.path.join(SCRATCH, "output"), os.path.join(SCRATCH, "asked")
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("ci.py: " + what)


def prepare():
    """A copy of the tree without builds, and an apt-get that only writes down its arguments."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(TREE)
    for name in os.listdir(ROOT):
        if name in (".git", "build"):
            continue
        at = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(at) else shutil.copy)(at, os.path.join(TREE, name))
    os.makedirs(os.path.join(SCRATCH, "bin"))
    stub = os.path.join(SCRATCH, "bin", "apt-get")
    with open(stub, "w") as f:
        f.write(f'#!/bin/sh\necho "$@" >>"{ASKED}"\n')
    os.chmod(stub, 0o755)
    # Flags as the tree of this test has them: ccache has the objects of the host's programs.
    subprocess.run(["cmake", "-G", "Ninja", "-B", "build/host", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON", "-DPONTOON_REPORT_JS=OFF"],
                   cwd=TREE, stdout=subprocess.DEVNULL, check=True)


def fill(text, values):
    """TEXT with the expressions ${{ KEY }} of VALUES; every other expression is a failure."""
    for key, value in values.items():
        text = text.replace("${{ %s }}" % key, value)
    check("${{" not in text, "an expression that this test does not know: " + text)
    return text


def run(commands, env):
    """Runs COMMANDS as the services do: one shell for each of GitHub's steps, here one for each string."""
    path = os.path.join(SCRATCH, "bin") + ":" + os.environ["PATH"]
    for command in commands:
        done = subprocess.run(["sh", "-e", "-c", command], cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env={**os.environ, "PATH": path, "GITHUB_OUTPUT": OUTPUT, **env})
        check(done.returncode == 0, f"`{command}` ended with {done.returncode}:\n{done.stdout}")


def check_kept(paths, packages):
    """The row passed, what PATHS keeps has the image, and PACKAGES were asked for."""
    with open(os.path.join(TREE, "row.json")) as f:
        rows = json.load(f)
    row = next((r for r in (rows if isinstance(rows, list) else rows["rows"]) if r["target"] == TARGET), {})
    if "skipped" in row.get("build", ""):
        print("skipped: " + row["build"])
        sys.exit(77)
    for step in ("build", "loops"):
        check(row.get(step) == "passed", f"{TARGET}: {step} {row.get(step)}")
    check(row.get("smoke") == "passed" or "skipped" in row.get("smoke", ""), f"{TARGET}: smoke {row.get('smoke')}")
    kept = [f for p in paths for f in glob.glob(p, root_dir=TREE)]
    check(f"build/matrix/{TARGET}/probes" in kept, f"the image is not kept: {kept}")
    check("row.json" in kept and f"build/matrix/{TARGET}/smoke.log" in kept, f"logs are not kept: {kept}")
    with open(ASKED) as f:
        asked = f.read().split()
    check(packages and set(packages.split()) <= set(asked), f"{packages}: not all were installed")
    os.remove(ASKED)
    os.remove(os.path.join(TREE, "row.json"))


def github():
    with open(os.path.join(ROOT, ".github", "workflows", "ci.yml")) as f:
        workflow = yaml.safe_load(f)
    check(set(workflow.get(True, {})) == {"push", "pull_request"}, "on: push and pull_request")  # YAML 1.1 reads on so
    jobs = workflow["jobs"]
    check(set(jobs) == {"list", "target", "tests"}, f"jobs: {sorted(jobs)}")
    for name, job in jobs.items():
        check(job.get("runs-on") and all(("run" in s) != ("uses" in s) for s in job["steps"]), f"{name}: steps")
    run([s["run"] for s in jobs["list"]["steps"] if "run" in s], {})
    with open(OUTPUT) as f:
        outputs = dict(line.rstrip("\n").split("=", 1) for line in f)
    listed = json.loads(outputs["targets"])
    folders = {f.split("/")[0] for f in glob.glob("*/target.cmake", root_dir=os.path.join(ROOT, "targets"))}
    check({r["target"] for r in listed} == {f for f in folders if f[0] != "_"}, "not one job for each target")
    job = jobs["target"]
    check(job["strategy"]["matrix"]["include"] == "${{ fromJSON(needs.list.outputs.targets) }}", "matrix")
    row = next(r for r in listed if r["target"] == TARGET)
    values = {f"matrix.{key}": value for key, value in row.items()}
    env = {key: fill(value, values) for key, value in job["env"].items()}
    run([fill(s["run"], values) for s in job["steps"] if "run" in s], env)
    upload = next(s for s in job["steps"] if s.get("uses", "").startswith("actions/upload-artifact@"))
    check_kept(upload["with"]["path"].split(), row["packages"])


def gitlab():
    with open(os.path.join(ROOT, ".gitlab-ci.yml")) as f:
        pipeline = yaml.safe_load(f)
    check({"list", "targets", "tests"} <= set(pipeline), f"jobs: {sorted(pipeline)}")
    run(["\n".join(pipeline["list"]["script"])], {})
    included = pipeline["targets"]["trigger"]["include"][0]
    check(included["artifact"] in pipeline["list"]["artifacts"]["paths"] and included["job"] == "list", "trigger")
    with open(os.path.join(TREE, included["artifact"])) as f:
        child = yaml.safe_load(f)
    job = child[TARGET]
    template = child[job["extends"]]
    run(["\n".join(template["script"])], job["variables"])
    check_kept(template["artifacts"]["paths"], job["variables"]["PACKAGES"])


prepare()
github()
gitlab()
sys.exit(1 if failures else 0)
