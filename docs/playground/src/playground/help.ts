/** What the button with the question mark shows. */
export const HELP = `
The language server of lsflint, in this page. Open a folder with the files of a cluster, or drop one here, as it is or as
a \`.tar.gz\` or \`.zip\` archive. **Nothing leaves the browser**: the page may not connect to anything, not even to the
server that it is from. A link made with *Share* contains the files themselves, compressed, behind the \`#\`.

| key | in the editor |
|---|---|
| \`F8\`, \`Shift+F8\` | next and previous problem, in all files |
| \`Ctrl+.\` | fixes at the cursor |
| \`Ctrl+Space\` | completion |
| \`Ctrl+K Ctrl+I\` | what is known about the word at the cursor |
| \`F12\`, \`Ctrl\` with a click | definition |
| \`Shift+F12\` | references |
| \`F2\` | rename everywhere |
| \`Shift+Alt+F\` | format the file |
| \`Ctrl+F\` | search |
| \`Ctrl+Z\`, \`Ctrl+Y\` | undo and redo |
| \`Tab\`, \`Shift+Tab\` | leave the editor |

On a Mac, \`Cmd\` takes the place of \`Ctrl\`.

*Strict syntax* is \`LSF_STRICT_RESREQ\` of lsf.conf, and changes that line. The version of LSF is a setting of this page.
`;
