//! Small helpers for the Markdown of the site: escapes, blocks of code, addresses.

use anyhow::bail;

/// Text of the data as Markdown: escapes tags and emphasis, keeps inline code.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('`').enumerate() {
        if index > 0 {
            out.push('`');
        }
        if index % 2 == 1 {
            out.push_str(part);
            continue;
        }
        for letter in part.chars() {
            match letter {
                '<' => out.push_str("&lt;"),
                '*' | '_' | '[' | ']' => out.extend(['\\', letter]),
                _ => out.push(letter),
            }
        }
    }
    out
}

/// Text for the cell of a table.
pub(super) fn cell(text: &str) -> String {
    one_line(&escape(text)).replace('|', "&#124;")
}

/// Code for the cell of a table; an empty text remains empty.
pub(super) fn code_cell(text: &str) -> String {
    match text {
        "" => String::new(),
        // A `|` in inline code does not separate cells.
        _ => code(&one_line(text)),
    }
}

/// Inline code. The text may contain a backtick.
pub(super) fn code(text: &str) -> String {
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

/// A block of code with a title.
pub(super) fn block(title: &str, text: &str) -> String {
    // The fence must be longer than a fence in the text.
    let fence = if text.contains("```") { "````" } else { "```" };
    format!("{fence}text title=\"{}\"\n{}\n{fence}\n", title.replace('"', "'"), text.trim_end_matches('\n'))
}

/// A source: a link if it is an address.
pub(super) fn source(text: &str) -> String {
    match text.starts_with("http://") || text.starts_with("https://") {
        true => format!("<{text}>"),
        false => escape(text),
    }
}

/// The identifier of a heading.
pub(super) fn anchor(parts: &[&str]) -> String {
    let mut out = String::new();
    for letter in parts.join("-").chars() {
        match letter {
            'A'..='Z' => out.push(letter.to_ascii_lowercase()),
            'a'..='z' | '0'..='9' | '_' => out.push(letter),
            _ if !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    out.trim_matches('-').to_owned()
}

/// Replaces all whitespace by single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number with its noun.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Fails on an invalid address. Does not access the network.
pub(super) fn check_addresses(text: &str) -> anyhow::Result<()> {
    for (before, start) in [("](", "http"), ("<", "http")] {
        let end = if before == "<" { '>' } else { ')' };
        for (at, _) in text.match_indices(&format!("{before}{start}")) {
            let rest = &text[at + before.len()..];
            let Some(length) = rest.find(end) else {
                bail!("unclosed address: {}", one_line(&rest[..60.min(rest.len())]))
            };
            check_address(&rest[..length])?;
        }
    }
    Ok(())
}

fn check_address(address: &str) -> anyhow::Result<()> {
    let Some(rest) = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")) else {
        bail!("missing scheme in `{address}`");
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
    if labels.len() < 2 || !labels.iter().all(is_label) {
        bail!("missing host in `{address}`");
    }
    let allowed = |it: char| it.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(it);
    if !address.chars().all(allowed) {
        bail!("unescaped character in `{address}`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_facts_stays_text() {
        let text = "a*b <host> in `<code> a_b`, x[1]";
        assert_eq!(escape(text), "a\\*b &lt;host> in `<code> a_b`, x\\[1\\]");
        assert_eq!(cell("a | b\nc"), "a &#124; b c");
        assert_eq!(code_cell("a | `b"), "`` a | `b ``");
    }

    #[test]
    fn anchors_are_small_letters_and_hyphens() {
        assert_eq!(anchor(&["Queue", "RES_REQ"]), "queue-res_req");
        assert_eq!(anchor(&["", "LSF_X[:y]"]), "lsf_x-y");
    }

    #[test]
    fn broken_addresses_are_found() {
        for fine in ["<https://www.ibm.com/docs/en/x?topic=y-z#a>", "[a](http://a.org/b_c(d)) b", "`http` <b>"] {
            check_addresses(fine).expect(fine);
        }
        for broken in ["<https://www.ibm.com/a b>", "[a](https://ibm/x)", "[a](http//ibm.com)", "<https://a.org"] {
            check_addresses(broken).expect_err(broken);
        }
    }
}
