/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Marks that bind, by the description: `a + b * c` is cut at `+`. A mark cuts if
 * it has something on both sides.
 */
#include "levels.h"

#include "base/memory.h"

/* A string of more parts is a text. */
enum { FEW_PARTS = 3 };

static bool is_any(const levels *self, uint32_t i, const strings *words)
{
  return scan_is_any(self->self->language, &self->self->tokens[i],
                     self->self->text, words);
}

void levels_find(levels *out, const source *self)
{
  const strings *binds = &self->language->binds;
  *out = (levels){ self, mem_alloc(self->count + 1, 1) };
  for (uint32_t i = 0; i < self->count; i++) {
    const token *tok = &self->tokens[i];
    uint8_t level = 1;
    if (tok->kind != TOKEN_PUNCTUATION && tok->kind != TOKEN_IDENTIFIER)
      continue;
    for (size_t word = 0; word < binds->size && !out->of[i]; word++) {
      if (!*binds->data[word])
        level++;
      else if (scan_is(self->language, tok, self->text, binds->data[word]))
        out->of[i] = level;
    }
  }
}

/* Does the mark at `i` cut, in a run whose present element began at `first`? It
 * has something on both sides, and a sign has an operand before it. */
static bool cuts(const levels *self, uint32_t first, uint32_t i, uint32_t end)
{
  if (!self->of[i] || i == first || i + 1 == end)
    return false;
  return !self->of[i - 1] || !is_any(self, i, &self->self->language->prefixes);
}

uint32_t levels_cut(const levels *self, uint32_t first, uint32_t end,
                    uint8_t level)
{
  for (uint32_t i = first; i < end; i = source_behind(self->self, i, end))
    if (self->of[i] == level && cuts(self, first, i, end))
      return i;
  return end;
}

uint8_t levels_weakest(const levels *self, uint32_t first, uint32_t end)
{
  uint8_t level = LEVELS_ROW;
  for (uint32_t i = first; i < end; i = source_behind(self->self, i, end))
    if ((level == LEVELS_ROW || self->of[i] < level) &&
        cuts(self, first, i, end))
      level = self->of[i];
  return level;
}

bool levels_is_text(const levels *self, uint32_t first, uint32_t end,
                    uint8_t level)
{
  uint32_t parts = 0;
  for (uint32_t i = first; level != LEVELS_ROW && i < end;) {
    uint32_t cut = levels_cut(self, i, end, level);
    if (cut < end && !is_any(self, cut, &self->self->language->joins))
      return false;
    parts += cut == i + 1 && self->self->tokens[i].kind == TOKEN_STRING;
    i = cut + 1;
  }
  return parts > FEW_PARTS;
}
