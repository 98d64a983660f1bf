/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The plan of a node: Perses' normal form of its children.
 *
 * A plan is a list of steps that open lists and groups, place children in them,
 * and close them again. Children are numbers among those that the grammar
 * counts; comments and other extras go between them.
 */
#ifndef GRAMMAR_PLAN_H
#define GRAMMAR_PLAN_H

#include "derive.h"
#include "phrases.h"
#include "reduce/tree.h"

typedef enum step_type {
  STEP_OPEN,  /* a list or group */
  STEP_CHILD, /* a child */
  STEP_CLOSE,
} step_type;

typedef struct step {
  uint8_t type;  /* step_type */
  uint8_t place; /* rd_place */
  bool is_list;
  bool is_separator; /* a child that comes and goes with an element */
  bool is_sole;      /* the only element of a list that needs one */
  uint32_t rule;     /* of the place; RULE_NONE: unknown */
  uint32_t list;     /* the class of lists whose elements stand here, or of this
                        list (is_list); RULE_NONE: none */
  uint32_t child;    /* STEP_CHILD: its number */
  uint32_t own; /* STEP_CHILD: the rule that mentions it; RULE_NONE: unknown */
} step;

typedef ARRAY(step) steps;

typedef struct planner planner;

/* Owner: caller, planner_free. The arguments are lent until then. */
planner *planner_new(const rules *grammar, phrases *texts);
void planner_free(planner *self);

/* Appends the plan of a node of this kind, which `own` mentions (RULE_NONE:
 * unknown), with children of these kinds. false: no rule derives them, and
 * nothing is appended. */
bool plan_node(steps *out, planner *self, uint32_t kind, uint32_t own,
               const uint32_t *kinds, uint32_t count);

/* The number of classes of lists. */
size_t plan_classes(const planner *self);
/* Do lists of the two classes separate, or end, their elements alike? */
bool plan_is_alike(const planner *self, uint32_t from, uint32_t to);
/* May an element of a list of the one class stand in one of the other, if it is
 * the symbol of that number, with what ends it? */
bool plan_takes(const planner *self, uint32_t from, uint32_t to,
                uint32_t number);

/* Does nothing but what is before it decide where the token begins? */
bool plan_is_immediate(const planner *self, uint32_t own);
/* The symbol that a child stands for, or RULE_NONE. */
uint32_t plan_symbol(const planner *self, uint32_t own);

#endif
