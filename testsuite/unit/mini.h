/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A tiny language for tests of whole reductions, its parser, and an oracle that
 * lives in the test.
 *
 *   text := item*        item := letter | '(' item* ')' | '[' item ']'
 *
 * A letter is an element; `( )` holds a list and is an element; `[ ]` holds one
 * required item, whose phrase is `z`. All items are of one sort. Anything else
 * is a leaf that is required and has no phrase. If two letters adjoin anywhere,
 * all leaves are raw. By the rule "grow" the front end
 * offers to put `(xy)` for each letter q, by the rule "header", which comes before
 * all others, to drop each digit. The views "chars" and "lines" are lists of leaves.
 */
#ifndef UNIT_MINI_H
#define UNIT_MINI_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reduce/reduce.h"
#include "lexer.h"

enum { MINI_SORT = 1, MINI_LIST = 2 };

static inline void mini_open(rd_builder *builder, const char *kind,
                             rd_place place, uint16_t flags)
{
  rd_node_spec spec = { .kind = rd_builder_kind(builder, kind),
                        .flags = flags,
                        .place = (uint8_t)place };
  spec.sorts =
      rd_builder_sort_bits(builder, flags & RD_LIST ? MINI_LIST : MINI_SORT);
  bool spliced = place == RD_ELEMENT || (flags & RD_LIST);
  spec.accepts = rd_builder_sort_bits(builder, spliced ? MINI_SORT | MINI_LIST
                                                       : MINI_SORT);
  if (place == RD_REQUIRED && !(flags & RD_LIST))
    spec.phrase = "z";
  (void)rd_builder_open(builder, &spec);
}

static inline void mini_rewrite(rd_builder *builder, uint32_t leaf, char c)
{
  const rd_rule grow = { .row = { .name = "grow" }, .flags = RD_RULE_GROWS };
  const rd_rule header = { .row = { .name = "header" }, .flags = RD_RULE_SOON };
  if (c == 'q') {
    rd_builder_rewrite(builder, rd_builder_rule(builder, &grow));
    rd_builder_edit_text(builder, leaf, "(xy)");
  } else if (c >= '0' && c <= '9') {
    rd_builder_rewrite(builder, rd_builder_rule(builder, &header));
    rd_builder_edit_drop(builder, leaf);
  }
}

static inline bool mini_is_letter(char c)
{
  return c >= 'a' && c <= 'z';
}

static inline uint16_t mini_rawness(const char *text, size_t size)
{
  for (size_t i = 1; i < size; i++)
    if (mini_is_letter(text[i - 1]) && mini_is_letter(text[i]))
      return RD_RAW;
  return 0;
}

static inline void mini_leaf(rd_builder *builder, const char *text, size_t at,
                             rd_place place, uint16_t flags)
{
  bool letter = mini_is_letter(text[at]);
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "leaf"),
                        .place = (uint8_t)(letter ? place : RD_REQUIRED),
                        .flags = letter ? flags : flags | RD_PUNCT };
  if (letter) {
    spec.sorts = spec.accepts = rd_builder_sort_bits(builder, MINI_SORT);
    spec.phrase = place == RD_REQUIRED ? "z" : NULL;
  }
  uint32_t leaf =
      rd_builder_leaf(builder, &spec, (uint32_t)at, (uint32_t)at + 1);
  mini_rewrite(builder, leaf, text[at]);
}

/* The place of the next item depends on the bracket around it. */
static inline void mini_build(rd_builder *builder)
{
  size_t size, depth = 0;
  const char *text = rd_builder_text(builder, &size);
  uint16_t raw = mini_rawness(text, size);
  char *around = mem_alloc(size + 2, 1);
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (size_t i = 0; i < size; i++) {
    rd_place place = around[depth] == '[' ? RD_REQUIRED : RD_ELEMENT;
    if (text[i] == '(' || text[i] == '[') {
      mini_open(builder, text[i] == '(' ? "group" : "box", place, 0);
      mini_leaf(builder, text, i, place, raw);
      around[++depth] = text[i];
      if (text[i] == '(')
        mini_open(builder, "items", RD_REQUIRED, RD_LIST);
    } else if ((text[i] == ')' || text[i] == ']') && depth > 0) {
      if (around[depth--] == '(')
        rd_builder_close(builder);
      mini_leaf(builder, text, i, place, raw);
      rd_builder_close(builder);
    } else if (text[i] != ' ' && text[i] != '\n') {
      mini_leaf(builder, text, i, place, raw);
    }
  }
  for (; depth > 0; depth--) {
    rd_builder_close(builder);
    if (around[depth] == '(')
      rd_builder_close(builder);
  }
  rd_builder_close(builder);
  free(around);
}

static inline void mini_build_view(rd_builder *builder, bool lines)
{
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  rd_node_spec unit = { .kind = rd_builder_kind(builder, "unit"),
                        .flags = RD_RAW,
                        .place = RD_ELEMENT };
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (size_t i = 0; i < size;) {
    size_t end = i + 1;
    while (lines && end < size && text[end - 1] != '\n')
      end++;
    (void)rd_builder_leaf(builder, &unit, (uint32_t)i, (uint32_t)end);
    i = end;
  }
  rd_builder_close(builder);
}

static inline rd_status mini_parse(rd_tree **out, void *payload,
                                   const char *view, const char *text,
                                   size_t size, uint32_t prepare, rd_error *err)
{
  (void)payload;
  rd_builder *builder = rd_builder_new(text, size);
  rd_builder_lexer(builder, &tokens_lexer);
  if (view)
    mini_build_view(builder, strcmp(view, "lines") == 0);
  else
    mini_build(builder);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}

/* An oracle in the test: asks a function, and writes all questions down. */
struct mini_oracle {
  bool (*holds)(const void *payload, const char *text);
  const void *payload;
  textbuf log; /* the texts, a NUL behind each */
  rd_ticket next;
  rd_verdict verdict;
  rd_verdict failed; /* the verdict on what does not hold */
};

static inline rd_status mini_submit(rd_ticket *out, void *payload,
                                    const char *text, size_t size,
                                    rd_error *err)
{
  struct mini_oracle *oracle = payload;
  (void)err;
  text_add(&oracle->log, text, size + 1);
  bool holds = oracle->holds(oracle->payload, text);
  oracle->verdict = holds            ? RD_INTERESTING
                    : oracle->failed ? oracle->failed
                                     : RD_UNINTERESTING;
  *out = ++oracle->next;
  return RD_OK;
}

static inline rd_status mini_wait(rd_ticket *out, rd_verdict *verdict_out,
                                  void *payload, rd_error *err)
{
  struct mini_oracle *oracle = payload;
  (void)err;
  *out = oracle->next;
  *verdict_out = oracle->verdict;
  return RD_OK;
}

static inline void mini_cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket;
}

/* Are all letters of the payload (a string) in the text? */
static inline bool mini_has_all(const void *payload, const char *text)
{
  for (const char *letter = payload; *letter; letter++)
    if (!strchr(text, *letter))
      return false;
  return true;
}

static inline rd_oracle mini_interface(struct mini_oracle *oracle)
{
  return (rd_oracle){ .submit = mini_submit,
                      .wait = mini_wait,
                      .cancel = mini_cancel,
                      .payload = oracle,
                      .capacity = 1 };
}

/* Reduces; the caller disposes of the result and of oracle->log. */
static inline rd_status mini_reduce(rd_result *out, struct mini_oracle *oracle,
                                    const char *text, const rd_options *options,
                                    rd_error *err)
{
  rd_parser parser = { .parse = mini_parse, .lexer = &tokens_lexer };
  rd_oracle ask = mini_interface(oracle);
  return rd_reduce(out, text, strlen(text), &parser, &ask, options, err);
}

#endif
