//! Identifies a finding independently of changes around it.
//!
//! A baseline and the services that display findings must recognize a finding after lines were added above it, after it
//! was reformatted, and when other findings appear or disappear. Therefore, a fingerprint consists of the rule, of the
//! context of the finding (the section and its name, or the name of the row, then the key or the column) and of its own
//! text without whitespace, but never of a line number or a message. Findings for which all of this is equal are
//! numbered in the order of the file.

use std::fmt;

use lsflint_model::SourceFile;
use lsflint_syntax::ast::{AstNode, Entry, Section, TableHeader, TableRow};
use lsflint_syntax::{Node, Parent, SyntaxKind, TextSize};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::diagnostic::Diagnostic;

/// The identity of a finding within its file, displayed as 16 hexadecimal digits. The same in every version that has
/// this module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Parses the text that [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        let digits = text.len() == 16 && text.bytes().all(|it| it.is_ascii_hexdigit());
        digits.then(|| u64::from_str_radix(text, 16).ok().map(Fingerprint)).flatten()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The fingerprints of the findings of a file, in the same order, without duplicates.
pub fn fingerprints(file: &SourceFile, found: &[Diagnostic]) -> Vec<Fingerprint> {
    let mut places: Vec<usize> = (0..found.len()).collect();
    places.sort_by_key(|it| found[*it].range.start());
    let mut identities = vec![Sha256::new(); found.len()];
    let mut walk =
        Walk { file, found, columns: Vec::new(), around: vec![Around::default()], identities: &mut identities };
    walk.node(file.parse.root(), &places);
    numbered(identities)
}

/// As [`fingerprints`], for a text without sections: a finding is identified by its rule and its own text.
pub(crate) fn fingerprints_of_text(text: &str, found: &[Diagnostic]) -> Vec<Fingerprint> {
    let own = |it: &Diagnostic| text.get(std::ops::Range::<usize>::from(it.range)).unwrap_or_default();
    let identity = |it: &Diagnostic| {
        Sha256::new().chain_update(it.rule.code).chain_update("\n").chain_update(without_whitespace(own(it)))
    };
    numbered(found.iter().map(identity).collect())
}

/// Numbers equal identities. Each is the state of a hash that has read it: its text may be long, and many findings
/// share most of it.
fn numbered(identities: Vec<Sha256>) -> Vec<Fingerprint> {
    let mut seen: FxHashMap<[u8; 32], usize> = FxHashMap::default();
    let mut numbered = |identity: Sha256| {
        let count = seen.entry(identity.clone().finalize().into()).or_default();
        *count += 1;
        let digest = identity.chain_update(format!("\n{count}")).finalize();
        let head = digest.first_chunk().expect("a digest has 32 bytes");
        Fingerprint(u64::from_be_bytes(*head))
    };
    identities.into_iter().map(&mut numbered).collect()
}

/// A node on the path to findings.
#[derive(Default)]
struct Around {
    /// Its name; the root has none.
    name: Option<String>,
    /// The states of hashes that have read the code of a rule and the names on the path, by code.
    read: FxHashMap<&'static str, Sha256>,
}

/// One walk over a tree for all findings.
struct Walk<'a> {
    file: &'a SourceFile,
    found: &'a [Diagnostic],
    /// The columns of the surrounding table.
    columns: Vec<String>,
    /// The nodes with a name on the path, after the root.
    around: Vec<Around>,
    identities: &'a mut [Sha256],
}

impl<'a> Walk<'a> {
    /// Visits the children that contain findings. `places` are the findings in the node, ordered by their start.
    fn node(&mut self, node: Parent<'a>, places: &[usize]) {
        let mut rest = places;
        let mut cells = 0;
        for child in node.children() {
            let cell = cells;
            cells += usize::from(child.kind() == SyntaxKind::CELL);
            let (before, from) = self.split(rest, child.range().start());
            let (inside, behind) = self.split(from, child.range().end());
            rest = behind;
            let (whole, across): (Vec<usize>, Vec<usize>) =
                inside.iter().partition(|it| child.range().contains_range(self.found[**it].range));
            self.note(before);
            self.note(&across);
            if !whole.is_empty() {
                let depth = self.around.len();
                let name = self.name(child, cell);
                self.around.extend(name.map(|it| Around { name: Some(it), ..Around::default() }));
                self.node(child.into(), &whole);
                self.around.truncate(depth);
            }
            if rest.is_empty() {
                return;
            }
        }
        self.note(rest);
    }

    /// The findings that begin before an offset, and the others.
    fn split<'p>(&self, places: &'p [usize], offset: TextSize) -> (&'p [usize], &'p [usize]) {
        places.split_at(places.partition_point(|it| self.found[*it].range.start() < offset))
    }

    /// Records findings that are in the current node but in none of its children.
    fn note(&mut self, places: &[usize]) {
        // Many findings may be about the same long value.
        let mut last: Option<(&Diagnostic, usize)> = None;
        for place in places {
            let finding = &self.found[*place];
            let is_same = |it: &Diagnostic| it.range == finding.range && it.rule.code == finding.rule.code;
            if let Some((_, before)) = last.filter(|it| is_same(it.0)) {
                self.identities[*place] = self.identities[before].clone();
                continue;
            }
            last = Some((finding, *place));
            let range = finding.range.intersect(self.file.parse.root().range()).unwrap_or_default();
            let own = without_whitespace(&self.file.text[range]);
            self.identities[*place] = self.read(finding.rule.code).chain_update("\n").chain_update(own);
        }
    }

    /// The state of a hash that has read the code of a rule and the names on the path. Each name is read once for all
    /// findings of the rule in its node.
    fn read(&mut self, code: &'static str) -> Sha256 {
        let known = self.around.iter().rposition(|it| it.read.contains_key(code));
        let mut state = match known {
            Some(depth) => self.around[depth].read[code].clone(),
            None => Sha256::new().chain_update(code),
        };
        for around in &mut self.around[known.map_or(0, |it| it + 1)..] {
            if let Some(name) = &around.name {
                state = state.chain_update("\n").chain_update(name);
            }
            around.read.insert(code, state.clone());
        }
        state
    }

    /// The name of a section, a row, a line or a cell; `None` for nodes between them.
    fn name(&mut self, node: Node<'a>, cell: usize) -> Option<String> {
        if let Some(section) = Section::cast(node) {
            let columns = section.header().into_iter().flat_map(TableHeader::columns);
            self.columns = columns.map(|it| it.text().to_ascii_lowercase()).collect();
            return Some(self.name_of_section(section));
        }
        if let Some(row) = TableRow::cast(node) {
            return row.cells().next().map(|it| without_whitespace(&it.node().text()));
        }
        if let Some(entry) = Entry::cast(node) {
            return entry.key().map(|it| it.text().to_ascii_lowercase());
        }
        (node.kind() == SyntaxKind::CELL).then(|| self.columns.get(cell).cloned().unwrap_or_default())
    }

    /// The keyword, and the name that the section defines: `queue night`.
    fn name_of_section(&self, section: Section<'_>) -> String {
        let keyword = section.name().map_or_else(String::new, |it| it.text().to_ascii_lowercase());
        let key = lsflint_spec::section(self.file.kind, &keyword).and_then(|it| it.defines).map(|it| it.key);
        let Some(key) = key.filter(|_| section.header().is_none()) else { return keyword };
        let mut entries = section.node().descendants().filter_map(Entry::cast);
        let named = entries.find(|it| it.key().is_some_and(|name| name.text().eq_ignore_ascii_case(key)));
        let name = named.and_then(Entry::value).map(|it| without_whitespace(&it.node().text()));
        format!("{keyword} {}", name.unwrap_or_default())
    }
}

/// The text without whitespace and without the backslashes of continued lines.
fn without_whitespace(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split('\n') {
        let line = line.trim_end();
        result.extend(line.strip_suffix('\\').unwrap_or(line).chars().filter(|it| !it.is_whitespace()));
    }
    result
}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;
    use lsflint_syntax::TextRange;

    use super::*;
    use crate::diagnostic::Findings;
    use crate::rule::{Family, RuleMeta, Severity};

    static RULE: RuleMeta = RuleMeta::new("F900", "of-a-test", Family::File, Severity::Warning);

    /// A finding about each word of a text that begins with `x`, and one about the whole text.
    fn of(text: &str) -> Vec<Fingerprint> {
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        let mut found = Vec::new();
        let mut findings = Findings::new(&RULE, &mut found);
        let size = |it: usize| TextSize::new(u32::try_from(it).expect("small"));
        for (at, _) in text.match_indices('x') {
            let len = text[at..].find(|it: char| it.is_whitespace() || it == ')').unwrap_or(text.len() - at);
            findings.report(TextRange::at(size(at), size(len)), "an x");
        }
        findings.report(file.parse.root().range(), "all");
        let mut found = fingerprints(&file, &found);
        found.pop();
        found
    }

    const QUEUES: &str = "Begin Queue\nQUEUE_NAME = a\nNICE = x\nHOSTS = x1 x1\nEnd Queue\n\nBegin Queue\nQUEUE_NAME = b\nNICE = x\nEnd Queue\n";

    #[test]
    fn no_two_are_equal() {
        let mut found = of(QUEUES);
        assert_eq!(found.len(), 4);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 4);
    }

    #[track_caller]
    fn check_same(other: &str) {
        assert_eq!(of(QUEUES), of(other), "{other}");
    }

    #[test]
    fn lines_may_move_and_be_reformatted() {
        check_same(&format!("# a comment\n\nBegin Queue\nQUEUE_NAME = other\nEnd Queue\n{QUEUES}"));
        check_same(&QUEUES.replace(" = ", "=").replace("x1 x1", "x1 \\\n  x1"));
        check_same(&QUEUES.replace("x1 x1", "x1 \\ \r\n  x1"));
        check_same(&QUEUES.replace("NICE = x\n", "PRIORITY = 1\nnice = x\n"));
        check_same(&QUEUES.replace("NICE = x\n", "#if time(1:0-2:0)\nNICE = x\n#endif\n"));
    }

    #[test]
    fn another_queue_is_another_finding() {
        let renamed = of(&QUEUES.replace("NAME = b", "NAME = c"));
        assert_eq!(of(QUEUES)[..3], renamed[..3]);
        assert_ne!(of(QUEUES)[3], renamed[3]);
    }

    #[test]
    fn a_cell_is_known_by_row_and_column() {
        let table = "Begin Queue\nQUEUE_NAME NICE UJOB_LIMIT\na x 1\nb x 2\nEnd Queue\n";
        let wider = "Begin Queue\nQUEUE_NAME PRIORITY NICE UJOB_LIMIT\nz 1 1 1\na 1 x 1\nb   1   x   2\nEnd Queue\n";
        assert_eq!(of(table).len(), 2);
        assert_eq!(of(table), of(wider));
    }

    #[test]
    fn it_is_read_as_it_is_written() {
        let found = of(QUEUES)[0];
        assert_eq!(Fingerprint::parse(&found.to_string()), Some(found));
        assert_eq!(Fingerprint::parse("12"), None);
    }
}
