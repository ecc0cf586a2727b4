// Which files of a workspace the module gets.

/** Above this number of files, only those of LSF and of lsflint are read, and what they include: each may be a request. */
export const MOST_FILES = 1000;

/** Larger files are not read, in bytes. */
export const MOST_BYTES = 16 << 20;

/** Whether a directory is searched. */
export function isSearched(name: string): boolean {
    return !name.startsWith('.') && name !== 'node_modules';
}

/** Whether the name of a file says that it is of LSF or of lsflint. */
export function isNamedLikeOurs(name: string): boolean {
    return /^(?:ls[bf]\.|\.lsftask$|hosts$)|^\.?lsflint|\.lsflint/.test(name);
}

/** The paths of the files that a file includes. */
export function includedBy(path: string, text: string): string[] {
    const named = [...text.matchAll(/^[ \t]*#INCLUDE[ \t]+(?:"([^"\n]+)"|(\S+))/gim)];
    return named.map(([, quoted, bare]) => resolved(path, quoted ?? bare ?? ''));
}

/** A path relative to the directory of a file. */
function resolved(file: string, path: string): string {
    const parts = path.startsWith('/') ? [] : file.split('/').slice(0, -1);
    for (const part of path.split('/')) {
        if (part === '..') {
            parts.pop();
        } else if (part !== '.') {
            parts.push(part);
        }
    }
    return parts.join('/');
}
