use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::DAY_NAMES;
use lsflint_syntax::ErrorKind;
use lsflint_syntax::TimeError::{self, *};

use crate::time::common::{CONDITION_FALSE, DROPPED};

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
        family: Time,
        scope: OwnFile,
        severity: Error,
        fix: Unsafe,
        sources: [ibm("lsf_admin/time_windows_lsf", "")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let ErrorKind::Time(error) = context.error.kind else { return };
    let Some((message, help)) = wording(error, context.text()) else { return };
    let range = context.error.range;
    let effect = match context.setting {
        Some(_) => DROPPED,
        None => CONDITION_FALSE,
    };
    let help = if error == BlankAroundHyphen { joined(context) } else { help };
    let found = findings.report(range, message);
    found.effect(effect).help(help);
    match error {
        BlankAroundHyphen => {
            found.fix(Fix::replace(Applicability::Unsafe, "remove the blanks", range, "-"));
        }
        CommaBetween => {
            found.fix(Fix::replace(Applicability::Unsafe, "separate the windows by a blank", range, " "));
        }
        _ => {}
    }
}

/// Message and help; `None` for errors of conditions, which have a rule of their own.
fn wording(error: TimeError, text: &str) -> Option<(String, String)> {
    let window = "write both times with a hyphen between them, such as `20:00-8:00`";
    let (message, help) = match error {
        MissingHyphen => (format!("the time window `{text}` has no `-`"), window.to_owned()),
        // What to write instead stands in the file.
        BlankAroundHyphen => ("a time window has blanks around its hyphen".to_owned(), String::new()),
        ExtraHyphen => (format!("the time window goes on after its second time: `{text}`"), window.to_owned()),
        MissingTime => ("a time is missing beside the hyphen of this window".to_owned(), window.to_owned()),
        EmptyField => (
            format!("a part of the time `{text}` is empty"),
            "write `hour`, `hour:minute` or `day:hour:minute`".to_owned(),
        ),
        NotANumber => (
            format!("`{text}` is not a number"),
            "times are written with numbers on a 24-hour clock: `17:30`, not `5:30pm`".to_owned(),
        ),
        DayName => (format!("`{text}` is the name of a day; LSF reads only its number"), day_help(text)),
        TooManyFields => (
            format!("the time `{text}` has more than three parts"),
            "write `hour`, `hour:minute` or `day:hour:minute`; there are no seconds".to_owned(),
        ),
        CommaBetween => ("time windows are separated by a comma".to_owned(), "separate them by a blank".to_owned()),
        _ => return None,
    };
    Some((message, help))
}

/// The window as it should be written: the words around the hyphen, without blanks.
fn joined(context: &ErrorContext<'_>) -> String {
    let text = &*context.file.file.text;
    let range = context.error.range;
    let is_edge = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '=' | '"');
    let before = text[..range.start().into()].rsplit(is_edge).next().unwrap_or_default();
    let after = text[range.end().into()..].split(is_edge).next().unwrap_or_default();
    format!("write `{before}-{after}`")
}

/// The number of the day that is named.
fn day_help(name: &str) -> String {
    let start = name.get(..3).unwrap_or(name);
    match DAY_NAMES.iter().position(|day| day.get(..3).is_some_and(|it| it.eq_ignore_ascii_case(start))) {
        Some(number) => format!("write {number} for {}", DAY_NAMES[number]),
        None => "days are numbers: 0 is Sunday, 1 is Monday, 6 is Saturday".to_owned(),
    }
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
                  effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
                  help: write `20:00-8:00`
            "#]],
        );
        check_window(
            "8:00",
            expect![[r#"
            3:14-3:18 error the time window `8:00` has no `-`
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: write both times with a hyphen between them, such as `20:00-8:00`
        "#]],
        );
        check_window(
            "8:00-9:00-10:00",
            expect![[r#"
            3:23-3:29 error the time window goes on after its second time: `-10:00`
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: write both times with a hyphen between them, such as `20:00-8:00`
        "#]],
        );
        check_window(
            "8:00-",
            expect![[r#"
            3:18-3:19 error a time is missing beside the hyphen of this window
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: write both times with a hyphen between them, such as `20:00-8:00`
        "#]],
        );
        check_window(
            "mon:8:00-fri:18:00",
            expect![[r#"
            3:14-3:17 error `mon` is the name of a day; LSF reads only its number
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: write 1 for Monday
        "#]],
        );
        check_window(
            "8am-5pm",
            expect![[r#"
            3:14-3:17 error `8am` is not a number
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: times are written with numbers on a 24-hour clock: `17:30`, not `5:30pm`
        "#]],
        );
        check_window(
            "8:00-12:00,13:00-17:00",
            expect![[r#"
            3:24-3:25 error time windows are separated by a comma
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
              help: separate them by a blank
        "#]],
        );
        check_window(
            "1:8:00:00-9",
            expect![[r#"
            3:14-3:23 error the time `1:8:00:00` has more than three parts
              effect: LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited
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
