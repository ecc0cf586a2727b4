// The manifest of a package: package.json without what does not exist there.

/** Settings of the program, which a browser does not run. */
const OF_PROGRAM = ['lsflint.path', 'lsflint.arguments'];

/** Commands that require a program: there is no git in a browser. */
const WITH_PROGRAM = ['lsflint.showPlan'];

/** The settings of lenses and hints of those commands. */
const WITH_COMMANDS = ['lsflint.codeLenses.changes'];

/** The manifest for a target of vsce: `web`, another platform, or none for all others. */
export function manifestFor(target, whole) {
    const manifest = structuredClone(whole);
    // Everything is built before.
    delete manifest.scripts;
    delete manifest.devDependencies;
    if (target !== 'web') {
        delete manifest.browser;
        return manifest;
    }
    // Where it runs follows from `browser`.
    delete manifest.main;
    delete manifest.extensionKind;
    const { contributes } = manifest;
    const absent = [...OF_PROGRAM, ...WITH_COMMANDS];
    for (const group of contributes.configuration) {
        for (const name of absent) {
            delete group.properties[name];
        }
    }
    contributes.commands = contributes.commands.filter((it) => !WITH_PROGRAM.includes(it.command));
    for (const [menu, entries] of Object.entries(contributes.menus)) {
        contributes.menus[menu] = entries.filter((it) => !WITH_PROGRAM.includes(it.command));
    }
    // The module only reads files, and does not start anything.
    manifest.capabilities = { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true };
    return manifest;
}
