//! Any edit of any file: parsing the edit equals parsing the new text.
#![no_main]

use lsflint_syntax::{Edit, TextRange, TextSize};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [from, length, split, rest @ ..] = data else { return };
    let Some((kind, text)) = lsflint_fuzz::file(rest) else { return };
    let boundary = |wish: usize| (0..=wish.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let insert = text[boundary(text.len().saturating_sub(usize::from(*split) % 16))..].to_owned();
    let start = boundary(text.len() * usize::from(*from) / 256);
    let end = boundary(start + usize::from(*length) % 32).max(start);
    let mut new_text = text.clone();
    new_text.replace_range(start..end, &insert);
    let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
    let old = lsflint_syntax::parse(&text, kind);
    let edited = lsflint_syntax::reparse(&old, &Edit { range, insert }, &new_text, kind);
    assert_eq!(edited.dump(), lsflint_syntax::parse(&new_text, kind).dump());
});
