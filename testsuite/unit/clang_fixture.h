/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees of C texts for tests, from the front end in $CLANG_HDD_MODULES, through
 * a parse server as in programs. */
#ifndef CLANG_FIXTURE_H
#define CLANG_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "reduce/server.h"
#include "lexer.h"

static inline rd_server *clang_server(const rd_frontend_options *given)
{
  rd_server_options options = RD_SERVER_OPTIONS_INIT;
  options.frontend = "clang";
  if (given)
    options.options = *given;
  if (!options.options.file_name)
    options.options.file_name = "input.c";
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  return server;
}

/* The tree of the text with all rewrites, checked; it is the front end's, not
 * the balanced tokens that stand in for it. */
static inline rd_tree *clang_tree_with(const rd_frontend_options *options,
                                       const char *text, size_t size)
{
  rd_server *server = clang_server(options);
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status = rd_server_parse(&tree, server, NULL, text, size,
                                     RD_PREPARE_ALL | RD_REWRITES, &err);
  ck_assert_msg(!status, "%s", err.message);
  const char *notice = rd_server_notice(server);
  ck_assert_msg(!notice, "%s", notice);
  ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
  rd_server_free(server);
  return tree;
}

static inline rd_tree *clang_tree(const char *text)
{
  return clang_tree_with(NULL, text, strlen(text));
}

/* What the front end says of it with so much relaxation. */
static inline rd_diagnostics
clang_diagnostics(const rd_frontend_options *options, const char *text,
                  uint32_t relax)
{
  rd_server *server = clang_server(options);
  rd_error err = { .status = RD_OK };
  rd_diagnostics diagnostics = { 0 };
  rd_status status =
      rd_server_check(&diagnostics, server, text, strlen(text), relax, &err);
  ck_assert_msg(!status, "%s", err.message);
  rd_server_free(server);
  return diagnostics;
}

static inline uint32_t clang_errors(const rd_frontend_options *options,
                                    const char *text, uint32_t relax)
{
  return clang_diagnostics(options, text, relax).errors;
}

/* The first node with this kind and this text (either may be NULL: any) from
 * node `from` on; RD_NONE if there is none. */
static inline uint32_t clang_find(const rd_tree *tree, uint32_t from,
                                  const char *kind, const char *text)
{
  const char *all = rd_tree_text(tree, NULL);
  for (uint32_t i = from; i < rd_tree_size(tree); i++) {
    const rd_node *at = rd_tree_at(tree, i);
    if (kind && strcmp(rd_tree_kind_name(tree, at->kind), kind) != 0)
      continue;
    if (!text || (strlen(text) == at->end - at->begin &&
                  !memcmp(all + at->begin, text, strlen(text))))
      return i;
  }
  return RD_NONE;
}

static inline const rd_node *clang_node(const rd_tree *tree, const char *kind,
                                        const char *text)
{
  uint32_t found = clang_find(tree, 0, kind, text);
  ck_assert_msg(found != RD_NONE, "no %s `%s`", kind ? kind : "node",
                text ? text : "");
  return rd_tree_at(tree, found);
}

/* Is the text among the node's fillers? */
static inline bool clang_has_filler(const rd_tree *tree, uint32_t node,
                                    const char *text)
{
  for (uint32_t i = 0; i < rd_tree_at(tree, node)->filler_count; i++)
    if (!strcmp(rd_tree_filler(tree, node, i), text))
      return true;
  return false;
}

#endif
