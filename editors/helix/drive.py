"""Helix has no headless mode: this script runs it in a pseudo terminal and reads its output.

Usage: drive.py ROOT FOLDER BINARY, ROOT being the folder with a Debian that has Helix (`/` for this system), FOLDER in it the one with
the cluster and the home folder. Ends with 0 if the findings of the command line are on the screen, and the hover text is, too.
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

root, folder, binary = sys.argv[1:4]
PATIENCE = 15
# Texts of the file, and their scopes. The last one is in the injected language.
SCOPES = [("Begin", "keyword"), ("QUEUE_NAME", "variable.other.member"), ("select", "function")]
ESCAPES = re.compile(rb"\x1b\[[0-9;?:]*[ -/]*[@-~]|\x1b[()].|\x1b.")


class Terminal:
    """A program in a terminal of 50 lines, 200 characters wide."""

    def __init__(self, command, environment):
        self.drawn = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chroot(root)
            os.chdir(folder + "/cluster")
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

    def wait(self, what, condition):
        """Reads output until its text, without escape sequences, meets the condition."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if condition(self.text()):
                return True
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    self.drawn += os.read(self.terminal, 1 << 16)
                except OSError:
                    break
        print(f"FAILED  waited in vain for {what}; on the screen:")
        print(*(f"    {line}" for line in self.text()[-3000:].split("\n")), sep="\n")
        return False

    def text(self):
        return re.sub(" +", " ", ESCAPES.sub(b" ", self.drawn).decode(errors="replace"))

    def type(self, keys):
        """Ignores all previous output."""
        self.drawn = b""
        os.write(self.terminal, keys)

    def end(self):
        self.type(b"\x1b\x1b:quit-all!\r")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if os.waitpid(self.process, os.WNOHANG)[0]:
                return
            if select.select([self.terminal], [], [], 0.05)[0]:
                try:
                    os.read(self.terminal, 1 << 16)
                except OSError:
                    pass
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)


def from_command_line():
    """Code and message of each finding."""
    cluster = pathlib.Path(root) / folder.lstrip("/") / "cluster"
    command = [binary, "check", "--output-format", "json", "lsb.queues"]
    document = json.loads(subprocess.run(command, cwd=cluster, stdout=subprocess.PIPE, check=False).stdout)
    return [(it["code"], it["message"]) for it in document["diagnostics"]]


def has_scope(terminal, place, scope):
    """Whether the text found by a search has a color of tree-sitter, as Helix names it."""
    terminal.type(b"\x1b\x1b:1\r/" + place.encode() + b"\r:tree-sitter-highlight-name\r")
    found = terminal.wait(f"the scope {scope} of {place}", lambda text: scope in text)
    if found:
        print(f"ok      {place} is {scope}")
    return found


def main():
    wanted = from_command_line()
    environment = {"HOME": folder, "TERM": "xterm-256color", "PATH": f"{folder}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    terminal = Terminal(["/usr/bin/hx", "lsb.queues"], environment)
    passed = False
    try:
        # The status line shows their number.
        if not terminal.wait("the findings", lambda text: f"● {len(wanted)}" in text):
            return False
        terminal.type(b" D")
        if not terminal.wait("the list of findings", lambda text: all(code in text and said in text for code, said in wanted)):
            return False
        print(f"ok      {len(wanted)} findings in the list of Helix")
        # The second use of the name is after characters that have two UTF-16 units.
        terminal.type(b"\x1b\x1b:16\r/matlab\r k")
        if not terminal.wait("the hover text", lambda text: "Free tokens" in text):
            return False
        print("ok      hover")
        passed = all(has_scope(terminal, place, scope) for place, scope in SCOPES)
    finally:
        terminal.end()
    return passed


sys.exit(0 if main() else 1)
