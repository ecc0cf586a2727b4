//! Checks reservations against the queue (rule S6) and against RESRSV_LIMIT.
//!
//! A job may not reserve more of a load index than the queue, nor any resource for longer. If RESRSV_LIMIT has a range
//! for a resource, that range applies instead of the amount of the queue. Only the first of several phases is compared:
//! it is the largest, and the documentation accepts a job whose later phases exceed those of the queue.

use std::cmp::Ordering;

use lsflint_spec::{Reading, builtin_resource};

use super::layer::{Layer, Reserved};
use super::options::ReservationRange;
use super::stage::Stage;
use super::{Level, Merger, Refusal, Refused};
use crate::requirement::Amount;

impl Merger<'_> {
    /// The requirement of the queue, or an empty one if it violates its own RESRSV_LIMIT.
    pub(super) fn within_its_range(&mut self, queue: Stage) -> Stage {
        let outside = queue.leaves().flat_map(Layer::reservations).find_map(|it| self.outside(it));
        match outside {
            Some(Outside { what, side, .. }) => {
                self.step(
                    "S6",
                    format!("{what} is {side} in RESRSV_LIMIT, so LSF ignores the whole RES_REQ of the queue"),
                );
                Stage::of(None, Level::Queue)
            }
            None => queue,
        }
    }

    /// Rejects reservations outside of RESRSV_LIMIT.
    pub(super) fn within_range(&mut self, upper: &Stage) -> Result<(), Refusal> {
        let outside = upper.leaves().flat_map(Layer::reservations).find_map(|it| self.outside(it));
        let Some(Outside { resource, what, side }) = outside else { return Ok(()) };
        self.refuse(Refused::Range(resource), format!("{what} is {side} in RESRSV_LIMIT of the queue"))
    }

    /// The bound of RESRSV_LIMIT that a reservation violates.
    fn outside(&self, reserved: &Reserved) -> Option<Outside> {
        let range = self.range(reserved)?;
        let bare = |number| Amount { number, unit: None };
        let amount = reserved.value.first_amount()?;
        let against = |number| amount.compare(bare(number), self.options.units.of_resource(&range.resource));
        let side = if against(range.maximum) == Some(Ordering::Greater) {
            format!("above the maximum of {}", range.maximum)
        } else {
            let minimum = range.minimum.filter(|it| against(*it) == Some(Ordering::Less))?;
            format!("below the minimum of {minimum}")
        };
        Some(Outside { resource: range.resource.clone(), what: reserved.described(), side })
    }

    fn range(&self, reserved: &Reserved) -> Option<&ReservationRange> {
        self.options.reservation_ranges.iter().find(|it| it.resource == reserved.value.resource())
    }

    /// Rejects requirements that reserve more, or for longer, than the queue. Each alternative of `||` must fit one
    /// alternative of the queue.
    pub(super) fn below_queue(&mut self, upper: &Layer, queue: &Layer) -> Result<(), Refusal> {
        for side in &upper.rusage {
            let mut first = None;
            let fits = queue.rusage.iter().any(|ceiling| match self.excess(side, ceiling) {
                Some(excess) => {
                    first.get_or_insert(excess);
                    false
                }
                None => true,
            });
            if let Some((resource, reason)) = first.filter(|_| !fits) {
                return self.refuse(Refused::Ceiling(resource), reason);
            }
        }
        Ok(())
    }

    /// The resource that exceeds the reservation of the queue, and how, as text.
    fn excess(&mut self, side: &[Reserved], ceiling: &[Reserved]) -> Option<(String, String)> {
        for reserved in side {
            let resource = reserved.value.resource();
            let Some(limit) = ceiling.iter().find(|it| it.value.resource() == resource) else { continue };
            let longer = match (reserved.value.timing.durations.first(), limit.value.timing.durations.first()) {
                (Some(duration), Some(limit)) => duration.seconds() > limit.seconds(),
                _ => false,
            };
            if longer {
                let (duration, limit) = (reserved.duration_described(), limit.duration_described());
                return Some((resource.to_owned(), format!("{duration} exceeds {limit}")));
            }
            if !reserved.value.timing.durations.is_empty() && !limit.value.timing.durations.is_empty() {
                let (duration, limit) = (reserved.duration_described(), limit.duration_described());
                self.step("S6", format!("{duration} does not exceed {limit}"));
            }
            let unit = self.options.units.of_resource(resource);
            let amounts = reserved.value.first_amount().zip(limit.value.first_amount());
            let Some(order) = amounts.and_then(|(amount, limit)| amount.compare(limit, unit)) else {
                self.note(format!(
                    "{} and {} are not compared: the default unit of sizes is unknown without lsf.conf",
                    reserved.described(),
                    limit.described()
                ));
                continue;
            };
            // Amounts per job, task and host cannot be compared.
            let methods_differ = matches!((reserved.value.method, limit.value.method), (Some(a), Some(b)) if a != b);
            if methods_differ || order.is_le() && !is_load_index(resource) {
                continue;
            }
            if order.is_le() {
                self.step("S6", format!("{} does not exceed {}", reserved.described(), limit.described()));
            } else if !is_load_index(resource) {
                self.note(format!(
                    "{} exceeds {}, which is allowed: the queue limits only load indices",
                    reserved.described(),
                    limit.described()
                ));
            } else if self.range(reserved).is_some() {
                self.note(format!(
                    "{} exceeds {}, which is allowed: RESRSV_LIMIT applies instead",
                    reserved.described(),
                    limit.described()
                ));
            } else {
                let (amount, limit) = (reserved.described(), limit.described());
                return Some((resource.to_owned(), format!("{amount} exceeds {limit}")));
            }
        }
        None
    }

    fn refuse(&mut self, refused: Refused, reason: String) -> Result<(), Refusal> {
        self.step("S6", reason.clone());
        Err(Refusal(refused, reason))
    }
}

/// A reservation outside of RESRSV_LIMIT, and the bound that it violates.
struct Outside {
    resource: String,
    what: String,
    side: String,
}

/// Whether the amount of the queue limits jobs, as for the load indices of all hosts.
fn is_load_index(resource: &str) -> bool {
    builtin_resource(resource).is_some_and(|it| it.reading == Reading::Dynamic && it.threshold && !it.numbered)
}

#[cfg(test)]
mod tests {
    use lsflint_spec::BUILTIN_RESOURCES;

    use super::is_load_index;

    #[test]
    fn eleven_load_indices() {
        let names: Vec<&str> = BUILTIN_RESOURCES.iter().map(|it| it.name).filter(|it| is_load_index(it)).collect();
        assert_eq!(names, ["r15s", "r1m", "r15m", "ut", "pg", "io", "ls", "it", "tmp", "swp", "mem"]);
    }
}
