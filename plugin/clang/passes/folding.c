/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces constant expressions with their values, computed by libclang.
 *
 * Only the largest expressions without variables are considered, and what is done with
 * two numbers: a compiler may be wrong about the rest. Each is looked
 * up at the place of its operator, where libclang's innermost cursor is the
 * expression itself if libclang and our parser agree. An expression with an
 * error has no integer type there, and is not evaluated.
 *
 * Numbers of a sum with others in it are added up too. That may overflow where the
 * original does not, or round in another way; a test decides.
 */
#include <stdlib.h>
#include <string.h>

#include "../shapes.h"

/* Each lookup descends from the top of the file. */
enum { MOST_LOOKUPS = 128 };

/* In a sum. */
enum { MOST_TOKENS = 400 };

static bool is_expression(syntax_kind kind)
{
  return (kind >= KIND_COMMA && kind <= KIND_SELECTION) ||
         kind == KIND_LITERAL || kind == KIND_NAME || kind == KIND_STRING;
}

/* Is the node non-constant, regardless of its children? */
static bool varies(const rewriter *r, uint32_t node)
{
  switch (rewrite_kind(r, node)) {
  case KIND_NAME: {
    uint32_t symbol = rewrite_symbol(r, node);
    return symbol == FACT_NONE ||
           rewrite_fact(r, symbol)->kind != RD_SYMBOL_ENUMERATOR;
  }
  case KIND_STRING:
  case KIND_CALL:
  case KIND_ASSIGN:
  case KIND_POSTFIX:
  case KIND_STATEMENT_EXPRESSION:
  case KIND_COMPOUND_LITERAL:
  case KIND_LABEL_ADDRESS:
  case KIND_GENERIC:
    return true;
  default:
    return false;
  }
}

/* By node: not constant. The operand of `sizeof` does not affect nodes outside
 * it. */
static bool *find_varying(const rewriter *r)
{
  bool *varying = mem_alloc(rewrite_node_count(r) + 1, sizeof *varying);
  EACH_NODE (node, r) {
    if (!varies(r, node))
      continue;
    uint32_t at = node;
    while (at != NODE_NONE && !varying[at] &&
           rewrite_kind(r, at) != KIND_SIZEOF) {
      varying[at] = true;
      at = rewrite_at(r, at)->parent;
    }
  }
  return varying;
}

static bool is_integer(CXType type)
{
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return (kind >= CXType_Bool && kind <= CXType_LongLong &&
          kind != CXType_UInt128) ||
         kind == CXType_Enum;
}

/* Does the cursor cover the node's tokens? */
static bool covers(const rewriter *r, uint32_t node, CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent(cursor);
  unsigned begin, end;
  clang_getFileLocation(clang_getRangeStart(range), NULL, NULL, NULL, &begin);
  clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
  return begin == r->s->tokens[syntax_first_token(r->s, node)].begin &&
         end == r->s->tokens[syntax_last_token(r->s, node)].end;
}

static bool evaluate(long long *out, CXCursor cursor)
{
  CXEvalResult result = clang_Cursor_Evaluate(cursor);
  if (!result)
    return false;
  bool is = clang_EvalResult_getKind(result) == CXEval_Int;
  if (is)
    *out = clang_EvalResult_getAsLongLong(result);
  clang_EvalResult_dispose(result);
  return is;
}

/* The outermost of the operations of one kind around it: those are one node of the
 * tree. */
static uint32_t chain_of(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  while (rewrite_kind(r, parent) == rewrite_kind(r, node)) {
    node = parent;
    parent = rewrite_at(r, node)->parent;
  }
  return node;
}

/* What makes a number one of the type; NULL: nothing does, or need not. */
static const char *suffix_of(CXType type)
{
  switch (clang_getCanonicalType(type).kind) {
  case CXType_UInt:
    return "U";
  case CXType_Long:
    return "L";
  case CXType_ULong:
    return "UL";
  case CXType_LongLong:
    return "LL";
  case CXType_ULongLong:
    return "ULL";
  default:
    return NULL;
  }
}

static void offer_number(rewriter *r, uint32_t node, const char *number)
{
  uint32_t chain = chain_of(r, node);
  rewrite_open(r);
  rewrite_text(r, chain,
               chain == node ? number
                             : rewrite_without(r, chain, node, number));
}

static void fold(rewriter *r, uint32_t node, bool typed)
{
  uint32_t leaf = shape_operator(r, node);
  uint32_t at = syntax_first_token(r->s, leaf == NODE_NONE ? node : leaf);
  CXCursor cursor = clang_getCursor(
      r->f->unit, clang_getLocationForOffset(r->f->unit, r->f->file,
                                             r->s->tokens[at].begin));
  long long value;
  if (!clang_isExpression(cursor.kind) || !covers(r, node, cursor) ||
      !is_integer(clang_getCursorType(cursor)) || !evaluate(&value, cursor))
    return;
  if (value < 0 && rewrite_tokens(r, node) < 3)
    return;
  const char *number = rewrite_format(r, "%lld", value);
  const char *suffix = suffix_of(clang_getCursorType(cursor));
  if (!typed)
    offer_number(r, node, number);
  else if (suffix)
    offer_number(r, node, rewrite_format(r, "%s%s", number, suffix));
}

/* Is it an operation on two numbers? */
static bool is_simple(const rewriter *r, uint32_t node)
{
  uint32_t left, right;
  return shape_pair(&left, &right, r, node) &&
         rewrite_kind(r, left) == KIND_LITERAL &&
         rewrite_kind(r, right) == KIND_LITERAL;
}

static void fold_all(rewriter *r, bool typed)
{
  if (!r->f->unit)
    return;
  bool *varying = find_varying(r);
  int looked = 0;
  for (uint32_t node = 1; node < rewrite_node_count(r) && looked < MOST_LOOKUPS;
       node++) {
    uint32_t parent = rewrite_at(r, node)->parent;
    if (varying[node] || !rewrite_has_tokens(r, node) ||
        rewrite_tokens(r, node) < 2 || !is_expression(rewrite_kind(r, node)) ||
        (!varying[parent] && is_expression(rewrite_kind(r, parent)) &&
         !is_simple(r, node) &&
         !(typed && rewrite_kind(r, node) == KIND_SIZEOF)))
      continue;
    looked++;
    fold(r, node, typed);
  }
  free(varying);
}

void rewrite_constant_folded(rewriter *r)
{
  fold_all(r, false);
}

/* `a << sizeof b * 8` becomes `a << 32UL`. */
void rewrite_constant_typed(rewriter *r)
{
  fold_all(r, true);
}

/* ---- sums ---- */

/* A sum: the numbers in it added up, and how many they are; its other terms as a
 * text. */
typedef struct sum {
  int64_t value;
  size_t numbers, others;
  const char *text;
} sum;

static void add_term(sum *out, rewriter *r, uint32_t node, bool minus)
{
  int64_t value;
  bool number = rewrite_kind(r, node) == KIND_LITERAL &&
                rewrite_integer(&value, r, node) && value <= INT32_MAX;
  if (number) {
    out->value += minus ? -value : value;
    out->numbers++;
    return;
  }
  out->text = rewrite_format(r, "%s%s%s", out->text,
                             minus         ? " - "
                             : out->others ? " + "
                                           : "",
                             rewrite_source(r, node));
  out->others++;
}

/* Adds the terms of a sum, those in parentheses too; false if its shape is not
 * known. */
static bool add_terms(sum *out, rewriter *r, uint32_t node, bool minus)
{
  uint32_t left, right, inner = node;
  while (rewrite_kind(r, inner) == KIND_PARENS)
    inner = shape_operand(r, inner);
  if (rewrite_kind(r, inner) != KIND_ADDITIVE) {
    add_term(out, r, node, minus);
    return true;
  }
  bool turned =
      rewrite_word(r, shape_operator(r, inner)) == WORD_MINUS ? !minus : minus;
  return shape_pair(&left, &right, r, inner) &&
         add_terms(out, r, left, minus) && add_terms(out, r, right, turned);
}

/* `4 + x - 1` becomes `x + 3`. */
void rewrite_sum_folded(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_ADDITIVE) {
    sum found = { .text = "" };
    if (rewrite_tokens(r, node) > MOST_TOKENS ||
        rewrite_kind(r, rewrite_at(r, node)->parent) == KIND_ADDITIVE ||
        !add_terms(&found, r, node, false) || found.numbers < 2 ||
        !found.others)
      continue;
    bool first = *found.text == ' ' && found.value > 0;
    rewrite_open(r);
    if (!found.value)
      rewrite_text(r, node, found.text);
    else if (first)
      rewrite_print(r, node, "%lld%s", (long long)found.value, found.text);
    else
      rewrite_print(r, node, "%s %c %lld", found.text,
                    found.value < 0 ? '-' : '+', llabs((long long)found.value));
  }
}

/* ---- comparisons ---- */

/* The value of a number, which may have a sign. */
static bool signed_number(int64_t *out, const rewriter *r, uint32_t node)
{
  bool minus = rewrite_kind(r, node) == KIND_UNARY &&
               shape_leaf(r, node, WORD_MINUS, 0) != NODE_NONE;
  uint32_t literal = minus ? shape_operand(r, node) : node;
  if (rewrite_kind(r, literal) != KIND_LITERAL ||
      !rewrite_integer(out, r, literal) || *out > UINT32_MAX)
    return false;
  if (minus)
    *out = -*out;
  return true;
}

/* What the operand is if `operand OP by` is `value`; false: not known. */
static bool undo(int64_t *out, const rewriter *r, uint32_t operator, int64_t by,
                 int64_t value)
{
  switch (rewrite_word(r, operator)) {
  case WORD_PLUS:
    *out = value - by;
    return true;
  case WORD_MINUS:
    *out = value + by;
    return true;
  case WORD_CARET:
    *out = value ^ by;
    return true;
  default:
    return false;
  }
}

/* `(a ^ 3) != 5` becomes `a != 6`, and `a + 3 == 5` becomes `a == 2`. */
void rewrite_comparison_solved(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_COMPARISON) {
    uint32_t left, right, operand, number;
    int64_t value, by;
    if (!shape_pair(&left, &right, r, node) || !signed_number(&value, r, right))
      continue;
    uint32_t inner = left;
    while (rewrite_kind(r, inner) == KIND_PARENS)
      inner = shape_operand(r, inner);
    syntax_kind kind = rewrite_kind(r, inner);
    if ((kind != KIND_ADDITIVE && kind != KIND_BIT_XOR) ||
        !shape_pair(&operand, &number, r, inner) ||
        !signed_number(&by, r, number) ||
        !undo(&value, r, shape_operator(r, inner), by, value))
      continue;
    rewrite_open(r);
    if (rewrite_kind(r, operand) == KIND_BIT_AND)
      rewrite_print(r, left, "(%s)", rewrite_source(r, operand));
    else
      rewrite_lift(r, left, operand);
    rewrite_print(r, right, "%lld", (long long)value);
  }
}
