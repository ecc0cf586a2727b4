//! Completion of APS_PRIORITY: parts, factors, and units of grace periods.

use lsflint_spec::{APS_FACTORS, APS_PARTS, ApsPart, ApsValue, Dialect, TIME_UNITS};

use super::item::{Item, Items, Rank};
use super::value::Value;
use super::{CompletionKind, Completions, Context};

/// The position in the value where a text ends.
pub(crate) struct Spot<'v> {
    /// The part with open brackets.
    pub(crate) part: Option<&'static ApsPart>,
    /// The number of open brackets.
    pub(crate) depth: usize,
    /// The text after the innermost open bracket.
    pub(crate) inner: &'v str,
    /// The content of the part so far.
    content: &'v str,
}

impl<'v> Spot<'v> {
    /// Parses a value up to the cursor.
    pub(crate) fn at(text: &'v str) -> Spot<'v> {
        let mut spot = Spot { part: None, depth: 0, inner: text, content: "" };
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'[' => {
                    if spot.depth == 0 {
                        let name = text[..at].trim_end();
                        let name =
                            &name[name.trim_end_matches(|it: char| it.is_ascii_alphabetic() || it == '_').len()..];
                        spot.part = APS_PARTS.iter().find(|it| it.name.eq_ignore_ascii_case(name));
                        spot.content = &text[at + 1..];
                    }
                    spot.depth += 1;
                    spot.inner = &text[at + 1..];
                }
                b']' => {
                    spot.depth = spot.depth.saturating_sub(1);
                    spot.inner = &text[at + 1..];
                    if spot.depth == 0 {
                        spot.part = None;
                    }
                }
                _ => {}
            }
        }
        spot
    }
}

impl<'t> Context<'t> {
    /// Completes the value of APS_PRIORITY.
    pub(super) fn aps(&self, value: &Value<'_>) -> Completions {
        let mut items = self.items_of(value, |it| it.is_ascii_alphanumeric() || it == '_');
        let before = value.before_word(&items);
        let spot = Spot::at(before);
        let rest = value.after.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let rest = rest.split("]]").next().unwrap_or(rest);
        match (spot.depth, spot.part) {
            (0, _) => {
                let used: Vec<&str> = value.other_words(&items).collect();
                let opened = value.after.trim_start_matches(|it: char| it.is_ascii_alphabetic() || it == '_');
                let opened = opened.trim_start().starts_with('[');
                for part in APS_PARTS.iter().filter(|part| !used.contains(&part.name)) {
                    let item = Item::new(CompletionKind::Word, part.name).detail(part.summary);
                    let item = item.data(format!("aps-part/{}", part.name));
                    items.add(if opened {
                        item
                    } else {
                        item.snippet(format!("{}[[${{1:factor}}, ${{2:1}}]]", part.name))
                    });
                }
            }
            (1, Some(part)) if items.typed().is_empty() => self.factors(&mut items, part, [spot.content, rest], true),
            (2, Some(part)) if !spot.inner.contains(',') => self.factors(&mut items, part, [spot.content, rest], false),
            (2, Some(part)) if part.value == ApsValue::GracePeriod => return self.units(TIME_UNITS, value.before),
            _ => {}
        }
        items.finish()
    }

    /// Adds the factors that a part does not contain yet. `pairs`: with brackets and a number.
    fn factors(&self, items: &mut Items<'_>, part: &ApsPart, written: [&str; 2], pairs: bool) {
        let words = |text: &'_ str| {
            text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').map(str::to_owned).collect()
        };
        let used: Vec<String> = written.into_iter().flat_map::<Vec<String>, _>(words).collect();
        let lsf = self.target.dialect == Dialect::Lsf;
        let known = APS_FACTORS.iter().filter(|it| it.configurable && used.iter().all(|used| used != it.name));
        for factor in known.filter(|it| it.since.is_none_or(|since| lsf && self.target.from >= since)) {
            let rank = if factor.parent.is_empty() { Rank::Common } else { Rank::Normal };
            let item = match pairs {
                true => {
                    let number = if part.value == ApsValue::GracePeriod { "1h" } else { "1" };
                    let item = Item::new(CompletionKind::Snippet, format!("[{}, {number}]", factor.name));
                    item.snippet(format!("[{}, ${{1:{number}}}]", factor.name))
                }
                false => Item::new(CompletionKind::Word, factor.name).commit(&[","]),
            };
            let detail = match factor.parent {
                "" => factor.summary.to_owned(),
                parent => format!("{} (part of {parent})", factor.summary),
            };
            items.add(item.detail(detail).rank(rank).data(format!("aps-factor/{}", factor.name)));
        }
    }
}
