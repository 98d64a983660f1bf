/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler command as data: which word is the file, which choose what is
 * done, which say where output goes. */
#ifndef COMPILER_INVOCATION_H
#define COMPILER_INVOCATION_H

#include "base/text.h"
#include "reduce/status.h"

/* What a word of the command is for. */
typedef enum word_role {
  WORD_OPTION, /* kept as it is */
  WORD_FILE,   /* the file to reduce */
  WORD_MODE,   /* -c, -S, -E, -fsyntax-only */
  WORD_OUTPUT, /* where the output goes: the value of -o */
  WORD_LEVEL,  /* -O... */
} word_role;

typedef struct invocation {
  strings words;       /* the command; paths absolute, outputs private */
  word_role *roles;    /* one for each word */
  size_t file;         /* index of the file in words */
  bool raw;            /* cc1 and the like: no driver, no -c to add */
  char *name;          /* the file's name in the folder of a test */
  char *directory;     /* the folder of the file, absolute */
  char *file_given;    /* as invocation_parse got it */
  char *cwd;           /* and that folder */
  strings shown;       /* the command as the user would type it */
  size_t shown_file;   /* index of the file in shown */
  strings environment; /* what has to be set for it, NAME=VALUE or NAME */
  char
      *changed_directory; /* what shown starts from; NULL: the current folder */
} invocation;

/* Reads a command. `words` is the compiler and its arguments; `file` is
 * replaced where it stands, else appended; relative paths are those of `cwd`.
 * RD_ERR_IO: an @file cannot be read. RD_ERR_INVALID: there is no command, or
 * quotes of an @file are not closed. */
rd_status invocation_parse(invocation *out, const char *const *words,
                           const char *file, const char *cwd, rd_error *err);
void invocation_dispose(invocation *self);

/* Adds the words with those of @files in their place, paths being those of
 * `cwd`. RD_ERR_IO, RD_ERR_NOTFOUND: one cannot be read; RD_ERR_INVALID: they
 * name each other, or a quote is not closed. */
rd_status invocation_expand(strings *out, const char *const *words,
                            const char *cwd, rd_error *err);
/* Is the word an option whose value is the next one? */
bool invocation_takes_value(const char *word);
/* How many words, one or two, an option takes up that compilers of another
 * family have too, those on which the crash is tried or those that judge texts;
 * 0: they do not. */
enum { SHARED_TRIAL = 1, SHARED_JUDGE = 2 };
size_t invocation_shared_words(const char *word, unsigned with);
/* Does the command run a compiler proper, not its driver? */
bool invocation_is_raw(const strings *words);
/* Is the file by its name a program that is run, not compiled? To its
 * interpreter -c means something else, if anything, and no compiler of C can
 * judge it. */
bool invocation_is_script(const char *file);
/* The same command with other words, which are as the user would type them.
 * Its environment and folder are taken over. */
rd_status invocation_parse_like(invocation *out, const invocation *self,
                                const char *const *words, rd_error *err);

/* What an option is for. */
word_role invocation_word_role(const char *word);

/* What to run instead of the command itself. All may be NULL. */
typedef struct invocation_use {
  const char *mode;     /* -E, -fsyntax-only ...: replaces the mode */
  const char *output;   /* where to: replaces the output, or is added */
  const char *level;    /* -O0: replaces the level of optimization */
  const strings *extra; /* put right after the compiler */
  const char *file;     /* the file; NULL: self->name */
} invocation_use;

/* Adds the words of a command to run. */
void invocation_build(strings *out, const invocation *self,
                      const invocation_use *use);
/* Adds the arguments that a front end should know: without the compiler, the
 * file, the mode and outputs. */
void invocation_arguments(strings *out, const invocation *self);
/* The user's command with `file` in its place and `extra` (NULL: nothing) right
 * after the compiler, as a line for a shell; caller's. */
char *invocation_line(const invocation *self, const char *file,
                      const strings *extra);
/* The same with what has to be set and where it has to run, to be typed in the
 * current folder, which `file` starts from; caller's. */
char *invocation_typed(const invocation *self, const char *file,
                       const strings *extra);

#endif
