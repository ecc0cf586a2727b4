//! Family Q: scheduling policies inside one section.

use crate::rule::Rule;

mod action;
mod backfill_preemptable;
mod checkpoint_syntax;
mod command_quotes;
mod exclusive_syntax;
mod fairshare_syntax;
mod interruptible_backfill_needs_backfill;
mod interruptible_requeue;
mod job_control_signal;
mod job_controls;
mod job_starter_user_command;
mod preemption_syntax;
mod requeue_exit_values;
mod reserve_syntax;

/// The rules of the family, by code.
pub(crate) static RULES: &[&Rule] = &[
    &fairshare_syntax::RULE,
    &backfill_preemptable::RULE,
    &preemption_syntax::RULE,
    &interruptible_backfill_needs_backfill::RULE,
    &reserve_syntax::RULE,
    &interruptible_requeue::RULE,
    &job_controls::RULE,
    &requeue_exit_values::RULE,
    &checkpoint_syntax::RULE,
    &job_control_signal::RULE,
    &job_starter_user_command::RULE,
    &command_quotes::RULE,
    &exclusive_syntax::RULE,
];
