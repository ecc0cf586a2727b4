//! Whole commands: what people type, what they get, and the exit code.
//!
//! `SNAPSHOTS=overwrite cargo test -p lsflint` rewrites the expectations.

mod answers;
mod aps;
mod at;
mod bad_input;
mod baseline;
mod calendar;
mod changed_lines;
mod check;
mod compare;
mod config;
mod connector;
mod consequences;
mod elim;
mod explain;
mod fix;
mod fmt;
mod fmt_keeps;
mod formats;
mod help;
mod hostile_repository;
mod hosts;
mod html;
mod job_answers;
mod jobs;
mod merge;
mod other;
mod plan;
mod policy;
mod reports;
mod resreq;
mod robust;
mod schemas;
mod show;
mod suppressions;
mod upgrade;
mod version;

use lsflint_test_support::Scratch;
use snapbox::cmd::{Command, cargo_bin};

/// A file with one warning and one error of rules that will not change.
pub(crate) const TWO_FINDINGS: &str =
    "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nPRIORITY = 40\nDESCRIPTION = x\nEnd Queues\n";

/// A file without findings.
pub(crate) const CLEAN: &str = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nDESCRIPTION = x\nEnd Queue\n";

/// Only the rules that [`TWO_FINDINGS`] is about, so that new rules change no test of the frame.
pub(crate) const SELECT: &str = "--select=P003,F104";

/// The command in a folder, with an environment that says nothing.
pub(crate) fn lsflint(scratch: &Scratch, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("lsflint")).current_dir(scratch.path()).args(arguments);
    let forges = ["CI", "GITHUB_WORKSPACE", "CI_PROJECT_DIR", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"];
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LC_ALL", "RUST_BACKTRACE"].into_iter().chain(forges) {
        command = command.env_remove(name);
    }
    command
}

/// The stdout of a command that ends with an exit code.
pub(crate) fn stdout(scratch: &Scratch, arguments: &[&str], code: i32) -> String {
    let output = lsflint(scratch, arguments).assert().code(code).get_output().clone();
    String::from_utf8(output.stdout).expect("our output is UTF-8")
}
