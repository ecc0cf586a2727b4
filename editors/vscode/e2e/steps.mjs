// What the tests in a workbench have in common: the steps, and the numbers of problems.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Takes the steps whose names match `only`, and the first ones `always`. Stops at the first that fails; returns whether
 * one did.
 */
export async function take(steps, { always, only, pictures, picture, workbench }) {
    const wanted = ([name], index) => index < always || new RegExp(only).test(name);
    for (const [name, step] of Object.entries(steps).filter(wanted)) {
        const start = Date.now();
        try {
            await step();
            console.log(`ok      ${name} (${Date.now() - start} ms)`);
        } catch (error) {
            await picture('failure');
            // A hidden message may have more information.
            await workbench()
                .command('Notifications: Show Notifications')
                .then(
                    () => picture('failure-messages'),
                    () => {},
                );
            console.log(`FAILED  ${name}\n${error.message}\nSee ${path.join(pictures, 'failure.png')}.`);
            return true;
        }
    }
    return false;
}

/** The numbers of errors, warnings and infos that the command line reports. */
export function fromCommandLine(program, folder) {
    const run = spawnSync(program, ['check', folder, '--output-format', 'json'], { encoding: 'utf8' });
    const { diagnostics } = JSON.parse(run.stdout);
    const count = (severity) => diagnostics.filter((it) => it.severity === severity).length;
    return ['error', 'warning', 'info'].map(count);
}

/** The numbers in a text of the status bar, which can omit zeros. */
export const numbers = (text) => text.match(/\d+/g)?.join(' ') ?? '';
