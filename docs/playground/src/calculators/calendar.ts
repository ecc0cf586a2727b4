// What changes in a week without a change of the files: windows and `#if`.

import { h } from '../site/dom';
import type { Calendar } from './documents';
import { compact, given, open, type Page, type Site } from './page';
import { svg } from './svg';
import { counted, section, table } from './view';
import { byTime, changesIn, DAYS, daysInWords, timeOf, rowsOf, spans, valuesIn, WEEK, wordsOf, type Row } from './week';

/** The most rows of the list of changes. */
const MOST = 300;

/** The most bars. */
const STRIPS = 60;

const ALL = ['', 'all changes: their number in each hour'] as const;

let page: Page | undefined;

open({
    initial: { queue: '', row: '' },
    source: 'clean',
    isPlain: true,
    fields: {
        queue: { label: 'Queue', names: 'queues', help: 'Empty: all objects.', blame: /queue/ },
        row: { label: 'Show', choices: [ALL] },
    },
    examples: [
        { label: 'queue regress', state: { queue: 'regress', row: '' }, source: 'clean' },
        { label: 'all objects', state: { queue: '', row: '' }, source: 'clean' },
    ],
    extra: (it) => {
        page = it;
        return { element: h('div'), write: () => undefined };
    },
    answer: async (site) => {
        const calendar = await site.ask<Calendar>('calendar', compact({ queue: given(site.state, 'queue') }));
        const rows = rowsOf(calendar.events);
        page?.choose('row', [ALL, ...rows.map((it) => [it.key, it.words] as const)]);
        const chosen = rows.find((it) => it.key === site.state.row);
        const events = chosen?.events ?? calendar.events;
        const changed = byTime(events);
        const shown = changed
            .slice(0, MOST)
            .map(({ time, days, event }) => [
                time,
                daysInWords(days),
                wordsOf(event),
                h('span', {}, `${event.old} → `, h('strong', {}, event.new)),
            ]);
        const zone = calendar.zone ?? 'local time of the cluster';
        return {
            summary:
                calendar.events.length === 0
                    ? 'Nothing changes in the week'
                    : `${counted(events.length, 'change')} in the week from Monday${chosen === undefined ? ` to ${counted(rows.length, 'value')}` : ` to ${chosen.words}`}`,
            content: [
                calendar.events.length === 0
                    ? undefined
                    : section(
                          chosen?.words ?? 'Changes in each hour',
                          chosen === undefined ? changes(calendar) : values(chosen),
                          h('p', { class: 'soft' }, `Hours in the ${zone}.`),
                      ),
                calendar.uncertain > 0
                    ? h(
                          'p',
                          { class: 'message warning' },
                          `${counted(calendar.uncertain, 'window')} not shown: a time zone, a template or an unknown form.`,
                      )
                    : undefined,
                chosen === undefined && rows.length > 0
                    ? section('Values over the week', strips(rows, site))
                    : undefined,
                shown.length === 0
                    ? undefined
                    : section(
                          'Changes',
                          table('Changes in the week', ['At', 'Days', 'What', 'Value'], shown),
                          changed.length > shown.length &&
                              h(
                                  'p',
                                  { class: 'soft' },
                                  `and ${changed.length - shown.length} more; choose a value or a queue`,
                              ),
                      ),
            ],
        };
    },
});

/** A table of days and hours. */
function grid(caption: string, cell: (hour: number) => { text: string; name: string; title: string }): HTMLElement {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    const row = (day: string, number: number): HTMLTableRowElement =>
        h(
            'tr',
            {},
            h('th', { scope: 'row' }, day),
            ...hours.map((hour) => {
                const { text, name, title } = cell(number * 24 + hour);
                return h('td', { class: name, title }, text);
            }),
        );
    return h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
        h(
            'table',
            { class: 'week' },
            h('caption', { class: 'sr-only' }, caption),
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', { scope: 'col' }, h('span', { class: 'sr-only' }, 'Day')),
                    ...hours.map((it) => h('th', { scope: 'col' }, String(it))),
                ),
            ),
            h('tbody', {}, ...DAYS.map(row)),
        ),
    );
}

/** The number of changes in each hour. */
function changes({ events }: Calendar): HTMLElement {
    const most = Math.max(...Array.from({ length: 168 }, (_, hour) => changesIn(events, hour)));
    return grid('The number of changes in each hour of the week', (hour) => {
        const count = changesIn(events, hour);
        const shade = count === 0 ? 0 : Math.ceil((count / most) * 4);
        return {
            text: count === 0 ? '' : String(count),
            name: `shade-${shade}`,
            title: `${timeOf(hour * 60)}: ${counted(count, 'change')}`,
        };
    });
}

/** All values as bars, each with a button that shows its hours. */
function strips(rows: Row[], site: Site): HTMLElement {
    const strip = (row: Row): HTMLElement => {
        const all = valuesOf(row);
        const bars = spans(row.events).map(({ from, to, value }) =>
            svg(
                'rect',
                { class: nameOf(all, value), x: from, y: 0, width: to - from, height: 100 },
                svg('title', {}, `${timeOf(from)}: ${value}`),
            ),
        );
        const days = DAYS.slice(1).map((_, index) => {
            const x = ((index + 1) * WEEK) / DAYS.length;
            return svg('line', { x1: x, x2: x, y1: 0, y2: 100 });
        });
        const bar = svg(
            'svg',
            { class: 'strip', viewBox: `0 0 ${WEEK} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
            ...bars,
            ...days,
        );
        const button = h(
            'button',
            {
                type: 'button',
                class: 'quiet',
                click: () => {
                    site.set({ row: row.key });
                },
            },
            row.words,
        );
        return h('li', {}, button, bar);
    };
    return h('ul', { class: 'strips' }, ...rows.slice(0, STRIPS).map(strip));
}

/** The letters of values that are not windows. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function valuesOf(row: Row): string[] {
    return [...new Set(row.events.flatMap((it) => [it.old, it.new]))].sort();
}

function isWindowOf(values: string[]): boolean {
    return values.every((it) => it === 'open' || it === 'closed');
}

/** The class of a value; closed windows and the first of other values have no colour. */
function nameOf(values: string[], value: string): string {
    return isWindowOf(values)
        ? value === 'open'
            ? 'value-1'
            : 'value-0'
        : `value-${Math.min(values.indexOf(value), 5)}`;
}

/** The value of a row in each hour. */
function values(row: Row): HTMLElement {
    const all = valuesOf(row);
    const isWindow = isWindowOf(all);
    const mark = (value: string): string => {
        if (isWindow) {
            return value === 'open' ? '●' : '';
        }
        return LETTERS[all.indexOf(value)] ?? '*';
    };
    const name = (value: string): string => nameOf(all, value);
    const legend = all.map((value) =>
        h('li', {}, h('span', { class: `swatch ${name(value)}`, 'aria-hidden': 'true' }, mark(value)), value),
    );
    return h(
        'div',
        {},
        grid(`${row.words} in each hour of the week`, (hour) => {
            const inHour = valuesIn(row.events, hour);
            const last = inHour.at(-1) ?? '';
            const texts = inHour.map(mark);
            return {
                text: inHour.length > 1 ? texts.map((it) => it || '○').join('') : (texts[0] ?? ''),
                name: name(last),
                title: `${timeOf(hour * 60)}: ${inHour.join(', then ')}`,
            };
        }),
        h('ul', { class: 'legend', 'aria-label': 'Values' }, ...legend),
    );
}
