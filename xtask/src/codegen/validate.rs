//! Validation of the data files: unknown names, invalid bounds, defaults and examples that the grammar rejects.
//!
//! Each problem names the file and the parameter. All problems are reported together.

use std::collections::{HashMap, HashSet};

use anyhow::bail;

use super::data::{Facts, File, Param, Section};
use super::{after_change, bsub, connector, displays, emit, enforcement, lists, messages, output, shape, zones};

/// Fails with the list of all problems.
pub(super) fn check(facts: &Facts) -> anyhow::Result<()> {
    let mut checker = Checker { facts, names: Names::new(facts), problems: Vec::new() };
    for file in &facts.files {
        checker.file(file);
    }
    checker.shapes();
    checker.tables();
    checker.lists();
    if checker.problems.is_empty() {
        return Ok(());
    }
    bail!("invalid data in crates/spec/data:\n{}", checker.problems.join("\n"))
}

/// The names of all parameters and sections of each file, in uppercase.
struct Names {
    params: HashMap<String, HashSet<String>>,
    sections: HashMap<String, HashSet<String>>,
}

impl Names {
    fn new(facts: &Facts) -> Names {
        let mut names = Names { params: HashMap::new(), sections: HashMap::new() };
        for file in &facts.files {
            let params = names.params.entry(file.head.name.clone()).or_default();
            for param in file.sections.iter().flat_map(|it| &it.params) {
                params.insert(param.data.name.to_ascii_uppercase());
                params.extend(param.data.aliases.iter().map(|it| it.to_ascii_uppercase()));
            }
            let sections = names.sections.entry(file.head.name.clone()).or_default();
            sections.extend(file.sections.iter().map(|it| it.head.name.to_ascii_uppercase()));
        }
        names
    }

    /// Whether `NAME` or `file:NAME` is a parameter; ignores `=value` and `!=value` after it.
    fn has(&self, file: &str, reference: &str) -> bool {
        let (file, name) = reference.split_once(':').unwrap_or((file, reference));
        let name = name.split_once('=').map_or(name, |it| it.0.trim_end_matches('!'));
        self.params.get(file).is_some_and(|it| it.contains(&name.to_ascii_uppercase()))
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

struct Checker<'a> {
    facts: &'a Facts,
    names: Names,
    problems: Vec<String>,
}

impl Checker<'_> {
    fn report(&mut self, place: &str, what: impl std::fmt::Display) {
        self.problems.push(format!("{place}: {what}"));
    }

    fn one_of(&mut self, place: &str, key: &str, value: &str, allowed: &[&str]) {
        if !allowed.contains(&value) {
            self.report(place, format!("`{key} = \"{value}\"` is not one of {allowed:?}"));
        }
    }

    fn file(&mut self, file: &File) {
        let head = &file.head;
        let place = format!("{}.toml", head.name);
        self.one_of(&place, "lexer", &head.lexer, &["base", "batch", "conf"]);
        self.one_of(&place, "include", &head.directives.include, &["nowhere", "top", "anywhere"]);
        if head.recognition.names.is_empty() && head.recognition.prefixes.is_empty() {
            self.report(&place, "missing names or prefixes in `recognition`");
        }
        for name in &head.recognition.sections {
            if !self.names.sections[&head.name].contains(&name.to_ascii_uppercase()) {
                self.report(&place, format!("unknown section `{name}` in `recognition`"));
            }
        }
        let identity = Some(&head.identity_section).filter(|it| !it.is_empty());
        for name in head.required_sections.iter().chain(&head.expected_sections).chain(identity) {
            if !file.sections.iter().any(|it| it.head.name == *name) {
                self.report(&place, format!("unknown section `{name}`"));
            }
        }
        let mut seen = HashSet::new();
        for section in &file.sections {
            for name in std::iter::once(&section.head.name).chain(&section.head.aliases) {
                if !seen.insert(name.to_ascii_uppercase()) {
                    self.report(&place, format!("duplicate section `{name}`"));
                }
            }
            self.section(file, section);
        }
    }

    fn section(&mut self, file: &File, section: &Section) {
        let head = &section.head;
        let place = format!("{}.toml: section `{}`", file.head.name, head.name);
        self.one_of(&place, "layout", &head.layout, &["keyed", "tabular", "either", "flat"]);
        if head.name.is_empty() && head.layout != "flat" {
            self.report(&place, "missing name of a section that is not flat");
        }
        if head.summary.is_empty() {
            self.report(&place, "missing `summary`");
        }
        let mut names = HashSet::new();
        for param in &section.params {
            for name in std::iter::once(&param.data.name).chain(&param.data.aliases) {
                if !names.insert(name.to_ascii_uppercase()) {
                    self.report(&place, format!("duplicate name `{name}`"));
                }
            }
        }
        for name in head.required.iter().chain(&head.usual).chain(&head.frequent) {
            if !section.params.iter().any(|it| it.data.name == *name) {
                self.report(&place, format!("unknown parameter `{name}` in `required`, `usual` or `frequent`"));
            }
        }
        let mut expected = head.required.iter().chain(&head.usual);
        if !head.frequent.is_empty() && !expected.all(|it| head.frequent.contains(it)) {
            self.report(&place, "`frequent` must contain those of `required` and `usual`");
        }
        if head.required.is_empty() != head.required_because.is_none() {
            self.report(&place, "`required` and `required_because` need each other");
        }
        if head.second_ignored && head.repeats {
            self.report(&place, "`repeats` conflicts with `second_ignored`");
        }
        if !head.must_follow.is_empty() && !file.sections.iter().any(|it| it.head.name == head.must_follow) {
            self.report(&place, format!("unknown section `{}` in `must_follow`", head.must_follow));
        }
        if let Some(definition) = &head.defines
            && !section.params.iter().any(|it| it.data.name == definition.key)
        {
            self.report(&place, format!("unknown parameter `{}` in `defines`", definition.key));
        }
        for param in &section.params {
            self.param(file, section, param);
        }
    }

    fn param(&mut self, file: &File, section: &Section, param: &Param) {
        let it = &param.data;
        let place = format!("{}.toml: section `{}`, parameter `{}`", file.head.name, section.head.name, it.name);
        self.one_of(&place, "kind", &it.kind, &["keyword", "column"]);
        self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        if !it.status.is_empty() {
            self.one_of(
                &place,
                "status",
                &it.status,
                &["deprecated", "obsolete", "not_seen", "removed", "undocumented"],
            );
        }
        if it.summary.is_empty() {
            self.report(&place, "missing `summary`");
        }
        if (it.requires.is_empty() && it.requires_any.is_empty()) != it.requires_because.is_none() {
            self.report(&place, "`requires` and `requires_because` need each other");
        }
        if it.status == "obsolete" && it.status_because.is_none() {
            self.report(&place, "`obsolete` without `status_because`; `not_seen` if no page says so");
        }
        if !it.slots_of.is_empty() {
            self.one_of(&place, "slots_of", &it.slots_of, &["queue", "user", "host", "processor"]);
        }
        if !it.loss.is_empty() {
            self.one_of(&place, "loss", &it.loss, &["zero", "row", "section"]);
        }
        if it.max_percent.is_some() && it.grammar != "percent" {
            self.report(&place, "`max_percent` requires the grammar `percent`");
        }
        if it.clamped && it.min.is_none() && it.max.is_none() {
            self.report(&place, "`clamped` requires `min` or `max`");
        }
        match (it.kind.as_str(), section.head.layout.as_str()) {
            ("keyword", "tabular") => self.report(&place, "keyword in a table"),
            ("column", "keyed") => self.report(&place, "column in a `key = value` section"),
            _ => {}
        }
        if let Err(error) = emit::grammar(param) {
            self.report(&place, error);
        }
        self.versions(&place, param);
        self.cross_references(file, &place, param);
        self.bounds(&place, param);
        self.words(&place, param);
        if let Some(pattern) = &param.shape {
            self.examples(&place, pattern, &it.examples, &it.refused);
        } else if !it.examples.is_empty() || !it.refused.is_empty() {
            self.report(&place, "`examples` and `refused` require a shape");
        }
        self.default(&place, param);
    }

    fn versions(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        for text in [&it.since, &it.deprecated_since, &it.removed_since, &it.default_since] {
            if !text.is_empty()
                && let Err(error) = emit::version(text)
            {
                self.report(place, error);
            }
        }
        for word in &it.only_in {
            if let Err(error) = emit::dialect(word) {
                self.report(place, error);
            }
        }
    }

    fn cross_references(&mut self, file: &File, place: &str, param: &Param) {
        let it = &param.data;
        let lists = [
            ("requires", &it.requires),
            ("requires_any", &it.requires_any),
            ("conflicts", &it.conflicts),
            ("references", &it.references),
            ("affected_by", &it.affected_by),
            ("overrides", &it.overrides),
            ("not_above", &it.not_above),
            ("distinct_from", &it.distinct_from),
            ("useful_with", &it.useful_with),
            ("void_with", &it.void_with),
            ("only_with", &it.only_with),
        ];
        let single = [("replaced_by", &it.replaced_by), ("same_limit", &it.same_limit)];
        let all = lists.iter().flat_map(|(key, list)| list.iter().map(move |name| (*key, name)));
        for (key, name) in all.chain(single.into_iter().filter(|(_, name)| !name.is_empty())) {
            // In these lists the file name means any section of the file.
            if !["requires_any", "useful_with"].contains(&key)
                && name.strip_prefix(&file.head.name).is_some_and(|it| it.starts_with(':'))
            {
                self.report(place, format!("`{name}` in `{key}`: remove the name of the own file"));
            }
            if !self.names.has(&file.head.name, name) {
                self.report(place, format!("unknown parameter `{name}` in `{key}`"));
            }
        }
        if let Some(name) = it.void_with.iter().find(|it| !it.contains('=')) {
            self.report(place, format!("missing value after `{name}` in `void_with`; use `conflicts` for any value"));
        }
        for (key, list) in lists {
            let distinct: HashSet<_> = list.iter().collect();
            if distinct.len() != list.len() {
                self.report(place, format!("`{key}` names something twice"));
            }
        }
    }

    fn bounds(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        if let (Some(min), Some(max)) = (it.min, it.max)
            && min > max
        {
            self.report(place, format!("min {min} is above max {max}"));
        }
        if it.min_exclusive && it.min.is_none() || it.max_exclusive && it.max.is_none() {
            self.report(place, "exclusive bound without a number");
        }
        let numeric = matches!(
            it.grammar.as_str(),
            "integer"
                | "number"
                | "percent"
                | "size"
                | "limit_pair"
                | "task_limit"
                | "exit_values"
                | "reservation_limits"
                | "threshold"
                | "hour_minute"
                | "run_limit"
                | "any"
        );
        if (it.min.is_some() || it.max.is_some()) && !numeric && param.shape.is_none() {
            self.report(place, format!("the grammar `{}` has no number to set bounds for", it.grammar));
        }
    }

    fn words(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        let listed = matches!(it.grammar.as_str(), "enum" | "enum_list");
        let open = matches!(it.grammar.as_str(), "name" | "names" | "user_list");
        if listed && it.values.is_empty() || !listed && !open && !it.values.is_empty() {
            self.report(
                place,
                "`values` is required for enum and enum_list, and allowed only for these, name, names and user_list",
            );
        }
        if it.values.iter().any(|value| it.literals.contains(value)) {
            self.report(place, "`values` and `literals` have a word in common");
        }
    }

    fn examples(&mut self, place: &str, pattern: &shape::Shape, examples: &[String], refused: &[String]) {
        let facts = self.facts;
        let shared = |name: &str| {
            let found = facts.shapes.iter().find(|it| it.data.name == name);
            &found.expect("the parser accepts only known names").shape
        };
        if examples.is_empty() {
            self.report(place, "missing example of the shape");
        }
        for example in examples {
            if !shape::accepts(pattern, example, &shared) {
                self.report(place, format!("the shape rejects its example `{example}`"));
            }
        }
        for example in refused {
            if shape::accepts(pattern, example, &shared) {
                self.report(place, format!("the shape accepts `{example}` from `refused`"));
            }
        }
    }

    /// A default is prose, so that only numbers and single words can be checked.
    fn default(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        match it.grammar.as_str() {
            "integer" | "number" | "percent" | "size" | "limit_pair" | "task_limit" => {
                let Ok(number) = it.default.parse::<f64>() else { return };
                let below = it.min.is_some_and(|min| number < min || it.min_exclusive && number == min);
                let above = it.max.is_some_and(|max| number > max || it.max_exclusive && number == max);
                let literal = it.literals.contains(&it.default);
                if (below || above) && !literal && it.confidence != "low" {
                    self.report(place, format!("the default {number} is out of range"));
                }
                if it.grammar == "integer" && number.fract() != 0.0 {
                    self.report(place, format!("the default {number} is not an integer"));
                }
            }
            "yes_no" => {
                let word = it.default.to_ascii_lowercase();
                if it.default.parse::<f64>().is_ok() || matches!(word.as_str(), "true" | "false" | "on" | "off") {
                    self.report(place, format!("the default `{}` is not `Y` or `N`", it.default));
                }
            }
            _ => {}
        }
    }

    fn shapes(&mut self) {
        let mut names = HashSet::new();
        for named in &self.facts.shapes {
            let place = format!("shapes.toml: shape `{}`", named.data.name);
            if !names.insert(&named.data.name) {
                self.report(&place, "duplicate name");
            }
            self.examples(&place, &named.shape, &named.data.examples, &named.data.refused);
        }
    }

    /// `lists.toml`, `zones.toml`, and the lists of `common.toml`.
    fn lists(&mut self) {
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
    fn tables(&mut self) {
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

fn dialect_errors(dialects: &[String]) -> Vec<anyhow::Error> {
    dialects.iter().filter_map(|it| emit::dialect(it).err()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::super::{DATA, data};

    /// The problems of the data with a text of one file replaced.
    fn check(file: &str, from: &str, to: &str) -> String {
        let original = crate::repository_root().join(DATA);
        let folder = scratch();
        for entry in fs::read_dir(&original).expect("the data folder") {
            let entry = entry.expect("an entry");
            let mut text = fs::read_to_string(entry.path()).expect("a fact file");
            if entry.file_name() == file {
                assert!(text.contains(from), "`{from}` is not in {file}");
                text = text.replacen(from, to, 1);
            }
            fs::write(folder.join(entry.file_name()), text).expect("a writable folder");
        }
        let error = data::load(&folder).and_then(|facts| super::check(&facts)).err().map(|it| format!("{it:#}"));
        fs::remove_dir_all(&folder).expect("our own folder");
        error.unwrap_or_default()
    }

    /// A new temporary folder.
    fn scratch() -> PathBuf {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("lsflint-codegen-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a scratch folder");
        folder
    }

    #[track_caller]
    fn refuses(file: &str, from: &str, to: &str, expected: &[&str]) {
        let error = check(file, from, to);
        for part in expected {
            assert!(error.contains(part), "expected `{part}` in: {error}");
        }
    }

    #[test]
    fn the_data_is_valid() {
        assert_eq!(check("lsb.queues.toml", "", ""), "");
    }

    #[test]
    fn an_unknown_key_names_file_and_parameter() {
        let row = "name = \"QJOB_LIMIT\"\n";
        let expected = ["lsb.queues.toml", "`QJOB_LIMIT`", "unknown field `minimum`"];
        refuses("lsb.queues.toml", row, &format!("{row}minimum = 1\n"), &expected);
    }

    #[test]
    fn names_must_exist() {
        let expected = ["`FWD_USERS`", "unknown parameter `SNDJOBS_TOO` in `requires`"];
        refuses("lsb.queues.toml", "requires = [\"SNDJOBS_TO\"]", "requires = [\"SNDJOBS_TOO\"]", &expected);
        let expected = ["`PROCLIMIT`", "unknown parameter `lsb.queue:TASKLIMIT` in `replaced_by`"];
        refuses("lsb.queues.toml", "replaced_by = \"TASKLIMIT\"", "replaced_by = \"lsb.queue:TASKLIMIT\"", &expected);
    }

    #[test]
    fn references_omit_the_own_file() {
        let expected = ["`FWD_USERS`", "remove the name of the own file"];
        let own = "requires = [\"lsb.queues:SNDJOBS_TO\"]";
        refuses("lsb.queues.toml", "requires = [\"SNDJOBS_TO\"]", own, &expected);
    }

    #[test]
    fn words_of_lists_are_parameters() {
        let (row, wrong) = ("words = [\"PRE_EXEC\", ", "words = [\"PRE_EXECS\", ");
        let expected = ["`pre_post_commands`", "unknown parameter `PRE_EXECS` of lsb.queues"];
        refuses("lists.toml", row, wrong, &expected);
        let expected = ["`share_givers`", "`FAIRSHARE` is not `file:NAME` of a parameter"];
        refuses("lists.toml", "\"lsb.queues:FAIRSHARE\"", "\"FAIRSHARE\"", &expected);
        let expected = ["`LSB_JOB_MEMLIMIT`", "missing value after `LSB_RESOURCE_ENFORCE`"];
        refuses("lsf.conf.toml", "\"LSB_RESOURCE_ENFORCE=memory\"", "\"LSB_RESOURCE_ENFORCE\"", &expected);
    }

    #[test]
    fn names_are_unique() {
        let expected = ["section `Queue`: duplicate name `UJOB_LIMIT`"];
        refuses("lsb.queues.toml", "name = \"QJOB_LIMIT\"", "name = \"UJOB_LIMIT\"", &expected);
        let expected = ["duplicate name `mem`"];
        refuses("lsb.queues.toml", "aliases = [\"SWAP\"]", "aliases = [\"mem\"]", &expected);
    }

    #[test]
    fn bounds_and_defaults_are_consistent() {
        let row = "name = \"LSF_HOST_MAX_GPU\"\nkind = \"keyword\"\ngrammar = \"integer\"\nform = \"1-32\"\nmin = 1\n";
        let crossed = row.replace("min = 1", "min = 40");
        refuses(
            "lsf.conf.toml",
            row,
            &crossed,
            &["`LSF_HOST_MAX_GPU`", "min 40 is above max 32", "the default 8 is out"],
        );
    }

    #[test]
    fn grammars_and_shapes_are_known() {
        let expected = ["`QUEUE_NAME`", "unknown namespace `planet`"];
        refuses("lsb.queues.toml", "namespace = \"queue\"", "namespace = \"planet\"", &expected);
        let expected = ["`DESCRIPTION`", "unknown grammar `prose`"];
        refuses("lsb.queues.toml", "grammar = \"text\"", "grammar = \"prose\"", &expected);
        let expected = ["`JOB_SIZE_LIST`", "unknown terminal `uinteger`"];
        refuses("lsb.queues.toml", "shape = \"uint (_ uint)*\"", "shape = \"uinteger\"", &expected);
        let expected = ["`JOB_SIZE_LIST`", "rejects its example `4 2 16`"];
        refuses("lsb.queues.toml", "shape = \"uint (_ uint)*\"", "shape = \"uint\"", &expected);
    }

    #[test]
    fn required_parameters_exist() {
        let expected = ["section `Queue`: unknown parameter `QUEUENAME` in `required`"];
        refuses("lsb.queues.toml", "required = [\"QUEUE_NAME\"]", "required = [\"QUEUENAME\"]", &expected);
    }
}
