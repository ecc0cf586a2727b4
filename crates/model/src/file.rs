//! One configuration file in memory.

use std::sync::Arc;

use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, Parse};

/// A file, its text and its tree. Cheap to clone.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path as it is shown, with `/`.
    pub path: Arc<str>,
    /// Which file of LSF it is.
    pub kind: FileKind,
    /// Whether the kind is beyond doubt: from the exact file name or a mode line, not guessed from the content.
    pub kind_certain: bool,
    /// Whether the file is a template (`lsb.queues.j2`, `lsf.conf.in`) whose values are filled in later.
    pub template: bool,
    /// The text that was parsed.
    pub text: Arc<str>,
    /// Its tree and syntax errors.
    pub parse: Parse,
}

impl SourceFile {
    /// Parses a text as a file of a kind.
    pub fn new(path: &str, kind: FileKind, text: impl Into<Arc<str>>) -> SourceFile {
        let text = text.into();
        let parse = lsflint_syntax::parse(&text, kind);
        SourceFile { path: path.into(), kind, kind_certain: true, template: false, text, parse }
    }

    /// The file after an edit of its text. Only what the edit touches is parsed.
    pub fn edited(&self, edit: &Edit) -> SourceFile {
        let mut text = self.text.to_string();
        text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
        let parse = lsflint_syntax::reparse(&self.parse, edit, &text, self.kind);
        SourceFile { text: text.into(), parse, ..self.clone() }
    }
}
