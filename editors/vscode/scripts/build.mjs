// Bundles the extension into dist/extension.js. `--watch` rebuilds after each change, `--minify` is for packages.
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
    logLevel: 'info',
});

if (has('--watch')) {
    await bundle.watch();
} else {
    await bundle.rebuild();
    await bundle.dispose();
}
