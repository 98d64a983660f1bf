/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types of values in LLVM IR. */
#ifndef GRAMMAR_IR_TYPES_H
#define GRAMMAR_IR_TYPES_H

#include "names.h"
#include "reduce/diagnostics.h"

typedef enum ir_form {
  IR_OTHER,
  IR_INTEGER,
  IR_POINTER,
  IR_FLOAT,
  IR_AGGREGATE,
  IR_FORMS
} ir_form;

/* The class of what ends a block; what else may stand for several instructions
 * does not. */
enum { IR_END = 1 };

typedef struct ir_type {
  uint16_t gives, wants; /* classes of rd_node_spec; 0: not known */
  uint8_t form;          /* ir_form */
  bool is_needed;        /* a name that is used */
} ir_type;

/* By node of the tree. NULL: the language is another one. Owner: the caller,
 * free(). */
ir_type *ir_types_find(rd_builder *builder, const syntax *lang, const cst *tree,
                       const name *names, const char *text);
/* Adds errors that the grammar does not see; in other languages none. */
void ir_faults(rd_diagnostics *out, const syntax *lang, const cst *tree,
               const char *text, size_t size);
/* What may stand for any value of the type; NULL: nothing. */
const char *const *ir_type_fillers(ir_type type);
/* The constant of that number that a value of the type may become, or NULL. */
const char *ir_type_constant(ir_type type, size_t number);

#endif
