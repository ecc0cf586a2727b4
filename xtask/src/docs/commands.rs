//! The page about the command line: the output of `--help` of each command.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::Site;
use super::markdown::anchor;
use crate::process::cargo;

pub(super) fn write(root: &Path, site: &mut Site) -> anyhow::Result<()> {
    let binary = match std::env::var_os("LSFLINT_BINARY") {
        Some(path) => PathBuf::from(path),
        None => {
            cargo(root, &["build", "--quiet", "--package", "lsflint"])?;
            let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
            root.join(target).join("debug").join(format!("lsflint{}", std::env::consts::EXE_SUFFIX))
        }
    };
    let mut page = String::from(
        "# Command line\n\nThe output of `lsflint --help` and `lsflint COMMAND --help`. `lsflint man` prints the \
         manual page, `lsflint completions SHELL` prints shell completions.\n",
    );
    command(&binary, &mut Vec::new(), &mut page)?;
    site.page("reference/commands.md", &page)
}

/// Describes a command and its subcommands.
fn command(binary: &Path, path: &mut Vec<String>, page: &mut String) -> anyhow::Result<()> {
    let help = help(binary, path)?;
    let mut name = vec!["lsflint"];
    name.extend(path.iter().map(String::as_str));
    let level = if path.len() > 1 { "###" } else { "##" };
    let id = anchor(&name);
    let _ = writeln!(page, "\n{level} {} {{ #{id} }}\n\n```text\n{}\n```", name.join(" "), help.trim_end());
    for below in subcommands(&help) {
        path.push(below);
        command(binary, path, page)?;
        path.pop();
    }
    Ok(())
}

fn help(binary: &Path, path: &[String]) -> anyhow::Result<String> {
    let mut command = Command::new(binary);
    command.args(path).arg("--help").env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
    let output = command.output().with_context(|| format!("cannot start {}", binary.display()))?;
    if !output.status.success() {
        bail!("{command:?} failed with {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The names below `Commands:`.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|it| *it != "Commands:").skip(1).take_while(|it| !it.is_empty());
    let names = lines.filter_map(|it| it.strip_prefix("  ")).filter(|it| !it.starts_with(' '));
    names.filter_map(|it| it.split_whitespace().next()).filter(|it| *it != "help").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_the_help() {
        let help = "Does\n\nCommands:\n  check  Check\n         more\n  fmt    Format\n  help   Print\n\nOptions:\n  -h  Print\n";
        assert_eq!(subcommands(help), ["check", "fmt"]);
        assert_eq!(subcommands("Does\n\nOptions:\n  -h\n"), [""; 0]);
    }
}
