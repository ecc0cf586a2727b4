//! Finds possible include lines in a text without parsing it.

const WORD: &[u8] = b"#include";

/// The byte offsets of `#include` in a text, ignoring case, including those in comments and values.
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
