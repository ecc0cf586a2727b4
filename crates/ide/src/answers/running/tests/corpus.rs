//! Public samples of output: what is read, what is not understood, and which displayed defaults are not the documented
//! ones. Skipped without the samples. To see the table:
//! `cargo test -p lsflint-ide --lib running::tests::corpus -- --nocapture`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsflint_spec::{Confidence, Direction, DisplayForm, FileKind, builtin_resource};
use lsflint_test_support::{corpus, files_below};

use super::super::asked::Asked;
use super::super::files::{Default as Documented, default};
use super::super::meaning::{Context, Meaning, of_file, of_shown};
use super::super::read::{Shown, read};

/// Outputs without configuration, by the beginning of the name.
const STATE: [&str; 2] = ["lsload.", "lsclusters"];

/// Why nothing else is expected of a sample.
const OF_STATE: &str = "no configuration";
const OF_FRAGMENTS: &str = "the first line of the output is missing, or lines after it";

/// Lines that are rightly not understood: what follows is missing, or the label is of an object that is not named.
const FRAGMENTS: [&str; 2] = ["bparams.lsf4.txt", "bqueues-l.cern-hosts-line.txt"];

/// The displayed values that are not the documented defaults: the sample, the parameters, and the reason.
const SETTLED: [(&str, &[&str], &str); 8] = [
    (
        "bparams-l.lsf4.txt",
        &["MBD_SLEEP_TIME", "SBD_SLEEP_TIME"],
        "20 and 15 are what older versions write into lsb.params at installation; the manuals of 7.0.6 and 8.0 name them, \
         and 60 and 30 as the defaults",
    ),
    (
        "lsinfo-l.lsf4.txt",
        &["swp INTERVAL"],
        "an example of the manual of LSF 4; all tables of open-source relatives (builtInRes of OpenLava and volclava) have 15",
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
    ["bparams", "bqueues-l", "bhosts-l", "lsinfo"].iter().any(|it| sample.starts_with(it))
}

#[test]
fn samples() {
    let Some(folder) = corpus() else { return };
    let folder = folder.join("outputs");
    let mut table = String::from(
        "| sample | objects | fields read | not understood | other than the default |\n|---|---|---|---|---|\n",
    );
    let mut settled =
        String::from("| sample | parameter | displayed | documented | settled |\n|---|---|---|---|---|\n");
    let (mut fields, mut lines, mut files) = (0, 0, 0);
    let (mut problems, mut unsettled): (Vec<String>, Vec<String>) = Default::default();
    for (name, bytes) in files_below(&folder).into_iter().filter(|it| it.0 != "INDEX.md") {
        let text = String::from_utf8_lossy(&bytes);
        let input = read(std::iter::once(&*text));
        let mut others = other_than_default(&input);
        let unknown: Vec<String> = input.unknown.iter().map(|it| format!("{}: {}", it.line, it.text)).collect();
        let is_state = STATE.iter().any(|it| name.starts_with(it));
        let is_fragment = FRAGMENTS.contains(&name.as_str());
        let why = match (is_state, is_fragment) {
            (true, _) => OF_STATE.to_owned(),
            (_, true) => format!("{}: {OF_FRAGMENTS}", unknown.join("; ")),
            _ => unknown.join("; "),
        };
        let (objects, read, count) = (input.objects.len(), input.values.len(), unknown.len());
        let differing =
            if shows_defaults(&name) { others.len().to_string() } else { "defaults are not displayed".into() };
        writeln!(table, "| {name} | {objects} | {read} | {count} {why} | {differing} |").expect("a string");
        (fields, lines, files) = (fields + read, lines + count, files + 1);
        if is_state || is_fragment {
            assert!(!unknown.is_empty(), "{name}");
        } else if input.objects.is_empty() {
            problems.push(format!("{name}: nothing was read"));
        }
        if !is_state && !is_fragment {
            problems.extend(unknown.iter().map(|it| format!("{name}:{it}")));
        }
        others.extend(other_than_builtin(&input));
        if shows_defaults(&name) {
            for (parameter, (shown, default)) in others {
                let is_it = |it: &&(&str, &[&str], &str)| it.0 == name && it.1.contains(&parameter.as_str());
                match SETTLED.iter().find(is_it).filter(|it| !it.2.is_empty()) {
                    Some(it) => writeln!(settled, "| {name} | {parameter} | {shown} | {default} | {} |", it.2)
                        .expect("a string"),
                    None => unsettled.push(format!("{name} {parameter}: {shown} | {default}")),
                }
            }
        }
    }
    writeln!(table, "\n{files} samples, {fields} fields read, {lines} lines not understood\n\n{settled}")
        .expect("a string");
    eprintln!("{table}");
    assert!(files > 30 && fields > 400, "{table}");
    assert_eq!((problems.join("\n"), unsettled.join("\n")), Default::default(), "\n{table}");
}

/// What is displayed about resources of LSF and is documented otherwise, by resource and column.
fn other_than_builtin(input: &super::super::read::Input) -> BTreeMap<String, (String, String)> {
    let mut others = BTreeMap::new();
    let of_resources =
        |it: &&super::super::read::ShownValue| input.objects[it.object].display.file == FileKind::LsfShared;
    for value in input.values.iter().filter(of_resources) {
        let object = &input.objects[value.object];
        let Some(resource) = builtin_resource(&object.name).filter(|_| object.display.section == "Resource") else {
            continue;
        };
        let documented = match value.what.name() {
            "TYPE" => format!("{:?}", resource.kind),
            "INCREASING" => match resource.direction {
                Some(Direction::Increasing) => "Inc".to_owned(),
                Some(Direction::Decreasing) => "Dec".to_owned(),
                None => "N/A".to_owned(),
            },
            "INTERVAL" => resource.interval.unwrap_or_default().to_string(),
            _ => continue,
        };
        if value.text != documented {
            others.insert(format!("{} {}", object.name, value.what.name()), (value.text.clone(), documented));
        }
    }
    others
}

/// The values with a documented default that is another one, by parameter: the value and the default.
fn other_than_default(input: &super::super::read::Input) -> BTreeMap<String, (String, String)> {
    let units = lsflint_model::requirement::Units::of(lsflint_model::AsRead::default().view().switches());
    let mut others = BTreeMap::new();
    // Which resources a site has is not a default.
    for value in input.values.iter().filter(|it| input.objects[it.object].display.file != FileKind::LsfShared) {
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
