// The merged requirement of queue, application profile and job.

import type { Merge } from './documents';
import { compact, given, open } from './page';
import { jobs, LEVELS, NO_LEVELS, stringErrors } from './requirement';
import { list, origins, prose, reservations, section, table } from './view';

open({
    initial: { ...NO_LEVELS, jobResource: '', queue: '@sim', app: '@vsim', job: 'rusage[mem=9000]' },
    source: 'clean',
    fields: {
        ...LEVELS,
        jobResource: {
            label: 'Resources reserved per job',
            placeholder: 'lic, boards',
            help: 'Without a cluster that says so: names, separated by commas.',
        },
    },
    examples: [
        {
            label: 'names of the cluster',
            state: { ...NO_LEVELS, queue: '@sim', app: '@vsim', job: 'rusage[mem=9000]', jobResource: '' },
            source: 'clean',
        },
        {
            label: 'compound job',
            state: {
                ...NO_LEVELS,
                queue: 'select[linux] rusage[lic=1]',
                job: '1*{select[bigmem]} + 4*{span[ptile=2]}',
                jobResource: 'lic',
            },
        },
        {
            label: 'more than the queue allows',
            state: { ...NO_LEVELS, queue: 'rusage[mem=500]', job: 'rusage[mem=9000]', jobResource: '' },
        },
    ],
    answer: async (site) => {
        const { state } = site;
        const names = given(state, 'jobResource')?.split(/[\s,]+/);
        const merge = await site.ask<Merge>(
            'merge',
            compact({
                queue: given(state, 'queue'),
                app: given(state, 'app'),
                job: jobs(state),
                tasks: given(state, 'tasks'),
                jobResource: names?.filter((it) => it !== ''),
            }),
        );
        const errors = await stringErrors(site, merge.diagnostics);
        const steps = merge.steps.map(({ rule, text }) => [rule, prose(text)]);
        const isRejected = merge.outcome === 'rejected';
        return {
            summary: isRejected
                ? `Rejected: ${merge.reason}`
                : merge.outcome === 'none'
                  ? 'No level has a requirement'
                  : `Merged, ${merge.shape}`,
            isBad: isRejected,
            errors,
            content: [
                merge.result === '' ? undefined : origins(merge.parts, 'Merged requirement'),
                merge.as_read === undefined
                    ? undefined
                    : section('In the units of the cluster', document.createTextNode(''), code(merge.as_read)),
                reservations(merge.reservations ?? []),
                merge.notes.length === 0 ? undefined : section('Notes', list(merge.notes)),
                steps.length === 0
                    ? undefined
                    : section('Steps', table('Steps of the merge', ['Rule', 'What LSF does'], steps, 'steps')),
            ],
        };
    },
});

function code(text: string): HTMLElement {
    const element = document.createElement('pre');
    element.append(text);
    return element;
}
