import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionsJobs } from '../src/scripts';

test('scripts that submit jobs', () => {
    for (const text of ['#!/bin/sh\n#BSUB -q night\n', '  #BSUB -n4', 'x=1; bsub -q night ./a', '$(bsub < job)']) {
        assert.ok(mentionsJobs(text), text);
    }
});

test('scripts that do not', () => {
    for (const text of ['', '#!/bin/sh\necho hello\n', '# BSUB -q night', 'my-bsub x', 'bsubs x', './a.bsub x']) {
        assert.ok(!mentionsJobs(text), text);
    }
});
