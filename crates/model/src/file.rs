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

    /// A file of the same path and kind without a line: for those that must not look at the text.
    pub fn without_text(&self) -> SourceFile {
        SourceFile { text: "".into(), parse: lsflint_syntax::parse("", self.kind), path: self.path.clone(), ..*self }
    }

    /// The file after some edits of its text, one after the other: each counts in the text that those before it left. Only what they
    /// touch is parsed.
    pub fn edited(&self, edits: &[Edit]) -> SourceFile {
        let mut file = self.clone();
        for edit in edits {
            let mut text = file.text.to_string();
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
            file.parse = lsflint_syntax::reparse(&file.parse, edit, &text, self.kind);
            file.text = text.into();
        }
        file
    }
}
