//! The kinds of nodes and tokens.

/// Declares [`SyntaxKind`] together with the table that maps raw numbers back, so that no unsafe conversion is needed.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The kind of a node or token. Tokens come first in each group, nodes after them.
        #[allow(missing_docs, reason = "a kind is named after the text or construct it covers")]
        #[allow(non_camel_case_types, reason = "the tree prints these names")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum SyntaxKind { $($(#[$doc])* $name,)* }

        impl SyntaxKind {
            const ALL: &'static [SyntaxKind] = &[$(SyntaxKind::$name,)*];
        }
    };
}

kinds! {
    // --- trivia ---
    WHITESPACE,
    NEWLINE,
    /// A backslash, the line break after it, and adjacent whitespace that belongs to it.
    CONTINUATION,
    COMMENT,
    BYTE_ORDER_MARK,
    /// A NUL byte and the rest of its line, which it hides.
    HIDDEN_TEXT,
    /// A line or value of a template language (Jinja, ERB, autoconf) that is not LSF text.
    TEMPLATE,

    // --- file structure: tokens ---
    BEGIN_KW,
    END_KW,
    SECTION_NAME,
    /// Text that LSF silently ignores: after a section name, after a closing parenthesis.
    IGNORED_TEXT,
    KEY,
    EQUALS,
    COLUMN_NAME,
    /// `#if`, `#elif`, `#else`, `#endif`, `#define`, `#INCLUDE`.
    DIRECTIVE_KW,
    /// `-` or `()`: the value is left at its default.
    UNSET,
    /// Text where no token of the expected kind is found.
    ERROR_TEXT,

    // --- file structure: nodes ---
    FILE,
    /// Some children of a file that has many. [`Parent`](crate::Parent) does not show it.
    GROUP,
    SECTION,
    SECTION_BEGIN,
    SECTION_END,
    ENTRY,
    VALUE,
    TABLE_HEADER,
    COLUMN,
    TABLE_ROW,
    CELL,
    /// A line outside every section, or of a section that has neither keys nor columns.
    LOOSE_LINE,
    /// A whole well-nested `#if` ... `#endif` block.
    CONDITIONAL,
    /// A directive line and the lines that depend on it.
    BRANCH,
    /// A directive line.
    DIRECTIVE,
    /// The condition of `#if` and `#elif`.
    CONDITION_EXPRESSION,
    ERROR,

    // --- values: tokens shared by all grammars ---
    WORD,
    NAME,
    INTEGER,
    NUMBER,
    /// A size suffix, time suffix or other unit directly after a number.
    UNIT,
    /// A quoted text, quotes included.
    STRING,
    /// One quote character around a whole value.
    QUOTE,
    PATH,
    TEXT,
    KEYWORD,
    L_PAREN,
    R_PAREN,
    L_BRACKET,
    R_BRACKET,
    L_BRACE,
    R_BRACE,
    COMMA,
    COLON,
    SEMICOLON,
    DOT,
    SLASH,
    PLUS,
    MINUS,
    STAR,
    AT,
    TILDE,
    BANG,
    PERCENT,
    PIPE,
    AMP,
    HASH,
    LT,
    GT,
    LT_EQ,
    GT_EQ,
    EQ,
    EQ_EQ,
    BANG_EQ,
    AND_AND,
    OR_OR,

    // --- requirement strings: tokens of their own ---
    /// Text that is not an operator at the place of one: `<>`, `**`, `%`.
    BAD_OPERATOR,

    // --- requirement strings: nodes ---
    RES_REQ,
    /// STOP_COND, RESUME_COND: same structure as `RES_REQ`.
    CONDITION,
    ALTERNATIVE,
    ALTERNATIVE_BRANCH,
    /// `@5` after a branch.
    ALTERNATIVE_DELAY,
    COMPOUND,
    COMPOUND_TERM,
    /// A list of sections, the first one possibly without its keyword.
    SIMPLE,
    /// An explicit section: keyword, brackets, content.
    SELECT_SECTION,
    ORDER_SECTION,
    RUSAGE_SECTION,
    SPAN_SECTION,
    SAME_SECTION,
    CU_SECTION,
    AFFINITY_SECTION,
    /// Brackets after a word that is not a section keyword, or without a word.
    UNKNOWN_REQ_SECTION,
    /// Selection text without `select[...]`.
    IMPLICIT_SELECT,
    /// `a || b || c`: all operands of a chain. A lone name, number or text is a token, here and in the kinds below.
    OR_EXPR,
    AND_EXPR,
    /// `a == b` or `a < b`; more than two operands in a chained comparison.
    COMPARISON,
    /// `a + b - c` or `a * b / c`.
    ARITHMETIC,
    PAREN_EXPR,
    BINARY_EXPR,
    UNARY_EXPR,
    CALL_EXPR,
    NAME_EXPR,
    /// A number with its unit.
    LITERAL_EXPR,
    /// The old `a:b:c`.
    COLON_LIST,
    /// The undocumented `a, b`.
    COMMA_LIST,
    /// Operands without an operator between them.
    JUXTAPOSED,
    /// A key of `order` that is more than a name.
    ORDER_KEY,
    /// One alternative of `||` in `rusage`, if there is `||`.
    USAGE_ALTERNATIVE,
    /// A part between commas of `rusage`, if there are commas.
    USAGE_GROUP,
    USAGE_ITEM,
    SPAN_ITEM,
    /// `name:n` in `ptile`.
    SPAN_TILE,
    CU_ITEM,
    AFFINITY_UNIT,
    AFFINITY_OPTION,

    // --- other value grammars: nodes ---
    APS_PRIORITY,
    APS_PART,
    APS_PAIR,
    TIME_WINDOWS,
    TIME_WINDOW,
    TIME_POINT,
    TIME_EXPRESSION,
    TIME_ITEM,
    HOST_LIST,
    HOST_ITEM,
    HOST_RANGE,
    USER_LIST,
    USER_ITEM,
    QUEUE_LIST,
    QUEUE_ITEM,
    APPLICATION_LIST,
    NAME_LIST,
    NAME_ITEM,
    THRESHOLD,
    HOUR_MINUTE,
    RUN_LIMIT,
    RUN_LIMIT_ITEM,
    LIMIT_PAIR,
    TASK_LIMIT,
    SIZE,
    FAIRSHARE,
    USER_SHARES,
    SHARE_PAIR,
    PREEMPTION,
    PREEMPTION_PART,
    PREEMPTION_QUEUE,
    JOB_CONTROLS,
    JOB_CONTROL,
    EXIT_VALUES,
    EXIT_EXCLUDE,
    SLOT_RESERVE,
    SLOT_RESERVE_ITEM,
    RESERVATION_LIMITS,
    RESERVATION_LIMIT,
    EXCLUSIVE,
    CHECKPOINT,
    LOCATION,
    LOCATION_INSTANCE,
    LOCATION_HOSTS,
    HOST_RESOURCES,
    HOST_RESOURCE,
    LOCAL_RESOURCES,
    LOCAL_RESOURCE,
    SHAPE,
    /// A line of elim output: count, then pairs of name and value.
    ELIM_LINE,
    ELIM_PAIR,
}

impl SyntaxKind {
    /// Whether it is whitespace, a line end or a comment: text that has no meaning for LSF.
    pub fn is_trivia(self) -> bool {
        self <= SyntaxKind::HIDDEN_TEXT
    }

    pub(crate) fn from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::ALL[usize::from(raw.0)]
    }

    pub(crate) fn to_raw(self) -> rowan::SyntaxKind {
        rowan::SyntaxKind(self as u16)
    }
}
