// The APS value of a job, and how it changes while the job is pending.

import { h } from '../site/dom';
import { curve } from './curve';
import type { Aps, Step, Term } from './documents';
import { compact, given, open, type Site } from './page';
import { counted, duration, facts, findings, prose, section, table, type Cell } from './view';

/** The most rows of the table of steps. */
const MOST = 200;

const NOTHING = { queue: '', weights: '', app: '', user: '', group: '', facts: '', pending: '', over: '4h' };

open({
    initial: { ...NOTHING, queue: 'sim', facts: 'FS=0.75', pending: '1h' },
    source: 'clean',
    fields: {
        queue: { label: 'Queue', names: 'queues', help: 'Its formula may come from its queue group.', blame: /queue/ },
        weights: {
            label: 'or a value of APS_PRIORITY',
            rows: 2,
            placeholder: 'WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]',
            help: 'Used if no queue is given.',
            blame: /formula|APS_PRIORITY/,
        },
        app: { label: 'Application profile', names: 'applications', row: 'job', blame: /application profile/ },
        user: { label: 'User', names: 'users', row: 'job' },
        group: { label: 'User group', names: 'groups', row: 'job', blame: /user group/ },
        facts: {
            label: 'Other facts about the job',
            rows: 2,
            placeholder: 'FS=0.75 MEM=4096',
            help: 'NAME=VALUE: PROC MEM SWAP JPRIORITY QPRIORITY FS APP USER UG ADMIN SYSTEM.',
            blame: /NAME=VALUE|fact|is not a number|is the sum of/,
        },
        pending: { label: 'Pending for', placeholder: '30m', row: 'time', blame: /is not a time/ },
        over: { label: 'Curve up to', placeholder: '8h', row: 'time', blame: /too often|is not a time/ },
    },
    examples: [
        {
            label: 'queue of the cluster',
            state: { ...NOTHING, queue: 'sim', facts: 'FS=0.75', pending: '1h' },
            source: 'clean',
        },
        {
            label: 'grace period and limit',
            state: {
                ...NOTHING,
                weights: 'WEIGHT[[PROC, 4] [MEM, -0.01] [JPRIORITY, 1]] LIMIT[[MEM, 30]] GRACE_PERIOD[[PROC, 30m]]',
                facts: 'PROC=8 MEM=4096 JPRIORITY=20',
                pending: '10m',
                over: '1h',
            },
        },
    ],
    answer: async (site) => {
        const { state } = site;
        const queue = given(state, 'queue');
        const pending = given(state, 'pending');
        const given_facts = given(state, 'facts')?.split(/[\s,]+/) ?? [];
        const question = {
            queue,
            ...(queue === undefined
                ? { weights: given(state, 'weights') ?? '' }
                : { app: given(state, 'app'), user: given(state, 'user'), group: given(state, 'group') }),
            over: given(state, 'over'),
        };
        const values = pending === undefined ? given_facts : [...given_facts, `PENDING=${pending}`];
        const aps = await site.ask<Aps>('aps', compact({ ...question, facts: values }));
        if (aps.value === null) {
            const found = findings(aps.diagnostics ?? []);
            return {
                summary: 'The formula has an error',
                isBad: true,
                errors: queue === undefined ? { weights: found } : {},
                content: queue === undefined ? [] : [found],
            };
        }
        return {
            summary: `APS value ${number(aps.value)}${aps.pending === null ? '' : ` after ${duration(aps.pending)}`}`,
            content: [
                facts([
                    aps.queue !== undefined &&
                        aps.queue !== aps.formula_of && [
                            'Formula of',
                            `${aps.formula_of ?? ''}, whose QUEUE_GROUP contains it`,
                        ],
                    ['Formula', h('code', {}, aps.formula)],
                    ['Numbers', h('code', {}, aps.numbers)],
                    aps.system !== undefined && [
                        'System value',
                        `${number(aps.system)}: the job precedes all jobs without one`,
                    ],
                ]),
                section(
                    'Terms',
                    table(
                        'Terms of the formula',
                        ['Factor', 'Value', 'Weight', 'Amount', 'Because'],
                        terms(aps.terms, 0),
                        'terms',
                    ),
                ),
                ...overTime(aps, site),
            ],
        };
    },
});

/** Numbers as the command line prints them. */
function number(value: number): string {
    return String(value);
}

function terms(all: Term[], depth: number): Cell[][] {
    return all.flatMap((it) => {
        const notes = [
            it.because === undefined ? undefined : `not included: ${it.because}`,
            it.from,
            it.limit === null ? undefined : `limit ${number(it.limit)}`,
            it.grace === null ? undefined : `after ${duration(it.grace)}`,
            it.default_weight && it.terms.length > 0 ? 'default weight' : undefined,
        ].filter((note) => note !== undefined && note !== '');
        const row: Cell[] = [
            h('span', { class: `depth-${depth}${it.counted ? '' : ' soft'}` }, it.factor),
            h('span', { class: 'number' }, it.counted ? number(it.value) : '–'),
            h('span', { class: 'number' }, number(it.weight)),
            h('span', { class: 'number' }, it.amount === null ? 'unknown' : number(it.amount)),
            prose(notes.join('; ')),
        ];
        return [row, ...terms(it.terms, depth + 1)];
    });
}

function overTime({ steps, pending, value }: Aps, site: Site): (Node | undefined)[] {
    if (steps === undefined) {
        return [];
    }
    const space = document.querySelector('#result')?.clientWidth ?? 0;
    const width = Math.min(Math.max(space, 320), 860);
    const end = seconds(given(site.state, 'over') ?? '') ?? (steps.at(-1)?.after ?? 0) + 3600;
    const slider = h('input', {
        type: 'range',
        id: 'pending-slider',
        min: 0,
        max: Math.max(1, Math.round(end / 60)),
        step: 1,
        value: Math.round((pending ?? 0) / 60),
        'aria-label': 'Pending time in minutes',
        'aria-valuetext': duration(pending ?? 0),
        change: () => {
            const { value } = slider;
            site.set({ pending: `${value}m` });
        },
    });
    const rows = steps.slice(0, MOST).map((it: Step) => [duration(it.after), number(it.value), it.factors.join(', ')]);
    const left = steps.length - rows.length;
    return [
        section(
            'While it is pending',
            curve(steps, end, width, pending === null || value === null ? undefined : { time: pending, value }),
            h('div', { class: 'slider' }, h('label', { for: 'pending-slider' }, 'Pending for'), slider),
            h(
                'details',
                { id: 'steps', open: steps.length <= 12 },
                h('summary', {}, `The curve as a table: ${counted(steps.length, 'step')}`),
                table('The value while the job is pending', ['Pending longer than', 'Value', 'Changed by'], rows),
                left > 0 && h('p', { class: 'soft' }, `and ${left} more`),
            ),
        ),
    ];
}

/** A time such as `8h` in seconds, for the axis; what it means to LSF is known to the engine. */
function seconds(text: string): number | undefined {
    const match = /^([\d.]+)([smhd])$/.exec(text);
    const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[match?.[2] ?? ''];
    const amount = Number(match?.[1]);
    return unit === undefined || !(amount > 0) ? undefined : amount * unit;
}
