//! `--statistics`: the number of findings per rule.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lsflint_lint::{RuleMeta, Severity};

use crate::{FileFindings, Reporter, Summary};

/// A table of the number of findings per rule, the most frequent rule first.
#[derive(Debug, Default)]
pub struct Statistics {
    counts: BTreeMap<&'static str, (usize, Option<Severity>, &'static str)>,
}

impl Statistics {
    fn add(&mut self, rule: &'static RuleMeta, severity: Severity) {
        let row = self.counts.entry(rule.code).or_insert((0, None, rule.name));
        row.0 += 1;
        row.1 = row.1.max(Some(severity));
    }
}

impl Reporter for Statistics {
    fn file(&mut self, file: &FileFindings, _: &mut dyn Write) -> io::Result<()> {
        for it in file.diagnostics.iter().filter(|it| it.severity > Severity::Hint) {
            self.add(it.rule, it.severity);
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut rows: Vec<_> = self.counts.iter().collect();
        rows.sort_by_key(|(code, row)| (std::cmp::Reverse(row.0), **code));
        let width = rows.first().map_or(0, |it| it.1.0.to_string().len());
        let codes = self.counts.keys().map(|it| it.len()).max().unwrap_or(0).max(5);
        for (code, (count, severity, name)) in rows {
            let severity = severity.map_or("", Severity::as_str);
            writeln!(out, "{count:>width$}  {code:<codes$} {severity:<8} {name}")?;
        }
        Ok(())
    }
}
