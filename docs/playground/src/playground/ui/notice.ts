import { h } from '../../site/dom';

/** The line below the toolbar that says what happened. */
export class Notice {
    #box: HTMLElement;

    constructor(box: HTMLElement) {
        this.#box = box;
    }

    info(text: string): void {
        this.#show('info', text);
    }

    error(text: string, action?: { label: string; run: () => void }): void {
        this.#show('error', text, action);
    }

    hide(): void {
        this.#box.hidden = true;
    }

    #show(kind: string, text: string, action?: { label: string; run: () => void }): void {
        const close = (): void => {
            this.hide();
        };
        this.#box.className = `notice ${kind}`;
        this.#box.replaceChildren(
            h('span', {}, text),
            ...(action === undefined
                ? []
                : [
                      h(
                          'button',
                          {
                              type: 'button',
                              click: () => {
                                  close();
                                  action.run();
                              },
                          },
                          action.label,
                      ),
                  ]),
            h('button', { type: 'button', class: 'quiet', click: close, 'aria-label': 'Close the message' }, '×'),
        );
        this.#box.hidden = false;
    }
}
