/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * call-to-operation: a call of LLVM IR becomes the plain operation of its type.
 *
 * Most intrinsics are an operation with something more: `llvm.fmuladd`, `llvm.sadd.sat`
 * or `llvm.fabs`. A pass mostly fails about the plain one too, and what the call names
 * can go. So a sum of two arguments of the result's type stands for the call, for each
 * two of the first few; of a single floating-point one, its negative.
 */
#include "offers.h"

#include <ctype.h>

enum { MOST_CALLS = 32, MOST_ARGUMENTS = 3 };

typedef struct call {
  uint32_t node, type;
  uint32_t values[MOST_ARGUMENTS]; /* of the result's type */
  size_t count;
} call;

static uint32_t child_of(const offers *of, uint32_t node, const char *type)
{
  return syntax_child(of->lang, of->tree, node, node + 1, type);
}

static bool is_same(const offers *of, uint32_t a, uint32_t b)
{
  const cst_node *left = cst_at(of->tree, a), *right = cst_at(of->tree, b);
  size_t size = left->end - left->begin;
  return right->end - right->begin == size &&
         memcmp(of->text + left->begin, of->text + right->begin, size) == 0;
}

/* Adds the values of the arguments of the call's type. */
static void find_values(call *out, const offers *of, uint32_t list)
{
  for (uint32_t i = list + 1;
       i < offers_end(of, list) && out->count < MOST_ARGUMENTS;
       i = offers_end(of, i)) {
    if (!offers_is(of, i, "argument"))
      continue;
    uint32_t type = child_of(of, i, "type"), value = child_of(of, i, "value");
    if (type != RD_NONE && value != RD_NONE && is_same(of, type, out->type))
      out->values[out->count++] = value;
  }
}

/* The word of the type, or of a vector's elements. */
static const char *element_of(const offers *of, uint32_t type, size_t *size_out)
{
  const cst_node *at = cst_at(of->tree, type);
  size_t end = at->end;
  while (end > at->begin && strchr("> ", of->text[end - 1]))
    end--;
  size_t begin = end;
  while (begin > at->begin && (isalnum((unsigned char)of->text[begin - 1]) ||
                               of->text[begin - 1] == '_'))
    begin--;
  *size_out = end - begin;
  return of->text + begin;
}

/* What adds two of the type, and what one becomes; NULL: nothing does. */
static void find_words(const char **sum_out, const char **negative_out,
                       const offers *of, uint32_t type)
{
  static const char *const floats[] = { "half",     "bfloat", "float",
                                        "double",   "fp128",  "x86_fp80",
                                        "ppc_fp128" };
  size_t size;
  const char *word = element_of(of, type, &size);
  bool is_integer = size > 1 && *word == 'i' && isdigit((unsigned char)word[1]);
  *sum_out = is_integer ? "add" : NULL;
  *negative_out = NULL;
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    if (strlen(floats[i]) == size && !memcmp(floats[i], word, size)) {
      *sum_out = "fadd";
      *negative_out = "fneg";
    }
}

static void offer(rd_builder *builder, const offers *of, const call *self,
                  const char *word, uint32_t first, uint32_t second,
                  uint32_t number)
{
  textbuf text = { 0 };
  text_puts(&text, word);
  for (uint32_t i = self->node + 1; *word == 'f' && i < self->type;
       i = offers_end(of, i))
    if (offers_is(of, i, "fast_math")) {
      text_puts(&text, " ");
      offers_add_text(&text, of, i);
    }
  text_puts(&text, " ");
  offers_add_text(&text, of, self->type);
  text_puts(&text, " ");
  offers_add_text(&text, of, first);
  if (second != RD_NONE) {
    text_puts(&text, ", ");
    offers_add_text(&text, of, second);
  }
  rd_builder_rewrite(builder, number);
  rd_builder_edit_text(builder, of->ids[self->node], text.data);
  text_free(&text);
}

static void offer_call(rd_builder *builder, const offers *of, const call *self,
                       uint32_t number)
{
  const char *sum, *negative;
  find_words(&sum, &negative, of, self->type);
  for (size_t i = 0; sum && i < self->count; i++)
    for (size_t j = i + 1; j < self->count; j++)
      offer(builder, of, self, sum, self->values[i], self->values[j], number);
  if (negative && self->count == 1)
    offer(builder, of, self, negative, self->values[0], RD_NONE, number);
}

void operations_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  size_t calls = 0;
  for (uint32_t i = 1; i < of->tree->nodes.size && calls < MOST_CALLS; i++) {
    if (!offers_is(of, i, "instruction_call") || of->ids[i] == RD_NONE)
      continue;
    call self = { .node = i, .type = child_of(of, i, "type") };
    uint32_t list = child_of(of, i, "argument_list");
    if (self.type == RD_NONE || list == RD_NONE)
      continue;
    calls++;
    find_values(&self, of, list);
    offer_call(builder, of, &self, number);
  }
}
