// The text of the status item.

export type State =
    | { is: 'starting' }
    | { is: 'running'; version: string | undefined; source: string; program: string }
    | { is: 'stopped' }
    | { is: 'missing'; because: string }
    | { is: 'failed'; because: string };

/** Information about the active file. */
export interface Focus {
    /** The name of its cluster. */
    cluster?: string | undefined;
    /** The number of problems in its lsflint.toml. */
    configurationProblems?: number;
}

export interface Status {
    text: string;
    detail: string;
    severity: 'information' | 'warning' | 'error';
    busy: boolean;
    /** The command of a click. */
    command: { id: string; title: string };
}

const OUTPUT = { id: 'lsflint.showOutput', title: 'Show Output' };
const RESTART = { id: 'lsflint.restart', title: 'Restart' };
const SETTINGS = { id: 'lsflint.openSettings', title: 'Open Settings' };

/** The item for a state. */
export function status(state: State, focus: Focus): Status {
    const base = { severity: 'information', busy: false, command: OUTPUT } as const;
    switch (state.is) {
        case 'starting':
            return { ...base, text: 'lsflint', detail: 'starting', busy: true };
        case 'running':
            return running(state, focus);
        case 'stopped':
            return { ...base, text: 'lsflint: stopped', detail: 'not running', severity: 'warning', command: RESTART };
        case 'missing':
            return { ...base, text: 'lsflint: not found', detail: state.because, severity: 'error', command: SETTINGS };
        case 'failed':
            return { ...base, text: 'lsflint: failed', detail: state.because, severity: 'error' };
    }
}

function running({ version, source, program }: State & { is: 'running' }, focus: Focus): Status {
    const origin =
        { setting: 'from lsflint.path', bundled: 'bundled', PATH: 'from PATH', module: 'in this browser' }[source] ??
        program;
    const server = `${version ?? 'unknown version'}, ${origin}`;
    const problems = focus.configurationProblems ?? 0;
    if (problems > 0) {
        return {
            text: 'lsflint.toml',
            detail: `${problems === 1 ? 'a problem' : `${problems} problems`} in lsflint.toml; ${server}`,
            severity: 'warning',
            busy: false,
            command: { id: 'workbench.actions.view.problems', title: 'Show Problems' },
        };
    }
    return {
        text: focus.cluster === undefined ? 'lsflint' : `cluster ${focus.cluster}`,
        detail: `lsflint ${server}`,
        severity: 'information',
        busy: false,
        command: OUTPUT,
    };
}

/**
 * The cluster of a file: the name of the nearest lsf.cluster file. Undefined if two are equally near, or if the nearest one is a backup
 * (`lsf.cluster.west.bak`).
 */
export function nearestCluster(file: string, clusterFiles: readonly string[]): string | undefined {
    const folders = file.split('/').slice(0, -1);
    const shared = (other: string): number => {
        const others = other.split('/').slice(0, -1);
        const end = others.findIndex((part, index) => part !== folders[index]);
        return end < 0 ? others.length : end;
    };
    const known = clusterFiles.map((it) => ({ name: clusterOf(it), near: shared(it) })).filter((it) => it.name);
    const nearest = Math.max(...known.map((it) => it.near));
    const names = new Set(known.filter((it) => it.near === nearest).map((it) => it.name));
    return names.size === 1 ? [...names][0] : undefined;
}

/** `lsf.cluster.NAME` names the cluster. */
function clusterOf(file: string): string | undefined {
    return /\/lsf\.cluster\.([^./\s]+)$/.exec(file)?.[1];
}
