import js from '@eslint/js';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default typescript.config(
    { ignores: ['dist/', 'node_modules/', 'e2e/node_modules/', 'server/'] },
    js.configs.recommended,
    {
        files: ['**/*.ts'],
        extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            curly: 'error',
            eqeqeq: 'error',
            '@typescript-eslint/explicit-module-boundary-types': 'error',
            // Numbers are fine in messages.
            '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
        },
    },
    {
        // `node:test` reports failures itself; the promise of a test is not ours to wait for.
        files: ['test/**/*.ts'],
        rules: { '@typescript-eslint/no-floating-promises': 'off' },
    },
    {
        files: ['e2e/memory/*.js'],
        languageOptions: { globals: { ...globals.commonjs, ...globals.worker } },
    },
    {
        files: ['**/*.mjs'],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
);
