// The queues and application profiles of a cluster, for quick picks.
import type { CommandArgument } from './protocol';

/** The used properties of a workspace symbol. */
export interface Named {
    name: string;
    /** Kind and file, as sent by the server: `queue of lsb.queues`. */
    containerName: string;
    uri: string;
}

export interface Subject {
    label: string;
    description: string;
    argument: CommandArgument;
}

/** The kinds of symbols with a requirement, as the server names them. */
export const KINDS = ['queue', 'application profile'] as const;

/** The items of the quick pick. A name used in several clusters is listed once for each file. */
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
