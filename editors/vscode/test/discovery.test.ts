import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Found, findServer, type Places } from '../src/discovery';

async function check(given: Partial<Places> & { programs: string[] }, expected: Found): Promise<void> {
    const { programs, ...places } = given;
    const found = await findServer({
        setting: '',
        extension: '/extension',
        path: '/usr/bin:/opt/bin',
        platform: 'linux',
        isProgram: (file) => Promise.resolve(programs.includes(file)),
        ...places,
    });
    assert.deepEqual(found, expected);
}

test('the setting wins', () =>
    check(
        { setting: '/mine/lsflint', programs: ['/mine/lsflint', '/extension/server/lsflint', '/usr/bin/lsflint'] },
        { program: '/mine/lsflint', source: 'setting' },
    ));

test('a wrong setting is reported, and nothing else is started', () =>
    check(
        { setting: '/mine/lsflint', programs: ['/usr/bin/lsflint'] },
        { missing: '`lsflint.path` is `/mine/lsflint`, which is not a program' },
    ));

test('a setting without a folder is looked up on PATH', async () => {
    await check(
        { setting: 'lsflint-0.2', programs: ['/opt/bin/lsflint-0.2'] },
        {
            program: '/opt/bin/lsflint-0.2',
            source: 'setting',
        },
    );
    await check(
        { setting: 'lsflint-0.2', programs: [] },
        { missing: '`lsflint.path` is `lsflint-0.2`, which is not in PATH' },
    );
});

test('the bundled one comes before PATH', async () => {
    const programs = ['/extension/server/lsflint', '/usr/bin/lsflint'];
    await check({ programs }, { program: '/extension/server/lsflint', source: 'bundled' });
    await check({ programs: programs.slice(1) }, { program: '/usr/bin/lsflint', source: 'PATH' });
});

test('PATH is searched in order, and an empty entry is not the current folder', () =>
    check(
        { path: '::/a:/b', programs: ['lsflint', '/b/lsflint', '/a/lsflint'] },
        { program: '/a/lsflint', source: 'PATH' },
    ));

test('Windows has its own names', async () => {
    const windows = { platform: 'win32', extension: 'C:\\ext', path: 'C:\\a;D:\\b' } as const;
    await check({ ...windows, programs: ['D:\\b\\lsflint.exe'] }, { program: 'D:\\b\\lsflint.exe', source: 'PATH' });
    await check(
        { ...windows, programs: ['C:\\ext\\server\\lsflint.exe'] },
        { program: 'C:\\ext\\server\\lsflint.exe', source: 'bundled' },
    );
});

test('nothing anywhere', async () => {
    const missing = 'this package brings no `lsflint` for this platform, and PATH has none';
    await check({ programs: [] }, { missing });
    await check({ path: undefined, programs: [] }, { missing });
});
