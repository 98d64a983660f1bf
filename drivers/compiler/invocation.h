/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A parsed compiler command: the role of each word, such as input file, mode or
 * output. */
#ifndef COMPILER_INVOCATION_H
#define COMPILER_INVOCATION_H

#include "base/text.h"
#include "reduce/status.h"

/* The role of a word. */
typedef enum word_role {
  WORD_OPTION, /* kept unchanged */
  WORD_FILE,   /* the file to reduce */
  WORD_MODE,   /* -c, -S, -E, -fsyntax-only */
  WORD_OUTPUT, /* where the output goes: the value of -o */
  WORD_LEVEL,  /* -O... */
} word_role;

typedef struct invocation {
  strings words;       /* the command; paths absolute, outputs private */
  word_role *roles;    /* one per word */
  size_t file;         /* index of the file in words */
  bool raw;            /* runs cc1 or similar, not a driver: do not add -c */
  bool foreign;        /* runs a program that is not known: add nothing */
  char *name;          /* the file's name in a test folder */
  char *directory;     /* the file's folder, absolute */
  char *file_given;    /* as passed to invocation_parse */
  char *cwd;           /* as passed to invocation_parse */
  strings shown;       /* the command as the user would type it */
  size_t shown_file;   /* index of the file in shown */
  strings environment; /* variables to set (NAME=VALUE) or unset (NAME) */
  char *changed_directory; /* folder in which `shown` starts; NULL: the current
                             folder */
  strings files;           /* as passed to invocation_localize */
  bool added_mode;         /* the user gave no mode: words[1] is our -c */
  bool added_file;         /* the user's command does not name the file */
} invocation;

/* Parses a command. `words` is the compiler and its arguments. `file` replaces
 * its occurrence in `words`, `{}` or `-`, or is appended. Relative paths are relative to
 * `cwd`. RD_ERR_IO: an @file cannot be read. RD_ERR_INVALID: the command is
 * empty, or an @file has an unclosed quote. */
rd_status invocation_parse(invocation *out, const char *const *words,
                           const char *file, const char *cwd, rd_error *err);
void invocation_dispose(invocation *self);
/* The program turned out to be a compiler like GCC: adds -c, unless there is a
 * mode. */
void invocation_adopt(invocation *self);
/* Makes the command read these files, named relative to `cwd`, in the folder of
 * a test. A folder that has one of them is searched in that folder first. */
void invocation_localize(invocation *self, const strings *files);
/* Does an option of the command search the folder? An absolute path. */
bool invocation_searches(const invocation *self, const char *folder);

/* Adds the words, with each @file replaced by its contents. Paths are relative
 * to `cwd`. RD_ERR_IO, RD_ERR_NOTFOUND: an @file cannot be read;
 * RD_ERR_INVALID: @files include each other, or a quote is not closed. */
rd_status invocation_expand(strings *out, const char *const *words,
                            const char *cwd, rd_error *err);
/* Does the option take the next word as its value? */
bool invocation_takes_value(const char *word);
/* Does it, or is it an option of which that is not known? */
bool invocation_may_take_value(const char *word);
/* The number of words, one or two, of an option that other compiler families
 * share: those that the crash is tried on, those that judge texts, or both; 0:
 * not shared. */
enum { SHARED_TRIAL = 1, SHARED_JUDGE = 2 };
size_t invocation_shared_words(const char *word, unsigned with);
/* The last name of the path, as a word of a command and without quotation marks,
 * which compilers escape in some messages only. Owned by the caller. */
char *invocation_file_name(const char *path);
/* Does the file name identify a script? An interpreter gives -c another meaning
 * or rejects it, and no C compiler can judge a script. */
bool invocation_is_script(const char *file);
/* Parses other words, given as the user would type them, with the environment
 * and folder of `self`. */
rd_status invocation_parse_like(invocation *out, const invocation *self,
                                const char *const *words, rd_error *err);

/* The role of an option. */
word_role invocation_word_role(const char *word);

/* Changes to the command before it runs. All members may be NULL. */
typedef struct invocation_use {
  const char *mode;     /* -E, -fsyntax-only ...: replaces the mode; words as
                           in a shell */
  const char *output;   /* replaces the output, or is added */
  const char *level;    /* replaces the optimization level, e.g. -O0 */
  const strings *extra; /* inserted right after the compiler */
  const char *file;     /* the input file; NULL: self->name */
} invocation_use;

/* Inserts options right after the compiler; returns the first one's index. */
size_t invocation_insert(invocation *self, const strings *options);
/* Adds the words of the resulting command. */
void invocation_build(strings *out, const invocation *self,
                      const invocation_use *use);
/* Adds the arguments for a front end: all except the compiler, the file, the
 * mode and outputs. */
void invocation_arguments(strings *out, const invocation *self);
/* Adds the words of the user's command, with `file` in place of the input. */
void invocation_shown(strings *out, const invocation *self, const char *file);
/* The user's command as a shell line, with `file` in place of the input and
 * `extra` (NULL: nothing) right after the compiler. Owned by the caller. */
char *invocation_line(const invocation *self, const char *file,
                      const strings *extra);
/* The same with its environment and folder, to be typed in the current folder;
 * a relative `file` is relative to the current folder. Owned by the caller. */
char *invocation_typed(const invocation *self, const char *file,
                       const strings *extra);

#endif
