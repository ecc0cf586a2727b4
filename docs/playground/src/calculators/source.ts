// The cluster of a calculator: one of the examples, or files of the user.

import type { About } from '../engine/client';
import { cluster, type ClusterName } from '../site/demo';
import type { Files } from '../site/files';

/** Files of the user, with the directory in which the cluster is. */
export interface OwnFiles {
    files: Files;
    /** Relative to `/`; empty for all files. */
    directory: string;
}

export type Source = ClusterName | OwnFiles;

/** A cluster as it is in links. Files that are not UTF-8 are in base64. */
export type PackedSource = ClusterName | { directory: string; files: Record<string, string | { base64: string }> };

export function filesOf(source: Source): Files {
    return typeof source === 'string' ? cluster(source) : source.files;
}

/** The directory that paths in questions and answers are relative to. */
export function folderOf(source: Source): string {
    if (typeof source === 'string') {
        return `/${source}`;
    }
    return `/${source.directory.replace(/^\/+|\/+$/g, '')}`;
}

/** What questions about a cluster are about. */
export function aboutOf(source: Source): About {
    const folder = folderOf(source);
    return { folder, cluster: folder };
}

/** The directory that all files have in common: where the cluster of a dropped folder is. */
export function commonDirectory(files: Files): string {
    const parts = [...files.keys()].map((it) => it.split('/').slice(1, -1));
    const [first] = parts;
    if (first === undefined) {
        return '';
    }
    let length = first.length;
    for (const other of parts) {
        const same = first.slice(0, length).findIndex((it, index) => it !== other[index]);
        length = same < 0 ? Math.min(length, other.length) : same;
    }
    return first.slice(0, length).join('/');
}

/** Files as they are in links, also in those of the playground. */
export function packFiles(files: Files): Record<string, string | { base64: string }> {
    const packed: Record<string, string | { base64: string }> = {};
    for (const [path, content] of files) {
        if (typeof content === 'string') {
            packed[path] = content;
        } else {
            let binary = '';
            for (const byte of content) {
                binary += String.fromCharCode(byte);
            }
            packed[path] = { base64: btoa(binary) };
        }
    }
    return packed;
}

export function pack(source: Source): PackedSource {
    return typeof source === 'string' ? source : { directory: source.directory, files: packFiles(source.files) };
}

/** The cluster of a link; nothing if the link has none that can be read. */
export function unpack(packed: unknown): Source | undefined {
    if (packed === 'demo' || packed === 'clean') {
        return packed;
    }
    if (typeof packed !== 'object' || packed === null || !('files' in packed)) {
        return undefined;
    }
    const files: Files = new Map();
    const given: unknown = packed.files;
    if (typeof given !== 'object' || given === null) {
        return undefined;
    }
    for (const [path, content] of Object.entries(given as Record<string, unknown>)) {
        if (!path.startsWith('/')) {
            continue;
        }
        if (typeof content === 'string') {
            files.set(path, content);
        } else if (typeof content === 'object' && content !== null && 'base64' in content) {
            files.set(path, bytesOf(String(content.base64)));
        }
    }
    const directory = 'directory' in packed && typeof packed.directory === 'string' ? packed.directory : '';
    return files.size === 0 ? undefined : { files, directory };
}

function bytesOf(base64: string): Uint8Array {
    try {
        return Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
    } catch {
        return new Uint8Array();
    }
}
