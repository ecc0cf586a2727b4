//! What follows for other places if LSF drops a definition.

use lsflint_model::{Place, Reading};
use lsflint_syntax::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::consequence::Consequence;
use crate::diagnostic::Diagnostic;

/// The largest number of uses that a finding shows.
const SHOWN: usize = 3;

/// A definition that LSF drops, and the uses of its name.
pub struct DroppedName<'a> {
    /// The reading of the definition.
    pub reading: &'a Reading,
    /// Its name.
    pub name: &'a str,
    /// The places that use the name.
    pub uses: &'a [Place],
}

/// Adds the uses of names to the findings of a file because of which LSF drops their definitions. The uses get no
/// findings of their own: they are valid once the definitions are.
pub fn note_uses<'a>(found: &mut [Diagnostic], dropped: impl IntoIterator<Item = DroppedName<'a>>) {
    let causes = Causes::of(found);
    // The related places that a finding has. Several clusters may share the file, or several names a place.
    let mut noted: FxHashMap<usize, FxHashSet<(Option<String>, TextRange)>> = FxHashMap::default();
    for DroppedName { reading, name, uses } in dropped {
        let Some(number) = causes.find(reading) else { continue };
        let cause = &mut found[number];
        let noted =
            noted.entry(number).or_insert_with(|| cause.related.iter().map(|it| (it.file.clone(), it.range)).collect());
        let shown = if uses.len() > SHOWN + 1 { SHOWN } else { uses.len() };
        for (number, place) in uses[..shown].iter().enumerate() {
            if !noted.insert((Some(place.file.to_string()), place.range)) {
                continue;
            }
            let more = match uses.len() - shown {
                more @ 1.. if number + 1 == shown => format!(", nor in {more} other places"),
                _ => String::new(),
            };
            cause.related_at(place.clone(), format!("LSF does not know `{name}` here{more}"));
        }
    }
}

/// The findings because of which LSF may drop something, by code, in text order.
struct Causes(FxHashMap<&'static str, Vec<(TextRange, usize)>>);

impl Causes {
    fn of(found: &[Diagnostic]) -> Causes {
        let mut causes: FxHashMap<&'static str, Vec<(TextRange, usize)>> = FxHashMap::default();
        for (number, it) in found.iter().enumerate() {
            if it.consequence.as_ref().is_some_and(Consequence::is_certain) {
                causes.entry(it.rule.code).or_default().push((it.subject.unwrap_or(it.range), number));
            }
        }
        causes.values_mut().for_each(|it| it.sort_by_key(|it| (it.0.start(), it.1)));
        Causes(causes)
    }

    /// The number of the finding because of which LSF drops something.
    fn find(&self, dropped: &Reading) -> Option<usize> {
        let of_code = self.0.get(dropped.code)?;
        let first = of_code.partition_point(|it| it.0.start() < dropped.range.start());
        let mut inside = of_code[first..].iter().take_while(|it| it.0.start() <= dropped.range.end());
        Some(inside.find(|it| dropped.range.contains_range(it.0))?.1)
    }
}
