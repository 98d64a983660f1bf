/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is to be done for a node of the tree: its plan, with all that the grammar
 * does not count. */
#ifndef GRAMMAR_TASKS_H
#define GRAMMAR_TASKS_H

#include "loose.h"
#include "syntax.h"

/* plan.h's steps, where `child` is a number in the tree, and texts without a
 * node. */
enum { STEP_TEXT = STEP_CLOSE + 1 };

typedef struct task {
  step step;
  uint32_t begin, end; /* STEP_TEXT */
} task;

typedef ARRAY(task) task_list;

/* Buffers; {.text} to begin with. */
typedef struct tasks {
  const char *text;
  syntax *lang;
  const cst *tree;
  task_list *out;
  steps plan;
  ARRAY(uint32_t) children; /* of the node at hand, extras included */
  ARRAY(uint32_t) counted;  /* without them */
  ARRAY(uint32_t) kinds;    /* of `counted` */
  ARRAY(loose) marks;       /* of `counted`, where no rule derives them */
} tasks;

/* Appends the tasks of a node whose bytes are [begin, end) and that `own`
 * mentions (RULE_NONE: unknown). false: no rule derives its children, so they
 * are balanced lists. */
bool tasks_add(task_list *out, tasks *self, syntax *lang, const cst *tree,
               uint32_t node, uint32_t own, uint32_t begin, uint32_t end);
void tasks_dispose(tasks *self);

#endif
