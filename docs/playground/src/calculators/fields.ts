// The fields of a calculator, declared as data: their state, labels, help, and the errors next to them.

import { h } from '../site/dom';

/** What a calculator is asked: the values of its fields. Part of links. */
export type State = Record<string, string | boolean | string[]>;

/** The kinds of names that the cluster has; see `show KINDS`. */
export type Kinds = 'queues' | 'applications' | 'hosts' | 'users' | 'groups';

export interface Field {
    label: string;
    /** Several lines. */
    rows?: number;
    /** The choices, value and words. */
    choices?: readonly (readonly [string, string])[];
    check?: boolean;
    help?: string;
    placeholder?: string;
    /** The names that are suggested. */
    names?: Kinds;
    /** What is before each name: `@`. */
    prefix?: string;
    /** Errors with such a text are about this field. */
    blame?: RegExp;
    /** Which fields are next to each other in a row. */
    row?: string;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The state with the values of a link, as far as they have the right form. */
export function restored(initial: State, values: unknown): State {
    const state: State = { ...initial };
    if (typeof values !== 'object' || values === null) {
        return state;
    }
    for (const [key, start] of Object.entries(initial)) {
        const value = (values as Record<string, unknown>)[key];
        const isList = Array.isArray(start) && Array.isArray(value) && value.every((it) => typeof it === 'string');
        if (isList || (!Array.isArray(start) && typeof value === typeof start)) {
            state[key] = value as string | boolean | string[];
        }
    }
    return state;
}

/** The elements of some fields. */
export class Fields {
    readonly element: HTMLElement;
    readonly #controls = new Map<string, Control>();
    readonly #errors = new Map<string, HTMLElement>();
    readonly #lists = new Map<Kinds, HTMLDataListElement[]>();
    readonly #fields: Record<string, Field>;

    constructor(fields: Record<string, Field>, changed: (key: string, value: string | boolean) => void) {
        this.#fields = fields;
        this.element = h('div', { class: 'fields' });
        const rows = new Map<string, HTMLElement>();
        for (const [key, field] of Object.entries(fields)) {
            const element = this.#field(key, field, changed);
            if (field.row === undefined) {
                this.element.append(element);
                continue;
            }
            let row = rows.get(field.row);
            if (row === undefined) {
                row = h('div', { class: 'field-row' });
                rows.set(field.row, row);
                this.element.append(row);
            }
            row.append(element);
        }
    }

    #field(key: string, field: Field, changed: (key: string, value: string | boolean) => void): HTMLElement {
        const id = `field-${key}`;
        const error = h('div', { class: 'field-error', id: `${id}-error`, hidden: true });
        this.#errors.set(key, error);
        const help =
            field.help === undefined ? undefined : h('div', { class: 'field-help soft', id: `${id}-help` }, field.help);
        const control = this.#control(key, id, field);
        control.setAttribute('aria-describedby', help === undefined ? `${id}-error` : `${id}-help ${id}-error`);
        control.addEventListener('input', () => {
            const isCheck = control instanceof HTMLInputElement && control.type === 'checkbox';
            changed(key, isCheck ? control.checked : control.value);
        });
        this.#controls.set(key, control);
        const label = h('label', { for: id }, field.label);
        const content = field.check === true ? [h('div', { class: 'check' }, control, label)] : [label, control];
        return h('div', { class: 'field' }, ...content, this.#suggestions(key, field), help, error);
    }

    #control(key: string, id: string, field: Field): Control {
        if (field.choices !== undefined) {
            const options = field.choices.map(([value, words]) => h('option', { value }, words));
            return h('select', { id, name: key }, ...options);
        }
        if (field.rows !== undefined) {
            return h('textarea', {
                id,
                name: key,
                rows: field.rows,
                spellcheck: 'false',
                placeholder: field.placeholder,
            });
        }
        if (field.check === true) {
            return h('input', { id, name: key, type: 'checkbox' });
        }
        return h('input', {
            id,
            name: key,
            type: 'text',
            class: 'mono',
            spellcheck: 'false',
            autocomplete: 'off',
            autocapitalize: 'off',
            placeholder: field.placeholder,
            list: field.names === undefined ? undefined : `${id}-names`,
        });
    }

    #suggestions(key: string, { names }: Field): HTMLElement | undefined {
        if (names === undefined) {
            return undefined;
        }
        const element = h('datalist', { id: `field-${key}-names` });
        this.#lists.set(names, [...(this.#lists.get(names) ?? []), element]);
        return element;
    }

    /** The kinds of names that are suggested. */
    get kinds(): Kinds[] {
        return [...this.#lists.keys()];
    }

    /** Suggests names. */
    suggest(kind: Kinds, names: string[]): void {
        for (const element of this.#lists.get(kind) ?? []) {
            const key = element.id.replace(/^field-|-names$/g, '');
            const prefix = this.#fields[key]?.prefix ?? '';
            element.replaceChildren(...names.map((it) => h('option', { value: `${prefix}${it}` })));
        }
    }

    /** Replaces the choices of a field. */
    choose(key: string, choices: readonly (readonly [string, string])[]): void {
        const control = this.#controls.get(key);
        if (control instanceof HTMLSelectElement) {
            const { value } = control;
            control.replaceChildren(...choices.map(([it, words]) => h('option', { value: it }, words)));
            control.value = value;
        }
    }

    /** Shows the values of a state. */
    write(state: State): void {
        for (const [key, control] of this.#controls) {
            const value = state[key];
            if (control instanceof HTMLInputElement && control.type === 'checkbox') {
                control.checked = value === true;
            } else if (typeof value === 'string' && control.value !== value) {
                control.value = value;
            }
        }
    }

    /** Shows the error of a field, or none. */
    error(key: string, content: Node | string | undefined): void {
        const element = this.#errors.get(key);
        const control = this.#controls.get(key);
        if (element === undefined || control === undefined) {
            return;
        }
        element.replaceChildren(...(content === undefined ? [] : [content]));
        element.hidden = content === undefined;
        if (content === undefined) {
            control.removeAttribute('aria-invalid');
        } else {
            control.setAttribute('aria-invalid', 'true');
        }
    }

    /** Removes all errors. */
    clear(): void {
        for (const key of this.#errors.keys()) {
            this.error(key, undefined);
        }
    }

    /** The field that a message is about; of several, the one whose value is in the message. */
    blamed(message: string, state: State): string | undefined {
        const keys = Object.entries(this.#fields)
            .filter(([, field]) => field.blame?.test(message))
            .map(([key]) => key);
        const quoted = keys.find((key) => message.includes(`\`${String(state[key]).trim()}\``));
        return quoted ?? keys[0];
    }
}
