/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name-values: gives names to the values that LLVM IR only numbers.
 *
 * The numbers of a function's values have to be consecutive, so none of them
 * could be dropped but the last. The names are as short as the numbers: %0 is
 * %a. Arguments and labels share the numbers. A function's entry has a number
 * even without a label, the one after the arguments: it gets one where that is
 * used, since a label makes the text longer.
 */
#include "offers.h"

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
  uint32_t id; /* of the builder */
  numbered_kind kind;
  uint64_t key; /* of the number */
} numbered;

typedef struct values {
  const offers *of;
  map entries; /* by brace, counted from 1: arguments before the entry */
  ARRAY(numbered) found;
  map taken; /* names that are there */
} values;

/* The span of a value's or label's name or number. */
static bool find_span(uint32_t *begin, uint32_t *end, const offers *of,
                      uint32_t node)
{
  bool is_label = offers_is(of, node, "label");
  *begin = cst_at(of->tree, node)->begin + !is_label;
  *end = cst_at(of->tree, node)->end - is_label;
  return cst_at(of->tree, node)->size == 1 &&
         (is_label || offers_is(of, node, "local_var"));
}

static bool is_number(const offers *of, uint32_t begin, uint32_t end)
{
  while (begin < end && isdigit((unsigned char)of->text[begin]))
    begin++;
  return begin == end;
}

/* Finds the functions whose first block has no label. */
static void find_entries(values *self)
{
  const offers *of = self->of;
  uint32_t arguments = 0, begin, end;
  for (uint32_t i = 0; i + 1 < of->tree->nodes.size; i++) {
    uint32_t brace = i + 1, first = brace + cst_at(of->tree, brace)->size;
    if (offers_is(of, i, "function_header"))
      arguments = 0;
    else if (!offers_is(of, i, "function_body"))
      arguments += find_span(&begin, &end, of, i) && is_number(of, begin, end);
    else if (first < of->tree->nodes.size && !offers_is(of, first, "label"))
      map_put(&self->entries, (uint64_t)brace + 1, arguments);
  }
}

static void add_numbered(values *self, uint32_t node, numbered_kind kind,
                         uint64_t key)
{
  numbered made = { .id = self->of->ids[node], .kind = kind, .key = key };
  ARRAY_PUSH(&self->found, made);
}

/* Is the value of that number used in the function's body? */
static bool is_used(const offers *of, uint32_t body, const char *number)
{
  uint32_t begin, end;
  for (uint32_t i = body; i < offers_end(of, body); i++)
    if (offers_is(of, i, "local_var") && find_span(&begin, &end, of, i) &&
        end - begin == strlen(number) &&
        memcmp(of->text + begin, number, end - begin) == 0)
      return true;
  return false;
}

static void add_entry(values *self, uint32_t brace)
{
  uint32_t arguments = map_find(&self->entries, (uint64_t)brace + 1);
  if (arguments == MAP_NONE)
    return;
  char *number = mem_format("%u", arguments);
  if (is_used(self->of, brace - 1, number))
    add_numbered(self, brace, NUMBERED_ENTRY,
                 hash_bytes(number, strlen(number)));
  free(number);
}

static void find_numbered(values *self)
{
  const offers *of = self->of;
  uint32_t begin, end;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (of->ids[i] == RD_NONE)
      continue;
    add_entry(self, i);
    if (!find_span(&begin, &end, of, i))
      continue;
    uint64_t key = hash_bytes(of->text + begin, end - begin);
    if (!is_number(of, begin, end))
      map_put(&self->taken, key, 1);
    else
      add_numbered(self, i,
                   offers_is(of, i, "label") ? NUMBERED_LABEL : NUMBERED_VALUE,
                   key);
  }
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

static void offer(const values *self, rd_builder *builder, uint32_t effect)
{
  static const char *const before[] = {
    [NUMBERED_VALUE] = "%", [NUMBERED_LABEL] = "", [NUMBERED_ENTRY] = "{ "
  };
  map names = { 0 };
  uint32_t next = 0;
  char letters[8], text[16];
  rd_builder_rewrite(builder, effect);
  for (size_t i = 0; i < self->found.size; i++) {
    const numbered *at = &self->found.data[i];
    uint32_t number = map_find(&names, at->key);
    if (number == MAP_NONE) {
      do
        spell(letters, next++);
      while (map_find(&self->taken, hash_bytes(letters, strlen(letters))) !=
             MAP_NONE);
      number = next - 1;
      map_put(&names, at->key, number);
    }
    spell(letters, number);
    (void)snprintf(text, sizeof text, "%s%s%s", before[at->kind], letters,
                   at->kind == NUMBERED_VALUE ? "" : ":");
    rd_builder_weigh(builder, text, 1);
    rd_builder_edit_text(builder, at->id, text);
  }
  map_free(&names);
}

void values_offer(rd_builder *builder, const offers *of, uint32_t effect)
{
  values self = { .of = of };
  find_entries(&self);
  find_numbered(&self);
  if (self.found.size)
    offer(&self, builder, effect);
  ARRAY_FREE(&self.found);
  map_free(&self.entries);
  map_free(&self.taken);
}
