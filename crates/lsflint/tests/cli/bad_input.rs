//! Everything that can be wrong with what lsflint is given: exit code 2, a sentence about what and where, and the rest
//! goes on.

use std::fs::File;

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint};

#[test]
fn a_path_that_leads_nowhere() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    lsflint(&scratch, &["check", "gone", "lsb.queues", SELECT, "--output-format=concise"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
lsb.queues:4:1: P003 warning [..]
lsb.queues:6:5: F104 error [..]

"#]])
        .stderr_eq(str![[r#"
error: `gone` does not exist

"#]]);
}

#[test]
fn a_folder_without_lsf_files() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN), ("notes/README", "Nothing of LSF.\n")]);
    for command in ["check", "fmt"] {
        lsflint(&scratch, &[command, "notes", "."]).assert().code(2).stderr_eq(str![[r#"
error: `notes` contains no LSF files
...
"#]]);
    }
    lsflint(&Scratch::new(), &["check"]).assert().code(2).stderr_eq(str![[r#"
error: `.` contains no LSF files

"#]]);
}

/// A mistyped path in CI must not be a success.
#[test]
fn an_empty_folder_in_ci() {
    let scratch = Scratch::with(&[("empty/.keep", "")]);
    for arguments in [&["check", "--profile=ci", "empty"][..], &["check", "empty", "--fail-on=never"]] {
        lsflint(&scratch, arguments).assert().code(2).stdout_eq("No files were checked.\n").stderr_eq(str![[r#"
error: `empty` contains no LSF files

"#]]);
    }
}

/// A file that is excluded is no mistake in the path.
#[test]
fn a_folder_with_excluded_files() {
    let scratch = Scratch::with(&[("lsflint.toml", "exclude = [\"lsb.queues\"]\n"), ("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check"]).assert().success().stderr_eq(str![[r#"
no LSF files found; `-v` lists the excluded files

"#]]);
}

#[test]
fn more_threads_than_there_can_be() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check", "--jobs=1000000"]).assert().success();
}

#[test]
fn flags_and_codes_that_do_not_exist() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check", "--sellect=F"]).assert().code(2).stderr_eq(str![[r#"
error: unexpected argument '--sellect' found

  tip: a similar argument exists: '--select'

Usage: lsflint check --select <CODES> [PATH]...

For more information, try '--help'.

"#]]);
    lsflint(&scratch, &["check", "--select=duplicate-paramter"]).assert().code(2).stderr_eq(str![[r#"
error: --select: unknown rule `duplicate-paramter`; did you mean `duplicate-parameter`?

"#]]);
    lsflint(&scratch, &["check", "--ignore=KKK777"]).assert().code(2).stderr_eq(str![[r#"
error: --ignore: unknown rule `KKK777`; run `lsflint rules` to list all rules

"#]]);
    lsflint(&scratch, &["chek"]).assert().code(2).stderr_eq(str![[r#"
error: unrecognized subcommand 'chek'

  tip: a similar subcommand exists: 'check'

Usage: lsflint [OPTIONS] <COMMAND>

For more information, try '--help'.

"#]]);
    lsflint(&scratch, &[]).assert().code(2);
    lsflint(&scratch, &["check", "--jobs=0"]).assert().code(2);
}

#[test]
fn a_broken_lsflint_toml() {
    let scratch =
        Scratch::with(&[("conf/lsb.queues", CLEAN), ("lsflint.toml", "ignore = [\n  \"F104\",\n  \"P0003\",\n]\n")]);
    lsflint(&scratch, &["check", "conf/lsb.queues"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: lsflint.toml:3:3: unknown rule `P0003`; did you mean `P003`?
  |
3 |   "P0003",
  |   ^^^^^^^

"#]]);
    lsflint(&scratch, &["check", "--no-config"]).assert().success();
    lsflint(&scratch, &["check", "--config=gone.toml"]).assert().code(2).stderr_eq(str![[r#"
error: `gone.toml` does not exist

"#]]);
    scratch.write("lsflint.toml", b"target = \"\xFF\"\n");
    lsflint(&scratch, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: lsflint.toml:1:10: `ÿ` is neither a version nor a dialect, expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`
  |
1 | target = "ÿ"
  |          ^^^

"#]]);
}

#[test]
fn a_binary_file() {
    let scratch = Scratch::with(&[("a/lsb.queues", TWO_FINDINGS)]);
    scratch.write("b/lsb.queues", b"\x7FELF\x02\x01\x01\0\xC0\0");
    scratch.write("photo.jpg", b"\xFF\xD8\xFF\0");
    lsflint(&scratch, &["check", SELECT, "--output-format=concise"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
a/lsb.queues:4:1: P003 warning [..]
a/lsb.queues:6:5: F104 error [..]

"#]])
        .stderr_eq(str![[r#"
error: `b/lsb.queues` is not a text file: byte 7 is zero

"#]]);
    lsflint(&scratch, &["check", "photo.jpg"]).assert().code(2).stderr_eq(str![[r#"
error: `photo.jpg` is not a text file: byte 3 is zero

"#]]);
}

/// LSF reads the rest of the file, and so do we; an editor opens it, too.
#[test]
fn zero_bytes_in_text() {
    let queue = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 1\0 2\nPRIORITY = 3\nEnd Queue\n";
    // The name of an archive does not say that it is a script, so it is not checked.
    let scratch = Scratch::with(&[("lsb.queues", queue), ("archive.tar", "job.sh\0\0\n#BSUB -q nowhere\n")]);
    let check = ["check", "--output-format=concise", "--select=F,P003,J"];
    lsflint(&scratch, &check).assert().code(1).stdout_eq(str![[r#"
lsb.queues:3:13: F006 error unexpected NUL byte
lsb.queues:4:1: P003 warning duplicate parameter `PRIORITY` in this section

"#]]);
    lsflint(&scratch, &["fmt"]).assert().success();
    let formatted = std::fs::read_to_string(scratch.path().join("lsb.queues")).expect("a file of ours");
    assert!(formatted.contains("= 1\0 2\n"), "{formatted:?}");
}

#[test]
fn a_file_of_two_gigabytes() {
    let scratch = Scratch::new();
    let path = scratch.write("lsb.queues", "");
    // A file with a hole takes no space.
    File::options().write(true).open(path).and_then(|it| it.set_len(2 << 30)).expect("a file of our own");
    lsflint(&scratch, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: `lsb.queues` is too large (2147483648 bytes); files must be smaller than 2 GiB

"#]]);
}

#[test]
fn a_file_with_an_invalid_name() {
    let scratch = Scratch::with(&[("notes", "nothing\n")]);
    lsflint(&scratch, &["check", "notes"]).assert().code(2).stderr_eq(str![[r#"
error: cannot determine which LSF file `notes` is; use the LSF file name (`lsb.queues`, `lsf.conf` ...) or add `# lsflint: file=lsb.queues` to its first lines

"#]]);
    lsflint(&scratch, &["parse", "notes"]).assert().code(2).stderr_eq(str![[r#"
error: cannot determine which LSF file `notes` is; use the LSF file name (`lsb.queues`, `lsf.conf` ...) or add `# lsflint: file=lsb.queues` to its first lines; or set `--kind`

"#]]);
    lsflint(&scratch, &["parse", "notes", "--kind=lsb.quues"]).assert().code(2).stderr_eq(str![[r#"
error: unknown file kind `lsb.quues`; expected one of ego.conf, hosts, install.config, lsb.applications, lsb.globalpolicies, lsb.hosts, lsb.modules, lsb.params, lsb.queues, lsb.reasons, lsb.resources, lsb.serviceclasses, lsb.threshold, lsb.users, lsf.cluster, lsf.conf, lsf.datamanager, lsf.licensescheduler, lsf.shared, lsf.sudoers, lsf.task, lsf.usermapping, server.config

"#]]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_pipe_with_the_name_of_a_file() {
        let scratch = Scratch::new();
        let made = Command::new("mkfifo").arg(scratch.path().join("lsb.queues")).status();
        if !made.is_ok_and(|it| it.success()) {
            eprintln!("no mkfifo here: skipped");
            return;
        }
        lsflint(&scratch, &["check", "lsb.queues"]).assert().code(2).stderr_eq(str![[r#"
error: `lsb.queues` is a named pipe, not a regular file; pipe it into `lsflint check - --stdin-filename NAME` instead

"#]]);
    }

    #[test]
    fn links_and_pipes_with_the_name_of_a_file() {
        let scratch = Scratch::with(&[("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = a\nEnd Parameters\n")]);
        symlink("/nonexistent/lsb.queues", scratch.path().join("lsb.queues")).expect("a link");
        symlink("/nonexistent/readme", scratch.path().join("readme")).expect("a link");
        let made = Command::new("mkfifo").arg(scratch.path().join("lsb.users")).status();
        assert!(made.expect("mkfifo starts").success());
        let _socket = UnixListener::bind(scratch.path().join("lsb.hosts")).expect("a socket");
        lsflint(&scratch, &["check", "--select=F"]).assert().code(2).stderr_eq(str![[r#"
error: `lsb.hosts` is a socket, not a regular file
error: cannot read `lsb.queues`: the target of this symbolic link does not exist
error: `lsb.users` is a named pipe, not a regular file; pipe it into `lsflint check - --stdin-filename NAME` instead

"#]]);
        lsflint(&scratch, &["check", "--select=F", "lsb.queues"]).assert().code(2).stderr_eq(str![[r#"
error: cannot read `lsb.queues`: the target of this symbolic link does not exist

"#]]);
    }

    #[test]
    fn a_pipe_as_configuration() {
        let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
        let made = Command::new("mkfifo").arg(scratch.path().join("lsflint.toml")).status();
        assert!(made.expect("mkfifo starts").success());
        lsflint(&scratch, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: `lsflint.toml` is a named pipe, not a regular file[..]

"#]]);
    }

    /// Its name is that of a script, which are found by their text.
    #[test]
    fn a_pipe_with_the_name_of_a_script() {
        let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
        for name in ["events", "job.sh"] {
            let made = Command::new("mkfifo").arg(scratch.path().join(name)).status();
            assert!(made.expect("mkfifo starts").success());
        }
        lsflint(&scratch, &["check"]).assert().success().stdout_eq(str![[r#"
No findings in 1 file.

"#]]);
    }

    /// Reading one would never end.
    #[test]
    fn devices() {
        let text = format!("#INCLUDE \"/dev/zero\"\n#INCLUDE \"/\"\n{CLEAN}");
        let scratch = Scratch::with(&[("lsb.queues", text.as_str())]);
        let short = ["check", "--select=F303", "--output-format=concise"];
        lsflint(&scratch, &short).assert().success().stdout_eq(str![[r#"
lsb.queues:1:11: F303 warning file `/dev/zero` not found
lsb.queues:2:11: F303 info file `/` not found

"#]]);
        lsflint(&scratch, &["check", "/dev/zero"]).assert().code(2).stderr_eq(str![[r#"
error: `/dev/zero` is a device, not a regular file[..]

"#]]);
        scratch.write("lsflint.toml", "extend = \"/dev/zero\"\n");
        lsflint(&scratch, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: lsflint.toml:1:10: `/dev/zero` is a device, not a regular file[..]
...
"#]]);
        std::fs::remove_file(scratch.path().join("lsflint.toml")).expect("a file of ours");
        symlink("/dev/zero", scratch.path().join("lsflint.toml")).expect("a link");
        lsflint(&scratch, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: `lsflint.toml` is a device, not a regular file[..]

"#]]);
        symlink("lsb.users", scratch.path().join("lsb.users")).expect("a link to itself");
        std::fs::remove_file(scratch.path().join("lsflint.toml")).expect("a file of ours");
        lsflint(&scratch, &["check", "--select=F1"]).assert().code(2).stderr_eq(str![[r#"
error: cannot read `lsb.users`: the target of this symbolic link does not exist

"#]]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_output_that_takes_nothing() {
        let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
        for format in ["full", "json", "html", "sarif"] {
            let full = File::options().write(true).open("/dev/full").expect("a device");
            let output = Command::new(snapbox::cmd::cargo_bin!("lsflint"))
                .args(["check", SELECT, &format!("--output-format={format}")])
                .current_dir(scratch.path())
                .stdout(full)
                .output()
                .expect("lsflint starts");
            assert_eq!(output.status.code(), Some(2), "{format}");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(stderr.contains("cannot write the output: No space left on device"), "{format}: {stderr}");
        }
    }

    #[test]
    fn links_out_of_the_configuration() {
        let scratch = Scratch::with(&[
            ("conf/lsb.queues", CLEAN),
            ("other/site/lsb.queues", TWO_FINDINGS),
            ("other/1/2/3/4/5/lsb.queues", TWO_FINDINGS),
        ]);
        let link = |target: &str, name: &str| {
            symlink(target, scratch.path().join("conf").join(name)).expect("a link");
        };
        link("/", "machine");
        link("/proc/self", "process");
        link("..", "up");
        link("../other", "other");
        let assert = lsflint(&scratch, &["check", "conf", "-v", SELECT, "--output-format=concise"]).assert().code(1);
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        for name in ["machine", "process", "up", "other/1/2/3/4/5"] {
            assert!(
                stderr.contains(&format!("excluded: conf/{name}: leads out of the configuration\n")),
                "{name}: {stderr}"
            );
        }
        assert.stdout_eq(str![[r#"
conf/other/site/lsb.queues:4:1: P003 warning [..]
conf/other/site/lsb.queues:6:5: F104 error [..]

"#]]);
    }

    #[test]
    fn links_to_what_does_not_exist() {
        for (name, shown) in
            [("lsbatch", "conf/lsbatch"), ("configdir", "conf/configdir"), ("lsflint.toml", "conf/lsflint.toml")]
        {
            let scratch = Scratch::with(&[("conf/lsf.conf", "LSF_LIM_PORT=7869\n")]);
            symlink("/nonexistent/place", scratch.path().join("conf").join(name)).expect("a link");
            let expected = format!("error: cannot read `{shown}`: the target of this symbolic link does not exist\n");
            lsflint(&scratch, &["check", "conf"]).assert().code(2).stderr_eq(expected);
        }
        // LSF reads none with such names.
        let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
        symlink("itself", scratch.path().join("itself")).expect("a link");
        symlink("/nonexistent/place", scratch.path().join("old")).expect("a link");
        lsflint(&scratch, &["check"]).assert().success();
    }

    /// The files of a stranger may be links to any file of this machine, whose lines must not get into a log.
    #[test]
    fn configuration_that_is_a_link() {
        let elsewhere = Scratch::with(&[("secret", "token: abc\n")]);
        let secret = elsewhere.path().join("secret");
        let folder = Scratch::with(&[("lsb.queues", CLEAN), ("lsflint.toml", "extend = \"site.toml\"\n")]);
        symlink(&secret, folder.path().join("site.toml")).expect("a link");
        let itself = Scratch::with(&[("lsb.queues", CLEAN)]);
        symlink(&secret, itself.path().join("lsflint.toml")).expect("a link");
        let through = Scratch::with(&[("lsb.queues", CLEAN), ("lsflint.toml", "extend = \"up/secret\"\n")]);
        symlink(elsewhere.path(), through.path().join("up")).expect("a link");
        for (scratch, expected) in [
            (&folder, "`site.toml` has an error in line 1; run lsflint in its directory to see the error"),
            (&itself, "lsflint.toml:1:1: an error; the file is a link to one outside of this directory"),
            (&through, "`up/secret` has an error in line 1"),
        ] {
            let assert = lsflint(scratch, &["check"]).assert().code(2);
            let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            assert!(stderr.contains(expected), "{stderr}");
            assert!(!stderr.contains("token") && !stderr.contains("abc"), "{stderr}");
        }
    }

    #[test]
    fn nothing_is_written_through_a_link_out_of_the_given_directory() {
        let untidy = "Begin Queue\nQUEUE_NAME=a\nPRIORITY   = 1\nEnd Queue\n";
        let scratch =
            Scratch::with(&[("in/lsb.queues", untidy), ("out/lsb.users", untidy), ("out/lsb.queues", untidy)]);
        symlink("../out", scratch.path().join("in/other")).expect("a link");
        let expected = "error: cannot change `in/other/lsb.queues`: a link leads to it out of the given directory; to \
                        change it, give the path of its own directory\n";
        let read = |name: &str| std::fs::read_to_string(scratch.path().join(name)).expect("a file of ours");
        let assert = lsflint(&scratch, &["fmt", "in"]).assert().code(2);
        assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains(expected));
        assert_eq!(read("out/lsb.queues"), untidy);
        assert_ne!(read("in/lsb.queues"), untidy);
        lsflint(&scratch, &["fmt", "in/other/lsb.queues"]).assert().success();
        assert_ne!(read("out/lsb.queues"), untidy);
    }

    #[test]
    fn folders_in_a_circle() {
        let scratch = Scratch::with(&[("conf/lsf.conf", ""), ("conf/lsbatch/a/lsb.queues", CLEAN)]);
        symlink("..", scratch.path().join("conf/lsbatch/a/b")).expect("a link of our own");
        symlink(".", scratch.path().join("conf/here")).expect("a link of our own");
        lsflint(&scratch, &["check"]).assert().success().stdout_eq(str![[r#"
No findings in 2 files.

"#]]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_link_to_a_file_of_the_kernel() {
        let scratch = Scratch::with(&[("a/lsb.queues", CLEAN)]);
        symlink("/proc/self/environ", scratch.path().join("lsb.queues")).expect("a link of our own");
        lsflint(&scratch, &["check", "."])
            .assert()
            .code(2)
            .stdout_eq(str![[r#"
No findings in 1 file.

"#]])
            .stderr_eq(str![[r#"
error: `lsb.queues` is a link to a file of the kernel, not a regular file

"#]]);
        // Nobody asked for it.
        lsflint(&scratch, &["check", "a"]).assert().success();
    }
}
