// A registry that takes what `ovsx publish` sends: `node registry.mjs OVSX FILE...`. Fails unless it gets each file, byte for byte.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [ovsx, ...files] = process.argv.slice(2);
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const taken = [];

const server = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const publishes = request.method === 'POST' && request.url.startsWith('/api/-/publish');
    if (publishes) taken.push(hash(Buffer.concat(parts)));
    response.writeHead(publishes ? 201 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(publishes ? { namespace: 'lsflint', name: 'lsflint', version: '0.1.0' } : { error: request.url }));
});
server.listen(0, '127.0.0.1', () => {
    const registry = `http://127.0.0.1:${server.address().port}`;
    const publish = spawn(ovsx, ['publish', '--registryUrl', registry, '--pat', 'token', '--packagePath', ...files], {
        stdio: 'inherit',
    });
    publish.on('exit', (code) => {
        server.close();
        assert.equal(code, 0);
        assert.deepEqual(taken.sort(), files.map((it) => hash(readFileSync(it))).sort());
        console.log(`${taken.length} packages published to a registry of this test`);
    });
});
