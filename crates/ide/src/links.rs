//! Document links: included files and paths.

use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};

use crate::{Range, Snapshot};

/// A link in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLink {
    /// The range of the link.
    pub range: Range,
    /// The target of the link.
    pub target: LinkTarget,
    /// A description of the target.
    pub tooltip: String,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A file of the snapshot.
    File(std::sync::Arc<str>),
    /// A path as written: absolute, or relative to the directory of the file. It may not exist.
    Path(String),
}

/// The links of a file, in order.
pub fn document_links(snapshot: &Snapshot, path: &str) -> Vec<DocumentLink> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let mut links = Links { snapshot, path, kind: file.source.kind, found: Vec::new() };
    let flat = links.kind.spec().sections.first().filter(|it| it.name.is_empty());
    let mut stack: Vec<_> = file.source.parse.root().children().map(|it| (it, flat, Vec::new())).collect();
    stack.reverse();
    while let Some((node, section, columns)) = stack.pop() {
        match node.kind() {
            SyntaxKind::DIRECTIVE => links.directive(node),
            SyntaxKind::ENTRY => links.entry(node, section),
            SyntaxKind::TABLE_ROW => links.row(node, &columns),
            SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                let (mut section, mut columns) = (section, columns);
                if let Some(it) = ast::Section::cast(node) {
                    (section, columns) = links.section(it);
                }
                let from = stack.len();
                stack.extend(node.children().map(|it| (it, section, columns.clone())));
                stack[from..].reverse();
            }
            _ => {}
        }
    }
    links.found.sort_by_key(|it| it.range);
    links.found
}

struct Links<'s> {
    snapshot: &'s Snapshot,
    path: &'s str,
    kind: FileKind,
    found: Vec<DocumentLink>,
}

/// The columns of a table that may contain paths, by index.
type Columns = Vec<(usize, &'static ParamSpec)>;

impl Links<'_> {
    fn add(&mut self, range: TextRange, target: LinkTarget, tooltip: impl Into<String>) {
        self.found.push(DocumentLink { range: range.into(), target, tooltip: tooltip.into() });
    }

    fn directive(&mut self, node: Node<'_>) {
        let Some(path) = ast::Directive::cast(node).and_then(ast::Directive::path) else { return };
        let written = path.text();
        let target = match self.snapshot.included(self.path, &written) {
            Some(file) => LinkTarget::File(file.source.path.clone()),
            None => LinkTarget::Path(written.into_owned()),
        };
        self.add(path.range(), target, "open the included file");
    }

    fn section(&mut self, section: ast::Section<'_>) -> (Option<&'static SectionSpec>, Columns) {
        let Some(name) = section.name() else { return Default::default() };
        let Some(spec) = lsflint_spec::section(self.kind, &name.text()) else { return Default::default() };
        let columns = section.header().into_iter().flat_map(ast::TableHeader::columns).enumerate();
        let columns = columns.filter_map(|(number, it)| Some((number, spec.param(&it.text())?)));
        (Some(spec), columns.filter(|it| may_have_path(it.1)).collect())
    }

    fn entry(&mut self, node: Node<'_>, section: Option<&'static SectionSpec>) {
        let Some((Some(key), _, value)) = ast::Entry::cast(node).map(ast::Entry::parts) else { return };
        let param = section.and_then(|it| it.param(&key.text()));
        if let (Some(param), Some(value)) = (param.filter(|it| may_have_path(it)), value) {
            self.value(param, value);
        }
    }

    fn row(&mut self, node: Node<'_>, columns: &Columns) {
        let Some(row) = ast::TableRow::cast(node).filter(|_| !columns.is_empty()) else { return };
        for (number, cell) in row.cells().enumerate() {
            if let Some((_, param)) = columns.iter().find(|it| it.0 == number) {
                self.value(param, cell);
            }
        }
    }

    fn value(&mut self, param: &ParamSpec, value: Value<'_>) {
        if !value.is_known() {
            return;
        }
        if param.grammar == Grammar::Command {
            self.command(value);
            return;
        }
        for token in value.node().all_tokens() {
            // Some lists of paths consist of words.
            if matches!(token.kind(), SyntaxKind::PATH | SyntaxKind::WORD) {
                self.path(&token.text(), token.range());
            }
        }
    }

    /// Adds a link to the program of a command.
    fn command(&mut self, value: Value<'_>) {
        let Some(token) = value.words().find(|it| matches!(it.kind(), SyntaxKind::TEXT | SyntaxKind::WORD)) else {
            return;
        };
        let raw = token.raw();
        let length = raw.find(|it: char| it.is_whitespace() || matches!(it, '\\' | '"' | '\'' | ';' | '|'));
        let program = &raw[..length.unwrap_or(raw.len())];
        self.path(program, TextRange::at(token.range().start(), TextSize::of(program)));
    }

    /// Adds a link to a path without variables or placeholders.
    fn path(&mut self, path: &str, range: TextRange) {
        let complete = path.len() > 1 && path.starts_with('/') && !path.contains(['%', '$', ':', '*', '\n']);
        if complete {
            self.add(range, LinkTarget::Path(path.to_owned()), "open the file or directory");
        }
    }
}

fn may_have_path(param: &ParamSpec) -> bool {
    matches!(param.grammar, Grammar::Path | Grammar::Paths | Grammar::Command | Grammar::Checkpoint)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let fixture = Fixture::new(text);
        let file = fixture.file();
        let mut shown = String::new();
        for link in document_links(&fixture.snapshot, &file.path) {
            let text = &file.text[TextRange::from(link.range)];
            shown += &format!("`{text}` {:?}: {}\n", link.target, link.tooltip);
        }
        expect.assert_eq(&shown);
    }

    #[test]
    fn included_files() {
        check(
            "//- conf/lsb.users\n#INCLUDE \"../more/lsb.users\"\n#INCLUDE \"/else/where\"\n//- more/lsb.users\n",
            expect![[r#"
                `../more/lsb.users` File("more/lsb.users"): open the included file
                `/else/where` Path("/else/where"): open the included file
            "#]],
        );
    }

    #[test]
    fn paths_and_programs() {
        check(
            "//- lsf.conf\nLSF_TOP=/opt/lsf\nLSF_LIBDIR=$LSF_TOP/lib\nLSF_SECUREDIR=\"/a b/c\"\nLSF_LOG_MASK=/x\nLSF_LOGDIR=\n",
            expect![[r#"
                `/opt/lsf` Path("/opt/lsf"): open the file or directory
                `/a b/c` Path("/a b/c"): open the file or directory
            "#]],
        );
        check(
            "//- lsb.queues\nBegin Queue\nCHKPNT = /share/chk 10\nPRE_EXEC = /opt/a/b -m 3\nPOST_EXEC = run /x\nJOB_CWD = /scratch/%U\nEnd Queue\n",
            expect![[r#"
                `/share/chk` Path("/share/chk"): open the file or directory
                `/opt/a/b` Path("/opt/a/b"): open the file or directory
            "#]],
        );
    }
}
