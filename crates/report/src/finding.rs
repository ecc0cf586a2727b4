//! Findings for CI formats: without hints, with line and column numbers, and with messages as sentences.

use lsflint_lint::{Diagnostic, Fingerprint, Severity};

use crate::text::tame;
use crate::{FileFindings, JsonDiagnostic, json_diagnostics};

/// A finding in the forms that CI formats need.
pub(crate) struct Finding<'a> {
    /// The finding itself.
    pub(crate) diagnostic: &'a Diagnostic,
    /// The finding with line and column numbers.
    pub(crate) placed: JsonDiagnostic,
    /// Its fingerprint; `None` if not requested.
    pub(crate) fingerprint: Option<Fingerprint>,
}

/// The findings of a file except hints, which are only for editors and for complete output.
pub(crate) fn findings(file: &FileFindings) -> impl Iterator<Item = Finding<'_>> {
    let fingerprints = file.fingerprints.iter().copied().map(Some).chain(std::iter::repeat(None));
    let all = file.diagnostics.iter().zip(json_diagnostics(file)).zip(fingerprints);
    let all = all.map(|((diagnostic, placed), fingerprint)| Finding { diagnostic, placed, fingerprint });
    all.filter(|it| it.diagnostic.severity > Severity::Hint)
}

impl Finding<'_> {
    /// Message, effect and help as sentences on one line.
    pub(crate) fn sentences(&self) -> String {
        let JsonDiagnostic { message, effect, help, .. } = &self.placed;
        let mut text = sentence(message);
        for more in [effect, help].into_iter().flatten() {
            text.push(' ');
            text.push_str(&sentence(more));
        }
        text
    }

    /// Message, effect and help on separate lines; the first one is `conf/lsb.queues:3:1: P003 message`.
    pub(crate) fn lines(&self, path: &str) -> String {
        let JsonDiagnostic { code, range, message, effect, help, .. } = &self.placed;
        let mut text = format!("{}:{}:{}: {code} {message}", tame(path), range.start.line, range.start.column);
        if let Some(effect) = effect {
            text.push('\n');
            text.push_str(effect);
        }
        if let Some(help) = help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        text
    }
}

/// Turns a message, which starts with a lowercase letter and has no full stop, into a sentence.
fn sentence(message: &str) -> String {
    let first = message.split(' ').next().unwrap_or_default();
    // `lsf.conf` and `h1` are names and keep their case.
    let is_word = !first.is_empty() && first.trim_end_matches([',', ':']).bytes().all(|it| it.is_ascii_lowercase());
    let mut text = message.to_owned();
    if is_word {
        text[..1].make_ascii_uppercase();
    }
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn messages_become_sentences() {
        let check = |message, expected| assert_eq!(sentence(message), expected);
        check("write `x`", "Write `x`.");
        check("`x` is unknown", "`x` is unknown.");
        check("did you mean `x`?", "Did you mean `x`?");
        check("lsf.conf has no `x`", "lsf.conf has no `x`.");
        check("here, it is", "Here, it is.");
        check("LSF ignores the line", "LSF ignores the line.");
        check("", ".");
    }
}
