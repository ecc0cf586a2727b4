//! Reading `lsflint.toml`. By hand over the spanned table, because a mistake must be shown with its place and the nearest right word,
//! and all mistakes at once.

use std::ops::Range;
use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use lsflint_lint::{Selection, Severity, all_rules, find_rule};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Config, ConfigError, ConfigProblem, Grouping};

const KEYS: [&str; 14] = [
    "target",
    "clusters",
    "select",
    "extend-select",
    "ignore",
    "severity",
    "per-file-ignores",
    "exclude",
    "allow-parameters",
    "known-hosts",
    "known-users",
    "known-groups",
    "known-resources",
    "fmt",
];
const CLUSTER_KEYS: [&str; 2] = ["name", "files"];
const FORMAT_KEYS: [&str; 2] = ["align", "indent"];
const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];

/// Longer lines are cut in excerpts.
const EXCERPT: usize = 160;

type Value<'t> = Spanned<DeValue<'t>>;
type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;

/// Reads the text of an `lsflint.toml`. `root` is its folder, `shown` its path in messages.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_config(text: &str, root: &Path, shown: &str) -> Result<Config, ConfigError> {
    let mut reader = Reader { text, problems: Vec::new() };
    let mut config = Config { root: root.to_owned(), shown: shown.to_owned(), ..Config::default() };
    match DeTable::parse(text) {
        Ok(table) => reader.table(table.get_ref(), &mut config),
        Err(error) => reader.problem(error.span().unwrap_or(0..0), first_line(error.message())),
    }
    if reader.problems.is_empty() {
        return Ok(config);
    }
    reader.problems.sort_by_key(|it| (it.line, it.column));
    Err(ConfigError { path: shown.to_owned(), problems: reader.problems })
}

fn first_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

struct Reader<'t> {
    text: &'t str,
    problems: Vec<ConfigProblem>,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, config: &mut Config) {
        for (key, value) in table {
            match &**key.get_ref() {
                "target" => config.target = self.parsed(value),
                "clusters" => config.clusters = self.clusters(value),
                "select" => config.select = self.selection(value),
                "extend-select" => config.extend_select = self.selection(value),
                "ignore" => config.ignore = self.selection(value),
                "severity" => config.severity = self.severities(value),
                "per-file-ignores" => config.per_file_ignores = self.per_file_ignores(value),
                "exclude" => config.exclude = self.globs(value),
                "allow-parameters" => config.allow_parameters = self.strings(value),
                "known-hosts" => config.known_hosts = self.strings(value),
                "known-users" => config.known_users = self.strings(value),
                "known-groups" => config.known_groups = self.strings(value),
                "known-resources" => config.known_resources = self.strings(value),
                "fmt" => config.format = self.format(value),
                _ => self.unknown_key(key, &KEYS),
            }
        }
    }

    fn clusters(&mut self, value: &Value<'_>) -> Vec<Grouping> {
        let mut found = Vec::new();
        for entry in self.array(value, "a list of tables, `[[clusters]]`") {
            let Some(table) = entry.get_ref().as_table() else {
                self.expected(entry, "a table with `files`");
                continue;
            };
            let mut grouping = Grouping { name: String::new(), files: GlobSet::empty() };
            let mut has_files = false;
            for (key, value) in table {
                match &**key.get_ref() {
                    "name" => grouping.name = self.string(value).unwrap_or_default().to_owned(),
                    "files" => {
                        grouping.files = self.globs(value);
                        has_files = true;
                    }
                    _ => self.unknown_key(key, &CLUSTER_KEYS),
                }
            }
            if !has_files {
                self.problem(entry.span(), "a cluster needs `files`, the patterns of its files".to_owned());
            }
            found.push(grouping);
        }
        found
    }

    fn selection(&mut self, value: &Value<'_>) -> Selection {
        let mut codes = Vec::new();
        for entry in self.array(value, "a list of codes") {
            let Some(code) = self.string(entry) else { continue };
            match Selection::new([code.to_owned()]) {
                Ok(_) => codes.push(code.to_owned()),
                Err(error) => self.problem(entry.span(), error.to_string()),
            }
        }
        // Every entry was looked at.
        Selection::new(codes).unwrap_or_default()
    }

    fn severities(&mut self, value: &Value<'_>) -> Vec<(&'static str, Severity)> {
        let mut found = Vec::new();
        for (key, value) in self.entries(value, "a table of rules, `X101 = \"warning\"`") {
            let severity = self.string(value).and_then(|word| {
                let severity = SEVERITIES.into_iter().find(|it| it.as_str() == word);
                if severity.is_none() {
                    let known = SEVERITIES.map(Severity::as_str);
                    let hint = if word == "off" { "; to switch a rule off, put it into `ignore`" } else { "" };
                    let message = format!("`{word}` is no severity, expected {}{hint}", one_of(&known));
                    self.problem(value.span(), message);
                }
                severity
            });
            match (find_rule(key.get_ref()), severity) {
                (Some(rule), Some(severity)) => found.push((rule.meta.code, severity)),
                (None, _) => {
                    let message = match Selection::new([key.get_ref().to_string()]) {
                        Ok(_) => {
                            format!("`{}` is a prefix; `severity` needs the code or name of one rule", key.get_ref())
                        }
                        Err(error) => error.to_string(),
                    };
                    self.problem(key.span(), message);
                }
                _ => {}
            }
        }
        found
    }

    fn per_file_ignores(&mut self, value: &Value<'_>) -> Vec<(GlobSet, rustc_hash::FxHashSet<&'static str>)> {
        let mut found = Vec::new();
        for (key, value) in self.entries(value, "a table of patterns, `\"old/*\" = [\"P001\"]`") {
            let selection = self.selection(value);
            let codes = all_rules().filter(|it| selection.contains(it)).map(|it| it.meta.code).collect();
            let mut builder = GlobSetBuilder::new();
            self.add_glob(key.get_ref(), key.span(), &mut builder);
            found.push((builder.build().unwrap_or_default(), codes));
        }
        found
    }

    fn format(&mut self, value: &Value<'_>) -> lsflint_fmt::Options {
        let mut options = lsflint_fmt::Options::default();
        for (key, value) in self.entries(value, "a table, `[fmt]`") {
            match &**key.get_ref() {
                "align" => match value.get_ref().as_bool() {
                    Some(align) => options.align = align,
                    None => self.expected(value, "`true` or `false`"),
                },
                "indent" => {
                    let number = value.get_ref().as_integer().and_then(|it| it.as_str().parse().ok());
                    match number.filter(|it| *it <= 16) {
                        Some(indent) => options.indent = indent,
                        None => self.expected(value, "a number of blanks from 0 to 16"),
                    }
                }
                _ => self.unknown_key(key, &FORMAT_KEYS),
            }
        }
        options
    }

    fn globs(&mut self, value: &Value<'_>) -> GlobSet {
        let mut builder = GlobSetBuilder::new();
        for entry in self.array(value, "a list of patterns") {
            if let Some(pattern) = self.string(entry) {
                self.add_glob(pattern, entry.span(), &mut builder);
            }
        }
        builder.build().unwrap_or_default()
    }

    fn add_glob(&mut self, pattern: &str, span: Range<usize>, builder: &mut GlobSetBuilder) {
        match glob(pattern) {
            Ok(globs) => globs.into_iter().for_each(|it| {
                builder.add(it);
            }),
            Err(error) => self.problem(span, format!("`{pattern}` is no pattern: {}", error.kind())),
        }
    }

    fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, value: &Value<'_>) -> Option<T> {
        match self.string(value)?.parse() {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                self.problem(value.span(), format!("{error}"));
                None
            }
        }
    }

    fn strings(&mut self, value: &Value<'_>) -> Vec<String> {
        let entries = self.array(value, "a list of names");
        entries.iter().filter_map(|it| self.string(it)).map(str::to_owned).collect()
    }

    fn string<'v>(&mut self, value: &'v Value<'_>) -> Option<&'v str> {
        let found = value.get_ref().as_str();
        if found.is_none() {
            self.expected(value, "a text in quotes");
        }
        found
    }

    fn array<'v, 't>(&mut self, value: &'v Value<'t>, what: &str) -> &'v [Value<'t>] {
        match value.get_ref().as_array() {
            Some(array) => array,
            None => {
                self.expected(value, what);
                &[]
            }
        }
    }

    fn entries<'v, 't>(&mut self, value: &'v Value<'t>, what: &str) -> Vec<(&'v Key<'t>, &'v Value<'t>)> {
        match value.get_ref().as_table() {
            Some(table) => table.iter().collect(),
            None => {
                self.expected(value, what);
                Vec::new()
            }
        }
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
            None => format!("the keys are {}", one_of(known).replace(" or ", " and ")),
        };
        self.problem(key.span(), format!("unknown key `{given}`; {hint}"));
    }

    fn expected(&mut self, value: &Value<'_>, what: &str) {
        self.problem(value.span(), format!("expected {what}, found {}", describe(value.get_ref())));
    }

    fn problem(&mut self, span: Range<usize>, message: String) {
        let start = floor(self.text, span.start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let end = floor(self.text, span.end).clamp(start, line_end);
        let line_text = self.text[line_start..line_end].trim_end_matches('\r').replace('\t', " ");
        let column = self.text[line_start..start].chars().count() + 1;
        let width = self.text[start..end].chars().count().max(1);
        let cut = line_text.chars().count() > EXCERPT;
        let excerpt: String =
            if cut { line_text.chars().take(EXCERPT).chain("...".chars()).collect() } else { line_text };
        self.problems.push(ConfigProblem {
            message,
            line: self.text[..start].matches('\n').count() + 1,
            column,
            width: width.min(EXCERPT.saturating_sub(column).max(1)),
            excerpt,
        });
    }
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}

fn describe(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

/// As in .gitignore: a pattern without a slash names files and folders anywhere, and a folder means everything below it.
fn glob(pattern: &str) -> Result<Vec<Glob>, globset::Error> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let (pattern, folder) = match pattern.strip_suffix('/') {
        Some(folder) => (folder, true),
        None => (pattern, false),
    };
    let anchored = match pattern.strip_prefix('/') {
        Some(anchored) => anchored.to_owned(),
        None if pattern.contains('/') => pattern.to_owned(),
        None => format!("**/{pattern}"),
    };
    let build = |text: &str| GlobBuilder::new(text).literal_separator(true).build();
    let below = build(&format!("{anchored}/**"))?;
    Ok(if folder { vec![below] } else { vec![build(&anchored)?, below] })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let found = match parse_config(text, Path::new("/site"), "lsflint.toml") {
            Ok(config) => format!("{config:#?}"),
            Err(error) => error.to_string(),
        };
        expect.assert_eq(&found);
    }

    fn parse(text: &str) -> Config {
        parse_config(text, Path::new("/site"), "lsflint.toml").unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_key_is_read() {
        let config = parse(
            r#"
target = "9.1.3..10.1"
select = ["F", "P003"]
extend-select = ["unused-suppression"]
ignore = ["F104"]
exclude = ["old/", "*.tmpl"]
allow-parameters = ["SITE_QUEUE_TAG"]
known-hosts = ["h1"]
known-users = ["ann"]
known-groups = ["chip"]
known-resources = ["lic"]
severity = { F104 = "info", duplicate-parameter = "error" }

[[clusters]]
name = "north"
files = ["north/**", "shared/lsf.shared"]

[per-file-ignores]
"lsb.queues" = ["P"]

[fmt]
align = false
indent = 2
"#,
        );
        assert_eq!(config.target.map(|it| it.to_string()).as_deref(), Some("9.1.3..10.1.0.16"));
        assert_eq!(config.severity, [("F104", Severity::Info), ("P003", Severity::Error)]);
        assert_eq!(config.clusters[0].name, "north");
        assert_eq!(config.groupings_of(Path::new("/site/north/conf/lsf.conf")).count(), 1);
        assert_eq!(config.groupings_of(Path::new("/site/south/conf/lsf.conf")).count(), 0);
        assert!(config.excludes(Path::new("/site/a/old/lsb.queues")));
        assert!(config.excludes(Path::new("/site/lsb.queues.tmpl")));
        assert!(!config.excludes(Path::new("/site/a/new/lsb.queues")));
        assert!(config.silences(Path::new("/site/x/lsb.queues"), "P003"));
        assert!(!config.silences(Path::new("/site/x/lsb.queues"), "F104"));
        assert!(!config.silences(Path::new("/site/x/lsb.hosts"), "P003"));
        assert_eq!(config.format, lsflint_fmt::Options { align: false, indent: 2 });
        assert_eq!(config.known_hosts, ["h1"]);
    }

    #[test]
    fn patterns_with_slash_are_anchored() {
        let config = parse("exclude = [\"conf/old\", \"/top\"]\n");
        assert!(config.excludes(Path::new("/site/conf/old/lsb.queues")));
        assert!(!config.excludes(Path::new("/site/x/conf/old/lsb.queues")));
        assert!(config.excludes(Path::new("/site/top/lsf.conf")));
        assert!(!config.excludes(Path::new("/site/x/top/lsf.conf")));
    }

    #[test]
    fn mistakes_are_shown_with_their_place() {
        check(
            "slect = [\"F\"]\nignore = [\"F999\", 3]\ntarget = \"11\"\n[severity]\nF104 = \"off\"\nF1 = \"info\"\n[fmt]\nindent = -1\nwidth = 1\n[[clusters]]\nname = \"x\"\n",
            expect![[r#"
                lsflint.toml:1:1: unknown key `slect`; did you mean `select`?
                  |
                1 | slect = ["F"]
                  | ^^^^^
                lsflint.toml:2:11: no rule has the code or name `F999`; did you mean `F009`?
                  |
                2 | ignore = ["F999", 3]
                  |           ^^^^^^
                lsflint.toml:2:19: expected a text in quotes, found a number
                  |
                2 | ignore = ["F999", 3]
                  |                   ^
                lsflint.toml:3:10: version `11` is not known, expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`
                  |
                3 | target = "11"
                  |          ^^^^
                lsflint.toml:5:8: `off` is no severity, expected `error`, `warning`, `info` or `hint`; to switch a rule off, put it into `ignore`
                  |
                5 | F104 = "off"
                  |        ^^^^^
                lsflint.toml:6:1: `F1` is a prefix; `severity` needs the code or name of one rule
                  |
                6 | F1 = "info"
                  | ^^
                lsflint.toml:8:10: expected a number of blanks from 0 to 16, found a number
                  |
                8 | indent = -1
                  |          ^^
                lsflint.toml:9:1: unknown key `width`; the keys are `align` and `indent`
                  |
                9 | width = 1
                  | ^^^^^
                lsflint.toml:10:1: a cluster needs `files`, the patterns of its files
                   |
                10 | [[clusters]]
                   | ^^^^^^^^^^^^"#]],
        );
    }

    #[test]
    fn broken_toml() {
        check(
            "select = [\"F\"\nx",
            expect![[r#"
            lsflint.toml:2:1: missing comma between array elements, expected `,`
              |
            2 | x
              | ^"#]],
        );
        check(
            "a = 1\na = 2\n",
            expect![[r#"
            lsflint.toml:2:1: duplicate key
              |
            2 | a = 2
              | ^"#]],
        );
    }
}
