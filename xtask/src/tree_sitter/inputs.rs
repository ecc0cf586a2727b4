//! The texts that both parsers read.

use std::path::Path;

use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::{SyntaxKind, parse, parse_value, without_continuations};
use lsflint_test_support::generate::{self, Random};
use lsflint_test_support::{corpus, files_below};

/// A text and what the parser finds in it.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) text: String,
    /// The number of syntax errors.
    pub(super) errors: usize,
    /// Name and line of each node that the grammar has, too; sorted. Empty for requirements.
    pub(super) nodes: Vec<(&'static str, usize)>,
}

/// Texts of one origin.
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) inputs: Vec<Input>,
}

/// The configuration files by origin.
pub(super) fn files(root: &Path, seed: u64, edits: usize) -> Vec<Group> {
    let generated: Vec<(String, String)> = generate::many_files(seed, 2_000_000)
        .into_iter()
        .chain(generate::cluster(seed, "bench", generate::Counts::whole_cluster(500)))
        .map(|it| (it.path, it.text))
        .collect();
    let testdata = read(&root.join("testdata"));
    let small: Vec<(String, String)> = testdata.iter().filter(|it| it.1.len() < 5000).cloned().collect();
    let edited = edited(&small, seed, edits);
    let mut groups = vec![("testdata", testdata), ("generated", generated), ("random edits", edited)];
    groups.extend(corpus().map(|folder| ("other sites", read(&folder))));
    groups
        .into_iter()
        .map(|(name, files)| Group { name, inputs: files.into_iter().filter_map(|it| file(it.0, it.1)).collect() })
        .collect()
}

/// The requirements in the files, and lists of requirements.
pub(super) fn requirements(root: &Path, files: &[Group]) -> Vec<Group> {
    let mut groups: Vec<Group> = files
        .iter()
        .map(|group| {
            let mut texts: Vec<String> =
                group.inputs.iter().flat_map(|it| requirements_of(&it.name, &it.text)).collect();
            texts.sort();
            texts.dedup();
            Group { name: group.name, inputs: texts.into_iter().map(requirement).collect() }
        })
        .collect();
    let mut add = |name: &'static str, text: String| {
        let lines = text.lines().filter(|it| !it.starts_with('#'));
        let texts = lines.map(|it| it.split('\t').next().unwrap_or_default().replace("\\t", "\t").replace("\\n", "\n"));
        groups.push(Group { name, inputs: texts.map(requirement).collect() });
    };
    for (name, path) in [
        ("testdata/oracle", Some(root.join("testdata/oracle/resreq.tsv"))),
        ("other sites, lists", corpus().map(|it| it.join("resreq-in-the-wild.txt"))),
    ] {
        if let Some(text) = path.and_then(|it| std::fs::read_to_string(it).ok()) {
            add(name, text);
        }
    }
    groups
}

/// The configuration files below a folder, by name. Pieces of documents end in the name of their file.
fn read(folder: &Path) -> Vec<(String, String)> {
    let found = files_below(folder).into_iter().filter(|it| kind(&it.0).is_some());
    found.map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned())).collect()
}

fn kind(path: &str) -> Option<FileKind> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let tail = name.rfind("lsb.").max(name.rfind("lsf."))?;
    FileKind::from_name(&name[tail..])
}

/// Copies of the files with one random edit each.
fn edited(files: &[(String, String)], seed: u64, count: usize) -> Vec<(String, String)> {
    const INSERTED: [&str; 18] = [
        "\\",
        "\\\n",
        "\"",
        "'",
        "#",
        "(",
        ")",
        "[",
        "]",
        "=",
        " ",
        "\n",
        "\t",
        "\r",
        "~",
        "{{ x }}",
        "#if time(1-2)\n",
        "-",
    ];
    let mut random = Random::new(seed);
    let mut edited = Vec::new();
    while edited.len() < count && !files.is_empty() {
        let (name, text) = &files[random.between(0, files.len() - 1)];
        let mut characters: Vec<char> = text.chars().collect();
        let at = random.between(0, characters.len().saturating_sub(1));
        if random.percent(50) {
            let inserted = random.pick(&INSERTED);
            // In the first line, the grammar does not know what kind of file it is.
            if at < 200 && (inserted.starts_with("#if") || inserted.starts_with("{{")) {
                continue;
            }
            characters.splice(at..at, inserted.chars());
        } else {
            let end = (at + random.between(1, 3)).min(characters.len());
            characters.drain(at..end);
        }
        let text: String = characters.into_iter().collect();
        // The parser reads a line that is only a backslash, and the next line, as one empty line.
        if !text.lines().any(|it| it.trim() == "\\") {
            edited.push((format!("{}/{name}", edited.len()), text));
        }
    }
    edited
}

fn file(name: String, text: String) -> Option<Input> {
    let tree = parse(&text, kind(&name)?);
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.bytes().enumerate().filter(|it| it.1 == b'\n').map(|it| it.0 + 1)).collect();
    let line = |offset: usize| starts.partition_point(|&it| it <= offset) - 1;
    let mut nodes = Vec::new();
    for node in tree.root().descendants() {
        let name = match node.kind() {
            SyntaxKind::SECTION_BEGIN => "section_begin",
            SyntaxKind::SECTION_END => "section_end",
            SyntaxKind::ENTRY => "entry",
            SyntaxKind::TABLE_HEADER => "header",
            SyntaxKind::TABLE_ROW => "row",
            SyntaxKind::CELL => "cell",
            SyntaxKind::LOOSE_LINE => "loose_line",
            SyntaxKind::DIRECTIVE => "directive",
            SyntaxKind::RES_REQ | SyntaxKind::CONDITION => "requirement",
            _ => continue,
        };
        nodes.push((name, line(usize::from(node.trimmed_range().start()))));
    }
    for token in tree.root().all_tokens() {
        let name = match token.kind() {
            SyntaxKind::COMMENT => "comment",
            SyntaxKind::COLUMN_NAME => "column",
            _ => continue,
        };
        nodes.push((name, line(usize::from(token.range().start()))));
    }
    nodes.sort_unstable();
    Some(Input { name, errors: tree.errors().len(), nodes, text })
}

fn requirements_of(name: &str, text: &str) -> Vec<String> {
    let Some(kind) = kind(name) else { return Vec::new() };
    let tree = parse(text, kind);
    let nodes = tree.root().descendants().filter(|it| matches!(it.kind(), SyntaxKind::RES_REQ | SyntaxKind::CONDITION));
    nodes.map(|it| text[std::ops::Range::<usize>::from(it.trimmed_range())].to_owned()).collect()
}

fn requirement(text: String) -> Input {
    let errors = parse_value(&without_continuations(&text), Grammar::ResReq).errors().len();
    Input { name: text.clone(), errors, nodes: Vec::new(), text }
}
