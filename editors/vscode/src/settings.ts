// Converts settings of the editor to settings of the server.
import { type Surroundings, substitute } from './variables';

/** Keys of the section `lsflint` that only the extension uses. */
const OURS = new Set(['path', 'arguments', 'trace']);

/** Keys whose values are paths. */
const PATHS = new Set(['config', 'cluster']);

/** The section `lsflint` for the server: without keys of the extension and unset keys, with variables replaced. */
export function serverSettings(section: unknown, surroundings: Surroundings): Record<string, unknown> {
    const given = typeof section === 'object' && section !== null ? Object.entries(section) : [];
    const settings: Record<string, unknown> = {};
    for (const [key, value] of given as [string, unknown][]) {
        // The settings editor stores these values for fields that are not set.
        const unset =
            value === null || value === '' || (key === 'select' && Array.isArray(value) && value.length === 0);
        if (OURS.has(key) || unset) {
            continue;
        }
        settings[key] = PATHS.has(key) && typeof value === 'string' ? substitute(value, surroundings) : value;
    }
    return settings;
}
