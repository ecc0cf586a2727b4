// Formats Lua with the settings of nvim-lspconfig, and fails if a file is not formatted: `node stylua.mjs FILE...`.
import { readFileSync } from 'node:fs';
import stylua from '@johnnymorganz/stylua/stylua_lib_node.cjs';

const { formatCode, Config, CallParenType, IndentType, LineEndings, OutputVerification, QuoteStyle } = stylua;

let bad = 0;
for (const file of process.argv.slice(2)) {
    // .stylua.toml of nvim-lspconfig
    const config = Config.new();
    config.column_width = 120;
    config.line_endings = LineEndings.Unix;
    config.indent_type = IndentType.Spaces;
    config.indent_width = 2;
    config.quote_style = QuoteStyle.AutoPreferSingle;
    config.call_parentheses = CallParenType.Input;
    const code = readFileSync(file, 'utf8');
    const formatted = formatCode(code, config, undefined, OutputVerification.Full);
    if (formatted !== code) {
        console.log(`${file} is not formatted:\n${formatted}`);
        bad += 1;
    }
}
process.exitCode = bad ? 1 : 0;
