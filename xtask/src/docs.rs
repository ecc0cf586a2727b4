//! `cargo xtask docs`: the reference, written from the code. One page per rule (the page that `explain` prints), one page per file of
//! LSF with everything the facts say about its parameters, and an index of both, as Markdown.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use lsflint_lint::{FixSafety, Rule, all_rules};
use lsflint_spec::{Bound, Confidence, FileKind, Maturity, ParamSpec, SectionSpec};

/// Writes the reference into a folder; pages of earlier runs are replaced.
#[allow(clippy::print_stdout, reason = "the answer of a command-line task")]
pub(crate) fn run(folder: &Path) -> anyhow::Result<ExitCode> {
    let (rules, parameters) = (folder.join("rules"), folder.join("parameters"));
    for folder in [&rules, &parameters] {
        fs::create_dir_all(folder)?;
    }
    let mut index = String::from(
        "# Reference of lsflint\n\n## Rules\n\n| code | name | severity | fix | finds |\n|---|---|---|---|---|\n",
    );
    let mut count = 0;
    for rule in all_rules() {
        let meta = &rule.meta;
        let (code, name) = (meta.code, meta.name);
        let finds = one_line(meta.summary());
        let _ =
            writeln!(index, "| [{code}](rules/{code}.md) | {name} | {} | {} | {finds} |", meta.severity, fix(meta.fix));
        fs::write(rules.join(format!("{code}.md")), rule_page(rule))?;
        count += 1;
    }
    index.push_str("\n## Files and parameters\n\n| file | what it is |\n|---|---|\n");
    let mut parameter_count = 0;
    for kind in FileKind::ALL {
        let spec = kind.spec();
        let _ = writeln!(index, "| [{0}](parameters/{0}.md) | {1} |", spec.name, one_line(spec.summary));
        let mut page = format!("# {}\n\n{}\n\nSource: <{}>\n", spec.name, spec.summary, spec.source);
        for section in spec.sections {
            section_page(&mut page, section);
            parameter_count += section.params.len();
        }
        fs::write(parameters.join(format!("{}.md", spec.name)), page)?;
    }
    fs::write(folder.join("index.md"), index)?;
    println!("{count} rules and {parameter_count} parameters are described in {}", folder.display());
    Ok(ExitCode::SUCCESS)
}

fn rule_page(rule: &Rule) -> String {
    let meta = &rule.meta;
    format!(
        "# {} [{}]\n\nSeverity: {}. Fix: {}. Since {}.\n\n{}\n",
        meta.name,
        meta.code,
        meta.severity,
        fix(meta.fix),
        meta.since,
        meta.page().replace("\n# ", "\n## ")
    )
}

fn fix(safety: FixSafety) -> &'static str {
    match safety {
        FixSafety::None => "none",
        FixSafety::Safe => "safe",
        FixSafety::Unsafe => "unsafe",
        FixSafety::Mixed => "safe or unsafe",
    }
}

fn section_page(page: &mut String, section: &SectionSpec) {
    if !section.name.is_empty() {
        let _ = writeln!(page, "\n## {}\n\n{}", section.name, section.summary);
    }
    for param in section.params {
        let _ = writeln!(page, "\n### {}\n\n{}\n", param.name, param.summary);
        for (label, text) in facts(param) {
            let _ = writeln!(page, "- {label}: {text}");
        }
        for note in param.notes {
            let _ = writeln!(page, "- {note}");
        }
    }
}

/// The facts of a parameter that are set, in words.
fn facts(param: &ParamSpec) -> Vec<(&'static str, String)> {
    let bound = |it: Bound| match it {
        Bound::Inclusive(number) => number.to_string(),
        Bound::Exclusive(number) => format!("{number} (itself not allowed)"),
    };
    let status = match param.maturity {
        Maturity::Current => String::new(),
        Maturity::Deprecated => "deprecated".to_owned(),
        Maturity::Removed => "no longer read".to_owned(),
        Maturity::Obsolete => "obsolete".to_owned(),
        Maturity::Undocumented => "not documented".to_owned(),
    };
    let trust = match param.confidence {
        Confidence::High => String::new(),
        Confidence::Medium => "the name is certain, range and default are not verified".to_owned(),
        Confidence::Low => "not verified".to_owned(),
    };
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    let all = [
        ("form", code(param.form)),
        ("values", param.values.join(", ")),
        ("unit", param.unit.to_owned()),
        ("at least", param.min.map(bound).unwrap_or_default()),
        ("at most", param.max.map(bound).unwrap_or_default()),
        ("default", param.default.to_owned()),
        ("also written", param.aliases.join(", ")),
        ("status", status),
        ("use instead", param.replaced_by.to_owned()),
        ("since", param.since.map(|it| it.to_string()).unwrap_or_default()),
        ("needs", param.requires.join(", ")),
        ("not together with", param.conflicts.join(", ")),
        ("after a change", param.restart.join(", then ")),
        ("trust", trust),
        ("source", if param.source.is_empty() { String::new() } else { format!("<{}>", param.source) }),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

/// For table cells.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
