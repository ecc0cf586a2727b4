// The files of the page and their texts in the editor.

import { EditorState, type Extension, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Files } from '../site/files';
import { changesOf, offsetOf, pathOfUri } from './positions';
import type { Session, Settings } from './session';
import { Signal } from './signal';

/** A place in a file. */
export interface Place {
    path: string;
    position: Position;
}

export class Project {
    /** The list of files has changed. */
    readonly listed = new Signal();
    /** Another file is shown, or none. */
    readonly shown = new Signal<string | undefined>();
    /** The text of a file has changed. */
    readonly changed = new Signal<string>();
    readonly session: Session;
    /** The files that have tabs, in order. */
    tabs: string[] = [];
    current: string | undefined;
    #files: Files = new Map();
    #states = new Map<string, EditorState>();
    #extensions: (path: string) => Extension;

    /** `extensions` are those of the editor for a file. */
    constructor(session: Session, extensions: (path: string) => Extension) {
        this.session = session;
        this.#extensions = extensions;
    }

    get paths(): string[] {
        return [...this.#files.keys()];
    }

    /** Replaces all files. */
    async load(files: Files, settings: Settings, show?: string): Promise<void> {
        this.#files = new Map(files);
        this.#states.clear();
        this.tabs = [];
        this.current = undefined;
        this.listed.emit();
        this.shown.emit(undefined);
        if (!(await this.session.open(files, settings))) {
            return;
        }
        const first = show !== undefined && files.has(show) ? show : this.#first();
        if (first !== undefined) {
            this.show(first);
        }
    }

    /** The file that a reader wants to see first. */
    #first(): string | undefined {
        const paths = this.paths;
        return (
            paths.find((it) => it.endsWith('/lsb.queues')) ?? paths.find((it) => it.endsWith('/lsf.conf')) ?? paths[0]
        );
    }

    /** The text of a file as it is now. */
    text(path: string): string | undefined {
        const state = this.#states.get(path);
        const content = this.#files.get(path);
        return state?.sliceDoc() ?? (content === undefined ? undefined : decoded(content));
    }

    /** All files as they are now. Files that are not UTF-8 stay as they are until they are edited. */
    files(): Files {
        const now: Files = new Map();
        for (const [path, content] of this.#files) {
            const state = this.#states.get(path);
            const text = state?.sliceDoc();
            now.set(path, text === undefined || text === decoded(content) ? content : text);
        }
        return now;
    }

    /** The state of the editor for a file, which becomes a document of the server. */
    state(path: string): EditorState | undefined {
        const content = this.#files.get(path);
        if (content === undefined) {
            return undefined;
        }
        let state = this.#states.get(path);
        if (state === undefined) {
            const text = decoded(content);
            // A text whose lines all end alike keeps its line ends.
            const breaks = text.match(/\r\n?|\n/g) ?? [];
            const windows = breaks.length > 0 && breaks.every((it) => it === '\r\n');
            const ends = EditorState.lineSeparator.of(windows ? '\r\n' : '\n');
            state = EditorState.create({ doc: text, extensions: [ends, this.#extensions(path)] });
            this.#states.set(path, state);
            this.session.edit(path, state);
        }
        return state;
    }

    /** Shows a file in the editor. */
    show(path: string): void {
        if (this.#files.has(path)) {
            if (!this.tabs.includes(path)) {
                this.tabs.push(path);
            }
            this.current = path;
            this.shown.emit(path);
        }
    }

    /** Closes the tab of a file, which stays what it is. */
    closeTab(path: string): void {
        const index = this.tabs.indexOf(path);
        this.tabs = this.tabs.filter((it) => it !== path);
        if (this.current === path) {
            this.current = this.tabs[Math.min(index, this.tabs.length - 1)];
        }
        this.shown.emit(this.current);
    }

    /** The editor has changed the text of a file. */
    took(path: string, transaction: Transaction): void {
        this.#states.set(path, transaction.state);
        if (transaction.docChanged) {
            this.session.change(path, transaction.changes, transaction.state);
            this.changed.emit(path);
        }
    }

    /** Changes a file that is not in the editor. */
    update(path: string, spec: (state: EditorState) => TransactionSpec): void {
        const state = this.state(path);
        if (state !== undefined) {
            this.took(path, state.update(spec(state)));
        }
    }

    async add(path: string, content: string | Uint8Array): Promise<void> {
        await this.merge(new Map([[path, content]]));
        this.show(path);
    }

    /** Adds files, and replaces those with the same paths. */
    async merge(files: Files): Promise<void> {
        for (const [path, content] of files) {
            if (this.#states.has(path)) {
                const insert = decoded(content);
                this.update(path, (state) => ({ changes: { from: 0, to: state.doc.length, insert } }));
            }
            this.#files.set(path, content);
        }
        this.#files = new Map([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
        const written = this.session.write(files);
        this.listed.emit();
        await written;
    }

    async rename(path: string, to: string): Promise<void> {
        const text = this.files().get(path);
        if (text === undefined || path === to) {
            return;
        }
        const place = this.tabs.indexOf(path);
        await this.remove(path);
        await this.merge(new Map([[to, text]]));
        if (place >= 0) {
            this.tabs.splice(place, 0, to);
            this.show(to);
        }
    }

    async remove(path: string): Promise<void> {
        this.closeTab(path);
        this.#files.delete(path);
        this.#states.delete(path);
        const written = this.session.write(new Map(), [path]);
        this.listed.emit();
        await written;
    }

    /** The edits of each file that a change of the server affects. */
    edits(edit: WorkspaceEdit): [path: string, edits: TextEdit[]][] {
        return Object.entries(edit.changes ?? {}).map(([uri, edits]) => [pathOfUri(uri), edits]);
    }

    /** The offset of a place in the text of its file. */
    offset({ path, position }: Place): number {
        const state = this.state(path);
        return state === undefined ? 0 : offsetOf(state.doc, position);
    }

    /** A transaction for edits of the server. */
    static transaction(state: EditorState, edits: TextEdit[]): TransactionSpec {
        return { changes: changesOf(state.doc, edits), userEvent: 'input.server' };
    }
}

/** Bytes that are not UTF-8 are Latin-1, as for the server. */
function decoded(content: string | Uint8Array): string {
    return typeof content === 'string' ? content : new TextDecoder('latin1').decode(content);
}
