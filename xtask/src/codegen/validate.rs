//! Facts that cannot be right: names that lead nowhere, bounds that cross, defaults the own grammar refuses.
//!
//! Every error includes the file and the parameter; all errors are reported together.

use std::collections::{HashMap, HashSet};

use anyhow::bail;

use super::data::{Facts, File, Param, Section};
use super::{emit, lists, messages, shape};

/// Refuses broken facts with one message per fact.
pub(super) fn check(facts: &Facts) -> anyhow::Result<()> {
    let mut checker = Checker { facts, names: Names::new(facts), complaints: Vec::new() };
    for file in &facts.files {
        checker.file(file);
    }
    checker.shapes();
    checker.tables();
    checker.lists();
    if checker.complaints.is_empty() {
        return Ok(());
    }
    bail!("the facts in crates/spec/data contradict themselves:\n{}", checker.complaints.join("\n"))
}

/// Every parameter and section name of every file, in upper case.
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

    /// Whether `NAME` or `file:NAME` is a parameter, a `=value` or `!=value` after it left out.
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

struct Checker<'a> {
    facts: &'a Facts,
    names: Names,
    complaints: Vec<String>,
}

impl Checker<'_> {
    fn complain(&mut self, place: &str, what: impl std::fmt::Display) {
        self.complaints.push(format!("{place}: {what}"));
    }

    fn one_of(&mut self, place: &str, key: &str, value: &str, allowed: &[&str]) {
        if !allowed.contains(&value) {
            self.complain(place, format!("`{key} = \"{value}\"` is none of {allowed:?}"));
        }
    }

    fn file(&mut self, file: &File) {
        let head = &file.head;
        let place = format!("{}.toml", head.name);
        self.one_of(&place, "lexer", &head.lexer, &["base", "batch", "conf"]);
        self.one_of(&place, "include", &head.directives.include, &["nowhere", "top", "anywhere"]);
        if head.recognition.names.is_empty() && head.recognition.prefixes.is_empty() {
            self.complain(&place, "nothing to recognise the file by");
        }
        for name in &head.recognition.sections {
            if !self.names.sections[&head.name].contains(&name.to_ascii_uppercase()) {
                self.complain(&place, format!("recognition names the unknown section `{name}`"));
            }
        }
        let identity = Some(&head.identity_section).filter(|it| !it.is_empty());
        for name in head.required_sections.iter().chain(&head.expected_sections).chain(identity) {
            if !file.sections.iter().any(|it| it.head.name == *name) {
                self.complain(&place, format!("the required section `{name}` is unknown"));
            }
        }
        let mut seen = HashSet::new();
        for section in &file.sections {
            for name in std::iter::once(&section.head.name).chain(&section.head.aliases) {
                if !seen.insert(name.to_ascii_uppercase()) {
                    self.complain(&place, format!("section `{name}` is a duplicate"));
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
            self.complain(&place, "only a flat section may have no name");
        }
        if head.summary.is_empty() {
            self.complain(&place, "no summary");
        }
        let mut names = HashSet::new();
        for param in &section.params {
            for name in std::iter::once(&param.data.name).chain(&param.data.aliases) {
                if !names.insert(name.to_ascii_uppercase()) {
                    self.complain(&place, format!("the name `{name}` is a duplicate"));
                }
            }
        }
        for name in &head.required {
            if !section.params.iter().any(|it| it.data.name == *name) {
                self.complain(&place, format!("required `{name}` is not a parameter of the section"));
            }
        }
        if head.second_ignored && head.repeats {
            self.complain(&place, "a section cannot repeat and be ignored the second time");
        }
        if !head.must_follow.is_empty() && !file.sections.iter().any(|it| it.head.name == head.must_follow) {
            self.complain(&place, format!("must_follow names the unknown section `{}`", head.must_follow));
        }
        if let Some(definition) = &head.defines
            && !section.params.iter().any(|it| it.data.name == definition.key)
        {
            self.complain(&place, format!("`{}`, which defines a name, is not a parameter of it", definition.key));
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
            self.one_of(&place, "status", &it.status, &["deprecated", "obsolete", "removed", "undocumented"]);
        }
        if it.summary.is_empty() {
            self.complain(&place, "no summary");
        }
        if !it.slots_of.is_empty() {
            self.one_of(&place, "slots_of", &it.slots_of, &["queue", "user", "host", "processor"]);
        }
        if !it.loss.is_empty() {
            self.one_of(&place, "loss", &it.loss, &["zero", "row", "section"]);
        }
        if it.max_percent.is_some() && it.grammar != "percent" {
            self.complain(&place, "`max_percent` on a grammar without `%`");
        }
        if it.clamped && it.min.is_none() && it.max.is_none() {
            self.complain(&place, "`clamped` without a bound");
        }
        match (it.kind.as_str(), section.head.layout.as_str()) {
            ("keyword", "tabular") => self.complain(&place, "a keyword in a table"),
            ("column", "keyed") => self.complain(&place, "a column in a key = value section"),
            _ => {}
        }
        if let Err(error) = emit::grammar(param) {
            self.complain(&place, error);
        }
        self.versions(&place, param);
        self.cross_references(file, &place, param);
        self.bounds(&place, param);
        self.words(&place, param);
        if let Some(pattern) = &param.shape {
            self.examples(&place, pattern, &it.examples, &it.refused);
        } else if !it.examples.is_empty() || !it.refused.is_empty() {
            self.complain(&place, "`examples` and `refused` try a shape, and there is none");
        }
        self.default(&place, param);
    }

    fn versions(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        for text in [&it.since, &it.deprecated_since, &it.removed_since, &it.default_since] {
            if !text.is_empty()
                && let Err(error) = emit::version(text)
            {
                self.complain(place, error);
            }
        }
        for word in &it.only_in {
            if let Err(error) = emit::dialect(word) {
                self.complain(place, error);
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
            ("not_above", &it.not_above),
            ("distinct_from", &it.distinct_from),
            ("void_with", &it.void_with),
            ("only_with", &it.only_with),
        ];
        let single = [("replaced_by", &it.replaced_by), ("same_limit", &it.same_limit)];
        let all = lists.iter().flat_map(|(key, list)| list.iter().map(move |name| (*key, name)));
        for (key, name) in all.chain(single.into_iter().filter(|(_, name)| !name.is_empty())) {
            // In `requires_any` it means any section of the file.
            if key != "requires_any" && name.strip_prefix(&file.head.name).is_some_and(|it| it.starts_with(':')) {
                self.complain(place, format!("`{key}` names `{name}`: the own file is left out"));
            }
            if !self.names.has(&file.head.name, name) {
                self.complain(place, format!("`{key}` names `{name}`, which is not a parameter"));
            }
        }
        if let Some(name) = it.void_with.iter().find(|it| !it.contains('=')) {
            self.complain(place, format!("`void_with` names `{name}` without a word: it would be a conflict"));
        }
        for (key, list) in lists {
            let distinct: HashSet<_> = list.iter().collect();
            if distinct.len() != list.len() {
                self.complain(place, format!("`{key}` contains a duplicate"));
            }
        }
    }

    fn bounds(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        if let (Some(min), Some(max)) = (it.min, it.max)
            && min > max
        {
            self.complain(place, format!("min {min} is above max {max}"));
        }
        if it.min_exclusive && it.min.is_none() || it.max_exclusive && it.max.is_none() {
            self.complain(place, "an exclusive bound without its number");
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
            self.complain(place, format!("bounds on the grammar `{}`, which has no number", it.grammar));
        }
    }

    fn words(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        let listed = matches!(it.grammar.as_str(), "enum" | "enum_list");
        let open = matches!(it.grammar.as_str(), "name" | "names" | "user_list");
        if listed && it.values.is_empty() || !listed && !open && !it.values.is_empty() {
            self.complain(
                place,
                "`values` belongs to enum and enum_list, which need it, and to name, names and user_list",
            );
        }
        if it.values.iter().any(|value| it.literals.contains(value)) {
            self.complain(place, "a word is both in `values` and in `literals`");
        }
    }

    fn examples(&mut self, place: &str, pattern: &shape::Shape, examples: &[String], refused: &[String]) {
        let facts = self.facts;
        let shared = |name: &str| {
            let found = facts.shapes.iter().find(|it| it.data.name == name);
            &found.expect("the parser knows only names that are there").shape
        };
        if examples.is_empty() {
            self.complain(place, "a shape needs an example");
        }
        for example in examples {
            if !shape::accepts(pattern, example, &shared) {
                self.complain(place, format!("the shape does not accept its example `{example}`"));
            }
        }
        for example in refused {
            if shape::accepts(pattern, example, &shared) {
                self.complain(place, format!("the shape accepts `{example}`, which is in `refused`"));
            }
        }
    }

    /// A default is prose; only one that is a single word or number can be held to the grammar.
    fn default(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        match it.grammar.as_str() {
            "integer" | "number" | "percent" | "size" | "limit_pair" | "task_limit" => {
                let Ok(number) = it.default.parse::<f64>() else { return };
                let below = it.min.is_some_and(|min| number < min || it.min_exclusive && number == min);
                let above = it.max.is_some_and(|max| number > max || it.max_exclusive && number == max);
                let literal = it.literals.contains(&it.default);
                if (below || above) && !literal && it.confidence != "low" {
                    self.complain(place, format!("the default {number} is out of the bounds"));
                }
                if it.grammar == "integer" && number.fract() != 0.0 {
                    self.complain(place, format!("the default {number} is not an integer"));
                }
            }
            "yes_no" => {
                let word = it.default.to_ascii_lowercase();
                if it.default.parse::<f64>().is_ok() || matches!(word.as_str(), "true" | "false" | "on" | "off") {
                    self.complain(place, format!("the default `{}` is neither yes nor no", it.default));
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
                self.complain(&place, "is a duplicate");
            }
            self.examples(&place, &named.shape, &named.data.examples, &named.data.refused);
        }
    }

    /// `lists.toml`, and the lists of `common.toml`.
    fn lists(&mut self) {
        let facts = self.facts;
        for (place, problem) in lists::problems(&facts.lists, |file, name| self.names.has(file, name)) {
            self.complain(&place, problem);
        }
        for it in &facts.common.container_runtime {
            let place = format!("common.toml: container runtime `{}`", it.name);
            self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        }
        for it in &facts.common.job_action {
            if !self.names.has("lsb.applications", &it.parameter) {
                let place = format!("common.toml: job action `{}`", it.name);
                self.complain(&place, format!("`{}` is not a parameter of lsb.applications", it.parameter));
            }
        }
    }

    /// The tables that belong to no file.
    fn tables(&mut self) {
        let facts = self.facts;
        let mut names = HashSet::new();
        for it in &facts.resources.resource {
            let place = format!("builtin-resources.toml: resource `{}`", it.name);
            if !names.insert(&it.name) {
                self.complain(&place, "is a duplicate");
            }
            self.one_of(&place, "type", &it.r#type, &["numeric", "boolean", "string"]);
            self.one_of(&place, "reading", &it.reading, &["dynamic", "static", "scheduler"]);
            self.one_of(&place, "direction", &it.direction, &["", "increasing", "decreasing"]);
            self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        }
        for it in &facts.versions.keywords {
            let place = format!("versions.toml: keywords of `{}`", it.section);
            if !is_section(facts, &it.section) {
                self.complain(&place, "is not a section");
            }
            if emit::dialect(&it.dialect).is_err() {
                self.complain(&place, format!("unknown dialect `{}`", it.dialect));
            }
        }
        for (place, problem) in messages::problems(&facts.messages) {
            self.complain(&place, problem);
        }
        for it in &facts.common.plugin {
            let place = format!("common.toml: plug-in `{}`", it.name);
            for name in &it.params {
                if !self.names.has("", name) {
                    self.complain(&place, format!("`params` names `{name}`, which is not a parameter"));
                }
            }
            for name in &it.sections {
                if !is_section(facts, name) {
                    self.complain(&place, format!("`sections` names `{name}`, which is not a section"));
                }
            }
        }
        for it in &facts.aps.factor {
            let place = format!("aps.toml: factor `{}`", it.name);
            if !it.parent.is_empty() && !facts.aps.factor.iter().any(|other| other.name == it.parent) {
                self.complain(&place, format!("unknown parent `{}`", it.parent));
            }
            if !it.section.is_empty() && !is_section(facts, &it.section) {
                self.complain(&place, format!("`section` names `{}`, which is not a section", it.section));
            }
            for name in &it.needs {
                if !self.names.has("lsb.queues", name) {
                    self.complain(&place, format!("`needs` names `{name}`, which is not a parameter"));
                }
            }
        }
        let arguments =
            ["none", "text", "queues", "application", "hosts", "tasks", "time", "size", "count", "requirement"];
        let mut names = HashSet::new();
        for it in &facts.bsub.option {
            let place = format!("bsub.toml: option `{}`", it.name);
            if !names.insert(&it.name) {
                self.complain(&place, "is a duplicate");
            }
            self.one_of(&place, "argument", &it.argument, &arguments);
            if !it.parameter.is_empty() && !self.names.has("lsb.queues", &it.parameter) {
                self.complain(&place, format!("`parameter` names `{}`, which is not a parameter", it.parameter));
            }
        }
        for name in facts.bsub.elsewhere.iter().filter(|it| !names.contains(it)) {
            self.complain("bsub.toml", format!("`elsewhere` names `{name}`, which is not an option"));
        }
        for section in &facts.requirement.section {
            for it in &section.keyword {
                let place = format!("requirement.toml: section `{}`, keyword `{}`", section.name, it.name);
                for name in it.conflicts.iter().chain(Some(&it.alias_of).filter(|it| !it.is_empty())) {
                    if !section.keyword.iter().any(|other| other.name == *name) {
                        self.complain(&place, format!("names the unknown keyword `{name}`"));
                    }
                }
            }
        }
        for it in &facts.requirement.consumer {
            let known = |name: &String| facts.requirement.section.iter().any(|section| section.name == *name);
            if let Some(unknown) = it.sections.iter().find(|name| !known(name)) {
                self.complain("requirement.toml", format!("consumer `{}` names no section `{unknown}`", it.name));
            }
        }
        if let Err(error) = emit::version(&facts.versions.manual) {
            self.complain("versions.toml", error);
        }
        for it in &facts.versions.switch {
            let place = format!("versions.toml: switch `{}`", it.name);
            for error in emit::version(&it.since).err().into_iter().chain(dialect_errors(&it.dialects)) {
                self.complain(&place, error);
            }
        }
        for it in &facts.versions.target {
            let place = format!("versions.toml: target `{}`", it.name);
            let dialect = emit::dialect(&it.dialect).err();
            for error in emit::version(&it.version).err().into_iter().chain(dialect) {
                self.complain(&place, error);
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

    /// What codegen says about the data with one text of one file replaced.
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
        let said = data::load(&folder).and_then(|facts| super::check(&facts)).err().map(|it| format!("{it:#}"));
        fs::remove_dir_all(&folder).expect("our own folder");
        said.unwrap_or_default()
    }

    /// A separate directory for every call.
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
        let said = check(file, from, to);
        for part in expected {
            assert!(said.contains(part), "expected `{part}` in: {said}");
        }
    }

    #[test]
    fn the_data_as_it_is_has_no_complaint() {
        assert_eq!(check("lsb.queues.toml", "", ""), "");
    }

    #[test]
    fn an_unknown_key_names_file_and_parameter() {
        let row = "name = \"QJOB_LIMIT\"\n";
        let expected = ["lsb.queues.toml", "`QJOB_LIMIT`", "unknown field `minimum`"];
        refuses("lsb.queues.toml", row, &format!("{row}minimum = 1\n"), &expected);
    }

    #[test]
    fn names_must_lead_somewhere() {
        let expected = ["`FWD_USERS`", "`requires` names `SNDJOBS_TOO`"];
        refuses("lsb.queues.toml", "requires = [\"SNDJOBS_TO\"]", "requires = [\"SNDJOBS_TOO\"]", &expected);
        let expected = ["`PROCLIMIT`", "`replaced_by` names `lsb.queue:TASKLIMIT`"];
        refuses("lsb.queues.toml", "replaced_by = \"TASKLIMIT\"", "replaced_by = \"lsb.queue:TASKLIMIT\"", &expected);
    }

    #[test]
    fn the_own_file_is_left_out() {
        let expected = ["`FWD_USERS`", "the own file is left out"];
        let own = "requires = [\"lsb.queues:SNDJOBS_TO\"]";
        refuses("lsb.queues.toml", "requires = [\"SNDJOBS_TO\"]", own, &expected);
    }

    #[test]
    fn lists_hold_what_they_say() {
        let (row, wrong) = ("words = [\"PRE_EXEC\", ", "words = [\"PRE_EXECS\", ");
        let expected = ["`pre_post_commands`", "`PRE_EXECS` is not a parameter of lsb.queues"];
        refuses("lists.toml", row, wrong, &expected);
        let expected = ["`share_givers`", "`FAIRSHARE` is not the `file:NAME` of a parameter"];
        refuses("lists.toml", "\"lsb.queues:FAIRSHARE\"", "\"FAIRSHARE\"", &expected);
        let expected = ["`LSB_JOB_MEMLIMIT`", "`void_with` names `LSB_RESOURCE_ENFORCE` without a word"];
        refuses("lsf.conf.toml", "\"LSB_RESOURCE_ENFORCE=memory\"", "\"LSB_RESOURCE_ENFORCE\"", &expected);
    }

    #[test]
    fn names_are_there_once() {
        let expected = ["section `Queue`: the name `UJOB_LIMIT` is a duplicate"];
        refuses("lsb.queues.toml", "name = \"QJOB_LIMIT\"", "name = \"UJOB_LIMIT\"", &expected);
        let expected = ["the name `mem` is a duplicate"];
        refuses("lsb.queues.toml", "aliases = [\"SWAP\"]", "aliases = [\"mem\"]", &expected);
    }

    #[test]
    fn bounds_and_defaults_fit() {
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
        let expected = ["`QUEUE_NAME`", "unknown name space `planet`"];
        refuses("lsb.queues.toml", "namespace = \"queue\"", "namespace = \"planet\"", &expected);
        let expected = ["`DESCRIPTION`", "unknown grammar `prose`"];
        refuses("lsb.queues.toml", "grammar = \"text\"", "grammar = \"prose\"", &expected);
        let expected = ["`JOB_SIZE_LIST`", "unknown terminal `uinteger`"];
        refuses("lsb.queues.toml", "shape = \"uint (_ uint)*\"", "shape = \"uinteger\"", &expected);
        let expected = ["`JOB_SIZE_LIST`", "does not accept its example `4 2 16`"];
        refuses("lsb.queues.toml", "shape = \"uint (_ uint)*\"", "shape = \"uint\"", &expected);
    }

    #[test]
    fn sections_require_what_they_have() {
        let expected = ["section `Queue`: required `QUEUENAME` is not a parameter of the section"];
        refuses("lsb.queues.toml", "required = [\"QUEUE_NAME\"]", "required = [\"QUEUENAME\"]", &expected);
    }
}
