import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPERIMENTAL, placeOf, RULE_PAGE } from '../src/protocol';

test('the address of a rule runs the command that shows its page', () => {
    const address = new URL(RULE_PAGE.replace('{code}', 'SITE-DESC'));
    assert.equal(address.protocol, 'command:');
    assert.equal(address.pathname, 'lsflint.showRule');
    assert.deepEqual(JSON.parse(decodeURIComponent(address.search.slice(1))), [{ code: 'SITE-DESC' }]);
});

test('what is announced goes through JSON', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(EXPERIMENTAL)), EXPERIMENTAL);
});

test('the address of documentation has the place of the word', () => {
    const place = { uri: 'file:///a%20b/lsb.queues', position: { line: 3, character: 14 } };
    assert.deepEqual(placeOf('/documentation/#if.md', '3:14&file:///a%20b/lsb.queues'), place);
    assert.equal(placeOf('/elim plan', ''), undefined);
    assert.equal(placeOf('/documentation/MXJ.md', 'file:///lsb.hosts'), undefined);
});
