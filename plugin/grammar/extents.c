/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * extent-shortened: all that is of one extent in data becomes shorter together:
 * lists with so many elements, strings with so many bits, and the number of them,
 * in decimal or in bits.
 *
 * Data says the width of a thing in several places, and a reader rejects a text in
 * which they differ. So no element of such a list goes alone. One is tried as the
 * new extent, then half of the old one.
 */
#include "offers.h"

#include <stdlib.h>

#include "base/text.h"
#include "fixed.h"

/* Of lists; longer ones are no widths, and are cut by other means. */
enum { MOST = 256 };

typedef struct extents {
  rd_builder *builder;
  const offers *of;
  uint32_t number; /* of the rule */
  uint32_t old, new;
} extents;

static bool is_list(const offers *of, uint32_t node)
{
  return fixed_record_of(of->lang->name,
                         syntax_name(of->lang, cst_at(of->tree, node))) ==
         FIXED_LIST;
}

static bool is_element(const offers *of, uint32_t node)
{
  uint8_t flags = cst_at(of->tree, node)->flags & (CST_NAMED | CST_EXTRA);
  return flags == CST_NAMED;
}

/* 0: one of the elements cannot go. */
static uint32_t count_elements(const offers *of, uint32_t list)
{
  uint32_t count = 0;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i)) {
    if (is_element(of, i) && of->ids[i] == RD_NONE)
      return 0;
    count += is_element(of, i);
  }
  return count;
}

static void cut_list(const extents *self, uint32_t list)
{
  const offers *of = self->of;
  uint32_t left = self->new;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i))
    if (is_element(of, i) && left)
      left--;
    else if (is_element(of, i))
      rd_builder_edit_drop(self->builder, of->ids[i]);
}

static char *in_bits(uint32_t number)
{
  char *text = mem_copy("");
  for (; number; number /= 2)
    string_replace(&text, mem_format("%c%s", number % 2 ? '1' : '0', text));
  return text;
}

/* The literal for the new extent; NULL: it does not say the old one. Owner:
 * caller. */
static char *cut_literal(const extents *self, const char *text, size_t size)
{
  char *given = mem_copy_bytes(text, size), *end, *made = NULL;
  const char *inside = given + 1;
  bool is_string = size > 2 && *given == '"' && given[size - 1] == '"';
  size_t bits = is_string ? size - 2 : 0;
  if (bits == self->old && strspn(inside, "01xzXZ-") == bits)
    made = mem_format("\"%.*s\"", (int)self->new, inside);
  else if (bits > 1 && bits < 64 && strspn(inside, "01") == bits &&
           strtoul(inside, &end, 2) == self->old) {
    char *number = in_bits(self->new);
    made = mem_format("\"%s%s\"", *inside == '0' ? "0" : "", number);
    free(number);
  } else if (!is_string && strtoul(given, &end, 10) == self->old && !*end) {
    made = mem_format("%u", self->new);
  }
  free(given);
  return made;
}

static void offer_cut(const extents *self)
{
  const offers *of = self->of;
  rd_builder_rewrite(self->builder, self->number);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    const cst_node *at = cst_at(of->tree, i);
    if (is_list(of, i) && count_elements(of, i) == self->old)
      cut_list(self, i);
    if (is_list(of, i) || of->ids[i] == RD_NONE)
      continue;
    char *text = cut_literal(self, of->text + at->begin, at->end - at->begin);
    if (text)
      rd_builder_edit_text(self->builder, of->ids[i], text);
    free(text);
  }
}

void extents_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  bool has[MOST + 1] = { false };
  if (!fixed_has_records(of->lang->name))
    return;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    uint32_t count = is_list(of, i) ? count_elements(of, i) : 0;
    if (count <= MOST)
      has[count] = true;
  }
  for (uint32_t old = MOST; old > 1; old--) {
    if (has[old])
      offer_cut(&(extents){ builder, of, number, old, 1 });
    if (has[old] && old / 2 > 1)
      offer_cut(&(extents){ builder, of, number, old, old / 2 });
  }
}
