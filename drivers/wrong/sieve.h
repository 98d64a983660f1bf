/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builds of a text: by the command, by references, and by the sieve. */
#ifndef WRONG_SIEVE_H
#define WRONG_SIEVE_H

#include "triage/installed.h"
#include "wrong/plan.h"

/* Takes half of the time of the usual one. */
#define SIEVE_LINKER "-fuse-ld=gold"

/* The name of the step that looks at accesses, behind its compiler. */
#define SIEVE_TYPES "types of accesses"

/* That of the step that looks at how main ends. */
#define SIEVE_ENDS "end of main"

/* The exit status of a tool that has found something. */
enum { SIEVE_FOUND = 99 };

/* The command that builds wrong, and what is installed beside it. All lent. */
typedef struct sieve_builds {
  const invocation *command;
  const compiler *compiler;
  const installed_list *installed;
} sieve_builds;

/* Adds the words that build the program with the command, at another level and
 * with more options (NULL: as it is), which win over its own. */
void sieve_command(strings *out, const sieve_builds *with, const char *level,
                   const strings *more);
/* The command as a shell line, as it would be typed to get ./a.out from `file`;
 * caller's. */
char *sieve_line(const invocation *command, const char *file);
/* The words of what is linked as well: an object, a library or where they are (m.o, -lm,
 * -l m, -L dir); 0: it is no such. */
size_t sieve_linked_words(const char *word);
/* The first option that lets a compiler change the results of floating-point arithmetic,
 * so that another result is no bug, or NULL; lent. */
const char *sieve_licence(const invocation *command);
/* Has the program that this compiler builds parts that are not built for MSan, such as
 * the library of C++ or an object, so that what they store counts as uninitialised? */
bool sieve_is_mixed(const sieve_builds *with, const char *program);
/* Adds the words that build it with another compiler, with these options, words
 * as in a shell, and with those of the command that both share. */
void sieve_other(strings *out, const sieve_builds *with, const char *program,
                 const char *options);
/* Does main return 0 where it ends without a return, as C99 says? */
bool sieve_ends_main(compiler_family family);
/* The newest compiler of a family for the target of the command, or NULL;
 * lent. */
const char *sieve_newest(const sieve_builds *with, compiler_family family);
/* Adds the steps of the sieve for which there are compilers. */
void sieve_add(plan *to, const sieve_builds *with, bool full);
/* Adds those in place of others that the plan has not. */
void sieve_add_spare(plan *to, const sieve_builds *with);
/* Adds those that say what they have found, for people. */
void sieve_add_speaking(plan *to, const sieve_builds *with);
/* Adds the arguments with which the front end refuses what it has warnings for. */
void sieve_foreseen(strings *out);
/* Adds lines on what it lacks with a compiler or valgrind. */
void sieve_lacks(strings *out, const sieve_builds *with);

#endif
