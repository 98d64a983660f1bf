/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Directives other than #define: conditionals, and groups of directives.
 *
 * A single directive is an element like any other, and is removed as such. But
 * that would leave an #endif without its #if: here all directives of a
 * conditional are removed at once with the text that they exclude, and the
 * included text stays. libclang reports which branches it skipped. A
 * conditional inside a skipped branch is removed with that branch.
 */
#include "directives.h"

#include <string.h>

void directives_list(directives *out, const rewriter *r)
{
  const build *b = r->b;
  for (size_t i = 0; i < b->trivia.size; i++) {
    trivium at = b->trivia.data[i];
    uint32_t number = r->s->tokens[at.token].directive, end = at.token + 1;
    while (end < r->s->token_count && r->s->tokens[end].directive == number)
      end++;
    if (number)
      ARRAY_PUSH(out, (directive){ .first = at.token,
                                   .end = end,
                                   .node = at.node,
                                   .trivium = (uint32_t)i });
  }
}

bool directive_is(const rewriter *r, const directive *d, const char *name)
{
  return d->first + 1 < d->end &&
         token_is(&r->s->tokens[d->first + 1], r->s->text, name);
}

void directives_named(directives *out, const rewriter *r, const char *name)
{
  size_t count = 0;
  directives_list(out, r);
  for (size_t i = 0; i < out->size; i++)
    if (directive_is(r, &out->data[i], name))
      out->data[count++] = out->data[i];
  out->size = count;
}

/* Is it `# 12 "file"` or `#line`? */
static bool marks_line(const rewriter *r, const directive *d)
{
  return directive_is(r, d, "line") ||
         (d->first + 1 < d->end &&
          r->s->tokens[d->first + 1].kind == TOKEN_NUMBER);
}

/* ---- conditionals ---- */

/* The next directive of the same conditional. */
typedef struct branch {
  uint32_t next; /* the directive that ends the branch; 0: this is an #endif, or
                    the conditional is never closed */
  bool opens;    /* #if, #ifdef, #ifndef */
  bool is_skipped;
} branch;

typedef struct conditionals {
  directives list;
  branch *branches; /* by directive */
} conditionals;

typedef enum condition_word {
  NO_CONDITION,
  OPENS,
  GOES_ON,
  CLOSES
} condition_word;

static condition_word condition_word_of(const rewriter *r, const directive *d)
{
  static const struct {
    const char *name;
    condition_word word;
  } rows[] = {
    { "if", OPENS },     { "ifdef", OPENS },     { "ifndef", OPENS },
    { "elif", GOES_ON }, { "elifdef", GOES_ON }, { "elifndef", GOES_ON },
    { "else", GOES_ON }, { "endif", CLOSES },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (directive_is(r, d, rows[i].name))
      return rows[i].word;
  return NO_CONDITION;
}

static void find_conditionals(conditionals *out, const rewriter *r)
{
  ARRAY(uint32_t) open = { 0 };
  *out = (conditionals){ 0 };
  directives_list(&out->list, r);
  out->branches = mem_alloc(out->list.size + 1, sizeof *out->branches);
  for (uint32_t i = 0; i < out->list.size; i++) {
    condition_word is = condition_word_of(r, &out->list.data[i]);
    if (is == OPENS) {
      out->branches[i].opens = true;
      ARRAY_PUSH(&open, i);
    } else if (is != NO_CONDITION && open.size) {
      uint32_t *last = &open.data[open.size - 1];
      branch *before = &out->branches[*last];
      before->next = i;
      before->is_skipped =
          (r->f->skipped[out->list.data[i].first] & SKIPPED_BEFORE) != 0;
      *last = i;
      open.size -= is == CLOSES;
    }
  }
  free(open.data);
}

static void free_conditionals(conditionals *c)
{
  free(c->list.data);
  free(c->branches);
}

/* Is the conditional that begins there closed? */
static bool is_closed(const rewriter *r, const conditionals *c, uint32_t at)
{
  while (c->branches[at].next)
    at = c->branches[at].next;
  return condition_word_of(r, &c->list.data[at]) == CLOSES;
}

/* The next conditional after directive `at`, skipping a skipped branch. */
static uint32_t behind(const conditionals *c, uint32_t at)
{
  return c->branches[at].is_skipped ? c->branches[at].next : at + 1;
}

/* Drops comments, directives and skipped tokens between two directives. */
static void drop_between(rewriter *r, const directive *from,
                         const directive *to)
{
  const trivium *trivia = r->b->trivia.data;
  for (uint32_t i = from->trivium + 1; i < to->trivium; i++)
    rd_builder_edit_drop(r->b->builder, trivia[i].node);
}

static void resolve(rewriter *r, const conditionals *c, uint32_t at)
{
  rewrite_open(r);
  for (;; at = c->branches[at].next) {
    const branch *from = &c->branches[at];
    rd_builder_edit_drop(r->b->builder, c->list.data[at].node);
    if (!from->next)
      return;
    if (from->is_skipped)
      drop_between(r, &c->list.data[at], &c->list.data[from->next]);
  }
}

void rewrite_conditional_resolved(rewriter *r)
{
  conditionals c;
  find_conditionals(&c, r);
  for (uint32_t i = 0; i < c.list.size; i = behind(&c, i))
    if (c.branches[i].opens && is_closed(r, &c, i))
      resolve(r, &c, i);
  free_conditionals(&c);
}

/* ---- many at once ---- */

/* Does the directive have this name? Without a name: is it a line marker? */
static bool is_of_kind(const rewriter *r, const directive *d, const char *name)
{
  return name ? directive_is(r, d, name) : marks_line(r, d);
}

void rewrite_directives_together(rewriter *r)
{
  static const char *const kinds[] = { NULL, "include", "pragma" };
  directives list = { 0 };
  directives_list(&list, r);
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    size_t count = 0;
    for (size_t i = 0; i < list.size; i++)
      count += is_of_kind(r, &list.data[i], kinds[kind]);
    if (count < 2)
      continue;
    rewrite_open(r);
    for (size_t i = 0; i < list.size; i++)
      if (is_of_kind(r, &list.data[i], kinds[kind]))
        rd_builder_edit_drop(r->b->builder, list.data[i].node);
  }
  free(list.data);
}
