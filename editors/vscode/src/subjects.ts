// The queues and profiles of a cluster, to choose from.
import type { CommandArgument } from './protocol';

/** A symbol of the workspace, as far as it matters here. */
export interface Named {
    name: string;
    /** What it is and where, in the words of the server: `queue of lsb.queues`. */
    containerName: string;
    uri: string;
}

export interface Subject {
    label: string;
    description: string;
    argument: CommandArgument;
}

/** The kinds of symbols that have a requirement, and what the server calls them. */
export const KINDS = ['queue', 'application profile'] as const;

/** What can be chosen; a name that clusters share is listed once for each file. */
export function subjectsOf(symbols: readonly Named[]): Subject[] {
    const subjects = new Map<string, Subject>();
    for (const { name, containerName, uri } of symbols) {
        const kind = KINDS.find((it) => containerName.startsWith(`${it} of `));
        if (kind !== undefined) {
            const argument = kind === 'queue' ? { uri, queue: name } : { uri, application: name };
            subjects.set(`${uri} ${kind} ${name}`, { label: name, description: containerName, argument });
        }
    }
    const order = (it: Subject): string => `${it.argument.queue === undefined ? 1 : 0} ${it.label}`;
    return [...subjects.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
