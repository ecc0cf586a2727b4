// Commands that show pages of the server.
import * as vscode from 'vscode';
import type { Server } from './client';
import type { Files } from './files';
import type { Pages } from './pages';
import { type CommandArgument, ServerCommand, titleOf } from './protocol';
import { KINDS, type Subject, subjectsOf } from './subjects';

export class Commands {
    constructor(
        private readonly server: Server,
        private readonly pages: Pages,
        private readonly files: Files,
    ) {}

    /** Registers the commands. Each shows its failure as a message. */
    register(): vscode.Disposable {
        const command = (name: string, action: (argument: unknown) => Promise<void>): vscode.Disposable =>
            vscode.commands.registerCommand(name, async (argument: unknown) => {
                try {
                    await action(argument);
                } catch (error) {
                    const because = error instanceof Error ? error.message : String(error);
                    void vscode.window.showErrorMessage(`lsflint: ${because}`);
                }
            });
        return vscode.Disposable.from(
            command('lsflint.showMergedRequirement', (it) => this.ofSubject(ServerCommand.mergedRequirement, it)),
            command('lsflint.showMatchingHosts', (it) => this.ofSubject(ServerCommand.matchingHosts, it)),
            command('lsflint.showElimPlan', () => this.ofFile(ServerCommand.elimPlan)),
            command('lsflint.showPlan', () => this.ofFile(ServerCommand.plan)),
            command('lsflint.showRule', (it) => this.rule(it)),
            command('lsflint.showSyntaxTree', () => this.ofFile(ServerCommand.syntaxTree)),
            command('lsflint.fixAll', () => this.fixAll()),
            command('lsflint.useLineFeeds', (it) => this.useLineFeeds(it)),
        );
    }

    /** Shows the result of a command of the server. */
    async show(command: string, argument: CommandArgument, answer: unknown): Promise<void> {
        if (command === ServerCommand.references) {
            await this.showPlaces(argument, answer);
        } else if (typeof answer === 'string' && command === ServerCommand.syntaxTree) {
            await this.pages.showText(`${nameOf(argument)}.tree`, answer, 'plaintext');
        } else if (typeof answer === 'string') {
            await this.pages.showMarkdown(titleOf(command, argument), answer);
        } else {
            void vscode.window.showInformationMessage('lsflint: there is nothing to show here');
        }
    }

    private async ask(command: ServerCommand, argument: CommandArgument): Promise<void> {
        await this.show(command, argument, await this.server.execute(command, argument));
    }

    /** The given queue or application profile; otherwise the user chooses one. */
    private async ofSubject(command: ServerCommand, given: unknown): Promise<void> {
        const argument = isArgument(given) ? given : (await this.pickSubject())?.argument;
        if (argument !== undefined) {
            await this.ask(command, argument);
        }
    }

    private async pickSubject(): Promise<Subject | undefined> {
        const found = await Promise.all(
            KINDS.map((kind) =>
                vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
                    'vscode.executeWorkspaceSymbolProvider',
                    kind,
                ),
            ),
        );
        const symbols = found.flatMap((it) => it ?? []);
        const subjects = subjectsOf(
            symbols.map(({ name, containerName, location }) => ({
                name,
                containerName,
                uri: this.server.address(location.uri),
            })),
        );
        if (subjects.length === 0) {
            throw new Error('no queue and no application profile is known here; open a file of the cluster');
        }
        return vscode.window.showQuickPick(subjects, { placeHolder: 'Queue or application profile' });
    }

    /** A page about the file, or about its cluster. */
    private async ofFile(command: ServerCommand): Promise<void> {
        await this.ask(command, { uri: this.server.address(this.file()) });
    }

    /** The file that a command is about. */
    private file(): vscode.Uri {
        const { uri } = this.files;
        if (uri === undefined) {
            throw new Error('open a file of the cluster first');
        }
        return uri;
    }

    /** The given rule, or the rule of the problem at the cursor; otherwise the user enters one. */
    private async rule(given: unknown): Promise<void> {
        const code = isArgument(given) ? given.code : (codeAtCursor(this.files.editor) ?? (await askForCode()));
        if (code !== undefined && code !== '') {
            await this.ask(ServerCommand.explainRule, { code });
        }
    }

    private async fixAll(): Promise<void> {
        // The action of the editor is about the active one.
        const { editor } = this.files;
        const column = editor?.viewColumn ?? vscode.ViewColumn.Active;
        await vscode.window.showTextDocument(this.file(), { viewColumn: column, preview: false });
        await vscode.commands.executeCommand('editor.action.sourceAction', {
            kind: 'source.fixAll.lsflint',
            apply: 'first',
        });
    }

    /** Ends all lines of a document with a line feed. The next time that it is saved, the file has them. */
    private async useLineFeeds(given: unknown): Promise<void> {
        const named = (given as CommandArgument | undefined)?.uri;
        const active = vscode.window.activeTextEditor?.document.uri;
        const uri = named === undefined ? active : this.server.document(named);
        if (uri === undefined) {
            return;
        }
        const editor = await vscode.window.showTextDocument(uri);
        await editor.edit((edit) => {
            edit.setEndOfLine(vscode.EndOfLine.LF);
        });
    }

    private async showPlaces(argument: CommandArgument, answer: unknown): Promise<void> {
        const convert = this.server.running.protocol2CodeConverter;
        const places = await convert.asReferences(answer as Parameters<typeof convert.asReferences>[0]);
        if (argument.uri !== undefined && argument.position !== undefined) {
            const uri = convert.asUri(argument.uri);
            const position = convert.asPosition(argument.position);
            await vscode.commands.executeCommand('editor.action.showReferences', uri, position, places ?? []);
        }
    }
}

/** Whether the argument is one of the extension; menus pass the clicked item. */
function isArgument(given: unknown): given is CommandArgument {
    const keys: (keyof CommandArgument)[] = ['queue', 'application', 'code'];
    return typeof given === 'object' && given !== null && keys.some((key) => key in given);
}

/** The code of the problem at the cursor. */
function codeAtCursor(file: vscode.TextEditor | undefined): string | undefined {
    const editor = vscode.window.activeTextEditor ?? file;
    if (editor === undefined) {
        return undefined;
    }
    const problems = vscode.languages.getDiagnostics(editor.document.uri).filter((it) => it.source === 'lsflint');
    const here = problems.find((it) => it.range.contains(editor.selection.active));
    const code = typeof here?.code === 'object' ? here.code.value : here?.code;
    return code?.toString();
}

async function askForCode(): Promise<string | undefined> {
    return vscode.window.showInputBox({ prompt: 'Code or name of a rule', placeHolder: 'R004' });
}

function nameOf({ uri }: CommandArgument): string {
    return uri === undefined ? '' : (vscode.Uri.parse(uri).path.split('/').pop() ?? '');
}
