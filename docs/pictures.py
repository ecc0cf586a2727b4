"""Makes the pictures of README.md and the guides: python3 docs/pictures.py LSFLINT [CHROMIUM], or LSFLINT --check.

The commands run in a scratch folder. A terminal is an SVG file, and `--check` only compares it with what lsflint prints now; the comment of a merge request and the page are PNG
files that Chromium draws (the Markdown is converted by the package `marked` of npm, which follows the rules of GitHub). Without Chromium
only the terminal is made.
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASSETS = ROOT / "docs" / "assets"
COLORS = {"31": "#ff938a", "33": "#eab15a", "32": "#84cf9c"}
WIDTH, LINE, CHAR = 118, 18, 7.83


def changed(folder):
    """Two copies of a cluster: a tighter limit, another window, and fewer hosts."""
    shutil.copytree(ROOT / "testdata" / "clusters" / "clean", folder / "old")
    shutil.copytree(folder / "old", folder / "new")
    configuration = folder / "new" / "conf" / "lsbatch" / "clean" / "configdir"
    replaced = {
        "lsb.queues": [("RUNLIMIT       = 6:00", "RUNLIMIT       = 4:00"), ("20:00-8:30", "20:00-6:30")],
        "lsb.hosts": [("(pnr1 pnr2 pnr3 pnr4)       N", "(pnr1 pnr2 pnr3)            N")],
    }
    for name, texts in replaced.items():
        file = configuration / name
        text = file.read_text()
        for before, after in texts:
            assert before in text, before
            text = text.replace(before, after)
        file.write_text(text)


def plan(lsflint, folder, *arguments):
    run = subprocess.run([lsflint, "plan", "old", "new", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def pieces(line):
    """The pieces of a line with the style of each: color, bold, dim."""
    style = (None, False, False)
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part:
                yield style, part
            continue
        color, bold, dim = style
        for code in part[2:-1].split(";"):
            if code in ("", "0"):
                color, bold, dim = None, False, False
            bold |= code == "1"
            dim |= code == "2"
            color = COLORS.get(code, color)
        style = (color, bold, dim)


def wrapped(line):
    """Lines of at most WIDTH columns, continued as a terminal does."""
    found, row, column = [], [], 0
    for style, text in pieces(line):
        while text:
            head, text = text[: WIDTH - column], text[WIDTH - column :]
            row.append((style, head))
            column += len(head)
            if text:
                found.append(row)
                row, column = [], 0
    return [*found, row]


def terminal(text, title):
    rows = [row for line in text.rstrip("\n").split("\n") for row in wrapped(line)]
    width, height = round(WIDTH * CHAR + 32), LINE * len(rows) + 32
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="#15181c"/>',
        '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" fill="#dfe3e8">',
    ]
    for number, row in enumerate(rows):
        column, spans = 0, []
        for (color, bold, dim), text in row:
            style = f' fill="{color}"' if color else ""
            style += ' font-weight="bold"' if bold else ""
            style += ' opacity="0.65"' if dim else ""
            place = f'x="{16 + column * CHAR:.1f}" textLength="{len(text) * CHAR:.1f}"'
            # Spaces at the start would be dropped.
            shown = html.escape(text).replace(" ", "\u00a0")
            spans.append(f"<tspan {place}{style}>{shown}</tspan>")
            column += len(text)
        if spans:
            out.append(f'<text y="{16 + LINE * (number + 0.75):.1f}">{"".join(spans)}</text>')
    return "\n".join([*out, "</g>", "</svg>", ""])


def comment(markdown, folder):
    """The Markdown as a page, with everything unfolded as after a click."""
    subprocess.run(["npm", "install", "--silent", "--prefix", str(folder), "marked@15.0.12"], check=True)
    convert = "import { marked } from 'marked'; import fs from 'node:fs'; process.stdout.write(marked.parse(fs.readFileSync(0, 'utf8')));"
    script = folder / "convert.mjs"
    script.write_text(convert)
    body = subprocess.run(["node", str(script)], input=markdown, capture_output=True, text=True, check=True).stdout
    style = """
        body { font: 14px/1.5 system-ui, sans-serif; color: #1f2328; margin: 16px; }
        .box { border: 1px solid #d1d9e0; border-radius: 6px; max-width: 860px; }
        .head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; border-radius: 6px 6px 0 0; color: #59636e; }
        .text { padding: 4px 16px 12px; } h3 { font-size: 17px; margin: 12px 0; } code { background: #eff1f3; padding: 2px 5px; border-radius: 4px; font-size: 12px; }
        ul, ol { padding-left: 28px; } summary { cursor: pointer; } details { margin: 8px 0; }
    """
    page = f"<!DOCTYPE html><meta charset=utf-8><style>{style}</style><div class=box><div class=head><b>lsflint</b> commented</div>"
    return f"{page}<div class=text>{body}</div></div>"


def picture(chromium, page, name, width, height):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "page.html")
        file.write_text(page)
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]
        target = ASSETS / f"{name}.png"
        subprocess.run([*command, f"--screenshot={target}", file.as_uri()], check=True, capture_output=True, timeout=120)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


def first_findings(lsflint, folder):
    """What `lsflint check` shows of the demo cluster: two findings and the last lines."""
    shutil.copytree(ROOT / "testdata" / "clusters" / "demo" / "conf", folder / "conf")
    command = [lsflint, "check", "--color", "always", "--select", "R004,P010"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    return "$ lsflint check --select R004,P010\n" + run.stdout


def report(lsflint, folder):
    """The page of `--report html`, with a fixed date."""
    page = folder / "report.html"
    subprocess.run([lsflint, "check", "--quiet", "--report", f"html={page}"], cwd=folder, capture_output=True, check=False)
    return page.read_text()


def main():
    lsflint = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        changed(folder)
        output = "$ lsflint plan old new\n" + plan(lsflint, folder, "--color", "always")
        demo = folder / "demo"
        demo.mkdir()
        pictures = {
            "plan-terminal": terminal(output, "lsflint plan in a terminal"),
            "check-terminal": terminal(first_findings(lsflint, demo), "lsflint check in a terminal"),
        }
        if sys.argv[2:] == ["--check"]:
            old = [it for it, text in pictures.items() if (ASSETS / f"{it}.svg").read_text() != text]
            sys.exit(f"not as lsflint prints it now: {', '.join(old)}; run docs/pictures.py" if old else 0)
        for it, text in pictures.items():
            (ASSETS / f"{it}.svg").write_text(text)
        if len(sys.argv) > 2:
            picture(sys.argv[2], report(lsflint, demo), "report", 1000, 760)
            picture(sys.argv[2], comment(plan(lsflint, folder, "--output-format", "markdown"), folder), "plan-comment", 900, 470)
            picture(sys.argv[2], plan(lsflint, folder, "--output-format", "html"), "plan-page", 1100, 1800)


main()
