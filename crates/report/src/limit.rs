//! Limits of the number of findings shown.

use lsflint_lint::Diagnostic;

/// The limits of the number of findings that formats for people show.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The limit per file.
    per_file: usize,
    /// The remaining number of findings of this run.
    left: usize,
    /// The number of findings that were not shown.
    hidden: usize,
}

impl Default for Limit {
    /// 50 per file and 200 per run: more than a reader needs, and fewer than a single unclosed quote can cause.
    fn default() -> Limit {
        Limit { per_file: 50, left: 200, hidden: 0 }
    }
}

impl Limit {
    /// A limit for the whole run only; 0 means no limit.
    pub fn of_run(findings: usize) -> Limit {
        let findings = if findings == 0 { usize::MAX } else { findings };
        Limit { per_file: findings, left: findings, hidden: 0 }
    }

    /// Chooses the findings to show, in the given order: the most severe ones if there are too many.
    pub(crate) fn choose<'d>(&mut self, diagnostics: &[&'d Diagnostic]) -> Vec<&'d Diagnostic> {
        let count = diagnostics.len().min(self.per_file).min(self.left);
        self.left -= count;
        self.hidden += diagnostics.len() - count;
        if count == diagnostics.len() {
            return diagnostics.to_vec();
        }
        let mut order: Vec<usize> = (0..diagnostics.len()).collect();
        order.sort_by_key(|it| (std::cmp::Reverse(diagnostics[*it].severity), *it));
        order.truncate(count);
        order.sort_unstable();
        order.into_iter().map(|it| diagnostics[it]).collect()
    }

    /// The notice about findings that were not shown, if any.
    pub fn notice(&self) -> Option<String> {
        let findings = if self.hidden == 1 { "finding is" } else { "findings are" };
        (self.hidden > 0).then(|| {
            format!(
                "{} more {findings} not shown; use `--max-findings 0` to show all, or `--output-format json`",
                self.hidden
            )
        })
    }
}
