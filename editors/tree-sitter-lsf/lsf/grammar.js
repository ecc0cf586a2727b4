/**
 * @file Configuration files of IBM Spectrum LSF: lsb.*, lsf.conf, lsf.cluster, lsf.shared and others.
 * @license MIT OR Apache-2.0
 *
 * A file is a sequence of lines. The scanner (src/scanner.c) splits the text into lines as LSF does, with
 * continuations and comments, and decides the form of each line: only it can look ahead to the end of a line. The
 * grammar accepts every sequence of lines, so that a mistake does not change the tree of the lines after it; the
 * language server reports mistakes.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

module.exports = grammar({
  name: 'lsf',

  // The order is that of `enum TokenType` in src/scanner.c.
  externals: $ => [
    $._line_end,
    $.begin_keyword,
    $.end_keyword,
    $.section_name,
    $.ignored_text,
    // A parameter that LSF documents, and any other name.
    $.key,
    $.other_key,
    $._text_before_equals,
    $.requirement,
    $.text,
    $.command,
    $.template,
    // A column that LSF documents, and any other name.
    $.column,
    $.other_column,
    $._row_start,
    $._row_number,
    $._row_word,
    $._loose_word,
    $._condition_keyword,
    $._else_keyword,
    $._define_keyword,
    $._include_keyword,
    $.string,
    // The end of a line inside a bracket.
    $._unclosed,
    $.comment,
    $.line_continuation,
    $._error_sentinel,
  ],

  extras: $ => [/\s/, $.comment, $.line_continuation],

  supertypes: $ => [$._line],

  rules: {
    source_file: $ => repeat(choice(
      seq($.section, $._line_end),
      alias($._open_section, $.section),
      seq($.section_end, $._line_end),
      seq($._line, $._line_end),
    )),

    section: $ => seq($.section_begin, $._line_end, repeat($._section_line), $.section_end),

    // Before the next Begin or the end of the file, LSF closes the section.
    _open_section: $ => prec.right(seq($.section_begin, $._line_end, repeat($._section_line))),

    section_begin: $ => seq($.begin_keyword, optional(seq(field('name', $.section_name), optional($.ignored_text)))),

    section_end: $ => seq($.end_keyword, optional(seq(field('name', $.section_name), optional($.ignored_text)))),

    _section_line: $ => seq($._line, $._line_end),

    _line: $ => choice($.entry, $.header, $.row, $.loose_line, $.directive, $.template_line),

    // --- KEY = value ---

    entry: $ => seq(
      field('key', choice($.key, $.other_key)),
      optional(alias($._text_before_equals, $.ignored_text)),
      // A line without an equals sign between such lines is one of them.
      optional(seq('=', optional(field('value', choice($.requirement, $.text, $.command, $.value))))),
    ),

    value: $ => repeat1($._item),

    _item: $ => choice($._plain_item, $.group, $.list, ')', ']'),

    _plain_item: $ => choice($.number, $.word, $.string, $.template, $._operator),

    // A bracket that is not closed ends with its line.
    group: $ => seq('(', repeat(choice($._plain_item, $.group, $.list, ']')), choice(')', $._unclosed)),

    list: $ => seq('[', repeat(choice($._plain_item, $.group, $.list, ')')), choice(']', $._unclosed)),

    // --- tables ---

    header: $ => repeat1(choice($.column, $.other_column)),

    row: $ => seq($._row_start, repeat1($.cell)),

    // A cell in parentheses ends at the first closing one. Quotes and brackets do not group.
    cell: $ => choice(
      alias($._row_number, $.number),
      alias($._row_word, $.word),
      alias($._cell_group, $.group),
    ),

    _cell_group: $ => seq(
      '(',
      repeat(choice($._plain_item, '(', '[', ']')),
      choice(alias(token(prec(1, /\)+/)), ')'), $._unclosed),
    ),

    // --- other lines ---

    // A line of a file or section without keys and columns.
    loose_line: $ => seq(alias($._loose_word, $.word), repeat($._item)),

    template_line: $ => seq($.template, optional(alias($.ignored_text, $.template))),

    directive: $ => choice(
      seq(field('keyword', alias($._condition_keyword, $.directive_keyword)), optional(field('condition', $.condition))),
      seq(field('keyword', alias($._else_keyword, $.directive_keyword)), optional($.ignored_text)),
      seq(
        field('keyword', alias($._define_keyword, $.directive_keyword)),
        optional(seq(field('name', alias($.word, $.condition_name)), optional(field('condition', $.condition)))),
      ),
      seq(field('keyword', alias($._include_keyword, $.directive_keyword)), field('path', $.string), optional($.ignored_text)),
    ),

    condition: $ => repeat1($._item),

    // --- words ---

    // The order of the next rules decides between tokens of the same length.
    template_expression: _ => token(choice(/\{\{[^{}\n]*\}\}/, /<%[^%\n]*%>/)),

    // Also time windows and thresholds: `5:18:30-1:8:30`, `1.0/3.0`, `512M`.
    number: _ => {
      const amount = /\d+(\.\d+)?([KMGTPEZkmgtpez][Bb]?|[smhd%])?/;
      return token(seq(optional(/[-+]/), amount, repeat(seq(/[:\/-]/, amount))));
    },

    word: _ => token(choice(
      seq(
        choice(/[^\s()\[\]{},;"'#=\\~!]/, /\\[^\s()\[\]]/),
        repeat(choice(/[^\s()\[\]{},;"#=\\]/, /\\[^\s()\[\]]/)),
      ),
      '\\',
    )),

    _operator: $ => choice('=', ',', ';', '~', '!', '{', '}', '"', '\'', alias($.template_expression, $.template)),
  },
});
