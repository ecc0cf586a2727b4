// Which program is started: the one of the setting, else the one that came with the extension, else the one on PATH.
import path from 'node:path';

export interface Places {
    /** `lsflint.path` after substitution; empty when it is not set. */
    setting: string;
    /** The folder of the extension. */
    extension: string;
    /** The variable PATH. */
    path: string | undefined;
    platform: NodeJS.Platform;
    /** Whether this is a file that can be started. */
    isProgram: (file: string) => Promise<boolean>;
}

export type Source = 'setting' | 'bundled' | 'PATH';

export type Found = { program: string; source: Source } | { missing: string };

/** Looks for the program. A wrong setting is an error and no reason to start another one: the person who set it wants to know. */
export async function findServer(places: Places): Promise<Found> {
    const { setting, platform, isProgram } = places;
    const join = platform === 'win32' ? path.win32 : path.posix;
    const name = platform === 'win32' ? 'lsflint.exe' : 'lsflint';
    if (setting !== '') {
        if (!/[/\\]/.test(setting)) {
            const found = await firstProgram(onPath(places, setting), isProgram);
            return found
                ? { program: found, source: 'setting' }
                : { missing: `\`lsflint.path\` is \`${setting}\`, which is not in PATH` };
        }
        return (await isProgram(setting))
            ? { program: setting, source: 'setting' }
            : { missing: `\`lsflint.path\` is \`${setting}\`, which is not a program` };
    }
    const bundled = join.join(places.extension, 'server', name);
    if (await isProgram(bundled)) {
        return { program: bundled, source: 'bundled' };
    }
    const found = await firstProgram(onPath(places, name), isProgram);
    return found
        ? { program: found, source: 'PATH' }
        : { missing: 'this package brings no `lsflint` for this platform, and PATH has none' };
}

/** Where PATH would have it. */
function onPath({ path: variable, platform }: Places, name: string): string[] {
    const windows = platform === 'win32';
    const join = windows ? path.win32 : path.posix;
    const file = windows && !name.toLowerCase().endsWith('.exe') ? `${name}.exe` : name;
    // An empty entry means the current folder, which for an extension is nobody's choice.
    const folders = (variable ?? '').split(windows ? ';' : ':').filter((it) => it !== '');
    return folders.map((folder) => join.join(folder, file));
}

async function firstProgram(files: string[], isProgram: Places['isProgram']): Promise<string | undefined> {
    for (const file of files) {
        if (await isProgram(file)) {
            return file;
        }
    }
    return undefined;
}
