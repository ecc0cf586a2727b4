// The calculators, used as a person would: fill in, read the result, copy the link, open it elsewhere.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answered, eventually, inBrowsers, root } from './support.mjs';

const summary = (page) => page.locator('.summary').innerText();
const result = (page) => page.locator('#result').innerText();

const ready = answered;

async function fill(page, fields) {
    for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).fill(value);
    }
    await answered(page);
}

/** Replaces the text of a field at once, as a paste does. In Firefox, `fill` takes half a minute for 200 lines. */
async function replaceText(field, change) {
    const text = change(await field.inputValue());
    await field.evaluate((it, value) => {
        it.value = value;
        it.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
}

/** The fragment that the button puts into the address. */
async function link(page) {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await eventually('the message', async () => /Copied|Copy the link/.test(await page.locator('.link').innerText()));
    const { hash } = new URL(page.url());
    assert.match(hash, /^#v1\./);
    return hash;
}

/** Opens the link of a page in another one, which must show the same. */
async function sameElsewhere(open, page, name) {
    const hash = await link(page);
    const other = await open(name, { hash, ready });
    assert.equal(await summary(other), await summary(page));
    assert.equal(await result(other), await result(page));
    return other;
}

/** An archive of a cluster of the user, with one change. */
function archive(change) {
    const folder = mkdtempSync(path.join(tmpdir(), 'lsflint-calculators.'));
    cpSync(path.join(root, 'testdata/clusters/clean'), path.join(folder, 'mine'), { recursive: true });
    change?.(path.join(folder, 'mine'));
    execFileSync('tar', ['-C', folder, '-czf', path.join(folder, 'mine.tar.gz'), 'mine']);
    return { file: path.join(folder, 'mine.tar.gz'), remove: () => rmSync(folder, { recursive: true }) };
}

inBrowsers({
    'the list leads to each calculator': async ({ open }) => {
        const page = await open('calculators.html');
        const links = page.locator('.cards a');
        assert.equal(await links.count(), 8);
        await page.getByRole('link', { name: 'Where elims run' }).click();
        await answered(page);
        assert.match(await summary(page), /All hosts are up; mgmt1 is the management host/);
        assert.equal(await page.locator('.subnav [aria-current=page]').innerText(), 'Where elims run');
    },

    'merge: levels, origins, steps and notes': async ({ open }) => {
        const page = await open('merge.html', { ready });
        await fill(page, { Queue: '@sim', 'Application profile': '@vsim', 'Job (-R)': 'rusage[mem=9000]' });
        assert.equal(await summary(page), 'Merged, simple');
        const requirement = page.locator('.requirement');
        assert.match(await requirement.innerText(), /select\[type==X86_64 && swp>2048/);
        const from = async (level) => (await requirement.locator(`.from-${level}`).allInnerTexts()).join(' ');
        assert.match(await from('job'), /^mem=9000/);
        assert.match(await from('application'), /swp=2000.*duration=2h/s);
        assert.match(await from('queue'), /type==X86_64.*scratch=4096/s);
        // Not by colour alone: a letter for the eye, words for a screen reader.
        assert.match(await from('job'), /J.*\(job\)/s);
        assert.match(await result(page), /S4\s+mem=9000 of the job overrides mem=8000 of the application profile/);
        assert.match(await result(page), /only the queue limits it/);
        await fill(page, { 'Tasks (-n)': '4' });
        assert.match(await result(page), /Reserved for 4 tasks/);
        const other = await sameElsewhere(open, page, 'merge.html');
        assert.equal(await other.getByLabel('Job (-R)').inputValue(), 'rusage[mem=9000]');
        await fill(other, { 'Job (-R)': '' });
        assert.doesNotMatch(await result(other), /mem=9000/);
    },

    'merge: what is wrong is next to its field, in the words of the engine': async ({ open }) => {
        const page = await open('merge.html', { ready });
        await fill(page, { Queue: '@simm' });
        const error = (key) => page.locator(`#field-${key}-error`);
        assert.equal(await error('queue').innerText(), 'unknown queue simm in lsb.queues; did you mean sim?');
        assert.equal(await page.getByLabel('Queue', { exact: true }).getAttribute('aria-invalid'), 'true');
        assert.equal(await result(page), '');
        await fill(page, { Queue: 'select[mem>' });
        assert.match(await error('queue').innerText(), /error .*\[R\d+\]/);
        assert.equal(await error('job').innerText(), '');
        await fill(page, { Queue: '', 'Job (-R)': 'select[nosuch]\nrusage[mem=1]order[ut]' });
        assert.match(await error('job').innerText(), /missing space before section order/);
        await fill(page, { 'Job (-R)': '', 'Tasks (-n)': 'many' });
        assert.match(await error('tasks').innerText(), /many is not a number of tasks; expected N or MIN,MAX/);
        await fill(page, { 'Tasks (-n)': '' });
        assert.equal(await error('tasks').isVisible(), false);
        await page.getByText('Time and version').click();
        await fill(page, { Time: 'noon' });
        assert.match(await error('at').innerText(), /expected a day and a time/);
    },

    'merge: a job that LSF rejects, and the names of the cluster': async ({ open }) => {
        const page = await open('merge.html', { ready });
        await page.getByRole('button', { name: 'more than the queue allows' }).click();
        await answered(page);
        assert.equal(await summary(page), 'Rejected: mem=9000 of the job exceeds mem=500 of the queue');
        const names = await page.locator('#field-queue-names option').evaluateAll((all) => all.map((it) => it.value));
        assert.ok(names.includes('@regress') && names.includes('@short'), names.join());
    },

    'an old answer never replaces a new one': async ({ open }) => {
        const page = await open('merge.html', { ready });
        const field = page.getByLabel('Job (-R)');
        await fill(page, { Queue: '', 'Application profile': '', 'Job (-R)': '' });
        const seen = await page.evaluate(() => {
            globalThis.shown = [];
            new MutationObserver(() => {
                const busy = document.querySelector('#result[aria-busy]') !== null;
                if (!busy) {
                    const mark = document.querySelector('.requirement')?.textContent ?? '';
                    globalThis.shown.push([document.querySelector('#field-job').value, mark]);
                }
            }).observe(document.querySelector('#result'), { childList: true, attributes: true });
            return globalThis.shown.length;
        });
        assert.equal(seen, 0);
        await field.pressSequentially('rusage[mem=123456]', { delay: 40 });
        await answered(page);
        await eventually('the last answer', async () =>
            (await page.locator('.requirement').innerText()).includes('mem=123456'),
        );
        for (const [typed, shown] of await page.evaluate(() => globalThis.shown)) {
            const amount = /mem=(\d+)/.exec(shown)?.[1];
            assert.ok(amount === undefined || typed.includes(`mem=${amount}`), `${typed} showed ${shown}`);
        }
    },

    'hosts: verdicts, reasons and filters': async ({ open }) => {
        const page = await open('hosts.html', { ready });
        await fill(page, { Queue: '', 'Job (-R)': 'select[mem>4000 && nvme]' });
        assert.match(await summary(page), /^\d+ of 21 hosts can match$/);
        const rows = page.locator('table.hosts tbody tr');
        assert.equal(await rows.count(), 21);
        await page.getByRole('button', { name: /depends$/ }).click();
        await answered(page);
        const depends = await rows.count();
        assert.ok(depends > 0 && depends < 21);
        assert.match(await rows.first().innerText(), /depends\s+.*mem/);
        assert.equal(await page.getByRole('button', { name: /depends$/ }).getAttribute('aria-pressed'), 'true');
        await fill(page, { 'Show only hosts with': 'PNR' });
        assert.ok((await rows.count()) < depends);
        await sameElsewhere(open, page, 'hosts.html');
    },

    'aps: the value, its terms and the curve': async ({ open }) => {
        const page = await open('aps.html', { ready });
        await fill(page, {
            Queue: 'sim',
            'Other facts about the job': 'FS=0.75',
            'Pending for': '10m',
            'Curve up to': '2h',
        });
        const early = Number(/-?[\d.]+/.exec(await summary(page))[0]);
        assert.match(
            await result(page),
            /JPRIORITY.*not included: the job has pended for 10m, but the grace period is 30m/,
        );
        await fill(page, { 'Pending for': '1h' });
        const late = Number(/-?[\d.]+/.exec(await summary(page))[0]);
        assert.ok(late > early, `${late} after ${early}`);
        // The job priority grows: 50 at first, 2 every 30 minutes.
        assert.match(await result(page), /JPRIORITY\s+54\s+1\s+54\s+half of MAX_USER_PRIORITY, with growth/);
        assert.match(await page.locator('.curve').getAttribute('aria-label'), /after 2 h/);
        const steps = page.locator('#steps tbody tr');
        assert.match((await steps.allInnerTexts()).join('\n'), /30 min\s+\d+\s+JPRIORITY/);
        const slider = page.getByLabel('Pending time in minutes');
        await slider.focus();
        await slider.press('Home');
        await answered(page);
        assert.equal(await page.getByLabel('Pending for').first().inputValue(), '0m');
        await fill(page, { 'Pending for': '3' });
        assert.match(
            await page.locator('#field-pending-error').innerText(),
            /3 is not a time; expected a number with s, m, h or d/,
        );
        await fill(page, { 'Pending for': '45m' });
        await sameElsewhere(open, page, 'aps.html');
        await fill(page, { Queue: '', 'or a value of APS_PRIORITY': 'WEIGHT[[SWP, 1]]' });
        assert.match(await page.locator('#field-weights-error').innerText(), /unknown APS_PRIORITY factor SWP/);
    },

    'elims: hosts are switched off, also by keyboard': async ({ open }) => {
        const page = await open('elims.html', { ready });
        const box = page.getByRole('checkbox', { name: 'mgmt1' });
        await box.focus();
        await box.press('Space');
        await answered(page);
        assert.match(await summary(page), /^1 host down; mgmt2 is the management host; \d+ changes$/);
        assert.match(await result(page), /mgmt2 restarts its elims, now also for sim_lic/);
        assert.equal(await page.evaluate(() => document.activeElement.value), 'mgmt1');
        await page.getByLabel('Find a host').fill('sim1');
        await page.getByRole('checkbox', { name: 'sim1' }).uncheck();
        await answered(page);
        assert.match(await result(page), /rackpower\s+sim2/);
        const other = await sameElsewhere(open, page, 'elims.html');
        assert.equal(await other.getByRole('checkbox', { name: 'mgmt1' }).isChecked(), false);
        await other.getByRole('button', { name: 'All up' }).click();
        await answered(other);
        assert.match(await summary(other), /All hosts are up/);
    },

    'calendar: a week of windows and #if': async ({ open }) => {
        const page = await open('calendar.html', { ready });
        await page.getByRole('button', { name: 'queue night: RUN_WINDOW' }).click();
        await answered(page);
        const cell = (day, hour) => page.locator('table.week tbody tr').nth(day).locator('td').nth(hour);
        assert.equal(await cell(0, 3).getAttribute('title'), 'Mon 03:00: open');
        assert.equal(await cell(0, 12).getAttribute('title'), 'Mon 12:00: closed');
        assert.equal(await cell(0, 8).getAttribute('title'), 'Mon 08:00: open, then closed');
        assert.equal(await cell(5, 12).getAttribute('title'), 'Sat 12:00: open');
        assert.equal(await cell(0, 3).innerText(), '●');
        await sameElsewhere(open, page, 'calendar.html');
        await fill(page, { Queue: 'regress' });
        assert.match(await result(page), /08:00\s+every day\s+queue regress: UJOB_LIMIT\s+400 → 150/);
        await fill(page, { Queue: 'nosuch' });
        assert.equal(await page.locator('#field-queue-error').innerText(), 'unknown queue nosuch');
    },

    'job: a script against the cluster': async ({ open }) => {
        const page = await open('job.html', { ready });
        assert.match(await result(page), /unknown queue nromal \[J101\], line 4/);
        assert.match(await result(page), /LSF prints: No such queue/);
        await fill(page, { 'Job script': '#!/bin/sh\n#BSUB -q short\n#BSUB -W 2:00\n./run\n' });
        assert.match(await result(page), /-W 2:00 exceeds RUNLIMIT of queue short: 15 minutes/);
        // The line of the cluster, with its text.
        assert.match(await result(page), /lsb\.queues:157\s+RUNLIMIT\s+= 15/);
        await sameElsewhere(open, page, 'job.html');
        await fill(page, { 'Job script': '#!/bin/sh\n#BSUB -q short\n#BSUB -W 10\n./run\n' });
        assert.match(await summary(page), /1 job; nothing in the files keeps it from running/);
        await fill(page, { 'Job script': 'no script' });
        assert.equal(await summary(page), 'The script submits no job that lsflint can read');
    },

    'plan: files that are edited here, and files of the user': async ({ open }) => {
        const page = await open('plan.html', { ready });
        assert.match(await summary(page), /2 notable changes; 2 commands to run/);
        assert.match(await result(page), /badmin reconfig/);
        await page.getByRole('button', { name: 'Undo the edits of this file' }).click();
        await answered(page);
        assert.match(await result(page), /^(?!.*badmin reconfig)/s);
        const text = page.getByLabel('Text after the change');
        await replaceText(text, (it) => it.replace(/^RUNLIMIT +=.*$/m, 'RUNLIMIT = 1:00'));
        await answered(page);
        assert.match(await result(page), /queue interactive: RUNLIMIT/);
        await sameElsewhere(open, page, 'plan.html');
        // HTML in files stays text.
        await replaceText(text, (it) => `${it}\nBegin Queue\nQUEUE_NAME = <img/src=x/onerror=alert(1)>\nEnd Queue\n`);
        await answered(page);
        assert.equal(await page.locator('#result img').count(), 0);
    },

    'messages: a pending reason with the lines of the cluster': async ({ open }) => {
        const page = await open('messages.html', { ready });
        assert.match(await result(page), /select of the job, or of its application profile, is false on the hosts/);
        assert.match(await result(page), /0 of 2 hosts can match/);
        await fill(page, {
            'Output of bjobs, bsub or badmin, or lines of a log': ' Job slot limit reached: 3 hosts;\nsomething else\n',
        });
        assert.match(await summary(page), /1 message explained, 1 line not recognized/);
        assert.match(await result(page), /all job slots of the hosts are in use/);
        assert.match(await result(page), /lsb\.hosts:7\s+mgmt1/);
        await sameElsewhere(open, page, 'messages.html');
    },

    'a cluster of the user, which is in the link': async ({ open }) => {
        const { file, remove } = archive();
        try {
            const page = await open('merge.html', { ready });
            await page.getByLabel('Cluster', { exact: true }).selectOption('own');
            await page.getByLabel('Files or an archive').setInputFiles(file);
            await eventually('the files', async () => /1\d files/.test(await page.locator('.picker').innerText()));
            await answered(page);
            assert.equal(await page.getByLabel('Directory of the cluster').inputValue(), 'mine');
            await fill(page, { Queue: '@sim', 'Application profile': '', 'Job (-R)': '' });
            assert.equal(await summary(page), 'Merged, simple');
            const other = await sameElsewhere(open, page, 'merge.html');
            assert.equal(await other.getByLabel('Cluster', { exact: true }).inputValue(), 'own');
            await page.getByLabel('Directory of the cluster').fill('mine/nowhere');
            await answered(page);
            assert.equal(await summary(page), 'No answer');
        } finally {
            remove();
        }
    },

    'files that are dropped': async ({ open }) => {
        const page = await open('hosts.html', { ready });
        await page.locator('.picker').evaluate((element) => {
            const data = new DataTransfer();
            const queues = 'Begin Queue\nQUEUE_NAME = mine\nEnd Queue\n';
            data.items.add(new File([queues], 'lsb.queues'));
            data.items.add(
                new File(
                    ['Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! X86_64 1 ()\nEnd Host\n'],
                    'lsf.cluster.c1',
                ),
            );
            element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        });
        await eventually('the files', async () => /2 files/.test(await page.locator('.picker').innerText()));
        await fill(page, { Queue: '@mine', 'Job (-R)': 'select[type==any]' });
        assert.match(await summary(page), /of 1 host can match/);
    },

    'links that cannot be read': async ({ open }) => {
        const page = await open('merge.html', { hash: '#v1.AAAA', ready });
        assert.match(await page.locator('.link').innerText(), /The link is damaged/);
        assert.equal(await summary(page), 'Merged, simple');
    },

    'pages that are opened as files': async ({ open }) => {
        const page = await open('merge.html', { asFile: true, ready });
        assert.equal(await summary(page), 'Merged, simple');
        const hash = await link(page);
        const other = await open('merge.html', { asFile: true, hash, ready });
        assert.equal(await result(other), await result(page));
    },
});
