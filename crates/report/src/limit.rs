//! Limits for the number of findings shown.

use lsflint_lint::Diagnostic;

/// The number of findings that formats for people show.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Of one file.
    per_file: usize,
    /// That may still be shown in this run.
    left: usize,
    /// That were found and not shown.
    hidden: usize,
}

impl Default for Limit {
    /// 50 per file and 200 per run: more than a reader needs, and fewer than one unclosed quote can cause.
    fn default() -> Limit {
        Limit { per_file: 50, left: 200, hidden: 0 }
    }
}

impl Limit {
    /// A limit of the run alone; 0 is none.
    pub fn of_run(findings: usize) -> Limit {
        let findings = if findings == 0 { usize::MAX } else { findings };
        Limit { per_file: findings, left: findings, hidden: 0 }
    }

    /// Chooses what to show of a file, in the order given: the worst ones when there are too many.
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

    /// The line that says so; `None` when everything was shown.
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
