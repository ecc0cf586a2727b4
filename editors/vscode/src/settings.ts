// From the settings of the editor to what the server reads.
import { type Surroundings, substitute } from './variables';

/** Keys of the section `lsflint` that are for the extension alone. */
const OURS = new Set(['path', 'arguments', 'trace']);

/** Keys that hold the path of a file. */
const PATHS = new Set(['config']);

/** The section `lsflint` as the server wants it: without our own keys, without what is not set, with variables replaced. */
export function serverSettings(section: unknown, surroundings: Surroundings): Record<string, unknown> {
    const given = typeof section === 'object' && section !== null ? Object.entries(section) : [];
    const settings: Record<string, unknown> = {};
    for (const [key, value] of given as [string, unknown][]) {
        // The settings page has no other way to say that a field is not set.
        const unset =
            value === null || value === '' || (key === 'select' && Array.isArray(value) && value.length === 0);
        if (OURS.has(key) || unset) {
            continue;
        }
        settings[key] = PATHS.has(key) && typeof value === 'string' ? substitute(value, surroundings) : value;
    }
    return settings;
}
