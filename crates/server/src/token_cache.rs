//! A cache of the semantic tokens that were sent, so that only changes need to be sent.

use std::sync::{Arc, Mutex, PoisonError};

use tower_lsp::ls_types::{SemanticToken, Uri};

/// The maximum number of cached documents.
const DOCUMENTS: usize = 16;

/// The tokens of each document at the last request.
#[derive(Default)]
pub(crate) struct TokenCache(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    last: u64,
    /// Ordered by last use, the latest last.
    documents: Vec<(Uri, u64, Arc<[SemanticToken]>)>,
}

impl TokenCache {
    /// Caches the tokens of a document and returns their identifier.
    pub(crate) fn insert(&self, uri: &Uri, tokens: &Arc<[SemanticToken]>) -> String {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.last += 1;
        entries.documents.retain(|it| it.0 != *uri);
        if entries.documents.len() == DOCUMENTS {
            entries.documents.remove(0);
        }
        let number = entries.last;
        entries.documents.push((uri.clone(), number, tokens.clone()));
        number.to_string()
    }

    /// The cached tokens of a document with an identifier.
    pub(crate) fn get(&self, uri: &Uri, id: &str) -> Option<Arc<[SemanticToken]>> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.documents.iter().find(|it| it.0 == *uri && it.1.to_string() == id).map(|it| it.2.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_by_their_identifier() {
        let cache = TokenCache::default();
        let uri: Uri = "file:///a".parse().expect("a URI");
        let tokens: Arc<[SemanticToken]> = [SemanticToken { length: 1, ..SemanticToken::default() }].into();
        let id = cache.insert(&uri, &tokens);
        assert_eq!(cache.get(&uri, &id).as_deref(), Some(&*tokens));
        assert_eq!(cache.get(&uri, "other"), None);
    }
}
