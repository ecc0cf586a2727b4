// The documents that the calculators show are those of the program, for the same questions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { answered, inBrowsers, root } from './support.mjs';

const program =
    process.env.LSFLINT_BINARY ?? path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'debug/lsflint');

const each = (name, values) => (values ?? []).flatMap((it) => [name, it]);
const one = (name, value) => (value === undefined ? [] : [name, value]);

/** The command for the options of a question. */
const COMMANDS = {
    merge: ({ queue, app, job, tasks, jobResource }) => [
        'resreq',
        'merge',
        ...one('--queue', queue),
        ...one('--app', app),
        ...each('--job', job),
        ...one('--tasks', tasks),
        ...each('--job-resource', jobResource),
    ],
    hosts: ({ queue, app, job, tasks }) => [
        'resreq',
        'hosts',
        ...one('--queue', queue),
        ...one('--app', app),
        ...one('--tasks', tasks),
        ...job,
    ],
    aps: ({ queue, weights, app, facts, over }) => [
        'aps',
        'explain',
        ...one('--queue', queue),
        ...one('--weights', weights),
        ...one('--app', app),
        ...each('--fact', facts),
        ...one('--over', over),
    ],
    elims: ({ down }) => ['elim', 'plan', ...each('--down', down)],
    calendar: ({ queue }) => ['calendar', ...one('--queue', queue)],
    job: ({ file, user }) => ['show', 'job', file, ...one('--user', user)],
    why: ({ file, user }) => ['why', file, ...one('--user', user)],
    messages: () => ['explain', '-'],
};

/** Records the questions of a page with their answers, which a worker gives in the order of the questions. */
function listen() {
    globalThis.dialog = [];
    const open = [];
    globalThis.Worker = class extends Worker {
        constructor(address) {
            super(address);
            this.addEventListener('message', ({ data }) => {
                const asked = open.shift();
                if (asked.kind === 'ask') {
                    globalThis.dialog.push({ ...JSON.parse(asked.question), answer: data.answer });
                }
            });
        }

        postMessage(message) {
            open.push(message);
            super.postMessage(message);
        }
    };
}

function native(cluster, { question, options, extra }) {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lsflint-native.')));
    try {
        cpSync(path.join(root, 'testdata/clusters', cluster), folder, { recursive: true });
        for (const [name, text] of Object.entries(extra ?? {})) {
            writeFileSync(path.join(folder, name), text);
        }
        const words = [...COMMANDS[question](options), '--cluster', '.', '--output-format', 'json'];
        try {
            return execFileSync(program, words, { cwd: folder, input: options.text ?? '', maxBuffer: 1 << 28 });
        } catch (error) {
            // Findings and rejected jobs are answers, too.
            return error.stdout;
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The examples of a page, and their questions. */
async function compare(open, name, questions, extra = async () => ({})) {
    const page = await open(`${name}.html`, { ready: answered, prepare: listen });
    await page.evaluate(() => globalThis.dialog.splice(0));
    const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
    let compared = 0;
    for (let index = 0; index < (await examples.count()); index++) {
        await examples.nth(index).click();
        await answered(page);
        const cluster = await page.getByLabel('Cluster', { exact: true }).inputValue();
        const dialog = await page.evaluate(() => globalThis.dialog.splice(0));
        for (const { question, options, answer } of dialog.filter((it) => questions.includes(it.question))) {
            const document = native(cluster, { question, options, extra: await extra(page) });
            assert.deepEqual(JSON.parse(answer), JSON.parse(document), `${question} ${JSON.stringify(options)}`);
            compared++;
        }
    }
    assert.ok(compared >= questions.length, `${compared} documents of ${name}`);
}

const script = async (page) => ({ 'pasted-script.sh': await page.getByLabel('Job script').inputValue() });

if (existsSync(program)) {
    inBrowsers({
        'merged requirements': ({ open }) => compare(open, 'merge', ['merge']),
        'matching hosts': ({ open }) => compare(open, 'hosts', ['hosts']),
        'APS values': ({ open }) => compare(open, 'aps', ['aps']),
        elims: ({ open }) => compare(open, 'elims', ['elims']),
        'a week': ({ open }) => compare(open, 'calendar', ['calendar']),
        jobs: ({ open }) => compare(open, 'job', ['job', 'why'], script),
        messages: ({ open }) => compare(open, 'messages', ['messages']),
    });
} else {
    test('the documents are those of the program', { skip: `there is no ${path.basename(program)} to compare with` });
}
