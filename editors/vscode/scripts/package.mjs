// Packs the extension: `node scripts/package.mjs [--target linux-x64 --server PATH [--licenses FILE]] [--out FOLDER]`, or with
// `--target web --module FOLDER`, the folder that `cargo xtask wasm` writes.
//
// Without a target, the package does not contain a server and uses the one of the settings or of PATH. With a target, it contains the
// server, and the licenses of its parts if they are given, and can be installed only on that platform; with `web`, the module for VS
// Code for the Web.
import { spawnSync } from 'node:child_process';
import {
    chmodSync,
    copyFileSync,
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { manifestFor } from './manifest.mjs';

const root = path.resolve(import.meta.dirname, '..');
const repository = path.join(root, '..', '..');
const { values } = parseArgs({
    options: {
        target: { type: 'string' },
        server: { type: 'string' },
        module: { type: 'string' },
        licenses: { type: 'string' },
        out: { type: 'string', default: path.join(repository, 'target', 'vscode') },
    },
});

function fail(message) {
    console.error(message);
    process.exit(2);
}

const isWeb = values.target === 'web';
if (
    (values.target === undefined || isWeb) !== (values.server === undefined) ||
    isWeb !== (values.module !== undefined)
) {
    fail('--target requires --server, and `--target web` requires --module');
}
for (const file of [values.server, values.module, values.licenses]) {
    if (file !== undefined && !existsSync(file)) {
        fail(`${file} does not exist`);
    }
}
const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
if (!existsSync(vsce)) {
    fail(`missing packages: run \`npm ci\` in ${root}`);
}

// What is packed: the files of this folder that .vscodeignore names, and what is elsewhere in the repository.
const stage = mkdtempSync(path.join(tmpdir(), 'lsflint-package-'));
process.on('exit', () => rmSync(stage, { recursive: true, force: true }));
const ofThisFolder = ['README.md', 'CHANGELOG.md', 'icon.png', 'images', 'language-configuration.json', 'syntaxes'];
for (const name of [...ofThisFolder, 'walkthrough', '.vscodeignore']) {
    cpSync(path.join(root, name), path.join(stage, name), { recursive: true });
}
const whole = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
writeFileSync(path.join(stage, 'package.json'), JSON.stringify(manifestFor(values.target, whole), null, 2));
const licenses = ['LICENSE-MIT', 'LICENSE-APACHE'];
for (const name of licenses) {
    copyFileSync(path.join(repository, name), path.join(stage, name));
}
// The pages of the registries show the file LICENSE.
const texts = licenses.map((it) => readFileSync(path.join(repository, it), 'utf8').trim());
const choice = 'lsflint is licensed under the MIT License or the Apache License 2.0, at your option. Both follow.';
writeFileSync(path.join(stage, 'LICENSE'), `${[choice, ...texts].join('\n\n' + '-'.repeat(72) + '\n\n')}\n`);
await build({ out: stage, minify: true, module: values.module && path.resolve(values.module) });
if (values.server !== undefined) {
    const folder = path.join(stage, 'server');
    mkdirSync(folder);
    const program = path.join(folder, values.target.startsWith('win32') ? 'lsflint.exe' : 'lsflint');
    copyFileSync(values.server, program);
    chmodSync(program, 0o755);
}
if (values.licenses !== undefined) {
    copyFileSync(values.licenses, path.join(stage, isWeb ? 'dist/web' : 'server', 'THIRD-PARTY-LICENSES.txt'));
}

const { name, version, repository: address } = whole;
mkdirSync(values.out, { recursive: true });
const file = path.join(path.resolve(values.out), [name, values.target, version].filter(Boolean).join('-') + '.vsix');
const target = values.target === undefined ? [] : ['--target', values.target];
// Links and pictures of the README are those of this folder in the repository; vsce would take them from its root.
const web = address.url.replace(/\.git$/, '');
const links = ['blob', 'raw'].map((it) => `${web}/${it}/v${version}/${address.directory}`);
const flags = ['--no-dependencies', '--baseContentUrl', links[0], '--baseImagesUrl', links[1]];
const run = spawnSync(process.execPath, [vsce, 'package', ...flags, ...target, '--out', file], {
    cwd: stage,
    stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
