// Pages: virtual documents with results of the server.
import * as vscode from 'vscode';
import { type CommandArgument, placeOf } from './protocol';

const SCHEME = 'lsflint';

/** Asks the server for the documentation of the word at a place. */
type Ask = (place: CommandArgument) => Promise<unknown>;

/** Texts by URI. */
export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
    private readonly texts = new Map<string, string>();
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    private readonly registration = vscode.Disposable.from(
        vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
        this.changed,
    );

    readonly onDidChange = this.changed.event;

    constructor(private readonly documentation: Ask) {}

    async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
        const place = placeOf(uri.path, uri.query);
        const answer = place === undefined ? this.texts.get(uri.toString()) : await this.documentation(place);
        return typeof answer === 'string' ? answer : '';
    }

    /** Shows a Markdown preview next to the editor; the text itself in an editor that has no preview. */
    async showMarkdown(title: string, markdown: string): Promise<void> {
        const uri = this.put(title, markdown);
        try {
            await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
        } catch {
            await this.showText(title, markdown, 'markdown');
        }
    }

    /** Shows a text in another editor next to the current one. */
    async showText(title: string, text: string, language: string): Promise<void> {
        const document = await vscode.workspace.openTextDocument(this.put(title, text));
        await vscode.languages.setTextDocumentLanguage(document, language);
        await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }

    dispose(): void {
        this.registration.dispose();
    }

    private put(name: string, text: string): vscode.Uri {
        const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
        this.texts.set(uri.toString(), text);
        this.changed.fire(uri);
        return uri;
    }
}
