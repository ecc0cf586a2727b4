// What a change of the files does, and which commands to run.

import { h } from '../site/dom';
import { cluster } from '../site/demo';
import type { Files } from '../site/files';
import { markdown } from '../playground/markdown';
import type { Change } from './documents';
import { open, type Page } from './page';
import { Picker } from './picker';
import { filesOf, folderOf, pack, unpack, type Source } from './source';
import { section } from './view';

const OLD = '/old';
const NEW = '/new';

/** The files of a cluster, below another directory. */
function moved(source: Source, to: string, edits: Record<string, string> = {}): Files {
    const folder = folderOf(source);
    const prefix = folder === '/' ? '/' : `${folder}/`;
    const files: Files = new Map();
    for (const [path, content] of filesOf(source)) {
        if (path.startsWith(prefix)) {
            const name = path.slice(prefix.length);
            files.set(`${to}/${name}`, edits[name] ?? content);
        }
    }
    return files;
}

/** The edited files of a state: name and text, in turn. */
function editsOf(state: { edits?: unknown }): Record<string, string> {
    const list = Array.isArray(state.edits) ? (state.edits as string[]) : [];
    const edits: Record<string, string> = {};
    for (let index = 0; index + 1 < list.length; index += 2) {
        edits[list[index] ?? ''] = list[index + 1] ?? '';
    }
    return edits;
}

const QUEUES = 'conf/lsbatch/clean/configdir/lsb.queues';

/** Edits of the cluster `clean`. */
function edited(file: string, changes: readonly (readonly [string, string])[]): string[] {
    const text = cluster('clean').get(`/clean/${file}`);
    const changed = changes.reduce((it, [from, to]) => it.replace(from, to), typeof text === 'string' ? text : '');
    return [file, changed];
}

/** The cluster after the change: edits of the files before it, or other files. */
class After {
    readonly element: HTMLElement;
    readonly #page: Page;
    readonly #picker: Picker;
    readonly #files = h('select', { id: 'edit-file' });
    readonly #text = h('textarea', { id: 'edit-text', rows: 18, spellcheck: 'false', wrap: 'off' });
    readonly #editor: HTMLElement;
    readonly #edited = h('p', { class: 'soft', role: 'status' });

    constructor(page: Page) {
        this.#page = page;
        this.#picker = new Picker({
            title: 'After the change',
            id: 'after',
            other: { value: 'edit', words: 'The files before, edited here' },
            source: undefined,
            changed: (source) => {
                page.state = { ...page.state, after: source === undefined ? '' : JSON.stringify(pack(source)) };
                this.#show();
                page.changed();
            },
        });
        this.#files.addEventListener('input', () => {
            page.state = { ...page.state, file: this.#files.value };
            this.#showFile();
        });
        this.#text.addEventListener('input', () => {
            this.#edit(this.#files.value, this.#text.value);
        });
        const undo = h(
            'button',
            {
                type: 'button',
                click: () => {
                    this.#undo();
                },
            },
            'Undo the edits of this file',
        );
        this.#editor = h(
            'div',
            { class: 'editor' },
            h('div', { class: 'field' }, h('label', { for: 'edit-file' }, 'File'), this.#files),
            h('div', { class: 'field' }, h('label', { for: 'edit-text' }, 'Text after the change'), this.#text),
            h('div', { class: 'editor-foot' }, undo, this.#edited),
        );
        this.element = h('div', {}, this.#picker.element, this.#editor);
    }

    /** The text of a file before the change. */
    #before(name: string): string | undefined {
        const content = moved(this.#page.source, '').get(`/${name}`);
        return typeof content === 'string' ? content : undefined;
    }

    #edit(name: string, text: string): void {
        const edits = new Map(Object.entries(editsOf(this.#page.state)));
        edits.delete(name);
        if (text !== this.#before(name)) {
            edits.set(name, text);
        }
        this.#page.state = { ...this.#page.state, edits: [...edits].flat(), file: name };
        this.#describe();
        this.#page.changed();
    }

    #undo(): void {
        const name = this.#files.value;
        this.#edit(name, this.#before(name) ?? '');
        this.#showFile();
    }

    /** Shows a state that was made elsewhere. */
    write(): void {
        const { after } = this.#page.state;
        this.#picker.write(typeof after === 'string' && after !== '' ? afterOf(after) : undefined);
        this.#show();
    }

    #show(): void {
        const { after, file } = this.#page.state;
        this.#editor.hidden = typeof after === 'string' && after !== '';
        const names = [...moved(this.#page.source, '')]
            .filter(([, content]) => typeof content === 'string')
            .map(([path]) => path.slice(1));
        this.#files.replaceChildren(...names.map((value) => h('option', { value }, value)));
        const preferred = typeof file === 'string' && names.includes(file) ? file : undefined;
        this.#files.value = preferred ?? names.find((it) => it.endsWith('lsb.queues')) ?? names[0] ?? '';
        this.#showFile();
    }

    #showFile(): void {
        const name = this.#files.value;
        const text = editsOf(this.#page.state)[name] ?? this.#before(name) ?? '';
        if (this.#text.value !== text) {
            this.#text.value = text;
        }
        this.#describe();
    }

    #describe(): void {
        const names = Object.keys(editsOf(this.#page.state));
        this.#edited.textContent = names.length === 0 ? 'Nothing is edited.' : `Edited: ${names.join(', ')}`;
    }
}

function afterOf(text: string): Source | undefined {
    try {
        return unpack(JSON.parse(text));
    } catch {
        return undefined;
    }
}

const LIMITS = edited(QUEUES, [
    ['HOSTS          = arm_hosts', 'HOSTS          = arm1'],
    ['RUNLIMIT       = 15', 'RUNLIMIT       = 30'],
]);

open({
    initial: { edits: LIMITS, file: QUEUES, after: '' },
    source: 'clean',
    sourceTitle: 'Before the change',
    isPlain: true,
    fields: {},
    examples: [
        { label: 'limits and hosts of queues', state: { edits: LIMITS, file: QUEUES, after: '' }, source: 'clean' },
        { label: 'the corrected cluster', state: { edits: [], file: '', after: '"clean"' }, source: 'demo' },
    ],
    extra: (page) => {
        const after = new After(page);
        return {
            element: after.element,
            write: () => {
                after.write();
            },
        };
    },
    answer: async (site) => {
        const { after } = site.state;
        const other = typeof after === 'string' && after !== '' ? afterOf(after) : undefined;
        const changed = other === undefined ? moved(site.source, NEW, editsOf(site.state)) : moved(other, NEW);
        await site.write(new Map([...moved(site.source, OLD), ...changed]));
        const options = { old: OLD.slice(1), new: NEW.slice(1) };
        const { markdown: text } = await site.ask<Change>('change', options, { folder: '/' });
        const [, summary = ''] = text.split('\n\n');
        const body = text.split('\n\n').slice(2).join('\n\n');
        return {
            summary: summary.split('\n')[0] ?? '',
            content: [section('Effect', markdown(body))],
        };
    },
});
