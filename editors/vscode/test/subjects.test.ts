import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectsOf } from '../src/subjects';

test('queues first, then application profiles, and each only once', () => {
    const symbol = (name: string, containerName: string): { name: string; containerName: string; uri: string } => ({
        name,
        containerName,
        uri: `file:///conf/${containerName.split(' of ')[1] ?? ''}`,
    });
    const subjects = subjectsOf([
        symbol('vsim', 'application profile of lsb.applications'),
        symbol('night', 'queue of lsb.queues'),
        symbol('queue_hosts', 'host group of lsb.hosts'),
        symbol('admin', 'queue of lsb.queues'),
        symbol('night', 'queue of lsb.queues'),
    ]);
    assert.deepEqual(
        subjects.map((it) => [it.label, it.description, it.argument]),
        [
            ['admin', 'queue of lsb.queues', { uri: 'file:///conf/lsb.queues', queue: 'admin' }],
            ['night', 'queue of lsb.queues', { uri: 'file:///conf/lsb.queues', queue: 'night' }],
            [
                'vsim',
                'application profile of lsb.applications',
                { uri: 'file:///conf/lsb.applications', application: 'vsim' },
            ],
        ],
    );
});
