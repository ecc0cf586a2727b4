// The language server for the files of the page: keeps it informed about documents, and keeps what it says.

import type { ChangeSet, EditorState, Text } from '@codemirror/state';
import type { Diagnostic } from 'vscode-languageserver-types';
import { Engine, Stopped, type Message, type Stop } from '../engine/client';
import type { Files } from '../site/files';
import { contentChanges, pathOfUri, uriOf } from './positions';
import { Signal } from './signal';

/** The settings of lsflint in an editor. */
export interface Settings {
    /** The version of LSF; nothing for that of lsf.conf or lsflint.toml, else the latest. */
    target?: string;
}

/** A document that the server knows. */
interface Open {
    version: number;
    /** The text that the server has. */
    sent: Text;
    /** What has changed since then. */
    unsent: ChangeSet | undefined;
    state: EditorState;
}

const CAPABILITIES = {
    textDocument: {
        codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source.fixAll'] } },
            isPreferredSupport: true,
            dataSupport: true,
            resolveSupport: { properties: ['edit'] },
        },
        completion: {
            completionItem: {
                snippetSupport: true,
                documentationFormat: ['markdown'],
                resolveSupport: { properties: ['documentation'] },
            },
        },
        definition: { linkSupport: false },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        hover: { contentFormat: ['markdown'] },
        publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] } },
        rename: { prepareSupport: true },
        semanticTokens: { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    },
    workspace: { workspaceEdit: { documentChanges: false } },
};

/** What a language server needs to say which color a word has. */
export interface Legend {
    tokenTypes: string[];
    tokenModifiers: string[];
}

export class Session {
    /** Findings have changed, of the file with this path. */
    readonly found = new Signal<string>();
    /** A worker was ended. */
    readonly stopped = new Signal<Stop>();
    /** The server can be asked: it was started, maybe again. */
    readonly ready = new Signal();
    readonly findings = new Map<string, Diagnostic[]>();
    legend: Legend = { tokenTypes: [], tokenModifiers: [] };
    #engine: Engine | undefined;
    #documents = new Map<string, Open>();
    #files: Files = new Map();
    #settings: Settings = {};
    #isReady = false;
    /** Whether the server works on a change; the next one waits until it is done. */
    #busy = false;
    #timeout: number | undefined;
    /** How often files were opened: the engine of older ones is outdated. */
    #opened = 0;

    constructor(timeout?: number) {
        this.#timeout = timeout;
    }

    get engine(): Engine | undefined {
        return this.#engine;
    }

    /**
     * Starts the server for other files. What it said before is forgotten. Returns false if still other files were
     * opened in the meantime.
     */
    async open(files: Files, settings: Settings): Promise<boolean> {
        this.#engine?.close();
        this.#engine = undefined;
        this.#documents.clear();
        this.#files = new Map(files);
        this.#settings = settings;
        this.#forget();
        const own = ++this.#opened;
        this.#isReady = false;
        this.#busy = false;
        const engine = await Engine.start({
            ...(this.#timeout === undefined ? {} : { timeout: this.#timeout }),
            onEnd: () => {
                if (this.#opened === own) {
                    this.#isReady = false;
                }
            },
            onStop: (stop) => {
                if (this.#opened === own) {
                    void this.#recover(stop);
                }
            },
        });
        if (this.#opened !== own) {
            engine.close();
            return false;
        }
        this.#engine = engine;
        engine.onMessage((message) => {
            if (this.#opened === own) {
                this.#take(message);
            }
        });
        try {
            await engine.setFiles(this.#files);
            await this.#initialize();
        } catch (error) {
            if (this.#opened === own) {
                throw error;
            }
        }
        return this.#opened === own;
    }

    /** The file has become a document: from now on, its text is what the editor says. */
    edit(path: string, state: EditorState): void {
        const document = { version: 1, sent: state.doc, unsent: undefined, state };
        this.#documents.set(path, document);
        this.#didOpen(path, document);
    }

    /** The text of a document has changed. */
    change(path: string, changes: ChangeSet, state: EditorState): void {
        const document = this.#documents.get(path);
        if (document !== undefined) {
            document.unsent = document.unsent?.compose(changes) ?? changes;
            document.state = state;
            void this.#flush();
        }
    }

    /** Adds, replaces and removes files that are not documents. */
    async write(changed: Files, removed: string[] = []): Promise<void> {
        for (const path of removed) {
            this.#files.delete(path);
            if (this.#documents.delete(path)) {
                void this.#engine?.notify('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
            }
            this.#say(path, []);
        }
        for (const [path, content] of changed) {
            this.#files.set(path, content);
        }
        await this.#engine?.setFiles(this.#files);
    }

    configure(settings: Settings): void {
        this.#settings = settings;
        void this.#engine?.notify('workspace/didChangeConfiguration', { settings: this.#forServer() });
    }

    /** A request about the newest texts; nothing if the server was ended, or refuses it. */
    async request<T>(method: string, params: object): Promise<T | undefined> {
        if (!this.#isReady) {
            return undefined;
        }
        void this.#sendAll();
        try {
            return (await this.#engine?.request(method, params)) as T | undefined;
        } catch (error) {
            if (!(error instanceof Stopped)) {
                console.warn(method, error);
            }
            return undefined;
        }
    }

    #forServer(): object {
        return { diagnostics: { message: 'full' }, target: this.#settings.target ?? null };
    }

    async #initialize(): Promise<void> {
        const tops = new Set([...this.#files.keys()].map((it) => it.split('/')[1] ?? ''));
        // A folder contains the cluster; files without one are their own cluster.
        const inFolders = [...this.#files.keys()].every((it) => it.split('/').length > 2);
        const roots = inFolders ? [...tops].map((it) => `/${it}`) : ['/'];
        const result = (await this.#engine?.request('initialize', {
            capabilities: CAPABILITIES,
            initializationOptions: this.#forServer(),
            workspaceFolders: roots.map((it) => ({ uri: uriOf(it), name: it })),
        })) as { capabilities: { semanticTokensProvider: { legend: Legend } } } | undefined;
        this.legend = result?.capabilities.semanticTokensProvider.legend ?? this.legend;
        this.#isReady = true;
        await this.#engine?.notify('initialized', {});
    }

    async #recover(stop: Stop): Promise<void> {
        this.#busy = false;
        if (stop.restarted) {
            this.#forget();
            try {
                await this.#initialize();
                for (const [path, document] of this.#documents) {
                    Object.assign(document, { version: 1, sent: document.state.doc, unsent: undefined });
                    this.#didOpen(path, document);
                }
                this.ready.emit();
            } catch {
                // The engine says when it is ended again.
            }
        }
        this.stopped.emit(stop);
    }

    #didOpen(path: string, { version, state }: Open): void {
        const text = state.sliceDoc();
        const textDocument = { uri: uriOf(path), languageId: 'lsf', version, text };
        void this.#engine?.notify('textDocument/didOpen', { textDocument });
    }

    /** Sends what has changed, when the server has nothing else to do. */
    async #flush(): Promise<void> {
        if (this.#busy) {
            return;
        }
        this.#busy = true;
        try {
            while ([...this.#documents.values()].some((it) => it.unsent !== undefined)) {
                await this.#sendAll();
            }
        } finally {
            this.#busy = false;
        }
    }

    #sendAll(): Promise<unknown> {
        const sent: Promise<void>[] = [];
        for (const [path, document] of this.#documents) {
            if (document.unsent !== undefined) {
                document.version += 1;
                const textDocument = { uri: uriOf(path), version: document.version };
                const changes = contentChanges(document.sent, document.unsent, document.state.lineBreak);
                Object.assign(document, { sent: document.state.doc, unsent: undefined });
                if (this.#engine !== undefined) {
                    sent.push(this.#engine.notify('textDocument/didChange', { textDocument, contentChanges: changes }));
                }
            }
        }
        return Promise.all(sent);
    }

    #take(message: Message): void {
        if (message.method === 'textDocument/publishDiagnostics') {
            const { uri, diagnostics, version } = message.params as {
                uri: string;
                diagnostics: Diagnostic[];
                version?: number;
            };
            const path = pathOfUri(uri);
            const document = this.#documents.get(path);
            // Findings of an older text have moved; newer ones follow.
            if (document === undefined || version === undefined || version === document.version) {
                this.#say(path, diagnostics);
            }
        } else if (message.id !== undefined && message.id !== null) {
            this.#engine?.answer(message.id, null);
        }
    }

    #say(path: string, found: Diagnostic[]): void {
        if (found.length > 0) {
            this.findings.set(path, found);
        } else {
            this.findings.delete(path);
        }
        this.found.emit(path);
    }

    #forget(): void {
        const paths = [...this.findings.keys()];
        this.findings.clear();
        for (const path of paths) {
            this.found.emit(path);
        }
    }
}
