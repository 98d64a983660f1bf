/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A language: its parser, and what its grammar says. */
#ifndef GRAMMAR_SYNTAX_H
#define GRAMMAR_SYNTAX_H

#include "core.h"
#include "plan.h"

typedef struct syntax {
  const core *calls;
  language parser;
  char *name;
  bool has_rules; /* grammar.json was found */
  rules grammar;
  phrases *texts;
  planner *plans;
  uint32_t *kinds; /* of the grammar, by the parser's symbol; RULE_NONE: not yet
                      asked for */
  ARRAY(TSQuery *) queries; /* that find names: names.h */
} syntax;

/* Loads the language of that name. Owner: caller, syntax_free, also after an
 * error. RD_ERR_NOTFOUND: it is not installed; else as language_load. */
rd_status syntax_load(syntax *out, const core *calls, const char *name,
                      rd_error *err);
void syntax_free(syntax *self);

/* The grammar's kind of a node. */
uint32_t syntax_kind(syntax *self, const cst_node *node);
const char *syntax_name(const syntax *self, const cst_node *node);
/* The field that the node is of what is around it, or "". */
const char *syntax_field(const syntax *self, const cst_node *node);
/* The first child of that type from the node `from` on, or RD_NONE. */
uint32_t syntax_child(const syntax *self, const cst *tree, uint32_t parent,
                      uint32_t from, const char *type);

#endif
