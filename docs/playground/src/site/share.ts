// The state of a page in the fragment of its address, which browsers do not send to servers: JSON, compressed with
// deflate, in base64url. The pages of rules have such links too; xtask/src/docs/playground.rs makes them.

/** The first characters of a fragment, which say how the rest is to be read. */
const FORMAT = 'v1.';

/** The longest fragment. Browsers take more, but no mail or chat program does. */
export const LONGEST = 1_000_000;

/** The most that a fragment may be expanded to: a link from a stranger must not fill the memory. */
const LARGEST = 16_000_000;

/** A state that cannot be shared, or a link that cannot be read; the message is for the user. */
export class ShareError extends Error {}

/**
 * The fragment for a state, without `#`.
 * @throws ShareError if it would be too long
 */
export async function encode(state: object): Promise<string> {
    const text = new Blob([JSON.stringify(state)]);
    const compressed = text.stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
    const length = FORMAT.length + Math.ceil((bytes.length * 4) / 3);
    if (length > LONGEST) {
        throw new ShareError(
            `The link would have ${length.toLocaleString('en')} characters; the most is ${LONGEST.toLocaleString('en')}.`,
        );
    }
    let binary = '';
    for (const byte of bytes) {
        binary += String.fromCharCode(byte);
    }
    const base64url = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    return FORMAT + base64url;
}

/**
 * The state in a fragment, with or without `#`; nothing if there is none.
 * @throws ShareError if it is broken or too large
 */
export async function decode(fragment: string): Promise<object | undefined> {
    const text = fragment.replace(/^#/, '');
    if (text === '') {
        return undefined;
    }
    if (!text.startsWith(FORMAT)) {
        throw new ShareError('The link is not one of this version of lsflint.');
    }
    if (text.length > LONGEST) {
        throw new ShareError('The link is too long.');
    }
    let state: unknown;
    try {
        const binary = atob(text.slice(FORMAT.length).replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(binary, (it) => it.charCodeAt(0));
        state = JSON.parse(await expand(bytes));
    } catch (error) {
        if (error instanceof ShareError) {
            throw error;
        }
        throw new ShareError('The link is damaged; a part of it may be missing.');
    }
    if (typeof state !== 'object' || state === null || Array.isArray(state)) {
        throw new ShareError('The link is damaged; it does not contain a state.');
    }
    return state;
}

/** Stops before the memory is full. */
async function expand(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            return text + decoder.decode();
        }
        length += value.length;
        if (length > LARGEST) {
            await reader.cancel();
            throw new ShareError('The link contains too much.');
        }
        text += decoder.decode(value, { stream: true });
    }
}
