// The entry point on a desktop and on a remote host.
import type { ExtensionContext } from 'vscode';
import { start, stop } from './activation';
import { Program } from './program';

export async function activate(context: ExtensionContext): Promise<void> {
    await start(context, (output) => new Program(context.extensionUri, output));
}

export const deactivate = stop;
