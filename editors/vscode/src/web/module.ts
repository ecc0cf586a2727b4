// The language server as a module in a worker of the browser.
import * as vscode from 'vscode';
import { BaseLanguageClient, type LanguageClientOptions, type MessageTransports } from 'vscode-languageclient';
import type { Host, Prepared } from '../client';
import { forLsfFiles } from '../features';
import { selectors } from '../scripts';
import type { Surroundings } from '../variables';
import { Connection, type Port } from './connection';
import { Files } from './files';
import { Places } from './places';

/** Starts the worker, and gives it the files. */
export class Module implements Host {
    readonly selectors = selectors();
    private readonly places = new Places();
    private readonly client = forLsfFiles(Client, this.selectors.lsf);

    constructor(
        private readonly extension: vscode.Uri,
        private readonly output: vscode.OutputChannel,
    ) {}

    prepare(options: LanguageClientOptions): Promise<Prepared> {
        this.addFileSystems();
        this.output.appendLine('Starting the module in a worker.');
        const client = new this.client(() => this.connect(), {
            ...options,
            uriConverters: {
                code2Protocol: (uri) => this.address(uri),
                protocol2Code: (address) => this.document(address),
            },
        });
        return Promise.resolve({ client, source: 'module', program: 'the module' });
    }

    surroundings(): Surroundings {
        const folder = vscode.workspace.workspaceFolders?.[0];
        // There is no home directory and no environment: such paths remain as they are.
        return { home: '~', workspaceFolder: folder && this.places.path(folder.uri), environment: {} };
    }

    /** A new worker that has the files, and gets their changes. */
    private async connect(): Promise<Connected> {
        const log = (line: string): void => {
            this.output.appendLine(line);
        };
        const file = (name: string): vscode.Uri => vscode.Uri.joinPath(this.extension, 'dist', 'web', name);
        // The extension may be in any file system of the editor, so the module is read by the editor.
        const module = vscode.workspace.fs.readFile(file('module_bg.wasm'));
        const worker: Port = new Worker(file('worker.js').toString(true));
        const connection = new Connection(worker, log);
        try {
            const files = new Files(this.places, log);
            const [written] = await Promise.all([files.load(), connection.start(await module)]);
            connection.write(written);
            const watching = files.watch((changes) => {
                connection.write(changes);
            });
            return { transports: connection, end: vscode.Disposable.from(watching, connection) };
        } catch (error) {
            connection.dispose();
            throw error;
        }
    }

    private addFileSystems(): void {
        const folders = vscode.workspace.workspaceFolders?.map((it) => it.uri) ?? [];
        // Without a folder, single files are open.
        const files = vscode.workspace.textDocuments.map((it) => it.uri).filter(isInFileSystem);
        [...folders, ...(folders.length === 0 ? files : [])].forEach((it) => {
            this.places.add(it);
        });
    }

    private address(uri: vscode.Uri): string {
        if ((vscode.workspace.workspaceFolders ?? []).length === 0 && isInFileSystem(uri)) {
            this.places.add(uri);
        }
        const path = this.places.path(uri);
        // Other documents are unsaved, or views of other states of a file.
        return path === undefined ? uri.toString() : vscode.Uri.from({ scheme: 'file', path }).toString();
    }

    private document(address: string): vscode.Uri {
        const uri = vscode.Uri.parse(address);
        const place = uri.scheme === 'file' ? this.places.place(uri.path) : undefined;
        return place === undefined ? uri : vscode.Uri.from(place);
    }
}

/** A connection, and what ends it. */
interface Connected {
    transports: MessageTransports;
    end: vscode.Disposable;
}

class Client extends BaseLanguageClient {
    private connected: Connected | undefined;

    constructor(
        private readonly connect: () => Promise<Connected>,
        options: LanguageClientOptions,
    ) {
        super('lsflint', 'lsflint', options);
    }

    override async dispose(timeout?: number): Promise<void> {
        try {
            await super.dispose(timeout);
        } finally {
            this.connected?.end.dispose();
        }
    }

    protected override async createMessageTransports(): Promise<MessageTransports> {
        this.connected?.end.dispose();
        this.connected = await this.connect();
        return this.connected.transports;
    }
}

/** Whether a document is a file of a file system, not a view of something else. */
function isInFileSystem(uri: vscode.Uri): boolean {
    return uri.scheme !== 'untitled' && vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
}
