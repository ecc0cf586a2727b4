// Definitions and references, in all files.

import type { EditorView } from '@codemirror/view';
import type { Location } from 'vscode-languageserver-types';
import { pathOfUri } from '../positions';
import type { Place } from '../project';
import type { Session } from '../session';
import { at } from './context';

function place({ uri, range }: Location): Place {
    return { path: pathOfUri(uri), position: range.start };
}

/** Where the name at this place is defined. */
export async function definitions(session: Session, view: EditorView, offset: number): Promise<Place[]> {
    const found = await session.request<Location | Location[] | null>(
        'textDocument/definition',
        at(view.state, offset),
    );
    return (Array.isArray(found) ? found : found ? [found] : []).map(place);
}

/** Where the name at this place is used, and defined. */
export async function references(session: Session, view: EditorView, offset: number): Promise<Place[]> {
    const found = await session.request<Location[] | null>('textDocument/references', {
        ...at(view.state, offset),
        context: { includeDeclaration: true },
    });
    return (found ?? []).map(place);
}
