// What LSF printed, explained with the lines of the cluster.

import { h } from '../site/dom';
import type { Messages } from './documents';
import { given, open } from './page';
import { conditions, counted, facts, prose, section, table } from './view';

const PENDING = `Job <4711>, Job Name <boot_test>, User <ann>, Project <default>, Status <PEND>, Queue <firmware>, Command <./boot_test.sh>
Mon Nov 23 08:00:00: Submitted from host <login1>, CWD <$HOME>, Requested Resources <select[bigmem]>;
 PENDING REASONS:
 Job's resource requirements not satisfied: 2 hosts;
`;

const LOG = `Nov 27 09:12:41 2026 4183 4 10.1 mbatchd: Job slot limit reached: 3 hosts;
User has reached the per-user job slot limit of the queue.
No such queue. Job not submitted.
`;

open({
    initial: { text: PENDING },
    source: 'demo',
    fields: {
        text: {
            label: 'Output of bjobs, bsub or badmin, or lines of a log',
            rows: 12,
            help: 'For example of bjobs -p -l, badmin ckconfig -v, or mbatchd.log.',
        },
    },
    examples: [
        { label: 'a pending job', state: { text: PENDING } },
        { label: 'lines of mbatchd.log', state: { text: LOG } },
    ],
    answer: async (site) => {
        const {
            answers,
            unknown,
            outputs = [],
        } = await site.ask<Messages>('messages', {
            text: `${given(site.state, 'text') === undefined ? '' : String(site.state.text)}\n`,
        });
        const answer = (it: Messages['answers'][number]): HTMLElement => {
            const { count, names } = it.hosts;
            return h(
                'li',
                {},
                h('code', {}, it.reason.trim()),
                h('span', { class: 'soft' }, ` line ${it.line}${it.id === undefined ? '' : `, reason ${it.id}`}`),
                h('div', {}, prose(it.meaning)),
                it.check !== undefined && h('div', {}, 'Check: ', prose(it.check)),
                facts([
                    it.queue !== undefined && ['Queue', it.queue],
                    it.jobs !== undefined && ['Jobs', it.jobs.join(', ')],
                    names !== undefined && ['Hosts', names.join(', ')],
                    names === undefined && count !== undefined && ['Hosts', String(count)],
                    it.rules.length > 0 && ['Rules that find the cause', it.rules.join(', ')],
                ]),
                conditions(it.conditions, site.files, site.folder),
            );
        };
        return {
            summary:
                answers.length === 0
                    ? 'No message is recognized'
                    : `${counted(answers.length, 'message')} explained${unknown.length === 0 ? '' : `, ${counted(unknown.length, 'line')} not recognized`}`,
            content: [
                answers.length === 0 ? undefined : h('ul', { class: 'findings' }, ...answers.map(answer)),
                unknown.length === 0
                    ? undefined
                    : section(
                          'Not recognized',
                          table(
                              'Lines that are not recognized',
                              ['Line', 'Text'],
                              unknown.map((it) => [String(it.line), h('code', {}, it.text)]),
                          ),
                      ),
                outputs.length === 0
                    ? undefined
                    : h(
                          'p',
                          { class: 'soft' },
                          `Not messages: ${outputs.map((it) => `${counted(it.lines, 'line')} of ${it.command}`).join(', ')}.`,
                      ),
            ],
        };
    },
});
