/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The monitor: the text, where each integer that is passed, assigned or returned
 * goes through a function that prints it.
 *
 *   return a + b;  becomes  return (int)hdd_value(0, 41, 46, (a + b));
 *
 * An expression is known by its place in the text. It is printed when it is
 * computed first, and once more if it ever has another value, so a loop prints
 * little. Its type is spelled, so that a char is passed on as a char. What variables
 * of the file and of main hold at the end is printed too, by the place of their names. Whoever
 * cannot build the monitor knows no values, and offers less; so nothing is
 * checked here that the compiler checks.
 */
#include "monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "passes/entities.h"

#define MARK "\n@hdd "

/* An expression to watch, and whether the insertion is behind it. */
typedef struct insertion {
  uint32_t at, other; /* bytes: where, and the other end */
  bool is_end;
  bool is_result; /* of main, at its end */
  uint32_t node, number;
} insertion;
typedef ARRAY(insertion) insertions;

/* ---- which expressions ---- */

static bool is_integer(CXType type)
{
  CXType canonical = clang_getCanonicalType(type);
  enum CXTypeKind kind = canonical.kind;
  return kind == CXType_Enum ||
         (kind >= CXType_Bool && kind <= CXType_LongLong &&
          kind != CXType_UInt128);
}

/* Is it the value of a variable that has one each time it is declared anew? */
static bool is_computed_initial(const rewriter *r, uint32_t node)
{
  uint32_t with = rewrite_at(r, node)->parent;
  uint32_t owner = rewrite_around(r, node, KIND_DECLARATION);
  return rewrite_kind(r, with) == KIND_WITH_VALUE && owner != NODE_NONE &&
         declared_specifier(r, owner, WORD_STATIC) == NODE_NONE &&
         declared_specifier(r, owner, WORD_CONST) == NODE_NONE &&
         declared_specifier(r, owner, WORD_CONSTEXPR) == NODE_NONE;
}

static bool is_assigned(const rewriter *r, uint32_t node)
{
  uint32_t left, right, assign = rewrite_at(r, node)->parent;
  return rewrite_kind(r, assign) == KIND_ASSIGN &&
         shape_pair(&left, &right, r, assign) && right == node;
}

/* Is it a value that goes somewhere, as the program runs? */
static bool is_watched(const rewriter *r, uint32_t node)
{
  syntax_role role = rewrite_role(r, node);
  bool goes = role == ROLE_ARGUMENT || role == ROLE_RESULT ||
              (role == ROLE_INITIAL && is_computed_initial(r, node)) ||
              (role == ROLE_VALUE && is_assigned(r, node));
  if (!goes || rewrite_kind(r, node) == KIND_LITERAL ||
      rewrite_around(r, node, KIND_FUNCTION) == NODE_NONE)
    return false;
  const type_fact *type = rewrite_type(r, node);
  return type && type->shape == SHAPE_ARITHMETIC && is_integer(type->type);
}

/* ---- what variables hold at the end ---- */

/* The statements of which the last returns the node. */
static uint32_t main_statements(const rewriter *r, uint32_t result)
{
  return rewrite_at(r, rewrite_around(r, result, KIND_RETURN))->parent;
}

/* Does the leaf declare a variable right in the list: the file, or statements? */
static bool is_declared_in(const rewriter *r, uint32_t leaf, uint32_t list)
{
  declared of;
  uint32_t symbol = rewrite_symbol(r, leaf);
  return rewrite_declares(r, leaf) && symbol != FACT_NONE &&
         rewrite_fact(r, symbol)->kind == RD_SYMBOL_VARIABLE &&
         rewrite_mention(r, symbol, 0) == leaf && declared_find(&of, r, leaf) &&
         rewrite_kind(r, of.owner) == KIND_DECLARATION &&
         rewrite_at(r, of.owner)->parent == list &&
         declared_specifier(r, of.owner, WORD_EXTERN) == NODE_NONE;
}

/* The integers in a variable that are printed. */
struct parts {
  textbuf *out;
  rewriter *r;
  uint32_t leaf;
  uint32_t most;    /* elements of an array */
  uint32_t depth;   /* how many more types may be within each other */
  const char *path; /* to the one at hand, such as `[1].f`; empty: the whole */
  const char *behind; /* each call */
};

static void add_part(const struct parts *at, CXType type);

static enum CXVisitorResult add_field(CXCursor field, CXClientData data)
{
  const struct parts *at = data;
  enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(field);
  CXString spelling = clang_getCursorSpelling(field);
  const char *name = clang_getCString(spelling);
  struct parts inner = *at;
  inner.path = rewrite_format(at->r, "%s.%s", at->path, name);
  if (*name && access != CX_CXXPrivate && access != CX_CXXProtected)
    add_part(&inner, clang_getCursorType(field));
  clang_disposeString(spelling);
  return CXVisit_Continue;
}

/* Prints the part of this type, or the parts that it has. */
static void add_part(const struct parts *at, CXType type)
{
  CXType is = clang_getCanonicalType(type);
  struct parts inner = *at;
  if (!inner.depth-- || clang_isConstQualifiedType(is))
    return;
  if (is.kind == CXType_ConstantArray)
    for (long long i = 0; i < clang_getArraySize(is) && i < inner.most; i++) {
      inner.path = rewrite_format(at->r, "%s[%lld]", at->path, i);
      add_part(&inner, clang_getArrayElementType(is));
    }
  else if (is.kind == CXType_Record &&
           clang_getTypeDeclaration(is).kind != CXCursor_UnionDecl)
    (void)clang_Type_visitFields(is, add_field, &inner);
  else if (is_integer(is))
    text_printf(at->out,
                " __builtin_printf(\"\\n@hdd %u-%u%s %%lld\\n\", "
                "(long long)%s%s)%s",
                rewrite_begin(at->r, at->leaf), rewrite_end(at->r, at->leaf),
                at->path, rewrite_source(at->r, at->leaf), at->path,
                at->behind);
}

/* Calls, and what is behind each, that print what the variables which are declared
 * right in the list hold. */
static void add_variables(textbuf *out, rewriter *r, uint32_t list,
                          const char *behind)
{
  enum { MOST_ELEMENTS = 16, MOST_DEPTH = 4 };
  EACH_OF_KIND (leaf, r, KIND_DECLARED) {
    struct parts at = { out, r, leaf, MOST_ELEMENTS, MOST_DEPTH, "", behind };
    if (is_declared_in(r, leaf, list))
      add_part(&at, clang_getCursorType(
                        rewrite_fact(r, rewrite_symbol(r, leaf))->canonical));
  }
}

/* ---- writing ---- */

/* In the order of the text; of those that begin together the longest first, and
 * what ends before what begins. */
static int compare(const void *left, const void *right)
{
  const insertion *a = left, *b = right;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  if (a->is_end != b->is_end)
    return a->is_end ? -1 : 1;
  if (a->other != b->other)
    return a->other > b->other ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

static uint32_t find_insertions(insertions *out, const rewriter *r)
{
  uint32_t count = 0, result = entity_main_result(r);
  EACH_NODE (node, r) {
    if (!is_watched(r, node))
      continue;
    uint32_t begin = rewrite_begin(r, node), end = rewrite_end(r, node);
    insertion before = { begin, end, false, node == result, node, count };
    insertion behind = { end, begin, true, false, node, count };
    ARRAY_PUSH(out, before);
    ARRAY_PUSH(out, behind);
    count++;
  }
  return count;
}

static void add_function(textbuf *out, uint32_t count)
{
  text_printf(out,
              "static long long hdd_values[%u]; static char hdd_times[%u]; "
              "static long long hdd_value(int i, int b, int e, long long v) "
              "{ if (!hdd_times[i] || (hdd_times[i] == 1 && hdd_values[i] != "
              "v)) { hdd_times[i]++; hdd_values[i] = v; "
              "__builtin_printf(\"\\n@hdd %%d-%%d %%lld\\n\", b, e, v); } "
              "return v; }\n",
              count + 1, count + 1);
}

static void add_insertion(textbuf *out, rewriter *r, const insertion *of)
{
  if (of->is_end) { /* a comment may end with its line */
    text_puts(out, "\n))");
    return;
  }
  CXType type = clang_getCanonicalType(rewrite_type(r, of->node)->type);
  text_printf(out, "(%s)hdd_value(%u, %u, %u, (", rewrite_spelling(r, type),
              of->number, of->at, of->other);
  if (of->is_result)
    add_variables(out, r, main_statements(r, of->node), ",");
}

/* Prints what the variables of the file hold when the program ends; false: there are
 * none. */
static bool add_end(textbuf *out, rewriter *r)
{
  text_puts(out, "\nstatic void __attribute__((destructor)) hdd_end(void) {");
  size_t size = out->size;
  add_variables(out, r, 0, ";");
  bool any = out->size > size;
  text_puts(out, " }\n");
  return any;
}

bool monitor_is_wanted(const rewriter *r)
{
  return rd_builder_wants_monitor(r->b->builder);
}

void monitor_add(rewriter *r)
{
  if (!monitor_is_wanted(r) || rd_builder_observed(r->b->builder))
    return;
  insertions found = { 0 };
  textbuf out = { 0 }, end = { 0 };
  uint32_t at = 0, count = find_insertions(&found, r);
  bool any = add_end(&end, r);
  size_t size;
  const char *text = rd_builder_text(r->b->builder, &size);
  if (count || any) {
    if (found.size)
      qsort(found.data, found.size, sizeof *found.data, compare);
    add_function(&out, count);
    for (size_t i = 0; i < found.size; i++) {
      text_add(&out, text + at, found.data[i].at - at);
      at = found.data[i].at;
      add_insertion(&out, r, &found.data[i]);
    }
    text_add(&out, text + at, size - at);
    text_add(&out, end.data, end.size + 1);
    rd_builder_monitor(r->b->builder, out.data);
  }
  text_free(&out);
  text_free(&end);
  ARRAY_FREE(&found);
}

/* ---- reading ---- */

bool monitor_is_outside(const rewriter *r, uint32_t call)
{
  entity_function f;
  uint32_t callee = rewrite_child(r, call, 0);
  if (rewrite_kind(r, callee) != KIND_NAME)
    return false;
  uint32_t symbol = rewrite_symbol(r, callee);
  return symbol == FACT_NONE ||
         (entity_function_of(&f, r, symbol) && f.definition == NODE_NONE);
}

/* The only value that was printed for what takes this place. */
static bool find_printed(int64_t *out, const rewriter *r, uint32_t node)
{
  const char *printed = rd_builder_observed(r->b->builder);
  char key[64], *end;
  if (!printed)
    return false;
  (void)snprintf(key, sizeof key, MARK "%u-%u ", rewrite_begin(r, node),
                 rewrite_end(r, node));
  const char *at = strstr(printed, key);
  if (!at || strstr(at + 1, key))
    return false;
  *out = strtoll(at + strlen(key), &end, 10);
  return *end == '\n' && *out != INT64_MIN;
}

bool monitor_value(int64_t *out, const rewriter *r, uint32_t expression)
{
  return rewrite_has_tokens(r, expression) && is_watched(r, expression) &&
         find_printed(out, r, expression);
}

bool monitor_last(int64_t *out, const rewriter *r, uint32_t leaf)
{
  return find_printed(out, r, leaf);
}

bool monitor_part(const char **path, int64_t *value, rewriter *r, uint32_t leaf,
                  uint32_t index)
{
  const char *printed = rd_builder_observed(r->b->builder);
  char key[64], *end;
  (void)snprintf(key, sizeof key, MARK "%u-%u", rewrite_begin(r, leaf),
                 rewrite_end(r, leaf));
  for (const char *at = printed; at && (at = strstr(at, key));) {
    at += strlen(key);
    size_t size = strcspn(at, " \n");
    if (!size || strchr("[.", *at) == NULL || index-- > 0)
      continue;
    *path = rewrite_format(r, "%.*s", (int)size, at);
    *value = strtoll(at + size, &end, 10);
    return *end == '\n' && *value != INT64_MIN;
  }
  return false;
}

const char *monitor_number(rewriter *r, uint32_t expression)
{
  int64_t value;
  return monitor_value(&value, r, expression)
             ? rewrite_format(r, "%lld", (long long)value)
             : NULL;
}
