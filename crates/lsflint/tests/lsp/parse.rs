//! Reads cases: the format is that of `testdata/lsp/README.md`.

use serde_json::Value;

/// A mark in a text: the cursor; two of them are the ends of a selection.
pub(crate) const MARK: &str = "$0";

/// One case.
#[derive(Debug, Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// The line of its name.
    pub(crate) line: usize,
    pub(crate) given: Vec<Given>,
    pub(crate) steps: Vec<Step>,
}

/// What is there before anything is asked.
#[derive(Debug)]
pub(crate) enum Given {
    /// A file on the disk; open in the editor when asked for or when it has a mark.
    File { name: String, text: String, open: bool },
    /// A document that was never saved.
    Unsaved { name: String, language: String, text: String },
    /// All files of a cluster of `testdata/clusters`.
    Cluster(String),
    /// The cursor in a file of such a cluster: the text with a mark in it.
    Cursor { name: String, at: String },
    /// What the client can do besides the usual.
    Client(Value),
    /// What a person set.
    Settings(Value),
    /// The encodings of positions; else all.
    Encodings(Vec<String>),
}

/// Something happens, and what is expected then.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) when: When,
    pub(crate) then: Option<Then>,
}

/// Something that happens.
#[derive(Debug)]
pub(crate) enum When {
    Request { method: String, file: Option<String>, params: Value },
    Notification { method: String, params: Value },
    Typed(String),
    Diagnostics(String),
    Settings(Value),
}

/// What is expected.
#[derive(Debug)]
pub(crate) struct Then {
    pub(crate) how: How,
    /// The lines of the expectation in the file, counted from 0.
    pub(crate) block: std::ops::Range<usize>,
    pub(crate) text: String,
}

/// What of the result is shown.
#[derive(Debug)]
pub(crate) enum How {
    All,
    /// Only these keys, an item of the list on each line.
    Keys(Vec<String>),
    /// The lines of the expectation are all there, others may be, too.
    Contains,
    /// The texts after the edits in the result.
    Edited,
}

/// Reads the cases of a file.
pub(crate) fn cases(text: &str) -> Result<Vec<Case>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut cases: Vec<Case> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let number = at + 1;
        at += 1;
        if let Some(name) = line.strip_prefix("## ") {
            cases.push(Case { name: name.to_owned(), line: number, ..Case::default() });
            continue;
        }
        let is_ours = ["Given ", "When ", "Then"].iter().any(|it| line.starts_with(it));
        let Some(case) = cases.last_mut().filter(|_| is_ours) else {
            // Prose may show a block, too.
            if line.starts_with("```") {
                at = end_of_block(&lines, at).ok_or(format!("line {number}: the block has no end"))? + 1;
            }
            continue;
        };
        let block = if line.ends_with(':') {
            let start = (at..lines.len()).find(|it| !lines[*it].is_empty());
            let start = start.filter(|it| lines[*it].starts_with("```")).ok_or(format!("line {number}: no block"))? + 1;
            let end = end_of_block(&lines, start).ok_or(format!("line {number}: the block has no end"))?;
            at = end + 1;
            Some(start..end)
        } else {
            None
        };
        step(case, line, &lines, block).map_err(|error| format!("line {number}: {error}"))?;
    }
    Ok(cases)
}

fn end_of_block(lines: &[&str], start: usize) -> Option<usize> {
    (start..lines.len()).find(|it| lines[*it] == "```")
}

/// One line of a case with its block.
fn step(case: &mut Case, line: &str, lines: &[&str], block: Option<std::ops::Range<usize>>) -> Result<(), String> {
    let text = || block.clone().map(|it| lines[it].iter().map(|it| format!("{it}\n")).collect::<String>());
    let json = || text().map_or(Ok(Value::Null), |it| serde_json::from_str(&it).map_err(|error| error.to_string()));
    let quoted: Vec<String> = line.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let first = || quoted.first().cloned().ok_or("a name in backquotes is missing".to_owned());
    let second = || quoted.get(1).cloned().ok_or("a second word in backquotes is missing".to_owned());
    let mut words = line.split_whitespace();
    let given = match (words.next(), words.next().unwrap_or_default()) {
        (Some("Given"), "client:") => Given::Client(json()?),
        (Some("Given"), "settings:") => Given::Settings(json()?),
        (Some("Given"), "encodings" | "encoding") => Given::Encodings(quoted),
        (Some("Given"), "cluster") => Given::Cluster(first()?),
        (Some("Given"), "cursor") => Given::Cursor { name: first()?, at: second()? },
        (Some("Given"), "unsaved") => {
            let language = quoted.get(1).cloned().unwrap_or_else(|| "plaintext".to_owned());
            Given::Unsaved { name: first()?, language, text: text().ok_or("a block is missing")? }
        }
        (Some("Given"), kind) => {
            let text = text().ok_or("a block is missing")?;
            Given::File { name: first()?, open: kind == "open" || text.contains(MARK), text }
        }
        (Some("When"), kind) => {
            let when = match kind {
                "notification" => When::Notification { method: first()?, params: json()? },
                "typed" => When::Typed(first()?.replace("\\n", "\n")),
                "settings:" => When::Settings(json()?),
                "diagnostics" => When::Diagnostics(first()?),
                _ => When::Request { method: first()?, file: quoted.get(1).cloned(), params: json()? },
            };
            case.steps.push(Step { when, then: None });
            return Ok(());
        }
        (_, kind) => {
            let how = match kind {
                "" => How::All,
                "contains:" => How::Contains,
                "edited:" => How::Edited,
                _ => How::Keys(quoted),
            };
            let block = block.clone().ok_or("a block is missing")?;
            let text = text().unwrap_or_default();
            let step = case.steps.last_mut().ok_or("nothing happened before")?;
            step.then = Some(Then { how, block, text });
            return Ok(());
        }
    };
    case.given.push(given);
    Ok(())
}
