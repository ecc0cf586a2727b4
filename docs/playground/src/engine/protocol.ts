// Messages between a page and its worker.

/** What the page sends. Each message is answered by one `Done`, in order. */
export type ToWorker =
    | { kind: 'start'; module: WebAssembly.Module; minuteOfWeek: number }
    | { kind: 'write'; files: [path: string, bytes: Uint8Array | undefined][] }
    | { kind: 'process'; message: string }
    | { kind: 'ask'; question: string };

/** What became of a message. */
export type Done =
    /** Messages of the language server, or the answer to a question, as JSON. */
    | { messages: string[] }
    | { answer: string }
    /** The question has no answer, and why. */
    | { refused: string }
    /** The engine is broken. */
    | { failed: string };

/** What `engine.js` contains, as a property of the page. */
export interface Packed {
    /** The module, compressed with gzip, in base64. */
    module: string;
    /** The script of the worker. */
    worker: string;
}
