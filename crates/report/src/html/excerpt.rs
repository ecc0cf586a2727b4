//! The excerpts of a finding: its lines, and the lines before and after its fix.

use std::ops::Range;

use lsflint_lint::{Diagnostic, Fix, Severity};
use maud::{Markup, html};

use super::words::{sentence, tamed};
use crate::excerpt::Excerpts;
use crate::position::{Positions, bounds};
use crate::text::with_visible_changes;
use crate::{FileFindings, Source};

/// The maximum number of lines of a fix.
const FIX_LINES: usize = 12;
/// The maximum number of characters of a line of a fix.
const FIX_WIDTH: usize = 200;

/// The texts of a file and of those that its findings refer to.
pub(super) struct Texts<'f> {
    file: &'f FileFindings,
    positions: Vec<(&'f Source, Positions)>,
}

/// A marked range: the finding itself or a related place.
struct Mark {
    range: Range<usize>,
    class: &'static str,
}

impl<'f> Texts<'f> {
    /// Computes the positions of all texts once.
    pub(super) fn new(file: &'f FileFindings) -> Texts<'f> {
        let sources = std::iter::once(&file.source).chain(&file.related);
        Texts { file, positions: sources.map(|it| (it, Positions::new(it))).collect() }
    }

    fn of(&self, source: &Source) -> Option<&Positions> {
        self.positions.iter().find(|it| it.0.path == source.path).map(|it| &it.1)
    }

    /// Line and column of a finding, 1-based.
    pub(super) fn place(&self, finding: &Diagnostic) -> (usize, usize) {
        let place = self.positions[0].1.place(bounds(finding.range).0);
        (place.line, place.column)
    }

    /// The lines of a finding with its marks, and the lines of related places.
    pub(super) fn excerpt(&self, finding: &Diagnostic) -> Markup {
        let mut groups: Vec<(&Source, Vec<Mark>)> = Vec::new();
        let range = bounds(finding.range);
        let class = class(finding.severity);
        groups.push((&self.file.source, vec![Mark { range: range.0..range.1, class }]));
        let mut notes: Vec<(String, &str)> = Vec::new();
        for related in &finding.related {
            let Some(source) = self.file.source_of(related.file.as_deref()) else { continue };
            let Some(positions) = self.of(source) else { continue };
            let range = bounds(related.range);
            let line = positions.place(range.0).line;
            let elsewhere = source.path != self.file.source.path;
            let place = if elsewhere { format!("{}:{line}", source.path) } else { format!("line {line}") };
            notes.push((place, &related.message));
            let mark = Mark { range: range.0..range.1, class: "also" };
            match groups.iter_mut().find(|it| it.0.path == source.path) {
                Some(group) => group.1.push(mark),
                None => groups.push((source, vec![mark])),
            }
        }
        html! {
            @for (number, (source, marks)) in groups.iter().enumerate() {
                @if number > 0 { p.where { code { (tamed(&source.path)) } } }
                (self.lines(source, marks))
            }
            @if !notes.is_empty() {
                ul.related {
                    @for (place, message) in &notes {
                        li { span.place { (tamed(place)) } " " (sentence(message)) }
                    }
                }
            }
        }
    }

    fn lines(&self, source: &Source, marks: &[Mark]) -> Markup {
        let Some(positions) = self.of(source) else { return Markup::default() };
        let mut excerpts = Excerpts::default();
        let ranges: Vec<Range<usize>> = marks.iter().map(|it| it.range.clone()).collect();
        let (id, ranges) = excerpts.add(source, positions, &ranges);
        let marks: Vec<Mark> =
            marks.iter().zip(ranges).map(|(mark, range)| Mark { range, class: mark.class }).collect();
        let text = excerpts.text(id);
        let mut before = None;
        html! {
            pre.source tabindex="0" {
                @for (number, range) in excerpts.lines(id) {
                    @if before.replace(number).is_some_and(|it| it + 1 < number) { span.gap { "\u{22EF}\n" } }
                    span.no { (number + 1) }
                    (marked(text, range, &marks))
                    "\n"
                }
            }
        }
    }

    /// The change of a fix as removed and added lines.
    pub(super) fn fix(&self, fix: &Fix) -> Markup {
        let text = &*self.file.source.text;
        let mut removed: Vec<String> = Vec::new();
        let mut added: Vec<String> = Vec::new();
        let mut at = 0;
        let mut edits = fix.edits.iter().peekable();
        while let Some(edit) = edits.next() {
            let (start, mut end) = bounds(edit.range);
            if start < at || end > text.len() {
                return Markup::default();
            }
            let from = text[..start].rfind('\n').map_or(0, |it| it + 1);
            let mut new = format!("{}{}", &text[from..start], edit.text);
            let line_end = |it: usize| text[it..].find('\n').map_or(text.len(), |to| it + to);
            // Edits of the same line are shown together.
            while let Some(next) = edits.next_if(|it| bounds(it.range).0 <= line_end(end)) {
                let (next_start, next_end) = bounds(next.range);
                if next_start < end || next_end > text.len() {
                    return Markup::default();
                }
                new.push_str(&text[end..next_start]);
                new.push_str(&next.text);
                end = next_end;
            }
            // If whole lines are removed, the range includes their line breaks.
            let whole = end > from && text[..end].ends_with('\n') && (new.is_empty() || new.ends_with('\n'));
            let to = if whole { end } else { line_end(end) };
            if !whole {
                new.push_str(&text[end..to]);
            }
            removed.extend(text[from..to].lines().map(shown));
            added.extend(new.lines().map(shown));
            at = end;
        }
        // Unchanged lines of the edit are shown as context.
        let same = removed.iter().zip(&added).take_while(|(old, new)| old == new).count();
        let context = removed.drain(..same).collect::<Vec<String>>();
        added.drain(..same);
        let after = removed.iter().rev().zip(added.iter().rev()).take_while(|(old, new)| old == new).count();
        removed.truncate(removed.len() - after);
        let below = added.split_off(added.len() - after);
        let more = removed.len().saturating_sub(FIX_LINES) + added.len().saturating_sub(FIX_LINES);
        let lines = |it| <[String]>::iter(it).take(FIX_LINES).map(String::as_str).collect::<Vec<_>>();
        let (drawn, drawn_new) = with_visible_changes(&lines(&removed), &lines(&added));
        html! {
            pre.change tabindex="0" {
                @for line in context.iter().rev().take(1) { span.same { "  " (line) } "\n" }
                @for line in &drawn { del { "- " (line) } "\n" }
                @for line in &drawn_new { ins { "+ " (line) } "\n" }
                @if more > 0 { span.gap { "\u{22EF} and " (more) " more lines\n" } }
                @for line in below.iter().take(1) { span.same { "  " (line) } "\n" }
            }
        }
    }
}

/// The CSS class of a severity.
pub(super) fn class(severity: Severity) -> &'static str {
    severity.as_str()
}

fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(FIX_WIDTH).collect();
    if text.len() < line.len() {
        text.push('\u{2026}');
    }
    tamed(&text)
}

/// A line split into marked and unmarked parts. Where marks overlap, the first one is used.
fn marked(text: &str, line: Range<usize>, marks: &[Mark]) -> Markup {
    let inside = |it: usize| it.clamp(line.start, line.end);
    let mut edges: Vec<usize> = marks.iter().flat_map(|it| [inside(it.range.start), inside(it.range.end)]).collect();
    edges.extend([line.start, line.end]);
    edges.sort_unstable();
    edges.dedup();
    let point = |at: usize| {
        marks
            .iter()
            .find(|it| it.range.is_empty() && it.range.start == at)
            .filter(|_| line.contains(&at) || at == line.end)
    };
    let over = |from: usize, to: usize| marks.iter().find(|it| it.range.start <= from && to <= it.range.end);
    html! {
        @for (number, from) in edges.iter().enumerate() {
            @if let Some(mark) = point(*from) { mark class={ "point " (mark.class) } {} }
            @if let Some(to) = edges.get(number + 1) {
                @match over(*from, *to) {
                    Some(mark) => mark class=(mark.class) { (text[*from..*to]) },
                    None => (text[*from..*to]),
                }
            }
        }
    }
}
