/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C types, and the type classes that represent them in the tree. */
#ifndef CLANG_TYPES_H
#define CLANG_TYPES_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "base/map.h"
#include "base/text.h"
#include "reduce/tree.h"

/* Predefined type classes; others are numbered from CLASS_FIRST. */
enum {
  VALUE_ANY, /* none or unknown: compatible with all */
  VALUE_ARITHMETIC,
  VALUE_SCALAR, /* only as a requirement: arithmetic or a pointer */
  VALUE_VOID,
  VALUE_NULL,    /* a literal zero */
  VALUE_POINTER, /* void * */
  VALUE_FIRST,   /* one per pointee, record and vector type */
  VALUE_LAST = 1023
};

typedef enum type_shape {
  SHAPE_UNKNOWN,
  SHAPE_ARITHMETIC,
  SHAPE_POINTER, /* after decay, so also arrays and functions */
  SHAPE_RECORD,
  SHAPE_VECTOR,
  SHAPE_VOID,
} type_shape;

typedef struct type_fact {
  CXType type;
  const char *name; /* spelling after decay, NULL if it cannot be written */
  uint32_t exact;   /* equal for equal canonical types */
  uint16_t value;   /* type class */
  uint8_t shape;
  bool is_function; /* before decay */
  bool is_array;
} type_fact;

typedef struct types {
  ARRAY(type_fact) facts;
  map by_type;                    /* CXType to fact */
  map by_spelling;                /* hash of a class's spelling to class */
  map exact;                      /* hash of a canonical spelling to number */
  ARRAY(uint8_t) object_pointers; /* classes that void * converts from and to */
  uint16_t classes;
  strings pool;
} types;

/* The characters of a libclang string, which is disposed of; owned by the pool,
 * never NULL. */
const char *types_string(strings *pool, CXString string);
uint32_t types_add(types *t, CXType type);
const type_fact *types_at(const types *t, uint32_t type);
/* Declares to the builder which classes convert. */
void types_state(const types *t, rd_builder *builder);
void types_free(types *t);

#endif
