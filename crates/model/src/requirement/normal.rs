//! The normal form of requirements: requirements with the same meaning are equal.
//!
//! Sizes are in MB and times in seconds, aliases are resolved, and unordered parts are sorted: the operands of `&&` and
//! `||`, the resources of `rusage`, the names of `same`. A size without a unit whose unit is unknown stays as it is.

use lsflint_spec::{UNDOCUMENTED_SIZE_UNITS, builtin_resource};

use super::usage::canonical;
use super::{
    Affinity, Amount, Body, Branch, Expr, Order, OrderKey, Requirement, Reservation, Rusage, Simple, SizeUnit, Term,
    Tile, Timing, Units, Usage,
};
use super::{SpanItem, Time};

impl Requirement {
    /// The normal form of the requirement.
    pub fn normal(&self, units: &Units) -> Requirement {
        let terms = |terms: &[Term]| terms.iter().map(|it| it.normal(units)).collect();
        match self {
            Requirement::Simple(it) => Requirement::Simple(Box::new(it.normal(units))),
            Requirement::Compound(it) => Requirement::Compound(terms(it)),
            Requirement::Alternative(branches) => {
                let branch = |it: &Branch| {
                    let body = match &it.body {
                        Body::Simple(it) => Body::Simple(Box::new(it.normal(units))),
                        Body::Compound(it) => Body::Compound(terms(it)),
                    };
                    Branch { body, delay: it.delay }
                };
                Requirement::Alternative(branches.iter().map(branch).collect())
            }
        }
    }
}

impl Term {
    fn normal(&self, units: &Units) -> Term {
        Term { count: self.count, body: self.body.normal(units) }
    }
}

impl Simple {
    /// The normal form of the sections.
    pub fn normal(&self, units: &Units) -> Simple {
        let conjuncts = self.select.iter().flat_map(Expr::conjuncts);
        let mut span = self.span.clone();
        for item in &mut span {
            if let SpanItem::Ptile(tiles) | SpanItem::Gtile(tiles) = item {
                // The default always precedes the names.
                tiles.sort_by_key(|it| matches!(it, Tile::Named(..)));
            }
        }
        span.sort();
        let mut same: Vec<String> = self.same.iter().map(|it| canonical(it).to_owned()).collect();
        same.sort_unstable();
        same.dedup();
        Simple {
            select: sorted(conjuncts.map(|it| it.normal(units)).collect()),
            order: self.order.as_ref().map(|it| it.normal(units)),
            rusage: self.rusage.as_ref().map(|it| it.normal(units)),
            span,
            same,
            cu: self.cu.clone(),
            affinity: self.affinity.as_ref().map(Affinity::normal),
        }
    }
}

impl Expr {
    /// The normal form of the expression, as far as it can be determined without values.
    pub fn normal(&self, units: &Units) -> Expr {
        let of = |it: &Expr| it.normal(units);
        match self {
            Expr::And(_) => {
                let operands = self.conjuncts().into_iter().map(of).collect();
                chain(sorted(operands), Expr::And)
            }
            Expr::Or(operands) => {
                let flat = operands.iter().map(of).flat_map(|it| match it {
                    Expr::Or(inner) => inner,
                    other => vec![other],
                });
                chain(sorted(flat.collect()), Expr::Or)
            }
            Expr::Not(operand) => Expr::Not(Box::new(of(operand))),
            Expr::Negative(operand) => Expr::Negative(Box::new(of(operand))),
            Expr::Comparison(first, rest) => {
                if let Some((left, operator, right)) = self.as_comparison() {
                    let (left, right) = (left.sized(right, units), right.sized(left, units));
                    return if left.is_constant() && !right.is_constant() {
                        Expr::Comparison(Box::new(right), vec![(operator.flipped(), left)])
                    } else {
                        Expr::Comparison(Box::new(left), vec![(operator, right)])
                    };
                }
                Expr::Comparison(Box::new(of(first)), rest.iter().map(|(operator, it)| (*operator, of(it))).collect())
            }
            Expr::Arithmetic(first, rest) => {
                Expr::Arithmetic(Box::new(of(first)), rest.iter().map(|(operator, it)| (*operator, of(it))).collect())
            }
            Expr::Name(name) => Expr::Name(canonical(name).to_owned()),
            Expr::Number(amount) => Expr::Number(amount.normal(None)),
            Expr::Text { text, .. } => Expr::Text { text: text.clone(), quoted: true },
            Expr::Defined(name) => Expr::Defined(canonical(name).to_owned()),
        }
    }

    /// The normal form as one side of a comparison: a number compared with a size is a size.
    fn sized(&self, other: &Expr, units: &Units) -> Expr {
        match (self, other) {
            (Expr::Number(amount), Expr::Name(name)) => Expr::Number(amount.normal(unit_of(name, units))),
            _ => self.normal(units),
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Expr::Number(_) | Expr::Text { .. } => true,
            Expr::Negative(it) => it.is_constant(),
            _ => false,
        }
    }
}

/// The unit of a number compared with a resource. Maximum sizes of a host have the unit of the sizes.
fn unit_of(name: &str, units: &Units) -> Option<SizeUnit> {
    let measured = builtin_resource(name).filter(|it| UNDOCUMENTED_SIZE_UNITS.contains(&it.name));
    units.of_resource(measured.map_or(name, |it| it.name.trim_start_matches("max")))
}

fn chain(mut operands: Vec<Expr>, of: fn(Vec<Expr>) -> Expr) -> Expr {
    match operands.len() {
        1 => operands.remove(0),
        _ => of(operands),
    }
}

/// The operands sorted by text, without duplicates.
fn sorted(mut operands: Vec<Expr>) -> Vec<Expr> {
    operands.sort_by_cached_key(Expr::to_string);
    operands.dedup();
    operands
}

impl Order {
    fn normal(&self, units: &Units) -> Order {
        let key = |it: &OrderKey| OrderKey { reversed: it.reversed, key: it.key.normal(units) };
        Order { again: self.again, keys: self.keys.iter().map(key).collect() }
    }
}

impl Rusage {
    fn normal(&self, units: &Units) -> Rusage {
        let usage = |it: &Usage| {
            let mut reservations: Vec<Reservation> = it.reservations.iter().map(|it| it.normal(units)).collect();
            reservations.sort_by(|a, b| a.name.cmp(&b.name));
            Usage { reservations }
        };
        Rusage { alternatives: self.alternatives.iter().map(usage).collect() }
    }
}

impl Reservation {
    /// The reservation in MB and seconds.
    pub fn normal(&self, units: &Units) -> Reservation {
        let unit = units.of_resource(&self.name);
        let mut gpu: Vec<(String, String)> = self.gpu.clone();
        for (keyword, _) in &mut gpu {
            if keyword == "nvlink" {
                "glink".clone_into(keyword);
            }
        }
        gpu.sort_unstable();
        Reservation {
            name: self.resource().to_owned(),
            amounts: self.amounts.iter().map(|it: &Amount| it.normal(unit)).collect(),
            method: self.method,
            timing: self.timing.normal(self.amounts.len()),
            gpu,
        }
    }
}

impl Timing {
    /// Decays beyond the last phase are ignored, and missing ones are 0.
    fn normal(&self, phases: usize) -> Timing {
        let mut decays = self.decays.clone();
        decays.truncate(phases);
        while decays.last() == Some(&false) {
            decays.pop();
        }
        Timing {
            durations: self.durations.iter().copied().map(Time::normal).collect(),
            decays,
            threshold: self.threshold.map(super::Decimal::reduced),
        }
    }
}

impl Affinity {
    fn normal(&self) -> Affinity {
        let mut affinity = self.clone();
        if let Some((_, scopes)) = &mut affinity.exclusive {
            scopes.sort_unstable();
            scopes.dedup();
        }
        affinity
    }
}
