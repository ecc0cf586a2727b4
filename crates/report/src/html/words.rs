//! Helpers for pages: text with inline code, counts, condensed lists of names.

use maud::{Markup, html};

use crate::overview::HostList;
use crate::text::harmless;

/// A text of lsflint as HTML, in which text between backticks is code.
pub(super) fn sentence(text: &str) -> Markup {
    let mut parts: Vec<&str> = text.split('`').collect();
    // An unpaired backtick is a plain character.
    let odd = if parts.len().is_multiple_of(2) { parts.pop() } else { None };
    html! {
        @for (number, part) in parts.iter().enumerate() {
            @if number % 2 == 1 { code { (tamed(part)) } } @else { (tamed(part)) }
        }
        @if let Some(rest) = odd { "`" (tamed(rest)) }
    }
}

/// Like [`sentence`], with an uppercase first letter and a full stop.
pub(super) fn full_sentence(text: &str) -> Markup {
    let text = text.trim();
    let word = text.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default();
    // Names of parameters and commands keep their case.
    let plain = word == "a" || word.len() > 1 && word.chars().all(|it| it.is_ascii_lowercase());
    let mut letters = text.chars();
    let capital = letters.next().filter(|_| plain).map(|it| it.to_ascii_uppercase());
    let text = capital.map_or_else(|| text.to_owned(), |it| format!("{it}{}", letters.as_str()));
    let end = if text.is_empty() || text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    html! { (sentence(&text)) (end) }
}

/// An untrusted text: control characters and bidirectional marks are made visible.
pub(super) fn tamed(text: &str) -> String {
    text.chars().map(|it| if it == '\n' { it } else { harmless(it) }).collect()
}

/// A path, with a possible line break after every `/`.
pub(super) fn path(text: &str) -> Markup {
    let text = tamed(text);
    html! { code.path { @for part in text.split_inclusive('/') { (part) @if part.ends_with('/') { wbr; } } } }
}

/// A number with thousands separators: `12 345`, with a narrow no-break space.
pub(super) fn number(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + 4);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202F}');
        }
        out.push(digit);
    }
    out
}

/// `1 host`, `1 234 hosts`.
pub(super) fn counted(count: usize, one: &str) -> String {
    let ending = match one {
        _ if count == 1 => "",
        "class" => "es",
        _ => "s",
    };
    format!("{} {one}{ending}", number(count))
}

/// A name as code, without line breaks unless it is long.
pub(super) fn name_of(text: &str) -> Markup {
    const SHORT: usize = 32;
    html! { code.name[text.len() <= SHORT] { (tamed(text)) } }
}

/// Names as code; of a long list, the first ones and the number of the others.
pub(super) fn names<T: AsRef<str>>(all: &[T], most: usize) -> Markup {
    let most = if all.len() == most + 1 { most + 1 } else { most };
    html! {
        @for (place, name) in all.iter().take(most).enumerate() {
            @if place > 0 { ", " }
            (name_of(name.as_ref()))
        }
        @if all.len() > most { " and " (number(all.len() - most)) " more" }
    }
}

/// A host list: the number and the first names.
pub(super) fn hosts(list: &HostList, most: usize) -> Markup {
    let HostList { count, possibly, beyond, names: shown } = list;
    html! {
        @match (count, possibly) {
            (0, 0) => @if *beyond { "hosts that are not loaded" } @else { "no host" },
            (0, most) => { "at most " (counted(*most, "host")) },
            (1, 1) if shown.len() == 1 => (name_of(&shown[0])),
            (count, possibly) => {
                span.count { (counted(*count, "host")) }
                @if possibly > count { ", at most " (number(*possibly)) }
                @if !shown.is_empty() { ": " (named_hosts(shown, *count, most)) }
            }
        }
        @if *beyond && *possibly > 0 { ", possibly others that are not loaded" }
    }
}

/// The first names of hosts, and the number of the hosts that are not named. A name may be a range, `n[01-16]`.
fn named_hosts(shown: &[String], count: usize, most: usize) -> Markup {
    let most = if shown.len() == most + 1 { most + 1 } else { most };
    let named = shown.iter().take(most).map(|it| size(it)).fold(0, usize::saturating_add);
    let rest = if shown.len() > most { count.saturating_sub(named) } else { 0 };
    html! {
        (names(&shown[..shown.len().min(most)], most))
        @if rest > 0 { " and " (number(rest)) " more" }
    }
}

/// The number of hosts of a [condensed] name.
fn size(name: &str) -> usize {
    let range = name.split_once('[').and_then(|(_, it)| it.split_once(']')).and_then(|it| it.0.split_once('-'));
    let ends = range.and_then(|(first, last)| Some((first.parse::<usize>().ok()?, last.parse::<usize>().ok()?)));
    ends.map_or(1, |(first, last)| last.saturating_sub(first).saturating_add(1))
}

/// Condenses host names: consecutive numbers are combined in LSF notation, such as `n[01-16]`. The order is preserved.
pub fn condensed<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<Run<'n>> = Vec::new();
    for name in names {
        let new = Run::new(name);
        match found.last_mut() {
            Some(last) if last.continues(&new) => last.last = new.last,
            _ => found.push(new),
        }
    }
    found.iter().flat_map(Run::words).collect()
}

/// The most digits of the number in a name that is condensed.
const LONGEST_NUMBER: usize = 19;

/// A run of names that differ in one increasing number.
struct Run<'n> {
    name: &'n str,
    before: &'n str,
    digits: &'n str,
    after: &'n str,
    first: u64,
    last: u64,
}

impl<'n> Run<'n> {
    fn new(name: &'n str) -> Run<'n> {
        // The number is in the first label: `n01.site.org`.
        let label = name.split('.').next().unwrap_or(name);
        let end = label.rfind(|it: char| it.is_ascii_digit()).map_or(0, |it| it + 1);
        let start = label[..end]
            .rfind(|it: char| !it.is_ascii_digit())
            .map_or(0, |it| it + label[it..].chars().next().map_or(1, char::len_utf8));
        let digits = Some(&label[start..end]).filter(|it| it.len() <= LONGEST_NUMBER).unwrap_or("");
        let number = digits.parse().unwrap_or(0);
        Run { name, before: &name[..start], digits, after: &name[end..], first: number, last: number }
    }

    fn continues(&self, next: &Run<'_>) -> bool {
        // `n9` and `n10` form a run, `n09` and `n010` do not.
        let widths =
            self.digits.len() == next.digits.len() || !self.digits.starts_with('0') && !next.digits.starts_with('0');
        !self.digits.is_empty()
            && self.before == next.before
            && self.after == next.after
            && widths
            && self.last.checked_add(1) == Some(next.first)
    }

    /// The condensed form; two names are not condensed.
    fn words(&self) -> Vec<String> {
        let Run { name, before, digits, after, first, last } = self;
        let width = digits.len();
        match last - first {
            0 => vec![(*name).to_owned()],
            1 => vec![(*name).to_owned(), format!("{before}{last:0width$}{after}")],
            _ => vec![format!("{before}[{digits}-{last:0width$}]{after}")],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(sentence(text).into_string(), expected);
    }

    #[test]
    fn sentences() {
        check("the key `A<B` is set", "the key <code>A&lt;B</code> is set");
        check("`a` and `b`", "<code>a</code> and <code>b</code>");
        check("an odd ` stays", "an odd ` stays");
        check("\u{1B}[31m \u{202E}", "\u{241B}[31m \u{FFFD}");
        assert_eq!(full_sentence("larger runs first").into_string(), "Larger runs first.");
        assert_eq!(full_sentence("mbatchd_x reads `a`.").into_string(), "mbatchd_x reads <code>a</code>.");
    }

    #[test]
    fn numbers() {
        assert_eq!(number(7), "7");
        assert_eq!(number(1234), "1\u{202F}234");
        assert_eq!(number(1_234_567), "1\u{202F}234\u{202F}567");
        assert_eq!(counted(1, "host"), "1 host");
    }

    #[test]
    fn hosts_that_are_not_named() {
        let names: Vec<String> = ["m1", "m2", "n[01-16]", "r[8-10]", "x1", "x2"].map(str::to_owned).into();
        let list = HostList { count: 23, possibly: 23, beyond: false, names };
        let text = |most: usize| {
            let page = hosts(&list, most).into_string();
            page.split(['<', '>']).step_by(2).collect::<String>()
        };
        assert_eq!(text(3), "23 hosts: m1, m2, n[01-16] and 5 more");
        assert_eq!(text(2), "23 hosts: m1, m2 and 21 more");
        assert_eq!(text(5), "23 hosts: m1, m2, n[01-16], r[8-10], x1, x2");
    }

    #[test]
    fn runs_of_hosts() {
        let check = |names: &str, expected: &str| {
            assert_eq!(condensed(names.split(' ')).join(" "), expected);
        };
        check("n01 n02 n03 login", "n[01-03] login");
        check("n8 n9 n10 n12", "n[8-10] n12");
        check("n1 n2", "n1 n2");
        check("n1.a n2.a n3.a n4.b", "n[1-3].a n4.b");
        check("r1n1 r1n2 r1n3 r2n1", "r1n[1-3] r2n1");
        check("n09 n010 x99999999999999999999999 x", "n09 n010 x99999999999999999999999 x");
        check(&format!("n{0}1 n{0}2 n{0}3", "0".repeat(70_000)), &format!("n{0}1 n{0}2 n{0}3", "0".repeat(70_000)));
        check("n\u{FC}1 n\u{FC}2 n\u{FC}3 7 8 9", "n\u{FC}[1-3] [7-9]");
    }
}
