// The files of the workspace, for the module: reads them, and watches for changes.
import * as vscode from 'vscode';
import type { Written } from './messages';
import type { Places } from './places';
import { includedBy, isNamedLikeOurs, isSearched, MOST_BYTES, MOST_FILES } from './reading';

/** How many files are read at the same time. */
const TOGETHER = 32;

/** Changes are collected for this time, in milliseconds: a checkout changes many files. */
const COLLECTED = 50;

/** The file systems of the editor, as the module sees them. */
export class Files {
    /** The paths of the files that the module has. */
    private readonly known = new Set<string>();
    private readonly changed = new Map<string, vscode.Uri>();
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(
        private readonly places: Places,
        private readonly log: (line: string) => void,
    ) {}

    /** Reads all files of the workspace, and the directories of other open files. */
    async load(): Promise<Written[]> {
        const folders = vscode.workspace.workspaceFolders ?? [];
        const all = await Promise.all(folders.map((it) => this.below(it.uri)));
        const loose = vscode.workspace.textDocuments.map((it) => it.uri).filter((it) => this.isLoose(it));
        const next = await Promise.all(loose.map((it) => this.nextTo(it)));
        return this.read([...all.flat(), ...next.flat()]);
    }

    /** Passes changes of files on until it is disposed. */
    watch(write: (files: Written[]) => void): vscode.Disposable {
        const change = (uri: vscode.Uri): void => {
            this.changed.set(uri.toString(), uri);
            this.timer ??= setTimeout(() => {
                this.timer = undefined;
                const uris = [...this.changed.values()];
                this.changed.clear();
                void this.update(uris).then(write);
            }, COLLECTED);
        };
        const watcher = vscode.workspace.createFileSystemWatcher('**/*');
        return vscode.Disposable.from(
            watcher,
            watcher.onDidCreate(change),
            watcher.onDidChange(change),
            watcher.onDidDelete(change),
            vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => {
                added.forEach((it) => {
                    this.places.add(it.uri);
                    change(it.uri);
                });
            }),
            // What is next to a file that is opened without a folder is its cluster.
            vscode.workspace.onDidOpenTextDocument((document) => {
                if (this.isLoose(document.uri)) {
                    void this.nextTo(document.uri)
                        .then((it) => this.read(it))
                        .then(write);
                }
            }),
            // Saving is a change, also where a file system reports none.
            vscode.workspace.onDidSaveTextDocument((document) => {
                change(document.uri);
            }),
            {
                dispose: () => {
                    clearTimeout(this.timer);
                },
            },
        );
    }

    /** The files that were created, changed or removed; the same for all files below directories. */
    private async update(uris: vscode.Uri[]): Promise<Written[]> {
        const written: Written[] = [];
        for (const uri of uris) {
            const path = this.places.path(uri);
            const type = (await settled(vscode.workspace.fs.stat(uri)))?.type;
            if (path === undefined || !uri.path.split('/').slice(0, -1).every(isSearchedPart)) {
                continue;
            }
            if (type !== undefined && (type & vscode.FileType.Directory) !== 0) {
                written.push(...(await this.read(await this.below(uri))));
            } else if (type !== undefined) {
                written.push(...(await this.read([uri])));
            } else {
                const removed = [...this.known].filter((it) => it === path || it.startsWith(`${path}/`));
                removed.forEach((it) => this.known.delete(it));
                written.push(...removed.map((it) => [it, undefined] as const));
            }
        }
        return written;
    }

    /** Whether a document is a file that belongs to no folder of the workspace. */
    private isLoose(uri: vscode.Uri): boolean {
        return this.places.path(uri) !== undefined && vscode.workspace.getWorkspaceFolder(uri) === undefined;
    }

    /** The files in the directory of a file. */
    private async nextTo(uri: vscode.Uri): Promise<vscode.Uri[]> {
        const folder = vscode.Uri.joinPath(uri, '..');
        const entries = (await settled(vscode.workspace.fs.readDirectory(folder))) ?? [];
        const files = entries.filter(([name, type]) => (type & vscode.FileType.File) !== 0 && isNamedLikeOurs(name));
        return files.map(([name]) => vscode.Uri.joinPath(folder, name));
    }

    /** The files below a directory. */
    private async below(folder: vscode.Uri): Promise<vscode.Uri[]> {
        const entries = (await settled(vscode.workspace.fs.readDirectory(folder))) ?? [];
        const found = entries.map(([name, type]) => {
            const uri = vscode.Uri.joinPath(folder, name);
            if ((type & vscode.FileType.Directory) === 0) {
                return Promise.resolve([uri]);
            }
            // A link may lead to a directory above it.
            const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
            return isLink || !isSearched(name) ? Promise.resolve([]) : this.below(uri);
        });
        return (await Promise.all(found)).flat();
    }

    /** Reads files, and those that they include. */
    private async read(uris: vscode.Uri[]): Promise<Written[]> {
        const all = uris.length <= MOST_FILES;
        if (!all) {
            this.log(`The folder has ${uris.length} files; only files of LSF and what they include are read.`);
        }
        let wanted = all ? uris : uris.filter((it) => isNamedLikeOurs(it.path.split('/').pop() ?? ''));
        const others = new Map(uris.map((it) => [this.places.path(it), it]));
        const written: Written[] = [];
        const done = new Set<string>();
        while (wanted.length > 0) {
            const included = new Set<string>();
            for (let start = 0; start < wanted.length; start += TOGETHER) {
                const files = await Promise.all(wanted.slice(start, start + TOGETHER).map((it) => this.file(it)));
                for (const file of files.filter((it) => it !== undefined)) {
                    const [path, bytes] = file;
                    done.add(path);
                    this.known.add(path);
                    written.push(file);
                    if (!all && bytes !== undefined) {
                        includedBy(path, new TextDecoder().decode(bytes)).forEach((it) => included.add(it));
                    }
                }
            }
            wanted = [...included].filter((it) => !done.has(it)).flatMap((it) => others.get(it) ?? []);
            included.forEach((it) => done.add(it));
        }
        return written;
    }

    private async file(uri: vscode.Uri): Promise<Written | undefined> {
        const path = this.places.path(uri);
        const size = (await settled(vscode.workspace.fs.stat(uri)))?.size ?? 0;
        const bytes = size > MOST_BYTES ? undefined : await settled(vscode.workspace.fs.readFile(uri));
        return path === undefined || bytes === undefined ? undefined : [path, bytes];
    }
}

const isSearchedPart = (name: string): boolean => name === '' || isSearched(name);

/** The result, or undefined if it failed: what cannot be read does not exist for the module. */
async function settled<T>(result: Thenable<T>): Promise<T | undefined> {
    try {
        return await result;
    } catch {
        return undefined;
    }
}
