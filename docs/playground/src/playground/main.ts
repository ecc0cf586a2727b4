// The page with the editor.

import targets from 'lsflint-targets';
import '../site/page.css';
import './playground.css';
import { unpack } from '../engine/module';
import { cluster } from '../site/demo';
import { find, h } from '../site/dom';
import { download, FilesError, readDrop, readFiles, writeArchive, type Files, type Read } from '../site/files';
import { connectHeader } from '../site/header';
import { decode, encode, ShareError } from '../site/share';
import { HELP } from './help';
import { markdown } from './markdown';
import { Session } from './session';
import { read, write, type State } from './state';
import { isStrict, setStrict } from './strict';
import { showPage } from './ui/dialogs';
import { showFiles } from './ui/files';
import { Notice } from './ui/notice';
import { showOutline } from './ui/outline';
import { showProblems } from './ui/problems';
import { showLink } from './ui/share';
import { Workbench } from './workbench';

/** A small valid cluster. */
const EMPTY: Files = new Map([
    ['/cluster/conf/lsbatch/c1/configdir/lsb.queues', 'Begin Queue\nQUEUE_NAME = normal\nPRIORITY   = 30\nEnd Queue\n'],
    [
        '/cluster/conf/lsf.cluster.c1',
        'Begin ClusterAdmins\nAdministrators = lsfadmin\nEnd ClusterAdmins\n\n' +
            'Begin Host\nHOSTNAME model type server RESOURCES\nhost1    !     !    1      (large)\nEnd Host\n',
    ],
    ['/cluster/conf/lsf.conf', 'LSF_LIM_PORT=7869\n'],
    [
        '/cluster/conf/lsf.shared',
        'Begin Cluster\nClusterName\nc1\nEnd Cluster\n\n' +
            'Begin HostType\nTYPENAME\nDEFAULT\nX86_64\nEnd HostType\n\n' +
            'Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nIntel     10.0      ()\nEnd HostModel\n\n' +
            'Begin Resource\nRESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION\n' +
            'large        Boolean ()       ()         (much memory)\nEnd Resource\n',
    ],
]);

const notice = new Notice(find('#notice'));
// The compiler works while the page is drawn.
unpack().catch((error: unknown) => {
    notice.error(`The engine cannot be started in this browser: ${String(error)}`);
});
const nonce = document.querySelector<HTMLMetaElement>('meta[name=lsflint-nonce]')?.content ?? '';
// Tests do not wait as long as people.
const session = new Session(FAULTS ? 6000 : undefined);
const workbench = new Workbench(session, nonce);
const { project } = workbench;
const target = find<HTMLSelectElement>('#target');
const strict = find<HTMLInputElement>('#strict');
/** Whether something would be lost if the page were closed. */
let changed = false;

connectHeader((dark) => {
    workbench.setDark(dark);
});
showFiles(project);
showOutline(project, (place) => {
    workbench.visit(place);
});
showProblems(project, {
    visit: (place) => {
        workbench.visit(place);
    },
    fix: (path, finding) => void workbench.fix(path, finding),
    explain: (code) => void workbench.explain(code),
});

for (const { name, summary } of targets) {
    target.append(h('option', { value: name }, /^\d/.test(name) ? name : summary));
}

/** Shows what happened when a function fails. */
function trying(run: () => Promise<void>): void {
    run().catch((error: unknown) => {
        const known = error instanceof FilesError || error instanceof ShareError;
        notice.error(known ? error.message : `This failed: ${String(error)}`);
    });
}

async function load({ files, open, target: version }: State): Promise<void> {
    target.value = version ?? '';
    await project.load(files, version === undefined ? {} : { target: version }, open);
    changed = false;
    showStrict();
}

/** Loads what the address contains, else the demo cluster. */
async function start(): Promise<void> {
    let state: State = { files: cluster('demo') };
    try {
        const shared = await decode(location.hash);
        state = shared === undefined ? state : read(shared);
    } catch (error) {
        notice.error(error instanceof ShareError ? `${error.message} This is the demo cluster.` : String(error));
    }
    await load(state);
}

/** A folder or an archive replaces the files; single files are added to them. */
async function take(found: Read): Promise<void> {
    const single = [...found.files.keys()].every((it) => it.lastIndexOf('/') === 0);
    if (single) {
        const current = project.current ?? project.paths[0] ?? '/';
        const folder = current.slice(0, current.lastIndexOf('/'));
        await project.merge(new Map([...found.files].map(([path, content]) => [folder + path, content])));
        project.show(folder + ([...found.files.keys()][0] ?? ''));
    } else {
        await load({ files: found.files });
    }
    const left = found.skipped.length === 0 ? '' : ` Left out: ${found.skipped.slice(0, 5).join('; ')}`;
    const more = found.skipped.length > 5 ? ` and ${found.skipped.length - 5} more.` : left === '' ? '' : '.';
    const count = found.files.size;
    notice.info(`${count} ${count === 1 ? 'file was' : 'files were'} read in this browser.${left}${more}`);
}

function showStrict(): void {
    const now = isStrict(project);
    strict.checked = now === true;
    strict.disabled = now === undefined;
}

project.listed.on(showStrict);
project.changed.on((path) => {
    changed = true;
    if (path.endsWith('/lsf.conf')) {
        showStrict();
    }
});
session.stopped.on(({ message, restarted }) => {
    if (restarted) {
        notice.error(`${message} It was started again.`);
    } else {
        notice.error(`${message} Change the file that takes so long, or remove it, and start the analysis again.`, {
            label: 'Start again',
            run: () => {
                trying(async () => {
                    await project.load(project.files(), settings(), project.current);
                });
            },
        });
    }
});

function settings(): { target?: string } {
    return target.value === '' ? {} : { target: target.value };
}

find<HTMLSelectElement>('#example').addEventListener('change', (event) => {
    const select = event.target as HTMLSelectElement;
    const name = select.value;
    select.value = '';
    trying(async () => {
        history.replaceState(null, '', location.pathname);
        await load({ files: name === 'demo' || name === 'clean' ? cluster(name) : EMPTY });
    });
});
target.addEventListener('change', () => {
    session.configure(settings());
});
strict.addEventListener('change', () => {
    const made = setStrict(project, strict.checked);
    if (made !== undefined) {
        workbench.change(made.path, made.change);
        notice.info(`This is the line LSF_STRICT_RESREQ=${strict.checked ? 'Y' : 'N'} of ${made.path.slice(1)}.`);
    }
});
find('#format').addEventListener('click', () => void workbench.format());
find('#fix-all').addEventListener('click', () => {
    trying(() => workbench.fixAll());
});
find('#share').addEventListener('click', () => {
    trying(async () => {
        const open = project.current;
        const fragment = await encode(
            write({ files: project.files(), ...(open === undefined ? {} : { open }), ...settings() }),
        );
        history.replaceState(null, '', `#${fragment}`);
        changed = false;
        await showLink(location.href);
    });
});
find('#export').addEventListener('click', () => {
    trying(async () => {
        const name = project.paths[0]?.split('/')[1] ?? 'cluster';
        download(await writeArchive(project.files()), `${name}.tar.gz`);
        changed = false;
    });
});
find('#reset').addEventListener('click', () => {
    trying(start);
});
find('#help').addEventListener('click', () => void showPage('Playground', markdown(HELP)));

for (const [button, input] of [
    ['#open-folder', '#folder-input'],
    ['#open-files', '#files-input'],
] as const) {
    const field = find<HTMLInputElement>(input);
    find(button).addEventListener('click', () => {
        field.click();
    });
    field.addEventListener('change', () => {
        const files = [...(field.files ?? [])];
        field.value = '';
        if (files.length > 0) {
            trying(async () => take(await readFiles(files)));
        }
    });
}

const drop = find('#drop');
const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
// Before the editor, which would insert the text of the file.
for (const name of ['dragenter', 'dragover'] as const) {
    document.addEventListener(
        name,
        (event) => {
            if (hasFiles(event)) {
                event.preventDefault();
                event.stopPropagation();
                drop.hidden = false;
            }
        },
        true,
    );
}
document.addEventListener(
    'dragleave',
    (event) => {
        if (event.relatedTarget === null) {
            drop.hidden = true;
        }
    },
    true,
);
document.addEventListener(
    'drop',
    (event) => {
        drop.hidden = true;
        const data = event.dataTransfer;
        if (data !== null && hasFiles(event)) {
            event.preventDefault();
            event.stopPropagation();
            trying(async () => take(await readDrop(data)));
        }
    },
    true,
);
addEventListener('hashchange', () => {
    trying(start);
});
addEventListener('beforeunload', (event) => {
    if (changed) {
        event.preventDefault();
    }
});
session.found.on(() => {
    if (performance.getEntriesByName('lsflint-first-findings').length === 0) {
        performance.mark('lsflint-first-findings');
    }
});

// On a narrow screen, the list of files is behind its title.
if (matchMedia('(max-width: 700px)').matches) {
    find<HTMLDetailsElement>('.side').open = false;
}
trying(start);
