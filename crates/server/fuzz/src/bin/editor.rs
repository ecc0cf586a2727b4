//! Any bytes as a file beside those of the demo cluster, and what an editor asks at a place in it: no panic, ranges lie
//! inside the text. The first byte is the place, in 255ths of the text.
#![no_main]

use lsflint_model::SourceFile;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [place, rest @ ..] = data else { return };
    let Some((kind, text)) = lsflint_fuzz::file(rest) else { return };
    let others = lsflint_fuzz::DEMO.files.iter().filter(|it| it.source.kind != kind);
    let mut files: Vec<SourceFile> = others.map(|it| (*it.source).clone()).collect();
    let wish = text.len() * usize::from(*place) / 255;
    let at = (0..=wish).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0) as u32;
    files.push(SourceFile::new(kind.name(), kind, text));
    lsflint_fuzz::ask(&lsflint_fuzz::snapshot(files), kind.name(), at);
});
