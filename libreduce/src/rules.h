/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules of the front end, as far as a reduction knows them. */
#ifndef RD_RULES_H
#define RD_RULES_H

#include "base/text.h"
#include "reduce/reduce.h"

typedef struct rd_known_rule {
  char *name; /* its address never changes */
  uint32_t flags;
  bool enabled; /* by the caller's options */
} rd_known_rule;

/* By number, as in every tree that names them. */
typedef ARRAY(rd_known_rule) rd_rules;

/* Adds the tree's rules that are not known yet. */
void rd_rules_learn(rd_rules *rules, const rd_tree *tree,
                    const rd_options *options);
/* RD_ERR_INVALID: a name in the options is not a pass or a rule. */
rd_status rd_rules_check(const rd_rules *rules, const rd_options *options,
                         rd_error *err);
void rd_rules_dispose(rd_rules *rules);

#endif
