//! Semantic tokens: of a document, of a range, and changes since the previous request.

use std::sync::Arc;

use lsflint_ide::{Range, TokenKind, TokenModifiers, semantic_tokens};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, SemanticTokensServerCapabilities, ServerCapabilities,
    WorkDoneProgressOptions,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(client: &ClientFacts, capabilities: &mut ServerCapabilities) {
    let options = SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: SemanticTokensLegend {
            token_types: legend(client).into_iter().map(SemanticTokenType::new).collect(),
            token_modifiers: TokenModifiers::ALL.iter().map(|it| SemanticTokenModifier::new(it.1)).collect(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
    };
    capabilities.semantic_tokens_provider = Some(SemanticTokensServerCapabilities::SemanticTokensOptions(options));
}

/// The name of a token type for this client: its own name if the client supports it, else the standard type that is
/// most similar.
fn name(client: &ClientFacts, kind: TokenKind) -> &'static str {
    let known = client.document().and_then(|it| it.semantic_tokens.as_ref());
    let knows = known.is_some_and(|it| it.token_types.iter().any(|it| it.as_str() == kind.name()));
    if knows { kind.name() } else { kind.standard() }
}

/// The token types without duplicates, in the order of the kinds.
fn legend(client: &ClientFacts) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in TokenKind::ALL.iter().map(|it| name(client, *it)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// All tokens of a document.
pub(crate) fn full(request: &Request, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let uri = params.text_document.uri;
    let Some(at) = request.document(&uri) else { return Ok(None) };
    let tokens: Arc<[SemanticToken]> = encoded(request, &at, None).into();
    let result_id = Some(request.server.tokens.insert(&uri, &tokens));
    Ok(Some(SemanticTokens { result_id, data: tokens.to_vec() }.into()))
}

/// The changes of the tokens of a document.
pub(crate) fn delta(
    request: &Request,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let uri = params.text_document.uri;
    let Some(at) = request.document(&uri) else { return Ok(None) };
    let tokens: Arc<[SemanticToken]> = encoded(request, &at, None).into();
    let before = request.server.tokens.get(&uri, &params.previous_result_id);
    let result_id = Some(request.server.tokens.insert(&uri, &tokens));
    Ok(Some(match before {
        Some(before) => SemanticTokensDelta { result_id, edits: difference(&before, &tokens) }.into(),
        None => SemanticTokens { result_id, data: tokens.to_vec() }.into(),
    }))
}

/// The tokens of a range.
pub(crate) fn range(request: &Request, params: SemanticTokensRangeParams) -> Result<Option<SemanticTokensRangeResult>> {
    let Some((at, range)) = request.range(&params.text_document.uri, params.range)? else { return Ok(None) };
    let data = encoded(request, &at, Some(range));
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}

/// The tokens as the protocol encodes them: each relative to the previous one.
fn encoded(request: &Request, at: &FilePosition, range: Option<Range>) -> Vec<SemanticToken> {
    let found = semantic_tokens(&at.snapshot, &at.path, range);
    let legend = legend(&request.client);
    let index = |it: &TokenKind| legend.iter().position(|name_| *name_ == name(&request.client, *it)).unwrap_or(0);
    let types: Vec<u32> = TokenKind::ALL.iter().map(|it| index(it) as u32).collect();
    let mut before = Position::default();
    let mut encoded = Vec::with_capacity(found.len());
    for token in found {
        let position = at.position(token.range.start);
        let length = at.positions.width(token.range);
        if length == 0 {
            continue;
        }
        let same_line = position.line == before.line;
        encoded.push(SemanticToken {
            delta_line: position.line - before.line,
            delta_start: if same_line { position.character - before.character } else { position.character },
            length,
            token_type: types[token.kind as usize],
            token_modifiers_bitset: token.modifiers.bits(),
        });
        before = position;
    }
    encoded
}

/// The edit that replaces the range of tokens that differ, if any.
fn difference(before: &[SemanticToken], after: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let same = before.iter().zip(after).take_while(|it| it.0 == it.1).count();
    let (before, after) = (&before[same..], &after[same..]);
    if before.is_empty() && after.is_empty() {
        return Vec::new();
    }
    let same_behind = before.iter().rev().zip(after.iter().rev()).take_while(|it| it.0 == it.1).count();
    let changed = &after[..after.len() - same_behind];
    vec![SemanticTokensEdit {
        start: (same * 5) as u32,
        delete_count: ((before.len() - same_behind) * 5) as u32,
        data: (!changed.is_empty()).then(|| changed.to_vec()),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(starts: &[u32]) -> Vec<SemanticToken> {
        starts.iter().map(|it| SemanticToken { delta_start: *it, length: 1, ..SemanticToken::default() }).collect()
    }

    #[track_caller]
    fn check(before: &[u32], after: &[u32], edits: usize) {
        let (before, after) = (tokens(before), tokens(after));
        let found = difference(&before, &after);
        assert_eq!(found.len(), edits);
        let mut changed = before;
        for edit in found {
            let (start, count) = (edit.start as usize / 5, edit.delete_count as usize / 5);
            changed.splice(start..start + count, edit.data.unwrap_or_default());
        }
        assert_eq!(changed, after);
    }

    #[test]
    fn differences_lead_from_one_to_the_other() {
        check(&[1, 2, 3], &[1, 2, 3], 0);
        check(&[1, 2, 3], &[1, 9, 3], 1);
        check(&[1, 1, 1], &[1, 1], 1);
        check(&[1, 1], &[1, 1, 1, 1], 1);
        check(&[], &[4], 1);
        check(&[4, 5], &[], 1);
    }

    #[test]
    fn clients_get_names_that_they_know() {
        let plain = legend(&ClientFacts::default());
        assert!(plain.contains(&"property") && !plain.contains(&"hostGroup"), "{plain:?}");
    }
}
