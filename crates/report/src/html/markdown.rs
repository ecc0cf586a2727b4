//! Converts the pages of rules to HTML, with the subset of Markdown that they use.
//!
//! Supported are headings, paragraphs, lists, code blocks with a file name, web links, and inline code. Everything else
//! is plain text.

use lsflint_lint::{DocBlock, RuleDoc};
use maud::{Markup, html};

use super::words::sentence;

/// The HTML of the page of a rule.
pub(super) fn page(doc: &RuleDoc) -> Markup {
    html! {
        @for section in &doc.sections {
            @if !section.title.is_empty() { h4 { (section.title) } }
            @for it in &section.blocks { (block(it)) }
        }
    }
}

fn block(block: &DocBlock) -> Markup {
    match block {
        DocBlock::Text(text) => html! { p { (inline(&text.replace('\n', " "))) } },
        DocBlock::List(items) => html! { ul { @for it in items { li { (inline(it)) } } } },
        DocBlock::Code { info, text } => code_block(info, text),
    }
}

fn code_block(name: &str, text: &str) -> Markup {
    html! {
        figure.code {
            @if !name.is_empty() { figcaption { (name) } }
            pre tabindex="0" { code { (text) } }
        }
    }
}

/// Links and inline code in a line. A link whose target is not a web page is plain text.
fn inline(text: &str) -> Markup {
    let mut parts: Vec<Markup> = Vec::new();
    let mut rest = text;
    while let Some((before, label, address, after)) = link(rest) {
        parts.push(sentence(before));
        parts.push(html! { a href=(address) rel="noreferrer" { (sentence(label)) } });
        rest = after;
    }
    parts.push(sentence(rest));
    html! { @for it in &parts { (it) } }
}

/// The first link: the text before it, its text, its address, and the text after it. `[[a, 1]](x)` in code is not a
/// link.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let mut from = 0;
    while let Some(middle) = text[from..].find("](http").map(|it| from + it) {
        from = middle + 2;
        let is_web = ["https://", "http://"].iter().any(|it| text[from..].starts_with(it));
        let in_code = !text[..middle].matches('`').count().is_multiple_of(2);
        let (Some(start), Some(end)) = (text[..middle].rfind('['), text[middle..].find(')')) else { continue };
        if is_web && !in_code {
            let end = middle + end;
            return Some((&text[..start], &text[start + 1..middle], &text[middle + 2..end], &text[end + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&page(&RuleDoc::new(text.lines())).into_string().replace("><", ">\n<"));
    }

    #[test]
    fn pages_of_rules() {
        check(
            "Finds `a<b`.\nAnd more.\n\n# Effect\nNone.\n\n```lsb.queues\n# c\nA = <1>\n```\n\n- one\n  more\n- two\n",
            expect![[r#"
                <p>Finds <code>a&lt;b</code>. And more.</p>
                <h4>Effect</h4>
                <p>None.</p>
                <figure class="code">
                <figcaption>lsb.queues</figcaption>
                <pre tabindex="0">
                <code># c
                A = &lt;1&gt;
                </code>
                </pre>
                </figure>
                <ul>
                <li>one more</li>
                <li>two</li>
                </ul>"#]],
        );
    }

    #[test]
    fn links_lead_into_the_web() {
        check(
            "See [the `page`](https://example.org/a?b&c), and [x](javascript:y), [x](httpx:y) or `[a](https://b)`.",
            expect![[r#"<p>See <a href="https://example.org/a?b&amp;c" rel="noreferrer">the <code>page</code>
</a>, and [x](javascript:y), [x](httpx:y) or <code>[a](https://b)</code>.</p>"#]],
        );
    }

    #[test]
    fn every_page_has_no_markdown_left() {
        for rule in lsflint_rules::all().iter() {
            let html = page(&rule.meta.doc()).into_string();
            let text = html.split("<pre").map(|it| it.split_once("</pre>").map_or(it, |it| it.1)).collect::<String>();
            assert!(!text.contains("```") && !text.contains("](http"), "{}: {text}", rule.meta.code);
        }
    }
}
