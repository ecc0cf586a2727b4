// The clusters of testdata, which are part of the page.

import clusters from 'lsflint-clusters';
import type { Files } from './files';

/** The cluster `demo` has fifteen mistakes, and `clean` is the corrected one. */
export type ClusterName = 'demo' | 'clean';

/** The files of a cluster, below `/demo` or `/clean`. */
export function cluster(name: ClusterName): Files {
    const own = Object.entries(clusters).filter(([path]) => path.startsWith(`${name}/`));
    const sorted = own.sort(([a], [b]) => (a < b ? -1 : 1));
    return new Map(sorted.map(([path, text]) => [`/${path}`, text]));
}
