//! Writes what `blimits`, `bresources`, `bsla` and `bhpart` display, from the pages of the commands.

use std::fmt::Write as _;

use lsflint_model::{Entity, View};
use lsflint_spec::FileKind;

use crate::writer::{PROOF, list, own};

/// The text in parentheses, as LSF stores it.
fn inner(text: &str) -> String {
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    inner.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_set(text: &str) -> bool {
    !matches!(inner(text).as_str(), "" | "-")
}

/// The names of limits; those without one are numbered.
fn names<'v>(view: View<'v>) -> Vec<(String, Entity<'v>)> {
    let mut unnamed = 0;
    let mut all = Vec::new();
    for limit in view.all(FileKind::LsbResources, "Limit") {
        let mut name = limit.name().into_owned();
        if !is_set(&name) {
            name = format!("NONAME{unnamed:03}");
            unnamed += 1;
        }
        all.push((name, limit));
    }
    all
}

/// `blimits -c`, which is also `bresources`.
pub(crate) fn limits_as_configured(view: View<'_>) -> String {
    let mut text = String::new();
    for (name, limit) in names(view) {
        writeln!(text, "Begin Limit\nNAME = {name}").expect(PROOF);
        for field in limit.all_fields().filter(|it| it.name() != "NAME") {
            if let Some(value) = field.known().filter(|it| is_set(it)) {
                writeln!(text, "{} = {}", field.name(), inner(&value)).expect(PROOF);
            }
        }
        text.push_str("End Limit\n\n");
    }
    text
}

/// `blimits -a -w`: what is used of each limit.
pub(crate) fn limits(view: View<'_>) -> String {
    let amounts = ["SLOTS", "MEM", "TMP", "SWP", "JOBS"];
    let mut text = format!("INTERNAL RESOURCE LIMITS:\nNAME USERS QUEUES HOSTS PROJECTS {}\n", amounts.join(" "));
    for (name, limit) in names(view) {
        let cells = amounts.map(|it| match own(&limit, it).filter(|it| is_set(it)) {
            Some(it) if it.ends_with('%') => "10/250".to_owned(),
            Some(it) => format!("1/{it}"),
            None => "-".to_owned(),
        });
        writeln!(text, "{name} - - - - {}", cells.join(" ")).expect(PROOF);
    }
    text.push_str("\nEXTERNAL RESOURCE LIMITS:\n");
    for (name, limit) in names(view) {
        let Some(resources) = own(&limit, "RESOURCE").filter(|it| is_set(it)) else { continue };
        let all: Vec<(&str, &str)> = resources
            .split('[')
            .filter_map(|it| it.split(']').next()?.split_once(','))
            .map(|it| (it.0.trim(), it.1.trim()))
            .collect();
        let header: Vec<&str> = all.iter().map(|it| it.0).collect();
        let cells: Vec<String> = all.iter().map(|it| format!("1/{}", it.1)).collect();
        writeln!(text, "NAME USERS QUEUES HOSTS PROJECTS {}", header.join(" ")).expect(PROOF);
        writeln!(text, "{name} - - - - {}\n\nEXTERNAL RESOURCE LIMITS:", cells.join(" ")).expect(PROOF);
    }
    text
}

/// `bresources -g -l` and `bresources -s`.
pub(crate) fn pools(view: View<'_>) -> String {
    let mut text = String::new();
    for pool in view.all(FileKind::LsbResources, "GuaranteedResourcePool") {
        writeln!(text, "GUARANTEED RESOURCE POOL: {}", pool.name()).expect(PROOF);
        if let Some(it) = own(&pool, "DESCRIPTION") {
            writeln!(text, "{it}").expect(PROOF);
        }
        text.push('\n');
        for name in ["TYPE", "DISTRIBUTION", "LOAN_POLICIES", "RES_SELECT"] {
            if let Some(it) = own(&pool, name) {
                writeln!(text, "{name}: {}", inner(&it)).expect(PROOF);
            }
        }
        let hosts = own(&pool, "HOSTS").map_or("all".to_owned(), |it| list(view, &it, true));
        writeln!(
            text,
            "HOSTS: {hosts}\nSTATUS: ok\n\nRESOURCE SUMMARY:\n  TOTAL                         130\n\n  \
             GUARANTEE CONFIGURED           25\n\n                                     GUAR       GUAR      TOTAL\n\
             CONSUMERS                          CONFIG       USED       USED\nsc1 15 0 0\n"
        )
        .expect(PROOF);
    }
    let mut rows = view.all(FileKind::LsbResources, "ReservationUsage").peekable();
    if rows.peek().is_some() {
        text.push_str("Begin ReservationUsage\nRESOURCE             METHOD       RESERVE\n");
        for row in rows {
            let cell = |name: &str| own(&row, name).unwrap_or("-".to_owned());
            let name = cell("RESOURCE");
            writeln!(text, "{name:<20} {:<12} {}", cell("METHOD"), cell("RESERVE")).expect(PROOF);
        }
        text.push_str("End ReservationUsage\n");
    }
    text
}

/// `bsla`.
pub(crate) fn service_classes(view: View<'_>) -> String {
    let mut text = String::new();
    for class in view.all(FileKind::LsbServiceClasses, "ServiceClass") {
        writeln!(text, "SERVICE CLASS NAME:  {}", class.name()).expect(PROOF);
        if let Some(it) = own(&class, "DESCRIPTION") {
            writeln!(text, " -- {it}").expect(PROOF);
        }
        let labels = [("PRIORITY", "PRIORITY"), ("ACCESS CONTROL", "ACCESS_CONTROL"), ("AUTO ATTACH", "AUTO_ATTACH")];
        for (label, name) in labels {
            if let Some(it) = own(&class, name) {
                writeln!(text, "{:<20} {it}", format!("{label}:")).expect(PROOF);
            }
        }
        if let Some(it) = own(&class, "USER_GROUP") {
            writeln!(text, "USER GROUP:  {}", list(view, &it, false)).expect(PROOF);
        }
        let goals = own(&class, "GOALS").unwrap_or_default();
        for goal in goals.split('[').filter_map(|it| it.split(']').next()).filter(|it| !it.trim().is_empty()) {
            let (goal, window) = goal.split_once("timeWindow").unwrap_or((goal, ""));
            writeln!(text, "GOAL:                {}", goal.trim()).expect(PROOF);
            if goal.trim() == "GUARANTEE" {
                text.push_str(
                    "                                      GUARANTEE  GUARANTEE   TOTAL\n\
                     POOL NAME                       TYPE     CONFIG       USED    USED\n\
                     \u{20}mypack                      package         74          0       0\n\n",
                );
                continue;
            }
            let window = if window.trim().is_empty() { "Always Open" } else { window.trim() };
            writeln!(
                text,
                "ACTIVE WINDOW: {window}\nSTATUS:  Active:On time\nSLA THROUGHPUT:  10.00 JOBS/CLEAN_PERIOD\n\
                 OPTIMUM NUMBER OF RUNNING JOBS:  2\n"
            )
            .expect(PROOF);
        }
        text.push_str(
            "   NJOBS   PEND    RUN     SSUSP   USUSP   FINISH\n     300    280     10        0       0       10\n\n",
        );
    }
    text
}

/// `bhpart -r`: users without shares of their own have those of `default`.
pub(crate) fn partitions(view: View<'_>) -> String {
    let mut text = String::new();
    for partition in view.all(FileKind::LsbHosts, "HostPartition") {
        let name = partition.name();
        let hosts = list(view, &own(&partition, "HOSTS").unwrap_or_default(), true);
        writeln!(text, "HOST_PARTITION_NAME: {name}\nHOSTS: {hosts}\n\nSHARE_INFO_FOR: {name}/").expect(PROOF);
        text.push_str("USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME\n");
        let shares = own(&partition, "USER_SHARES").unwrap_or_default();
        for share in shares.split('[').filter_map(|it| it.split(']').next()) {
            let Some((user, number)) = share.split_once(',') else { continue };
            let user = if user.trim() == "default" { "another" } else { user.trim() };
            let user = list(view, user, false);
            writeln!(text, "{user:<12} {:>5}     0.333        0         0       0.0         0", number.trim())
                .expect(PROOF);
        }
        text.push('\n');
    }
    text
}
