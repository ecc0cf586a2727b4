//! Writing under bad conditions: killed processes, read-only files, full disks, others who write at the same time. A
//! file is as it was or as it should be; nothing is lost, nothing is half written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use lsflint_test_support::{Scratch, files_below};
use snapbox::cmd::cargo_bin;

/// Something to fix in a line that is also to be formatted.
fn queues(number: usize) -> String {
    let mut text = String::new();
    for queue in 0..20 {
        text.push_str(&format!(
            "Begin Queue\nQUEUE_NAME=q{number}_{queue}\n  PRIORITY = {queue}\nmem = 10/{}\nDESCRIPTION = x\nEnd Queue\n",
            1000 + queue
        ));
    }
    text
}

/// Clusters of one file each.
fn tree(count: usize) -> Scratch {
    let scratch = Scratch::new();
    for number in 0..count {
        scratch.write(&format!("c{number:03}/lsb.queues"), queues(number));
    }
    scratch
}

const FIX: [&str; 4] = ["check", "--fix", "--select=L201", "--fail-on=never"];

fn lsflint(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("lsflint"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // In CI, no baseline is written for the first time.
    command.env_remove("CI");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Option<i32> {
    lsflint(folder, arguments).status().expect("our own program").code()
}

fn texts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files_below(folder).into_iter().collect()
}

/// The texts of a tree after some commands, one after the other.
fn texts_after(count: usize, commands: &[&[&str]]) -> BTreeMap<String, Vec<u8>> {
    let scratch = tree(count);
    for it in commands {
        assert_eq!(run(&scratch.path(), it), Some(0));
    }
    texts(&scratch.path())
}

/// Files that are left behind.
fn litter(texts: &BTreeMap<String, Vec<u8>>) -> Vec<&String> {
    texts.keys().filter(|it| !it.ends_with("lsb.queues")).collect()
}

/// Every file is one of these, and all files are there.
#[track_caller]
fn check(now: &BTreeMap<String, Vec<u8>>, allowed: &[&BTreeMap<String, Vec<u8>>]) {
    for path in allowed[0].keys() {
        let text = now.get(path).unwrap_or_else(|| panic!("{path} is gone"));
        assert!(
            allowed.iter().any(|it| it[path] == *text),
            "{path} is neither old nor new:\n{}",
            String::from_utf8_lossy(text)
        );
    }
}

#[test]
fn a_killed_process_leaves_whole_files() {
    const COUNT: usize = 30;
    let before = texts_after(COUNT, &[]);
    for command in [&FIX[..], &["fmt"]] {
        let after = texts_after(COUNT, &[command]);
        assert_ne!(before, after);
        // How long a whole run takes here, so that the ends are spread over it.
        let start = Instant::now();
        texts_after(COUNT, &[command]);
        let whole = start.elapsed();
        for step in 0..6 {
            let scratch = tree(COUNT);
            let mut child = lsflint(&scratch.path(), command).spawn().expect("our own program");
            std::thread::sleep(whole * step / 5);
            child.kill().and_then(|()| child.wait()).expect("our own process");
            let now = texts(&scratch.path());
            check(&now, &[&before, &after]);
            // Nobody cleans up behind a process that is killed while it writes: one file at most, which is nothing to
            // LSF or to us.
            let litter = litter(&now);
            assert!(litter.len() <= 1 && litter.iter().all(|it| it.contains("/.lsflint-")), "{litter:?}");
            assert_eq!(run(&scratch.path(), command), Some(0), "the next run does the rest");
            check(&texts(&scratch.path()), &[&after]);
        }
    }
}

/// A baseline is the old one or the new one; with suppressions, each file is.
#[test]
fn a_killed_process_leaves_a_whole_baseline() {
    const COUNT: usize = 30;
    let known = "known.toml";
    let suppress = ["check", "--add-suppressions", "--select=L201", "--fail-on=never"];
    let write = ["check", "--write-baseline", known, "--select=L201"];
    let scratch = tree(1);
    assert_eq!(run(&scratch.path(), &["check", "--write-baseline", known, "--select=P003"]), Some(0));
    let old = texts(&scratch.path()).remove(known).expect("a baseline without findings");
    let before = texts_after(COUNT, &[]);
    let suppressed = texts_after(COUNT, &[&suppress]);
    assert_ne!(before, suppressed);
    let whole_run = |command: &[&str]| {
        let scratch = tree(COUNT);
        scratch.write(known, &old);
        let start = Instant::now();
        assert_eq!(run(&scratch.path(), command), Some(0), "{command:?}");
        (start.elapsed(), texts(&scratch.path()).remove(known).expect("it is written"))
    };
    for command in [&suppress[..], &write] {
        let (whole, new) = whole_run(command);
        for step in 0..6 {
            let scratch = tree(COUNT);
            scratch.write(known, &old);
            let mut child = lsflint(&scratch.path(), command).spawn().expect("our own program");
            std::thread::sleep(whole * step / 5);
            child.kill().and_then(|()| child.wait()).expect("our own process");
            let mut now = texts(&scratch.path());
            let baseline = now.remove(known).expect("it is still there");
            assert!(baseline == old || baseline == new, "{}", String::from_utf8_lossy(&baseline));
            check(&now, &[&before, &suppressed]);
            assert!(litter(&now).len() <= 1, "{:?}", litter(&now));
        }
    }
}

/// Runs a command in a shell that says what a file may be.
#[cfg(unix)]
fn limited(folder: &Path, preamble: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{preamble}; exec \"$0\" \"$@\"")).arg(cargo_bin!("lsflint")).args(arguments);
    command.current_dir(folder).stdin(Stdio::null()).output().expect("a shell")
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more() {
    let before = texts_after(3, &[]);
    for arguments in [&FIX[..], &["fmt"], &["check", "--fix", "--unsafe-fixes"]] {
        // The signal is ignored: writing fails, as it does on a full disk.
        let scratch = tree(3);
        let output = limited(&scratch.path(), "trap '' XFSZ; ulimit -f 0", arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said.matches("error: cannot write `c00").count(), 3, "{said}");
        assert_eq!(said.matches("the file is unchanged").count(), 3, "{said}");
        assert_eq!(texts(&scratch.path()), before, "nothing changed, and nothing is left behind");
        // The signal ends the process.
        let scratch = tree(3);
        let output = limited(&scratch.path(), "ulimit -f 0", arguments);
        assert!(!output.status.success());
        check(&texts(&scratch.path()), &[&before]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_small_disk() {
    let scratch = tree(3);
    let size: u64 = texts(&scratch.path()).values().map(|it| it.len() as u64).sum();
    // Room for the files, and for less than one more.
    let pages = 3 * size.div_ceil(3).div_ceil(4096);
    let script = format!(
        "mkdir disk && mount -t tmpfs -o size={}k tmpfs disk 2> mount.log || exit 77; cp -r c0* disk && cd disk || exit 78; \
         \"$0\" check --fix --select=L201 --fail-on=never; code=$?; cat /dev/zero > filler 2> /dev/null; \
         mkdir ../copy && cp -r . ../copy; ls -A c0* > ../listing; exit $code",
        4 * pages
    );
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .arg(cargo_bin!("lsflint"))
        .current_dir(scratch.path())
        .stdin(Stdio::null())
        .output();
    let before = texts_after(3, &[]);
    let after = texts_after(3, &[&FIX]);
    match output.as_ref().map(|it| it.status.code()) {
        Ok(Some(code @ (0 | 2))) => {
            let mut now = texts(&scratch.path().join("copy"));
            now.remove("filler");
            check(&now, &[&before, &after]);
            assert!(litter(&now).is_empty(), "{now:?}");
            assert_eq!(code == 0, now == after);
        }
        _ => eprintln!("skipped: no disk can be mounted here ({output:?})"),
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_takes_no_files() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tree(2);
    let folder = scratch.path().join("c000");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("our own folder");
    let may_write = fs::write(folder.join("probe"), "").is_ok();
    if may_write {
        fs::remove_file(folder.join("probe")).expect("our own file");
        eprintln!("skipped: whoever runs this may write anywhere");
    } else {
        assert_eq!(run(&scratch.path(), &FIX), Some(2));
        let (before, after) = (texts_after(2, &[]), texts_after(2, &[&FIX]));
        let now = texts(&scratch.path());
        assert_eq!(now["c000/lsb.queues"], before["c000/lsb.queues"]);
        assert_eq!(now["c001/lsb.queues"], after["c001/lsb.queues"], "the others are done");
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("our own folder");
}

/// Waits for processes, and says how they ended.
fn codes(children: Vec<Child>) -> Vec<Option<i32>> {
    children.into_iter().map(|mut it| it.wait().expect("our own process").code()).collect()
}

#[test]
fn many_at_the_same_time() {
    const COUNT: usize = 24;
    let fmt: &[&str] = &["fmt"];
    let states = [
        texts_after(COUNT, &[]),
        texts_after(COUNT, &[&FIX]),
        texts_after(COUNT, &[fmt]),
        texts_after(COUNT, &[&FIX, fmt]),
        texts_after(COUNT, &[fmt, &FIX]),
    ];
    for _ in 0..3 {
        let scratch = tree(COUNT);
        let start = |number: u32| {
            let arguments = if number.is_multiple_of(2) { &FIX[..] } else { fmt };
            lsflint(&scratch.path(), arguments).spawn().expect("our own program")
        };
        let codes = codes((0..8).map(start).collect());
        // Who comes second says that a file changed, or finds its work done.
        assert!(codes.iter().all(|it| matches!(it, Some(0 | 2))), "{codes:?}");
        let now = texts(&scratch.path());
        assert!(litter(&now).is_empty(), "{:?}", litter(&now));
        check(&now, &states.each_ref());
        for arguments in [&FIX[..], fmt] {
            assert_eq!(run(&scratch.path(), arguments), Some(0));
        }
        check(&texts(&scratch.path()), &[&states[3]]);
    }
}

#[test]
fn files_are_edited_while_they_are_written() {
    const COUNT: usize = 80;
    let before = texts_after(COUNT, &[]);
    let after = texts_after(COUNT, &[&FIX]);
    let scratch = tree(COUNT);
    let (first, last) = (scratch.path().join("c000/lsb.queues"), scratch.path().join("c079/lsb.queues"));
    let mut child = lsflint(&scratch.path(), &FIX).spawn().expect("our own program");
    // All files are read before the first one is written.
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read(&first).expect("a file of ours") == before["c000/lsb.queues"] && Instant::now() < deadline {
        std::hint::spin_loop();
    }
    let mut text = fs::read(&last).expect("a file of ours");
    text.extend(b"# somebody was here\n");
    fs::write(&last, &text).expect("a file of ours");
    let code = child.wait().expect("our own process").code();
    let now = texts(&scratch.path());
    let theirs = now["c079/lsb.queues"].strip_suffix(b"# somebody was here\n").expect("the edit is still there");
    if *theirs == before["c079/lsb.queues"][..] {
        assert_eq!(code, Some(2), "it is said that the file changed");
    } else {
        assert_eq!((theirs, code), (&after["c079/lsb.queues"][..], Some(0)));
    }
    let others = |it: &BTreeMap<String, Vec<u8>>| it.iter().take(COUNT - 1).map(|it| it.1.clone()).collect::<Vec<_>>();
    assert_eq!(others(&now), others(&after));
}
