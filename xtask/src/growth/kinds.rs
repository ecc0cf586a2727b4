//! The kinds of growth: each grows one thing to `n`, and keeps everything else as it is.

mod directives;
mod objects;
mod texts;
mod values;

use std::borrow::Cow;

use super::site::Site;

/// What is done with the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// All rules, and the reports of all formats.
    Check,
    /// The formatter.
    Format,
    /// All fixes, also unsafe ones.
    Fix,
    /// A baseline is written and compared.
    Baseline,
    /// The largest file is opened in an editor, and one character in its middle is changed.
    Edit,
    /// The folder is open in an editor, and a file in it changes on the disk, so that everything is planned again.
    Reload,
    /// The program with these arguments; the folder follows.
    Program(&'static [&'static str]),
}

/// A kind of growth.
pub(super) struct Kind {
    pub(super) name: Cow<'static, str>,
    pub(super) work: Work,
    pub(super) files: Box<dyn Fn(usize) -> Site>,
}

/// All kinds.
pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for group in [directives::KINDS, objects::KINDS, values::KINDS, texts::KINDS] {
        kinds.extend(group.iter().map(|&(name, work, files)| Kind { name: name.into(), work, files: Box::new(files) }));
    }
    kinds
}

/// The rows of a list of kinds.
type Row = (&'static str, Work, fn(usize) -> Site);
