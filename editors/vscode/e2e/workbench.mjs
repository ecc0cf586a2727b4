// Controls a workbench in a browser: the server of the editor, or only its files, and a page of Chromium.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { serve } from './site.mjs';

const editor = path.join(import.meta.dirname, 'node_modules', 'code-server', 'lib', 'vscode');
const main = path.join(editor, 'out', 'server-main.js');

/** The timeout of each step, sufficient for a busy machine. */
const PATIENCE = 45_000;

/**
 * Settings without notifications, prompts and animations of the editor itself. Whatever has to do with files of LSF has
 * the value that users have: the extension must be good with it.
 */
const CALM = {
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.enableExperiments': false,
    'workbench.reduceMotion': 'on',
    'extensions.ignoreRecommendations': true,
    'files.autoSave': 'off',
    'git.enabled': false,
};

export class Workbench {
    /** Installs the package, starts the editor, and opens the folder. `data` is the folder for data of the editor. */
    static async open({ vsix, folder, data, settings, browser, environment, viewport }) {
        const extensions = path.join(data, 'extensions');
        mkdirSync(extensions, { recursive: true });
        const folders = ['--extensions-dir', extensions, '--server-data-dir', path.join(data, 'server')];
        const machine = path.join(data, 'server', 'data', 'Machine');
        mkdirSync(machine, { recursive: true });
        writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ ...CALM, ...settings }));
        const install = [main, '--accept-server-license-terms', ...folders, '--install-extension', vsix];
        const installed = spawnSync(process.execPath, install, { encoding: 'utf8' });
        if (!installed.stdout.includes('was successfully installed')) {
            throw new Error(
                `cannot install the package: ${installed.stdout.slice(-500)}${installed.stderr.slice(-500)}`,
            );
        }
        const flags = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--disable-workspace-trust'];
        const quiet = ['--accept-server-license-terms', '--telemetry-level', 'off'];
        const server = spawn(process.execPath, [main, ...flags, ...quiet, ...folders], {
            env: { ...process.env, ...environment },
            stdio: ['ignore', 'pipe', 'ignore'],
        });
        process.on('exit', () => server.kill());
        try {
            const port = await portOf(server);
            const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] });
            const page = await chrome.newPage({ viewport });
            page.setDefaultTimeout(PATIENCE);
            await started(page);
            await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`);
            await page.waitForSelector('.monaco-workbench .part.sidebar');
            return new Workbench(server, chrome, page);
        } catch (error) {
            server.kill();
            throw error;
        }
    }

    /**
     * Opens a workbench without a server of the editor, as VS Code for the Web is: extensions run in a worker, and the
     * files are in memory. The folder is not trusted.
     */
    static async inBrowser({ extensions, settings, browser, viewport }) {
        const server = await serve({ editor, extensions, settings: { ...CALM, ...settings } });
        const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] });
        const page = await chrome.newPage({ viewport });
        page.setDefaultTimeout(PATIENCE);
        await page.goto(server.address);
        await page.waitForSelector('.monaco-workbench .part.sidebar');
        return new Workbench({ kill: () => server.close() }, chrome, page);
    }

    constructor(server, chrome, page) {
        this.server = server;
        this.chrome = chrome;
        this.page = page;
    }

    async close() {
        await this.chrome.close();
        this.server.kill();
    }

    /** Opens a file by name. */
    async openFile(name) {
        await this.choose('Control+P', name);
        await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
        await this.page.locator('.monaco-editor .view-lines').first().waitFor();
    }

    /** Runs a command of the command palette. */
    async command(title) {
        await this.choose('F1', title);
    }

    /** Moves the cursor; line and column begin with 1. */
    async goTo(line, column) {
        await this.ask('Control+G', `${line}:${column}`);
        await this.page.keyboard.press('Enter');
        await this.status('editor.selection', `Ln ${line}, Col ${column}`);
    }

    /**
     * Chooses an entry of the quick input that a key opens. Repeats it all if there is none: the quick input keeps the
     * list of files it read when it opened, and closes when a page that was still loading takes the focus.
     */
    async choose(key, name) {
        const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();
        for (let patience = PATIENCE; ; patience -= 3000) {
            await this.ask(key, name);
            try {
                return await row.click({ timeout: 3000 });
            } catch (error) {
                if (patience <= 3000) {
                    throw error;
                }
                await this.keys('Escape');
            }
        }
    }

    /** Opens the quick input with a key and types after its prefix. Repeats it if the editor was not ready. */
    async ask(key, text) {
        const box = this.page.locator('.quick-input-widget:visible .quick-input-box input');
        for (let patience = PATIENCE; ; patience -= 1000) {
            try {
                if (!(await box.isVisible())) {
                    await this.page.keyboard.press(key);
                    await box.waitFor({ timeout: 1000 });
                }
                const sign = /^[>:]?/.exec(await box.inputValue({ timeout: 1000 }))[0];
                return await box.fill(sign + text, { timeout: 1000 });
            } catch (error) {
                if (patience <= 0) {
                    throw error;
                }
            }
        }
    }

    /** Chooses from the quick pick. */
    async pick(name) {
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
        await this.page.locator('.quick-input-widget:visible .quick-input-box input').fill(name);
        await this.page.keyboard.press('Enter');
    }

    /** Presses keys in sequence. */
    async keys(...keys) {
        for (const key of keys) {
            await this.page.keyboard.press(key);
        }
    }

    /** Types a text. */
    async type(text) {
        await this.page.keyboard.type(text);
    }

    /**
     * Clicks a lens until an element is visible. While the editor updates its lenses, the commands of the displayed lenses
     * no longer exist, and it displays new ones only when lines move.
     */
    async clickLens(lens, effect) {
        for (let patience = PATIENCE; ; patience -= 5000) {
            await lens.click();
            try {
                return await effect.waitFor({ timeout: Math.min(patience, 5000) });
            } catch (error) {
                if (patience <= 5000) {
                    throw error;
                }
                await this.page.mouse.wheel(0, 100);
                await this.page.mouse.wheel(0, -100);
            }
        }
    }

    /** Waits until an item of the status bar has a text. */
    async status(item, text) {
        await this.page.locator(`[id="status.${item}"]`, { hasText: text }).waitFor();
    }

    /** Waits until a line of the editor has a text. The editor displays spaces as non-breaking spaces. */
    async line(text) {
        await this.page
            .locator('.view-line', { hasText: literally(text) })
            .first()
            .waitFor();
    }

    /**
     * Shows the hover at the cursor until it has a text and something is done with it. The editor hides a hover when lines
     * move, as when lenses arrive.
     */
    async hover(text, then = () => undefined) {
        const hover = this.page.locator('.monaco-hover:visible', { hasText: text }).first();
        for (let patience = PATIENCE; ; patience -= 3000) {
            await this.keys('Control+K', 'Control+I');
            try {
                await hover.waitFor({ timeout: Math.min(patience, 3000) });
                return await then(hover);
            } catch (error) {
                if (patience <= 3000) {
                    throw error;
                }
            }
        }
    }

    /** Asks for suggestions until the editor shows an element with a text. On a busy machine, a key may show nothing. */
    async suggest(selector, text) {
        const found = this.page.locator(`${selector}:visible`, { hasText: text }).first();
        for (let patience = PATIENCE; ; patience -= 3000) {
            await this.keys('Control+Space');
            try {
                return await found.waitFor({ timeout: Math.min(patience, 3000) });
            } catch (error) {
                if (patience <= 3000) {
                    throw error;
                }
                await this.keys('Escape');
            }
        }
    }

    /** The vertical position of the first visible element that contains a text. */
    async top(selector, text) {
        const found = this.page.locator(`${selector}:visible`, { hasText: literally(text) }).first();
        await found.waitFor();
        return (await found.boundingBox()).y;
    }

    /** The text of the first visible element that contains a text. */
    async see(selector, text) {
        const found = this.page.locator(`${selector}:visible`, { hasText: text }).first();
        await found.waitFor();
        return (await found.innerText()).replaceAll('\u00a0', ' ');
    }

    /** Moves the pointer to where nothing has a tooltip, and waits until none is visible. */
    async unpoint() {
        await this.page.mouse.move(300, 3);
        await this.until('tooltips', () => this.page.locator('.workbench-hover:visible').count(), 0);
    }

    /** The colors in which the editor displays words; `undefined` if one is not displayed as a token of its own. */
    async colors(...words) {
        return this.page.evaluate((words) => {
            const tokens = [...document.querySelectorAll('.view-line span span')];
            return words.map((word) => {
                const token = tokens.find((it) => it.textContent.trim() === word);
                return token && getComputedStyle(token).color;
            });
        }, words);
    }

    /** Records the texts of an element whenever they change, so that none is missed. Returns a function that returns them. */
    async texts(selector) {
        await this.page.locator(selector).evaluate((element) => {
            const texts = (window.texts = [element.innerText]);
            const observer = new MutationObserver(() => texts.push(element.innerText));
            observer.observe(element, { subtree: true, childList: true, characterData: true });
        });
        return () => this.page.evaluate(() => window.texts);
    }

    /** Waits until `count` returns the expected value. */
    async until(what, count, wanted) {
        const end = Date.now() + PATIENCE;
        let seen = await count();
        while (seen !== wanted) {
            if (Date.now() > end) {
                throw new Error(`${what}: got ${seen}, expected ${wanted}`);
            }
            await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
            seen = await count();
        }
    }

    /** Waits until a Markdown preview has a text. It is a nested frame that becomes active when it is displayed. */
    async preview(text) {
        const frame = this.page.locator('iframe.webview:visible').last().contentFrame().frameLocator('#active-frame');
        await frame.getByText(literally(text)).first().waitFor();
    }
}

/** Matches a literal text, whose spaces may be non-breaking. */
function literally(text) {
    return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ \\u00a0]+'));
}

/** The port that the server prints. */
function portOf(server) {
    const lines = createInterface({ input: server.stdout });
    return new Promise((resolve, reject) => {
        lines.on('line', (line) => {
            const port = /listening on (\d+)/.exec(line)?.[1];
            if (port !== undefined) {
                resolve(port);
            }
        });
        lines.on('close', () => reject(new Error('cannot start the workbench')));
    });
}

/**
 * Waits until the browser is ready. Chromium defers low-priority work, such as updates of service workers, until its
 * first page is idle, for up to a minute. The editor registers the worker of its previews for each preview, which waits
 * for the previous update, so that the preview remains empty. So this function first loads a simple page and waits for
 * such an update.
 */
async function started(page) {
    const server = createServer((request, response) => {
        response.setHeader('Content-Type', request.url === '/worker.js' ? 'text/javascript' : 'text/html');
        response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
        await page.goto(`http://127.0.0.1:${server.address().port}`);
        await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.register('worker.js');
            await registration.update();
        });
    } finally {
        server.close();
        server.closeAllConnections();
    }
}
