//! Hovers for queue policies: shares, preemption, exclusive use, job controls, exit codes.

use std::fmt::Write as _;

use lsflint_spec::Grammar;
use lsflint_syntax::ast::{
    Exclusive, ExitValues, Fairshare, JobControls, ListItem, Preemption, PreemptionPart, SharePair, UserShares,
};

use crate::words;

const SUSPENDED: &str = "to suspend a job";
/// The maximum number of shares.
const MOST: usize = 6;

/// The lines that describe shares as percentages.
pub(in crate::hover) fn shares(text: &str, grammar: Grammar) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, grammar);
    let fairshare = parse.typed::<Fairshare<'_>>();
    let pairs: Vec<SharePair<'_>> = match (fairshare, parse.typed::<UserShares<'_>>()) {
        (Some(it), _) => it.pairs().collect(),
        (None, Some(it)) => it.pairs().collect(),
        (None, None) => return Vec::new(),
    };
    let known: Option<Vec<(SharePair<'_>, i64)>> =
        pairs.iter().map(|it| Some((*it, it.number().filter(|it| *it > 0)?))).collect();
    let Some(known) = known.filter(|it| it.len() > 1) else { return one_share(&pairs) };
    // `group@` and `default` assign the number to each of many members, whose number is unknown here.
    if known.iter().any(|(it, _)| it.at().is_some() || it.name().is_some_and(|it| it.is("default"))) {
        return each(&known);
    }
    let total: i64 = known.iter().fold(0_i64, |sum, it| sum.saturating_add(it.1));
    let mut line = "while all of them have pending jobs: ".to_owned();
    for (number, (pair, shares)) in known.iter().take(MOST).enumerate() {
        let name = pair.name().map_or(String::new(), |it| it.text().into_owned());
        let percent = *shares as f64 * 100.0 / total as f64;
        let comma = if number > 0 { ", " } else { "" };
        write!(line, "{comma}{} {percent:.0} %", words::code(&name)).expect("writing to a string cannot fail");
    }
    if known.len() > MOST {
        line.push_str(" ...");
    }
    vec![line]
}

fn one_share(pairs: &[SharePair<'_>]) -> Vec<String> {
    match pairs {
        [one] if one.name().is_some_and(|it| it.is("default")) => vec!["all users have equal shares".to_owned()],
        _ => Vec::new(),
    }
}

fn each(pairs: &[(SharePair<'_>, i64)]) -> Vec<String> {
    let described = pairs.iter().take(MOST).filter_map(|(pair, shares)| {
        let name = pair.name()?.text();
        let count = words::counted(usize::try_from(*shares).ok()?, "share");
        Some(match (pair.at().is_some(), &*name) {
            (_, "default") => format!("{count} for each other user"),
            (true, name) => format!("{count} for each member of {}", words::code(name)),
            (false, name) => format!("{count} for {}", words::code(name)),
        })
    });
    vec![described.collect::<Vec<String>>().join(", ")]
}

/// The lines that describe which queues preempt which.
pub(super) fn preemption(text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::Preemption);
    let Some(preemption) = parse.typed::<Preemption<'_>>() else { return Vec::new() };
    preemption.parts().filter_map(preemption_part).collect()
}

fn preemption_part(part: PreemptionPart<'_>) -> Option<String> {
    let mut queues: Vec<ListItem<'_>> = part.queues().collect();
    let name = |it: &ListItem<'_>| it.text().into_owned();
    if part.is_preemptable() {
        return Some(match queues.is_empty() {
            true => "its jobs may be suspended by jobs of any preemptive queue with a higher priority".to_owned(),
            false => format!("its jobs may be suspended by jobs of {}", words::names(queues.iter().map(name), MOST)),
        });
    }
    if !part.is_preemptive() {
        return None;
    }
    if queues.is_empty() {
        return Some("its jobs may suspend jobs of any queue with a lower priority".to_owned());
    }
    let preference = |it: &ListItem<'_>| it.preference().and_then(|it| it.text().parse::<u32>().ok()).unwrap_or(0);
    let preferred = queues.iter().any(|it| preference(it) > 0);
    queues.sort_by_key(|it| std::cmp::Reverse(preference(it)));
    let order = if preferred { ", tried in this order" } else { "" };
    Some(format!("its jobs may suspend jobs of {}{order}", words::names(queues.iter().map(name), MOST)))
}

/// The lines that describe EXCLUSIVE.
pub(super) fn exclusive(text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::Exclusive);
    let Some(exclusive) = parse.typed::<Exclusive<'_>>() else { return Vec::new() };
    let Some(keyword) = exclusive.keyword() else { return Vec::new() };
    let line = if exclusive.is_compute_unit() {
        match exclusive.unit_type() {
            Some(name) => {
                format!("jobs may use whole compute units of type {} exclusively", words::code(&name.text()))
            }
            None => "jobs may use whole compute units of the default type exclusively".to_owned(),
        }
    } else if keyword.text().eq_ignore_ascii_case("y") {
        "jobs submitted with `bsub -x` use their hosts exclusively".to_owned()
    } else {
        "jobs cannot request exclusive hosts with `bsub -x`".to_owned()
    };
    vec![line]
}

/// The lines that describe JOB_CONTROLS: the action for each of the three events.
pub(super) fn job_controls(text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::JobControls);
    let Some(controls) = parse.typed::<JobControls<'_>>() else { return Vec::new() };
    let described = controls.controls().filter_map(|it| {
        let event = match it.keyword()?.text().to_ascii_uppercase().as_str() {
            "SUSPEND" => SUSPENDED,
            "RESUME" => "to resume it",
            "TERMINATE" => "to terminate it",
            _ => return None,
        };
        let action = it.action()?.text();
        Some(match () {
            () if it.is_command() => format!("{event}, LSF runs {}", words::code(&action)),
            () if &*action == "CHKPNT" && event == SUSPENDED => format!("{event}, LSF takes a checkpoint and stops it"),
            () if &*action == "CHKPNT" => format!("{event}, LSF takes a checkpoint and kills it"),
            () => format!("{event}, LSF sends {}", words::code(&action)),
        })
    });
    described.collect()
}

/// The lines that describe the exit codes in a value.
pub(super) fn exit_values(text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::ExitValues);
    let Some(values) = parse.typed::<ExitValues<'_>>() else { return Vec::new() };
    let codes = |exclude: bool| {
        let codes = values.codes().filter(|it| it.in_exclude() == exclude && it.tilde().is_none());
        codes.map(|it| it.token().text().into_owned()).collect::<Vec<String>>()
    };
    let mut lines = Vec::new();
    let (plain, excluded) = (codes(false), codes(true));
    let but: Vec<String> =
        values.codes().filter(|it| it.tilde().is_some()).map(|it| it.token().text().into_owned()).collect();
    if plain.iter().any(|it| it.eq_ignore_ascii_case("all")) {
        let but = if but.is_empty() { String::new() } else { format!(" except {}", words::names(&but, MOST)) };
        lines.push(format!("all exit codes{but}"));
    }
    if !excluded.is_empty() {
        lines.push(format!("after {}, not on the same host again", words::names(&excluded, MOST)));
    }
    lines
}
