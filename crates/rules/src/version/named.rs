//! Names of parameters, wherever they are written: keys, lsf.conf names, and columns (once, at the header of the table).

use lsflint_lint::{Origin, SettingContext, TableContext};
use lsflint_spec::{Grammar, ParamKind, ParamSpec, SectionSpec, Target, Version};
use lsflint_syntax::ast::{AstNode, Entry, Section};
use lsflint_syntax::{Node, Token};

/// The version whose manual says what is obsolete, where nothing says since when.
pub(crate) const MANUAL: Version = Version([10, 1, 0, 0]);

/// A documented name at the place where it is written.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The name.
    pub(crate) name: Token<'a>,
    /// The facts about it.
    pub(crate) spec: &'static ParamSpec,
    /// The facts about the section it stands in.
    pub(crate) section: Option<&'static SectionSpec>,
    /// What the configuration is written for.
    pub(crate) target: Target,
    /// The section; `None` in flat files.
    node: Option<Node<'a>>,
}

impl<'a> Named<'a> {
    /// The name of a setting that is no cell.
    pub(crate) fn of_setting(context: &SettingContext<'a>) -> Option<Named<'a>> {
        if context.setting.origin == Origin::Cell {
            return None;
        }
        let flat = context.file.kind().spec().sections.first();
        Some(Named {
            name: context.setting.name,
            spec: context.setting.spec?,
            section: context.section.map_or(flat, |it| it.spec),
            target: context.file.cluster.switches().target,
            node: context.section.map(|it| it.section.node()),
        })
    }

    /// The columns of a table.
    pub(crate) fn of_columns(context: &TableContext<'a>) -> impl Iterator<Item = Named<'a>> {
        let section = context.section;
        context.columns.iter().filter_map(move |&(name, spec)| {
            Some(Named {
                name,
                spec: spec?,
                section: section.spec,
                target: section.file.cluster.switches().target,
                node: Some(section.section.node()),
            })
        })
    }

    /// What is documented about the name to write instead, when it is one of the same section.
    pub(crate) fn successor(&self) -> Option<&'static ParamSpec> {
        if self.spec.replaced_by.is_empty() || self.spec.replaced_by.contains(':') {
            return None;
        }
        self.section?.param(self.spec.replaced_by)
    }

    /// The successor, if a value of the old name means the same under the new one.
    pub(crate) fn new_name(&self) -> Option<&'static ParamSpec> {
        let same = |it: &&'static ParamSpec| match (it.grammar, self.spec.grammar) {
            (Grammar::Name(_), Grammar::Name(_)) => true,
            (new, old) => new == old,
        };
        self.successor().filter(same)
    }

    /// Whether the section has a line of another name, too.
    pub(crate) fn stands_beside(&self, other: &str) -> bool {
        let entries = self.node.into_iter().flat_map(Node::descendants).filter_map(Entry::cast);
        let is_other = |it: Token<'_>| it.text().eq_ignore_ascii_case(other);
        let header = self.node.and_then(Section::cast).and_then(Section::header);
        entries.into_iter().any(|it| it.key().is_some_and(is_other))
            || header.is_some_and(|it| it.columns().any(is_other))
    }
}

/// What is lost with a name that is not known: a line, or with a column the section.
pub(crate) fn lost(spec: &ParamSpec) -> &'static str {
    match spec.kind {
        ParamKind::Column => "skips the whole section",
        ParamKind::Keyword | ParamKind::Directive => "ignores the line",
    }
}

/// `NAME` or `NAME` of `file` for a fact that may name another file.
pub(crate) fn described(name: &str) -> String {
    match name.split_once(':') {
        Some((file, name)) => format!("`{name}` of {file}"),
        None => format!("`{name}`"),
    }
}
