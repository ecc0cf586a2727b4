//! The values of the factors MEM and SWAP.

use lsflint_spec::{SIZE_UNITS, builtin_resource};
use lsflint_syntax::ast::resreq::{Amount, CompoundTerm, ResReq, RusageSection, Shape, Simple, UsageItem, UsageKind};

/// The setting RESOURCE_RESERVE_PER_TASK in lsb.params.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reservation {
    /// N, the default: the amount is used once per term.
    #[default]
    PerTerm,
    /// Y: the amount is used for each task of a term.
    PerTask,
}

/// The amount of a resource that a requirement reserves, as used by APS, in `unit` (`MB`): the first phase, the part
/// before the first `||`, the sum of all terms, the largest alternative. 0 if the requirement does not reserve the
/// resource.
pub fn requested(requirement: ResReq<'_>, resource: &str, reservation: Reservation, unit: &str) -> f64 {
    let ask = Ask { resource, reservation, unit };
    requirement.shape().map_or(0.0, |it| ask.shape(it))
}

/// The requested resource and how its amounts are counted.
#[derive(Clone, Copy)]
struct Ask<'a> {
    resource: &'a str,
    reservation: Reservation,
    unit: &'a str,
}

impl Ask<'_> {
    fn shape(self, shape: Shape<'_>) -> f64 {
        match shape {
            Shape::Simple(simple) => self.simple(simple),
            Shape::Compound(compound) => compound.terms().map(|it| self.term(it)).sum(),
            // Alternatives cannot be nested; nested ones in an invalid string are ignored.
            Shape::Alternative(alternative) => {
                let bodies = alternative.branches().filter_map(|it| it.body());
                let amounts = bodies.filter(|it| !matches!(it, Shape::Alternative(_))).map(|it| self.shape(it));
                amounts.fold(0.0, f64::max)
            }
        }
    }

    fn term(self, term: CompoundTerm<'_>) -> f64 {
        let amount = term.simple().map_or(0.0, |it| self.simple(it));
        match self.reservation {
            Reservation::PerTerm => amount,
            #[expect(clippy::cast_precision_loss, reason = "no job requests 2^53 tasks")]
            Reservation::PerTask => amount * term.slots().unwrap_or(1) as f64,
        }
    }

    fn simple(self, simple: Simple<'_>) -> f64 {
        let Some(first) = simple.section::<RusageSection<'_>>().and_then(|it| it.alternatives().next()) else {
            return 0.0;
        };
        let item = first.items().find(|it| self.is_about(*it));
        item.and_then(|it| it.amounts().next()).and_then(|it| self.amount(it)).unwrap_or(0.0)
    }

    fn is_about(self, item: UsageItem<'_>) -> bool {
        let Some(name) = item.name().filter(|_| item.kind() == Some(UsageKind::Resource)) else { return false };
        builtin_resource(&name.text()).is_some_and(|it| it.name == self.resource)
    }

    fn amount(self, amount: Amount<'_>) -> Option<f64> {
        let number = amount.as_f64()?;
        if amount.unit.is_none() {
            return Some(number);
        }
        let steps = power(&amount.unit_text())? - power(self.unit)?;
        Some(number * 1024_f64.powi(steps))
    }
}

/// The index of a unit in `K M G T P E Z`.
fn power(unit: &str) -> Option<i32> {
    let index = SIZE_UNITS.iter().position(|it| it.eq_ignore_ascii_case(unit))?;
    // Every unit is listed with and without `B`.
    i32::try_from(index / 2).ok()
}
