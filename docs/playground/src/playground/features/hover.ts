// Hovers: with the pointer, and at the cursor by keyboard.

import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, showTooltip, ViewPlugin, type Command, type Tooltip } from '@codemirror/view';
import type { Hover, MarkupContent } from 'vscode-languageserver-types';
import { markdown } from '../markdown';
import { offsetOf } from '../positions';
import type { Session } from '../session';
import { at } from './context';

const show = StateEffect.define<Tooltip | null>();

/** The hover that was asked for by keyboard; the next key or change hides it. */
const atCursor = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, transaction) {
        for (const effect of transaction.effects) {
            if (effect.is(show)) {
                return effect.value;
            }
        }
        return transaction.docChanged || !transaction.startState.selection.eq(transaction.newSelection)
            ? null
            : tooltip;
    },
    provide: (field) => showTooltip.from(field),
});

export function hovers(session: Session): Extension {
    return [
        hoverTooltip((view, offset) => tooltip(session, view, offset), { hideOnChange: true, hoverTime: 350 }),
        atCursor,
        ViewPlugin.define(() => ({}), {
            eventHandlers: {
                keydown(event, view) {
                    if (event.key === 'Escape' && view.state.field(atCursor, false)) {
                        view.dispatch({ effects: show.of(null) });
                        return true;
                    }
                    return false;
                },
            },
        }),
    ];
}

async function tooltip(session: Session, view: EditorView, offset: number): Promise<Tooltip | null> {
    const text = view.state.doc;
    const hover = await session.request<Hover | null>('textDocument/hover', at(view.state, offset));
    if (!hover || view.state.doc !== text) {
        return null;
    }
    const { value } = hover.contents as MarkupContent;
    const pos = hover.range === undefined ? offset : offsetOf(text, hover.range.start);
    const end = hover.range === undefined ? offset : offsetOf(text, hover.range.end);
    return {
        pos,
        end,
        above: true,
        create: () => {
            const dom = markdown(value);
            dom.classList.add('hover');
            dom.tabIndex = -1;
            return { dom };
        },
    };
}

/** Shows the hover of the place at the cursor; `say` tells it to screen readers. */
export function showHover(session: Session, say: (text: string) => void): Command {
    return (view) => {
        void tooltip(session, view, view.state.selection.main.head).then((found) => {
            view.dispatch({ effects: show.of(found) });
            const dom = found?.create(view).dom;
            const texts = [...(dom?.querySelectorAll('p, li') ?? [])].map((it) => it.textContent);
            say(texts.length > 0 ? texts.join('. ') : 'Nothing is known about this place.');
        });
        return true;
    };
}
