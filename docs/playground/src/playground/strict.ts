// The switch for strict syntax of requirements. It is a line of lsf.conf, as for LSF: the switch writes that line.

import type { ChangeSpec } from '@codemirror/state';
import type { Project } from './project';

const LINE = /^[ \t]*LSF_STRICT_RESREQ[ \t]*=[ \t]*["']?(\w*).*$/im;

function configOf(project: Project): string | undefined {
    const paths = project.paths.filter((it) => it.endsWith('/lsf.conf'));
    // The nearest one to the top is that of the cluster.
    return paths.sort((a, b) => a.split('/').length - b.split('/').length)[0];
}

/** Whether requirements are strict; nothing if there is no lsf.conf. */
export function isStrict(project: Project): boolean | undefined {
    const path = configOf(project);
    const text = path === undefined ? undefined : project.text(path);
    return text === undefined ? undefined : /^y/i.test(LINE.exec(text)?.[1] ?? '');
}

/** The file and the change that turn the switch. */
export function setStrict(project: Project, strict: boolean): { path: string; change: ChangeSpec } | undefined {
    const path = configOf(project);
    const text = path === undefined ? undefined : project.text(path)?.replaceAll('\r\n', '\n');
    if (path === undefined || text === undefined) {
        return undefined;
    }
    const insert = `LSF_STRICT_RESREQ=${strict ? 'Y' : 'N'}`;
    const line = LINE.exec(text);
    if (line !== null) {
        return { path, change: { from: line.index, to: line.index + line[0].length, insert } };
    }
    const start = text === '' || text.endsWith('\n') ? '' : '\n';
    return { path, change: { from: text.length, insert: `${start}${insert}\n` } };
}
