// The settings and commands of package.json, held against the server itself.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
    createProtocolConnection,
    ExitNotification,
    InitializedNotification,
    InitializeRequest,
    type InitializeResult,
    LogMessageNotification,
    ShowMessageNotification,
    ShutdownRequest,
    StreamMessageReader,
    StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js';
import { ServerCommand } from '../src/protocol';
import { serverSettings } from '../src/settings';

const binary = process.env.LSFLINT_BINARY ?? '../../target/debug/lsflint';
const skip = existsSync(binary) ? false : `there is no server at ${binary}`;
const surroundings = { home: '/', workspaceFolder: undefined, environment: {} };

interface Manifest {
    contributes: {
        configuration: { properties: Record<string, { default: unknown }> }[];
        problemMatchers: { pattern: { regexp: string } }[];
        semanticTokenTypes: { id: string }[];
        semanticTokenModifiers: { id: string }[];
        semanticTokenScopes: { scopes: Record<string, string[]> }[];
    };
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const tokenTypes = contributes.semanticTokenTypes.map((it) => it.id);

/** The section `lsflint` with every setting at its default. */
function defaults(): Record<string, unknown> {
    const section: Record<string, unknown> = {};
    for (const { properties } of contributes.configuration) {
        for (const [name, setting] of Object.entries(properties)) {
            const [, key = '', inner] = name.split('.');
            if (inner === undefined) {
                section[key] = setting.default;
            } else {
                section[key] = { ...(section[key] as object | undefined), [inner]: setting.default };
            }
        }
    }
    return section;
}

/** One short life of a server: what it said it can do, and what it said in messages. */
async function live(initializationOptions: unknown): Promise<{ result: InitializeResult; messages: string[] }> {
    const server = spawn(binary, ['server'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const connection = createProtocolConnection(
        new StreamMessageReader(server.stdout),
        new StreamMessageWriter(server.stdin),
    );
    const messages: string[] = [];
    connection.onNotification(ShowMessageNotification.type, ({ message }) => messages.push(message));
    connection.onNotification(LogMessageNotification.type, ({ message }) => messages.push(message));
    connection.listen();
    const result = await connection.sendRequest(InitializeRequest.type, {
        processId: process.pid,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type asks for it
        rootUri: null,
        capabilities: {
            textDocument: { semanticTokens: { tokenTypes, tokenModifiers: [], formats: [], requests: {} } },
        },
        initializationOptions,
    });
    await connection.sendNotification(InitializedNotification.type, {});
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    await new Promise((ended) => server.once('exit', ended));
    connection.dispose();
    return { result, messages };
}

test('the server knows every setting', { skip }, async () => {
    const { messages } = await live(serverSettings(defaults(), surroundings));
    assert.deepEqual(messages, []);
});

test('and tells about one it does not know', { skip }, async () => {
    const { messages } = await live({ unheardOf: 1 });
    assert.match(messages.join('\n'), /unheardOf/);
});

test('the server has every command', { skip }, async () => {
    const { result } = await live({});
    const commands = result.capabilities.executeCommandProvider?.commands ?? [];
    assert.deepEqual(
        Object.values(ServerCommand).filter((it) => !commands.includes(it)),
        [],
    );
});

test('every kind of token of the server has a colour', { skip }, async () => {
    const { result } = await live({});
    const { tokenTypes: sent, tokenModifiers } = result.capabilities.semanticTokensProvider?.legend ?? {
        tokenTypes: [],
        tokenModifiers: [],
    };
    const coloured = Object.keys(contributes.semanticTokenScopes[0]?.scopes ?? {});
    assert.deepEqual(
        sent.filter((it) => !coloured.includes(it)),
        // The grammar has it already.
        ['comment'],
    );
    assert.deepEqual(
        tokenTypes.filter((it) => !sent.includes(it)),
        [],
    );
    const known = [
        'definition',
        'deprecated',
        'defaultLibrary',
        ...contributes.semanticTokenModifiers.map((it) => it.id),
    ];
    assert.deepEqual(
        tokenModifiers.filter((it) => !known.includes(it)),
        [],
    );
});

test('the problem matcher reads what the command line writes', { skip }, () => {
    const arguments_ = ['check', '../../testdata/clusters/demo', '--output-format', 'concise'];
    const { stdout } = spawnSync(binary, arguments_, { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((it) => it !== '');
    const pattern = new RegExp(contributes.problemMatchers[0]?.pattern.regexp ?? '');
    assert.ok(lines.length > 10);
    assert.deepEqual(
        lines.filter((it) => !pattern.test(it)),
        [],
    );
});
