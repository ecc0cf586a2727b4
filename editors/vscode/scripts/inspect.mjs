// Checks packed extensions as their registries show them: `node scripts/inspect.mjs FILE...`. A package of a platform contains the server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const web = manifest.repository.url.replace(/\.git$/, '');

function unzip(...args) {
    const run = spawnSync('python3', ['-m', 'zipfile', ...args], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr ?? String(run.error));
    return run.stdout;
}

// One file of a package.
function text(file, name) {
    const read = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
    const run = spawnSync('python3', ['-c', read, file, name], { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(run.status, 0, run.stderr ?? String(run.error));
    return run.stdout;
}

for (const file of process.argv.slice(2)) {
    const rows = unzip('-l', file).trim().split('\n').slice(1);
    const files = new Map(rows.map((row) => [row.split(/\s{2,}/)[0], Number(row.trim().split(/\s+/).pop())]));
    const platform = /-((?:linux|darwin|win32|alpine)-\w+|web)-/.exec(path.basename(file))?.[1];

    const license = text(file, 'extension/LICENSE.txt');
    for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) {
        const whole = readFileSync(path.join(root, '..', '..', name), 'utf8');
        assert.equal(text(file, `extension/${name}`), whole, `${name} is another one`);
        assert.ok(license.includes(whole.trim()), `${name} is not in LICENSE.txt`);
    }
    assert.match(text(file, 'extension/THIRD-PARTY-LICENSES.txt'), /vscode-languageclient/);

    const listed = text(file, 'extension.vsixmanifest');
    const named = ['Links.Source', 'Links.Support', 'Links.Learn', 'Links.GitHub', 'CustomerQnALink'];
    for (const link of named.map((it) => `Services.${it}"`)) {
        assert.ok(listed.includes(link), `no ${link}`);
    }
    assert.ok(listed.includes(`TargetPlatform="${platform}"`) || platform === undefined, 'another platform');

    // Relative links would be dead in a registry, and pictures must be PNG files at https addresses.
    const pages = ['readme.md', 'changelog.md'].map((it) => text(file, `extension/${it}`)).join('\n');
    const links = [...pages.matchAll(/\]\(([^)#][^)]*)\)/g)].map((it) => it[1]);
    assert.deepEqual(
        links.filter((it) => !it.startsWith('https://')),
        [],
    );
    const pictures = [...pages.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)].map((it) => it[1]);
    assert.ok(pictures.length >= 3 && pictures.every((it) => it.startsWith(`${web}/raw/`) && it.endsWith('.png')));
    for (const address of links.filter((it) => it.startsWith(web))) {
        const place = new URL(address).pathname.split('/').slice(5).join('/');
        assert.ok(statSync(path.join(root, '..', '..', place)), `${address} leads to no file`);
    }

    assert.ok(!manifest.categories.includes('Snippets') || manifest.contributes.snippets, 'no snippets');
    const server = [...files].find(([name]) => /^extension\/server\/lsflint(\.exe)?$/.test(name));
    const isWeb = platform === 'web';
    const hasServer = platform !== undefined && !isWeb;
    assert.equal(server !== undefined, hasServer, 'the server belongs into packages of a platform');

    const packed = JSON.parse(text(file, 'extension/package.json'));
    assert.ok(files.has(path.posix.join('extension', packed[isWeb ? 'browser' : 'main'])), 'no entry point');
    assert.equal(packed[isWeb ? 'main' : 'browser'], undefined, 'an entry point of another platform');
    if (isWeb) {
        assert.ok(listed.includes('__web_extension'), 'registries must know that it runs in browsers');
        assert.ok(files.get('extension/dist/web/module_bg.wasm') > 1e6, 'no module');
        assert.deepEqual(packed.capabilities, { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true });
        const settings = packed.contributes.configuration.flatMap((it) => Object.keys(it.properties));
        const commands = packed.contributes.commands.map((it) => it.command);
        const ofProgram = /^lsflint\.(path|arguments|codeLenses\.changes|showPlan)$/;
        assert.deepEqual(
            [...settings, ...commands].filter((it) => ofProgram.test(it)),
            [],
        );
        assert.ok(settings.includes('lsflint.target') && commands.includes('lsflint.showElimPlan'));
    }
    const installed = [...files.values()].reduce((sum, it) => sum + it, 0);
    const sizes = [statSync(file).size, installed].map((it) => `${(it / 1e6).toFixed(1)} MB`);
    console.log(`ok      ${path.basename(file)}: ${files.size} files, ${sizes[0]} packed, ${sizes[1]} installed`);
}
