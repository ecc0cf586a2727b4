//! `policy test`: runs the tests of policies.

use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_lint::SiteCheck;
use lsflint_project::{Config, Request, SitePolicy, TestOutcome};
use lsflint_report::counted;

use super::common;
use crate::arguments::PolicyTest;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();

pub(crate) fn test(arguments: &PolicyTest, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let paths = common::current_folder()?;
    let folder = arguments.reading.cluster.clone().unwrap_or_else(|| paths.current().to_owned());
    let config = common::config_source(&arguments.reading);
    let request = Request { config, target: arguments.reading.target, ..Request::new(paths, Vec::new()) };
    let judge = request.judge_of(&folder).map_err(Failure::new)?;
    let policies = selected(&judge.config, &arguments.codes)?;
    let (mut passed, mut failed, mut without, mut is_complete) = (0, 0, 0, true);
    let code = |it: &SitePolicy| it.policy.rule().meta.code;
    let width = policies.iter().map(|it| code(it).len()).max().unwrap_or(0);
    let mut out = terminal.stdout();
    for policy in policies {
        let outcomes: Vec<TestOutcome> = policy.tests.iter().map(|it| request.test(policy, it)).collect();
        let wrong = outcomes.iter().filter(|it| !it.is_passed()).count();
        let count = outcomes.len();
        (passed, failed, without) = (passed + count - wrong, failed + wrong, without + usize::from(count == 0));
        let verdict = match (count, wrong) {
            (0, _) => "no tests".to_owned(),
            (_, 0) => format!("passed ({})", counted(count, "test", "tests")),
            _ => format!("failed ({wrong} of {})", counted(count, "test", "tests")),
        };
        writeln!(out, "{BOLD}{:<width$}{BOLD:#}  {verdict}", code(policy))?;
        for (outcome, test) in outcomes.iter().zip(&policy.tests) {
            let place = format!("{}:{}", test.file, test.line);
            if let Some(problem) = &outcome.problem {
                is_complete = false;
                writeln!(out, "  {place}: {problem}")?;
            }
            for name in &outcome.missing {
                writeln!(out, "  {place}: `{name}` is not reported")?;
            }
            for breach in &outcome.unexpected {
                writeln!(out, "  {place}: `{}` is reported: {}", breach.object, breach.message)?;
            }
        }
    }
    let without =
        if without > 0 { format!(", {} without tests", counted(without, "policy", "policies")) } else { String::new() };
    writeln!(out, "{} passed, {failed} failed{without}", counted(passed, "test", "tests"))?;
    out.flush()?;
    Ok(match (is_complete, failed) {
        (false, _) => ExitCode::from(2),
        (true, 0) => ExitCode::SUCCESS,
        (true, _) => ExitCode::from(1),
    })
}

/// The policies with these codes, or with codes that begin with them; all policies if there are none.
fn selected<'c>(config: &'c Config, codes: &[String]) -> Result<Vec<&'c SitePolicy>, Failure> {
    if config.policies.is_empty() {
        let message = match config.shown.as_str() {
            "" => "no lsflint.toml applies to the current directory".to_owned(),
            file => format!("`{file}` has no policies; `lsflint config policy` explains them"),
        };
        return Err(Failure::new(message));
    }
    let is_selected = |code: &String| config.policies.iter().any(|it| it.policy.rule().meta.is_selected_by(code));
    if let Some(unknown) = codes.iter().find(|it| !is_selected(it)) {
        let known = config.policies.iter().map(|it| it.policy.rule().meta.code);
        return Err(Failure::new(format!("unknown policy `{unknown}`{}", common::did_you_mean(unknown, known))));
    }
    let is_meant =
        |it: &&SitePolicy| codes.is_empty() || codes.iter().any(|code| it.policy.rule().meta.is_selected_by(code));
    Ok(config.policies.iter().filter(is_meant).collect())
}
