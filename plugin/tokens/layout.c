/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Laying out a token soup for a reader.
 *
 * Generated and reduced files often hold a whole function on one line or one
 * token on each. This writes the same tokens again, one declaration or
 * statement a line. It knows brackets, semicolons and a few keywords, no more:
 * a pretty printer that parses would refuse the broken code that a reducer also
 * gets. Spaces inside a line are the author's, unless all tokens stand apart;
 * gaps that held a line break are decided here, by the two tokens beside them.
 * Directives keep their lines.
 */
#include "layout.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lexer.h"

/* A brace either encloses statements (each on its line), members of a tag
 * (likewise, but the closing brace may be followed by declarators), or a list
 * that stays on its line. */
enum brace { BRACE_BLOCK, BRACE_TAG, BRACE_LIST };

struct printer {
  const char *text;
  const token *tokens;
  size_t count;
  char *out;
  size_t size, capacity;
  unsigned char *braces; /* enum brace of each open brace */
  size_t depth, room;
  size_t parens;
  bool tightens; /* the spaces inside lines are decided here as well */
  bool failed;
};

static void put(struct printer *p, const char *bytes, size_t size)
{
  if (p->size + size + 1 > p->capacity) {
    size_t capacity = (p->size + size + 1) * 2;
    char *out = realloc(p->out, capacity);
    if (!out) {
      p->failed = true;
      return;
    }
    p->out = out;
    p->capacity = capacity;
  }
  memcpy(p->out + p->size, bytes, size);
  p->size += size;
  p->out[p->size] = '\0';
}

static void line_break(struct printer *p, size_t depth)
{
  while (p->size && p->out[p->size - 1] == ' ')
    p->size--;
  if (p->size)
    put(p, "\n", 1);
  for (size_t i = 0; i < depth; i++)
    put(p, "  ", 2);
}

static bool is(const struct printer *p, size_t i, const char *string)
{
  return i < p->count && token_is(&p->tokens[i], p->text, string);
}

static bool is_any(const struct printer *p, size_t i,
                   const char *const *strings)
{
  for (; *strings; strings++)
    if (is(p, i, *strings))
      return true;
  return false;
}

/* The token before the parenthesis that the `)` at token `i` closes; `count` if
 * there is none. */
static size_t before_parens(const struct printer *p, size_t i)
{
  size_t open = 0;
  for (size_t at = i + 1; at-- > 0;) {
    open += is(p, at, ")");
    if (is(p, at, "(") && --open == 0)
      return at ? at - 1 : p->count;
  }
  return p->count;
}

/* What the brace at token `i` encloses. */
static enum brace brace_kind(const struct printer *p, size_t i)
{
  static const char *const list_before[] = { "=", ",", "[", "return", NULL };
  static const char *const literal_before[] = { "=", ",", "(", "return",
                                                "&", "?", ":", NULL };
  if (p->depth && p->braces[p->depth - 1] == BRACE_LIST)
    return BRACE_LIST;
  if (i && is(p, i - 1, ")"))
    return is_any(p, before_parens(p, i - 1), literal_before) ? BRACE_LIST
                                                              : BRACE_BLOCK;
  if (i == 0)
    return BRACE_BLOCK;
  if (is_any(p, i - 1, list_before) || is(p, i - 1, "enum") ||
      (i > 1 && is(p, i - 2, "enum")))
    return BRACE_LIST;
  for (size_t back = 1; back <= 2 && back <= i; back++)
    if (is(p, i - back, "struct") || is(p, i - back, "union"))
      return BRACE_TAG;
  return BRACE_BLOCK;
}

static void open_brace(struct printer *p, enum brace kind)
{
  if (p->depth == p->room) {
    size_t room = p->room ? p->room * 2 : 64;
    unsigned char *braces = realloc(p->braces, room);
    if (!braces) {
      p->failed = true;
      return;
    }
    p->braces = braces;
    p->room = room;
  }
  p->braces[p->depth++] = (unsigned char)kind;
}

/* Does a line end behind token `i`? Called after the brackets were counted;
 * `closed` is the kind of the brace that token i closed. */
static bool ends_line(const struct printer *p, size_t i, enum brace closed)
{
  static const char *const stay[] = { ";",     ",", ")", "]", "else",
                                      "while", "=", ".", NULL };
  if (p->parens || (p->depth && p->braces[p->depth - 1] == BRACE_LIST))
    return false;
  if (is(p, i, ";"))
    return true;
  if (is(p, i, "{"))
    return !is(p, i + 1, "}");
  if (!is(p, i, "}") || closed == BRACE_LIST || is_any(p, i + 1, stay))
    return false;
  return closed == BRACE_BLOCK ||
         (i + 1 < p->count && p->tokens[i + 1].kind != TOKEN_IDENTIFIER &&
          !is(p, i + 1, "*"));
}

static bool is_word(const token *tok)
{
  return tok->kind == TOKEN_IDENTIFIER || tok->kind == TOKEN_NUMBER;
}

/* Is a space wanted where the gap before token `i` held a line break? */
static bool wants_space(const struct printer *p, size_t i)
{
  static const char *const tight_before[] = { ";",  ",",  ")", "]", ".", "->",
                                              "++", "--", "[", ":", NULL };
  static const char *const tight_after[] = {
    "(", "[", ".", "->", "!", "~", NULL
  };
  static const char *const keywords[] = { "if",     "for",    "while",
                                          "switch", "return", NULL };
  if (is(p, i, "(") && is_any(p, i - 1, tight_after))
    return false;
  if (is(p, i, "("))
    return !is_word(&p->tokens[i - 1]) || is_any(p, i - 1, keywords);
  bool tight = is_any(p, i, tight_before) || is_any(p, i - 1, tight_after);
  bool paste = p->tokens[i].kind == TOKEN_PUNCTUATION &&
               p->tokens[i - 1].kind == TOKEN_PUNCTUATION &&
               strchr("+-.:#<>&|=%", p->text[p->tokens[i].begin]) &&
               strchr("+-.:#<>&|=%", p->text[p->tokens[i - 1].end - 1]);
  return !tight || paste ||
         (is_word(&p->tokens[i]) && is_word(&p->tokens[i - 1])) ||
         (p->tokens[i - 1].kind == TOKEN_NUMBER && is(p, i, "."));
}

/* The gap before token `i`, which goes on the line of the token before it. */
static void same_line(struct printer *p, size_t i)
{
  uint32_t begin = p->tokens[i - 1].end, end = p->tokens[i].begin;
  if (p->tightens || memchr(p->text + begin, '\n', end - begin)) {
    if (wants_space(p, i))
      put(p, " ", 1);
  } else if (end > begin) {
    put(p, " ", 1);
  }
}

/* Prints token `i`; returns whether the next one starts a line. */
static bool print_token(struct printer *p, size_t i, bool fresh)
{
  const token *tok = &p->tokens[i];
  const token *before = i ? tok - 1 : NULL;
  enum brace closed = BRACE_BLOCK;
  bool closes = is(p, i, "}");
  if (closes && p->depth)
    closed = (enum brace)p->braces[--p->depth];
  bool directive = tok->directive != (before ? before->directive : 0);
  bool after_brace = before && is(p, i - 1, "{");
  if (fresh || directive || (closes && closed != BRACE_LIST && !after_brace))
    line_break(p, tok->directive ? 0 : p->depth);
  else if (before)
    same_line(p, i);
  put(p, p->text + tok->begin, tok->end - tok->begin);
  if (tok->directive)
    return false;
  if (tok->kind == TOKEN_COMMENT)
    return i + 1 < p->count && tok[1].line_start;
  if (is(p, i, "{"))
    open_brace(p, brace_kind(p, i));
  else if (is(p, i, "("))
    p->parens++;
  else if (is(p, i, ")") && p->parens)
    p->parens--;
  return ends_line(p, i, closed);
}

/* Were the tokens printed with a space between any two? Then most of the
 * punctuation that everybody writes next to a word has one. */
static bool is_spaced(const char *text, const token *tokens, size_t count)
{
  size_t tight = 0, spaced = 0;
  for (size_t i = 1; i < count; i++) {
    const token *tok = &tokens[i];
    if (tok->line_start || tok->directive ||
        (!token_is(tok, text, ";") && !token_is(tok, text, ",") &&
         !token_is(tok, text, ")") && !token_is(tok, text, "]")))
      continue;
    if (tok->begin > tok[-1].end)
      spaced++;
    else
      tight++;
  }
  return spaced > tight;
}

char *layout(const char *text, size_t size, size_t *size_out)
{
  token *tokens = NULL;
  struct printer p = { .text = text, .count = lex(&tokens, text, size) };
  p.tokens = tokens;
  p.tightens = is_spaced(text, tokens, p.count);
  bool fresh = false;
  size_t statement_parens = 0;
  for (size_t i = 0; i < p.count; i++) {
    /* A statement expression has lines of its own inside parentheses. */
    if (is(&p, i, "{") && i && is(&p, i - 1, "(")) {
      statement_parens = p.parens;
      p.parens = 0;
    }
    fresh = print_token(&p, i, fresh);
    if (is(&p, i, "}") && statement_parens && is(&p, i + 1, ")")) {
      p.parens = statement_parens;
      statement_parens = 0;
    }
  }
  put(&p, "\n", 1);
  free(tokens);
  free(p.braces);
  *size_out = p.size;
  if (p.failed) {
    free(p.out);
    return NULL;
  }
  return p.out;
}

/* ---- telling soup from code ---- */

/* What is counted while going over the lines. */
struct survey {
  const char *text;
  size_t parens, depth;
  size_t ends; /* statements that ended on this line */
  size_t tokens_on_line;
  size_t lines, lonely; /* lines with a token, with a single one */
  size_t faults;        /* crowded lines, deserts, ragged margins */
  uint32_t *margins;    /* column of the first statement, by depth; 0: none */
  size_t room;
};

static uint32_t column_of(const char *text, uint32_t at)
{
  uint32_t column = 1;
  while (at > 0 && text[at - 1] != '\n') {
    at--;
    column++;
  }
  return column;
}

/* A statement begins a line: does it stand below the others of its block? */
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
  const token *before = tok - 1;
  bool after_end = token_is(before, s->text, ";") ||
                   token_is(before, s->text, "{") ||
                   token_is(before, s->text, "}");
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
  s->lonely += s->tokens_on_line == 1 && !token_is(before, s->text, "{") &&
               !token_is(before, s->text, "}");
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
