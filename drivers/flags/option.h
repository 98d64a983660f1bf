/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command as a list of options, each with its value, and as a text for
 * libreduce. */
#ifndef FLAGS_OPTION_H
#define FLAGS_OPTION_H

#include "compiler/invocation.h"
#include "reduce/tree.h"

typedef enum flag_kind {
  FLAG_OPTION, /* may be left out */
  FLAG_FIXED,  /* the compiler, the mode, the output */
  FLAG_FILE,   /* the file */
} flag_kind;

/* An option with its value. */
typedef struct flag {
  flag_kind kind;
  strings words; /* as a user types them; at least one */
} flag;

typedef struct flag_list {
  flag *data;
  size_t size;
} flag_list;

/* Adds the words of a command as options. Owner: flag_list_dispose. */
void flag_list_read(flag_list *out, const invocation *command);
void flag_list_dispose(flag_list *self);
/* Adds an option; the words move. */
void flag_list_add(flag_list *self, flag_kind kind, strings words);
/* Adds the words of all options and of the file. */
void flag_list_words(strings *out, const flag_list *self);
/* The words as a line for a shell; caller's. */
char *flag_line(const flag *self);
bool flag_is(const flag *self, const flag *other);
/* How many may be left out. */
size_t flag_list_count(const flag_list *self);
/* The level of optimization that counts, such as "-O2", or NULL; lent. */
const char *flag_list_level(const flag_list *self);

/* ---- simpler forms ---- */

/* Levels of optimization from the lowest: 0 is -O0, 1 -O1; UINT_MAX: it is no
 * level that we know. */
unsigned flag_level_rank(const char *word);
/* The levels below one, the lowest first, -O0 left out; NULL past the last.
 * Lent forever. */
const char *flag_level_below(const char *word, unsigned index);
/* Adds what may stand instead of an option of one word, the simplest first.
 * `native`: what -march=native stands for here, or NULL. */
void flag_alternatives(strings *out, const char *word, const char *native);
/* Where a list of the option's values begins in the word, such as the "a" of
 * -fsanitize=a,b; 0: it is none. */
size_t flag_list_at(const flag *self);

/* ---- for libreduce ---- */

/* The options as a text; caller's. */
char *flag_list_encode(const flag_list *self, size_t *size_out);
/* Reads such a text, or what libreduce has left of one. */
void flag_list_decode(flag_list *out, const char *text, size_t size);
/* rd_parser.parse for such texts. The payload is `native` of
 * flag_alternatives. */
rd_status flag_list_parse(rd_tree **out, void *payload, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err);

#endif
