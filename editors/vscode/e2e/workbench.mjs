// A workbench in a browser: the server of the editor, a page of Chromium, and what a person does with keys and eyes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const editor = path.join(import.meta.dirname, 'node_modules', 'code-server', 'lib', 'vscode');
const main = path.join(editor, 'out', 'server-main.js');

/** How long anything may take. A machine that builds something else at the same time is slow. */
const PATIENCE = 45_000;

/** Nothing that appears by itself, asks, moves or blinks. */
const CALM = {
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.enableExperiments': false,
    'workbench.reduceMotion': 'on',
    'editor.cursorBlinking': 'solid',
    'editor.minimap.enabled': false,
    'extensions.ignoreRecommendations': true,
    'files.autoSave': 'off',
    'git.enabled': false,
};

export class Workbench {
    /** Installs the package, starts everything, and opens the folder. `data` is a folder for whatever the editor writes. */
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
                `the package does not install: ${installed.stdout.slice(-500)}${installed.stderr.slice(-500)}`,
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

    constructor(server, chrome, page) {
        this.server = server;
        this.chrome = chrome;
        this.page = page;
    }

    async close() {
        await this.chrome.close();
        this.server.kill();
    }

    /** Opens a file by its name, as one types it. */
    async openFile(name) {
        await this.ask('Control+P', name);
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
        await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
        await this.page.locator('.monaco-editor .view-lines').first().waitFor();
    }

    /** Runs a command of the palette. */
    async command(title) {
        await this.ask('F1', title);
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    }

    /** Puts the cursor somewhere; both numbers count from 1. */
    async goTo(line, column) {
        await this.ask('Control+G', `${line}:${column}`);
        await this.page.keyboard.press('Enter');
        await this.status('editor.selection', `Ln ${line}, Col ${column}`);
    }

    /** Opens the box on top with a key, and types behind the sign that it begins with. A key may come too early to be heard. */
    async ask(key, text) {
        const box = this.page.locator('.quick-input-widget:visible .quick-input-box input');
        for (let patience = PATIENCE; !(await box.isVisible()); patience -= 1000) {
            await this.page.keyboard.press(key);
            await box.waitFor({ timeout: 1000 }).catch((error) => {
                if (patience <= 0) {
                    throw error;
                }
            });
        }
        const sign = /^[>:]?/.exec(await box.inputValue())[0];
        await box.fill(sign + text);
    }

    /** Chooses from the list on top. */
    async pick(name) {
        await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
        await this.page.locator('.quick-input-widget:visible .quick-input-box input').fill(name);
        await this.page.keyboard.press('Enter');
    }

    /** Presses keys one after the other. */
    async keys(...keys) {
        for (const key of keys) {
            await this.page.keyboard.press(key);
        }
    }

    /**
     * Clicks until something is to be seen. While the editor replaces its lenses after an edit, those on the screen are the old ones for a
     * moment, and it answers that their command is gone.
     */
    async clickFor(target, effect) {
        for (let patience = PATIENCE; ; patience -= 5000) {
            await target.click();
            try {
                return await effect.waitFor({ timeout: Math.min(patience, 5000) });
            } catch (error) {
                if (patience <= 5000) {
                    throw error;
                }
            }
        }
    }

    /** Waits until an item of the status bar says something. */
    async status(item, text) {
        await this.page.locator(`[id="status.${item}"]`, { hasText: text }).waitFor();
    }

    /** Waits until a line of the editor says something. The editor draws blanks as blanks that do not break. */
    async line(text) {
        await this.page
            .locator('.view-line', { hasText: literally(text) })
            .first()
            .waitFor();
    }

    /** The text of the first thing of this kind that is to be seen and holds a text. */
    async see(selector, text) {
        const found = this.page.locator(`${selector}:visible`, { hasText: text }).first();
        await found.waitFor();
        return (await found.innerText()).replaceAll('\u00a0', ' ');
    }

    /** Waits until `count` gives the number that is wanted. */
    async until(what, count, wanted) {
        const end = Date.now() + PATIENCE;
        let seen = await count();
        while (seen !== wanted) {
            if (Date.now() > end) {
                throw new Error(`${what}: ${seen}, not ${wanted}`);
            }
            await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
            seen = await count();
        }
    }

    /** Waits until a page in Markdown says something. It is a frame inside a frame, and active once it is filled and shown. */
    async preview(text) {
        const frame = this.page.locator('iframe.webview:visible').last().contentFrame().frameLocator('#active-frame');
        await frame.getByText(literally(text)).first().waitFor();
    }
}

/** Matches a text as it is, except that a blank may be one that does not break. */
function literally(text) {
    return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '[ \\u00a0]+'));
}

/** The port the server says it listens at. */
function portOf(server) {
    const lines = createInterface({ input: server.stdout });
    return new Promise((resolve, reject) => {
        lines.on('line', (line) => {
            const port = /listening on (\d+)/.exec(line)?.[1];
            if (port !== undefined) {
                resolve(port);
            }
        });
        lines.on('close', () => reject(new Error('the workbench does not start')));
    });
}

/**
 * Waits until the browser has started up. Before its first page is loaded and at rest, for up to a minute, Chromium does no work of low
 * priority, such as updates of service workers. The editor registers the worker of its previews anew for each of them, and that waits for
 * the update of the one before: the preview stays blank. So a page that is soon at rest comes first, and waits for such an update.
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
