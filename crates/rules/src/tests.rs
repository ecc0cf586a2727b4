//! What holds for every rule: its code, its place in the registry, its page, and that the examples of the page are
//! true.
//!
//! Examples are the fenced blocks below `# Example` and `# Use instead`. The first word of the info string is the file
//! the block is (` ```lsb.queues `) or `resreq`: then every line is a requirement string as `bsub -R` takes it. A line
//! `//- lsf.shared` inside the block begins another file of the same cluster, `//- west/lsf.shared` one of another
//! cluster. The rule must speak in every block of `#
//! Example`, in whichever file, and in none of `# Use instead`, where no other rule may see an error or a warning
//! either. All blocks below these two headings have an info string.
//!
//! What a page cannot show: `␠` stands for a blank at a line end, `␀` for a NUL byte; a second word in the info string
//! changes the block, see [`disguised`]; `missing` says that no file is there that it includes.

mod across_files;
mod catalogue;
mod causes;
mod claims;
mod effects;
mod examples;
mod fixes;
mod profiles;
mod readings;
mod scripts;
mod sources;
mod suppressions;
mod troubles;
mod values;

use lsflint_model::{Cluster, MissingInclude, SourceFile};
use lsflint_spec::{ConnectorKind, FileKind};

use crate::testing::{
    SETTINGS, cluster_of, command_findings, connector_findings, elim_findings, everything, peers_of, render,
    script_findings, server_findings, surroundings_of,
};
use lsflint_lint::{
    Applicability, Diagnostic, Expected, FixSafety, Registry, Rule, Settings, Severity, example_files, example_text,
};

/// The blocks that are no files of the configuration.
const NO_FILES: [&str; 4] = ["resreq", "elim", "LSF_SERVERDIR", "job.sh"];

#[test]
fn messages_of_lsf_lead_to_rules_that_are_there() {
    for message in lsflint_spec::LOG_MESSAGES {
        let unknown: Vec<&str> = message
            .rules
            .iter()
            .copied()
            .filter(|it| crate::all().find(it).is_none_or(|rule| rule.meta.code != *it))
            .collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", message.text);
    }
}

#[test]
fn codes_are_well_formed_and_names_read_well() {
    let mut wrong = Vec::new();
    for rule in crate::all().iter() {
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
    let mut seen: Vec<&str> = crate::all().iter().flat_map(|rule| [rule.meta.code, rule.meta.name]).collect();
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
    for rule in crate::all().iter() {
        let code = rule.meta.code;
        let page = rule.meta.page();
        if page.starts_with('#') || rule.meta.summary().is_empty() {
            wrong.push(format!("{code}: the page must begin with a sentence, not with a heading"));
        }
        for heading in ["Effect", "Example", "Use instead"] {
            if !page.lines().any(|it| it.strip_prefix("# ") == Some(heading)) {
                wrong.push(format!("{code}: the page has no heading `# {heading}`"));
            }
        }
        if rule.meta.fix != FixSafety::None && !page.contains("\n# Fix safety\n") {
            wrong.push(format!("{code}: it has fixes, so the page needs a heading `# Fix safety`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_pages_are_true() {
    let mut wrong = Vec::new();
    for rule in crate::all().iter() {
        let page = rule.meta.page();
        let blocks = blocks(&page);
        for heading in ["Example", "Use instead"] {
            if !blocks.iter().any(|it| it.heading == heading && !it.info.is_empty()) {
                wrong.push(format!(
                    "{}: `# {heading}` has no block with an info string (`lsb.queues`, `resreq` ...)",
                    rule.meta.code
                ));
            }
        }
        for block in &blocks {
            match block.heading {
                "Example" | "Use instead" if block.info.is_empty() => {
                    wrong.push(format!("{}: a block below `# {}` has no info string", rule.meta.code, block.heading));
                }
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
                block.text = example_text(&block.text, block.disguise);
                found.extend(open.take());
            }
            (Some(block), None) => block.text.extend([line, "\n"]),
        }
    }
    found
}

/// What a block is, ready to be checked.
struct Example<'b> {
    block: &'b Block<'b>,
    /// What the block is when it is no file: strings, lines, names.
    lines: String,
    /// Files of the resource connector.
    connector: Vec<(String, String)>,
    sources: Vec<SourceFile>,
    cluster: Cluster,
}

/// A text, and what is found in it.
type Judged = (String, Vec<Diagnostic>);

impl<'b> Example<'b> {
    fn of(block: &'b Block<'b>) -> Result<Example<'b>, String> {
        let mut files = example_files(block.info, &block.text);
        let lines = if NO_FILES.contains(&block.info) { files.remove(0).1 } else { String::new() };
        let mut sources = Vec::new();
        let is_connector = |it: &(String, String)| ConnectorKind::from_name(&it.0).is_some();
        let (connector, files): (Vec<_>, Vec<_>) = files.into_iter().partition(is_connector);
        let (settings, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|it| it.0 == SETTINGS);
        for (name, text) in &files {
            match FileKind::from_name(name) {
                Some(kind) => sources.push(SourceFile::new(name, kind, text.as_str())),
                None => return Err(format!("`{name}` is no file of LSF and not one of {NO_FILES:?}")),
            }
        }
        let settings: String = settings.into_iter().map(|it| it.1).collect();
        let mut surroundings = surroundings_of(&settings);
        if block.disguise == "missing" {
            let included = block.text.lines().filter_map(|it| it.split('"').nth(1));
            let missing =
                included.map(|path| MissingInclude { file: block.info.into(), included: path.into(), certain: true });
            surroundings.missing_includes = missing.collect();
        }
        surroundings.peers = peers_of(&sources, "");
        let of_others: Vec<bool> = sources.iter().map(|it| !cluster_of(&it.path, &sources).is_empty()).collect();
        let mut of_others = of_others.into_iter();
        sources.retain(|_| of_others.next() == Some(false));
        let cluster = Cluster::surrounded(&sources, None, &surroundings);
        Ok(Example { block, connector, lines, sources, cluster })
    }

    /// What is judged one by one, each as its texts: a string or a line of an elim is one, the files of a block belong
    /// together.
    fn judged(&self, settings: &Settings) -> Vec<Vec<Judged>> {
        let lines = || self.lines.lines().filter(|it| !it.trim().is_empty());
        match self.block.info {
            "LSF_SERVERDIR" => {
                let names: Vec<&str> = self.lines.lines().collect();
                vec![vec![server_findings(&names, &self.cluster)]]
            }
            "elim" => {
                let resources: Vec<&str> =
                    self.block.disguise.split(':').skip(1).flat_map(|it| it.split(',')).collect();
                let of = |it| elim_findings(it, &self.cluster, expected_of(self.block.disguise, &resources));
                lines().map(|it| vec![(it.to_owned(), of(it))]).collect()
            }
            "job.sh" => vec![vec![(self.lines.clone(), script_findings(&self.lines, &self.cluster))]],
            name if ConnectorKind::from_name(name).is_some() => {
                let files: Vec<(&str, &str)> = self.connector.iter().map(|it| (&*it.0, &*it.1)).collect();
                vec![vec![(self.connector[0].1.clone(), connector_findings(&files, &self.cluster))]]
            }
            "resreq" => {
                let of = |it| command_findings(self.block.disguise, it, &self.cluster);
                lines().map(|it| vec![(it.to_owned(), of(it))]).collect()
            }
            _ => {
                let registry = Registry::new(crate::all(), settings);
                let of = |it: &SourceFile| lsflint_lint::check_file(it, &self.cluster, settings, &registry);
                vec![self.sources.iter().map(|it| (it.text.to_string(), of(it))).collect()]
            }
        }
    }
}

/// The findings of a rule in the examples of its page.
pub(crate) fn example_findings(rule: &Rule) -> Vec<Diagnostic> {
    let page = rule.meta.page();
    let blocks = blocks(&page);
    let examples = blocks.iter().filter(|it| it.heading == "Example").filter_map(|it| Example::of(it).ok());
    let judged = examples.flat_map(|it| it.judged(&everything())).flatten().flat_map(|it| it.1);
    judged.filter(|it| has(rule, std::slice::from_ref(it))).collect()
}

/// What is not as the page says. `expected`: whether the rule must speak.
fn judge(rule: &Rule, block: &Block<'_>, expected: bool) -> Vec<String> {
    let code = rule.meta.code;
    let example = match Example::of(block) {
        Ok(example) => example,
        Err(wrong) => return vec![format!("{code}: {wrong}")],
    };
    let mut wrong = Vec::new();
    for texts in example.judged(&everything()) {
        if texts.iter().any(|it| has(rule, &it.1)) != expected {
            let verb = if expected { "does not report anything in" } else { "reports something in" };
            let shown: String = texts.iter().map(|it| format!("{}\n", it.0)).collect();
            let found: String = texts.iter().map(|(text, found)| render_all(text, found)).collect();
            wrong.push(format!("{code} {verb} its own `# {}`:\n{shown}it reports there:\n{found}", block.heading));
        }
    }
    wrong
}

/// Which rule may speak about the right text of which other rule (of all, where none is named), and why. The list may
/// only become shorter.
const SPEAK_ABOUT_RIGHT_TEXTS: [(&str, &str, &str); 1] =
    [("F110", "", "a page shows the sections it is about, not whole files")];

#[test]
fn what_a_page_recommends_is_right_in_every_way() {
    let settings = Settings::default();
    let mut wrong = Vec::new();
    let mut used = [false; SPEAK_ABOUT_RIGHT_TEXTS.len()];
    for rule in crate::all().iter() {
        let code = rule.meta.code;
        let page = rule.meta.page();
        let blocks = blocks(&page);
        for block in blocks.iter().filter(|it| it.heading == "Use instead") {
            let Ok(example) = Example::of(block) else { continue };
            for (text, found) in example.judged(&settings).into_iter().flatten() {
                for it in found.iter().filter(|it| it.severity >= Severity::Warning) {
                    let excuses =
                        |row: &(&str, &str, &str)| row.0 == it.rule.code && (row.1.is_empty() || row.1 == code);
                    match SPEAK_ABOUT_RIGHT_TEXTS.iter().position(excuses) {
                        Some(row) => used[row] = true,
                        None => {
                            let said = render_all(&text, std::slice::from_ref(it));
                            wrong.push(format!("{code} recommends\n{text}{said}"));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(used.iter().all(|it| *it), "a row of SPEAK_ABOUT_RIGHT_TEXTS is not needed any more: {used:?}");
}

/// A page that promises fixes shows one, and all that it shows are as safe as it says.
#[test]
fn the_examples_show_the_fixes() {
    let settings = everything();
    let mut wrong = Vec::new();
    for rule in crate::all().iter() {
        let page = rule.meta.page();
        let blocks = blocks(&page);
        let mut shown = Vec::new();
        for block in blocks.iter().filter(|it| it.heading == "Example") {
            let Ok(example) = Example::of(block) else { continue };
            let found = example.judged(&settings).into_iter().flatten().flat_map(|it| it.1);
            let own = found.filter(|it| it.rule.code == rule.meta.code);
            shown.extend(own.filter_map(|it| it.fix).map(|it| it.applicability));
        }
        let only = |wanted: Applicability| !shown.is_empty() && shown.iter().all(|it| *it == wanted);
        let fine = match rule.meta.fix {
            FixSafety::None => shown.is_empty(),
            FixSafety::Safe => only(Applicability::Safe),
            FixSafety::Unsafe => only(Applicability::Unsafe),
            FixSafety::Mixed => !shown.is_empty(),
        };
        if !fine {
            wrong.push(format!("{} promises {:?} and shows {shown:?}", rule.meta.code, rule.meta.fix));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
