// Packs the extension: `node scripts/package.mjs [--target linux-x64 --server PATH [--licenses FILE]] [--out FOLDER]`.
//
// Without a target, the package does not contain a server and uses the one of the settings or of PATH. With a target, it contains the
// server, and the licenses of its parts if they are given, and can be installed only on that platform.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const repository = path.join(root, '..', '..');
const { values } = parseArgs({
    options: {
        target: { type: 'string' },
        server: { type: 'string' },
        licenses: { type: 'string' },
        out: { type: 'string', default: path.join(repository, 'target', 'vscode') },
    },
});

function fail(message) {
    console.error(message);
    process.exit(2);
}

if ((values.target === undefined) !== (values.server === undefined)) {
    fail('--target and --server must be used together');
}
for (const file of [values.server, values.licenses]) {
    if (file !== undefined && !existsSync(file)) {
        fail(`${file} does not exist`);
    }
}
const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
if (!existsSync(vsce)) {
    fail(`missing packages: run \`npm ci\` in ${root}`);
}

// The package contains what is elsewhere in the repository; the copies are removed afterwards.
const copies = ['server', 'LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE'].map((it) => path.join(root, it));
const removeCopies = () => copies.forEach((it) => rmSync(it, { recursive: true, force: true }));
removeCopies();
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    copyFileSync(path.join(repository, name), path.join(root, name));
}
// The pages of the registries show the file LICENSE.
const texts = ['LICENSE-MIT', 'LICENSE-APACHE'].map((it) => readFileSync(path.join(root, it), 'utf8').trim());
const choice = 'lsflint is licensed under the MIT License or the Apache License 2.0, at your option. Both follow.';
writeFileSync(path.join(root, 'LICENSE'), `${[choice, ...texts].join('\n\n' + '-'.repeat(72) + '\n\n')}\n`);
if (values.server !== undefined) {
    const folder = path.join(root, 'server');
    mkdirSync(folder);
    const program = path.join(folder, values.target.startsWith('win32') ? 'lsflint.exe' : 'lsflint');
    copyFileSync(values.server, program);
    chmodSync(program, 0o755);
    if (values.licenses !== undefined) {
        copyFileSync(values.licenses, path.join(folder, 'THIRD-PARTY-LICENSES.txt'));
    }
}

const { name, version, repository: address } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
mkdirSync(values.out, { recursive: true });
const file = path.join(values.out, [name, values.target, version].filter(Boolean).join('-') + '.vsix');
const target = values.target === undefined ? [] : ['--target', values.target];
// Links and pictures of the README are those of this folder in the repository; vsce would take them from its root.
const web = address.url.replace(/\.git$/, '');
const links = ['blob', 'raw'].map((it) => `${web}/${it}/v${version}/${address.directory}`);
const flags = ['--no-dependencies', '--baseContentUrl', links[0], '--baseImagesUrl', links[1]];
const run = spawnSync(process.execPath, [vsce, 'package', ...flags, ...target, '--out', file], {
    cwd: root,
    stdio: 'inherit',
});
removeCopies();
process.exitCode = run.status ?? 1;
