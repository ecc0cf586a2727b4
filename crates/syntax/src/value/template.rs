//! Recognizes template markers in a value, whose final text is unknown.

/// Whether a value contains a template bracket: `{{`, `{%`, `<%`.
pub(super) fn has_template_brackets(text: &str) -> bool {
    ["{{", "{%", "<%"].iter().any(|it| text.contains(it))
}

/// Whether `{{` before this text opens a template expression: it is closed by `}}`, or not at all. In a requirement
/// with nested braces, `{{..} || {..}}`, the two closing braces are separate.
fn opens_expression(text: &[u8]) -> bool {
    match text.iter().position(|byte| matches!(byte, b'{' | b'}')) {
        Some(at) => text[at] == b'}' && text.get(at + 1) == Some(&b'}'),
        None => true,
    }
}

/// Whether a value contains a template marker, so that its final text is unknown: `{{ }}`, `{% %}`, `<% %>`, `@NAME@`,
/// `%NAME%`, `$NAME`, `${NAME}`.
pub fn is_templated(text: &str) -> bool {
    let bytes = text.as_bytes();
    let upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    bytes.iter().enumerate().any(|(at, &byte)| {
        let rest = &bytes[at + 1..];
        match byte {
            b'{' => rest.first() == Some(&b'%') || rest.first() == Some(&b'{') && opens_expression(&rest[1..]),
            b'<' => rest.first() == Some(&b'%'),
            b'$' => rest.first().is_some_and(|&next| next.is_ascii_alphabetic() || matches!(next, b'{' | b'(' | b'_')),
            b'@' | b'%' => {
                let length =
                    rest.iter().take_while(|&&next| upper(next) || next.is_ascii_lowercase() && byte == b'@').count();
                length > 1 && rest.get(length) == Some(&byte)
            }
            _ => false,
        }
    })
}
