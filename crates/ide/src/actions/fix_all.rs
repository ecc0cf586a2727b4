//! All fixes of a file in one action.

use lsflint_lint::{Applicability, Diagnostic, Registry, check_file};
use lsflint_model::SourceFile;

use super::file_edit;
use crate::{FileEdit, Snapshot};

/// Which findings are repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixScope {
    /// All that can be repaired without changing what LSF does.
    Safe,
    /// Those of one rule.
    Rule {
        /// Its code.
        code: &'static str,
        /// Whether LSF may behave differently afterwards.
        applicability: Applicability,
    },
}

impl FixScope {
    /// Whether the scope is about a finding.
    pub(super) fn wants(self, finding: &Diagnostic) -> bool {
        let Some(fix) = &finding.fix else { return false };
        match self {
            FixScope::Safe => fix.applicability == Applicability::Safe,
            FixScope::Rule { code, applicability } => finding.rule.code == code && fix.applicability == applicability,
        }
    }
}

/// What has to be changed in a file to repair all findings of a scope. The changed text was checked: it has no new finding.
pub fn fix_all_edits(snapshot: &Snapshot, path: &str, scope: FixScope) -> Option<FileEdit> {
    let file = snapshot.file(path)?;
    let registry = Registry::new(snapshot.rules, &snapshot.settings);
    let check = |text: &str| {
        let changed = changed(&file.source, text);
        check_file(&changed, &snapshot.cluster.with_file(&changed), &snapshot.settings, &registry)
    };
    // What is reported may be less than what is found: files have rules that are ignored in them.
    let found = check(&file.source.text);
    let is_reported = |it: &Diagnostic| file.findings.iter().any(|reported| reported.rule.code == it.rule.code);
    let ignored: Vec<&str> = found.iter().filter(|it| !is_reported(it)).map(|it| it.rule.code).collect();
    let wanted = |it: &Diagnostic| scope.wants(it) && !ignored.contains(&it.rule.code);
    let fixed = lsflint_lint::fix_all(&file.source.text, &found, wanted, check);
    (!fixed.edits.is_empty()).then(|| file_edit(file.source.path.clone(), &fixed.edits))
}

/// The file with another text.
pub(super) fn changed(file: &SourceFile, text: &str) -> SourceFile {
    let parse = lsflint_syntax::parse(text, file.kind);
    SourceFile { text: text.into(), parse, ..file.clone() }
}
