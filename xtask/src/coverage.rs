//! `cargo xtask coverage`: each row of the rule catalogues and each claim is covered.
//!
//! The catalogues and the list of claims are not part of the repository, but in a folder next to it. An id is covered
//! if
//!
//! * `xtask/coverage-tests.toml` lists files whose tests check it (see [`named`]), or
//! * `xtask/coverage.toml` explains why nothing checks it, or what else covers it (see [`explained`]).
//!
//! The notes of parameters that state an interaction are counted, too: `xtask/coverage-notes.toml` says which rule or
//! fact covers each of them, or why none does (see [`mod@notes`]).
//!
//! Without that folder, the task checks only that the two files are valid and consistent, and that the listed files
//! exist and have tests.
#![allow(clippy::print_stdout, reason = "the report is the product")]

mod explained;
mod named;
mod notes;
mod reference;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use crate::rules;
use crate::tidy::Repository;
use explained::Explained;
use named::Named;
use notes::Notes;
use reference::{Catalogue, Reference};

/// The table of explanations, relative to the repository.
const TABLE: &str = "xtask/coverage.toml";
/// The list of tested ids, relative to the repository.
const LIST: &str = "xtask/coverage-tests.toml";

/// Arguments of `cargo xtask coverage`.
#[derive(Args, Default)]
pub struct CoverageArguments {
    /// The folder with the catalogues [default: `reference` in $LSFLINT_SHARED or in `../shared`].
    #[arg(long, value_name = "FOLDER")]
    reference: Option<PathBuf>,
    /// Print only where this id is covered.
    #[arg(long, value_name = "ID")]
    find: Option<String>,
}

/// Runs the check, prints the counts, and fails if an id is not covered.
pub fn run(root: &Path, arguments: &CoverageArguments) -> anyhow::Result<ExitCode> {
    let repository = Repository::read(root)?;
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"));
    let named = Named::parse(&read(LIST)?, &repository).with_context(|| LIST.to_owned())?;
    let table = read(TABLE)?;
    let explained = Explained::parse(&table).with_context(|| TABLE.to_owned())?;
    if let Some(id) = &arguments.find {
        return Ok(find(id, &named, &explained));
    }
    let folder = arguments.reference.clone().unwrap_or_else(|| shared_folder(root).join("reference"));
    let reference = Reference::read(&folder)?;

    let mut problems = named.problems.clone();
    problems.extend(contradictions(&named, &explained));
    problems.extend(unknown_carriers(&repository, &explained));
    match &reference {
        Some(reference) => {
            problems.extend(unknown_ids(reference, &named, &explained));
            print!("{}", counts(reference, &named, &explained));
            problems.extend(missing(reference, &named, &explained));
        }
        None => println!(
            "no catalogues found: only checked {LIST} and {TABLE} ({} and {} ids)",
            named.places.len(),
            explained.ids.len()
        ),
    }
    problems.extend(notes(&repository, &read(notes::TABLE)?, &folder)?);
    for problem in &problems {
        println!("error: {problem}");
    }
    println!("coverage: {} errors", problems.len());
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the counts of the notes, and returns what is wrong.
fn notes(repository: &Repository, table: &str, folder: &Path) -> anyhow::Result<Vec<String>> {
    let table = notes::Table::parse(table).with_context(|| notes::TABLE.to_owned())?;
    let reference = Notes::of_reference(folder)?;
    let outcome = notes::check(&table, &Notes::of_data(repository)?, reference.as_ref(), &codes(repository));
    print!("{}", notes::lines(&outcome));
    if reference.is_none() {
        println!("no list of parameters found: only checked the notes of crates/spec/data");
    }
    Ok(outcome.problems)
}

/// The codes of all rules.
fn codes(repository: &Repository) -> BTreeSet<String> {
    let files = repository.below("crates/rules/src/", ".rs");
    files.filter_map(|it| Some(rules::declared(&it.path, &it.text)?.code)).collect()
}

/// The folder that contains the folder of the catalogues.
fn shared_folder(root: &Path) -> PathBuf {
    std::env::var_os("LSFLINT_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from)
}

fn find(id: &str, named: &Named, explained: &Explained) -> ExitCode {
    let places = named.places.get(id).map(Vec::as_slice).unwrap_or_default();
    for place in places {
        println!("{id}: test {place}");
    }
    if let Some(entry) = explained.ids.get(id) {
        println!("{id}: {TABLE}: {entry}");
    }
    if places.is_empty() && !explained.ids.contains_key(id) {
        println!("{id}: not covered");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// No id is both tested and explained.
fn contradictions(named: &Named, explained: &Explained) -> Vec<String> {
    let both = explained.ids.iter().filter_map(|(id, entry)| Some((id, entry, named.places.get(id)?.first()?)));
    both.map(|(id, entry, place)| format!("{id} has a test ({place}) and an entry in {TABLE}: {entry}")).collect()
}

/// The rule, command or name that covers a claim exists.
fn unknown_carriers(repository: &Repository, explained: &Explained) -> Vec<String> {
    let codes = codes(repository);
    let data = repository.below("crates/spec/data/", ".toml").flat_map(|it| it.text.lines());
    let names: BTreeSet<&str> = data.filter_map(|it| it.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    let arguments = repository.below("crates/lsflint/src/arguments", ".rs").map(|it| it.text.as_str());
    let arguments: String = arguments.collect();
    let known = |(class, what): &(&str, &str)| match *class {
        "rule" => codes.contains(*what),
        "hover" => names.contains(what),
        "command" => match what.strip_prefix("explain ") {
            Some(name) => names.contains(name) || codes.contains(name),
            None => what.split(' ').all(|word| is_command(word, &arguments)),
        },
        _ => true,
    };
    let unknown = explained.carriers.iter().map(|(class, what)| (*class, what.as_str())).filter(|it| !known(it));
    unknown.map(|(class, what)| format!("{TABLE}: unknown {class} `{what}`")).collect()
}

/// Whether the arguments have a command of this name: `check-output` is a variant `CheckOutput`.
fn is_command(word: &str, arguments: &str) -> bool {
    let capital = |it: &str| it[..1].to_ascii_uppercase() + &it[1..];
    let variant: String = word.split('-').filter(|it| !it.is_empty()).map(capital).collect();
    arguments.lines().any(|it| {
        let line = it.trim_start();
        line.strip_prefix(variant.as_str()).is_some_and(|rest| rest.starts_with(['(', ' ', ',', '{']))
    })
}

fn unknown_ids(reference: &Reference, named: &Named, explained: &Explained) -> Vec<String> {
    let known = |id: &str| reference.contains(id);
    let tests = named.places.iter().filter(|(id, _)| !known(id));
    let tests = tests.map(|(id, _)| format!("{LIST}: unknown id `{id}`"));
    let table = explained.ids.keys().filter(|id| !known(id));
    tests.chain(table.map(|id| format!("{TABLE}: unknown id `{id}`"))).collect()
}

/// One message per block with ids that are not covered.
fn missing(reference: &Reference, named: &Named, explained: &Explained) -> Vec<String> {
    let mut messages = Vec::new();
    for catalogue in reference.catalogues.iter().filter(|it| it.required) {
        for (block, ids) in &catalogue.blocks {
            let is_missing = |id: &&String| !named.places.contains_key(*id) && !explained.ids.contains_key(*id);
            let ids: Vec<&str> = ids.iter().filter(is_missing).map(String::as_str).collect();
            if !ids.is_empty() {
                messages.push(format!("{}, {block}: {} not covered: {}", catalogue.name, ids.len(), ids.join(", ")));
            }
        }
    }
    messages
}

/// The table of counts, one line per block and one per catalogue.
fn counts(reference: &Reference, named: &Named, explained: &Explained) -> String {
    let mut lines = format!("{:<58} {:>6} {:>7} {:>10} {:>8}\n", "", "ids", "tested", "explained", "missing");
    let mut total = Count::default();
    for catalogue in reference.catalogues.iter().filter(|it| it.required) {
        let mut blocks = String::new();
        let mut sum = Count::default();
        for (block, ids) in &catalogue.blocks {
            let count = Count::of(ids, named, explained);
            blocks += &count.line(&format!("  {block}"));
            sum = sum.plus(count);
        }
        lines += &sum.line(&catalogue.name);
        lines += &blocks;
        total = total.plus(sum);
    }
    lines += &total.line("all");
    for catalogue in reference.catalogues.iter().filter(|it| !it.required) {
        lines += &format!("{}: {} ids have tests\n", catalogue.name, named_of(catalogue, named));
    }
    for (class, count) in explained.classes() {
        lines += &format!("explained as {class}: {count}\n");
    }
    lines
}

fn named_of(catalogue: &Catalogue, named: &Named) -> usize {
    catalogue.blocks.iter().flat_map(|(_, ids)| ids).filter(|id| named.places.contains_key(*id)).count()
}

#[derive(Default, Clone, Copy)]
struct Count {
    ids: usize,
    tested: usize,
    explained: usize,
}

impl Count {
    fn of(ids: &[String], named: &Named, explained: &Explained) -> Count {
        let tested = ids.iter().filter(|id| named.places.contains_key(*id)).count();
        let explained =
            ids.iter().filter(|id| !named.places.contains_key(*id) && explained.ids.contains_key(*id)).count();
        Count { ids: ids.len(), tested, explained }
    }

    fn plus(self, other: Count) -> Count {
        Count {
            ids: self.ids + other.ids,
            tested: self.tested + other.tested,
            explained: self.explained + other.explained,
        }
    }

    fn line(self, label: &str) -> String {
        let Count { ids, tested, explained } = self;
        let missing = ids - tested - explained;
        format!("{label:<58} {ids:>6} {tested:>7} {explained:>10} {missing:>8}\n")
    }
}

/// A message for each id that occurs in several places.
fn duplicates<'a>(ids: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let mut messages = Vec::new();
    for (id, place) in ids {
        if let Some(first) = seen.insert(id, place) {
            messages.push(format!("{id} is in {first} and in {place}"));
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "rule! {\n    pub R301 \"x\" {\n        sources: [],\n    }\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n";

    fn repository() -> Repository {
        Repository::of(&[
            ("crates/rules/src/file/x.rs", RULE),
            ("crates/spec/data/lsb.queues.toml", "name = \"lsb.queues\"\n[[section.param]]\nname = \"JOB_STARTER\"\n"),
            (
                "crates/lsflint/src/arguments.rs",
                "enum Command {\n    Resreq(Resreq),\n    CheckOutput { file: PathBuf },\n}\n",
            ),
        ])
    }

    fn named(ids: &[&str]) -> Named {
        let row = |id: &&str| format!("\"{id}\" = {{ asks = \"a\", tests = [\"crates/rules/src/file/x.rs\"] }}\n");
        Named::parse(&ids.iter().map(row).collect::<String>(), &repository()).expect("well-formed")
    }

    #[test]
    fn the_list_and_the_table_are_in_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository");
        let repository = Repository::read(root).expect("the repository can be read");
        let list = fs::read_to_string(root.join(LIST)).expect("the list can be read");
        let named = Named::parse(&list, &repository).expect("the list is well-formed");
        let table = fs::read_to_string(root.join(TABLE)).expect("the table can be read");
        let explained = Explained::parse(&table).expect("the table is well-formed");
        let mut problems = named.problems.clone();
        problems.extend(contradictions(&named, &explained));
        problems.extend(unknown_carriers(&repository, &explained));
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn every_interaction_in_the_data_is_covered() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository");
        let repository = Repository::read(root).expect("the repository can be read");
        let table = fs::read_to_string(root.join(notes::TABLE)).expect("the table can be read");
        let problems = notes(&repository, &table, &root.join("missing")).expect("the table is well-formed");
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn an_id_has_one_account() {
        let named = named(&["RR104", "ST06"]);
        let explained =
            Explained::parse("[[reason]]\nwhy = 'not shown'\nids = ['RR104', 'RR105']\n").expect("well-formed");
        let found = contradictions(&named, &explained);
        assert_eq!(
            found,
            ["RR104 has a test (crates/rules/src/file/x.rs) and an entry in xtask/coverage.toml: not shown"]
        );
    }

    #[test]
    fn what_carries_a_claim_exists() {
        let claims = |carrier: &str| {
            let table = format!("[[claim]]\n{carrier}\nids = ['RR-001']\n");
            unknown_carriers(&repository(), &Explained::parse(&table).expect("well-formed"))
        };
        assert_eq!(claims("rule = 'R301'"), [""; 0]);
        assert_eq!(claims("rule = ['R301', 'R999']"), ["xtask/coverage.toml: unknown rule `R999`"]);
        assert_eq!(claims("hover = 'JOB_STARTER'"), [""; 0]);
        assert_eq!(claims("hover = 'JOB_STARTERS'"), ["xtask/coverage.toml: unknown hover `JOB_STARTERS`"]);
        assert_eq!(claims("command = 'explain JOB_STARTER'"), [""; 0]);
        assert_eq!(claims("command = 'explain R301'"), [""; 0]);
        assert_eq!(claims("command = 'explain R302'"), ["xtask/coverage.toml: unknown command `explain R302`"]);
        assert_eq!(claims("command = 'resreq check-output'"), [""; 0]);
        assert_eq!(claims("command = 'resreq guess'"), ["xtask/coverage.toml: unknown command `resreq guess`"]);
        assert_eq!(claims("documentation = 'anything'"), [""; 0]);
    }

    #[test]
    fn ids_without_an_account_are_listed_by_chapter() {
        let ids = |ids: &[&str]| ids.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let catalogue = |name: &str, required: bool, id: &[&str]| Catalogue {
            name: name.to_owned(),
            required,
            blocks: vec![("A".to_owned(), ids(id))],
        };
        let reference = Reference::of(vec![
            catalogue("strings", true, &["RR104", "RR105", "RR106", "RR107"]),
            catalogue("pain", false, &["users-pain 1"]),
        ]);
        let named = named(&["RR104", "RR999"]);
        let explained = Explained::parse("[[reason]]\nwhy = 'x'\nids = ['RR105']\n").expect("well-formed");
        assert_eq!(missing(&reference, &named, &explained), ["strings, A: 2 not covered: RR106, RR107"]);
        assert_eq!(unknown_ids(&reference, &named, &explained), ["xtask/coverage-tests.toml: unknown id `RR999`"]);
        let counts = counts(&reference, &named, &explained);
        let words: Vec<&str> = counts.lines().nth(1).expect("a line for the catalogue").split_whitespace().collect();
        assert_eq!(words, ["strings", "4", "1", "1", "2"]);
    }
}
