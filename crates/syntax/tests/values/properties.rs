//! Properties of all grammars.
