// The editor with its commands: what a key or a button does.

import { autocompletion, startCompletion } from '@codemirror/autocomplete';
import { EditorSelection, type ChangeSpec, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import type { Diagnostic as Finding, WorkspaceEdit } from 'vscode-languageserver-types';
import { find } from '../site/dom';
import { basics, setDark, showFindings } from './editor';
import { actions, editOf, fixAll, formatting, rename, renamed, type Action } from './features/change';
import { completions } from './features/completion';
import { filePath } from './features/context';
import { hovers, showHover } from './features/hover';
import { definitions, references } from './features/navigate';
import { colors } from './features/tokens';
import { markdown } from './markdown';
import { offsetOf, positionOf, rangeOf } from './positions';
import { Project, type Place } from './project';
import type { Session } from './session';
import { askText, choose, showPage } from './ui/dialogs';
import { nameOf } from './ui/files';

export class Workbench {
    readonly project: Project;
    readonly session: Session;
    #view: EditorView;
    /** What the editor has while no file is shown: nothing of the last file, whose path may soon be that of another. */
    #nothing: EditorState;
    #dark = false;
    #waits = false;

    constructor(session: Session, nonce: string) {
        this.session = session;
        this.project = new Project(session, (path) => this.#extensions(path, nonce));
        this.#view = new EditorView({
            parent: find('#editor'),
            // A completion that was about to start when the file was closed still looks for its list.
            extensions: [EditorView.cspNonce.of(nonce), autocompletion({ override: [] })],
            dispatchTransactions: (transactions, view) => {
                view.update(transactions);
                const path = view.state.facet(filePath);
                for (const transaction of transactions) {
                    if (path !== '') {
                        this.project.took(path, transaction);
                    }
                }
            },
        });
        this.#nothing = this.#view.state;
        this.project.shown.on((path) => {
            this.#show(path);
        });
        session.found.on((path) => {
            if (path === this.project.current) {
                this.#mark();
            }
        });
    }

    get view(): EditorView {
        return this.#view;
    }

    /** Tells screen readers. */
    readonly say = (text: string): void => {
        find('#live').textContent = text;
    };

    setDark(dark: boolean): void {
        this.#dark = dark;
        if (this.project.current !== undefined) {
            setDark(this.#view, dark);
        }
    }

    focus(): void {
        this.#view.focus();
    }

    #extensions(path: string, nonce: string): Extension {
        return [
            filePath.of(path),
            keymap.of([
                { key: 'F8', run: this.#problem(1) },
                { key: 'Shift-F8', run: this.#problem(-1) },
                { key: 'F12', run: this.#definition },
                { key: 'Shift-F12', run: this.#references },
                { key: 'F2', run: this.#rename },
                { key: 'Mod-.', run: this.#fixes },
                { key: 'Shift-Alt-f', run: this.#format },
                { key: 'Mod-k Mod-i', run: showHover(this.session, this.say) },
                { key: 'Mod-i', run: startCompletion },
            ]),
            basics(nonce),
            hovers(this.session),
            completions(this.session),
            colors(this.session),
            EditorView.domEventHandlers({
                mousedown: (event, view) => {
                    const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
                    if (!(event.ctrlKey || event.metaKey) || event.button !== 0 || offset === null) {
                        return false;
                    }
                    void this.#visitDefinition(offset);
                    return true;
                },
            }),
        ];
    }

    #show(path: string | undefined): void {
        find('#no-file').hidden = path !== undefined;
        this.#view.dom.hidden = path === undefined;
        const state = path === undefined ? this.#nothing : this.project.state(path);
        if (state !== undefined && this.#view.state !== state) {
            this.#view.setState(state);
            if (path !== undefined) {
                setDark(this.#view, this.#dark);
                this.#mark();
            }
        }
    }

    /** Marks the findings in the text, once for several messages. */
    #mark(): void {
        if (!this.#waits) {
            this.#waits = true;
            queueMicrotask(() => {
                this.#waits = false;
                const path = this.#view.state.facet(filePath);
                if (path !== '') {
                    showFindings(this.#view, this.session.findings.get(path) ?? []);
                }
            });
        }
    }

    /** Shows a place in the editor. */
    visit(place: Place): void {
        this.project.show(place.path);
        if (this.project.current === place.path) {
            const offset = this.project.offset(place);
            this.#view.dispatch({
                selection: EditorSelection.cursor(offset),
                effects: EditorView.scrollIntoView(offset, { y: 'center' }),
            });
            this.#view.focus();
        }
    }

    /** Changes a file, which may be in the editor. */
    change(path: string, change: ChangeSpec): void {
        if (path === this.project.current) {
            this.#view.dispatch({ changes: change, userEvent: 'input.server' });
        } else {
            this.project.update(path, () => ({ changes: change, userEvent: 'input.server' }));
        }
    }

    /** Applies what the server wants to change; returns the number of edits. */
    apply(edit: WorkspaceEdit | undefined): number {
        let count = 0;
        for (const [path, edits] of edit === undefined ? [] : this.project.edits(edit)) {
            const state = this.project.state(path);
            if (state !== undefined) {
                count += edits.length;
                if (path === this.project.current) {
                    this.#view.dispatch(Project.transaction(this.#view.state, edits));
                } else {
                    this.project.update(path, (it) => Project.transaction(it, edits));
                }
            }
        }
        return count;
    }

    /** Goes to the next problem, in the next file after the last one of a file. */
    #problem(step: 1 | -1): Command {
        return (view) => {
            const path = view.state.facet(filePath);
            const here = view.state.selection.main.head;
            const own = this.#places(path).filter(({ offset }) => (step > 0 ? offset > here : offset < here));
            const found = step > 0 ? own[0] : own.at(-1);
            if (found !== undefined) {
                this.#visitFinding(path, found.finding);
                return true;
            }
            const paths = [...this.session.findings.keys()].sort();
            const others = paths.filter((it) => (step > 0 ? it > path : it < path));
            const next = step > 0 ? (others[0] ?? paths[0]) : (others.at(-1) ?? paths.at(-1));
            if (next !== undefined) {
                const places = this.#places(next);
                const first = step > 0 ? places[0] : places.at(-1);
                if (first !== undefined) {
                    this.#visitFinding(next, first.finding);
                }
            }
            return true;
        };
    }

    #places(path: string): { offset: number; finding: Finding }[] {
        const text = this.project.state(path)?.doc;
        const found = text === undefined ? [] : (this.session.findings.get(path) ?? []);
        const places = found.map((finding) => ({
            finding,
            offset: text === undefined ? 0 : offsetOf(text, finding.range.start),
        }));
        return places.sort((a, b) => a.offset - b.offset);
    }

    #visitFinding(path: string, finding: Finding): void {
        this.visit({ path, position: finding.range.start });
        const message = typeof finding.message === 'string' ? finding.message : finding.message.value;
        this.say(`${nameOf(path)} line ${finding.range.start.line + 1}: ${message}`);
    }

    readonly #definition: Command = (view) => {
        void this.#visitDefinition(view.state.selection.main.head);
        return true;
    };

    async #visitDefinition(offset: number): Promise<void> {
        await this.#choosePlace('Definitions', await definitions(this.session, this.#view, offset));
    }

    readonly #references: Command = (view) => {
        const offset = view.state.selection.main.head;
        void references(this.session, view, offset).then((it) => this.#choosePlace('References', it));
        return true;
    };

    async #choosePlace(title: string, places: Place[]): Promise<void> {
        const [only] = places;
        if (only === undefined) {
            this.say('Nothing was found.');
            return;
        }
        if (places.length === 1) {
            this.visit(only);
            return;
        }
        const choices = places.map((place) => {
            const line =
                this.project
                    .state(place.path)
                    ?.doc.line(place.position.line + 1)
                    .text.trim() ?? '';
            return { label: `${nameOf(place.path)}:${place.position.line + 1}`, note: line };
        });
        const chosen = await choose(title, choices);
        const place = chosen === undefined ? undefined : places[chosen];
        if (place !== undefined) {
            this.visit(place);
        }
    }

    readonly #rename: Command = (view) => {
        void (async () => {
            const offset = view.state.selection.main.head;
            const name = await renamed(this.session, view.state, offset);
            if (name === undefined) {
                this.say('Nothing at the cursor can be renamed.');
                return;
            }
            const check = (it: string): string | undefined => (/\s/.test(it) ? 'A name has no spaces.' : undefined);
            const to = await askText(`Rename ${name}`, 'New name', name, check, 'Rename');
            if (to !== undefined && to !== name) {
                const count = this.apply(await rename(this.session, view.state, offset, to));
                this.say(`${count} ${count === 1 ? 'place' : 'places'} changed.`);
            }
        })();
        return true;
    };

    readonly #fixes: Command = (view) => {
        void (async () => {
            const path = view.state.facet(filePath);
            const { from, to } = view.state.selection.main;
            const found = await actions(this.session, path, rangeOf(view.state.doc, from, to));
            if (found.length === 0) {
                this.say('There are no fixes here.');
                return;
            }
            const choices = found.map((it) => ({
                label: it.title,
                ...(it.isPreferred === true ? { note: 'preferred' } : {}),
            }));
            const chosen = await choose('Fixes', choices);
            const action = chosen === undefined ? undefined : found[chosen];
            if (action !== undefined) {
                await this.#run(action);
                view.focus();
            }
        })();
        return true;
    };

    async #run(action: Action): Promise<void> {
        const [argument] = (action.command?.arguments ?? []) as [{ code?: string }?];
        if (action.command !== undefined && argument?.code !== undefined) {
            await this.explain(argument.code);
            return;
        }
        this.apply(await editOf(this.session, action));
        this.say(`${action.title}: done.`);
    }

    /** Applies the preferred fix of a problem, else the first. */
    async fix(path: string, { range, code }: Finding): Promise<void> {
        const found = await actions(this.session, path, range);
        const fixes = found.filter((it) => it.kind === 'quickfix' && it.edit !== undefined);
        const own = fixes.filter(({ diagnostics }) => diagnostics?.some((it) => it.code === code) ?? true);
        const fix = own.find((it) => it.isPreferred) ?? own[0] ?? fixes[0];
        if (fix !== undefined) {
            this.project.show(path);
            await this.#run(fix);
        }
    }

    /** Applies all safe fixes in all files. */
    async fixAll(): Promise<void> {
        let count = 0;
        for (const path of [...this.session.findings.keys()]) {
            // Fixes are only for documents.
            if (this.project.state(path) !== undefined) {
                count += this.apply(await fixAll(this.session, path));
            }
        }
        this.say(`${count} ${count === 1 ? 'edit' : 'edits'} made.`);
    }

    readonly #format: Command = () => {
        void this.format();
        return true;
    };

    /** Formats the file in the editor. */
    async format(): Promise<void> {
        const { state } = this.#view;
        const path = this.project.current;
        const edits = path === undefined ? [] : await formatting(this.session, state);
        if (this.#view.state.doc === state.doc) {
            this.#view.dispatch(Project.transaction(state, edits));
        }
        this.say(edits.length === 0 ? 'The file is formatted already.' : 'Formatted.');
    }

    /** Shows the page of a rule. */
    async explain(code: string): Promise<void> {
        try {
            const page = await this.session.engine?.ask('rule', { code });
            await showPage(code, markdown(String(page?.markdown)));
        } catch (error) {
            this.say(error instanceof Error ? error.message : String(error));
        }
    }

    /** The place of the cursor, for links. */
    get place(): Place | undefined {
        const path = this.project.current;
        const { state } = this.#view;
        return path === undefined ? undefined : { path, position: positionOf(state.doc, state.selection.main.head) };
    }
}
