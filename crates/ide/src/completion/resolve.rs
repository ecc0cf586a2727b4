//! Computes the documentation of completion items: the text of the hover.

use lsflint_spec::{FileKind, aps_factor, directive, find_param, requirement_section, section};

use crate::hover::{self, Page};
use crate::{Snapshot, SymbolKind, script, words};

/// The documentation of an item by its `data`, as Markdown.
pub fn resolve(snapshot: &Snapshot, data: &str) -> Option<String> {
    let (kind, rest) = data.split_once('/')?;
    match kind {
        "param" => {
            let mut parts = rest.splitn(3, '/');
            let (file, section, name) = (kind_of(parts.next()?)?, parts.next()?, parts.next()?);
            let spec = lsflint_spec::section(file, section)?;
            hover::of_parameter(snapshot, file, spec, find_param(file, section, name)?)
        }
        "option" => Some(script::of_option(snapshot, lsflint_spec::bsub_option(rest)?).finish()),
        "section" => {
            let (file, name) = rest.split_once('/')?;
            let spec = section(kind_of(file)?, name)?;
            let mut page = Page::new(spec.name, &format!("section of {file}"));
            page.text(words::full_sentence(spec.summary));
            page.text(words::full_sentence(spec.obsolete));
            page.labelled("required", words::names(spec.required, usize::MAX));
            Some(page.finish())
        }
        "requirement" => {
            let spec = requirement_section(rest)?;
            let mut page = Page::new(spec.name, "section of a resource requirement");
            page.text(words::full_sentence(spec.summary)).labelled("form", words::code(spec.form)).link(spec.source);
            Some(page.finish())
        }
        "keyword" => {
            let (section, name) = rest.split_once('/')?;
            let section = requirement_section(section)?;
            let keyword = section.keywords.iter().find(|it| it.name == name)?;
            let mut page = Page::new(keyword.name, &format!("in `{}`", section.name));
            page.text(words::full_sentence(keyword.summary)).labelled("form", words::code(keyword.form));
            Some(page.link(section.source).clone().finish())
        }
        "aps-factor" => {
            let factor = aps_factor(rest)?;
            let mut page = Page::new(factor.name, "factor of APS_PRIORITY");
            page.text(words::full_sentence(factor.summary)).labelled("value", factor.data);
            page.labelled("same for all jobs without", words::names(factor.needs, usize::MAX));
            Some(page.finish())
        }
        "aps-part" => {
            let part = lsflint_spec::APS_PARTS.iter().find(|it| it.name == rest)?;
            let mut page = Page::new(part.name, "part of APS_PRIORITY");
            Some(page.text(words::full_sentence(part.summary)).clone().finish())
        }
        "directive" => {
            let spec = directive(rest)?;
            let mut page = Page::new(spec.name, "directive");
            page.text(words::full_sentence(spec.summary)).labelled("form", words::code(spec.form)).link(spec.source);
            for note in spec.notes {
                page.note(words::sentence(note));
            }
            Some(page.finish())
        }
        "rule" => hover::hover_of_rule(snapshot.rules, rest),
        "name" => {
            let (space, name) = rest.split_once('/')?;
            hover::of_name(snapshot, NAMED.iter().find(|it| it.0 == space)?.1, name)
        }
        _ => None,
    }
}

/// The kinds of names in the data of items.
const NAMED: [(&str, SymbolKind); 14] = [
    ("queue", SymbolKind::Queue),
    ("application", SymbolKind::Application),
    ("host", SymbolKind::Host),
    ("host-group", SymbolKind::HostGroup),
    ("compute-unit", SymbolKind::ComputeUnit),
    ("host-partition", SymbolKind::HostPartition),
    ("user", SymbolKind::User),
    ("user-group", SymbolKind::UserGroup),
    ("resource", SymbolKind::Resource),
    ("host-type", SymbolKind::HostType),
    ("host-model", SymbolKind::HostModel),
    ("cluster", SymbolKind::Cluster),
    ("service-class", SymbolKind::ServiceClass),
    ("compute-unit-type", SymbolKind::ComputeUnitType),
];

fn kind_of(name: &str) -> Option<FileKind> {
    FileKind::ALL.into_iter().find(|it| it.name() == name)
}
