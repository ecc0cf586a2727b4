// Elements of pictures.

/** An element of SVG with attributes and content. */
export function svg(
    name: string,
    attributes: Record<string, string | number>,
    ...children: (Node | string)[]
): SVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, String(value));
    }
    element.append(...children);
    return element;
}
