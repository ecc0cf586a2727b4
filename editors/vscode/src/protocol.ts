// The commands of the server (`workspace/executeCommand`).

export const ServerCommand = {
    /** The page of a rule, in Markdown. */
    explainRule: 'lsflint.explainRule',
    /** The merged requirement of a queue and an application profile, in Markdown. */
    mergedRequirement: 'lsflint.mergedRequirement',
    /** The hosts that satisfy a queue or application profile, in Markdown. */
    matchingHosts: 'lsflint.matchingHosts',
    /** Which host starts which elim, in Markdown. */
    elimPlan: 'lsflint.elimPlan',
    /** What the change of the cluster since the last commit does, in Markdown. */
    plan: 'lsflint.plan',
    /** The syntax tree of a file, plain text. */
    syntaxTree: 'lsflint.syntaxTree',
    /** The documentation of the word at a position, in Markdown. */
    documentation: 'lsflint.documentation',
    /** The uses of a name: a list of locations. */
    references: 'lsflint.references',
} as const;

export type ServerCommand = (typeof ServerCommand)[keyof typeof ServerCommand];

/** The argument of all commands. Each command uses some of the keys. */
export interface CommandArgument {
    uri?: string;
    code?: string;
    queue?: string;
    application?: string;
    position?: { line: number; character: number };
}

/** The title of the page with the result. */
export function titleOf(command: string, argument: CommandArgument): string {
    const subject = [argument.queue, argument.application].filter((it) => it !== undefined).join(', ');
    switch (command) {
        case ServerCommand.explainRule:
            return `Rule ${argument.code ?? ''}`.trim();
        case ServerCommand.mergedRequirement:
            return `Requirement of ${subject === '' ? 'a job' : subject}`;
        case ServerCommand.matchingHosts:
            return `Hosts for ${subject === '' ? 'a job' : subject}`;
        case ServerCommand.elimPlan:
            return 'elim plan';
        case ServerCommand.plan:
            return 'Plan against HEAD';
        default:
            return 'lsflint';
    }
}

/** The address of the page of a rule, in which the server replaces `{code}`: a command of the extension shows it. */
export const RULE_PAGE = `command:lsflint.showRule?${encodeURIComponent('[{"code":"')}{code}${encodeURIComponent('"}]')}`;

/** The place of a word in `/documentation/NAME.md?LINE:CHARACTER&FILE`, the address of its documentation. */
export function placeOf(path: string, query: string): CommandArgument | undefined {
    const [, line, character, uri] = /^(\d+):(\d+)&(.+)$/s.exec(query) ?? [];
    if (!path.startsWith('/documentation/') || uri === undefined) {
        return undefined;
    }
    return { uri, position: { line: Number(line), character: Number(character) } };
}

/** What the extension announces to the server beyond the protocol. */
export const EXPERIMENTAL = {
    /** The commands that the server may attach to answers, in the form that several servers know. */
    commands: { commands: ['editor.action.triggerSuggest', 'lsflint.useLineFeeds'] },
    lsflint: {
        /** The editor draws lenses above lines: above the line after `QUEUE_NAME` they are below the name. */
        lensesAfterName: true,
        rulePage: RULE_PAGE,
        /** The extension opens the addresses that `placeOf` reads. */
        documentation: true,
        /** The editor shows messages in hovers itself, and related information in lines of its own in the list of problems. */
        effectInHovers: true,
    },
};
