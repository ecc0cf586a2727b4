// Variables in paths of settings, as in settings of VS Code.

export interface Surroundings {
    /** The home folder. */
    home: string;
    /** The first folder of the workspace. */
    workspaceFolder: string | undefined;
    environment: Readonly<Record<string, string | undefined>>;
}

/** Replaces `~`, `${workspaceFolder}`, `${userHome}` and `${env:NAME}`. Unknown variables remain, so that messages show them. */
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
