//! Code actions for findings.

use lsflint_ide::{
    ActionKind, ActionOptions, AssistId, Change, CodeAction as Action, FileEdit, FixScope, assist_edits, code_actions,
    fix_all_edits,
};
use lsflint_lint::{Applicability, Diagnostic};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    self as lsp, CodeAction, CodeActionDisabled, CodeActionKind, CodeActionOptions, CodeActionOrCommand,
    CodeActionParams, CodeActionProviderCapability, Command, NumberOrString, ServerCapabilities, Uri,
    WorkDoneProgressOptions,
};

use super::rename::workspace_edit;
use super::{FilePosition, Request};
use crate::client::ClientFacts;

/// The command of a client that ends all lines of a document with a line feed; its argument has the `uri`.
const USE_LINE_FEEDS: &str = "lsflint.useLineFeeds";
/// Neither a suppression nor an explanation is a repair: editors list actions of other kinds after the repairs.
const SUPPRESS: CodeActionKind = CodeActionKind::new("lsflint.suppress");
const EXPLAIN: CodeActionKind = CodeActionKind::new("lsflint.explain");
/// The kind of the action that applies all safe fixes, which editors can run on save.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.lsflint");

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.code_action_provider = Some(CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(vec![
            CodeActionKind::QUICKFIX,
            CodeActionKind::REFACTOR_REWRITE,
            SUPPRESS,
            EXPLAIN,
            FIX_ALL,
        ]),
        work_done_progress_options: WorkDoneProgressOptions::default(),
        resolve_provider: Some(true),
    }));
}

/// The data of an assist until it is resolved.
#[derive(Serialize, Deserialize)]
struct AssistData {
    uri: Uri,
    assist: String,
    argument: String,
    /// The byte offset at which it was offered.
    offset: u32,
}

/// The data of another action until it is resolved.
#[derive(Serialize, Deserialize)]
struct ResolveData {
    uri: Uri,
    /// Limits the fixes to this rule.
    rule: Option<String>,
    safe: bool,
}

impl ResolveData {
    fn new(uri: &Uri, scope: FixScope) -> ResolveData {
        let (rule, safe) = match scope {
            FixScope::Safe => (None, true),
            FixScope::Rule { code, applicability } => (Some(code.to_owned()), applicability == Applicability::Safe),
        };
        ResolveData { uri: uri.clone(), rule, safe }
    }

    fn scope(&self) -> Option<FixScope> {
        let Some(rule) = &self.rule else { return Some(FixScope::Safe) };
        let applicability = if self.safe { Applicability::Safe } else { Applicability::Unsafe };
        Some(FixScope::Rule { code: lsflint_rules::all().find(rule)?.meta.code, applicability })
    }
}

/// The actions at a range.
pub(crate) fn actions(request: &Request, params: CodeActionParams) -> Result<Option<Vec<CodeActionOrCommand>>> {
    let uri = params.text_document.uri;
    let Some((at, range)) = request.range(&uri, params.range)? else { return Ok(None) };
    let only = params.context.only.as_deref();
    let options = ActionOptions {
        quick_fixes: wants(only, &CodeActionKind::QUICKFIX),
        suppress: wants(only, &SUPPRESS),
        explain: wants(only, &EXPLAIN),
        fix_all: wants(only, &FIX_ALL),
        assists: wants(only, &CodeActionKind::REFACTOR_REWRITE),
        ..ActionOptions::default()
    };
    let client = request.client.document().and_then(|it| it.code_action.as_ref());
    let can = ClientSupport {
        literals: client.is_some_and(|it| it.code_action_literal_support.is_some()),
        disabled: client.and_then(|it| it.disabled_support).unwrap_or_default(),
        preferred: client.and_then(|it| it.is_preferred_support).unwrap_or_default(),
        resolves: client
            .and_then(|it| it.resolve_support.as_ref())
            .is_some_and(|it| it.properties.iter().any(|it| it == "edit")),
        line_feeds: request.client.commands().any(|it| it == USE_LINE_FEEDS),
    };
    let mut found = Vec::new();
    for action in code_actions(&at.snapshot, &at.path, range, &options) {
        request.give_up()?;
        found.extend(converted(request, &at, &uri, action, &params.context.diagnostics, &can));
    }
    Ok(Some(found))
}

/// Resolves the edits of an action.
pub(crate) fn resolve(request: &Request, mut action: CodeAction) -> Result<CodeAction> {
    let assist = action.data.as_ref().and_then(|it| AssistData::deserialize(it).ok());
    if let Some(data) = assist
        && let (Some(at), Some(id)) = (request.document(&data.uri), AssistId::of(&data.assist, &data.argument))
    {
        let edits = assist_edits(&at.snapshot, &at.path, data.offset, &id);
        action.edit = Some(workspace_edit(request, &edits));
        return Ok(action);
    }
    let data = action.data.as_ref().and_then(|it| ResolveData::deserialize(it).ok());
    if let Some(data) = data
        && let (Some(at), Some(scope)) = (request.document(&data.uri), data.scope())
    {
        let edit: Vec<FileEdit> = fix_all_edits(&at.snapshot, &at.path, scope).into_iter().collect();
        action.edit = Some(workspace_edit(request, &edit));
    }
    Ok(action)
}

/// The code action capabilities of the client.
struct ClientSupport {
    literals: bool,
    disabled: bool,
    preferred: bool,
    resolves: bool,
    /// Whether the client has the command that ends lines with a line feed.
    line_feeds: bool,
}

fn converted(
    request: &Request,
    at: &FilePosition,
    uri: &Uri,
    action: Action,
    shown: &[lsp::Diagnostic],
    can: &ClientSupport,
) -> Option<CodeActionOrCommand> {
    let of_file = at.snapshot.file(&at.path).map(|it| &it.findings);
    let findings = of_file.or_else(|| at.snapshot.script(&at.path).map(|it| &it.findings))?;
    let about = action.findings.iter().filter_map(|it| shown_as(at, &findings[*it], shown));
    let about: Vec<lsp::Diagnostic> = about.collect();
    let mut converted = CodeAction {
        title: action.title,
        kind: Some(match action.kind {
            ActionKind::QuickFix => CodeActionKind::QUICKFIX,
            ActionKind::Suppress => SUPPRESS,
            ActionKind::Explain => EXPLAIN,
            ActionKind::FixAll => FIX_ALL,
            ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        }),
        diagnostics: (!about.is_empty()).then_some(about),
        is_preferred: (action.preferred && can.preferred).then_some(true),
        ..CodeAction::default()
    };
    match action.change {
        Change::Edits(files) => converted.edit = Some(workspace_edit(request, &files)),
        Change::FixAll(scope) if can.resolves => {
            converted.data = serde_json::to_value(ResolveData::new(uri, scope)).ok()
        }
        Change::FixAll(scope) => {
            let edit = fix_all_edits(&at.snapshot, &at.path, scope)?;
            converted.edit = Some(workspace_edit(request, &[edit]));
        }
        Change::Assist(id, offset) if can.resolves => {
            let (assist, argument) = id.parts();
            let (assist, argument) = (assist.to_owned(), argument.to_owned());
            converted.data = serde_json::to_value(AssistData { uri: uri.clone(), assist, argument, offset }).ok();
        }
        Change::Assist(id, offset) => {
            let edits = assist_edits(&at.snapshot, &at.path, offset, &id);
            converted.edit = Some(workspace_edit(request, &edits));
        }
        Change::Explain(command, code) => {
            let title = converted.title.clone();
            let command = Command::new(title, command.name().to_owned(), Some(vec![json!({"code": code})]));
            if !can.literals {
                return Some(CodeActionOrCommand::Command(command));
            }
            converted.command = Some(command);
        }
        Change::UseLineFeeds if can.line_feeds => {
            let (title, argument) = (converted.title.clone(), json!({"uri": uri}));
            converted.command = Some(Command::new(title, USE_LINE_FEEDS.to_owned(), Some(vec![argument])));
        }
        Change::UseLineFeeds => return None,
        Change::Disabled(why) if can.disabled => {
            converted.disabled = Some(CodeActionDisabled { reason: why.to_owned() });
        }
        Change::Disabled(_) => return None,
    }
    can.literals.then_some(CodeActionOrCommand::CodeAction(converted))
}

/// The diagnostic that the client shows.
fn shown_as(at: &FilePosition, finding: &Diagnostic, shown: &[lsp::Diagnostic]) -> Option<lsp::Diagnostic> {
    let range = at.range(finding.range);
    let same_rule =
        |it: &lsp::Diagnostic| matches!(&it.code, Some(NumberOrString::String(code)) if code == finding.rule.code);
    shown.iter().find(|it| it.range == range && same_rule(it)).cloned()
}

/// Whether actions of a kind are requested: kinds are hierarchical, separated by dots.
fn wants(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let includes = |it: &CodeActionKind| match kind.as_str().strip_prefix(it.as_str()) {
        Some(rest) => it.as_str().is_empty() || rest.is_empty() || rest.starts_with('.'),
        None => false,
    };
    only.is_none_or(|it| it.iter().any(includes))
}
