// Elements without HTML texts.

type Child = Node | string | undefined | false;

/** An element with properties or attributes, and its content: `h('a', { href: '#', class: 'x' }, 'text')`. */
export function h<K extends keyof HTMLElementTagNameMap>(
    name: K,
    attributes: Record<string, string | boolean | number | undefined | ((event: Event) => void)> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === 'function') {
            element.addEventListener(key, value);
        } else if (value === true) {
            element.setAttribute(key, '');
        } else if (value !== false && value !== undefined) {
            element.setAttribute(key, String(value));
        }
    }
    for (const child of children) {
        if (child !== undefined && child !== false) {
            element.append(child);
        }
    }
    return element;
}

/** The element of the page with this selector. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the element
export function find<T extends HTMLElement = HTMLElement>(selector: string): T {
    const element = document.querySelector<T>(selector);
    if (element === null) {
        throw new Error(`the page has no ${selector}`);
    }
    return element;
}

/** A message with names in backticks, as elements. */
export function words(message: string): Node[] {
    return message
        .split(/`([^`]+)`/)
        .map((part, index) => (index % 2 === 1 ? h('code', {}, part) : new Text(part)))
        .filter((it) => it.textContent !== '');
}
