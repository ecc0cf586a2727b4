// Packs the extension: `node scripts/package.mjs [--target linux-x64 --server PATH] [--out FOLDER]`.
//
// Without a target, the package does not contain a server and uses the one of the settings or of PATH. With a target, it contains the
// server and can be installed only on that platform.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
    options: {
        target: { type: 'string' },
        server: { type: 'string' },
        out: { type: 'string', default: path.join(root, '..', '..', 'target', 'vscode') },
    },
});
if ((values.target === undefined) !== (values.server === undefined)) {
    console.error('--target and --server must be used together');
    process.exit(2);
}

const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
if (!existsSync(vsce)) {
    console.error(`missing packages: run \`npm ci\` in ${root}`);
    process.exit(2);
}

const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const folder = path.join(root, 'server');
rmSync(folder, { recursive: true, force: true });
if (values.server !== undefined) {
    if (!existsSync(values.server)) {
        console.error(`the server ${values.server} does not exist`);
        process.exit(2);
    }
    mkdirSync(folder);
    const program = path.join(folder, values.target.startsWith('win32') ? 'lsflint.exe' : 'lsflint');
    copyFileSync(values.server, program);
    chmodSync(program, 0o755);
}

mkdirSync(values.out, { recursive: true });
const file = path.join(values.out, [name, values.target, version].filter(Boolean).join('-') + '.vsix');
const target = values.target === undefined ? [] : ['--target', values.target];
const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
const run = spawnSync(process.execPath, [vsce, 'package', ...flags, ...target, '--out', file], {
    cwd: root,
    stdio: 'inherit',
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = run.status ?? 1;
