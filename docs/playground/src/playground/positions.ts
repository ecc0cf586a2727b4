// Places in texts: offsets of the editor, and positions of the protocol. Both count UTF-16.

import type { ChangeSet, ChangeSpec, Text } from '@codemirror/state';
import type { Position, Range, TextEdit } from 'vscode-languageserver-types';

/** A part of a text that is replaced. */
export interface ContentChange {
    range: Range;
    text: string;
}

/** The offset of a position; one behind the end of a line or of the text is that end. */
export function offsetOf(text: Text, { line, character }: Position): number {
    if (line >= text.lines) {
        return text.length;
    }
    const { from, to } = text.line(line + 1);
    return Math.min(from + character, to);
}

export function positionOf(text: Text, offset: number): Position {
    const line = text.lineAt(offset);
    return { line: line.number - 1, character: offset - line.from };
}

export function rangeOf(text: Text, from: number, to: number): Range {
    return { start: positionOf(text, from), end: positionOf(text, to) };
}

/** Edits of the server, which all refer to the same text. */
export function changesOf(text: Text, edits: TextEdit[]): ChangeSpec[] {
    return edits.map(({ range, newText }) => ({
        from: offsetOf(text, range.start),
        to: offsetOf(text, range.end),
        insert: newText.replaceAll('\r\n', '\n'),
    }));
}

/**
 * The changes for the server. It applies one after another, so the last one is the first: none moves the place of
 * another.
 */
export function contentChanges(before: Text, changes: ChangeSet, lineBreak: string): ContentChange[] {
    const out: ContentChange[] = [];
    changes.iterChanges((from, to, _from, _to, inserted) => {
        const text = inserted.sliceString(0, inserted.length, lineBreak);
        out.unshift({ range: rangeOf(before, from, to), text });
    });
    return out;
}

/** The address of a file for the server. */
export function uriOf(path: string): string {
    return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function pathOfUri(uri: string): string {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''));
}
