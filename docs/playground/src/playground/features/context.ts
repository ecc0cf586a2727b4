// What the features of the editor share.

import { Facet } from '@codemirror/state';
import type { Position, TextDocumentIdentifier } from 'vscode-languageserver-types';
import type { EditorState } from '@codemirror/state';
import { positionOf, uriOf } from '../positions';

/** The path of the file that a state of the editor is of. */
export const filePath = Facet.define<string, string>({ combine: (paths) => paths[0] ?? '' });

export function documentOf(state: EditorState): TextDocumentIdentifier {
    return { uri: uriOf(state.facet(filePath)) };
}

/** The parameters of requests about a place. */
export function at(state: EditorState, offset: number): { textDocument: TextDocumentIdentifier; position: Position } {
    return { textDocument: documentOf(state), position: positionOf(state.doc, offset) };
}
