use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, rule};
use lsflint_spec::DAY_NAMES;
use lsflint_syntax::TimeError::*;

use crate::time::common::{lost, window_words};

rule! {
    /// Finds time windows that LSF cannot read.
    ///
    /// # Effect
    /// LSF drops the window. The others of the list stay; when none is left, the parameter is ignored and jobs run at any time.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00 - 8:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 20:00-8:00
    /// End Queue
    /// ```
    ///
    /// A window is two times with a hyphen and no blank between them. A time is `hour`, `hour:minute` or `day:hour:minute`; days are
    /// numbers, 0 and 7 are Sunday. Windows are separated by blanks.
    ///
    /// # Fix safety
    /// Unsafe: LSF ignores the window today, and it would become active.
    pub T001 "window-syntax" {
        family: Time, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/time_windows_lsf", "")],
        checks: [Errors(WORDS)],
    }
}

const WINDOW: &str = "write both times with a hyphen between them, such as `20:00-8:00`";

/// Errors of conditions have a rule of their own.
const WORDS: &[ErrorWords] = &[
    window_words(MissingHyphen, "the time window `{text}` has no `-`", WINDOW),
    ErrorWords {
        complete: write_joined,
        fix: Some(replace("remove the blanks", "-")),
        ..window_words(BlankAroundHyphen, "a time window has blanks around its hyphen", "")
    },
    window_words(ExtraHyphen, "the time window goes on after its second time: `{text}`", WINDOW),
    window_words(MissingTime, "a time is missing beside the hyphen of this window", WINDOW),
    window_words(
        EmptyField,
        "a part of the time `{text}` is empty",
        "write `hour`, `hour:minute` or `day:hour:minute`",
    ),
    window_words(
        NotANumber,
        "`{text}` is not a number",
        "times are written with numbers on a 24-hour clock: `17:30`, not `5:30pm`",
    ),
    ErrorWords {
        complete: write_day,
        ..window_words(DayName, "`{text}` is the name of a day; LSF reads only its number", "")
    },
    window_words(
        TooManyFields,
        "the time `{text}` has more than three parts",
        "write `hour`, `hour:minute` or `day:hour:minute`; there are no seconds",
    ),
    ErrorWords {
        fix: Some(replace("separate the windows by a blank", " ")),
        ..window_words(CommaBetween, "time windows are separated by a comma", "separate them by a blank")
    },
];

const fn replace(title: &'static str, text: &'static str) -> FixWords {
    FixWords { applicability: Applicability::Unsafe, title, edit: EditWords::Replace(text) }
}

/// The window as it should be written: the words around the hyphen, without blanks.
fn write_joined(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    lost(context, found);
    let text = &*context.file.file.text;
    let range = context.error.range;
    let is_edge = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '=' | '"');
    let before = text[..range.start().into()].rsplit(is_edge).next().unwrap_or_default();
    let after = text[range.end().into()..].split(is_edge).next().unwrap_or_default();
    found.help(format!("write `{before}-{after}`"));
}

/// The number of the day that is named.
fn write_day(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    lost(context, found);
    let name = context.text();
    let start = name.get(..3).unwrap_or(name);
    match DAY_NAMES.iter().position(|day| day.get(..3).is_some_and(|it| it.eq_ignore_ascii_case(start))) {
        Some(number) => found.help(format!("write {number} for {}", DAY_NAMES[number])),
        None => found.help("days are numbers: 0 is Sunday, 1 is Monday, 6 is Saturday"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# explains what is wrong with a window
        //- each Queue
        RUN_WINDOW = 20:00 - 8:00
                          ^^^ T001 error a time window has blanks around its hyphen
            = fixed: RUN_WINDOW = 20:00-8:00
        RUN_WINDOW = 8:00
                     ^^^^ T001 error the time window `8:00` has no `-`
                     = help: write both times with a hyphen between them, such as `20:00-8:00`
        RUN_WINDOW = 8:00-9:00-10:00
                              ^^^^^^ T001 error the time window goes on after its second time: `-10:00`
        RUN_WINDOW = 8:00-
                         ^ T001 error a time is missing beside the hyphen of this window
        RUN_WINDOW = mon:8:00-fri:18:00
                     ^^^ T001 error `mon` is the name of a day; LSF reads only its number
                     = help: write 1 for Monday
        RUN_WINDOW = 8am-5pm
                     ^^^ T001 error `8am` is not a number
                     = help: times are written with numbers on a 24-hour clock: `17:30`, not `5:30pm`
        RUN_WINDOW = 8:00-12:00,13:00-17:00
                               ^ T001 error time windows are separated by a comma
                               = help: separate them by a blank
                               = fix (unsafe): separate the windows by a blank
            = fixed: RUN_WINDOW = 8:00-12:00 13:00-17:00
        RUN_WINDOW = 1:8:00:00-9
                     ^^^^^^^^^ T001 error the time `1:8:00:00` has more than three parts
                     = help: write `hour`, `hour:minute` or `day:hour:minute`; there are no seconds

        //# accepts every documented form
        //- each Queue
        RUN_WINDOW = 8:30-18:30
        RUN_WINDOW = 19-8
        RUN_WINDOW = 5:18:30-1:8:30 20:00-8:30
        RUN_WINDOW = 08:05-09:00
        RUN_WINDOW = ()
    "#]];
}
