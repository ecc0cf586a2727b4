//! Names of parameters wherever they appear: keys, lsf.conf names, and columns (once, in the header of the table).

use lsflint_lint::{Consequence, Item, Origin, SettingContext, TableContext};
use lsflint_spec::{Confidence, Dialect, Grammar, ParamKind, ParamSpec, SectionSpec, Switch, Target};
use lsflint_syntax::Token;
use lsflint_syntax::ast::Section;

/// A documented name where it appears in the file.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The name.
    pub(crate) name: Token<'a>,
    /// The facts about it.
    pub(crate) spec: &'static ParamSpec,
    /// The facts about its section.
    pub(crate) section: Option<&'static SectionSpec>,
    /// The target of the configuration.
    pub(crate) target: Target,
    place: Place<'a>,
}

/// Where a name is.
#[derive(Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
enum Place<'a> {
    /// In a line of a section or a flat file.
    Setting(SettingContext<'a>),
    /// In the header of a table.
    Table(Section<'a>),
}

impl<'a> Named<'a> {
    /// The name of a setting that is not a cell.
    pub(crate) fn of_setting(context: &SettingContext<'a>) -> Option<Named<'a>> {
        if context.setting.origin == Origin::Cell {
            return None;
        }
        let flat = context.file.kind().spec().sections.first();
        Some(Named {
            name: context.setting.name,
            spec: context.setting.spec?,
            section: if context.is_in_section() { context.section_spec() } else { flat },
            target: context.file.cluster.switches().target,
            place: Place::Setting(*context),
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
                place: Place::Table(section.section),
            })
        })
    }

    /// The facts about the replacement, if it belongs to the same section.
    pub(crate) fn successor(&self) -> Option<&'static ParamSpec> {
        if self.spec.replaced_by.is_empty() || self.spec.replaced_by.contains(':') {
            return None;
        }
        self.section?.param(self.spec.replaced_by)
    }

    /// The replacement, if a value means the same under both names.
    pub(crate) fn new_name(&self) -> Option<&'static ParamSpec> {
        let same = |it: &&'static ParamSpec| match (it.grammar, self.spec.grammar) {
            (Grammar::Name(_), Grammar::Name(_)) => true,
            (new, old) => new == old,
        };
        self.successor().filter(same)
    }

    /// What the parameter affects: its line, or its column.
    pub(crate) fn item(&self) -> Item {
        match self.spec.kind {
            ParamKind::Column => Item::Value,
            ParamKind::Keyword | ParamKind::Directive => Item::Line,
        }
    }

    /// Whether the section also has a line or a column with this name.
    pub(crate) fn section_has(&self, other: &str) -> bool {
        let is_other = |it: Token<'_>| it.text().eq_ignore_ascii_case(other);
        let section = match self.place {
            Place::Setting(context) => context.section().map(|it| it.section),
            Place::Table(section) => Some(section),
        };
        section.is_some_and(|section| {
            section.entries().any(|it| it.key().is_some_and(is_other))
                || section.header().is_some_and(|it| it.columns().any(is_other))
        })
    }
}

/// What LSF ignores with an unknown name: the line, or the section if the name is a column.
pub(crate) fn lost(spec: &ParamSpec) -> Consequence {
    match spec.kind {
        ParamKind::Column => Item::Section.ignored(),
        ParamKind::Keyword | ParamKind::Directive => Item::Line.ignored(),
    }
}

/// The consequence of a construct that not every version of the target reads. It is certain if no version does.
pub(crate) fn not_read(consequence: Consequence, switch: Switch, target: Target) -> Consequence {
    let spec = switch.spec();
    match target.dialect {
        Dialect::Lsf => consequence.possible_unless(target.to < spec.since && spec.confidence == Confidence::High),
        _ => consequence.by(target.to_string()),
    }
}

/// `NAME`, or `NAME` in `file` if the fact names another file.
pub(crate) fn described(name: &str) -> String {
    match name.split_once(':') {
        Some((file, name)) => format!("`{name}` in `{file}`"),
        None => format!("`{name}`"),
    }
}
