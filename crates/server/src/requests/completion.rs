//! Completion items and their documentation.

use std::path::Path;

use lsflint_ide::{Completion, CompletionKind, CompletionOptions as Options, PathEntry, TypedPath};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Command, CompletionItem, CompletionItemCapability, CompletionItemKind, CompletionItemTag, CompletionList,
    CompletionOptions, CompletionParams, CompletionResponse, CompletionTextEdit, CompletionTriggerKind, Documentation,
    InsertReplaceEdit, InsertTextFormat, MarkupContent, MarkupKind, ServerCapabilities, TextEdit, Uri,
};

use super::config_files::ConfigPosition;
use super::{FilePosition, Request};
use crate::client::ClientFacts;

/// Trigger characters, after which values, list items, sections of requirements or directives start.
const TRIGGERS: [&str; 14] = ["=", " ", "[", "(", ",", ":", "~", "#", "@", "/", "'", "\"", "&", "|"];

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.completion_provider = Some(CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    });
}

/// The data of an item until it is resolved.
#[derive(Serialize, Deserialize)]
struct ResolveData {
    uri: Uri,
    about: String,
}

/// The completions at a position.
pub(crate) fn complete(request: &Request, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let Some(at) = request.at(&params.text_document_position)? else {
        let config = ConfigPosition::of(request, &params.text_document_position);
        return Ok(config.map(|it| CompletionResponse::Array(it.complete())));
    };
    let text = at.snapshot.text(&at.path).map_or("", |it| &**it);
    let offset = (at.offset as usize).min(text.len());
    let line = text[..offset].rsplit('\n').next().unwrap_or_default();
    let typed = params.context.filter(|it| it.trigger_kind == CompletionTriggerKind::TRIGGER_CHARACTER);
    if typed.is_some_and(|it| it.trigger_character.as_deref() == Some(" ")) && line.trim().is_empty() {
        // The user is indenting a line.
        return Ok(None);
    }
    let client = ClientSupport::of(&request.client);
    let options = Options { snippets: client.snippets, ..Options::default() };
    let found = match lsflint_ide::typed_path(&at.snapshot, &at.path, at.offset) {
        Some(typed) => {
            let entries = entries(request, &at, &typed);
            lsflint_ide::complete_path(&at.snapshot, &at.path, at.offset, &entries, &options)
        }
        None => lsflint_ide::complete(&at.snapshot, &at.path, at.offset, &options),
    };
    let uri = &params.text_document_position.text_document.uri;
    let items = found.items.into_iter().map(|it| item(&at, text, uri, &client, it)).collect();
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete: found.is_incomplete, items })))
}

/// The entries of the folder of a path that is being typed. Only folders below the one that contains all files of the
/// cluster are read, and `..` does not lead out of it.
fn entries(request: &Request, at: &FilePosition, typed: &TypedPath) -> Vec<PathEntry> {
    let paths = at.snapshot.files.iter().map(|it| request.server.path(&it.source.path));
    let common = paths.map(|it| it.parent().map(Path::to_path_buf).unwrap_or_default()).reduce(|one, other| {
        one.components().zip(other.components()).take_while(|it| it.0 == it.1).map(|it| it.0).collect()
    });
    let Some(common) = common else { return Vec::new() };
    let own = request.server.path(&at.path);
    let folder = request.server.paths.absolute(&own.parent().unwrap_or(&own).join(&typed.folder));
    if !folder.starts_with(&common) {
        return Vec::new();
    }
    let listed = lsflint_project::folder_entries(&request.server.disk, &folder).into_iter();
    let mut entries: Vec<PathEntry> = listed.map(|(name, is_folder)| PathEntry { name, is_folder }).collect();
    if folder != common {
        entries.push(PathEntry { name: "..".to_owned(), is_folder: true });
    }
    entries
}

/// An item with its documentation.
pub(crate) fn resolve(request: &Request, mut item: CompletionItem) -> Result<CompletionItem> {
    let about = item.data.clone().and_then(|it| serde_json::from_value::<ResolveData>(it).ok());
    let Some(about) = about else { return Ok(item) };
    let Some(at) = request.document(&about.uri) else { return Ok(item) };
    if let Some(value) = lsflint_ide::resolve(&at.snapshot, &about.about) {
        let kind =
            if ClientSupport::of(&request.client).markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        item.documentation = Some(Documentation::MarkupContent(MarkupContent { kind, value }));
    }
    Ok(item)
}

/// The longest detail in bytes; a longer one is documentation.
const LONGEST_DETAIL: usize = 20;

/// The completion capabilities of the client.
#[derive(Debug, Clone, Copy, Default)]
struct ClientSupport {
    snippets: bool,
    markdown: bool,
    tags: bool,
    deprecated: bool,
    /// Whether it supports insert and replace ranges.
    insert_or_replace: bool,
    commit: bool,
    /// Whether it has a command to request completions again; the protocol has no capability for it.
    asks_again: bool,
}

/// The command of VS Code that triggers completion.
pub(super) const ASK_AGAIN: &str = "editor.action.triggerSuggest";

impl ClientSupport {
    fn of(facts: &ClientFacts) -> ClientSupport {
        let completion = facts.document().and_then(|it| it.completion.as_ref());
        let Some(item) = completion.and_then(|it| it.completion_item.as_ref()) else { return ClientSupport::default() };
        let CompletionItemCapability { snippet_support, deprecated_support, insert_replace_support, .. } = item;
        ClientSupport {
            snippets: snippet_support.unwrap_or_default(),
            markdown: item.documentation_format.as_ref().is_some_and(|it| it.contains(&MarkupKind::Markdown)),
            tags: item.tag_support.as_ref().is_some_and(|it| it.value_set.contains(&CompletionItemTag::DEPRECATED)),
            deprecated: deprecated_support.unwrap_or_default(),
            insert_or_replace: insert_replace_support.unwrap_or_default(),
            commit: item.commit_characters_support.unwrap_or_default(),
            asks_again: facts.commands().any(|it| it == ASK_AGAIN),
        }
    }
}

#[allow(deprecated, reason = "older clients know the field and not the tags that took its place")]
fn item(at: &FilePosition, text: &str, uri: &Uri, client: &ClientSupport, found: Completion) -> CompletionItem {
    let replace = at.range(found.range);
    let tail = text.get(at.offset as usize..found.range.end as usize).unwrap_or_default();
    // Replaced spaces keep a column aligned, so the insert range must not keep them.
    let both = client.insert_or_replace && !tail.is_empty() && !tail.contains(' ');
    let text_edit = match both {
        true => {
            let insert = lsflint_ide::Range { start: found.range.start, end: at.offset };
            let edit = InsertReplaceEdit { new_text: found.insert, insert: at.range(insert), replace };
            CompletionTextEdit::InsertAndReplace(edit)
        }
        false => CompletionTextEdit::Edit(TextEdit { range: replace, new_text: found.insert }),
    };
    // Editors show the detail in the line of the label, and cut the label if it is long.
    let (detail, documentation) = match found.detail.len() {
        0 => (None, None),
        1..=LONGEST_DETAIL => (Some(found.detail), None),
        _ => (None, Some(Documentation::String(found.detail))),
    };
    let about = (!found.data.is_empty()).then(|| ResolveData { uri: uri.clone(), about: found.data });
    let old = found.is_deprecated;
    CompletionItem {
        kind: Some(kind(found.kind)),
        detail,
        documentation,
        tags: (old && client.tags).then(|| vec![CompletionItemTag::DEPRECATED]),
        deprecated: (old && client.deprecated && !client.tags).then_some(true),
        filter_text: (found.filter != found.label).then_some(found.filter),
        label: found.label,
        sort_text: Some(found.sort),
        insert_text_format: found.is_snippet.then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(text_edit),
        commit_characters: (client.commit && !found.commit.is_empty())
            .then(|| found.commit.iter().map(|it| (*it).to_owned()).collect()),
        command: (found.goes_on && client.asks_again).then(|| Command::new("".into(), ASK_AGAIN.into(), None)),
        data: about.and_then(|it| serde_json::to_value(it).ok()),
        ..CompletionItem::default()
    }
}

/// The icon that fits best.
fn kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Section => CompletionItemKind::STRUCT,
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Column => CompletionItemKind::FIELD,
        CompletionKind::Value => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Word | CompletionKind::Directive => CompletionItemKind::KEYWORD,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        CompletionKind::Name => CompletionItemKind::CLASS,
        CompletionKind::Host | CompletionKind::User => CompletionItemKind::VALUE,
        CompletionKind::Group => CompletionItemKind::MODULE,
        CompletionKind::Resource => CompletionItemKind::VARIABLE,
        CompletionKind::Type => CompletionItemKind::TYPE_PARAMETER,
        CompletionKind::Function => CompletionItemKind::FUNCTION,
        CompletionKind::Operator => CompletionItemKind::OPERATOR,
        CompletionKind::Unit => CompletionItemKind::UNIT,
        CompletionKind::Time => CompletionItemKind::EVENT,
        CompletionKind::Rule => CompletionItemKind::REFERENCE,
        CompletionKind::File => CompletionItemKind::FILE,
        CompletionKind::Folder => CompletionItemKind::FOLDER,
    }
}
