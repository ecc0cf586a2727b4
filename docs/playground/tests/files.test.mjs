// Files: opened, dropped, added, renamed, deleted, shared, exported. Settings. What goes wrong.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { eventually, goTo, inBrowsers, line, loaded, openFile, root } from './support.mjs';

const counts = (page) => page.locator('#counts').innerText();
const current = (page) => page.locator('#tabs li.current button').first().innerText();
const problem = (page, text) => page.locator('#problems li').filter({ hasText: text });
const notice = (page) => page.locator('#notice').innerText();
const text = (page) => page.locator('.cm-content').innerText();
const demo = path.join(root, 'testdata/clusters/demo');

/** Runs with an empty folder. */
async function inFolder(run) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'lsflint-playground-'));
    try {
        await run(folder);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The demo cluster with one more mistake, so that what is read is not what is preloaded. */
function changed(folder) {
    cpSync(demo, path.join(folder, 'site'), { recursive: true });
    const file = path.join(folder, 'site/conf/lsbatch/demo/configdir/lsb.queues');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nBegin Queue\nQUEUE_NAME = x\nPRIORTY = 3\nEnd Queue\n`);
    return path.join(folder, 'site');
}

/** Gives the field for folders what a browser does: files with their paths in the folder. */
async function chooseFolder(page, folder, site) {
    const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
    const paths = entries.map((it) => path.join(it.parentPath, it.name));
    const files = paths.map((it) => [path.relative(folder, it), readFileSync(it).toString('base64')]);
    await page.evaluate((files) => {
        const made = files.map(([name, base64]) => {
            const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
            const file = new File([bytes], name.split('/').at(-1));
            Object.defineProperty(file, 'webkitRelativePath', { value: name });
            return file;
        });
        const field = document.querySelector('#folder-input');
        Object.defineProperty(field, 'files', { value: made });
        field.dispatchEvent(new Event('change'));
    }, files);
}

async function isChanged(page) {
    await problem(page, 'unknown parameter PRIORTY').waitFor();
    assert.match(await page.locator('#file-list').innerText(), /site\/conf/);
    assert.match(await notice(page), /\d+ files were read in this browser/);
}

inBrowsers({
    'a folder is opened': ({ open, browser }) =>
        inFolder(async (folder) => {
            const site = changed(folder);
            writeFileSync(path.join(site, 'logo.bin'), Buffer.from([0, 1, 2, 3]));
            const page = await open();
            if (browser === 'firefox') {
                // WebDriver BiDi does not choose folders: the field gets the files of one.
                await chooseFolder(page, folder, site);
            } else {
                await page.locator('#folder-input').setInputFiles(site);
            }
            await isChanged(page);
            assert.match(await notice(page), /Left out: .*logo\.bin: not a text file/);
        }),

    'archives are opened: tar, tar.gz, zip': ({ open }) =>
        inFolder(async (folder) => {
            const site = changed(folder);
            execFileSync('tar', ['-cf', path.join(folder, 'a.tar'), '-C', folder, 'site']);
            execFileSync('tar', ['-czf', path.join(folder, 'b.tar.gz'), '-C', folder, 'site']);
            const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
            const files = entries.map((it) => path.join(it.parentPath, it.name));
            const zip = Object.fromEntries(files.map((it) => [path.relative(folder, it), readFileSync(it)]));
            writeFileSync(path.join(folder, 'c.zip'), zipSync(zip));
            for (const name of ['a.tar', 'b.tar.gz', 'c.zip']) {
                const page = await open();
                await page.locator('#files-input').setInputFiles(path.join(folder, name));
                await isChanged(page);
            }
            const page = await open();
            writeFileSync(path.join(folder, 'd.tar.gz'), 'nothing');
            await page.locator('#files-input').setInputFiles(path.join(folder, 'd.tar.gz'));
            await eventually('it is refused', async () => /d\.tar\.gz cannot be read/.test(await notice(page)));
            assert.match(await counts(page), /19 errors/);
        }),

    'an archive and a file are dropped': ({ open }) =>
        inFolder(async (folder) => {
            changed(folder);
            execFileSync('tar', ['-czf', path.join(folder, 'b.tar.gz'), '-C', folder, 'site']);
            const page = await open();
            const drop = (name, base64) =>
                page.evaluate(
                    ([name, base64]) => {
                        const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
                        const data = new DataTransfer();
                        data.items.add(new File([bytes], name));
                        for (const type of ['dragenter', 'dragover', 'drop']) {
                            const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
                            document.querySelector('.cm-content').dispatchEvent(event);
                        }
                    },
                    [name, base64],
                );
            await drop('b.tar.gz', readFileSync(path.join(folder, 'b.tar.gz')).toString('base64'));
            await isChanged(page);
            await drop('lsb.users', Buffer.from('Begin Usr\nEnd Usr\n').toString('base64'));
            await eventually('it is shown', async () => (await current(page)) === 'lsb.users');
            assert.match(await text(page), /^Begin Usr/);
            assert.ok(await page.locator('#drop').isHidden());
        }),

    'files are added, renamed, closed and deleted': async ({ open }) => {
        const page = await open();
        await page.getByRole('button', { name: 'Add a file' }).click();
        const field = page.getByRole('textbox', { name: /Path/ });
        assert.equal(await field.inputValue(), 'demo/conf/lsbatch/demo/configdir/');
        await field.press('Enter');
        await page.getByText('This is not the path of a file.').waitFor();
        await field.fill('demo/conf/lsf.conf');
        await field.press('Enter');
        await page.getByText('There is a file with this path.').waitFor();
        await field.fill('demo/conf/lsbatch/demo/configdir/lsb.globalpolicies');
        await field.press('Enter');
        await eventually('it is shown', async () => (await current(page)) === 'lsb.globalpolicies');
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('Begin Nothing\nEnd Nothing\n');
        await problem(page, 'Nothing').first().waitFor();

        const ofApplications = page.locator('#problems h3', { hasText: 'lsb.applications' });
        await ofApplications.waitFor();
        await openFile(page, 'lsb.applications');
        await page.locator('.file-actions').getByRole('button', { name: 'Rename' }).click();
        await field.fill('demo/conf/lsbatch/demo/configdir/applications.old');
        await field.press('Enter');
        await eventually('the new name', async () => (await current(page)) === 'applications.old');
        await ofApplications.waitFor({ state: 'detached' });
        await page.locator('.file-actions').getByRole('button', { name: 'Rename' }).click();
        await field.fill('demo/conf/lsbatch/demo/configdir/lsb.applications');
        await field.press('Enter');
        await ofApplications.waitFor();

        await page.locator('#tabs').getByRole('button', { name: 'Close lsb.globalpolicies' }).click();
        assert.equal((await problem(page, 'Nothing').count()) > 0, true);
        await openFile(page, 'lsb.globalpolicies');
        await page.locator('.file-actions').getByRole('button', { name: 'Delete' }).click();
        await problem(page, 'Nothing').first().waitFor({ state: 'detached' });
        assert.equal(await page.locator('#file-list', { hasText: 'lsb.globalpolicies' }).count(), 0);
    },

    'the version of LSF and the strict syntax': async ({ open }) => {
        const page = await open();
        await eventually('the counts', async () => /19 errors/.test(await counts(page)));
        await page.locator('#target').selectOption('9.1.3');
        await eventually('other findings', async () => !/19 errors/.test(await counts(page)));
        await page.locator('#target').selectOption('');
        await eventually('the same findings', async () => /19 errors/.test(await counts(page)));
        assert.equal(await page.locator('#strict').isChecked(), true);
        await page.locator('#strict').uncheck();
        await eventually('a notice', async () =>
            /LSF_STRICT_RESREQ=N of demo\/conf\/lsf\.conf/.test(await notice(page)),
        );
        await openFile(page, 'lsf.conf');
        await goTo(page, 'LSF_STRICT_RESREQ');
        assert.match(await line(page), /LSF_STRICT_RESREQ=N/);
        await page.keyboard.press('Control+z');
        await eventually('undone', () => page.locator('#strict').isChecked());
    },

    'a link has the files, and leads to the same state': async ({ open }) => {
        const page = await open();
        await openFile(page, 'lsb.users');
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('# shared 😀 <b>\n');
        await page.locator('#target').selectOption('10.1.0.14');
        await page.locator('#share').click();
        const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
        assert.match(link, /#v1\.[\w-]+$/);
        const other = await open('index.html', { hash: new URL(link).hash });
        await eventually('the file', async () => (await current(other)) === 'lsb.users');
        assert.match(await text(other), /# shared 😀 <b>/);
        assert.equal(await other.locator('#target').inputValue(), '10.1.0.14');
        await other.locator('#reset').click();
        await eventually('still the link', async () => (await current(other)) === 'lsb.users');
    },

    'links that are damaged or hostile are refused': async ({ open }) => {
        const packed = (text) => `#v1.${deflateRawSync(Buffer.from(text)).toString('base64url')}`;
        const bomb = packed(JSON.stringify({ files: { '/x': 'a'.repeat(50_000_000) } }));
        const cases = [
            ['#v1.AAAA', /damaged/],
            ['#v1.%%%', /damaged/],
            ['#v2.abc', /not one of this version/],
            [packed('[]'), /does not contain a state/],
            [packed('{"files":{}}'), /has no files/],
            [packed('{"files":{"/x":3}}'), /no text for \/x/],
            [bomb, /contains too much/],
        ];
        for (const [hash, message] of cases) {
            const page = await open('index.html', { hash });
            assert.match(await notice(page), message);
            await eventually('the demo', async () => /19 errors/.test(await counts(page)));
        }
        const evil = packed(
            JSON.stringify({ files: { '/../../<img src=x onerror=alert(1)>': '<script>alert(1)</script>\n' } }),
        );
        const page = await open('index.html', { hash: evil, ready: (it) => it.locator('.cm-content').waitFor() });
        assert.match(await text(page), /<script>alert/);
        assert.equal(await page.locator('#file-list img').count(), 0);
    },

    'the export has the files as they are now': ({ open, browser }) =>
        inFolder(async (folder) => {
            const page = await open();
            await page.locator('.cm-content').focus();
            await page.keyboard.insertText('# exported\n');
            let file = path.join(folder, 'x.tar.gz');
            if (browser === 'firefox') {
                // WebDriver BiDi does not hand out downloads: what would be saved is read in the page.
                await page.evaluate(() => {
                    HTMLAnchorElement.prototype.click = function () {
                        globalThis.saved = { name: this.download, address: this.href };
                    };
                    const original = URL.createObjectURL;
                    URL.createObjectURL = (blob) => {
                        globalThis.savedBlob = blob;
                        return original.call(URL, blob);
                    };
                });
                await page.locator('#export').click();
                const saved = await eventually('a file', () =>
                    page.evaluate(async () => {
                        const bytes = globalThis.saved && new Uint8Array(await globalThis.savedBlob.arrayBuffer());
                        return bytes && { name: globalThis.saved.name, base64: btoa(String.fromCharCode(...bytes)) };
                    }),
                );
                assert.equal(saved.name, 'demo.tar.gz');
                writeFileSync(file, Buffer.from(saved.base64, 'base64'));
            } else {
                const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
                assert.equal(download.suggestedFilename(), 'demo.tar.gz');
                await download.saveAs(file);
            }
            execFileSync('tar', ['-xzf', file, '-C', folder]);
            const queues = 'conf/lsbatch/demo/configdir/lsb.queues';
            const before = readFileSync(path.join(demo, queues), 'utf8');
            assert.equal(readFileSync(path.join(folder, 'demo', queues), 'utf8'), `# exported\n${before}`);
            const hosts = 'conf/lsbatch/demo/configdir/lsb.hosts';
            assert.deepEqual(readFileSync(path.join(folder, 'demo', hosts)), readFileSync(path.join(demo, hosts)));
        }),

    'examples, and reset': async ({ open }) => {
        const page = await open();
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('# mine\n');
        await page.locator('#reset').click();
        await eventually('the demo', async () => !/# mine/.test(await text(page)));
        await page.locator('#example').selectOption('clean');
        await page.locator('#file-list').getByText('lsf.cluster.clean').waitFor();
        await page.locator('.tok-keyword').first().waitFor();
        assert.equal(await page.locator('#problems').innerText(), 'No problems.');
        await page.locator('#example').selectOption('empty');
        await page.locator('#file-list').getByText('lsf.cluster.c1').waitFor();
        await page.locator('.tok-keyword').first().waitFor();
        assert.equal(await page.locator('#problems').innerText(), 'No problems.');
        // Two in a row: the last one is shown.
        await page.locator('#example').selectOption('clean');
        await page.locator('#example').selectOption('demo');
        await eventually('the demo', async () => /19 errors/.test(await counts(page)));
        assert.ok(await page.locator('#notice').isHidden());
    },

    'an analysis that hangs is ended, and the next one works': async ({ open }) => {
        const page = await open('index.html', { withFaults: true });
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('☠');
        await page.keyboard.press('Control+z');
        await eventually('it is ended and started again', async () =>
            /did not answer within 6 seconds.*started again/.test(await notice(page)),
        );
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.insertText('\nBegin Queue\nQUEUE_NAME = x\nPRIORTY = 3\nEnd Queue\n');
        await problem(page, 'unknown parameter PRIORTY').waitFor();
    },

    'an analysis that always hangs is not started forever': async ({ open }) => {
        const page = await open('index.html', { withFaults: true });
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('☠');
        const again = page.getByRole('button', { name: 'Start again' });
        await again.waitFor();
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('Delete');
        await again.click();
        await loaded(page);
        await eventually('findings', async () => /19 errors/.test(await counts(page)));
    },

    'an internal error is shown, and the engine starts again': async ({ open }) => {
        const page = await open('index.html', { withFaults: true });
        await page.locator('.cm-content').focus();
        await page.keyboard.insertText('☢');
        await page.keyboard.press('Control+z');
        await eventually('a message', async () => /analysis failed: internal error/.test(await notice(page)));
        await eventually('findings', async () => /19 errors/.test(await counts(page)));
    },
});
