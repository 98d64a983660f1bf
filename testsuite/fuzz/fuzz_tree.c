/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tolerant parser, for C and for C++, the tree builder and the renderer, without what
 * libclang knows: every text has a tree that keeps T1 to T3, and what edits
 * leave of it has the bytes and, where it is plain, the tokens that the
 * renderer counts.
 */
#include <string.h>

#include "base/hash.h"
#include "build.h"
#include "dialects.h"
#include "edit.h"
#include "fuzz.h"
#include "gen.h"
#include "render.h"
#include "rewrite.h"
#include "unknown.h"

static void add_meaning(build *b)
{
  symbols_add(b);
  rewrite_all(b);
}

static rd_tree *parse(const char *text, size_t size, bool cxx)
{
  rd_builder *builder = rd_builder_new(text, size);
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  token *tokens = NULL;
  map names = { 0 }, *known = cxx ? &names : NULL;
  semantics f;
  syntax s;
  enum { WHOLE = RD_PREPARE_ALL | RD_REWRITES };
  rd_builder_intend(builder, WHOLE);
  rd_builder_lexer(builder, &tokens_lexer);
  size_t count =
      syntax_lex(&tokens, cxx ? WORDS_CXX : WORDS_C, known, text, size);
  semantics_collect(&f, NULL, NULL, text, tokens, count, cxx);
  syntax_parse(&s, text, tokens, count, known, f.hints, f.skipped);
  if (cxx)
    unknown_declare(&f, &s);
  build_tree(builder, &s, &f, add_meaning);
  LAW(!rd_builder_finish(&tree, builder, WHOLE, &err));
  rd_builder_free(builder);
  syntax_free(&s);
  semantics_free(&f);
  map_free(&names);
  free(tokens);
  return tree;
}

/* Do the tokens stay what they are wherever they stand? Quotes, comments,
 * directives and stray bytes do not, nor does a shift that C++ reads as
 * two brackets. */
static bool is_plain(const char *text, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if (!text[i] || (unsigned char)text[i] >= 0x80 ||
        strchr("#%:\\?\"'/@`>", text[i]))
      return false;
  return true;
}

static void check_render(const rd_config *config)
{
  rd_renderer *renderer = rd_renderer_new(config);
  size_t size;
  const char *text = rd_renderer_text(renderer, &size);
  rd_measure measure = rd_renderer_measure(renderer);
  LAW(measure.bytes == size);
  if (is_plain(text, size))
    LAW(measure.tokens == tokens_lexer.count(text, size));
  rd_renderer_free(renderer);
}

/* What a pass may do with some node, if anything. */
static bool choose_edit(rd_edit *out, const rd_tree *tree, gen *random)
{
  uint32_t node = gen_below(random, rd_tree_size(tree));
  const rd_node *at = rd_tree_at(tree, node);
  *out = (rd_edit){ .node = node, .op = RD_DROP };
  if (at->flags & (RD_OPTIONAL | RD_ELEMENT))
    return true;
  if (at->phrase != RD_NONE) {
    out->op = RD_PHRASE;
    out->arg = at->phrase;
    return true;
  }
  if (at->size == 1)
    return false;
  out->op = RD_LIFT;
  out->arg = node + 1 + gen_below(random, at->size - 1);
  return rd_tree_fits(tree, at->accepts, rd_tree_at(tree, out->arg)->sorts);
}

/* Edits that follow from the text. */
static void edit(const rd_tree *tree, gen *random)
{
  enum { TRIES = 30 };
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_edit one;
  for (int i = 0; i < TRIES; i++)
    if (choose_edit(&one, tree, random)) {
      rd_config_apply(config, &one, 1);
      check_render(config);
    }
  rd_config_free(config);
}

static void check(const char *text, size_t size, bool cxx)
{
  rd_error err = { 0 };
  rd_tree *tree = parse(text, size, cxx);
  LAW(!rd_tree_check(tree, &tokens_lexer, &err));
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  size_t rendered;
  const char *whole = rd_renderer_text(renderer, &rendered);
  LAW(rendered == size && !memcmp(whole, text, size));
  rd_renderer_free(renderer);
  rd_config_free(config);
  gen random = gen_seed(hash_bytes(text, size));
  edit(tree, &random);
  rd_tree_free(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  char *text = fuzz_text(bytes, size);
  check(text, size, false);
  check(text, size, true);
  free(text);
  return 0;
}
