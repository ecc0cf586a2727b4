// The editor: one view, which shows the state of one file after another.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
    crosshairCursor,
    drawSelection,
    dropCursor,
    EditorView,
    highlightActiveLine,
    highlightActiveLineGutter,
    highlightSpecialChars,
    keymap,
    lineNumbers,
    rectangularSelection,
} from '@codemirror/view';
import type { Diagnostic as Finding } from 'vscode-languageserver-types';
import { offsetOf } from './positions';

/** The names of severities, from 1. */
export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

export function severityOf(finding: Finding): (typeof SEVERITIES)[number] {
    return SEVERITIES[(finding.severity ?? 1) - 1] ?? 'error';
}

/** What a finding says: what is wrong, what LSF does, and what helps, one line each. */
export function messageOf({ message }: Finding): string {
    return typeof message === 'string' ? message : message.value;
}

const dark = new Compartment();

/** What does not depend on the server. */
export function basics(nonce: string): Extension {
    return [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        dropCursor(),
        rectangularSelection(),
        crosshairCursor(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        closeBrackets(),
        lintGutter(),
        search({ top: true }),
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(8),
        EditorView.contentAttributes.of({
            'aria-label': 'Text of the file',
            tabindex: '0',
            spellcheck: 'false',
            autocapitalize: 'off',
        }),
        dark.of(EditorView.darkTheme.of(false)),
        theme,
        // Tab is not among them: it leaves the editor.
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    ];
}

/** The colors are those of the page, which change with the theme. */
const theme = EditorView.theme({
    '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--back)', fontSize: '13px' },
    '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
    '.cm-content': { caretColor: 'var(--text)', paddingBottom: '40vh' },
    '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
    '.cm-gutters': { backgroundColor: 'var(--back)', color: 'var(--text-soft)', borderRight: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line-active)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: 'var(--selection)',
    },
    '.cm-selectionMatch': { backgroundColor: 'var(--match)' },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--match)', color: 'inherit' },
    '.cm-specialChar': { color: 'var(--error)' },
    '.cm-tooltip': {
        border: '1px solid var(--line-strong)',
        borderRadius: 'var(--radius)',
        backgroundColor: 'var(--back)',
        color: 'var(--text)',
        boxShadow: '0 4px 16px rgb(0 0 0 / 18%)',
        maxWidth: 'min(560px, 92vw)',
        zIndex: '30',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '15em' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        backgroundColor: 'var(--accent-back)',
        color: 'var(--accent)',
    },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
    '.cm-completionDetail': { color: 'var(--text-soft)', fontStyle: 'normal' },
    '.cm-completionInfo': { padding: '6px 10px', maxHeight: '50vh', overflow: 'auto' },
    '.cm-panels': { backgroundColor: 'var(--back-soft)', color: 'var(--text)' },
    '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
    '.cm-button': { backgroundImage: 'none', borderColor: 'var(--line-strong)' },
    '.cm-textfield': { backgroundColor: 'var(--back)', borderColor: 'var(--line-strong)' },
    '.cm-diagnostic': { padding: '4px 10px', whiteSpace: 'pre-wrap', borderLeftWidth: '4px' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
    '.cm-diagnostic-info, .cm-diagnostic-hint': { borderLeftColor: 'var(--info)' },
    '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
    '.cm-lintRange': { backgroundImage: 'none', textDecorationSkipInk: 'none', textUnderlineOffset: '3px' },
    '.cm-lintRange-error': { textDecoration: 'underline wavy var(--error)' },
    '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warning)' },
    '.cm-lintRange-info, .cm-lintRange-hint': { textDecoration: 'underline dotted var(--info)' },
});

/** Tells the editor whether its own colors are for a dark page. */
export function setDark(view: EditorView, isDark: boolean): void {
    view.dispatch({ effects: dark.reconfigure(EditorView.darkTheme.of(isDark)) });
}

/** Findings as the editor shows them. */
export function shown(text: Text, findings: Finding[]): Diagnostic[] {
    const marks = findings.map((finding) => {
        const from = offsetOf(text, finding.range.start);
        const to = Math.max(offsetOf(text, finding.range.end), from);
        const code = finding.code === undefined ? '' : ` [${String(finding.code)}]`;
        const [first = '', ...rest] = messageOf(finding).split('\n');
        return {
            from,
            to,
            severity: severityOf(finding),
            message: [first + code, ...rest].join('\n'),
        };
    });
    return marks.sort((a, b) => a.from - b.from);
}

export function showFindings(view: EditorView, findings: Finding[]): void {
    view.dispatch(setDiagnostics(view.state, shown(view.state.doc, findings)));
}
