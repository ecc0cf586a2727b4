//! What a condition requires of one name, and whether two conditions exclude each other.

use lsflint_lint::select::{Constant, against, kind, text_of};
use lsflint_model::Resources;
use lsflint_spec::{ResourceType, SELECTION_WORDS};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::resreq::{Expr, OperatorKind};

/// A condition on one name.
#[derive(Debug, Clone)]
pub(crate) struct Fact<'t> {
    /// The name.
    pub(crate) name: &'t str,
    /// The range of the condition.
    pub(crate) range: TextRange,
    what: What<'t>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum What<'t> {
    /// The number is in a range.
    Number(Bounds),
    /// The number is not this one.
    NotNumber(f64),
    /// The text is this one, or is not.
    Text(&'t str, bool),
    /// The resource is present, or is not.
    Flag(bool),
}

/// A range of numbers; `true` marks a bound that is excluded.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bounds {
    low: (f64, bool),
    high: (f64, bool),
}

/// The fact in an operand of `&&` or `||` that compares one name with a constant.
pub(crate) fn fact<'t>(operand: Expr<'t>, resources: &Resources) -> Option<Fact<'t>> {
    let range = operand.range();
    match operand.without_parentheses() {
        Expr::Name(name) => Some(Fact { name: name.raw(), range, what: What::Flag(true) }),
        Expr::Unary(it) if it.is_not() => {
            let inner = fact(it.operand()?, resources)?;
            Some(Fact { name: inner.name, range, what: not(inner.what)? })
        }
        comparison @ Expr::Comparison(_) => {
            let found = against(comparison);
            let [found] = found[..] else { return None };
            let what = match found.value {
                Constant::Number { number, value, .. } => {
                    // lsf.conf decides what a number without a unit means; and strings are not compared as numbers.
                    if number.unit.is_some() || kind(resources, found.name) == Some(ResourceType::String) {
                        return None;
                    }
                    number_fact(found.operator, value)?
                }
                _ => {
                    let (_, text) = text_of(found.value)?;
                    let word = matches!(found.value, Constant::Word(_));
                    if word && kind(resources, found.name) != Some(ResourceType::String)
                        || SELECTION_WORDS.contains(&text)
                    {
                        return None;
                    }
                    match found.operator {
                        OperatorKind::Equal | OperatorKind::Assign => What::Text(text, true),
                        OperatorKind::NotEqual => What::Text(text, false),
                        _ => return None,
                    }
                }
            };
            Some(Fact { name: found.name.raw(), range, what })
        }
        _ => None,
    }
}

fn number_fact(operator: OperatorKind, value: f64) -> Option<What<'static>> {
    let (low, high) = match operator {
        OperatorKind::Equal => ((value, false), (value, false)),
        OperatorKind::NotEqual => return Some(What::NotNumber(value)),
        OperatorKind::Less => ((f64::NEG_INFINITY, false), (value, true)),
        OperatorKind::LessOrEqual => ((f64::NEG_INFINITY, false), (value, false)),
        OperatorKind::Greater => ((value, true), (f64::INFINITY, false)),
        OperatorKind::GreaterOrEqual => ((value, false), (f64::INFINITY, false)),
        _ => return None,
    };
    Some(What::Number(Bounds { low, high }))
}

/// The negation, when it is as simple.
fn not(what: What<'_>) -> Option<What<'_>> {
    Some(match what {
        What::Flag(it) => What::Flag(!it),
        What::Text(text, it) => What::Text(text, !it),
        What::NotNumber(value) => What::Number(Bounds { low: (value, false), high: (value, false) }),
        What::Number(Bounds { low, high }) => match (low.0.is_finite(), high.0.is_finite()) {
            (true, true) => What::NotNumber(low.0),
            (true, false) => What::Number(Bounds { low: (f64::NEG_INFINITY, false), high: (low.0, !low.1) }),
            (false, true) => What::Number(Bounds { low: (high.0, !high.1), high: (f64::INFINITY, false) }),
            (false, false) => return None,
        },
    })
}

/// Whether two facts can never hold together.
pub(crate) fn excludes(a: &Fact<'_>, b: &Fact<'_>) -> bool {
    a.name == b.name && clash(a.what, b.what)
}

/// Whether one of two facts always holds.
pub(crate) fn covers(a: &Fact<'_>, b: &Fact<'_>) -> bool {
    let (Some(not_a), Some(not_b)) = (not(a.what), not(b.what)) else { return false };
    a.name == b.name && clash(not_a, not_b)
}

fn clash(a: What<'_>, b: What<'_>) -> bool {
    match (a, b) {
        (What::Flag(a), What::Flag(b)) => a != b,
        (What::Text(a, true), What::Text(b, true)) => a != b,
        (What::Text(a, x), What::Text(b, y)) => a == b && x != y,
        (What::Number(a), What::Number(b)) => {
            let low = if a.low.0 >= b.low.0 { a.low } else { b.low };
            let high = if a.high.0 <= b.high.0 { a.high } else { b.high };
            let open = |it: f64| [a.low, b.low, a.high, b.high].iter().any(|&(value, open)| value == it && open);
            low.0 > high.0 || low.0 == high.0 && open(low.0)
        }
        (What::Number(it), What::NotNumber(value)) | (What::NotNumber(value), What::Number(it)) => {
            it.low.0 == value && it.high.0 == value
        }
        _ => false,
    }
}
