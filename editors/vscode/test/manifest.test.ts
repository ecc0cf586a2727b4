// package.json says many things a second time; here they are held against the code.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ServerCommand } from '../src/protocol';

interface Manifest {
    version: string;
    icon: string;
    contributes: {
        commands: { command: string }[];
        menus: Record<string, { command?: string; submenu?: string }[]>;
        submenus: { id: string }[];
        walkthroughs: { steps: { description: string; media: { markdown: string }; completionEvents: string[] }[] }[];
        languages: { id: string; configuration: string; icon?: Record<string, string> }[];
        grammars: { language?: string; scopeName: string; path: string }[];
        configuration: {
            properties: Record<string, { default: unknown; scope?: string; markdownDescription: string }>;
        }[];
    };
    capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
    activationEvents: string[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { commands, menus, submenus, walkthroughs, languages, grammars, configuration } = manifest.contributes;
const code = readdirSync('src', { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
    .join('\n');

test('every command is declared and exists, and none is in the way of the server', () => {
    const declared = commands.map((it) => it.command).sort();
    const registered = [...code.matchAll(/(?:registerCommand|\bcommand)\(\s*'(lsflint\.\w+)'/g)].map((it) => it[1]);
    assert.deepEqual(registered.sort(), declared);
    const ofServer: string[] = Object.values(ServerCommand);
    assert.deepEqual(
        declared.filter((it) => ofServer.includes(it)),
        [],
    );
    const inMenus = Object.values(menus).flat();
    const named = [...declared, ...submenus.map((it) => it.id)];
    assert.deepEqual(
        inMenus.filter((it) => !named.includes(it.command ?? it.submenu ?? '')),
        [],
    );
});

test('an untrusted workspace cannot choose the program', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    assert.deepEqual(restrictedConfigurations, ['lsflint.path', 'lsflint.arguments']);
    const properties = Object.assign({}, ...configuration.map((it) => it.properties)) as Record<
        string,
        { scope?: string }
    >;
    assert.deepEqual(
        restrictedConfigurations.map((it) => properties[it]?.scope),
        ['machine-overridable', 'machine-overridable'],
    );
});

test('every submenu has entries and is in a menu', () => {
    for (const { id } of submenus) {
        assert.ok((menus[id]?.length ?? 0) > 0, id);
        assert.ok(
            Object.values(menus).some((entries) => entries.some((it) => it.submenu === id)),
            id,
        );
    }
});

test('every step of the walkthrough has a page, and commands and settings that exist', () => {
    const settings = configuration.flatMap((it) => Object.keys(it.properties));
    const declared = commands.map((it) => it.command);
    const exists = (name: string): boolean =>
        name.startsWith('workbench.') || declared.includes(name) || settings.includes(name);
    for (const { description, media, completionEvents } of walkthroughs.flatMap((it) => it.steps)) {
        assert.ok(existsSync(media.markdown), media.markdown);
        const links = [...description.matchAll(/\(command:([\w.]+)/g)].map((it) => it[1] ?? '');
        const events = completionEvents
            .filter((it) => !it.startsWith('onContext:'))
            .map((it) => it.split(':')[1] ?? '');
        assert.deepEqual(
            [...links, ...events].filter((it) => !exists(it)),
            [],
        );
    }
});

test('every file that is named is there', () => {
    const icons = languages.flatMap((it) => Object.values(it.icon ?? {}));
    const files = [
        manifest.icon,
        ...icons,
        ...languages.map((it) => it.configuration),
        ...grammars.map((it) => it.path),
    ];
    assert.deepEqual(
        files.filter((it) => !existsSync(it)),
        [],
    );
});

test('a grammar has the scope and the language it is announced with', () => {
    for (const { language, scopeName, path } of grammars) {
        assert.equal((JSON.parse(readFileSync(path, 'utf8')) as { scopeName: string }).scopeName, scopeName);
        assert.ok(language === undefined || languages.some((it) => it.id === language), scopeName);
    }
});

test('every setting has a default, a description, and a line in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    for (const [name, setting] of configuration.flatMap((it) => Object.entries(it.properties))) {
        assert.ok('default' in setting && setting.markdownDescription !== '', name);
        const last = name.split('.').pop() ?? name;
        assert.ok(readme.includes(`\`${name}\``) || readme.includes(`\`.${last}\``), `${name} is not in the README`);
    }
});

test('the patterns of the language configuration are patterns', () => {
    const text = readFileSync('language-configuration.json', 'utf8');
    const { wordPattern, folding, onEnterRules } = JSON.parse(text) as {
        wordPattern: string;
        folding: { markers: { start: string; end: string } };
        onEnterRules: { beforeText: string }[];
    };
    const words = (line: string): string[] => line.match(new RegExp(wordPattern, 'g')) ?? [];
    assert.deepEqual(words('RES_REQ = select[mem>500] order[-slots:ut]'), [
        'RES_REQ',
        'select',
        'mem',
        '500',
        'order',
        'slots',
        'ut',
    ]);
    assert.deepEqual(words('HOSTS = node-1.site.org+2 ~old_1'), ['HOSTS', 'node-1.site.org', '2', 'old_1']);
    assert.match('begin Queue', new RegExp(folding.markers.start));
    assert.match('#endif', new RegExp(folding.markers.end));
    const comment = new RegExp(onEnterRules[0]?.beforeText ?? '');
    assert.match('# a comment', comment);
    assert.doesNotMatch('#if time(8:00-18:00)', comment);
});

test('the version is the one of the server', () => {
    const workspace = readFileSync('../../Cargo.toml', 'utf8');
    assert.equal(/^version = "(.*)"$/m.exec(workspace)?.[1], manifest.version);
});
