//! The kinds of syntax errors in requirement strings.
//!
//! They are about syntax only: existence and types of names, ranges of numbers, and contradictions are checked by rules
//! on the typed tree. Each variant documents the range and the catalog rows it belongs to (RR: string rules, ST: strict
//! selection syntax).

/// The form errors of requirement strings and conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResReqError {
    // --- balance: no errors are reported after the first one ---
    /// `[` without `]`: `rusage[mem=10`. Range: the bracket. RR101.
    UnclosedBracket,
    /// `(` without `)`: `(mem>1`. Range: the parenthesis. RR101.
    UnclosedParenthesis,
    /// `{` without `}`: `2*{select[a]`. Range: the brace. RR101.
    UnclosedBrace,
    /// A quote without its partner: `type=='any`. Range: the quote. RR101, RR113.
    UnclosedQuote,
    /// `]` without `[`: `rusage[mem=1]]`. Range: the bracket. RR101.
    StrayBracket,
    /// `)` without `(`: `mem>1)`. Range: the parenthesis. RR101.
    StrayParenthesis,
    /// `}` without `{`. Range: the brace. RR101.
    StrayBrace,

    // --- around the whole value ---
    /// The value starts with one kind of quote and ends with the other: `"mem>10'`. Range: the closing quote. RR113.
    MismatchedOuterQuotes,
    /// The value ends in an unopened quote: `mem>10"`. Range: the quote. RR113.
    StrayQuote,
    /// A second pair of quotes inside the first: `"'mem>10'"`. Range: the inner text with its quotes. ST11.
    DoubledOuterQuotes,
    /// Empty quotes: `""`. Range: both quotes. RR111.
    EmptyQuotes,
    /// The option `-R` of the command line in the value. Range: `-R`. RR102.
    CommandLineOption,

    // --- sections ---
    /// A word before `[` that is not a section keyword: `rusgae[mem=1]`. Range: the word. RR102, ST16.
    UnknownSection,
    /// `[...]` without a word before it. Range: the opening bracket. RR102, ST16.
    SectionWithoutKeyword,
    /// A section in `( )` or `{ }`: `span(hosts=1)`. Range: the opening bracket. RR103, ST16.
    WrongBracket,
    /// A section without brackets: `rusage mem=10`. Range: the keyword. RR103, ST16.
    MissingBracket,
    /// `=` between keyword and bracket: `rusage=[mem=10]`. Range: the `=`. RR102.
    EqualsBeforeBracket,
    /// A section keyword in upper or mixed case: `Select[linux]`. Range: the keyword. RR115, ST01.
    KeywordCase,
    /// No whitespace before a section: `select[linux]order[ut]`, `type==anyrusage[mem=8]`. Range: the keyword. RR104,
    /// ST06.
    MissingSpaceBetweenSections,
    /// A separator between two sections: `select[linux], rusage[mem=1]`. Range: the separator. RR107, ST12.
    SeparatorBetweenSections,
    /// A second select, explicit or implicit. Range: its keyword. RR105, ST07.
    DuplicateSelect,
    /// Selection text after a section, in a string without another select before it: `order[ut] linux`. Range: the
    /// text. RR106, ST13.
    ImplicitSelectNotFirst,
    /// Any other text after or between sections: `linux span[hosts=1] fast`. Range: the text. RR107, ST12.
    LooseText,
    /// A section instead of an operand: `mem>1 && select[linux]`. Range: the keyword. RR108, ST14.
    NestedSection,
    /// Empty brackets: `rusage[]`. Range: the section. RR110.
    EmptySection,
    /// Quotes around the content of a section: `select["swp>10"]`. Range: the quoted text with its quotes. RR112, ST10.
    QuotesInsideBrackets,

    // --- compound and alternative ---
    /// A count before `*{` that is not an integer: `n*{..}`, `1.5*{..}`; or a count without `*`. Range: the count.
    /// RR116.
    BadCount,
    /// A term without count that is not the last one: `{..} + 2*{..}`. Range: its opening brace. RR117.
    MissingCount,
    /// A separator between terms other than `+`: `1*{..} , 2*{..}`. Range: the separator. RR118.
    WrongTermSeparator,
    /// No separator between two terms or branches. Range: the opening brace or count of the second. RR118.
    MissingTermSeparator,
    /// A compound inside a term: `2*{1*{..} + 1*{..}}`. Range: the inner one. RR119.
    NestedCompound,
    /// An alternative inside a term or a branch: `{{..} || {..}} || {..}`. Range: the inner one. RR119, RR128.
    NestedAlternative,
    /// Text before, between or after terms and branches. Range: the text. RR120.
    TextOutsideBraces,
    /// `{}`. Range: both braces. No catalog row: the effect is undocumented.
    EmptyBraces,
    /// `||` in `rusage` of a compound term. Range: the operator. RR121.
    UsageAlternativesInCompound,
    /// `cu[excl]` or `cu[balance]` inside braces. Range: the keyword. RR122.
    ExclusiveCuInBraces,
    /// A term or branch without braces: `{select[a]} || select[b]`, `2*select[a] + ..`. Range: its text. RR116, RR127.
    MissingBraces,
    /// A delay on the first branch: `{..}@5 || {..}`. Range: `@5`. RR129.
    DelayOnFirstBranch,
    /// A delay on a term of a compound. Range: `@5`. RR120.
    DelayOnTerm,
    /// A delay that is not an integer: `@5m`, `@`. Range: the text after `@`, or the `@`. RR130.
    BadDelay,

    // --- select ---
    /// An operator without operand: `mem >`, `&& linux`, `()`. Range: the operator, or the parentheses. RR201, ST22.
    MissingOperand,
    /// Two operands without operator: `linux bigmem`. Range: the second. RR202, ST21.
    MissingOperator,
    /// `a:b` in a selection. Range: the first colon. RR203, ST09.
    ColonInSelect,
    /// The old colon list with `name=n`, `-name` or a lone `-`: `linux:swp=20:-cs`. Range: the first colon; of a
    /// selection that is a lone `-`, the `-`. RR232, ST17.
    RestrictedSyntax,
    /// `a, b` in a selection. Range: the first comma. Undocumented in 10.1; RR201.
    CommaInSelect,
    /// `!!`. Range: from the first to the last `!`. RR204, ST05.
    DoubledNot,
    /// Two consecutive signs with a minus among them: `--5`, `!-x`. Range: the signs. RR201.
    DoubledSign,
    /// A `+` before an operand: `+mem > 100`. Range: the sign. RR201.
    UnaryPlus,
    /// Whitespace between parentheses and name of a call: `defined( scr )`. Range: from parenthesis to parenthesis.
    /// RR205, ST04.
    BlankInCall,
    /// `defined()`. Range: the parentheses. RR206.
    MissingArgument,
    /// More than a name in a call: `defined(a, b)`, `defined(a && b)`. Range: the surplus text. RR206.
    ExtraArgument,
    /// A call of a function other than `defined`. Range: the word. RR201.
    UnknownFunction,
    /// `&`. Range: the operator. RR225.
    SingleAmp,
    /// `|` in select, in rusage or between branches. Range: the operator. RR225.
    SinglePipe,
    /// `=>` or `=<`. Range: the operator. RR201.
    ReversedOperator,
    /// `<>`, `**`, `===`, `%`, `;` and the like; in rusage `&&` and `;`. Range: the text. RR201, RR433.
    NotAnOperator,
    /// `and`, `or`, `not`. Range: the word. RR201.
    WordOperator,
    /// `"text"` in a selection. Range: the text with its quotes. RR217.
    DoubleQuotedString,
    /// A backslash in a text: `'a\tb'`. Range: backslash and next character. RR219, ST08.
    EscapeInString,
    /// An unquoted value with a hyphen, a dot or a similar character: `hname != node-07`. Range: the value. RR218.
    BareStringNeedsQuotes,
    /// A name with an invalid character: `app.lic`. Range: the name. RR201, RR403.
    InvalidName,
    /// Digits and dots that are not a number: `1.2.3`. Range: the text. RR201.
    InvalidNumber,
    /// Whitespace between number and unit: `mem>4 GB`. Range: the unit. RR228.
    BlankBeforeUnit,
    /// Letters after a number that are not a size unit: `mem > 4XB`. Range: the letters. RR228.
    UnknownSizeUnit,
    /// `%` after a number: `ut<50%`. Range: the percent sign. RR215.
    PercentSign,
    /// A character that is invalid in selections: `#`, `$`, `?`. Range: the character. RR201.
    UnexpectedCharacter,

    // --- lists inside sections ---
    /// An empty item between two separators, or before the first or after the last one: `mem=1,,swp=2`. Range: a
    /// separator. RR433, RR201.
    EmptyItem,
    /// Two items separated only by whitespace: `rusage[mem=1 swp=2]`. Range: the second. RR302, RR433, RR603, RR664.
    MissingSeparator,
    /// Text that is not an item of the section: `span[hosts=1,4]`, `order[mem=1GB]`. Range: the text. RR501, claim
    /// RR-033.
    UnexpectedText,
    /// `,` between keys of order. Range: the comma. RR302.
    CommaInOrder,
    /// `,` between names of same. Range: the comma. RR603.
    CommaInSame,
    /// `,` between items of cu. Range: the comma. RR664.
    CommaInCu,
    /// `,` between items of span. Range: the comma. RR515.
    CommaInSpan,
    /// `,` before an option of affinity. Range: the comma. RR710.
    CommaInAffinity,

    // --- order ---
    /// `!` that is not the first character, or a second one. Range: the `!`. RR303.
    BangNotFirst,
    /// `-` or `!` without a name, or `--`. Range: the sign. RR309.
    MissingOrderKey,
    /// An expression as key: `order[mem/ncpus]`. Range: the expression. RR308.
    ExpressionInOrder,

    // --- rusage, and values of all sections ---
    /// A name without value: `rusage[mem]`, `span[hosts]`. Range: the name. RR401.
    ItemWithoutValue,
    /// No value after `=`, `*` or `(`: `rusage[mem=]`, `affinity[core()]`. Range: the text before the missing value.
    /// RR401, RR702, RR714.
    MissingValue,
    /// A comparison or a colon instead of `=`: `rusage[mem>=100]`, `span[hosts:1]`. Range: the operator. RR402.
    WrongAssignment,
    /// A number follows a name without `=`: `rusage[mem 100]`. Range: the number. RR402.
    MissingEquals,
    /// A value without name: `rusage[100]`. Range: the value. RR401.
    MissingName,
    /// A value that is not a number where one is required: `rusage[mem=x]`, `span[ptile=x]`. Range: the value, or the
    /// parenthesis that should start with one: `affinity[core(same=socket)]`.
    /// RR407, RR409, RR501, RR503, RR511, RR513, RR659, RR660, RR702, RR714.
    ExpectedNumber,
    /// A time that is not an integer with optional `s`, `m`, `h`: `duration=1h30m`, `duration=1:30`. Range: the value.
    /// RR408.
    BadDuration,
    /// A suffix that is not `/job`, `/task`, `/host`. Range: slash and word. RR421.
    UnknownMethod,
    /// `mem=()`. Range: the parentheses. RR418.
    EmptyPhases,
    /// Something other than whitespace between phases: `mem=(9,5)`. Range: the separator. RR418.
    PhaseSeparator,
    /// `gtile` in rusage. Range: the word. RR428.
    GtileInRusage,

    // --- span, cu, affinity ---
    /// A word that is not a keyword of span: `span[host=1]`. Range: the word. RR514.
    UnknownSpanKeyword,
    /// A type or model in ptile without number: `ptile='!',LINUX`. Range: the name. RR503.
    TileWithoutCount,
    /// A second number in a ptile list: `ptile=4,8`. Range: the number. RR503.
    TileWithoutName,
    /// A word that is not a keyword of cu: `cu[prefer=config]`. Range: the word. RR651.
    UnknownCuKeyword,
    /// `balance` or `excl` with a value. Range: `=` and value. RR665.
    FlagWithValue,
    /// A word that is not a processor unit: `affinity[cores(2)]`. Range: the word. RR701.
    UnknownProcessorUnit,
    /// A word that is not an option of affinity. Range: the word. RR710.
    UnknownAffinityOption,
}
