//! `calendar`, and `plan --between`: what changes without a change of the files.

use lsflint_test_support::{MINI_CLUSTER, Scratch};
use snapbox::str;

use crate::lsflint;

fn clean() -> Scratch {
    Scratch::copy_of(&lsflint_test_support::cluster("clean"))
}

#[test]
fn a_week() {
    lsflint(&clean(), &["calendar"]).assert().success().stdout_eq(str![[r#"
Mon      Tue      Wed      Thu      Fri      Sat      Sun
██·····█ ██·····█ ██·····█ ██·····█ ██·····█ ██·····█ ██·····█  application nightly_char  · does not exist  █ exists
██·····█ ██·····█ ██·····█ ██·····█ ██·····█ ████████ ████████  hosts arm1 arm2 DISPATCH_WINDOW  · closed  █ open
██·····█ ██·····█ ██·····█ ██·····█ ██·····█ ████████ ████████  hosts arm1 arm2 RUNWINDOW  · closed  █ open
···███·· ···███·· ···███·· ···███·· ···███·· ···███·· ···███··  hosts sim1 sim2 MXJ  · 64  █ 48
···███·· ···███·· ···███·· ···███·· ···███·· ···███·· ···███··  limit proof_by_day  · does not exist  █ exists
███···██ ███···██ ███···██ ███···██ ███···██ ███···██ ███···██  limit proof_by_night  · does not exist  █ exists
██····██ ██····██ ██····██ ██····██ ██····██ ██····██ ██····██  lsb.params MAX_PEND_JOBS  · 200000  █ 500000
██·····█ ██·····█ ██·····█ ██·····█ ██····██ ████████ ████████  queue night DISPATCH_WINDOW  · closed  █ open
███····█ ███····█ ███····█ ███····█ ███···██ ████████ ████████  queue night RUN_WINDOW  · closed  █ open
···███·· ···███·· ···███·· ···███·· ···███·· ···███·· ···███··  queue regress UJOB_LIMIT  · 400  █ 150
········ ········ ········ ········ ········ ···████· ········  resource reservation maintenance TIME_WINDOW  · closed  █ open

every day 06:00  application nightly_char: exists to does not exist
Mon-Fri 06:00    queue night DISPATCH_WINDOW: open to closed
Mon-Fri 07:00    hosts arm1 arm2 DISPATCH_WINDOW: open to closed
Mon-Fri 07:00    hosts arm1 arm2 RUNWINDOW: open to closed
every day 07:00  lsb.params MAX_PEND_JOBS: 500000 to 200000
every day 08:00  hosts sim1 sim2 MXJ: 64 to 48
every day 08:00  limit proof_by_day: does not exist to exists
every day 08:00  limit proof_by_night: exists to does not exist
every day 08:00  queue regress UJOB_LIMIT: 400 to 150
Mon-Fri 08:30    queue night RUN_WINDOW: open to closed
every day 18:00  hosts sim1 sim2 MXJ: 48 to 64
every day 18:00  limit proof_by_day: exists to does not exist
every day 18:00  limit proof_by_night: does not exist to exists
every day 18:00  queue regress UJOB_LIMIT: 150 to 400
every day 19:00  lsb.params MAX_PEND_JOBS: 200000 to 500000
every day 20:00  application nightly_char: does not exist to exists
Mon-Fri 20:00    hosts arm1 arm2 DISPATCH_WINDOW: closed to open
Mon-Fri 20:00    hosts arm1 arm2 RUNWINDOW: closed to open
Mon-Thu 20:00    queue night DISPATCH_WINDOW: closed to open
Mon-Thu 20:00    queue night RUN_WINDOW: closed to open
Fri 19:00        queue night DISPATCH_WINDOW: closed to open
Fri 19:00        queue night RUN_WINDOW: closed to open
Sat 08:00        resource reservation maintenance TIME_WINDOW: closed to open
Sat 20:00        resource reservation maintenance TIME_WINDOW: open to closed

"#]]);
}

#[test]
fn a_queue_for_some_days() {
    let days = ["calendar", "--queue", "night", "--days", "2", "--at", "Fri 12:00"];
    lsflint(&clean(), &days).assert().success().stdout_eq(str![[r#"
Fri 19:00  queue night DISPATCH_WINDOW: closed to open
Fri 19:00  queue night RUN_WINDOW: closed to open

"#]]);
    lsflint(&clean(), &["calendar", "--queue", "day"]).assert().code(2).stderr_eq(str![[r#"
error: unknown queue `day`

"#]]);
    // The queue exists, but nothing of it depends on the time.
    lsflint(&clean(), &["calendar", "--queue", "gpu"]).assert().success().stdout_eq(str![[r#"
nothing changes with the time

"#]]);
    lsflint(&Scratch::with(&MINI_CLUSTER), &["calendar"]).assert().success().stdout_eq(str![[r#"
nothing changes with the time

"#]]);
}

#[test]
fn two_times() {
    let plan = ["plan", "--between", "Mon 07:30", "Mon 12:00", "--fail-on", "never", "--output-format", "concise"];
    lsflint(&clean(), &plan).assert().success().stdout_eq(str![[r#"
notable host sim1: MXJ 64 to 48
notable host sim2: MXJ 64 to 48
notable limit proof_by_night: removed
notable queue regress: UJOB_LIMIT 400 to 150
harmless limit proof_by_day: new
notable queues admin filler night normal short: 336 job slots to 304, without 13 hosts whose slots the files do not say
notable queue hotfix: 336 job slots to 304, without 11 hosts whose slots the files do not say
notable queue interactive: 176 job slots to 144, without 4 hosts whose slots the files do not say
notable queues regress sim: 128 job slots to 96, without 7 hosts whose slots the files do not say
notable queue night: times of RUN_WINDOW; closes until Mon 12:00

"#]]);
    let plan = ["plan", "--between", "Mon 12:00", "Tue 12:00"];
    lsflint(&clean(), &plan).assert().success().stdout_eq(str![[r#"
nothing changes in meaning

"#]]);
    // A window opens; LSF does that by itself.
    let plan = ["plan", "--between", "Mon 19:30", "Mon 20:30", "--output-format", "concise"];
    lsflint(&clean(), &plan).assert().success().stdout_eq(str![[r#"
harmless application nightly_char: new
notable hosts arm1 arm2: times of DISPATCH_WINDOW; opens until Mon 20:30
notable hosts arm1 arm2: times of RUNWINDOW; opens until Mon 20:30
notable queue night: times of DISPATCH_WINDOW; opens until Mon 20:30
notable queue night: times of RUN_WINDOW; opens until Mon 20:30

"#]]);
    let plan = ["plan", "--between", "Mon 12:00", "Tue 12:00", ".", "conf"];
    lsflint(&clean(), &plan).assert().code(2).stderr_eq(str![[r#"
error: `--between` compares one directory at two times; found two

"#]]);
}
