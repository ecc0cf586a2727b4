import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverSettings } from '../src/settings';
import { substitute } from '../src/variables';

const surroundings = {
    home: '/users/ada',
    workspaceFolder: '/site/conf',
    environment: { LSF_ENVDIR: '/opt/lsf/conf' },
};

function check(section: unknown, expected: Record<string, unknown>): void {
    assert.deepEqual(serverSettings(section, surroundings), expected);
}

test('what is not set is not sent', () => {
    check(undefined, {});
    check({ target: '', config: '', select: null }, {});
    check({ select: [], ignore: [] }, { ignore: [] });
});

test('what is for the extension stays in the extension', () => {
    check({ path: '/bin/lsflint', arguments: ['-v'], trace: { server: 'off' }, maxProblems: 5 }, { maxProblems: 5 });
});

test('everything else is sent as it is', () => {
    const section = { target: '10.1', extendSelect: [], inlayHints: { units: false }, codeLenses: {} };
    check(section, section);
});

test('paths may have variables', () => {
    check({ config: '${workspaceFolder}/lsflint.toml' }, { config: '/site/conf/lsflint.toml' });
    check({ config: '~/lsflint.toml', target: '~' }, { config: '/users/ada/lsflint.toml', target: '~' });
});

test('variables', () => {
    const replace = (text: string): string => substitute(text, surroundings);
    assert.equal(replace('${env:LSF_ENVDIR}/x'), '/opt/lsf/conf/x');
    assert.equal(replace('${env:NOBODY}/x'), '/x');
    assert.equal(replace('${userHome}/x~'), '/users/ada/x~');
    assert.equal(replace('${unknown}/x'), '${unknown}/x');
    assert.equal(
        substitute('${workspaceFolder}', { ...surroundings, workspaceFolder: undefined }),
        '${workspaceFolder}',
    );
});
