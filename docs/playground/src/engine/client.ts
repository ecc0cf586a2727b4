// The engine for pages: questions and messages of the language server protocol, answered by a worker.

import type { About, Document, Message } from '../../../../integrations/npm/index';
import type { Files } from '../site/files';
import { unpack } from './module';
import type { Done, ToWorker } from './protocol';

export type { About, Document, Message };

/** Why a worker was ended. */
export interface Stop {
    /** For the user: what happened, in a sentence. */
    message: string;
    /** Whether a new worker has taken over. It has none of the documents that were open. */
    restarted: boolean;
}

export interface Options {
    /** How long the worker may take to answer, in milliseconds. */
    timeout?: number;
    /** Called as soon as a worker is ended. */
    onEnd?: () => void;
    /** Called when a worker was ended because it did not answer, or had an internal error, and what became of it. */
    onStop?: (stop: Stop) => void;
}

/** The question has no answer; the message is that of the command line. */
export class Refused extends Error {}

/** The worker was ended before it answered. */
export class Stopped extends Error {}

/** How long a worker may take: longer than any analysis of a real cluster, shorter than patience. */
export const TIMEOUT = 10_000;

/** How long a worker must have done its work before it is replaced by another one without asking. */
const RECOVERY = 20_000;

interface Waiting {
    resolve: (done: Done) => void;
    reject: (error: Error) => void;
}

/** The engine with its files. */
export class Engine {
    #worker: Worker | undefined;
    /** The messages that the worker has not answered, in order. */
    #waiting: Waiting[] = [];
    #timer: ReturnType<typeof setTimeout> | undefined;
    #timeout: number;
    #onEnd: () => void;
    #onStop: (stop: Stop) => void;
    #files: Files = new Map();
    #listeners = new Set<(message: Message) => void>();
    #requests = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
    #nextRequest = 1;
    /** When a worker was ended last. */
    #lastStop = -Infinity;
    #closed = false;
    /** The version of lsflint. */
    version = '';

    private constructor({ timeout = TIMEOUT, onEnd = () => undefined, onStop = () => undefined }: Options) {
        this.#timeout = timeout;
        this.#onEnd = onEnd;
        this.#onStop = onStop;
    }

    /** Starts an engine without files. */
    static async start(options: Options = {}): Promise<Engine> {
        const engine = new Engine(options);
        await engine.#launch();
        return engine;
    }

    /** Replaces all files. Paths are absolute, with `/`. Open documents hide the files with their names. */
    async setFiles(files: Files): Promise<void> {
        const changes: [string, Uint8Array | undefined][] = [];
        for (const path of this.#files.keys()) {
            if (!files.has(path)) {
                changes.push([path, undefined]);
            }
        }
        for (const [path, content] of files) {
            if (this.#files.get(path) !== content) {
                changes.push([path, bytesOf(content)]);
            }
        }
        this.#files = new Map(files);
        if (changes.length > 0) {
            await this.#send({ kind: 'write', files: changes });
        }
    }

    /**
     * Asks a question; the answer is the JSON document of the command line.
     * @throws Refused with the message of the command, such as an unknown name
     */
    async ask(question: string, options: object = {}, about: About = {}): Promise<Document> {
        const done = await this.#send({ kind: 'ask', question: JSON.stringify({ question, about, options }) });
        if ('answer' in done) {
            return JSON.parse(done.answer) as Document;
        }
        throw new Refused('refused' in done ? done.refused : 'no answer');
    }

    /** Sends a request of the language server protocol, and returns its result. */
    request(method: string, params: unknown): Promise<unknown> {
        const id = this.#nextRequest++;
        return new Promise((resolve, reject) => {
            this.#requests.set(id, { resolve, reject });
            void this.#process({ jsonrpc: '2.0', id, method, params });
        });
    }

    /** Sends a notification of the language server protocol. The promise is resolved when it was processed. */
    notify(method: string, params: unknown): Promise<void> {
        return this.#process({ jsonrpc: '2.0', method, params });
    }

    /** Answers a request of the server. */
    answer(id: number | string, result: unknown): void {
        void this.#process({ jsonrpc: '2.0', id, result });
    }

    /** Calls a function with each notification and request of the server. */
    onMessage(listener: (message: Message) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** Ends the worker, and starts another with the same files. Open documents are forgotten. */
    async restart(): Promise<void> {
        this.#end('the engine was restarted');
        await this.#launch();
    }

    /** Ends the worker for good. */
    close(): void {
        this.#closed = true;
        this.#end('the engine was closed');
    }

    async #launch(): Promise<void> {
        const { module, worker: address } = await unpack();
        if (this.#closed) {
            throw new Stopped('the engine was closed');
        }
        const worker = new Worker(address);
        this.#worker = worker;
        worker.onmessage = ({ data }: MessageEvent<Done>) => {
            this.#done(data);
        };
        worker.onerror = (event) => {
            event.preventDefault();
            this.#broken(`The analysis failed: ${event.message}.`);
        };
        const now = new Date();
        const minuteOfWeek = now.getDay() * 1440 + now.getHours() * 60 + now.getMinutes();
        const started = this.#send({ kind: 'start', module, minuteOfWeek });
        const files = [...this.#files].map<[string, Uint8Array]>(([path, content]) => [path, bytesOf(content)]);
        const written = files.length > 0 ? this.#send({ kind: 'write', files }) : undefined;
        const done = await started;
        this.version = 'answer' in done ? done.answer : '';
        await written;
    }

    async #process(message: Message): Promise<void> {
        try {
            const done = await this.#send({ kind: 'process', message: JSON.stringify(message) });
            for (const text of 'messages' in done ? done.messages : []) {
                this.#take(JSON.parse(text) as Message);
            }
        } catch (error) {
            if (typeof message.id === 'number') {
                this.#requests.get(message.id)?.reject(error as Error);
                this.#requests.delete(message.id);
            }
        }
    }

    /** A message of the server. */
    #take(message: Message): void {
        const request = message.method === undefined ? this.#requests.get(Number(message.id)) : undefined;
        if (request === undefined) {
            for (const listener of this.#listeners) {
                listener(message);
            }
            return;
        }
        this.#requests.delete(Number(message.id));
        if (message.error) {
            request.reject(new Refused(message.error.message));
        } else {
            request.resolve(message.result);
        }
    }

    #send(message: ToWorker): Promise<Done> {
        return new Promise((resolve, reject) => {
            if (this.#worker === undefined) {
                reject(new Stopped('the engine is not running'));
                return;
            }
            this.#waiting.push({ resolve, reject });
            if (this.#waiting.length === 1) {
                this.#watch();
            }
            this.#worker.postMessage(message);
        });
    }

    /** The worker has answered the first message that waits. */
    #done(done: Done): void {
        const first = this.#waiting.shift();
        this.#watch();
        if ('failed' in done) {
            first?.reject(new Stopped(done.failed));
            this.#broken(`The analysis failed: ${done.failed}.`);
            return;
        }
        first?.resolve(done);
    }

    /** Gives the worker time for the first message that waits. */
    #watch(): void {
        clearTimeout(this.#timer);
        if (this.#waiting.length > 0) {
            this.#timer = setTimeout(() => {
                const seconds = Math.round(this.#timeout / 1000);
                this.#broken(`The analysis did not answer within ${seconds} seconds and was ended.`);
            }, this.#timeout);
        }
    }

    /** Ends the worker. Starts another one, unless that was done just before: the next would fail as well. */
    #broken(message: string): void {
        const now = performance.now();
        const again = now - this.#lastStop > this.#timeout + RECOVERY;
        this.#lastStop = now;
        this.#end(message);
        if (!again) {
            this.#onStop({ message, restarted: false });
            return;
        }
        this.#launch().then(
            () => {
                this.#onStop({ message, restarted: true });
            },
            () => {
                this.#onStop({ message, restarted: false });
            },
        );
    }

    #end(reason: string): void {
        clearTimeout(this.#timer);
        this.#worker?.terminate();
        this.#worker = undefined;
        this.#onEnd();
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const { reject } of waiting) {
            reject(new Stopped(reason));
        }
        for (const { reject } of this.#requests.values()) {
            reject(new Stopped(reason));
        }
        this.#requests.clear();
    }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
