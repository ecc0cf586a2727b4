// Bundles the extension into dist/extension.js. `--watch` rebuilds after each change, `--minify` is for packages and also writes
// THIRD-PARTY-LICENSES.txt.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { context } from 'esbuild';

const has = (flag) => process.argv.includes(flag);

const bundle = await context({
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    minify: has('--minify'),
    sourcemap: !has('--minify'),
    metafile: true,
    logLevel: 'info',
});

// The licenses of the packages whose files are in the bundle.
function licenses(inputs) {
    const folders = Object.keys(inputs).map((it) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1]);
    const texts = [...new Set(folders.filter(Boolean))].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        const files = readdirSync(folder).filter((it) => /^(licen[cs]e|copying)/i.test(it));
        if (files.length === 0) {
            throw new Error(`${name} has no license file`);
        }
        return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, files[0]), 'utf8').trim()}\n`;
    });
    return `dist/extension.js contains these packages.\n\n${texts.join('\n' + '-'.repeat(72) + '\n\n')}`;
}

if (has('--watch')) {
    await bundle.watch();
} else {
    const { metafile } = await bundle.rebuild();
    if (has('--minify')) {
        writeFileSync('THIRD-PARTY-LICENSES.txt', licenses(metafile.inputs));
    }
    await bundle.dispose();
}
