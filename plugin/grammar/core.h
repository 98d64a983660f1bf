/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree-sitter's C core, loaded when a text is first parsed, and the concrete
 * syntax trees that it makes.
 *
 * The core is a shared object of a grammar folder or Debian's, versions 0.20 to
 * 0.25; whoever builds clang-hdd needs none. The types below are those of its
 * public header, as far as they are part of its binary interface.
 *
 * Source: tree_sitter/api.h 0.25 (MIT).
 */
#ifndef GRAMMAR_CORE_H
#define GRAMMAR_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "reduce/status.h"

typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSQuery TSQuery;
typedef struct TSQueryCursor TSQueryCursor;

typedef struct TSNode {
  uint32_t context[4];
  const void *id;
  const TSTree *tree;
} TSNode;

/* The largest of all versions: the core writes at most this. */
typedef struct TSTreeCursor {
  const void *tree, *id;
  uint32_t context[3];
} TSTreeCursor;

typedef struct TSPoint {
  uint32_t row, column;
} TSPoint;

typedef struct TSRange {
  TSPoint start_point, end_point;
  uint32_t start_byte, end_byte;
} TSRange;

typedef struct TSQueryCapture {
  TSNode node;
  uint32_t index;
} TSQueryCapture;

typedef struct TSQueryMatch {
  uint32_t id;
  uint16_t pattern_index, capture_count;
  const TSQueryCapture *captures;
} TSQueryMatch;

/* One word of a predicate: `type` is 0 for its end, 1 for a capture, else a string. */
typedef struct TSQueryPredicateStep {
  uint32_t type, value_id;
} TSQueryPredicateStep;

/* The functions of the core that are used. */
#define CORE_CALLS(CALL)                                                       \
  CALL(TSParser *, parser_new, (void))                                         \
  CALL(void, parser_delete, (TSParser *))                                      \
  CALL(bool, parser_set_language, (TSParser *, const TSLanguage *))            \
  CALL(bool, parser_set_included_ranges,                                       \
       (TSParser *, const TSRange *, uint32_t))                                \
  CALL(TSTree *, parser_parse_string,                                          \
       (TSParser *, const TSTree *, const char *, uint32_t))                   \
  CALL(void, tree_delete, (TSTree *))                                          \
  CALL(TSNode, tree_root_node, (const TSTree *))                               \
  CALL(TSTreeCursor, tree_cursor_new, (TSNode))                                \
  CALL(void, tree_cursor_delete, (TSTreeCursor *))                             \
  CALL(TSNode, tree_cursor_current_node, (const TSTreeCursor *))               \
  CALL(uint16_t, tree_cursor_current_field_id, (const TSTreeCursor *))         \
  CALL(bool, tree_cursor_goto_parent, (TSTreeCursor *))                        \
  CALL(bool, tree_cursor_goto_next_sibling, (TSTreeCursor *))                  \
  CALL(bool, tree_cursor_goto_first_child, (TSTreeCursor *))                   \
  CALL(uint16_t, node_symbol, (TSNode))                                        \
  CALL(uint32_t, node_start_byte, (TSNode))                                    \
  CALL(uint32_t, node_end_byte, (TSNode))                                      \
  CALL(TSPoint, node_start_point, (TSNode))                                    \
  CALL(TSPoint, node_end_point, (TSNode))                                      \
  CALL(bool, node_is_named, (TSNode))                                          \
  CALL(bool, node_is_missing, (TSNode))                                        \
  CALL(bool, node_is_extra, (TSNode))                                          \
  CALL(uint32_t, language_symbol_count, (const TSLanguage *))                  \
  CALL(const char *, language_symbol_name, (const TSLanguage *, uint16_t))     \
  CALL(const char *, language_field_name_for_id,                               \
       (const TSLanguage *, uint16_t))                                         \
  CALL(TSQuery *, query_new,                                                   \
       (const TSLanguage *, const char *, uint32_t, uint32_t *, uint32_t *))   \
  CALL(void, query_delete, (TSQuery *))                                        \
  CALL(const char *, query_capture_name_for_id,                                \
       (const TSQuery *, uint32_t, uint32_t *))                                \
  CALL(const char *, query_string_value_for_id,                                \
       (const TSQuery *, uint32_t, uint32_t *))                                \
  CALL(const TSQueryPredicateStep *, query_predicates_for_pattern,             \
       (const TSQuery *, uint32_t, uint32_t *))                                \
  CALL(TSQueryCursor *, query_cursor_new, (void))                              \
  CALL(void, query_cursor_delete, (TSQueryCursor *))                           \
  CALL(void, query_cursor_exec, (TSQueryCursor *, const TSQuery *, TSNode))    \
  CALL(bool, query_cursor_next_match, (TSQueryCursor *, TSQueryMatch *))

typedef struct core {
  void *library;
#define CALL(result, name, arguments) result(*name) arguments;
  CORE_CALLS(CALL)
#undef CALL
} core;

/* Loads the core. RD_ERR_NOTFOUND: there is none. Never released. */
rd_status core_load(core *out, rd_error *err);

typedef struct language {
  const TSLanguage *handle;
  void *library;
} language;

/* Loads `file`, which exports tree_sitter_NAME. RD_ERR_INVALID: it does not.
 * RD_ERR_UNSUPPORTED: its version does not fit the core's. */
rd_status language_load(language *out, const core *calls, const char *file,
                        const char *name, rd_error *err);

/* ---- concrete syntax trees ---- */

enum {
  CST_NAMED = 1,
  CST_EXTRA = 2,
  CST_MISSING = 4,
  CST_ERROR = 8,
};

/* The symbol of ERROR nodes. */
enum { CST_ERROR_SYMBOL = UINT16_MAX };

typedef struct cst_node {
  uint32_t begin, end; /* bytes */
  uint32_t size;       /* nodes in the subtree, at least 1 */
  TSPoint begin_point, end_point;
  uint16_t symbol; /* the language's number, aliases applied */
  uint16_t field;  /* 0: none */
  uint8_t flags;
} cst_node;

/* Nodes in document order; a node's subtree follows it. */
typedef struct cst {
  ARRAY(cst_node) nodes;
  uint32_t faults; /* ERROR and MISSING nodes */
  TSTree *made;    /* the core's own, for queries */
} cst;

static inline const cst_node *cst_at(const cst *tree, uint32_t node)
{
  return &tree->nodes.data[node];
}

/* Narrows [begin, end) to what is between white space. */
void cst_trim(const char *text, uint32_t *begin, uint32_t *end);

/* Parses the text, or only these ranges of it. Owner: caller, cst_free. */
rd_status cst_parse(cst *out, const core *calls, const TSLanguage *handle,
                    const char *text, size_t size, const TSRange *ranges,
                    uint32_t range_count, rd_error *err);
void cst_free(cst *tree, const core *calls);

#endif
