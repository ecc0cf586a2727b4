//! Writes what query commands display for a cluster, from the pages of the commands. It shares nothing with the reader.

use std::fmt::Write as _;

use lsflint_model::{Entity, View};
use lsflint_spec::FileKind;

pub(crate) const PROOF: &str = "writing to a string cannot fail";
const LINE: &str = "-------------------------------------------------------------------------------";
const INDICES: [&str; 11] = ["r15s", "r1m", "r15m", "ut", "pg", "io", "ls", "it", "tmp", "swp", "mem"];
const SIZES: [&str; 6] = ["FILELIMIT", "DATALIMIT", "STACKLIMIT", "CORELIMIT", "MEMLIMIT", "SWAPLIMIT"];

/// The value that a record sets, on one line.
pub(crate) fn own(record: &Entity<'_>, name: &str) -> Option<String> {
    let value = record.value(name)?;
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    (!value.is_empty()).then_some(value)
}

/// The value that a record sets, else that of lsb.params.
pub(crate) fn value(view: View<'_>, record: &Entity<'_>, name: &str) -> Option<String> {
    own(record, name).or_else(|| {
        let is_wide = lsflint_spec::find_param(FileKind::LsbParams, "Parameters", name).is_some();
        let wide = view.parameter(name).value().filter(|_| is_wide)?;
        Some(wide.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

pub(crate) fn number(record: &Entity<'_>, name: &str) -> String {
    own(record, name).filter(|it| it.parse::<f64>().is_ok()).unwrap_or("-".to_owned())
}

pub(crate) fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text)
}

fn is_yes(text: &str) -> bool {
    text.eq_ignore_ascii_case("y") || text.eq_ignore_ascii_case("yes")
}

/// `[hour:]minute[/host]` as `90.0 min of host`.
pub(crate) fn minutes(text: &str) -> String {
    let (time, host) = text.split_once('/').map_or((text, None), |it| (it.0, Some(it.1)));
    let number = |text: &str| text.parse::<f64>().expect("a time");
    let minutes = time.split_once(':').map_or_else(|| number(time), |it| number(it.0) * 60.0 + number(it.1));
    host.map_or(format!("{minutes:.1} min"), |host| format!("{minutes:.1} min of {host}"))
}

/// A size with the letter of its unit.
pub(crate) fn size(view: View<'_>, text: &str) -> String {
    let (number, suffix) = text.split_at(text.find(|it: char| it.is_alphabetic()).unwrap_or(text.len()));
    let unit = if suffix.is_empty() { view.switches().unit_for_limits.as_deref().unwrap_or("KB") } else { suffix };
    format!("{number} {}", unit[..1].to_uppercase())
}

/// The items of a list; groups end with `/`.
pub(crate) fn list(view: View<'_>, text: &str, hosts: bool) -> String {
    let is_group = |name: &str| match hosts {
        true => view.find(FileKind::LsbHosts, "HostGroup", name).is_some(),
        false => view.find(FileKind::LsbUsers, "UserGroup", name).is_some(),
    };
    let items = text.split([' ', '(', ')']).filter(|it| !it.is_empty()).map(|it| {
        let name = it.trim_start_matches('~').split('+').next().unwrap_or_default();
        if is_group(name) { format!("{it}/") } else { it.to_owned() }
    });
    items.collect::<Vec<_>>().join(" ")
}

/// A list in lines of at most 60 characters, which are indented.
fn broken(list: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for item in list.split(' ') {
        if length + item.len() > 60 {
            text.push_str(&format!("\n{}", " ".repeat(21)));
            length = 0;
        } else if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(item);
        length += item.len() + 1;
    }
    text
}

/// A header and a row.
fn table(text: &mut String, cells: &[(&str, String)]) {
    if !cells.is_empty() {
        let line = |cells: Vec<String>| cells.concat().trim_end().to_owned();
        let header = line(cells.iter().map(|it| format!(" {:<26}", it.0)).collect());
        let row = line(cells.iter().map(|it| format!(" {:<26}", it.1)).collect());
        writeln!(text, "{header}\n{row}\n").expect(PROOF);
    }
}

/// The limits: with headings only if there is a default.
fn limits(view: View<'_>, record: &Entity<'_>, text: &mut String) {
    // The default and the maximum.
    let pair = |name: &'static str| {
        let value = value(view, record, name).filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))?;
        Some(match value.split_once(' ') {
            Some((default, maximum)) => (name, Some(default.to_owned()), maximum.to_owned()),
            None => (name, None, value),
        })
    };
    let times: Vec<_> = ["CPULIMIT", "RUNLIMIT"].into_iter().filter_map(pair).collect();
    let sizes: Vec<_> = SIZES.into_iter().filter_map(pair).collect();
    let counts: Vec<_> = ["PROCESSLIMIT", "THREADLIMIT"].into_iter().filter_map(pair).collect();
    let has_default = times.iter().chain(&sizes).chain(&counts).any(|it| it.1.is_some());
    if has_default {
        writeln!(text, "DEFAULT LIMITS:").expect(PROOF);
        let of = |it: &(&'static str, Option<String>, String)| it.1.clone().map(|value| (it.0, value));
        let cells: Vec<_> = times.iter().filter_map(of).map(|it| (it.0, minutes(&it.1))).collect();
        table(text, &cells);
        let mut cells: Vec<_> = sizes.iter().filter_map(of).map(|it| (it.0, size(view, &it.1))).collect();
        cells.extend(counts.iter().filter_map(of));
        table(text, &cells);
        writeln!(text, "MAXIMUM LIMITS:").expect(PROOF);
    }
    let cells: Vec<_> = times.iter().map(|it| (it.0, minutes(&it.2))).collect();
    table(text, &cells);
    if let Some((name, value)) =
        ["TASKLIMIT", "PROCLIMIT"].into_iter().find_map(|it| Some((it, value(view, record, it)?)))
    {
        let numbers: Vec<&str> = value.split(' ').collect();
        let shown = match numbers.as_slice() {
            ["1", "1", maximum] => (*maximum).to_owned(),
            [minimum, default, maximum] if minimum == default => format!("{minimum} {maximum}"),
            _ => value.clone(),
        };
        table(text, &[(name, shown)]);
    }
    let mut cells: Vec<_> = sizes.iter().map(|it| (it.0, size(view, &it.2))).collect();
    cells.extend(counts.iter().map(|it| (it.0, it.2.clone())));
    table(text, &cells);
}

/// The thresholds of both rows.
fn thresholds(record: &Entity<'_>, text: &mut String) {
    let cells = |row: usize| {
        let cell = |index: &str| {
            let value = own(record, index).unwrap_or_default();
            let cell = value.split('/').nth(row).filter(|it| !it.is_empty()).unwrap_or("-");
            format!("{cell:>8}")
        };
        INDICES.into_iter().map(cell).collect::<String>()
    };
    let header: String = INDICES.into_iter().map(|it| format!("{it:>8}")).collect();
    writeln!(text, "           {header}\n loadSched {}\n loadStop  {}\n", cells(0), cells(1)).expect(PROOF);
}

/// The thresholds of the indices of the site, in a table of their own.
fn thresholds_of_site(view: View<'_>, record: &Entity<'_>, text: &mut String) {
    let is_index = |it: &Entity<'_>| {
        own(it, "TYPE").as_deref() == Some("Numeric") && own(it, "INTERVAL").is_some_and(|it| it.parse::<u32>().is_ok())
    };
    let names: Vec<String> = view
        .all(FileKind::LsfShared, "Resource")
        .filter(is_index)
        .map(|it| it.name().into_owned())
        .filter(|it| record.value(it).is_some())
        .collect();
    if names.is_empty() {
        return;
    }
    let cells = |row: usize| {
        let cell = |name: &String| {
            let value = own(record, name).unwrap_or_default();
            let cell = value.split('/').nth(row).filter(|it| !it.is_empty()).unwrap_or("-");
            format!(" {cell:>20}")
        };
        names.iter().map(cell).collect::<String>()
    };
    let header: String = names.iter().map(|it| format!(" {it:>20}")).collect();
    writeln!(text, "           {header}\n loadSched {}\n loadStop  {}\n", cells(0), cells(1)).expect(PROOF);
}

fn policies(record: &Entity<'_>) -> Vec<String> {
    let mut words = Vec::new();
    let yes = |name: &str| own(record, name).is_some_and(|it| is_yes(&it));
    if own(record, "FAIRSHARE").is_some() {
        words.push("FAIRSHARE".to_owned());
    }
    match own(record, "EXCLUSIVE").as_deref() {
        Some(it) if it.starts_with("CU") => words.push(format!("EXCLUSIVE({it})")),
        Some(it) if is_yes(it) => words.push("EXCLUSIVE".to_owned()),
        _ => {}
    }
    if yes("BACKFILL") {
        words.push("BACKFILL".to_owned());
    }
    let preemption = own(record, "PREEMPTION").unwrap_or_default();
    words.extend(["PREEMPTIVE", "PREEMPTABLE"].into_iter().filter(|it| preemption.contains(it)).map(str::to_owned));
    match own(record, "INTERACTIVE").as_deref() {
        Some("NO" | "N") => words.push("NO_INTERACTIVE".to_owned()),
        Some("ONLY") => words.push("ONLY_INTERACTIVE".to_owned()),
        _ => {}
    }
    if yes("IGNORE_DEADLINE") {
        words.push("IGNORE_DEADLINE".to_owned());
    }
    if own(record, "APS_PRIORITY").is_some() {
        words.push("APS_PRIORITY".to_owned());
    }
    words
}

/// `bqueues -l`.
pub(crate) fn bqueues(view: View<'_>) -> String {
    let mut text = String::new();
    for queue in view.queues() {
        if !text.is_empty() {
            writeln!(text, "{LINE}\n").expect(PROOF);
        }
        writeln!(text, "QUEUE: {}", queue.name()).expect(PROOF);
        if let Some(it) = own(&queue, "DESCRIPTION") {
            writeln!(text, "  -- {it}").expect(PROOF);
        }
        let priority = own(&queue, "PRIORITY").unwrap_or("1".to_owned());
        let nice = own(&queue, "NICE").unwrap_or("0".to_owned());
        let [max, user, processor, host] =
            ["QJOB_LIMIT", "UJOB_LIMIT", "PJOB_LIMIT", "HJOB_LIMIT"].map(|it| number(&queue, it));
        writeln!(
            text,
            "\nPARAMETERS/STATISTICS\nPRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS\n\
             {priority:>3} {nice:>4}  Open:Active   {max:>5} {user:>4} {processor:>4} {host:>4}     0     0     0     0     0    0     0"
        )
        .expect(PROOF);
        if let Some(it) = own(&queue, "MIG") {
            writeln!(text, "Migration threshold is {it} minutes").expect(PROOF);
        }
        if let Some(it) = own(&queue, "NEW_JOB_SCHED_DELAY") {
            writeln!(text, "Schedule delay for a new job is {it} seconds").expect(PROOF);
        }
        if let Some(it) = own(&queue, "JOB_ACCEPT_INTERVAL") {
            let sleep: u64 = view.parameter("MBD_SLEEP_TIME").value().map_or(60, |it| it.parse().expect("seconds"));
            let seconds = it.parse::<u64>().expect("a number") * sleep;
            writeln!(text, "Interval for a host to accept two jobs is {seconds} seconds").expect(PROOF);
        }
        text.push('\n');
        limits(view, &queue, &mut text);
        writeln!(text, "SCHEDULING PARAMETERS").expect(PROOF);
        thresholds(&queue, &mut text);
        thresholds_of_site(view, &queue, &mut text);
        let policies = policies(&queue);
        if !policies.is_empty() {
            writeln!(text, "SCHEDULING POLICIES:  {}", policies.join("  ")).expect(PROOF);
        }
        if let Some(it) = own(&queue, "FAIRSHARE") {
            let shares = it.split_once("USER_SHARES[").map_or("", |it| it.1).trim_end().trim_end_matches(']');
            writeln!(text, "USER_SHARES:  {shares}]\n").expect(PROOF);
        }
        for (label, name) in [("RUN_WINDOWS", "RUN_WINDOW"), ("DISPATCH_WINDOWS", "DISPATCH_WINDOW")] {
            if let Some(it) = own(&queue, name) {
                writeln!(text, "{label}:  {it}\n").expect(PROOF);
            }
        }
        let users = own(&queue, "USERS").map_or("all".to_owned(), |it| list(view, &it, false));
        let hosts = own(&queue, "HOSTS").map_or("all".to_owned(), |it| list(view, &it, true));
        writeln!(text, "USERS: {}\nHOSTS:  {}", broken(&users), broken(&hosts)).expect(PROOF);
        if let Some(it) = own(&queue, "ADMINISTRATORS") {
            writeln!(text, "ADMINISTRATORS:  {}", list(view, &it, false)).expect(PROOF);
        }
        for name in
            ["PRE_EXEC", "POST_EXEC", "REQUEUE_EXIT_VALUES", "RES_REQ", "RESUME_COND", "STOP_COND", "JOB_STARTER"]
        {
            if let Some(it) = own(&queue, name) {
                writeln!(text, "{name}:  {}", unquoted(&it)).expect(PROOF);
            }
        }
        let sleep: u64 = view.parameter("MBD_SLEEP_TIME").value().map_or(60, |it| it.parse().expect("seconds"));
        for (name, what) in [("SLOT_RESERVE", "slot"), ("RESOURCE_RESERVE", "slot and memory")] {
            let number = own(&queue, name).and_then(|it| it.split(['[', ']']).nth(1)?.trim().parse::<u64>().ok());
            if let Some(it) = number {
                writeln!(text, "Maximum {what} reservation time: {} seconds", it * sleep).expect(PROOF);
            }
        }
        if own(&queue, "RERUNNABLE").is_some_and(|it| is_yes(&it)) {
            writeln!(text, "RERUNNABLE :  yes").expect(PROOF);
        }
        if let Some(it) = own(&queue, "CHKPNT") {
            let (folder, minutes) = it.split_once(' ').unwrap_or((&it, ""));
            writeln!(text, "CHKPNTDIR : {folder}").expect(PROOF);
            if let Ok(minutes) = minutes.parse::<u32>() {
                writeln!(text, "CHKPNTPERIOD : {}", minutes * 60).expect(PROOF);
            }
        }
        if let Some(it) = own(&queue, "JOB_CONTROLS") {
            text.push_str("JOB_CONTROLS:\n");
            for control in it.split("] ") {
                let (word, action) = control.split_once('[').expect("an action in brackets");
                writeln!(text, "    {:<11} [{}]", format!("{word}:"), action.trim_end_matches(']')).expect(PROOF);
            }
        }
        if let Some(it) = own(&queue, "CHUNK_JOB_SIZE") {
            writeln!(text, "CHUNK_JOB_SIZE:  {it}").expect(PROOF);
        }
        text.push('\n');
    }
    text
}

/// `bapp -l`.
pub(crate) fn bapp(view: View<'_>) -> String {
    let mut text = String::new();
    for profile in view.applications() {
        writeln!(text, "APPLICATION NAME: {}", profile.name()).expect(PROOF);
        if let Some(it) = own(&profile, "DESCRIPTION") {
            writeln!(text, " -- {it}").expect(PROOF);
        }
        text.push_str("\nSTATISTICS:\n   NJOBS     PEND      RUN    SSUSP    USUSP      RSV\n       0        0        0        0        0        0\n\nPARAMETERS:\n\n");
        limits(view, &profile, &mut text);
        for name in ["RES_REQ", "JOB_STARTER", "PRE_EXEC", "POST_EXEC", "REQUEUE_EXIT_VALUES"] {
            if let Some(it) = own(&profile, name) {
                writeln!(text, "{name}:  {}", unquoted(&it)).expect(PROOF);
            }
        }
        if own(&profile, "RERUNNABLE").is_some_and(|it| is_yes(&it)) {
            writeln!(text, "RERUNNABLE :  yes").expect(PROOF);
        }
        writeln!(text, "{LINE}").expect(PROOF);
    }
    text
}

/// `bparams -a`, and `badmin showconf mbd all`.
pub(crate) fn parameters(view: View<'_>) -> String {
    let mut text = String::new();
    let mut all = |file: FileKind, section: &str, indent: &str| {
        for record in view.all(file, section) {
            for field in record.all_fields() {
                if let Some(value) = field.known() {
                    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                    writeln!(text, "{indent}{} = {}", field.name(), unquoted(&value)).expect(PROOF);
                }
            }
        }
    };
    all(FileKind::LsbParams, "Parameters", "    ");
    let mut text = format!("{text}\nMBD configuration at Mon Jan  5 08:00:00 UTC 2026\n");
    for record in view.all(FileKind::LsfConf, "").chain(view.all(FileKind::EgoConf, "")) {
        for field in record.all_fields() {
            if let Some(value) = field.known() {
                writeln!(text, "\t{}={}", field.name(), unquoted(value.trim())).expect(PROOF);
            }
        }
    }
    text
}

/// `bhosts -l` of the hosts with their own rows.
pub(crate) fn bhosts(view: View<'_>) -> String {
    let mut text = String::new();
    for row in view.all(FileKind::LsbHosts, "Host").filter(|it| view.hosts().find(&it.name()).is_some()) {
        let slots = own(&row, "MXJ").map_or("-".to_owned(), |it| if it == "!" { "64".to_owned() } else { it });
        let windows = own(&row, "DISPATCH_WINDOW").unwrap_or_default();
        let windows = windows.trim_matches(|it| matches!(it, '(' | ')')).trim().to_owned();
        let windows = if windows.is_empty() { "-".to_owned() } else { windows };
        writeln!(
            text,
            "HOST  {}\nSTATUS           CPUF  JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV DISPATCH_WINDOW\n\
             ok              15.00  {:>4} {slots:>6}      2      2      0      0      0 {windows}\n",
            row.name(),
            number(&row, "JL/U"),
        )
        .expect(PROOF);
        text.push_str(" LOAD THRESHOLD USED FOR SCHEDULING:\n");
        thresholds(&row, &mut text);
        if let Some(it) = own(&row, "MIG") {
            writeln!(text, " Migration threshold is {it} min.\n").expect(PROOF);
        }
    }
    text
}

/// `bugroup -w` and `bmgroup -w`.
pub(crate) fn groups(view: View<'_>) -> String {
    let mut text = String::from("GROUP_NAME    USERS                     GROUP_ADMIN\n");
    for group in view.all(FileKind::LsbUsers, "UserGroup") {
        let admin = own(&group, "GROUP_ADMIN").map_or("-".to_owned(), |it| list(view, &it, false));
        let members = list(view, &own(&group, "GROUP_MEMBER").unwrap_or_default(), false);
        writeln!(text, "{:<12} {members}  ( {admin} )", group.name()).expect(PROOF);
    }
    text.push_str("\nGROUP_NAME    HOSTS                     GROUP_ADMIN\n");
    for group in view.all(FileKind::LsbHosts, "HostGroup") {
        let admin = own(&group, "GROUP_ADMIN").map_or("-".to_owned(), |it| list(view, &it, false));
        let members = list(view, &own(&group, "GROUP_MEMBER").unwrap_or_default(), true);
        writeln!(text, "{:<12} {members}  ( {admin} )", group.name()).expect(PROOF);
    }
    text
}

/// `lsinfo -l` of the resources of the site.
pub(crate) fn lsinfo(view: View<'_>) -> String {
    let mut text = String::new();
    for row in view.all(FileKind::LsfShared, "Resource").filter(|it| !it.name().is_empty() && !it.name().contains(' '))
    {
        let description = own(&row, "DESCRIPTION").unwrap_or_default();
        let order = match own(&row, "INCREASING").as_deref() {
            Some("Y" | "y") => "Inc",
            Some("N" | "n") => "Dec",
            _ => "N/A",
        };
        let kind = own(&row, "TYPE").unwrap_or("Boolean".to_owned());
        let interval = number(&row, "INTERVAL").replace('-', "0");
        writeln!(
            text,
            "RESOURCE_NAME:  {}\nDESCRIPTION: {}\nTYPE    ORDER   INTERVAL  BUILTIN  DYNAMIC\n{kind:>7}   {order:>3}        {interval}       No       No\n",
            row.name(),
            description.trim_matches(|it| matches!(it, '(' | ')')),
        )
        .expect(PROOF);
    }
    text
}
