// The engine of lsflint for browsers and other environments with fetch. Types and comments are in index.d.ts.
import init, { Engine } from "./module.js";

/** The module, which is started once. */
let started;

export class RequestError extends Error {
    constructor(error) {
        super(error.message);
        this.code = error.code;
    }
}

export class Workspace {
    #engine = new Engine();
    #next = 1;
    #listener;

    static async open(source = new URL("./module_bg.wasm", import.meta.url)) {
        started ??= init({ module_or_path: source });
        try {
            await started;
        } catch (error) {
            // The next attempt may succeed, as with another source.
            started = undefined;
            throw error;
        }
        return new this();
    }

    get version() {
        return Engine.version();
    }

    write(path, content) {
        this.#engine.write(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }

    remove(path) {
        this.#engine.write(path, undefined);
    }

    update() {
        for (const message of this.#engine.update()) {
            this.#listener?.(JSON.parse(message));
        }
    }

    setTime(time) {
        this.#engine.setTime(time.getDay() * 1440 + time.getHours() * 60 + time.getMinutes());
    }

    ask(question, options = {}, about = {}) {
        return JSON.parse(this.#engine.ask(JSON.stringify({ question, about, options })));
    }

    onMessage(listener) {
        this.#listener = listener;
    }

    process(message) {
        return this.#engine.process(JSON.stringify(message)).map((it) => JSON.parse(it));
    }

    request(method, params) {
        const id = this.#next++;
        let answer;
        for (const message of this.process({ jsonrpc: "2.0", id, method, params })) {
            if (message.id === id && message.method === undefined) {
                answer = message;
            } else {
                this.#listener?.(message);
            }
        }
        if (answer.error) {
            throw new RequestError(answer.error);
        }
        return answer.result;
    }

    notify(method, params) {
        for (const message of this.process({ jsonrpc: "2.0", method, params })) {
            this.#listener?.(message);
        }
    }

    close() {
        this.#engine.free();
    }
}
