//! Adds the tokens in values: the type of a word follows from its node and the parameter.

use lsflint_model::{Referent, references};
use lsflint_spec::{BuiltinResource, Grammar, Namespace, ParamSpec, aps_factor, builtin_resource};
use lsflint_syntax::ast::Value;
use lsflint_syntax::{Element, Node, SyntaxKind, TextSize, Token};

use super::names::{defined_by, is_list_word, resource_marks};
use super::{TokenKind, TokenModifiers, Walker};

/// The context of the tokens in a value.
struct Place<'a> {
    param: Option<&'static ParamSpec>,
    /// The namespace of its names.
    referent: Option<Referent>,
    /// The token type of the names it defines.
    defines: Option<TokenKind>,
    /// The names in a pattern, which may be of several kinds.
    in_pattern: Vec<(TextSize, Referent)>,
    /// The last keyword, if it determines the type of what follows.
    keyword: Option<Token<'a>>,
    /// The name that a word is compared with.
    compared: Option<Token<'a>>,
    /// Whether the last token was `@`, so that a cluster follows.
    after_at: bool,
    /// Whether the words belong to a directive.
    is_directive: bool,
}

impl<'a> Walker<'a> {
    /// Adds the tokens of a value or a directive.
    pub(super) fn value(&mut self, node: Node<'a>, param: Option<&'static ParamSpec>) {
        let kind = self.file.source.kind;
        let section = self.section;
        let referent = param.and_then(|it| lsflint_model::referent(kind, section, it));
        let is_key = |it: &ParamSpec| section.and_then(|it| it.defines).is_some_and(|defines| defines.key == it.name);
        let defines = section.filter(|_| referent.is_none() && param.is_some_and(is_key)).and_then(defined_by);
        let mut place = Place {
            param,
            referent,
            defines,
            in_pattern: Vec::new(),
            keyword: None,
            compared: None,
            after_at: false,
            is_directive: node.kind() == SyntaxKind::DIRECTIVE,
        };
        if let (Some(param @ ParamSpec { grammar: Grammar::Shape(_), .. }), Some(value)) = (param, Value::cast(node))
            && value.content().is_some_and(|it| it.token(SyntaxKind::NAME).is_some())
        {
            let found = references(kind, section, param, value);
            place.in_pattern = found.iter().map(|it| (it.range().start(), it.referent)).collect();
        }
        // An explicit stack, because the nesting depth of a malicious text could overflow the call stack.
        let mut stack = std::mem::take(&mut self.stack);
        push_children(&mut stack, node);
        while let Some((element, parent)) = stack.pop() {
            match element {
                Element::Node(inner) => push_children(&mut stack, inner),
                Element::Token(token) => {
                    self.in_value(token, parent, &mut place);
                    place.after_at = token.kind() == SyntaxKind::AT;
                }
            }
        }
        self.stack = stack;
    }

    fn in_value(&mut self, token: Token<'a>, parent: SyntaxKind, place: &mut Place<'a>) {
        let kind = match token.kind() {
            SyntaxKind::NAME => return self.name(token, parent, place),
            SyntaxKind::WORD => match word(token, parent, place) {
                Some(kind) => kind,
                None => return,
            },
            SyntaxKind::KEYWORD => {
                place.keyword = Some(token);
                keyword(parent)
            }
            SyntaxKind::INTEGER | SyntaxKind::NUMBER => TokenKind::Number,
            SyntaxKind::UNIT | SyntaxKind::PERCENT => TokenKind::Unit,
            SyntaxKind::STRING | SyntaxKind::QUOTE | SyntaxKind::TEXT => TokenKind::String,
            SyntaxKind::PATH => TokenKind::Path,
            SyntaxKind::UNSET => TokenKind::Constant,
            SyntaxKind::DIRECTIVE_KW => TokenKind::Directive,
            SyntaxKind::EQ
            | SyntaxKind::EQ_EQ
            | SyntaxKind::BANG_EQ
            | SyntaxKind::LT
            | SyntaxKind::GT
            | SyntaxKind::LT_EQ
            | SyntaxKind::GT_EQ
            | SyntaxKind::AND_AND
            | SyntaxKind::OR_OR
            | SyntaxKind::PIPE
            | SyntaxKind::AMP
            | SyntaxKind::PLUS
            | SyntaxKind::MINUS
            | SyntaxKind::STAR
            | SyntaxKind::SLASH
            | SyntaxKind::AT
            | SyntaxKind::TILDE
            | SyntaxKind::BANG => TokenKind::Operator,
            _ => return self.plain(token),
        };
        self.push(token, kind, TokenModifiers::NONE);
    }

    fn name(&mut self, token: Token<'a>, parent: SyntaxKind, place: &mut Place<'a>) {
        let text = token.text();
        let (kind, modifiers) = match parent {
            SyntaxKind::APS_PAIR => (TokenKind::ApsFactor, TokenModifiers::UNKNOWN.when(aps_factor(&text).is_none())),
            SyntaxKind::UNKNOWN_REQ_SECTION => (TokenKind::RequirementSection, TokenModifiers::UNKNOWN),
            SyntaxKind::TIME_WINDOW => (TokenKind::Constant, TokenModifiers::NONE),
            SyntaxKind::SPAN_TILE | SyntaxKind::EXCLUSIVE => (TokenKind::Name, TokenModifiers::NONE),
            SyntaxKind::DIRECTIVE => (TokenKind::Name, TokenModifiers::DEFINITION),
            _ if place.is_directive => (TokenKind::Name, TokenModifiers::NONE),
            SyntaxKind::SHAPE => {
                let found = place.in_pattern.iter().find(|it| it.0 == token.range().start());
                (found.map_or(TokenKind::Name, |it| self.names.kind(it.1, &text)), TokenModifiers::NONE)
            }
            SyntaxKind::LOCAL_RESOURCE => match place.keyword.map(Token::text).as_deref() {
                Some("type") => (TokenKind::HostType, TokenModifiers::NONE),
                Some("model") => (TokenKind::HostModel, TokenModifiers::NONE),
                _ => (TokenKind::Resource, resource_marks(&text)),
            },
            _ if is_requirement(parent) => {
                place.compared = Some(token);
                (TokenKind::Resource, resource_marks(&text))
            }
            _ if place.after_at => (TokenKind::Cluster, TokenModifiers::NONE),
            _ if is_list_word(&text) || place.knows(&text) => (TokenKind::Constant, TokenModifiers::NONE),
            _ => match (place.referent, place.defines) {
                (Some(Referent::Resource), _) => (TokenKind::Resource, resource_marks(&text)),
                (Some(referent), _) => (self.names.kind(referent, &text), TokenModifiers::NONE),
                (None, Some(defined)) => (defined, TokenModifiers::DEFINITION),
                (None, None) => (TokenKind::Name, TokenModifiers::NONE),
            },
        };
        self.push(token, kind, modifiers);
    }
}

impl Place<'_> {
    /// Whether a word is one that the parameter accepts in addition to names.
    fn knows(&self, word: &str) -> bool {
        let among = |words: &[&str]| words.iter().any(|it| it.eq_ignore_ascii_case(word));
        self.param.is_some_and(|it| among(it.values) || among(it.literals))
    }
}

fn push_children<'a>(stack: &mut Vec<(Element<'a>, SyntaxKind)>, node: Node<'a>) {
    let from = stack.len();
    let kind = node.kind();
    stack.extend(node.elements().map(|it| (it, kind)));
    stack[from..].reverse();
}

fn word(token: Token<'_>, parent: SyntaxKind, place: &Place<'_>) -> Option<TokenKind> {
    Some(match parent {
        SyntaxKind::VALUE | SyntaxKind::CELL => match place.param.map(|it| it.grammar) {
            Some(Grammar::YesNo | Grammar::Enum | Grammar::EnumList) => TokenKind::Constant,
            _ if place.knows(token.raw()) => TokenKind::Constant,
            _ => TokenKind::String,
        },
        SyntaxKind::COMPARISON if is_list_word(token.raw()) => TokenKind::Constant,
        SyntaxKind::COMPARISON => match place.compared.map(Token::raw).and_then(builtin_resource) {
            Some(BuiltinResource { names: Some(Namespace::HostType), .. }) => TokenKind::HostType,
            Some(BuiltinResource { names: Some(Namespace::HostModel), .. }) => TokenKind::HostModel,
            Some(BuiltinResource { names: Some(Namespace::Host), .. }) => TokenKind::Host,
            Some(BuiltinResource { name: "status", .. }) => TokenKind::Constant,
            _ => TokenKind::String,
        },
        SyntaxKind::HOST_RESOURCE | SyntaxKind::LOCATION_INSTANCE | SyntaxKind::LOCAL_RESOURCE | SyntaxKind::SHAPE => {
            TokenKind::String
        }
        // A compute unit type; the other words are keywords.
        SyntaxKind::CU_ITEM if place.keyword.is_some_and(|it| it.is("type")) => TokenKind::Name,
        SyntaxKind::TIME_POINT | SyntaxKind::TIME_WINDOW | SyntaxKind::TIME_WINDOWS => return None,
        _ if place.is_directive => TokenKind::Name,
        _ => TokenKind::Constant,
    })
}

fn keyword(parent: SyntaxKind) -> TokenKind {
    match parent {
        SyntaxKind::SELECT_SECTION
        | SyntaxKind::ORDER_SECTION
        | SyntaxKind::RUSAGE_SECTION
        | SyntaxKind::SPAN_SECTION
        | SyntaxKind::SAME_SECTION
        | SyntaxKind::CU_SECTION
        | SyntaxKind::AFFINITY_SECTION => TokenKind::RequirementSection,
        _ if is_requirement(parent) => TokenKind::RequirementKeyword,
        _ => TokenKind::ValueKeyword,
    }
}

/// Whether nodes of this kind occur only in requirement strings.
fn is_requirement(kind: SyntaxKind) -> bool {
    (SyntaxKind::RES_REQ..=SyntaxKind::AFFINITY_OPTION).contains(&kind)
}
