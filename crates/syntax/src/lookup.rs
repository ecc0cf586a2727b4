//! The token at an offset, in logarithmic time.
//!
//! A [`Node`](crate::Node) finds a child by reading those before it. One lookup is cheap; one for each line of a large
//! file would take quadratic time. Rowan's cursors find a child by its offset.

use rowan::cursor::{SyntaxElement, SyntaxNode, SyntaxToken};
use rowan::{TextRange, TextSize};

use crate::{Parse, SyntaxKind};

/// Finds tokens of a tree by their offsets.
#[derive(Debug, Clone)]
pub struct Lookup {
    root: SyntaxNode,
}

impl Lookup {
    /// Prepares lookups in a tree.
    pub fn new(parse: &Parse) -> Lookup {
        Lookup { root: SyntaxNode::new_root(parse.root().green().to_owned()) }
    }

    /// The kind and range of the token at an offset; `None` at the end of the text and behind it.
    pub fn token(&self, offset: TextSize) -> Option<(SyntaxKind, TextRange)> {
        let token = self.token_at(offset)?;
        Some((SyntaxKind::from_raw(token.kind()), token.text_range()))
    }

    /// The outermost node around the token at an offset of which the kind is accepted.
    pub fn outermost(&self, offset: TextSize, accepts: impl Fn(SyntaxKind) -> bool) -> Option<TextRange> {
        let around = self.token_at(offset)?.ancestors();
        let accepted = around.filter(|it| accepts(SyntaxKind::from_raw(it.kind())));
        accepted.last().map(|it| it.text_range())
    }

    fn token_at(&self, offset: TextSize) -> Option<SyntaxToken> {
        if offset >= self.root.text_range().end() {
            return None;
        }
        match self.root.covering_element(TextRange::at(offset, TextSize::new(1))) {
            SyntaxElement::Token(token) => Some(token),
            // A text has a token at each of its bytes.
            SyntaxElement::Node(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Element, parse};

    #[test]
    fn each_byte_has_its_token() {
        let text = "# one\nBegin Queue\nQUEUE_NAME = \\\n a # b\nEnd Queue\n\n#if time(1:00-2:00)\n#endif\nü";
        let parse = parse(text, lsflint_spec::FileKind::LsbQueues);
        let lookup = Lookup::new(&parse);
        let mut tokens = Vec::new();
        let mut pending: Vec<_> = parse.root().elements().collect();
        while let Some(next) = pending.pop() {
            match next {
                Element::Token(token) => tokens.push((token.kind(), token.range())),
                Element::Node(node) => pending.extend(node.elements()),
            }
        }
        for at in 0..text.len() {
            let offset = TextSize::new(u32::try_from(at).expect("small"));
            let expected = tokens.iter().copied().find(|it| it.1.contains(offset));
            assert_eq!(lookup.token(offset), expected, "{at}");
        }
        assert_eq!(lookup.token(TextSize::of(text)), None);
        let section = lookup.outermost(TextSize::new(20), |it| it == SyntaxKind::SECTION).expect("a section");
        assert_eq!(&text[section], "Begin Queue\nQUEUE_NAME = \\\n a # b\nEnd Queue\n");
        assert_eq!(lookup.outermost(TextSize::new(0), |it| it == SyntaxKind::SECTION), None);
    }
}
