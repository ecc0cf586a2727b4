// The entry point of the extension.
import * as vscode from 'vscode';
import { Server } from './client';
import { Commands } from './commands';
import { Pages } from './pages';
import { StatusItem } from './statusItem';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    const output = vscode.window.createOutputChannel('lsflint');
    const trace = vscode.window.createOutputChannel('lsflint trace');
    const pages = new Pages();
    const started: Server = new Server(
        context.extensionUri,
        tokenTypes(context),
        output,
        trace,
        (command, argument, answer) => commands.show(command, argument, answer),
    );
    const commands: Commands = new Commands(started, pages);
    server = started;
    context.subscriptions.push(
        output,
        trace,
        pages,
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
    await started.start();
}

export async function deactivate(): Promise<void> {
    await server?.stop();
}

/** The semantic token types that package.json adds to those of the protocol. */
function tokenTypes(context: vscode.ExtensionContext): string[] {
    const { contributes } = context.extension.packageJSON as { contributes: { semanticTokenTypes: { id: string }[] } };
    return contributes.semanticTokenTypes.map((it) => it.id);
}
