//! `xtask/coverage.toml`: ids without a test, and why.
//!
//! ```toml
//! [[reason]]                       # a row of a catalogue, or a claim, that is not checked
//! why = "needs the running cluster"
//! ids = ["LSB-P003", "RR902"]
//!
//! [[claim]]                        # a claim covered by something else: exactly one of
//! rule = "R301"                    # the tests of this rule (or a list of rules),
//! hover = "rusage"                 # the documentation that editors show for this name,
//! command = "explain JOB_STARTER"  # the output of this command,
//! documentation = "rule pages"     # this documentation
//! ids = ["RR-005..RR-011"]         # a range of numbers
//! ```

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{bail, ensure};
use serde::Deserialize;

/// The content of the table.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The entry of each id: `rule R301`, or the reason.
    pub ids: BTreeMap<String, String>,
    /// What covers claims: class and name.
    pub carriers: BTreeSet<(&'static str, String)>,
    classes: BTreeMap<&'static str, usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    reason: Vec<Reason>,
    #[serde(default)]
    claim: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
    ids: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    rule: Option<OneOrMore>,
    hover: Option<String>,
    command: Option<String>,
    documentation: Option<String>,
    ids: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Explained {
    /// Reads the table. Fails when it is malformed or says two things about one id.
    pub fn parse(text: &str) -> anyhow::Result<Explained> {
        let table: Table = toml::from_str(text)?;
        let mut explained = Explained::default();
        for Reason { why, ids } in table.reason {
            ensure!(!why.trim().is_empty(), "missing `why`: {ids:?}");
            explained.add("not checked", &why, &ids)?;
        }
        for claim in table.claim {
            let ids = claim.ids;
            let rules = match claim.rule {
                Some(OneOrMore::One(it)) => vec![it],
                Some(OneOrMore::More(them)) => them,
                None => Vec::new(),
            };
            let rule = (!rules.is_empty()).then(|| rules.join(", "));
            explained.carriers.extend(rules.into_iter().map(|it| ("rule", it)));
            let classes = [
                ("rule", rule),
                ("hover", claim.hover),
                ("command", claim.command),
                ("documentation", claim.documentation),
            ];
            let given: Vec<(&'static str, String)> =
                classes.into_iter().filter_map(|(class, text)| Some((class, text?))).collect();
            let [(class, text)] = given.as_slice() else {
                bail!("a claim requires exactly one of `rule`, `hover`, `command`, `documentation`: {ids:?}")
            };
            ensure!(!text.trim().is_empty(), "an empty `{class}`: {ids:?}");
            if matches!(*class, "hover" | "command") {
                explained.carriers.insert((class, text.clone()));
            }
            explained.add(class, &format!("{class} {text}"), &ids)?;
        }
        Ok(explained)
    }

    /// The number of ids of each class.
    pub fn classes(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        self.classes.iter().map(|(class, count)| (*class, *count))
    }

    fn add(&mut self, class: &'static str, entry: &str, ids: &[String]) -> anyhow::Result<()> {
        ensure!(!ids.is_empty(), "no ids: {entry}");
        for id in ids {
            for id in expand(id)? {
                if let Some(first) = self.ids.insert(id.clone(), entry.to_owned()) {
                    bail!("duplicate id {id}: `{first}` and `{entry}`");
                }
                *self.classes.entry(class).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// `RR-005..RR-007` is RR-005, RR-006 and RR-007; anything else is itself.
fn expand(id: &str) -> anyhow::Result<Vec<String>> {
    let Some((first, last)) = id.split_once("..") else { return Ok(vec![id.to_owned()]) };
    let numbered = |id: &str| -> Option<(String, usize)> {
        let prefix = id.trim_end_matches(|it: char| it.is_ascii_digit());
        Some((prefix.to_owned(), id[prefix.len()..].parse().ok()?))
    };
    let (Some((prefix, low)), Some((other, high))) = (numbered(first), numbered(last)) else {
        bail!("invalid range `{id}`: both ends must have a number")
    };
    ensure!(prefix == other && first.len() == last.len() && low < high, "invalid range `{id}`");
    let width = first.len() - prefix.len();
    Ok((low..=high).map(|number| format!("{prefix}{number:0width$}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_and_claims_are_read() {
        let text = "[[reason]]\nwhy = 'needs the running cluster'\nids = ['RR902', 'LSB-P001..LSB-P003']\n\
                    [[claim]]\nrule = ['R301', 'R302']\nids = ['RR-009..RR-011']\n[[claim]]\nhover = 'rusage'\nids = ['RR-007']\n";
        let explained = Explained::parse(text).expect("well-formed");
        let ids: Vec<&str> = explained.ids.keys().map(String::as_str).collect();
        assert_eq!(ids, ["LSB-P001", "LSB-P002", "LSB-P003", "RR-007", "RR-009", "RR-010", "RR-011", "RR902"]);
        assert_eq!(explained.ids["RR-010"], "rule R301, R302");
        assert_eq!(explained.ids["RR902"], "needs the running cluster");
        assert_eq!(explained.classes().collect::<Vec<_>>(), [("hover", 1), ("not checked", 4), ("rule", 3)]);
    }

    #[test]
    fn invalid_tables_are_rejected() {
        let error = |text: &str| Explained::parse(text).expect_err("malformed").to_string();
        assert!(error("[[reason]]\nwhy = ' '\nids = ['A1']\n").contains("missing `why`"));
        assert!(error("[[reason]]\nwhy = 'x'\nids = []\n").contains("no ids"));
        assert!(error("[[reason]]\nwhy = 'x'\nids = ['A1', 'A1']\n").contains("duplicate id A1"));
        assert!(error("[[claim]]\nids = ['A1']\n").contains("exactly one of"));
        assert!(error("[[claim]]\nhover = 'x'\ncommand = 'y'\nids = ['A1']\n").contains("exactly one of"));
        assert!(error("[[reason]]\nwhy = 'x'\nids = ['A3..A1']\n").contains("invalid range"));
        assert!(error("[[reason]]\nwhy = 'x'\nids = ['A1..B2']\n").contains("invalid range"));
        assert!(error("[[reason]]\nwhy = 'x'\nid = ['A1']\n").contains("unknown field"));
    }
}
