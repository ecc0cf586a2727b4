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
#include "text.h"
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

static bool found(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = (TSSymbol)type;
  return true;
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
  // A line that is one expression does not decide the form of the section.
  if (!assigns && template_first && template.visible == '}') return found(lexer, TEMPLATE);
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
