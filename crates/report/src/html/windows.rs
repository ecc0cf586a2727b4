//! The part of a cluster on time windows of queues and hosts.
//!
//! Each row has the times in words and a chart of seven days from Monday, midnight to midnight, which screen readers
//! skip.

use maud::{Markup, html};

use super::cluster::{FEW_ROWS, MOST_ROWS, NAMED};
use super::words::{counted, names, number};
use crate::overview::{ClusterOverview, WindowRow};

const DAY: u16 = 24 * 60;
const WEEK: u16 = 7 * DAY;
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The part with its heading.
pub(super) fn part(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.windows.is_empty() {
        return Markup::default();
    }
    let few = it.windows.len() <= FEW_ROWS;
    let content = html! {
        p {
            "Windows are open at the coloured times."
            @if it.always_open > 0 { " " (counted(it.always_open, "queue")) " without windows "
                @if it.always_open == 1 { "is" } @else { "are" } " always open and not shown here." }
        }
        div.scroll {
            table.week {
                thead { tr {
                    th scope="col" { "Queue or host" }
                    th.days scope="col" { span.hidden { "The week" } span.axis aria-hidden="true" { @for it in DAYS { span { (it) } } } }
                    th scope="col" { "Times" }
                } }
                tbody { @for it in it.windows.iter().take(MOST_ROWS) { (row(it)) } }
            }
        }
        @if it.windows.len() > MOST_ROWS { p.quiet { "and " (number(it.windows.len() - MOST_ROWS)) " more" } }
    };
    let count = counted(it.windows.len(), "timetable");
    super::cluster::part(id, "windows", "Time windows by week", &count, open && few, &content)
}

fn row(it: &WindowRow) -> Markup {
    html! {
        tr {
            th scope="row" { (names(&it.names, NAMED)) " " span.quiet { (it.what) } }
            td.days { (picture(it)) }
            td { (it.words) }
        }
    }
}

/// The chart of a row: seven days next to each other, in minutes.
fn picture(it: &WindowRow) -> Markup {
    html! {
        svg.strip role="img" aria-label=(it.words) viewBox={ "0 0 " (WEEK) " 400" } preserveAspectRatio="none" {
            rect.closed[it.spans.is_some()].unknown[it.spans.is_none()] width=(WEEK) height="400" {}
            @for (from, to) in from_monday(it.spans.as_deref().unwrap_or_default()) {
                rect.open x=(from) width=(to - from) height="400" {}
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
