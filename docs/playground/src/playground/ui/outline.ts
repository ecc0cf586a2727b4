// The sections of the file in the editor.

import type { DocumentSymbol } from 'vscode-languageserver-types';
import { find, h } from '../../site/dom';
import { uriOf } from '../positions';
import type { Place, Project } from '../project';

/** Connects the outline with the project. */
export function showOutline(project: Project, visit: (place: Place) => void): void {
    const box = find('#outline');
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = async (): Promise<void> => {
        const path = project.current;
        const own = ++asked;
        const symbols =
            path === undefined
                ? []
                : await project.session.request<DocumentSymbol[] | null>('textDocument/documentSymbol', {
                      textDocument: { uri: uriOf(path) },
                  });
        if (own !== asked || symbols === undefined || path === undefined) {
            if (path === undefined) {
                box.replaceChildren();
            }
            return;
        }
        const items = (symbols ?? []).slice(0, 500).map(({ name, detail, selectionRange }) =>
            h(
                'li',
                {},
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'quiet file',
                        ...(detail === undefined || detail === '' ? {} : { title: detail }),
                        click: () => {
                            visit({ path, position: selectionRange.start });
                        },
                    },
                    h('span', { class: 'file-name' }, name),
                ),
            ),
        );
        box.replaceChildren(items.length > 0 ? h('ul', {}, ...items) : h('p', { class: 'empty' }, 'No sections.'));
    };
    const later = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void draw(), 150);
    };
    project.shown.on(later);
    project.changed.on(later);
}
