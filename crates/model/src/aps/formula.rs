//! The formula in APS_PRIORITY, with its defaults filled in.

use std::fmt::{self, Write};

use lsflint_spec::{APS_FACTORS, APS_PARTS, ApsFactor, ApsValue, Grammar};
use lsflint_syntax::ast::{ApsPair, ApsPart, ApsPriority, AstNode};
use lsflint_syntax::{SyntaxError, SyntaxKind};

/// The weight of a factor and its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// The number in WEIGHT.
    Written(f64),
    /// 1, because one of its subfactors has a weight.
    OfParent,
    /// 1, because it cannot be set: ADMIN.
    Fixed,
    /// 0: the factor is not in WEIGHT.
    Unset,
}

impl Weight {
    /// The weight as a number.
    pub fn number(self) -> f64 {
        match self {
            Weight::Written(number) => number,
            Weight::OfParent | Weight::Fixed => 1.0,
            Weight::Unset => 0.0,
        }
    }

    /// Whether it is a default.
    pub fn is_default(self) -> bool {
        !matches!(self, Weight::Written(_))
    }
}

/// A factor of a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The specification of the factor.
    pub factor: &'static ApsFactor,
    /// The weight.
    pub weight: Weight,
    /// The maximum absolute value of the weighted value.
    pub limit: Option<f64>,
    /// The grace period in seconds: the factor takes effect after the job has been pending for this time.
    pub grace: Option<f64>,
    /// Its subfactors, whose sum is weighted.
    pub terms: Vec<Term>,
}

/// A value of APS_PRIORITY with all defaults filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// All factors, in the order of the documentation. The sum of their contributions is the APS value.
    pub terms: Vec<Term>,
}

impl Formula {
    /// The formula of a value. Of an invalid value, the valid parts are used; of a duplicate name, the last one is
    /// used.
    pub fn of(priority: ApsPriority<'_>) -> Formula {
        let top = APS_FACTORS.iter().filter(|it| it.parent.is_empty());
        Formula { terms: top.map(|it| term(it, priority)).collect() }
    }

    /// The formula of an individual value.
    ///
    /// # Errors
    /// The value has syntax errors.
    pub fn parse(text: &str) -> Result<Formula, Vec<SyntaxError>> {
        let parse = lsflint_syntax::parse_value(text, Grammar::ApsPriority);
        if !parse.errors().is_empty() {
            return Err(parse.errors().to_vec());
        }
        let priority = parse.root().child(SyntaxKind::APS_PRIORITY).and_then(ApsPriority::cast);
        let nothing = || APS_FACTORS.iter().filter(|it| it.parent.is_empty()).map(unset);
        Ok(priority.map_or_else(|| Formula { terms: nothing().collect() }, Formula::of))
    }

    /// The term of a factor, by its name in APS_PRIORITY.
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.terms.iter().flat_map(|it| std::iter::once(it).chain(&it.terms)).find(|it| it.factor.name == name)
    }

    /// The factors without a weight, which have no effect. A factor is listed instead of its subfactors.
    pub fn without_weight(&self) -> impl Iterator<Item = &Term> {
        let terms = self.terms.iter().flat_map(|it| match it.weight {
            Weight::Unset => std::slice::from_ref(it).iter(),
            _ => it.terms.iter(),
        });
        terms.filter(|it| it.weight == Weight::Unset)
    }
}

/// The formula in mathematical notation with names instead of values: `limit(2 * JPRIORITY, 80)` reduces a value to a
/// limit, `after(30m, 4 * PROC)` takes effect after the job has been pending for 30 minutes.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<&Term> = self.terms.iter().filter(|it| it.weight != Weight::Unset).collect();
        for (index, term) in terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            term.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut product = String::new();
        if self.weight != Weight::Fixed {
            write!(product, "{} * ", Number(self.weight.number()))?;
        }
        let inner: Vec<&Term> = self.terms.iter().filter(|it| it.weight != Weight::Unset).collect();
        match inner.as_slice() {
            [] => product.push_str(self.factor.name),
            terms => {
                product.push('(');
                for (index, term) in terms.iter().enumerate() {
                    write!(product, "{}{term}", if index > 0 { " + " } else { "" })?;
                }
                product.push(')');
            }
        }
        if let Some(limit) = self.limit {
            product = format!("limit({product}, {})", Number(limit));
        }
        match self.grace {
            Some(grace) => write!(f, "after({}, {product})", Time(grace)),
            None => f.write_str(&product),
        }
    }
}

/// A time in seconds, displayed as in APS_PRIORITY: `30m`.
#[derive(Debug, Clone, Copy)]
pub struct Time(pub f64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(3600.0, "h"), (60.0, "m"), (1.0, "s")];
        let whole = units.into_iter().find(|(seconds, _)| self.0 >= *seconds && self.0 % seconds == 0.0);
        let (seconds, unit) = whole.unwrap_or((1.0, "s"));
        write!(f, "{}{unit}", Number(self.0 / seconds))
    }
}

/// A number, displayed without binary rounding errors: `-20.96` instead of `-20.960000000000001`.
#[derive(Debug, Clone, Copy)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", without_dust(self.0))
    }
}

/// Rounds to 15 significant digits, the precision of a 64-bit float.
pub fn without_dust(number: f64) -> f64 {
    rounded(number, number)
}

/// Rounds to the 15th digit of `magnitude`, the largest number that it was computed from.
pub(super) fn rounded(number: f64, magnitude: f64) -> f64 {
    let magnitude = magnitude.abs();
    // Avoids a negative zero.
    if number == 0.0 {
        return 0.0;
    }
    if !number.is_finite() || !magnitude.is_normal() {
        return number;
    }
    #[expect(clippy::cast_possible_truncation, reason = "exponents of floats have three digits")]
    let decimals = 14 - magnitude.log10().floor() as i32;
    // The text of a float can always be parsed.
    let rounded: Option<f64> = usize::try_from(decimals).ok().and_then(|it| format!("{number:.it$}").parse().ok());
    match rounded {
        Some(0.0) => 0.0,
        Some(rounded) => rounded,
        None => number,
    }
}

fn unset(factor: &'static ApsFactor) -> Term {
    let weight = if factor.configurable { Weight::Unset } else { Weight::Fixed };
    Term { factor, weight, limit: None, grace: None, terms: parts_of(factor).map(unset).collect() }
}

fn parts_of(factor: &'static ApsFactor) -> impl Iterator<Item = &'static ApsFactor> {
    APS_FACTORS.iter().filter(|it| it.parent == factor.name)
}

fn term(factor: &'static ApsFactor, priority: ApsPriority<'_>) -> Term {
    if !factor.configurable {
        return unset(factor);
    }
    let terms: Vec<Term> = parts_of(factor).map(|it| term(it, priority)).collect();
    let written = last(priority, ApsValue::Weight, factor.name).and_then(ApsPair::number).filter(|it| *it != 0.0);
    let weight = match written {
        Some(number) => Weight::Written(number),
        None if terms.iter().any(|it| it.weight != Weight::Unset) => Weight::OfParent,
        None => Weight::Unset,
    };
    let limit = last(priority, ApsValue::Limit, factor.name).and_then(ApsPair::number).filter(|it| *it > 0.0);
    let grace = last(priority, ApsValue::GracePeriod, factor.name).and_then(seconds).filter(|it| *it > 0.0);
    Term { factor, weight, limit, grace, terms }
}

fn last<'t>(priority: ApsPriority<'t>, value: ApsValue, factor: &str) -> Option<ApsPair<'t>> {
    let means = |it: &ApsPart<'_>| APS_PARTS.iter().any(|part| part.value == value && it.is(part.name));
    let pairs = priority.parts().filter(means).flat_map(ApsPart::pairs);
    pairs.filter(|it| it.factor().is_some_and(|it| it.text().eq_ignore_ascii_case(factor))).last()
}

/// The grace period in seconds; without a unit, the number is in hours.
fn seconds(pair: ApsPair<'_>) -> Option<f64> {
    let unit = match pair.unit() {
        None => 3600.0,
        Some(unit) => match &*unit.text() {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        },
    };
    Some(pair.number()? * unit)
}
