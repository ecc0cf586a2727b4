// Completion, with snippets.

import {
    autocompletion,
    insertCompletionText,
    pickedCompletion,
    snippet,
    type Completion,
    type CompletionContext,
    type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-types';
import { markdown } from '../markdown';
import { offsetOf } from '../positions';
import type { Session } from '../session';
import { at } from './context';

/** The characters after which the server has something to offer; letters continue a word. */
const TRIGGERS = /([\w=[(,:~#@/'"&|]|\S )$/;

/** The format of `insertText` and `newText` that is a snippet. */
const SNIPPET = 2;

export function completions(session: Session): Extension {
    return autocompletion({ override: [(context) => source(session, context)], icons: false, maxRenderedOptions: 200 });
}

async function source(session: Session, context: CompletionContext): Promise<CompletionResult | null> {
    const { state, pos } = context;
    const line = state.doc.lineAt(pos);
    if (!context.explicit && !TRIGGERS.test(line.text.slice(0, pos - line.from))) {
        return null;
    }
    const found = await session.request<CompletionList | CompletionItem[] | null>('textDocument/completion', {
        ...at(state, pos),
        context: { triggerKind: 1 },
    });
    const items = Array.isArray(found) ? found : (found?.items ?? []);
    if (context.aborted || items.length === 0) {
        return null;
    }
    const word = /[\w.@~!+-]*$/.exec(line.text.slice(0, pos - line.from))?.[0] ?? '';
    let from = pos - word.length;
    for (const { textEdit } of items) {
        if (textEdit && 'range' in textEdit) {
            from = Math.min(offsetOf(state.doc, textEdit.range.start), pos);
        }
    }
    const options = items.map((item) => option(session, item, context));
    return { from, options, validFor: /^[\w.@~!+-]*$/ };
}

function option(session: Session, item: CompletionItem, { state, pos }: CompletionContext): Completion {
    const edit = item.textEdit && 'range' in item.textEdit ? item.textEdit : undefined;
    const text = edit?.newText ?? item.insertText ?? item.label;
    // What the edit replaces behind the cursor, such as the rest of the word.
    const behind = edit === undefined ? 0 : Math.max(offsetOf(state.doc, edit.range.end) - pos, 0);
    return {
        label: item.filterText ?? item.label,
        displayLabel: item.label,
        ...(item.detail === undefined ? {} : { detail: item.detail }),
        ...(item.sortText === undefined ? {} : { sortText: item.sortText }),
        info: () => info(session, item),
        apply: (view: EditorView, completion: Completion, from: number, to: number) => {
            const end = Math.min(to + behind, view.state.doc.length);
            if (item.insertTextFormat === SNIPPET) {
                snippet(template(text))(view, completion, from, end);
            } else {
                view.dispatch({
                    ...insertCompletionText(view.state, text, from, end),
                    annotations: pickedCompletion.of(completion),
                });
            }
        },
    };
}

async function info(session: Session, item: CompletionItem): Promise<Node | null> {
    const resolved = (await session.request<CompletionItem>('completionItem/resolve', item)) ?? item;
    const documentation = resolved.documentation;
    if (documentation === undefined || documentation === '') {
        return null;
    }
    return markdown(typeof documentation === 'string' ? documentation : documentation.value);
}

/** A snippet of the protocol in the notation of the editor. */
export function template(text: string): string {
    return text.replace(
        /\\([\\$}|,])|\$(\d+)|\$\{(\d+)(?::([^{}]*)|\|([^|}]*)\|)?\}|[{}]/g,
        (all, escaped: string | undefined, plain?: string, number?: string, value?: string, choices?: string) => {
            if (escaped !== undefined) {
                return escaped === '}' ? '\\}' : escaped;
            }
            const field = plain ?? number;
            if (field === undefined) {
                return `\\${all}`;
            }
            const content = value ?? choices?.split(',')[0] ?? '';
            // The last stop has no number here.
            return field === '0' ? `\${${content}}` : `\${${field}:${content}}`;
        },
    );
}
