//! The result of parsing, and the functions that parse.

use lsflint_spec::{FileKind, Grammar};
use rowan::{GreenNode, TextRange, TextSize};

use crate::ast::{AstNode, Value};
use crate::blocks::Blocks;
use crate::builder::Output;
use crate::difference::Origin;
use crate::{ErrorKind, Node, Parent, StructureError, SyntaxError, SyntaxKind, file, pool, value};

/// A syntax tree and its errors. Cheap to clone, can be sent to other threads.
#[derive(Debug, Clone)]
pub struct Parse {
    pub(crate) green: GreenNode,
    pub(crate) errors: Vec<SyntaxError>,
    /// The `#if` blocks that are not nodes: the meaning of a line may depend on distant lines.
    pub(crate) blocks: Blocks,
    pub(crate) origin: Origin,
}

/// Equal trees may have different origins.
impl PartialEq for Parse {
    fn eq(&self, other: &Parse) -> bool {
        self.green == other.green && self.errors == other.errors && self.blocks == other.blocks
    }
}

impl Eq for Parse {}

impl Parse {
    /// What [`parse_value`] returns for the text of a value without errors and continuations. `content` is the content
    /// of the value in the tree of its file.
    pub fn of_value(content: GreenNode) -> Parse {
        let value = SyntaxKind::VALUE.to_raw();
        let green = GreenNode::new(value, [content.into()]);
        Parse { green, errors: Vec::new(), blocks: Blocks::default(), origin: Origin::default() }
    }

    /// The root: a `FILE`, or a `VALUE` for [`parse_value`].
    pub fn root(&self) -> Parent<'_> {
        Node::new(&self.green, TextSize::new(0)).into()
    }

    /// Whether an `#if` block crosses sections or is unbalanced: which lines LSF reads together is not known from the
    /// tree.
    pub fn has_crossing_blocks(&self) -> bool {
        self.blocks.is_crossing()
    }

    /// The value in a tree of [`parse_value`].
    pub fn value(&self) -> Option<Value<'_>> {
        self.root().node().and_then(Value::cast)
    }

    /// The typed node of the grammar in a tree of [`parse_value`].
    pub fn typed<'t, N: AstNode<'t>>(&'t self) -> Option<N> {
        self.root().children().find_map(N::cast)
    }

    /// The errors, ordered by the start of their range.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The errors that start inside a range.
    pub fn errors_in(&self, range: TextRange) -> &[SyntaxError] {
        let from = self.errors.partition_point(|it| it.range.start() < range.start());
        let rest = &self.errors[from..];
        let to = rest.partition_point(|it| it.range.start() <= range.end());
        &rest[..to]
    }

    /// Whether the last section of the file has no `End`.
    pub(crate) fn has_open_section(&self) -> bool {
        let last = self.root().children().filter(|it| it.kind() == SyntaxKind::SECTION).last();
        last.is_some_and(|it| it.child(SyntaxKind::SECTION_END).is_none())
    }

    /// The tree as indented lines, `KIND@start..end "text"`, and the errors: for bug reports and tests.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        dump(self.root(), &mut out);
        for error in &self.errors {
            out.push_str(&format!("error {:?}: {:?}\n", error.range, error.kind));
        }
        out
    }
}

fn dump(root: Parent<'_>, out: &mut String) {
    out.push_str(&format!("{root:?}\n"));
    // An explicit stack, because the nesting depth of a malicious text could overflow the call stack.
    let mut stack: Vec<_> = root.elements().map(|it| (it, 1)).collect();
    stack.reverse();
    while let Some((element, depth)) = stack.pop() {
        out.extend(std::iter::repeat_n("  ", depth));
        match element {
            crate::Element::Token(token) => out.push_str(&format!("{token:?}\n")),
            crate::Element::Node(node) => {
                out.push_str(&format!("{node:?}\n"));
                let from = stack.len();
                stack.extend(node.elements().map(|it| (it, depth + 1)));
                stack[from..].reverse();
            }
        }
    }
}

/// A replacement of a range of the old text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The range of the old text to replace.
    pub range: TextRange,
    /// The new text.
    pub insert: String,
}

impl Edit {
    /// The edit that turns one text into another: what is between their common start and their common end.
    pub fn between(old: &str, new: &str) -> Edit {
        let same = |a: &[u8], b: &[u8]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let start = same(old.as_bytes(), new.as_bytes());
        // Both texts have the same bytes before `start`, so it is inside a character of one if of the other.
        let start = (0..=start).rev().find(|it| old.is_char_boundary(*it) && new.is_char_boundary(*it)).unwrap_or(0);
        let ends = old.as_bytes()[start..].iter().rev().zip(new.as_bytes()[start..].iter().rev());
        let end = ends.take_while(|(a, b)| a == b).count();
        let is_boundary = |it: &usize| old.is_char_boundary(old.len() - it) && new.is_char_boundary(new.len() - it);
        let end = (0..=end).rev().find(is_boundary).unwrap_or(0);
        let range = TextRange::new(TextSize::new(start as u32), TextSize::new((old.len() - end) as u32));
        Edit { range, insert: new[start..new.len() - end].to_owned() }
    }

    /// The text after the edit.
    pub fn apply(&self, text: &str) -> String {
        let range = std::ops::Range::<usize>::from(self.range);
        let mut edited = String::with_capacity(text.len() - range.len() + self.insert.len());
        edited.push_str(&text[..range.start]);
        edited.push_str(&self.insert);
        edited.push_str(&text[range.end..]);
        edited
    }
}

/// Parses the text of a file. Texts of 4 GB and more are not supported; callers must reject them.
pub fn parse(text: &str, kind: FileKind) -> Parse {
    pool::lend(kind, |shared| {
        let mut output = Output::with(text, shared);
        file::parse(&mut output, kind);
        let (parse, shared) = output.finish();
        (Parse { origin: Origin::new(), ..parse }, shared)
    })
}

/// Parses a single value, as given on a command line. The root is a `VALUE`.
pub fn parse_value(text: &str, grammar: Grammar) -> Parse {
    let mut output = Output::new(text);
    output.start(SyntaxKind::VALUE);
    if !file::is_free_text(grammar)
        && let Some(range) = file::lookalike(text)
    {
        output.error(ErrorKind::Structure(StructureError::Lookalike), range);
    }
    value::parse_plain(&mut output, 0..text.len(), grammar);
    output.end();
    output.finish().0
}

/// Parses a line of elim output: the number of pairs, then name and value of each. The root is an `ELIM_LINE`.
pub fn parse_elim_line(text: &str) -> Parse {
    let mut output = Output::new(text);
    value::parse_elim_line(&mut output, 0..text.len());
    output.finish().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edit_between_two_texts_leads_from_one_to_the_other() {
        let texts =
            ["", "a", "ab", "aab", "ä", "ö", "äö", "aä", "Begin Queue\n", "Begin\nBegin Queue\n", "Begin Queüe\n"];
        for old in texts {
            for new in texts {
                let edit = Edit::between(old, new);
                assert_eq!(edit.apply(old), new, "{edit:?}");
                assert!(edit.insert.len() <= new.len());
            }
        }
        assert_eq!(
            Edit::between("abcd", "abxcd"),
            Edit { range: TextRange::new(2.into(), 2.into()), insert: "x".into() }
        );
    }
}
