/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The syntax of a text in C or C++, as the parser builds it from tokens. */
#ifndef CLANG_SYNTAX_H
#define CLANG_SYNTAX_H

#include <stdbool.h>

#include "tokens/lexer.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "reduce/tree.h"

/* What a node can be lifted as; bits of rd_node.sorts. */
enum {
  SORT_EXPRESSION = 1u << 0,
  SORT_LVALUE = 1u << 1,
  SORT_STATEMENT = 1u << 2,
  SORT_COMPOUND = 1u << 3,
  SORT_STATEMENTS = 1u << 4, /* the list inside a compound statement */
  SORT_INITIALIZER = 1u << 5,
  SORT_TYPE = 1u << 6,
  SORT_DECLARATION = 1u << 7,
  SORT_FIELD = 1u << 8,
  SORT_DECLARATOR = 1u << 9,
  SORT_NAME = 1u << 10,     /* the declared name, alone or in parentheses */
  SORT_COMPUTED = 1u << 11, /* an expression other than a literal */
  SORT_PATTERN = 1u << 12,  /* an expression with a pack, within a pattern */
};

typedef enum syntax_kind {
#define KIND(id, name, sorts, flags) KIND_##id,
#include "roles.def"
  KIND_COUNT
} syntax_kind;

typedef enum syntax_role {
#define ROLE(id, place, phrase, accepts, want, fill) ROLE_##id,
#include "roles.def"
  ROLE_COUNT
} syntax_role;

typedef enum word {
  WORD_NONE, /* an identifier or a token of another kind */
#define WORD(id, class, spellings) WORD_##id,
#include "words.def"
  WORD_COUNT
} word;

typedef enum word_class {
  CLASS_NONE,
  CLASS_STORAGE,
  CLASS_QUALIFIER,
  CLASS_ATTRIBUTE,
  CLASS_TYPE,
  CLASS_TYPEOF,
  CLASS_TAG,
  CLASS_STATEMENT,
  CLASS_OTHER,
} word_class;

#define NODE_NONE UINT32_MAX

/* Hashes the bytes of a token. */
static inline uint64_t token_hash(const token *tok, const char *text)
{
  return hash_bytes(text + tok->begin, tok->end - tok->begin);
}

/* A node of the syntax. Its tokens are [first, end), counted without comments,
 * directives and skipped regions. */
typedef struct syntax_node {
  uint32_t first, end;
  uint32_t parent, child, last, prev, next; /* NODE_NONE if absent */
  uint8_t kind, role;
} syntax_node;

/* What a token is known to name. */
enum { HINT_NONE, HINT_TYPE, HINT_VALUE };

/* What the tokens of a C++ text tell of a name; bits, by its hash. */
enum {
  KNOWN_TYPE = 1u << 0,
  KNOWN_TEMPLATE = 1u << 1, /* of a class or alias, or a concept */
  KNOWN_CALLABLE = 1u << 2, /* template of a function or variable */
  KNOWN_VALUE = 1u << 3,    /* a parameter of a template */
  KNOWN_CONCEPT = 1u << 4,
};

typedef struct syntax {
  const char *text;    /* borrowed */
  const token *tokens; /* borrowed; all of them */
  uint32_t token_count;
  uint32_t *visible;    /* tokens that are part of the syntax, as indices into
                        `tokens` */
  uint32_t *visible_of; /* by token: its visible index, or that of the next
                           visible token */
  uint32_t count;       /* number of visible tokens */
  uint8_t *words;       /* word, by visible token */
  uint32_t *match;      /* partner of a bracket, by visible token */
  uint32_t *ends; /* where a bracket without one ends; NULL: there is none */
  ARRAY(syntax_node) nodes; /* 0 is the root */
  const map *known;         /* borrowed: KNOWN_..., by name; NULL in C */
  bool cxx;
} syntax;

/* The tokens of the text with their words (WORDS_... of dialects.h); returns their
 * number. C++ if `known` is not NULL: adds what they tell of names. *out belongs to
 * the caller: free().
 * Cost: O(n). */
size_t syntax_lex(token **out, uint32_t words, map *known, const char *text,
                  size_t size);
/* Sets the words of the tokens. */
void syntax_words(token *tokens, size_t count, const char *text,
                  uint32_t words);
/* Parses the tokens of syntax_lex. `known` is what that added, or NULL; `hints`
 * (HINT_..., by token) may be NULL; `skipped` (by token, non-zero: excluded by
 * the preprocessor) may be NULL. Never fails: unreadable tokens become
 * KIND_GENERIC. Cost: O(n). */
void syntax_parse(syntax *out, const char *text, const token *tokens,
                  size_t token_count, const map *known, const uint8_t *hints,
                  const uint8_t *skipped);
/* The same without nodes; the parser starts from it. */
void syntax_open(syntax *out, const char *text, const token *tokens,
                 size_t token_count, const map *known, const uint8_t *skipped);
/* Sets the partners of brackets and the ends of those that have none. Cost:
 * O(n). */
void syntax_pair(syntax *s);
void syntax_free(syntax *s);
/* The number of brackets without a partner; those of templates do not count.
 * Cost: O(n). */
uint32_t syntax_lone_brackets(const syntax *s);
/* Is it a list without separators, whose elements directives may be? */
bool syntax_is_plain_list(syntax_kind kind);
/* The word class of a word. */
word_class syntax_class(word w);
/* Index in `tokens` of the node's first token and of its last. */
uint32_t syntax_first_token(const syntax *s, uint32_t node);
uint32_t syntax_last_token(const syntax *s, uint32_t node);

#endif
