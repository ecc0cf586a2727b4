//! Code actions for findings: fix one or all, suppress, or explain the rule.
//!
//! Actions that are cheap to compute include their edits. Fixing everything requires several rounds of checking, so
//! such an action only has its scope, and [`fix_all_edits`] computes the edits on request.

mod explain;
mod fix_all;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lsflint_lint::{Applicability, Diagnostic, Fix, Suppressor, TextEdit, keep_columns};

pub use self::explain::{explain_rule, syntax_tree};
use self::fix_all::changes_line_ends;
pub use self::fix_all::{FixScope, fix_all_edits};
use crate::assists::{AssistId, assists};
use crate::{Command, File, FileEdit, Range, Replacement, Script, Snapshot, script};

/// The kind of an action in the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// A repair of findings at the cursor: `quickfix`.
    QuickFix,
    /// A comment that suppresses findings at the cursor. No repair, so editors must not offer it as one.
    Suppress,
    /// The page of the rule of a finding at the cursor.
    Explain,
    /// A change that no finding asks for: `refactor.rewrite`.
    Rewrite,
    /// An action that can run when the file is saved: `source.fixAll.lsflint`.
    FixAll,
}

/// The effect of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Applies these edits.
    Edits(Vec<FileEdit>),
    /// Applies the edits that [`fix_all_edits`] computes.
    FixAll(FixScope),
    /// Applies the edits that [`assist_edits`](crate::assist_edits) computes for this position.
    Assist(AssistId, u32),
    /// Runs a command of the server for the rule with this code.
    Explain(Command, &'static str),
    /// The editor ends all lines of the document with a line feed, which no edits can do.
    UseLineFeeds,
    /// Not available, for this reason.
    Disabled(&'static str),
}

/// A code action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// The title, an instruction.
    pub title: String,
    /// The kind in the editor.
    pub kind: ActionKind,
    /// The effect.
    pub change: Change,
    /// The findings it applies to, as indices in the findings of the file.
    pub findings: Vec<usize>,
    /// Whether it is the preferred action: a safe fix.
    pub preferred: bool,
}

/// Options of code actions.
#[derive(Debug, Clone)]
pub struct ActionOptions {
    /// Whether to include actions for single findings.
    pub quick_fixes: bool,
    /// Whether to include those that suppress findings.
    pub suppress: bool,
    /// Whether to include those that show the page of a rule.
    pub explain: bool,
    /// Whether to include the action that fixes the whole file.
    pub fix_all: bool,
    /// Whether to include changes that no finding asks for.
    pub assists: bool,
    /// The reason for suppression comments.
    pub reason: String,
}

impl Default for ActionOptions {
    fn default() -> ActionOptions {
        ActionOptions {
            quick_fixes: true,
            suppress: true,
            explain: true,
            fix_all: true,
            assists: true,
            reason: "intended".to_owned(),
        }
    }
}

/// The actions for the findings that touch a range of a file.
pub fn code_actions(snapshot: &Snapshot, path: &str, range: Range, options: &ActionOptions) -> Vec<CodeAction> {
    let of_file = || Some(Source::File(snapshot.file(path)?));
    let Some(source) = snapshot.script(path).map(Source::Script).or_else(of_file) else { return Vec::new() };
    let (path, findings) = match source {
        Source::File(file) => (&file.source.path, &*file.findings),
        Source::Script(script) => (&script.source.path, &*script.findings),
    };
    let mut actions = Actions { path, findings, source, options, found: Vec::new() };
    let touches = |it: &Diagnostic| u32::from(it.range.start()) <= range.end && range.start <= it.range.end().into();
    let here: Vec<usize> = (0..findings.len()).filter(|it| touches(&findings[*it])).collect();
    if options.quick_fixes {
        here.iter().for_each(|it| actions.fix(*it));
        here.iter().for_each(|it| actions.fix_rule(*it));
    }
    if options.suppress {
        here.iter().for_each(|it| actions.suppress(*it));
    }
    if options.explain {
        here.iter().for_each(|it| actions.explain(*it));
    }
    if options.fix_all {
        actions.fix_all();
    }
    if options.assists {
        actions.found.extend(assists(snapshot, path, range.start).into_iter().map(|it| CodeAction {
            title: it.title,
            kind: ActionKind::Rewrite,
            change: Change::Assist(it.id, range.start),
            findings: Vec::new(),
            preferred: false,
        }));
    }
    actions.found
}

/// What the findings are in.
#[derive(Clone, Copy)]
enum Source<'a> {
    File(&'a File),
    Script(&'a Script),
}

struct Actions<'a> {
    path: &'a Arc<str>,
    findings: &'a [Diagnostic],
    source: Source<'a>,
    options: &'a ActionOptions,
    found: Vec<CodeAction>,
}

impl<'a> Actions<'a> {
    /// Adds an action, or adds the finding to an equal action.
    fn add(&mut self, kind: ActionKind, title: String, change: Change, finding: usize) -> &mut CodeAction {
        let number = match self.found.iter().position(|it| it.title == title && it.change == change) {
            Some(same) => same,
            None => {
                self.found.push(CodeAction { title, kind, change, findings: Vec::new(), preferred: false });
                self.found.len() - 1
            }
        };
        self.found[number].findings.push(finding);
        &mut self.found[number]
    }

    fn text(&self) -> &'a str {
        match self.source {
            Source::File(file) => &file.source.text,
            Source::Script(script) => &script.source.text,
        }
    }

    fn finding(&self, index: usize) -> &'a Diagnostic {
        &self.findings[index]
    }

    fn edits(&self, edits: &[TextEdit]) -> Change {
        let mut edits = edits.to_vec();
        edits.sort_by_key(|it| (it.range.start(), it.range.end()));
        Change::Edits(vec![file_edit(self.path.clone(), &keep_columns(self.text(), edits))])
    }

    /// Adds the fix of a finding.
    fn fix(&mut self, index: usize) {
        let finding = self.finding(index);
        let Some(fix) = &finding.fix else { return };
        let safe = fix.applicability == Applicability::Safe;
        let change = match changes_line_ends(finding.rule) {
            true => Change::UseLineFeeds,
            false => self.edits(&fix.edits),
        };
        self.add(ActionKind::QuickFix, title(finding, fix), change, index).preferred = safe;
    }

    /// Adds the fix of all findings of the rule if there are several.
    fn fix_rule(&mut self, index: usize) {
        let finding = self.finding(index);
        let Some(fix) = &finding.fix else { return };
        if changes_line_ends(finding.rule) {
            return;
        }
        let same = |it: &&Diagnostic| it.rule.code == finding.rule.code && same_safety(it, fix);
        let count = self.findings.iter().filter(same).count();
        if count < 2 {
            return;
        }
        let scope = FixScope::Rule { code: finding.rule.code, applicability: fix.applicability };
        let note = match fix.applicability {
            Applicability::Safe => "",
            Applicability::Unsafe => "; changes what LSF does",
        };
        let title =
            format!("Fix all {count} findings of {} ({}) in this file{note}", finding.rule.code, finding.rule.name);
        self.add(ActionKind::QuickFix, title, Change::FixAll(scope), index);
    }

    /// Adds suppression comments.
    fn suppress(&mut self, index: usize) {
        let finding = self.finding(index);
        if !finding.can_be_suppressed() {
            return;
        }
        let code = finding.rule.code;
        let file = match self.source {
            Source::File(file) => file,
            Source::Script(script) => {
                let title = format!("Suppress {code} ({}) on this line", finding.rule.name);
                let change = script::suppressed(script, finding.range.start(), code, self.options);
                self.add(ActionKind::Suppress, title, change, index);
                return;
            }
        };
        let suppressor = Suppressor::new(&file.source, &self.options.reason);
        for (place, edit) in
            [("on this line", suppressor.line(finding.range.start(), &[code])), ("in this file", suppressor.file(code))]
        {
            let title = format!("Suppress {code} ({}) {place}", finding.rule.name);
            let change = match edit {
                Ok(edit) => self.edits(&[edit]),
                Err(why) => Change::Disabled(why),
            };
            self.add(ActionKind::Suppress, title, change, index);
        }
    }

    fn explain(&mut self, index: usize) {
        let rule = self.finding(index).rule;
        let title = format!("Explain {} ({})", rule.code, rule.name);
        self.add(ActionKind::Explain, title, Change::Explain(Command::ExplainRule, rule.code), index);
    }

    /// Adds all safe fixes of the file.
    fn fix_all(&mut self) {
        let safe = |it: &usize| FixScope::Safe.wants(self.finding(*it));
        let findings: Vec<usize> = (0..self.findings.len()).filter(safe).collect();
        if !findings.is_empty() {
            self.found.push(CodeAction {
                title: "Apply all safe fixes".to_owned(),
                kind: ActionKind::FixAll,
                change: Change::FixAll(FixScope::Safe),
                findings,
                preferred: false,
            });
        }
    }
}

fn same_safety(finding: &Diagnostic, fix: &Fix) -> bool {
    finding.fix.as_ref().is_some_and(|it| it.applicability == fix.applicability)
}

/// The title of a fix. For an unsafe fix it includes the current behavior of LSF.
fn title(finding: &Diagnostic, fix: &Fix) -> String {
    let mut characters = fix.title.chars();
    let first = characters.next().map(|it| it.to_uppercase().collect::<String>()).unwrap_or_default();
    let plain = format!("{first}{}", characters.as_str());
    match (fix.applicability, &finding.effect) {
        (Applicability::Safe, _) => plain,
        (Applicability::Unsafe, Some(effect)) => {
            let effect = effect.split(';').next().unwrap_or_default();
            format!("{plain} (currently: {effect})")
        }
        (Applicability::Unsafe, None) => format!("{plain} (changes what LSF does)"),
    }
}

fn file_edit(path: Arc<str>, edits: &[TextEdit]) -> FileEdit {
    let replacement = |it: &TextEdit| Replacement { range: it.range.into(), text: it.text.clone() };
    let mut edits: Vec<Replacement> = edits.iter().map(replacement).collect();
    edits.sort_by_key(|it| it.range);
    FileEdit { path, edits }
}
