// Checks a cluster in memory, and asks for a hover: tsc --strict, then node typed.js
import { type Document, type Message, RequestError, Workspace } from "lsflint";

interface Finding {
    code: string;
    message: string;
    range: { start: { line: number } };
}

const workspace: Workspace = await Workspace.open();
const text = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = thirty\nEnd Queue\n";
workspace.write("/site/conf/lsb.queues", text);
const document: Document = workspace.ask("check", { paths: ["conf"] }, { folder: "/site", target: "10.1.0.14" });
for (const { code, message, range } of document["diagnostics"] as Finding[]) {
    console.log(`${range.start.line}: ${code} ${message}`);
}

const uri = "file:///site/conf/lsb.queues";
workspace.onMessage((message: Message) => {
    console.log(message.method);
});
workspace.request("initialize", { capabilities: {}, workspaceFolders: [{ uri: "file:///site", name: "site" }] });
workspace.notify("initialized", {});
workspace.notify("textDocument/didOpen", { textDocument: { uri, languageId: "lsf", version: 1, text } });
const hover = workspace.request("textDocument/hover", { textDocument: { uri }, position: { line: 2, character: 2 } });
console.log(JSON.stringify(hover).includes("PRIORITY"));
try {
    workspace.request("textDocument/unknown", {});
} catch (error) {
    console.log(error instanceof RequestError && error.code === -32601);
}
workspace.close();
