// Checks a cluster in memory, and merges a requirement: node node.mjs
import { Workspace } from "lsflint";

const workspace = await Workspace.open();
workspace.write(
    "/site/conf/lsb.queues",
    "Begin Queue\nQUEUE_NAME = night\nPRIORTY = 30\nRES_REQ = rusage[mem=500]\nEnd Queue\n",
);

const { diagnostics } = workspace.ask("check", {}, { folder: "/site" });
for (const { file, range, code, message } of diagnostics) {
    console.log(`${file}:${range.start.line}: ${code} ${message}`);
}
const merged = workspace.ask("merge", { queue: "@night", job: ["select[nvme]"] }, { folder: "/site", cluster: "conf" });
console.log(merged.result);
workspace.close();
