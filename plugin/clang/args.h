/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arguments that libclang parses with. */
#ifndef CLANG_ARGS_H
#define CLANG_ARGS_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/map.h"
#include "base/text.h"
#include "dialects.h"
#include "reduce/diagnostics.h"
#include "reduce/frontend.h"

/* Name of the virtual prelude file. It is absolute, since libclang finds a
 * virtual file by a relative name only if it is the main file. */
#define PRELUDE_NAME "/clang-hdd/prelude.h"
/* Number of relaxation steps. */
enum { RELAX_STEPS = 4 };

/* A unit that libclang can parse again, with another text. */
typedef struct kept_unit {
  CXTranslationUnit unit; /* NULL: none */
  unsigned flags;
  uint32_t relax;
  uint64_t head;              /* the key of the head that it has read, or 0 */
  size_t head_size;           /* of that, which is left out of what it parses */
  rd_diagnostics head_errors; /* what was said of that */
} kept_unit;

/* What texts begin with, as a precompiled header. */
typedef struct kept_head {
  uint64_t key; /* hash of its directives, and of the relaxation if it has
                   errors; 0: none */
  bool tried;   /* it was wanted a second time */
  int file;     /* without a name; -1: there is none */
  rd_diagnostics errors;
} kept_head;

struct arguments;
/* What a unit says of its text. */
typedef rd_diagnostics unit_count(const kept_unit *unit,
                                  const struct arguments *args);

enum { KEPT_UNITS = 6, KEPT_HEADS = 6 };

/* A crash in a child. */
typedef struct apart_crash {
  uint64_t question; /* its text, with flags and relaxation; 0: none */
  bool is_fresh;     /* as in apart.h, */
  uint32_t reached;  /* too */
} apart_crash;

/* A process whose children parse texts (nursery.c). */
typedef struct nursery {
  pid_t pid; /* 0: none */
  int socket;
  int text;   /* the file that the child reads */
  int errors; /* the file of its standard error output */
  struct child_left *left;
  unsigned flags; /* it parses with these */
  uint32_t relax;
} nursery;

enum { APART_KEPT = 8, NURSERIES = 4 };

typedef struct arguments {
  ARRAY(const char *) list, strict; /* strict: for RD_STRICT */
  size_t step_end[RELAX_STEPS + 1]; /* list size for each number of steps */
  const dialect *dialect;           /* static */
  char *prelude;
  char *file_name;         /* the main file, possibly with a folder */
  const rd_beside *beside; /* files that stand for those on disk; lent */
  size_t beside_count;
  unit_count *count;             /* of errors */
  kept_unit kept[KEPT_UNITS];    /* the newest first */
  kept_head heads[KEPT_HEADS];   /* the last used first */
  bool crashes;                  /* libclang crashed in a child, */
  unsigned survived;             /* after it had read so many texts in one, */
  unsigned crash_flags;          /* parsing with these flags, */
  uint32_t crash_relax;          /* relaxed so far */
  apart_crash apart[APART_KEPT]; /* a ring */
  unsigned apart_next;
  nursery nurseries[NURSERIES];
  bool is_used;     /* this process itself has parsed a text */
  strings insisted; /* -W... of which the command makes errors */
  strings pool;
} arguments;

/* Chooses the arguments: the compiler's own if libclang knows them, a surrogate
 * for a target that it lacks, and the prelude. */
void arguments_choose(arguments *out, CXIndex index,
                      const rd_frontend_options *options);
void arguments_free(arguments *args);
/* Does the command make an error of the warning with this option (-W...)? */
bool arguments_insist(const arguments *args, const char *option);
/* Is the text read as C++ before C++11? */
bool arguments_are_cxx98(const arguments *args);
/* The text of the prelude for the compiler with these predefined macros (NULL:
 * unknown) and a dialect's words. Owner: the caller, free(). */
char *prelude_new(const char *target_macros, uint32_t words);
/* The text with what libclang can read for GCC's packs of integers, of the same
 * size and lines; NULL: it has none. Owner: caller, free. */
char *packs_replaced(const char *text, size_t size);
/* The value of a predefined macro, or `otherwise`. */
long macro_value(const char *macros, const char *name, long otherwise);
/* The triple of a target with the compiler's type sizes. */
const char *surrogate_target(const char *target_macros);

#endif
