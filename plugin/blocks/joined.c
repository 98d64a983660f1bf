/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * declarations-joined: one declaration declares what two did.
 *
 * The two stand in one part of a block and say the same but for their names, as
 * `integer, intent(in) :: a` and `integer, intent(in) :: b` do. Neither rule of a list
 * nor of a symbol sees that a type stands there twice.
 */
#include "joined.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "reduce/rewrites.h"

/* How far what is joined may be away, in statements. */
enum { MOST_BETWEEN = 16 };

/* Tokens: the names stand at [first, last) of [begin, end). */
typedef struct names_list {
  uint32_t begin, first, last, end;
} names_list;

static bool find_list(names_list *out, skeleton *seen, const meanings *of,
                      uint32_t number)
{
  const description *language = of->self->language;
  const statement *at = &of->all->data[number];
  if (at->role != PLAIN || of->made->statements[number] == RD_NONE)
    return false;
  skeleton_set(seen, of->self, at->begin, at->end);
  for (size_t i = 0; !seen->is_cut && i < language->declarations.size; i++) {
    const declaration *by = &language->declarations.data[i];
    size_t begin, end;
    if (!pattern_find(&by->says, seen->text.data, &begin, &end))
      continue;
    uint32_t first = skeleton_token(seen, begin);
    uint32_t last = skeleton_token(seen, end + 1);
    *out = (names_list){ .begin = at->begin,
                         .first = first,
                         .last = last < at->end ? last : at->end,
                         .end = at->end };
    return by->kind == RD_SYMBOL_VARIABLE && first < out->last;
  }
  return false;
}

static bool is_same(const source *self, uint32_t a, uint32_t b, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const token *left = &self->tokens[a + i], *right = &self->tokens[b + i];
    const char *one = self->text + left->begin;
    const char *other = self->text + right->begin;
    size_t size = left->end - left->begin;
    if (size != right->end - right->begin ||
        (self->language->ignores_case ? strncasecmp(one, other, size)
                                      : strncmp(one, other, size)) != 0)
      return false;
  }
  return true;
}

static bool are_alike(const source *self, const names_list *a,
                      const names_list *b)
{
  uint32_t head = a->first - a->begin, tail = a->end - a->last;
  return b->first - b->begin == head && b->end - b->last == tail &&
         is_same(self, a->begin, b->begin, head) &&
         is_same(self, a->last, b->last, tail);
}

static void add_tokens(textbuf *out, const source *self, uint32_t begin,
                       uint32_t end, const char *behind)
{
  if (begin == end)
    return;
  text_add(out, self->text + self->tokens[begin].begin,
           self->tokens[end - 1].end - self->tokens[begin].begin);
  text_puts(out, behind);
}

static void offer(rd_builder *builder, const meanings *of,
                  const uint32_t statements[2], const names_list lists[2],
                  uint32_t number)
{
  const names_list *to = &lists[0], *from = &lists[1];
  textbuf text = { 0 };
  add_tokens(&text, of->self, to->begin, to->first, " ");
  add_tokens(&text, of->self, to->first, to->last, ", ");
  add_tokens(&text, of->self, from->first, from->last,
             to->last < to->end ? " " : "");
  add_tokens(&text, of->self, to->last, to->end, "");
  rd_builder_rewrite(builder, number);
  rd_builder_edit_text(builder, of->made->statements[statements[0]], text.data);
  rd_builder_edit_drop(builder, of->made->statements[statements[1]]);
  text_free(&text);
}

/* The next statement of the same part of the block; the count: there is none. */
static uint32_t next_beside(const statement_list *all, uint32_t i)
{
  size_t depth = 0;
  for (i++; i < all->size; i++) {
    uint8_t is = all->data[i].role;
    if (depth == 0 && (is == SPLITS || is == CLOSES))
      break;
    if (depth == 0 && is != COMMENT && is != OPENS)
      return i;
    depth += is == OPENS;
    depth -= is == CLOSES;
  }
  return (uint32_t)all->size;
}

void joined_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule row = { { "declarations-joined", NULL,
                                 "join two declarations of one type",
                                 "clang-hdd" },
                               0 };
  uint32_t number = rd_builder_rule(builder, &row);
  uint32_t count = (uint32_t)of->all->size;
  names_list lists[2];
  skeleton seen = { 0 };
  for (uint32_t i = 0; rd_builder_wants_rewrites(builder) && i < count; i++) {
    bool is = find_list(&lists[0], &seen, of, i);
    uint32_t other = i;
    for (int k = 0; is && k < MOST_BETWEEN; k++) {
      other = next_beside(of->all, other);
      if (other == count)
        break;
      if (find_list(&lists[1], &seen, of, other) &&
          are_alike(of->self, &lists[0], &lists[1]))
        offer(builder, of, (uint32_t[]){ i, other }, lists, number);
    }
  }
  text_free(&seen.text);
}
