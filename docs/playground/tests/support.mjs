// Browsers and pages for the tests. Each test runs in each browser that is installed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium, firefox } from 'playwright-core';

export const root = path.join(import.meta.dirname, '../../..');
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');
/** The pages, the same with faults, and where pictures go. */
export const SITE = process.env.PLAYGROUND ?? path.join(target, 'playground');
export const FAULTS = `${SITE}-faults`;
export const PICTURES = path.join(target, 'playground-pictures');
/** Whether the module is optimized, so that times mean something. */
export const RELEASE = process.env.LSFLINT_WASM === 'release';

function installed(...names) {
    for (const name of names) {
        try {
            return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
        } catch {
            // Not this one.
        }
    }
    return undefined;
}

/** The browsers of Debian. Firefox is driven by WebDriver BiDi, because the other way requires a patched build. */
const BROWSERS = {
    chromium: {
        executable: installed('chromium', 'chromium-browser', 'google-chrome'),
        launch: (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] }),
        options: {},
    },
    firefox: {
        executable: installed('firefox-esr', 'firefox'),
        launch: (executablePath) => firefox.launch({ executablePath, channel: 'moz-firefox' }),
        options: {},
    },
};
const wanted = (process.env.PLAYGROUND_BROWSERS ?? Object.keys(BROWSERS).join()).split(',');

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', txt: 'text/plain' };

/** A server of files, which knows what was requested. */
export function serve(folder) {
    const requested = [];
    const server = createServer((request, response) => {
        const file = new URL(request.url, 'http://x').pathname;
        requested.push(file);
        try {
            const bytes = readFileSync(path.join(folder, file));
            response.writeHead(200, {
                'content-type': TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream',
            });
            response.end(bytes);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
            const address = `http://127.0.0.1:${server.address().port}`;
            resolve({ address, requested, close: () => server.close() });
        });
    });
}

/**
 * Declares a test for each browser. `run` gets a function that opens a page, by its name, and options: `ready` waits for
 * the page, and `prepare` runs in it before its own scripts. `run` also gets the name of the browser. What a page must
 * not do makes the test fail: requests for anything but its own files, violations of its policy, errors.
 */
export function inBrowsers(tests, only = wanted) {
    for (const name of only.filter((it) => wanted.includes(it))) {
        const { executable, launch } = BROWSERS[name];
        test.describe(name, { skip: executable === undefined && `there is no ${name}` }, () => {
            let browser;
            let server;
            let faults;
            before(async () => {
                mkdirSync(PICTURES, { recursive: true });
                server = await serve(SITE);
                faults = await serve(FAULTS);
                browser = await launch(executable);
            });
            after(async () => {
                await browser?.close();
                server?.close();
                faults?.close();
            });
            for (const [title, run] of Object.entries(tests)) {
                test(title, { timeout: 240_000 }, async (context) => {
                    const opened = [];
                    const open = (...args) => openPage({ browser, server, faults, opened }, ...args);
                    try {
                        await run({ open, browser: name, context, server });
                        await Promise.all(opened.map((it) => it.check()));
                    } catch (error) {
                        const file = `failed-${name}-${title.replace(/[^a-z]+/gi, '-').slice(0, 40)}.png`;
                        await opened
                            .at(-1)
                            ?.tab.screenshot({ path: path.join(PICTURES, file) })
                            .catch(() => undefined);
                        throw error;
                    } finally {
                        await Promise.all(opened.map((it) => it.context.close()));
                    }
                });
            }
        });
    }
}

async function openPage({ browser, server, faults, opened }, page = 'index.html', options = {}) {
    const { asFile = false, withFaults = false, hash = '', width = 1280, height = 800, settings = {} } = options;
    const { ready, prepare } = options;
    const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...settings });
    const tab = await context.newPage();
    // Two browsers share a slow machine with two cores.
    tab.setDefaultTimeout(90_000);
    const requests = [];
    const errors = [];
    tab.on('request', (it) => requests.push(it.url()));
    tab.on('pageerror', (it) => errors.push(`${it.message}\n${it.stack}`));
    tab.on('console', (it) => {
        if (it.type() === 'error' || it.type() === 'warning') {
            errors.push(it.text());
        }
    });
    await tab.addInitScript(() => {
        globalThis.violations = [];
        document.addEventListener('securitypolicyviolation', (it) => {
            globalThis.violations.push(`${it.violatedDirective} ${it.blockedURI} ${it.sample}`);
        });
    });
    if (prepare !== undefined) {
        await tab.addInitScript(prepare);
    }
    const base = asFile ? pathToFileURL(SITE).href : withFaults ? faults.address : server.address;
    const check = async () => {
        const outside = requests.filter((it) => !it.startsWith(`${base}/`) && !/^(blob|data):/.test(it));
        const problems = [...outside, ...errors, ...(await tab.evaluate(() => globalThis.violations))];
        if (problems.length > 0) {
            throw new Error(`the page did what it must not do:\n${problems.join('\n')}`);
        }
    };
    opened.push({ context, check, tab });
    await tab.goto(`${base}/${page}${hash}`);
    await (ready ?? (page === 'index.html' ? loaded : () => undefined))(tab);
    /** Checks the page, and closes it. */
    const done = async () => {
        await check();
        await context.close();
        opened.splice(
            opened.findIndex((it) => it.tab === tab),
            1,
        );
    };
    return Object.assign(tab, { requests, errors, done });
}

/** The demo cluster has been checked. */
export async function loaded(page) {
    await page.locator('#counts .badge').first().waitFor();
    await page.locator('.cm-content').waitFor();
}

/** A calculator shows the answer to what its fields say: nothing is being computed. */
export function answered(page) {
    const done = page.locator('#result:not([aria-busy])');
    return done.waitFor({ state: 'attached', timeout: 120_000 });
}

/** Opens a file from the list. */
export async function openFile(page, name) {
    await page
        .locator('#file-list')
        .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) })
        .click();
    await page.locator('#tabs li.current').filter({ hasText: name }).waitFor();
}

/** Places the cursor before a text, by a search in the editor as a person would make it. */
export async function goTo(page, text, offset = 0) {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+f');
    const field = page.locator('.cm-search input[name=search]');
    await field.press('Control+a');
    await field.pressSequentially(text);
    await field.press('Enter');
    await field.press('Escape');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ArrowLeft');
    for (let index = 0; index < offset; index++) {
        await page.keyboard.press('ArrowRight');
    }
}

/** The text of the line with the cursor. */
export function line(page) {
    return page.locator('.cm-activeLine').first().innerText();
}

/** Waits until a function is true. */
export async function eventually(what, run) {
    const end = Date.now() + 20_000;
    let last;
    do {
        try {
            last = await run();
            if (last) {
                return last;
            }
        } catch (error) {
            last = error;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    } while (Date.now() < end);
    throw new Error(`${what}: ${last}`);
}
