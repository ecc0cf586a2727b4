// Starts the extension, on a desktop and in a browser.
import * as vscode from 'vscode';
import { type Host, Server } from './client';
import { Commands } from './commands';
import { Files } from './files';
import { Pages } from './pages';
import { ServerCommand } from './protocol';
import { CONFIG_FILE, mentionsJobs, SHELL } from './scripts';
import { StatusItem } from './statusItem';

let server: Server | undefined;

/** Starts the extension. `host` makes what runs the server. */
export async function start(
    context: vscode.ExtensionContext,
    host: (output: vscode.OutputChannel) => Host,
): Promise<void> {
    const output = vscode.window.createOutputChannel('lsflint');
    const trace = vscode.window.createOutputChannel('lsflint trace');
    const pages = new Pages((place) => started.execute(ServerCommand.documentation, place));
    const files = new Files();
    const started: Server = new Server(
        host(output),
        context.extensionUri,
        tokenTypes(context),
        output,
        trace,
        (command, argument, answer) => commands.show(command, argument, answer),
    );
    const commands: Commands = new Commands(started, pages, files);
    server = started;
    context.subscriptions.push(
        output,
        trace,
        pages,
        files,
        started,
        new StatusItem(started),
        commands.register(),
        vscode.commands.registerCommand('lsflint.restart', () => started.restart()),
        vscode.commands.registerCommand('lsflint.showOutput', () => {
            output.show(true);
        }),
        vscode.commands.registerCommand('lsflint.openSettings', () =>
            vscode.commands.executeCommand('workbench.action.openSettings', '@ext:lsflint.lsflint'),
        ),
        vscode.workspace.onDidChangeConfiguration((change) => {
            // Restart for another program or other arguments; send all other settings to the running server.
            if (change.affectsConfiguration('lsflint.path') || change.affectsConfiguration('lsflint.arguments')) {
                void started.restart();
            } else if (change.affectsConfiguration('lsflint')) {
                void started.settingsChanged();
            }
        }),
        vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    );
    if (await isWanted()) {
        await started.start();
    } else {
        context.subscriptions.push(whenWanted(() => void started.start()));
    }
}

/** Whether a document is an LSF file, an lsflint.toml, or a shell script that submits jobs. */
function isOurs(document: vscode.TextDocument): boolean {
    if (document.uri.path.endsWith(`/${CONFIG_FILE}`)) {
        return true;
    }
    return document.languageId === 'lsf' || (document.languageId === SHELL && mentionsJobs(document.getText()));
}

/** Whether there is anything for the server: any shell script activates the extension. */
async function isWanted(): Promise<boolean> {
    if (vscode.workspace.textDocuments.some(isOurs)) {
        return true;
    }
    return (await vscode.workspace.findFiles(`**/{lsf.conf,lsb.queues,${CONFIG_FILE}}`, undefined, 1)).length > 0;
}

/** Calls a function once, when a document is opened or edited that is for the server. */
function whenWanted(start: () => void): vscode.Disposable {
    const subscriptions: vscode.Disposable[] = [];
    const end = (): void => {
        vscode.Disposable.from(...subscriptions.splice(0)).dispose();
    };
    const look = (document: vscode.TextDocument): void => {
        if (isOurs(document)) {
            end();
            start();
        }
    };
    subscriptions.push(
        vscode.workspace.onDidOpenTextDocument(look),
        vscode.workspace.onDidChangeTextDocument((change) => {
            look(change.document);
        }),
    );
    return new vscode.Disposable(end);
}

/** Ends the extension. */
export async function stop(): Promise<void> {
    await server?.stop();
}

/** The semantic token types that package.json adds to those of the protocol. */
function tokenTypes(context: vscode.ExtensionContext): string[] {
    const { contributes } = context.extension.packageJSON as { contributes: { semanticTokenTypes: { id: string }[] } };
    return contributes.semanticTokenTypes.map((it) => it.id);
}
