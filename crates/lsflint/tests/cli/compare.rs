//! `compare`: what LSF commands display, compared with the files.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::lsflint;

const QUEUES: &str = "\
# queues
Begin Queue
QUEUE_NAME  = normal
PRIORITY    = 30
RUNLIMIT    = 24:00
DESCRIPTION = Work
End Queue

Begin Queue
QUEUE_NAME  = night
PRIORITY    = 20
RUNLIMIT    = 36:00:00
DESCRIPTION = Work at night
End Queue
";

const OUTPUT: &str = "\
QUEUE: normal
  -- Work

PARAMETERS/STATISTICS
PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS
 40    0  Open:Active       -    -    -    -     0     0     0     0     0    0     0

 RUNLIMIT
 1440.0 min

USERS: all
HOSTS:  all
RES_REQ:  select[mem>100]

-------------------------------------------------------------------------------

QUEUE: night
  -- Work at night

PARAMETERS/STATISTICS
PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS
 20    0  Open:Active       -    -    -    -     0     0     0     0     0    0     0

USERS: all
HOSTS:  all
";

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("conf/lsb.queues", QUEUES);
    scratch.write("conf/lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 10\nEnd Parameters\n");
    scratch.write("bqueues.txt", OUTPUT);
    scratch
}

#[test]
fn for_people() {
    lsflint(&scratch(), &["compare", "bqueues.txt", "--cluster=conf"]).assert().code(1).stdout_eq(str![[r#"
queue normal
  PRIORITY  differs
    running  40  bqueues.txt:6
    files    30  conf/lsb.queues:4
    = the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
  RES_REQ  is only in the running cluster
    running  select[mem>100]  bqueues.txt:13
    = no file sets it; `badmin reconfig` would apply the default select[type==local] order[r15s:pg], unless `bconf` made the change

queue night
  RUNLIMIT  differs
    files    36:00:00  conf/lsb.queues:12
    = LSF uses the default `unlimited` instead of the value (L102)

18 values the same, 2 different, 1 only in the running cluster, 0 only in the files

"#]]);
}

#[test]
fn a_line_for_each_value() {
    let arguments = ["compare", "-", "--cluster=conf", "--output-format=concise"];
    lsflint(&scratch(), &arguments).stdin(OUTPUT).assert().code(1).stdout_eq(str![[r#"
conf/lsb.queues:4: differs: queue normal PRIORITY (running 40, files 30): the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change
<stdin>:13: only-running: queue normal RES_REQ (running select[mem>100], files not set): no file sets it; `badmin reconfig` would apply the default select[type==local] order[r15s:pg], unless `bconf` made the change
conf/lsb.queues:12: differs: queue night RUNLIMIT (running not set, files 36:00:00): LSF uses the default `unlimited` instead of the value (L102)

"#]]);
}

#[test]
fn a_table() {
    let arguments = ["compare", "bqueues.txt", "--cluster=conf", "--output-format=markdown"];
    lsflint(&scratch(), &arguments).assert().code(1).stdout_eq(str![[r#"
| object | parameter | running | files | verdict | because |
|---|---|---|---|---|---|
| queue normal | PRIORITY | 40 | 30 | differs | the running cluster does not use the value of the file; `badmin reconfig` would apply it, unless `bconf` made the change |
| queue normal | RES_REQ | select[mem>100] |  | only-running | no file sets it; `badmin reconfig` would apply the default select[type==local] order[r15s:pg], unless `bconf` made the change |
| queue night | RUNLIMIT |  | 36:00:00 | differs | LSF uses the default `unlimited` instead of the value (L102) |

"#]]);
}

#[test]
fn the_same() {
    let table = "QUEUE_NAME PRIO\nnormal 30\nnight 20\n";
    let arguments = ["compare", "-", "--cluster=conf"];
    lsflint(&scratch(), &arguments).stdin(table).assert().success().stdout_eq(str![[r#"
2 values the same, 0 different, 0 only in the running cluster, 0 only in the files

"#]]);
}

#[test]
fn what_is_no_output() {
    let scratch = scratch();
    lsflint(&scratch, &["compare", "-", "--cluster=conf"]).stdin("hello\n").assert().code(2).stdout_eq("").stderr_eq(
        str![[r#"
error: <stdin>: no output of a known command with configuration; see `lsflint compare --help`

"#]],
    );
    lsflint(&scratch, &["compare", "-", "-", "--cluster=conf"]).assert().code(2).stderr_eq(str![[r#"
error: stdin can be read only once; found `-` twice

"#]]);
    lsflint(&scratch, &["compare", "no.txt", "--cluster=conf"]).assert().code(2).stderr_eq(str![[r#"
error: cannot read no.txt: No such file or directory (os error 2)

"#]]);
}
