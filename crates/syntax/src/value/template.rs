//! Placeholders of template languages in a value, whose final text is unknown.

/// Whether a value holds a bracket of a template language: `{{`, `{%`, `<%`.
pub(super) fn has_template_brackets(text: &str) -> bool {
    ["{{", "{%", "<%"].iter().any(|it| text.contains(it))
}

/// Whether `{{` before this text opens an expression of a template: it closes with `}}`, or not at all. A requirement with nested
/// braces, `{{..} || {..}}`, has the two apart.
fn opens_expression(text: &[u8]) -> bool {
    match text.iter().position(|byte| matches!(byte, b'{' | b'}')) {
        Some(at) => text[at] == b'}' && text.get(at + 1) == Some(&b'}'),
        None => true,
    }
}

/// Whether a value holds a marker of a template language, so that its final text is not known: `{{ }}`, `{% %}`, `<% %>`, `@NAME@`,
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
