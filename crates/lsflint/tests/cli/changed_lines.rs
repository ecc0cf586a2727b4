//! `check --since`, `check --staged`, in git repositories of their own.

use std::path::Path;
use std::process::Command;

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint};

/// Runs git somewhere, without anybody's configuration. `None`: there is no git.
fn git_in(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"])
        .args(arguments);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "XDG_CONFIG_HOME"] {
        command.env_remove(name);
    }
    command.env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "somebody").env(format!("GIT_{role}_EMAIL"), "somebody@example.com");
    }
    let output = command.output().ok()?;
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A repository.
pub(crate) struct Site(pub(crate) Scratch);

impl Site {
    /// With files, all of them in its first commit. `None`, and a message: there is no git.
    pub(crate) fn new(files: &[(&str, &str)]) -> Option<Site> {
        let site = Site(Scratch::with(files));
        if git_in(&site.0.path(), &["init", "-q"]).is_none() {
            eprintln!("skipped: there is no git");
            return None;
        }
        if !files.is_empty() {
            site.commit();
        }
        Some(site)
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git_in(&self.0.path(), arguments).expect("git was there before")
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--no-verify", "-m", "x"]);
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    /// What is reported, one finding per line.
    #[track_caller]
    fn check(&self, arguments: &[&str], expected: &[&str]) {
        let mut all = vec!["check", "--output-format=concise", "--fail-on=never"];
        all.extend(arguments);
        let output = lsflint(&self.0, &all).assert().success().get_output().clone();
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        let found: Vec<String> = found.lines().map(|it| it.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(found, expected, "{arguments:?}");
    }

    fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.path().join(name)).expect("a file of ours");
    }
}

/// A queue with a value LSF does not take and one name twice.
fn queue(name: &str, lines: &str) -> String {
    format!("Begin Queue\nQUEUE_NAME = {name}\nDESCRIPTION = x\n{lines}End Queue\n")
}

const TWICE: &str = "PRIORITY = 30\nPRIORITY = 40\n";
const P: &str = "--select=P003,F104,P101";

#[test]
fn nothing_changed() {
    let Some(site) = Site::new(&[("conf/lsb.queues", TWO_FINDINGS)]) else { return };
    lsflint(&site.0, &["check", SELECT, "--since", "HEAD"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
No findings in 1 file; not shown: 2 that existed before the change.

"#]])
        .stderr_eq(str![[""]]);
    lsflint(&site.0, &["check", SELECT, "--staged"]).assert().success();
}

#[test]
fn findings_on_changed_lines_and_new_ones() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", TWICE))]) else { return };
    site.write("lsb.queues", &format!("# moved\n\n{}{}", queue("a", TWICE), queue("b", TWICE)));
    site.check(&[P, "--since", "HEAD"], &["lsb.queues:13:1: P003"]);
    // An old finding on a line that changed.
    site.write("lsb.queues", &queue("a", &TWICE.replace("40", "50")));
    site.check(&[P, "--since", "HEAD"], &["lsb.queues:5:1: P003"]);
    // A line that is gone brings a finding on a line that is as it was.
    site.write("lsb.queues", &queue("a", TWICE).replace("End Queue\n", "NICE = x\nEnd Queues\n"));
    site.commit();
    site.write("lsb.queues", &queue("a", TWICE).replace("End Queue\n", "End Queues\n"));
    site.check(&[P, "--since", "HEAD"], &[]);
}

#[test]
fn lines_that_were_formatted_are_not_changed() {
    let untidy = queue("a", TWICE).replace(" = ", "=").replace("NICE", "   NICE").replace('\n', "  \r\n");
    let Some(site) = Site::new(&[("lsb.queues", &untidy)]) else { return };
    site.check(&[P], &["lsb.queues:5:1: P003"]);
    lsflint(&site.0, &["fmt", "--quiet"]).assert().success();
    let formatted = std::fs::read_to_string(site.0.path().join("lsb.queues")).expect("a file of ours");
    assert_ne!(formatted, untidy);
    // An editor may also change the line ends.
    site.write("lsb.queues", &formatted.replace("\r\n", "\n"));
    site.commit();
    site.check(&[P, "--since", "HEAD~1"], &[]);
    // A word on the line changes it.
    site.write("lsb.queues", &formatted.replace("40", "50"));
    site.check(&[P, "--since", "HEAD~1"], &["lsb.queues:5:1: P003"]);
    site.git(&["add", "-A"]);
    site.check(&[P, "--staged"], &["lsb.queues:5:1: P003"]);
}

#[test]
fn a_change_that_breaks_another_file_is_seen() {
    let Some(site) = Site::new(&MINI_CLUSTER) else { return };
    site.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
    site.write("lsb.queues", &format!("{}HOSTS = h1\nEnd Queue\n", MINI_CLUSTER[3].1.trim_end_matches("End Queue\n")));
    site.commit();
    site.check(&["--since", "HEAD"], &[]);
    site.write("lsf.cluster.mini", &MINI_CLUSTER[2].1.replace("\nh1 ", "\nh2 "));
    site.check(&["--since", "HEAD"], &["lsb.queues:5:9: X101"]);
    site.check(&["--since", "HEAD", "lsb.queues"], &["lsb.queues:5:9: X101"]);
    site.check(&["--staged"], &[]);
    site.git(&["add", "-A"]);
    site.check(&["--staged"], &["lsb.queues:5:9: X101"]);
    site.commit();
    site.check(&["--since", "HEAD"], &[]);
    site.check(&["--since", "HEAD~1"], &["lsb.queues:5:9: X101"]);
}

#[test]
fn changes_begin_at_the_merge_base() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", ""))]) else { return };
    site.git(&["checkout", "-q", "-b", "work"]);
    site.write("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Users\n");
    site.commit();
    site.git(&["checkout", "-q", "main"]);
    site.write("lsb.queues", CLEAN);
    site.commit();
    site.git(&["checkout", "-q", "work"]);
    site.write("lsb.queues", &queue("a", "NICE = x\n"));
    site.check(&[P, "--since", "main"], &["lsb.queues:4:8: P101", "lsb.users:4:5: F104"]);
    site.git(&["checkout", "-q", "lsb.queues"]);
    site.check(&[P, "--since", "main"], &["lsb.users:4:5: F104"]);
}

#[test]
fn new_renamed_and_deleted_files() {
    let Some(site) = Site::new(&[("a/lsb.queues", TWO_FINDINGS), ("b/lsb.queues", TWO_FINDINGS)]) else { return };
    site.git(&["mv", "a", "c"]);
    site.write("d/lsb.queues", TWO_FINDINGS);
    site.remove("b/lsb.queues");
    site.check(&[SELECT, "--since", "HEAD"], &["d/lsb.queues:4:1: P003", "d/lsb.queues:6:5: F104"]);
    site.check(&[SELECT, "--since", "HEAD", "c"], &[]);
    site.check(&[SELECT, "--staged"], &[]);
    site.write("c/lsb.queues", &TWO_FINDINGS.replace("40", "50"));
    site.git(&["add", "-A"]);
    site.check(&[SELECT, "--staged", "c"], &["c/lsb.queues:4:1: P003"]);
}

#[test]
fn a_deleted_file_can_break_another_one() {
    let queues = queue("a", "USERS = g\n");
    let users = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\ng (a b)\nEnd UserGroup\n";
    let group = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nh (g)\nEnd UserGroup\n";
    let Some(site) = Site::new(&[("lsb.queues", &queues), ("lsb.users", users)]) else { return };
    site.write("lsb.users", group);
    site.git(&["add", "-A"]);
    let changed = lsflint(&site.0, &["check", "--staged", "--output-format=concise", "--fail-on=never"]);
    let output = changed.assert().success().get_output().clone();
    let all = lsflint(&site.0, &["check", "--output-format=concise", "--fail-on=never"]).assert().get_output().clone();
    assert!(output.stdout.len() <= all.stdout.len());
    site.remove("lsb.users");
    lsflint(&site.0, &["check", "--since", "HEAD", "--fail-on=never"]).assert().success();
}

#[test]
fn staged_text_is_checked_instead_of_the_file_on_disk() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", "")), ("lsb.users", "")]) else { return };
    site.write("lsb.queues", &queue("a", TWICE));
    site.git(&["add", "-A"]);
    site.write("lsb.queues", &queue("a", "NICE = x\n"));
    site.check(&[P, "--staged"], &["lsb.queues:5:1: P003"]);
    site.check(&[P, "--since", "HEAD"], &["lsb.queues:4:8: P101"]);
    // Not staged at all, deleted on the disk, and not known to git.
    site.git(&["commit", "-q", "-m", "x"]);
    site.check(&[P, "--staged"], &[]);
    site.write("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Users\n");
    site.git(&["add", "lsb.users"]);
    site.remove("lsb.users");
    site.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\na 1\nEnd Hosts\n");
    site.check(&[P, "--staged"], &["lsb.users:4:5: F104"]);
}

#[test]
fn job_scripts() {
    let Some(site) = Site::new(&[("conf/lsb.queues", CLEAN), ("conf/lsf.conf", ""), ("job.sh", "#BSUB -q nosuch\n")])
    else {
        return;
    };
    let check = |since: &[&str], expected: &[&str]| {
        let mut arguments = vec!["--select=J101", "job.sh"];
        arguments.extend(since);
        site.check(&arguments, expected);
    };
    check(&["--since", "HEAD"], &[]);
    site.write("job.sh", "# x\n#BSUB -q nosuch\nbsub -q other job\n");
    check(&["--since", "HEAD"], &["job.sh:3:9: J101"]);
    check(&["--staged"], &[]);
    site.git(&["add", "-A"]);
    site.write("job.sh", "");
    check(&["--staged"], &["job.sh:3:9: J101"]);
    // A queue that is gone breaks a script that is as it was.
    site.write("job.sh", "#BSUB -q night\n");
    site.commit();
    site.write("conf/lsb.queues", &CLEAN.replace("night", "day"));
    check(&["--since", "HEAD"], &["job.sh:1:10: J101"]);
}

#[test]
fn before_the_first_commit() {
    let Some(site) = Site::new(&[]) else { return };
    site.write("lsb.queues", TWO_FINDINGS);
    site.check(&[SELECT, "--staged"], &[]);
    site.git(&["add", "-A"]);
    site.check(&[SELECT, "--staged"], &["lsb.queues:4:1: P003", "lsb.queues:6:5: F104"]);
    lsflint(&site.0, &["check", "--since", "HEAD"]).assert().code(2);
}

#[test]
fn paths_with_spaces_and_non_ascii_letters() {
    let name = "con f/ä\"ß/lsb.queues";
    let Some(site) = Site::new(&[(name, &queue("a", ""))]) else { return };
    site.write(name, &queue("a", TWICE));
    site.write("neu ö/lsb.queues", &queue("a", TWICE));
    let count = |arguments: &[&str]| {
        let mut all = vec!["check", "--output-format=concise", P, "--fail-on=never"];
        all.extend(arguments);
        let output = lsflint(&site.0, &all).assert().success().get_output().clone();
        output.stdout.iter().filter(|it| **it == b'\n').count()
    };
    assert_eq!(count(&["--since", "HEAD"]), 2);
    site.git(&["add", "-A"]);
    assert_eq!(count(&["--staged"]), 2);
    site.commit();
    assert_eq!(count(&["--since", "HEAD"]), 0);
}

#[test]
fn folders_inside_the_repository_and_elsewhere() {
    let Some(site) = Site::new(&[("conf/lsb.queues", &queue("a", ""))]) else { return };
    site.write("conf/lsb.queues", &queue("a", TWICE));
    lsflint(&site.0, &["check", P, "--since", "HEAD", "--fail-on=warning"])
        .current_dir(site.0.path().join("conf"))
        .assert()
        .code(1);
    let other = Scratch::new();
    let conf = site.0.path().join("conf").to_string_lossy().into_owned();
    lsflint(&other, &["check", P, "--since", "HEAD", "--fail-on=warning", &conf]).assert().code(1);
    lsflint(&site.0, &["check", "--since", "HEAD", "conf", &other.path().to_string_lossy()])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: `[..]` is outside of the git repository `.`; check one repository at a time

"#]]);
}

#[cfg(unix)]
#[test]
fn a_repository_behind_a_symbolic_link() {
    let Some(site) = Site::new(&[("conf/lsb.queues", &queue("a", "")), ("real/lsb.users", "")]) else { return };
    let other = Scratch::new();
    std::os::unix::fs::symlink(site.0.path(), other.path().join("link")).expect("a link");
    std::os::unix::fs::symlink("../real/lsb.users", site.0.path().join("conf/lsb.users")).expect("a link");
    site.commit();
    site.write("conf/lsb.queues", &queue("a", TWICE));
    site.write("real/lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Users\n");
    let output =
        lsflint(&other, &["check", P, "--since", "HEAD", "--fail-on=never", "--output-format=concise", "link/conf"])
            .assert()
            .success()
            .get_output()
            .clone();
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn a_working_tree_of_its_own_and_the_environment_of_a_hook() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", ""))]) else { return };
    site.git(&["worktree", "add", "-q", "-b", "work", "../tree"]);
    let tree = site.0.path().join("../tree").canonicalize().expect("git made it");
    std::fs::write(tree.join("lsb.queues"), queue("a", TWICE)).expect("a file");
    git_in(&tree, &["add", "-A"]);
    let check = |folder: &Path| lsflint(&site.0, &["check", P, "--staged", "--fail-on=warning"]).current_dir(folder);
    check(&tree).assert().code(1);
    check(&site.0.path()).assert().success();
    // As git runs a hook: where the repository is, and the index of the commit that is being made.
    let folder = git_in(&tree, &["rev-parse", "--absolute-git-dir"]).expect("git is there");
    let folder = Path::new(folder.trim_end());
    check(&tree).env("GIT_DIR", folder).env("GIT_INDEX_FILE", folder.join("index")).assert().code(1);
    let partial = folder.join("next-index-1.lock");
    std::fs::copy(folder.join("index"), &partial).expect("a file");
    git_in(&tree, &["reset", "-q"]);
    check(&tree).assert().success();
    check(&tree).env("GIT_DIR", folder).env("GIT_INDEX_FILE", &partial).assert().code(1);
    site.write("lsb.queues", &queue("a", TWICE));
    site.git(&["add", "-A"]);
    check(&site.0.path()).env("GIT_DIR", ".git").env("GIT_INDEX_FILE", ".git/index").assert().code(1);
    // The index of another repository has no say here.
    check(&site.0.path()).env("GIT_INDEX_FILE", &partial).assert().code(1);
}

#[test]
fn a_hook_of_git_itself() {
    let Some(site) = Site::new(&[("conf/lsb.queues", &queue("a", ""))]) else { return };
    let binary = snapbox::cmd::cargo_bin!("lsflint").to_string_lossy().into_owned();
    let hook = format!("#!/bin/sh\ncd conf && exec '{binary}' check {P} --staged --fail-on warning -q >../found\n");
    site.write(".git/hooks/pre-commit", &hook);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = site.0.path().join(".git/hooks/pre-commit");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("our own file");
    }
    site.write("conf/lsb.queues", &queue("a", TWICE));
    let mut commit = Command::new("git");
    commit.current_dir(site.0.path()).args([
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.com",
        "commit",
        "-q",
        "-a",
        "-m",
        "x",
    ]);
    assert!(!commit.output().expect("git is there").status.success(), "the commit brings a finding");
    site.write("conf/lsb.queues", &queue("b", ""));
    let output = commit.output().expect("git is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn submodules() {
    let Some(module) = Site::new(&[("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Users\n")]) else { return };
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", ""))]) else { return };
    site.git(&["submodule", "--quiet", "add", &module.0.path().to_string_lossy(), "module"]);
    site.commit();
    site.write("module/lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nb 1\nEnd Users\n");
    lsflint(&site.0, &["check", P, "--since", "HEAD"]).assert().success().stderr_eq(str![[r#"
`[..]module` is a separate git repository; its changes are not checked

"#]]);
    // Inside it is a repository like any other.
    lsflint(&site.0, &["check", P, "--since", "HEAD", "--fail-on=error"])
        .current_dir(site.0.path().join("module"))
        .assert()
        .success();
    std::fs::write(site.0.path().join("module/lsb.users"), "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd Userz\n")
        .expect("a file");
    lsflint(&site.0, &["check", P, "--since", "HEAD"]).current_dir(site.0.path().join("module")).assert().code(1);
}

#[test]
fn nothing_is_written_into_the_repository() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", "")), ("lsb.users", "")]) else { return };
    site.write("lsb.queues", &queue("a", TWICE));
    site.git(&["add", "-A"]);
    site.write("lsb.users", "# x\n");
    let state = || {
        let below = lsflint_test_support::files_below(&site.0.path().join(".git"));
        let index = std::fs::metadata(site.0.path().join(".git/index")).expect("an index");
        (below, index.modified().expect("a time"))
    };
    let before = state();
    site.check(&[P, "--staged"], &["lsb.queues:5:1: P003"]);
    site.check(&[P, "--since", "HEAD"], &["lsb.queues:5:1: P003"]);
    assert!(state() == before, "git wrote something");
}

#[test]
fn a_changed_configuration_of_lsflint_makes_nothing_new() {
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS), ("lsflint.toml", "select = [\"P101\"]\n")]) else {
        return;
    };
    site.write("lsflint.toml", "select = [\"F104\"]\n");
    site.check(&["--since", "HEAD"], &[]);
    site.check(&[], &["lsb.queues:6:5: F104"]);
}

#[test]
fn with_a_baseline_and_with_suppressions() {
    let Some(site) = Site::new(&[("lsb.queues", &queue("a", TWICE))]) else { return };
    lsflint(&site.0, &["check", P, "--write-baseline", "known.toml"]).assert().success();
    site.write("lsb.queues", &queue("a", &format!("{TWICE}NICE = x\n")).replace("40", "50"));
    site.check(&[P, "--since", "HEAD"], &["lsb.queues:5:1: P003", "lsb.queues:6:8: P101"]);
    site.check(&[P, "--since", "HEAD", "--baseline", "known.toml"], &["lsb.queues:6:8: P101"]);
    lsflint(&site.0, &["check", P, "--since", "HEAD", "--baseline", "known.toml", "--add-suppressions"])
        .assert()
        .success();
    let text = std::fs::read_to_string(site.0.path().join("lsb.queues")).expect("a file");
    assert!(text.contains("ignore[P101]") && !text.contains("P003"), "{text}");
}

#[test]
fn what_git_cannot_answer() {
    let Some(site) = Site::new(&[("lsb.queues", TWO_FINDINGS)]) else { return };
    let fails = |arguments: &[&str], expected: snapbox::data::Inline| {
        lsflint(&site.0, arguments).assert().code(2).stdout_eq(str![[""]]).stderr_eq(expected);
    };
    fails(
        &["check", "--since", "nowhere"],
        str![[r#"
error: unknown commit `nowhere` in `.`; if the clone is shallow, run `git fetch --unshallow`

"#]],
    );
    fails(
        &["check", "--since=--output=x"],
        str![[r#"
error: unknown commit `--output=x` in `.`; if the clone is shallow, run `git fetch --unshallow`

"#]],
    );
    let outside = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&outside, &["check", "--staged"])
        .env("GIT_CEILING_DIRECTORIES", outside.path())
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error: `.` is not in a git repository

"#]]);
    lsflint(&site.0, &["check", "--staged"]).env("PATH", "").assert().code(2).stderr_eq(str![[r#"
error: git was not found; install it or add it to the PATH

"#]]);
    for other in ["--fix", "--diff", "--add-suppressions", "--since=HEAD", "--write-baseline=x"] {
        lsflint(&site.0, &["check", "--staged", other]).assert().code(2);
    }
}

#[test]
fn plans_of_commits_and_of_the_index() {
    let Some(site) = Site::new(&MINI_CLUSTER) else { return };
    let (name, text) = MINI_CLUSTER.iter().find(|it| it.0.ends_with("lsb.queues")).expect("there is one");
    site.write(name, &text.replacen("PRIORITY", "UJOB_LIMIT = 5\nPRIORITY", 1));
    let plan = |option: &[&str]| {
        let output = lsflint(&site.0, &[&["plan"], option].concat()).output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(
        plan(&["--since", "HEAD"]).contains("UJOB_LIMIT unlimited (default) to 5"),
        "{}",
        plan(&["--since", "HEAD"])
    );
    assert_eq!(plan(&["--staged"]), "nothing changes in meaning\n");
    site.git(&["add", "-A"]);
    assert_eq!(plan(&["--staged"]), plan(&["--since", "HEAD"]));
}

#[test]
fn the_page_names_the_commit() {
    let Some(site) = Site::new(&[("conf/lsb.queues", CLEAN)]) else { return };
    let page = || {
        let arguments = ["check", "--output-format=html", SELECT, "conf"];
        let output = lsflint(&site.0, &arguments).env("SOURCE_DATE_EPOCH", "0").assert().success().get_output().clone();
        String::from_utf8(output.stdout).expect("our output is UTF-8")
    };
    let commit = site.git(&["rev-parse", "--short", "HEAD"]);
    let expected = format!("commit <code>{}</code>, <time datetime=\"1970-01-01\">", commit.trim());
    assert!(page().contains(&expected), "{expected}");
    site.git(&["tag", "v7"]);
    assert!(page().contains("commit <code>v7</code>"));
}
