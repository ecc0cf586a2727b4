// Modules that build.mjs makes.

/** The JavaScript of `target/wasm`. */
declare module 'lsflint-module' {
    export class Engine {
        ask(question: string): string;
        process(message: string): string[];
        setTime(minuteOfWeek: number): void;
        write(path: string, bytes?: Uint8Array | null): void;
        static version(): string;
    }
    export function initSync(options: { module: WebAssembly.Module }): void;
}

declare module '*.css';

/** Files of `testdata/clusters`, by their paths there. */
declare module 'lsflint-clusters' {
    const clusters: Record<string, string>;
    export default clusters;
}

/** The versions of LSF in `crates/spec/data/versions.toml`. */
declare module 'lsflint-targets' {
    const targets: { name: string; summary: string }[];
    export default targets;
}

/** Whether the build has the faults that tests need. */
declare const FAULTS: boolean;
