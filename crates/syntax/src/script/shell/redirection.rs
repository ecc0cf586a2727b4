//! Parses redirections and here-documents.

use super::super::Origin;
use super::super::directive::directive;
use super::{Command, Document, Reader, ends_word};

impl Reader<'_> {
    /// Parses a redirection (`<`, `>`, `<<`, `2>&1` and so on) with the word after it.
    pub(super) fn redirection(&mut self, command: &mut Command) {
        let operator = ["<<<", "<<-", "<<", "<&", "<>", "<", "&>>", "&>", ">>", ">&", ">|", ">"];
        let Some(operator) = operator.iter().find(|it| self.rest().starts_with(**it)) else {
            self.at += 1;
            return;
        };
        self.at += operator.len();
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let start = self.at;
        let word = if self.at < self.bytes.len() && !ends_word(self.peek(0)) { Some(self.word()) } else { None };
        match *operator {
            "<<" | "<<-" => {
                let Some(end) =
                    word.map(|it| it.text().map_or_else(|| self.text[start..self.at].to_owned(), str::to_owned))
                else {
                    return;
                };
                command.documents.push(self.documents.len());
                self.documents.push(Document { end, tabs: operator.ends_with('-'), reader: None });
            }
            "<" | "<<<" | "<&" | "<>" => command.redirected = true,
            _ => {}
        }
    }

    /// Parses the here-documents that start on this line.
    pub(super) fn here_documents(&mut self) {
        for document in std::mem::take(&mut self.documents) {
            let mut found = Vec::new();
            while self.at < self.bytes.len() {
                let end = self.line_end();
                let line = self.text[self.at..end].trim_end_matches('\r');
                let line = if document.tabs { line.trim_start_matches('\t') } else { line };
                let is_end = line == document.end;
                if !is_end {
                    found.extend(directive(self.text, self.at, end));
                }
                self.at = (end + 1).min(self.bytes.len());
                if is_end {
                    break;
                }
            }
            match document.reader {
                Some(_) => {
                    let words = self.script.words_of(found);
                    if let Some(call) = document.reader.and_then(|it| self.script.calls.get_mut(it)) {
                        call.directives.extend(words);
                    }
                }
                None => self.script.add(found, Origin::Document),
            }
        }
    }
}
