/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions, parameters and variables as the passes see them: from the leaf
 * that names one to the nodes around it. Answers are nodes, or NODE_NONE. */
#ifndef CLANG_ENTITIES_H
#define CLANG_ENTITIES_H

#include "base/hash.h"
#include "declared.h"

/* ---- lists ---- */

/* Element number `index` of a list, separators not counted. */
uint32_t entity_element(const rewriter *r, uint32_t list, uint32_t index);
/* The one after it; NODE_NONE after NODE_NONE. */
uint32_t entity_next_element(const rewriter *r, uint32_t element);
uint32_t entity_count(const rewriter *r, uint32_t list);

/* ---- functions ---- */

/* The list of parameters after the name of a function that is declared, if
 * anything is in it but `void`. */
uint32_t entity_parameter_list(const rewriter *r, uint32_t leaf);
/* The call whose callee is the name, in parentheses or not. */
uint32_t entity_call(const rewriter *r, uint32_t leaf);
/* Argument number `index` of a call. */
uint32_t entity_argument(const rewriter *r, uint32_t call, uint32_t index);

/* A function of the text all of whose mentions are declarators with parameters
 * and calls. */
typedef struct entity_function {
  uint32_t symbol;
  size_t calls;
  uint32_t definition; /* KIND_FUNCTION, or NODE_NONE */
  uint32_t name;       /* the leaf in the definition, or in the first
                          declaration; NODE_NONE if it is never declared */
} entity_function;

/* False if the symbol is something else. */
bool entity_function_of(entity_function *out, const rewriter *r,
                        uint32_t symbol);
/* The statements of a definition's body; NODE_NONE if there are none. */
uint32_t entity_body(const rewriter *r, uint32_t definition);
bool entity_is_in_main(const rewriter *r, uint32_t node);
/* Does main end with the statement, but for a return? */
bool entity_ends_main(const rewriter *r, uint32_t statement);
/* The expression that main returns at its end. */
uint32_t entity_main_result(const rewriter *r);
/* Opens a rewrite of a statement of a block to a return: what is behind it in the block is
 * never reached. */
void entity_open_return(rewriter *r, uint32_t statement);

/* The initialiser of a member in a constructor, with the colon before it if it
 * is the only one. */
uint32_t entity_initializer(const rewriter *r, uint32_t node);

/* ---- initialisers ---- */

/* Does the element alone initialise a member of this type? */
bool entity_is_whole(const rewriter *r, uint32_t element, CXType field);
/* Do the braces initialise a struct, union or class that is declared here? */
bool entity_initialises(const rewriter *r, uint32_t braces, CXCursor record);

/* Is the value permitted at file scope? */
bool entity_is_constant(const rewriter *r, uint32_t value);

/* ---- parameters ---- */

/* A parameter of a definition. */
typedef struct entity_parameter {
  uint32_t element; /* in the list */
  uint32_t symbol;  /* FACT_NONE if it has no name */
  uint32_t old;     /* the declaring leaf after an old parameter list */
  size_t uses;      /* mentions in the body */
} entity_parameter;

/* Parameter number `index` of the function that the leaf declares; false if
 * there is none, or it is `...`. */
bool entity_parameter_at(entity_parameter *out, const rewriter *r,
                         uint32_t leaf, uint32_t index);
/* A declaration for the parameter as a variable, without semicolon; NULL if it
 * is not plain. */
const char *entity_parameter_text(rewriter *r, const entity_parameter *of);

/* ---- names ---- */

/* The names that a new declaration at file scope must not take: hashes as of
 * hash_bytes. Owner: caller, map_free. */
void entity_taken_names(map *out, const rewriter *r);
bool entity_is_taken(const map *taken, const char *name);
/* The name for a variable instead of what has its name at the position: the same
 * but for main; NULL if no letter is left for that. */
const char *entity_variable_name(rewriter *r, const map *taken, uint32_t name);
/* A letter that is free; NULL if none is left. */
const char *entity_free_name(rewriter *r, const map *taken);
/* The shortest text for an expression of this place, NULL if an object is
 * needed. */
const char *entity_phrase(rewriter *r, uint32_t expression);
/* Names of other variables of the symbol's type that are in scope at the node:
 * writes at most `most`; returns how many. */
size_t entity_variables(const char **out, size_t most, const rewriter *r,
                        uint32_t symbol, uint32_t at);

#endif
