//! Descriptions of facts, for `explain` and the reference.

use crate::{Bound, Maturity, ParamSpec};

/// A range of numbers: `from 1 to 255`; empty without bounds.
pub fn range_in_words(min: Option<Bound>, max: Option<Bound>) -> String {
    let side = |bound: Bound, from: &str, beyond: &str| match bound {
        Bound::Inclusive(value) => format!("{from} {value}"),
        Bound::Exclusive(value) => format!("{beyond} {value}"),
    };
    let low = min.map(|it| side(it, "from", "above"));
    let high = max.map(|it| side(it, "to", "below"));
    [low, high].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

impl ParamSpec {
    /// The first and last version with the parameter, and its replacement; empty if unknown. `name` formats the name of
    /// another parameter.
    pub fn life_in_words(&self, name: impl Fn(&str) -> String) -> String {
        let mut parts = Vec::new();
        parts.extend(self.since.map(|it| format!("since {it}")));
        match self.maturity {
            Maturity::Current => {}
            Maturity::Deprecated if self.deprecated_since.is_some() => {}
            Maturity::Deprecated => parts.push("deprecated".to_owned()),
            Maturity::Obsolete => parts.push("obsolete".to_owned()),
            Maturity::NotSeen => parts.push("not seen in the pages of LSF 10.1".to_owned()),
            Maturity::Removed => parts.push("not read by LSF 10.1".to_owned()),
            Maturity::Undocumented => parts.push("not documented".to_owned()),
        }
        parts.extend(self.deprecated_since.map(|it| format!("deprecated since {it}")));
        parts.extend(self.removed_since.map(|it| format!("removed in {it}")));
        if !self.replaced_by.is_empty() {
            parts.push(format!("use {}", name(self.replaced_by)));
        }
        parts.join(", ")
    }
}
