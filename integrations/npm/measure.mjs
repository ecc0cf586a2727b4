// Measures the CPU time of checks by the module and by the program: node measure.mjs PACKAGE PROGRAM FOLDER...
//
// PACKAGE is the folder that `cargo xtask wasm` writes. The runs of both are interleaved; prints medians in milliseconds.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const RUNS = 5;

/** CPU time of a function. */
async function cpu(run) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
}

/** One life of the module: the time to start it, for the first check, and for the third one. */
async function measureModule(folder, index) {
    const { Workspace } = await import(pathToFileURL(index).href);
    let workspace;
    const load = await cpu(async () => (workspace = await Workspace.open()));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
    for (const file of files.map((it) => join(it.parentPath ?? it.path, it.name))) {
        workspace.write(file, readFileSync(file));
    }
    const checks = [];
    for (let count = 0; count < 3; count++) {
        checks.push(await cpu(() => workspace.ask("check", {}, { folder })));
    }
    console.log(JSON.stringify([load, checks[0], checks[2]]));
}

/** The time of the program, with one thread. */
function measureProgram(program, folder) {
    const script = '"$0" check --jobs 1 --output-format json . >/dev/null 2>&1; times';
    const text = execFileSync("bash", ["-c", script, program], { cwd: folder, encoding: "utf8" });
    const [user, system] = [...text.trim().split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g)];
    return [user, system].reduce((sum, it) => sum + Number(it[1]) * 60_000 + Number(it[2]) * 1000, 0);
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const [first, ...rest] = process.argv.slice(2);
if (first === "--once") {
    await measureModule(...rest);
} else {
    const [program, ...folders] = rest.map((it) => resolve(it));
    for (const folder of folders) {
        const native = [];
        const module = [];
        for (let run = 0; run < RUNS; run++) {
            native.push(measureProgram(program, folder));
            const words = [process.argv[1], "--once", folder, join(resolve(first), "node.js")];
            module.push(JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })));
        }
        const [load, check, later] = [0, 1, 2].map((at) => median(module.map((it) => it[at])));
        const ratio = [check, later].map((it) => (it / median(native)).toFixed(1));
        const shown = [median(native), load, check, later].map((it) => it.toFixed(0));
        console.log(`${folder}: program ${shown[0]}, start ${shown[1]}, first check ${shown[2]}, third check ${shown[3]}`);
        console.log(`  ratio of the checks to the program: ${ratio.join(", ")}`);
    }
}
