//! Any text as saved output of LSF commands, explained with the demo cluster: no panic, lines lie inside the text.
#![no_main]

use lsflint_fuzz::DEMO;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let explained = lsflint_ide::explain_output(&text, Some(DEMO.as_read()));
    let lines = text.lines().count();
    for unknown in &explained.unknown {
        assert!((1..=lines).contains(&(unknown.line as usize)), "{unknown:?}");
    }
});
