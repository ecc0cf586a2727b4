// The list of files, and the tabs.

import { find, h } from '../../site/dom';
import { severityOf } from '../editor';
import type { Project } from '../project';
import { askText } from './dialogs';

/** The name of a file without its folder. */
export function nameOf(path: string): string {
    return path.slice(path.lastIndexOf('/') + 1);
}

/** A path without the leading slash. */
export function shortPath(path: string): string {
    return path.slice(1);
}

function folderOf(path: string): string {
    return path.slice(1, Math.max(path.lastIndexOf('/'), 1));
}

/** Connects the list of files and the tabs with the project. */
export function showFiles(project: Project): void {
    const list = find('#file-list');
    const tabs = find('#tabs');
    const actions = find('#file-actions');
    const draw = (): void => {
        drawList(project, list);
        drawTabs(project, tabs);
        actions.replaceChildren(...(project.current === undefined ? [] : buttons(project, project.current)));
    };
    project.listed.on(draw);
    project.shown.on(draw);
    let waits = false;
    project.session.found.on(() => {
        // Once for the findings of all files.
        if (!waits) {
            waits = true;
            requestAnimationFrame(() => {
                waits = false;
                drawList(project, list);
            });
        }
    });
    find('#file-add').addEventListener('click', () => void add(project));
    tabs.addEventListener('keydown', (event) => {
        if (event.key === 'Delete' && project.current !== undefined) {
            project.closeTab(project.current);
        }
    });
}

function drawList(project: Project, list: HTMLElement): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.path : undefined;
    const folders = new Map<string, string[]>();
    for (const path of project.paths) {
        folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), path]);
    }
    const groups = [...folders]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([folder, paths]) => [
            h('h3', { title: folder }, folder === '' ? '/' : folder),
            h('ul', {}, ...paths.map((path) => item(project, path))),
        ]);
    list.replaceChildren(...groups);
    if (focused !== undefined && list.querySelector(':focus') === null) {
        list.querySelector<HTMLElement>(`[data-path="${CSS.escape(focused)}"]`)?.focus();
    }
}

function item(project: Project, path: string): HTMLElement {
    const found = project.session.findings.get(path) ?? [];
    const worst = found.length > 0 ? found.map(severityOf).reduce((a, b) => (rank(a) <= rank(b) ? a : b)) : undefined;
    const count =
        worst !== undefined &&
        h(
            'span',
            { class: `badge severity-${worst}` },
            String(found.length),
            h('span', { class: 'sr-only' }, found.length === 1 ? ' problem' : ' problems'),
        );
    const button = h(
        'button',
        {
            type: 'button',
            class: 'quiet file',
            'aria-current': path === project.current ? 'true' : undefined,
            click: () => {
                project.show(path);
            },
        },
        h('span', { class: 'file-name' }, nameOf(path)),
        count,
    );
    button.dataset.path = path;
    return h('li', {}, button);
}

function rank(severity: string): number {
    return ['error', 'warning', 'info', 'hint'].indexOf(severity);
}

function drawTabs(project: Project, tabs: HTMLElement): void {
    const items = project.tabs.map((path) => {
        // Files of the same name need their folder.
        const same = project.tabs.filter((it) => nameOf(it) === nameOf(path)).length > 1;
        const current = path === project.current;
        return h(
            'li',
            { class: current ? 'current' : '' },
            h(
                'button',
                {
                    type: 'button',
                    class: 'quiet',
                    title: shortPath(path),
                    'aria-current': current ? 'true' : undefined,
                    click: () => {
                        project.show(path);
                    },
                },
                nameOf(path),
                same && h('span', { class: 'soft' }, ` ${folderOf(path)}`),
            ),
            h(
                'button',
                {
                    type: 'button',
                    class: 'quiet close',
                    'aria-label': `Close ${nameOf(path)}`,
                    click: () => {
                        project.closeTab(path);
                    },
                },
                '×',
            ),
        );
    });
    tabs.replaceChildren(...items);
    tabs.querySelector('.current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function buttons(project: Project, path: string): HTMLElement[] {
    const rename = async (): Promise<void> => {
        const check = (it: string): string | undefined => wrongPath(project, it, path);
        const to = await askText('Rename the file', 'Path', shortPath(path), check, 'Rename');
        if (to !== undefined) {
            await project.rename(path, `/${to.replace(/^\/+/, '')}`);
        }
    };
    return [
        h('button', { type: 'button', class: 'quiet', click: () => void rename() }, 'Rename'),
        h('button', { type: 'button', class: 'quiet', click: () => void project.remove(path) }, 'Delete'),
    ];
}

async function add(project: Project): Promise<void> {
    const near = project.current ?? project.paths[0] ?? '/cluster/conf/x';
    const folder = folderOf(near);
    const start = folder === '' ? '' : `${folder}/`;
    const check = (it: string): string | undefined => wrongPath(project, it);
    const path = await askText('Add a file', 'Path, such as conf/lsb.users', start, check, 'Add');
    if (path !== undefined) {
        await project.add(`/${path.replace(/^\/+/, '')}`, '');
    }
}

/** What is wrong with the path of a new file. */
function wrongPath(project: Project, given: string, own?: string): string | undefined {
    const path = `/${given.replace(/^\/+/, '')}`;
    if (
        path.endsWith('/') ||
        path.split('/').some((it, index) => index > 0 && (it === '' || it === '.' || it === '..'))
    ) {
        return 'This is not the path of a file.';
    }
    if (path !== own && project.paths.includes(path)) {
        return 'There is a file with this path.';
    }
    if (project.paths.some((it) => it !== own && (it.startsWith(`${path}/`) || path.startsWith(`${it}/`)))) {
        return 'A file cannot be a folder, too.';
    }
    return undefined;
}
