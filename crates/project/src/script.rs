//! Recognizes job scripts and finds the clusters they are checked in.
//!
//! A job script is a member of a plan like an LSF file, but it is not part of a cluster: it defines nothing and is not
//! formatted. A script given on the command line is always checked; in directories, those that `job-scripts` of
//! lsflint.toml matches are, or else those with `#BSUB` in their first lines. A script is checked in the cluster of `--cluster`, else in the nearest one around it (a
//! parent directory or `conf` in one), else in that of the current directory, else without a cluster.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ignore::DirEntry;
use lsflint_syntax::script::Script;

use crate::group::LEVELS;
use crate::kind;

/// How many lines of a file are looked at for `#BSUB`.
const FIRST_LINES: usize = 50;

/// How many bytes of a file are read for that.
const FIRST_BYTES: u64 = 4096;

/// The size in bytes above which a file is not a script.
const LARGEST: u64 = 1 << 20;

/// Files of LSF that a shell reads.
const NOT_JOBS: [&str; 2] = ["profile.lsf", "cshrc.lsf"];

/// File name endings of documents and data, which may quote a job script.
const DOCUMENTS: [&str; 22] = [
    "adoc", "csv", "diff", "htm", "html", "ipynb", "json", "log", "markdown", "md", "org", "patch", "pdf", "rs", "rst",
    "svg", "tex", "toml", "txt", "xml", "yaml", "yml",
];

/// File name endings of shell scripts and of job scripts.
const ENDINGS: [&str; 7] = ["sh", "bash", "ksh", "zsh", "bsub", "lsf", "job"];

/// Whether a file that was found in a directory is a script with `#BSUB` in its first lines. Only the beginning of a file
/// is read.
pub(crate) fn has_directives(entry: &DirEntry) -> bool {
    let Some(name) = entry.file_name().to_str() else { return false };
    let ending = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_other = NOT_JOBS.contains(&name)
        || DOCUMENTS.iter().any(|it| it.eq_ignore_ascii_case(ending))
        || kind::by_name(name).is_some()
        || kind::is_backup(name);
    if is_other || !entry.metadata().is_ok_and(|it| (1..=LARGEST).contains(&it.len())) {
        return false;
    }
    let mut start = Vec::new();
    let read = File::open(entry.path()).and_then(|file| file.take(FIRST_BYTES).read_to_end(&mut start));
    read.is_ok() && begins_with_directive(&start)
}

/// Whether one of the first lines is a `#BSUB` line.
fn begins_with_directive(start: &[u8]) -> bool {
    if start.contains(&0) {
        return false;
    }
    let text = String::from_utf8_lossy(start);
    text.lines().take(FIRST_LINES).any(Script::has_directive)
}

/// The subdirectories of a directory that may be its configuration directory.
pub(crate) const CONFIGURATION: [&str; 2] = ["", "conf"];

/// Whether the file name is that of a script.
pub(crate) fn is_named_like_script(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str);
    ending.is_some_and(|it| ENDINGS.iter().any(|known| it.eq_ignore_ascii_case(known)))
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
    fn directives_are_looked_for_in_the_first_lines() {
        assert!(begins_with_directive(b"#!/bin/sh\n#BSUB -q night\n"));
        assert!(!begins_with_directive(b"#!/bin/sh\necho '#BSUB'\n"));
        assert!(!begins_with_directive(b"\0#BSUB -q night\n#BSUB\n"));
        let late = format!("{}#BSUB -q night\n", "#\n".repeat(FIRST_LINES));
        assert!(!begins_with_directive(late.as_bytes()));
        assert!(begins_with_directive(&late.as_bytes()[2..]));
    }

    #[test]
    fn the_nearest_configuration_counts() {
        let folders: Vec<PathBuf> = possible_clusters(Path::new("/a/b/job.sh")).collect();
        let expected = ["/a/b/", "/a/b/conf", "/a/", "/a/conf", "/", "/conf"];
        assert_eq!(folders, expected.map(PathBuf::from));
    }
}
