import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from '../src/protocol';
import { type Focus, nearestCluster, type State, status } from '../src/status';

const running: State = { is: 'running', version: '0.1.0', source: 'bundled', program: '/extension/server/lsflint' };

/** `text | detail | severity | what a click does`. */
function check(state: State, focus: Focus, expected: string): void {
    const { text, detail, severity, command } = status(state, focus);
    assert.equal([text, detail, severity, command.title].join(' | '), expected);
}

test('while it runs, the cluster is what one reads', () => {
    check(running, {}, 'lsflint | lsflint 0.1.0, bundled | information | Show Output');
    check(running, { cluster: 'demo' }, 'cluster demo | lsflint 0.1.0, bundled | information | Show Output');
    check(
        { ...running, version: undefined, source: 'PATH' },
        {},
        'lsflint | lsflint unknown version, from PATH | information | Show Output',
    );
});

test('a broken lsflint.toml is worth a warning', () => {
    check(
        running,
        { cluster: 'demo', configurationProblems: 1 },
        'lsflint.toml | a problem in lsflint.toml; 0.1.0, bundled | warning | Show Problems',
    );
    check(
        running,
        { configurationProblems: 3 },
        'lsflint.toml | 3 problems in lsflint.toml; 0.1.0, bundled | warning | Show Problems',
    );
});

test('when it does not run, it says why', () => {
    check({ is: 'stopped' }, {}, 'lsflint: stopped | not running | warning | Restart');
    check(
        { is: 'missing', because: 'PATH has none' },
        {},
        'lsflint: not found | PATH has none | error | Open Settings',
    );
    check({ is: 'failed', because: 'exit 2' }, {}, 'lsflint: failed | exit 2 | error | Show Output');
    assert.equal(status({ is: 'starting' }, {}).busy, true);
});

test('the cluster of a file is the nearest one', () => {
    const nearest = (file: string, ...clusters: string[]): string | undefined => nearestCluster(file, clusters);
    const queues = '/site/conf/lsbatch/west/configdir/lsb.queues';
    assert.equal(nearest(queues), undefined);
    assert.equal(nearest(queues, '/site/conf/lsf.cluster.west'), 'west');
    assert.equal(nearest(queues, '/site/conf/lsf.cluster.west', '/other/conf/lsf.cluster.east'), 'west');
    assert.equal(nearest(queues, '/site/conf/lsf.cluster.west', '/site/conf/lsf.cluster.east'), undefined);
    assert.equal(nearest(queues, '/site/conf/lsf.cluster.west', '/site/conf/lsf.cluster.west.bak'), 'west');
});

test('titles of pages', () => {
    assert.equal(
        titleOf('lsflint.mergedRequirement', { queue: 'sim', application: 'vsim' }),
        'Requirement of sim, vsim',
    );
    assert.equal(titleOf('lsflint.mergedRequirement', {}), 'Requirement of a job');
    assert.equal(titleOf('lsflint.explainRule', { code: 'R004' }), 'Rule R004');
    assert.equal(titleOf('lsflint.unheardOf', {}), 'lsflint');
});
