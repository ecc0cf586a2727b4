//! `explain`: the page of a rule or of a family of rules, the documentation of a parameter, resource, requirement
//! section or file, or the meaning of what LSF prints.

mod answers;
mod message;

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_ide::answers::{enforced, enforced_by};
use lsflint_lint::{DocBlock, Rule, Source};
use lsflint_model::{AsRead, View};
use lsflint_spec::{
    BUILTIN_RESOURCES, Bound, BuiltinResource, Confidence, Direction, FileKind, FileSpec, ParamSpec,
    REQUIREMENT_CONSUMERS, REQUIREMENT_SECTIONS, Reading, RequirementSection, ResourceType, SectionSpec, after_change,
    builtin_resource, one_space, params_named, range_in_words, requirement_section,
};

use crate::arguments::Explain;
use crate::commands::common;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
/// The maximum width of text, in characters.
const WIDTH: usize = 100;
/// The maximum number of rules about a parameter.
const RULES: usize = 8;
/// The maximum number of lines of the example of a file.
const EXAMPLE_LINES: usize = 12;
/// The width of a label with the spaces around it.
const LABEL: usize = 15;

pub(crate) fn run(arguments: Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let what = arguments.what.trim();
    if what == "-" {
        return answers::of_stdin(arguments, terminal);
    }
    let mut pages: Vec<String> = Vec::new();
    if let Some(rule) = lsflint_rules::all().find(what) {
        pages.push(of_rule(rule));
    } else {
        let params = params_named(what).collect::<Vec<_>>();
        // Without a cluster, the page lists the settings that decide.
        let cluster = if params.is_empty() { None } else { answers::cluster(arguments.reading.clone())? };
        let view = cluster.as_ref().map(AsRead::view);
        // `R` is also the name of an obsolete column.
        pages.extend(family(what));
        pages.extend(builtin_resource(what).map(of_resource));
        pages.extend(requirement_section(&what.to_ascii_lowercase()).map(of_requirement_section));
        pages.extend(params.into_iter().map(|(kind, section, param)| of_param(kind, section, param, view)));
        pages.extend(FileKind::from_name(what).map(|it| of_file(it.spec())));
        if pages.is_empty() {
            pages.extend(common::rules_of(&arguments.reading)?.find(what).map(of_rule));
        }
        if pages.is_empty() && answers::knows(what) {
            return answers::of_text(arguments, terminal);
        }
    }
    if pages.is_empty() {
        return Err(Failure::new(unknown(what)));
    }
    let mut out = terminal.stdout();
    writeln!(out, "{}", pages.join("\n\n"))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The rules whose codes begin with the text: a letter with or without digits. `None` if there are none.
fn family(what: &str) -> Option<String> {
    let is_code = |it: &str| it.len() < 4 && it.starts_with(|it: char| it.is_ascii_alphabetic());
    let prefix = what.to_ascii_uppercase();
    if !is_code(&prefix) || !prefix.chars().skip(1).all(|it| it.is_ascii_digit()) {
        return None;
    }
    let rules: Vec<&Rule> = lsflint_rules::all().iter().filter(|it| it.meta.code.starts_with(&prefix)).collect();
    let mut text = format!("{BOLD}rules {prefix}{BOLD:#}");
    if let Some(rule) = rules.first().filter(|_| prefix.len() == 1) {
        write!(text, "  {}\n\n{}", rule.meta.family.title(), rule.meta.family.about()).expect(WRITES);
    }
    text.push('\n');
    for rule in &rules {
        write!(text, "\n  {}", wrapped(&rule_line(rule))).expect(WRITES);
    }
    (!rules.is_empty()).then_some(text)
}

/// `F104 end-name-mismatch: Finds ...`.
fn rule_line(rule: &Rule) -> String {
    format!("{} {}: {}", rule.meta.code, rule.meta.name, rule.meta.summary().replace('\n', " "))
}

/// A text in lines of at most [`WIDTH`] characters. The lines after the first begin below it, after a label.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = LABEL;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            write!(out, "\n{:LABEL$}", "").expect(WRITES);
            column = LABEL;
        } else if number > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

fn unknown(what: &str) -> String {
    let rules = lsflint_rules::all().iter().flat_map(|it| [it.meta.code, it.meta.name]);
    let sections = FileKind::ALL.into_iter().flat_map(|it| it.spec().sections);
    let params = sections.flat_map(|it| it.params).map(|it| it.name);
    let resources = BUILTIN_RESOURCES.iter().map(|it| it.name);
    let files = FileKind::ALL.into_iter().map(FileKind::name);
    let requirement = REQUIREMENT_SECTIONS.iter().map(|it| it.name);
    let lower = what.to_ascii_lowercase();
    let nearest = rules
        .chain(params)
        .chain(resources)
        .chain(requirement)
        .chain(files)
        .map(|it| (strsim::damerau_levenshtein(&lower, &it.to_ascii_lowercase()), it))
        .filter(|(distance, _)| *distance <= 1 + what.len() / 5)
        .min();
    match nearest {
        Some((_, nearest)) => format!("unknown name `{what}`; did you mean `{nearest}`?"),
        None => format!("unknown name `{what}`; `lsflint rules` lists the rules"),
    }
}

/// The page of a rule for the terminal, with bold headings and indented examples.
fn of_rule(rule: &Rule) -> String {
    let meta = &rule.meta;
    let mut text = format!("{BOLD}{} [{}]{BOLD:#}: {}\n", meta.name, meta.code, meta.in_words());
    for section in meta.doc().sections {
        if !section.title.is_empty() {
            write!(text, "\n{BOLD}{}{BOLD:#}\n", section.title).expect(WRITES);
        }
        for (index, block) in section.blocks.iter().enumerate() {
            if index > 0 || section.title.is_empty() {
                text.push('\n');
            }
            match block {
                DocBlock::Text(lines) => text.push_str(lines),
                DocBlock::List(items) => {
                    text.push_str(&items.iter().map(|it| format!("- {it}")).collect::<Vec<_>>().join("\n"));
                }
                DocBlock::Code { text: code, .. } => {
                    let indented = |it: &str| if it.is_empty() { String::new() } else { format!("    {it}") };
                    text.push_str(&code.lines().map(indented).collect::<Vec<_>>().join("\n"));
                }
            }
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text + &message::of_rule(meta.code)
}

const WRITES: &str = "writing to a string cannot fail";

/// A text with headings and lines of the form `label  value`; empty values are left out.
struct Facts {
    text: String,
}

impl Facts {
    fn new(heading: &str, place: &str, summary: &str) -> Facts {
        let mut text = format!("{BOLD}{heading}{BOLD:#}  {place}");
        if !summary.is_empty() {
            write!(text, "\n\n{summary}").expect(WRITES);
        }
        text.push('\n');
        Facts { text }
    }

    fn add(&mut self, label: &str, value: impl AsRef<str>) -> &mut Facts {
        let value = value.as_ref();
        if !value.is_empty() {
            write!(self.text, "\n  {label:<12} {}", wrapped(value)).expect(WRITES);
        }
        self
    }

    fn list(&mut self, label: &str, values: &[&str]) -> &mut Facts {
        self.add(label, values.join(", "))
    }
}

fn of_param(kind: FileKind, section: &SectionSpec, param: &ParamSpec, view: Option<View<'_>>) -> String {
    let place = match section.name {
        "" => kind.name().to_owned(),
        name => format!("{}, section {name}", kind.name()),
    };
    let mut facts = Facts::new(param.name, &place, param.summary);
    facts
        .add("form", param.form)
        .list("values", param.values)
        .list("also", param.literals)
        .add("range", range_in_words(param.min, param.max))
        .add("unit", param.unit)
        .add("default", param.default)
        .list("aliases", param.aliases)
        .add("versions", param.life_in_words(str::to_owned))
        .list("requires", param.requires)
        .list("requires any", param.requires_any)
        .add("because", param.requires_because.text)
        .list("conflicts", param.conflicts)
        .list("refers to", param.references)
        .list("affected by", param.affected_by)
        .list("useful with", param.useful_with)
        .list("restart", &after_change(kind, param.section, Some(param.name)).commands());
    for note in param.notes {
        facts.add("note", note);
    }
    let here = view.and_then(|it| enforced(it, kind, None, param.name));
    let lines = here.map_or_else(|| enforced_by(kind, param.name), |it| vec![it]);
    for (number, line) in lines.iter().enumerate() {
        facts.add(if number == 0 { "enforcement" } else { "" }, line.replace("**", ""));
    }
    let rules = rules_about(param);
    let mut example = section.example_of(param);
    if example.is_empty() {
        example.extend(example_of_rules(&rules, param));
    }
    for (number, line) in example.iter().enumerate() {
        facts.add(if number == 0 { "example" } else { "" }, line);
    }
    for (number, rule) in rules.iter().take(RULES).enumerate() {
        facts.add(if number == 0 { "checked by" } else { "" }, rule_line(rule));
    }
    if rules.len() > RULES {
        facts.add("", format!("and {} more rules", rules.len() - RULES));
    }
    facts.add("source", param.source).add("confidence", trust(param.confidence));
    facts.text
}

/// The rules whose sources or pages name a parameter; first those whose first line does.
fn rules_about(param: &ParamSpec) -> Vec<&'static Rule> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let names = |text: &str| text.split(|it| !is_part(it)).any(|it| it == param.name);
    let rank = |rule: &&Rule| {
        let source = |it: &Source| matches!(it, Source::Ibm { about, .. } if names(about));
        match () {
            () if rule.meta.sources.iter().any(source) => 0,
            () if rule.meta.doc.iter().any(|it| it.contains('`') && names(it)) => 1,
            () => 2,
        }
    };
    let mut rules: Vec<&Rule> = lsflint_rules::all().iter().filter(|it| rank(it) < 2).collect();
    rules.sort_by_key(rank);
    rules
}

/// A line that sets a parameter, from the corrected examples of rules.
fn example_of_rules(rules: &[&Rule], param: &ParamSpec) -> Option<String> {
    rules.iter().find_map(|rule| {
        let sections = rule.meta.doc().sections.into_iter().filter(|it| it.title == "Use instead");
        let blocks = sections.flat_map(|it| it.blocks).collect::<Vec<_>>();
        blocks.iter().find_map(|block| {
            let DocBlock::Code { text, .. } = block else { return None };
            let sets = |it: &&str| it.split_once('=').is_some_and(|(name, _)| name.trim() == param.name);
            text.lines().find(sets).map(one_space)
        })
    })
}

fn of_resource(resource: &BuiltinResource) -> String {
    let kind = match resource.kind {
        ResourceType::Numeric => "numeric",
        ResourceType::Boolean => "Boolean",
        ResourceType::String => "string",
    };
    let reading = match resource.reading {
        Reading::Dynamic => "measured",
        Reading::Static => "static",
        Reading::Scheduler => "from the scheduler",
    };
    let direction = match resource.direction {
        Some(Direction::Increasing) => "larger values mean more load",
        Some(Direction::Decreasing) => "larger values mean less load",
        None => "",
    };
    let uses = [
        (resource.consumable, "rusage[]"),
        (resource.order, "order[]"),
        (resource.defined, "defined()"),
        (resource.threshold, "load thresholds"),
    ];
    let uses: Vec<&str> = uses.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let bound = |it: Option<f64>| it.map(Bound::Inclusive);
    let mut facts = Facts::new(resource.name, "built-in resource", resource.summary);
    facts
        .add("alias", resource.alias)
        .add("type", format!("{kind}, {reading}"))
        .add("direction", direction)
        .add("unit", resource.unit)
        .add("range", range_in_words(bound(resource.range.0), bound(resource.range.1)))
        .add("interval", resource.interval.map(|it| format!("{it} seconds")).unwrap_or_default())
        .list("allowed in", &uses)
        .add("since", resource.since.map(|it| it.to_string()).unwrap_or_default())
        .add("confidence", trust(resource.confidence));
    facts.text
}

fn of_requirement_section(section: &RequirementSection) -> String {
    let readers = REQUIREMENT_CONSUMERS.iter().filter(|it| it.sections.contains(&section.name));
    let readers: Vec<&str> = readers.map(|it| it.name).collect();
    let mut facts = Facts::new(section.name, "section of resource requirement strings", section.summary);
    facts.add("form", section.form);
    for keyword in section.keywords {
        facts.add(keyword.name, keyword.summary);
    }
    facts
        .list("read by", &readers)
        .add("note", "commands and parameters silently ignore the sections that they do not use")
        .add("since", section.since.map(|it| it.to_string()).unwrap_or_default())
        .add("source", section.source);
    facts.text
}

fn of_file(file: &FileSpec) -> String {
    let mut facts = Facts::new(file.name, file.directory, file.summary);
    for section in file.sections {
        let mut names: Vec<&str> = section.params.iter().map(|it| it.name).collect();
        // `<load_index>` stands for other names.
        names.sort_by_key(|it| it.starts_with('<'));
        let names = names.join(" ");
        match section.name {
            "" => facts.add("parameters", names),
            name => facts.add(name, names),
        };
    }
    facts.list("restart", &after_change(file.kind, "", None).commands());
    for note in file.notes {
        facts.add("note", note);
    }
    facts.add("source", file.source);
    let mut text = facts.text;
    if let Some(example) = example_of_file(file.kind) {
        write!(text, "\n\n{BOLD}Example{BOLD:#}").expect(WRITES);
        example.lines().for_each(|it| write!(text, "\n    {it}").expect(WRITES));
    }
    text
}

/// The longest of the corrected examples of rules that show only this file and have at most [`EXAMPLE_LINES`] lines.
fn example_of_file(kind: FileKind) -> Option<String> {
    let sections = lsflint_rules::all().iter().flat_map(|it| it.meta.doc().sections);
    let blocks = sections.filter(|it| it.title == "Use instead").flat_map(|it| it.blocks);
    let texts = blocks.filter_map(|it| match it {
        DocBlock::Code { info, text } if info == kind.name() && !text.contains("//-") => Some(text),
        _ => None,
    });
    texts.filter(|it| it.lines().count() <= EXAMPLE_LINES).max_by_key(|it| it.lines().count())
}

fn trust(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "documented or observed",
        Confidence::Medium => "the name is verified; the range and default may be wrong",
        Confidence::Low => "not verified",
    }
}
