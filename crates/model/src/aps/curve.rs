//! The APS value of a job as its pending time grows.

use super::evaluate::Evaluation;
use super::facts::Facts;
use super::formula::{Formula, Term, without_dust};

/// The maximum number of times at which a value may change, far more than a week of growth every minute.
const MOST_STEPS: f64 = 20_000.0;

/// The value of a job that has been pending for longer than a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The pending time in seconds.
    pub after: f64,
    /// The APS value from then on, until the next step.
    pub value: f64,
    /// The factors without subfactors whose contributions change then; empty for the first step.
    pub factors: Vec<&'static str>,
}

impl Formula {
    /// The value while the pending time grows from 0 to `seconds`: grace periods end, and the job priority grows. All
    /// other facts stay the same. `None` if there are too many steps.
    pub fn over(&self, facts: &Facts, seconds: f64) -> Option<Vec<Step>> {
        let mut times = vec![0.0];
        self.terms.iter().flat_map(|it| std::iter::once(it).chain(&it.terms)).for_each(|it| times.extend(it.grace));
        if let Some(growth) = &facts.growth {
            if seconds / growth.interval > MOST_STEPS {
                return None;
            }
            times.extend((1_u32..).map(|it| f64::from(it) * growth.interval).take_while(|it| *it < seconds));
        }
        times.retain(|it| *it < seconds || *it == 0.0);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let mut facts = facts.clone();
        let mut steps: Vec<Step> = Vec::new();
        let mut before: Option<Evaluation> = None;
        for (index, after) in times.iter().enumerate() {
            let end = times.get(index + 1).copied().unwrap_or(after + 1.0);
            // Between two of these times, nothing changes.
            facts.pending = Some(after.midpoint(end));
            let now = self.evaluate(&facts);
            let factors = before.as_ref().map_or_else(Vec::new, |it| self.changed(it, &now));
            if before.as_ref().is_none_or(|it| it.value != now.value) {
                steps.push(Step { after: *after, value: now.value, factors });
                before = Some(now);
            }
        }
        Some(steps)
    }

    /// The leaves of the formula whose contributions differ.
    fn changed(&self, old: &Evaluation, new: &Evaluation) -> Vec<&'static str> {
        let leaves =
            self.terms.iter().flat_map(|it| if it.terms.is_empty() { std::slice::from_ref(it) } else { &it.terms });
        // What a factor adds to the sum; nothing while its parent waits.
        let part = |evaluation: &Evaluation, term: &Term| {
            let parent = evaluation.term(term.factor.parent);
            let waits = parent.is_some_and(|it| !it.is_counted());
            evaluation.term(term.factor.name).filter(|_| !waits).map_or(0.0, |it| without_dust(it.value))
        };
        leaves.filter(|it| part(old, it) != part(new, it)).map(|it| it.factor.name).collect()
    }
}

#[cfg(test)]
mod tests {
    use lsflint_spec::aps_factor;

    use super::*;
    use crate::aps::Growth;

    /// The steps of a value in an hour: `0: 5, 600: 7 APP`.
    #[track_caller]
    fn check(formula: &str, growth: Option<Growth>, expected: &str) {
        let mut facts = Facts::default();
        facts.growth = growth;
        for (name, value) in [("APP", 2.0), ("JPRIORITY", 50.0), ("PROC", 4.0), ("QPRIORITY", 10.0)] {
            facts.set(aps_factor(name).expect("a factor"), value);
        }
        let steps = Formula::parse(formula).expect("a formula").over(&facts, 3600.0).expect("few steps");
        let text = |it: &Step| format!("{}: {} {}", it.after, it.value, it.factors.join(" ")).trim_end().to_owned();
        assert_eq!(steps.iter().map(text).collect::<Vec<_>>().join(", "), expected);
    }

    fn growth(increment: f64, interval: f64) -> Option<Growth> {
        Some(Growth { increment, interval, setting: "JOB_PRIORITY_OVER_TIME=...".to_owned() })
    }

    #[test]
    fn grace_periods_end() {
        check("WEIGHT[[APP, 1]]", None, "0: 2");
        check(
            "WEIGHT[[APP, 1] [PROC, 1]] GRACE_PERIOD[[APP, 10m] [PROC, 20m]]",
            None,
            "0: 0, 600: 2 APP, 1200: 6 PROC",
        );
        // Both end at the same time.
        check("WEIGHT[[APP, 1] [PROC, 1]] GRACE_PERIOD[[APP, 10m] [PROC, 10m]]", None, "0: 0, 600: 6 PROC APP");
        // All factors of WORK wait for it; one of them waits longer.
        check(
            "WEIGHT[[JPRIORITY, 1] [QPRIORITY, 1]] GRACE_PERIOD[[WORK, 10m] [QPRIORITY, 20m]]",
            None,
            "0: 0, 600: 50 JPRIORITY, 1200: 60 QPRIORITY",
        );
        // Not within the hour.
        check("WEIGHT[[APP, 1]] GRACE_PERIOD[[APP, 2h]]", None, "0: 0");
    }

    #[test]
    fn the_job_priority_grows() {
        check("WEIGHT[[JPRIORITY, 2]]", growth(3.0, 1200.0), "0: 100, 1200: 106 JPRIORITY, 2400: 112 JPRIORITY");
        // Until its limit; growth during the grace period is not lost.
        check(
            "WEIGHT[[JPRIORITY, 2]] LIMIT[[JPRIORITY, 105]] GRACE_PERIOD[[JPRIORITY, 30m]]",
            growth(2.0, 1200.0),
            "0: 0, 1800: 104 JPRIORITY, 2400: 105 JPRIORITY",
        );
        check("WEIGHT[[APP, 2]]", growth(3.0, 1200.0), "0: 4");
    }

    #[test]
    fn there_is_a_maximum_of_steps() {
        let mut facts = Facts::default();
        facts.growth = growth(1.0, 60.0);
        let formula = Formula::parse("WEIGHT[[JPRIORITY, 2]]").expect("a formula");
        assert!(formula.over(&facts, 7.0 * 86_400.0).is_some());
        assert_eq!(formula.over(&facts, 100.0 * 86_400.0), None);
    }
}
