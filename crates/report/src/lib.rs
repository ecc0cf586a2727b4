//! Output formats for findings.
//!
//! A [`Reporter`] gets the files with their findings one after another, in order, and writes immediately or at the end.
//! It does not access the disk: findings come with the texts of their files. Formats for people (`full`, `concise`)
//! limit the number of findings; formats for machines do not.
//!
//! [`Positions`] converts offsets in one place: lines and columns are 1-based, columns count Unicode scalar values, and
//! offsets are bytes of the file on the disk.

mod base;
mod checkstyle;
mod concise;
mod excerpt;
mod finding;
mod full;
mod github;
mod gitlab;
mod html;
mod json;
mod junit;
mod limit;
mod position;
mod sarif;
mod source;
mod statistics;
#[cfg(test)]
mod testing;
mod text;
pub use text::{harmless, with_visible_changes};
mod totals;
mod xml;

use std::io::{self, Write};

pub use base::PathBase;
pub use checkstyle::Checkstyle;
pub use concise::Concise;
pub use full::{Full, FullOptions, render_finding};
pub use github::{Github, Level, annotation};
pub use gitlab::Gitlab;
pub use html::{
    ClusterOverview, Html, MOST_CLUSTERS, PlanItem, PlanPage, PlanSection, PlanStep, condensed, overview, plan_page,
};
pub use json::{
    Json, JsonDiagnostic, JsonEdit, JsonFix, JsonLines, JsonPlace, JsonRange, JsonRelated, json_diagnostics,
    write_document,
};
pub use junit::Junit;
pub use limit::Limit;
pub use position::{Place, Positions};
pub use sarif::Sarif;
pub use source::{FileFindings, Source};
pub use statistics::Statistics;
pub use totals::{Fixing, NotApplied, Skipped, Summary, Totals, counted};

/// An output format.
pub trait Reporter {
    /// Processes the findings of one file.
    ///
    /// # Errors
    /// Those of the writer.
    fn file(&mut self, file: &FileFindings, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what follows the last file.
    ///
    /// # Errors
    /// Those of the writer.
    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;

    /// A note for people that the format itself cannot contain.
    fn aside(&self) -> Option<String> {
        None
    }
}
