//! Hovers for time windows: the times as text, and whether they are open now.

use lsflint_model::Entity;
use lsflint_model::week::{DAY, WEEK, Week, WeekReader, Zoned, open_times};
use lsflint_spec::{DAY_NAMES, Grammar};
use lsflint_syntax::ast::{AstNode, TimeWindow, TimeWindows};
use lsflint_syntax::{Node, TextRange};

use crate::hover::{Page, Scene};
use crate::words;

/// The hover for the window at the cursor, in a list of windows or in a pattern.
pub(super) fn at(scene: &Scene<'_>) -> Option<(TextRange, Page)> {
    let window = scene.spot.node_of(lsflint_syntax::SyntaxKind::TIME_WINDOW)?;
    Some((window.range(), window_page(scene, window)?))
}

/// The hover for one window.
pub(in crate::hover) fn window_page(scene: &Scene<'_>, node: Node<'_>) -> Option<Page> {
    let window = TimeWindow::cast(node)?;
    let reader = WeekReader::new(&scene.file.parse, scene.view.switches().target);
    let text = words::one_line(&scene.file.text[node.range()]).into_owned();
    let mut page = Page::new(text.trim(), "time window");
    match reader.window(window) {
        Some(it) => zoned(scene, &it, "open", &mut page),
        None => page.fact("lsflint cannot parse this window: LSF may drop it"),
    };
    if let Some(list) = scene.spot.node::<TimeWindows<'_>>()
        && list.windows().nth(1).is_some()
        && let Some(all) = reader.windows(list)
    {
        page.labelled("all windows together", all.week.to_string());
    }
    page.note("`[day:]hour[:minute]`; day 0 or 7 is Sunday; the closing minute is not included");
    Some(page)
}

/// The lines that describe a value of windows.
pub(super) fn described(scene: &Scene<'_>, text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::TimeWindows);
    let windows = parse.typed::<TimeWindows<'_>>();
    let reader = WeekReader::new(&parse, scene.view.switches().target);
    let Some(open) = windows.and_then(|it| reader.windows(it)) else { return Vec::new() };
    let mut page = Page::default();
    zoned(scene, &open, "open", &mut page);
    page.into_facts()
}

/// A line on when the window parameter of a record is open, and whether it is open now; empty if it is not set or
/// unknown.
pub(in crate::hover) fn windows(scene: &Scene<'_>, entity: &Entity<'_>, parameter: &str) -> String {
    if !entity.has(parameter) {
        return String::new();
    }
    let Some(week) = open_times(entity, parameter, scene.view.switches().target) else { return String::new() };
    let now = scene.options.now.map_or(String::new(), |it| now_words(&week, it, "open"));
    if now.is_empty() { week.to_string() } else { format!("{week} ({now})") }
}

/// The times when a window is open or a condition is true, and the current state. `word`: `open`, `true`.
pub(in crate::hover) fn zoned<'p>(scene: &Scene<'_>, zoned: &Zoned, word: &str, page: &'p mut Page) -> &'p mut Page {
    let zone = zoned.zone.as_ref().map_or(String::new(), |it| format!(" ({it})"));
    page.labelled(word, format!("{}{zone}", zoned.week));
    if let Some(now) = scene.options.now.filter(|_| zoned.zone.is_none()) {
        page.fact(now_words(&zoned.week, now, word));
    }
    page
}

/// The state at a minute of the week, and the time of the next change.
fn now_words(week: &Week, now: u16, word: &str) -> String {
    let now = now % WEEK;
    let is_so = week.contains(now);
    let (yes, next_yes) = if word == "open" { ("open now", "opens next") } else { ("true now", "true next") };
    let edges = week.spans().iter().flat_map(|it| [it.0 % WEEK, it.1 % WEEK]);
    let ahead = edges.filter(|it| week.contains(*it) != is_so).map(|it| (it + WEEK - now) % WEEK).min();
    match (is_so, ahead) {
        (true, Some(after)) => format!("{yes}, until {}", day_and_time((now + after) % WEEK)),
        (false, Some(after)) => format!("not now; {next_yes} {}", day_and_time((now + after) % WEEK)),
        (_, None) => String::new(),
    }
}

/// A minute of the week as text: `Mon 08:30`.
fn day_and_time(minute: u16) -> String {
    let day = &DAY_NAMES[usize::from(minute / DAY % 7)][..3];
    format!("{day} {:02}:{:02}", minute % DAY / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn now_and_next() {
        let nights = Week::every_day(20 * 60, 6 * 60);
        let monday = |hour: u16| DAY + hour * 60;
        assert_eq!(now_words(&nights, monday(21), "open"), "open now, until Tue 06:00");
        assert_eq!(now_words(&nights, monday(12), "open"), "not now; opens next Mon 20:00");
        assert_eq!(now_words(&nights, 6 * DAY + 23 * 60, "open"), "open now, until Sun 06:00");
        assert_eq!(now_words(&Week::always(), 5, "open"), "");
        assert_eq!(now_words(&Week::never(), 5, "holds"), "");
    }
}
