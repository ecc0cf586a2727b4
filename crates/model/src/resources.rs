//! The resources a requirement string may name: the built-in ones, those of lsf.shared, and those declared on the command line.

use lsflint_spec::{Direction, FileKind, Reading, ResourceType, builtin_resource};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Node, SyntaxKind};
use rustc_hash::FxHashMap;

use crate::{Knowledge, SourceFile};

/// What is known about one resource. `None` means not known, and then nothing is said; by default only the name is known.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Resource {
    /// Numeric, Boolean or string.
    pub kind: Option<ResourceType>,
    /// Dynamic, static or of the scheduler.
    pub reading: Option<Reading>,
    /// Its direction, for numbers.
    pub direction: Option<Direction>,
    /// May be reserved in `rusage[]`.
    pub consumable: Option<bool>,
    /// Mapped to hosts in ResourceMap other than `[default]`.
    pub shared: Option<bool>,
    /// Built into LSF.
    pub builtin: bool,
    /// May stand in `order[]`.
    pub order: Option<bool>,
    /// May stand in `defined()`.
    pub defined: Option<bool>,
    /// Takes size suffixes.
    pub size_units: bool,
    /// Seconds between two readings.
    pub interval: Option<u32>,
}

/// The resources in view.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resources {
    site: FxHashMap<String, Resource>,
    /// Whether a name that is not found is surely undefined.
    pub knowledge: Knowledge,
}

impl Resources {
    /// Collects the Resource sections of lsf.shared and marks those that ResourceMap of lsf.cluster shares.
    pub fn of(files: &[SourceFile]) -> Resources {
        let mut resources = Resources::default();
        let shared = || files.iter().filter(|it| it.kind == FileKind::LsfShared);
        // Two files define resources of their own.
        let others =
            files.iter().any(|it| matches!(it.kind, FileKind::LsfLicenseScheduler | FileKind::LsbGlobalPolicies));
        if shared().next().is_some() {
            let gaps = others || shared().any(|it| it.template);
            resources.knowledge = if gaps { Knowledge::Partial } else { Knowledge::Complete };
        }
        for section in shared().flat_map(|it| sections_named(it, "Resource")) {
            resources.add_section(section);
        }
        for file in files.iter().filter(|it| it.kind == FileKind::LsfCluster) {
            for section in sections_named(file, "ResourceMap") {
                resources.mark_shared(section);
            }
        }
        resources
    }

    /// Declares or replaces a resource of the site.
    pub fn define(&mut self, name: &str, resource: Resource) {
        self.site.insert(name.to_owned(), resource);
    }

    /// What is known about a name: the site's definition, else the built-in one. `None` when nothing is.
    pub fn get(&self, name: &str) -> Option<Resource> {
        if let Some(site) = self.site.get(name) {
            return Some(*site);
        }
        let builtin = builtin_resource(name)?;
        Some(Resource {
            kind: Some(builtin.kind),
            reading: Some(builtin.reading),
            direction: builtin.direction,
            consumable: Some(builtin.consumable),
            shared: Some(false),
            builtin: true,
            order: Some(builtin.order),
            defined: Some(builtin.defined),
            size_units: builtin.size_units,
            interval: builtin.interval,
        })
    }

    /// The names the site defines.
    pub fn site_names(&self) -> impl Iterator<Item = &str> {
        self.site.keys().map(String::as_str)
    }

    fn add_section(&mut self, section: ast::Section<'_>) {
        let Some(header) = section.header() else { return };
        let columns: Vec<String> = header.columns().map(|it| it.text().to_ascii_uppercase()).collect();
        let column = |name: &str| columns.iter().position(|it| it == name);
        let Some(name_column) = column("RESOURCENAME") else { return };
        for row in rows(section.node()) {
            let cells: Vec<ast::Value<'_>> = row.cells().collect();
            if cells.get(name_column).is_some_and(|it| it.is_templated()) {
                self.knowledge = self.knowledge.min(Knowledge::Partial);
            }
            let word = |index: Option<usize>| {
                let cell = cells.get(index?)?;
                cell.single_word().filter(|it| it.kind() != SyntaxKind::UNSET).map(|it| it.text().into_owned())
            };
            let Some(name) = word(Some(name_column)) else { continue };
            let kind = match word(column("TYPE")).map(|it| it.to_ascii_lowercase()).as_deref() {
                Some("numeric") => Some(ResourceType::Numeric),
                Some("boolean") => Some(ResourceType::Boolean),
                Some("string") => Some(ResourceType::String),
                _ => None,
            };
            let interval = word(column("INTERVAL"));
            let increasing = word(column("INCREASING"));
            let numeric = kind.map(|it| it == ResourceType::Numeric);
            let consumable = match word(column("CONSUMABLE")).map(|it| it.to_ascii_lowercase()).as_deref() {
                Some("n" | "no") => Some(false),
                Some("y" | "yes") => Some(true),
                _ => numeric,
            };
            let direction = match increasing.map(|it| it.to_ascii_lowercase()).as_deref() {
                Some("y" | "yes") => Some(Direction::Increasing),
                Some("n" | "no") => Some(Direction::Decreasing),
                _ => None,
            };
            let dynamic = interval.is_some();
            let interval = interval.and_then(|it| it.parse().ok());
            let resource = Resource {
                kind,
                reading: Some(if dynamic { Reading::Dynamic } else { Reading::Static }),
                direction,
                consumable,
                shared: None,
                builtin: false,
                order: numeric,
                defined: numeric.map(|numeric| !(numeric && dynamic)),
                size_units: false,
                interval,
            };
            // The first definition wins in LSF.
            self.site.entry(name).or_insert(resource);
        }
    }

    fn mark_shared(&mut self, section: ast::Section<'_>) {
        let Some(header) = section.header() else { return };
        let columns: Vec<String> = header.columns().map(|it| it.text().to_ascii_uppercase()).collect();
        let column = |name: &str| columns.iter().position(|it| it == name);
        let (Some(name_column), Some(location)) = (column("RESOURCENAME"), column("LOCATION")) else { return };
        for row in rows(section.node()) {
            let cells: Vec<ast::Value<'_>> = row.cells().collect();
            let (Some(name), Some(location)) = (cells.get(name_column), cells.get(location)) else { continue };
            let Some(name) = name.single_word() else { continue };
            let default = location.node().text().contains("default");
            if let Some(resource) = self.site.get_mut(&*name.text()) {
                resource.shared = Some(!default);
            }
        }
    }
}

/// The sections of a file with a name, those in `#if` branches included.
pub(crate) fn sections_named<'f>(file: &'f SourceFile, name: &'static str) -> impl Iterator<Item = ast::Section<'f>> {
    let mut stack: Vec<Node<'f>> = vec![file.parse.root()];
    std::iter::from_fn(move || {
        loop {
            let node = stack.pop()?;
            match node.kind() {
                SyntaxKind::SECTION => {
                    let section = ast::Section::cast(node)?;
                    if section.name().is_some_and(|it| it.raw().eq_ignore_ascii_case(name)) {
                        return Some(section);
                    }
                }
                SyntaxKind::FILE | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                    let from = stack.len();
                    stack.extend(node.children());
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
    })
}

/// The rows of a section, those in `#if` branches included.
pub(crate) fn rows(section: Node<'_>) -> impl Iterator<Item = ast::TableRow<'_>> {
    let mut stack = vec![section];
    std::iter::from_fn(move || {
        loop {
            let node = stack.pop()?;
            match node.kind() {
                SyntaxKind::TABLE_ROW => return ast::TableRow::cast(node),
                SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                    let from = stack.len();
                    stack.extend(node.children());
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str =
        "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric () N (x)\nEnd Resource\n";

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: Knowledge) {
        let source = |&(name, text): &(&str, &str)| {
            SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
        };
        let files: Vec<SourceFile> = files.iter().map(source).collect();
        assert_eq!(Resources::of(&files).knowledge, expected);
    }

    #[test]
    fn what_is_not_in_view_may_hold_any_name() {
        check(&[("lsb.queues", "")], Knowledge::Unknown);
        check(&[("lsf.shared", ROWS)], Knowledge::Complete);
    }

    #[test]
    fn other_sources_and_templates_leave_gaps() {
        check(&[("lsf.shared", ROWS), ("lsf.licensescheduler", "")], Knowledge::Partial);
        check(&[("lsf.shared", &ROWS.replace("lic ", "{{name}} "))], Knowledge::Partial);
    }
}
