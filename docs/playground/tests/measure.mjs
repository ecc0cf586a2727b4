// Prints sizes and times of the playground as a table: node tests/measure.mjs [PAGES [MODULE [PROGRAM]]]
//
// Times are those of a whole browser on this machine, the median of several runs; run it when the machine has nothing
// else to do. PROGRAM is an optimized lsflint, which the module is compared with.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { root, serve, SITE } from './support.mjs';

const [site = SITE, module = path.join(root, 'target/wasm'), program] = process.argv.slice(2);
const RUNS = 5;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const row = (what, value) => console.log(`| ${what} | ${value} |`);

function sizes() {
    const wasm = readFileSync(path.join(module, 'module_bg.wasm'));
    row('module', kb(wasm.length));
    row('module, gzip', kb(gzipSync(wasm, { level: 9 }).length));
    for (const name of ['engine.js', 'index.js', 'index.css', 'index.html']) {
        const bytes = readFileSync(path.join(site, name));
        row(`${name}, gzip`, `${kb(bytes.length)}, ${kb(gzipSync(bytes, { level: 9 }).length)}`);
    }
}

/** A file of queues of about this size. */
function queues(size) {
    let text = '';
    for (let index = 0; text.length < size; index++) {
        text += `Begin Queue\nQUEUE_NAME = q${index}\nPRIORITY   = 30\nRES_REQ    = select[mem>${index}] rusage[mem=100]\nEnd Queue\n\n`;
    }
    return text;
}

async function open(browser, address) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    // A window that was just opened loads parts of the browser itself, such as the list of the address bar.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await page.goto(`${address}/index.html`);
    await page.locator('#counts .badge').first().waitFor();
    return page;
}

async function load(browser, address, cores) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) {
        const page = await open(browser, address);
        runs.push(
            await page.evaluate(() => {
                const marks = Object.fromEntries(
                    performance.getEntriesByType('mark').map((it) => [it.name.replace('lsflint-', ''), it.startTime]),
                );
                const [navigation] = performance.getEntriesByType('navigation');
                return { ...marks, load: navigation.loadEventEnd };
            }),
        );
        await page.close();
    }
    const of = (run) => median(runs.map(run));
    row(`${cores}: load event`, ms(of((it) => it.load)));
    row(`${cores}: module compiled, after it was unpacked`, ms(of((it) => it.compiled - it.unpack)));
    row(`${cores}: first findings of the demo, after the load event`, ms(of((it) => it['first-findings'] - it.load)));
    row(`${cores}: first findings, after the module was compiled`, ms(of((it) => it['first-findings'] - it.compiled)));
    row(`${cores}: first findings, from the beginning`, ms(of((it) => it['first-findings'])));
}

/** From a key to the answer of the server about the new text, in the worker and back. */
async function keystroke(browser, address, size) {
    const page = await open(browser, address);
    await page.locator('#files-input').setInputFiles({
        name: 'lsb.queues',
        mimeType: 'text/plain',
        buffer: Buffer.from(queues(size)),
    });
    await page.locator('#notice').waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    const times = [];
    for (let run = 0; run < 2 * RUNS + 1; run++) {
        const text = `PRIORTY${run}`;
        const start = await page.evaluate(() => performance.now());
        await page.keyboard.insertText(`Begin Queue\nQUEUE_NAME = k\n${text} = 1\nEnd Queue\n`);
        const found = page.locator('#problems li', { hasText: text }).first();
        await found.waitFor();
        times.push((await page.evaluate(() => performance.now())) - start);
    }
    const memory = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
    await page.close();
    return { time: median(times), memory };
}

/** The processor time of a function, in milliseconds: other work on the machine changes it little. */
function used(run) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
}

/** The module in Node.js, which has the same compiler as Chromium, without a page around it. */
async function inNode() {
    const { default: init, Engine } = await import(pathToFileURL(path.join(module, 'module.js')).href);
    const { memory } = await init({ module_or_path: readFileSync(path.join(module, 'module_bg.wasm')) });
    const start = (files) => {
        const engine = new Engine();
        for (const [name, text] of files) {
            engine.write(name, new TextEncoder().encode(text));
        }
        let id = 0;
        const send = (method, params, isRequest) =>
            engine.process(JSON.stringify({ jsonrpc: '2.0', ...(isRequest ? { id: ++id } : {}), method, params }));
        const workspaceFolders = [{ uri: 'file:///site', name: 'site' }];
        send('initialize', { capabilities: {}, workspaceFolders }, true);
        const found = send('initialized', {});
        return { engine, send, found };
    };
    const demo = path.join(root, 'testdata/clusters/demo');
    const files = readdirSync(demo, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile())
        .map((it) => path.join(it.parentPath, it.name))
        .map((it) => [`/site/${path.relative(demo, it)}`, readFileSync(it, 'utf8')]);
    // The first run compiles what it runs, as in a page that was just opened.
    row('first findings of the demo cluster, processor time', ms(used(() => start(files))));
    row('the same in a module that is warm', ms(median(Array.from({ length: RUNS }, () => used(() => start(files))))));
    for (const [name, size] of [
        ['10 kB', 10_000],
        ['1 MB', 1_000_000],
    ]) {
        const text = queues(size);
        const { engine, send } = start([['/site/conf/lsb.queues', text]]);
        const uri = 'file:///site/conf/lsb.queues';
        send('textDocument/didOpen', { textDocument: { uri, languageId: 'lsf', version: 1, text } });
        const place = { line: 2, character: 15 };
        const key = (version) =>
            send('textDocument/didChange', {
                textDocument: { uri, version },
                contentChanges: [{ range: { start: place, end: place }, text: '1' }],
            });
        const times = Array.from({ length: 2 * RUNS }, (_, index) => used(() => key(index + 2)));
        row(`a key in a file of ${name}, processor time`, ms(median(times)));
        row(`memory of the module then`, kb(memory.buffer.byteLength));
        engine.free();
    }
}

/** A check of 1 MB in the module and in the program, with the start of the latter. */
async function againstProgram() {
    const { Workspace } = await import(pathToFileURL(path.join(module, 'index.js')).href);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'lsflint-measure-'));
    const text = queues(1_000_000);
    mkdirSync(path.join(folder, 'conf'));
    writeFileSync(path.join(folder, 'conf/lsb.queues'), text);
    const workspace = await Workspace.open();
    workspace.write('/site/conf/lsb.queues', text);
    const times = Array.from({ length: RUNS }, () => used(() => workspace.ask('check', {}, { folder: '/site' })));
    row('check of 1 MB in the module, processor time', ms(median(times)));
    if (program !== undefined && statSync(program).isFile()) {
        const natives = [];
        for (let run = 0; run < RUNS; run++) {
            const script =
                'import resource,subprocess,sys; subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL); u=resource.getrusage(resource.RUSAGE_CHILDREN); print((u.ru_utime+u.ru_stime)*1000)';
            const args = ['-c', script, program, 'check', '--output-format', 'json', path.join(folder, 'conf')];
            natives.push(Number(execFileSync('python3', args, { encoding: 'utf8' })));
        }
        row('the same with the program', ms(median(natives)));
        row('module / program', (median(times) / median(natives)).toFixed(2));
    }
    rmSync(folder, { recursive: true });
}

console.log('| what | value |\n|---|---|');
sizes();
await inNode();
await againstProgram();
const server = await serve(site);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const launch = (executablePath) =>
    chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-precise-memory-info'] });
const folder = mkdtempSync(path.join(os.tmpdir(), 'lsflint-measure-'));
const pinned = path.join(folder, 'chromium');
writeFileSync(pinned, `#!/bin/sh\nexec taskset -c 1 '${executablePath}' "$@"\n`, { mode: 0o755 });
const onOneCore = await launch(pinned);
await load(onOneCore, server.address, 'one core');
await onOneCore.close();
rmSync(folder, { recursive: true });
const browser = await launch(executablePath);
await load(browser, server.address, 'all cores');
for (const [name, size] of [
    ['10 kB', 10_000],
    ['1 MB', 1_000_000],
]) {
    const { time, memory } = await keystroke(browser, server.address, size);
    row(`an edit in a file of ${name}, until its finding is listed`, ms(time));
    row(`memory of the scripts with a file of ${name}`, kb(memory));
}
await browser.close();
server.close();
