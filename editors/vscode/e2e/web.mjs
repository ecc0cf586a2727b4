// The extension in VS Code for the Web: `node e2e/web.mjs --vsix FILE --server PROGRAM --browser PROGRAM [--pictures FOLDER]
// [--only PATTERN]`.
//
// The workbench has no server, so that the extension runs in a worker. The demo cluster is in the memory of another
// extension: a virtual workspace, which is not trusted. PROGRAM only says which problems there are.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { begin, common, fromCommandLine, numbers, root, take } from './steps.mjs';
import { Workbench } from './workbench.mjs';

const { vsix, browser, server, only, pictures, home } = begin('web.mjs');
const unpacked = spawnSync('python3', ['-m', 'zipfile', '-e', vsix, home], { encoding: 'utf8' });
if (unpacked.status !== 0) {
    throw new Error(`cannot unpack the extension: ${unpacked.error ?? unpacked.stderr}`);
}

const cluster = path.join(root, 'testdata', 'clusters', 'demo', 'conf');
const files = readdirSync(cluster, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name))
    .map((it) => [path.join('demo', path.relative(cluster, it)), readFileSync(it, 'utf8')]);

const workbench = await Workbench.inBrowser({
    extensions: {
        lsflint: { folder: path.join(home, 'extension') },
        memory: { folder: path.join(import.meta.dirname, 'memory'), files: { 'files.json': JSON.stringify(files) } },
    },
    browser,
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'workbench.colorTheme': 'Default Light Modern' },
    viewport: { width: 1280, height: 800 },
});
const { page } = workbench;
const picture = (name) => page.screenshot({ path: path.join(pictures, `web-${name}.png`), animations: 'disabled' });

const problems = async () => numbers(await page.locator('[id="status.problems"]').innerText());
const [errors, warnings, infos] = fromCommandLine(server, cluster);
let left = errors;
const counted = () => workbench.until('errors, warnings, infos', problems, `${left} ${warnings} ${infos}`);
const tools = { workbench, picture, counted };

/** Opens a file by name. */
const openFile = async (name) => {
    await workbench.command('Memory: Open a File');
    await workbench.pick(name);
    await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await page.locator('.monaco-editor .view-lines').first().waitFor();
};

const steps = {
    'the folder is not trusted': async () => {
        await workbench.see('.statusbar-item', 'Restricted Mode');
    },
    'the problems are the same as on the command line': async () => {
        await openFile('lsb.queues');
        await workbench.status('editor.mode', 'LSF configuration');
        await counted();
        await page.locator('.squiggly-error').first().waitFor();
    },
    'the status item names cluster and module': async () => {
        const item = page.locator('[id="status.languageStatus"]');
        const says = async () =>
            /lsflint \d+\.\d+\.\d+, in this browser/.test((await item.getAttribute('aria-label')) ?? '');
        await workbench.until('the status item', says, true);
    },
    'a parameter is explained': () => common.explained(tools),
    'a problem is fixed': async () => {
        await common.fixes(tools);
        left -= 1;
        await common.fixed(tools);
    },
    'names and keys are completed': () => common.completed(tools),
    'a parameter leads to its documentation': () => common.documented(tools),
    'a name leads to its definition in another file': () => common.defined(tools),
    'the outline has the sections': async () => {
        await openFile('lsb.queues');
        await workbench.ask('Control+P', '@hotfix');
        await workbench.see('.quick-input-list .monaco-list-row', 'hotfix');
        await page.keyboard.press('Escape');
    },
    'a lens shows the references of a queue': () => common.referenced(tools),
    // code-server has no preview of Markdown that runs in browsers, so that pages are texts.
    'the merged requirement is shown': async () => {
        await workbench.command('lsflint: Show Merged Requirement of a Queue or Application Profile');
        await workbench.pick('sim');
        await page.locator('.tab.active', { hasText: 'Requirement of sim' }).waitFor();
        await workbench.line('select[type==X86_64');
        await picture('merged-requirement');
        await workbench.command('View: Close Editor');
    },
    'a rule is explained': async () => {
        await openFile('lsb.queues');
        await workbench.goTo(112, 46);
        await workbench.command('lsflint: Explain a Rule');
        await page.locator('.tab.active', { hasText: 'Rule R001' }).waitFor();
        await workbench.command('View: Close Editor');
    },
    'commands that require a program are absent': async () => {
        await workbench.ask('F1', 'lsflint:');
        await workbench.see('.quick-input-list .monaco-list-row', 'Show Elim Plan');
        const plan = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Plan Against HEAD' });
        await workbench.until('plans', () => plan.count(), 0);
        await page.keyboard.press('Escape');
    },
    'a file is formatted': async () => {
        await openFile('lsb.queues');
        await workbench.goTo(49, 1);
        await workbench.command('Format Document');
        await workbench.line('DISPATCH_WINDOW = 20:00-6:00');
        await workbench.line('QUEUE_NAME      = sim');
        await counted();
    },
    'a file that changes outside of the editor is read again': async () => {
        await workbench.command('Memory: Rename verif_leads');
        await workbench.until(
            'the numbers changed',
            async () => (await problems()) !== `${left} ${warnings} ${infos}`,
            true,
        );
        await workbench.command('Memory: Restore lsb.users');
        await counted();
    },
    'a restarted module reports the same problems': async () => {
        const texts = await workbench.texts('[id="status.problems"]');
        await workbench.command('lsflint: Restart Language Server');
        const changed = async () => new Set((await texts()).map(numbers)).size > 1;
        await workbench.until('the findings were gone', changed, true);
        await counted();
        await picture('light');
    },
};

const failed = await take(steps, {
    always: 2,
    only,
    pictures,
    picture,
    workbench: () => workbench,
});
await workbench.close();
process.exitCode = failed ? 1 : 0;
