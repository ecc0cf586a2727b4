// Colors of words, and inlay hints: asked for the visible part of the file after each change.

import { RangeSetBuilder, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import type { InlayHint, SemanticTokens } from 'vscode-languageserver-types';
import { offsetOf, rangeOf } from '../positions';
import type { Legend, Session } from '../session';
import { documentOf } from './context';

const setTokens = StateEffect.define<DecorationSet>();
const setHints = StateEffect.define<DecorationSet>();

const decorations = (effect: typeof setTokens): StateField<DecorationSet> =>
    StateField.define<DecorationSet>({
        create: () => Decoration.none,
        update(set, transaction) {
            let now = set.map(transaction.changes);
            for (const it of transaction.effects) {
                if (it.is(effect)) {
                    now = it.value;
                }
            }
            return now;
        },
        provide: (field) => EditorView.decorations.from(field),
    });

const tokens = decorations(setTokens);
const hints = decorations(setHints);

/** How much more than what is visible is asked for, in characters. */
const MARGIN = 4000;

export function colors(session: Session): Extension {
    return [tokens, hints, ViewPlugin.define((view) => new Colors(session, view))];
}

class Colors {
    #session: Session;
    #view: EditorView;
    /** The number of the newest request; answers to older ones are outdated. */
    #newest = 0;
    #running = false;
    #again = false;
    #stop: () => void;

    constructor(session: Session, view: EditorView) {
        this.#session = session;
        this.#view = view;
        this.#stop = session.ready.on(() => void this.#ask());
        void this.#ask();
    }

    update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) {
            void this.#ask();
        }
    }

    destroy(): void {
        this.#stop();
        this.#newest = -1;
    }

    async #ask(): Promise<void> {
        if (this.#running) {
            this.#again = true;
            return;
        }
        this.#running = true;
        // After the update that this was called in.
        await Promise.resolve();
        do {
            this.#again = false;
            await this.#once();
        } while (this.#isAgain());
        this.#running = false;
    }

    #isAgain(): boolean {
        return this.#again && this.#newest >= 0;
    }

    async #once(): Promise<void> {
        if (this.#newest < 0) {
            return;
        }
        const view = this.#view;
        const { state, viewport } = view;
        const range = rangeOf(
            state.doc,
            Math.max(viewport.from - MARGIN, 0),
            Math.min(viewport.to + MARGIN, state.doc.length),
        );
        const params = { textDocument: documentOf(state), range };
        const [colored, hinted] = await Promise.all([
            this.#session.request<SemanticTokens | null>('textDocument/semanticTokens/range', params),
            this.#session.request<InlayHint[] | null>('textDocument/inlayHint', params),
        ]);
        if (this.#newest < 0 || view.state.doc !== state.doc) {
            this.#again = this.#newest >= 0;
            return;
        }
        view.dispatch({
            effects: [
                setTokens.of(tokenMarks(state.doc, colored?.data ?? [], this.#session.legend)),
                setHints.of(hintMarks(state.doc, hinted ?? [])),
            ],
        });
    }
}

function tokenMarks(text: Text, data: number[], { tokenTypes, tokenModifiers }: Legend): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    let line = 0;
    let character = 0;
    let last = 0;
    for (let index = 0; index + 4 < data.length; index += 5) {
        const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + 5);
        line += lines;
        character = lines > 0 ? characters : character + characters;
        const from = offsetOf(text, { line, character });
        const to = Math.min(from + length, text.length);
        if (from >= last && to > from) {
            const set = tokenModifiers.filter((_, bit) => (modifiers & (1 << bit)) !== 0);
            const classes = [tokenTypes[type] ?? '', ...set].map((it) => `tok-${it}`);
            builder.add(from, to, Decoration.mark({ class: classes.join(' ') }));
            last = to;
        }
    }
    return builder.finish();
}

class Hint extends WidgetType {
    readonly text: string;

    constructor(text: string) {
        super();
        this.text = text;
    }

    override eq(other: Hint): boolean {
        return other.text === this.text;
    }

    override toDOM(): HTMLElement {
        const span = document.createElement('span');
        span.className = 'inlay';
        span.textContent = this.text;
        return span;
    }
}

function hintMarks(text: Text, found: InlayHint[]): DecorationSet {
    const marks = found.map(({ label, position, paddingLeft }) => {
        const words = typeof label === 'string' ? label : label.map((it) => it.value).join('');
        const widget = new Hint((paddingLeft ? ' ' : '') + words);
        return Decoration.widget({ widget, side: 1 }).range(offsetOf(text, position));
    });
    return Decoration.set(marks, true);
}
