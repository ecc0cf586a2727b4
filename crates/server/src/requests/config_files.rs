//! Completion and hovers in lsflint.toml, which is not an LSF file and does not belong to a cluster.

use lsflint_lint::Rules;
use lsflint_project::{ConfigCompletion, ConfigCompletionKind, ConfigSubject, complete_config, hover_config};
use tower_lsp::ls_types::{
    Command, CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionTextEdit, Documentation, Hover,
    HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams, TextEdit,
};

use super::Request;
use super::completion::ASK_AGAIN;
use crate::to_proto::Positions;

/// The name of the file.
const NAME: &str = "lsflint.toml";

/// An open lsflint.toml, and a position in it.
pub(crate) struct ConfigPosition {
    text: std::sync::Arc<str>,
    positions: Positions,
    offset: usize,
    rules: Rules,
    /// Whether the client has a command to request completions again.
    asks_again: bool,
}

impl ConfigPosition {
    /// `None` for any other file, and for one that is not open.
    pub(crate) fn of(request: &Request, at: &TextDocumentPositionParams) -> Option<ConfigPosition> {
        let path = request.path(&at.text_document.uri);
        if path.file_name().is_none_or(|it| it != NAME) {
            return None;
        }
        let document = request.server.documents.get(&*path)?;
        let positions = Positions::new(document.text.clone(), request.encoding());
        let offset = positions.offset(at.position) as usize;
        Some(ConfigPosition {
            text: document.text.text().clone(),
            offset,
            positions,
            rules: request.server.rules_below(&path),
            asks_again: request.client.commands().any(|it| it == ASK_AGAIN),
        })
    }

    /// The proposals at the position.
    pub(crate) fn complete(&self) -> Vec<CompletionItem> {
        let found = complete_config(&self.text, self.offset, self.rules);
        found.into_iter().enumerate().map(|(number, it)| self.item(number, it)).collect()
    }

    fn item(&self, number: usize, found: ConfigCompletion) -> CompletionItem {
        let range =
            self.positions.range(lsflint_ide::Range { start: found.range.start as u32, end: found.range.end as u32 });
        let label_details = CompletionItemLabelDetails { detail: None, description: Some(found.detail.clone()) };
        // The values of an accepted key are the next question.
        let has_values = self.asks_again && found.kind == ConfigCompletionKind::Key;
        let documentation = MarkupContent { kind: MarkupKind::Markdown, value: found.documentation };
        CompletionItem {
            kind: Some(match found.kind {
                ConfigCompletionKind::Table => CompletionItemKind::STRUCT,
                ConfigCompletionKind::Key => CompletionItemKind::PROPERTY,
                ConfigCompletionKind::Value => CompletionItemKind::ENUM_MEMBER,
                ConfigCompletionKind::Rule => CompletionItemKind::REFERENCE,
            }),
            label_details: (!found.detail.is_empty()).then_some(label_details),
            documentation: (!documentation.value.is_empty()).then_some(Documentation::MarkupContent(documentation)),
            filter_text: (found.filter != found.label).then_some(found.filter),
            // The order of the documentation.
            sort_text: Some(format!("{number:04}")),
            label: found.label,
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: found.insert })),
            command: has_values.then(|| Command::new(String::new(), ASK_AGAIN.to_owned(), None)),
            ..CompletionItem::default()
        }
    }

    /// What the word at the position means.
    pub(crate) fn hover(&self) -> Option<Hover> {
        let found = hover_config(&self.text, self.offset)?;
        let value = match found.about {
            ConfigSubject::Key(page) => page,
            ConfigSubject::Rule(code) => lsflint_ide::hover_of_rule(self.rules, &code)?,
        };
        let range = lsflint_ide::Range { start: found.range.start as u32, end: found.range.end as u32 };
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(self.positions.range(range)) })
    }
}
