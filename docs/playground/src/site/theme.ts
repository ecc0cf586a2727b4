// Runs in the head of each page, before anything is drawn: the theme that the reader chose, else that of the system.
// The switch in the header is connected by header.ts.

const KEY = 'lsflint-theme';

try {
    const theme = localStorage.getItem(KEY);
    if (theme === 'light' || theme === 'dark') {
        document.documentElement.dataset.theme = theme;
    }
} catch {
    // A page without storage has the theme of the system.
}
