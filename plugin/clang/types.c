/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types and type classes.
 *
 * A class determines which expressions may replace each other: all arithmetic
 * types form one class, each record has its own, and so does each pointer by
 * its pointee without qualifiers; arrays and functions count as the pointers
 * that they decay to. `void *` is compatible with every pointer to an object, a
 * literal zero with every scalar. Types differ if the spellings of their
 * canonical forms do; that of an unnamed record contains the place of its
 * definition, so no two share it. When the 1023 classes of a tree are used up,
 * further types have none (any).
 */
#include "base/hash.h"
#include "types.h"

#include <stdbool.h>
#include <string.h>

/* ---- spelling ---- */

const char *types_string(strings *pool, CXString string)
{
  const char *chars = clang_getCString(string);
  char *copy = mem_copy(chars ? chars : "");
  clang_disposeString(string);
  return strings_take(pool, copy);
}

static const char *keep_spelling(types *t, CXType type)
{
  return types_string(&t->pool, clang_getTypeSpelling(type));
}

/* The spelling without leading qualifiers. */
static const char *unqualified(const char *spelling)
{
  static const char *const words[] = { "const ", "volatile ", "restrict ",
                                       "_Atomic " };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(spelling, words[i], strlen(words[i]))) {
      spelling += strlen(words[i]);
      i = (size_t)-1;
    }
  return spelling;
}

/* Can the spelling be written in a program, as `(T)0`? */
static bool is_writable(const char *spelling)
{
  return *spelling && !strstr(spelling, "unnamed") &&
         !strstr(spelling, "anonymous") && *spelling != '<' &&
         !strstr(spelling, " at ") && !strstr(spelling, "-parameter-");
}

/* ---- classes ---- */

static uint16_t find_class(types *t, char prefix, const char *spelling,
                           bool object_pointer)
{
  char *key = mem_format("%c%s", prefix, unqualified(spelling));
  uint64_t hash = hash_bytes(key, strlen(key));
  free(key);
  uint32_t found = map_find(&t->by_spelling, hash);
  if (found != MAP_NONE)
    return (uint16_t)found;
  if (!t->classes)
    t->classes = VALUE_FIRST;
  if (t->classes > VALUE_LAST)
    return VALUE_ANY;
  while (t->object_pointers.size <= t->classes)
    ARRAY_PUSH(&t->object_pointers, 0);
  t->object_pointers.data[t->classes] =
      prefix == 'p' ? (object_pointer ? 2 : 1) : 0;
  map_put(&t->by_spelling, hash, t->classes);
  return t->classes++;
}

static uint16_t pointer_class(types *t, CXType pointee)
{
  pointee = clang_getCanonicalType(pointee);
  if (pointee.kind == CXType_Void)
    return VALUE_POINTER;
  bool function = pointee.kind == CXType_FunctionProto ||
                  pointee.kind == CXType_FunctionNoProto;
  return find_class(t, 'p', keep_spelling(t, pointee), !function);
}

/* Names the pointer to the array's element, as written if available. */
static const char *name_decayed(types *t, CXType type, CXType canonical)
{
  CXType element = clang_getArrayElementType(type);
  if (element.kind == CXType_Invalid)
    element = clang_getArrayElementType(canonical);
  const char *name = keep_spelling(t, element);
  if (!is_writable(name) || strpbrk(name, "[("))
    return NULL;
  return strings_take(&t->pool, mem_format("%s *", name));
}

/* Describes an array or a function as the pointer that it decays to. */
static void describe_decayed(types *t, type_fact *fact, CXType canonical)
{
  CXType element = clang_getArrayElementType(canonical);
  fact->is_array = element.kind != CXType_Invalid;
  fact->is_function = !fact->is_array;
  fact->shape = SHAPE_POINTER;
  fact->value = pointer_class(t, fact->is_array ? element : canonical);
  fact->name = fact->is_array ? name_decayed(t, fact->type, canonical) : NULL;
}

/* A use of a reference is a use of what it refers to. */
static CXType referred(CXType type)
{
  return type.kind == CXType_LValueReference ||
                 type.kind == CXType_RValueReference
             ? clang_getPointeeType(type)
             : type;
}

static void describe(types *t, type_fact *fact, CXType canonical)
{
  enum CXTypeKind kind = canonical.kind;
  if (kind == CXType_Void) {
    fact->shape = SHAPE_VOID;
    fact->value = VALUE_VOID;
  } else if ((kind >= CXType_Bool && kind <= CXType_LongDouble) ||
             kind == CXType_Enum || kind == CXType_Complex ||
             (kind >= CXType_Float128 && kind <= CXType_Half) ||
             kind == CXType_Float16) {
    fact->shape = SHAPE_ARITHMETIC;
    fact->value = VALUE_ARITHMETIC;
  } else if (kind == CXType_Pointer) {
    fact->shape = SHAPE_POINTER;
    fact->value = pointer_class(t, clang_getPointeeType(canonical));
  } else if (kind == CXType_Record) {
    fact->shape = SHAPE_RECORD;
    fact->value = find_class(t, 'r', keep_spelling(t, canonical), false);
  } else if (kind == CXType_Vector || kind == CXType_ExtVector) {
    fact->shape = SHAPE_VECTOR;
    fact->value = find_class(t, 'v', keep_spelling(t, canonical), false);
  } else if (kind == CXType_FunctionProto || kind == CXType_FunctionNoProto ||
             kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
             kind == CXType_VariableArray) {
    describe_decayed(t, fact, canonical);
  }
}

/* ---- interning ---- */

static uint32_t number_exact(types *t, CXType canonical)
{
  const char *spelling = unqualified(keep_spelling(t, canonical));
  uint64_t hash = hash_bytes(spelling, strlen(spelling));
  uint32_t found = map_find(&t->exact, hash);
  if (found == MAP_NONE) {
    found = (uint32_t)t->exact.size;
    map_put(&t->exact, hash, found);
  }
  return found;
}

uint32_t types_add(types *t, CXType type)
{
  uint64_t key = hash_bytes((const char *)&type.data[0], sizeof type.data[0]);
  key ^= (uint64_t)type.kind * 0x9e3779b97f4a7c15u;
  uint32_t found;
  for (;; key++) {
    key += !key;
    found = map_find(&t->by_type, key);
    if (found == MAP_NONE || clang_equalTypes(t->facts.data[found].type, type))
      break;
  }
  if (found != MAP_NONE)
    return found;
  CXType canonical = clang_getCanonicalType(referred(type));
  type_fact fact = { .type = type, .exact = number_exact(t, canonical) };
  const char *name = unqualified(keep_spelling(t, referred(type)));
  fact.name = is_writable(name) ? name : NULL;
  describe(t, &fact, canonical);
  found = (uint32_t)t->facts.size;
  ARRAY_PUSH(&t->facts, fact);
  map_put(&t->by_type, key, found);
  return found;
}

const type_fact *types_at(const types *t, uint32_t type)
{
  return &t->facts.data[type];
}

void types_state(const types *t, rd_builder *builder)
{
  rd_builder_converts(builder, VALUE_SCALAR, VALUE_ARITHMETIC);
  rd_builder_converts(builder, VALUE_SCALAR, VALUE_NULL);
  rd_builder_converts(builder, VALUE_SCALAR, VALUE_POINTER);
  rd_builder_converts(builder, VALUE_ARITHMETIC, VALUE_NULL);
  rd_builder_converts(builder, VALUE_POINTER, VALUE_NULL);
  for (uint16_t i = VALUE_FIRST; i < t->classes; i++) {
    uint8_t pointer = t->object_pointers.data[i];
    if (!pointer)
      continue;
    rd_builder_converts(builder, VALUE_SCALAR, i);
    rd_builder_converts(builder, i, VALUE_NULL);
    if (pointer < 2)
      continue;
    rd_builder_converts(builder, VALUE_POINTER, i);
    rd_builder_converts(builder, i, VALUE_POINTER);
  }
}

void types_free(types *t)
{
  free(t->facts.data);
  free(t->object_pointers.data);
  map_free(&t->by_type);
  map_free(&t->by_spelling);
  map_free(&t->exact);
  strings_free(&t->pool);
  *t = (types){ 0 };
}
