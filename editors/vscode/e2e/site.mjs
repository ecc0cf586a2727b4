// Serves the files of the editor and of extensions, for a workbench that has no server: VS Code for the Web.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const TYPES = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.ttf': 'font/ttf',
    '.wasm': 'application/wasm',
};

/** The page of the editor. Everything comes from the server. */
const page = (configuration) => `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta id="vscode-workbench-web-configuration" data-settings="${JSON.stringify(configuration).replace(/[&"]/g, (it) => (it === '&' ? '&amp;' : '&quot;'))}">
<link rel="stylesheet" href="/editor/out/vs/code/browser/workbench/workbench.css">
</head>
<body aria-label=""></body>
<script>globalThis._VSCODE_FILE_ROOT = new URL('/editor/out/', location).href;</script>
<script type="module" src="/editor/out/nls.messages.js"></script>
<script type="module" src="/editor/out/vs/code/browser/workbench/workbench.js"></script>
</html>`;

/**
 * The page of code-server always connects to a server, has its settings there, and trusts all folders. These are the
 * changes that make it VS Code for the Web again.
 */
function withoutServer(text) {
    const changes = [
        ['remoteAuthority:location.host', 'remoteAuthority:void 0'],
        [
            'N.file(this.userDataPath).with({scheme:K.vscodeRemote}),"User"',
            'N.file("/").with({scheme:K.vscodeUserData}),"User"',
        ],
        [',this.trusted=!0}async open(', ',this.trusted=void 0}async open('],
    ];
    return changes.reduce((text, [from, to]) => {
        if (!text.includes(from)) {
            throw new Error(`the editor is another one: it does not contain ${from}`);
        }
        return text.replace(from, to);
    }, text);
}

/** Serves a folder `editor`, and extensions: their names, and their folders or their files by name. */
export async function serve({ editor, extensions, settings }) {
    const main = '/editor/out/vs/code/browser/workbench/workbench.js';
    const workbench = withoutServer(readFileSync(path.join(editor, main.slice('/editor/'.length)), 'utf8'));
    let html = '';
    const find = async (name) => {
        const [, first, ...rest] = name.split('/');
        if (name === '/') {
            return html;
        }
        if (name === main) {
            return workbench;
        }
        if (rest.includes('..')) {
            return undefined;
        }
        if (first === 'editor') {
            return readFile(path.join(editor, ...rest));
        }
        const { folder, files } = first === 'extensions' ? (extensions[rest[0]] ?? {}) : {};
        const inExtension = rest.slice(1).join('/');
        return files?.[inExtension] ?? (folder && readFile(path.join(folder, inExtension)));
    };
    const server = createServer(async (request, response) => {
        const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const content = await find(name).catch(() => undefined);
        response.statusCode = content === undefined ? 404 : 200;
        const type = name === '/' ? 'text/html' : (TYPES[path.extname(name)] ?? 'application/octet-stream');
        response.setHeader('Content-Type', type);
        response.end(content);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const authority = `127.0.0.1:${server.address().port}`;
    const address = `http://${authority}/`;
    html = page({
        // The editor trusts all file systems of extensions except that of GitHub.
        folderUri: { scheme: 'vscode-vfs', authority: 'memory', path: '/demo' },
        additionalBuiltinExtensions: Object.keys(extensions).map((it) => ({
            scheme: 'http',
            authority,
            path: `/extensions/${it}`,
        })),
        configurationDefaults: settings,
        enableWorkspaceTrust: true,
        isEnabledFileDownloads: true,
        isEnabledFileUploads: true,
        isEnabledCoderGettingStarted: false,
        developmentOptions: { logLevel: 2 },
    });
    return {
        address,
        close: () => {
            server.close();
            server.closeAllConnections();
        },
    };
}
