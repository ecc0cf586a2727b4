//! The normal form of values.

use lsflint_spec::{Direction, Grammar, ParamSpec, builtin_resource};
use lsflint_syntax::ast::Value;

use super::{Reader, requirement, words};
use crate::aps::{Formula, Term};

/// The load index whose values are fractions.
const SHARE: &str = "ut";

impl Reader<'_> {
    pub(super) fn value(&self, name: &str, param: Option<&'static ParamSpec>, value: Option<Value<'_>>) -> String {
        let Some(value) = value.filter(|it| !it.is_unset()) else { return "-".to_owned() };
        let text = || lsflint_syntax::without_continuations(&self.file.text[value.range()]);
        let known = value.is_known();
        let of_site = param.is_none() && self.section.is_some_and(|it| it.load_index_names);
        let normal = match param.map(|it| it.grammar) {
            Some(Grammar::ResReq) if known => requirement::normal(&text(), self.cluster, self.file.kind),
            Some(Grammar::Threshold) if known => {
                let direction = param.and_then(|it| builtin_resource(it.name)?.direction);
                threshold(&text(), direction, param.is_some_and(|it| it.name == SHARE))
            }
            None if known && of_site => {
                let direction = self.cluster.resources.get(name).and_then(|it| it.direction);
                threshold(&text(), direction, false)
            }
            Some(Grammar::ApsPriority) if known && self.file.parse.errors_in(value.range()).is_empty() => {
                Formula::parse(&text()).ok().map(|it| it.terms.iter().map(term).collect())
            }
            _ => None,
        };
        let resources = param.is_some_and(|it| it.grammar == Grammar::ResReq);
        normal.unwrap_or_else(|| words::of_value(value, resources))
    }
}

/// The threshold as LSF reads it: the two numbers in order, a fraction above 1 as a percentage.
fn threshold(text: &str, direction: Option<Direction>, share: bool) -> Option<String> {
    let number = |text: &str| {
        let text = text.trim();
        let number = text.strip_suffix('%').filter(|_| share).unwrap_or(text).parse::<f64>().ok()?;
        let percentage = share && (number > 1.0 || text.ends_with('%'));
        // Rounded, because divided numbers differ in the last bit.
        Some(if percentage { (number * 1000.0).round() / 100_000.0 } else { number })
    };
    let Some((schedule, stop)) = text.split_once('/') else { return number(text).map(|it| it.to_string()) };
    let (schedule, stop) = (number(schedule)?, number(stop)?);
    let swapped = schedule >= 0.0
        && stop >= 0.0
        && match direction? {
            Direction::Increasing => schedule > stop,
            Direction::Decreasing => schedule < stop,
        };
    Some(if swapped { format!("{stop}/{schedule}") } else { format!("{schedule}/{stop}") })
}

fn term(it: &Term) -> String {
    let inner: String = it.terms.iter().map(term).collect();
    format!("{} {:?} {:?} {:?} ({inner})", it.factor.name, it.weight, it.limit, it.grace)
}
