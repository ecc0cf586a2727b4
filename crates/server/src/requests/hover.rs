//! Hovers: the documentation of the item at a position.

use jiff::Zoned;
use lsflint_ide::HoverOptions;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    Hover, HoverContents, HoverParams, HoverProviderCapability, MarkupContent, MarkupKind, ServerCapabilities,
};

use super::{FilePosition, Request};
use crate::client::ClientFacts;

pub(crate) fn capabilities(_: &ClientFacts, capabilities: &mut ServerCapabilities) {
    capabilities.hover_provider = Some(HoverProviderCapability::Simple(true));
}

pub(crate) fn hover(request: &Request, params: HoverParams) -> Result<Option<Hover>> {
    let Some(at) = request.at(&params.text_document_position_params)? else { return Ok(None) };
    let asked = params.text_document_position_params.position;
    if at.position(at.offset).character < asked.character && ends_line(&at) {
        return Ok(None);
    }
    let options = HoverOptions { now: Some(minute_of_week(&Zoned::now())) };
    let found = lsflint_ide::hover(&at.snapshot, &at.path, at.offset, &options);
    let Some(found) = found else { return Ok(None) };
    let uri = &params.text_document_position_params.text_document.uri;
    let changed = lsflint_ide::changed_at(&at.snapshot, &at.path, at.offset, &request.changes(uri, &at));
    let markdown = changed.iter().fold(found.markdown, |text, it| with_paragraph(&text, it));
    Ok(Some(Hover {
        contents: HoverContents::Markup(content(&request.client, markdown)),
        range: Some(at.range(found.range)),
    }))
}

/// Whether the position is at the end of a line, to which positions beyond it are moved.
fn ends_line(at: &FilePosition) -> bool {
    let text = at.snapshot.text(&at.path).map_or("", |it| &**it);
    text.get(at.offset as usize..).is_none_or(|it| it.is_empty() || it.starts_with(['\r', '\n']))
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
    let formats = client.document().and_then(|it| it.hover.as_ref()?.content_format.as_deref());
    match formats {
        Some(formats) if formats.contains(&MarkupKind::Markdown) => {
            MarkupContent { kind: MarkupKind::Markdown, value: markdown }
        }
        _ => MarkupContent { kind: MarkupKind::PlainText, value: plain(&markdown) },
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

/// The current minute of the week in local time, from Sunday 00:00.
fn minute_of_week(now: &Zoned) -> u16 {
    let day = now.weekday().to_sunday_zero_offset().unsigned_abs();
    let minute = u16::from(now.hour().unsigned_abs()) * 60 + u16::from(now.minute().unsigned_abs());
    u16::from(day) * 24 * 60 + minute
}

#[cfg(test)]
mod tests {
    use super::{minute_of_week, plain};

    #[test]
    fn plain_text_has_no_marks() {
        assert_eq!(
            plain("**A_B** · `x*`\n\n- 5 \\* 3\n\n[Documentation](https://x.org/y)"),
            "A_B · x*\n\n- 5 * 3\n\nDocumentation: https://x.org/y"
        );
    }

    #[test]
    fn minutes_count_from_sunday() {
        let at = |text: &str| minute_of_week(&text.parse().expect("a time"));
        assert_eq!(at("2026-11-22T00:00[UTC]"), 0);
        assert_eq!(at("2026-11-20T12:30[UTC]"), 5 * 1440 + 750);
    }
}
