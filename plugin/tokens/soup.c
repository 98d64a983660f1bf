/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Distinguishes token soup from code.
 *
 * Generated and reduced files often have a whole function on one line, one
 * token per line, or gaps where text was removed. Nobody chose such a layout,
 * so it may be replaced. The survey counts lines with several statements, long
 * runs of empty lines, statements of a block that are not aligned, and
 * punctuation with spaces around it.
 */
#include <stdint.h>
#include <stdlib.h>

#include "layout.h"
#include "lexer.h"

/* Were the tokens printed with a space between any two? Then most punctuation
 * that is normally attached to a word has a space. */
static bool is_spaced(const char *text, const token *tokens, size_t count)
{
  static const char *const attached[] = { ";", ",", ")", "]", NULL };
  size_t tight = 0, spaced = 0;
  for (size_t i = 1; i < count; i++) {
    const token *tok = &tokens[i];
    if (tok->line_start || tok->directive || !token_is_any(tok, text, attached))
      continue;
    if (tok->begin > tok[-1].end)
      spaced++;
    else
      tight++;
  }
  return spaced > tight;
}

/* Counts collected from the lines. */
struct survey {
  const char *text;
  size_t parens, depth;
  size_t ends; /* statements that ended on this line */
  size_t tokens_on_line;
  size_t lines, lonely; /* lines with any token; with a single one */
  size_t faults;        /* lines with several statements, runs of empty lines,
                           ragged margins */
  uint32_t *margins;    /* column of the first statement, by depth; 0: none */
  size_t room;
};

static uint32_t column_of(const char *text, uint32_t at)
{
  uint32_t column = 1;
  while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') {
    at--;
    column++;
  }
  return column;
}

/* A statement begins a line: is it aligned with the others of its block? */
static void compare_margin(struct survey *s, const token *tok)
{
  if (s->depth >= s->room)
    return;
  uint32_t column = column_of(s->text, tok->begin);
  if (s->margins[s->depth] == 0)
    s->margins[s->depth] = column;
  else
    s->faults += s->margins[s->depth] != column;
}

static bool is_comment(const token *tok)
{
  return tok->kind == TOKEN_COMMENT;
}

static void begin_line(struct survey *s, const token *tok)
{
  static const char *const ends[] = { ";", "{", "}", NULL };
  const token *before = tok - 1;
  bool after_end = token_is_any(before, s->text, ends);
  size_t breaks = 0;
  for (uint32_t at = before->end; at < tok->begin; at++)
    breaks += s->text[at] == '\n';
  bool desert =
      breaks > 2 ||
      (breaks > 1 && !after_end && !is_comment(tok) && !is_comment(before) &&
       !tok->directive && !before->directive) ||
      (breaks > 1 && token_is(before, s->text, "{"));
  s->lines++;
  s->faults += s->ends > 1 || desert || token_is(tok, s->text, ";");
  s->lonely +=
      s->tokens_on_line == 1 && !token_is_any(before, s->text, ends + 1);
  s->ends = s->tokens_on_line = 0;
  if (after_end && !s->parens && !tok->directive &&
      !token_is(tok, s->text, "}"))
    compare_margin(s, tok);
}

static void count_token(struct survey *s, const token *tok)
{
  s->tokens_on_line++;
  if (token_is(tok, s->text, "(")) {
    s->parens++;
  } else if (token_is(tok, s->text, ")")) {
    s->parens -= s->parens > 0;
  } else if (token_is(tok, s->text, "{")) {
    s->depth++;
    if (s->depth < s->room)
      s->margins[s->depth] = 0;
  } else if (token_is(tok, s->text, "}")) {
    s->depth -= s->depth > 0;
  } else if (token_is(tok, s->text, ";") && !s->parens) {
    s->ends++;
  }
}

bool layout_is_poor(const char *text, size_t size)
{
  enum { DEPTHS = 256 };
  uint32_t margins[DEPTHS] = { 0 };
  struct survey s = { .text = text, .margins = margins, .room = DEPTHS };
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  for (size_t i = 0; i < count; i++) {
    if (i && tokens[i].line_start)
      begin_line(&s, &tokens[i]);
    count_token(&s, &tokens[i]);
  }
  bool poor = s.faults > 0 || s.ends > 1 || s.lonely > 2 + s.lines / 4 ||
              is_spaced(text, tokens, count);
  free(tokens);
  return poor;
}
