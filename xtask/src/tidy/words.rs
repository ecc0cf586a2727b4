//! Words that `docs/design/style.md` replaces, in every text that a person can read.

mod scripts;

use std::iter;
use std::ops::Range;
use std::sync::LazyLock;

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};
use regex::Regex;

use super::{Report, Repository, SourceFile};

/// The page with the table of words.
const PAGE: &str = "docs/design/style.md";

/// A row of the table.
struct Word {
    /// The first cell.
    row: &'static str,
    /// The pattern to search for, ignoring case. A match of the group `fine` is not reported.
    pattern: &'static str,
}

const WORDS: &[Word] = &[
    Word {
        row: "is no, are no (before a noun)",
        pattern: r"(?<fine>\bthere (is|are|was|were) no\b|\b(is|are|was) no (longer|more|less|later|earlier|better|different)\b)|\b(is|are|was|were) no\b",
    },
    Word {
        row: "stands, stand (for a thing that is written somewhere)",
        pattern: r"(?<fine>\bstands? for\b|\bstand-|-stand\b)|\bstands?\b",
    },
    Word { row: "beside, besides", pattern: r"\bbesides?\b" },
    Word { row: "blank, blanks", pattern: r"(?<fine>\bblank (lines?|page)\b)|\bblanks?\b" },
    Word { row: "circle", pattern: r"\bcircles?\b|\bcircular(ly)?\b" },
    Word { row: "take out, takes out, taken out", pattern: r"\b(take|takes|taken|taking|took)( \w+)? out\b" },
    Word {
        row: "profile, for lsb.applications",
        pattern: r"(?<fine>\b(application|build|rule|release|execution|cargo|windows)[ -]profiles?\b|\bprofile (`|scripts?\b)|\bprofiles? of (rules|compilers?)\b|-profiles?\b|\bprofiles?\.)|\bprofiles?\b",
    },
    Word {
        row: "master, for the role of a host",
        pattern: r"(?<fine>\bmaster (batch|branch|cluster)|\(master\)|-master\b|/master/)|\bmasters?\b",
    },
    Word { row: "capitals, in capitals", pattern: r"\bcapitals\b" },
    Word {
        row: "twice, for a second definition",
        pattern: r"\b(stands|defined|defines|set|sets|given|listed|written|named|names|declared|there) twice\b|\btwice in\b",
    },
    Word { row: "for ever", pattern: r"\bfor ever\b" },
    Word { row: "nobody, in place of a subject", pattern: r"\bnobody\b" },
    Word {
        row: "is told, was said, as said",
        pattern: r"(?<fine>\btold apart\b)|\b(is|are|was|were|be|been|as) (told|said)\b",
    },
    Word {
        row: "kept, as a noun; moment, as a type",
        pattern: r"(?<fine>\bat the moment\b)|\bmoments?\b|\bthe kept\b",
    },
    Word { row: "room, wall", pattern: r"(?<fine>\broom for\b|\bwall[- ](clock|time)\b)|\b(rooms?|walls?)\b" },
    Word { row: "vertical, horizontal", pattern: r"(?<fine>\bvertical bars?\b)|\b(vertical|horizontal)(ly)?\b" },
    Word {
        row: "counts, for a value that applies",
        pattern: r"\b(value|line|one|that|what|which|entry|definition) counts\b",
    },
    Word { row: "comes alive, is dead (a line)", pattern: r"\bcomes? alive\b|\b(is|are) dead\b" },
    Word {
        row: "on top, at once, in view (as fillers)",
        // Several things are done "all at once".
        pattern: r"(?<fine>\bon top of\b|\b(all|both|everything|everywhere|files|edits|requests|mistakes|shown|run|written|reported|this) at once\b)|\b(on top|at once|in view)\b",
    },
    Word { row: "pays, suffers, sleeps, speaks (of things)", pattern: r"\b(pays|suffers|sleeps|speaks)\b" },
];

/// Files, by the beginning of their path, and the rows that do not apply to them. An empty row means all rows.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (PAGE, "", "the page lists the words"),
    ("xtask/src/tidy/words.rs", "", "the patterns contain the words"),
    ("crates/lint/src/", PROFILE, "profiles of rules"),
    ("crates/lsflint/src/arguments/check.rs", PROFILE, "profiles of rules"),
    ("crates/lsflint/src/arguments/config.rs", PROFILE, "profiles of rules"),
    ("crates/lsflint/src/commands/check/", PROFILE, "profiles of rules"),
    ("crates/project/src/", PROFILE, "profiles of rules"),
    ("docs/guides/ci.md", PROFILE, "profiles of rules"),
];

const PROFILE: &str = "profile, for lsb.applications";

static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    WORDS.iter().map(|it| Regex::new(&format!("(?i){}", it.pattern)).expect("the patterns are tested")).collect()
});

/// No text that a person can read contains a word of the table in `docs/design/style.md`.
pub(super) fn words(repository: &Repository, report: &mut Report) {
    if let Some(page) = repository.file(PAGE) {
        same_rows(page, report);
    }
    for file in repository.files.iter().filter(|it| !it.is_generated() && !it.is_fixture()) {
        let applies =
            |row: &str| !EXCEPTIONS.iter().any(|it| file.path.starts_with(it.0) && (it.1.is_empty() || it.1 == row));
        let rows: Vec<_> = WORDS.iter().zip(&*PATTERNS).filter(|it| applies(it.0.row)).collect();
        for paragraph in prose(file) {
            for (word, pattern) in &rows {
                let matches = pattern.captures_iter(&paragraph.text).filter(|it| it.name("fine").is_none());
                for found in matches.filter_map(|it| it.get(0)) {
                    let message = format!("`{}`: see the row `{}` of {PAGE}", found.as_str(), word.row);
                    report.error(&file.path, paragraph.line(found.start()), message);
                }
            }
        }
    }
}

/// The page and the patterns have the same rows.
fn same_rows(page: &SourceFile, report: &mut Report) {
    let cells = page.text.lines().filter_map(|it| it.strip_prefix("| ")?.split(" | ").next());
    let rows: Vec<&str> = cells.filter(|it| *it != "not").collect();
    for row in rows.iter().filter(|row| WORDS.iter().all(|it| it.row != **row)) {
        report.error(PAGE, None, format!("the row `{row}` needs a pattern in xtask/src/tidy/words.rs"));
    }
    for word in WORDS.iter().filter(|it| !rows.contains(&it.row)) {
        report.error(PAGE, None, format!("missing row `{}`, which xtask/src/tidy/words.rs has", word.row));
    }
}

/// Text without line breaks and without code: a paragraph, a comment, a string.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// The numbers of the lines, from 1, with the offset at which each begins.
    lines: Vec<(usize, usize)>,
}

impl Paragraph {
    fn push(&mut self, line: usize, text: &str) {
        self.lines.push((line, self.text.len()));
        self.text.push_str(text.trim().trim_end_matches('\\').trim_end());
        self.text.push(' ');
    }

    /// The number of the line at an offset.
    fn line(&self, offset: usize) -> usize {
        self.lines.iter().rev().find(|it| it.1 <= offset).map_or(1, |it| it.0)
    }

    /// Replaces code in backticks. Offsets stay the same.
    fn without_code(mut self) -> Paragraph {
        let parts: Vec<&str> = self.text.split('`').collect();
        let text = |(index, part): (usize, &&str)| match index % 2 == 1 && index + 1 < parts.len() {
            true => "`".repeat(part.len()),
            false => (*part).to_owned(),
        };
        self.text = parts.iter().enumerate().map(text).collect::<Vec<_>>().join("`");
        self
    }
}

/// The texts of a file that a person can read.
fn prose(file: &SourceFile) -> Vec<Paragraph> {
    let text = &file.text;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    match file.path.rsplit('.').next() {
        Some("rs") if !file.is_test() => rust(text, file.production_lines().count()),
        Some("md") => paragraphs(lines),
        Some("toml") if file.path.starts_with("crates/spec/data/") => {
            let messages = file.path.starts_with("crates/spec/data/messages");
            // `form` is a code of the data, and `text` is a message of LSF.
            // The strings of lists are what LSF prints.
            let outputs = ["output", "displays"].iter().any(|it| file.path == format!("crates/spec/data/{it}.toml"));
            let is_quoted = |it: &str| {
                it.starts_with("form") || messages && it.starts_with("text =") || outputs && !it.starts_with('#')
            };
            each_line(lines.filter(|(_, it)| !is_quoted(it.trim_start())))
        }
        Some("json") if file.path.ends_with("/package.json") => {
            each_line(lines.filter(|(_, it)| it.contains("escription\":") || it.contains("\"title\":")))
        }
        _ => {
            let texts = scripts::texts(&file.path, text).unwrap_or_default();
            each_line(texts.iter().map(|(line, it)| (*line, it.as_str())))
        }
    }
}

/// Comments and strings of the first `length` lines.
fn rust(text: &str, length: usize) -> Vec<Paragraph> {
    let mut found = Vec::new();
    let mut comments: Vec<(usize, &str)> = Vec::new();
    let (mut at, mut line) = (0, 1);
    for token in tokenize(text, FrontmatterAllowed::No) {
        let range: Range<usize> = at..at + token.len as usize;
        let source = &text[range];
        if line > length {
            break;
        }
        let numbered = (line..).zip(source.lines());
        match token.kind {
            TokenKind::LineComment { .. } => {
                let text = source.trim_start_matches('/').trim_start_matches('!');
                // Comments on consecutive lines are one text.
                if comments.last().is_some_and(|it| it.0 + 1 != line) {
                    found.extend(paragraphs(comments.drain(..)));
                }
                comments.push((line, text));
            }
            TokenKind::BlockComment { .. } => found.extend(paragraphs(numbered)),
            TokenKind::Literal { kind: LiteralKind::Str { .. } | LiteralKind::RawStr { .. }, .. }
                // Without a space it is a name.
                if source.contains(' ') =>
            {
                let lines: Vec<(usize, String)> = numbered.map(|(line, it)| (line, without_placeholders(it))).collect();
                found.extend(paragraphs(lines.iter().map(|(line, it)| (*line, it.as_str()))));
            }
            _ => {}
        }
        line += source.matches('\n').count();
        at += token.len as usize;
    }
    found.extend(paragraphs(comments.drain(..)));
    found.sort_by_key(|it| it.line(0));
    found
}

/// A format string without the names of its arguments.
fn without_placeholders(line: &str) -> String {
    static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{\w*\}").expect("a valid pattern"));
    PLACEHOLDER.replace_all(line, "{}").into_owned()
}

/// The paragraphs of Markdown, without fenced blocks.
fn paragraphs<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Vec<Paragraph> {
    let mut found = vec![Paragraph::default()];
    let mut fenced = false;
    for (line, text) in lines.chain(iter::once((0, ""))) {
        let is_fence = text.trim_start().starts_with("```");
        if is_fence || text.trim().is_empty() {
            found.push(Paragraph::default());
            fenced ^= is_fence;
        } else if !fenced {
            found.last_mut().expect("it begins with one").push(line, text);
        }
    }
    found.into_iter().map(Paragraph::without_code).collect()
}

fn each_line<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Vec<Paragraph> {
    lines.flat_map(|it| paragraphs(iter::once(it))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::assert_problems;

    #[test]
    fn comments_and_strings_are_read_and_code_is_not() {
        let text = "//! a circle\nfn circle() { let it = \"a blank\"; }\n// `circle` and a blank line\n";
        assert_problems(
            words,
            &[("crates/lint/src/a.rs", text)],
            &["a.rs:1: error: `circle`", "a.rs:2: error: `blank`"],
        );
        let page = "/// ```lsb.queues\n/// DESCRIPTION = a circle\n/// ```\n/// a circle\n";
        assert_problems(words, &[("crates/rules/src/a/b.rs", page)], &["b.rs:4: error: `circle`"]);
        let tests = "//! A.\n#[cfg(test)]\nmod tests {\n    // a circle\n}\n";
        assert_problems(words, &[("crates/lint/src/a.rs", tests)], &[]);
    }

    #[test]
    fn sentences_continue_on_the_next_line() {
        let text = "//! It is\n//! no queue, `a\n//! circle`.\nfn a() { b(\"it is \\\n  no queue of {master}\", \"a-blank\") }\n";
        assert_problems(
            words,
            &[("crates/rules/src/a.rs", text)],
            &["a.rs:1: error: `is no`", "a.rs:4: error: `is no`"],
        );
        assert_problems(words, &[("a/b.md", "an application\nprofile\n\nprofile\n")], &["b.md:4: error: `profile`"]);
    }

    #[test]
    fn pages_data_and_descriptions_are_read() {
        assert_problems(words, &[("a/b.md", "There is no way.\nThis is no way.\n")], &["b.md:2: error: `is no`"]);
        assert_problems(words, &[("crates/spec/data/a.toml", "summary = \"a profile\"\n")], &["a.toml:1:"]);
        assert_problems(words, &[("crates/spec/data/a.toml", "summary = \"an application profile\"\n")], &[]);
        assert_problems(
            words,
            &[("editors/a/package.json", "\"description\": \"a circle\",\n\"circle\": 1,\n")],
            &["package.json:1:"],
        );
    }

    #[test]
    fn table_and_patterns_have_the_same_rows() {
        let rows: Vec<String> = WORDS.iter().map(|it| format!("| {} | x |\n", it.row)).collect();
        let page = format!("| not | but |\n|---|---|\n{}", rows.concat());
        assert_problems(words, &[(PAGE, &page)], &[]);
        let more = format!("{page}| a new word | x |\n");
        assert_problems(words, &[(PAGE, &more)], &["error: the row `a new word` needs a pattern"]);
    }
}
