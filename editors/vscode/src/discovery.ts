// Finds the program: the one of the setting, or the one bundled with the extension, or the one on PATH.
import path from 'node:path';

export interface Places {
    /** `lsflint.path` after substitution; empty if not set. */
    setting: string;
    /** The folder of the extension. */
    extension: string;
    /** The variable PATH. */
    path: string | undefined;
    platform: NodeJS.Platform;
    /** Whether the file is executable. */
    isProgram: (file: string) => Promise<boolean>;
}

export type Source = 'setting' | 'bundled' | 'PATH';

export type Found = { program: string; source: Source } | { missing: string };

/** Finds the program. An invalid setting is an error; no other program is started instead. */
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

/** The path of the program in PATH. */
function onPath({ path: variable, platform }: Places, name: string): string[] {
    const windows = platform === 'win32';
    const join = windows ? path.win32 : path.posix;
    const file = windows && !name.toLowerCase().endsWith('.exe') ? `${name}.exe` : name;
    // An empty entry means the current folder, which is arbitrary for an extension.
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
