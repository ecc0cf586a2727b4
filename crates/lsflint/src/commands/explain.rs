//! `explain`: the page of a rule, the documentation of a parameter, resource, requirement section or file, or the
//! meaning of a message of LSF.

mod message;

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_lint::{DocBlock, Rule};
use lsflint_spec::{
    BUILTIN_RESOURCES, Bound, BuiltinResource, Confidence, Direction, FileKind, FileSpec, ParamSpec,
    REQUIREMENT_CONSUMERS, REQUIREMENT_SECTIONS, Reading, RequirementSection, ResourceType, SectionSpec,
    builtin_resource, params_named, range_in_words, requirement_section,
};

use crate::arguments::Explain;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();

pub(crate) fn run(arguments: &Explain, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let what = arguments.what.trim();
    let mut pages: Vec<String> = Vec::new();
    if what == "-" {
        pages = message::of_lines(std::io::stdin().lock())?;
    } else if let Some(rule) = lsflint_rules::all().find(what) {
        pages.push(of_rule(rule));
    } else {
        pages.extend(builtin_resource(what).map(of_resource));
        pages.extend(requirement_section(&what.to_ascii_lowercase()).map(of_requirement_section));
        pages.extend(params_named(what).map(|(kind, section, param)| of_param(kind, section, param)));
        pages.extend(FileKind::from_name(what).map(|it| of_file(it.spec())));
        if pages.is_empty() {
            pages.extend(message::of_line(what));
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
            write!(self.text, "\n  {label:<12} {value}").expect(WRITES);
        }
        self
    }

    fn list(&mut self, label: &str, values: &[&str]) -> &mut Facts {
        self.add(label, values.join(", "))
    }
}

fn of_param(kind: FileKind, section: &SectionSpec, param: &ParamSpec) -> String {
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
        .list("conflicts", param.conflicts)
        .list("refers to", param.references)
        .list("affected by", param.affected_by)
        .list("restart", param.restart);
    for note in param.notes {
        facts.add("note", note);
    }
    facts.add("source", param.source).add("confidence", trust(param.confidence));
    facts.text
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
        let names: Vec<&str> = section.params.iter().map(|it| it.name).collect();
        let names = names.join(" ");
        match section.name {
            "" => facts.add("parameters", names),
            name => facts.add(name, names),
        };
    }
    facts.list("restart", file.restart);
    for note in file.notes {
        facts.add("note", note);
    }
    facts.add("source", file.source);
    facts.text
}

fn trust(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "documented or observed",
        Confidence::Medium => "the name is verified; the range and default may be wrong",
        Confidence::Low => "not verified",
    }
}
