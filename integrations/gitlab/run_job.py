"""Runs a job of a GitLab file: run_job.py FILE JOB NAME=VALUE...

The variables of the job, overridden by those given, are the environment; `before_script` and `script` are one script of the shell that
ends at the first failure, as the runner makes it. Then the files that the job names as reports have to be there. Ends with the exit code
of the script, or with 3 when a report is missing.
"""

import os
import pathlib
import subprocess
import sys

import yaml

job = yaml.safe_load(pathlib.Path(sys.argv[1]).read_text())[sys.argv[2]]
env = dict(os.environ, CI="true", GITLAB_CI="true")
env |= {name: str(value) for name, value in job["variables"].items()}
env |= dict(argument.split("=", 1) for argument in sys.argv[3:])
script = "\n".join(job["before_script"] + job["script"])
code = subprocess.run(["sh", "-e"], input=script, text=True, env=env, check=False).returncode
for kind, path in job["artifacts"]["reports"].items():
    if pathlib.Path(path).is_file():
        print(f"report {kind}: {path}")
    elif code <= 1:
        print(f"report {kind}: {path} is missing")
        sys.exit(3)
sys.exit(code)
