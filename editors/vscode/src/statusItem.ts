// The status bar item: the state and version of the server, and the cluster of the active file.
import * as vscode from 'vscode';
import type { Server } from './client';
import { type Focus, nearestCluster, status } from './status';

/** The files whose names contain the names of clusters. */
const CLUSTER_FILES = '**/lsf.cluster.*';

/** Updates the item when the server, the active editor or the problems change. */
export class StatusItem implements vscode.Disposable {
    private readonly item = vscode.languages.createLanguageStatusItem('lsflint.status', [
        { language: 'lsf' },
        { pattern: '**/lsflint.toml' },
    ]);
    private readonly subscriptions: vscode.Disposable;
    private clusters: string[] = [];

    constructor(private readonly server: Server) {
        this.item.name = 'lsflint';
        const watcher = vscode.workspace.createFileSystemWatcher(CLUSTER_FILES, false, true, false);
        const look = (): void => void this.lookForClusters();
        const update = (): void => {
            this.update();
        };
        this.subscriptions = vscode.Disposable.from(
            this.item,
            watcher,
            watcher.onDidCreate(look),
            watcher.onDidDelete(look),
            server.onDidChangeState(update),
            vscode.window.onDidChangeActiveTextEditor(update),
            vscode.languages.onDidChangeDiagnostics(update),
        );
        look();
        update();
    }

    dispose(): void {
        this.subscriptions.dispose();
    }

    private async lookForClusters(): Promise<void> {
        const files = await vscode.workspace.findFiles(CLUSTER_FILES, undefined, 1000);
        this.clusters = files.map((it) => it.path);
        this.update();
    }

    private update(): void {
        const { text, detail, severity, busy, command } = status(this.server.state, this.focus());
        this.item.text = text;
        this.item.detail = detail;
        this.item.severity = {
            information: vscode.LanguageStatusSeverity.Information,
            warning: vscode.LanguageStatusSeverity.Warning,
            error: vscode.LanguageStatusSeverity.Error,
        }[severity];
        this.item.busy = busy;
        this.item.command = { command: command.id, title: command.title };
    }

    private focus(): Focus {
        const ofToml = vscode.languages.getDiagnostics().filter(([uri]) => uri.path.endsWith('/lsflint.toml'));
        const ours = ofToml.flatMap(([, problems]) => problems.filter((it) => it.source === 'lsflint'));
        const active = vscode.window.activeTextEditor?.document.uri;
        return { cluster: active && nearestCluster(active.path, this.clusters), configurationProblems: ours.length };
    }
}
