// The worker: runs the module, which answers one message after another.
import { type Message, Workspace } from 'lsflint';
import type { FromWorker, ToWorker } from './messages';

let workspace: Workspace | undefined;

const tell = (message: FromWorker): void => {
    postMessage(message);
};

onmessage = async ({ data }: MessageEvent<ToWorker | Message>) => {
    try {
        if ('start' in data) {
            workspace = await Workspace.open(data.start);
            workspace.onMessage((message) => {
                postMessage(message);
            });
            tell({ is: 'ready' });
        } else if ('write' in data) {
            for (const [path, bytes] of data.write) {
                if (bytes === undefined) {
                    workspace?.remove(path);
                } else {
                    workspace?.write(path, bytes);
                }
            }
            workspace?.update();
        } else if ('ask' in data) {
            tell({ is: 'alive' });
        } else {
            // Hovers about time windows say what holds now.
            workspace?.setTime(new Date());
            for (const answer of workspace?.process(data) ?? []) {
                postMessage(answer);
            }
        }
    } catch (error) {
        // A panic: the memory of the module may be in any state.
        workspace = undefined;
        tell({ is: 'failed', because: error instanceof Error ? error.message : String(error) });
    }
};
