// The hosts that a requirement matches, with reasons.

import { h } from '../site/dom';
import type { Counts, HostRow, Hosts, Verdict } from './documents';
import { compact, given, open, type Site } from './page';
import { jobs, LEVELS, NO_LEVELS, stringErrors } from './requirement';
import { counted, counts, list, prose, reservations, section, submitted, table, verdictWords } from './view';

/** The most rows of a table. */
const MOST = 500;

const VERDICTS: readonly Verdict[] = ['always', 'depends', 'never'];

open({
    initial: { ...NO_LEVELS, queue: '@pnr', job: 'select[bigmem && type==LINUX_ARM64]', filter: '', verdict: '' },
    source: 'clean',
    fields: {
        ...LEVELS,
        filter: { label: 'Show only hosts with', placeholder: 'a name or a reason' },
    },
    examples: [
        {
            label: 'no host of the queue matches',
            state: { ...NO_LEVELS, queue: '@pnr', job: 'select[bigmem && type==LINUX_ARM64]', filter: '', verdict: '' },
            source: 'clean',
        },
        {
            label: 'depends on load',
            state: { ...NO_LEVELS, job: 'select[mem>4000 && nvme] rusage[mem=64000]', filter: '', verdict: '' },
            source: 'clean',
        },
        {
            label: 'two kinds of hosts',
            state: {
                ...NO_LEVELS,
                job: '1*{select[bigmem] rusage[mem=256000]} + 7*{select[type==X86_64]}',
                tasks: '8',
                filter: '',
                verdict: '',
            },
            source: 'clean',
        },
    ],
    answer: async (site) => {
        const { state } = site;
        const hosts = await site.ask<Hosts>(
            'hosts',
            compact({
                queue: given(state, 'queue'),
                app: given(state, 'app'),
                job: jobs(state),
                tasks: given(state, 'tasks'),
            }),
        );
        const errors = await stringErrors(site, hosts.diagnostics);
        const { always, depends, never } = hosts.counts;
        const all = always + depends + never;
        const rejected = hosts.hosts.length === 0 && hosts.parts === undefined;
        return {
            summary: rejected
                ? (hosts.notes[0] ?? 'No answer: see the messages at the fields')
                : `${always + depends} of ${counted(all, 'host')} can match`,
            isBad: always + depends === 0,
            errors,
            content: rejected
                ? [hosts.notes.length > 1 ? list(hosts.notes.slice(1)) : undefined]
                : [
                      filterButtons(hosts.counts, site),
                      h(
                          'pre',
                          { class: 'requirement', tabindex: 0, role: 'group', 'aria-label': 'Merged requirement' },
                          hosts.requirement,
                      ),
                      hosts.as_read === undefined
                          ? undefined
                          : h('p', {}, 'In the units of the cluster: ', h('code', {}, hosts.as_read)),
                      hosts.notes.length === 0 ? undefined : section('Notes', list(hosts.notes)),
                      ...(hosts.parts === undefined
                          ? [section('Hosts', hostTable(hosts.hosts, site, 'Hosts'))]
                          : hosts.parts.map((it) =>
                                section(
                                    it.name,
                                    h('pre', { class: 'requirement' }, it.requirement),
                                    counts(it.counts),
                                    hostTable(it.hosts, site, it.name),
                                    submitted(it.submitted ?? []),
                                ),
                            )),
                      submitted(hosts.submitted ?? []),
                      reservations(hosts.reservations ?? []),
                  ],
        };
    },
});

/** The counts, each as a switch that shows only its hosts. */
function filterButtons(of: Counts, site: Site): HTMLElement {
    const chosen = site.state.verdict;
    const button = (verdict: Verdict): HTMLElement =>
        h(
            'button',
            {
                type: 'button',
                class: `verdict ${verdict}`,
                title: verdictWords(verdict),
                'aria-pressed': String(chosen === verdict),
                click: () => {
                    site.set({ verdict: chosen === verdict ? '' : verdict });
                },
            },
            h('strong', {}, String(of[verdict])),
            ` ${verdict}`,
        );
    return h(
        'div',
        { class: 'counts', role: 'group', 'aria-label': 'Show only hosts that match' },
        ...VERDICTS.map(button),
    );
}

function hostTable(rows: HostRow[], { state }: Site, caption: string): HTMLElement {
    const filter = given(state, 'filter')?.toLowerCase();
    const shown = rows.filter(
        (it) =>
            (state.verdict === '' || it.verdict === state.verdict) &&
            (filter === undefined ||
                it.host.toLowerCase().includes(filter) ||
                it.because.some((reason) => reason.toLowerCase().includes(filter))),
    );
    if (shown.length === 0) {
        return h('p', { class: 'soft' }, 'No host has this verdict and filter.');
    }
    const cells = shown
        .slice(0, MOST)
        .map((it) => [
            it.host,
            h('span', { class: `verdict ${it.verdict}` }, it.verdict),
            h('div', { class: 'reasons' }, ...it.because.map((reason) => h('div', {}, prose(reason)))),
        ]);
    const left = shown.length - cells.length;
    return h(
        'div',
        {},
        h('p', { class: 'soft' }, `${counted(shown.length, 'host')} of ${rows.length}`),
        table(caption, ['Host', 'Match', 'Because'], cells, 'hosts'),
        left > 0 && h('p', { class: 'soft' }, `and ${left} more; use the filter`),
    );
}
