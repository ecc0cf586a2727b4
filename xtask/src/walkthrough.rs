//! `cargo xtask walkthrough`: follows the steps of the design pages literally, in a scratch clone.
//!
//! The steps are numbered lists with fenced blocks. A `sh` block has commands, which must succeed. A `diff` block has
//! changes: `+++ FILE` names the file, and the lines with a space or `-` in front must be in it, together and in one
//! place. `@@` goes on at another place, and lines with `+` alone are appended. What mentions the example of a rule,
//! `limit` and `my-rule-name`, is done for every family. Whatever changes in the clone must be named on a page.
#![allow(clippy::print_stdout, reason = "progress and summary are the product")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use crate::new_rule;

mod shared;

/// The pages, in the order in which they are followed.
const PAGES: [&str; 2] = ["docs/design/rules.md", "docs/design/facts.md"];
/// The family of the example of a rule.
const FAMILY: &str = "limit";
/// Its name, and the name of its module.
const NAMES: [&str; 2] = ["my-rule-name", "my_rule_name"];

/// One step of a page.
#[derive(Debug, Default, PartialEq)]
struct Step {
    /// `A rule, step 1`.
    title: String,
    blocks: Vec<Block>,
}

/// A fenced block of a step.
#[derive(Debug, PartialEq)]
enum Block {
    /// Lines for the shell.
    Commands(Vec<String>),
    /// Changes of files.
    Changes(Vec<Change>),
}

/// A change at one place of a file.
#[derive(Debug, Default, Clone, PartialEq)]
struct Change {
    file: String,
    /// The lines with their marks: space, `-` or `+`.
    lines: Vec<String>,
}

/// How much was done.
#[derive(Default)]
struct Count {
    steps: usize,
    commands: usize,
    changes: usize,
}

/// Follows the pages of the repository.
pub fn run(root: &Path) -> anyhow::Result<ExitCode> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it));
    let scratch = Scratch { folder: target.join("walkthrough/clone"), target: target.join("walkthrough/target") };
    scratch.renew(root)?;
    if !scratch.target.exists() {
        shared::share(&target, &scratch.target).context("cannot share what is compiled")?;
    }
    let families = new_rule::families(root)?;
    let mut count = Count::default();
    let start = Instant::now();
    let mut pages = String::new();
    for page in PAGES {
        let text = fs::read_to_string(root.join(page)).with_context(|| format!("cannot read {page}"))?;
        let steps = steps(&text).with_context(|| format!("cannot read the steps of {page}"))?;
        ensure!(!steps.is_empty(), "{page} has no steps");
        for step in &steps {
            println!("{}", step.title);
            scratch.follow(step, &families, &mut count).with_context(|| format!("{page}: {}", step.title))?;
        }
        pages.push_str(&text);
    }
    scratch.every_rule_reports(&families)?;
    scratch.every_change_is_named(&pages)?;
    let Count { steps, commands, changes } = count;
    println!(
        "followed {steps} steps with {commands} commands and {changes} edits, for {} families, in {:.0} s",
        families.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

/// A clone of the repository to work in, with a target folder of its own. Both remain for the next run.
struct Scratch {
    folder: PathBuf,
    target: PathBuf,
}

impl Scratch {
    /// Brings the clone to the state of the repository: its last commit and the changes of tracked files. Files that
    /// are the same as before remain untouched, and so does what was compiled from them.
    fn renew(&self, root: &Path) -> anyhow::Result<()> {
        if !self.folder.join(".git").exists() {
            fs::create_dir_all(&self.folder)?;
            git(&self.folder, &["init", "--quiet"])?;
        }
        let head = git(root, &["rev-parse", "HEAD"])?;
        let repository = root.to_str().context("the path of the repository is not UTF-8")?;
        git(&self.folder, &["fetch", "--quiet", repository, "HEAD"])?;
        git(&self.folder, &["reset", "--quiet", "--hard", head.trim()])?;
        git(&self.folder, &["clean", "--quiet", "--force", "-d"])?;
        let changes = git(root, &["diff", "--binary", "HEAD"])?;
        if !changes.is_empty() {
            let patch = self.target.with_file_name("changes.patch");
            fs::write(&patch, changes)?;
            git(&self.folder, &["apply", "--index", &patch.to_string_lossy()])?;
            git(
                &self.folder,
                &["-c", "user.name=walkthrough", "-c", "user.email=@", "commit", "--quiet", "-m", "changes"],
            )?;
        }
        Ok(())
    }

    fn follow(&self, step: &Step, families: &[String], count: &mut Count) -> anyhow::Result<()> {
        count.steps += 1;
        for block in &step.blocks {
            match block {
                Block::Commands(commands) => {
                    for command in commands {
                        for command in for_families(command, families) {
                            self.execute(&command)?;
                            count.commands += 1;
                        }
                    }
                }
                Block::Changes(changes) => {
                    for change in changes {
                        let files = for_families(&change.file, families);
                        for file in files {
                            self.change(&Change { file, ..change.clone() })?;
                            count.changes += 1;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs a line in the shell; its output is shown when it fails.
    fn execute(&self, line: &str) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut command = Command::new("bash");
        command.args(["-c", line]).current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        // The clone is in the target directory of another workspace: expect-test would take that for the root.
        command.env("CARGO_WORKSPACE_DIR", &self.folder);
        // The steps change the crates again and again.
        command.env("CARGO_INCREMENTAL", "1");
        let output = command.output().context("cannot start bash")?;
        if !output.status.success() {
            print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            bail!("`{line}` ended with {}", output.status);
        }
        println!("  {line}: {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }

    fn change(&self, change: &Change) -> anyhow::Result<()> {
        let path = self.folder.join(&change.file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", change.file))?;
        let text = changed(&text, &change.lines).with_context(|| format!("cannot change {}", change.file))?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", change.file))
    }

    /// The fixture of each rule shows one finding, and no expectation is still empty.
    fn every_rule_reports(&self, families: &[String]) -> anyhow::Result<()> {
        for file in for_families("crates/rules/src/limit/my_rule_name.rs", families) {
            let text = fs::read_to_string(self.folder.join(&file)).with_context(|| format!("cannot read {file}"))?;
            let findings = text.lines().filter(|it| it.trim_start().starts_with("^^")).count();
            ensure!(findings == 1, "{findings} findings in the fixture of {file}, not one below the hit");
        }
        let empty = git(&self.folder, &["diff", "HEAD"])?;
        let empty = empty.lines().find(|it| it.starts_with('+') && it.contains("expect![[\"\"]]"));
        ensure!(empty.is_none(), "an expectation is empty: {}", empty.unwrap_or_default());
        Ok(())
    }

    /// The pages name every file that is now different, or a folder that contains it.
    fn every_change_is_named(&self, pages: &str) -> anyhow::Result<()> {
        git(&self.folder, &["add", "--all"])?;
        let changed = git(&self.folder, &["diff", "--cached", "--name-only", "HEAD"])?;
        let named: Vec<&str> = pages.split(['`', '\n']).map(|it| it.trim().trim_start_matches("+++ ")).collect();
        let is_named = |path: &str| named.iter().any(|it| it.contains('/') && Path::new(path).starts_with(it));
        let unnamed: Vec<&str> = changed.lines().filter(|it| !is_named(it)).collect();
        ensure!(unnamed.is_empty(), "no page names what the steps change: {}", unnamed.join(", "));
        Ok(())
    }
}

/// A line as it is; one that mentions the example of a rule as it is for each family.
fn for_families(line: &str, families: &[String]) -> Vec<String> {
    let is_example = NAMES.iter().any(|it| line.contains(it));
    if !is_example {
        return vec![line.to_owned()];
    }
    let of = |family: &String| {
        let [name, module] = NAMES;
        let line = line.replace(FAMILY, family);
        match family == FAMILY {
            true => line,
            false => line.replace(name, &format!("{name}-{family}")).replace(module, &format!("{module}_{family}")),
        }
    };
    families.iter().map(of).collect()
}

/// The steps of a page that have blocks to follow.
fn steps(page: &str) -> anyhow::Result<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut section = "";
    let mut expected = 1;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            (section, expected) = (title, 1);
        } else if let Some((number, _)) = line.split_once(". ")
            && let Ok(number) = number.parse::<usize>()
        {
            ensure!(number == 1 || number == expected, "{section}: step {expected} is missing before step {number}");
            expected = number + 1;
            steps.push(Step { title: format!("{section}, step {number}"), blocks: Vec::new() });
        } else if let Some(info) = line.trim_start().strip_prefix("```") {
            let indent = line.len() - line.trim_start().len();
            let inside = lines.by_ref().take_while(|it| it.trim() != "```");
            let inside = inside.map(|it| it.get(indent..).unwrap_or_default()).collect::<Vec<_>>();
            // A block at the margin is not part of a step.
            let step = steps.last_mut().filter(|_| indent > 0);
            match (info, step) {
                ("sh", Some(step)) => {
                    step.blocks.push(Block::Commands(inside.iter().map(|&it| it.to_owned()).collect()));
                }
                ("diff", Some(step)) => step.blocks.push(Block::Changes(changes(&inside)?)),
                (_, Some(step)) => bail!("{}: a block of `{info}` cannot be followed", step.title),
                _ => {}
            }
        }
    }
    Ok(steps)
}

/// The changes of a `diff` block.
fn changes(lines: &[&str]) -> anyhow::Result<Vec<Change>> {
    let mut changes: Vec<Change> = Vec::new();
    for line in lines {
        if let Some(file) = line.strip_prefix("+++ ") {
            changes.push(Change { file: file.to_owned(), lines: Vec::new() });
            continue;
        }
        let last = changes.last_mut().context("a block of changes begins with `+++ FILE`")?;
        if *line == "@@" {
            let file = last.file.clone();
            changes.push(Change { file, lines: Vec::new() });
            continue;
        }
        ensure!(line.is_empty() || line.starts_with([' ', '-', '+']), "`{line}` begins with no space, `-` or `+`");
        last.lines.push((*line).to_owned());
    }
    Ok(changes)
}

/// The text with a change.
fn changed(text: &str, change: &[String]) -> anyhow::Result<String> {
    let side = |mark: char| {
        let lines = change.iter().filter(move |it| it.is_empty() || it.starts_with([' ', mark]));
        lines.map(|it| it.get(1..).unwrap_or_default()).collect::<Vec<_>>()
    };
    let (old, new) = (side('-'), side('+'));
    let mut lines: Vec<&str> = text.lines().collect();
    let at = match old.len() {
        0 => lines.len(),
        length => {
            let places: Vec<usize> = (0..lines.len()).filter(|&at| lines[at..].starts_with(&old)).collect();
            match places.as_slice() {
                [at] => *at,
                [] => bail!("these {length} lines are not in it:\n{}", old.join("\n")),
                _ => bail!("these {length} lines are in it {} times:\n{}", places.len(), old.join("\n")),
            }
        }
    };
    lines.splice(at..at + old.len(), new);
    Ok(lines.join("\n") + "\n")
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output().context("cannot start git")?;
    if !output.status.success() {
        bail!("git {} failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Page

## A thing

1. Run it:

    ```sh
    cargo xtask new-rule limit my-rule-name
    ```

    Words.

2. Write it:

    ```diff
    +++ a.rs
     one
    -two
    +2
    @@
    +four
    ```

```sh
not a step
```
";

    #[test]
    fn steps_have_commands_and_changes() {
        let change =
            |lines: &[&str]| Change { file: "a.rs".to_owned(), lines: lines.iter().map(|&it| it.to_owned()).collect() };
        let found = steps(PAGE).expect("a page of steps");
        assert_eq!(found.iter().map(|it| &*it.title).collect::<Vec<_>>(), ["A thing, step 1", "A thing, step 2"]);
        let command = "cargo xtask new-rule limit my-rule-name".to_owned();
        assert_eq!(found[0].blocks, [Block::Commands(vec![command])]);
        let expected = vec![change(&[" one", "-two", "+2"]), change(&["+four"])];
        assert_eq!(found[1].blocks, [Block::Changes(expected)]);
    }

    #[test]
    fn a_missing_step_and_a_block_of_another_kind_are_errors() {
        assert!(steps("## A\n1. One\n3. Three\n").is_err());
        assert!(steps("## A\n1. One\n    ```rust\n    x\n    ```\n").is_err());
        assert!(steps("## A\n1. One\n    ```diff\n    +x\n    ```\n").is_err());
    }

    #[test]
    fn changes_fit_in_one_place() {
        let change = |lines: &[&str]| lines.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        let text = "one\ntwo\n\nthree\n";
        let made = changed(text, &change(&[" one", "-two", "+2"]));
        assert_eq!(made.expect("the lines are there"), "one\n2\n\nthree\n");
        assert_eq!(changed(text, &change(&["+four"])).expect("it is appended"), "one\ntwo\n\nthree\nfour\n");
        assert!(changed(text, &change(&["-four"])).is_err());
        assert!(changed("a\na\n", &change(&["-a"])).is_err());
    }

    #[test]
    fn the_example_is_made_for_every_family() {
        let families = ["aps".to_owned(), "limit".to_owned()];
        let files = for_families("crates/rules/src/limit/my_rule_name.rs", &families);
        assert_eq!(files, ["crates/rules/src/aps/my_rule_name_aps.rs", "crates/rules/src/limit/my_rule_name.rs"]);
        assert_eq!(for_families("cargo xtask tidy", &families), ["cargo xtask tidy"]);
    }

    #[test]
    fn the_pages_have_the_sections_that_are_promised() {
        let root = crate::repository_root();
        let page = |it: &str| fs::read_to_string(root.join(it)).expect("a page");
        let all: Vec<Step> = PAGES.iter().flat_map(|it| steps(&page(it)).expect("steps")).collect();
        for section in ["A rule", "A parameter", "A value grammar", "A hover fact"] {
            assert!(all.iter().any(|it| it.title.starts_with(&format!("{section}, "))), "no steps for: {section}");
        }
    }
}
