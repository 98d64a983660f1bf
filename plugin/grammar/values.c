/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name-values: gives names to the values that LLVM IR only numbers.
 *
 * The numbers of a function's values have to be consecutive, so none of them
 * could be dropped but the last. The names are as short as the numbers: %0 is
 * %a. Arguments and labels share the numbers. A function's entry has a number
 * even without a label, the one after the arguments: it gets one.
 */
#include "values.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

typedef enum numbered_kind {
  NUMBERED_VALUE, /* %5 */
  NUMBERED_LABEL, /* 5: */
  NUMBERED_ENTRY, /* the brace before a block without a label */
} numbered_kind;

typedef struct numbered {
  uint32_t leaf;
  numbered_kind kind;
  uint64_t key; /* of the number */
} numbered;

struct values {
  const syntax *lang;
  const cst *tree;
  const char *text;
  bool is_numbered; /* the language numbers values */
  map entries;      /* by brace, counted from 1: arguments before the entry */
  ARRAY(numbered) found;
  map taken; /* names that are there */
};

const rd_rule grammar_rules[] = {
  { { "name-values", NULL, "give names to values that are numbered",
      "LLVM's instnamer" },
    RD_RULE_FIRST },
  { { NULL, NULL, NULL, NULL }, 0 },
};

static const cst_node *node_at(const values *self, uint32_t node)
{
  return &self->tree->nodes.data[node];
}

static bool is_kind(const values *self, uint32_t node, const char *kind)
{
  return strcmp(syntax_name(self->lang, node_at(self, node)), kind) == 0;
}

/* The span of a value's or label's name or number. */
static bool find_span(uint32_t *begin, uint32_t *end, const values *self,
                      uint32_t node)
{
  bool is_label = is_kind(self, node, "label");
  *begin = node_at(self, node)->begin + !is_label;
  *end = node_at(self, node)->end - is_label;
  return node_at(self, node)->size == 1 &&
         (is_label || is_kind(self, node, "local_var"));
}

static bool is_number(const values *self, uint32_t begin, uint32_t end)
{
  while (begin < end && isdigit((unsigned char)self->text[begin]))
    begin++;
  return begin == end;
}

/* Finds the functions whose first block has no label. */
static void find_entries(values *self)
{
  uint32_t arguments = 0, begin, end;
  for (uint32_t i = 0; i + 1 < self->tree->nodes.size; i++) {
    uint32_t brace = i + 1, first = brace + node_at(self, brace)->size;
    if (is_kind(self, i, "function_header"))
      arguments = 0;
    else if (!is_kind(self, i, "function_body"))
      arguments +=
          find_span(&begin, &end, self, i) && is_number(self, begin, end);
    else if (first < self->tree->nodes.size && !is_kind(self, first, "label"))
      map_put(&self->entries, (uint64_t)brace + 1, arguments);
  }
}

values *values_new(const syntax *lang, const cst *tree, const char *text)
{
  values *self = mem_alloc(1, sizeof *self);
  self->lang = lang;
  self->tree = tree;
  self->text = text;
  self->is_numbered = strcmp(lang->name, "llvm") == 0;
  if (self->is_numbered)
    find_entries(self);
  return self;
}

void values_free(values *self)
{
  ARRAY_FREE(&self->found);
  map_free(&self->entries);
  map_free(&self->taken);
  free(self);
}

static void add_numbered(values *self, uint32_t leaf, numbered_kind kind,
                         uint64_t key)
{
  numbered made = { .leaf = leaf, .kind = kind, .key = key };
  ARRAY_PUSH(&self->found, made);
}

void values_take(values *self, uint32_t node, uint32_t leaf)
{
  uint32_t begin, end;
  if (!self->is_numbered)
    return;
  uint32_t arguments = map_find(&self->entries, (uint64_t)node + 1);
  if (arguments != MAP_NONE) {
    char *number = mem_format("%u", arguments);
    add_numbered(self, leaf, NUMBERED_ENTRY,
                 hash_bytes(number, strlen(number)));
    free(number);
  }
  if (!find_span(&begin, &end, self, node))
    return;
  uint64_t key = hash_bytes(self->text + begin, end - begin);
  bool is_label = is_kind(self, node, "label");
  if (is_number(self, begin, end))
    add_numbered(self, leaf, is_label ? NUMBERED_LABEL : NUMBERED_VALUE, key);
  else
    map_put(&self->taken, key, 1);
}

/* Name number `number` in the order a, b, ... Z, aa, ...: into out[8]. */
static void spell(char *out, uint32_t number)
{
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  enum { LETTERS = sizeof letters - 1 };
  size_t size = 0;
  for (number++; number; number = (number - 1) / LETTERS)
    out[size++] = letters[(number - 1) % LETTERS];
  out[size] = '\0';
}

void values_offer(values *self, rd_builder *builder)
{
  static const char *const before[] = {
    [NUMBERED_VALUE] = "%", [NUMBERED_LABEL] = "", [NUMBERED_ENTRY] = "{ "
  };
  if (!self->found.size)
    return;
  map names = { 0 };
  uint32_t next = 0;
  char name[8], text[16];
  rd_builder_rewrite(builder, rd_builder_rule(builder, grammar_rules));
  for (size_t i = 0; i < self->found.size; i++) {
    const numbered *at = &self->found.data[i];
    uint32_t number = map_find(&names, at->key);
    if (number == MAP_NONE) {
      do
        spell(name, next++);
      while (map_find(&self->taken, hash_bytes(name, strlen(name))) !=
             MAP_NONE);
      number = next - 1;
      map_put(&names, at->key, number);
    }
    spell(name, number);
    (void)snprintf(text, sizeof text, "%s%s%s", before[at->kind], name,
                   at->kind == NUMBERED_VALUE ? "" : ":");
    rd_builder_weigh(builder, text, 1);
    rd_builder_edit_text(builder, at->leaf, text);
  }
  map_free(&names);
}
