//! The ids that must be covered, read from the catalogues.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::duplicates;

/// The files, their names in the report, whether their ids must be covered, and the form of the ids.
const FILES: [(&str, &str, bool, Form); 8] = [
    ("rules-queues-applications.md", "queues and applications", true, Form::Heading),
    ("rules-params-users-hosts-resources.md", "params, users, hosts, resources", true, Form::Heading),
    ("rules-shared-cluster-elim.md", "shared, cluster, elim, cross-file", true, Form::Heading),
    ("rules-resreq-aps.md", "requirement strings and APS", true, Form::Cell),
    ("resreq-strict.md", "strict selection syntax", true, Form::Cell),
    ("claims.md", "claims", true, Form::Cell),
    ("time-and-batch-concepts.md", "time and batch concepts", false, Form::Text("R-")),
    ("users-pain.md", "problems of users", false, Form::Row("users-pain ")),
];

/// The form of the ids of a file.
#[derive(Clone, Copy)]
enum Form {
    /// `### 12. LSB-P012 (error)`.
    Heading,
    /// `| RR104 | ... |`.
    Cell,
    /// Words with this prefix anywhere in the text.
    Text(&'static str),
    /// `| 12 | ... |`, an id with this prefix.
    Row(&'static str),
}

/// A file of ids.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub name: String,
    /// Whether each id must be covered.
    pub required: bool,
    /// The chapters with ids, in order.
    pub blocks: Vec<(String, Vec<String>)>,
}

/// All catalogues.
#[derive(Debug)]
pub(super) struct Reference {
    pub catalogues: Vec<Catalogue>,
    ids: BTreeSet<String>,
}

impl Reference {
    /// Reads the folder; `None` if it does not exist.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Reference>> {
        if !folder.is_dir() {
            return Ok(None);
        }
        let mut catalogues = Vec::new();
        for (file, name, required, form) in FILES {
            let path = folder.join(file);
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let blocks = blocks(&text, form);
            if blocks.is_empty() {
                bail!("no ids in {}", path.display());
            }
            catalogues.push(Catalogue { name: name.to_owned(), required, blocks });
        }
        let placed = catalogues
            .iter()
            .flat_map(|it| it.blocks.iter().flat_map(|(_, ids)| ids.iter().map(|id| (id.as_str(), it.name.as_str()))));
        let twice = duplicates(placed);
        if !twice.is_empty() {
            bail!("duplicate ids: {}", twice.join("; "));
        }
        Ok(Some(Reference::of(catalogues)))
    }

    /// The ids of some catalogues.
    pub fn of(catalogues: Vec<Catalogue>) -> Reference {
        let ids = catalogues.iter().flat_map(|it| &it.blocks).flat_map(|(_, ids)| ids.iter().cloned()).collect();
        Reference { catalogues, ids }
    }

    /// Whether the id exists.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }
}

/// The ids by chapter (`## ...`); without chapters that have no ids.
fn blocks(text: &str, form: Form) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = vec![(String::new(), Vec::new())];
    let mut seen = BTreeSet::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            blocks.push((short(title), Vec::new()));
        }
        for id in ids(line, form) {
            // Free text can mention an id more than once.
            if !matches!(form, Form::Text(_)) || seen.insert(id.clone()) {
                blocks.last_mut().expect("it begins with one").1.push(id);
            }
        }
    }
    blocks.retain(|(_, ids)| !ids.is_empty());
    blocks
}

/// A title without the file names in parentheses.
fn short(title: &str) -> String {
    title.split(" (").next().unwrap_or(title).to_owned()
}

fn ids(line: &str, form: Form) -> Vec<String> {
    match form {
        Form::Heading => heading(line).into_iter().collect(),
        Form::Cell => cell(line).filter(|it| is_numbered(it)).map(str::to_owned).into_iter().collect(),
        Form::Row(prefix) => {
            let number = cell(line).filter(|it| it.parse::<u16>().is_ok());
            number.map(|it| format!("{prefix}{it}")).into_iter().collect()
        }
        Form::Text(prefix) => line
            .split(|it: char| !it.is_ascii_alphanumeric() && it != '-')
            .filter(|it| it.starts_with(prefix) && is_numbered(it))
            .map(str::to_owned)
            .collect(),
    }
}

fn heading(line: &str) -> Option<String> {
    let (number, rest) = line.strip_prefix("### ")?.split_once(". ")?;
    number.parse::<u16>().ok()?;
    Some(rest.split_whitespace().next()?.trim_matches('`').to_owned())
}

fn cell(line: &str) -> Option<&str> {
    Some(line.strip_prefix("| ")?.split_once(" |")?.0.trim())
}

/// Uppercase letters and hyphens, then digits.
fn is_numbered(id: &str) -> bool {
    let letters = id.trim_end_matches(|it: char| it.is_ascii_digit());
    letters.len() < id.len() && letters.len() >= 2 && letters.chars().all(|it| it.is_ascii_uppercase() || it == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_by_chapter() {
        let text = "# Title\n| id | x |\n## A. Structure (of files)\n| RR101 | x |\n| AP-007 | `RR9` |\n## B\n### 3. LSB-P003 (error)\n";
        assert_eq!(
            blocks(text, Form::Cell),
            [("A. Structure".to_owned(), vec!["RR101".to_owned(), "AP-007".to_owned()])]
        );
        assert_eq!(blocks(text, Form::Heading), [("B".to_owned(), vec!["LSB-P003".to_owned()])]);
        assert_eq!(heading("### 6. `queue-name-as-name` (error)").as_deref(), Some("queue-name-as-name"));
        assert_eq!(heading("### Notes. and more"), None);
        assert_eq!(ids("| 12 | R-TW3, R-TW |", Form::Row("users-pain ")), ["users-pain 12"]);
        assert_eq!(ids("| 12 | R-TW3, R-TW |", Form::Text("R-")), ["R-TW3"]);
    }
}
