// What the tests in a workbench have in common: the command line, steps, and the numbers of problems.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** Reads the command line, and makes a folder that is always removed. Ends the test if an option is missing. */
export function begin(script) {
    const { values } = parseArgs({
        options: {
            vsix: { type: 'string' },
            browser: { type: 'string' },
            server: { type: 'string' },
            only: { type: 'string', default: '' },
            pictures: { type: 'string', default: path.join(root, 'target', 'vscode') },
        },
    });
    if (values.vsix === undefined || values.browser === undefined || values.server === undefined) {
        console.error(`usage: node e2e/${script} --vsix FILE --server PROGRAM --browser PROGRAM [--pictures FOLDER]`);
        process.exit(2);
    }
    mkdirSync(values.pictures, { recursive: true });
    const home = mkdtempSync(path.join(tmpdir(), 'lsflint-e2e-'));
    process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
    process.once('SIGINT', () => process.exit(1));
    process.once('SIGTERM', () => process.exit(1));
    return { ...values, home };
}

/**
 * Steps in the demo cluster, in every workbench. `picture` takes a picture, and `counted` waits for the numbers of problems.
 */
export const common = {
    async explained({ workbench, picture }) {
        await workbench.goTo(50, 3);
        // Lenses move lines; the picture has them.
        await workbench.see('.codelens-decoration', 'requirement');
        await workbench.hover('PRIORITY');
        await picture('hover');
        await workbench.keys('Escape');
    },
    /** The list of fixes of a misspelled name is open. */
    async fixes({ workbench }) {
        await workbench.goTo(128, 3);
        await workbench.keys('Control+.');
        await workbench.see('.action-widget .monaco-list-row.focused', 'Write `RUNLIMIT`');
    },
    async fixed({ workbench, counted }) {
        await workbench.keys('Enter');
        await workbench.line('RUNLIMIT       = 24:00 72:00');
        await counted();
    },
    async completed({ workbench, picture, counted }) {
        await workbench.goTo(49, 21);
        await workbench.keys('Enter');
        await workbench.type('DISPATCH_W');
        await workbench.see('.suggest-widget .monaco-list-row', 'DISPATCH_WINDOW');
        await picture('completion');
        // An accepted key is aligned with its neighbors, and the cursor is at its value.
        await workbench.keys('Tab');
        await workbench.type('20:00-6:00');
        await workbench.keys('Escape');
        await workbench.line('DISPATCH_WINDOW = 20:00-6:00');
        await counted();
    },
    async documented({ workbench }) {
        await workbench.goTo(38, 4);
        await workbench.keys('F12');
        await workbench.page.locator('.tab.active[data-resource-name$=".md"]').waitFor();
        await workbench.line('parameter of lsb.queues');
        await workbench.command('View: Close Editor');
    },
    async defined({ workbench }) {
        await workbench.goTo(38, 20);
        await workbench.keys('F12');
        await workbench.page.locator('.tab.active[data-resource-name="lsb.users"]').waitFor();
        await workbench.status('editor.selection', 'Ln 9, Col 1');
    },
    /** The references of the queue `hotfix`, whose lenses are identified by its hosts. */
    async referenced({ workbench }) {
        await workbench.goTo(36, 1);
        const lenses = workbench.page.locator('.codelens-decoration:visible', { hasText: '15 of 17 hosts' });
        const uses = workbench.page.locator('.peekview-widget', { hasText: 'lsb.serviceclasses' });
        await workbench.clickLens(lenses.locator('a', { hasText: '2 references' }), uses);
        await workbench.keys('Escape');
    },
};

/**
 * Takes the steps whose names match `only`, and the first ones `always`. Stops at the first that fails; returns whether
 * one did.
 */
export async function take(steps, { always, only, pictures, picture, workbench }) {
    const wanted = ([name], index) => index < always || new RegExp(only).test(name);
    for (const [name, step] of Object.entries(steps).filter(wanted)) {
        const start = Date.now();
        try {
            await step();
            console.log(`ok      ${name} (${Date.now() - start} ms)`);
        } catch (error) {
            await picture('failure');
            // A hidden message may have more information.
            await workbench()
                .command('Notifications: Show Notifications')
                .then(
                    () => picture('failure-messages'),
                    () => {},
                );
            console.log(`FAILED  ${name}\n${error.message}\nSee ${path.join(pictures, 'failure.png')}.`);
            return true;
        }
    }
    return false;
}

/** The numbers of errors, warnings and infos that the command line reports. */
export function fromCommandLine(program, folder) {
    const run = spawnSync(program, ['check', folder, '--output-format', 'json'], { encoding: 'utf8' });
    const { diagnostics } = JSON.parse(run.stdout);
    const count = (severity) => diagnostics.filter((it) => it.severity === severity).length;
    return ['error', 'warning', 'info'].map(count);
}

/** The numbers in a text of the status bar, which can omit zeros. */
export const numbers = (text) => text.match(/\d+/g)?.join(' ') ?? '';
