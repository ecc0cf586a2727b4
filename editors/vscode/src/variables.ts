// Variables in settings that are paths, as people know them from the editor's own settings.

export interface Surroundings {
    /** The folder of the user. */
    home: string;
    /** The first folder of the workspace. */
    workspaceFolder: string | undefined;
    environment: Readonly<Record<string, string | undefined>>;
}

/** Replaces `~`, `${workspaceFolder}`, `${userHome}` and `${env:NAME}`. What is unknown stays, so that messages show it. */
export function substitute(text: string, { home, workspaceFolder, environment }: Surroundings): string {
    const withHome = text.replace(/^~(?=$|[/\\])/, home);
    return withHome.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
        if (name === 'workspaceFolder') {
            return workspaceFolder ?? whole;
        }
        if (name === 'userHome') {
            return home;
        }
        return name.startsWith('env:') ? (environment[name.slice('env:'.length)] ?? '') : whole;
    });
}
