// Markdown of the server as elements. HTML in it stays text, and links lead only to web pages.

import { marked, type Token, type Tokens } from 'marked';
import { h } from '../site/dom';

/** The elements of a text in Markdown. */
export function markdown(text: string): HTMLElement {
    const box = h('div', { class: 'markdown' });
    box.append(...blocks(marked.lexer(text, { gfm: true })));
    return box;
}

function blocks(tokens: Token[]): Node[] {
    return tokens.flatMap((token) => block(token));
}

function block(token: Token): Node[] {
    switch (token.type) {
        case 'space':
            return [];
        case 'heading': {
            // The pages of the server begin with a heading of the first level; it is a part of this page.
            const depth = Math.min((token as Tokens.Heading).depth + 1, 6) as 2 | 3 | 4 | 5 | 6;
            return [h(`h${depth}`, {}, ...inline(token.tokens))];
        }
        case 'paragraph':
            return [h('p', {}, ...inline(token.tokens))];
        case 'code':
            return [h('pre', { tabindex: 0 }, h('code', {}, (token as Tokens.Code).text))];
        case 'blockquote':
            return [h('blockquote', {}, ...blocks(token.tokens ?? []))];
        case 'list': {
            const { ordered, items } = token as Tokens.List;
            return [h(ordered ? 'ol' : 'ul', {}, ...items.map((it) => h('li', {}, ...blocks(it.tokens))))];
        }
        case 'hr':
            return [h('hr')];
        case 'table':
            return [table(token as Tokens.Table)];
        case 'text':
            return token.tokens === undefined ? [new Text(token.raw)] : inline(token.tokens);
        default:
            return [new Text(token.raw)];
    }
}

function table({ header, rows }: Tokens.Table): HTMLElement {
    const head = h('tr', {}, ...header.map((it) => h('th', { scope: 'col' }, ...inline(it.tokens))));
    const body = rows.map((row) => h('tr', {}, ...row.map((it) => h('td', {}, ...inline(it.tokens)))));
    return h('div', { class: 'scroll', tabindex: 0 }, h('table', {}, h('thead', {}, head), h('tbody', {}, ...body)));
}

function inline(tokens: Token[] = []): Node[] {
    return tokens.map((token) => {
        switch (token.type) {
            case 'strong':
                return h('strong', {}, ...inline(token.tokens));
            case 'em':
                return h('em', {}, ...inline(token.tokens));
            case 'del':
                return h('del', {}, ...inline(token.tokens));
            case 'codespan':
                return h('code', {}, (token as Tokens.Codespan).text);
            case 'br':
                return h('br');
            case 'link':
                return link(token as Tokens.Link);
            case 'text':
                return token.tokens === undefined
                    ? new Text((token as Tokens.Text).text)
                    : h('span', {}, ...inline(token.tokens));
            case 'escape':
                return new Text((token as Tokens.Escape).text);
            default:
                return new Text(token.raw);
        }
    });
}

/** A link to a web page opens in another tab; all others are text. */
function link({ href, tokens }: Tokens.Link): Node {
    if (!/^https?:\/\//.test(href)) {
        return h('span', {}, ...inline(tokens));
    }
    return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...inline(tokens));
}
