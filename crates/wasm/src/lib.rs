//! lsflint for browsers and Node.js, as a WebAssembly module.
//!
//! The files are in memory, and the page hands in the time. There are two ways to ask: messages of the language server
//! protocol, for everything that an editor shows, and questions, which have the JSON documents of the command line.
//! Both are answered by the code of the program.

mod questions;

// An exception of the page.
#[cfg(not(target_family = "wasm"))]
use lsflint_answers::Refused as JsError;
use lsflint_server::LocalServer;
#[cfg(target_family = "wasm")]
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// The files of a page, and everything that can be asked about them.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
#[derive(Default)]
pub struct Engine {
    server: LocalServer,
}

#[cfg_attr(target_family = "wasm", wasm_bindgen)]
impl Engine {
    /// An engine without files.
    #[cfg_attr(target_family = "wasm", wasm_bindgen(constructor))]
    pub fn new() -> Engine {
        #[cfg(target_family = "wasm")]
        throw_panics();
        Engine::default()
    }

    /// Writes a file, or removes it if there are no bytes. `path` is absolute, with `/`. Files are read together, when
    /// something is asked.
    pub fn write(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        self.server.write([(path.into(), bytes)]);
    }

    /// Reads the written files now. Returns the messages for the client, such as changed findings.
    pub fn update(&mut self) -> Vec<String> {
        self.server.update()
    }

    /// Sets the time that hovers refer to, as the minute of the week in local time, from Sunday 00:00.
    #[cfg_attr(target_family = "wasm", wasm_bindgen(js_name = setTime))]
    pub fn set_time(&mut self, minute_of_week: u16) {
        self.server.set_now(minute_of_week);
    }

    /// Processes a message of the language server protocol, as JSON without header. Returns the messages for the
    /// client, in order.
    pub fn process(&mut self, message: &str) -> Vec<String> {
        self.server.process(message)
    }

    /// Answers a question, as JSON: `{"question": "merge", "about": {"cluster": "/site/conf"}, "options": {...}}`.
    ///
    /// # Errors
    /// The question is not understood, or has no answer; the message says why.
    pub fn ask(&mut self, question: &str) -> Result<String, JsError> {
        questions::answer(self.server.disk(), question).map_err(|it| JsError::new(&it.message))
    }

    /// The version of lsflint.
    pub fn version() -> String {
        questions::VERSION.to_owned()
    }
}

/// A panic becomes an exception with its message. The engine must not be used afterwards.
#[cfg(target_family = "wasm")]
fn throw_panics() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&format!("internal error: {panic}"))));
}
