// The language server as a program on this machine.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import type { Host, Prepared } from './client';
import { findServer } from './discovery';
import { forLsfFiles } from './features';
import { selectors } from './scripts';
import { substitute, type Surroundings } from './variables';

/** Finds and starts the program. */
export class Program implements Host {
    /** The program reads the disk, and knows nothing of other file systems. */
    readonly selectors = selectors(['file', 'untitled']);
    private readonly client = forLsfFiles(LanguageClient, this.selectors.lsf);

    constructor(
        private readonly extension: vscode.Uri,
        private readonly output: vscode.OutputChannel,
    ) {}

    async prepare(options: LanguageClientOptions): Promise<Prepared | { missing: string }> {
        const configuration = vscode.workspace.getConfiguration('lsflint');
        const found = await findServer({
            setting: substitute(configuration.get<string>('path', '').trim(), this.surroundings()),
            extension: this.extension.fsPath,
            path: process.env.PATH,
            platform: process.platform,
            isProgram,
        });
        if ('missing' in found) {
            return found;
        }
        const args = ['server', ...configuration.get<string[]>('arguments', [])];
        this.output.appendLine(`Starting ${[found.program, ...args].join(' ')} (${found.source}).`);
        const client = new this.client('lsflint', 'lsflint', { command: found.program, args }, options);
        return { client, ...found };
    }

    surroundings(): Surroundings {
        const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
        return { home: homedir(), workspaceFolder, environment: process.env };
    }
}

async function isProgram(file: string): Promise<boolean> {
    try {
        await access(file, constants.X_OK);
        return (await stat(file)).isFile();
    } catch {
        return false;
    }
}
