// The module, out of the script that contains it: `engine.js` is loaded by the page, because a page that was opened
// as a file, or that may not connect to anything, cannot fetch it.

import type { Packed } from './protocol';

declare global {
    var lsflintEngine: Packed | undefined;
    interface Uint8ArrayConstructor {
        // Not in the types of TypeScript yet, and not in all browsers.
        fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
    }
}

interface Unpacked {
    module: WebAssembly.Module;
    /** The address of the script of the worker. */
    worker: string;
}

let unpacked: Promise<Unpacked> | undefined;

/** Compiles the module, once for a page. */
export function unpack(): Promise<Unpacked> {
    unpacked ??= (async () => {
        const packed = globalThis.lsflintEngine;
        if (packed === undefined) {
            throw new Error('engine.js was not loaded');
        }
        performance.mark('lsflint-unpack');
        const gzip = new Blob([bytesOf(packed.module)]).stream().pipeThrough(new DecompressionStream('gzip'));
        // The compiler takes only responses, not streams; nothing is requested.
        const headers = { 'Content-Type': 'application/wasm' };
        const module = await WebAssembly.compileStreaming(new Response(gzip, { headers }));
        performance.mark('lsflint-compiled');
        const worker = URL.createObjectURL(new Blob([packed.worker], { type: 'text/javascript' }));
        globalThis.lsflintEngine = undefined;
        return { module, worker };
    })();
    return unpacked;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    if (Uint8Array.fromBase64 !== undefined) {
        return Uint8Array.fromBase64(base64);
    }
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) {
        bytes[index] = binary.charCodeAt(index);
    }
    return bytes;
}
