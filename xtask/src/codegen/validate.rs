//! Validation of the data files: unknown names, invalid bounds, defaults and examples that the grammar rejects.
//!
//! Each problem names the file and the parameter. All problems are reported together.

mod param;
mod tables;

use std::collections::{HashMap, HashSet};

use anyhow::bail;

use super::data::{Facts, File, Section};

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
