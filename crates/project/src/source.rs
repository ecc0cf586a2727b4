//! The parsed text of a member of a session.

use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_model::job::JobScript;
use lsflint_syntax::Edit;

/// The parsed text of an LSF file or a job script. Cheap to clone.
#[derive(Debug, Clone)]
pub enum Source {
    /// An LSF file.
    File(Arc<SourceFile>),
    /// A job script.
    Script(JobScript),
}

impl Source {
    /// The path as shown in reports, with `/`.
    pub fn path(&self) -> &Arc<str> {
        match self {
            Source::File(file) => &file.path,
            Source::Script(script) => &script.path,
        }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        match self {
            Source::File(file) => &file.text,
            Source::Script(script) => &script.text,
        }
    }

    /// The LSF file; `None` for a script.
    pub fn file(&self) -> Option<&Arc<SourceFile>> {
        match self {
            Source::File(file) => Some(file),
            Source::Script(_) => None,
        }
    }

    /// The job script; `None` for a file.
    pub fn script(&self) -> Option<&JobScript> {
        match self {
            Source::File(_) => None,
            Source::Script(script) => Some(script),
        }
    }

    /// The source after edits, each of which applies to the text after the previous one. `text` is the resulting text
    /// if the caller knows it.
    pub(crate) fn edited_to(&self, edits: &[Edit], text: Option<Arc<str>>) -> Source {
        match self {
            Source::File(file) => Source::File(Arc::new(file.edited_to(edits, text))),
            Source::Script(script) => {
                let text = text.unwrap_or_else(|| edited(&script.text, edits));
                Source::Script(JobScript::new(&script.path, text))
            }
        }
    }

    /// Whether both are the same parsed text.
    pub(crate) fn is(&self, other: &Source) -> bool {
        match (self, other) {
            (Source::File(a), Source::File(b)) => Arc::ptr_eq(a, b),
            (Source::Script(a), Source::Script(b)) => Arc::ptr_eq(&a.script, &b.script),
            (Source::File(_), Source::Script(_)) | (Source::Script(_), Source::File(_)) => false,
        }
    }
}

/// A text after edits.
pub(crate) fn edited(text: &Arc<str>, edits: &[Edit]) -> Arc<str> {
    edits.iter().fold(text.clone(), |text, it| it.apply(&text).into())
}
