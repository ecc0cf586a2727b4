"""Presses TAB in an interactive shell: `tab.py SHELL COMPLETIONS LINE`.

The shell runs on a terminal of its own with the completions of lsflint. The line is typed; `<TAB>` in it is the key. In
place of lsflint runs a function that prints its arguments, and these are what this program prints: what the shell made
of the line. A line that ends with `<TAB><TAB>` is not entered: what the shell lists is printed, up to the words that the
option `--until` names.
"""

import os
import pty
import re
import select
import sys
import tempfile
import time

# Seconds until the shell must have answered.
PATIENCE = 60

RC = {
    "bash": """
PS1='READY> '
bind 'set bell-style none' 'set page-completions off' 'set completion-query-items 0' 'set enable-bracketed-paste off'
source "$COMPLETIONS"
lsflint() { printf 'ARGUMENTS[%s]\\n' "$*"; }
""",
    "zsh": """
PS1='READY> '
unsetopt beep zle_bracketed_paste prompt_cr prompt_sp
autoload -U compinit && compinit -u -D
source "$COMPLETIONS"
lsflint() { printf 'ARGUMENTS[%s]\\n' "$*"; }
""",
    "fish": """
function fish_prompt; echo -n 'READY> '; end
set -g fish_greeting
set -g fish_autosuggestion_enabled 0
source $COMPLETIONS
function lsflint; printf 'ARGUMENTS[%s]\\n' "$argv"; end
""",
}


def start(shell, folder):
    """The arguments that start the shell, and its environment."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "XDG_CONFIG_HOME": folder,
        "XDG_DATA_HOME": folder,
        "ZDOTDIR": folder,
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "200",
        "LINES": "50",
        "COMPLETIONS": os.path.abspath(sys.argv[2]),
    }
    name = {"bash": "bashrc", "zsh": ".zshrc", "fish": "rc.fish"}[shell]
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(RC[shell])
    arguments = {
        "bash": ["bash", "--noprofile", "--rcfile", path, "-i"],
        "zsh": ["zsh", "--no-globalrcs", "-i"],
        "fish": ["fish", "--no-config", "--interactive", "--init-command", f"source {path}"],
    }
    return arguments[shell], environment


def until(terminal, wanted, seen=""):
    """Reads from the terminal until a pattern appears; returns what was read."""
    end = time.monotonic() + PATIENCE
    while not re.search(wanted, seen):
        left = end - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            sys.exit(f"no {wanted!r} in {seen!r}")
        try:
            read = os.read(terminal, 65536).decode("utf-8", "replace")
        except OSError:
            sys.exit(f"the shell ended: {seen!r}")
        if "\x1b[c" in read or "\x1b[0c" in read:
            os.write(terminal, b"\x1b[?62;c")  # fish asks what the terminal is.
        seen += re.sub(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r", "", read)
    return seen


def main():
    shell, line = sys.argv[1], sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        arguments, environment = start(shell, folder)
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)
        until(terminal, "READY> ")
        os.write(terminal, line.replace("<TAB>", "\t").encode())
        if line.endswith("<TAB><TAB>"):
            print(until(terminal, sys.argv[4]))
        else:
            os.write(terminal, b"\n")
            print(re.search(r"ARGUMENTS\[(.*)\]", until(terminal, r"ARGUMENTS\[.*\]\n"))[1].rstrip())
        os.close(terminal)
        os.waitpid(child, 0)


main()
