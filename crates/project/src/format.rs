//! Formatting the files of a plan.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use crate::caught::catch;
use crate::error::Problem;
use crate::load::internal;
use crate::plan::{Plan, PlannedFile};
use crate::read::{Decoded, read_file};
use crate::write::{encode, replace_file};

/// A file and how it should look.
#[derive(Debug)]
pub struct Formatted {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// What was read.
    pub before: Decoded,
    /// The formatted text; `None` when it is the same.
    pub after: Option<String>,
}

impl Plan {
    /// Formats the files that are reported on, ordered by path. Nothing is written.
    pub fn format(&self) -> Vec<Result<Formatted, Problem>> {
        let files = self.units.iter().flat_map(|unit| unit.files.iter().filter(|it| it.reported));
        let mut files: Vec<_> = files.map(|it| (it, it.judge.config.format)).collect();
        files.sort_by(|a, b| a.0.shown.cmp(&b.0.shown));
        if self.is_large() {
            files.into_par_iter().map(|(file, options)| format(file, options)).collect()
        } else {
            files.into_iter().map(|(file, options)| format(file, options)).collect()
        }
    }
}

impl Formatted {
    /// The formatted text, in the encoding of the file.
    pub fn bytes(&self) -> Vec<u8> {
        encode(self.after.as_deref().unwrap_or(&self.before.text), self.before.encoding)
    }

    /// Puts the formatted text in the place of the file, in one step.
    ///
    /// # Errors
    /// See [`replace_file`].
    pub fn write(&self) -> Result<(), Problem> {
        self.after.as_ref().map_or(Ok(()), |after| replace_file(&self.path, &self.shown, &self.before, after))
    }
}

fn format(file: &PlannedFile, options: lsflint_fmt::Options) -> Result<Formatted, Problem> {
    let before = match &file.text {
        Some(text) => text.clone(),
        None => read_file(&file.path, &file.shown)?,
    };
    let after = catch(|| {
        let parse = lsflint_syntax::parse(&before.text, file.recognised.kind);
        let edits = lsflint_fmt::format(&parse, &before.text, file.recognised.kind, options);
        (!edits.is_empty()).then(|| lsflint_fmt::apply(&before.text, &edits))
    });
    let after = after.map_err(|it| internal(&file.shown, it))?;
    Ok(Formatted { path: file.path.clone(), shown: file.shown.clone(), before, after })
}
