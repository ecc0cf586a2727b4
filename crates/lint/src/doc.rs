//! The documentation comment of a rule: headings, paragraphs, lists and examples.

/// The documentation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDoc {
    /// The first paragraph, on one line.
    pub summary: String,
    /// The sections in order: the text before the first heading, then `Effect`, `Example`, `Use instead`, `Fix safety`,
    /// `Notes`.
    pub sections: Vec<DocSection>,
}

/// A heading and the text below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocSection {
    /// The text of the heading; empty for the text before the first one.
    pub title: String,
    /// The text below it.
    pub blocks: Vec<DocBlock>,
}

/// A block of Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocBlock {
    /// A paragraph, with its line breaks.
    Text(String),
    /// A list: its items, each on one line.
    List(Vec<String>),
    /// An example.
    Code {
        /// The kind of the example: `lsb.queues`, `resreq`. A second word tells the tests how to change it.
        info: String,
        /// Its lines.
        text: String,
    },
}

impl RuleDoc {
    /// Parses the lines of a page.
    pub fn new<'t>(lines: impl Iterator<Item = &'t str>) -> RuleDoc {
        let mut sections = vec![DocSection::default()];
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            if let Some(title) = line.strip_prefix("# ") {
                sections.push(DocSection { title: title.to_owned(), blocks: Vec::new() });
                continue;
            }
            let Some(section) = sections.last_mut() else { continue };
            if let Some(info) = line.strip_prefix("```") {
                let code = lines.by_ref().take_while(|it| !it.starts_with("```"));
                let text = code.flat_map(|it| [it, "\n"]).collect();
                section.blocks.push(DocBlock::Code { info: info.trim().to_owned(), text });
            } else if let Some(first) = line.strip_prefix("- ") {
                let mut items = vec![first.to_owned()];
                while let Some(next) = lines.next_if(|it| it.starts_with("- ") || it.starts_with("  ")) {
                    match (next.strip_prefix("- "), items.last_mut()) {
                        (None, Some(last)) => *last = format!("{last} {}", next.trim()),
                        (new, _) => items.push(new.unwrap_or(next).to_owned()),
                    }
                }
                section.blocks.push(DocBlock::List(items));
            } else if !line.trim().is_empty() {
                let mut text = line.to_owned();
                let ends =
                    |it: &str| it.trim().is_empty() || ["# ", "- ", "```"].iter().any(|mark| it.starts_with(mark));
                while let Some(next) = lines.next_if(|it| !ends(it)) {
                    text.push('\n');
                    text.push_str(next);
                }
                section.blocks.push(DocBlock::Text(text));
            }
        }
        let summary = match sections[0].blocks.first() {
            Some(DocBlock::Text(text)) => text.replace('\n', " "),
            _ => String::new(),
        };
        RuleDoc { summary, sections }
    }

    /// The section below a heading.
    pub fn section(&self, title: &str) -> Option<&DocSection> {
        self.sections.iter().find(|it| it.title == title)
    }
}

/// The line in an example before the next one of several files, with its name behind it.
const NEXT_FILE: &str = "//- ";

/// The files of an example as they are checked: name and text. `info` is that of [`DocBlock::Code`]; what is not
/// a file, such as a requirement string, has the kind of the example as its name.
pub fn example_files(info: &str, text: &str) -> Vec<(String, String)> {
    let (name, disguise) = info.split_once(' ').unwrap_or((info, ""));
    let mut files = vec![(name.to_owned(), String::new())];
    for line in example_text(text, disguise).split_inclusive('\n') {
        match (line.strip_prefix(NEXT_FILE), files.last_mut()) {
            (Some(name), _) => files.push((name.trim().to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    files
}

/// The text of an example as it is checked: what a page cannot show is written with other characters there. `disguise`
/// is what follows the name in the information of [`DocBlock::Code`].
pub fn example_text(text: &str, disguise: &str) -> String {
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

impl DocSection {
    /// The first paragraph, on one line.
    pub fn first_paragraph(&self) -> Option<String> {
        self.blocks.iter().find_map(|it| match it {
            DocBlock::Text(text) => Some(text.replace('\n', " ")),
            _ => None,
        })
    }

    /// The section without its heading, in Markdown.
    pub fn markdown(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(DocBlock::markdown).collect();
        blocks.join("\n\n")
    }
}

impl DocBlock {
    fn markdown(&self) -> String {
        match self {
            DocBlock::Text(text) => text.clone(),
            DocBlock::List(items) => items.iter().map(|it| format!("- {it}")).collect::<Vec<_>>().join("\n"),
            DocBlock::Code { info, text } => format!("```{info}\n{text}```"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOC: [&str; 14] = [
        "Factor that LSF",
        "does not know.",
        "",
        "More.",
        "",
        "# Example",
        "```lsb.queues",
        "# a comment, no heading",
        "```",
        "# Notes",
        "- Read",
        "  this.",
        "- And that.",
        "Text.",
    ];

    #[test]
    fn files_of_an_example() {
        let files = example_files("lsb.users crlf", "a␠\n//- lsf.conf\nb\n");
        let expected = [("lsb.users", "a \r\n"), ("lsf.conf", "b\r\n")].map(|(name, text)| (name.into(), text.into()));
        assert_eq!(files, expected);
        assert_eq!(example_files("elim c1:tok", "MANY\n"), [("elim".to_owned(), "MANY\n".to_owned())]);
        assert_eq!(example_files("lsb.users many", "MANY\n")[0].1.lines().last(), Some("1100"));
    }

    #[test]
    fn sections_of_a_comment() {
        let doc = RuleDoc::new(DOC.into_iter());
        assert_eq!(doc.summary, "Factor that LSF does not know.");
        let titles: Vec<&str> = doc.sections.iter().map(|it| &*it.title).collect();
        assert_eq!(titles, ["", "Example", "Notes"]);
        assert_eq!(doc.sections[0].markdown(), "Factor that LSF\ndoes not know.\n\nMore.");
        assert_eq!(doc.sections[1].markdown(), "```lsb.queues\n# a comment, no heading\n```");
        let notes = doc.section("Notes").expect("a section");
        let list = DocBlock::List(vec!["Read this.".to_owned(), "And that.".to_owned()]);
        assert_eq!(notes.blocks, [list, DocBlock::Text("Text.".to_owned())]);
        assert_eq!(notes.first_paragraph().as_deref(), Some("Text."));
        assert_eq!(doc.section("Effect"), None);
    }
}
