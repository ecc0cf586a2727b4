// What a link contains: the files, the one that is shown, and the version of LSF.

import { pathOf, type Files } from '../site/files';
import { ShareError } from '../site/share';

/** The state of the page. Links to examples of rules have it, too; xtask/src/docs/playground.rs makes them. */
export interface State {
    files: Files;
    open?: string;
    target?: string;
}

/** What is written: texts, and bytes in base64. */
interface Written {
    files: Record<string, string | { base64: string }>;
    open?: string;
    target?: string;
}

type Entry = [string, string | { base64: string }];

export function write({ files, open, target }: State): Written {
    const entries = [...files].map(([path, content]): Entry => {
        if (typeof content === 'string') {
            return [path, content];
        }
        let binary = '';
        for (const byte of content) {
            binary += String.fromCharCode(byte);
        }
        return [path, { base64: btoa(binary) }];
    });
    return {
        files: Object.fromEntries(entries),
        ...(open === undefined ? {} : { open }),
        ...(target === undefined ? {} : { target }),
    };
}

/** @throws ShareError if it is something else: anybody can make a link. */
export function read(state: object): State {
    const { files: given, open, target } = state as Partial<Record<keyof Written, unknown>>;
    if (typeof given !== 'object' || given === null) {
        throw new ShareError('The link has no files.');
    }
    const files: Files = new Map();
    for (const [name, content] of Object.entries(given as Record<string, unknown>)) {
        const path = pathOf(name);
        if (path === undefined) {
            continue;
        }
        if (typeof content === 'string') {
            files.set(path, content);
        } else if (typeof (content as { base64?: unknown } | null)?.base64 === 'string') {
            const binary = atob((content as { base64: string }).base64);
            files.set(
                path,
                Uint8Array.from(binary, (it) => it.charCodeAt(0)),
            );
        } else {
            throw new ShareError(`The link has no text for ${path}.`);
        }
    }
    if (files.size === 0) {
        throw new ShareError('The link has no files.');
    }
    return {
        files,
        ...(typeof open === 'string' ? { open } : {}),
        ...(typeof target === 'string' ? { target } : {}),
    };
}
