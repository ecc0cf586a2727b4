//! The meaning of files for LSF, for comparing two states of a cluster: before and after a fix or formatting.
//!
//! A file is a list of statements in order: sections, settings, rows, directives, and other lines. Two clusters have
//! the same meaning if the statements of their files are the same. Statements are compared in a normal form, in which
//! these are equal:
//!
//! - comments, layout, letter case of section names and parameters, the name after `End`;
//! - a parameter and its current name, if its values have the same meaning;
//! - whitespace at brackets, commas, `&&` and `||`, continued lines, quotes and parentheses that LSF removes;
//! - requirement strings with the same normal form ([`Requirement::normal`](crate::requirement::Requirement::normal)),
//!   in strict syntax or in that of the older parser; `!number` and `number == 0`; the default order and none;
//! - load thresholds that LSF reverses or reads as percentages, and the resulting ones;
//! - time windows with and without the minutes of a full hour, APS formulas with the same weights, limits and grace
//!   periods;
//! - cells that LSF ignores: INCREASING of non-numeric resources, RELEASE of resources that are not shared.
//!
//! Everything else is compared literally and in order. Invalid statements are compared word by word.

mod requirement;
mod value;
mod words;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{AstNode, Directive, Entry, Section, TableHeader, TableRow, Value};
use lsflint_syntax::{Node, Parent, SyntaxKind, Token};
use rustc_hash::FxHasher;

use crate::{Cluster, SourceFile};

/// The hash of the statements of each file of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning(Vec<(Arc<str>, u64)>);

impl Meaning {
    /// The meaning of files in their cluster.
    pub fn of<'f>(cluster: &Cluster, files: impl IntoIterator<Item = &'f Arc<SourceFile>>) -> Meaning {
        let print = |file: &Arc<SourceFile>| {
            let mut hasher = FxHasher::default();
            read(cluster, file, &mut |statement| statement.hash(&mut hasher));
            (file.path.clone(), hasher.finish())
        };
        Meaning(files.into_iter().map(print).collect())
    }

    /// The statements of a file in normal form.
    pub fn statements(cluster: &Cluster, file: &SourceFile) -> Vec<String> {
        let mut found = Vec::new();
        read(cluster, file, &mut |statement| found.push(statement.to_owned()));
        found
    }
}

/// A node to process, or the end of a section.
enum Step<'t> {
    Node(Node<'t>),
    End(Section<'t>),
}

/// Calls `say` for each statement of a file. Uses an explicit stack, because nesting could overflow the call stack.
fn read(cluster: &Cluster, file: &SourceFile, say: &mut dyn FnMut(&str)) {
    let section = lsflint_spec::section(file.kind, "");
    let mut reader = Reader { cluster, file, section, columns: Vec::new() };
    let mut stack = Vec::new();
    push(file.parse.root(), &mut stack);
    while let Some(step) = stack.pop() {
        let node = match step {
            Step::Node(node) => node,
            Step::End(section) => {
                (reader.section, reader.columns) = (lsflint_spec::section(file.kind, ""), Vec::new());
                say(if section.end().is_some() { "end" } else { "lost" });
                continue;
            }
        };
        match node.kind() {
            SyntaxKind::SECTION_BEGIN | SyntaxKind::SECTION_END => {}
            SyntaxKind::SECTION => {
                let section = Section::cast(node);
                let name = section.and_then(Section::name).map(Token::text).unwrap_or_default();
                reader.section = lsflint_spec::section(file.kind, &name);
                reader.columns.clear();
                say(&format!("begin {}", reader.section.map_or(&*name, |it| it.name)));
                stack.extend(section.map(Step::End));
                push(node, &mut stack);
            }
            SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => push(node, &mut stack),
            _ => say(&reader.statement(node)),
        }
    }
}

fn push<'t>(node: impl Into<Parent<'t>>, stack: &mut Vec<Step<'t>>) {
    let from = stack.len();
    stack.extend(node.into().children().map(Step::Node));
    stack[from..].reverse();
}

struct Reader<'a> {
    cluster: &'a Cluster,
    file: &'a SourceFile,
    section: Option<&'static SectionSpec>,
    /// The columns of the table, with their normalized names.
    columns: Vec<(String, Option<&'static ParamSpec>)>,
}

impl Reader<'_> {
    fn statement(&mut self, node: Node<'_>) -> String {
        if let Some(entry) = Entry::cast(node) {
            let (name, equals, value) = entry.parts();
            let (name, param) = self.name(name.map(Token::text).unwrap_or_default().as_ref());
            let equals = if equals.is_some() { "=" } else { "" };
            return format!("{name} {equals} {}", self.value(&name, param, value));
        }
        if let Some(header) = TableHeader::cast(node) {
            self.columns = header.columns().map(|it| self.name(&it.text())).collect();
            let names: Vec<&str> = self.columns.iter().map(|it| &*it.0).collect();
            return format!("columns {}", names.join(" "));
        }
        match TableRow::cast(node) {
            Some(row) => self.row(row),
            None if Directive::cast(node).is_some() => format!("directive {}", words::of_node(node)),
            None => words::of_node(node),
        }
    }

    fn row(&self, row: TableRow<'_>) -> String {
        let cells: Vec<Value<'_>> = row.cells().collect();
        if cells.len() != self.columns.len() {
            return format!("row {}", words::of_node(row.node()));
        }
        let unread = self.unread(&cells);
        let mut statement = "row".to_owned();
        for (number, (cell, (name, param))) in cells.iter().zip(&self.columns).enumerate() {
            statement.push_str(" | ");
            match unread.contains(&Some(number)) {
                true => statement.push('-'),
                false => statement.push_str(&self.value(name, *param, Some(*cell))),
            }
        }
        statement
    }

    /// The indices of the cells of a resource that LSF ignores.
    fn unread(&self, cells: &[Value<'_>]) -> [Option<usize>; 2] {
        if self.file.kind != FileKind::LsfShared || self.section.is_none_or(|it| it.name != "Resource") {
            return [None; 2];
        }
        let column = |name: &str| self.columns.iter().position(|it| it.0 == name);
        let word = |name: &str| Some(cells[column(name)?].single_word()?.text());
        let numeric = word("TYPE").is_none_or(|it| it.eq_ignore_ascii_case("numeric"));
        let resource = word("RESOURCENAME").and_then(|it| self.cluster.resources.get(&it));
        let shared = resource.is_some_and(|it| it.shared == Some(true));
        [column("INCREASING").filter(|_| !numeric), column("RELEASE").filter(|_| !shared)]
    }

    /// The current name of a parameter, and its specification.
    fn name(&self, written: &str) -> (String, Option<&'static ParamSpec>) {
        let Some(param) = self.section.and_then(|it| it.param(written)) else { return (written.to_owned(), None) };
        let successor = self.section.and_then(|it| it.param(param.replaced_by));
        let same = |it: &&'static ParamSpec| match (it.grammar, param.grammar) {
            (Grammar::Name(_), Grammar::Name(_)) => true,
            (new, old) => new == old,
        };
        let param = successor.filter(same).unwrap_or(param);
        (param.name.to_owned(), Some(param))
    }
}

#[cfg(test)]
mod tests;
