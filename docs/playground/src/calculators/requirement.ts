// What the calculators of requirements have in common: the fields of the levels, and what is wrong in each string.

import type { Finding } from './documents';
import type { Field, State } from './fields';
import { given, type Site } from './page';
import { findings } from './view';

const STRING = 'A requirement, or @ and a name of the cluster.';

export const LEVELS: Record<string, Field> = {
    queue: {
        label: 'Queue',
        names: 'queues',
        prefix: '@',
        placeholder: '@normal',
        help: STRING,
        blame: /queue|lsb\.queues/,
    },
    app: {
        label: 'Application profile',
        names: 'applications',
        prefix: '@',
        placeholder: '@vsim',
        help: STRING,
        blame: /application profile|lsb\.applications/,
    },
    job: {
        label: 'Job (-R)',
        rows: 3,
        placeholder: 'select[nvme] rusage[mem=4000]',
        help: 'One -R option a line.',
        blame: /^(--job|STRING)/,
    },
    tasks: {
        label: 'Tasks (-n)',
        placeholder: '4 or 2,8',
        blame: /number of tasks/,
    },
};

export const NO_LEVELS: State = { queue: '', app: '', job: '', tasks: '' };

/** The `-R` options. */
export function jobs(state: State): string[] {
    const text = given(state, 'job');
    return text === undefined ? [] : text.split('\n').filter((it) => it.trim() !== '');
}

/**
 * The findings in each string that was given by hand, next to its field. A document has all findings together, so that
 * each string is asked about alone.
 */
export async function stringErrors(
    site: Site,
    found: Finding[] | undefined,
): Promise<Record<string, Node | undefined>> {
    const errors: Record<string, Node | undefined> = {};
    if (found === undefined || found.length === 0) {
        return errors;
    }
    const about = async (strings: string[]): Promise<Finding[]> => {
        const all: Finding[] = [];
        for (const text of strings) {
            const { diagnostics = [] } = await site.ask<{ diagnostics?: Finding[] }>('merge', { job: [text] });
            all.push(...diagnostics);
        }
        return all;
    };
    for (const key of ['queue', 'app']) {
        const text = given(site.state, key);
        if (text !== undefined && !text.startsWith('@')) {
            errors[key] = findings(await about([text]));
        }
    }
    errors.job = findings(await about(jobs(site.state)));
    return errors;
}
