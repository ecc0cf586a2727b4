// Builds the pages: node build.mjs [--module FOLDER] [--out FOLDER] [--faults]
//
// Writes HTML, scripts and style sheets that work from a file server and as files. FOLDER of the module is what
// `cargo xtask wasm` writes. `--faults` adds a way to make the engine hang and fail, for tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = path.join(here, '../..');
const { values } = parseArgs({
    options: {
        module: { type: 'string', default: path.join(root, 'target/wasm') },
        out: { type: 'string', default: path.join(root, 'target/playground') },
        faults: { type: 'boolean', default: false },
    },
});
const out = path.resolve(values.out);

/** Style sheets that CodeMirror makes have this nonce; scripts have no such exception. */
const NONCE = 'lsflint-editor';
const POLICY = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${NONCE}'`,
    'worker-src blob:',
    "img-src 'self' data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');

/** All text files of the clusters that are part of the pages. */
function clusters() {
    const folder = path.join(root, 'testdata/clusters');
    const texts = {};
    for (const name of ['demo', 'clean']) {
        for (const entry of readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })) {
            const file = path.join(entry.parentPath, entry.name);
            if (entry.isFile() && !file.endsWith('.md')) {
                texts[path.relative(folder, file)] = readFileSync(file, 'utf8');
            }
        }
    }
    return texts;
}

/** The versions of LSF that lsflint knows. */
function targets() {
    const text = readFileSync(path.join(root, 'crates/spec/data/versions.toml'), 'utf8');
    const found = [...text.matchAll(/^name = "(.*)"(?:\n(?!\[).*)*?\nsummary = "(.*)"$/gm)];
    if (found.length < 10) {
        throw new Error('versions.toml is not understood');
    }
    return found.map(([, name, summary]) => ({ name, summary }));
}

const virtual = {
    name: 'virtual',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^lsflint-module$/ }, () => ({ path: path.resolve(values.module, 'module.js') }));
        onResolve({ filter: /^lsflint-clusters$/ }, () => ({ path: 'clusters', namespace: 'virtual' }));
        onResolve({ filter: /^lsflint-targets$/ }, () => ({ path: 'targets', namespace: 'virtual' }));
        onLoad({ filter: /^targets$/, namespace: 'virtual' }, () => ({
            contents: JSON.stringify(targets()),
            loader: 'json',
        }));
        onLoad({ filter: /^clusters$/, namespace: 'virtual' }, () => ({
            contents: JSON.stringify(clusters()),
            loader: 'json',
        }));
    },
};
const shared = {
    bundle: true,
    format: 'iife',
    target: ['es2022', 'chrome119', 'firefox115'],
    charset: 'utf8',
    legalComments: 'none',
    minify: true,
    define: { 'import.meta.url': '""', FAULTS: String(values.faults) },
    plugins: [virtual],
    metafile: true,
    logLevel: 'warning',
};

/** The script with the module and the worker. */
async function engine() {
    const { outputFiles } = await build({
        ...shared,
        entryPoints: [path.join(here, 'src/engine/worker.ts')],
        write: false,
    });
    const module = gzipSync(readFileSync(path.join(values.module, 'module_bg.wasm')), { level: 9 });
    const packed = { module: module.toString('base64'), worker: outputFiles[0].text };
    writeFileSync(path.join(out, 'engine.js'), `globalThis.lsflintEngine=${JSON.stringify(packed)};\n`);
}

const PAGE = readFileSync(path.join(here, 'pages/page.template'), 'utf8');

/**
 * The pages, from `pages/NAME.html`: lines `key: value` until an empty one, and the content of the page. Its script is
 * `script`, a path in `src`.
 */
function pages() {
    const names = readdirSync(path.join(here, 'pages')).filter((it) => it.endsWith('.html'));
    const read = names.map((file) => {
        const text = readFileSync(path.join(here, 'pages', file), 'utf8');
        const end = text.indexOf('\n\n');
        const keys = Object.fromEntries(
            text
                .slice(0, end)
                .split('\n')
                .map((it) => /^(\w+): (.*)$/.exec(it).slice(1)),
        );
        return { name: file.replace(/\.html$/, ''), content: text.slice(end + 2).trimEnd(), ...keys };
    });
    return read.sort((a, b) => Number(a.order) - Number(b.order));
}

function write(page, all) {
    // Pages with a parent are in its navigation, below the header.
    const link = ({ name, short }) => {
        const current =
            name === page.name ? ' aria-current="page"' : name === page.parent ? ' aria-current="true"' : '';
        return `<li><a href="${name}.html"${current}>${short}</a></li>`;
    };
    const links = all.filter((it) => it.parent === undefined).map(link);
    const siblings = all.filter((it) => it.parent !== undefined && it.parent === page.parent).map(link);
    const subnav =
        siblings.length === 0
            ? ''
            : `<nav class="subnav" aria-label="${page.parent}"><ul>${siblings.join('')}</ul></nav>`;
    const style = existsSync(path.join(out, `${page.name}.css`)) ? `${page.name}.css` : 'index.css';
    const parts = { ...page, subnav, policy: POLICY, nonce: NONCE, links: links.join('\n                '), style };
    const html = PAGE.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => {
        if (parts[key] === undefined) {
            throw new Error(`pages/${page.name}.html has no ${key}`);
        }
        return parts[key];
    });
    writeFileSync(path.join(out, `${page.name}.html`), html);
}

/** The licenses of the packages whose files are in the pages. */
function licenses(inputs) {
    const folders = Object.keys(inputs).map((it) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1]);
    const texts = [...new Set(folders.filter(Boolean))].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        const files = readdirSync(folder).filter((it) => /^(licen[cs]e|copying)/i.test(it));
        const text = files.length > 0 ? readFileSync(path.join(folder, files[0]), 'utf8').trim() : '';
        return `${name} ${version} (${license})\n\n${text}\n`;
    });
    return `The pages contain these packages.\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const all = pages();
const { metafile } = await build({
    ...shared,
    absWorkingDir: here,
    entryPoints: [
        { in: 'src/site/theme.ts', out: 'theme' },
        ...all.map(({ name, script }) => ({ in: `src/${script}`, out: name })),
    ],
    outdir: out,
});
await engine();
all.forEach((it) => write(it, all));
writeFileSync(
    path.join(out, 'THIRD-PARTY-LICENSES.txt'),
    licenses(Object.fromEntries(Object.keys(metafile.inputs).map((it) => [path.resolve(here, it), 0]))),
);
