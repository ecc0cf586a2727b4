// A calculator as a page: its fields, the cluster, the answer as one types, and the link with all of it.

import '../site/page.css';
import './calculators.css';
import { Engine, Refused, Stopped, type About, type Document } from '../engine/client';
import { find, h } from '../site/dom';
import type { Files } from '../site/files';
import { connectHeader } from '../site/header';
import { decode, encode, ShareError } from '../site/share';
import { Fields, restored, type Field, type Kinds, type State } from './fields';
import { Picker } from './picker';
import { aboutOf, filesOf, folderOf, pack, packFiles, unpack, type Source } from './source';
import type { Table } from './documents';
import { prose } from './view';

/** How long the page waits after a key, in milliseconds. */
const DEBOUNCE = 150;
/** Links longer than this are not kept in the address while one types. */
const LONGEST_ADDRESS = 30_000;

/** What a calculator shows. */
export interface Shown {
    /** One sentence, which screen readers announce. */
    summary: string;
    /** Whether the sentence is bad news. */
    isBad?: boolean;
    content: (Node | undefined)[];
    /** Errors next to fields. */
    errors?: Record<string, Node | undefined>;
}

/** What an answer is computed from. */
export interface Site {
    state: State;
    source: Source;
    files: Files;
    /** The directory that places in answers are relative to. */
    folder: string;
    /** Asks a question about the cluster; the options are those of the command. */
    ask: <T>(question: string, options?: object, about?: About) => Promise<T>;
    /** Writes files next to those of the cluster, at absolute paths, before questions. */
    write: (files: Files) => Promise<void>;
    /** Changes fields from within the result. */
    set: (values: State) => void;
}

export interface Example {
    label: string;
    state: State;
    source?: Source;
}

export interface Calculator {
    initial: State;
    fields: Record<string, Field>;
    examples: Example[];
    /** The cluster at the start; `demo` without it. */
    source?: Source;
    /** The title of the choice of the cluster. */
    sourceTitle?: string;
    /** Whether the time and the target do not matter. */
    isPlain?: boolean;
    /** Elements below the fields, with a function that shows a state in them. */
    extra?: (page: Page) => { element: HTMLElement; write: (state: State, source: Source) => void };
    answer: (site: Site) => Promise<Shown>;
}

/** The state of the page in a link. */
interface Shared {
    fields: State;
    cluster: ReturnType<typeof pack>;
}

const SURROUNDINGS: Record<string, Field> = {
    at: {
        label: 'Time',
        placeholder: 'Mon 08:00',
        help: 'Decides #if and windows; empty: not decided.',
        blame: /expected a day and a time/,
        row: 'surroundings',
    },
    target: {
        label: 'Version of LSF',
        placeholder: '10.1.0.14',
        help: 'Empty: that of the cluster.',
        blame: /a version|version `/,
        row: 'surroundings',
    },
};

/** A newer question was asked; the answer is not shown. */
class Outdated extends Error {}

export class Page {
    readonly #calculator: Calculator;
    readonly #fields: Fields;
    /** The time and the version. */
    readonly #surroundings: Fields | undefined;
    readonly #more = h('details', { class: 'more' }, h('summary', {}, 'Time and version'));
    readonly #picker: Picker;
    readonly #extra: { element: HTMLElement; write: (state: State, source: Source) => void } | undefined;
    readonly #result = h('div', { class: 'result', id: 'result', 'aria-busy': 'true' });
    readonly #summary = h('p', { class: 'summary', role: 'status', tabindex: -1 });
    /** On a narrow screen, the result is below the fields: this says what it is, and leads to it. */
    readonly #toResult = h(
        'button',
        {
            type: 'button',
            class: 'to-result',
            click: () => {
                this.#summary.focus();
                this.#summary.scrollIntoView();
            },
        },
        'Starting…',
    );
    readonly #linkMessage = h('span', { class: 'soft', role: 'status' });
    readonly #linkField = h('input', {
        type: 'text',
        class: 'mono link-field',
        readonly: true,
        'aria-label': 'Link to this result',
        hidden: true,
    });
    #engine: Engine | undefined;
    state: State;
    source: Source;
    #generation = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #linkTimer: ReturnType<typeof setTimeout> | undefined;
    /** The cluster whose names are suggested. */
    #suggested: Source | undefined;
    /** The fragment that this page wrote. */
    #fragment = '';

    constructor(calculator: Calculator) {
        this.#calculator = calculator;
        const surroundings = calculator.isPlain === true ? {} : { at: '', target: '' };
        this.state = { ...calculator.initial, ...surroundings };
        this.source = calculator.source ?? 'demo';
        const changed = (key: string, value: string | boolean): void => {
            this.state = { ...this.state, [key]: value };
            this.changed();
        };
        this.#fields = new Fields(calculator.fields, changed);
        this.#surroundings = calculator.isPlain === true ? undefined : new Fields(SURROUNDINGS, changed);
        this.#picker = new Picker({
            title: calculator.sourceTitle ?? 'Cluster',
            id: 'cluster',
            source: this.source,
            changed: (source) => {
                this.source = source ?? this.source;
                this.changed();
            },
        });
        this.#extra = calculator.extra?.(this);
        if (this.#surroundings !== undefined) {
            this.#more.append(this.#surroundings.element);
        }
        this.#build();
    }

    #build(): void {
        const examples = this.#calculator.examples.map((it) =>
            h(
                'button',
                {
                    type: 'button',
                    click: () => {
                        this.#replace(
                            restored(this.state, { ...this.#calculator.initial, ...it.state }),
                            it.source ?? this.source,
                        );
                    },
                },
                it.label,
            ),
        );
        find('#calculator').append(
            h(
                'form',
                {
                    class: 'question',
                    'aria-label': 'Question',
                    submit: (event) => {
                        event.preventDefault();
                    },
                },
                this.#picker.element,
                this.#fields.element,
                this.#extra?.element,
                this.#surroundings !== undefined && this.#more,
                examples.length > 0 &&
                    h(
                        'div',
                        { class: 'examples', role: 'group', 'aria-label': 'Examples' },
                        h('span', { class: 'soft' }, 'Examples:'),
                        ...examples,
                    ),
                this.#toResult,
            ),
            h(
                'section',
                { class: 'answer', 'aria-label': 'Result' },
                h(
                    'div',
                    { class: 'answer-head' },
                    this.#summary,
                    h(
                        'div',
                        { class: 'link' },
                        this.#linkMessage,
                        h('button', { type: 'button', click: () => void this.#openPlayground() }, 'Open the files'),
                        h('button', { type: 'button', id: 'copy-link', click: () => void this.#copy() }, 'Copy link'),
                    ),
                ),
                this.#linkField,
                this.#result,
            ),
        );
    }

    /** Opens the page: the engine, the state of the link, and the first answer. */
    async open(): Promise<void> {
        connectHeader();
        // On a phone, the navigation is wider than the screen.
        document.querySelector('.subnav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
        this.#summary.textContent = 'Starting…';
        await this.#readLink();
        addEventListener('hashchange', () => {
            if (location.hash.slice(1) !== this.#fragment) {
                void this.#readLink();
            }
        });
        try {
            this.#engine = await Engine.start({
                onStop: ({ message, restarted }) => {
                    this.#fail(
                        restarted
                            ? `${message} Change the question to try again.`
                            : `${message} Reload the page to try again.`,
                    );
                },
            });
        } catch (error) {
            this.#fail(`lsflint cannot start: ${String(error)}`);
            return;
        }
        await this.#run();
    }

    /** Something that the answer depends on has changed. */
    changed(): void {
        this.#generation++;
        this.#result.setAttribute('aria-busy', 'true');
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#run(), DEBOUNCE);
        clearTimeout(this.#linkTimer);
        this.#linkTimer = setTimeout(() => void this.#keepLink(), 2 * DEBOUNCE);
        this.#linkMessage.textContent = '';
        this.#linkField.hidden = true;
    }

    /** Changes fields from within the result. */
    set(values: State): void {
        this.#replace({ ...this.state, ...values }, this.source);
    }

    /** Replaces the choices of a field. */
    choose(key: string, choices: readonly (readonly [string, string])[]): void {
        this.#fields.choose(key, choices);
        this.#fields.write(this.state);
    }

    #replace(state: State, source: Source): void {
        this.state = state;
        this.source = source;
        this.#fields.write(state);
        this.#surroundings?.write(state);
        this.#more.open ||= (state.at ?? '') !== '' || (state.target ?? '') !== '';
        this.#picker.write(source);
        this.#extra?.write(state, source);
        this.changed();
    }

    async #run(): Promise<void> {
        clearTimeout(this.#timer);
        const generation = ++this.#generation;
        const engine = this.#engine;
        if (engine === undefined) {
            return;
        }
        const { source } = this;
        const files = filesOf(source);
        const check = <T>(value: T): T => {
            if (generation !== this.#generation) {
                throw new Outdated();
            }
            return value;
        };
        const { at, target } = this.state;
        const about: About = {
            ...aboutOf(source),
            ...(typeof at === 'string' && at.trim() !== '' ? { at: at.trim() } : {}),
            ...(typeof target === 'string' && target.trim() !== '' ? { target: target.trim() } : {}),
        };
        const site: Site = {
            state: this.state,
            source,
            files,
            folder: folderOf(source),
            ask: async <T>(question: string, options: object = {}, more: About = {}) =>
                check(await engine.ask(question, options, { ...about, ...more })) as T,
            write: async (more) => {
                check(undefined);
                await engine.setFiles(new Map([...files, ...more]));
            },
            set: (values) => {
                this.set(values);
            },
        };
        try {
            await engine.setFiles(files);
            check(undefined);
            const shown = await this.#calculator.answer(site);
            check(undefined);
            this.#show(shown);
        } catch (error) {
            if (error instanceof Outdated || generation !== this.#generation) {
                return;
            }
            if (error instanceof Refused) {
                this.#refuse(error.message);
            } else if (!(error instanceof Stopped)) {
                this.#fail(`This page has an error: ${String(error)}`);
            }
        }
        await this.#suggest(engine, source, check);
    }

    /** Suggests the names of the cluster, once for a cluster. */
    async #suggest(engine: Engine, source: Source, check: <T>(value: T) => T): Promise<void> {
        if (this.#suggested === source || this.#fields.kinds.length === 0) {
            return;
        }
        try {
            for (const kind of this.#fields.kinds) {
                this.#fields.suggest(kind, await namesOf(engine, source, kind));
                check(undefined);
            }
            this.#suggested = source;
        } catch {
            // Without a cluster that can be read, there are no names; the answer says so.
        }
    }

    #show({ summary, isBad, content, errors = {} }: Shown): void {
        this.#clear();
        for (const [key, error] of Object.entries(errors)) {
            this.#fields.error(key, error);
        }
        this.#finish(
            summary,
            isBad === true,
            content.filter((it) => it !== undefined),
        );
    }

    /** The question has no answer: the message of the engine is shown next to the field that it is about. */
    #refuse(message: string): void {
        this.#clear();
        const text = message.replace(/^`options`: /, '');
        for (const fields of [this.#surroundings, this.#fields]) {
            const field = fields?.blamed(text, this.state);
            if (fields !== undefined && field !== undefined) {
                fields.error(field, lines(text));
                this.#more.open ||= fields === this.#surroundings;
                this.#finish('No answer: see the message at the field', true, []);
                return;
            }
        }
        this.#finish('No answer', true, [h('div', { class: 'message error' }, lines(text))]);
    }

    #clear(): void {
        this.#fields.clear();
        this.#surroundings?.clear();
    }

    #fail(message: string): void {
        this.#finish('No answer', true, [h('div', { class: 'message error' }, message)]);
    }

    #finish(summary: string, isBad: boolean, content: Node[]): void {
        // What a person has opened or scrolled stays as it is, as far as it is still there.
        const open = new Set([...this.#result.querySelectorAll('details[open]')].map((it) => it.id));
        this.#summary.classList.toggle('bad', isBad);
        this.#summary.replaceChildren(prose(summary));
        this.#toResult.replaceChildren(prose(summary), ' ↓');
        this.#toResult.classList.toggle('bad', isBad);
        this.#result.replaceChildren(...content);
        this.#result.querySelectorAll('details').forEach((it) => {
            it.open ||= it.id !== '' && open.has(it.id);
        });
        this.#result.removeAttribute('aria-busy');
    }

    #shared(): Shared {
        const given = Object.entries(this.state).filter(
            ([, value]) => value === true || (value !== false && value.length > 0),
        );
        return { fields: Object.fromEntries(given), cluster: pack(this.source) };
    }

    async #readLink(): Promise<void> {
        let shared: object | undefined;
        try {
            shared = await decode(location.hash);
        } catch (error) {
            if (!(error instanceof ShareError)) {
                throw error;
            }
            this.#linkMessage.textContent = error.message;
            return;
        }
        if (shared === undefined) {
            this.#replace(this.state, this.source);
            return;
        }
        this.#fragment = location.hash.slice(1);
        const { fields, cluster } = shared as Partial<Shared>;
        const empty = Object.fromEntries(
            Object.entries(this.state).map(([key, value]) => [
                key,
                Array.isArray(value) ? [] : typeof value === 'boolean' ? false : '',
            ]),
        );
        this.#replace(restored(empty, fields), unpack(cluster) ?? this.source);
    }

    /** Keeps the link in the address, unless it is long: then only the button makes it. */
    async #keepLink(): Promise<void> {
        const generation = this.#generation;
        const fragment = await encode(this.#shared()).catch(() => '');
        if (generation === this.#generation && fragment.length <= LONGEST_ADDRESS) {
            this.#address(fragment);
        } else if (fragment.length > LONGEST_ADDRESS) {
            this.#address('');
        }
    }

    #address(fragment: string): void {
        this.#fragment = fragment;
        history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
    }

    /** Opens the files in the playground, in another tab. */
    async #openPlayground(): Promise<void> {
        try {
            const fragment = await encode({ files: packFiles(filesOf(this.source)) });
            window.open(`index.html#${fragment}`, '_blank', 'noopener');
        } catch (error) {
            this.#linkMessage.textContent = error instanceof ShareError ? error.message : String(error);
        }
    }

    async #copy(): Promise<void> {
        let fragment: string;
        try {
            fragment = await encode(this.#shared());
        } catch (error) {
            this.#linkMessage.textContent = error instanceof ShareError ? error.message : String(error);
            return;
        }
        clearTimeout(this.#linkTimer);
        this.#address(fragment);
        try {
            await navigator.clipboard.writeText(location.href);
            this.#linkMessage.textContent = 'Copied.';
        } catch {
            // Pages that were opened as files may not write to the clipboard in all browsers.
            this.#linkField.value = location.href;
            this.#linkField.hidden = false;
            this.#linkField.select();
            this.#linkMessage.textContent = 'Copy the link from the field.';
        }
    }
}

async function namesOf(engine: Engine, source: Source, kind: Kinds): Promise<string[]> {
    const now = new Date();
    const at = `${now.toLocaleDateString('en', { weekday: 'short' })} ${now.toTimeString().slice(0, 5)}`;
    const document: Document = await engine.ask('table', { kind, now: at }, aboutOf(source));
    return (document as unknown as Table).rows.filter((it) => it.exists !== false).map((it) => it.name);
}

/** Several lines of a message. */
function lines(text: string): HTMLElement {
    return h('div', { class: 'lines' }, ...text.split('\n').map((it) => h('div', {}, prose(it))));
}

/** Opens a calculator in this page. */
export function open(calculator: Calculator): void {
    void new Page(calculator).open();
}

/** The text of a field, without spaces around it; nothing if it is empty. */
export function given(state: State, key: string): string | undefined {
    const value = state[key];
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? undefined : text;
}

/** An object without the keys that have no value. */
export function compact(values: Record<string, unknown>): object {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
