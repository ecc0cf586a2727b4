// Bundles test/*.test.ts and runs them with the test runner of Node. UPDATE_EXPECT=1 rewrites the snapshots.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const outdir = 'dist/test';
rmSync(outdir, { recursive: true, force: true });
const tests = readdirSync('test').filter((name) => name.endsWith('.test.ts'));
await build({
    entryPoints: tests.map((name) => `test/${name}`),
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'warning',
});
const files = tests.map((name) => `${outdir}/${name.replace(/\.ts$/, '.mjs')}`);
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...files], {
    stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
