// The grammars, as an editor reads them: every token of the samples in test/grammar with its scopes, compared with a snapshot.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const samples = 'test/grammar';
const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');

/** A stand-in for the shell grammar of the editor: all that counts are its name, its comments and its strings. */
const shell = {
    scopeName: 'source.shell',
    patterns: [
        { name: 'comment.line.number-sign.shell', match: '#.*$' },
        { name: 'string.quoted.double.shell', begin: '"', end: '"' },
        { name: 'string.quoted.single.shell', begin: "'", end: "'" },
    ],
    repository: {},
};

interface Contribution {
    scopeName: string;
    path: string;
    injectTo?: string[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: { grammars: Contribution[] } };
const { grammars } = manifest.contributes;

async function registry(): Promise<textmate.Registry> {
    await oniguruma.loadWASM(readFileSync(wasm));
    return new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: (scope) => {
            if (scope === shell.scopeName) {
                return Promise.resolve(textmate.parseRawGrammar(JSON.stringify(shell), 'shell.json'));
            }
            const file = grammars.find((it) => it.scopeName === scope)?.path;
            return Promise.resolve(file ? textmate.parseRawGrammar(readFileSync(file, 'utf8'), file) : null);
        },
        getInjections: (scope) => grammars.filter((it) => it.injectTo?.includes(scope)).map((it) => it.scopeName),
    });
}

/** One line a token, below the line it is of; blanks without a scope of their own are left out. */
function render(grammar: textmate.IGrammar, text: string): string {
    const lines: string[] = [];
    let state = textmate.INITIAL;
    for (const line of text.trimEnd().split('\n')) {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
        state = ruleStack;
        lines.push(`> ${line}`.trimEnd());
        for (const token of tokens) {
            const scopes = token.scopes.slice(1).map((scope) => scope.replace(/\.lsf$/, ''));
            const piece = line.slice(token.startIndex, token.endIndex);
            if (scopes.length > 0 && piece.trim() !== '') {
                lines.push(`    ${piece.trim()}  ${scopes.join(' ')}`);
            }
        }
    }
    return `${lines.join('\n')}\n`;
}

const loaded = registry();

for (const name of readdirSync(samples).filter((it) => !it.endsWith('.snap'))) {
    test(`tokens of ${name}`, async () => {
        const grammar = await (await loaded).loadGrammar(name.endsWith('.sh') ? 'source.shell' : 'source.lsf');
        assert.ok(grammar);
        const rendered = render(grammar, readFileSync(path.join(samples, name), 'utf8'));
        const snapshot = path.join(samples, `${name}.snap`);
        if (process.env.UPDATE_EXPECT) {
            writeFileSync(snapshot, rendered);
        }
        assert.equal(rendered, existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : '', 'UPDATE_EXPECT=1 rewrites');
    });
}
