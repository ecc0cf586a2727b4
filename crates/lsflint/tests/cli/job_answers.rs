//! `show job`, `why` and `submit-check`: what a script submits, and why LSF rejects it.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{lsflint, stdout};

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = night
USERS      = designers
RUN_WINDOW = 20:00-8:00
RUNLIMIT   = 1:00 8:00
RES_REQ    = select[type==any] rusage[tmp=50]
HOSTS      = a b
End Queue
";
const APPLICATIONS: &str = "\
Begin Application
NAME     = sim
MEMLIMIT = 4000
RES_REQ  = rusage[swp=100]
End Application
";
const HOSTS: &str = "\
Begin Host
HOSTNAME model type server RESOURCES
a ! X86 1 ()
b ! X86 1 ()
c ! X86 1 ()
End Host
Begin ClusterAdmins
ADMINISTRATORS = lsfadmin
End ClusterAdmins
";
const USERS: &str = "\
Begin UserGroup
GROUP_NAME GROUP_MEMBER
designers (ann)
others (cid)
End UserGroup
";
const SCRIPT: &str = "\
#!/bin/sh
#BSUB -J \"sim[1-20]\"
#BSUB -q night -app sim
#BSUB -n 64
#BSUB -W 9:00
#BSUB -R \"rusage[mem=100]\"
./sim
";

/// A cluster with a script in `jobs`.
fn site(more: &[(&str, &str)]) -> Scratch {
    let files = [
        ("conf/lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_UNIT_FOR_LIMITS=MB\n"),
        ("conf/lsf.shared", "Begin HostType\nTYPENAME\nX86\nEnd HostType\n"),
        ("conf/lsf.cluster.c", HOSTS),
        ("conf/lsb.params", "Begin Parameters\nDEFAULT_QUEUE = night\nMAX_JOB_ARRAY_SIZE = 10\nEnd Parameters\n"),
        ("conf/lsb.queues", QUEUES),
        ("conf/lsb.applications", APPLICATIONS),
        ("conf/lsb.users", USERS),
        ("conf/lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 16\nEnd Host\n"),
        ("jobs/run.sh", SCRIPT),
    ];
    Scratch::with(&[&files, more].concat())
}

#[test]
fn everything_about_a_job() {
    let shown = stdout(&site(&[]), &["show", "job", "jobs/run.sh", "--user", "cid"], 0);
    snapbox::assert_data_eq!(
        shown,
        str![[r#"
job sim  jobs/run.sh:2
  array        20 elements
  tasks        64
  user         cid
  application  sim  (-app)  conf/lsb.applications:2
  queue        night  (-q)  conf/lsb.queues:2
  access       the user may not use the queue
  starts jobs  every day 20:00-08:00  conf/lsb.queues:4
  requirement  select[type==any] rusage[mem=100:swp=100:tmp=50]
                 type==any  from the queue  conf/lsb.queues:6
                 mem=100  from the job  jobs/run.sh:6
                 swp=100  from the application profile  conf/lsb.applications:4
                 tmp=50  from the queue  conf/lsb.queues:6
  hosts        2 of 2 hosts can match, depending on load, reservations, or facts not in the files
  limits       MEMLIMIT 4000 MB  (application profile)  conf/lsb.applications:3
               TASKLIMIT 64  (-n)
               RUNLIMIT 9:00 = 9 hours  (-W)  maximum 8:00 = 8 hours  conf/lsb.queues:5
  jobs/run.sh:2: J205 job array with 20 elements, but `MAX_JOB_ARRAY_SIZE` of lsb.params is 10
    effect: LSF rejects the job at submission
    bsub prints: Job array index too large
    conf/lsb.params:3  the maximum
    help: submit several smaller arrays
  jobs/run.sh:3: J207 user `cid` may not use queue `night`
    effect: LSF rejects the job at submission
    bsub prints: User cannot use the queue
    conf/lsb.queues:3  the users of queue `night`
    help: choose a queue that the user may use
  jobs/run.sh:3: J209 queue `night` starts jobs only at some times: every day 20:00-08:00
    effect: the job pends while the windows of the queue are closed
    bjobs -p prints: The queue is inactivated by its time windows
    conf/lsb.queues:4  the window of queue `night`
  jobs/run.sh:4: J305 `-n 64` exceeds the job slots of queue `night`
    effect: LSF may never dispatch the job because the 2 hosts that can run it have 32 slots
    bjobs -p prints: The queue has not enough job slots for the parallel job
    help: request fewer tasks, or choose another queue
  jobs/run.sh:5: J201 `-W 9:00` exceeds `RUNLIMIT` of queue `night`: 8:00 = 8 hours
    effect: LSF rejects the job at submission
    bsub prints: RUNLIMIT: Cannot exceed queue's hard limit(s)
    conf/lsb.queues:5  the maximum of queue `night`
    help: request less, or submit the job to a queue that allows more

"#]]
    );
}

#[test]
fn the_default_queue_and_a_job_that_fits() {
    let scratch = site(&[("jobs/run.sh", "bsub -W 2:00 ./sim\n")]);
    snapbox::assert_data_eq!(
        stdout(&scratch, &["show", "job", "jobs/run.sh"], 0),
        str![[r#"
job  jobs/run.sh:1
  queue        night  (DEFAULT_QUEUE)  conf/lsb.queues:2
  starts jobs  every day 20:00-08:00  conf/lsb.queues:4
  requirement  select[type==any] rusage[tmp=50]
                 type==any  from the queue  conf/lsb.queues:6
                 tmp=50  from the queue  conf/lsb.queues:6
  hosts        2 of 2 hosts can match, depending on load, reservations, or facts not in the files
  limits       RUNLIMIT 2:00 = 2 hours  (-W)  maximum 8:00 = 8 hours  conf/lsb.queues:5
  note: LSB_DEFAULTQUEUE in the environment may name another queue

"#]]
    );
}

#[test]
fn hosts_are_those_of_the_queue_that_the_job_asks_for() {
    const GROUPS: &str = "Begin Host\nHOST_NAME MXJ\ndefault 16\nEnd Host\n\
                          Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nbig (b c)\nfar (c)\nEnd HostGroup\n";
    const JOBS: &str =
        "bsub -m 'a! big+2' -n 2 ./sim\nbsub -m far ./sim\nbsub -m big ./sim\nbsub -m 'a+3 others' ./sim\n";
    let scratch = site(&[("conf/lsb.hosts", GROUPS), ("jobs/run.sh", JOBS)]);
    let shown = stdout(&scratch, &["show", "job", "jobs/run.sh"], 0);
    let about = ["job ", "  asks", "               ", "  hosts", "  note: hosts"];
    let lines = shown.lines().filter(|it| {
        about.iter().any(|start| it.starts_with(start)) && !it.contains(" from the ") && !it.contains("LIMIT")
    });
    let lines: String = lines.map(|it| format!("{it}\n")).collect();
    snapbox::assert_data_eq!(
        lines,
        str![[r#"
job  jobs/run.sh:1
  asks for     a  (-m)  first execution host  conf/lsf.cluster.c:3
               big  (-m)  2 hosts, preference 2  conf/lsb.hosts:7
  hosts        2 of 2 hosts can match, depending on load, reservations, or facts not in the files
  note: hosts beyond those of `-m`, or all hosts, may run the job; all hosts of a queue are counted
job  jobs/run.sh:2
  asks for     far  (-m)  1 host  conf/lsb.hosts:8
  hosts        none: the queue has none of those that the job asks for
job  jobs/run.sh:3
  asks for     big  (-m)  2 hosts  conf/lsb.hosts:7
  hosts        1 of 1 host can match, depending on load, reservations, or facts not in the files
job  jobs/run.sh:4
  asks for     a  (-m)  preference 3  conf/lsf.cluster.c:3
               others  (-m)
  hosts        2 of 2 hosts can match, depending on load, reservations, or facts not in the files
  note: hosts beyond those of `-m`, or all hosts, may run the job; all hosts of a queue are counted

"#]]
    );
    let json = stdout(&scratch, &["show", "job", "jobs/run.sh", "--output-format", "json"], 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["jobs"][0]["asked"][1]["preference"], "2");
    assert_eq!(json["jobs"][0]["asked"][1]["hosts"], 2);
    assert_eq!(json["jobs"][1]["queues"][0]["hosts"]["depends"], 0);
}

#[test]
fn why_names_what_bsub_prints_and_the_lines_that_decide() {
    snapbox::assert_data_eq!(
        stdout(&site(&[]), &["why", "jobs/run.sh"], 1),
        str![[r#"
job sim  jobs/run.sh:2
  jobs/run.sh:2: J205 job array with 20 elements, but `MAX_JOB_ARRAY_SIZE` of lsb.params is 10
    effect: LSF rejects the job at submission
    bsub prints: Job array index too large
    conf/lsb.params:3  the maximum
    help: submit several smaller arrays
  jobs/run.sh:3: J209 queue `night` starts jobs only at some times: every day 20:00-08:00
    effect: the job pends while the windows of the queue are closed
    bjobs -p prints: The queue is inactivated by its time windows
    conf/lsb.queues:4  the window of queue `night`
  jobs/run.sh:4: J305 `-n 64` exceeds the job slots of queue `night`
    effect: LSF may never dispatch the job because the 2 hosts that can run it have 32 slots
    bjobs -p prints: The queue has not enough job slots for the parallel job
    help: request fewer tasks, or choose another queue
  jobs/run.sh:5: J201 `-W 9:00` exceeds `RUNLIMIT` of queue `night`: 8:00 = 8 hours
    effect: LSF rejects the job at submission
    bsub prints: RUNLIMIT: Cannot exceed queue's hard limit(s)
    conf/lsb.queues:5  the maximum of queue `night`
    help: request less, or submit the job to a queue that allows more
  queue night: 2 of 2 hosts can match, depending on load, reservations, or facts not in the files

"#]]
    );
    let fits = site(&[("jobs/run.sh", "bsub -q night -W 2:00 ./sim\n")]);
    snapbox::assert_data_eq!(
        stdout(&fits, &["why", "jobs/run.sh"], 0),
        str![[r#"
job  jobs/run.sh:1
  jobs/run.sh:1: J209 queue `night` starts jobs only at some times: every day 20:00-08:00
    effect: the job pends while the windows of the queue are closed
    bjobs -p prints: The queue is inactivated by its time windows
    conf/lsb.queues:4  the window of queue `night`
  queue night: 2 of 2 hosts can match, depending on load, reservations, or facts not in the files

"#]]
    );
}

#[test]
fn without_a_cluster_only_the_script_is_known() {
    let scratch = Scratch::with(&[("run.sh", "#BSUB -q night -n four\n"), ("lsb.queues", QUEUES)]);
    let alone = Scratch::with(&[("run.sh", "#BSUB -q night -n four\n")]);
    assert!(stdout(&alone, &["show", "job", "run.sh"], 0).contains("queue        night  (-q)"));
    lsflint(&scratch, &["why", "lsb.queues"]).assert().code(2);
    lsflint(&scratch, &["show", "job"])
        .assert()
        .code(2)
        .stderr_eq("error: `show job` requires the path of a job script\n");
}

#[test]
fn submit_check_has_the_words_and_codes_of_check() {
    let scratch = site(&[]);
    let run = |arguments: &[&str], code: i32| {
        let all = [&["submit-check", "--output-format", "concise", "--cluster", "conf"], arguments].concat();
        stdout(&scratch, &all, code)
    };
    assert_eq!(
        run(&["--", "bsub", "-q", "nigth", "-R", "rusage[mem=1] spam[x]", "./job"], 1),
        "<arg>:1:9: J101 error unknown queue `nigth`\n\
         <arg>:1:33: R001 error unknown section `spam` in a requirement string\n"
    );
    assert_eq!(
        run(&["--user", "cid", "--", "-q", "night", "./job"], 1),
        "<arg>:1:9: J207 error user `cid` may not use queue `night`\n"
    );
    assert_eq!(run(&["--ignore", "J209", "--user", "ann", "--", "bsub", "-q", "night", "-W", "2:00", "./job"], 0), "");
    assert_eq!(
        run(&["--select", "J201", "--script", "jobs/run.sh", "--", "bsub"], 1),
        "<arg>:6:10: J201 error `-W 9:00` exceeds `RUNLIMIT` of queue `night`: 8:00 = 8 hours\n"
    );
    lsflint(&scratch, &["submit-check", "--", "qsub"])
        .assert()
        .code(2)
        .stderr_eq("error: `submit-check` requires a `bsub` command after `--`; found `qsub`\n");
}

#[test]
fn the_cluster_of_submit_check_is_that_of_the_environment() {
    let scratch = site(&[]);
    let elsewhere = Scratch::with(&[("x", "")]);
    lsflint(&elsewhere, &["submit-check", "--output-format", "concise", "--", "bsub", "-q", "nigth", "job"])
        .env("LSF_ENVDIR", scratch.path().join("conf"))
        .assert()
        .code(1)
        .stdout_eq("<arg>:1:9: J101 error unknown queue `nigth`\n");
}

#[test]
fn esub_programs_and_the_user_of_the_settings() {
    let settings = "user = \"ann\"\n[[esub]]\nname = \"site\"\nadds = \"-q night\"\nrefuses = [\"m\"]\n";
    let scratch = site(&[
        ("conf/lsf.conf", "LSB_ESUB_METHOD=site\nLSF_STRICT_RESREQ=Y\n"),
        ("lsflint.toml", settings),
        ("jobs/run.sh", "bsub -W 9:00 ./sim\nbsub -m a ./sim\n"),
    ]);
    assert_eq!(
        stdout(&scratch, &["check", "jobs/run.sh", "--output-format", "concise", "--ignore", "J209"], 1),
        "jobs/run.sh:1:9: J201 error `-W 9:00` exceeds `RUNLIMIT` of queue `night`: 8:00 = 8 hours\n\
         jobs/run.sh:2:6: J208 error `esub.site` rejects jobs with `-m`\n"
    );
}
