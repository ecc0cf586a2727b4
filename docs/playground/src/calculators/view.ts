// What several calculators show: texts of the engine, findings, tables, lines of files.

import type { Files } from '../site/files';
import { h } from '../site/dom';
import type { Condition, Counts, Finding, FromType, Level, Part, Place, Reservation, Verdict } from './documents';

/** A text of the engine, in which names are between backticks. */
export function prose(text: string): HTMLSpanElement {
    const pieces = text.split('`');
    const isCode = (index: number): boolean => index % 2 === 1 && index < pieces.length - 1;
    return h('span', {}, ...pieces.map((it, index) => (isCode(index) ? h('code', {}, it) : plain(it, index, pieces))));
}

/** The last backtick of an odd number is one. */
function plain(text: string, index: number, pieces: string[]): string {
    return index % 2 === 1 && index === pieces.length - 1 ? `\`${text}` : text;
}

/** A section of a result. */
export function section(title: string, ...children: (Node | string | undefined | false)[]): HTMLElement {
    return h('section', {}, h('h2', {}, title), ...children);
}

export function list(texts: string[], name = ''): HTMLUListElement {
    return h('ul', { class: name }, ...texts.map((it) => h('li', {}, prose(it))));
}

export type Cell = Node | string | undefined;

/** A table that scrolls on narrow screens. The first cell of each row is its heading. */
export function table(caption: string, headings: string[], rows: Cell[][], name = ''): HTMLElement {
    const row = (cells: Cell[]): HTMLTableRowElement =>
        h('tr', {}, ...cells.map((it, index) => (index === 0 ? h('th', { scope: 'row' }, it) : h('td', {}, it))));
    return h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
        h(
            'table',
            { class: name },
            h('caption', { class: 'sr-only' }, caption),
            h('thead', {}, h('tr', {}, ...headings.map((it) => h('th', { scope: 'col' }, it)))),
            h('tbody', {}, ...rows.map(row)),
        ),
    );
}

/** Names and what they mean. */
export function facts(rows: (readonly [string, Cell] | undefined | false)[]): HTMLElement {
    const shown = rows.filter((it) => it !== undefined && it !== false);
    return h(
        'dl',
        { class: 'facts' },
        ...shown.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    );
}

/** Findings in a text that was given by hand. */
export function findings(found: Finding[]): HTMLElement | undefined {
    if (found.length === 0) {
        return undefined;
    }
    return h('ul', { class: 'findings' }, ...found.map(finding));
}

function finding(it: Finding): HTMLLIElement {
    const { line, column } = it.range.start;
    const where = line === 1 ? `column ${column}` : `line ${line}, column ${column}`;
    return h(
        'li',
        {},
        severity(it.severity),
        ' ',
        prose(it.message),
        h('span', { class: 'soft' }, ` [${it.code}], ${where}`),
        it.effect !== undefined && h('div', { class: 'soft' }, prose(it.effect)),
        it.help !== undefined && h('div', {}, 'Help: ', prose(it.help)),
    );
}

export function severity(name: Finding['severity']): HTMLElement {
    return h('strong', { class: `severity-${name}` }, name);
}

/** A file and its line, with the text of the line. Its directory is left out where the name is enough. */
export function place(at: Place, files: Files, folder: string): HTMLElement | undefined {
    if (at.file === undefined) {
        return undefined;
    }
    const { file, line } = at;
    const base = file.slice(file.lastIndexOf('/') + 1);
    const isOnly = [...files.keys()].filter((it) => it.endsWith(`/${base}`)).length <= 1;
    const shown = isOnly ? base : file;
    const content = files.get(file.startsWith('/') ? file : `${folder === '/' ? '' : folder}/${file}`);
    const text = typeof content === 'string' && line !== undefined ? content.split('\n')[line - 1] : undefined;
    return h(
        'div',
        { class: 'place' },
        h('span', { class: 'place-name', title: file }, line === undefined ? shown : `${shown}:${line}`),
        text !== undefined && text.trim() !== '' && h('code', { class: 'place-text' }, text.trim()),
    );
}

export function conditions(all: Condition[], files: Files, folder: string): HTMLElement | undefined {
    if (all.length === 0) {
        return undefined;
    }
    const item = (it: Condition): HTMLLIElement =>
        h(
            'li',
            {},
            prose(it.text),
            it.hosts !== undefined && h('span', { class: 'soft' }, `: ${it.hosts.join(', ')}`),
            place(it, files, folder),
        );
    return h('ul', { class: 'conditions' }, ...all.map(item));
}

const LEVELS: Record<Level, string> = { queue: 'queue', application: 'application profile', job: 'job' };

/** A merged requirement: each part has the colour of its level, and its letter. */
export function origins(parts: Part[], description: string): HTMLElement {
    const levels = (['queue', 'application', 'job'] as const).filter((level) => parts.some((it) => it.from === level));
    const part = ({ text, from }: Part): Node => {
        if (from === null) {
            return document.createTextNode(text);
        }
        return h(
            'span',
            { class: `origin from-${from}`, title: `from the ${LEVELS[from]}` },
            text,
            h('span', { class: 'origin-mark', 'aria-hidden': 'true' }, LEVELS[from].slice(0, 1).toUpperCase()),
            h('span', { class: 'sr-only' }, ` (${LEVELS[from]})`),
        );
    };
    return h(
        'div',
        { class: 'merged' },
        h(
            'div',
            { class: 'requirement', role: 'group', 'aria-label': description },
            ...parts.flatMap((it, index) => (index === 0 ? [part(it)] : [h('wbr'), part(it)])),
        ),
        levels.length > 0 &&
            h(
                'p',
                { class: 'legend', 'aria-hidden': 'true' },
                ...levels.map((level) =>
                    h(
                        'span',
                        { class: `origin from-${level}` },
                        LEVELS[level],
                        h('span', { class: 'origin-mark' }, LEVELS[level].slice(0, 1).toUpperCase()),
                    ),
                ),
            ),
    );
}

export function reservations(all: Reservation[]): HTMLElement | undefined {
    if (all.length === 0) {
        return undefined;
    }
    const range = (it: { least: string; most: string } | undefined, unit: string): string => {
        if (it === undefined) {
            return 'unknown';
        }
        return it.least === it.most ? `${it.least}${unit}` : `${it.least} to ${it.most}${unit}`;
    };
    const parts = all.some((it) => it.part !== undefined);
    const rows = all.map((it) => {
        const unit = it.unit === undefined ? '' : ` ${it.unit}`;
        const cells: Cell[] = [
            it.resource,
            h('code', {}, it.written),
            h('span', {}, `per ${it.per}: `, prose(it.because)),
            range(it.per_host, unit),
            range(it.per_job, unit),
        ];
        return parts ? [...cells, it.part === undefined ? '' : String(it.part)] : cells;
    });
    const headings = ['Resource', 'Written', 'Reserved', 'On a host', 'For the job', ...(parts ? ['Part'] : [])];
    return section(`Reserved for ${all[0]?.tasks ?? 0} tasks`, table('Reservations', headings, rows));
}

const VERDICTS: Record<Verdict, string> = {
    always: 'match whatever the load',
    depends: 'depend on load or on what files do not contain',
    never: 'never match',
};

export const verdictWords = (verdict: Verdict): string => VERDICTS[verdict];

/** Counts as a bar with numbers. */
export function counts(of: Counts): HTMLElement {
    const part = (verdict: Verdict): HTMLElement =>
        h('span', { class: `verdict ${verdict}` }, h('strong', {}, String(of[verdict])), ` ${verdict}`);
    return h('p', { class: 'counts' }, part('always'), part('depends'), part('never'));
}

/** How many hosts match by type of the host that submits. */
export function submitted(types: FromType[]): HTMLElement | undefined {
    if (types.length === 0) {
        return undefined;
    }
    const rows = types.map((it) => [
        it.type,
        ...(['always', 'depends', 'never'] as const).map((v) => String(it.counts[v])),
    ]);
    return section(
        'By type of the submission host',
        table('Hosts by type of the submission host', ['Submitted from', 'Always', 'Depends', 'Never'], rows),
    );
}

/** `a, b, c and 5 more`. */
export function some(names: readonly string[], most = 8): string {
    return names.length <= most + 1
        ? names.join(', ')
        : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** `1 host`, `2 hosts`. */
export function counted(number: number, one: string, many = `${one}s`): string {
    return `${number} ${number === 1 ? one : many}`;
}

/** A time in seconds: `1 h 30 min`. */
export function duration(seconds: number): string {
    const units: [number, string][] = [
        [86_400, 'd'],
        [3600, 'h'],
        [60, 'min'],
        [1, 's'],
    ];
    const parts: string[] = [];
    let rest = seconds;
    for (const [size, unit] of units) {
        const number = unit === 's' ? Math.round(rest * 1000) / 1000 : Math.floor(rest / size);
        rest -= number * size;
        if (number > 0) {
            parts.push(`${number} ${unit}`);
        }
    }
    return parts.length === 0 ? '0' : parts.join(' ');
}
