import { h } from '../../site/dom';
import { showPage } from './dialogs';

/** Shows a link to copy. */
export async function showLink(address: string): Promise<void> {
    const field = h('input', { id: 'share-link', type: 'text', readonly: true, value: address });
    const said = h('span', { role: 'status', class: 'soft' });
    const copy = async (): Promise<void> => {
        field.select();
        try {
            await navigator.clipboard.writeText(address);
            said.textContent = 'Copied.';
        } catch {
            said.textContent = 'The browser does not allow that: copy the selected text.';
        }
    };
    const size = address.length > 8000 ? ' Some programs cut links that are as long as this one.' : '';
    const content = h(
        'div',
        {},
        h(
            'p',
            {},
            `The link contains the files, compressed: ${address.length.toLocaleString('en')} characters behind the #, ` +
                `which browsers do not send to servers.${size}`,
        ),
        h('label', { for: 'share-link' }, 'Link'),
        h(
            'div',
            { class: 'link' },
            field,
            h('button', { type: 'button', class: 'primary', click: () => void copy() }, 'Copy'),
        ),
        said,
    );
    await showPage('Share', content);
}
