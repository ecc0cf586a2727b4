//! What holds for every rule: its code, its place in the registry, its page, and that the examples of the page are true.
//!
//! Examples are the fenced blocks below `# Example` and `# Use instead`. The first word of the info string is the file the block is
//! (` ```lsb.queues `) or `resreq`: then every line is a requirement string as `bsub -R` takes it. A line `//- lsf.shared` inside the
//! block begins another file of the same cluster. The rule must speak in every block of `# Example`, in whichever file, and in none
//! of `# Use instead`. A block without info string is prose.
//!
//! What a page cannot show: `␠` stands for a blank at a line end, `␀` for a NUL byte; a second word in the info string changes the
//! block, see [`disguised`]; `missing` says that no file is there that it includes.

mod across_files;
mod catalogue;
mod claims;

use lsflint_model::{Cluster, MissingInclude, SourceFile};
use lsflint_spec::FileKind;

use crate::diagnostic::Diagnostic;
use crate::elim::Expected;
use crate::registry::{Registry, all_rules};
use crate::rule::Rule;
use crate::testing::{elim_findings, everything, render, server_findings, string_findings};

/// The blocks that are no files of the configuration.
const NO_FILES: [&str; 3] = ["resreq", "elim", "LSF_SERVERDIR"];
/// Starts another file inside an example.
const NEXT_FILE: &str = "//- ";

#[test]
fn messages_of_lsf_lead_to_rules_that_are_there() {
    for message in lsflint_spec::LOG_MESSAGES {
        let unknown: Vec<&str> = message
            .rules
            .iter()
            .copied()
            .filter(|it| crate::find_rule(it).is_none_or(|rule| rule.meta.code != *it))
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", message.text);
    }
}

#[test]
fn codes_are_well_formed_and_names_read_well() {
    let mut wrong = Vec::new();
    for rule in all_rules() {
        let (code, name) = (rule.meta.code, rule.meta.name);
        let digits = code.trim_start_matches(|it: char| it.is_ascii_uppercase());
        let letters = code.len() - digits.len();
        if !(1..=2).contains(&letters) || digits.len() != 3 || !digits.bytes().all(|it| it.is_ascii_digit()) {
            wrong.push(format!("{code}: a code is one or two capitals and three digits"));
        }
        let kebab = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        if name.is_empty() || !name.chars().all(kebab) || name.starts_with('-') || name.ends_with('-') {
            wrong.push(format!("{code}: `{name}` is no kebab-case name"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn codes_and_names_are_unique() {
    let mut seen: Vec<&str> = all_rules().flat_map(|rule| [rule.meta.code, rule.meta.name]).collect();
    seen.sort_unstable();
    let twice: Vec<&str> = seen.windows(2).filter(|it| it[0] == it[1]).map(|it| it[0]).collect();
    assert!(twice.is_empty(), "used by two rules: {}", twice.join(", "));
}

#[test]
fn every_family_is_registered_in_order_of_its_codes() {
    for family in super::FAMILIES {
        let codes: Vec<&str> = family.iter().map(|rule| rule.meta.code).collect();
        assert!(codes.is_sorted(), "not in order: {}", codes.join(" "));
    }
}

#[test]
fn every_page_has_its_headings() {
    let mut wrong = Vec::new();
    for rule in all_rules() {
        let code = rule.meta.code;
        let page = rule.meta.page();
        if page.is_empty() {
            wrong.push(format!("{code}: no page in the table; run `cargo xtask codegen`"));
            continue;
        }
        if page.starts_with('#') || rule.meta.summary().is_empty() {
            wrong.push(format!("{code}: the page must begin with a sentence, not with a heading"));
        }
        for heading in ["Effect", "Example", "Use instead", "Sources"] {
            if !page.lines().any(|it| it.strip_prefix("# ") == Some(heading)) {
                wrong.push(format!("{code}: the page has no heading `# {heading}`"));
            }
        }
        if rule.meta.fix != crate::rule::FixSafety::None && !page.contains("\n# Fix safety\n") {
            wrong.push(format!("{code}: it has fixes, so the page needs a heading `# Fix safety`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_pages_are_true() {
    let mut wrong = Vec::new();
    for rule in all_rules() {
        let blocks = blocks(rule.meta.page());
        for heading in ["Example", "Use instead"] {
            if !blocks.iter().any(|it| it.heading == heading && !it.info.is_empty()) {
                wrong.push(format!(
                    "{}: `# {heading}` has no block with an info string (`lsb.queues`, `resreq` ...)",
                    rule.meta.code
                ));
            }
        }
        for block in blocks.iter().filter(|it| !it.info.is_empty()) {
            match block.heading {
                "Example" => wrong.extend(judge(rule, block, true)),
                "Use instead" => wrong.extend(judge(rule, block, false)),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples are not true:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// One fenced block of a page.
struct Block<'p> {
    heading: &'p str,
    /// The file it is.
    info: &'p str,
    /// What happens to its text before it is checked.
    disguise: &'p str,
    text: String,
}

/// The text of an example as it is checked.
fn disguised(text: &str, disguise: &str) -> String {
    let text = text.replace('␠', " ").replace('␀', "\0");
    match disguise {
        "bom" => format!("\u{feff}{text}"),
        "crlf" => text.replace('\n', "\r\n"),
        "long" => text.replace("LONG", &"x".repeat(5000)),
        "many" => text.split_inclusive('\n').map(many).collect(),
        _ => text,
    }
}

/// A line with `MANY` is there 1,100 times, each time with another number.
fn many(line: &str) -> String {
    match line.contains("MANY") {
        true => (1..=1100).map(|number| line.replace("MANY", &number.to_string())).collect(),
        false => line.to_owned(),
    }
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut heading = "";
    let mut open: Option<Block<'_>> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let mut words = info.split(' ');
                let info = words.next().unwrap_or_default();
                let disguise = words.next().unwrap_or_default();
                open = Some(Block { heading, info, disguise, text: String::new() });
            }
            (None, None) => heading = line.strip_prefix("# ").unwrap_or(heading),
            (Some(block), Some(_)) => {
                block.text = disguised(&block.text, block.disguise);
                found.extend(open.take());
            }
            (Some(block), None) => block.text.extend([line, "\n"]),
        }
    }
    found
}

/// What is not as the page says. `expected`: whether the rule must speak.
fn judge(rule: &Rule, block: &Block<'_>, expected: bool) -> Vec<String> {
    let mut files: Vec<(&str, String)> = vec![(block.info, String::new())];
    for line in block.text.split_inclusive('\n') {
        match (line.strip_prefix(NEXT_FILE), files.last_mut()) {
            (Some(name), _) => files.push((name.trim(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    let mut wrong = Vec::new();
    let strings = if NO_FILES.contains(&block.info) { files.remove(0).1 } else { String::new() };
    let mut sources = Vec::new();
    for (name, text) in &files {
        match FileKind::from_name(name) {
            Some(kind) => sources.push(SourceFile::new(name, kind, text.as_str())),
            None => wrong.push(format!("{}: `{name}` is no file of LSF and not one of {NO_FILES:?}", rule.meta.code)),
        }
    }
    let mut cluster = Cluster::of(&sources, None);
    if block.disguise == "missing" {
        let included = block.text.lines().filter_map(|it| it.split('"').nth(1));
        let missing =
            included.map(|path| MissingInclude { file: block.info.into(), included: path.into(), certain: true });
        cluster.missing_includes = missing.collect();
    }
    let mut complain = |what: &str, found: &str| {
        let verb = if expected { "does not report anything in" } else { "reports something in" };
        let code = rule.meta.code;
        wrong.push(format!("{code} {verb} its own `# {}`:\n{what}it reports there:\n{found}", block.heading));
    };
    if block.info == "LSF_SERVERDIR" {
        let names: Vec<&str> = strings.lines().collect();
        let (text, found) = server_findings(&names, &cluster);
        if has(rule, &found) != expected {
            complain(&strings, &render_all(&text, &found));
        }
    } else {
        let resources: Vec<&str> = block.disguise.split(':').skip(1).flat_map(|it| it.split(',')).collect();
        for string in strings.lines().filter(|it| !it.trim().is_empty()) {
            let found = match block.info {
                "elim" => elim_findings(string, &cluster, expected_of(block.disguise, &resources)),
                _ => string_findings(string, &cluster),
            };
            if has(rule, &found) != expected {
                complain(&format!("{string}\n"), &render_all(string, &found));
            }
        }
    }
    if !NO_FILES.contains(&block.info) {
        let settings = everything();
        let registry = Registry::new(&settings);
        let mut spoke = false;
        let mut all = String::new();
        for file in &sources {
            let found = crate::check_file(file, &cluster, &settings, &registry);
            spoke |= has(rule, &found);
            all.push_str(&render_all(&file.text, &found));
        }
        if spoke != expected {
            complain(&block.text, &all);
        }
    }
    wrong
}

/// `elim c1:tok,lic`: the lines come from host `c1`, whose LSF_RESOURCES is `tok lic`.
fn expected_of<'a>(info: &'a str, resources: &'a [&'a str]) -> Option<Expected<'a>> {
    info.split_once(':').map(|(host, _)| Expected { host, resources })
}

fn has(rule: &Rule, found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.rule.code == rule.meta.code)
}

fn render_all(text: &str, found: &[Diagnostic]) -> String {
    found.iter().map(|it| format!("{} {}", it.rule.code, render(text, std::slice::from_ref(it)))).collect()
}
