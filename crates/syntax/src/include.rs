//! Where a text may have an include line, found without parsing it.

const WORD: &[u8] = b"#include";

/// The positions of `#include` in a text, ignoring case, in bytes. Comments and values are not told apart from directives.
pub fn include_words(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_include = |at: &usize| bytes[*at..].get(..WORD.len()).is_some_and(|it| it.eq_ignore_ascii_case(WORD));
    memchr::memchr_iter(b'#', bytes).filter(is_include)
}

#[cfg(test)]
mod tests {
    use super::include_words;

    #[test]
    fn words_are_found_whatever_their_case() {
        assert_eq!(include_words("#INCLUDE \"a\"\n# b\n#Include #inclu").collect::<Vec<_>>(), [0, 17]);
        assert_eq!(include_words("include # include").count(), 0);
    }
}
