//! The floor: the cost of a rowan tree without parsing. Tools based on rowan cannot be faster on the same text. Results
//! are given as a percentage of it, which depends less on the machine than seconds.

use rowan::{GreenNode, GreenNodeBuilder, SyntaxKind};

/// One node per line. A token is a sequence of word characters or spaces, a line end, a comment, or a punctuation mark.
pub fn tree(text: &str) -> GreenNode {
    let mut builder = GreenNodeBuilder::new();
    builder.start_node(SyntaxKind(0));
    for line in text.split_inclusive('\n') {
        builder.start_node(SyntaxKind(1));
        let mut rest = line;
        while let Some(&first) = rest.as_bytes().first() {
            let (kind, length) = lexeme(rest.as_bytes(), first);
            builder.token(SyntaxKind(kind), &rest[..length]);
            rest = &rest[length..];
        }
        builder.finish_node();
    }
    builder.finish_node();
    builder.finish()
}

fn lexeme(rest: &[u8], first: u8) -> (u16, usize) {
    let run = |belongs: fn(&u8) -> bool| rest.iter().take_while(|byte| belongs(byte)).count();
    match first {
        b' ' | b'\t' => (2, run(|byte| matches!(byte, b' ' | b'\t'))),
        b'\n' | b'\r' => (3, run(|byte| matches!(byte, b'\n' | b'\r'))),
        b'#' => (4, run(|byte| *byte != b'\n')),
        _ if is_word(&first) => (5, run(is_word)),
        _ => (6, 1),
    }
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_holds_the_text() {
        let text = "Begin Queue # é\nRES_REQ = select[a && b]\r\nEnd Queue";
        assert_eq!(tree(text).to_string(), text);
        assert_eq!(tree(text).children().len(), 3);
    }
}
