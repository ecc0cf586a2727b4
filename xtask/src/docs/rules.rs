//! The pages of rules and families, and the list of families.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsflint_lint::{DocBlock, Family, FixSafety, Rule, RuleDoc, Severity, Status};

use super::Site;
use super::markdown::{block, cell, counted};
use super::playground::example_link;

/// Writes the pages and returns the number of rules.
pub(super) fn write(site: &mut Site) -> anyhow::Result<usize> {
    let mut families: BTreeMap<Family, Vec<&Rule>> = BTreeMap::new();
    for rule in lsflint_rules::all().iter() {
        families.entry(rule.meta.family).or_default().push(rule);
        site.page(&format!("reference/rules/{}.md", rule.meta.code), &rule_page(rule, site.has_playground))?;
    }
    let mut index = String::from(
        "# Rules\n\nA code is the letter of the family and three digits. Codes never change and are never reused. \
         `--select` and `--ignore` accept codes, prefixes of codes, and names: `--select R,X1 --ignore R6`. \
         `lsflint explain CODE` prints the page of a rule, and `lsflint rules` lists all rules.\n\n\
         All examples are tested: the rule reports the text below *Example*, and does not report the text below *Use instead*.\n\n\
         | family | rules | errors | warnings | infos and hints | with fixes | about |\n|---|--:|--:|--:|--:|--:|---|\n",
    );
    let mut count = 0;
    for family in Family::ALL {
        let Some(rules) = families.remove(family) else { continue };
        let (letter, name, about) = (family.letter(), family.title(), family.about());
        let of = |severity: fn(Severity) -> bool| rules.iter().filter(|it| severity(it.meta.severity)).count();
        let fixes = rules.iter().filter(|it| it.meta.fix != FixSafety::None).count();
        let _ = writeln!(
            index,
            "| [{letter} {name}](family-{}/index.md) | {} | {} | {} | {} | {fixes} | {about} |",
            letter.to_ascii_lowercase(),
            rules.len(),
            of(|it| it == Severity::Error),
            of(|it| it == Severity::Warning),
            of(|it| it < Severity::Warning),
        );
        count += rules.len();
        let page = format!("reference/rules/family-{}/index.md", letter.to_ascii_lowercase());
        site.entry("rules", 0, &format!("{letter}: {name}"), "");
        site.entry("rules", 1, "", &page);
        for rule in &rules {
            let code = rule.meta.code;
            site.entry("rules", 1, &format!("{code} {}", rule.meta.name), &format!("reference/rules/{code}.md"));
        }
        site.page(&page, &family_page(*family, &rules))?;
    }
    let _ = writeln!(index, "\n{} in total.", counted(count, "rule", "rules"));
    site.page("reference/rules/index.md", &index)?;
    Ok(count)
}

fn family_page(family: Family, rules: &[&Rule]) -> String {
    let mut page = format!(
        "# {}: {}\n\n{} about {}.\n\n| code | name | severity | fix | |\n|---|---|---|---|---|\n",
        family.letter(),
        family.title(),
        counted(rules.len(), "rule", "rules"),
        family.about(),
    );
    for rule in rules {
        let meta = &rule.meta;
        let fix = if meta.fix == FixSafety::None { "" } else { fix(meta.fix) };
        let off = if meta.status == Status::OptIn { "Off by default. " } else { "" };
        let _ = writeln!(
            page,
            "| [{0}](../{0}.md) | {1} | {2} | {fix} | {off}{3} |",
            meta.code,
            meta.name,
            meta.severity,
            cell(&meta.summary())
        );
    }
    page
}

fn rule_page(rule: &Rule, has_playground: bool) -> String {
    let meta = &rule.meta;
    let family = meta.family.letter().to_ascii_lowercase();
    let name = meta.family.title();
    let default = match meta.status {
        Status::Stable => "on by default",
        Status::OptIn => "off by default",
    };
    let fix = if meta.fix == FixSafety::None { "no fix".to_owned() } else { format!("fix: {}", fix(meta.fix)) };
    format!(
        "# {code} {}\n\n**{}** · {fix} · {default} · since {} · family [{name}](family-{family}/index.md)\n\n{}\n\
         ## Suppress it\n\nOn the line, or on the line above it:\n\n```text\n# lsflint: ignore[{code}] reason\n```\n\n\
         For all files, in `lsflint.toml`:\n\n```toml\nignore = [\"{code}\"]\n```\n",
        meta.name,
        meta.severity,
        meta.since,
        body(&meta.doc(), &|info, text| if has_playground { example_link(meta, info, text) } else { None }),
        code = meta.code,
    )
}

/// The safety of a fix, in words.
fn fix(safety: FixSafety) -> &'static str {
    match safety {
        FixSafety::None => "none",
        FixSafety::Safe => "safe",
        FixSafety::Unsafe => "unsafe",
        FixSafety::Mixed => "safe or unsafe",
    }
}

/// The page of a rule: headings one level deeper, and examples with the names of their files. `link` has the address
/// that opens an example.
fn body(doc: &RuleDoc, link: &dyn Fn(&str, &str) -> Option<String>) -> String {
    let mut out = String::new();
    for section in &doc.sections {
        if !section.title.is_empty() {
            out.push_str(&format!("## {}\n\n", section.title));
        }
        for block in &section.blocks {
            match block {
                DocBlock::Text(text) => out.push_str(&format!("{}\n\n", escaped(text))),
                DocBlock::List(items) => {
                    items.iter().for_each(|it| out.push_str(&format!("- {}\n", escaped(it))));
                    out.push('\n');
                }
                DocBlock::Code { info, text } => {
                    out.push_str(&format!("{}\n", blocks(info, text)));
                    if let Some(address) = link(info, text) {
                        out.push_str(&format!("[Open in the playground]({address}){{ .playground }}\n\n"));
                    }
                }
            }
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Escapes `<`, except in links.
fn escaped(text: &str) -> String {
    text.replace('<', "&lt;").replace("&lt;http", "<http")
}

/// An example as one titled block per file.
fn blocks(info: &str, text: &str) -> String {
    let (name, disguise) = info.split_once(' ').unwrap_or((info, ""));
    let hosts_elim;
    let title = match (name, disguise) {
        ("", _) => return format!("```text\n{text}```\n"),
        ("resreq", _) => "requirement strings",
        ("LSF_SERVERDIR", _) => "files in LSF_SERVERDIR",
        ("elim", "") => "output of an elim",
        ("elim", of) => {
            let (host, resources) = of.split_once(':').unwrap_or((of, ""));
            let resources = if resources.is_empty() { "nothing" } else { resources };
            hosts_elim = format!("output of an elim on {host}, which must report {resources}");
            &hosts_elim
        }
        (_, "") => name,
        (_, "bom") => &format!("{name}, with a byte order mark"),
        (_, "crlf") => &format!("{name}, with Windows line endings"),
        (_, "long") => &format!("{name}; LONG stands for 5,000 characters"),
        (_, "many") => &format!("{name}; the line with MANY is repeated 1,100 times"),
        (_, "missing") => &format!("{name}; the included file does not exist"),
        (_, other) => &format!("{name}, {other}"),
    };
    let mut out = String::new();
    let mut title = title.to_owned();
    let mut file = String::new();
    for line in text.lines() {
        if let Some(next) = line.strip_prefix("//- ") {
            if !file.is_empty() {
                out.push_str(&block(&title, &file));
                out.push('\n');
            }
            title = next.trim().to_owned();
            file.clear();
        } else {
            file.extend([line, "\n"]);
        }
    }
    out.push_str(&block(&title, &file));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_split_into_files() {
        let page = "Finds x:\n- <a>\n\n# Example\n```lsb.users\na\n//- lsf.conf\n# b\n```\n\n```elim c1:\n1 b 2\n```\n";
        let expected = "Finds x:\n\n- &lt;a>\n\n## Example\n\n```text title=\"lsb.users\"\na\n```\n\n\
                        ```text title=\"lsf.conf\"\n# b\n```\n\n\
                        ```text title=\"output of an elim on c1, which must report nothing\"\n1 b 2\n```\n";
        assert_eq!(body(&RuleDoc::new(page.lines()), &|_, _| None), expected);
        let linked = body(&RuleDoc::new(["```lsf.conf", "A=1", "```"].into_iter()), &|info, _| Some(info.into()));
        assert!(linked.ends_with("```\n\n[Open in the playground](lsf.conf){ .playground }\n"), "{linked}");
    }
}
