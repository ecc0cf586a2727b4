//! Repositories of strangers: no program that their files or their git configuration name is run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::changed_lines::Site;
use crate::{CLEAN, TWO_FINDINGS, lsflint};

/// Commands that read a repository, with and without git.
const COMMANDS: [&[&str]; 10] = [
    &["check", "--fail-on=never", "--since=HEAD"],
    &["check", "--fail-on=never", "--staged"],
    &["check", "--fail-on=never", "--since=HEAD", "sub"],
    &["check", "--fail-on=never"],
    &["check", "--fail-on=never", "--output-format=html"],
    &["check", "--diff", "--fail-on=never"],
    &["fmt", "--diff"],
    &["plan", "--fail-on=never", "--since=HEAD"],
    &["plan", "--fail-on=never", "--staged"],
    &["plan", "--fail-on=never", "--since=HEAD", "--output-format=html"],
];

/// The marker that a program leaves, and the program.
fn program(site: &Site) -> (PathBuf, String) {
    let ran = site.0.path().join("ran");
    let text = format!("touch '{}'; cat", ran.display());
    (ran, text)
}

/// None of the commands runs the program.
#[track_caller]
fn nothing_runs(site: &Site, ran: &Path) {
    for arguments in COMMANDS {
        let output = lsflint(&site.0, arguments).output().expect("it runs");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(!ran.exists(), "{arguments:?}");
    }
}

/// Writes the files again: git compares a text with a new time of change, and one of which the length changed.
fn change(site: &Site, names: &[&str]) {
    for name in names {
        let text = std::fs::read_to_string(site.0.path().join(name)).expect("a file of ours");
        site.write(name, &format!("{text}# more\n"));
        site.write(&format!("sub/{name}"), &text);
    }
}

#[test]
fn no_program_of_the_repository_runs() {
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS), ("lsb.users", CLEAN), ("lsb.hosts", CLEAN)]) else {
        return;
    };
    let (ran, program) = program(&site);
    site.write(".gitattributes", "lsb.q* filter=e diff=e\nlsb.u* filter=a.b\nlsb.h* filter=r\n");
    for key in [
        "filter.e.process",
        "filter.e.clean",
        "filter.e.smudge",
        "filter.a.b.clean",
        "filter.r.clean",
        "diff.e.textconv",
        "diff.e.command",
        "diff.external",
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "core.askPass",
        "credential.helper",
        "gpg.program",
        "sequence.editor",
    ] {
        site.git(&["config", key, &program]);
    }
    site.git(&["config", "filter.r.required", "true"]);
    change(&site, &["lsb.queues", "lsb.users", "lsb.hosts"]);
    let now = Command::new("git").args(["diff", "--stat"]).current_dir(site.0.path()).output();
    assert!(now.is_ok() && ran.exists(), "the programs run where git is called as usual");
    std::fs::remove_file(&ran).expect("made by git");
    nothing_runs(&site, &ran);
}

/// The program as a hook, and names of commands of git as aliases.
#[cfg(unix)]
#[test]
fn no_hook_and_no_alias_runs() {
    use std::os::unix::fs::PermissionsExt;

    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS), ("lsb.users", CLEAN)]) else { return };
    let (ran, program) = program(&site);
    let folder = site.0.path().join("hooks");
    for hook in ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-commit"] {
        let name = format!("hooks/{hook}");
        site.write(&name, &format!("#!/bin/sh\n{program}\n"));
        let path = site.0.path().join(&name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("our own file");
    }
    site.git(&["config", "core.hooksPath", &folder.to_string_lossy()]);
    for command in ["cat-file", "config", "describe", "diff-files", "diff-index", "ls-files", "rev-parse", "merge-base"]
    {
        site.git(&["config", &format!("alias.{command}"), &format!("!{program}")]);
    }
    change(&site, &["lsb.queues", "lsb.users"]);
    site.git(&["update-index", "-q", "--refresh", "--really-refresh", "--add", "lsb.queues"]);
    assert!(ran.exists(), "the hooks run where git is called as usual");
    std::fs::remove_file(&ran).expect("made by git");
    nothing_runs(&site, &ran);
}

/// The configuration of a submodule is as foreign, and git starts in it to see whether its files changed.
#[test]
fn no_program_of_a_submodule_runs() {
    let Some(module) = Site::new(&[("lsb.users", CLEAN), (".gitattributes", "lsb.* filter=e\n")]) else { return };
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS)]) else { return };
    site.git(&["submodule", "--quiet", "add", &module.0.path().to_string_lossy(), "module"]);
    site.commit();
    let (ran, program) = program(&site);
    for key in ["filter.e.clean", "filter.e.process", "core.fsmonitor"] {
        site.git(&["-C", "module", "config", key, &program]);
    }
    site.write("module/lsb.users", &format!("{CLEAN}# more\n"));
    site.git(&["status", "--short"]);
    assert!(ran.exists(), "the programs run where git is called as usual");
    std::fs::remove_file(&ran).expect("made by git");
    change(&site, &["lsb.queues"]);
    nothing_runs(&site, &ran);
}

/// A missing object is not fetched: the address may name a program.
#[test]
fn no_missing_object_is_fetched() {
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS), ("lsb.users", CLEAN)]) else { return };
    let (ran, _) = program(&site);
    let object = site.git(&["rev-parse", "HEAD:lsb.queues"]);
    let (folder, name) = object.trim().split_at(2);
    std::fs::remove_file(site.0.path().join(".git/objects").join(folder).join(name)).expect("a loose object");
    for (key, value) in [
        ("remote.x.url", format!("ext::touch {}", ran.display()).as_str()),
        ("remote.x.promisor", "true"),
        ("remote.x.partialCloneFilter", "blob:none"),
        ("extensions.partialClone", "x"),
        ("core.repositoryFormatVersion", "1"),
        ("protocol.ext.allow", "always"),
    ] {
        site.git(&["config", key, value]);
    }
    change(&site, &["lsb.queues", "lsb.users"]);
    let fetched = Command::new("git").args(["cat-file", "-p", object.trim()]).current_dir(site.0.path()).output();
    assert!(fetched.is_ok());
    if std::fs::remove_file(&ran).is_err() {
        return eprintln!("skipped: this git fetches no missing objects with `ext::`");
    }
    for arguments in COMMANDS {
        lsflint(&site.0, arguments).output().expect("it runs");
        assert!(!ran.exists(), "{arguments:?}");
    }
}

/// `-c filter.NAME.clean=` cannot say it.
#[test]
fn a_filter_that_cannot_be_switched_off() {
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS), (".gitattributes", "lsb.* filter=a=b\n")]) else {
        return;
    };
    let (ran, program) = program(&site);
    site.git(&["config", "filter.a=b.clean", &program]);
    change(&site, &["lsb.queues"]);
    for arguments in [["check", "--since=HEAD"], ["check", "--staged"], ["plan", "--since=HEAD"]] {
        lsflint(&site.0, &arguments).assert().code(2).stderr_eq(
            "\
error: the filter `a=b` of `.` cannot be switched off
",
        );
        assert!(!ran.exists(), "{arguments:?}");
    }
}
