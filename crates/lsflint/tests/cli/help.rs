//! The help of every command, its examples, the manual and the completions.

use std::path::Path;

use lsflint_test_support::Scratch;
use snapbox::cmd::Command;

use crate::html::copy;
use crate::{CLEAN, lsflint, stdout};

/// A command and what `--help` says about it.
struct Help {
    /// `resreq check`; empty for the program.
    path: Vec<String>,
    text: String,
}

impl Help {
    /// Every command, from the top.
    fn all() -> Vec<Help> {
        let scratch = Scratch::new();
        let mut found = vec![Help::of(&scratch, &[])];
        let mut next = 0;
        while let Some(help) = found.get(next) {
            let below: Vec<Vec<String>> =
                help.commands().map(|it| help.path.iter().cloned().chain([it.to_owned()]).collect()).collect();
            found.extend(below.iter().map(|it| Help::of(&scratch, it)));
            next += 1;
        }
        found
    }

    fn of(scratch: &Scratch, path: &[String]) -> Help {
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        Help { path: path.to_vec(), text: stdout(scratch, &arguments, 0) }
    }

    fn name(&self) -> String {
        ["lsflint"].into_iter().chain(self.path.iter().map(String::as_str)).collect::<Vec<&str>>().join(" ")
    }

    /// The names below `Commands:`.
    fn commands(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().skip_while(|it| *it != "Commands:").skip(1).take_while(|it| !it.is_empty());
        let names = lines.filter_map(|it| it.strip_prefix("  ")).filter(|it| !it.starts_with(' '));
        names.filter_map(|it| it.split_whitespace().next()).filter(|it| *it != "help")
    }

    /// The lines below `Examples:`.
    fn examples(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip_while(|it| *it != "Examples:").skip(1).take_while(|it| !it.is_empty())
    }
}

#[test]
fn every_help_is_complete() {
    for help in Help::all() {
        let name = help.name();
        // An editor starts the server; nobody types it.
        assert!(help.path == ["server"] || help.examples().next().is_some(), "{name} has no examples");
        assert!(help.text.lines().all(|it| it.chars().count() <= 100), "{name} is too wide");
        for example in help.examples() {
            let whole = example.starts_with("  ") && example.contains("lsflint ");
            assert!(whole && !example.starts_with("   "), "{name}: `{example}` was wrapped");
        }
        let mut lines = help.text.lines();
        let about = lines.next().expect("a first line");
        assert!(about.starts_with(char::is_uppercase) && !about.ends_with('.'), "{name}: {about}");
        // What an option does: a capital letter in front, no full stop behind.
        for paragraph in help.text.split("\n\n").filter(|it| it.trim_start().starts_with('-')) {
            let mut lines = paragraph.lines().map(str::trim);
            lines.next();
            let first = lines.next().unwrap_or_default();
            let last = lines.next_back().unwrap_or(first);
            assert!(first.starts_with(char::is_uppercase), "{name}: {paragraph}");
            assert!(!last.ends_with('.') || last.ends_with(" ..."), "{name}: {paragraph}");
        }
    }
}

/// Scripts in place of programs that are not here, or that talk to what is not here.
const STUBS: &[(&str, &str)] = &[
    ("badmin", "echo 'Bad time expression in 20:00-'"),
    ("bparams", "echo 'Default Queues:  normal'"),
    (
        "bqueues",
        "printf '%s\\n' 'QUEUE: normal' '  -- jobs' 'PARAMETERS/STATISTICS' 'PRIO NICE STATUS' ' 30    0  Open:Active'",
    ),
    ("bjobs", "echo ' Job slot limit reached: 3 hosts;'"),
    ("git", "cat conf/lsf.conf"),
    ("jq", "cat > /dev/null"),
    ("man", "cat > /dev/null"),
    ("timeout", "echo '1 sim_lic 3'"),
];

/// Settings with a policy and a test of it.
const POLICY: &str = "[[policy]]\ncode = \"SITE-GPU\"\nfor = \"queue\"\nrequire = \"true\"\nmessage = \"no\"\n\
                      [[policy.test]]\nfiles = { \"lsb.queues\" = \"\" }\nexpect = []\n";

/// What examples name.
const FILES: &[(&str, &str)] = &[
    ("lsb.queues", CLEAN),
    ("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\nadam 10\nEnd User\n"),
    ("draft.lsb.queues", CLEAN),
    ("requirements.txt", "select[mem>100]\n"),
    ("values.txt", "WEIGHT[[JPRIORITY, 1]]\n"),
    ("notes.txt", CLEAN),
    ("bqueues.txt", "QUEUE: normal\n  -- jobs\n\nPARAMETERS/STATISTICS\nPRIO NICE STATUS\n 30    0  Open:Active\n"),
    ("bparams.txt", "Default Queues:  normal\n"),
    ("bhosts.txt", "HOST_NAME  STATUS  JL/U  MAX\nsim1       ok      -     8\n"),
    ("job.sh", "#!/bin/sh\n#BSUB -q normal -R 'rusage[mem=100]'\nmake\n"),
    ("lsflint.toml", POLICY),
    ("site.toml", POLICY),
    (".local/share/bash-completion/completions/.keep", ""),
];

/// The demo cluster, and the files that examples of a command name.
fn site(help: &Help) -> Scratch {
    let is_policy = help.path.first().is_some_and(|it| it == "policy");
    let named = |it: &&(&str, &str)| match it.0 {
        "lsflint.toml" => is_policy,
        name => name.starts_with('.') || help.examples().any(|line| line.contains(name)),
    };
    let files: Vec<(&str, &str)> = FILES.iter().filter(named).copied().collect();
    let scratch = Scratch::with(&files);
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters/demo");
    copy(&demo, &scratch.path());
    scratch
}

/// Runs a line of the shell and gives the exit codes of every `lsflint` in it.
#[cfg(unix)]
fn run(scratch: &Scratch, line: &str) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;

    let folder = scratch.path();
    let programs = folder.join("stubs");
    std::fs::create_dir_all(&programs).expect("a folder");
    let real = snapbox::cmd::cargo_bin!("lsflint");
    let recorder = format!(
        "'{}' \"$@\" 2>>'{}/stderr'\ncode=$?\necho $code >>'{}/codes'\nexit $code",
        real.display(),
        programs.display(),
        programs.display()
    );
    for (name, script) in STUBS.iter().copied().chain([("lsflint", recorder.as_str())]) {
        let file = programs.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a script");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    }
    let (codes, errors) = (programs.join("codes"), programs.join("stderr"));
    std::fs::write(&codes, "").expect("a file");
    std::fs::write(&errors, "").expect("a file");
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let shell = Command::new("/bin/sh").current_dir(&folder).args(["-c", line]);
    let _ = shell.env("PATH", path).env("HOME", &folder).env_remove("CI").env_remove("NO_COLOR").stdin("").assert();
    let read = |file: &Path| std::fs::read_to_string(file).expect("a file");
    let found: Vec<String> = read(&codes).lines().map(str::to_owned).collect();
    if found.iter().any(|it| it == "2") {
        eprintln!("{line}\n{}", read(&errors));
    }
    found
}

#[cfg(unix)]
#[test]
fn every_example_runs() {
    let mut count = 0;
    for help in Help::all() {
        let scratch = site(&help);
        for example in help.examples() {
            // What is said about it stands behind two blanks.
            let line = example.trim_start().split("  ").next().unwrap_or_default();
            let line = line.replace("/opt/lsf/conf", "conf").replace("/opt/lsf/10.1/linux/etc", "conf");
            let line = line.replace("${fpath[1]}", ".");
            let codes = run(&scratch, &line);
            let all_well = !codes.is_empty() && codes.iter().all(|it| it == "0" || it == "1");
            assert!(all_well, "{}: `{line}` ends with {codes:?}", help.name());
            count += 1;
        }
    }
    assert!(count > 50, "{count} examples");
}

#[test]
fn each_example_and_each_meaning_is_its_own() {
    for help in Help::all() {
        let name = help.name();
        let mut examples: Vec<&str> = help.examples().map(|it| it.split("   ").next().unwrap_or(it).trim()).collect();
        let count = examples.len();
        examples.sort_unstable();
        examples.dedup();
        assert_eq!(examples.len(), count, "{name} has an example twice: {examples:?}");
    }
    // Commands that share a format do not describe the output of another one.
    let scratch = Scratch::new();
    for command in [&["resreq", "merge"][..], &["resreq", "hosts"], &["show"]] {
        let help = stdout(&scratch, &[command, &["--help"]].concat(), 0);
        assert!(help.contains("- full: Text for people\n"), "{command:?}: {help}");
    }
}

#[test]
fn completions_of_shells() {
    let scratch = Scratch::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&scratch, &["completions", shell], 0);
        assert!(script.contains("lsflint") && script.contains("max-findings"), "{shell}");
    }
    // Codes and families of rules, names of parameters and files.
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&scratch, &["completions", shell], 0);
        let words: Vec<&str> = script.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').collect();
        for word in ["R601", "R", "RUNLIMIT", "MAX_JOB_ARRAY_SIZE"] {
            assert!(words.contains(&word), "{shell}: {word}");
        }
        assert!(script.contains("lsb.queues"), "{shell}");
    }
    // The values are only proposed.
    lsflint(&scratch, &["explain", "threshold-reversed"]).assert().success();
}

#[test]
fn versions_that_never_existed() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    for version in ["9.2", "9.1.4", "10.1.1", "11.0"] {
        lsflint(&scratch, &["check", "--target", version]).assert().code(2);
    }
    for version in ["9.1.2", "8.0.1", "7.0.5", "10.1.0.3"] {
        lsflint(&scratch, &["check", "--target", version, "--fail-on=never"]).assert().success();
    }
}

#[test]
fn the_manual_in_one_page_or_in_many() {
    let scratch = Scratch::new();
    let page = stdout(&scratch, &["man"], 0);
    assert!(page.contains("\n.TH lsflint 1 "), "{page}");
    for help in Help::all() {
        let heading = format!(".SH {}\n", help.name().to_uppercase().replace('-', "\\-"));
        assert!(help.path.is_empty() || page.contains(&heading), "{heading}");
        for example in help.examples() {
            let line = example.replace('\\', "\\e").replace('-', "\\-");
            assert!(page.contains(&line), "{line}");
        }
    }
    assert_eq!(page.matches("\\-\\-color").count(), 1, "options of every command are said once");
    lsflint(&scratch, &["man", "--folder", "share/man1"]).assert().success().stdout_eq("");
    let read = |name: &str| std::fs::read_to_string(scratch.path().join("share/man1").join(name)).expect("a page");
    assert_eq!(std::fs::read_dir(scratch.path().join("share/man1")).expect("a folder").count(), Help::all().len());
    let check = read("lsflint-check.1");
    assert!(check.contains("\n.TH lsflint\\-check 1 "), "{check}");
    for part in [
        ".SH NAME\nlsflint\\-check \\- Check configuration files",
        "max\\-findings",
        ".SH EXAMPLES\n",
        ".BR lsflint (1)\n",
    ] {
        assert!(check.contains(part), "`{part}` is missing in {check}");
    }
    assert!(read("lsflint-resreq.1").contains(".BR lsflint\\-resreq\\-check (1)"));
}

/// groff, where it is installed, takes every page without a word.
#[test]
fn the_manual_is_right_for_groff() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["man", "--folder", "pages"]).assert().success();
    std::fs::write(scratch.path().join("pages/all.1"), stdout(&scratch, &["man"], 0)).expect("a page");
    for entry in std::fs::read_dir(scratch.path().join("pages")).expect("a folder") {
        let file = entry.expect("an entry").path();
        let groff =
            std::process::Command::new("groff").args(["-man", "-ww", "-Tascii", "-rLL=100n"]).arg(&file).output();
        let Ok(output) = groff else { return eprintln!("groff is not installed: skipped") };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{}: {said}", file.display());
    }
}
