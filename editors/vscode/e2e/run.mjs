// The extension in a real workbench: `node e2e/run.mjs --vsix FILE --server PROGRAM --browser PROGRAM [--pictures FOLDER]
// [--only PATTERN]`.
//
// Installs the package, which contains the server, and opens a copy of the demo cluster. Then it uses the features:
// problems, hover, fixes, completion, pages. Each step waits until its expected result is visible.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { begin, common, fromCommandLine, numbers, root, take } from './steps.mjs';
import { Workbench } from './workbench.mjs';

const { vsix, browser, server, only, pictures, home } = begin('run.mjs');
const folder = path.join(home, 'demo');
cpSync(path.join(root, 'testdata', 'clusters', 'demo', 'conf'), folder, { recursive: true });
for (const words of [['init'], ['add', '--all'], ['commit', '--message', 'Before the changes']]) {
    const run = spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words]);
    if (run.status !== 0) {
        throw new Error(`git ${words.join(' ')}: ${run.error ?? run.stderr}`);
    }
}
/** A workbench with the package and these settings. */
const open = (settings) =>
    Workbench.open({
        vsix: path.resolve(vsix),
        folder,
        data: mkdtempSync(path.join(home, 'editor-')),
        browser,
        settings: { 'workbench.colorTheme': 'Default Light Modern', ...settings },
        viewport: { width: 1280, height: 800 },
    });

let workbench = await open({});
let { page } = workbench;
const picture = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`), animations: 'disabled' });

/** The numbers of problems in the status bar. */
const problems = async () => numbers(await page.locator('[id="status.problems"]').innerText());

const [errors, warnings, infos] = fromCommandLine(server, folder);

/** The number of remaining errors. */
let left = errors;
const counted = () => workbench.until('errors, warnings, infos', problems, `${left} ${warnings} ${infos}`);
/** What the common steps use; the workbench is another one later. */
const tools = () => ({ workbench, picture, counted });

/** The lenses of the queue `hotfix`, identified by its hosts. */
const lensesOfHotfix = () => page.locator('.codelens-decoration:visible', { hasText: '15 of 17 hosts' });

/** Waits until names have the colors of the server, which come after those of the grammar. */
const colored = async () => {
    const same = async () => {
        const [name, section] = await workbench.colors('batch_hosts', 'Queue');
        return name !== undefined && name === section;
    };
    await workbench.until('names have the color of a section', same, true);
};

const steps = {
    'a file of LSF is recognized by its name': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.status('editor.mode', 'LSF configuration');
    },
    'the problems are the same as on the command line': async () => {
        await counted();
        await page.locator('.squiggly-error').first().waitFor();
    },
    'the status item names cluster and server': async () => {
        const item = page.locator('[id="status.languageStatus"]');
        const label = () => item.getAttribute('aria-label');
        const says = async () => /cluster demo.*lsflint \d+\.\d+\.\d+, bundled/.test((await label()) ?? '');
        await workbench.until('the status item', says, true);
    },
    'a parameter is explained': () => common.explained(tools()),
    'lenses and hints are there': async () => {
        await workbench.see('.codelens-decoration', 'requirement');
        await page.locator('.view-line [class*="dyn-rule"]').first().waitFor();
    },
    'lenses are below the name': async () => {
        await workbench.goTo(36, 1);
        const between = async () => {
            const name = await workbench.top('.view-line', 'QUEUE_NAME     = hotfix');
            const lens = await workbench.top('.codelens-decoration', '15 of 17 hosts');
            return name < lens && lens < (await workbench.top('.view-line', 'PREEMPTION     = PREEMPTIVE'));
        };
        await workbench.until('a lens between QUEUE_NAME and the line after it', between, true);
        await picture('lenses');
    },
    'the first line of a section is not a link': async () => {
        const begin = page.locator('.view-line', { hasText: 'Begin' });
        await begin.first().waitFor();
        await workbench.until('underlined', () => begin.locator('.detected-link').count(), 0);
    },
    'folded sections show their names': async () => {
        await workbench.command('Fold All');
        await page.locator('.inline-folded').first().waitFor();
        await workbench.goTo(35, 1);
        await workbench.line('QUEUE_NAME     = hotfix');
        const hidden = page.locator('.view-line', { hasText: 'PREEMPTIVE[regress' });
        await workbench.until('lines of folded sections', () => hidden.count(), 0);
        await picture('folded');
        await workbench.command('Unfold All');
        await workbench.until('folds', () => page.locator('.inline-folded').count(), 0);
    },
    'a lens shows the references of a queue': () => common.referenced(tools()),
    'a lens shows the hosts of a queue': async () => {
        await workbench.goTo(36, 1);
        const tab = page.locator('.tab.active', { hasText: 'Hosts for hotfix' });
        await workbench.clickLens(lensesOfHotfix().locator('a', { hasText: '15 of 17 hosts' }), tab);
        await workbench.preview('For queue hotfix');
        await workbench.command('View: Close Editor');
    },
    'a problem is one line in the list': async () => {
        await workbench.command('Problems: Focus on Problems View');
        await workbench.see('.markers-panel .monaco-list-row', 'unexpected `=` after section keyword `rusage`');
        const rows = page.locator('.markers-panel .monaco-list-row');
        await workbench.until('effects', () => rows.filter({ hasText: /LSF rejects|help:/ }).count(), 0);
        await picture('problems');
        const code = rows.locator('a', { hasText: 'R003' });
        await code.first().click();
        await page.locator('.tab.active', { hasText: 'Rule R003' }).waitFor();
        await workbench.command('View: Close Editor');
        await workbench.command('View: Hide Panel');
    },
    'the hover of a problem says what LSF does, and its code opens the rule': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.goTo(128, 3);
        await workbench.hover('LSF logs an error and ignores the line');
        await picture('hover-problem');
        await workbench.hover('P001', (hover) => hover.locator('a.code-link').click({ timeout: 3000 }));
        await page.locator('.tab.active', { hasText: 'Rule P001' }).waitFor();
        await workbench.preview('unknown-parameter');
        await workbench.command('View: Close Editor');
    },
    'a problem is fixed': async () => {
        await common.fixes(tools());
        // Other actions than repairs are in a group of their own.
        const rows = await page.locator('.action-widget .monaco-list-row').allInnerTexts();
        const at = (text) => rows.findIndex((it) => it.includes(text));
        if (!(
            at('Quick Fix') < at('RUNLIMIT') &&
            at('RUNLIMIT') < at('More Actions') &&
            at('More Actions') < at('Explain')
        )) {
            throw new Error(`the list of actions is ${rows.join(' | ')}`);
        }
        await picture('quick-fix');
        left -= 1;
        await common.fixed(tools());
    },
    'a rule is explained': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.goTo(111, 46);
        await workbench.command('lsflint: Explain a Rule');
        await workbench.preview('R001');
        await picture('rule');
        await workbench.command('View: Close Editor');
    },
    'names and keys are completed': () => common.completed(tools()),
    'the values of an accepted key are listed': async () => {
        await workbench.goTo(51, 1);
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await page.keyboard.type('EXCLUSIV');
        await workbench.see('.suggest-widget .monaco-list-row', 'EXCLUSIVE');
        await page.keyboard.press('Tab');
        await workbench.see('.suggest-widget .monaco-list-row .label-name', /^Y$/);
        await workbench.see('.suggest-widget .monaco-list-row .label-name', /^N$/);
        await picture('values');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+Shift+K');
        await workbench.until('the line', () => page.locator('.view-line', { hasText: 'EXCLUSIVE' }).count(), 0);
    },
    'words of the file are not proposed': async () => {
        await workbench.goTo(47, 1);
        await page.keyboard.press('End');
        await page.keyboard.type(' MEM');
        await workbench.suggest('.suggest-widget .message', 'No suggestions');
        await page.keyboard.press('Escape');
        await workbench.keys('Backspace', 'Backspace', 'Backspace', 'Backspace');
        await counted();
    },
    'a parameter leads to its documentation': () => common.documented(tools()),
    'a name leads to its definition in another file': () => common.defined(tools()),
    'a name is changed in all files': async () => {
        await page.keyboard.press('F2');
        const box = page.locator('.rename-box input');
        await box.waitFor();
        await box.fill('verif_heads');
        await page.keyboard.press('Enter');
        await workbench.line('verif_heads');
        await workbench.openFile('lsb.queues');
        await workbench.line('USERS          = verif_heads backend_leads cadops');
        await counted();
    },
    'the merged requirement is shown': async () => {
        await workbench.command('lsflint: Show Merged Requirement of a Queue or Application Profile');
        await workbench.pick('sim');
        await workbench.preview('select[type==X86_64');
        await picture('merged-requirement');
    },
    'commands can be used while a page has the focus': async () => {
        await page.locator('.tab.active', { hasText: 'Requirement of sim' }).click();
        await workbench.command('lsflint: Show Elim Plan');
        await workbench.preview('sim_lic');
        await workbench.command('View: Close Editor');
        await page.locator('.tab.active', { hasText: 'Requirement of sim' }).click();
        await workbench.command('lsflint: Show Syntax Tree');
        await page.locator('.tab.active', { hasText: 'lsb.queues.tree' }).waitFor();
        await workbench.line('FILE@');
        await workbench.command('View: Close Editor');
        await workbench.command('View: Close Editor');
    },
    'the context menu has the commands': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.goTo(36, 1);
        await page
            .locator('.view-line', { hasText: /PREEMPTION/ })
            .first()
            .click({ button: 'right' });
        const entry = (name) => page.locator('.monaco-menu .action-item', { hasText: name });
        await entry('lsflint').first().hover();
        // The submenu is a part of the entry that opens it.
        await entry('Show Elim Plan').last().waitFor();
        await picture('context-menu');
        await entry('Show Elim Plan').last().click();
        await workbench.preview('sim_lic');
        await workbench.command('View: Close Editor');
    },
    'a table of hosts leads to the plan of elims': async () => {
        await workbench.openFile('lsf.cluster.demo');
        await workbench.goTo(16, 1);
        const lens = page.locator('.codelens-decoration:visible a', { hasText: 'elim plan of' });
        await workbench.clickLens(lens.first(), page.locator('.tab.active', { hasText: 'elim plan' }));
        await workbench.preview('sim_lic');
        await workbench.command('View: Close Editor');
    },
    'the plan against the last commit is shown': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.command('lsflint: Plan Against HEAD');
        await workbench.preview('DISPATCH_WINDOW');
        await workbench.preview('badmin reconfig');
        await colored();
        await picture('plan');
        await workbench.command('Preferences: Toggle between Light/Dark Themes');
        await page.locator('.monaco-workbench.vs-dark').waitFor();
        await colored();
        await picture('plan-dark');
        await workbench.command('Preferences: Toggle between Light/Dark Themes');
        await page.locator('.monaco-workbench.vs').waitFor();
        await workbench.command('View: Close Editor');
    },
    'a restarted server reports the same problems': async () => {
        const texts = await workbench.texts('[id="status.problems"]');
        await workbench.command('lsflint: Restart Language Server');
        // The findings of the old server disappear.
        const changed = async () => new Set((await texts()).map(numbers)).size > 1;
        await workbench.until('the findings were gone', changed, true);
        await counted();
    },
    'all safe fixes are applied': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.goTo(80, 1);
        await workbench.command('lsflint: Apply All Safe Fixes');
        await workbench.line('select[type==X86_64] order[slots] rusage[scratch=2048:duration=15m, sim_lic=1]');
    },
    'the lines of a file end with a line feed after the fix': async () => {
        const file = path.join(folder, 'lsbatch', 'demo', 'configdir', 'lsb.modules');
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
        await workbench.openFile('lsb.modules');
        await workbench.status('editor.eol', 'CRLF');
        await page.locator('.squiggly-error, .squiggly-warning, .squiggly-info').first().waitFor();
        await workbench.goTo(1, 1);
        await page.keyboard.press('End');
        await page.keyboard.press('Control+.');
        await workbench.see('.action-widget .monaco-list-row.focused', 'Convert the line endings');
        await page.keyboard.press('Enter');
        await workbench.until('the line ends', () => page.locator('[id="status.editor.eol"]').innerText(), 'LF');
        await page.keyboard.press('Control+S');
        const saved = () => Promise.resolve(readFileSync(file, 'utf8').includes('\r'));
        await workbench.until('carriage returns in the file', saved, false);
    },
    'lsflint.toml is completed, explained and checked': async () => {
        writeFileSync(path.join(folder, 'lsflint.toml'), '# The configuration of lsflint\n\n');
        await workbench.openFile('lsflint.toml');
        await workbench.goTo(2, 1);
        await page.keyboard.type('fail');
        await workbench.see('.suggest-widget .monaco-list-row.focused', 'fail-on');
        await page.keyboard.press('Tab');
        await workbench.see('.suggest-widget .monaco-list-row', 'warning');
        await picture('toml-values');
        await page.keyboard.type('warn');
        await page.keyboard.press('Tab');
        await workbench.line('fail-on = "warning"');
        await page.keyboard.press('Enter');
        await page.keyboard.type('ignore = ');
        await page.keyboard.press('Control+Space');
        await page.keyboard.type('unknown-par');
        await workbench.see('.suggest-widget .monaco-list-row.focused', 'P001');
        await picture('toml-rules');
        await page.keyboard.press('Tab');
        await workbench.line('ignore = ["P001"]');
        await workbench.goTo(2, 3);
        await workbench.hover('The lowest severity that sets exit code 1');
        await page.keyboard.press('Escape');
        await workbench.goTo(3, 1);
        await page.keyboard.type('x');
        await page.locator('.squiggly-error').first().waitFor();
        await workbench.hover('unknown-key');
        await page.keyboard.press('Escape');
        await workbench.command('File: Revert File');
        await workbench.until('errors in lsflint.toml', () => page.locator('.squiggly-error').count(), 0);
        await workbench.command('View: Close Editor');
        rmSync(path.join(folder, 'lsflint.toml'));
    },
    'a walkthrough shows the first steps': async () => {
        await workbench.command('Welcome: Open Walkthrough...');
        await workbench.pick('Get Started with lsflint');
        await workbench.see('.gettingStartedContainer', 'See the problems');
        await page.getByRole('button', { name: 'See the problems' }).first().click();
        await workbench.see('.gettingStartedContainer', 'Show Problems');
        await workbench.preview('A message says what is wrong');
        await picture('walkthrough');
        await workbench.command('View: Close Editor');
    },
    'it looks right': async () => {
        await workbench.openFile('lsb.queues');
        await workbench.goTo(53, 1);
        await workbench.unpoint();
        await colored();
        await picture('light');
        await workbench.command('Preferences: Toggle between Light/Dark Themes');
        await page.locator('.monaco-workbench.vs-dark').waitFor();
        await workbench.unpoint();
        await colored();
        await picture('dark');
    },
    'a missing server is reported with help': async () => {
        await workbench.close();
        workbench = await open({ 'lsflint.path': '/nowhere/lsflint' });
        page = workbench.page;
        await workbench.openFile('lsb.queues');
        await workbench.see('.notification-toast', '`lsflint.path` is `/nowhere/lsflint`, which is not a program');
        await picture('no-server');
        await page.getByRole('button', { name: 'Open Settings' }).click();
        await workbench.see('.settings-editor', 'The preset that all other settings override');
    },
};

// The first two wait for the server.
const failed = await take(steps, {
    always: 2,
    only,
    pictures,
    picture,
    workbench: () => workbench,
});
await workbench.close();
process.exitCode = failed ? 1 : 0;
