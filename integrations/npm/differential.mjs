// Compares the module with the program: findings, hovers, merged requirements and other answers about the same files.
// node differential.mjs PROGRAM REPOSITORY
//
// The files are the clusters of testdata, one cluster for each planted fault, the examples of the manuals, and ten generated
// clusters. All findings are compared. The first four words of every line are asked about in the clusters of testdata;
// elsewhere, the lines of every third fault, the first words of every third example, and of every eighth generated line.
import { deepStrictEqual } from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { Workspace } from "lsflint";

const [program, repository] = process.argv.slice(2);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "lsflint-differential.")));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const toml = (file) =>
    JSON.parse(
        execFileSync("python3", ["-c", "import json,sys,tomllib;print(json.dumps(tomllib.load(sys.stdin.buffer)))"], {
            input: readFileSync(join(repository, "testdata", file)),
            maxBuffer: 1 << 28,
        }),
    );
const put = (file, text) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
};
const below = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile())
        .map((it) => join(it.parentPath ?? it.path, it.name))
        .sort();

// A cluster, or many, in each folder.
const clusters = ["demo", "clean", "flat", "legacy-7", "two-in-one"];
const folder = (name) => join(scratch, name);
for (const name of clusters) {
    cpSync(join(repository, "testdata/clusters", name), folder(name), { recursive: true });
}
/** The files with a fault, and the lines of it. */
const faulty = new Map();
for (const [number, { file, find, write }] of toml("clusters/faults.toml").fault.entries()) {
    const cluster = join(folder("faults"), String(number));
    cpSync(folder("clean"), cluster, { recursive: true });
    const before = readFileSync(join(cluster, file), "utf8");
    put(join(cluster, file), before.replace(find, () => write));
    const first = before.slice(0, before.indexOf(find)).split("\n").length - 1;
    faulty.set(join(cluster, file), [first, first + write.split("\n").length]);
}
for (const manual of readdirSync(join(repository, "testdata/manual")).filter((it) => it.endsWith(".toml"))) {
    for (const [number, { file, section, text, each }] of (toml(`manual/${manual}`).example ?? []).entries()) {
        for (const [at, lines] of [text, ...(each ?? [])].entries()) {
            if (file && lines) {
                const name = section ?? "";
                const whole = name ? `Begin ${name}\n${lines}\nEnd ${name}\n` : lines;
                put(join(folder("manual"), manual, `${number}-${at}`, file), whole);
            }
        }
    }
}
// Ten clusters with some lines missing and some twice; the same ones in each run.
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
for (let number = 0; number < 10; number++) {
    const from = folder(number % 2 ? "demo" : "clean");
    for (const file of below(from)) {
        const lines = readFileSync(file, "latin1").split("\n");
        const changed = lines.flatMap((it) => (random() < 0.04 ? [] : random() < 0.04 ? [it, it] : [it]));
        put(join(folder("generated"), String(number), relative(from, file)), Buffer.from(changed.join("\n"), "latin1"));
    }
}

// The program as a language server, one request after another.
class Server {
    #buffer = Buffer.alloc(0);
    #waiting = new Map();
    #next = 1;
    constructor(folder) {
        this.child = spawn(program, ["server"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
        this.child.stdout.on("data", (data) => {
            this.#buffer = Buffer.concat([this.#buffer, data]);
            for (;;) {
                const end = this.#buffer.indexOf("\r\n\r\n");
                const length = end < 0 ? NaN : Number(/\d+/.exec(this.#buffer.toString("latin1", 0, end))[0]);
                if (!(this.#buffer.length >= end + 4 + length)) {
                    return;
                }
                const message = JSON.parse(this.#buffer.toString("utf8", end + 4, end + 4 + length));
                this.#buffer = this.#buffer.subarray(end + 4 + length);
                this.#waiting.get(message.id)?.(message);
            }
        });
    }
    #send(message) {
        const text = JSON.stringify({ jsonrpc: "2.0", ...message });
        this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    }
    request(method, params) {
        const id = this.#next++;
        return new Promise((done) => {
            this.#waiting.set(id, done);
            this.#send({ id, method, params });
        });
    }
    notify(method, params) {
        this.#send({ method, params });
    }
}

const counts = { files: 0, findings: 0, merges: 0, questions: 0, hovers: 0, answers: 0 };
const times = { program: 0, module: 0 };
const timed = async (whose, run) => {
    const start = performance.now();
    const result = await run();
    times[whose] += performance.now() - start;
    return result;
};
const run = (folder, ...words) => {
    try {
        return execFileSync(program, words, { cwd: folder, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
        return error.stdout;
    }
};

/** The names of the queues below a folder. */
function queuesOf(at) {
    const files = below(at).filter((it) => basename(it) === "lsb.queues");
    const names = files.flatMap((it) => [...readFileSync(it, "latin1").matchAll(/^\s*QUEUE_NAME\s*=\s*(\w+)/gm)]);
    return [...new Set(names.map((it) => it[1]))];
}

/** A workspace with the files of a folder. */
async function filled(at) {
    const workspace = await Workspace.open();
    for (const file of below(at)) {
        workspace.write(file, readFileSync(file));
    }
    return workspace;
}

/** The folders that a server is started in: opening a file takes time for each cluster of the folder. */
function parts(name) {
    const at = folder(name);
    const inside = () => readdirSync(at).map((it) => join(at, it));
    if (name === "faults") {
        return inside().filter((_, index) => index % 3 === 0);
    }
    return name === "generated" ? inside() : [at];
}

/** Which lines of a file are asked about, and how many words of each. */
function asked(name, file) {
    if (name === "generated") {
        return { words: 1, line: (it) => it % 8 === 0, all: false };
    }
    if (name === "faults") {
        const [first, end] = faulty.get(file) ?? [0, 0];
        return { words: 4, line: (it) => it >= first && it < end, all: false };
    }
    if (name === "manual") {
        // Every third example.
        const number = Number(/(\d+)-\d+\/[^/]+$/.exec(file)?.[1] ?? 0);
        return { words: 1, line: () => number % 3 === 0, all: false };
    }
    return { words: 4, line: () => true, all: true };
}

/** Compares the language servers: hovers, merged requirements of queues, and other answers. */
async function compareServers(name, at, workspace) {
    const server = new Server(at);
    const start = {
        processId: null,
        capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
        workspaceFolders: [{ uri: pathToFileURL(at).href, name }],
    };
    const ask = async (method, params, kind = "answers") => {
        // Hovers about windows and `#if` say what holds now.
        workspace.setTime(new Date());
        const native = await server.request(method, params);
        const [here] = workspace.process({ jsonrpc: "2.0", id: native.id, method, params }).slice(-1);
        deepStrictEqual(here, native, `${method} in ${name} ${JSON.stringify(params)}`);
        counts[kind]++;
    };
    await ask("initialize", start);
    server.notify("initialized", {});
    workspace.notify("initialized", {});
    for (const file of below(at).filter((it) => /\/ls[bf]\.[^/]+$/.test(it))) {
        const { words: most, line: isAsked, all } = asked(name, file);
        const uri = pathToFileURL(file).href;
        const textDocument = { uri };
        const item = { uri, languageId: "lsf", version: 1, text: readFileSync(file, "utf8") };
        const lines = [...item.text.split("\n").entries()].filter(([line]) => isAsked(line));
        if (lines.length === 0) {
            continue;
        }
        server.notify("textDocument/didOpen", { textDocument: item });
        workspace.notify("textDocument/didOpen", { textDocument: item });
        if (all) {
            for (const method of ["documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint"]) {
                const range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };
                await ask(`textDocument/${method}`, method === "inlayHint" ? { textDocument, range } : { textDocument });
            }
            const options = { tabSize: 4, insertSpaces: true };
            await ask("textDocument/formatting", { textDocument, options });
        }
        for (const [line, text] of lines) {
            const words = [...text.matchAll(/\w+/g)].slice(0, most);
            for (const position of words.map((it) => ({ line, character: it.index + 1 }))) {
                await ask("textDocument/hover", { textDocument, position }, "hovers");
            }
            if (all && line % 10 === 0) {
                const position = { line, character: text.length };
                await ask("textDocument/completion", { textDocument, position });
                await ask("textDocument/definition", { textDocument, position });
                const range = { start: position, end: position };
                await ask("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } });
            }
        }
        for (const queue of basename(file) === "lsb.queues" ? queuesOf(dirname(file)) : []) {
            const command = { command: "lsflint.mergedRequirement", arguments: [{ uri, queue }] };
            await ask("workspace/executeCommand", command, "merges");
        }
        // Only one document at a time is open, so that an edit need not check all clusters again.
        server.notify("textDocument/didClose", { textDocument });
        workspace.notify("textDocument/didClose", { textDocument });
    }
    await server.request("shutdown", null);
    server.notify("exit");
}

for (const name of [...clusters, "faults", "manual", "generated"]) {
    const at = folder(name);
    const workspace = await filled(at);
    counts.files += below(at).length;
    const expected = JSON.parse(await timed("program", () => run(at, "check", "--output-format", "json", ".")));
    const found = await timed("module", () => workspace.ask("check", {}, { folder: at }));
    deepStrictEqual(found, expected, `findings of ${name}`);
    counts.findings += expected.diagnostics.length;

    if (["demo", "clean", "flat", "legacy-7"].includes(name)) {
        const cluster = below(at).some((it) => it === join(at, "conf/lsf.conf")) ? "conf" : ".";
        for (const queue of queuesOf(at).map((it) => `@${it}`)) {
            const job = "select[type==any] rusage[mem=100]";
            const words = ["resreq", "merge", "--queue", queue, "--job", job, "--cluster", cluster, "--output-format", "json"];
            const text = run(at, ...words).toString();
            let answer = "";
            try {
                answer = workspace.ask("merge", { queue, job: [job] }, { folder: at, cluster });
            } catch (error) {
                // The program prints the message on standard error.
                deepStrictEqual(text, "", `${name}, ${queue}: ${error.message}`);
            }
            deepStrictEqual(answer, text === "" ? "" : JSON.parse(text), `requirement of ${name}, ${queue}`);
            counts.merges++;
        }
        // The other questions of the command line, about the same files.
        const compare = (words, question, options, about = {}) => {
            const text = run(at, ...words, "--cluster", cluster, "--output-format", "json").toString();
            let answer = "";
            try {
                answer = workspace.ask(question, options, { folder: at, cluster, ...about });
            } catch (error) {
                // The program prints the message on standard error.
                deepStrictEqual(text, "", `${name}, ${words.join(" ")}: ${error.message}`);
            }
            deepStrictEqual(answer, text === "" ? "" : JSON.parse(text), `${words.join(" ")} in ${name}`);
            counts.questions++;
        };
        const when = "Tue 09:30";
        for (const kind of ["queues", "applications", "hosts", "groups", "users", "resources", "limits", "pools"]) {
            compare(["show", kind, "--at", when], "table", { kind }, { at: when });
        }
        const job = ["select[mem>100 && type==any] rusage[swp=5]"];
        compare(["resreq", "hosts", ...job], "hosts", { job });
        for (const queue of queuesOf(at)) {
            compare(["resreq", "hosts", ...job, "--queue", `@${queue}`], "hosts", { queue: `@${queue}`, job });
            const facts = ["PENDING=95m", "FS=0.5"];
            const words = ["--queue", queue, ...facts.flatMap((it) => ["--fact", it]), "--over", "8h"];
            compare(["aps", "explain", ...words], "aps", { queue, facts, over: "8h" });
            compare(["calendar", "--queue", queue], "calendar", { queue });
        }
        compare(["calendar"], "calendar", {});
        compare(["elim", "plan"], "elims", {});
        const clusterFile = below(at).find((it) => basename(it).startsWith("lsf.cluster."));
        const [, host] = /^HOSTNAME.*\n(?:#.*\n)*([\w.-]+)/m.exec(readFileSync(clusterFile, "latin1")) ?? [];
        compare(["elim", "plan", "--down", host ?? "none"], "elims", { down: [host ?? "none"] });
        for (const script of below(at).filter((it) => it.endsWith(".sh"))) {
            const file = relative(at, script);
            compare(["show", "job", file], "job", { file });
            compare(["why", file], "why", { file });
        }
    }
    for (const part of parts(name)) {
        const own = part === at ? workspace : await filled(part);
        await compareServers(name, part, own);
        if (own !== workspace) {
            own.close();
        }
    }
    workspace.close();
    console.log(`${name}: same`);
}
// The effect of a change, from the cluster that a generated one was made of. The module has the page of editors: the same
// changes and commands in other words around them.
for (let number = 0; number < 10; number++) {
    const [old, changed] = [number % 2 ? "demo" : "clean", `generated/${number}`];
    const workspace = await Workspace.open();
    for (const file of [...below(folder(old)), ...below(folder(changed))]) {
        workspace.write(file, readFileSync(file));
    }
    const plan = JSON.parse(run(scratch, "plan", old, changed, "--output-format", "json"));
    const { markdown } = workspace.ask("change", { old, new: changed }, { folder: scratch });
    const plain = markdown.replace(/\\(?=[^\w\s])/g, "");
    const missing = plan.changes.map(({ text }) => text.replace(/\\(?=[^\w\s])/g, "")).filter((it) => !plain.includes(it));
    deepStrictEqual(missing, [], `the changes from ${old} to ${changed}`);
    const commands = [...markdown.matchAll(/^1\. `([^`]*)`/gm)].map((it) => it[1]);
    deepStrictEqual(commands, plan.run.map((it) => it.command), `the commands from ${old} to ${changed}`);
    counts.questions++;
    workspace.close();
}
console.log("plans: same");
const { files, findings, hovers, merges, questions, answers } = counts;
console.log(
    `${files} files, ${findings} findings, ${hovers} hovers, ${merges} requirements, ${questions} other questions, ${answers} other answers`,
);
console.log(`check: module ${times.module.toFixed(0)} ms, program ${times.program.toFixed(0)} ms`);
