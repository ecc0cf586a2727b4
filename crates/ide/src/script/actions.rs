//! Code actions for findings in scripts.

use lsflint_lint::{Diagnostic, Registry, SUPPRESSION_MARK, SUPPRESSION_SCOPES, TextEdit, check_script};
use lsflint_model::job::JobScript;
use lsflint_syntax::TextSize;

use crate::{ActionOptions, Change, FileEdit, FixScope, Range, Replacement, Script, Snapshot};

/// The comment above the line of an offset that suppresses a rule there.
///
/// # Errors
/// A comment cannot be written there.
fn comment_above(script: &Script, offset: TextSize, code: &str, reason: &str) -> Result<Replacement, &'static str> {
    if script.source.script.is_other_language {
        return Err("comments of other languages are not known");
    }
    let text = &*script.source.text;
    let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |it| it + 1);
    let mut start = start_of(offset.into());
    let is_continued = |end: usize| script.source.script.is_continued(TextSize::new(end as u32));
    while let Some(end) = start.checked_sub(1).filter(|it| is_continued(*it)) {
        start = start_of(end);
    }
    if start == 0 && text.starts_with("#!") {
        return Err("the first line names the shell");
    }
    let line = &text[start..];
    let indentation = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let ending = if line.lines().next().is_some_and(|it| line[it.len()..].starts_with("\r\n")) { "\r\n" } else { "\n" };
    let text = format!("{indentation}# {SUPPRESSION_MARK} {}[{code}] {reason}", SUPPRESSION_SCOPES[0].0);
    let at = start as u32;
    Ok(Replacement { range: Range { start: at, end: at }, text: format!("{}{ending}", text.trim_end()) })
}

/// The change that suppresses a rule on the line of an offset.
pub(crate) fn suppressed(script: &Script, offset: TextSize, code: &str, options: &ActionOptions) -> Change {
    match comment_above(script, offset, code, &options.reason) {
        Ok(edit) => Change::Edits(vec![FileEdit { path: script.source.path.clone(), edits: vec![edit] }]),
        Err(why) => Change::Disabled(why),
    }
}

/// The edits that fix all findings in a scope. The changed text was checked and has no new findings.
pub(crate) fn fix_all_edits(snapshot: &Snapshot, script: &Script, scope: FixScope) -> Vec<TextEdit> {
    let registry = Registry::new(snapshot.rules, &snapshot.settings);
    let check = |text: &str| {
        let changed = JobScript::new(&script.source.path, text);
        check_script(&changed, &snapshot.cluster, &snapshot.settings, &registry)
    };
    let wanted =
        |it: &Diagnostic| scope.wants(it) && script.findings.iter().any(|found| found.rule.code == it.rule.code);
    lsflint_lint::fix_all(&script.source.text, &check(&script.source.text), wanted, check).edits
}
