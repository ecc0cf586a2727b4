//! Fixes all findings of a file in one action.

use lsflint_lint::{Applicability, Diagnostic, Registry, RuleMeta, Tag, check_file};
use lsflint_model::SourceFile;

use super::file_edit;
use crate::{FileEdit, Snapshot, script};

/// The findings that are fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixScope {
    /// All findings with safe fixes.
    Safe,
    /// The findings of one rule.
    Rule {
        /// The code of the rule.
        code: &'static str,
        /// Whether the safe or the unsafe fixes are applied.
        applicability: Applicability,
    },
}

impl FixScope {
    /// Whether a finding is in the scope, and edits can fix it.
    pub(crate) fn wants(self, finding: &Diagnostic) -> bool {
        let Some(fix) = finding.fix.as_ref().filter(|_| !changes_line_ends(finding.rule)) else { return false };
        match self {
            FixScope::Safe => fix.applicability == Applicability::Safe,
            FixScope::Rule { code, applicability } => finding.rule.code == code && fix.applicability == applicability,
        }
    }
}

/// Whether the fixes of a rule change only the ends of lines.
pub(super) fn changes_line_ends(rule: &RuleMeta) -> bool {
    rule.tags.contains(&Tag::LineEnds)
}

/// The edits that fix all findings in a scope. The changed text was checked and has no new findings.
pub fn fix_all_edits(snapshot: &Snapshot, path: &str, scope: FixScope) -> Option<FileEdit> {
    if let Some(found) = snapshot.script(path) {
        let edits = script::fix_all_edits(snapshot, found, scope);
        return (!edits.is_empty()).then(|| file_edit(found.source.path.clone(), &edits));
    }
    let file = snapshot.file(path)?;
    let registry = Registry::new(snapshot.rules, &snapshot.settings);
    let check = |text: &str| {
        let changed = changed(&file.source, text);
        check_file(&changed, &snapshot.cluster.with_file(&changed), &snapshot.settings, &registry)
    };
    // Checked again, because the reported findings may lack those of rules that are disabled for the file.
    let found = check(&file.source.text);
    let is_reported = |it: &Diagnostic| file.findings.iter().any(|reported| reported.rule.code == it.rule.code);
    let ignored: Vec<&str> = found.iter().filter(|it| !is_reported(it)).map(|it| it.rule.code).collect();
    let wanted = |it: &Diagnostic| scope.wants(it) && !ignored.contains(&it.rule.code);
    let fixed = lsflint_lint::fix_all(&file.source.text, &found, wanted, check);
    (!fixed.edits.is_empty()).then(|| file_edit(file.source.path.clone(), &fixed.edits))
}

/// The file with a changed text.
pub(super) fn changed(file: &SourceFile, text: &str) -> SourceFile {
    let parse = lsflint_syntax::parse(text, file.kind);
    SourceFile { text: text.into(), parse, ..file.clone() }
}
