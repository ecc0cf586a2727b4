// What runs in a browser, without one: the connection to the worker, the paths of the module, and which files it gets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, type Port } from '../src/web/connection';
import type { FromWorker, ToWorker } from '../src/web/messages';
import { Places } from '../src/web/places';
import { includedBy, isNamedLikeOurs, isSearched } from '../src/web/reading';

type Sent = Parameters<Port['postMessage']>[0];
type Received = { jsonrpc: string } | FromWorker;

/** A worker that records what it gets, and sends what a test says. */
class Recorder implements Port {
    readonly sent: Sent[] = [];
    terminated = 0;
    private listener: ((event: { data: Received }) => void) | undefined;

    addEventListener(type: string, listener: (event: never) => void): void {
        if (type === 'message') {
            this.listener = listener as (event: { data: Received }) => void;
        }
    }

    postMessage(message: Sent): void {
        this.sent.push(message);
    }

    terminate(): void {
        this.terminated += 1;
    }

    answer(data: Received): void {
        this.listener?.({ data });
    }

    get kinds(): string[] {
        return this.sent.map((it) => Object.keys(it)[0] ?? '');
    }
}

function connected(patience?: number): { port: Recorder; connection: Connection; log: string[]; closed: () => number } {
    const port = new Recorder();
    const log: string[] = [];
    const connection = new Connection(port, (line) => log.push(line), patience);
    let closed = 0;
    connection.reader.onClose(() => (closed += 1));
    return { port, connection, log, closed: () => closed };
}

test('the module is started, and gets files and messages', async () => {
    const { port, connection } = connected();
    const started = connection.start(new Uint8Array([1]));
    port.answer({ is: 'ready' });
    await started;
    connection.write([['/site/lsb.queues', new Uint8Array()]]);
    connection.write([]);
    await connection.writer.write({ jsonrpc: '2.0' });
    assert.deepEqual(port.kinds, ['start', 'ask', 'write', 'jsonrpc']);
    const early: Received = { jsonrpc: '2.0' };
    port.answer(early);
    const got: unknown[] = [];
    connection.reader.listen((it) => got.push(it));
    port.answer({ jsonrpc: '2.0' });
    assert.deepEqual(got, [early, { jsonrpc: '2.0' }]);
    connection.dispose();
    assert.equal(port.terminated, 1);
});

test('settings are posted as plain objects', async () => {
    const { port, connection } = connected();
    const message = { jsonrpc: '2.0', params: new Proxy({ target: '10.1' }, {}) };
    assert.throws(() => structuredClone(message));
    await connection.writer.write(message);
    assert.deepEqual(structuredClone(port.sent[0]), { jsonrpc: '2.0', params: { target: '10.1' } });
    connection.dispose();
});

test('a module that fails is ended', async () => {
    const { port, connection, log, closed } = connected();
    const started = connection.start(new Uint8Array());
    port.answer({ is: 'failed', because: 'internal error' });
    await assert.rejects(started, /internal error/);
    assert.deepEqual([log, closed(), port.terminated], [['internal error'], 1, 1]);
    const before = port.sent.length;
    await connection.writer.write({ jsonrpc: '2.0' });
    assert.equal(port.sent.length, before);
});

test('a module that hangs is ended', async () => {
    const { port, connection, log, closed } = connected(10);
    const ended = new Promise((done) => connection.reader.onClose(done));
    connection.write([['/site/lsb.queues', undefined]]);
    await ended;
    assert.deepEqual([log, closed(), port.terminated], [['lsflint did not answer for 0.01 seconds'], 1, 1]);
});

test('a module that answers is not ended', () => {
    const { port, connection } = connected();
    const ask: ToWorker = { ask: 'alive' };
    connection.write([['/a', undefined]]);
    port.answer({ is: 'alive' });
    connection.write([['/b', undefined]]);
    // Each time that something is sent after the last answer, the module is asked again.
    assert.deepEqual(
        port.sent.filter((it) => 'ask' in it),
        [ask, ask],
    );
    connection.dispose();
    assert.equal(port.terminated, 1);
});

test('each file system has its own paths, the first one those that people know', () => {
    const places = new Places();
    const github = { scheme: 'vscode-vfs', authority: 'github', path: '/site/conf/lsf.conf' };
    const memory = { scheme: 'memory', authority: '', path: '/site/conf/lsf.conf' };
    assert.equal(places.path(github), undefined);
    assert.equal(places.place('/site'), undefined);
    [github, memory, { ...github, path: '/other' }].forEach((it) => {
        places.add(it);
    });
    assert.equal(places.path(github), '/site/conf/lsf.conf');
    assert.equal(places.path(memory), '/memory+/site/conf/lsf.conf');
    for (const place of [github, memory]) {
        assert.deepEqual(places.place(places.path(place) ?? ''), place);
    }
    assert.equal(places.path({ ...memory, scheme: 'git' }), undefined);
});

test('files of LSF are known by their names', () => {
    const ours = [
        'lsb.queues',
        'lsf.cluster.east',
        '.lsftask',
        'lsflint.toml',
        '.lsflint-baseline.json',
        'lsb.users.in',
    ];
    assert.deepEqual(ours.filter(isNamedLikeOurs), ours);
    assert.deepEqual(['main.c', 'alsb.queues', 'README.md', 'lsfoo'].filter(isNamedLikeOurs), []);
    assert.deepEqual(['.git', 'node_modules', 'conf'].map(isSearched), [false, false, true]);
});

test('included files are found', () => {
    const text = '#INCLUDE "more/queues"\n  #include ../users.inc\n# no #INCLUDE x\n#INCLUDE /etc/hosts.inc\n';
    assert.deepEqual(includedBy('/site/conf/lsb.queues', text), [
        '/site/conf/more/queues',
        '/site/users.inc',
        '/etc/hosts.inc',
    ]);
});
