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

/**
 * Rules that do not report their example in a folder of files, and what may be missing there. They open, and the list may
 * only become shorter.
 */
const SILENT = {
    'the files of the resource connector are known by their directory': 'C001 C002 C003 C004 C101 C102 C103',
    'the script of the example is not taken for one in a folder':
        'J005 J007 J011 J101 J102 J104 J105 J201 J202 J203 J205 J206 J207 J209 J210 J305',
    'the example needs other files, or none': 'P013 P341 R019 X421 X424',
};

test(
    'examples report their rule',
    { skip: !existsSync(folder) && 'the pages of the site were not written' },
    async (context) => {
        const { Workspace } = await import(pathToFileURL(path.join(target, 'wasm', 'index.js')).href);
        const all = links();
        assert.ok(all.length > 500, `${all.length} links`);
        const silent = [];
        for (const { code, heading, link } of all.filter((it) => it.heading === 'Example')) {
            const { files } = stateOf(link);
            const workspace = await Workspace.open();
            for (const [name, text] of Object.entries(files)) {
                workspace.write(name, text);
            }
            const { diagnostics } = workspace.ask('check', {}, { folder: '/example' });
            if (!diagnostics.some((it) => it.code === code)) {
                silent.push(code);
            }
            workspace.close();
            assert.equal(heading, 'Example');
        }
        context.diagnostic(`${all.length} links, ${silent.length} examples without their rule`);
        const expected = Object.values(SILENT).flatMap((it) => it.split(' '));
        assert.deepEqual([...new Set(silent)].sort(), expected.sort());
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
