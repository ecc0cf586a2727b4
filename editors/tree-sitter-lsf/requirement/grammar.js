/**
 * @file Resource requirements of IBM Spectrum LSF: RES_REQ, STOP_COND, RESUME_COND, RES_SELECT, `bsub -R`.
 * @license MIT OR Apache-2.0
 *
 * The names of sections and their keywords are in the queries, which are generated from the facts about LSF.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const LEVEL = { or: 1, and: 2, equality: 3, relation: 4, sum: 5, product: 6, sign: 7, call: 8 };

module.exports = grammar({
  name: 'lsf_requirement',

  extras: _ => [/\s/, /\\[ \t\r]*\n/],

  word: $ => $.identifier,

  rules: {
    requirement: $ => choice($.unset, repeat($._part)),

    // The value is left at its default.
    unset: _ => '-',

    _part: $ => choice($.section, $._expression, ':', ',', '"'),

    section: $ => seq(field('name', alias($.identifier, $.section_name)), '[', repeat($._content), ']'),

    _content: $ => choice($._expression, ':', ','),

    _expression: $ => choice(
      $.binary_expression,
      $.unary_expression,
      $.parenthesized_expression,
      $.call,
      $.block,
      $.identifier,
      $.number,
      $.string,
      $.bang,
    ),

    // `1*{...} + 2*{...}` and `{...} || {...}@60` are expressions of blocks.
    block: $ => prec.right(seq('{', repeat($._part), '}', optional(seq('@', field('delay', $.number))))),

    call: $ => prec(LEVEL.call, seq(field('function', $.identifier), '(', repeat($._content), ')')),

    // Also the phases of `mem=(50 10)`.
    parenthesized_expression: $ => seq('(', repeat($._content), ')'),

    unary_expression: $ => prec(LEVEL.sign, seq(
      field('operator', choice('!', '-', '+')),
      field('operand', $._expression),
    )),

    // `ptile=!`
    bang: _ => prec(-1, '!'),

    binary_expression: $ => choice(...[
      [LEVEL.or, choice('||', '|')],
      [LEVEL.and, '&&'],
      [LEVEL.equality, choice('==', '!=', '=')],
      [LEVEL.relation, choice('<', '<=', '>', '>=')],
      [LEVEL.sum, choice('+', '-')],
      [LEVEL.product, choice('*', '/')],
    ].map(([level, operator]) => prec.left(level, seq(
      field('left', $._expression),
      field('operator', operator),
      field('right', $._expression),
    )))),

    // Also `license@site` and `model#memory`.
    identifier: _ => /[\p{L}_~][\p{L}\p{N}_~.]*([@#][\p{L}\p{N}_~.\-]+)?/,

    // Digits with a unit, and names that start with a digit.
    number: _ => /(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?[\p{L}_~]*/,

    string: _ => /'[^']*'/,
  },
});
