//! Which rule reports a syntax error of a value: exactly one, by the grammar of the parameter and the kind of error.

use lsflint_lint::{ErrorContext, Setting};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::{ErrorKind, ValueError};

/// The rule that reports a syntax error of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// P101.
    Integer,
    /// P102.
    Number,
    /// P103.
    YesNo,
    /// P107.
    Time,
    /// P108.
    ExitCodes,
    /// P109.
    Size,
    /// P110.
    Percent,
    /// P111.
    TooMany,
    /// P112.
    List,
    /// P113.
    Form,
    /// P115.
    Quote,
    /// P116.
    Quoted,
    /// L102.
    Seconds,
    /// L205.
    Threshold,
    /// Q002.
    Shares,
    /// Q103.
    Preemption,
    /// Q203.
    Reservation,
    /// Q301.
    JobControls,
    /// Q303.
    Checkpoint,
    /// Q401.
    Exclusive,
    /// E101.
    Location,
    /// E103.
    HostResources,
    /// E104.
    LocalResources,
}

/// A syntax error of a value, with what is known about the value.
#[derive(Clone, Copy)]
pub(crate) struct Broken<'a> {
    /// What is wrong.
    pub(crate) error: ValueError,
    /// The setting.
    pub(crate) setting: Setting<'a>,
    /// The facts about its parameter.
    pub(crate) spec: &'static ParamSpec,
}

/// The error, if this rule reports it. Facts of low confidence and values of a template language are not checked.
pub(crate) fn owned<'a>(context: &ErrorContext<'a>, owner: Owner) -> Option<Broken<'a>> {
    let ErrorKind::Value(error) = context.error.kind else { return None };
    let setting = context.setting?;
    let spec = setting.spec.filter(|it| it.confidence != Confidence::Low)?;
    let templated = setting.value.is_some_and(|it| it.is_templated());
    (!templated && of(&spec.grammar, error, context.text()) == Some(owner)).then_some(Broken { error, setting, spec })
}

fn of(grammar: &Grammar, error: ValueError, text: &str) -> Option<Owner> {
    if matches!(error, ValueError::Unclosed('"' | '\'')) {
        return Some(Owner::Quote);
    }
    if error == ValueError::Quoted {
        return Some(Owner::Quoted);
    }
    let surplus = matches!(error, ValueError::TooMany | ValueError::Unexpected);
    match grammar {
        Grammar::RunLimit | Grammar::HourMinute if surplus && text.starts_with(':') => Some(Owner::Seconds),
        Grammar::RunLimit | Grammar::HourMinute if !surplus => Some(Owner::Time),
        Grammar::Integer | Grammar::TaskLimit if !surplus => Some(Owner::Integer),
        Grammar::Number if !surplus => Some(Owner::Number),
        Grammar::YesNo if !surplus => Some(Owner::YesNo),
        Grammar::Size | Grammar::LimitPair if !surplus => Some(Owner::Size),
        Grammar::Percent if !surplus => Some(Owner::Percent),
        Grammar::Threshold => Some(Owner::Threshold),
        Grammar::Integer
        | Grammar::Number
        | Grammar::YesNo
        | Grammar::Size
        | Grammar::LimitPair
        | Grammar::TaskLimit
        | Grammar::Percent
        | Grammar::RunLimit
        | Grammar::HourMinute
        | Grammar::Word
        | Grammar::Enum
        | Grammar::Name(_) => Some(Owner::TooMany),
        Grammar::ExitValues => Some(Owner::ExitCodes),
        Grammar::EnumList
        | Grammar::Names(_)
        | Grammar::HostList
        | Grammar::UserList
        | Grammar::QueueList
        | Grammar::ApplicationList => Some(Owner::List),
        Grammar::Shape(_) | Grammar::ReservationLimits => Some(Owner::Form),
        Grammar::Fairshare | Grammar::UserShares => Some(Owner::Shares),
        Grammar::Preemption => Some(Owner::Preemption),
        Grammar::SlotReserve => Some(Owner::Reservation),
        Grammar::JobControls => Some(Owner::JobControls),
        Grammar::Checkpoint => Some(Owner::Checkpoint),
        Grammar::Exclusive => Some(Owner::Exclusive),
        Grammar::Location => Some(Owner::Location),
        Grammar::HostResources => Some(Owner::HostResources),
        Grammar::LocalResources => Some(Owner::LocalResources),
        Grammar::Text
        | Grammar::Command
        | Grammar::Any
        | Grammar::Path
        | Grammar::Paths
        | Grammar::ResReq
        | Grammar::Condition
        | Grammar::ApsPriority
        | Grammar::TimeWindows => None,
    }
}
