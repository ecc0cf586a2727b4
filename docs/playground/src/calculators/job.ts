// A job script against a cluster: what applies, and why LSF rejects it or lets it wait.

import { h } from '../site/dom';
import type { Files } from '../site/files';
import type { Check, Finding, Job, JobLimit, JobQueue, Place, SubmittedJob, Why } from './documents';
import { compact, given, open, type Site } from './page';
import { conditions, counted, facts, findings, list, place, prose, section, severity, table, type Cell } from './view';

const SYNTH = `#!/bin/bash
# Synthesis of one block
#BSUB -J synth_core
#BSUB -q nromal
#BSUB -W 36:00:00
#BSUB -n 4
#BSUB -R "select[nvme]rusage[mem=64000]"
#BSUB -o logs/%J.log

./synth.tcl core

# The reports are quick.
bsub -q short -W 2:00 -w "done($LSB_JOBID)" ./report.tcl core
bsub -q firmware -R "select[bigmem]" ./boot_test.sh
`;

const REGRESS = `#!/bin/bash
#BSUB -J "regress[1-200]%40"
#BSUB -q regress
#BSUB -app vsim
#BSUB -W 4:00
#BSUB -M 24000
#BSUB -R "rusage[mem=16000]"

run_seed --seed "$LSB_JOBINDEX"
`;

const NAME = 'pasted-script.sh';

open({
    initial: { script: SYNTH, user: '' },
    source: 'demo',
    fields: {
        script: {
            label: 'Job script',
            rows: 16,
            help: 'A script with #BSUB lines, or with calls of bsub.',
            blame: /is not a job script/,
        },
        user: { label: 'User', names: 'users', help: 'Empty: who may use a queue is not checked.' },
    },
    examples: [
        { label: 'a script with mistakes', state: { script: SYNTH, user: '' }, source: 'demo' },
        { label: 'a script without mistakes', state: { script: REGRESS, user: '' }, source: 'clean' },
    ],
    answer: async (site) => {
        const script = String(site.state.script);
        const path = `${site.folder === '/' ? '' : site.folder}/${NAME}`;
        const extra: Files = new Map([[path, script.endsWith('\n') ? script : `${script}\n`]]);
        await site.write(extra);
        const files: Files = new Map([...site.files, ...extra]);
        const options = compact({ file: NAME, user: given(site.state, 'user') });
        const { jobs } = await site.ask<Job>('job', options);
        const why = await site.ask<Why>('why', options);
        const { diagnostics } = await site.ask<Check>('check', { paths: [NAME] });
        if (jobs.length === 0) {
            return {
                summary: 'The script submits no job that lsflint can read',
                isBad: true,
                content: [findings(diagnostics)],
            };
        }
        const count = why.answers.length;
        const certain = why.answers.some((it) => it.severity === 'error');
        return {
            summary:
                count === 0
                    ? `${counted(jobs.length, 'job')}; nothing in the files keeps ${jobs.length === 1 ? 'it' : 'them'} from running`
                    : `${counted(jobs.length, 'job')}; ${counted(count, 'reason')} why LSF rejects ${jobs.length === 1 ? 'it' : 'one'} or lets it wait`,
            isBad: certain,
            content: [
                count === 0
                    ? undefined
                    : section(
                          'Why it would not run',
                          h('ul', { class: 'findings' }, ...why.answers.map((it) => reason(it, files, site))),
                      ),
                other(diagnostics, why),
                ...jobs.map((it) => job(it, files, site)),
            ],
        };
    },
});

function reason(it: Why['answers'][number], files: Files, site: Site): HTMLLIElement {
    return h(
        'li',
        {},
        severity(it.severity),
        ' ',
        prose(it.message),
        h('span', { class: 'soft' }, ` [${it.rules.join(', ')}], line ${it.line}${it.certain ? '' : ', not certain'}`),
        h('div', {}, prose(it.meaning)),
        it.reason !== it.message && h('div', {}, 'LSF prints: ', h('code', {}, it.reason)),
        it.check !== undefined && h('div', {}, 'Help: ', prose(it.check)),
        place({ file: NAME, line: it.line }, files, site.folder),
        conditions(it.conditions, files, site.folder),
    );
}

/** The findings that are not reasons. */
function other(diagnostics: Finding[], why: Why): HTMLElement | undefined {
    const isReason = (it: Finding): boolean =>
        why.answers.some((answer) => answer.message === it.message && answer.line === it.range.start.line);
    const found = findings(diagnostics.filter((it) => !isReason(it)));
    return found === undefined ? undefined : section('Other findings', found);
}

function job(it: SubmittedJob, files: Files, site: Site): HTMLElement {
    const at = (where: Place): HTMLElement | undefined => place(where, files, site.folder);
    const { tasks, application, elements } = it;
    return section(
        `Line ${it.line}: ${it.name === '' ? 'a job without a name' : it.name}`,
        facts([
            elements !== undefined && ['Elements', String(elements)],
            tasks !== undefined && [
                'Tasks',
                tasks.least === tasks.most ? String(tasks.least) : `${tasks.least} to ${tasks.most}`,
            ],
            it.user !== undefined && ['User', it.user],
            application !== undefined && [
                'Application profile',
                h('div', {}, `${application.name} (${application.from})`, at(application)),
            ],
            it.asked !== undefined && ['Hosts', it.asked.map((one) => one.name).join(', ')],
        ]),
        ...it.queues.map((one) => queue(one, files, site)),
        it.notes.length > 0 && list(it.notes),
    );
}

function queue(it: JobQueue, files: Files, site: Site): HTMLElement {
    const at = (where: Place): HTMLElement | undefined => place(where, files, site.folder);
    const { requirement } = it;
    const rows: (readonly [string, Cell] | false)[] = [
        [
            'Queue',
            h(
                'div',
                {},
                `${it.name} (${it.from})`,
                it.defined ? at(it) : h('span', { class: 'severity-error' }, ' does not exist'),
            ),
        ],
        it.access !== 'unknown' && ['The user may use it', it.access],
        it.opens !== undefined && ['Opens', h('div', {}, it.opens.when, at(it.opens))],
        requirement !== undefined && [
            'Requirement',
            requirement.result === '' ? (requirement.reason ?? requirement.outcome) : h('code', {}, requirement.result),
        ],
        it.hosts !== undefined && ['Hosts', prose(it.hosts.words)],
    ];
    const limits = it.limits.map((limit) => limitCells(limit, at));
    const origins = (requirement?.origins ?? []).map((one) => [h('code', {}, one.text), one.from, at(one)]);
    return h(
        'div',
        { class: 'queue' },
        facts(rows),
        limits.length > 0 && table(`Limits in ${it.name}`, ['Limit', 'Value', 'From', 'At most'], limits),
        origins.length > 0 &&
            h(
                'details',
                {},
                h('summary', {}, 'Where each part of the requirement comes from'),
                table(`Origins of the requirement in ${it.name}`, ['Part', 'From', 'Line'], origins),
            ),
    );
}

function limitCells(limit: JobLimit, at: (where: Place) => HTMLElement | undefined): Cell[] {
    const { maximum } = limit;
    return [
        `${limit.parameter} (-${limit.option})`,
        limit.words ?? limit.value ?? 'unknown',
        h('div', {}, limit.from, at(limit)),
        maximum === undefined ? '' : h('div', {}, maximum.value, at(maximum)),
    ];
}
