/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds where statements end, and which of them are the header, the other
 * headers and the end of one block.
 *
 * A statement that may end blocks of several rules ends the innermost open one;
 * what was opened in it and not closed by then is no block, and its statements
 * stand by themselves. The number of open blocks of each rule is known, so that a
 * search that must fail costs nothing, and each block is taken from the stack
 * once: O(n).
 */
#include "statements.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tokens/brackets.h"

bool source_opens_group(const source *self, uint32_t i, uint32_t end)
{
  uint32_t other = self->partners[i];
  return other != BRACKET_ALONE && other > i && other < end;
}

uint32_t source_behind(const source *self, uint32_t i, uint32_t end)
{
  return source_opens_group(self, i, end) ? self->partners[i] + 1 : i + 1;
}

/* ---- skeletons ---- */

static void add_bytes(skeleton *out, const source *self, const token *tok)
{
  for (uint32_t i = tok->begin; i < tok->end; i++) {
    unsigned char c = (unsigned char)self->text[i];
    if (self->language->ignores_case)
      c = (unsigned char)tolower(c);
    text_add(&out->text, iscntrl(c) ? "?" : (char *)&c, 1);
  }
}

void skeleton_set(skeleton *out, const source *self, uint32_t begin,
                  uint32_t end)
{
  enum { MOST = sizeof out->parts / sizeof *out->parts };
  text_clear(&out->text);
  text_puts(&out->text, "");
  out->count = 0;
  out->is_cut = false;
  for (uint32_t i = begin; i < end; i = source_behind(self, i, end)) {
    const token *tok = &self->tokens[i];
    if (tok->kind == TOKEN_COMMENT)
      continue;
    if (out->count == MOST) {
      out->is_cut = true;
      return;
    }
    if (out->count)
      text_puts(&out->text, " ");
    out->parts[out->count].token = i;
    out->parts[out->count++].at = (uint32_t)out->text.size;
    if (source_opens_group(self, i, end))
      text_puts(&out->text, self->partners[i] == i + 1 ? "( )" : "()");
    else if (tok->kind == TOKEN_STRING)
      text_puts(&out->text, "\"\"");
    else
      add_bytes(out, self, tok);
  }
}

uint32_t skeleton_token(const skeleton *self, size_t at)
{
  for (uint32_t i = 0; i < self->count; i++)
    if (self->parts[i].at == at)
      return self->parts[i].token;
  return UINT32_MAX;
}

bool skeleton_spares(const skeleton *self, const pattern *shape, uint32_t first,
                     uint32_t last)
{
  textbuf text = { 0 };
  size_t begin = self->parts[first].at;
  size_t end = last < self->count ? self->parts[last].at : self->text.size + 1;
  text_add(&text, self->text.data, begin);
  if (end < self->text.size)
    text_add(&text, self->text.data + end, self->text.size - end);
  else if (begin)
    text.data[begin - 1] = '\0';
  else
    text_puts(&text, "");
  bool answer = pattern_matches(shape, text.data);
  text_free(&text);
  return answer;
}

/* ---- where statements end ---- */

/* Does a header end behind the word at `i`, the last of those from `begin`? */
static bool ends_behind(skeleton *seen, const source *self, uint32_t begin,
                        uint32_t i)
{
  if (!scan_is_any(self->language, &self->tokens[i], self->text,
                   &self->language->ends_behind))
    return false;
  uint32_t next = i + 1;
  while (next < self->count && self->tokens[next].kind == TOKEN_COMMENT)
    next++;
  skeleton_set(seen, self, begin, i + 1);
  if (next < self->count) {
    text_puts(&seen->text, " ");
    add_bytes(seen, self, &self->tokens[next]);
  }
  return seen->is_cut ||
         !pattern_matches(&self->language->stays, seen->text.data);
}

static uint32_t statement_end(skeleton *seen, const source *self,
                              uint32_t begin)
{
  for (uint32_t i = begin; i < self->count;) {
    uint32_t next = source_behind(self, i, self->count);
    const token *tok = &self->tokens[i], *after = &self->tokens[next];
    if (next == self->count || after->directive != tok->directive)
      return next;
    if (next == i + 1 &&
        (scan_is_any(self->language, tok, self->text, &self->language->ends) ||
         ends_behind(seen, self, begin, i)))
      return next;
    if (scan_is_any(self->language, after, self->text,
                    &self->language->ends_before))
      return next;
    i = next;
  }
  return self->count;
}

/* ---- blocks ---- */

/* An open block: its statement, and whether it was split once. */
struct open {
  uint32_t opener;
  bool is_split_once;
};

struct matcher {
  const source *self;
  statement_list *all;
  skeleton seen;
  ARRAY(struct open) open;
  uint32_t counts[MOST_RULES]; /* of open blocks */
};

static rule *rule_of(const struct matcher *m, uint32_t opener)
{
  return &m->self->language->rules.data[m->all->data[opener].rule];
}

/* Takes the innermost block from the stack; its opener. */
static uint32_t leave(struct matcher *m)
{
  uint32_t opener = m->open.data[--m->open.size].opener;
  m->counts[m->all->data[opener].rule]--;
  return opener;
}

/* Ends the innermost block that the statement can end. */
static bool close_block(struct matcher *m, statement *at)
{
  bool closes[MOST_RULES] = { false }, can = false;
  for (size_t i = 0; i < m->self->language->rules.size; i++)
    if (m->counts[i]) {
      closes[i] = pattern_matches(&m->self->language->rules.data[i].closes,
                                  m->seen.text.data);
      can |= closes[i];
    }
  while (can) {
    uint32_t opener = leave(m);
    statement *first = &m->all->data[opener];
    if (closes[first->rule]) {
      *at = (statement){ .begin = at->begin,
                         .end = at->end,
                         .role = CLOSES,
                         .rule = first->rule,
                         .opener = opener };
      return true;
    }
    first->role = PLAIN;
  }
  return false;
}

static bool split_block(struct matcher *m, statement *at)
{
  if (!m->open.size)
    return false;
  struct open *open = &m->open.data[m->open.size - 1];
  const rule *of = rule_of(m, open->opener);
  bool once = !open->is_split_once &&
              pattern_matches(&of->splits_once, m->seen.text.data);
  if (!once && !pattern_matches(&of->splits, m->seen.text.data))
    return false;
  open->is_split_once |= once;
  at->role = SPLITS;
  at->rule = m->all->data[open->opener].rule;
  at->opener = open->opener;
  return true;
}

static void open_block(struct matcher *m, statement *at)
{
  const description *language = m->self->language;
  for (size_t i = 0; i < language->rules.size; i++)
    if (pattern_matches(&language->rules.data[i].opens, m->seen.text.data)) {
      at->role = OPENS;
      at->rule = (uint8_t)i;
      ARRAY_PUSH(&m->open, (struct open){ (uint32_t)m->all->size, false });
      m->counts[i]++;
      return;
    }
}

/* What was split but never closed is no block. */
static void settle(statement_list *all)
{
  for (size_t i = 0; i < all->size; i++) {
    statement *at = &all->data[i];
    if (at->role != SPLITS)
      continue;
    if (all->data[at->opener].role == OPENS)
      all->data[at->opener].is_split = true;
    else
      at->role = PLAIN;
  }
}

void statements_find(statement_list *out, const source *self)
{
  struct matcher m = { .self = self, .all = out };
  for (uint32_t i = 0; i < self->count;) {
    statement at = { .begin = i, .end = i + 1, .role = COMMENT };
    if (self->tokens[i].kind != TOKEN_COMMENT) {
      at.end = statement_end(&m.seen, self, i);
      at.role = PLAIN;
      skeleton_set(&m.seen, self, i, at.end);
      bool is_header =
          !m.seen.is_cut &&
          pattern_matches(&self->language->headers, m.seen.text.data);
      if (is_header && !split_block(&m, &at) && !close_block(&m, &at))
        open_block(&m, &at);
    }
    ARRAY_PUSH(out, at);
    i = at.end;
  }
  while (m.open.size)
    out->data[leave(&m)].role = PLAIN;
  settle(out);
  ARRAY_FREE(&m.open);
  text_free(&m.seen.text);
}
