use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, rule};
use lsflint_spec::{DAY_NAMES, TIME_ZONES};
use lsflint_syntax::TimeError::*;

use crate::time::common::{lost, window_words};

rule! {
    /// Finds syntax errors in time windows.
    ///
    /// # Effect
    /// LSF ignores the window. The other windows of the list remain; if none is left, LSF ignores the parameter and
    /// jobs run at any time.
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
    /// A window consists of two times with a hyphen and no spaces between them. A time is `hour`, `hour:minute` or
    /// `day:hour:minute`; days are numbers, where 0 and 7 are Sunday. Windows are separated by spaces.
    ///
    /// # Fix safety
    /// Unsafe: enables a window that LSF currently ignores.
    pub T001 "window-syntax" {
        family: Time, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/time_windows_lsf", "the form of windows: two times, joined by a hyphen"),
            volclava("lsf/lib/lib.conf.c", "validWindow", "a window needs a hyphen and two times"),
            volclava(
                "lsf/lib/lib.conf.c",
                "parsewindow",
                "a window that cannot be read is ignored with the message `Bad time expression`; without any window, \
                 there is none",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WINDOW: &str = "write both times with a hyphen between them, such as `20:00-8:00`";

/// Another rule reports errors in conditions.
const WORDS: &[ErrorWords] = &[
    window_words(MissingHyphen, "missing `-` in time window `{text}`", WINDOW),
    ErrorWords {
        complete: write_joined,
        fix: Some(replace("remove the whitespace", "-")),
        ..window_words(BlankAroundHyphen, "whitespace around `-` in a time window", "")
    },
    window_words(ExtraHyphen, "unexpected `{text}` after the second time of a time window", WINDOW),
    window_words(MissingTime, "missing time next to `-` in a time window", WINDOW),
    window_words(EmptyField, "empty part in time `{text}`", "write `hour`, `hour:minute` or `day:hour:minute`"),
    window_words(
        NotANumber,
        "`{text}` is not a number",
        "write the time in 24-hour format, such as `17:30` instead of `5:30pm`",
    ),
    ErrorWords { complete: write_day, ..window_words(DayName, "day name `{text}` in a time window", "") },
    window_words(
        TooManyFields,
        "time `{text}` has more than three parts",
        "write `hour`, `hour:minute` or `day:hour:minute`, without seconds",
    ),
    ErrorWords {
        complete: write_zone,
        ..window_words(UnknownZone, "`{text}` after a time window is not a time zone", "")
    },
    ErrorWords {
        fix: Some(replace("write a space", " ")),
        ..window_words(CommaBetween, "comma between time windows", "separate the windows with a space")
    },
];

const fn replace(title: &'static str, text: &'static str) -> FixWords {
    FixWords { applicability: Applicability::Unsafe, title, edit: EditWords::Replace(text) }
}

/// Suggests the window without whitespace around the hyphen.
fn write_joined(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    lost(context, found);
    let text = &*context.file.file.text;
    let range = context.error.range;
    let is_edge = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '=' | '"');
    let before = text[..range.start().into()].rsplit(is_edge).next().unwrap_or_default();
    let after = text[range.end().into()..].split(is_edge).next().unwrap_or_default();
    found.help(format!("write `{before}-{after}`"));
}

/// Suggests the number of the named day.
fn write_day(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    lost(context, found);
    let name = context.text();
    let start = name.get(..3).unwrap_or(name);
    match DAY_NAMES.iter().position(|day| day.get(..3).is_some_and(|it| it.eq_ignore_ascii_case(start))) {
        Some(number) => found.help(format!("write `{number}` for {}", DAY_NAMES[number])),
        None => found.help("write the number of the day: 0 is Sunday, 1 is Monday, 6 is Saturday"),
    };
}

/// Suggests the time zone that an unknown word is similar to.
fn write_zone(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    lost(context, found);
    let word = context.text();
    // Other words are not misspelled time zones.
    let is_abbreviation = word.len() <= 5 && word.bytes().all(|it| it.is_ascii_uppercase());
    match near(word, TIME_ZONES.iter().map(|it| it.0)).filter(|_| is_abbreviation) {
        Some(near) => found.help(did_you_mean(near.name)),
        None => found.help("remove it; windows are separated by spaces, and days are numbers: `1:8:00-5:18:00`"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# explains what is wrong with a window
        //- each Queue
        RUN_WINDOW = 20:00 - 8:00
                          ^^^ T001 error whitespace around `-` in a time window
            = fixed: RUN_WINDOW = 20:00-8:00
        RUN_WINDOW = 8:00
                     ^^^^ T001 error missing `-` in time window `8:00`
                     = help: write both times with a hyphen between them, such as `20:00-8:00`
        RUN_WINDOW = 8:00-9:00-10:00
                              ^^^^^^ T001 error unexpected `-10:00` after the second time of a time window
        RUN_WINDOW = 8:00-
                         ^ T001 error missing time next to `-` in a time window
        RUN_WINDOW = mon:8:00-fri:18:00
                     ^^^ T001 error day name `mon` in a time window
                     = help: write `1` for Monday
        RUN_WINDOW = 8am-5pm
                     ^^^ T001 error `8am` is not a number
                     = help: write the time in 24-hour format, such as `17:30` instead of `5:30pm`
        RUN_WINDOW = 8:00-12:00,13:00-17:00
                               ^ T001 error comma between time windows
                               = help: separate the windows with a space
                               = fix (unsafe): write a space
            = fixed: RUN_WINDOW = 8:00-12:00 13:00-17:00
        RUN_WINDOW = 1:8:00:00-9
                     ^^^^^^^^^ T001 error time `1:8:00:00` has more than three parts
                     = help: write `hour`, `hour:minute` or `day:hour:minute`, without seconds
        RUN_WINDOW = 20:00-8:00 daily
                                ^^^^^ T001 error `daily` after a time window is not a time zone
                                = help: remove it; windows are separated by spaces, and days are numbers:
                                =   `1:8:00-5:18:00`
        RUN_WINDOW = 8:00-18:00 and 20:00-22:00
                                ^^^ T001 error `and` after a time window is not a time zone
        #if time(8:00-18:00 CTS)
                            ^^^ T001 error `CTS` after a time window is not a time zone
                            = effect: LSF reads the condition as `false`, so it never reads the lines of this branch
                            = help: did you mean `CST`?
          UJOB_LIMIT = 1
          #endif

        //# accepts every documented form
        //- each Queue
        RUN_WINDOW = 8:30-18:30
        RUN_WINDOW = 19-8
        RUN_WINDOW = 5:18:30-1:8:30 20:00-8:30
        RUN_WINDOW = 08:05-09:00
        RUN_WINDOW = ()

        //# accepts time zones
        //- each Queue
        RUN_WINDOW = 8:30-18:30 EDT
        RUN_WINDOW = 8:30-18:30 cest 20:00-21:00 Europe/Berlin
        RUN_WINDOW = 8:30-18:30 EST5EDT
    "#]];
}
