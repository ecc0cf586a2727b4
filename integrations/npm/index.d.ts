/** What a question is about: the options that all commands of lsflint have. */
export interface About {
    /** The directory that relative paths belong to, and that paths in answers are relative to. The default is `/`. */
    folder?: string;
    /** The directory of the cluster. */
    cluster?: string;
    /** The LSF version, such as `10.1.0.14`. */
    target?: string;
    /** Whether lsflint.toml files are ignored. */
    noConfig?: boolean;
    /** The time at which `#if` is decided, such as `Mon 08:00`. */
    at?: string;
}

/** The questions and their options; the answers are the JSON documents of the commands. */
export interface Questions {
    /** `lsflint check`. */
    check: { paths?: string[] };
    /** `lsflint resreq merge`; `@NAME` is the requirement of a queue or application profile of the cluster. */
    merge: { queue?: string; app?: string; job?: string[]; tasks?: string; jobResource?: string[] };
    /** `lsflint resreq hosts`. */
    hosts: { job?: string[]; queue?: string; app?: string; tasks?: string };
    /** `lsflint aps explain`; facts are `NAME=VALUE`. */
    aps: {
        weights?: string;
        queue?: string;
        app?: string;
        user?: string;
        group?: string;
        facts?: string[];
        /** Also the value while the job is pending, up to this time, such as `8h`. */
        over?: string;
    };
    /** `lsflint elim plan`. */
    elims: { down?: string[] };
    /** `lsflint calendar`; `from` is a time such as `Tue 12:00`, the default is Monday. */
    calendar: { days?: number; queue?: string; from?: string };
    /** `lsflint show job`. */
    job: { file: string; user?: string };
    /** `lsflint why`. */
    why: { file: string; user?: string };
    /** `lsflint explain -`. */
    messages: { text: string };
    /** `lsflint show KINDS`; `now` is the time at which queues are open or closed, such as `Mon 08:00`. */
    table: {
        kind:
            | "queues"
            | "applications"
            | "hosts"
            | "groups"
            | "users"
            | "resources"
            | "limits"
            | "pools"
            | "service-classes";
        now?: string;
    };
    /** `lsflint rules`. */
    rules: Record<string, never>;
    /** The page of a rule: `{ version: 1, markdown: string }`. */
    rule: { code: string };
    /** What the change from one directory to another does: `{ version: 1, markdown: string }`. */
    change: { old: string; new: string };
}

/** A JSON document of the command line. */
export interface Document {
    version: 1;
    [key: string]: unknown;
}

/** A message of the language server protocol. */
export interface Message {
    jsonrpc: "2.0";
    id?: number | string | null;
    method?: string;
    params?: unknown;
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
}

/** The error of a request of the language server protocol. */
export class RequestError extends Error {
    code: number;
}

/** The address, the bytes, or a response of `fetch`. */
export type ModuleSource =
    | string
    | { readonly href: string }
    | ArrayBuffer
    | ArrayBufferView
    | { readonly body: unknown; arrayBuffer(): Promise<ArrayBuffer> };

/** Files in memory, and everything that can be asked about them. After an internal error it must not be used. */
export class Workspace {
    private constructor();
    /**
     * Starts the module, and opens a workspace without files. The module is started once for all workspaces.
     * @param source where module_bg.wasm comes from; the default is the file next to this module
     */
    static open(source?: ModuleSource): Promise<Workspace>;
    /** The version of lsflint. */
    readonly version: string;
    /**
     * Writes a file; the path is absolute, with `/`. Bytes that are not UTF-8 are read as Latin-1. Files that are written
     * one after another are checked together, at the next question or message.
     */
    write(path: string, content: string | Uint8Array): void;
    /** Removes a file. */
    remove(path: string): void;
    /** Checks the written files now, so that the listener gets what changed. */
    update(): void;
    /** Sets the time that hovers refer to; without it, they do not say which window is open now. */
    setTime(time: Date): void;
    /**
     * Asks a question.
     * @throws Error with the message of the command, such as an unknown name
     */
    ask<K extends keyof Questions>(question: K, options?: Questions[K], about?: About): Document;
    /** Calls a function with each message of the server that is no answer, such as findings. */
    onMessage(listener: (message: Message) => void): void;
    /** Processes a message of the language server protocol; returns all messages for the client. */
    process(message: Message): Message[];
    /**
     * Sends a request of the language server protocol; returns its result. Positions are those of the protocol, UTF-16.
     * @throws RequestError
     */
    request(method: string, params: unknown): unknown;
    /** Sends a notification of the language server protocol. */
    notify(method: string, params: unknown): void;
    /** Frees the memory. */
    close(): void;
}
