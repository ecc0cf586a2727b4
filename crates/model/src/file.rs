//! One configuration file in memory.

use std::sync::Arc;

use lsflint_spec::FileKind;
use lsflint_syntax::{Parse, ast};

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

    /// The value of a flat `NAME=VALUE` file, without quotes; the last one counts, as in LSF. `None` when absent, or when a template
    /// language hides it.
    pub fn flat_value(&self, name: &str) -> Option<String> {
        let entries = self.parse.root().children().filter_map(ast::AstNode::cast);
        let entry: ast::Entry<'_> =
            entries.filter(|it: &ast::Entry<'_>| it.key().is_some_and(|key| key.is(name))).last()?;
        let value = entry.value()?;
        if value.is_templated() {
            return None;
        }
        let range = value.range();
        Some(self.text[range].to_owned())
    }
}
