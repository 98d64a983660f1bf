/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end of texts that no other claims. It takes no language for granted: lines
 * and their indentation say what a statement is, besides brackets and
 * semicolons.
 */
#include <stdlib.h>

#include "reduce/frontend.h"
#include "tokens/balanced.h"
#include "words.h"

static rd_status open_text(void **state_out, const rd_frontend_options *options,
                           rd_error *err)
{
  (void)options;
  (void)err;
  *state_out = NULL;
  return RD_OK;
}

static rd_status parse_text(void *state, rd_builder *builder, rd_error *err)
{
  (void)state;
  (void)err;
  size_t size = 0;
  const char *text = rd_builder_text(builder, &size);
  token *tokens;
  size_t count = words_lex(&tokens, text, size);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "text"),
                        .flags = RD_LIST | RD_GENERIC | RD_BY_LINES,
                        .phrase = "" };
  (void)rd_builder_open(builder, &root);
  balanced_add(builder, tokens, count, true);
  rd_builder_close(builder);
  free(tokens);
  return RD_OK;
}

static void close_text(void *state)
{
  (void)state;
}

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  static const rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "text",
    .description = "lines, brackets and words of a text in any language",
    .open = open_text,
    .parse = parse_text,
    .close = close_text,
  };
  return &frontend;
}
