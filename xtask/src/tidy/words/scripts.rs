//! Comments and strings of the languages of editors and tools: TypeScript, JavaScript, Lua, Emacs Lisp, Vim script,
//! Python, shell, YAML. They are read line by line, without a parser: a string is what two equal quotes enclose on a
//! line.

/// What begins a comment, and the quotes of strings.
struct Language {
    comment: &'static str,
    quotes: &'static [char],
}

/// The language of a file, by its extension.
fn language(path: &str) -> Option<Language> {
    let (comment, quotes): (&str, &[char]) = match path.rsplit('.').next()? {
        "ts" | "js" | "mjs" => ("//", &['"', '\'', '`']),
        "lua" => ("--", &['"', '\'']),
        "el" => (";", &['"']),
        "vim" => ("\"", &['\'']),
        "py" | "sh" | "yml" | "yaml" => ("#", &['"', '\'']),
        _ => return None,
    };
    Some(Language { comment, quotes })
}

/// The comments and the strings with a space in a file, each with the number of its line, from 1. Strings without a
/// space are names. `None` if the language is unknown.
pub(super) fn texts(path: &str, text: &str) -> Option<Vec<(usize, String)>> {
    let language = language(path)?;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut rest = line;
        while let Some(at) = rest.find(|it| language.quotes.contains(&it) || rest_begins(&language, it)) {
            let here = &rest[at..];
            let before = rest[..at].chars().next_back();
            if here.starts_with(language.comment) && before.is_none_or(|it| it.is_whitespace() || it == ';') {
                let comment = here.trim_start_matches(language.comment).trim_start_matches(['/', '!', '-', ';']);
                found.push((number, comment.to_owned()));
                break;
            }
            let quote = here.chars().next().unwrap_or_default();
            let inside = &here[quote.len_utf8()..];
            match language.quotes.contains(&quote).then(|| closing(inside, quote)).flatten() {
                Some(end) => {
                    if inside[..end].contains(' ') {
                        found.push((number, inside[..end].to_owned()));
                    }
                    rest = &inside[end + quote.len_utf8()..];
                }
                // An apostrophe, or a string of several lines.
                None => rest = inside,
            }
        }
        // The lines of a block comment.
        let star = line.trim_start().strip_prefix("* ").filter(|_| language.comment == "//");
        found.extend(star.map(|it| (number, it.to_owned())));
    }
    Some(found)
}

fn rest_begins(language: &Language, letter: char) -> bool {
    language.comment.starts_with(letter)
}

/// The offset of the next quote that is not escaped.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, it)| {
        let is_end = it == quote && !escaped;
        escaped = it == '\\' && !escaped;
        is_end.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[(usize, &str)]) {
        let found = texts(path, text).expect("a language");
        let found: Vec<(usize, &str)> = found.iter().map(|it| (it.0, it.1.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_and_strings() {
        check(
            "a.ts",
            "let a = 'name'; // a word\nf(\"two words\", `and \\`more\\``)\n",
            &[(1, " a word"), (2, "two words"), (2, "and \\`more\\`")],
        );
        check("a.ts", "const url = \"https://a b\";\n * in a block\n", &[(1, "https://a b"), (2, "in a block")]);
        check("a.lua", "-- a note\nlocal a = x - y -- why\nf('it is')\n", &[(1, " a note"), (2, " why"), (3, "it is")]);
        check("a.el", ";;; Title here\n(message \"one two\")\n", &[(1, " Title here"), (2, "one two")]);
        check("a.vim", "\" a comment\nechom 'some text'\n", &[(1, " a comment"), (2, "some text")]);
        check("a.sh", "x=${y#z} # why it is\nfail \"no such thing\"\n", &[(1, " why it is"), (2, "no such thing")]);
        assert_eq!(texts("a.css", "/* a word */"), None);
    }
}
