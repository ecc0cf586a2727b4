//! `submit-check`: checks a `bsub` command given by hand, for wrappers of `bsub` and esub programs.

use std::path::Path;
use std::process::ExitCode;

use crate::arguments::{Check, SubmitCheck};
use crate::commands::{check, common};
use crate::output::{Failure, Terminal};

/// The name under which the command is checked, and the one in findings.
const NAME: &str = "bsub.sh";
const SHOWN: &str = "<arg>";
/// The end of the here-document with the script of `--script`.
const END: &str = "end of the script of lsflint";

pub(crate) fn run(arguments: SubmitCheck, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let SubmitCheck { command, script, mut reading, at, selecting, user, output_format, fail_on } = arguments;
    let text = text(command, script.as_deref())?;
    if reading.cluster.is_none() {
        reading.cluster = common::environment();
    }
    let arguments = Check {
        paths: Vec::new(),
        reading,
        at,
        selecting,
        fixing: Default::default(),
        adopting: Default::default(),
        showing: Default::default(),
        output_format,
        output_file: None,
        report: Vec::new(),
        fail_on,
        max_findings: None,
        statistics: false,
        stdin_filename: None,
        jobs: None,
        user,
    };
    check::run_text(arguments, check::Text { name: NAME.into(), shown: SHOWN, text }, terminal)
}

/// The command as a line of a script, with the script that it reads.
fn text(command: Vec<String>, script: Option<&Path>) -> Result<String, Failure> {
    let words = match command.first().map(|it| it.rsplit('/').next().unwrap_or_default()) {
        Some("bsub") => &command[1..],
        Some(option) if option.starts_with('-') => &command[..],
        first => {
            let first = first.unwrap_or_default();
            return Err(Failure::new(format!("`submit-check` requires a `bsub` command after `--`; found `{first}`")));
        }
    };
    let mut line = "bsub".to_owned();
    for word in words {
        line.push(' ');
        line.push_str(&quoted(word));
    }
    match script {
        None => Ok(line + "\n"),
        Some(path) => {
            let shown = path.to_string_lossy();
            let script = lsflint_project::read_file(path, &shown).map_err(Failure::new)?.text;
            Ok(format!("{line} <<'{END}'\n{}\n{END}\n", script.trim_end_matches('\n')))
        }
    }
}

/// A word with the quotes that it needs in a shell.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./,:=+@%".contains(it);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_like_in_a_shell() {
        let words = ["bsub", "-R", "rusage[mem=4] span[hosts=1]", "-J", "it's", "", "./job"];
        let line = text(words.map(str::to_owned).to_vec(), None).unwrap_or_default();
        assert_eq!(line, "bsub -R 'rusage[mem=4] span[hosts=1]' -J 'it'\\''s' '' ./job\n");
        let options = text(vec!["-q".to_owned(), "night".to_owned()], None).unwrap_or_default();
        assert_eq!(options, "bsub -q night\n");
        assert!(text(vec!["qsub".to_owned()], None).is_err());
    }
}
