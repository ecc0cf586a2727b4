// The entry point in VS Code for the Web.
import type { ExtensionContext } from 'vscode';
import { start, stop } from '../activation';
import { Module } from './module';

export async function activate(context: ExtensionContext): Promise<void> {
    await start(context, (output) => new Module(context.extensionUri, output));
}

export const deactivate = stop;
