//! Public samples of output: what is read, what is not understood, and which displayed defaults are not the documented
//! ones. Skipped without the samples.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsflint_spec::{Confidence, DisplayForm};
use lsflint_test_support::{corpus, files_below};

use super::super::asked::Asked;
use super::super::files::{Default as Documented, default};
use super::super::meaning::{Context, Meaning, of_file, of_shown};
use super::super::read::{Shown, read};

/// Outputs without configuration, by the beginning of the name.
const STATE: [&str; 2] = ["lsload.", "lsclusters"];

/// Lines that are rightly not understood: what follows is missing, or the label is of an object that is not named.
const FRAGMENTS: [&str; 2] = ["bparams.lsf4.txt", "bqueues-l.cern-hosts-line.txt"];

/// The displayed values that are not the documented defaults: the sample, the parameters, and the reason.
const SETTLED: [(&str, &[&str], &str); 7] = [
    (
        "bparams-l.lsf4.txt",
        &["MBD_SLEEP_TIME", "SBD_SLEEP_TIME"],
        "20 and 15 are what older versions write into lsb.params at installation; the manuals of 7.0.6 and 8.0 name them, \
         and 60 and 30 as the defaults",
    ),
    ("bparams-l.lsf4.txt", &["DEFAULT_QUEUE", "MAX_JOB_NUM"], "lsb.params of the example sets them"),
    ("bparams.lsf4.txt", &["DEFAULT_QUEUE"], "lsb.params of the example sets it"),
    (
        "bqueues-l.handbook10-normal.txt",
        &["DESCRIPTION", "FAIRSHARE", "INTERACTIVE", "NICE", "PRIORITY"],
        "lsb.queues of the example sets them, NICE = 20 as in the file that is installed",
    ),
    (
        "bqueues-l.lsf4-normal.txt",
        &[
            "ADMINISTRATORS",
            "CORELIMIT",
            "CPULIMIT",
            "DATALIMIT",
            "DEFAULT_HOST_SPEC",
            "DESCRIPTION",
            "DISPATCH_WINDOW",
            "EXCLUSIVE",
            "FAIRSHARE",
            "FILELIMIT",
            "HOSTS",
            "MEMLIMIT",
            "MIG",
            "NICE",
            "PJOB_LIMIT",
            "POST_EXEC",
            "PREEMPTION",
            "PRE_EXEC",
            "PRIORITY",
            "QJOB_LIMIT",
            "REQUEUE_EXIT_VALUES",
            "RUNLIMIT",
            "RUN_WINDOW",
            "STACKLIMIT",
            "TASKLIMIT",
            "UJOB_LIMIT",
            "USERS",
            "io",
            "pg",
            "r15m",
            "r1m",
            "ut",
        ],
        "the queue of the example sets as much as possible",
    ),
    ("bhosts-l.lsf4-hostB.txt", &["DISPATCH_WINDOW", "JL/U", "MIG", "MXJ", "pg"], "lsb.hosts of the example sets them"),
    ("bhosts-l.lsfmonitor.txt", &["MXJ"], "MXJ is set, or `!` and the host has 48 processors"),
];

/// The samples in which values stand that are displayed even if they are not set.
fn shows_defaults(sample: &str) -> bool {
    ["bparams", "bqueues-l", "bhosts-l"].iter().any(|it| sample.starts_with(it))
}

#[test]
fn samples() {
    let Some(folder) = corpus() else { return };
    let folder = folder.join("outputs");
    let mut table = String::from(
        "| sample | objects | values | not understood | other than the default |\n|---|---|---|---|---|\n",
    );
    let (mut problems, mut unsettled): (Vec<String>, Vec<String>) = Default::default();
    for (name, bytes) in files_below(&folder).into_iter().filter(|it| it.0 != "INDEX.md") {
        let text = String::from_utf8_lossy(&bytes);
        let input = read(std::iter::once(&*text));
        let others = other_than_default(&input);
        let unknown: Vec<String> = input.unknown.iter().map(|it| format!("{}: {}", it.line, it.text)).collect();
        let is_state = STATE.iter().any(|it| name.starts_with(it));
        writeln!(
            table,
            "| {name} | {} | {} | {} | {} |",
            input.objects.len(),
            input.values.len(),
            unknown.join("; "),
            others.len()
        )
        .expect("a string");
        let is_fragment = FRAGMENTS.contains(&name.as_str());
        if is_state || is_fragment {
            assert!(!unknown.is_empty(), "{name}");
        } else if input.objects.is_empty() {
            problems.push(format!("{name}: nothing was read"));
        }
        if !is_state && !is_fragment {
            problems.extend(unknown.iter().map(|it| format!("{name}:{it}")));
        }
        if shows_defaults(&name) {
            for (parameter, (shown, default)) in others {
                let is_it = |it: &&(&str, &[&str], &str)| it.0 == name && it.1.contains(&parameter.as_str());
                if SETTLED.iter().find(is_it).is_none_or(|it| it.2.is_empty()) {
                    unsettled.push(format!("{name} {parameter}: {shown} | {default}"));
                }
            }
        }
    }
    assert!(table.lines().count() > 30, "{table}");
    assert_eq!((problems.join("\n"), unsettled.join("\n")), Default::default(), "\n{table}");
}

/// The values with a documented default that is another one, by parameter: the value and the default.
fn other_than_default(input: &super::super::read::Input) -> BTreeMap<String, (String, String)> {
    let units = lsflint_model::requirement::Units::of(lsflint_model::AsRead::default().view().switches());
    let mut others = BTreeMap::new();
    for value in &input.values {
        let display = input.objects[value.object].display;
        let is_row =
            matches!(&value.what, Shown::Part(part) if part.params.is_empty() || part.form == DisplayForm::Candidate);
        let Some(asked) = Asked::of(display, &value.what).into_iter().next().filter(|_| !is_row) else { continue };
        let cx =
            Context { units: &units, file: display.file, interval: None, unit: asked.param.unit, param: asked.param };
        let shown = of_shown(asked.form, asked.unit, &value.text, cx);
        let documented = match default(asked.param) {
            Documented::NotSet => Meaning::NotSet,
            Documented::Text(text) => of_file(asked.form, &text, &asked.words, cx),
            Documented::InWords => continue,
        };
        if !shown.is_same(&documented) && !matches!(documented, Meaning::Unknown(_)) {
            let sure = if asked.param.confidence == Confidence::High { "" } else { " (unverified)" };
            others.insert(asked.param.name.to_owned(), (value.text.clone(), format!("{}{sure}", asked.param.default)));
        }
    }
    others
}
