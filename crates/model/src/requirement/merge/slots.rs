//! Compares the slots of compound requirements with the allowed number of tasks.

use super::stage::Stage;
use super::{Level, Merger, Refusal, Refused};

impl Merger<'_> {
    /// Rejects slot counts outside of the allowed number of tasks, and notes the slots of a last term without a count.
    pub(super) fn count_slots(&mut self, merged: &Stage) -> Result<(), Refusal> {
        for counts in merged.counts() {
            let written = counts.iter().flatten().fold(0_u64, |sum, it| sum.saturating_add(*it));
            let open = counts.last().is_some_and(Option::is_none);
            self.against_limits(written, open)?;
            match self.options.tasks {
                Some(asked) => self.against_asked(written, open, asked)?,
                None => self.without_number(written, open, merged.from),
            }
        }
        Ok(())
    }

    /// Checks against TASKLIMIT of the application profile and queue.
    fn against_limits(&self, written: u64, open: bool) -> Result<(), Refusal> {
        let limits = [(Level::Application, self.options.application_tasks), (Level::Queue, self.options.queue_tasks)];
        for (level, limit) in limits {
            let Some(limit) = limit else { continue };
            let (bound, side) = if written > limit.maximum {
                (limit.maximum, "at most")
            } else if written < limit.minimum && !open {
                (limit.minimum, "at least")
            } else {
                continue;
            };
            return Err(Refusal(
                Refused::Slots,
                format!("the terms request {written} slots, but TASKLIMIT of the {level} allows {side} {bound}"),
            ));
        }
        Ok(())
    }

    /// Checks against the number of tasks that the job requests.
    fn against_asked(&mut self, written: u64, open: bool, (least, most): (u64, u64)) -> Result<(), Refusal> {
        let asked = if least == most { format!("-n {least}") } else { format!("-n {least},{most}") };
        if written > most || written < least && !open {
            return Err(Refusal(
                Refused::Slots,
                format!("the terms request {written} slots, but the job requests `{asked}`"),
            ));
        }
        if open {
            self.note(format!("the last term gets the remaining slots of `{asked}`: {}", most - written));
        }
        Ok(())
    }

    /// Checks against the default in TASKLIMIT, which applies without `-n`: that of the application profile, else of
    /// the queue.
    fn without_number(&mut self, written: u64, open: bool, from: Level) {
        let limits = [(Level::Application, self.options.application_tasks), (Level::Queue, self.options.queue_tasks)];
        let Some((level, limit)) = limits.into_iter().find_map(|(level, limit)| Some((level, limit?))) else { return };
        let default = limit.default;
        if open {
            let rest = default.saturating_sub(written);
            self.note(format!(
                "without `-n`, the last term gets {rest} slots: the default in TASKLIMIT of the {level} is {default}"
            ));
        } else if from != Level::Job && written != default {
            self.note(format!(
                "jobs require `-n {written}`: the default in TASKLIMIT of the {level} is {default}, but the terms \
                 request {written} slots"
            ));
        }
    }
}
