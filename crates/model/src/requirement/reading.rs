//! Requirements as LSF reads them: sizes with a suffix are converted to the unit of the cluster.

use super::{Amount, Body, Branch, Expr, Requirement, Rusage, Simple, Term, Units, Usage};

impl Requirement {
    /// The requirement with all sizes as numbers in the units of the cluster: `mem=0.5` for `mem=512MB` with
    /// LSF_UNIT_FOR_LIMITS=GB. Sizes whose unit is unknown stay as they are.
    ///
    /// Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=requirements-resource-requirement-strings>
    pub fn as_read(&self, units: &Units) -> Requirement {
        let terms = |terms: &[Term]| -> Vec<Term> {
            terms.iter().map(|it| Term { count: it.count, body: simple(&it.body, units) }).collect()
        };
        let branch = |it: &Branch| {
            let body = match &it.body {
                Body::Simple(it) => Body::Simple(Box::new(simple(it, units))),
                Body::Compound(it) => Body::Compound(terms(it)),
            };
            Branch { body, delay: it.delay }
        };
        match self {
            Requirement::Simple(it) => Requirement::Simple(Box::new(simple(it, units))),
            Requirement::Compound(it) => Requirement::Compound(terms(it)),
            Requirement::Alternative(it) => Requirement::Alternative(it.iter().map(branch).collect()),
        }
    }
}

fn simple(it: &Simple, units: &Units) -> Simple {
    let usage = |it: &Usage| {
        let mut usage = it.clone();
        for reservation in &mut usage.reservations {
            let name = reservation.name.clone();
            reservation.amounts.iter_mut().for_each(|it| *it = amount(*it, &name, units));
        }
        usage
    };
    Simple {
        select: it.select.iter().map(|it| expr(it, units)).collect(),
        rusage: it.rusage.as_ref().map(|it| Rusage { alternatives: it.alternatives.iter().map(usage).collect() }),
        ..it.clone()
    }
}

fn amount(it: Amount, name: &str, units: &Units) -> Amount {
    let number = it.unit.and(units.of_resource(name)).and_then(|unit| it.in_unit(unit));
    number.map_or(it, |number| Amount { number, unit: None })
}

fn expr(it: &Expr, units: &Units) -> Expr {
    let of = |it: &Expr| expr(it, units);
    let all = |them: &[Expr]| them.iter().map(of).collect();
    match it {
        Expr::Or(operands) => Expr::Or(all(operands)),
        Expr::And(operands) => Expr::And(all(operands)),
        Expr::Not(operand) => Expr::Not(Box::new(of(operand))),
        Expr::Comparison(first, rest) => match it.as_comparison() {
            Some((Expr::Name(name), operator, Expr::Number(size))) => {
                Expr::Comparison(first.clone(), vec![(operator, Expr::Number(amount(*size, name, units)))])
            }
            Some((Expr::Number(size), operator, Expr::Name(name))) => Expr::Comparison(
                Box::new(Expr::Number(amount(*size, name, units))),
                vec![(operator, Expr::Name(name.clone()))],
            ),
            _ => Expr::Comparison(Box::new(of(first)), rest.iter().map(|(operator, it)| (*operator, of(it))).collect()),
        },
        Expr::Negative(_)
        | Expr::Arithmetic(..)
        | Expr::Name(_)
        | Expr::Number(_)
        | Expr::Text { .. }
        | Expr::Defined(_) => it.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirement::SizeUnit;

    #[track_caller]
    fn check(text: &str, size: &str, tmp: &str, expected: &str) {
        let units = Units { size: SizeUnit::of(size), tmp: SizeUnit::of(tmp) };
        assert_eq!(Requirement::parse(text).expect("a requirement").as_read(&units).to_string(), expected);
    }

    #[test]
    fn sizes_are_in_the_unit_of_the_cluster() {
        let written = "rusage[mem=512MB:swp=1GB:tmp=1TB]";
        check(written, "GB", "GB", "rusage[mem=0.5:swp=1:tmp=1024]");
        check(written, "GB", "MB", "rusage[mem=0.5:swp=1:tmp=1048576]");
        check(written, "MB", "MB", "rusage[mem=512:swp=1024:tmp=1048576]");
        check(written, "", "", written);
        check(
            "2*{select[mem>4GB && 2g<swp && lic>3]} + {rusage[mem=7]}",
            "MB",
            "MB",
            "2*{select[mem>4096 && 2048<swp && lic>3]} + {rusage[mem=7]}",
        );
    }
}
