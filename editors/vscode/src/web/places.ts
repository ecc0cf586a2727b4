// The paths of the module: it has one tree of files, the editor one for each scheme and authority.

/** The parts of an address that name a file. */
export interface Place {
    scheme: string;
    authority: string;
    path: string;
}

/** The file systems of the workspace, as directories of the module. */
export class Places {
    /** The directory of each file system. The first one is the root, so paths are those that people know. */
    private readonly directories: { scheme: string; authority: string; directory: string }[] = [];

    /** Adds the file system of a place, unless it is known. */
    add({ scheme, authority }: Place): void {
        if (this.find({ scheme, authority }) === undefined) {
            const directory = this.directories.length === 0 ? '' : `/${scheme}+${authority}`;
            this.directories.push({ scheme, authority, directory });
        }
    }

    /** The path of a file; undefined if its file system was not added. */
    path(place: Place): string | undefined {
        const directory = this.find(place);
        return directory === undefined ? undefined : directory + (place.path === '' ? '/' : place.path);
    }

    /** The place of a path. */
    place(path: string): Place | undefined {
        // The root contains all others, so it is the last one to be compared.
        const found = this.directories.findLast((it) => path.startsWith(`${it.directory}/`));
        return found && { scheme: found.scheme, authority: found.authority, path: path.slice(found.directory.length) };
    }

    private find({ scheme, authority }: Pick<Place, 'scheme' | 'authority'>): string | undefined {
        return this.directories.find((it) => it.scheme === scheme && it.authority === authority)?.directory;
    }
}
