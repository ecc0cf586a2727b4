// The LSF file that commands are about: they stay usable while a page or another file has the focus.
import * as vscode from 'vscode';

/** The context key of menus: whether an LSF file is or was active. */
const HAS_FILE = 'lsflint.hasFile';

/** Remembers the LSF file that was active last. */
export class Files implements vscode.Disposable {
    private last: vscode.Uri | undefined;
    private readonly subscription: vscode.Disposable;

    constructor() {
        this.subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
            this.remember(editor);
        });
        this.remember(vscode.window.activeTextEditor);
    }

    /** The file: the active one, else the one that was active last, else one that is shown. */
    get uri(): vscode.Uri | undefined {
        return this.editor?.document.uri ?? this.last;
    }

    /** The editor of the file, if it is shown. */
    get editor(): vscode.TextEditor | undefined {
        const shown = vscode.window.visibleTextEditors.filter(isLsf);
        const active = vscode.window.activeTextEditor;
        if (active !== undefined && isLsf(active)) {
            return active;
        }
        const last = this.last?.toString();
        return last === undefined ? shown[0] : shown.find((it) => it.document.uri.toString() === last);
    }

    dispose(): void {
        this.subscription.dispose();
    }

    private remember(editor: vscode.TextEditor | undefined): void {
        if (editor !== undefined && isLsf(editor)) {
            this.last = editor.document.uri;
            void vscode.commands.executeCommand('setContext', HAS_FILE, true);
        }
    }
}

function isLsf(editor: vscode.TextEditor): boolean {
    return editor.document.languageId === 'lsf';
}
