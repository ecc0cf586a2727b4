// The engine of lsflint for Node.js, whose fetch does not read files.
import { readFile } from "node:fs/promises";
import { Workspace as AnyWorkspace } from "./index.js";

export { RequestError } from "./index.js";

export class Workspace extends AnyWorkspace {
    static async open(source = new URL("./module_bg.wasm", import.meta.url)) {
        const isFile = source instanceof URL && source.protocol === "file:";
        return super.open(isFile ? await readFile(source) : source);
    }
}
