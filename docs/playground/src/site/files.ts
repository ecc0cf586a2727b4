// Files of a page: read from what a person drops or chooses, and written as an archive.

import { unzip } from 'fflate';
import { packTar, unpackTar } from 'modern-tar';

/** Files by their absolute paths, with `/`. Files that are not UTF-8 are bytes. */
export type Files = Map<string, string | Uint8Array>;

/** The most that is read: more than any configuration, less than fills the memory. */
export const LIMITS = { files: 3000, file: 16_000_000, total: 100_000_000 };

/** What was read cannot be used; the message is for the user. */
export class FilesError extends Error {}

/** What was read, and what was left out. */
export interface Read {
    files: Files;
    /** One line for each file that was left out, with the reason. */
    skipped: string[];
}

/** Folders that are never part of a configuration. */
const IGNORED = new Set(['.git', '.hg', '.svn', 'node_modules', '__MACOSX']);

/** Collects files within the limits. */
class Collector {
    readonly files: Files = new Map();
    readonly skipped: string[] = [];
    #total = 0;

    /** Whether a file of this size can be taken; says why if not. */
    takes(path: string, size: number): boolean {
        if (size > LIMITS.file) {
            this.skipped.push(`${path}: larger than ${LIMITS.file / 1e6} MB`);
            return false;
        }
        this.#total += size;
        if (this.#total > LIMITS.total || this.files.size >= LIMITS.files) {
            throw new FilesError(
                `These are too many files: the most is ${LIMITS.files} files with ${LIMITS.total / 1e6} MB.`,
            );
        }
        return true;
    }

    add(path: string, bytes: Uint8Array): void {
        if (isBinary(bytes)) {
            this.skipped.push(`${path}: not a text file`);
        } else {
            this.files.set(path, textOf(bytes));
        }
    }

    result(): Read {
        if (this.files.size === 0) {
            const reasons = this.skipped.length > 0 ? `: ${this.skipped.slice(0, 3).join('; ')}` : '.';
            throw new FilesError(`There are no text files in it${reasons}`);
        }
        const sorted = [...this.files].sort(([a], [b]) => (a < b ? -1 : 1));
        return { files: new Map(sorted), skipped: this.skipped };
    }
}

/** The absolute path of a name in an archive or a folder; nothing if it is left out. */
export function pathOf(name: string): string | undefined {
    const parts: string[] = [];
    for (const part of name.replaceAll('\\', '/').split('/')) {
        if (part === '..') {
            parts.pop();
        } else if (part !== '' && part !== '.') {
            parts.push(part);
        }
    }
    return parts.length === 0 || parts.some((it) => IGNORED.has(it)) ? undefined : `/${parts.join('/')}`;
}

/** The text of a file, or the bytes if it is not UTF-8. A byte order mark stays. */
export function textOf(bytes: Uint8Array): string | Uint8Array {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        return bytes;
    }
}

function isBinary(bytes: Uint8Array): boolean {
    return bytes.subarray(0, 8000).includes(0);
}

/** What was dropped on a page: a folder, files, or archives. Must be called before the event handler returns. */
export async function readDrop(data: DataTransfer): Promise<Read> {
    // The list is emptied when the handler returns.
    const entries = [...data.items].map((it) => it.webkitGetAsEntry()).filter((it) => it !== null);
    const files = [...data.files];
    if (entries.length === 0) {
        return readFiles(files);
    }
    const found: { file: File; path: string }[] = [];
    for (const entry of entries) {
        await walk(entry, found);
    }
    return readAll(found);
}

/** Files of an `<input type="file">`, with or without `webkitdirectory`. */
export function readFiles(files: Iterable<File>): Promise<Read> {
    return readAll([...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}

async function walk(entry: FileSystemEntry, found: { file: File; path: string }[]): Promise<void> {
    if (pathOf(entry.fullPath) === undefined) {
        return;
    }
    if (found.length > LIMITS.files) {
        throw new FilesError(`These are too many files: the most is ${LIMITS.files}.`);
    }
    if (entry.isFile) {
        const file = await new Promise<File>((resolve, reject) => {
            (entry as FileSystemFileEntry).file(resolve, reject);
        });
        found.push({ file, path: entry.fullPath });
        return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
        // A call returns some of the entries, and none at the end.
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
            reader.readEntries(resolve, reject);
        });
        if (some.length === 0) {
            return;
        }
        for (const one of some) {
            await walk(one, found);
        }
    }
}

async function readAll(found: { file: File; path: string }[]): Promise<Read> {
    const [first] = found;
    if (found.length === 1 && first !== undefined && isArchive(first.file.name)) {
        return readArchive(first.file, first.file.name);
    }
    const collector = new Collector();
    for (const { file, path } of found) {
        const absolute = pathOf(path);
        if (absolute !== undefined && collector.takes(absolute, file.size)) {
            collector.add(absolute, new Uint8Array(await file.arrayBuffer()));
        }
    }
    return collector.result();
}

/** Whether a file is read as an archive. */
export function isArchive(name: string): boolean {
    return /\.(tar|tar\.gz|tgz|zip)$/i.test(name);
}

/** The files of an archive: tar, tar.gz or zip. */
export async function readArchive(archive: Blob, name: string): Promise<Read> {
    try {
        return /\.zip$/i.test(name) ? await readZip(archive) : await readTar(archive, /z$/i.test(name));
    } catch (error) {
        if (error instanceof FilesError) {
            throw error;
        }
        throw new FilesError(`${name} cannot be read as an archive.`);
    }
}

async function readTar(archive: Blob, compressed: boolean): Promise<Read> {
    const stream = archive.stream();
    const plain = compressed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
    const collector = new Collector();
    let total = 0;
    const limited = plain.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller): void {
                total += chunk.length;
                if (total > 2 * LIMITS.total) {
                    throw new FilesError(`The archive is larger than ${(2 * LIMITS.total) / 1e6} MB.`);
                }
                controller.enqueue(chunk);
            },
        }),
    );
    for (const { header, data } of await unpackTar(limited)) {
        const path = pathOf(header.name);
        if (path === undefined || header.type === 'directory') {
            continue;
        }
        if (header.type !== 'file') {
            collector.skipped.push(`${path}: a ${header.type}`);
        } else if (collector.takes(path, header.size)) {
            collector.add(path, data ?? new Uint8Array());
        }
    }
    return collector.result();
}

async function readZip(archive: Blob): Promise<Read> {
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const collector = new Collector();
    let tooMuch: unknown;
    const entries = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
        const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
            const path = pathOf(name);
            try {
                return path !== undefined && !name.endsWith('/') && collector.takes(path, originalSize);
            } catch (error) {
                tooMuch = error;
                return false;
            }
        };
        unzip(bytes, { filter }, (error, unzipped) => {
            if (error) {
                reject(error);
            } else {
                resolve(unzipped);
            }
        });
    });
    if (tooMuch instanceof FilesError) {
        throw tooMuch;
    }
    for (const [name, content] of Object.entries(entries)) {
        const path = pathOf(name);
        if (path !== undefined) {
            collector.add(path, content);
        }
    }
    return collector.result();
}

/** The files as a .tar.gz archive, with paths relative to `/`. */
export async function writeArchive(files: Files): Promise<Blob> {
    const entries = [...files].map(([path, content]) => {
        const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        return { header: { name: path.slice(1), size: body.length, mode: 0o644 }, body };
    });
    const tar = new Blob([await packTar(entries)]).stream().pipeThrough(new CompressionStream('gzip'));
    const gzip = await new Response(tar).arrayBuffer();
    return new Blob([gzip], { type: 'application/gzip' });
}

/** Hands a file to the user. */
export function download(content: Blob, name: string): void {
    const address = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // The browser reads it after this task.
    setTimeout(() => {
        URL.revokeObjectURL(address);
    }, 60_000);
}
