// What the extension and the worker with the module send to each other, in addition to messages of the protocol.

/** A file for the module: its absolute path, and its bytes, or none if it does not exist. */
export type Written = readonly [path: string, bytes: Uint8Array | undefined];

/** A message for the worker that is not of the protocol. */
export type ToWorker =
    /** The bytes of the module. The answer is `ready`. */
    | { start: Uint8Array }
    | { write: readonly Written[] }
    /** Asks for the answer `alive`, which comes when everything before is done. */
    | { ask: 'alive' };

/** A message of the worker that is not of the protocol. */
export type FromWorker =
    | { is: 'ready' }
    | { is: 'alive' }
    /** The module failed, and cannot be used any more. */
    | { is: 'failed'; because: string };
