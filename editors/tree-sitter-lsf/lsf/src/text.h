// The state of the scanner, and how it reads the text of a line: words, continuations, markers of template languages.

#ifndef LSF_TEXT_H
#define LSF_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "facts.h"
#include "tree_sitter/parser.h"

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
  // The last character that is not whitespace.
  int32_t visible;
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
  if (!is_blank(character)) template->visible = character;
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

// Reads a word of a line up to whitespace, or to an equals sign. In files of the batch system a word can continue on
// the next line. Returns whether the line may have more text.
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

#endif
