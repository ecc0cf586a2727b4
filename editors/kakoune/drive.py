"""Drives Kakoune with kakoune-lsp: drive.py FOLDER LSFLINT. FOLDER is the home folder, with the kakrc and the copy of the cluster.

Waits for states of the editor, at most ten seconds each, and compares its findings with those of the command line.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

home, lsflint = pathlib.Path(sys.argv[1]), sys.argv[2]
queues = home / "cluster" / "lsb.queues"
session = f"lsflint-{os.getpid()}"
failed = False


def same(what, found, wanted):
    global failed
    if found == wanted:
        print(f"ok      {what}")
    else:
        failed = True
        print(f"FAILED  {what}\n    found:  {found!r}\n    wanted: {wanted!r}")


def send(commands):
    subprocess.run(["kak", "-p", session], input=commands, text=True, check=True, timeout=10)


def ask(expression):
    """The value of an expression in the client."""
    answer = home / "answer"
    answer.unlink(missing_ok=True)
    send(f"evaluate-commands -client client0 %{{ echo -quoting kakoune -to-file '{answer}' -- {expression} }}")
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if answer.exists() and (text := answer.read_text()):
            return text.strip().strip("'")
        time.sleep(0.02)
    raise SystemExit(f"no answer to {expression}")


def wait(what, condition):
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if result := condition():
            return result
        time.sleep(0.05)
    print(f"FAILED  waited for {what}\n{(home / 'log').read_text()[-2000:]}")
    raise SystemExit(1)


def command_line():
    """Line and column of start and end, from 1, in bytes; Kakoune counts the last character as inside."""
    run = subprocess.run([lsflint, "check", "--output-format", "json", queues], capture_output=True, text=True, check=False)
    lines = queues.read_text(encoding="utf-8").splitlines()
    places = []
    for it in json.loads(run.stdout)["diagnostics"]:
        start, end = it["range"]["start"], it["range"]["end"]
        line = lines[start["line"] - 1]
        first = len(line[: start["column"] - 1].encode()) + 1
        last = len(line[: end["column"] - 1].encode())
        places.append(f"{start['line']}.{first},{end['line']}.{last}")
    return sorted(set(places))


def findings():
    ranges = ask("%opt{lsp_inline_diagnostics}")
    return sorted(set(re.findall(r"(\d+\.\d+,\d+\.\d+)\|Diagnostic\w+", ranges)))


wanted = command_line()
environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "XDG_RUNTIME_DIR": str(home / "run")}
os.environ.update(environment)
(home / "run").mkdir(mode=0o700)
log = open(home / "log", "w", encoding="utf-8")
kak = subprocess.Popen(["kak", "-s", session, "-ui", "json", str(queues)], stdin=subprocess.PIPE, stdout=log, stderr=log)
try:
    wait("Kakoune", lambda: subprocess.run(["kak", "-l"], capture_output=True, text=True, check=True).stdout.find(session) >= 0)
    same("file type", ask("%opt{filetype}"), "lsf")
    wait("findings", lambda: len(findings()) >= len(wanted))
    same(f"findings, {len(wanted)} places", findings(), wanted)

    # Hovers: the first parameter of the first queue.
    send("evaluate-commands -client client0 %{ execute-keys '/QUEUE_NAME<ret>'; lsp-hover-buffer }")
    wait("a hover", lambda: "*hover*" in ask("%val{buflist}"))
    hover = home / "hover"
    send(f"evaluate-commands -buffer *hover* %{{ write -force '{hover}' }}")
    text = wait("its text", lambda: hover.exists() and hover.read_text())
    same("hover", ("QUEUE_NAME" in text, "lsb.queues" in text), (True, True))

    # Definitions: a resource of the requirement in lsf.shared.
    send(f"evaluate-commands -client client0 %{{ edit '{queues}'; execute-keys 'gg/matlab<ret>'; lsp-definition }}")
    wait("lsf.shared", lambda: ask("%val{buffile}").endswith("/lsf.shared"))
    same("definition", ask("%val{selection}"), "matlab")

    # An edit: the unknown parameter is corrected, so it is no longer found.
    send(f"evaluate-commands -client client0 %{{ edit '{queues}'; execute-keys '%sRUNLIMT<ret>cRUNLIMIT<esc>' }}")
    wait("the repaired finding to go", lambda: len(findings()) == len(wanted) - 1)
    print("ok      findings after an edit")
finally:
    send("kill! 0")
    kak.wait(timeout=10)
sys.exit(failed)
