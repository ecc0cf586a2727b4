// What the server changes: fixes, formatting, new names.

import type { EditorState } from '@codemirror/state';
import type { CodeAction, Command, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { uriOf } from '../positions';
import type { Session } from '../session';
import { at, documentOf } from './context';

/** Something to do about a place, with its edit or its command. */
export type Action = CodeAction;

/** What can be done about a range of a file, in the order of the server. */
export async function actions(session: Session, path: string, range: Range): Promise<Action[]> {
    const found = await session.request<(CodeAction | Command)[] | null>('textDocument/codeAction', {
        textDocument: { uri: uriOf(path) },
        range,
        context: { diagnostics: [] },
    });
    return (found ?? []).map((it) =>
        typeof it.command === 'string' ? { title: it.title, command: it as Command } : (it as CodeAction),
    );
}

/** The edit of an action, which some actions only have when they are chosen. */
export async function editOf(session: Session, action: Action): Promise<WorkspaceEdit | undefined> {
    if (action.edit === undefined && action.command === undefined) {
        return (await session.request<CodeAction>('codeAction/resolve', action))?.edit;
    }
    return action.edit;
}

/** The edit of all safe fixes of a file. */
export async function fixAll(session: Session, path: string): Promise<WorkspaceEdit | undefined> {
    const start = { line: 0, character: 0 };
    const found = await session.request<CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri: uriOf(path) },
        range: { start, end: start },
        context: { diagnostics: [], only: ['source.fixAll.lsflint'] },
    });
    const [action] = found ?? [];
    return action === undefined ? undefined : editOf(session, action);
}

export async function formatting(session: Session, state: EditorState): Promise<TextEdit[]> {
    const options = { tabSize: 8, insertSpaces: true };
    const params = { textDocument: documentOf(state), options };
    return (await session.request<TextEdit[] | null>('textDocument/formatting', params)) ?? [];
}

/** The name at a place that can be given another name. */
export async function renamed(session: Session, state: EditorState, offset: number): Promise<string | undefined> {
    const found = await session.request<(Range & { placeholder?: string; range?: Range }) | null>(
        'textDocument/prepareRename',
        at(state, offset),
    );
    if (!found) {
        return undefined;
    }
    const { start, end } = found.range ?? found;
    const line = state.doc.line(start.line + 1);
    return found.placeholder ?? line.text.slice(start.character, end.character);
}

export async function rename(
    session: Session,
    state: EditorState,
    offset: number,
    newName: string,
): Promise<WorkspaceEdit | undefined> {
    const params = { ...at(state, offset), newName };
    return (await session.request<WorkspaceEdit | null>('textDocument/rename', params)) ?? undefined;
}
