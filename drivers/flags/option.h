/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command as a list of options, each with its value, and as a text for
 * libreduce. */
#ifndef FLAGS_OPTION_H
#define FLAGS_OPTION_H

#include "flags/flags.h"

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
/* Adds an option and takes ownership of the words. */
void flag_list_add(flag_list *self, flag_kind kind, strings words);
/* Adds the words of all options and of the file. */
void flag_list_words(strings *out, const flag_list *self);
/* The words as a line for a shell; caller's. */
char *flag_line(const flag *self);
bool flag_is(const flag *self, const flag *other);
/* The number of options that may be left out. */
size_t flag_list_count(const flag_list *self);
/* The level of optimization in effect, such as "-O2", or NULL; lent. */
const char *flag_list_level(const flag_list *self);

/* ---- simpler forms ---- */

/* Ranks levels of optimization from the lowest: 0 is -O0, 1 -O1; UINT_MAX: not
 * a known level. */
unsigned flag_level_rank(const char *word);
/* The levels below one, the lowest first, without -O0; NULL past the last. Lent
 * forever. */
const char *flag_level_below(const char *word, unsigned index);
/* Adds the possible replacements of an option of one word, the simplest first.
 * `native`: the processor that -march=native means here, or NULL. */
void flag_alternatives(strings *out, const char *word, const char *native);
/* The offset in the word at which the option's list of values begins, such as
 * that of "a" in -fsanitize=a,b; 0: no list. */
size_t flag_list_at(const flag *self);

/* ---- for libreduce ---- */

/* The options as a text; caller's. */
char *flag_list_encode(const flag_list *self, size_t *size_out);
/* Reads a text from flag_list_encode, possibly reduced by libreduce. */
void flag_list_decode(flag_list *out, const char *text, size_t size);
/* rd_parser.parse for such texts. The payload is `native` of
 * flag_alternatives. */
rd_status flag_list_parse(rd_tree **out, void *payload, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err);

/* ---- implied.c: options that others imply, as the compiler reports ---- */

/* Adds the options by which level `high` differs from `low`, as listed by GCC:
 * with them, `low` equals `high` except for differences without an option.
 * `flags` are the command's other options. Adds nothing if the compiler does
 * not list them. Cost: two runs without a file. */
rd_status implied_options(strings *out, const flags_request *request,
                          const flag_list *flags, const char *high,
                          const char *low, rd_error *err);
/* The processor that "native" means in the command's -march= or -mcpu=;
 * caller's; NULL: the command has neither, or the compiler does not report it.
 * Cost: a run if the command has one. */
rd_status implied_processor(char **out, const flags_request *request,
                            const flag_list *flags, rd_error *err);

/* ---- question.c: the oracle of flags_reduce ---- */

/* One test waits between submit and wait. */
typedef struct question {
  const flags_request *request;
  const char *known; /* this text has the property; NULL: unknown */
  rd_ticket ticket;
  rd_verdict verdict;
  rd_status status;
  rd_error err;
} question;

/* The interface for rd_reduce; the question is its payload. */
rd_oracle question_oracle(question *self);

#endif
