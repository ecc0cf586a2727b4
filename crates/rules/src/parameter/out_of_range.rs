use lsflint_lint::size::Unit;
use lsflint_lint::{Consequence, Findings, Item, Setting, SettingContext, Severity, rule};
use lsflint_spec::{Bound, Confidence, Grammar, Loss, ParamSpec};
use lsflint_syntax::ast::{Amount, number};
use lsflint_syntax::{Element, Node, SyntaxKind, Token};

use crate::parameter::wording;

rule! {
    /// Finds numbers that are below the minimum or above the maximum of their parameter.
    ///
    /// # Effect
    /// LSF logs an error and ignores the value, so the default applies. For a few parameters, LSF uses the nearest
    /// allowed value instead, and the finding says so.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 0
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 1
    /// End Queue
    /// ```
    ///
    /// Bounds that are not confirmed by a page of the vendor are reported only as hints. Without a documented maximum,
    /// a whole number that is not a size must fit into 32 bits: the integers of LSF have no more.
    pub P201 "out-of-range" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            facts("parameters"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "values of another type or outside of the range are ignored with a message",
            ),
            volclava(
                "lsf/lib/lib.misc.c",
                "isint_",
                "a value is stored in an `int` before it is compared with the largest one",
            ),
        ],
        checks: [
            SettingOf(has_bounds, check),
            SettingOf(is_32_bit, check_32_bit),
            SettingOf(is_size, check_size),
        ],
    }
}

fn has_bounds(spec: &ParamSpec) -> bool {
    (spec.min.is_some() || spec.max.is_some() || spec.max_percent.is_some()) && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    if context.broken {
        return;
    }
    if let Some(max) = spec.max_percent {
        percent(value.node(), spec, max, &context.setting, findings);
    }
    numbers(value.node(), &mut |token| judge(token, spec, &context.setting, findings));
}

/// Whether LSF keeps the value in an integer without a documented maximum. Sizes may have more bits.
fn is_32_bit(spec: &ParamSpec) -> bool {
    let whole = matches!(
        spec.grammar,
        Grammar::Integer
            | Grammar::TaskLimit
            | Grammar::LimitPair
            | Grammar::HourMinute
            | Grammar::RunLimit
            | Grammar::Fairshare
            | Grammar::UserShares
            | Grammar::SlotReserve
            | Grammar::Checkpoint
            | Grammar::HostList
            | Grammar::QueueList
            | Grammar::Preemption
    );
    // Seconds and percentages may have a fraction, and a shape only has numbers that count something.
    let counts =
        matches!(spec.grammar, Grammar::Shape(_) | Grammar::Percent) || is_amount(spec) || spec.slots_of.is_some();
    (whole || counts) && spec.max.is_none() && Unit::of(spec.unit).is_none()
}

fn is_amount(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::Number && ["seconds", "minutes", "hours", "percent"].contains(&spec.unit)
}

/// Amounts of memory and space.
fn is_size(spec: &ParamSpec) -> bool {
    let amount = matches!(
        spec.grammar,
        Grammar::Percent | Grammar::Size | Grammar::LimitPair | Grammar::Integer | Grammar::Number | Grammar::Threshold
    );
    amount && spec.max.is_none() && Unit::of(spec.unit).is_some()
}

/// No host has more than 2 PB of memory or disk, whatever the width of the number.
fn check_size(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    let Some(unit) = Unit::of(spec.unit).filter(|_| !context.broken) else { return };
    numbers(value.node(), &mut |token| {
        if number(token).is_some_and(|it| it * unit.megabytes() > f64::from(i32::MAX)) {
            let (name, text) = (context.setting.display_name(), token.text());
            findings
                .report(token.range(), format!("`{text}` {} in `{name}` is more than any host has", spec.unit))
                .severity(Severity::Warning)
                .effect("LSF may ignore the value or read another number")
                .help("write the amount in the unit of the parameter");
        }
    });
}

fn check_32_bit(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let confidence = context.setting.spec.map_or(Confidence::Low, |it| it.confidence);
    numbers(value.node(), &mut |token| {
        if number(token).is_some_and(|it| it > f64::from(i32::MAX)) {
            let (name, text) = (context.setting.display_name(), token.text());
            findings
                .report(token.range(), format!("`{text}` in `{name}` is more than an integer of LSF can hold"))
                .severity(Severity::Warning)
                .capped(confidence)
                .effect("LSF may ignore the value or read another number")
                .help(format!("write a number up to {}", i32::MAX));
        }
    });
}

/// Checks a number with `%`, which has its own bounds.
fn percent(node: Node<'_>, spec: &'static ParamSpec, max: f64, setting: &Setting<'_>, findings: &mut Findings) {
    let amount = Amount::first_in(node).filter(|it| it.unit().is_some());
    if let Some(amount) = amount
        && let Some(number) = amount.value()
        && (number > max || number < 1.0)
    {
        let (name, text) = (setting.display_name(), amount.number().text());
        findings
            .report(amount.range(), format!("percentage {text}% is out of range for `{name}`"))
            .capped(spec.confidence)
            .consequence(wording::lost(setting))
            .help(format!("write a percentage from 1% to {max}%"));
    }
}

/// Finds every number of a value. Percentages and the numbers in patterns have units of their own, unless they are the
/// whole value.
fn numbers(node: Node<'_>, found: &mut impl FnMut(Token<'_>)) {
    for element in node.elements() {
        match element {
            Element::Node(node) => numbers(node, found),
            Element::Token(token) if matches!(token.kind(), SyntaxKind::INTEGER | SyntaxKind::NUMBER) => found(token),
            Element::Token(_) => {}
        }
    }
}

fn judge(token: Token<'_>, spec: &'static ParamSpec, setting: &Setting<'_>, findings: &mut Findings) {
    let Some(number) = number(token) else { return };
    let Some((side, bound)) = broken_bound(spec, number) else { return };
    let name = setting.display_name();
    let unit = if wording::is_countable(spec.unit) { format!(" {}", spec.unit) } else { String::new() };
    let text = token.text();
    let single = matches!(spec.grammar, Grammar::Integer | Grammar::Number | Grammar::Percent | Grammar::Size);
    let message = match (single, bound) {
        (true, Bound::Inclusive(bound)) => format!("`{name}` is {text}, {side} of {bound}{unit}"),
        (false, Bound::Inclusive(bound)) => format!("`{text}` in `{name}` is {side} of {bound}{unit}"),
        (_, Bound::Exclusive(bound)) => {
            let than = if side == BELOW { "more" } else { "less" };
            format!("`{name}` is {text}, but must be {than} than {bound}{unit}")
        }
    };
    let severity = match (spec.clamped, spec.confidence) {
        (_, Confidence::Low | Confidence::Medium) => Severity::Hint,
        (true, Confidence::High) => Severity::Warning,
        (false, Confidence::High) => Severity::Error,
    };
    findings
        .report(token.range(), message)
        .severity(severity)
        .consequence(consequence(spec, setting, bound))
        .help(help(spec));
}

const BELOW: &str = "below the minimum";
const ABOVE: &str = "above the maximum";

fn broken_bound(spec: &ParamSpec, number: f64) -> Option<(&'static str, Bound)> {
    let below = |bound: &Bound| match *bound {
        Bound::Inclusive(min) => number < min,
        Bound::Exclusive(min) => number <= min,
    };
    let above = |bound: &Bound| match *bound {
        Bound::Inclusive(max) => number > max,
        Bound::Exclusive(max) => number >= max,
    };
    let low = spec.min.filter(below).map(|it| (BELOW, it));
    low.or_else(|| spec.max.filter(above).map(|it| (ABOVE, it)))
}

fn consequence(spec: &ParamSpec, setting: &Setting<'_>, bound: Bound) -> Consequence {
    if !wording::is_sure(spec) {
        wording::lost(setting).because("the value is outside bounds that no page of the vendor confirms")
    } else if spec.clamped {
        Item::Value.read_as(bound.value().to_string())
    } else if spec.grammar == Grammar::ExitValues {
        Item::Value.ignored().called("the code").logged()
    } else if spec.loss == Loss::Zero {
        Item::Value.ignored()
    } else {
        wording::lost(setting)
    }
}

fn help(spec: &ParamSpec) -> String {
    let kind = match spec.grammar {
        Grammar::Number => "a number",
        Grammar::ExitValues => "codes",
        _ => "a whole number",
    };
    if spec.grammar == Grammar::ExitValues {
        format!("write {kind}{}", wording::bounds(spec).unwrap_or_default())
    } else {
        wording::number_help(kind, spec)
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the bound
        //- Queue q1
        PRIORITY = 0
                   ^ P201 error `PRIORITY` is 0, below the minimum of 1
        QJOB_LIMIT = -5
                     ^^ P201 error `QJOB_LIMIT` is -5, below the minimum of 0
        FILELIMIT = 0
                    ^ P201 error `FILELIMIT` is 0, below the minimum of 1 KB
                    = help: write a whole number of KB, at least 1
        TASKLIMIT = 0 8
                    ^ P201 error `0` in `TASKLIMIT` is below the minimum of 1
                    = effect: LSF ignores the line
        REQUEUE_EXIT_VALUES = 99 300
                                 ^^^ P201 error `300` in `REQUEUE_EXIT_VALUES` is above the maximum of 255
                                 = effect: LSF logs an error and ignores the code
                                 = help: write codes from 0 to 255
        SLOT_SHARE = 120
                     ^^^ P201 error `SLOT_SHARE` is 120, above the maximum of 100
                     = help: write a whole number from 1 to 100
        JOB_IDLE = 10
                   ^^ P201 error `JOB_IDLE` is 10, above the maximum of 1
                   = help: write a number from 0 to 1
        MIG = -1
              ^^ P201 error `MIG` is -1, below the minimum of 0 minutes
              = help: write a whole number of minutes from 0 to 35791394
        JOB_SIZE_LIST = 4 0
                          ^ P201 error `0` in `JOB_SIZE_LIST` is below the minimum of 1

        //# names what is used instead
        //- each Queue
        NICE = 40
               ^^ P201 warning `NICE` is 40, above the maximum of 20
               = effect: LSF reads the value as `20`
               = help: write a whole number from -20 to 20
        //#
        //- Parameters of lsf.cluster.c1
        EXINTERVAL = 2
                     ^ P201 warning `EXINTERVAL` is 2, below the minimum of 5 seconds
                     = help: write a number of seconds, at least 5

        //# reads cells and other files
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        PC 0 ()
           ^ P201 error `CPUFACTOR` is 0, but must be more than 0
            = effect: LSF drops the row
            = help: write a number above 0
        //#
        //- Parameters of lsf.cluster.c1
        ELIM_POLL_INTERVAL = 30
                             ^^ P201 error `ELIM_POLL_INTERVAL` is 30, above the maximum of 5 seconds
                             = help: write a number of seconds from 0.001 to 5
        HOST_INACTIVITY_LIMIT = 1
                                ^ P201 error `HOST_INACTIVITY_LIMIT` is 1, below the minimum of 2
        //- Host of lsf.cluster.c1
        HOSTNAME model type REXPRI RESOURCES
        m1 ! ! 40 ()
               ^^ P201 error `REXPRI` is 40, above the maximum of 20
               = effect: LSF ignores the value
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 -1 -0.5
           ^^ P201 error `MAX_JOBS` is -1, below the minimum of 0
              ^^^^ P201 error `JL/P` is -0.5, below the minimum of 0
              = help: write a number, at least 0

        //# unverified bounds are hints
        //- each Parameters
        MAX_JOBID = 5000
                    ^^^^ P201 error `MAX_JOBID` is 5000, below the minimum of 999999
          SECURE_JOB_INFO_LEVEL = 7
                                  ^ P201 hint `SECURE_JOB_INFO_LEVEL` is 7, above the maximum of 4
                                  = effect: LSF may ignore the line because the value is outside bounds that no page of
                                  =   the vendor confirms
                                  = help: write a whole number

        //# percentages have bounds of their own
        //- each Parameters
        NO_PREEMPT_RUN_TIME = 100%
                              ^^^^ P201 warning percentage 100% is out of range for `NO_PREEMPT_RUN_TIME`
                              = effect: LSF may ignore the line
                              = help: write a percentage from 1% to 99%
          NO_PREEMPT_FINISH_TIME = 120
        //- each Limit
        MEM = 150%
              ^^^^ P201 error percentage 150% is out of range for `MEM`
          PER_HOST = all

        //# numbers have 32 bits
        //- each Queue
        PRIORITY = 99999999999999
                   ^^^^^^^^^^^^^^ P201 warning `99999999999999` in `PRIORITY` is more than an integer of LSF can hold
                   = effect: LSF may ignore the value or read another number
                   = help: write a number up to 2147483647
          FAIRSHARE = USER_SHARES[[u1, 99999999999999]]
                                       ^^^^^^^^^^^^^^ P201 warning
                                       = `99999999999999` in `FAIRSHARE` is more than an integer of LSF can hold
          RUNLIMIT = 99999999999999
                     ^^^^^^^^^^^^^^ P201 warning `99999999999999` in `RUNLIMIT` is more than an integer of LSF can hold
          PROCESSLIMIT = 1 99999999999999
                           ^^^^^^^^^^^^^^ P201 warning
                           = `99999999999999` in `PROCESSLIMIT` is more than an integer of LSF can hold
          SLOT_RESERVE = MAX_RESERVE_TIME[99999999999999]
                                          ^^^^^^^^^^^^^^ P201 warning
                                        = `99999999999999` in `SLOT_RESERVE` is more than an integer of LSF can hold
          CHKPNT = /share/checkpoints 99999999999999
                                      ^^^^^^^^^^^^^^ P201 warning
                                      = `99999999999999` in `CHKPNT` is more than an integer of LSF can hold
          HOSTS = syn[1-99999999999999]
                        ^^^^^^^^^^^^^^ P201 warning `99999999999999` in `HOSTS` is more than an integer of LSF can hold
          PRIORITY = 2147483647
          SLOT_RESERVE = MAX_RESERVE_TIME[2147483647]
          FILELIMIT = 4294967296

        //# is silent at the bounds and about words
        //- each Queue
        PRIORITY = 1
          CORELIMIT = 0
          REQUEUE_EXIT_VALUES = 0 255 all
          JOB_IDLE = 1.0
          MAX_RSCHED_TIME = infinit
          NICE = -20

        //# numbers of shapes, percentages, times and sizes
        //- each Limit
        RESOURCE = [lic,99999999999999]
                        ^^^^^^^^^^^^^^ P201 warning
                        = `99999999999999` in `RESOURCE` is more than an integer of LSF can hold
        MEM = 99999999999999
              ^^^^^^^^^^^^^^ P201 warning `99999999999999` MB in `MEM` is more than any host has
              = help: write the amount in the unit of the parameter
        SWP = 20000000
        //#
        //- lsb.reasons
        Begin CustomPendingReason
        REASON_ID = 1301 99999999999999
                         ^^^^^^^^^^^^^^ P201 warning
                         = `99999999999999` in `REASON_ID` is more than an integer of LSF can hold
        PRIORITY = 99999999999999
                   ^^^^^^^^^^^^^^ P201 info `99999999999999` in `PRIORITY` is more than an integer of LSF can hold
        End CustomPendingReason
    "#]];
}
