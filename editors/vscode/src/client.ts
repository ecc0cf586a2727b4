// Starts, restarts and stops the language server, and sends its settings.
import * as vscode from 'vscode';
import {
    type BaseLanguageClient,
    DidChangeConfigurationNotification,
    ExecuteCommandRequest,
    type LanguageClientOptions,
    type Middleware,
    RevealOutputChannelOn,
    State as ClientState,
} from 'vscode-languageclient';
import { beyondTheProtocol, ownTokenTypes } from './features';
import type { CommandArgument, ServerCommand } from './protocol';
import type { Selectors } from './scripts';
import { serverSettings } from './settings';
import type { State } from './status';
import type { Surroundings } from './variables';

/** A client that is not started yet, and the server that it will start. */
export interface Prepared {
    client: BaseLanguageClient;
    /** Where the server comes from: `setting`, `bundled`, `PATH`, or `module`. */
    source: string;
    /** The program, or the name of the module. */
    program: string;
}

/** How the server runs: as a program, or as a module in a browser. */
export interface Host {
    /** Which documents are for the server: those of file systems that it can read, and unsaved ones. */
    readonly selectors: Selectors;
    /** Makes a client, or says why there is no server. */
    prepare(options: LanguageClientOptions): Promise<Prepared | { missing: string }>;
    /** What replaces the variables in settings. */
    surroundings(): Surroundings;
}

/** Shows the result of a command of the server. */
export type ShowAnswer = (command: string, argument: CommandArgument, answer: unknown) => Promise<void>;

/** The language server, which can be restarted. */
export class Server implements vscode.Disposable {
    private client: BaseLanguageClient | undefined;
    private current: State = { is: 'stopped' };
    /** Starts and stops run in sequence. */
    private queue: Promise<void> = Promise.resolve();
    private readonly stateChanged = new vscode.EventEmitter<State>();

    readonly onDidChangeState = this.stateChanged.event;

    constructor(
        private readonly host: Host,
        private readonly extension: vscode.Uri,
        /** Semantic token types declared in package.json. */
        private readonly tokenTypes: readonly string[],
        private readonly output: vscode.OutputChannel,
        private readonly trace: vscode.OutputChannel,
        private readonly showAnswer: ShowAnswer,
    ) {}

    get state(): State {
        return this.current;
    }

    start(): Promise<void> {
        return this.inTurn(() => this.startNow());
    }

    stop(): Promise<void> {
        return this.inTurn(() => this.stopNow());
    }

    restart(): Promise<void> {
        return this.inTurn(async () => {
            await this.stopNow();
            await this.startNow();
        });
    }

    /** Executes a command of the server. */
    async execute(command: ServerCommand, argument: CommandArgument): Promise<unknown> {
        return this.running.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
    }

    /** The client, for requests of the protocol. */
    get running(): BaseLanguageClient {
        if (this.client === undefined || this.current.is !== 'running') {
            throw new Error('the language server is not running');
        }
        return this.client;
    }

    /** The address of a document for the server. */
    address(uri: vscode.Uri): string {
        return this.running.code2ProtocolConverter.asUri(uri);
    }

    /** The document that the server names. */
    document(address: string): vscode.Uri {
        return this.running.protocol2CodeConverter.asUri(address);
    }

    /** Sends the current settings to the server. */
    async settingsChanged(): Promise<void> {
        if (this.current.is === 'running') {
            const settings = { lsflint: this.settings() };
            await this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings });
        }
    }

    dispose(): void {
        void this.stop();
        this.stateChanged.dispose();
    }

    private inTurn(action: () => Promise<void>): Promise<void> {
        this.queue = this.queue.then(action, action);
        return this.queue;
    }

    private async startNow(): Promise<void> {
        this.enter({ is: 'starting' });
        const prepared = await this.host.prepare(this.options());
        if ('missing' in prepared) {
            this.output.appendLine(`No server: ${prepared.missing}.`);
            this.enter({ is: 'missing', because: prepared.missing });
            void this.offerHelp(prepared.missing);
            return;
        }
        const { client, source, program } = prepared;
        client.registerFeature(ownTokenTypes(this.tokenTypes));
        client.registerFeature(beyondTheProtocol());
        this.client = client;
        client.onDidChangeState(({ newState }) => {
            if (this.client !== client) {
                return;
            }
            if (newState === ClientState.Running) {
                const version = client.initializeResult?.serverInfo?.version;
                this.enter({ is: 'running', version, source, program });
            } else if (newState === ClientState.Starting) {
                this.enter({ is: 'starting' });
            } else {
                this.enter({ is: 'stopped' });
            }
        });
        try {
            await client.start();
        } catch (error) {
            const because = error instanceof Error ? error.message : String(error);
            this.output.appendLine(`Cannot start the server: ${because}`);
            this.enter({ is: 'failed', because });
            void this.offerHelp(`${program} does not start: ${because}`);
        }
    }

    private async stopNow(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        if (client !== undefined) {
            // A server that failed to start cannot be stopped, and its failure was already reported.
            await client.dispose(2000).catch(() => undefined);
            this.enter({ is: 'stopped' });
        }
    }

    private enter(state: State): void {
        this.current = state;
        this.stateChanged.fire(state);
    }

    private options(): LanguageClientOptions {
        return {
            documentSelector: this.host.selectors.all,
            diagnosticCollectionName: 'lsflint',
            initializationOptions: () => this.settings(),
            outputChannel: this.output,
            traceOutputChannel: this.trace,
            revealOutputChannelOn: RevealOutputChannelOn.Never,
            middleware: this.middleware(),
        };
    }

    private middleware(): Middleware {
        return {
            // Code lenses and actions run commands that show a page.
            executeCommand: async (command, args: unknown[], next) => {
                const answer: unknown = await next(command, args);
                await this.showAnswer(command, args[0] ?? {}, answer);
                return answer;
            },
            provideCompletionItem: async (document, position, context, token, next) => {
                const { version } = document;
                const items = await next(document, position, context, token);
                // A person who types on while the server answers gets no answer to the old question, and the editor asks a new one
                // only at the next key. If there is none, the list would not come at all.
                if (!items && document.version !== version && !token.isCancellationRequested) {
                    void vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
                }
                return items;
            },
            workspace: {
                configuration: (params) =>
                    params.items.map((item) => (item.section === 'lsflint' ? this.settings() : null)),
                // The extension always sends the current settings, whether or not the server registered for changes.
                didChangeConfiguration: () => Promise.resolve(),
            },
        };
    }

    private settings(): Record<string, unknown> {
        return serverSettings(vscode.workspace.getConfiguration().get('lsflint'), this.host.surroundings());
    }

    private async offerHelp(problem: string): Promise<void> {
        const settings = 'Open Settings';
        const install = 'How to Install';
        const output = 'Show Output';
        const choice = await vscode.window.showErrorMessage(`lsflint: ${problem}`, settings, install, output);
        if (choice === settings) {
            await vscode.commands.executeCommand('lsflint.openSettings');
        } else if (choice === install) {
            const readme = vscode.Uri.joinPath(this.extension, 'README.md');
            await vscode.commands.executeCommand('markdown.showPreview', readme);
        } else if (choice === output) {
            this.output.show(true);
        }
    }
}
