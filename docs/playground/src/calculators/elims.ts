// Where elims run, with hosts switched off.

import { h } from '../site/dom';
import type { Elims } from './documents';
import type { State } from './fields';
import { open, type Page } from './page';
import { counted, facts, list, prose, section, some, table, type Cell } from './view';

/** The most hosts with a switch; the filter finds the others. */
const MOST = 200;

/** The switches of the hosts, which the first answer fills. */
class Switches {
    readonly element = h('fieldset', { class: 'switches' }, h('legend', {}, 'Hosts that are up'));
    readonly #filter = h('input', { type: 'search', id: 'host-filter', placeholder: 'Find a host' });
    readonly #boxes = h('div', { class: 'boxes' });
    readonly #note = h('p', { class: 'soft' });
    readonly #page: Page;
    #hosts: Elims['hosts'] = [];

    constructor(page: Page) {
        this.#page = page;
        this.#filter.addEventListener('input', () => {
            this.show();
        });
        const allUp = h(
            'button',
            {
                type: 'button',
                click: () => {
                    page.set({ down: [] });
                },
            },
            'All up',
        );
        this.element.append(
            h(
                'div',
                { class: 'switches-head' },
                h('label', { class: 'sr-only', for: 'host-filter' }, 'Find a host'),
                this.#filter,
                allUp,
            ),
            this.#boxes,
            this.#note,
        );
    }

    /** The hosts of an answer. */
    set hosts(hosts: Elims['hosts']) {
        const names = (all: Elims['hosts']): string => all.map((it) => `${it.host} ${it.state === 'client'}`).join(' ');
        const isSame = names(this.#hosts) === names(hosts);
        this.#hosts = hosts;
        if (!isSame) {
            this.show();
        }
    }

    get #down(): string[] {
        const { down } = this.#page.state;
        return Array.isArray(down) ? down : [];
    }

    show(): void {
        const filter = this.#filter.value.trim().toLowerCase();
        const down = new Set(this.#down);
        const servers = this.#hosts.filter((it) => it.state !== 'client');
        const found = servers.filter((it) => it.host.toLowerCase().includes(filter) || down.has(it.host));
        const boxes = found.slice(0, MOST).map(({ host }) => {
            const box = h('input', {
                type: 'checkbox',
                value: host,
                checked: !down.has(host),
                input: () => {
                    const others = this.#down.filter((it) => it !== host);
                    this.#page.state = { ...this.#page.state, down: box.checked ? others : [...others, host] };
                    this.#page.changed();
                },
            });
            return h('label', { class: 'box' }, box, host);
        });
        this.#boxes.replaceChildren(...boxes);
        const clients = this.#hosts.length - servers.length;
        const left = found.length - boxes.length;
        this.#note.textContent = [
            left > 0 ? `${left} more hosts: use the filter.` : '',
            clients > 0 ? `${counted(clients, 'client host')} never ${clients === 1 ? 'starts' : 'start'} elims.` : '',
        ].join(' ');
    }

    write(state: State): void {
        const down = new Set(Array.isArray(state.down) ? state.down : []);
        this.#boxes.querySelectorAll<HTMLInputElement>('input').forEach((it) => {
            it.checked = !down.has(it.value);
        });
    }
}

let switches: Switches | undefined;

open({
    initial: { down: [] },
    source: 'clean',
    fields: {},
    examples: [
        { label: 'management host down', state: { down: ['mgmt1'] }, source: 'clean' },
        { label: 'first host of a list down', state: { down: ['sim1', 'pnr1'] }, source: 'clean' },
    ],
    extra: (page) => {
        switches = new Switches(page);
        const { element } = switches;
        return { element, write: (state) => switches?.write(state) };
    },
    answer: async (site) => {
        const down = Array.isArray(site.state.down) ? site.state.down : [];
        const elims = await site.ask<Elims>('elims', down.length === 0 ? {} : { down });
        if (switches !== undefined) {
            switches.hosts = elims.hosts;
        }
        const [manager, ...next] = elims.management_hosts;
        const groups = grouped(elims.hosts.filter((it) => it.state !== 'client'));
        const up = elims.hosts.filter((it) => it.state === 'up');
        const everywhere = up[0]?.because.filter((reason) => up.every((it) => it.because.includes(reason))) ?? [];
        const rows = groups.map(({ names, host }) => {
            const here = host.because.filter((it) => !everywhere.includes(it));
            return [
                h('div', { class: 'names' }, some(names, 12)),
                host.state === 'down' ? 'down' : host.starts_elims ? 'started' : 'none',
                h('code', {}, host.resources.join(' ')),
                h('div', { class: 'reasons' }, ...here.map((it) => h('div', {}, prose(it)))),
            ];
        });
        const { changes } = elims;
        return {
            summary:
                manager === undefined
                    ? 'No management host candidate is up'
                    : changes === undefined
                      ? `All hosts are up; ${manager} is the management host`
                      : `${counted(down.length, 'host')} down; ${manager} is the management host; ${counted(changes.length, 'change')}`,
            isBad: manager === undefined,
            content: [
                changes === undefined ? undefined : section('What changes', list(changes, 'changes')),
                facts([
                    ['Management host', manager ?? 'none'],
                    next.length > 0 && ['Then', next.join(', ')],
                    elims.unmapped.length > 0 && ['Without ResourceMap', elims.unmapped.join(', ')],
                ]),
                section(
                    'Values',
                    table('Who reports each value', ['Resource', 'Reported by', 'For', 'Then by'], values(elims)),
                ),
                section(
                    'Hosts',
                    everywhere.length > 0 &&
                        h('p', {}, 'On each server host that is up: ', prose(everywhere.join('; '))),
                    table('Elims of the hosts', ['Hosts', 'Elims', 'LSF_RESOURCES', 'Because'], rows),
                ),
            ],
        };
    },
});

/** The values of resources; the hosts that report only their own value are in one row. */
function values({ instances }: Elims): Cell[][] {
    const own = new Map<string, string[]>();
    const rows: Cell[][] = [];
    for (const it of instances) {
        const [host] = it.hosts;
        if (it.hosts.length !== 1 || host === undefined || it.reported_by !== host) {
            rows.push([it.resource, it.reported_by ?? 'no host', some(it.hosts), some(it.successors)]);
        } else if (own.get(it.resource)?.push(host) === undefined) {
            own.set(it.resource, [host]);
        }
    }
    const alone = [...own].map(([resource, hosts]) => {
        return [resource, hosts.length === 1 ? hosts[0] : 'each host', some(hosts), ''];
    });
    return [...rows, ...alone];
}

/** Hosts with the same elims for the same reasons, in the order of the first of each. */
function grouped(hosts: Elims['hosts']): { names: string[]; host: Elims['hosts'][number] }[] {
    const groups = new Map<string, { names: string[]; host: Elims['hosts'][number] }>();
    for (const host of hosts) {
        const key = JSON.stringify([host.state, host.starts_elims, host.resources, host.because]);
        const group = groups.get(key);
        if (group === undefined) {
            groups.set(key, { names: [host.host], host });
        } else {
            group.names.push(host.host);
        }
    }
    return [...groups.values()];
}
