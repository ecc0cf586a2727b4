// Dialogs: a question with an answer, a page to read, a choice.

import { h } from '../../site/dom';

/** Shows a dialog until it is closed; returns its value, or nothing if it was dismissed. */
function open(dialog: HTMLDialogElement): Promise<string | undefined> {
    document.body.append(dialog);
    const before = document.activeElement;
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => {
            dialog.remove();
            if (before instanceof HTMLElement) {
                before.focus();
            }
            resolve(dialog.returnValue === '' ? undefined : dialog.returnValue);
        });
        dialog.addEventListener('click', (event) => {
            if (event.target === dialog) {
                dialog.close();
            }
        });
    });
}

/** Asks for a text; `check` says what is wrong with it. */
export function askText(
    title: string,
    label: string,
    value: string,
    check: (text: string) => string | undefined,
    action = 'OK',
): Promise<string | undefined> {
    const input = h('input', { id: 'dialog-text', type: 'text', value, autocomplete: 'off', spellcheck: 'false' });
    const problem = h('p', { id: 'dialog-problem', class: 'severity-error', role: 'alert' });
    const form = h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'dialog-title' }, title),
        h('label', { for: 'dialog-text' }, label),
        input,
        problem,
        h(
            'div',
            { class: 'dialog-buttons' },
            h(
                'button',
                {
                    type: 'button',
                    click: () => {
                        dialog.close('');
                    },
                },
                'Cancel',
            ),
            h('button', { type: 'submit', class: 'primary' }, action),
        ),
    );
    input.setAttribute('aria-describedby', problem.id);
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title', class: 'small' }, form);
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const wrong = input.value.trim() === '' ? 'Write something.' : check(input.value.trim());
        problem.textContent = wrong ?? '';
        input.setAttribute('aria-invalid', String(wrong !== undefined));
        if (wrong === undefined) {
            dialog.close(input.value.trim());
        }
    });
    const result = open(dialog);
    input.select();
    return result;
}

/** Shows a page to read. */
export async function showPage(title: string, content: Node): Promise<void> {
    const dialog = h('dialog', { 'aria-label': title, class: 'page' });
    dialog.append(
        h(
            'div',
            { class: 'dialog-head' },
            h('strong', {}, title),
            h(
                'button',
                {
                    type: 'button',
                    class: 'quiet',
                    click: () => {
                        dialog.close();
                    },
                    'aria-label': 'Close',
                },
                '×',
            ),
        ),
        h('div', { class: 'dialog-content', tabindex: 0 }, content),
    );
    await open(dialog);
}

export interface Choice {
    label: string;
    /** A word behind the label. */
    note?: string;
}

/** Lets the user choose; returns the index. The first is chosen with Enter. */
export async function choose(title: string, choices: Choice[]): Promise<number | undefined> {
    const list = h('ul', { class: 'choices' });
    const dialog = h('dialog', { 'aria-label': title, class: 'small' }, h('h2', {}, title), list);
    choices.forEach(({ label, note }, index) => {
        const button = h(
            'button',
            {
                type: 'button',
                class: 'quiet',
                click: () => {
                    dialog.close(String(index));
                },
            },
            h('span', {}, label),
            note !== undefined && h('span', { class: 'soft' }, note),
        );
        list.append(h('li', {}, button));
    });
    list.addEventListener('keydown', (event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        const buttons = [...list.querySelectorAll('button')];
        const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (step !== 0 && now >= 0) {
            event.preventDefault();
            buttons[(now + step + buttons.length) % buttons.length]?.focus();
        }
    });
    const result = open(dialog);
    list.querySelector('button')?.focus();
    const chosen = await result;
    return chosen === undefined ? undefined : Number(chosen);
}
