/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end without a language: balanced tokens for the whole text.
 *
 * It handles texts in languages like C that no other front end claims, and replaces
 * one that fails.
 */
#include <stdlib.h>

#include "balanced.h"
#include "layout.h"
#include "names.h"
#include "reduce/frontend.h"

static rd_status open_tokens(void **state_out,
                             const rd_frontend_options *options, rd_error *err)
{
  (void)options;
  (void)err;
  *state_out = NULL;
  return RD_OK;
}

static rd_status parse_tokens(void *state, rd_builder *builder, rd_error *err)
{
  (void)state;
  (void)err;
  size_t size = 0;
  const char *text = rd_builder_text(builder, &size);
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "text"),
                        .flags = RD_LIST | RD_GENERIC,
                        .phrase = "" };
  (void)rd_builder_open(builder, &root);
  balanced_add(builder, tokens, count, false);
  rd_builder_close(builder);
  free(tokens);
  return RD_OK;
}

static void close_tokens(void *state)
{
  (void)state;
}

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  static const rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "tokens",
    .lexicon = "tokens",
    .description = "balanced brackets and tokens of any C-like text",
    .open = open_tokens,
    .parse = parse_tokens,
    .close = close_tokens,
  };
  return &frontend;
}

RD_API const rd_lexicon *rd_lexicon_entry(void);

RD_API const rd_lexicon *rd_lexicon_entry(void)
{
  static const rd_layout layouts = { layout_is_poor, layout };
  static const rd_lexicon lexicon = { .abi = RD_FRONTEND_ABI,
                                      .lexer = &tokens_lexer,
                                      .layout = &layouts,
                                      .naming = &names_of_c };
  return &lexicon;
}
