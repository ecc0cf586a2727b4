// The worker: runs the module, one message after another.

import { Engine, initSync } from 'lsflint-module';
import type { Done, ToWorker } from './protocol';

let engine: Engine | undefined;

function handle(message: ToWorker): Done {
    if (message.kind === 'start') {
        initSync({ module: message.module });
        engine = new Engine();
        engine.setTime(message.minuteOfWeek);
        return { answer: Engine.version() };
    }
    if (engine === undefined) {
        return { failed: 'the engine was not started' };
    }
    switch (message.kind) {
        case 'write':
            for (const [path, bytes] of message.files) {
                engine.write(path, bytes);
            }
            return { messages: [] };
        case 'process':
            if (FAULTS) {
                fault(message.message);
            }
            return { messages: engine.process(message.message) };
        case 'ask':
            return answer(engine, message.question);
    }
}

/** For tests, in builds that have faults: a character that the analysis never ends for, and one that breaks it. */
function fault(message: string): void {
    while (message.includes('☠')) {
        // Forever.
    }
    if (message.includes('☢')) {
        throw new Error('internal error: a fault for a test');
    }
}

/** A question that is not understood throws, as an internal error does; the latter says so. */
function answer(engine: Engine, question: string): Done {
    try {
        return { answer: engine.ask(question) };
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const broken = error instanceof WebAssembly.RuntimeError || message.startsWith('internal error');
        return broken ? { failed: message } : { refused: message };
    }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    let done: Done;
    try {
        done = handle(data);
    } catch (error) {
        done = { failed: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(done);
};
