//! What a finding means for others: LSF drops a definition or ignores a line on which other places rely.

use lsflint_lint::{Diagnostic, Registry, Settings, find_in_file};
use lsflint_test_support::{Scratch, cluster};
use snapbox::{assert_data_eq, str};

use crate::answers::clusters::damaged;
use crate::answers::snapshot;
use crate::stdout;

/// The findings in a cluster of these files; the first one is lsb.queues.
#[track_caller]
fn check(files: &[(&str, &str)], expected: impl snapbox::IntoData) {
    let scratch = Scratch::with(files);
    let out = stdout(&scratch, &["check", "--select=P1,Q3,R3,X,M003", "--output-format=full"], 1);
    assert_data_eq!(out, expected);
}

const SYNTH: &str = "\
Begin Queue
QUEUE_NAME = synth
JOB_CONTROLS = SUSPEND[SIGSTOP
End Queue
";

/// LSF does not know the queue anywhere, which is said once: at the definition.
#[test]
fn uses_of_a_dropped_definition() {
    let night = "Begin Queue\nQUEUE_NAME = night\nPREEMPTION = PREEMPTABLE[synth]\nEnd Queue\n";
    let params = "Begin Parameters\nDEFAULT_QUEUE = synth night\nEnd Parameters\n";
    check(
        &[("lsb.queues", &format!("{night}{SYNTH}")), ("lsb.params", params)],
        str![[r#"
error job-controls [Q301]: unclosed `[` in `JOB_CONTROLS`
  ┌─ lsb.queues:7:23
  │
3 │ PREEMPTION = PREEMPTABLE[synth]
  │                          ----- LSF does not know `synth` here
  ·
7 │ JOB_CONTROLS = SUSPEND[SIGSTOP
  │                       ^
  │
  ┌─ lsb.params:2:17
  │
2 │ DEFAULT_QUEUE = synth night
  │                 ----- LSF does not know `synth` here
  │
  = effect: LSF drops the `Queue` section
  = help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`

Found 1 error in 2 files.

"#]],
    );
}

#[test]
fn many_uses() {
    let queue = |it: usize| format!("Begin Queue\nQUEUE_NAME = q{it}\nPREEMPTION = PREEMPTABLE[synth]\nEnd Queue\n");
    let queues: String = (1..=6).map(queue).collect();
    check(
        &[("lsb.queues", &format!("{queues}{SYNTH}"))],
        str![[r#"
error job-controls [Q301]: unclosed `[` in `JOB_CONTROLS`
   ┌─ lsb.queues:27:23
   │
 3 │ PREEMPTION = PREEMPTABLE[synth]
   │                          ----- LSF does not know `synth` here
   ·
 7 │ PREEMPTION = PREEMPTABLE[synth]
   │                          ----- LSF does not know `synth` here
   ·
11 │ PREEMPTION = PREEMPTABLE[synth]
   │                          ----- LSF does not know `synth` here, nor in 3 other places
   ·
27 │ JOB_CONTROLS = SUSPEND[SIGSTOP
   │                       ^
   │
   = effect: LSF drops the `Queue` section
   = help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`

Found 1 error in 1 file.

"#]],
    );
}

/// The site knows about the definition, and about what follows from it.
#[test]
fn a_suppressed_finding() {
    let night = "Begin Queue\nQUEUE_NAME = night\nRUNLIMIT = x\nPREEMPTION = PREEMPTABLE[synth]\nEnd Queue\n";
    let synth = SYNTH.replace("JOB_CONTROLS", "# lsflint: ignore[Q301] a known one\nJOB_CONTROLS");
    check(
        &[("lsb.queues", &format!("{night}{synth}"))],
        str![[r#"
error bad-time [P107]: `RUNLIMIT` must be `[hour:]minute`, not `x`
  ┌─ lsb.queues:3:12
  │
3 │ RUNLIMIT = x
  │            ^
  │
  = effect: LSF uses the default `unlimited` instead of the value
  = help: write hours and minutes, such as `8:00`, or only minutes, such as `480`

Found 1 error in 1 file.

"#]],
    );
}

/// Rules ask the cluster as written. What they say also holds for the cluster as LSF reads it, unless they say how LSF
/// reads it: these are the mistakes themselves.
#[test]
fn findings_hold_for_the_cluster_as_read() {
    let damaged = (1..=30).map(|seed| (format!("seed {seed}"), damaged(seed)));
    let all = lsflint_rules::all().selection(["ALL".to_owned()]).expect("all rules");
    let mut compared = 0;
    for (name, scratch) in std::iter::once(("demo".to_owned(), Scratch::copy_of(&cluster("demo")))).chain(damaged) {
        let snapshot = snapshot(&scratch);
        let settings = Settings { select: all.clone(), ..(*snapshot.settings).clone() };
        let registry = Registry::new(lsflint_rules::all(), &settings);
        let (written, read) = (snapshot.as_read().written(), snapshot.as_read().read());
        for file in snapshot.files.iter().map(|it| &it.source) {
            let [written, read] = [written, read].map(|it| find_in_file(file, it, &settings, &registry).reported);
            for found in written.iter().filter(|it| !it.consequence.as_ref().is_some_and(|it| it.is_certain())) {
                let is_same = |it: &Diagnostic| it.rule.code == found.rule.code && it.range == found.range;
                assert!(read.iter().any(is_same), "{name}: {} {}", found.rule.code, found.message);
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "only {compared} findings");
}
