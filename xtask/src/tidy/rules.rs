//! Rules contain no facts about LSF, which belong into the data of `crates/spec`, and do not walk syntax trees, which
//! the engine does.
//!
//! The lists of exceptions can only shrink: an exception that is no longer needed is an error.

use super::{Report, Repository, SourceFile};

/// The folder of the rules.
const FOLDER: &str = "crates/rules/src/";

/// A list of at least this many LSF words is a list of facts.
const MANY: usize = 3;

/// Rules that may contain a list of LSF words.
const WITH_FACTS: [&str; 0] = [];

/// Rules that may walk syntax trees.
const WALKERS: [&str; 0] = [];

/// Calls that begin a walk.
const WALKS: [&str; 2] = [".descendants()", ".parse.root()"];

/// A rule contains no list of LSF words. It reads `lsflint_spec::lists` or an attribute of the parameters.
pub(super) fn facts_in_rules(repository: &Repository, report: &mut Report) {
    with_exceptions(repository, &WITH_FACTS, report, |file| {
        let message = |words: &[&str]| {
            format!("list of LSF words (`{}` ...): move it to crates/spec/data and name its source", words.join("`, `"))
        };
        lists(file).into_iter().map(|(line, words)| (line, message(&words))).collect()
    });
}

/// A rule uses its context, the typed tree or the model. The engine walks the syntax tree once for all rules.
pub(super) fn rules_walk_no_trees(repository: &Repository, report: &mut Report) {
    with_exceptions(repository, &WALKERS, report, walks);
}

fn walks(file: &SourceFile) -> Vec<(usize, String)> {
    let walk = |text: &str| WALKS.into_iter().find(|it| text.contains(it) && !is_comment(text));
    let lines = file.production_lines().filter_map(|(line, text)| Some((line, walk(text)?)));
    lines.map(|(line, walk)| (line, format!("`{walk}`: use the context, the typed tree or the model"))).collect()
}

/// Reports what is found in the files of the rules, and exceptions that are no longer needed.
fn with_exceptions(
    repository: &Repository,
    exceptions: &[&str],
    report: &mut Report,
    find: impl Fn(&SourceFile) -> Vec<(usize, String)>,
) {
    for file in repository.below(FOLDER, ".rs").filter(|it| !it.is_test() && !it.path.ends_with("/testing.rs")) {
        let found = find(file);
        let is_exception = exceptions.contains(&&file.path[FOLDER.len()..]);
        if is_exception && found.is_empty() {
            report.error(&file.path, None, "unused exception: remove the file from the list");
        }
        for (line, message) in found.into_iter().filter(|_| !is_exception) {
            report.error(&file.path, line, message);
        }
    }
    for path in exceptions.iter().filter(|it| repository.file(&format!("{FOLDER}{it}")).is_none()) {
        report.error(FOLDER, None, format!("`{path}` does not exist: remove it from the list of exceptions"));
    }
}

fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with("//")
}

/// The arrays and the alternatives of patterns that hold many LSF words, by their first line.
fn lists(file: &SourceFile) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    // Arrays that are open, the outer ones first, and the alternatives before this place.
    let mut open: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut alternatives: (usize, Vec<&str>) = (0, Vec::new());
    for (line, text) in file.production_lines().filter(|(_, text)| !is_comment(text)) {
        for piece in pieces(text) {
            match piece {
                Piece::Literal(word) if is_lsf_word(word) => {
                    open.iter_mut().for_each(|it| it.1.push(word));
                    if alternatives.1.is_empty() {
                        alternatives.0 = line;
                    }
                    alternatives.1.push(word);
                }
                Piece::Code("[") => open.push((line, Vec::new())),
                Piece::Code("]") => found.extend(open.pop()),
                _ => {}
            }
            // A pattern goes on after `|`; everything else ends it, and so does a word in an array.
            if !matches!(piece, Piece::Literal(_) | Piece::Code("|")) {
                found.push(std::mem::take(&mut alternatives));
            }
        }
    }
    found.push(alternatives);
    found.retain(|(_, words)| words.len() >= MANY);
    // Report only the outermost of nested lists.
    found.sort_by_key(|(line, words)| (*line, std::cmp::Reverse(words.len())));
    let mut end = 0;
    found.retain(|(_, words)| {
        let start = words[0].as_ptr() as usize;
        let is_new = start >= end;
        end = end.max(words[words.len() - 1].as_ptr() as usize + 1);
        is_new
    });
    found
}

/// A piece of a line.
#[derive(Clone, Copy)]
enum Piece<'t> {
    /// The text of a string.
    Literal(&'t str),
    /// One character outside of strings.
    Code(&'t str),
}

/// The strings and the other characters of a line, without whitespace and without a comment at the end. Quotes of
/// sources are skipped.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            break;
        }
        if let Some(length) = character(rest) {
            rest = &rest[length..];
            continue;
        }
        let quoted = rest.strip_prefix('"').and_then(|it| Some((it, closing_quote(it)?)));
        let length = match quoted {
            Some((inner, end)) => {
                let is_source = line[..line.len() - rest.len()].contains("ibm(");
                if !is_source {
                    pieces.push(Piece::Literal(&inner[..end]));
                }
                end + 2
            }
            None => {
                if !first.is_whitespace() {
                    pieces.push(Piece::Code(&rest[..first.len_utf8()]));
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    pieces
}

/// The length of a character literal at the beginning; a lifetime is not one.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let length = if inner.starts_with('\\') { 2 } else { inner.chars().next()?.len_utf8() };
    inner.get(length..)?.starts_with('\'').then_some(length + 2)
}

/// Where a string ends that began before the text.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(index, it)| {
        let ends = it == '"' && !escaped;
        escaped = it == '\\' && !escaped;
        ends.then_some(index)
    })
}

/// Names of parameters, keywords and the like: `QJOB_LIMIT`, `JL/P`, `lsb.users:MAX_JOBS`.
fn is_lsf_word(text: &str) -> bool {
    let name = text.rsplit(':').next().unwrap_or(text);
    let capital = |it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || matches!(it, '_' | '/');
    name.len() > 2 && name.starts_with(|it: char| it.is_ascii_uppercase()) && name.chars().all(capital)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::assert_problems;

    const RULE: &str = "crates/rules/src/limit/a.rs";

    #[test]
    fn a_list_of_three_words_is_a_fact() {
        let constant = "const A: [&str; 3] = [\"QJOB_LIMIT\", \"UJOB_LIMIT\", \"JL/P\"];\n";
        assert_problems(facts_in_rules, &[(RULE, constant)], &["a.rs:1: error: list of LSF words (`QJOB_LIMIT`"]);
        let broken =
            "static A: &[(&str, bool)] = &[\n    (\"AAA\", true),\n    (\"BBB\", true),\n    (\"CCC\", false),\n];\n";
        assert_problems(facts_in_rules, &[(RULE, broken)], &["a.rs:1: error: list of LSF words (`AAA`, `BBB`, `CCC`"]);
        let facts = "for it in [\"lsb.users:AAA\", \"lsb.users:BBB\", \"lsb.users:CCC\"] {}\n";
        assert_problems(facts_in_rules, &[(RULE, facts)], &["a.rs:1"]);
        let brackets = "let a = b.split(']').find(['\"', '[']);\nlet c = [\"AAA\", \"BBB\", d.split(']'), \"CCC\"];\n";
        assert_problems(facts_in_rules, &[(RULE, brackets)], &["a.rs:2"]);
        let pattern = "matches!(it, \"AAA\" | \"BBB\"\n    | \"CCC\")\n";
        assert_problems(facts_in_rules, &[(RULE, pattern)], &["a.rs:1"]);
    }

    #[test]
    fn lists_in_a_list_are_one_finding() {
        let text =
            "const A: [[&str; 3]; 2] = [\n    [\"AAA\", \"BBB\", \"CCC\"],\n    [\"DDD\", \"EEE\", \"FFF\"],\n];\n";
        assert_problems(facts_in_rules, &[(RULE, text)], &["a.rs:1"]);
        let two = "let a = [\"AAA\", \"BBB\", \"CCC\"];\nlet b = [\"DDD\", \"EEE\", \"FFF\"];\n";
        assert_problems(facts_in_rules, &[(RULE, two)], &["a.rs:1", "a.rs:2"]);
    }

    #[test]
    fn pairs_of_names_sources_and_tests_are_not_lists_of_facts() {
        for text in [
            "const A: [&str; 2] = [\"QJOB_LIMIT\", \"UJOB_LIMIT\"];\n",
            "const A: [&str; 3] = [\"day\", \"days\", \"D\"];\n",
            "sources: [\n    ibm(\"lsb.queues\", \"AAA\"),\n    ibm(\"lsb.queues\", \"BBB\"),\n    ibm(\"lsb.queues\", \"CCC\"),\n],\n",
            "// [\"AAA\", \"BBB\", \"CCC\"]\n",
            "let a = x[0];\nf(\"AAA\", \"BBB\", \"CCC\");\n",
            "#[cfg(test)]\nmod tests {\nconst A: [&str; 3] = [\"AAA\", \"BBB\", \"CCC\"];\n}\n",
        ] {
            assert_problems(facts_in_rules, &[(RULE, text)], &[]);
        }
        let list = "const A: [&str; 3] = [\"AAA\", \"BBB\", \"CCC\"];\n";
        assert_problems(facts_in_rules, &[("crates/rules/src/tests/a.rs", list), ("crates/lint/src/a.rs", list)], &[]);
    }

    #[test]
    fn a_rule_that_walks_is_found() {
        let walk = "fn a() {\n    context.file.parse.root().tokens();\n    node.descendants().count();\n}\n";
        let rules_walk_no_trees = |repository: &Repository, report: &mut Report| {
            with_exceptions(repository, &[], report, walks);
        };
        assert_problems(rules_walk_no_trees, &[(RULE, walk)], &["a.rs:2: error: `.parse.root()`", "a.rs:3"]);
        assert_problems(rules_walk_no_trees, &[(RULE, "/// `.descendants()`\nfn a() {}\n")], &[]);
        assert_problems(rules_walk_no_trees, &[("crates/lint/src/a.rs", walk)], &[]);
    }

    #[test]
    fn unused_exceptions_are_errors() {
        let check = |files: &[(&str, &str)]| {
            let mut report = Report::default();
            let find = |file: &SourceFile| match file.text.contains('x') {
                true => vec![(1, "found".to_owned())],
                false => Vec::new(),
            };
            with_exceptions(&Repository::of(files), &["limit/a.rs"], &mut report, find);
            report.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(check(&[(RULE, "x")]), "");
        assert!(check(&[(RULE, "")]).contains("a.rs: error: unused exception"));
        assert!(check(&[]).contains("`limit/a.rs` does not exist"));
        assert!(check(&[(RULE, "x"), ("crates/rules/src/limit/b.rs", "x")]).contains("b.rs:1: error: found"));
    }
}
