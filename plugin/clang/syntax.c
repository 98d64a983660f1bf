/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prepares tokens for the parser: the visible tokens (no comments, no
 * directives, nothing that the preprocessor skipped) and their words.
 */
#include "base/hash.h"
#include "dialects.h"
#include "syntax.h"

#include <string.h>

static const struct {
  const char *spellings;
  uint8_t id;
  uint32_t words; /* of those it is one */
} spelling_table[] = {
#define WORD(id, class, spellings) { spellings, WORD_##id, UINT32_MAX },
#define ALSO(id, language, spellings)                                          \
  { spellings, WORD_##id, WORDS_##language },
#include "words.def"
};

static const uint8_t classes[] = {
#define WORD(id, class, spellings) CLASS_##class,
#include "words.def"
};

word_class syntax_class(word w)
{
  return w == WORD_NONE ? CLASS_NONE : (word_class)classes[w - 1];
}

static void add_words(map *m, uint32_t words)
{
  for (size_t i = 0; i < sizeof spelling_table / sizeof *spelling_table; i++) {
    if (!(spelling_table[i].words & words))
      continue;
    for (const char *at = spelling_table[i].spellings; *at;) {
      size_t size = strcspn(at, " ");
      map_put(m, hash_bytes(at, size), spelling_table[i].id);
      at += size + strspn(at + size, " ");
    }
  }
}

static word find_id(const map *m, const char *text, const token *tok)
{
  uint32_t size = tok->end - tok->begin;
  if (size > 32 ||
      (tok->kind != TOKEN_IDENTIFIER && tok->kind != TOKEN_PUNCTUATION))
    return WORD_NONE;
  uint32_t id = map_find(m, hash_bytes(text + tok->begin, size));
  return id == MAP_NONE ? WORD_NONE : (word)id;
}

void syntax_words(token *tokens, size_t count, const char *text, uint32_t words)
{
  map ids = { 0 };
  add_words(&ids, words);
  for (size_t i = 0; i < count; i++)
    tokens[i].word = (uint8_t)find_id(&ids, text, &tokens[i]);
  map_free(&ids);
}

static void select_visible(syntax *s, const uint8_t *skipped)
{
  s->visible = mem_alloc(s->token_count, sizeof *s->visible);
  s->visible_of = mem_alloc(s->token_count, sizeof *s->visible_of);
  s->words = mem_alloc(s->token_count, sizeof *s->words);
  for (uint32_t i = 0; i < s->token_count; i++) {
    s->visible_of[i] = s->count;
    const token *tok = &s->tokens[i];
    if (tok->kind == TOKEN_COMMENT || tok->directive || (skipped && skipped[i]))
      continue;
    s->words[s->count] = tok->word;
    s->visible[s->count++] = i;
  }
}

void syntax_open(syntax *out, const char *text, const token *tokens,
                 size_t token_count, const map *known, const uint8_t *skipped)
{
  *out = (syntax){ .text = text,
                   .tokens = tokens,
                   .token_count = (uint32_t)token_count,
                   .known = known,
                   .cxx = known != NULL };
  select_visible(out, skipped);
  syntax_pair(out);
}

void syntax_free(syntax *s)
{
  free(s->visible);
  free(s->visible_of);
  free(s->words);
  free(s->match);
  free(s->ends);
  free(s->nodes.data);
  *s = (syntax){ 0 };
}

bool syntax_is_plain_list(syntax_kind kind)
{
  return kind == KIND_UNIT || kind == KIND_STATEMENTS || kind == KIND_FIELDS ||
         kind == KIND_DECLARATIONS;
}

uint32_t syntax_first_token(const syntax *s, uint32_t node)
{
  return s->visible[s->nodes.data[node].first];
}

uint32_t syntax_last_token(const syntax *s, uint32_t node)
{
  return s->visible[s->nodes.data[node].end - 1];
}
