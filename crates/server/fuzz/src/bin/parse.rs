//! Any bytes as any file: the tree holds the text, errors lie inside it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = lsflint_fuzz::file(data) else { return };
    let parse = lsflint_syntax::parse(&text, kind);
    assert_eq!(parse.root().text(), text);
    for error in parse.errors() {
        assert!(text.get(std::ops::Range::<usize>::from(error.range)).is_some(), "{error:?}");
    }
});
