import js from '@eslint/js';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default typescript.config(
    { ignores: ['node_modules/'] },
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
            // Text from files and from the server becomes text, never HTML.
            'no-restricted-properties': [
                'error',
                { property: 'innerHTML', message: 'Create elements instead.' },
                { property: 'outerHTML', message: 'Create elements instead.' },
                { property: 'insertAdjacentHTML', message: 'Create elements instead.' },
            ],
        },
    },
    {
        files: ['**/*.mjs'],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
);
