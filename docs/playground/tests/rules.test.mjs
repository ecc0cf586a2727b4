// Links on the pages of rules: the playground reports the rule in what they open.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { eventually, inBrowsers, root } from './support.mjs';

const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');
// Written by `cargo xtask docs --playground`, which docs/ci.sh runs.
const folder = path.join(target, 'docs/pages/reference/rules');
const LINK = /\[Open in the playground\]\([^)#]*#v1\.([\w-]+)\)/g;

const stateOf = (link) => JSON.parse(inflateRawSync(Buffer.from(link, 'base64url')).toString());

/** The links of each page, with the heading that they are below. */
function links() {
    const pages = readdirSync(folder).filter((it) => /^[A-Z]\d+\.md$/.test(it));
    return pages.flatMap((name) => {
        const sections = readFileSync(path.join(folder, name), 'utf8').split(/^## /m);
        return sections.flatMap((section) =>
            [...section.matchAll(LINK)].map(([, link]) => ({
                code: name.replace('.md', ''),
                heading: section.split('\n')[0],
                link,
            })),
        );
    });
}

/** `||` in the `rusage` section is an error of a job; the playground shows the example in a queue, where R314 reports it. */
const SILENT = ['R019'];

test(
    'examples report their rule',
    { skip: !existsSync(folder) && 'the pages of the site were not written' },
    async (context) => {
        const { Workspace } = await import(pathToFileURL(path.join(target, 'wasm', 'node.js')).href);
        const all = links();
        assert.ok(all.length > 500, `${all.length} links`);
        const silent = [];
        for (const { code, heading, link } of all.filter((it) => it.heading === 'Example')) {
            const { files } = stateOf(link);
            const workspace = await Workspace.open();
            for (const [name, text] of Object.entries(files)) {
                workspace.write(name, text);
            }
            // By name, as documents that are open: a folder has only the files and scripts that are LSF's for certain.
            const paths = Object.keys(files).filter((it) => !it.endsWith('/lsflint.toml'));
            const { diagnostics } = workspace.ask('check', { paths }, { folder: '/example' });
            if (!diagnostics.some((it) => it.code === code)) {
                silent.push(code);
            }
            workspace.close();
            assert.equal(heading, 'Example');
        }
        context.diagnostic(`${all.length} links, ${silent.length} examples without their rule`);
        assert.deepEqual([...new Set(silent)], SILENT);
    },
);

inBrowsers({
    'an example of a rule opens with one click': async ({ open }) => {
        const [{ link }] = existsSync(folder) ? links().filter((it) => it.code === 'R004') : [{}];
        const hash = `#v1.${
            link ??
            readFileSync(path.join(import.meta.dirname, 'link.txt'), 'utf8')
                .trim()
                .slice(3)
        }`;
        const page = await open('index.html', { hash, ready: (it) => it.locator('.cm-content').waitFor() });
        await eventually('its file', async () => /example/.test(await page.locator('#file-list').innerText()));
        if (link !== undefined) {
            await page.locator('#problems').getByRole('button', { name: 'R004' }).first().waitFor();
        }
    },
});
