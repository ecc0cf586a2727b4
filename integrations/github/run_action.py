"""Runs a composite action as GitHub does: run_action.py ACTION.YML NAME=VALUE...

Inputs and outputs of earlier steps are filled into `env`, each `run` is a script for bash with the switches of the runner, and outputs
are read from the file a step writes. Expressions other than a plain `inputs.x` and `steps.x.outputs.y` are refused. Ends with the exit
code of the step that failed; prints the outputs of the action as `output NAME=VALUE`.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

path = pathlib.Path(sys.argv[1]).resolve()
action = yaml.safe_load(path.read_text())
inputs = {name: str(it.get("default", "")) for name, it in action["inputs"].items()}
for argument in sys.argv[2:]:
    name, value = argument.split("=", 1)
    assert name in inputs, f"unknown input {name}"
    inputs[name] = value
outputs = {}


def filled(text):
    def value(expression):
        words = expression.group(1).strip().split(".")
        if words[0] == "inputs" and len(words) == 2:
            return inputs[words[1]]
        if words[0] == "steps" and words[2] == "outputs" and len(words) == 4:
            return outputs.get(words[1], {}).get(words[3], "")
        raise SystemExit(f"unsupported expression: {expression.group()}")

    return re.sub(r"\$\{\{(.*?)\}\}", value, text)


code = 0
with tempfile.TemporaryDirectory() as folder:
    for number, step in enumerate(action["runs"]["steps"]):
        assert step["shell"] == "bash" and "if" not in step and "${{" not in step["run"], step["name"]
        output = pathlib.Path(folder, f"output-{number}")
        script = pathlib.Path(folder, f"script-{number}.sh")
        output.touch()
        script.write_text(step["run"])
        env = dict(os.environ, GITHUB_ACTION_PATH=str(path.parent), GITHUB_OUTPUT=str(output), CI="true", GITHUB_ACTIONS="true")
        env["RUNNER_TEMP"] = folder
        env |= {name: filled(value) for name, value in step.get("env", {}).items()}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        code = subprocess.run(command, env=env, check=False).returncode
        outputs[step["id"]] = dict(line.split("=", 1) for line in output.read_text().splitlines())
        if code != 0:
            break
for name, it in action["outputs"].items():
    print(f"output {name}={filled(it['value'])}")
sys.exit(code)
