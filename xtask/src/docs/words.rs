//! Pages about built-in resources, sections of requirement strings, factors of APS_PRIORITY, and targets.

use std::fmt::Write as _;

use lsflint_spec::{
    APS_FACTORS, APS_PARTS, BUILTIN_RESOURCES, BuiltinResource, Confidence, Direction, KNOWN_TARGETS, KeywordPlace,
    REQUIREMENT_CONSUMERS, REQUIREMENT_SECTIONS, Reading, RequirementSection, ResourceType, SIZE_UNITS, STATUS_VALUES,
    TIME_UNITS,
};

use super::Site;
use super::markdown::{cell, code, code_cell, counted, escape, source};

pub(super) fn write(site: &mut Site) -> anyhow::Result<()> {
    site.page("reference/resources.md", &resources())?;
    site.page("reference/requirements.md", &requirements())?;
    site.page("reference/aps.md", &priorities())?;
    site.page("reference/targets.md", &targets())
}

fn resources() -> String {
    let mut page = format!(
        "# Built-in resources\n\nThe {} that all clusters have, without a definition in lsf.shared. A name with `N` ends with a number. \
         `lsflint explain NAME` prints the same information.\n\n\
         | name | type | value | unit | range | used in | since | description |\n|---|---|---|---|---|---|---|---|\n",
        counted(BUILTIN_RESOURCES.len(), "resource", "resources")
    );
    for resource in BUILTIN_RESOURCES {
        resource_row(&mut page, resource);
    }
    page.push_str(
        "\nValues are *measured* at an interval, *static* while the host is up, or counted by the *scheduler*. An arrow shows whether larger \
         (↑) or smaller (↓) values mean more load.\n\n## Values of status\n\n`status` has these values, as displayed by `bhosts`. They \
         are case-sensitive:\n\n| word | meaning |\n|---|---|\n",
    );
    for status in STATUS_VALUES.iter().filter(|it| it.batch) {
        let _ = writeln!(page, "| `{}` | {} |", status.name, cell(status.summary));
    }
    page
}

fn resource_row(page: &mut String, resource: &BuiltinResource) {
    let kind = match resource.kind {
        ResourceType::Numeric => "number",
        ResourceType::Boolean => "Boolean",
        ResourceType::String => "string",
    };
    let reading = match resource.reading {
        Reading::Dynamic => "measured",
        Reading::Static => "static",
        Reading::Scheduler => "scheduler",
    };
    let interval = resource.interval.map(|it| format!(", {it} s")).unwrap_or_default();
    let direction = match resource.direction {
        Some(Direction::Increasing) => " ↑",
        Some(Direction::Decreasing) => " ↓",
        None => "",
    };
    let (low, high) = resource.range;
    let low = low.map(|it| format!("from {it}"));
    let high = high.map(|it| format!("to {it}"));
    let range = [low, high].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let uses = [
        (resource.consumable, "`rusage[]`"),
        (resource.order, "`order[]`"),
        (resource.defined, "`defined()`"),
        (resource.threshold, "thresholds"),
    ];
    let uses: Vec<&str> = uses.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let number = if resource.numbered { "N" } else { "" };
    let alias = if resource.alias.is_empty() { String::new() } else { format!(", `{}`", resource.alias) };
    let since = resource.since.map(|it| it.to_string()).unwrap_or_default();
    let doubt = if resource.confidence == Confidence::High { "" } else { " (not verified)" };
    let _ = writeln!(
        page,
        "| `{}{number}`{alias} | {kind}{direction} | {reading}{interval} | {} | {range} | {} | {since} | {}{doubt} |",
        resource.name,
        cell(resource.unit),
        uses.join(", "),
        cell(resource.summary),
    );
}

fn requirements() -> String {
    let mut page = String::from(
        "# Requirement strings\n\nThe sections of `RES_REQ` and `bsub -R`, and their keywords. A command or parameter ignores sections \
         that it does not use, without a message.\n\n| section | description | several `-R` | compound | since |\n\
         |---|---|---|---|---|\n",
    );
    let yes = |it: bool| if it { "yes" } else { "" };
    for section in REQUIREMENT_SECTIONS {
        let _ = writeln!(
            page,
            "| [`{0}`](#{0}) | {1} | {2} | {3} | {4} |",
            section.name,
            cell(section.summary),
            yes(section.multiple),
            yes(section.compound),
            section.since.map(|it| it.to_string()).unwrap_or_default()
        );
    }
    let words = |words: &[&str]| words.iter().map(|it| code(it)).collect::<Vec<_>>().join(", ");
    let _ = writeln!(
        page,
        "\n*Several `-R`*: each `-R` option of a job may contain one. *Compound*: allowed in compound and alternative \
         requirements.\n\nUnits of size: {}. Units of time: {}.",
        words(SIZE_UNITS),
        words(TIME_UNITS)
    );
    for section in REQUIREMENT_SECTIONS {
        requirement_section(&mut page, section);
    }
    page.push_str("\n## Used sections\n\n| command or parameter | sections |\n|---|---|\n");
    for consumer in REQUIREMENT_CONSUMERS {
        let _ = writeln!(page, "| {} | {} |", code(consumer.name), words(consumer.sections));
    }
    page
}

fn requirement_section(page: &mut String, section: &RequirementSection) {
    let _ =
        writeln!(page, "\n## {0} {{ #{0} }}\n\n{1}.\n", section.name, escape(section.summary.trim_end_matches('.')));
    let _ = writeln!(page, "- form: {}", code(section.form));
    if !section.source.is_empty() {
        let _ = writeln!(page, "- source: {}", source(section.source));
    }
    if section.keywords.is_empty() {
        return;
    }
    page.push_str("\n| keyword | place | form | since | description |\n|---|---|---|---|---|\n");
    for keyword in section.keywords {
        let place = match keyword.place {
            KeywordPlace::Item => "in the brackets",
            KeywordPlace::Unit => "at the beginning",
            KeywordPlace::UnitOption => "in the parentheses of a unit",
            KeywordPlace::ExclusiveScope => "in the parentheses of `exclusive`",
        };
        let since = keyword.since.map(|it| it.to_string()).unwrap_or_default();
        let instead =
            if keyword.alias_of.is_empty() { String::new() } else { format!("; write `{}`", keyword.alias_of) };
        let _ = writeln!(
            page,
            "| {} | {place} | {} | {since} | {}{instead} |",
            code(keyword.name),
            code_cell(keyword.form),
            cell(keyword.summary)
        );
    }
}

fn priorities() -> String {
    let mut page = String::from(
        "# APS_PRIORITY\n\nThe parts and factors of the absolute priority of jobs. `lsflint aps explain` computes a value term by \
         term.\n\n## Parts\n\n| part | description |\n|---|---|\n",
    );
    for part in APS_PARTS {
        let _ = writeln!(page, "| `{}` | {} |", part.name, cell(part.summary));
    }
    page.push_str(
        "\n## Factors\n\n| factor | parent | description | source of the value | since |\n|---|---|---|---|---|\n",
    );
    for factor in APS_FACTORS {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} |",
            factor.name,
            code_cell(factor.parent),
            cell(factor.summary),
            cell(factor.data),
            factor.since.map(|it| it.to_string()).unwrap_or_default()
        );
    }
    page
}

fn targets() -> String {
    let mut page = String::from(
        "# Targets\n\nThe values of `--target` and of `target` in lsflint.toml. A version with fewer numbers is a \
         series and means its latest version. With a range, `9.1.3..10.1`, the configuration must be valid for every \
         version in it.\n\n| target | description |\n|---|---|\n",
    );
    for target in KNOWN_TARGETS {
        let _ = writeln!(page, "| `{}` | {} |", target.name, cell(target.summary));
    }
    page
}
