/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees of texts in described languages, from the front end `blocks` in
 * $CLANG_HDD_MODULES, through a parse server. */
#ifndef BLOCKS_FIXTURE_H
#define BLOCKS_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reduce/server.h"

static inline rd_server *blocks_server(const char *file_name)
{
  rd_server_options options = RD_SERVER_OPTIONS_INIT;
  options.frontend = "blocks";
  options.options.file_name = file_name;
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  return server;
}

/* The tree, checked (T1 to T3), without its preparations but for `prepare`. */
static inline rd_tree *blocks_tree(rd_server *server, const char *text,
                                   size_t size, uint32_t prepare)
{
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status =
      rd_server_parse(&tree, server, NULL, text, size, prepare, &err);
  ck_assert_msg(!status, "%s", err.message);
  const char *notice = rd_server_notice(server);
  ck_assert_msg(!notice, "%s", notice);
  ck_assert_msg(!rd_tree_check(tree, NULL, &err), "%s", err.message);
  return tree;
}

/* The text in a file of this name has this tree. */
static inline void blocks_expect(const char *file_name, const char *text,
                                 const char *sexp)
{
  rd_server *server = blocks_server(file_name);
  rd_tree *tree = blocks_tree(server, text, strlen(text), RD_PREPARE_ALL);
  char *found = rd_tree_to_sexp(tree);
  ck_assert_str_eq(found, sexp);
  free(found);
  rd_tree_free(tree);
  rd_server_free(server);
}

/* "NAME:KIND:DECLARATIONS:USES " for each symbol; caller's. */
static inline char *blocks_symbols(const char *file_name, const char *text)
{
  rd_server *server = blocks_server(file_name);
  rd_tree *tree = blocks_tree(server, text, strlen(text), RD_PREPARE_ALL);
  textbuf out = { 0 };
  text_puts(&out, "");
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    text_printf(&out, "%s:%u:%u:%u ", rd_tree_string(tree, at->name), at->kind,
                at->decl_count, at->use_count);
  }
  rd_tree_free(tree);
  rd_server_free(server);
  return out.data;
}

#endif
