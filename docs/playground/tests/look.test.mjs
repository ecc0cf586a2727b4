// The calculators in both themes, wide and narrow: accessible, and pictures to look at.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inBrowsers, PICTURES } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PAGES = ['calculators', 'merge', 'hosts', 'aps', 'elims', 'calendar', 'job', 'plan', 'messages'];

async function ready(page) {
    if ((await page.locator('#calculator').count()) > 0) {
        await page.waitForFunction(
            () =>
                document.querySelector('.summary')?.textContent !== 'Starting…' &&
                document.querySelector('#result[aria-busy]') === null &&
                document.querySelector('#result').childNodes.length > 0,
            undefined,
            { timeout: 60_000 },
        );
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

async function violations(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    return violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`);
}

const tests = {};
const LOOKS = ['light', 'dark'].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));
for (const [name, { colorScheme, width }] of PAGES.flatMap((it) => LOOKS.map((look) => [it, look]))) {
    tests[`${name}, ${colorScheme}, ${width}: nothing for axe to say, and nothing beyond the edges`] = async ({
        open,
        browser,
    }) => {
        const page = await open(`${name}.html`, { width, height: 800, settings: { colorScheme }, ready });
        await theme(page, colorScheme);
        // In Firefox, Playwright adds a style for a picture, which the policy refuses.
        if (browser === 'chromium') {
            const picture = `${name}-${colorScheme}-${width}.png`;
            await page.screenshot({ path: path.join(PICTURES, picture), fullPage: true, caret: 'initial' });
        }
        await unfold(page);
        assert.deepEqual(await violations(page), []);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0, `${beyond} pixels beyond the edge`);
    };
}
tests['errors are accessible, too'] = async ({ open }) => {
    for (const colorScheme of ['light', 'dark']) {
        const page = await open('merge.html', { width: 390, settings: { colorScheme }, ready });
        await theme(page, colorScheme);
        await page.getByLabel('Queue', { exact: true }).fill('select[mem>');
        await page.locator('#field-queue-error').waitFor();
        assert.deepEqual(await violations(page), []);
    }
};
inBrowsers(tests);
