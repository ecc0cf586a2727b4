// Chooses the cluster: an example, or files that are dropped or chosen.

import { h } from '../site/dom';
import { FilesError, readDrop, readFiles, type Read } from '../site/files';
import { commonDirectory, type OwnFiles, type Source } from './source';
import { counted } from './view';

const WORDS = { demo: 'Example with mistakes (demo)', clean: 'Example without mistakes (clean)' } as const;

export interface PickerOptions {
    /** The name of the group of fields. */
    title: string;
    /** Distinguishes the elements of several pickers on a page. */
    id: string;
    /** The first choice, if the examples alone are not enough. */
    other?: { value: string; words: string };
    source: Source | undefined;
    changed: (source: Source | undefined) => void;
}

export class Picker {
    readonly element: HTMLElement;
    readonly #options: PickerOptions;
    readonly #select: HTMLSelectElement;
    readonly #message: HTMLElement;
    readonly #own: HTMLElement;
    readonly #directory: HTMLInputElement;
    readonly #directories: HTMLDataListElement;
    #files: OwnFiles | undefined;
    #source: Source | undefined;

    constructor(options: PickerOptions) {
        const { id, other } = options;
        this.#options = options;
        this.#select = h(
            'select',
            {
                id: `${id}-select`,
                input: () => {
                    this.#selected();
                },
            },
            other !== undefined && h('option', { value: other.value }, other.words),
            ...Object.entries(WORDS).map(([value, words]) => h('option', { value }, words)),
            h('option', { value: 'own' }, 'Your files'),
        );
        this.#message = h('p', { class: 'picker-message', role: 'status' });
        this.#directories = h('datalist', { id: `${id}-directories` });
        this.#directory = h('input', {
            id: `${id}-directory`,
            type: 'text',
            class: 'mono',
            spellcheck: 'false',
            list: `${id}-directories`,
            input: () => {
                if (this.#files !== undefined) {
                    this.#files = { ...this.#files, directory: this.#directory.value };
                    this.#set(this.#files);
                }
            },
        });
        const folder = this.#chooser('webkitdirectory');
        const files = this.#chooser('multiple');
        this.#own = h(
            'div',
            { class: 'picker-own' },
            h(
                'div',
                { class: 'picker-buttons' },
                h(
                    'button',
                    {
                        type: 'button',
                        click: () => {
                            folder.click();
                        },
                    },
                    'Choose a folder…',
                ),
                h(
                    'button',
                    {
                        type: 'button',
                        click: () => {
                            files.click();
                        },
                    },
                    'Choose files or an archive…',
                ),
                folder,
                files,
            ),
            h(
                'p',
                { class: 'soft' },
                'Or drop a folder, files, or a .tar, .tar.gz or .zip archive here. Nothing leaves the browser.',
            ),
            h(
                'div',
                { class: 'field' },
                h('label', { for: `${id}-directory` }, 'Directory of the cluster'),
                this.#directory,
                this.#directories,
            ),
        );
        this.element = h(
            'fieldset',
            { class: 'picker' },
            h('legend', {}, options.title),
            h('label', { class: 'sr-only', for: `${id}-select` }, options.title),
            this.#select,
            this.#own,
            this.#message,
        );
        this.#drops();
        this.write(options.source);
    }

    /** Shows a choice that was made elsewhere. */
    write(source: Source | undefined): void {
        this.#source = source;
        if (source !== undefined && typeof source !== 'string') {
            this.#files = source;
            this.#directory.value = source.directory;
            const directories = new Set([...source.files.keys()].map((it) => it.split('/').slice(1, -1).join('/')));
            this.#directories.replaceChildren(...[...directories].sort().map((value) => h('option', { value })));
            this.#message.textContent = counted(source.files.size, 'file');
        }
        this.#select.value =
            source === undefined ? (this.#options.other?.value ?? 'demo') : typeof source === 'string' ? source : 'own';
        this.#show();
    }

    #show(): void {
        const isOwn = this.#select.value === 'own';
        this.#own.hidden = !isOwn;
        this.#message.hidden = !isOwn && !this.#message.classList.contains('error');
    }

    #set(source: Source | undefined): void {
        this.#source = source;
        this.#options.changed(source);
    }

    #selected(): void {
        const { value } = this.#select;
        this.#message.classList.remove('error');
        this.#show();
        if (value === 'demo' || value === 'clean') {
            this.#set(value);
        } else if (value !== 'own') {
            this.#set(undefined);
        } else if (this.#files !== undefined) {
            this.#set(this.#files);
        } else {
            this.#message.textContent = 'No files are chosen yet; the result is still about the other choice.';
        }
    }

    #chooser(kind: 'webkitdirectory' | 'multiple'): HTMLInputElement {
        const label = kind === 'multiple' ? 'Files or an archive' : 'A folder';
        const input = h('input', { type: 'file', [kind]: true, class: 'sr-only', tabindex: -1, 'aria-label': label });
        input.addEventListener('change', () => {
            if (input.files !== null && input.files.length > 0) {
                void this.#take(readFiles([...input.files]));
            }
            input.value = '';
        });
        return input;
    }

    #drops(): void {
        const { element } = this;
        element.addEventListener('dragover', (event) => {
            event.preventDefault();
            element.classList.add('drop');
        });
        element.addEventListener('dragleave', () => {
            element.classList.remove('drop');
        });
        element.addEventListener('drop', (event) => {
            event.preventDefault();
            element.classList.remove('drop');
            if (event.dataTransfer !== null) {
                void this.#take(readDrop(event.dataTransfer));
            }
        });
    }

    async #take(reading: Promise<Read>): Promise<void> {
        try {
            const { files, skipped } = await reading;
            const own = { files, directory: commonDirectory(files) };
            this.#message.classList.remove('error');
            this.write(own);
            if (skipped.length > 0) {
                this.#message.textContent = `${counted(files.size, 'file')}; ${skipped.length} left out: ${skipped.slice(0, 3).join('; ')}`;
            }
            this.#set(own);
        } catch (error) {
            this.#message.textContent =
                error instanceof FilesError ? error.message : `The files cannot be read: ${String(error)}`;
            this.#message.classList.add('error');
            this.#message.hidden = false;
            this.#select.value = typeof this.#source === 'string' ? this.#source : this.#select.value;
        }
    }
}
