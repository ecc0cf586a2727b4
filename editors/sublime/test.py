"""Runs Sublime Text's syntax tests with syntect, which reads the same files: test.py FOLDER.

The assertions are those of Sublime Text: `# ^^^ scope` and `# <- scope` below a line, `- scope` for what must not be there.
"""

import json
import pathlib
import re
import sys

import syntect

folder = pathlib.Path(sys.argv[1])
names = json.loads(sys.argv[2])
syntaxes = syntect.SyntaxSet.load_from_folder(str(folder), False)
problems = [*syntaxes.warnings(), *syntaxes.find_unlinked_contexts()]
checked = 0


def scopes(state, line):
    """The scopes of each character of a line."""
    stack, found, place = scopes.stack, [], 0
    output = state.parse_line(line, syntaxes)
    for index, (offset, _) in enumerate(output.ops):
        end = len(line.encode()[:offset].decode())
        found += [stack.as_string()] * (end - place)
        place = end
        stack.apply(output.get_scope_stack_op(index))
    return found + [stack.as_string()] * (len(line) - place)


for test in sorted(folder.glob("syntax_test_*")):
    state, scopes.stack, before = syntect.ParseState("LSF", syntaxes), syntect.ScopeStack.from_string(""), []
    for number, line in enumerate(test.read_text(encoding="utf-8").splitlines(), 1):
        assertion = re.fullmatch(r"#(?: *(<-)| *(\^+)) (- )?([\w.-]+)", line)
        if not assertion:
            before = scopes(state, line)
            continue
        start, end = (0, 1) if assertion[1] else assertion.span(2)
        for column in range(start, end):
            checked += 1
            has = any(it == assertion[4] or it.startswith(assertion[4] + ".") for it in before[column].split())
            if has == bool(assertion[3]):
                problems.append(f"{test.name}:{number}:{column + 1}: {before[column]}")

# Files are recognised by their names, those with the name of a cluster by their first line.
for name in names:
    found = syntaxes.find_syntax_by_extension(name)
    if found is None or found.name != "LSF":
        problems.append(f"{name} is not recognised")
for line in ["Begin Cluster", "# lsflint: file=lsb.queues"]:
    if syntaxes.find_syntax_by_first_line(line) is None:
        problems.append(f"`{line}` is not recognised")

print(*problems, sep="\n", end="\n" if problems else "")
print(f"{checked} characters, {len(names)} names of files, {len(problems)} problems")
sys.exit(bool(problems))
