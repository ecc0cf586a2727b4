// All pages in both themes, wide and narrow: accessible, and pictures to look at.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { answered, inBrowsers, loaded, PICTURES, SITE } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = existsSync(SITE) ? readdirSync(SITE).filter((it) => it.endsWith('.html')) : [];

async function ready(page) {
    if ((await page.locator('#calculator').count()) > 0) {
        await answered(page);
    } else if ((await page.locator('#editor').count()) > 0) {
        await loaded(page);
    }
}

/** Everything that is folded is shown. */
async function unfold(page) {
    await page.locator('details').evaluateAll((all) => {
        for (const it of all) {
            it.open = true;
        }
    });
}

/** Playwright cannot tell Firefox which theme the system has; the switch of the page can. */
async function theme(page, wanted) {
    const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    if ((await shown()) !== wanted) {
        await page.locator('#theme').click();
    }
    assert.equal(await shown(), wanted);
}

/** What axe-core finds. It runs as code of the test, not of the page, whose policy would refuse it. */
async function violations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    const nodes = found.violations.flatMap((it) => it.nodes.map((node) => ({ rule: it.id, node })));
    // The list of completions scrolls with the choice, which the editor names with aria-activedescendant while it keeps
    // the focus; axe-core knows that only of fields that are a combobox.
    const list = ({ rule, node }) => rule === 'scrollable-region-focusable' && /^#cm-ac-/.test(node.target[0]);
    return nodes.filter((it) => !list(it)).map(({ rule, node }) => `${rule}: ${node.target} ${node.failureSummary}`);
}

function looks(wanted) {
    const tests = {};
    for (const [name, { colorScheme, width }] of pages.flatMap((it) => wanted.map((look) => [it, look]))) {
        tests[`${name}, ${colorScheme}, ${width}: nothing for axe-core to say, and nothing beyond the edges`] = async ({
            open,
            browser,
        }) => {
            const page = await open(name, { width, height: 800, settings: { colorScheme }, ready });
            await theme(page, colorScheme);
            // In Firefox, Playwright adds a style for a picture, which the policy refuses.
            if (browser === 'chromium') {
                const picture = `${path.basename(name, '.html')}-${colorScheme}-${width}.png`;
                await page.screenshot({ path: path.join(PICTURES, picture), fullPage: true, caret: 'initial' });
            }
            await unfold(page);
            assert.deepEqual(await violations(page), []);
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(beyond <= 0, `${beyond} pixels beyond the edge`);
        };
    }
    return tests;
}

const tests = {};
tests['errors are accessible, too'] = async ({ open }) => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await open('merge.html', { width: 390, settings: { colorScheme }, ready });
        await theme(page, colorScheme);
        await page.getByLabel('Queue', { exact: true }).fill('select[mem>');
        await page.locator('#field-queue-error').waitFor();
        assert.deepEqual(await violations(page), []);
    }
};
tests['dialogs and lists are accessible, too'] = async ({ open }) => {
    const page = await open();
    for (const button of ['#help', '#problems .code', '#share', '#file-add']) {
        await page.locator(button).first().click();
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('Escape');
    }
    await page.locator('.cm-content').focus();
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    await page.getByRole('dialog', { name: 'Fixes' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    assert.deepEqual(await violations(page), []);
};
// Both browsers have each theme and each width; only one has all four pictures.
const LOOKS = ['light', 'dark'].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));
const FEWER = LOOKS.filter(({ colorScheme, width }) => (colorScheme === 'dark') === (width === 390));
inBrowsers({ ...looks(LOOKS), ...tests }, ['chromium']);
inBrowsers({ ...looks(FEWER), ...tests }, ['firefox']);
