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
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_fix};

    #[track_caller]
    fn check_window(window: &str, expect: Expect) {
        check(
            "T001",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = {window}\nEnd Queue\n"),
            expect,
        );
    }

    // covers R-TW1, BC-010, window-blank-hyphen
    #[test]
    fn says_what_is_wrong_with_a_window() {
        check_window(
            "20:00 - 8:00",
            expect![[r#"
                3:19-3:22 error a time window has blanks around its hyphen
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write `20:00-8:00`
            "#]],
        );
        check_window(
            "8:00",
            expect![[r#"
                3:14-3:18 error the time window `8:00` has no `-`
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write both times with a hyphen between them, such as `20:00-8:00`
            "#]],
        );
        check_window(
            "8:00-9:00-10:00",
            expect![[r#"
                3:23-3:29 error the time window goes on after its second time: `-10:00`
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write both times with a hyphen between them, such as `20:00-8:00`
            "#]],
        );
        check_window(
            "8:00-",
            expect![[r#"
                3:18-3:19 error a time is missing beside the hyphen of this window
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write both times with a hyphen between them, such as `20:00-8:00`
            "#]],
        );
        check_window(
            "mon:8:00-fri:18:00",
            expect![[r#"
                3:14-3:17 error `mon` is the name of a day; LSF reads only its number
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write 1 for Monday
            "#]],
        );
        check_window(
            "8am-5pm",
            expect![[r#"
                3:14-3:17 error `8am` is not a number
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: times are written with numbers on a 24-hour clock: `17:30`, not `5:30pm`
            "#]],
        );
        check_window(
            "8:00-12:00,13:00-17:00",
            expect![[r#"
                3:24-3:25 error time windows are separated by a comma
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: separate them by a blank
            "#]],
        );
        check_window(
            "1:8:00:00-9",
            expect![[r#"
                3:14-3:23 error the time `1:8:00:00` has more than three parts
                  effect: LSF ignores this window, so the time is not limited if no other window is left
                  help: write `hour`, `hour:minute` or `day:hour:minute`; there are no seconds
            "#]],
        );
    }

    #[test]
    fn accepts_every_documented_form() {
        check_window("8:30-18:30", expect![[""]]);
        check_window("19-8", expect![[""]]);
        check_window("5:18:30-1:8:30 20:00-8:30", expect![[""]]);
        check_window("08:05-09:00", expect![[""]]);
        check_window("()", expect![[""]]);
    }

    #[test]
    fn joins_the_times() {
        check_fix(
            "T001",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 20:00 - 8:00\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 20:00-8:00\nEnd Queue\n",
        );
        check_fix(
            "T001",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8:00-12:00,13:00-17:00\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8:00-12:00 13:00-17:00\nEnd Queue\n",
        );
    }
}
