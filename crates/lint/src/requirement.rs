//! Requirement strings outside files, as in `bsub -R`.

use lsflint_model::{Cluster, SourceFile, View};
use lsflint_spec::{FileKind, Grammar, RequirementConsumer};
use lsflint_syntax::{ErrorKind, ResReqError, SyntaxKind};

use crate::context::{ErrorContext, FileContext, MOST_ERRORS_OF_VALUE, RequirementContext};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::Registry;
use crate::select::Parts;
use crate::settings::Settings;

/// Checks one requirement string that is not in a file, as `bsub -R` reads it. Offsets are relative to the start of the
/// string.
pub fn check_requirement(text: &str, cluster: &Cluster, settings: &Settings, registry: &Registry) -> Vec<Diagnostic> {
    check_requirement_of(None, text, cluster, settings, registry)
}

/// Checks one requirement string as a command reads it; `None` is `bsub -R`.
pub fn check_requirement_of(
    command: Option<&'static RequirementConsumer>,
    text: &str,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    check_requirement_in(command, text, cluster.view(), settings, registry)
}

/// As [`check_requirement_of`], in a view of a cluster.
pub(crate) fn check_requirement_in(
    command: Option<&'static RequirementConsumer>,
    text: &str,
    cluster: View<'_>,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    // Rules about errors refer to a file, so the string becomes a file that contains nothing else.
    let file = SourceFile {
        path: "<arg>".into(),
        kind: FileKind::LsbQueues,
        kind_certain: true,
        template: false,
        text: text.into(),
        parse: lsflint_syntax::parse_value(text, Grammar::ResReq),
    };
    let mut found = Vec::new();
    let mut context = FileContext::new(&file, cluster, settings);
    context.command = command;
    for &error in file.parse.errors().iter().take(MOST_ERRORS_OF_VALUE) {
        let context = ErrorContext { file: context, section: None, line: None, setting: None, error };
        registry.check_error(&context, &mut found);
    }
    if let Some(node) = file.parse.root().child(SyntaxKind::RES_REQ) {
        let broken = file.parse.errors().iter().any(|it| breaks_tree(it.kind));
        let parts = Parts::of(node, cluster.resources());
        let context = RequirementContext { cluster, setting: None, command, node, broken, source: text, parts: &parts };
        registry.check_requirement(&context, &mut found);
    }
    settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    found
}

/// Whether the tree of a requirement with this error may differ from the intended one, so that rules about meaning must
/// be careful. Errors with a clear meaning, such as missing whitespace between two sections, return false.
pub fn breaks_tree(kind: ErrorKind) -> bool {
    use ResReqError::*;
    let clear = matches!(
        kind,
        ErrorKind::ResReq(
            DoubledOuterQuotes
                | CommandLineOption
                | KeywordCase
                | MissingSpaceBetweenSections
                | SeparatorBetweenSections
                | EqualsBeforeBracket
                | DuplicateSelect
                | ImplicitSelectNotFirst
                | LooseText
                | QuotesInsideBrackets
                | EmptyBraces
                | UsageAlternativesInCompound
                | ExclusiveCuInBraces
                | DelayOnFirstBranch
                | ColonInSelect
                | RestrictedSyntax
                | CommaInSelect
                | DoubledNot
                | BlankInCall
                | SingleAmp
                | SinglePipe
                | ReversedOperator
                | WordOperator
                | DoubleQuotedString
                | EscapeInString
                | BareStringNeedsQuotes
                | CommaInOrder
                | CommaInSame
                | CommaInCu
                | CommaInSpan
                | CommaInAffinity
                | ExpressionInOrder
                | UnknownMethod
                | GtileInRusage
                | BangNotFirst
                | UnaryPlus
                | UnknownSpanKeyword
                | UnknownCuKeyword
                | UnknownProcessorUnit
                | UnknownAffinityOption
        )
    );
    matches!(kind, ErrorKind::ResReq(_) | ErrorKind::Value(_)) && !clear
}
