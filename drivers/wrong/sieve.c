/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The commands of a plan.
 *
 * The command may be typed as it compiles (`gcc-12 -O3 -c`): its mode and output
 * are replaced, so that it links a program in the folder of the test. Another
 * compiler gets what families share, and the libraries. The newest of a family
 * is taken for the sieve: it finds most.
 */
#include "wrong/sieve.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"

void sieve_command(strings *out, const sieve_builds *with, const char *level,
                   const strings *more)
{
  invocation_use use = { .mode = "",
                         .output = PLAN_PROGRAM,
                         .level = level,
                         .extra = &with->compiler->extra };
  invocation_build(out, with->command, &use);
  if (more)
    strings_add_all(out, more);
}

char *sieve_line(const invocation *command, const char *file)
{
  strings words = { 0 };
  invocation_use use = { .mode = "", .output = PLAN_PROGRAM, .file = file };
  invocation_build(&words, command, &use);
  for (size_t i = 1; i < words.size; i++)
    if (!strcmp(words.data[i], PLAN_PROGRAM))
      strings_remove(&words, i - 1, 2);
  char *line = words_join(strings_argv(&words));
  strings_free(&words);
  return line;
}

/* Clang lacks a builtin that is in many tests of GCC. In C++ a function cannot be
 * declared as one of C where it is called. */
static const char builtin_exit[] =
    "-D__builtin_exit(status)="
    "({ void exit(int) __attribute__((noreturn)); exit(status); })";

const char *sieve_licence(const invocation *command)
{
  static const char *const licences[] = {
    "-Ofast",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-fno-honor-nans",
    "-fno-honor-infinities",
    "-fno-signed-zeros",
    "-fapprox-func",
    "-fcx-limited-range",
    "-fsingle-precision-constant",
    "-ffp-model=fast",
    "-ffp-model=aggressive",
  };
  for (size_t i = 1; i < command->words.size; i++)
    for (size_t j = 0; j < sizeof licences / sizeof *licences; j++)
      if (!strcmp(command->words.data[i], licences[j]))
        return licences[j];
  return NULL;
}

/* Is it an object or a library, whose path is absolute in a command? */
static bool is_object(const char *word)
{
  return *word == '/' &&
         (ends_with(word, ".o") || ends_with(word, ".a") ||
          ends_with(word, ".so") || strstr(base_name(word), ".so."));
}

/* Is it a library other than those whose functions MSan knows? */
static bool is_unknown_library(const char *word)
{
  static const char *const known[] = { "-lm", "-lc", "-lpthread", "-lrt",
                                       "-ldl" };
  bool is = starts_with(word, "-l");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    is &= strcmp(word, known[i]) != 0;
  return is;
}

bool sieve_is_mixed(const sieve_builds *with, const char *program)
{
  bool is = strstr(program, "++") != NULL;
  for (size_t i = 1; i < with->command->words.size; i++)
    is |= is_object(with->command->words.data[i]) ||
          is_unknown_library(with->command->words.data[i]);
  return is;
}

size_t sieve_linked_words(const char *word)
{
  bool library = starts_with(word, "-l") || starts_with(word, "-L");
  return library && !word[2] ? 2 : library || is_object(word);
}

void sieve_other(strings *out, const sieve_builds *with, const char *program,
                 const char *options)
{
  const invocation *command = with->command;
  strings libraries = { 0 };
  strings_add(out, program);
  compiler_add_folders(out, with->compiler, compiler_classify(program, ""));
  for (size_t i = 1; i < command->words.size; i++) {
    const char *word = command->words.data[i];
    if (command->roles[i] != WORD_OPTION || !strcmp(word, "-w"))
      continue;
    size_t count = invocation_shared_words(word, SHARED_TRIAL | SHARED_JUDGE);
    size_t parts = sieve_linked_words(word);
    for (size_t j = 0; j < parts && i + j < command->words.size; j++)
      strings_add(&libraries, command->words.data[i + j]);
    for (size_t j = 0; j < count && i + j < command->words.size; j++)
      strings_add(out, command->words.data[i + j]);
    if (!count)
      count = parts ? parts : invocation_takes_value(word) ? 2 : 1;
    i += count - 1;
  }
  (void)words_split(out, options);
  if (strstr(base_name(program), "clang") && !strstr(program, "++"))
    strings_add(out, builtin_exit);
  char *gold = path_program("ld.gold");
  if (gold)
    strings_add(out, SIEVE_LINKER);
  free(gold);
  strings_add(out, command->name);
  strings_add(out, "-o");
  strings_add(out, PLAN_PROGRAM);
  strings_add_all(out, &libraries);
  strings_free(&libraries);
}

/* The target of the command's compiler; that of the one with the shortest name
 * if it is not among those that are installed. */
static const char *own_target(const sieve_builds *with)
{
  for (size_t i = 0; i < with->installed->size; i++) {
    const installed *at = &with->installed->data[i];
    if (at->family == with->compiler->family &&
        strstr(with->compiler->version, at->line))
      return at->target;
  }
  return with->installed->size ? with->installed->data[0].target : "";
}

const char *sieve_newest(const sieve_builds *with, compiler_family family)
{
  const char *target = own_target(with);
  const installed *best = NULL;
  for (size_t i = 0; i < with->installed->size; i++) {
    const installed *at = &with->installed->data[i];
    if (at->family == family && target_fits(at->target, target) &&
        (!best || version_compare(best->version, at->version) < 0))
      best = at;
  }
  return best ? best->program : NULL;
}

/* ---- the sieve ---- */

enum { FAST, FULL, LIBRARY, ENDS, SPARE, SPEAKS };
enum { FIRST, SECOND, LAST }; /* SIEVE, INSTEAD, WITHOUT */

static const struct {
  int mode;
  compiler_family family;
  plan_role role;
  int turn;
  const char *name, *options, *environment;
} rows[] = {
#define SIEVE(mode, family, role, name, options, environment)                  \
  { mode, FAMILY_##family, ROLE_##role, FIRST, name, options, environment },
#define INSTEAD(mode, family, role, name, options, environment)                \
  { mode, FAMILY_##family, ROLE_##role, SECOND, name, options, environment },
#define WITHOUT(mode, family, role, name, options, environment)                \
  { mode, FAMILY_##family, ROLE_##role, LAST, name, options, environment },
#include "wrong/sieve.def"
};

static const char *const warnings[] = {
#define WARNING(name) name,
#include "wrong/sieve.def"
};

static bool optimizes(compiler_family family)
{
  return family == FAMILY_GCC || family == FAMILY_CLANG;
}

bool sieve_ends_main(compiler_family family)
{
  return optimizes(family) || family == FAMILY_TCC;
}

/* A level says something only of a compiler that is not the command's, and a simple
 * compiler of another such. */
static bool is_asked(const sieve_builds *with, size_t row, bool full)
{
  compiler_family of = rows[row].family, own = with->compiler->family;
  bool level = rows[row].mode == FULL && starts_with(rows[row].name, "-O");
  bool other = own == FAMILY_GCC ? of == FAMILY_CLANG : of == FAMILY_GCC;
  if (rows[row].mode == ENDS)
    return !sieve_ends_main(own);
  if (!optimizes(of))
    return full && !optimizes(own) && own != of;
  return (rows[row].mode == FULL ? full
          : rows[row].mode == LIBRARY
              ? sieve_is_mixed(with, sieve_newest(with, of))
              : true) &&
         (!level || other);
}

/* The warnings that betray undefined behaviour. */
static void add_warnings(plan_step *to)
{
  for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
    strings_add(&to->warnings, warnings[i]);
}

/* Is it a program that runs the built one, and not variables for it? */
static bool is_program(const char *environment)
{
  return *environment && environment[strcspn(environment, "= ")] != '=';
}

static bool is_there(const char *environment)
{
  strings words = { 0 };
  (void)words_split(&words, environment);
  char *path = words.size ? path_program(words.data[0]) : NULL;
  bool there = path != NULL;
  free(path);
  strings_free(&words);
  return there;
}

static void add_row(plan *to, const sieve_builds *with, size_t row)
{
  const char *program = sieve_newest(with, rows[row].family);
  const char *environment = rows[row].environment;
  if (!program || (is_program(environment) && !is_there(environment)))
    return;
  char *name = mem_format("%s %s", program, rows[row].name);
  plan_step *step = plan_add(to, rows[row].role, name);
  free(name);
  step->instead = rows[row].turn != FIRST;
  step->without = rows[row].turn == LAST;
  sieve_other(&step->build, with, program, rows[row].options);
  (void)words_split(is_program(environment) ? &step->under : &step->environment,
                    environment);
  if (strstr(rows[row].options, "-W"))
    add_warnings(step);
}

void sieve_add(plan *to, const sieve_builds *with, bool full)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].mode < SPARE && sieve_newest(with, rows[i].family) &&
        is_asked(with, i, full))
      add_row(to, with, i);
}

/* Does the step look for uninitialised memory, or for what ASan finds? */
static bool looks_for(const plan_step *step, bool memory)
{
  bool found = memory && step->under.size;
  for (size_t i = 0; i < step->build.size; i++)
    found |= starts_with(step->build.data[i], "-fsanitize=") &&
             strstr(step->build.data[i], memory ? "memory" : "address");
  return found;
}

void sieve_add_spare(plan *to, const sieve_builds *with)
{
  size_t size = to->size;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool found = rows[i].mode != SPARE;
    for (size_t j = 0; j < size && !found; j++)
      found = looks_for(&to->steps[j], is_program(rows[i].environment));
    if (!found)
      add_row(to, with, i);
  }
}

void sieve_add_speaking(plan *to, const sieve_builds *with)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].mode == SPEAKS)
      add_row(to, with, i);
}

void sieve_foreseen(strings *out)
{
#define FORESEEN(name) strings_add(out, "-Werror=" name);
#include "wrong/sieve.def"
}

void sieve_lacks(strings *out, const sieve_builds *with)
{
  bool gcc = sieve_newest(with, FAMILY_GCC), valgrind = is_there("valgrind");
  if (!gcc)
    strings_add(out, "no GCC is installed: its warnings and sanitizers");
  if (!sieve_newest(with, FAMILY_CLANG))
    strings_add(out,
                !gcc || !valgrind
                    ? "no clang is installed: nothing looks for "
                      "uninitialised memory"
                    : "no clang is installed: its warnings and sanitizers; "
                      "valgrind looks for uninitialised memory");
}
