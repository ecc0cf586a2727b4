//! The pages of the rules, a page per family, and the list of families.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use lsflint_lint::{FixSafety, Rule, Severity, Status, all_rules};

use super::Site;
use super::markdown::{block, cell, counted};

/// The letter in front of a code, what it stands for, and what its rules are about.
const FAMILIES: [(&str, &str, &str); 14] = [
    ("F", "Files and sections", "how lines, sections, tables, directives and includes are put together"),
    ("P", "Parameters and values", "unknown, misplaced and repeated parameters, and values that cannot be read"),
    ("R", "Requirement strings", "the language of `RES_REQ` and `bsub -R`"),
    ("M", "Merged levels", "what queue, application profile and job come to together"),
    (
        "X",
        "Names across files",
        "hosts, users, groups, queues and resources that are used in one file and defined in another",
    ),
    ("E", "External resources and elims", "resources of lsf.shared, where they are, and the programs that report them"),
    ("A", "Absolute priorities", "the formula of `APS_PRIORITY` and what it needs"),
    ("T", "Time", "windows and time expressions"),
    ("L", "Limits and thresholds", "limits of queues, profiles and lsb.resources, and load thresholds"),
    ("Q", "Scheduling policies", "fairshare, preemption, backfill, job control and their relatives"),
    ("V", "Versions", "what the targeted version does not read yet, or no longer"),
    ("Z", "Security and operations", "secrets, owners, paths and addresses"),
    ("W", "Style and portability", "legal text that misleads its readers, or other versions"),
    ("J", "Job scripts", "`#BSUB` lines and `bsub` commands, judged against the cluster"),
];

/// Writes the pages and returns how many rules there are.
pub(super) fn write(site: &mut Site) -> anyhow::Result<usize> {
    let mut families: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
    for rule in all_rules() {
        families.entry(letters(rule)).or_default().push(rule);
        site.page(&format!("reference/rules/{}.md", rule.meta.code), &rule_page(rule))?;
    }
    let mut index = String::from(
        "# Rules\n\nA code is a letter for the family and three digits; it never changes and is never given to another rule. \
         `--select` and `--ignore` take codes, the beginning of codes, and names: `--select R,X1 --ignore R6`. \
         `lsflint explain CODE` prints the page of a rule, `lsflint rules` lists them all.\n\n\
         Every example on the pages is executed: the rule speaks about the text below *Example* and is silent about the text \
         below *Use instead*.\n\n\
         | family | rules | errors | warnings | infos and hints | with fixes | is about |\n|---|--:|--:|--:|--:|--:|---|\n",
    );
    let mut count = 0;
    for (letter, name, about) in FAMILIES {
        let Some(rules) = families.remove(letter) else { continue };
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
        site.page(&page, &family_page(letter, name, about, &rules))?;
    }
    if let Some(letter) = families.keys().next() {
        bail!("the family `{letter}` has no name in xtask/src/docs/rules.rs");
    }
    let _ = writeln!(index, "\n{} altogether.", counted(count, "rule", "rules"));
    site.page("reference/rules/index.md", &index)?;
    Ok(count)
}

fn letters(rule: &Rule) -> &'static str {
    rule.meta.code.trim_end_matches(|it: char| it.is_ascii_digit())
}

fn family_page(letter: &str, name: &str, about: &str, rules: &[&Rule]) -> String {
    let mut page = format!(
        "# {letter}: {name}\n\n{} about {about}.\n\n| code | name | severity | fix | |\n|---|---|---|---|---|\n",
        counted(rules.len(), "rule", "rules")
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
            cell(meta.summary())
        );
    }
    page
}

fn rule_page(rule: &Rule) -> String {
    let meta = &rule.meta;
    let family = letters(rule).to_ascii_lowercase();
    let name = FAMILIES.iter().find(|it| it.0 == letters(rule)).map_or("", |it| it.1);
    let default = match meta.status {
        Status::Stable => "on by default",
        Status::OptIn => "off by default",
    };
    let fix = if meta.fix == FixSafety::None { "no fix".to_owned() } else { format!("fix: {}", fix(meta.fix)) };
    format!(
        "# {code} {}\n\n**{}** · {fix} · {default} · since {} · family [{name}](family-{family}/index.md)\n\n{}\n\
         ## Silence it\n\nOn the line, or on the line above it:\n\n```text\n# lsflint: ignore[{code}] reason\n```\n\n\
         In the whole tree, in `lsflint.toml`:\n\n```toml\nignore = [\"{code}\"]\n```\n",
        meta.name,
        meta.severity,
        meta.since,
        body(meta.page()),
        code = meta.code,
    )
}

/// Longer words than those of `rules --output-format json`.
fn fix(safety: FixSafety) -> &'static str {
    match safety {
        FixSafety::None => "none",
        FixSafety::Safe => "safe",
        FixSafety::Unsafe => "unsafe",
        FixSafety::Mixed => "safe or unsafe",
    }
}

/// The page of the rule for the site: its headings one level down, its examples with the names of their files.
fn body(page: &str) -> String {
    let mut out = String::new();
    let mut example: Option<(String, String)> = None;
    let mut before = "";
    for line in page.lines() {
        match (&mut example, line.strip_prefix("```")) {
            (None, Some(info)) => {
                if !before.is_empty() {
                    out.push('\n');
                }
                example = Some((info.to_owned(), String::new()));
            }
            (None, None) => {
                let begins_list = line.starts_with("- ") && !before.is_empty() && !before.starts_with(['-', ' ']);
                if begins_list {
                    out.push('\n');
                }
                match line.strip_prefix("# ") {
                    Some(heading) => out.push_str(&format!("## {heading}\n")),
                    None => out.push_str(&line.replace('<', "&lt;").replace("&lt;http", "<http")),
                }
                out.push('\n');
            }
            (Some((info, text)), Some(_)) => {
                out.push_str(&blocks(info, text));
                example = None;
            }
            (Some((_, text)), None) => text.extend([line, "\n"]),
        }
        before = line;
    }
    out
}

/// An example as blocks with titles, one per file.
fn blocks(info: &str, text: &str) -> String {
    let (name, disguise) = info.split_once(' ').unwrap_or((info, ""));
    let hosts_elim;
    let title = match (name, disguise) {
        ("", _) => return format!("```text\n{text}```\n"),
        ("resreq", _) => "requirement strings",
        ("LSF_SERVERDIR", _) => "files in LSF_SERVERDIR",
        ("elim", "") => "lines an elim writes",
        ("elim", of) => {
            let (host, resources) = of.split_once(':').unwrap_or((of, ""));
            let resources = if resources.is_empty() { "nothing" } else { resources };
            hosts_elim = format!("lines an elim writes on {host}, which is to report {resources}");
            &hosts_elim
        }
        (_, "") => name,
        (_, "bom") => &format!("{name}, with a byte order mark at the beginning"),
        (_, "crlf") => &format!("{name}, with line ends of Windows"),
        (_, "long") => &format!("{name}; LONG stands for 5,000 characters"),
        (_, "many") => &format!("{name}; the line with MANY is there 1,100 times"),
        (_, "missing") => &format!("{name}; the included file is not there"),
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
    fn a_page_is_taken_apart_into_its_files() {
        let page = "Finds x:\n- <a>\n\n# Example\n```lsb.users\na\n//- lsf.conf\n# b\n```\n\n```elim c1:\n1 b 2\n```\n";
        let expected = "Finds x:\n\n- &lt;a>\n\n## Example\n\n\n```text title=\"lsb.users\"\na\n```\n\n\
                        ```text title=\"lsf.conf\"\n# b\n```\n\n\
                        ```text title=\"lines an elim writes on c1, which is to report nothing\"\n1 b 2\n```\n";
        assert_eq!(body(page), expected);
    }
}
