// Finds, starts, restarts and stops the language server, and sends its settings.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
    DidChangeConfigurationNotification,
    type DynamicFeature,
    ExecuteCommandRequest,
    LanguageClient,
    type LanguageClientOptions,
    type Middleware,
    RevealOutputChannelOn,
    State as ClientState,
    type StaticFeature,
} from 'vscode-languageclient/node';
import { findServer, type Found } from './discovery';
import { type CommandArgument, EXPERIMENTAL, type ServerCommand } from './protocol';
import { CONFIG_FILE, ONLY_LSF_FILES, SHELL } from './scripts';
import { serverSettings } from './settings';
import type { State } from './status';
import { substitute, type Surroundings } from './variables';

/** Shows the result of a command of the server. */
export type ShowAnswer = (command: string, argument: CommandArgument, answer: unknown) => Promise<void>;

/** The language server, which can be restarted. */
export class Server implements vscode.Disposable {
    private client: LanguageClient | undefined;
    private current: State = { is: 'stopped' };
    /** Starts and stops run in sequence. */
    private queue: Promise<void> = Promise.resolve();
    private readonly stateChanged = new vscode.EventEmitter<State>();

    readonly onDidChangeState = this.stateChanged.event;

    constructor(
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
    get running(): LanguageClient {
        if (this.client === undefined || this.current.is !== 'running') {
            throw new Error('the language server is not running');
        }
        return this.client;
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
        const found = await this.find();
        if ('missing' in found) {
            this.output.appendLine(`No server: ${found.missing}.`);
            this.enter({ is: 'missing', because: found.missing });
            void this.offerHelp(found.missing);
            return;
        }
        const extra = vscode.workspace.getConfiguration('lsflint').get<string[]>('arguments', []);
        this.output.appendLine(`Starting ${[found.program, 'server', ...extra].join(' ')} (${found.source}).`);
        const executable = { command: found.program, args: ['server', ...extra] };
        const client = new Client('lsflint', 'lsflint', executable, this.options());
        client.registerFeature(ownTokenTypes(this.tokenTypes));
        client.registerFeature(beyondTheProtocol());
        this.client = client;
        client.onDidChangeState(({ newState }) => {
            if (this.client !== client) {
                return;
            }
            if (newState === ClientState.Running) {
                const version = client.initializeResult?.serverInfo?.version;
                this.enter({ is: 'running', version, source: found.source, program: found.program });
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
            void this.offerHelp(`${found.program} does not start: ${because}`);
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

    private async find(): Promise<Found> {
        const setting = vscode.workspace.getConfiguration('lsflint').get<string>('path', '').trim();
        return findServer({
            setting: substitute(setting, surroundings()),
            extension: this.extension.fsPath,
            path: process.env.PATH,
            platform: process.platform,
            isProgram,
        });
    }

    private options(): LanguageClientOptions {
        return {
            documentSelector: [
                { language: 'lsf', scheme: 'file' },
                { language: 'lsf', scheme: 'untitled' },
                // The server leaves those without anything for LSF alone.
                { language: SHELL, scheme: 'file' },
                { language: SHELL, scheme: 'untitled' },
                { pattern: `**/${CONFIG_FILE}`, scheme: 'file' },
            ],
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
        return serverSettings(vscode.workspace.getConfiguration().get('lsflint'), surroundings());
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

/** The client, with the features of LSF files for LSF files only. */
class Client extends LanguageClient {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of the base class
    override registerFeature(feature: StaticFeature | DynamicFeature<any>): void {
        if ('registrationType' in feature && ONLY_LSF_FILES.has(feature.registrationType.method)) {
            const initialize = feature.initialize.bind(feature);
            feature.initialize = (capabilities) => {
                initialize(capabilities, [
                    { language: 'lsf', scheme: 'file' },
                    { language: 'lsf', scheme: 'untitled' },
                ]);
            };
        }
        super.registerFeature(feature);
    }
}

/** Announces the semantic token types that extend those of the protocol. */
function ownTokenTypes(names: readonly string[]): StaticFeature {
    return {
        fillClientCapabilities: ({ textDocument }) => textDocument?.semanticTokens?.tokenTypes.push(...names),
        getState: () => ({ kind: 'static' }),
        initialize: () => undefined,
        clear: () => undefined,
    };
}

/** Announces what the protocol has no capabilities for. */
function beyondTheProtocol(): StaticFeature {
    return {
        fillClientCapabilities: (capabilities) => {
            capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...EXPERIMENTAL };
        },
        getState: () => ({ kind: 'static' }),
        initialize: () => undefined,
        clear: () => undefined,
    };
}

function surroundings(): Surroundings {
    const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    return { home: homedir(), workspaceFolder, environment: process.env };
}

async function isProgram(file: string): Promise<boolean> {
    try {
        await access(file, constants.X_OK);
        return (await stat(file)).isFile();
    } catch {
        return false;
    }
}
