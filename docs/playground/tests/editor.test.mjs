// The editor, used as a person would.
import assert from 'node:assert/strict';
import { eventually, goTo, inBrowsers, line, openFile } from './support.mjs';

const counts = (page) => page.locator('#counts').innerText();
const current = (page) => page.locator('#tabs li.current button').first().innerText();
const problem = (page, text) => page.locator('#problems li').filter({ hasText: text });

/** The editor ignores keys for 75 ms after it opens a list (`interactionDelay`): they were meant for the text. */
async function listTakesKeys(page) {
    const seen = await page.evaluate(() => performance.now());
    await page.waitForFunction((seen) => performance.now() - seen > 75, seen);
}

inBrowsers({
    'the demo cluster is checked': async ({ open }) => {
        const page = await open();
        await eventually('the counts', async () => /19 errors\s*2 warnings\s*1 info/.test(await counts(page)));
        assert.equal(await current(page), 'lsb.queues');
        assert.match(await page.locator('#live').innerText(), /19 errors, 2 warnings, 1 info/);
        const first = problem(page, 'missing space before section order');
        await first.waitFor();
        assert.match(await first.innerText(), /LSF rejects the requirement string/);
        assert.match(await first.innerText(), /Fix: insert a space/);
    },

    'what is typed is checked, and undo takes it back': async ({ open }) => {
        const page = await open();
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.insertText('\nBegin Queue\nQUEUE_NAME = x\nPRIORTY = 3\nEnd Queue\n');
        // Firefox types the text in parts, and `PRIORTY` without its value is a second problem.
        await problem(page, 'unknown parameter PRIORTY').waitFor();
        assert.match(await problem(page, 'unknown parameter PRIORTY').innerText(), /did you mean PRIORITY/);
        await eventually('it is gone', async () => {
            // Firefox takes back a part each time.
            await page.keyboard.press('Control+z');
            return problem(page, 'unknown parameter PRIORTY')
                .waitFor({ state: 'detached', timeout: 2000 })
                .then(() => true);
        });
    },

    'a problem leads to its place, and F8 to the next, also in other files': async ({ open }) => {
        const page = await open();
        await problem(page, 'missing space before section order').locator('.problem').click();
        assert.match(await line(page), /^RES_REQ.*order\[slots\]/);
        await page.keyboard.press('F8');
        assert.match(await line(page), /CHKPNT|RESUME/);
        await page.keyboard.press('Shift+F8');
        assert.match(await line(page), /^RES_REQ.*order\[slots\]/);
        await page.keyboard.press('Control+End');
        await page.keyboard.press('F8');
        await eventually('another file', async () => (await current(page)) !== 'lsb.queues');
        await page.locator('#problems .related').first().click();
        assert.equal(await page.evaluate(() => document.activeElement.className.includes('cm-content')), true);
    },

    'hovers by pointer and by keyboard': async ({ open }) => {
        const page = await open();
        const hover = page.locator('.markdown.hover');
        const { x, y } = await page
            .locator('.tok-property', { hasText: /^PRIORITY$/ })
            .first()
            .boundingBox();
        await eventually('the hover', async () => {
            await page.mouse.move(x + 20, y + 8);
            await page.mouse.move(x + 24, y + 8, { steps: 4 });
            return hover.waitFor({ timeout: 2000 }).then(() => true);
        });
        assert.match(await hover.innerText(), /parameter of lsb\.queues/);
        await page.mouse.move(900, 780);
        await hover.waitFor({ state: 'detached' });
        await goTo(page, 'INTERACTIVE', 3);
        await page.keyboard.press('Control+k');
        await page.keyboard.press('Control+i');
        await hover.waitFor();
        assert.match(await hover.innerText(), /interactive.*queue of lsb\.queues/s);
        await page.keyboard.press('Escape');
        await hover.waitFor({ state: 'detached' });
    },

    'completion inserts names, values and snippets': async ({ open }) => {
        const page = await open();
        await goTo(page, 'INTERACTIVE');
        await page.keyboard.press('Home');
        await page.keyboard.type('BACKF');
        const option = page.locator('.cm-tooltip-autocomplete li[aria-selected]');
        await option.filter({ hasText: 'BACKFILL' }).waitFor();
        await listTakesKeys(page);
        await page.keyboard.press('Enter');
        await eventually('the name', async () => /^BACKFILL/.test(await line(page)));
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+z');
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\nBegin ');
        await page.keyboard.press('Control+Space');
        await page.locator('.cm-tooltip-autocomplete li').filter({ hasText: 'Queue' }).first().click();
        await eventually('the section', async () => /End Queue/.test(await page.locator('.cm-content').innerText()));
    },

    'fixes: of a problem, at the cursor, and all': async ({ open }) => {
        const page = await open();
        await problem(page, 'missing space before section order').getByRole('button', { name: /^Fix/ }).click();
        await eventually(
            'it is fixed',
            async () => (await problem(page, 'missing space before section order').count()) === 0,
        );
        await goTo(page, 'RUNLIMT');
        await page.keyboard.press('Control+.');
        const dialog = page.getByRole('dialog', { name: 'Fixes' });
        await dialog.waitFor();
        assert.match(await dialog.locator('button').first().innerText(), /RUNLIMIT/);
        await page.keyboard.press('Enter');
        await eventually('the name is right', async () => (await problem(page, 'RUNLIMT').count()) === 0);
        const before = await counts(page);
        await page.locator('#fix-all').click();
        await eventually('fewer problems', async () => (await counts(page)) !== before);
        await problem(page, 'missing space before section rusage').waitFor({ state: 'detached' });
        await problem(page, 'reversed thresholds').waitFor({ state: 'detached' });
    },

    'the page of a rule': async ({ open }) => {
        const page = await open();
        await page.locator('#problems').getByRole('button', { name: 'R004' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'R004' });
        await dialog.waitFor();
        assert.match(await dialog.innerText(), /missing-blank-between-sections/);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
    },

    'formatting aligns a table': async ({ open }) => {
        const page = await open();
        await openFile(page, 'lsb.users');
        await page.locator('#format').click();
        await eventually('it says so', async () => /ormatted/.test(await page.locator('#live').innerText()));
        await goTo(page, 'designers', 9);
        const formatted = await line(page);
        assert.match(formatted, /^designers +\(/);
        await page.keyboard.insertText('     ');
        assert.notEqual(await line(page), formatted);
        await page.keyboard.press('Shift+Alt+F');
        await eventually('it is formatted', async () => (await line(page)) === formatted);
    },

    'definition, references and rename across files': async ({ open }) => {
        const page = await open();
        await goTo(page, 'sim_hosts', 2);
        await page.keyboard.press('F12');
        await eventually('the definition', async () => (await current(page)) === 'lsb.hosts');
        assert.match(await line(page), /^\s*sim_hosts/);
        await page.keyboard.press('Shift+F12');
        const references = page.getByRole('dialog', { name: 'References' });
        await references.waitFor();
        assert.match(await references.innerText(), /lsb\.queues:\d+/);
        await references
            .getByRole('button', { name: /lsb\.queues/ })
            .first()
            .click();
        await eventually('the reference', async () => (await current(page)) === 'lsb.queues');
        await page.keyboard.press('F2');
        const field = page.getByRole('textbox', { name: 'New name' });
        assert.equal(await field.inputValue(), 'sim_hosts');
        await field.fill('hosts_for_sim');
        await field.press('Enter');
        await eventually('the new name', async () => /hosts_for_sim/.test(await line(page)));
        await openFile(page, 'lsb.hosts');
        await eventually('in the other file', async () =>
            /hosts_for_sim/.test(await page.locator('.cm-content').innerText()),
        );
    },

    'a click with Ctrl goes to the definition': async ({ open }) => {
        const page = await open();
        const name = page
            .locator('.cm-line', { hasText: 'view_hosts' })
            .locator('[class*=tok-]', { hasText: 'view_hosts' });
        await name.first().click({ modifiers: ['Control'] });
        await eventually('the definition', async () => (await current(page)) === 'lsb.hosts');
    },

    'colors, hints and the outline': async ({ open }) => {
        const page = await open();
        await page.locator('.tok-keyword', { hasText: 'Begin' }).first().waitFor();
        await page.locator('.inlay', { hasText: 'hosts' }).first().waitFor();
        await page.locator('#outline').getByRole('button', { name: 'Queue regress' }).click();
        await eventually('the section', async () => /regress/.test(await line(page)));
    },

    'Tab leaves the editor, and everything is reached by keyboard': async ({ open }) => {
        const page = await open();
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
        const reached = new Set();
        for (let index = 0; index < 90; index++) {
            await page.keyboard.press('Tab');
            reached.add(
                await page.evaluate(() => {
                    const it = document.activeElement;
                    return it.id || it.closest('[id]')?.id;
                }),
            );
        }
        for (const id of [
            'example',
            'open-folder',
            'target',
            'strict',
            'share',
            'theme',
            'file-list',
            'outline',
            'tabs',
            'editor',
            'problems',
        ]) {
            assert.ok(reached.has(id), `${id} is not reached: ${[...reached]}`);
        }
    },

    'a text in a file with Windows line ends stays what it is': async ({ open }) => {
        const page = await open();
        await page.locator('#files-input').setInputFiles({
            name: 'lsb.users',
            mimeType: 'text/plain',
            buffer: Buffer.from('Begin User\r\nUSER_NAME MAX_JOBS\r\nu1 3\r\nEnd User\r\n'),
        });
        await problem(page, 'carriage return').or(problem(page, 'CRLF')).or(problem(page, 'Windows')).first().waitFor();
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('# 😀\n');
        await eventually('the text', async () => /# 😀/.test(await page.locator('.cm-content').innerText()));
    },
});
