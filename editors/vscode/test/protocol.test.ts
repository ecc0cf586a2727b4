import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPERIMENTAL, RULE_PAGE } from '../src/protocol';

test('the address of a rule runs the command that shows its page', () => {
    const address = new URL(RULE_PAGE.replace('{code}', 'SITE-DESC'));
    assert.equal(address.protocol, 'command:');
    assert.equal(address.pathname, 'lsflint.showRule');
    assert.deepEqual(JSON.parse(decodeURIComponent(address.search.slice(1))), [{ code: 'SITE-DESC' }]);
});

test('what is announced goes through JSON', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(EXPERIMENTAL)), EXPERIMENTAL);
});
