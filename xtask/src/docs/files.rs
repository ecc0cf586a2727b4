//! A page for each file of LSF, with its sections and parameters.

use std::collections::HashSet;
use std::fmt::Write as _;

use lsflint_spec::{
    Confidence, Dialect, FileKind, FileSpec, IncludePlace, Layout, ParamSpec, Reason, SectionSpec, after_change,
    range_in_words,
};

use super::Site;
use super::markdown::{anchor, cell, code, counted, escape, source};

/// Writes the pages and returns how many parameters they describe.
pub(super) fn write(site: &mut Site) -> anyhow::Result<usize> {
    let mut index = String::from(
        "# Files and parameters\n\nThe files of LSF with their sections and parameters: form, unit, default, version and source of each \
         parameter. `lsflint explain NAME` prints the same information, and editors show it when the pointer is on a name.\n\n| file | description | sections | parameters |\n|---|---|--:|--:|\n",
    );
    let mut count = 0;
    for kind in FileKind::ALL {
        let spec = kind.spec();
        let params = spec.sections.iter().map(|it| it.params.len()).sum::<usize>();
        let sections = spec.sections.iter().filter(|it| !it.name.is_empty()).count();
        let sections = if sections == 0 { String::new() } else { sections.to_string() };
        let _ = writeln!(index, "| [{0}]({0}.md) | {1} | {sections} | {params} |", spec.name, cell(spec.summary));
        let name = format!("reference/files/{}.md", spec.name);
        site.entry("files", 0, spec.name, &name);
        site.page(&name, &file_page(spec))?;
        count += params;
    }
    let _ = writeln!(index, "\n{} in total.", counted(count, "parameter", "parameters"));
    site.page("reference/files/index.md", &index)?;
    Ok(count)
}

fn file_page(spec: &FileSpec) -> String {
    let mut page = format!("# {}\n\n{}.\n\n", spec.name, escape(spec.summary.trim_end_matches('.')));
    let mut fact = |label: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(page, "- {label}: {text}");
        }
    };
    fact("folder", escape(spec.directory));
    let include = match spec.directives.include {
        IncludePlace::Nowhere => "",
        IncludePlace::Top => "`#INCLUDE` before the first section",
        IncludePlace::Anywhere => "`#INCLUDE` on any line",
    };
    let conditionals = if spec.directives.conditionals { "`#if`" } else { "" };
    fact("directives", [conditionals, include].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", "));
    fact("after a change", list(&after_change(spec.kind, "", None).commands(), ", then "));
    if !spec.names_complete {
        fact(
            "names",
            "the list of names is incomplete, so unknown names are reported only if they are similar to known names"
                .into(),
        );
    }
    for note in spec.notes {
        fact("note", escape(note));
    }
    fact("source", source(spec.source));
    let mut anchors = HashSet::new();
    for section in spec.sections {
        section_part(&mut page, spec.kind, section, &mut anchors);
    }
    if !spec.environment.is_empty() {
        page.push_str("\n## Environment\n\n| variable | description |\n|---|---|\n");
        for variable in spec.environment {
            let _ = writeln!(page, "| {} | {} |", code(variable.name), cell(variable.summary));
        }
    }
    page
}

fn section_part(page: &mut String, file: FileKind, section: &SectionSpec, anchors: &mut HashSet<String>) {
    if section.name.is_empty() {
        page.push_str("\n## Parameters\n");
    } else {
        let _ = writeln!(page, "\n## Section {} {{ #section-{} }}", section.name, anchor(&[section.name]));
    }
    if !section.summary.is_empty() {
        let _ = writeln!(page, "\n{}.", escape(section.summary.trim_end_matches('.')));
    }
    let layout = match section.layout {
        Layout::Keyed => "`key = value` lines",
        Layout::Tabular => "a table: a line with the names of columns, and one row per entry",
        Layout::Either => "`key = value` lines, or a table",
        Layout::Flat if section.name.is_empty() => "",
        Layout::Flat => "a list of lines",
    };
    page.push('\n');
    let mut fact = |label: &str, text: String| {
        if !text.is_empty() {
            let _ = writeln!(page, "- {label}: {text}");
        }
    };
    fact("layout", layout.to_owned());
    fact("other names", list(section.aliases, ", "));
    fact("required", list(section.required, ", "));
    fact("usual", list(section.usual, ", "));
    fact("because", because(section.required_because));
    fact("must be after", section_name(section.must_follow));
    fact("obsolete", escape(section.obsolete));
    if section.params.is_empty() {
        return;
    }
    let own: Vec<String> =
        section.params.iter().map(|param| unique(anchor(&[section.name, param.name]), anchors)).collect();
    page.push_str("\n| parameter | description | unit | default | since |\n|---|---|---|---|---|\n");
    for (param, id) in section.params.iter().zip(&own) {
        let since = param.since.map(|it| it.to_string()).unwrap_or_default();
        let (summary, unit, default) = (cell(param.summary), cell(param.unit), cell(param.default));
        let _ = writeln!(page, "| [{}](#{id}) | {summary} | {unit} | {default} | {since} |", code(param.name));
    }
    for (param, id) in section.params.iter().zip(&own) {
        let _ = writeln!(
            page,
            "\n### {} {{ #{id} }}\n\n{}.\n",
            escape(param.name),
            escape(param.summary.trim_end_matches('.'))
        );
        for (label, text) in facts(file, param) {
            let _ = writeln!(page, "- {label}: {text}");
        }
    }
}

fn section_name(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("the section `{name}`") }
}

fn list(values: &[&str], between: &str) -> String {
    values.iter().map(|it| code(it)).collect::<Vec<_>>().join(between)
}

/// Appends a number if the anchor is already used.
fn unique(id: String, seen: &mut HashSet<String>) -> String {
    let mut candidate = id.clone();
    let mut number = 2;
    while !seen.insert(candidate.clone()) {
        candidate = format!("{id}-{number}");
        number += 1;
    }
    candidate
}

/// The known facts about a parameter.
fn facts(file: FileKind, param: &ParamSpec) -> Vec<(&'static str, String)> {
    let confidence = match param.confidence {
        Confidence::High => "",
        Confidence::Medium => "the name is verified; range and default may be wrong",
        Confidence::Low => "not verified; findings that depend on it are at most infos",
    };
    let form = if param.form.is_empty() { String::new() } else { code(param.form) };
    let characters = |number: Option<u32>| number.map(|it| counted(it as usize, "character", "characters"));
    let mut all = vec![
        ("form", form),
        ("values", list(param.values, ", ")),
        ("also", list(param.literals, ", ")),
        ("range", range_in_words(param.min, param.max)),
        ("at most", characters(param.max_length).unwrap_or_default()),
        ("at least", characters(param.min_length).unwrap_or_default()),
        ("unit", escape(param.unit)),
        ("default", escape(param.default)),
        ("other names", list(param.aliases, ", ")),
        ("versions", param.life_in_words(code)),
        ("status", because(param.status_because)),
        ("read only by", dialects(param.only_in)),
        ("requires", list(param.requires, ", ")),
        ("requires one of", list(param.requires_any, ", ")),
        ("because", because(param.requires_because)),
        ("conflicts with", list(param.conflicts, ", ")),
        ("refers to", list(param.references, ", ")),
        ("affected by", list(param.affected_by, ", ")),
        ("useful only with", list(param.useful_with, " or ")),
        ("after a change", list(&after_change(file, param.section, Some(param.name)).commands(), ", then ")),
    ];
    all.extend(param.notes.iter().map(|it| ("note", escape(it))));
    all.push(("confidence", confidence.to_owned()));
    all.push(("source", source(param.source)));
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

/// What a page says that makes a fact true.
fn because(reason: Reason) -> String {
    if reason.text.is_empty() {
        return String::new();
    }
    format!("{} ({})", escape(reason.text), source(reason.source))
}

fn dialects(dialects: &[Dialect]) -> String {
    let word = |it: &Dialect| match it {
        Dialect::Lsf => "LSF",
        Dialect::OpenLava => "OpenLava",
        Dialect::Volclava => "volclava",
    };
    dialects.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_an_anchor_of_its_own() {
        for kind in FileKind::ALL {
            let page = file_page(kind.spec());
            let mut seen = HashSet::new();
            let anchors = page.lines().filter(|it| it.starts_with("##")).filter_map(|it| it.split_once("{ #"));
            for (_, id) in anchors {
                assert!(seen.insert(id), "{}: duplicate anchor {id}", kind.name());
            }
        }
    }
}
