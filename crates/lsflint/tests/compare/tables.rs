//! Writes what query commands display with `-o`, with and without `-json`, and as tables, from the pages of the
//! commands.

use std::fmt::Write as _;

use lsflint_model::{Entity, View};
use lsflint_spec::FileKind;

use crate::writer::{PROOF, list, minutes, number, own, size, unquoted, value};

/// The fields of an object, in the order of the columns.
type Record = Vec<(&'static str, String)>;

fn or_dash(text: Option<String>) -> String {
    text.filter(|it| !it.is_empty()).unwrap_or("-".to_owned())
}

/// `-o "... delimiter='c'"`.
pub(crate) fn delimited(records: &[Record], delimiter: char) -> String {
    let mut text = String::new();
    let mut line = |cells: Vec<&str>| writeln!(text, "{}", cells.join(&delimiter.to_string())).expect(PROOF);
    if let Some(first) = records.first() {
        line(first.iter().map(|it| it.0).collect());
    }
    records.iter().for_each(|it| line(it.iter().map(|it| it.1.as_str()).collect()));
    text
}

/// `-o "name:20 ..."`: columns as wide as their values.
pub(crate) fn columns(records: &[Record]) -> String {
    let Some(first) = records.first() else { return String::new() };
    let widths: Vec<usize> = (0..first.len())
        .map(|column| records.iter().map(|it| it[column].1.len()).max().unwrap_or_default().max(first[column].0.len()))
        .collect();
    let mut text = String::new();
    let mut line = |cells: Vec<&str>| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        writeln!(text, "{}", cells.collect::<Vec<_>>().join(" ")).expect(PROOF);
    };
    line(first.iter().map(|it| it.0).collect());
    records.iter().for_each(|it| line(it.iter().map(|it| it.1.as_str()).collect()));
    text
}

/// `-o "..." -json`: all values are strings.
pub(crate) fn json(command: &str, count: &str, records: &[Record]) -> String {
    let quoted = |text: &str| serde_json::to_string(text).expect(PROOF);
    let mut text = format!("{{\n  \"COMMAND\":\"{command}\",\n  \"{count}\":{},\n  \"RECORDS\":[\n", records.len());
    for (number, record) in records.iter().enumerate() {
        let fields: Vec<String> = record.iter().map(|it| format!("      {}:{}", quoted(it.0), quoted(&it.1))).collect();
        let end = if number + 1 < records.len() { "," } else { "" };
        writeln!(text, "    {{\n{}\n    }}{end}", fields.join(",\n")).expect(PROOF);
    }
    text.push_str("  ]\n}\n");
    text
}

/// The default and the maximum of a limit.
fn pair(view: View<'_>, queue: &Entity<'_>, name: &str) -> (Option<String>, Option<String>) {
    let value = value(view, queue, name).filter(|it| it.starts_with(|it: char| it.is_ascii_digit()));
    match value.as_deref().and_then(|it| it.split_once(' ')) {
        Some((default, maximum)) => (Some(default.to_owned()), Some(maximum.to_owned())),
        None => (None, value),
    }
}

/// `bqueues -o "all"`.
pub(crate) fn queues(view: View<'_>) -> Vec<Record> {
    let of = |queue: &Entity<'_>| {
        let limit = |name: &str| number(queue, name);
        let mut record: Record = vec![
            ("QUEUE_NAME", queue.name().into_owned()),
            ("DESCRIPTION", or_dash(own(queue, "DESCRIPTION"))),
            ("PRIORITY", own(queue, "PRIORITY").unwrap_or("1".to_owned())),
            ("STATUS", "Open:Active".to_owned()),
            ("MAX", limit("QJOB_LIMIT")),
            ("JL_U", limit("UJOB_LIMIT")),
            ("JL_P", limit("PJOB_LIMIT")),
            ("JL_H", limit("HJOB_LIMIT")),
            ("NJOBS", "0".to_owned()),
            ("NICE", own(queue, "NICE").unwrap_or("0".to_owned())),
            ("HOSTS", own(queue, "HOSTS").map_or("all".to_owned(), |it| list(view, &it, true))),
            ("USERS", own(queue, "USERS").map_or("all".to_owned(), |it| list(view, &it, false))),
        ];
        let (default, maximum) = pair(view, queue, "RUNLIMIT");
        record.push(("MAX_RUNLIMIT", or_dash(maximum.map(|it| minutes(&it)))));
        record.push(("DEFAULT_RUNLIMIT", or_dash(default.map(|it| minutes(&it)))));
        let (default, maximum) = pair(view, queue, "MEMLIMIT");
        record.push(("MAX_MEMLIMIT", or_dash(maximum.map(|it| size(view, &it)))));
        record.push(("DEFAULT_MEMLIMIT", or_dash(default.map(|it| size(view, &it)))));
        let (default, maximum) = pair(view, queue, "PROCESSLIMIT");
        record.push(("MAX_PROCESSLIMIT", or_dash(maximum)));
        record.push(("DEFAULT_PROCESSLIMIT", or_dash(default)));
        let tasks = value(view, queue, "TASKLIMIT").or_else(|| value(view, queue, "PROCLIMIT")).unwrap_or_default();
        let tasks: Vec<&str> = tasks.split_whitespace().collect();
        let tasks: [&str; 3] = match *tasks.as_slice() {
            [] => ["-", "-", "-"],
            [maximum] => ["-", "-", maximum],
            [minimum, maximum] => [minimum, minimum, maximum],
            [minimum, default, maximum, ..] => [minimum, default, maximum],
        };
        let names = ["MIN_TASKLIMIT", "DEFAULT_TASKLIMIT", "MAX_TASKLIMIT"];
        record.extend(names.into_iter().zip(tasks.map(str::to_owned)));
        record.push(("RES_REQ", or_dash(own(queue, "RES_REQ").map(|it| unquoted(&it).to_owned()))));
        record
    };
    view.queues().map(|it| of(&it)).collect()
}

/// `bhosts -o "..."`.
pub(crate) fn hosts(view: View<'_>) -> Vec<Record> {
    let of = |row: Entity<'_>| {
        let slots = own(&row, "MXJ").map_or("-".to_owned(), |it| if it == "!" { "64".to_owned() } else { it });
        vec![
            ("HOST_NAME", row.name().into_owned()),
            ("STATUS", "ok".to_owned()),
            ("JL_U", number(&row, "JL/U")),
            ("MAX", slots),
            ("NJOBS", "0".to_owned()),
        ]
    };
    let rows = view.all(FileKind::LsbHosts, "Host");
    rows.filter(|it| view.hosts().find(&it.name()).is_some()).map(of).collect()
}

/// `lshosts -o "..."`.
pub(crate) fn lshosts(view: View<'_>) -> Vec<Record> {
    let of = |row: Entity<'_>| {
        let resources = own(&row, "RESOURCES").unwrap_or_default();
        let windows = own(&row, "RUNWINDOW").unwrap_or_default();
        vec![
            ("HOST_NAME", row.name().into_owned()),
            ("TYPE", or_dash(own(&row, "type"))),
            ("MODEL", or_dash(own(&row, "model"))),
            ("CPUF", "100.0".to_owned()),
            ("MAXMEM", "15.4G".to_owned()),
            ("SERVER", server(&row).to_owned()),
            ("RESOURCES", format!("({})", inner(&resources))),
            ("RUN_WINDOWS", if inner(&windows).is_empty() { "-".to_owned() } else { format!("({})", inner(&windows)) }),
        ]
    };
    view.all(FileKind::LsfCluster, "Host").map(of).collect()
}

fn server(row: &Entity<'_>) -> &'static str {
    if own(row, "server").as_deref() == Some("0") { "No" } else { "Yes" }
}

fn inner(text: &str) -> &str {
    text.trim_matches(|it| matches!(it, '(' | ')' | '-')).trim()
}

/// `lshosts -l`.
pub(crate) fn lshosts_long(view: View<'_>) -> String {
    const INDICES: [&str; 11] = ["r15s", "r1m", "r15m", "ut", "pg", "io", "ls", "it", "tmp", "swp", "mem"];
    let mut text = String::new();
    for row in view.all(FileKind::LsfCluster, "Host") {
        let resources = own(&row, "RESOURCES").unwrap_or_default();
        let windows = own(&row, "RUNWINDOW").unwrap_or_default();
        let windows = if inner(&windows).is_empty() { "(always open)" } else { inner(&windows) };
        writeln!(
            text,
            "HOST_NAME:  {}\ntype         model  cpuf ncpus ndisks maxmem maxswp maxtmp rexpri server nprocs ncores nthreads\n\
             {} {} 14.0    16      4  1024M  1896M   120M      0 {:>6}      1      8        2\n\n\
             RESOURCES: ({})\nRUN_WINDOWS:  {windows}\n\nLOAD_THRESHOLDS:",
            row.name(),
            or_dash(own(&row, "type")),
            or_dash(own(&row, "model")),
            server(&row),
            inner(&resources),
        )
        .expect(PROOF);
        let header: String = INDICES.into_iter().map(|it| format!("{it:>8}")).collect();
        let cell = |index: &str| or_dash(own(&row, index).filter(|it| !inner(it).is_empty()));
        let cells: String = INDICES.into_iter().map(|it| format!("{:>8}", cell(it))).collect();
        writeln!(text, "{header}\n{cells}\n").expect(PROOF);
    }
    text
}

/// `lsid`.
pub(crate) fn lsid(view: View<'_>) -> String {
    let list = view.conf("LSF_MASTER_LIST").value().unwrap_or_default();
    let first = list.trim_matches('"').split_whitespace().next().unwrap_or_default().to_owned();
    format!(
        "IBM Spectrum LSF Standard 10.1.0.14, Jan 04 2023\n\
         Copyright International Business Machines Corp. 1992, 2016.\n\
         US Government Users Restricted Rights - Use, duplication or disclosure restricted by GSA ADP Schedule Contract with IBM Corp.\n\n\
         My cluster name is {}\nMy master name is {first}\n",
        view.cluster_name().unwrap_or_default()
    )
}

/// `busers -w all`: the limits of `group@` have a row for each member.
pub(crate) fn busers(view: View<'_>) -> String {
    let mut text = String::from(
        "USER/GROUP          JL/P    MAX  NJOBS   PEND    RUN  SSUSP  USUSP    RSV  MPEND  PJOBS MPJOBS   PRIO\n",
    );
    for row in view.all(FileKind::LsbUsers, "User").filter(|it| !it.name().ends_with('@')) {
        let name = list(view, &row.name(), false);
        let [processors, jobs, slots, pending] =
            ["JL/P", "MAX_JOBS", "MAX_PEND_SLOTS", "MAX_PEND_JOBS"].map(|it| number(&row, it));
        let priority = own(&row, "PRIORITY").filter(|it| it != "-").unwrap_or("0".to_owned());
        writeln!(text, "{name:<19} {processors:>4} {jobs:>6} 0 0 0 0 0 0 {slots} 0 {pending} {priority}").expect(PROOF);
    }
    text
}
