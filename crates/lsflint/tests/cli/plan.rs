//! `plan`: two directories, and states of a git repository.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use snapbox::str;

use crate::lsflint;

/// Two copies of the small cluster, with a text replaced in the second one.
fn sides(file: &str, from: &str, to: &str) -> Scratch {
    let scratch = Scratch::with(&[]);
    for (path, text) in MINI_CLUSTER {
        scratch.write(&format!("old/{path}"), text);
        let is_it = path.ends_with(file);
        assert!(!is_it || text.contains(from), "{text}");
        scratch.write(&format!("new/{path}"), &if is_it { text.replacen(from, to, 1) } else { text.to_owned() });
    }
    scratch
}

#[test]
fn two_directories() {
    let scratch = sides("lsb.queues", "QUEUE_NAME", "# a comment\nQUEUE_NAME");
    lsflint(&scratch, &["plan", "old", "new"]).assert().success().stdout_eq(str![[r#"
nothing changes in meaning

"#]]);
    let scratch = sides("lsb.queues", "PRIORITY", "RUNLIMIT = 1:00\nPRIORITY");
    lsflint(&scratch, &["plan", "old", "new"]).assert().code(1).stdout_eq(str![[r#"
1 breaking change; 2 commands to run

breaking  queue normal: RUNLIMIT unlimited (default) to 1 hour
    lsb.queues:3
    pending jobs: the new limit applies; running jobs: the old limit applies until mbatchd, or sbatchd on the host of the job, restarts; then LSF kills jobs above a lower limit
    instead: announce the new limit, or set it in a new queue and close this one

run, in this order
  1  badmin ckconfig -v
     checks the lsb.* files; changes nothing; by LSF administrator
     because of lsb.queues normal RUNLIMIT
  2  badmin reconfig
     mbatchd reads its files again without a restart; refuses if a file has an unrecoverable error; by root or LSF administrator
     because of lsb.queues normal RUNLIMIT

"#]]);
    lsflint(&scratch, &["plan", "old", "new", "--fail-on", "never"]).assert().code(0);
    lsflint(&scratch, &["plan", "old", "new", "--output-format", "markdown"]).assert().code(1).stdout_eq(str![[r#"
### lsflint plan: 1 breaking change; 2 commands to run

**Run, in this order:**

1. `badmin ckconfig -v`, because of lsb.queues normal RUNLIMIT
1. `badmin reconfig`, because of lsb.queues normal RUNLIMIT

<details open><summary>1 breaking change</summary>

- queue normal: RUNLIMIT unlimited (default) to 1 hour (`lsb.queues:3`)
  - pending jobs: the new limit applies; running jobs: the old limit applies until mbatchd, or sbatchd on the host of the job, restarts; then LSF kills jobs above a lower limit
  - instead: announce the new limit, or set it in a new queue and close this one

</details>

"#]]);
    // The other direction: the limit is removed.
    lsflint(&scratch, &["plan", "new", "old"]).assert().code(0).stdout_eq(str![[r#"
1 notable change; 2 commands to run

notable   queue normal: RUNLIMIT 1 hour to unlimited (default)
    old lsb.queues:3
    pending jobs: the new limit applies; running jobs: the old limit applies until mbatchd, or sbatchd on the host of the job, restarts; then LSF kills jobs above a lower limit

run, in this order
  1  badmin ckconfig -v
     checks the lsb.* files; changes nothing; by LSF administrator
     because of lsb.queues normal RUNLIMIT
  2  badmin reconfig
     mbatchd reads its files again without a restart; refuses if a file has an unrecoverable error; by root or LSF administrator
     because of lsb.queues normal RUNLIMIT

"#]]);
}

#[test]
fn other_formats() {
    let scratch = sides("lsb.queues", "PRIORITY", "RUNLIMIT = 1:00\nPRIORITY");
    let output = |format: &str| lsflint(&scratch, &["plan", "old", "new", "--output-format", format]).assert().code(1);
    output("concise").stdout_eq(str![[r#"
breaking queue normal: RUNLIMIT unlimited (default) to 1 hour
run badmin ckconfig -v
run badmin reconfig

"#]]);
    output("github").stdout_eq(str![[r#"
::error file=new/lsb.queues,line=3,title=lsflint plan%3A breaking::queue normal: RUNLIMIT unlimited (default) to 1 hour%0Apending jobs: the new limit applies; running jobs: the old limit applies until mbatchd, or sbatchd on the host of the job, restarts; then LSF kills jobs above a lower limit%0Ainstead: announce the new limit, or set it in a new queue and close this one
::notice title=lsflint plan::run, in this order:%0Abadmin ckconfig -v%0Abadmin reconfig
::notice title=lsflint plan::1 breaking change; 2 commands to run

"#]]);
    let page = output("html").get_output().stdout.clone();
    let page = String::from_utf8(page).expect("a text");
    for part in ["<!DOCTYPE html>", "1 breaking change", "RUNLIMIT unlimited (default) to 1 hour", "badmin reconfig"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Nothing is loaded from elsewhere.
    assert!(!page.contains("src=") && !page.contains("<link"), "{page}");
}

#[test]
fn a_comment_is_limited() {
    let scratch = Scratch::with(&[]);
    for side in ["old", "new"] {
        for (path, text) in MINI_CLUSTER {
            let mut text = text.to_owned();
            if path.ends_with("lsb.queues") {
                let limit = if side == "old" { 60 } else { 30 };
                for number in 0..600 {
                    text += &format!("Begin Queue\nQUEUE_NAME = q{number}_<b>\nRUNLIMIT = {limit}\nEnd Queue\n");
                }
            }
            scratch.write(&format!("{side}/{path}"), &text);
        }
    }
    let output = lsflint(&scratch, &["plan", "old", "new", "--output-format", "markdown"]).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("a text");
    let size = text.chars().count();
    assert!((50_000..=60_000).contains(&size), "{size}");
    assert!(text.ends_with("parts left out, because a comment is limited to 60000 characters.\n"), "{text}");
    assert_eq!(text.matches("<details").count(), text.matches("</details>").count());
    assert!(!text.contains("<b>"));
}

#[test]
fn usage_errors() {
    let scratch = Scratch::with(&MINI_CLUSTER);
    lsflint(&scratch, &["plan"]).assert().code(2).stderr_eq(str![[r#"
error: `plan` requires the directories OLD and NEW, `--between WHEN WHEN`, or `--since REF` or `--staged` in a git repository

"#]]);
    lsflint(&scratch, &["plan", ".", "missing"]).assert().code(2).stderr_eq(str![[r#"
error: `missing` does not exist

"#]]);
    lsflint(&scratch, &["plan", "--staged", ".", "."]).assert().code(2).stderr_eq(str![[r#"
error: `--since` and `--staged` compare one directory with its history; found two

"#]]);
}
