//! Runs the grammars on the inputs and compares the trees.
#![allow(clippy::print_stdout, reason = "the report is the product")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};
use lsflint_test_support::Scratch;

use super::TreeSitterArguments;
use super::inputs::{self, Group, Input};

/// The folder of the grammars.
const GRAMMARS: &str = "editors/tree-sitter-lsf";

/// What the grammar finds in a text.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tree {
    /// The number of `ERROR` and `MISSING` nodes.
    errors: usize,
    /// Name and line of each node, sorted.
    nodes: Vec<(String, usize)>,
}

/// Compares all inputs and prints a table. Fails if there is a difference in a text without syntax errors.
pub(super) fn run(root: &Path, arguments: &TreeSitterArguments) -> anyhow::Result<ExitCode> {
    let files = inputs::files(root, arguments.seed, arguments.edits);
    let requirements = inputs::requirements(root, &files);
    println!(
        "{:<34} {:>6} {:>9} {:>9} {:>8} {:>8} {:>9}   speed of tree-sitter",
        "texts", "count", "kB", "faulty", "errors", "ERROR", "differ"
    );
    let mut wrong = 0;
    for (name, folder, groups) in [("lsf", "lsf", &files), ("lsf_requirement", "requirement", &requirements)] {
        let grammar = Grammar::build(&arguments.program, name, &root.join(GRAMMARS).join(folder))?;
        for group in groups.iter().filter(|it| !it.inputs.is_empty()) {
            wrong += compare(&grammar, group, arguments.list)?;
        }
    }
    println!("{wrong} texts without syntax errors have an ERROR node or another structure");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A grammar, compiled to a library.
struct Grammar<'a> {
    program: &'a Path,
    name: &'static str,
    folder: Scratch,
}

impl Grammar<'_> {
    fn build<'a>(program: &'a Path, name: &'static str, source: &Path) -> anyhow::Result<Grammar<'a>> {
        let grammar = Grammar { program, name, folder: Scratch::new() };
        let output = grammar.command().arg("build").arg("--output").arg(grammar.library()).arg(source).output();
        let output = output.with_context(|| format!("cannot start {}", program.display()))?;
        if !output.status.success() {
            bail!("the grammar {name} cannot be compiled: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(grammar)
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("grammar.so")
    }

    /// The program without the job server of cargo, for which it would wait.
    fn command(&self) -> Command {
        let mut command = Command::new(self.program);
        command.env_remove("MAKEFLAGS").env_remove("CARGO_MAKEFLAGS");
        command
    }

    /// The output of `tree-sitter parse` for the files that `paths` lists.
    fn parse(&self, paths: &Path, options: &[&str]) -> anyhow::Result<String> {
        let mut command = self.command();
        command.arg("parse").arg("--lib-path").arg(self.library()).args(["--lang-name", self.name]);
        let output = command.arg("--paths").arg(paths).args(options).output()?;
        // It also fails if there is an error in one of the texts.
        if output.stdout.is_empty() {
            bail!("{command:?} printed nothing: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Prints a line of the table and some differences. Returns the number of texts that differ though they have no errors.
fn compare(grammar: &Grammar<'_>, group: &Group, limit: usize) -> anyhow::Result<usize> {
    let folder = Scratch::new();
    let mut list = String::new();
    for (index, input) in group.inputs.iter().enumerate() {
        let path = folder.write(&format!("{index}.txt"), &input.text);
        list.push_str(&format!("{}\n", path.display()));
    }
    let paths = folder.write("paths", list);
    let trees = trees(&grammar.parse(&paths, &[])?);
    if trees.len() != group.inputs.len() {
        bail!("{} texts, but {} trees", group.inputs.len(), trees.len());
    }
    let statistics = grammar.parse(&paths, &["--quiet", "--stat"])?;
    let speed = statistics.split("average speed:").nth(1).and_then(|it| it.lines().next()).unwrap_or("?").trim();
    let pairs = || group.inputs.iter().zip(&trees);
    let differing: Vec<(&Input, &Tree)> = pairs().filter(|it| it.0.errors == 0 && differ(it.0, it.1)).collect();
    println!(
        "{:<34} {:>6} {:>9} {:>9} {:>8} {:>8} {:>9}   {speed}",
        format!("{}: {}", grammar.name, group.name),
        trees.len(),
        group.inputs.iter().map(|it| it.text.len()).sum::<usize>() / 1000,
        group.inputs.iter().filter(|it| it.errors > 0).count(),
        group.inputs.iter().map(|it| it.errors).sum::<usize>(),
        trees.iter().map(|it| it.errors).sum::<usize>(),
        differing.len(),
    );
    for (input, tree) in differing.iter().take(limit) {
        println!("    {:?}", input.name);
        let ours = ours(input);
        for (only, side) in [(missing(&ours, &tree.nodes), "parser"), (missing(&tree.nodes, &ours), "grammar")] {
            for (name, line) in only.iter().take(3) {
                let text = input.text.lines().nth(*line).unwrap_or_default();
                println!("        only in the {side}: {name} in line {}: {text}", line + 1);
            }
        }
    }
    Ok(differing.len())
}

fn differ(input: &Input, tree: &Tree) -> bool {
    let ours = ours(input);
    // The grammar also sees requirements in sections whose names LSF does not know.
    tree.errors > 0
        || !missing(&ours, &tree.nodes).is_empty()
        || missing(&tree.nodes, &ours).iter().any(|it| it.0 != "requirement")
}

fn ours(input: &Input) -> Vec<(String, usize)> {
    input.nodes.iter().map(|it| (it.0.to_owned(), it.1)).collect()
}

/// The elements of the first sorted list that the second one does not have, or has less often.
fn missing(first: &[(String, usize)], second: &[(String, usize)]) -> Vec<(String, usize)> {
    let mut rest = second.iter().peekable();
    let mut missing = Vec::new();
    for element in first {
        while rest.next_if(|it| *it < element).is_some() {}
        if rest.next_if(|it| *it == element).is_none() {
            missing.push(element.clone());
        }
    }
    missing
}

/// Reads the output of `tree-sitter parse`: a tree starts at the beginning of a line.
fn trees(output: &str) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    for line in output.lines() {
        if line.starts_with('(') {
            trees.push(Tree::default());
        }
        let Some(tree) = trees.last_mut() else { continue };
        // `key: (name [9, 0] - [9, 8]`; a line about the whole file follows a tree with errors.
        let Some((before, rest)) = line.split_once('(') else { continue };
        if !before.is_empty() && !before.starts_with(' ') {
            continue;
        }
        let Some((name, place)) = rest.split_once(" [") else { continue };
        let name = match name {
            _ if name == "ERROR" || name.starts_with("MISSING") => {
                tree.errors += 1;
                "ERROR"
            }
            "other_column" => "column",
            "section_begin" | "section_end" | "entry" | "header" | "column" | "row" | "cell" | "loose_line"
            | "directive" | "requirement" | "comment" => name,
            _ => continue,
        };
        let Some(line) = place.split(',').next().and_then(|it| it.parse().ok()) else { continue };
        // The root of the other grammar has the same name as the node of this one.
        if name == "requirement" && before.is_empty() {
            continue;
        }
        tree.nodes.push((name.to_owned(), line));
    }
    for tree in &mut trees {
        tree.nodes.sort_unstable();
    }
    trees
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_node_is_found_also_if_there_is_an_equal_one() {
        let list = |lines: &[usize]| lines.iter().map(|&it| ("cell".to_owned(), it)).collect::<Vec<_>>();
        assert_eq!(missing(&list(&[1, 1, 2, 3]), &list(&[1, 3, 4])), list(&[1, 2]));
    }

    #[test]
    fn the_output_of_tree_sitter_is_read() {
        let output = "(source_file [0, 0] - [3, 0]\n  (entry [0, 0] - [0, 5]\n    key: (other_key [0, 0] - [0, 1]))\n  \
                      (ERROR [1, 0] - [1, 2]))\na.txt\tParse: 0.1 ms\t(ERROR [1, 0] - [1, 2])\n(source_file [0, 0] - [0, 0])\n";
        let first = Tree { errors: 1, nodes: vec![("ERROR".to_owned(), 1), ("entry".to_owned(), 0)] };
        assert_eq!(trees(output), [first, Tree::default()]);
    }
}
