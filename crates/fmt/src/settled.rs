//! Values whose whitespace is as it should be, whatever their grammar.
//!
//! The formatter changes whitespace in a value at few places: several spaces, a space inside brackets or before a
//! comma, `&&` or a comma without a space. A value without any of them stays as it is, so its words need not be known.
//! Where the bytes do not decide, the value is read.

/// What a byte may mean for the whitespace next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Other,
    Space,
    /// Other whitespace.
    Blank,
    OpenParenthesis,
    OpenBracket,
    CloseParenthesis,
    CloseBracket,
    Comma,
    Ampersand,
    Pipe,
    Digit,
    Quote,
    Bang,
    /// The first letter of `and` and `or`.
    OperatorStart,
    /// Their last letter.
    OperatorEnd,
}

/// One byte of each class.
const ONE_OF_EACH: &[u8; 15] = b"x \t([)],&|0'!ad";

const fn class(byte: u8) -> Class {
    match byte {
        b' ' => Class::Space,
        b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Blank,
        b'(' => Class::OpenParenthesis,
        b'[' | b'{' => Class::OpenBracket,
        b')' => Class::CloseParenthesis,
        b']' | b'}' => Class::CloseBracket,
        b',' => Class::Comma,
        b'&' => Class::Ampersand,
        b'|' => Class::Pipe,
        b'0'..=b'9' => Class::Digit,
        b'"' | b'\'' => Class::Quote,
        b'!' => Class::Bang,
        b'a' | b'A' | b'o' | b'O' => Class::OperatorStart,
        b'd' | b'D' | b'r' | b'R' => Class::OperatorEnd,
        _ => Class::Other,
    }
}

/// Whether the formatter may change whitespace next to or between two bytes that follow each other.
const fn may_change(before: Class, after: Class) -> bool {
    use Class::*;
    match (before, after) {
        (Blank, _) | (_, Blank) => true,
        (Space, Space | CloseParenthesis | CloseBracket | Comma) => true,
        (OpenParenthesis | OpenBracket, Space) => true,
        (Comma, Space) => false,
        (Comma, _) => true,
        (Ampersand, Ampersand | Space) | (Pipe, Pipe | Space) | (Space, Ampersand | Pipe) => false,
        (Ampersand | Pipe, _) | (_, Ampersand | Pipe) => true,
        // The next pair of a list.
        (CloseBracket, OpenBracket) => true,
        // `and` and `or` between operands, without a space.
        (CloseParenthesis | CloseBracket | Digit | Quote, OperatorStart) => true,
        (OperatorEnd, OpenParenthesis | Quote | Bang) => true,
        _ => false,
    }
}

/// The class of each byte.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8) as u8;
        byte += 1;
    }
    table
};

/// For each class the set of classes behind it at which whitespace may change.
static CHANGES: [u16; ONE_OF_EACH.len()] = {
    let mut table = [0; ONE_OF_EACH.len()];
    let mut before = 0;
    while before < ONE_OF_EACH.len() {
        let mut after = 0;
        while after < ONE_OF_EACH.len() {
            let (a, b) = (class(ONE_OF_EACH[before]), class(ONE_OF_EACH[after]));
            if may_change(a, b) {
                table[a as usize] |= 1 << b as u16;
            }
            after += 1;
        }
        before += 1;
    }
    table
};

/// Whether the formatter leaves all whitespace in a value, whatever its grammar is.
pub(crate) fn is_settled(value: &str) -> bool {
    let mut behind = CHANGES[Class::Space as usize];
    let mut changes = 0;
    for byte in value.bytes() {
        let class = CLASS[usize::from(byte)];
        changes |= behind >> class & 1;
        behind = CHANGES[usize::from(class)];
    }
    changes == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_has_one_byte() {
        let mut classes: Vec<u8> = ONE_OF_EACH.iter().map(|it| CLASS[usize::from(*it)]).collect();
        classes.sort_unstable();
        assert!(classes.into_iter().eq(0..=Class::OperatorEnd as u8));
    }

    #[test]
    fn values_that_stay() {
        for value in ["", "a", "a b", "select[mem>1 && swp > 2] rusage[mem=1, x=2]", "(a b) c", "[a, 1] [b, 2]"] {
            assert!(is_settled(value), "{value}");
        }
    }

    #[test]
    fn values_that_may_change() {
        let values = [
            " a",
            "a  b",
            "a\tb",
            "( a)",
            "(a )",
            "[ a]",
            "a , b",
            "a,b",
            "a&&b",
            "a &&b",
            "a ||b",
            "&&||",
            "[a, 1][b, 2]",
            "(a)and (b)",
            "(a) or(b)",
            "1or 2",
        ];
        for value in values {
            assert!(!is_settled(value), "{value}");
        }
    }
}
