//! `cargo xtask new-rule GROUP NAME`: creates the file of a rule with a failing test, and registers the rule in its
//! family.
//!
//! The registration edits text, not syntax, because the modules of all families have the same form: `mod` lines and one
//! array.
#![allow(clippy::print_stdout, reason = "output of a command-line task")]

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use crate::process::cargo;
use crate::rules::{self, Declared};

/// Arguments of `cargo xtask new-rule`.
#[derive(clap::Args)]
pub struct NewRuleArguments {
    /// The family: a directory in crates/rules/src, such as `parameter`.
    group: String,
    /// The stable name of the defect in kebab case, such as `duplicate-parameter`.
    name: String,
    /// The stable code, such as `P204` [default: the next free code of the family].
    #[arg(long)]
    code: Option<String>,
    /// The element that the rule checks.
    #[arg(long, value_enum, default_value_t = Place::Setting)]
    at: Place,
}

/// The elements that a new rule can check.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Place {
    /// A `key = value` line, an lsf.conf line, a table cell.
    Setting,
    /// A section.
    Section,
    /// The header of a table.
    Table,
    /// A row of a table.
    Row,
    /// A requirement string.
    Requirement,
    /// A directive line.
    Directive,
    /// A syntax error.
    SyntaxError,
    /// The whole file.
    File,
}

impl Place {
    /// What the range of the place needs in addition to the context and the findings.
    fn imports(self) -> &'static str {
        match self {
            Place::Setting | Place::Section | Place::Requirement | Place::SyntaxError => "",
            Place::Table | Place::Row | Place::Directive => "use lsflint_syntax::ast::AstNode;\n",
            Place::File => "use lsflint_lint::FileSection;\nuse lsflint_syntax::TextRange;\n",
        }
    }

    /// The variant of `Check`, the context it gets, and the range to report, as an expression.
    fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Place::Setting => ("Setting", "SettingContext", "context.setting.value_range()"),
            Place::Section => ("Section", "SectionContext", "context.begin_range()"),
            Place::Table => ("Table", "TableContext", "context.header.node().trimmed_range()"),
            Place::Row => ("Row", "RowContext", "context.row.node().trimmed_range()"),
            Place::Requirement => ("Requirement", "RequirementContext", "context.node.range()"),
            Place::Directive => ("Directive", "DirectiveContext", "context.directive.node().trimmed_range()"),
            Place::SyntaxError => ("SyntaxError", "ErrorContext", "context.error.range"),
            Place::File => (
                "File",
                "FileContext",
                "context.sections().first().map_or_else(TextRange::default, FileSection::begin_range)",
            ),
        }
    }
}

/// Creates and registers the rule, and formats the crate.
pub fn run(root: &Path, arguments: &NewRuleArguments) -> anyhow::Result<ExitCode> {
    let folder = root.join(rules::FOLDER).join(&arguments.group);
    let registry = folder.join("mod.rs");
    ensure!(
        registry.is_file(),
        "unknown family `{}`; the families are {}",
        arguments.group,
        families(root)?.join(", ")
    );
    ensure!(
        is_kebab_case(&arguments.name),
        "invalid name `{}`: write it in kebab case, such as `duplicate-parameter`",
        arguments.name
    );

    let existing = rules::read(root)?;
    let text = fs::read_to_string(&registry).with_context(|| format!("cannot read {}", registry.display()))?;
    let code = match &arguments.code {
        Some(code) => code.clone(),
        None => next_code(&text, existing.iter().filter(|rule| rule.folder == arguments.group))?,
    };
    let letter = letter(&text)?;
    ensure!(is_code(&code), "invalid code `{code}`: write a letter and three digits, such as `P204`");
    ensure!(code.starts_with(letter), "invalid code `{code}`: codes of the family begin with `{letter}`");
    for rule in &existing {
        ensure!(rule.code != code, "the code `{code}` belongs to `{}`; codes cannot be reused", rule.name);
        ensure!(rule.name != arguments.name, "the rule `{}` already exists: {}", rule.name, rule.code);
    }

    let module = arguments.name.replace('-', "_");
    let file = folder.join(format!("{module}.rs"));
    ensure!(!file.exists(), "{} already exists", file.display());
    let codes = |module: &str| {
        let rule = existing.iter().find(|rule| rule.folder == arguments.group && rule.module == module);
        rule.map(|rule| rule.code.clone())
    };
    let registered = register(&text, &module, &code, codes)?;
    fs::write(&file, rule_file(&code, &arguments.name, &arguments.group, arguments.at))?;
    fs::write(&registry, registered)?;
    cargo(root, &["fmt", "--package", "lsflint-rules"])?;

    println!("{code} {} is in {}", arguments.name, file.strip_prefix(root).unwrap_or(&file).display());
    println!("next: write its page, its check and its fixture, as docs/design/rules.md shows");
    println!("then: UPDATE_EXPECT=1 cargo test -p lsflint-rules --lib");
    Ok(ExitCode::SUCCESS)
}

/// The families: the folders of the rules.
pub(crate) fn families(root: &Path) -> anyhow::Result<Vec<String>> {
    let folder = root.join(rules::FOLDER);
    let mut names = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        if entry.path().join("mod.rs").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn is_kebab_case(name: &str) -> bool {
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}

fn is_code(code: &str) -> bool {
    let digits = code.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    !digits.is_empty()
        && digits.len() < code.len()
        && digits.len() == 3
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The first letter of the codes of a family, from the head of its module.
fn letter(registry: &str) -> anyhow::Result<char> {
    let rest = registry.strip_prefix("//! Family ").context("the module does not begin with `//! Family LETTER:`")?;
    rest.chars().next().context("missing letter of the family in the module")
}

/// One more than the highest code of the family, or its first one.
fn next_code<'a>(registry: &str, family: impl Iterator<Item = &'a Declared>) -> anyhow::Result<String> {
    let highest = family.filter_map(|rule| rule.code.get(1..)?.parse::<u32>().ok()).max().unwrap_or(0);
    Ok(format!("{}{:03}", letter(registry)?, highest + 1))
}

/// Adds `mod module;` in alphabetical order and the rule in the order of codes.
fn register(text: &str, module: &str, code: &str, code_of: impl Fn(&str) -> Option<String>) -> anyhow::Result<String> {
    const ARRAY: &str = "RULES: &[&Rule] = &[";
    let start = text.find(ARRAY).context("missing `RULES` in the module of the family")? + ARRAY.len();
    let end = start + text[start..].find(']').context("unclosed `[` of `RULES`")?;
    let mut rows: Vec<(String, String)> = Vec::new();
    for row in text[start..end].split(',').map(str::trim).filter(|row| !row.is_empty()) {
        let Some(module) = row.strip_prefix('&').and_then(|row| row.strip_suffix("::RULE")) else {
            bail!("`{row}` is not a row of `RULES`")
        };
        rows.push((code_of(module).unwrap_or_default(), row.to_owned()));
    }
    rows.push((code.to_owned(), format!("&{module}::RULE")));
    rows.sort();
    let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();

    let head = &text[..start];
    let declaration = format!("mod {module};");
    let name_of = |line: &str| line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ").to_owned();
    let is_declaration = |line: &str| name_of(line).starts_with("mod ");
    let mut lines: Vec<&str> = head.lines().collect();
    let last = lines.iter().rposition(|line| is_declaration(line));
    match lines
        .iter()
        .position(|line| is_declaration(line) && name_of(line) > declaration)
        .or(last.map(|index| index + 1))
    {
        Some(index) => lines.insert(index, &declaration),
        None => {
            let imports = lines.iter().rposition(|line| line.starts_with("use ")).map_or(1, |index| index + 1);
            lines.insert(imports, &declaration);
            lines.insert(imports, "");
        }
    }
    Ok(format!("{}{}{}", lines.join("\n"), rows.join(", "), &text[end..]))
}

fn rule_file(code: &str, name: &str, folder: &str, place: Place) -> String {
    let (check, context, range) = place.names();
    let mut family = folder.to_owned();
    family[..1].make_ascii_uppercase();
    TEMPLATE
        .replace("CODE", code)
        .replace("RULE-NAME", name)
        .replace("FAMILY", &family)
        .replace("PLACE", check)
        .replace("CONTEXT", context)
        .replace("RANGE", range)
        .replace("IMPORTS\n", place.imports())
}

/// A rule to be filled in. The test asks for a finding that the check does not report yet. docs/design/rules.md shows
/// how to fill it in, as changes of these lines.
const TEMPLATE: &str = r##"use lsflint_lint::{CONTEXT, Findings, Item, rule};
IMPORTS

rule! {
    /// Finds one kind of mistake, in one sentence.
    ///
    /// # Effect
    /// What LSF does: it ignores the line, uses the default, or drops the queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    pub CODE "RULE-NAME" {
        family: FAMILY, scope: OwnFile, severity: Warning,
        sources: [],
        checks: [PLACE(check)],
    }
}

fn check(context: &CONTEXT<'_>, findings: &mut Findings) {
    let range = RANGE;
    let is_wrong = false;
    if is_wrong {
        findings
            .report(range, "what is wrong")
            .consequence(Item::Line.ignored())
            .help("what to write instead");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the mistake
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        ^^^^^^^^^^ CODE warning what is wrong
        End Queue

        //# accepts a similar line
        //- each Queue
        PRIORITY = 40
    "#]];
}
"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_of_a_family_is_registered() {
        let empty = "//! Family A: priorities.\n\nuse lsflint_lint::Rule;\n\n/// By code.\npub(crate) static RULES: &[&Rule] = &[];\n";
        assert_eq!(
            register(empty, "zero_weight", "A001", |_| None).expect("the shape is known"),
            "//! Family A: priorities.\n\nuse lsflint_lint::Rule;\n\nmod zero_weight;\n\n/// By code.\npub(crate) static RULES: &[&Rule] = \
             &[&zero_weight::RULE];\n"
        );
        assert_eq!(next_code(empty, [].into_iter()).expect("there is a letter"), "A001");
    }

    #[test]
    fn modules_are_sorted_by_name_and_rows_by_code() {
        let text = "use lsflint_lint::Rule;\n\nmod beta;\npub(crate) mod gamma;\n\nstatic RULES: &[&Rule] = &[\n    &gamma::RULE,\n    &beta::RULE,\n];\n";
        let codes = |module: &str| Some(if module == "gamma" { "F001" } else { "F104" }.to_owned());
        let made = register(text, "delta", "F050", codes).expect("the shape is known");
        assert!(made.contains("mod beta;\nmod delta;\npub(crate) mod gamma;\n"), "{made}");
        assert!(made.contains("&[&gamma::RULE, &delta::RULE, &beta::RULE];"), "{made}");
        let made = register(text, "alpha", "F999", codes).expect("the shape is known");
        assert!(made.contains("\nmod alpha;\nmod beta;\n") && made.contains("&beta::RULE, &alpha::RULE]"), "{made}");
    }

    #[test]
    fn every_family_gives_its_next_free_code() {
        let root = crate::repository_root();
        let existing = rules::read(&root).expect("the rules can be read");
        for family in families(&root).expect("the families can be listed") {
            let registry = root.join(rules::FOLDER).join(&family).join("mod.rs");
            let registry = fs::read_to_string(registry).expect("a module");
            let letter = letter(&registry).expect("a letter");
            let code = next_code(&registry, existing.iter().filter(|it| it.folder == family)).expect("a code");
            assert!(is_code(&code) && code.starts_with(letter), "{family}: {code}");
            assert!(existing.iter().all(|it| it.code != code), "{family}: {code} is taken");
            let strangers: Vec<&str> = existing
                .iter()
                .filter(|it| it.code.starts_with(letter) && it.folder != family)
                .map(|it| &*it.code)
                .collect();
            assert_eq!(strangers, [""; 0], "codes of {family} in other folders");
        }
    }

    #[test]
    fn codes_follow_the_highest_of_the_family() {
        let rule = |code: &str| Declared {
            folder: String::new(),
            module: String::new(),
            code: code.to_owned(),
            name: String::new(),
            is_error: false,
            sources: Vec::new(),
        };
        let rules = [rule("F104"), rule("F090")];
        assert_eq!(next_code("//! Family F: files.\n", rules.iter()).expect("a code"), "F105");
    }

    #[test]
    fn names_and_codes_have_one_form() {
        assert!(is_kebab_case("duplicate-parameter") && !is_kebab_case("Duplicate") && !is_kebab_case("a--b"));
        assert!(is_code("P204") && !is_code("204") && !is_code("P4") && !is_code("p204"));
    }

    #[test]
    fn the_template_is_filled_completely() {
        let text = rule_file("Q301", "job-controls", "policy", Place::Row);
        assert!(
            text.contains("pub Q301 \"job-controls\" {")
                && text.contains("family: Policy,")
                && text.contains("[Row(check)]")
        );
        assert!(!text.contains("CONTEXT") && !text.contains("RULE-NAME") && !text.contains("PLACE"));
    }
}
