//! What depends on the time of the week: time windows, and what `#if` decides.
//!
//! Each row has its values with their times in words, and a chart of seven days from Monday, midnight to midnight.

use maud::{Markup, html};

use super::cluster::{FEW_ROWS, MOST_ROWS, NAMED};
use super::overview::WeekRow;
use super::words::{counted, names, number, tamed};
use crate::overview::ClusterOverview;

const DAY: u16 = 24 * 60;
const WEEK: u16 = 7 * DAY;
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/// The colors of values: the first one is that of closed windows.
const COLORS: [&str; 6] = ["v0", "v1", "v2", "v3", "v4", "v5"];

/// The part with its heading.
pub(super) fn part(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.week.is_empty() {
        return Markup::default();
    }
    let few = it.week.len() <= FEW_ROWS;
    let content = html! {
        p {
            "What changes in a week without a change of the files."
            @if let Some(zone) = &it.zone { " Times of #if are in " (tamed(zone)) "." }
            @if it.always_open > 0 { " " (counted(it.always_open, "queue")) " without windows "
                @if it.always_open == 1 { "is" } @else { "are" } " always open and not shown here." }
            @if it.uncertain_windows > 0 { " " (counted(it.uncertain_windows, "window"))
                " not shown: a time zone, a template or an unknown form." }
        }
        (table(&it.week))
    };
    let count = counted(it.week.len(), "timetable");
    super::cluster::part(id, "week", "Week", &count, open && few, &content)
}

/// The rows as a table with bars.
pub(super) fn table(rows: &[WeekRow]) -> Markup {
    html! {
        div.scroll {
            table.week {
                thead { tr {
                    th scope="col" { "Setting" }
                    th.days scope="col" { span.hidden { "The week" } span.axis aria-hidden="true" { @for it in DAYS { span { (it) } } } }
                    th scope="col" { "Values and times" }
                } }
                tbody { @for it in rows.iter().take(MOST_ROWS) { (row(it)) } }
            }
        }
        @if rows.len() > MOST_ROWS { p.quiet { "and " (number(rows.len() - MOST_ROWS)) " more" } }
    }
}

fn row(it: &WeekRow) -> Markup {
    html! {
        tr {
            th scope="row" {
                @if !it.kind.is_empty() { (it.kind) " " }
                (names(&it.names, NAMED))
                @if !it.what.is_empty() { " " span.quiet { (tamed(&it.what)) } }
            }
            td.days { (picture(it)) }
            td {
                ul.values {
                    @for (at, it) in it.values.iter().enumerate() {
                        li { (key(at)) " " (tamed(&it.value)) ": " span.quiet { (it.words) } }
                    }
                }
            }
        }
    }
}

fn color(at: usize) -> &'static str {
    COLORS[at.min(COLORS.len() - 1)]
}

/// The color of a value.
fn key(at: usize) -> Markup {
    html! { svg.key aria-hidden="true" viewBox="0 0 10 10" { rect.(color(at)) width="10" height="10" {} } }
}

/// The chart of a row: seven days next to each other, in minutes.
fn picture(it: &WeekRow) -> Markup {
    let label = it.values.iter().map(|it| format!("{}: {}", tamed(&it.value), it.words)).collect::<Vec<_>>().join("; ");
    html! {
        svg.strip role="img" aria-label=(label) viewBox={ "0 0 " (WEEK) " 400" } preserveAspectRatio="none" {
            @for (at, value) in it.values.iter().enumerate() {
                @for (from, to) in from_monday(&value.spans) {
                    rect.(color(at)) x=(from) width=(to - from) height="400" {}
                }
            }
            @for quarter in 1..28 {
                @let x = quarter * (DAY / 4);
                @let class = if quarter % 4 == 0 { "day" } else { "hour" };
                line class=(class) x1=(x) x2=(x) y1="0" y2="400" {}
            }
        }
    }
}

/// Converts windows relative to Sunday 00:00 to Monday 00:00; one across the end of the week is split.
fn from_monday(spans: &[(u16, u16)]) -> Vec<(u16, u16)> {
    let mut found = Vec::with_capacity(spans.len() + 1);
    for &(from, to) in spans {
        // Sunday is the last day.
        if from < DAY {
            found.push((from + 6 * DAY, to.min(DAY) + 6 * DAY));
        }
        if to > DAY {
            found.push((from.max(DAY) - DAY, to - DAY));
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday() {
        let check = |spans: &[(u16, u16)], expected: &[(u16, u16)]| assert_eq!(from_monday(spans), expected);
        check(&[(0, WEEK)], &[(0, 6 * DAY), (6 * DAY, WEEK)]);
        check(&[(60, 120)], &[(6 * DAY + 60, 6 * DAY + 120)]);
        check(&[(DAY - 60, DAY + 60)], &[(0, 60), (7 * DAY - 60, WEEK)]);
        check(&[(DAY, 2 * DAY), (6 * DAY, WEEK)], &[(0, DAY), (5 * DAY, 6 * DAY)]);
    }
}
