use lsflint_lint::{FileContext, Findings, LONGEST_WORD, Reads, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds words of more than 4095 characters without whitespace.
    ///
    /// # Effect
    /// The open-source parsers copy a word into a fixed-size buffer without a length check: a longer word overwrites
    /// memory, and the daemon may crash. The length of a *line* is not limited.
    ///
    /// # Example
    /// `LONG` represents a word of 5000 characters:
    /// ```lsb.queues long
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = LONG
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hosta hostb
    /// End Queue
    /// ```
    pub F009 "overlong-word" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextWord_",
                "a word is copied into a buffer of a fixed size without a check of its length",
            ),
        ],
        checks: [PartsOfFile(Reads::LONG_LINES, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let text = &*context.file.text;
    let mut start = 0;
    while start + LONGEST_WORD < text.len() {
        // Nearly all lines are short: searching for the last line end within the limit skips many lines.
        if let Some(newline) = text.as_bytes()[start..=start + LONGEST_WORD].iter().rposition(|&byte| byte == b'\n') {
            start += newline + 1;
            continue;
        }
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        check_line(&text[start..end], start, findings);
        start = end + 1;
    }
}

fn check_line(line: &str, start: usize, findings: &mut Findings) {
    let mut at = start;
    let content = line.split('#').next().unwrap_or_default();
    for word in content.split([' ', '\t', '\r']) {
        if word.len() > LONGEST_WORD {
            let from = TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
            let range = TextRange::at(from, TextSize::of(word));
            findings
                .report(range, format!("word has {} characters", word.len()))
                .effect("LSF copies the word into a fixed-size buffer without a length check, so the daemon may crash")
                .help("split it into several words");
        }
        at += word.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(word: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = q\nUSERS = a {word} b\nEnd Queue\n")
    }

    #[test]
    fn words_count_and_not_lines() {
        check(
            "F009",
            "lsb.queues",
            &queue(&"x".repeat(5000)),
            expect![[r#"
                3:11-3:5011 warning word has 5000 characters
                  effect: LSF copies the word into a fixed-size buffer without a length check, so the daemon may crash
                  help: split it into several words
            "#]],
        );
        check("F009", "lsb.queues", &queue(&"x ".repeat(5000)), expect![[""]]);
    }
}
