// What a page does, after a bundler: the address of the module is its own.
import { Workspace } from "lsflint";

export async function check(module, path, text) {
    const workspace = await Workspace.open(module);
    workspace.write(path, text);
    const { diagnostics } = workspace.ask("check");
    workspace.close();
    return diagnostics.map((it) => it.code);
}
