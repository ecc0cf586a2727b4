// Splits configuration files of LSF into lines, and decides the form of each line.
//
// LSF reads a file line by line: a line ends at a line break that has no backslash before it; `#` starts a comment,
// except inside double quotes in some files; the first line of a section without `=` has the names of columns. None of
// this can be expressed in the grammar, because it depends on the lines before and on the rest of the line.
//
// All loops read to the end of the line at most. The state is seven bytes.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "facts.h"
#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

// The order is that of `externals` in grammar.js.
enum TokenType {
  LINE_END,
  BEGIN_KEYWORD,
  END_KEYWORD,
  SECTION_NAME,
  IGNORED_TEXT,
  KEY,
  OTHER_KEY,
  TEXT_BEFORE_EQUALS,
  REQUIREMENT,
  TEXT,
  COMMAND,
  TEMPLATE,
  COLUMN,
  OTHER_COLUMN,
  ROW_START,
  ROW_NUMBER,
  ROW_WORD,
  LOOSE_WORD,
  CONDITION_KEYWORD,
  ELSE_KEYWORD,
  DEFINE_KEYWORD,
  INCLUDE_KEYWORD,
  STRING,
  UNCLOSED,
  COMMENT,
  LINE_CONTINUATION,
  ERROR_SENTINEL,
};

// The form of the lines of a section.
enum Form {
  // Outside of sections.
  FORM_OUTSIDE,
  // After Begin; the first line decides.
  FORM_UNDECIDED,
  FORM_KEYED,
  FORM_TABLE,
  FORM_LOOSE,
};

typedef struct {
  // An `enum Form`.
  uint8_t form;
  // Whether `#` inside double quotes is text, as outside of sections (lsf.conf) and in sections of lsf.shared.
  bool quotes_protect;
  // The kind of the value after the last key, an `enum ValueKind`.
  uint8_t value;
  // Whether the line is a directive, which is never continued.
  bool directive;
  // Whether the row has a marker of a template language, so that parentheses do not group.
  bool templated;
  // Whether a double quote is open between the cells of a row.
  bool quoted;
  // Whether a section was seen in which quotes protect, or a key outside of sections (lsf.conf). Then they do in the
  // whole file, and it has no conditions.
  bool protecting_file;
} State;

// The length of the longest name to compare. Longer words are not in the facts.
#define WORD_SIZE 64

typedef struct {
  char text[WORD_SIZE];
  // The number of characters of the word, which may be more than fit into the text.
  unsigned length;
} Word;

static inline bool is_blank(int32_t character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\v' || character == '\f';
}

static inline bool is_digit(int32_t character) { return character >= '0' && character <= '9'; }

static inline bool is_letter(int32_t character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

static inline bool at_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || lexer->eof(lexer); }

// Whether the line ends here, or its rest is a comment. A NUL hides the rest of its line.
static inline bool at_content_end(TSLexer *lexer) {
  return at_line_end(lexer) || lexer->lookahead == '#' || lexer->lookahead == 0;
}

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void advance_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

static inline char uppercase(int32_t character) {
  if (character >= 'a' && character <= 'z') return (char)(character - 'a' + 'A');
  return character > 0 && character < 128 ? (char)character : '?';
}

static inline void add(Word *word, int32_t character) {
  if (word->length + 1 < WORD_SIZE) {
    word->text[word->length] = uppercase(character);
    word->text[word->length + 1] = 0;
  }
  word->length++;
}

static inline bool is(const Word *word, const char *text) {
  return word->length < WORD_SIZE && strcmp(word->text, text) == 0;
}

static bool contains(const char *const *names, unsigned count, const Word *word) {
  for (unsigned index = 0; index < count; index++) {
    if (is(word, names[index])) return true;
  }
  return false;
}

// What the facts say about a name; NULL if it is not in them.
static const Name *lookup(const Word *word) {
  if (word->length >= WORD_SIZE) return NULL;
  unsigned low = 0, high = NAME_COUNT;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    int order = strcmp(word->text, NAMES[middle].text);
    if (order == 0) return &NAMES[middle];
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

static bool found(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = (TSSymbol)type;
  return true;
}

// What a backslash is.
enum Backslash { CONTINUES, DANGLES, IS_TEXT };

// Reads what follows a backslash, and, if the line continues, the whitespace at the start of the next line. A line does
// not continue over an empty line, a comment or a directive. `glued`: the next line does not start with whitespace.
static enum Backslash after_backslash(const State *state, TSLexer *lexer, bool *glued) {
  bool blanks = is_blank(lexer->lookahead);
  advance_blanks(lexer);
  if (lexer->eof(lexer)) return DANGLES;
  if (lexer->lookahead != '\n') return IS_TEXT;
  if (state->directive || (state->quotes_protect && blanks)) return DANGLES;
  advance(lexer);
  *glued = !is_blank(lexer->lookahead);
  advance_blanks(lexer);
  return at_content_end(lexer) ? DANGLES : CONTINUES;
}

static enum Backslash backslash(const State *state, TSLexer *lexer) {
  bool glued;
  advance(lexer);
  return after_backslash(state, lexer, &glued);
}

// Recognizes markers of template languages in a text that is read character by character: `{{ }}`, `{% %}`, `<% %>`,
// `@NAME@`, `%NAME%`, `$NAME`, `${NAME}`. The final text of a value with one is unknown.
typedef struct {
  bool found;
  int32_t last;
  // The character in front of a possible name, and the length of the name.
  int32_t sign;
  unsigned length;
  // After `{{`: the braces of a requirement, unless the next brace is the first of two closing ones.
  bool opened;
  bool closing;
} Template;

static void look(Template *template, int32_t character) {
  int32_t last = template->last;
  template->last = character;
  if (template->closing) {
    template->found |= character == '}';
    template->closing = template->opened = false;
  }
  if (last == '$' && (is_letter(character) || character == '_' || character == '{' || character == '(')) {
    template->found = true;
  }
  if ((last == '{' || last == '<') && character == '%') template->found = true;
  if (template->opened && (character == '{' || character == '}')) {
    template->closing = character == '}';
    template->opened = character == '}';
  }
  if (last == '{' && character == '{') template->opened = true;
  if (template->sign != 0 && character == template->sign && template->length > 1) template->found = true;
  if (character == '@' || character == '%') {
    template->sign = character;
    template->length = 0;
  } else if ((character >= 'A' && character <= 'Z') || is_digit(character) || character == '_' ||
             (is_letter(character) && template->sign == '@')) {
    template->length++;
  } else {
    template->sign = 0;
  }
}

// Whether there was a marker, at the end of the text. A `{{` without any other brace is one.
static bool is_templated(const Template *template) {
  return template->found || (template->opened && !template->closing);
}

static void look_at_word(Template *template, const Word *word) {
  for (unsigned index = 0; index < word->length && index < WORD_SIZE; index++) look(template, word->text[index]);
}

// Reads the rest of the line up to an equals sign that is not in a comment. Returns whether there is one.
static bool has_equals(const State *state, TSLexer *lexer, Template *template) {
  bool quoted = false;
  while (!at_line_end(lexer)) {
    look(template, lexer->lookahead);
    switch (lexer->lookahead) {
      case '=':
        return true;
      case '"':
        quoted = !quoted && state->quotes_protect;
        advance(lexer);
        break;
      case 0:
        return false;
      case '#':
        if (!quoted) return false;
        advance(lexer);
        break;
      case '\\':
        if (backslash(state, lexer) == DANGLES) return false;
        break;
      default:
        advance(lexer);
    }
  }
  return false;
}

// Reads text up to the end of the line, or to an equals sign. The token ends with the last character that is not
// whitespace.
static void opaque(const State *state, TSLexer *lexer, bool to_equals, Template *template) {
  bool quoted = false;
  while (!at_line_end(lexer)) {
    int32_t character = lexer->lookahead;
    if (character == 0 || (character == '#' && !quoted) || (character == '=' && to_equals)) return;
    look(template, character);
    if (character == '\\') {
      enum Backslash kind = backslash(state, lexer);
      if (kind == DANGLES) return;
      if (kind == IS_TEXT && !at_content_end(lexer)) lexer->mark_end(lexer);
      continue;
    }
    if (character == '"') quoted = !quoted && state->quotes_protect;
    advance(lexer);
    if (!is_blank(character)) lexer->mark_end(lexer);
  }
}

static bool comment(TSLexer *lexer) {
  lexer->mark_end(lexer);
  while (!at_line_end(lexer)) {
    bool carriage_return = lexer->lookahead == '\r';
    advance(lexer);
    // The carriage return belongs to the line end.
    if (!carriage_return || !at_line_end(lexer)) lexer->mark_end(lexer);
  }
  return found(lexer, COMMENT);
}

// Reads a word of a line up to whitespace, or to an equals sign. In files of the batch system a word can continue on the
// next line. Returns whether the line may have more text.
static bool read_word(State *state, TSLexer *lexer, Word *word, bool to_equals) {
  bool quoted = state->quoted;
  while (!at_line_end(lexer) && !is_blank(lexer->lookahead)) {
    int32_t character = lexer->lookahead;
    if (character == 0 || (character == '#' && !quoted) || (character == '=' && to_equals)) break;
    if (character == '\\') {
      lexer->mark_end(lexer);
      advance(lexer);
      if (is_blank(lexer->lookahead) || at_line_end(lexer)) {
        bool glued = false;
        enum Backslash kind = after_backslash(state, lexer, &glued);
        if (kind == CONTINUES && glued && !state->quotes_protect) continue;
        state->quoted = quoted;
        return kind != DANGLES;
      }
      add(word, character);
      continue;
    }
    if (character == '"') quoted = !quoted && state->quotes_protect;
    add(word, character);
    advance(lexer);
  }
  lexer->mark_end(lexer);
  state->quoted = quoted;
  return true;
}

// Whether the rest of a line after `#if` is prose: two consecutive words that no condition contains.
static bool is_prose(TSLexer *lexer) {
  bool before_plain = false, prose = false, first = true;
  while (true) {
    advance_blanks(lexer);
    if (at_content_end(lexer)) return prose;
    Word word = {{0}, 0};
    bool plain = true;
    while (!at_line_end(lexer) && !is_blank(lexer->lookahead)) {
      int32_t character = lexer->lookahead;
      plain = plain && (is_letter(character) || is_digit(character) || character >= 128 ||
                        (character > 0 && strchr("_-',.:;?\"", character) != NULL));
      add(&word, character);
      advance(lexer);
    }
    if ((first && strncmp(word.text, "TIME", 4) == 0) || strstr(word.text, "TIME(") != NULL) return false;
    prose = prose || (before_plain && plain);
    before_plain = plain;
    first = false;
  }
}

// A comment at the start of a line, which may be a directive.
static bool directive(State *state, TSLexer *lexer) {
  Word word = {{0}, 0};
  while (!at_line_end(lexer) && !is_blank(lexer->lookahead) && lexer->lookahead != '"' && lexer->lookahead != '(') {
    add(&word, lexer->lookahead);
    advance(lexer);
  }
  lexer->mark_end(lexer);
  bool conditionals = !state->protecting_file;
  enum TokenType type = COMMENT;
  if (conditionals && (is(&word, "#IF") || is(&word, "#ELIF"))) {
    type = lexer->lookahead != '(' && is_prose(lexer) ? COMMENT : CONDITION_KEYWORD;
  } else if (conditionals && (is(&word, "#ELSE") || is(&word, "#ENDIF"))) {
    type = ELSE_KEYWORD;
  } else if (conditionals && is(&word, "#DEFINE")) {
    type = DEFINE_KEYWORD;
  } else if (is(&word, "#INCLUDE")) {
    advance_blanks(lexer);
    if (lexer->lookahead == '"') {
      advance(lexer);
      while (!at_line_end(lexer) && lexer->lookahead != '"') advance(lexer);
      if (lexer->lookahead == '"') type = INCLUDE_KEYWORD;
    }
  }
  if (type == COMMENT) return comment(lexer);
  state->directive = true;
  return found(lexer, type);
}

static bool template_line(TSLexer *lexer) {
  while (!at_line_end(lexer)) {
    bool blank = is_blank(lexer->lookahead);
    advance(lexer);
    if (!blank) lexer->mark_end(lexer);
  }
  return found(lexer, TEMPLATE);
}

// The first token of a line that has content. The word is what was read of it.
static bool line_start(State *state, TSLexer *lexer, Word word) {
  if (word.length == 0 && (lexer->lookahead == '{' || lexer->lookahead == '<')) {
    lexer->mark_end(lexer);
    add(&word, lexer->lookahead);
    advance(lexer);
    if (lexer->lookahead == '%' || (word.text[0] == '{' && lexer->lookahead == '#')) return template_line(lexer);
  }
  bool template_first = is(&word, "{") && lexer->lookahead == '{';
  // Until a token is found, it is empty.
  if (word.length == 0) lexer->mark_end(lexer);
  while (is_letter(lexer->lookahead)) {
    add(&word, lexer->lookahead);
    advance(lexer);
  }
  bool ends = is_blank(lexer->lookahead) || at_content_end(lexer);
  if (ends && is(&word, "BEGIN")) {
    state->form = FORM_UNDECIDED;
    state->quotes_protect = false;
    lexer->mark_end(lexer);
    return found(lexer, BEGIN_KEYWORD);
  }
  if (ends && is(&word, "END")) {
    state->form = FORM_OUTSIDE;
    state->quotes_protect = true;
    lexer->mark_end(lexer);
    return found(lexer, END_KEYWORD);
  }
  Template template = {0};
  if (state->form == FORM_TABLE) {
    look_at_word(&template, &word);
    while (has_equals(state, lexer, &template)) advance(lexer);
    state->templated = is_templated(&template);
    return found(lexer, ROW_START);
  }
  bool more = read_word(state, lexer, &word, state->form != FORM_LOOSE);
  if (state->form == FORM_LOOSE) return found(lexer, LOOSE_WORD);
  const Name *name = lookup(&word);
  look_at_word(&template, &word);
  bool assigns = more && has_equals(state, lexer, &template);
  if (!assigns && template_first) return found(lexer, TEMPLATE);
  if (assigns && state->form == FORM_UNDECIDED) state->form = FORM_KEYED;
  if (assigns || state->form == FORM_KEYED) {
    bool known = name != NULL && (name->places & PLACE_KEY);
    state->value = known ? name->value : VALUE_PLAIN;
    if (state->form == FORM_OUTSIDE) state->protecting_file = true;
    return found(lexer, known ? KEY : OTHER_KEY);
  }
  if (state->form == FORM_UNDECIDED) {
    state->form = FORM_TABLE;
    // The columns of a template are unknown.
    if (is_templated(&template)) return found(lexer, LOOSE_WORD);
    return found(lexer, name != NULL && (name->places & PLACE_COLUMN) ? COLUMN : OTHER_COLUMN);
  }
  return found(lexer, LOOSE_WORD);
}

static bool section_name(State *state, TSLexer *lexer, Word word) {
  read_word(state, lexer, &word, false);
  if (state->form == FORM_UNDECIDED) {
    if (contains(LOOSE_SECTIONS, LOOSE_SECTION_COUNT, &word)) state->form = FORM_LOOSE;
    if (contains(PROTECTING_SECTIONS, PROTECTING_SECTION_COUNT, &word)) state->protecting_file = true;
    state->quotes_protect = state->protecting_file;
  }
  return found(lexer, SECTION_NAME);
}

static bool column(State *state, TSLexer *lexer, Word word) {
  read_word(state, lexer, &word, false);
  const Name *name = lookup(&word);
  return found(lexer, name != NULL && (name->places & PLACE_COLUMN) ? COLUMN : OTHER_COLUMN);
}

// Whether a cell is a number, possibly with a unit, or several with separators: `10`, `3.5/4`, `12:30`, `2G`.
static bool is_number(const Word *word) {
  if (word->length >= WORD_SIZE) return false;
  const char *text = word->text;
  if (*text == '-' || *text == '+') text++;
  if (!is_digit(*text)) return false;
  while (is_digit(*text) || (*text != 0 && strchr(".:/-", *text) != NULL && is_digit(text[1]))) text++;
  if (*text == '%') text++;
  if (*text != 0 && strchr("KMGTPEZSHD", *text) != NULL) text++;
  if (*text == 'B' && text[-1] != 'S') text++;
  return *text == 0;
}

static bool cell(State *state, TSLexer *lexer, Word word) {
  read_word(state, lexer, &word, false);
  return found(lexer, is_number(&word) ? ROW_NUMBER : ROW_WORD);
}

// A quoted text that ends in its line. A cell in parentheses ends at the parenthesis.
static bool string(const State *state, TSLexer *lexer) {
  int32_t quote = lexer->lookahead;
  advance(lexer);
  while (!at_line_end(lexer) && lexer->lookahead != quote) {
    switch (lexer->lookahead) {
      case 0:
        return false;
      case '#':
        if (!state->quotes_protect || quote != '"') return false;
        advance(lexer);
        break;
      case ')':
        if (state->form == FORM_TABLE) return false;
        advance(lexer);
        break;
      case '\\':
        if (backslash(state, lexer) == DANGLES) return false;
        break;
      default:
        advance(lexer);
    }
  }
  if (lexer->lookahead != quote) return false;
  advance(lexer);
  lexer->mark_end(lexer);
  return found(lexer, STRING);
}

// The value of a key whose values are not split into words: a requirement, a text, a command.
static bool value(const State *state, TSLexer *lexer) {
  Template template = {0};
  opaque(state, lexer, false, &template);
  if (state->value == VALUE_REQUIREMENT && is_templated(&template)) return found(lexer, TEMPLATE);
  switch (state->value) {
    case VALUE_REQUIREMENT:
      return found(lexer, REQUIREMENT);
    case VALUE_COMMAND:
      return found(lexer, COMMAND);
    default:
      return found(lexer, TEXT);
  }
}

bool tree_sitter_lsf_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  State *state = payload;
  // While the parser recovers from an error, all tokens are valid.
  if (valid[ERROR_SENTINEL]) return false;

  bool at_start = valid[BEGIN_KEYWORD];
  while (is_blank(lexer->lookahead) || (at_start && (lexer->lookahead == '\n' || lexer->lookahead == 0xfeff))) {
    lexer->advance(lexer, true);
  }
  if (at_line_end(lexer)) {
    lexer->mark_end(lexer);
    if (valid[UNCLOSED]) return found(lexer, UNCLOSED);
    if (!valid[LINE_END]) return false;
    if (!lexer->eof(lexer)) advance(lexer);
    lexer->mark_end(lexer);
    state->directive = false;
    state->quoted = false;
    state->templated = false;
    state->value = VALUE_PLAIN;
    return found(lexer, LINE_END);
  }
  bool protected_sign = lexer->lookahead == '#' && state->quoted && valid[ROW_WORD];
  if (at_content_end(lexer) && !protected_sign) {
    if (at_start && lexer->lookahead == '#') return directive(state, lexer);
    lexer->mark_end(lexer);
    if (valid[UNCLOSED]) return found(lexer, UNCLOSED);
    return comment(lexer);
  }
  // What was read of the first word: a backslash that does not continue the line.
  Word word = {{0}, 0};
  if (lexer->lookahead == '\\') {
    advance(lexer);
    lexer->mark_end(lexer);
    if (is_blank(lexer->lookahead) || at_line_end(lexer)) {
      bool glued;
      if (after_backslash(state, lexer, &glued) == CONTINUES) lexer->mark_end(lexer);
      return found(lexer, LINE_CONTINUATION);
    }
    add(&word, '\\');
  }
  int32_t first = word.length > 0 ? '\\' : lexer->lookahead;
  if (at_start) return line_start(state, lexer, word);
  if (valid[SECTION_NAME]) return section_name(state, lexer, word);
  if (valid[COLUMN]) return column(state, lexer, word);
  Template template = {0};
  if (valid[TEXT_BEFORE_EQUALS] && first != '=') {
    opaque(state, lexer, true, &template);
    return found(lexer, TEXT_BEFORE_EQUALS);
  }
  if (valid[REQUIREMENT] && state->value != VALUE_PLAIN) return value(state, lexer);
  if (valid[ROW_WORD] && (first != '(' || state->templated)) return cell(state, lexer, word);
  if (valid[STRING] && (first == '"' || first == '\'')) return string(state, lexer);
  if (valid[IGNORED_TEXT]) {
    opaque(state, lexer, false, &template);
    return found(lexer, IGNORED_TEXT);
  }
  return false;
}

void *tree_sitter_lsf_external_scanner_create(void) {
  State *state = ts_calloc(1, sizeof(State));
  state->quotes_protect = true;
  return state;
}

void tree_sitter_lsf_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_lsf_external_scanner_serialize(void *payload, char *buffer) {
  const State *state = payload;
  buffer[0] = (char)state->form;
  buffer[1] = (char)state->quotes_protect;
  buffer[2] = (char)state->value;
  buffer[3] = (char)state->directive;
  buffer[4] = (char)state->protecting_file;
  buffer[5] = (char)state->templated;
  buffer[6] = (char)state->quoted;
  return 7;
}

void tree_sitter_lsf_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  State *state = payload;
  bool saved = length == 7;
  state->form = saved ? (uint8_t)buffer[0] : FORM_OUTSIDE;
  state->quotes_protect = saved ? buffer[1] != 0 : true;
  state->value = saved ? (uint8_t)buffer[2] : VALUE_PLAIN;
  state->directive = saved ? buffer[3] != 0 : false;
  state->protecting_file = saved ? buffer[4] != 0 : false;
  state->templated = saved ? buffer[5] != 0 : false;
  state->quoted = saved ? buffer[6] != 0 : false;
}
