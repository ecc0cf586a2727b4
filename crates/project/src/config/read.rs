//! Reads `lsflint.toml`. It walks the spanned TOML table itself instead of using serde, so that all errors are reported
//! together, each with its place and a suggestion. The keys are declared in [`options`](super::options), their values
//! are interpreted in [`values`](super::values).

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use toml::de::{DeTable, DeValue};

use super::option::{ConfigOption, Joining, Shape};
use super::options::{find_config_option, keys_below};
use super::reader::{Key, Reader, Value, floor, one_of};
use super::{Config, ConfigError, ConfigProblem, ConfigProblemKind, Said};
use crate::disk::DIRECTORY;
use crate::error::{Cause, Problem};
use crate::paths::{Paths, folder_of};

/// The maximum length of a chain of `extend`.
const DEPTH: usize = 16;

/// The maximum number of files read through `extend`, so that reading ends even if they extend each other in many ways.
const FILES: usize = 100;

/// Reads a file; returns its text and its path as shown in messages.
type ReadFile<'r> = &'r mut dyn FnMut(&Path) -> Result<(Arc<str>, String), Problem>;

/// Reads an `lsflint.toml` and the files that it extends.
pub(crate) fn read_config(file: &Path, paths: &Paths, read: ReadFile<'_>) -> Result<Config, Problem> {
    let (text, shown) = read(file)?;
    let mut config = Config::empty(folder_of(file), &shown);
    let mut chain = vec![(file.to_owned(), shown)];
    read_onto(&text, paths, &mut chain, read, &mut config).map_err(|error| match is_foreign(file, file, paths) {
        true => without_lines(error),
        false => error,
    })?;
    config.join_added();
    keep_last(&mut config.said);
    Ok(config)
}

/// Whether a file, without links, is neither in the current directory nor in that of the lsflint.toml `first`. The
/// lsflint.toml of a stranger must not show lines of any file of this machine in a log.
fn is_foreign(file: &Path, first: &Path, paths: &Paths) -> bool {
    let real = |it: &Path| it.canonicalize().unwrap_or_else(|_| it.to_owned());
    let file = real(file);
    !file.starts_with(real(paths.current())) && !file.starts_with(real(folder_of(first)))
}

/// The first error of a foreign file, without what the file contains.
fn without_lines(error: ConfigError) -> ConfigError {
    let ConfigError { path, problems } = error;
    let message = "an error; the file is a link to one outside of this directory, so its lines are not shown";
    let first = problems.into_iter().next().map(|it| ConfigProblem {
        message: message.to_owned(),
        column: 1,
        width: 1,
        excerpt: String::new(),
        ..it
    });
    ConfigError { path, problems: first.into_iter().collect() }
}

/// Merges the settings of a file into `config`. `chain` contains the files that lead to it, the file itself last.
fn read_onto(
    text: &str,
    paths: &Paths,
    chain: &mut Vec<(PathBuf, String)>,
    read: ReadFile<'_>,
    config: &mut Config,
) -> Result<(), ConfigError> {
    let (file, shown) = chain.last().cloned().unwrap_or_default();
    let root = folder_of(&file).to_owned();
    config.files.push(file);
    let mut reader = Reader::new(text, root, &shown);
    let parsed = DeTable::parse(text);
    let table = match &parsed {
        Ok(table) => table.get_ref(),
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            reader.problem_of(ConfigProblemKind::Syntax, span, first_line(error.message()));
            return Err(reader.into_error());
        }
    };
    // Checked first, because another version may know keys that this one does not.
    if let Some(value) = table.get("required-version") {
        reader.required_version(value);
        if !reader.problems.is_empty() {
            return Err(reader.into_error());
        }
    }
    if let Some(value) = table.get("extend") {
        for (base, span) in reader.bases(value) {
            reader.base(base, span, paths, chain, read, config)?;
        }
    }
    reader.policies = config.policies.iter().map(|it| it.policy.clone()).collect();
    reader.top(table, config);
    if reader.problems.is_empty() { Ok(()) } else { Err(reader.into_error()) }
}

/// Keeps the last value of each key. Lists that files add to have one entry for each file.
fn keep_last(said: &mut Vec<Said>) {
    let adds = |key: &str| {
        let name = key.split('.').next().unwrap_or_default();
        find_config_option(name).is_some_and(|it| it.joining == Joining::Adds)
    };
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut kept: Vec<bool> = said.iter().rev().map(|it| seen.insert(&it.key) || adds(&it.key)).collect();
    said.retain(|_| kept.pop().unwrap_or(true));
}

fn first_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

impl Reader<'_> {
    fn top(&mut self, table: &DeTable<'_>, config: &mut Config) {
        // Other keys name policies.
        let (policies, others): (Vec<_>, Vec<_>) = table.iter().partition(|it| it.0.get_ref() == "policy");
        for (key, value) in policies.into_iter().chain(others) {
            match find_config_option(key.get_ref()).filter(|it| !it.name.contains('.')) {
                Some(option) => self.option(option, value, config),
                None => self.unknown_key(key, &keys_below("")),
            }
        }
    }

    /// Reads the value of an option; a table is read key by key.
    fn value(&mut self, option: &'static ConfigOption, value: &Value<'_>, config: &mut Config) {
        let name = option.name;
        match option.shape {
            Shape::Table => {
                if let Some(table) = self.table(value, &format!("a table, `[{name}]`")) {
                    self.keys_of(name, table, config);
                }
            }
            Shape::ListOfTables(required) => {
                let what = match name {
                    "esub" => {
                        config.esubs.clear();
                        ", the name of the program"
                    }
                    "clusters" => {
                        config.clusters.clear();
                        ", the file patterns of the cluster"
                    }
                    _ => "",
                };
                for entry in self.array(value, &format!("a list of tables, `[[{name}]]`")) {
                    let Some(table) = self.table(entry, &format!("a table with `{}`", required[0])) else { continue };
                    (option.read)(self, entry, config);
                    self.keys_of(name, table, config);
                    for missing in required.iter().filter(|it| !table.contains_key(**it)) {
                        let message = format!("missing `{missing}`{what}");
                        self.problem_of(ConfigProblemKind::MissingKey, entry.span(), message);
                    }
                    (option.end)(self, entry, config);
                }
            }
            _ => (option.read)(self, value, config),
        }
    }

    /// Reads the keys of the table `name`.
    fn keys_of(&mut self, name: &str, table: &DeTable<'_>, config: &mut Config) {
        for (key, value) in table {
            match find_config_option(&format!("{name}.{}", key.get_ref())).filter(|_| !key.get_ref().contains('.')) {
                Some(option) => self.value(option, value, config),
                None => self.unknown_key(key, &keys_below(name)),
            }
        }
    }

    fn option(&mut self, option: &'static ConfigOption, value: &Value<'_>, config: &mut Config) {
        if option.joining == Joining::Replaces {
            config.said.retain(|it| it.option.name != option.name);
        }
        self.value(option, value, config);
        self.say(option, option.name.to_owned(), value, config);
    }

    /// Records the key, value and place for `--show-settings`; tables entry by entry.
    fn say(&self, option: &'static ConfigOption, key: String, value: &Value<'_>, config: &mut Config) {
        match value.get_ref() {
            DeValue::Table(table) => {
                for (name, value) in table {
                    let option = find_config_option(&format!("{key}.{}", name.get_ref())).unwrap_or(option);
                    self.say(option, format!("{key}.{}", name.get_ref()), value, config);
                }
            }
            DeValue::Array(tables) if tables.first().is_some_and(|it| it.get_ref().is_table()) => {
                for (number, table) in tables.iter().enumerate() {
                    let code = || table.get_ref().as_table()?.get("code")?.get_ref().as_str();
                    let name = code().map_or_else(|| number.to_string(), str::to_owned);
                    self.say(option, format!("{key}.{name}"), table, config);
                }
            }
            _ => {
                let span = floor(self.text, value.span().start)..floor(self.text, value.span().end);
                let lines = self.text[span.clone()].lines().map(str::trim).filter(|it| !it.starts_with('#'));
                let value = lines.collect::<Vec<_>>().join(" ");
                let line = self.line(span.start);
                config.said.push(Said { option, key, value, file: self.shown.clone(), line });
            }
        }
    }

    /// Merges the settings of an extended file into `config`.
    fn base(
        &mut self,
        base: &str,
        span: Range<usize>,
        paths: &Paths,
        chain: &mut Vec<(PathBuf, String)>,
        read: ReadFile<'_>,
        config: &mut Config,
    ) -> Result<(), ConfigError> {
        let file = paths.absolute(&self.root.join(base));
        let mut fail = |message: String| {
            self.problem_of(ConfigProblemKind::Extend, span.clone(), message);
            let problems = std::mem::take(&mut self.problems);
            Err(ConfigError { path: self.shown.to_string(), problems })
        };
        if let Some(at) = chain.iter().position(|it| it.0 == file) {
            let way: Vec<String> = chain[at..].iter().map(|it| format!("`{}`", it.1)).collect();
            return fail(match way.len() {
                1 => "the file extends itself".to_owned(),
                _ => format!("the files extend each other: {}, then {} again", way.join(", "), way[0]),
            });
        }
        if chain.len() >= DEPTH || config.files.len() >= FILES {
            return fail("too many files extend each other".to_owned());
        }
        let (text, shown) = match read(&file) {
            Ok(found) => found,
            Err(Problem::At { cause: Cause::Missing | Cause::DanglingLink, .. }) => {
                return fail(format!("`{base}` does not exist"));
            }
            Err(Problem::At { cause: Cause::NotAFile(DIRECTORY), .. }) => {
                return fail(format!("`{base}` is a directory; specify the file in it"));
            }
            Err(problem) => return fail(problem.to_string()),
        };
        let is_foreign = is_foreign(&file, &chain[0].0, paths);
        chain.push((file, shown));
        match read_onto(&text, paths, chain, read, config) {
            Err(error) if is_foreign => {
                let line = error.problems.first().map_or(1, |it| it.line);
                return fail(format!(
                    "`{base}` has an error in line {line}; run lsflint in its directory to see the error"
                ));
            }
            done => done?,
        }
        chain.pop();
        Ok(())
    }

    fn unknown_key(&mut self, key: &Key<'_>, known: &[&'static str]) {
        let given = key.get_ref();
        let lower = given.to_ascii_lowercase().replace('_', "-");
        let nearest = known
            .iter()
            .map(|it| (strsim::damerau_levenshtein(&lower, it), *it))
            .filter(|(distance, _)| *distance <= 1 + given.len() / 4)
            .min();
        let hint = match nearest {
            Some((_, nearest)) => format!("did you mean `{nearest}`?"),
            None if known.len() > 5 => "`lsflint config` lists all keys".to_owned(),
            None => format!("expected one of {}", one_of(known).replace(" or ", " and ")),
        };
        self.problem_of(ConfigProblemKind::UnknownKey, key.span(), format!("unknown key `{given}`; {hint}"));
    }
}

#[cfg(test)]
mod tests;
