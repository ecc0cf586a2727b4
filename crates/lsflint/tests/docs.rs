//! What the documentation shows is what happens: every `console` block of README.md and of the pages in `docs/` is
//! executed.
//!
//! The blocks of a page are one session of bash, from top to bottom, in a scratch folder that looks like a checkout: it
//! has a copy of `testdata` and of the hooks of git. A line `$ command` is executed (lines `> ...` below it belong to
//! it), and the lines up to the next command are what it prints, on stdout and stderr together. A line `...` stands for
//! any lines. A block of another kind with a title is a file: it is written under that name, where the session stands.
//!
//! A page with the line `<!-- session: release -->` installs lsflint itself, from the files in a folder of
//! `cargo xtask dist`; the suite integrations/release names it in LSFLINT_RELEASE. The session sees them in
//! `downloads`, and no other lsflint is in its PATH.
//!
//! `SNAPSHOTS=overwrite cargo test -p lsflint --test docs` writes what really comes out into the pages, in full where
//! it is not what stands there: put the `...` back.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lsflint_test_support::Scratch;

/// Stands alone on a line in front of the output of each command.
const MARK: &str = "\u{1e}";

/// A line of pages that install lsflint from the files of a release.
const OF_RELEASE: &str = "<!-- session: release -->";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and the pages, by path.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repository().join("README.md")];
    let mut folders = vec![repository().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            if path.is_dir() {
                // Packages of npm have pages of their own.
                folders.extend((!path.ends_with("node_modules")).then_some(path));
            } else if path.extension().is_some_and(|it| it == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// A piece of a page.
#[derive(Debug, PartialEq)]
enum Piece {
    /// Text that nothing happens to.
    Text(String),
    /// A file of the session.
    File { name: String, text: String },
    /// A command, and what the page says that it prints.
    Run { shown: String, command: String, output: Vec<String> },
}

fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        text.extend([line, "\n"]);
        let Some(info) = line.strip_prefix("```").filter(|it| !it.is_empty()) else { continue };
        let mut inside = Vec::new();
        while let Some(line) = lines.next_if(|it| !it.starts_with("```")) {
            inside.push(line);
        }
        let title = info.split_once("title=\"").and_then(|it| it.1.split_once('"')).map(|it| it.0);
        match (info, title) {
            ("console", _) => {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.extend(runs(&inside));
            }
            (_, Some(name)) => {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                let text = inside.iter().flat_map(|it| [it, "\n"]).collect();
                pieces.push(Piece::File { name: name.to_owned(), text });
            }
            _ => text.extend(inside.iter().flat_map(|it| [it, "\n"])),
        }
        if let Some(end) = lines.next() {
            text.extend([end, "\n"]);
        }
    }
    pieces.push(Piece::Text(text));
    pieces
}

fn runs(lines: &[&str]) -> Vec<Piece> {
    let mut runs = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            let (shown, command) = (format!("{line}\n"), format!("{command}\n"));
            runs.push(Piece::Run { shown, command, output: Vec::new() });
            continue;
        }
        match (runs.last_mut(), line.strip_prefix("> ")) {
            (Some(Piece::Run { shown, command, output }), Some(more)) if output.is_empty() => {
                shown.extend([line, "\n"]);
                command.extend([more, "\n"]);
            }
            (Some(Piece::Run { output, .. }), _) => output.push((*line).to_owned()),
            _ => panic!("a block of `console` begins with `$ `, not with `{line}`"),
        }
    }
    runs
}

/// The session as a script. Each command sees the exit code of the one before it.
fn script(pieces: &[Piece]) -> String {
    let mut script = String::from("code=0\n");
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::File { name, text } => {
                let _ = writeln!(
                    script,
                    "mkdir -p \"$(dirname '{name}')\"\ncat >'{name}' <<'END OF FILE'\n{text}END OF FILE"
                );
            }
            Piece::Run { command, .. } => {
                let _ = write!(script, "printf '\\n{MARK}\\n'\n(exit $code)\n{command}code=$?\n");
            }
        }
    }
    script
}

/// What each command of the page prints. With the folder of a release, lsflint is only there.
fn session(pieces: &[Piece], release: Option<&Path>) -> Vec<Vec<String>> {
    let scratch = Scratch::new();
    let checkout = Scratch::new();
    for place in ["clusters/clean", "clusters/demo", "clusters/flat", "story"].map(|it| format!("testdata/{it}")) {
        copy_folder(&repository().join(&place), &checkout.path().join(&place));
    }
    copy_folder(&repository().join("integrations/git-hooks"), &checkout.path().join("integrations/git-hooks"));
    scratch.write("session.sh", script(pieces));
    let installed = scratch.path().join(".local/bin");
    let binaries = match release {
        Some(release) => {
            copy_folder(release, &checkout.path().join("downloads"));
            &*installed
        }
        None => Path::new(env!("CARGO_BIN_EXE_lsflint")).parent().expect("the binary is in a folder"),
    };
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.arg(scratch.path().join("session.sh")).current_dir(checkout.path()).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", binaries.display())).env("HOME", scratch.path());
    command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC").env("GIT_CONFIG_NOSYSTEM", "1");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "A. Admin").env(format!("GIT_{who}_EMAIL"), "admin@example.com");
        command.env(format!("GIT_{who}_DATE"), "2026-01-05T08:00:00Z");
    }
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE", "GIT_DIR", "CI"] {
        command.env_remove(name);
    }
    // One stream, so that messages stand between the lines they stand between on a terminal.
    let output = fs::File::create(scratch.path().join("output")).expect("the output can be written");
    command.stderr(output.try_clone().expect("a second handle")).stdout(output);
    command.status().expect("bash starts");
    let output = fs::read(scratch.path().join("output")).expect("the output can be read");
    let output = String::from_utf8_lossy(&output).into_owned();
    let between = format!("\n{MARK}\n");
    let lines = |part: &str| part.lines().map(|line| line.trim_end().to_owned()).collect();
    output.split(&between).skip(1).map(lines).collect()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        let place = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy_folder(&path, &place);
        } else {
            fs::copy(&path, &place).expect("a file can be copied");
        }
    }
}

/// Whether the lines are those that the page shows, where `...` stands for any lines.
fn matches(shown: &[String], real: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return real.is_empty() };
    match first.as_str() {
        "..." => (0..=real.len()).any(|skipped| matches(rest, &real[skipped..])),
        _ => real.split_first().is_some_and(|it| it.0 == first && matches(rest, it.1)),
    }
}

/// Blank lines at the end do not count.
fn trimmed(lines: &[String]) -> &[String] {
    let end = lines.iter().rposition(|it| !it.is_empty()).map_or(0, |it| it + 1);
    &lines[..end]
}

/// The page with what really came out, and what was wrong.
fn judge(pieces: &[Piece], outputs: &[Vec<String>]) -> (String, Vec<String>) {
    let (mut page, mut wrong) = (String::new(), Vec::new());
    let mut outputs = outputs.iter();
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::File { text, .. } => page.push_str(text),
            Piece::Run { shown, command, output } => {
                let nothing = Vec::new();
                let real = outputs.next().unwrap_or(&nothing);
                page.push_str(shown);
                let fine = matches(trimmed(output), trimmed(real));
                if !fine {
                    let (shown, real) = (output.join("\n"), trimmed(real).join("\n"));
                    let diff = similar::TextDiff::from_lines(&shown, &real).unified_diff().to_string();
                    wrong.push(format!("$ {command}{diff}"));
                }
                let lines = if fine { output } else { trimmed(real) };
                page.extend(lines.iter().flat_map(|it| [it, "\n"]));
            }
        }
    }
    (page, wrong)
}

#[test]
fn the_pages_show_what_happens() {
    if Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: there is no bash");
        return;
    }
    let is_missing = |it: &&str| Command::new(it).arg("--version").stdout(Stdio::null()).status().is_err();
    let missing: Vec<&str> = ["git", "jq"].into_iter().filter(is_missing).collect();
    let (mut commands, mut wrong) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page that can be read");
        let pieces = pieces(&text);
        let runs = pieces.iter().filter(|it| matches!(it, Piece::Run { .. })).count();
        if runs == 0 || text.lines().any(|it| it == OF_RELEASE) {
            continue;
        }
        let needs = |program: &str| {
            let named = format!("{program} ");
            pieces.iter().any(|it| matches!(it, Piece::Run { command, .. } if command.contains(&named)))
        };
        if let Some(program) = missing.iter().find(|it| needs(it)) {
            eprintln!("skipped: {}, because there is no {program}", page.display());
            continue;
        }
        commands += runs;
        wrong.extend(checked(&page, &text, &session(&pieces, None)));
    }
    assert!(wrong.is_empty(), "{} of {commands} commands print something else:\n\n{}", wrong.len(), wrong.join("\n"));
    assert!(commands > 0, "no page shows a command");
}

/// What a page shows and what was not printed; with SNAPSHOTS=overwrite, the page is written instead.
fn checked(page: &Path, text: &str, outputs: &[Vec<String>]) -> Vec<String> {
    let (new, found) = judge(&pieces(text), outputs);
    if std::env::var("SNAPSHOTS").is_ok_and(|it| it == "overwrite") && new != text {
        fs::write(page, new).expect("a page that can be written");
        return Vec::new();
    }
    let name = page.strip_prefix(repository()).unwrap_or(page).display().to_string();
    found.into_iter().map(|it| format!("{name}: {it}")).collect()
}

#[test]
fn the_first_hour_of_a_user_is_as_shown() {
    let Some(release) = std::env::var_os("LSFLINT_RELEASE").map(PathBuf::from) else {
        eprintln!("skipped: LSFLINT_RELEASE names no folder with a release; the suite integrations/release does");
        return;
    };
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page that can be read");
        if text.lines().any(|it| it == OF_RELEASE) {
            count += 1;
            wrong.extend(checked(&page, &text, &session(&pieces(&text), Some(&release))));
        }
    }
    assert!(wrong.is_empty(), "{} commands print something else:\n\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 0, "no page installs a release");
}

#[test]
fn a_page_is_read_and_written_without_change() {
    let page = "# A\n\n```toml title=\"x/lsflint.toml\"\nignore = []\n```\n\n```console\n$ cat x/lsflint.toml\nignore = []\n$ (exit 3)\n\
                $ echo $?\n> echo more >&2\n3\n...\n```\n\n```text\n$ no command\n```\n";
    let read = pieces(page);
    let outputs = session(&read, None);
    assert_eq!(outputs.len(), 3, "{outputs:?}");
    let (new, wrong) = judge(&read, &outputs);
    assert_eq!((new.as_str(), wrong.as_slice()), (page, [].as_slice()));
    let (new, wrong) = judge(&pieces(&page.replace("\n3\n...", "\n4")), &outputs);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(new, page.replace("\n...", "\nmore"));
}

/// Blocks titled `lsflint.toml` are settings that lsflint takes.
#[test]
fn settings_that_are_shown_are_settings() {
    let scratch = Scratch::with(&[
        ("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n"),
        ("lsflint-baseline.toml", "version = 1\nfindings = []\n"),
    ]);
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page that can be read");
        for piece in pieces(&text) {
            let Piece::File { name, text } = piece else { continue };
            if !name.ends_with("lsflint.toml") {
                continue;
            }
            scratch.write("lsflint.toml", &text);
            let output = Command::new(env!("CARGO_BIN_EXE_lsflint"))
                .args(["check", "--quiet"])
                .current_dir(scratch.path())
                .output()
                .expect("the binary starts");
            if output.status.code() == Some(2) {
                wrong.push(format!("{}:\n{text}{}", page.display(), String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
