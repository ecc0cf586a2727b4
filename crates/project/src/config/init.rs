//! The text of the `lsflint.toml` that `lsflint init` writes: every key with its description, all commented out.

use super::option::{ConfigOption, Shape};
use super::options::config_options;

const HEAD: &str = "\
# Settings of lsflint for the LSF configuration below this directory.
# All settings are commented out. Remove the `#` to enable one. `lsflint config KEY` explains each setting.
#
# For checks and completion in editors (Even Better TOML, taplo, tombi), put the schema next to this file:
# run `lsflint config --schema > lsflint.schema.json` and add the first line `#:schema ./lsflint.schema.json`
";

/// The maximum width of a comment line, in bytes.
const WIDTH: usize = 116;

/// The text of a new lsflint.toml. It has no effect until a line is uncommented.
pub fn initial_config() -> String {
    let mut text = HEAD.to_owned();
    // A key after the header of a table would belong to that table, so tables come last.
    let is_table = |it: &&ConfigOption| matches!(it.shape, Shape::Table | Shape::TableOf(..) | Shape::ListOfTables(_));
    let on_top = || config_options().iter().filter(|it| !it.name.contains('.'));
    for option in on_top().filter(|it| !is_table(it)).chain(on_top().filter(is_table)) {
        text.push('\n');
        for line in folded(option.summary()) {
            text.push_str(&format!("# {line}\n"));
        }
        for line in option.example.lines() {
            text.push_str(&format!("# {line}\n"));
        }
    }
    text
}

/// Breaks a sentence into lines of at most [`WIDTH`] bytes.
fn folded(sentence: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut().filter(|it| it.len() + 1 + word.len() <= WIDTH) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::testing::parse_config;

    #[test]
    fn it_says_nothing_yet() {
        let text = initial_config();
        let config = parse_config(&text, Path::new("/site"), "lsflint.toml").unwrap_or_else(|error| panic!("{error}"));
        assert!(config.said.is_empty());
        assert!(
            text.lines().all(|it| it.len() <= 120 && (it.is_empty() || it.starts_with("# ") || it == "#")),
            "{text}"
        );
        for option in config_options().iter().filter(|it| !it.name.contains('.')) {
            assert!(text.contains(option.example.lines().next().unwrap_or_default()), "{}", option.name);
        }
    }
}
