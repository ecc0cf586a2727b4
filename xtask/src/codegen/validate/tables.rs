//! Validation of the data that belongs to no section of a file.

use std::collections::HashSet;

use super::super::data::Facts;
use super::super::{after_change, bsub, connector, displays, emit, enforcement, lists, messages, output, zones};
use super::Checker;

impl Checker<'_> {
    /// `lists.toml`, `zones.toml`, and the lists of `common.toml`.
    pub(super) fn lists(&mut self) {
        let facts = self.facts;
        for (place, problem) in lists::problems(&facts.lists, |file, name| self.names.has(file, name)) {
            self.report(&place, problem);
        }
        for (place, problem) in connector::problems(&facts.connector) {
            self.report(&place, problem);
        }
        for (place, problem) in zones::problems(&facts.zones) {
            self.report(&place, problem);
        }
        for (place, problem) in enforcement::problems(&facts.enforcement, |file, name| self.names.has(file, name)) {
            self.report(&place, problem);
        }
        for (place, problem) in after_change::problems(&facts.after_change, |file, section, param| {
            has_in_section(facts, file, section, param)
        }) {
            self.report(&place, problem);
        }
        for (place, problem) in
            displays::problems(&facts.displays, |file, section, param| has_in_section(facts, file, section, param))
        {
            self.report(&place, problem);
        }
        for it in &facts.common.container_runtime {
            let place = format!("common.toml: container runtime `{}`", it.name);
            self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        }
        for it in &facts.common.job_action {
            if !self.names.has("lsb.applications", &it.parameter) {
                let place = format!("common.toml: job action `{}`", it.name);
                self.report(&place, format!("unknown parameter `{}` of lsb.applications", it.parameter));
            }
        }
    }

    /// The tables that do not belong to a file of LSF.
    pub(super) fn tables(&mut self) {
        let facts = self.facts;
        let mut names = HashSet::new();
        for it in &facts.resources.resource {
            let place = format!("builtin-resources.toml: resource `{}`", it.name);
            if !names.insert(&it.name) {
                self.report(&place, "duplicate name");
            }
            self.one_of(&place, "type", &it.r#type, &["numeric", "boolean", "string"]);
            self.one_of(&place, "reading", &it.reading, &["dynamic", "static", "scheduler"]);
            self.one_of(&place, "direction", &it.direction, &["", "increasing", "decreasing"]);
            self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        }
        for it in &facts.versions.keywords {
            let place = format!("versions.toml: keywords of `{}`", it.section);
            if !is_section(facts, &it.section) {
                self.report(&place, "unknown section");
            }
            if emit::dialect(&it.dialect).is_err() {
                self.report(&place, format!("unknown dialect `{}`", it.dialect));
            }
        }
        for (place, problem) in messages::problems(&facts.messages, |it| self.names.has("", it)) {
            self.report(&place, problem);
        }
        for (place, problem) in output::problems(&facts.outputs) {
            self.report(&place, problem);
        }
        for it in &facts.common.plugin {
            let place = format!("common.toml: plug-in `{}`", it.name);
            for name in &it.params {
                if !self.names.has("", name) {
                    self.report(&place, format!("unknown parameter `{name}` in `params`"));
                }
            }
            for name in &it.sections {
                if !is_section(facts, name) {
                    self.report(&place, format!("unknown section `{name}` in `sections`"));
                }
            }
        }
        for it in &facts.aps.factor {
            let place = format!("aps.toml: factor `{}`", it.name);
            if !it.parent.is_empty() && !facts.aps.factor.iter().any(|other| other.name == it.parent) {
                self.report(&place, format!("unknown parent `{}`", it.parent));
            }
            if !it.section.is_empty() && !is_section(facts, &it.section) {
                self.report(&place, format!("unknown section `{}` in `section`", it.section));
            }
            for name in &it.needs {
                if !self.names.has("lsb.queues", name) {
                    self.report(&place, format!("unknown parameter `{name}` in `needs`"));
                }
            }
        }
        for (place, problem) in bsub::problems(facts, |file, name| self.names.has(file, name)) {
            self.report(&place, problem);
        }
        for it in &facts.bsub.option {
            if let Ok(Some(shape)) = it.shape(facts) {
                self.examples(&format!("bsub.toml: option `{}`", it.name), &shape, &it.examples, &it.refused);
            }
        }
        for section in &facts.requirement.section {
            for it in &section.keyword {
                let place = format!("requirement.toml: section `{}`, keyword `{}`", section.name, it.name);
                for name in it.conflicts.iter().chain(Some(&it.alias_of).filter(|it| !it.is_empty())) {
                    if !section.keyword.iter().any(|other| other.name == *name) {
                        self.report(&place, format!("unknown keyword `{name}`"));
                    }
                }
            }
        }
        for it in &facts.requirement.consumer {
            let known = |name: &String| facts.requirement.section.iter().any(|section| section.name == *name);
            if let Some(unknown) = it.sections.iter().find(|name| !known(name)) {
                self.report("requirement.toml", format!("unknown section `{unknown}` of consumer `{}`", it.name));
            }
        }
        if let Err(error) = emit::version(&facts.versions.manual) {
            self.report("versions.toml", error);
        }
        for it in &facts.versions.switch {
            let place = format!("versions.toml: switch `{}`", it.name);
            for error in emit::version(&it.since).err().into_iter().chain(dialect_errors(&it.dialects)) {
                self.report(&place, error);
            }
        }
        for it in &facts.versions.target {
            let place = format!("versions.toml: target `{}`", it.name);
            let dialect = emit::dialect(&it.dialect).err();
            for error in emit::version(&it.version).err().into_iter().chain(dialect) {
                self.report(&place, error);
            }
        }
    }
}

/// Whether `file:Section` is a section.
fn is_section(facts: &Facts, name: &str) -> bool {
    let (file, section) = name.split_once(':').unwrap_or(("", name));
    let of_file = facts.files.iter().filter(|it| it.head.name == file);
    of_file.flat_map(|it| &it.sections).any(|it| it.head.name == section)
}

/// Whether a section of a file has a parameter, or without one, whether the section exists.
fn has_in_section(facts: &Facts, file: &str, section: &str, param: Option<&str>) -> bool {
    let of_file = facts.files.iter().filter(|it| it.head.name == file).flat_map(|it| &it.sections);
    let sections = of_file.filter(|it| it.head.name == section);
    let has = |name: &str| {
        let mut params = sections.clone().flat_map(|it| &it.params);
        params.any(|it| it.data.name == name)
    };
    param.map_or_else(|| sections.clone().next().is_some(), has)
}

fn dialect_errors(dialects: &[String]) -> Vec<anyhow::Error> {
    dialects.iter().filter_map(|it| emit::dialect(it).err()).collect()
}
