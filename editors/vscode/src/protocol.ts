// The commands of the server (`workspace/executeCommand`), as it documents them.

export const ServerCommand = {
    /** The page of a rule, in Markdown. */
    explainRule: 'lsflint.explainRule',
    /** The requirement a queue and a profile make together, in Markdown. */
    mergedRequirement: 'lsflint.mergedRequirement',
    /** Which hosts can satisfy a queue or profile, in Markdown. */
    matchingHosts: 'lsflint.matchingHosts',
    /** Which host starts which elim, in Markdown. */
    elimPlan: 'lsflint.elimPlan',
    /** The syntax tree of a file, plain text. */
    syntaxTree: 'lsflint.syntaxTree',
    /** The uses of a name: a list of locations. */
    references: 'lsflint.references',
} as const;

export type ServerCommand = (typeof ServerCommand)[keyof typeof ServerCommand];

/** The argument of every command; which keys count is the command's own. */
export interface CommandArgument {
    uri?: string;
    code?: string;
    queue?: string;
    application?: string;
    position?: { line: number; character: number };
}

/** How the window with the answer is called. */
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
        default:
            return 'lsflint';
    }
}
