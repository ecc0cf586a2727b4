//! Recognizes job scripts and finds the clusters they are checked in.
//!
//! A job script is a member of a plan like an LSF file, but it is not part of a cluster: it defines nothing and is not
//! formatted. A script given on the command line is always checked; in directories, those that `job-scripts` of
//! lsflint.toml matches are, or without that setting those with a `#BSUB` line near their start. An editor buffer is a
//! job script if it has `#BSUB` lines or calls of LSF commands. A script is checked in the cluster of `--cluster`, else
//! in the nearest one around it (a parent directory or `conf` in one), else in that of the current directory, else in
//! that of LSF_ENVDIR, else without a cluster.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use lsflint_model::job::JobScript;
use lsflint_spec::{JOB_COMMANDS, NOT_READ};
use lsflint_syntax::script::Script;

use crate::disk::Disk;
use crate::group::LEVELS;
use crate::kind::{self, MemberKind};
use crate::paths::name_of;
use crate::read::Decoded;

/// File name endings of shell scripts and of job scripts.
pub const SCRIPT_ENDINGS: [&str; 7] = ["sh", "bash", "ksh", "zsh", "bsub", "lsf", "job"];

/// The subdirectories of a directory that may be its configuration directory.
pub(crate) const CONFIGURATION: [&str; 2] = ["", "conf"];

/// Whether the file name is that of a script.
pub(crate) fn is_named_like_script(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str);
    ending.is_some_and(|it| SCRIPT_ENDINGS.iter().any(|known| it.eq_ignore_ascii_case(known)))
}

/// Whether a file of this name that is met in a directory may be a script: it has the name of one, or no ending.
pub(crate) fn may_be_script(name: &str) -> bool {
    is_named_like_script(name) || !name.contains('.')
}

/// Whether a file is a configuration with a command line of `bsub`, such as those of Snakemake and Cromwell.
pub(crate) fn is_for_workflows(name: &str, text: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str);
    ending.is_some_and(|it| ["yaml", "yml", "json", "toml", "conf"].contains(&it)) && text.contains("bsub -")
}

/// How many bytes of a file that is met in a directory are searched for `#BSUB`.
const START: usize = 4096;

/// Whether a file that is met in a directory is a job script: a `#BSUB` line is near the start of its stand-in, else of
/// the file on the disk. A file without an ending must begin with `#!`, because documents may quote scripts.
pub(crate) fn is_met_script(path: &Path, stand_in: Option<Option<&Decoded>>, disk: &Disk) -> bool {
    let name = name_of(path);
    match stand_in {
        Some(None) => false,
        Some(Some(text)) => starts_as_script(&name, text.text.as_bytes()),
        // Opening a pipe would wait for a writer, so the type is checked first.
        None => disk.is_file(path) && disk.bytes(path, START as u64).is_ok_and(|it| starts_as_script(&name, &it)),
    }
}

/// Whether a text with this file name has a `#BSUB` line near its start, and is that of a script.
fn starts_as_script(name: &str, text: &[u8]) -> bool {
    let start = &text[..text.len().min(START)];
    if start.contains(&0) {
        return false;
    }
    let start = String::from_utf8_lossy(start);
    (start.starts_with("#!") || is_named_like_script(name)) && Script::has_directive(&start)
}

/// The kind of an editor buffer: an LSF file, or a script that calls LSF; `None` if it is neither. The rules are those
/// for files of the command line, except that a script without anything for LSF is none. A file that is met in a
/// directory stays a script in an editor, also if no call in it can be read.
pub(crate) fn kind_of_buffer(name: &str, text: &str) -> Option<MemberKind> {
    kind_of(name, text, || {
        let may_call = text.contains("#BSUB") || JOB_COMMANDS.iter().any(|it| text.contains(it.name));
        starts_as_script(name, text.as_bytes()) || may_call && !Script::parse_named(name, text).calls.is_empty()
    })
}

/// The kind of the buffer of a job script, and whether it is a script in the directories of `job-scripts`.
pub(crate) fn kind_of_script(name: &str, script: &JobScript) -> (Option<MemberKind>, bool) {
    let calls = || starts_as_script(name, script.text.as_bytes()) || !script.script.calls.is_empty();
    (kind_of(name, &script.text, calls), Script::is_one(&script.text))
}

fn kind_of(name: &str, text: &str, calls: impl FnOnce() -> bool) -> Option<MemberKind> {
    if NOT_READ.contains(&name) {
        return None;
    }
    match kind::recognise_named(name, text).ok()? {
        Some(recognised) => Some(MemberKind::File(recognised)),
        None if !Script::is_one(text) && !is_named_like_script(name) && !Script::is_other_language(name) => None,
        None => calls().then_some(MemberKind::Script),
    }
}

/// The directories that may be the configuration directory of the cluster around a script, nearest first.
pub(crate) fn possible_clusters(script: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = script.ancestors().skip(1).take(LEVELS + 1);
    folders.flat_map(|folder| CONFIGURATION.iter().map(|it| folder.join(it)))
}

#[cfg(test)]
mod tests {
    use lsflint_syntax::script::Script;

    use super::*;

    #[test]
    fn scripts_are_told_by_name_or_text() {
        for name in ["job.sh", "JOB.SH", "a.bsub", "b.lsf", "c.job", "run.bash"] {
            assert!(is_named_like_script(name), "{name}");
        }
        for name in ["job", "lsb.queues", "lsf.conf", "job.sh.txt", "sh"] {
            assert!(!is_named_like_script(name), "{name}");
        }
        assert!(Script::is_one("#!/usr/bin/perl\n") && Script::is_one("x\n  #BSUB -q a\n"));
        assert!(!Script::is_one("Begin Queue\n# BSUB\n"));
    }

    #[test]
    fn the_hook_of_pre_commit_has_the_endings() {
        let hooks = include_str!("../../../.pre-commit-hooks.yaml");
        let pattern = format!("files: &scripts \\.(?:{})$", SCRIPT_ENDINGS.join("|"));
        assert!(hooks.contains(&pattern), "{pattern}");
    }

    #[test]
    fn files_without_an_ending_may_be_scripts() {
        assert!(may_be_script("submit") && may_be_script("job.sh"));
        assert!(!may_be_script("notes.md") && !may_be_script(".profile"));
    }

    #[test]
    fn a_script_whose_calls_cannot_be_read_is_one_on_the_disk_and_in_an_editor() {
        let text = "(a job\n#BSUB -q short\n\"";
        assert!(Script::parse_named("job.sh", text).calls.is_empty());
        let mut disk = Disk::in_memory();
        disk.insert(PathBuf::from("/job.sh"), text.into());
        assert!(is_met_script(Path::new("/job.sh"), None, &disk));
        assert_eq!(kind_of_buffer("job.sh", text), Some(MemberKind::Script));
    }

    #[test]
    fn the_nearest_configuration_counts() {
        let folders: Vec<PathBuf> = possible_clusters(Path::new("/a/b/job.sh")).collect();
        let expected = ["/a/b/", "/a/b/conf", "/a/", "/a/conf", "/", "/conf"];
        assert_eq!(folders, expected.map(PathBuf::from));
    }
}
