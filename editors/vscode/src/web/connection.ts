// The connection to the worker with the module. It closes when the module fails or hangs; then the client starts again.
import {
    AbstractMessageReader,
    AbstractMessageWriter,
    type DataCallback,
    type Disposable,
    type Message,
} from 'vscode-languageserver-protocol';
import type { FromWorker, ToWorker, Written } from './messages';

/** The used part of a worker. */
export interface Port {
    postMessage(message: ToWorker | Message): void;
    terminate(): void;
    addEventListener(type: 'message', listener: (event: { data: FromWorker | Message }) => void): void;
    addEventListener(type: 'error', listener: (event: { message: string }) => void): void;
}

/** How long the module may work on one message, in milliseconds. A cluster with 10,000 hosts takes a few seconds. */
const PATIENCE = 30_000;

/** A worker that runs the module. */
export class Connection {
    readonly reader = new Reader();
    readonly writer = new Writer((message) => {
        // Settings of the editor are proxies, which cannot be posted.
        this.send(JSON.parse(JSON.stringify(message)) as Message);
    });
    private deadline: ReturnType<typeof setTimeout> | undefined;
    private started: { done: () => void; failed: (error: Error) => void } | undefined;
    private ended = false;

    constructor(
        private readonly port: Port,
        private readonly log: (line: string) => void,
        private readonly patience = PATIENCE,
    ) {
        port.addEventListener('message', ({ data }) => {
            this.take(data);
        });
        port.addEventListener('error', ({ message }) => {
            this.end(`the worker failed: ${message}`);
        });
    }

    /** Starts the module. */
    start(module: Uint8Array): Promise<void> {
        return new Promise((done, failed) => {
            this.started = { done, failed };
            this.send({ start: module });
        });
    }

    /** Writes and removes files of the module. */
    write(files: readonly Written[]): void {
        if (files.length > 0) {
            this.send({ write: files });
        }
    }

    /** Ends the worker. */
    dispose(): void {
        this.ended = true;
        clearTimeout(this.deadline);
        this.port.terminate();
    }

    private send(message: ToWorker | Message): void {
        if (this.ended) {
            return;
        }
        this.port.postMessage(message);
        if (this.deadline === undefined) {
            this.port.postMessage({ ask: 'alive' });
            this.deadline = setTimeout(() => {
                this.end(`lsflint did not answer for ${this.patience / 1000} seconds`);
            }, this.patience);
        }
    }

    private take(message: FromWorker | Message): void {
        if (!('is' in message)) {
            this.reader.take(message);
        } else if (message.is === 'ready') {
            this.started?.done();
        } else if (message.is === 'alive') {
            clearTimeout(this.deadline);
            this.deadline = undefined;
        } else {
            this.end(message.because);
        }
    }

    private end(because: string): void {
        if (!this.ended) {
            this.log(because);
            this.dispose();
            this.started?.failed(new Error(because));
            this.reader.close();
        }
    }
}

class Reader extends AbstractMessageReader {
    private callback: DataCallback | undefined;
    private readonly early: Message[] = [];

    listen(callback: DataCallback): Disposable {
        this.callback = callback;
        this.early.splice(0).forEach(callback);
        return { dispose: () => (this.callback = undefined) };
    }

    take(message: Message): void {
        if (this.callback === undefined) {
            this.early.push(message);
        } else {
            this.callback(message);
        }
    }

    close(): void {
        this.fireClose();
    }
}

class Writer extends AbstractMessageWriter {
    constructor(private readonly send: (message: Message) => void) {
        super();
    }

    write(message: Message): Promise<void> {
        this.send(message);
        return Promise.resolve();
    }

    end(): void {
        // The worker is ended with the connection.
    }
}
