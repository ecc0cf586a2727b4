// The header, which is the same on all pages: build.mjs writes it, and this connects its switch.

const KEY = 'lsflint-theme';

const dark = (): boolean => {
    const chosen = document.documentElement.dataset.theme;
    return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
};

/** Connects the header; `changed` is called when the theme has changed. */
export function connectHeader(changed: (dark: boolean) => void = () => undefined): void {
    const button = document.querySelector<HTMLButtonElement>('#theme');
    const show = (): void => {
        button?.setAttribute('aria-pressed', String(dark()));
        changed(dark());
    };
    button?.addEventListener('click', () => {
        const theme = dark() ? 'light' : 'dark';
        document.documentElement.dataset.theme = theme;
        try {
            localStorage.setItem(KEY, theme);
        } catch {
            // The choice holds for this page.
        }
        show();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
    show();
}
