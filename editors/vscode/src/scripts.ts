// Files other than LSF files: job scripts, which are shell scripts that submit jobs, and the configuration of lsflint.

/** The name of the configuration of lsflint. */
export const CONFIG_FILE = 'lsflint.toml';

/** The language of shell scripts. */
export const SHELL = 'shellscript';

/** A filter of documents. */
export type Filter = { language: string; scheme?: string } | { pattern: string; scheme?: string };

/** Which documents are for the server. */
export interface Selectors {
    all: Filter[];
    /** Only LSF files. */
    lsf: Filter[];
}

/**
 * The documents that the server is for, of some schemes or of all: LSF files, shell scripts (it leaves those without
 * anything for LSF alone), and its configuration.
 */
export function selectors(schemes?: readonly string[]): Selectors {
    const each = (filter: Filter): Filter[] => schemes?.map((scheme) => ({ ...filter, scheme })) ?? [filter];
    const lsf = each({ language: 'lsf' });
    return { lsf, all: [...lsf, ...each({ language: SHELL }), ...each({ pattern: `**/${CONFIG_FILE}` })] };
}

/** Whether a text has `#BSUB` lines or the word `bsub`. What it means is decided by the server. */
export function mentionsJobs(text: string): boolean {
    return /^[ \t]*#BSUB(?=[ \t-])|(?<![\w.-])bsub(?=\s)/m.test(text);
}

/**
 * The features that are for LSF files only. In a shell script they would take the place of those of the editor and of
 * other extensions: two formatters make the editor ask which of them to use, and no folds are folds.
 */
export const ONLY_LSF_FILES: ReadonlySet<string> = new Set([
    'textDocument/formatting',
    'textDocument/rangeFormatting',
    'textDocument/onTypeFormatting',
    'textDocument/foldingRange',
    'textDocument/selectionRange',
    'textDocument/linkedEditingRange',
    'textDocument/documentHighlight',
    'textDocument/references',
    'textDocument/rename',
    'textDocument/codeLens',
    'textDocument/documentLink',
    'textDocument/prepareCallHierarchy',
    'textDocument/signatureHelp',
]);
