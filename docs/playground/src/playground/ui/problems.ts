// The list of problems, of all files or of one.

import type { Diagnostic as Finding } from 'vscode-languageserver-types';
import { find, h, words } from '../../site/dom';
import { messageOf, severityOf } from '../editor';
import { pathOfUri } from '../positions';
import type { Place, Project } from '../project';
import { nameOf, shortPath } from './files';

/** The most that is listed: a longer list helps nobody, and takes time. */
const MOST = 300;

/** What can be done with a problem. */
export interface Actions {
    /** Goes to a place. */
    visit: (place: Place) => void;
    /** Applies the preferred fix. */
    fix: (path: string, finding: Finding) => void;
    /** Shows the page of a rule. */
    explain: (code: string) => void;
}

/** Connects the list of problems with the project. */
export function showProblems(project: Project, actions: Actions): void {
    const only = find<HTMLInputElement>('#only-file');
    let waits = false;
    let said = '';
    const draw = (): void => {
        waits = false;
        const files = sorted(project, only.checked);
        drawList(files, actions);
        const counts = countsOf(project);
        find('#counts').replaceChildren(...counts.map(({ count, severity }) => badge(count, severity)));
        const text =
            counts.length === 0
                ? 'No problems'
                : counts.map(({ count, severity }) => named(count, severity)).join(', ');
        if (text !== said) {
            said = text;
            find('#live').textContent = text;
        }
    };
    const later = (): void => {
        if (!waits) {
            waits = true;
            requestAnimationFrame(draw);
        }
    };
    project.session.found.on(later);
    project.shown.on(later);
    only.addEventListener('change', later);
}

/** The files with problems; the one in the editor is first. */
function sorted(project: Project, only: boolean): [string, Finding[]][] {
    const all = [...project.session.findings].filter(([path]) => !only || path === project.current);
    return all.sort(([a], [b]) => {
        const current = Number(b === project.current) - Number(a === project.current);
        return current !== 0 ? current : a < b ? -1 : 1;
    });
}

function countsOf(project: Project): { severity: string; count: number }[] {
    const all = [...project.session.findings.values()].flat().map(severityOf);
    return ['error', 'warning', 'info', 'hint']
        .map((severity) => ({ severity, count: all.filter((it) => it === severity).length }))
        .filter(({ count }) => count > 0);
}

function named(count: number, severity: string): string {
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
}

function badge(count: number, severity: string): HTMLElement {
    return h('span', { class: `badge severity-${severity}` }, named(count, severity));
}

function drawList(files: [string, Finding[]][], actions: Actions): void {
    const list = find('#problems');
    const rows: HTMLElement[] = [];
    let left = MOST;
    for (const [path, found] of files) {
        if (left <= 0) {
            break;
        }
        const some = [...found].sort((a, b) => a.range.start.line - b.range.start.line).slice(0, left);
        left -= some.length;
        rows.push(
            h('h3', { title: shortPath(path) }, nameOf(path), h('span', { class: 'soft' }, ` ${shortPath(path)}`)),
            h('ul', {}, ...some.map((it) => row(path, it, actions))),
        );
    }
    const total = files.reduce((sum, [, found]) => sum + found.length, 0);
    if (total === 0) {
        rows.push(h('p', { class: 'empty' }, 'No problems.'));
    } else if (total > MOST) {
        rows.push(h('p', { class: 'empty' }, `And ${total - MOST} more.`));
    }
    list.replaceChildren(...rows);
}

function row(path: string, finding: Finding, actions: Actions): HTMLElement {
    const severity = severityOf(finding);
    const [first = '', ...rest] = messageOf(finding).split('\n');
    const code = String(finding.code ?? '');
    const { line, character } = finding.range.start;
    const { fix } = (finding.data ?? {}) as { fix?: string | null };
    const place = h(
        'button',
        {
            type: 'button',
            class: 'quiet problem',
            click: () => {
                actions.visit({ path, position: finding.range.start });
            },
        },
        h('span', { class: `mark severity-${severity}`, 'aria-hidden': 'true' }, SIGNS[severity]),
        h('span', { class: 'sr-only' }, `${severity}: `),
        h('span', { class: 'problem-text' }, ...words(first)),
        h('span', { class: 'soft place' }, `${line + 1}:${character + 1}`),
    );
    const rule = h(
        'button',
        {
            type: 'button',
            class: 'quiet code',
            title: `What ${code} means`,
            click: () => {
                actions.explain(code);
            },
        },
        code,
    );
    const related = (finding.relatedInformation ?? []).filter(({ message }) => !rest.includes(message));
    const links = related.map(({ location, message }) =>
        h(
            'button',
            {
                type: 'button',
                class: 'quiet related',
                click: () => {
                    actions.visit({ path: pathOfUri(location.uri), position: location.range.start });
                },
            },
            ...words(`${nameOf(pathOfUri(location.uri))}:${location.range.start.line + 1}: ${message}`),
        ),
    );
    const repair =
        typeof fix === 'string' &&
        h(
            'button',
            {
                type: 'button',
                class: 'fix',
                click: () => {
                    actions.fix(path, finding);
                },
            },
            ...words(`Fix: ${fix}`),
        );
    return h(
        'li',
        {},
        h('div', { class: 'problem-head' }, place, code !== '' && rule),
        h('div', { class: 'problem-more' }, ...rest.map((it) => h('p', {}, ...words(it))), ...links, repair),
    );
}

/** The signs of severities, which do not depend on colors. */
const SIGNS = { error: '✖', warning: '▲', info: '●', hint: '○' };
