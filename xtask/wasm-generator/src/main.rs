//! Makes the JavaScript and the types of a module: `lsflint-wasm-generator MODULE FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: lsflint-wasm-generator MODULE FOLDER");
        return ExitCode::from(2);
    };
    let made = Bindgen::new()
        .input_path(module)
        .web(true)
        .and_then(|it| {
            it.omit_default_module_path(true).typescript(true).out_name("module");
            it.remove_name_section(true).remove_producers_section(true).generate(folder)
        });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}
