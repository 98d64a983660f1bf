/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prepares tokens for the parser: the visible tokens (no comments, no
 * directives, nothing that the preprocessor skipped), their words, and the
 * partner of each bracket.
 *
 * A closing bracket whose kind is open somewhere closes everything opened
 * since; one whose kind is not open has no partner. So partners always nest,
 * whatever the input, and the parser may rely on them as bounds.
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

/* The place of the word among the four kinds of brackets, or -1. */
static int bracket_kind(word w, const uint8_t kinds[4])
{
  for (int i = 0; i < 4; i++)
    if (kinds[i] == w)
      return i;
  return -1;
}

static int opener_kind(word w)
{
  static const uint8_t openers[] = { WORD_OPEN_PAREN, WORD_OPEN_BRACKET,
                                     WORD_OPEN_BRACE, WORD_OPEN_ANGLE };
  return bracket_kind(w, openers);
}

static int closer_kind(word w)
{
  static const uint8_t closers[] = { WORD_CLOSE_PAREN, WORD_CLOSE_BRACKET,
                                     WORD_CLOSE_BRACE, WORD_CLOSE_ANGLE };
  return bracket_kind(w, closers);
}

static void match_brackets(syntax *s)
{
  s->match = mem_alloc(s->count, sizeof *s->match);
  ARRAY(uint32_t) open = { 0 };
  size_t open_count[4] = { 0 };
  for (uint32_t i = 0; i < s->count; i++) {
    s->match[i] = NODE_NONE;
    int kind = opener_kind(s->words[i]);
    if (kind >= 0) {
      ARRAY_PUSH(&open, i);
      open_count[kind]++;
    }
    kind = closer_kind(s->words[i]);
    if (kind < 0 || !open_count[kind])
      continue;
    uint32_t partner;
    int other;
    do {
      partner = open.data[--open.size];
      other = opener_kind(s->words[partner]);
      if (other >= 0)
        open_count[other]--;
    } while (other != kind);
    s->match[partner] = i;
    s->match[i] = partner;
  }
  free(open.data);
}

uint32_t syntax_lone_brackets(const syntax *s)
{
  uint32_t lone = 0;
  for (uint32_t i = 0; i < s->count; i++)
    lone += s->match[i] == NODE_NONE && s->words[i] != WORD_OPEN_ANGLE &&
            s->words[i] != WORD_CLOSE_ANGLE &&
            (opener_kind(s->words[i]) >= 0 || closer_kind(s->words[i]) >= 0);
  return lone;
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
  match_brackets(out);
}

void syntax_free(syntax *s)
{
  free(s->visible);
  free(s->visible_of);
  free(s->words);
  free(s->match);
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
