//! The state of an abstract interpretation of conditions.
//!
//! Every name has a set of possible values, and each assumed condition restricts sets. If a set is empty, the
//! conditions cannot be satisfied together. Conditions that are not understood restrict nothing, so "never" is proven
//! and "possible" is not.

use lsflint_spec::{ResourceType, SELECTION_ANY, SELECTION_WORDS, UNDOCUMENTED_SIZE_UNITS, builtin_resource};
use rustc_hash::FxHashMap;

use super::bounds::Bounds;
use super::domain::{Domain, Interval, Texts};
use crate::Resources;
use crate::requirement::{Amount, Comparison, Decimal, Expr, SizeUnit};

/// The maximum nesting depth of conditions; deeper ones are assumed to be possible.
const DEPTH: u32 = 200;
/// The maximum number of steps; the rest is assumed to be possible. Only generated conditions are that long.
const STEPS: usize = 200_000;

/// A name as it is used: its value (in the unit of the numbers), or whether it is defined.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Variable {
    Value(String, Option<&'static str>),
    Defined(String),
}

/// The known values before any condition: from the row of a host, or none.
pub(super) trait Known {
    /// The possible values; `None` for any value.
    fn domain(&self, variable: &Variable) -> Option<Domain>;

    /// The text as LSF compares it; `None` if the meaning of the comparison is unknown.
    fn text(&self, name: &str, text: &str) -> Option<String>;

    /// Whether the host has the type of the submission host; `None` if that is unknown.
    fn has_local_type(&self) -> Option<bool> {
        None
    }

    /// Whether sizes without a unit are in MB. Otherwise arithmetic with sizes is not evaluated.
    fn sizes_are_megabytes(&self) -> bool {
        false
    }
}

/// A host about which nothing is known.
pub(super) struct AnyHost;

impl Known for AnyHost {
    fn domain(&self, _: &Variable) -> Option<Domain> {
        None
    }

    fn text(&self, name: &str, text: &str) -> Option<String> {
        // A host has more than one name.
        (name != "hname").then(|| text.to_owned())
    }
}

/// The possible values of names.
#[derive(Clone)]
pub(super) struct State<'a> {
    resources: &'a Resources,
    known: &'a dyn Known,
    values: FxHashMap<Variable, Domain>,
}

/// The remaining number of steps.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) fn new() -> Budget {
        Budget(STEPS)
    }

    fn spend(&mut self, steps: usize) -> bool {
        self.0 = self.0.saturating_sub(steps);
        self.0 > 0
    }
}

impl<'a> State<'a> {
    pub(super) fn new(resources: &'a Resources, known: &'a dyn Known) -> State<'a> {
        State { resources, known, values: FxHashMap::default() }
    }

    /// Assumes all conditions. Returns whether that is possible.
    pub(super) fn assume_all<'e>(&mut self, conditions: impl Iterator<Item = &'e Expr>, budget: &mut Budget) -> bool {
        // Alternatives last, because certain conditions restrict them.
        let (choices, certain): (Vec<&Expr>, Vec<&Expr>) =
            conditions.flat_map(Expr::conjuncts).partition(|it| matches!(it, Expr::Or(_)));
        certain.into_iter().chain(choices).all(|it| self.assume(it, true, 0, budget))
    }

    /// Assumes that a condition is true or false. Returns whether that is possible.
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool, depth: u32, budget: &mut Budget) -> bool {
        if depth > DEPTH || !budget.spend(1) {
            return true;
        }
        match condition {
            Expr::And(operands) | Expr::Or(operands) => {
                let all = matches!(condition, Expr::And(_)) == holds;
                if all {
                    operands.iter().all(|it| self.assume(it, holds, depth + 1, budget))
                } else {
                    self.assume_one(operands, holds, depth, budget)
                }
            }
            Expr::Not(operand) => self.assume(operand, !holds, depth + 1, budget),
            Expr::Comparison(..) => self.compare(condition, holds, budget),
            Expr::Number(amount) => (amount.number == Decimal::ZERO) != holds,
            Expr::Name(name) => self.bare_name(name, holds),
            Expr::Defined(name) => self.flag(Variable::Defined(name.clone()), holds),
            Expr::Negative(_) | Expr::Arithmetic(..) => {
                let operator = if holds { Comparison::NotEqual } else { Comparison::Equal };
                self.may_be(condition, operator, &Expr::Number(Amount { number: Decimal::ZERO, unit: None }), budget)
            }
            Expr::Text { .. } => true,
        }
    }

    /// Assumes that one of the operands holds. If only one is possible, its restrictions are applied.
    fn assume_one(&mut self, operands: &[Expr], holds: bool, depth: u32, budget: &mut Budget) -> bool {
        let mut only = None;
        for operand in operands {
            if !budget.spend(1 + self.values.len()) {
                return true;
            }
            let mut state = self.clone();
            if state.assume(operand, holds, depth + 1, budget) {
                if only.is_some() {
                    return true;
                }
                only = Some(state);
            }
        }
        match only {
            Some(state) => {
                *self = state;
                true
            }
            None => false,
        }
    }

    /// Assumes a name without comparison: a Boolean resource, or a nonzero number.
    fn bare_name(&mut self, name: &str, holds: bool) -> bool {
        match self.resources.get(name).and_then(|it| it.kind) {
            Some(ResourceType::Numeric) => {
                let operator = if holds { Comparison::NotEqual } else { Comparison::Equal };
                self.number(name, operator, Amount { number: Decimal::ZERO, unit: None })
            }
            Some(ResourceType::String) => true,
            Some(ResourceType::Boolean) | None => self.flag(Variable::Value(name.to_owned(), None), holds),
        }
    }

    fn compare(&mut self, comparison: &Expr, holds: bool, budget: &mut Budget) -> bool {
        let Some((left, operator, right)) = comparison.as_comparison() else { return true };
        let operator = if holds { operator } else { opposite(operator) };
        let (name, operator, value) = match (left, right) {
            (Expr::Name(name), value) => (name, operator, value),
            (value, Expr::Name(name)) => (name, operator.flipped(), value),
            (left, right) => {
                let (Some(left), Some(right)) = (constant(left), constant(right)) else {
                    return self.may_be(left, operator, right, budget);
                };
                return match left.compare(right, None) {
                    Some(_) => Interval::only(left.number).keep(operator, right.number) || left.unit != right.unit,
                    None => true,
                };
            }
        };
        let kind = self.resources.get(name).and_then(|it| it.kind);
        match (value, kind) {
            (_, Some(ResourceType::Numeric)) => match constant(value) {
                Some(amount) => self.number(name, operator, amount),
                None => self.may_be(&Expr::Name(name.clone()), operator, value, budget),
            },
            (Expr::Text { text, .. }, _) => self.text(name, operator, text),
            // An unquoted text looks like a name.
            (Expr::Name(text), Some(ResourceType::String)) if self.resources.get(text).is_none() => {
                self.text(name, operator, text)
            }
            _ => self.may_be(&Expr::Name(name.clone()), operator, value, budget),
        }
    }

    /// Whether a comparison of two numbers may be true. Restricts nothing.
    fn may_be(&self, left: &Expr, operator: Comparison, right: &Expr, budget: &mut Budget) -> bool {
        match (self.bounds(left, 0, budget), self.bounds(right, 0, budget)) {
            (Some(left), Some(right)) => left.may_be(operator, right),
            _ => true,
        }
    }

    /// The bounds of the value of an expression; `None` if it has none.
    fn bounds(&self, expr: &Expr, depth: u32, budget: &mut Budget) -> Option<Bounds> {
        if depth > DEPTH || !budget.spend(1) {
            return None;
        }
        match expr {
            Expr::Number(Amount { number, unit: None }) => Some(Bounds::only(*number)),
            Expr::Number(amount) => Some(Bounds::only(amount.megabytes(None)?)),
            Expr::Negative(operand) => Some(self.bounds(operand, depth + 1, budget)?.negated()),
            Expr::Arithmetic(first, rest) => {
                let first = self.bounds(first, depth + 1, budget)?;
                rest.iter().try_fold(first, |sum, (operator, operand)| {
                    sum.combined(*operator, self.bounds(operand, depth + 1, budget)?)
                })
            }
            Expr::Name(name) => self.bounds_of_name(name),
            Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Comparison(..) | Expr::Defined(_) => {
                Some(Bounds::truth())
            }
            Expr::Text { .. } => None,
        }
    }

    fn bounds_of_name(&self, name: &str) -> Option<Bounds> {
        let kind = self.resources.get(name)?.kind?;
        let is_size = builtin_resource(name).is_some_and(|it| is_size(it.name));
        if kind == ResourceType::String || is_size && !self.known.sizes_are_megabytes() {
            return None;
        }
        let variable = Variable::Value(name.to_owned(), is_size.then(|| SizeUnit::MB.suffix()));
        let domain = self.values.get(&variable).cloned().or_else(|| self.known.domain(&variable));
        match domain {
            Some(Domain::Number(interval)) => {
                let (low, high) = interval.bounds();
                Some(Bounds { low, high })
            }
            Some(Domain::Flag(Some(holds))) => Some(Bounds::only(Decimal::from(u64::from(holds)))),
            Some(Domain::Flag(None)) => Some(Bounds::truth()),
            Some(Domain::Text(_)) => None,
            None if kind == ResourceType::Boolean => Some(Bounds::truth()),
            None => {
                let (low, high) = natural_range(name);
                Some(Bounds { low, high })
            }
        }
    }

    fn text(&mut self, name: &str, operator: Comparison, text: &str) -> bool {
        let equal = match operator {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return true,
        };
        // `any` and `local` are not values: `any` is always true, `local` depends on the submission host.
        if SELECTION_WORDS.contains(&text) {
            let local = self.known.has_local_type().filter(|_| name == HOST_TYPE && text != SELECTION_ANY);
            return local.map_or(equal || text != SELECTION_ANY, |same| same == equal);
        }
        let Some(text) = self.known.text(name, text) else { return true };
        match self.domain(Variable::Value(name.to_owned(), None), || Domain::Text(Texts::any())) {
            Domain::Text(texts) => texts.keep(&text, equal),
            _ => true,
        }
    }

    fn number(&mut self, name: &str, operator: Comparison, amount: Amount) -> bool {
        let variable = Variable::Value(name.to_owned(), amount.unit.map(SizeUnit::suffix));
        let anything = || {
            let (low, high) = natural_range(name);
            Domain::Number(Interval::between(low, high))
        };
        match self.domain(variable, anything) {
            Domain::Number(interval) => interval.keep(operator, amount.number),
            _ => true,
        }
    }

    fn flag(&mut self, variable: Variable, holds: bool) -> bool {
        match self.domain(variable, || Domain::Flag(None)) {
            Domain::Flag(flag) => *flag.get_or_insert(holds) == holds,
            _ => true,
        }
    }

    fn domain(&mut self, variable: Variable, anything: impl FnOnce() -> Domain) -> &mut Domain {
        let known = self.known;
        self.values.entry(variable).or_insert_with_key(|it| known.domain(it).unwrap_or_else(anything))
    }
}

/// The resource whose value `local` is that of the submission host.
pub(super) const HOST_TYPE: &str = "type";

/// The range that the values of a built-in resource always have.
fn natural_range(name: &str) -> (Option<Decimal>, Option<Decimal>) {
    let range = builtin_resource(name).map_or((None, None), |it| it.range);
    let bound = |it: Option<f64>| Decimal::parse(&it?.to_string());
    (bound(range.0), bound(range.1))
}

/// Whether a built-in resource is a size in MB: one that accepts units, or the maximum of one.
pub(super) fn is_size(name: &str) -> bool {
    builtin_resource(name).is_some_and(|it| it.size_units) || UNDOCUMENTED_SIZE_UNITS.contains(&name)
}

fn constant(value: &Expr) -> Option<Amount> {
    match value {
        Expr::Number(amount) => Some(*amount),
        Expr::Negative(it) => constant(it).map(|it| Amount { number: it.number.negated(), ..it }),
        _ => None,
    }
}

fn opposite(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}
