/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules of the front end, as a reduction comes to know them. */
#ifndef RD_RULES_H
#define RD_RULES_H

#include "base/text.h"
#include "reduce/reduce.h"

typedef struct rd_known_rule {
  char *name; /* stays where it is */
  uint32_t flags;
  bool enabled; /* by the caller's options */
} rd_known_rule;

/* By number, as in each tree that names them. */
typedef ARRAY(rd_known_rule) rd_rules;

/* Takes note of the rules that the tree names beyond those known. */
void rd_rules_learn(rd_rules *rules, const rd_tree *tree,
                    const rd_options *options);
/* RD_ERR_INVALID: a name in the options is none of a pass or of a rule. */
rd_status rd_rules_check(const rd_rules *rules, const rd_options *options,
                         rd_error *err);
void rd_rules_dispose(rd_rules *rules);

#endif
