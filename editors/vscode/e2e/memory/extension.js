// A file system in memory, under the name of that for repositories of GitHub, with the files of `files.json` of the server of the test.
const vscode = require('vscode');

const { FileType, FileChangeType } = vscode;

class Memory {
    constructor(files) {
        this.files = new Map(files.map(([name, text]) => [`/${name}`, new TextEncoder().encode(text)]));
        /** The number of changes, as the time of the last one. */
        this.time = 0;
        this.changed = new vscode.EventEmitter();
        this.onDidChangeFile = this.changed.event;
    }

    watch() {
        return new vscode.Disposable(() => {});
    }

    stat({ path }) {
        const bytes = this.files.get(path);
        if (bytes !== undefined) {
            return { type: FileType.File, ctime: 0, mtime: this.time, size: bytes.length };
        }
        if (this.below(path).length > 0) {
            return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
        }
        throw vscode.FileSystemError.FileNotFound();
    }

    readDirectory({ path }) {
        const names = this.below(path).map((it) => it.split('/'));
        return [
            ...new Map(names.map(([name, ...rest]) => [name, rest.length > 0 ? FileType.Directory : FileType.File])),
        ];
    }

    readFile({ path }) {
        const bytes = this.files.get(path);
        if (bytes === undefined) {
            throw vscode.FileSystemError.FileNotFound();
        }
        return bytes;
    }

    writeFile(uri, bytes) {
        this.files.set(uri.path, bytes);
        this.time += 1;
        this.changed.fire([{ type: FileChangeType.Changed, uri }]);
    }

    createDirectory() {}

    delete(uri) {
        this.files.delete(uri.path);
        this.changed.fire([{ type: FileChangeType.Deleted, uri }]);
    }

    rename(from, to) {
        this.writeFile(to, this.readFile(from));
        this.delete(from);
    }

    /** The paths below a directory, relative to it. */
    below(path) {
        const start = path.endsWith('/') ? path : `${path}/`;
        return [...this.files.keys()].filter((it) => it.startsWith(start)).map((it) => it.slice(start.length));
    }
}

exports.activate = async ({ extensionUri, subscriptions }) => {
    const list = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'files.json'));
    const memory = new Memory(JSON.parse(new TextDecoder().decode(list)));
    const place = (path) => vscode.Uri.from({ scheme: 'vscode-vfs', authority: 'memory', path });
    const path = [...memory.files.keys()].find((it) => it.endsWith('/lsb.users'));
    const uri = place(path);
    const before = memory.files.get(path);
    const renamed = new TextDecoder().decode(before).replaceAll('verif_leads', 'verif_heads');
    subscriptions.push(
        vscode.workspace.registerFileSystemProvider('vscode-vfs', memory, { isCaseSensitive: true }),
        // The editor does not search in file systems that cannot do so themselves.
        vscode.commands.registerCommand('memory.open', async () => {
            const chosen = await vscode.window.showQuickPick([...memory.files.keys()]);
            await vscode.window.showTextDocument(place(chosen), { preview: false });
        }),
        vscode.commands.registerCommand('memory.rename', () =>
            memory.writeFile(uri, new TextEncoder().encode(renamed)),
        ),
        vscode.commands.registerCommand('memory.restore', () => memory.writeFile(uri, before)),
    );
};
