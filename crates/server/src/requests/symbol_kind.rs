//! The protocol has symbols of programming languages; ours wear the one whose icon fits best.

use lsflint_ide::SymbolKind;
use tower_lsp::ls_types as lsp;

pub(super) fn of(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Queue => lsp::SymbolKind::CLASS,
        SymbolKind::Application | SymbolKind::ServiceClass => lsp::SymbolKind::INTERFACE,
        SymbolKind::Host | SymbolKind::User => lsp::SymbolKind::OBJECT,
        SymbolKind::HostGroup | SymbolKind::ComputeUnit | SymbolKind::HostPartition | SymbolKind::UserGroup => {
            lsp::SymbolKind::ARRAY
        }
        SymbolKind::Resource | SymbolKind::Variable => lsp::SymbolKind::VARIABLE,
        SymbolKind::HostType | SymbolKind::HostModel => lsp::SymbolKind::STRUCT,
        SymbolKind::ComputeUnitType => lsp::SymbolKind::ENUM_MEMBER,
        SymbolKind::Cluster => lsp::SymbolKind::NAMESPACE,
        SymbolKind::Limit | SymbolKind::Pool | SymbolKind::SharePolicy => lsp::SymbolKind::PROPERTY,
        SymbolKind::ApsFactor => lsp::SymbolKind::CONSTANT,
        SymbolKind::Rule => lsp::SymbolKind::KEY,
    }
}
