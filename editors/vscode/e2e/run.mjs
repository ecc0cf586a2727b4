// The extension in a real workbench: `node e2e/run.mjs --vsix FILE --server PROGRAM --browser PROGRAM [--pictures FOLDER]`.
//
// The package, with a server inside, is installed; a copy of the demo cluster is opened; then comes what a person does on the first day:
// look at a problem, read about it, fix it, ask. Every step waits for what it wants to see and for nothing else.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Workbench } from './workbench.mjs';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const { values } = parseArgs({
    options: {
        vsix: { type: 'string' },
        browser: { type: 'string' },
        server: { type: 'string' },
        pictures: { type: 'string', default: path.join(root, 'target', 'vscode') },
    },
});
if (values.vsix === undefined || values.browser === undefined || values.server === undefined) {
    console.error('usage: node e2e/run.mjs --vsix FILE --server PROGRAM --browser PROGRAM [--pictures FOLDER]');
    process.exit(2);
}

const home = mkdtempSync(path.join(tmpdir(), 'lsflint-e2e-'));
const folder = path.join(home, 'demo');
cpSync(path.join(root, 'testdata', 'clusters', 'demo', 'conf'), folder, { recursive: true });
mkdirSync(values.pictures, { recursive: true });

const workbench = await Workbench.open({
    vsix: path.resolve(values.vsix),
    folder,
    data: path.join(home, 'editor'),
    browser: values.browser,
    settings: { 'workbench.colorTheme': 'Default Light Modern' },
    viewport: { width: 1280, height: 800 },
});
const { page } = workbench;
const picture = (name) => page.screenshot({ path: path.join(values.pictures, `${name}.png`) });

/** What the command line finds in lsb.queues. */
function expected() {
    const run = spawnSync(values.server, ['check', folder, '--output-format', 'json'], { encoding: 'utf8' });
    const ofFile = JSON.parse(run.stdout).diagnostics.filter((it) => it.file.endsWith('/lsb.queues'));
    const count = (severity) => ofFile.filter((it) => it.severity === severity).length;
    return `${count('error')}+${count('warning')}`;
}

/** The numbers of errors and warnings in the status bar. */
const problems = async () => (await page.locator('[id="status.problems"]').innerText()).match(/\d+/g)?.join('+') ?? '';

const steps = {
    'a file of LSF is recognised by its name': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.status('editor.mode', 'LSF configuration');
    },
    'its problems are those of the command line': async () => {
        await workbench.until('errors + warnings', problems, expected());
        await page.locator('.squiggly-error').first().waitFor();
    },
};

let failed = false;
for (const [name, step] of Object.entries(steps)) {
    const start = Date.now();
    try {
        await step();
        console.log(`ok      ${name} (${Date.now() - start} ms)`);
    } catch (error) {
        failed = true;
        await picture('failure');
        console.log(`FAILED  ${name}\n${error.message}\nSee ${path.join(values.pictures, 'failure.png')}.`);
        break;
    }
}
await workbench.close();
rmSync(home, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
