//! Any text as `lsflint.toml`: no panic, problems lie inside the text. `extend` leads to the text itself.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.split('\n').collect();
    for problem in lsflint_project::fuzzing::config_problems(&text) {
        let line = problem.line.checked_sub(1).and_then(|it| lines.get(it));
        let columns = line.map_or(0, |it| it.chars().count() + 1);
        assert!((1..=columns).contains(&problem.column), "{problem:?}");
        assert!(problem.width >= 1 && !problem.message.is_empty(), "{problem:?}");
    }
});
