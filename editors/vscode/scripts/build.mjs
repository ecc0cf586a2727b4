// Bundles the extension into dist: `node scripts/build.mjs [--watch] [--module FOLDER]`. `--watch` rebuilds after each change. With the
// folder that `cargo xtask wasm` writes, also bundles the extension for VS Code for the Web into dist/web.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
// The files of the bundles are named relative to this folder.
const common = { absWorkingDir: root, bundle: true, metafile: true, logLevel: 'info' };

/** The bundles: of the program, or of the module. */
function bundles(out, module) {
    const native = {
        entryPoints: ['src/extension.ts'],
        outfile: path.join(out, 'dist/extension.js'),
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        external: ['vscode'],
    };
    const inBrowser = { platform: 'browser', target: 'es2022' };
    const web = {
        ...inBrowser,
        entryPoints: ['src/web/extension.ts'],
        outfile: path.join(out, 'dist/web/extension.js'),
        format: 'cjs',
        external: ['vscode'],
    };
    const worker = {
        ...inBrowser,
        entryPoints: ['src/web/worker.ts'],
        outfile: path.join(out, 'dist/web/worker.js'),
        format: 'iife',
        alias: { lsflint: path.join(module ?? '', 'index.js') },
        // The extension hands in the module, so that its default place is not used.
        define: { 'import.meta.url': '"file:///"' },
    };
    return module === undefined ? [native] : [web, worker];
}

/** Bundles the extension into a folder: for a module, only what runs in browsers. `minify` is for packages. */
export async function build({ out, module, minify = false, watch = false }) {
    const inputs = {};
    for (const bundle of bundles(out, module)) {
        const running = await context({ ...common, ...bundle, minify, sourcemap: !minify });
        if (watch) {
            await running.watch();
            continue;
        }
        Object.assign(inputs, (await running.rebuild()).metafile.inputs);
        await running.dispose();
    }
    if (module !== undefined) {
        mkdirSync(path.join(out, 'dist/web'), { recursive: true });
        copyFileSync(path.join(module, 'module_bg.wasm'), path.join(out, 'dist/web/module_bg.wasm'));
    }
    if (minify) {
        writeFileSync(path.join(out, 'THIRD-PARTY-LICENSES.txt'), licenses(inputs));
    }
}

// The licenses of the packages whose files are in the bundles.
function licenses(inputs) {
    const folders = Object.keys(inputs).map((it) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1]);
    const texts = [...new Set(folders.filter(Boolean))].sort().map((name) => {
        const folder = path.join(root, name);
        const { name: title, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        const files = readdirSync(folder).filter((it) => /^(licen[cs]e|copying)/i.test(it));
        if (files.length === 0) {
            throw new Error(`${title} has no license file`);
        }
        return `${title} ${version} (${license})\n\n${readFileSync(path.join(folder, files[0]), 'utf8').trim()}\n`;
    });
    return `The files in dist contain these packages.\n\n${texts.join('\n' + '-'.repeat(72) + '\n\n')}`;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({ options: { watch: { type: 'boolean' }, module: { type: 'string' } } });
    await build({ out: root, watch: values.watch });
    if (values.module !== undefined) {
        await build({ out: root, watch: values.watch, module: path.resolve(values.module) });
    }
}
