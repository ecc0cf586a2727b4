//! Hovers: the documentation of the item at a position.

use lsflint_ide::{FindingAt, HoverOptions};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Hover, HoverContents, HoverParams, HoverProviderCapability, MarkupContent, MarkupKind, ServerCapabilities,
};

use super::config_files::ConfigPosition;
use super::{FilePosition, Request};
use crate::client::ClientFacts;
use crate::rule_pages::rule_page;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.hover_provider = Some(HoverProviderCapability::Simple(true));
}

pub(crate) fn hover(request: &Request, params: HoverParams) -> Result<Option<Hover>> {
    let Some(at) = request.at(&params.text_document_position_params)? else {
        let config = ConfigPosition::of(request, &params.text_document_position_params);
        return Ok(config.and_then(|it| it.hover()));
    };
    let asked = params.text_document_position_params.position;
    if at.position(at.offset).character < asked.character && ends_line(&at) {
        return Ok(None);
    }
    let options = HoverOptions { now: request.now };
    let found = lsflint_ide::hover(&at.snapshot, &at.path, at.offset, &options);
    let mut findings = lsflint_ide::findings_at(&at.snapshot, &at.path, at.offset);
    if request.client.effect_in_hovers() {
        findings.retain(|it| !it.paragraphs.is_empty());
    }
    let Some(range) = found.as_ref().map(|it| it.range).or(findings.first().map(|it| it.range)) else {
        return Ok(None);
    };
    let findings: Vec<String> = findings.iter().map(|it| of_finding(it, &request.client)).collect();
    let Some(found) = found else {
        let contents = HoverContents::Markup(content(&request.client, findings.join("\n\n---\n\n")));
        return Ok(Some(Hover { contents, range: Some(at.range(range)) }));
    };
    let uri = &params.text_document_position_params.text_document.uri;
    let changed = lsflint_ide::changed_at(&at.snapshot, &at.path, at.offset, &request.changes(uri, &at));
    let markdown = changed.iter().fold(found.markdown, |text, it| with_paragraph(&text, it));
    let markdown = findings.into_iter().chain([markdown]).collect::<Vec<_>>().join("\n\n---\n\n");
    Ok(Some(Hover {
        contents: HoverContents::Markup(content(&request.client, markdown)),
        range: Some(at.range(range)),
    }))
}

/// Whether the position is at the end of a line, to which positions beyond it are moved.
fn ends_line(at: &FilePosition) -> bool {
    let text = at.snapshot.text(&at.path).map_or("", |it| &**it);
    text.get(at.offset as usize..).is_none_or(|it| it.is_empty() || it.starts_with(['\r', '\n']))
}

/// A finding as Markdown: what is wrong and the page of the rule, unless the client shows them itself, what LSF does,
/// and what to write instead.
fn of_finding(finding: &FindingAt, client: &ClientFacts) -> String {
    let FindingAt { rule, message, paragraphs, .. } = finding;
    if client.effect_in_hovers() {
        return paragraphs.join("\n\n");
    }
    let severity = finding.severity.as_str();
    let page = rule_page(rule, client);
    let (link, address) = match &page {
        Some(page) if reads_markdown(client) => (Some(page), None),
        page => (None, page.as_ref().map(|it| format!("Documentation: {}", it.as_str()))),
    };
    let head = match link {
        Some(page) => format!("**{severity}** [{}]({}): {message}", rule.code, page.as_str()),
        None => format!("**{severity}** {}: {message}", rule.code),
    };
    [&head].into_iter().chain(paragraphs).chain(&address).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// Whether the client renders Markdown in hovers: it says so.
fn reads_markdown(client: &ClientFacts) -> bool {
    let formats = client.document().and_then(|it| it.hover.as_ref()?.content_format.as_deref());
    formats.is_some_and(|it| it.contains(&MarkupKind::Markdown))
}

/// A page with one more paragraph, before the link at the end.
fn with_paragraph(markdown: &str, paragraph: &str) -> String {
    match markdown.rsplit_once("\n\n[Documentation](") {
        Some((text, link)) => format!("{text}\n\n{paragraph}\n\n[Documentation]({link}"),
        None => format!("{markdown}\n\n{paragraph}"),
    }
}

/// A text in a format that the client supports.
fn content(client: &ClientFacts, markdown: String) -> MarkupContent {
    match reads_markdown(client) {
        true => MarkupContent { kind: MarkupKind::Markdown, value: markdown },
        false => MarkupContent { kind: MarkupKind::PlainText, value: plain(&markdown) },
    }
}

/// Markdown as plain text.
fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut letters = markdown.chars().peekable();
    let mut in_code = false;
    while let Some(letter) = letters.next() {
        match letter {
            '`' => in_code = !in_code,
            '\\' if !in_code => text.extend(letters.next()),
            '*' if !in_code => {}
            _ => text.push(letter),
        }
    }
    text.replace("[Documentation](", "Documentation: ").trim_end_matches(')').to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn plain_text_has_no_marks() {
        assert_eq!(
            plain("**A_B** · `x*`\n\n- 5 \\* 3\n\n[Documentation](https://x.org/y)"),
            "A_B · x*\n\n- 5 * 3\n\nDocumentation: https://x.org/y"
        );
    }
}
