/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the compiler after its launchers.
 *
 * Build systems put programs before the compiler: caches of results, which
 * never contain a crash; distributors, which would run it on another machine;
 * env, nice, time and timeout; libtool. A test must run the compiler itself, many
 * times, so all launchers are removed, in any order, and the settings of env are
 * kept.
 * launchers.def describes where the words of each launcher end.
 *
 * Caches also appear in disguise, as links with a compiler's name early in
 * PATH. The compiler is then the next program of that name in PATH that is not
 * a cache, which is how the caches find it themselves.
 */
#include "compiler/launchers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/programs.h"
#include "compiler/words.h"

typedef enum kind {
  PLAIN,
  OPERAND,
  NUMBER,
  CACHE,
  ENV,
  IMPLICIT,
  WATCH,
  LIBTOOL
} kind;

typedef struct launcher {
  const char *name;
  kind kind;
  const char *letters; /* options whose value may be the next word */
  const char *names;   /* their long forms, in that order */
} launcher;

static const launcher launchers[] = {
#define LAUNCHER(name, kind, letters, names) { name, kind, letters, names },
#include "compiler/launchers.def"
#undef LAUNCHER
};

static const launcher *find_launcher(const char *word)
{
  const char *name = base_name(word);
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
    if (!strcmp(name, launchers[i].name))
      return &launchers[i];
  return NULL;
}

static bool is_cache(const char *word)
{
  const launcher *found = find_launcher(word);
  return found && (found->kind == CACHE || found->kind == IMPLICIT);
}

bool is_assignment(const char *word)
{
  if (!isalpha((unsigned char)*word) && *word != '_')
    return false;
  while (isalnum((unsigned char)*word) || *word == '_')
    word++;
  return *word == '=';
}

static bool is_option(const char *word)
{
  return word[0] == '-' && word[1];
}

/* An option in front of the command. */
typedef struct option {
  char letter;       /* 0: it has no value that the table knows */
  const char *value; /* NULL: it is the next word */
} option;

/* A long option, which may be shortened. */
static option read_long_option(const launcher *it, const char *word)
{
  size_t size = strcspn(word, "=");
  const char *name = it->names;
  for (size_t i = 0; size && *name; i++) {
    if (!strncmp(name, word, size))
      return (option){ it->letters[i], word[size] ? word + size + 1 : NULL };
    name += strcspn(name, " ");
    name += *name == ' ';
  }
  return (option){ 0 };
}

static option read_option(const launcher *it, const char *word)
{
  if (word[1] == '-')
    return read_long_option(it, word + 2);
  /* Letters without a value may come before the one that has one. */
  const char *at = word + 1 + strcspn(word + 1, it->letters);
  return (option){ *at, *at && at[1] ? at + 1 : NULL };
}

/* Puts the words of a line that env would split behind its option; false if a
 * quote is not closed. */
static bool split_behind(strings *words, size_t at, size_t count,
                         const char *line)
{
  strings parts = { 0 };
  if (!words_split(&parts, line))
    return false;
  strings_remove(words, at + 1, count - 1);
  for (size_t i = 0; i < parts.size; i++)
    strings_insert(words, at + 1 + i, parts.data[i]);
  strings_free(&parts);
  return true;
}

/* How many words the option at words[at] occupies. */
static size_t take_option(launched *out, const launcher *it, strings *words,
                          size_t at)
{
  option found = read_option(it, words->data[at]);
  size_t count = found.letter && !found.value ? 2 : 1;
  const char *value = found.value;
  if (count == 2)
    value = at + 1 < words->size ? words->data[at + 1] : "";
  if (it->kind != ENV)
    return count;
  if (found.letter == 'u')
    strings_add(&out->environment, value);
  else if (found.letter == 'C')
    string_replace(&out->directory, mem_copy(value));
  else if (found.letter == 'S' && split_behind(words, at, count, value))
    return 1;
  return count;
}

/* How many words from `at` belong to the launcher before them. */
static size_t own_words(launched *out, const launcher *it, strings *words,
                        size_t at)
{
  const char *word = words->data[at];
  if (it->kind == ENV && is_assignment(word)) {
    strings_add(&out->environment, word);
    return 1;
  }
  if (it->kind == ENV && !strcmp(word, "-"))
    return 1;
  if (it->kind == CACHE && is_assignment(word))
    return 1; /* ccache settings have this form */
  if (!is_option(word))
    return 0;
  if (it->kind == IMPLICIT && word[1] != 'j' && word[1] != '-')
    return 0;
  return take_option(out, it, words, at);
}

/* distcc and similar programs run cc when only options follow. */
static bool names_no_compiler(const launcher *it, const strings *words,
                              size_t at)
{
  return it->kind == IMPLICIT && at < words->size && is_option(words->data[at]);
}

/* `clang-hdd watch [option...] [--]` */
static size_t watch_words(const strings *words)
{
  size_t at = 2;
  if (words->size < 2 || strcmp(words->data[1], "watch") != 0)
    return 0;
  while (at < words->size && is_option(words->data[at]) &&
         strcmp(words->data[at], "--") != 0)
    at++;
  return at < words->size && !strcmp(words->data[at], "--") ? at + 1 : at;
}

/* A shell that runs libtool's script. */
static bool is_shell_for_libtool(const strings *words)
{
  static const char *const shells[] = { "sh", "bash", "dash" };
  const launcher *next = words->size > 2 ? find_launcher(words->data[1]) : NULL;
  for (size_t i = 0; next && i < sizeof shells / sizeof *shells; i++)
    if (!strcmp(base_name(words->data[0]), shells[i]))
      return next->kind == LIBTOOL;
  return false;
}

/* Words that libtool would not pass on. */
static void drop_libtool_words(strings *words)
{
  static const char *const own[] = { "-prefer-pic", "-prefer-non-pic",
                                     "-no-suppress" };
  for (size_t i = 0; i < words->size;) {
    bool is_own = false;
    for (size_t j = 0; j < sizeof own / sizeof *own; j++)
      is_own |= !strcmp(words->data[i], own[j]);
    if (is_own)
      strings_remove(words, i, 1);
    else
      i++;
  }
}

/* Does the word name the program that its last part alone would name? */
static bool is_found_by_name(const char *word)
{
  char *found = strchr(word, '/') ? path_program(base_name(word)) : NULL;
  bool same = !strchr(word, '/') || (found && path_same(found, word));
  free(found);
  return same;
}

/* Is it a command that a launcher runs, as far as its first word tells? */
static bool is_command(const char *word)
{
  char *program = path_program(word);
  bool is_it = program || find_launcher(word) || is_assignment(word) ||
               compiler_name_drives(word) ||
               compiler_classify(word, "") != FAMILY_OTHER;
  free(program);
  return is_it;
}

/* Removes the first launcher; false if there is none or nothing follows it. */
static bool strip_one(strings *words, launched *out)
{
  if (words->size > 1 && is_assignment(words->data[0])) {
    strings_add(&out->environment, words->data[0]);
    strings_remove(words, 0, 1);
    return true;
  }
  if (is_shell_for_libtool(words)) {
    strings_remove(words, 0, 1);
    return true;
  }
  const launcher *it = words->size > 1 ? find_launcher(words->data[0]) : NULL;
  size_t at = 1;
  if (it && it->kind == WATCH) {
    at = watch_words(words);
  } else if (it) {
    size_t more;
    while (at < words->size && (more = own_words(out, it, words, at)) > 0)
      at += more;
    if (it->kind == OPERAND || (it->kind == NUMBER && at < words->size &&
                                isdigit((unsigned char)*words->data[at])))
      at++;
  }
  if (!it || !at || at >= words->size)
    return false;
  if (!is_found_by_name(words->data[0]) && !is_command(words->data[at]))
    return false; /* a compiler of that name */
  bool adds_compiler = names_no_compiler(it, words, at);
  strings_remove(words, 0, at);
  if (adds_compiler)
    strings_insert(words, 0, "cc");
  if (it->kind == LIBTOOL)
    drop_libtool_words(words);
  return true;
}

/* ---- disguises ---- */

bool launchers_hide(const char *path)
{
  char *real = realpath(path, NULL);
  bool found = real && is_cache(real);
  free(real);
  return found;
}

/* The first program with that name in PATH that is not a cache, or NULL; owned
 * by the caller. */
static char *find_real_compiler(const char *name)
{
  const char *path = getenv("PATH");
  while (path && *path) {
    size_t size = strcspn(path, ":");
    char *file = mem_format("%.*s/%s", (int)size, path, name);
    if (size && !access(file, X_OK) && !launchers_hide(file))
      return file;
    free(file);
    path += size + (path[size] == ':');
  }
  return NULL;
}

static void unmask(strings *words)
{
  char *path = is_cache(words->data[0]) ? NULL : path_program(words->data[0]);
  char *real = NULL;
  if (path && launchers_hide(path))
    real = find_real_compiler(base_name(words->data[0]));
  if (real)
    string_replace(&words->data[0], real);
  free(path);
}

/* ---- the whole ---- */

void launchers_strip(strings *words, launched *out)
{
  launched ignored = { 0 };
  while (strip_one(words, out ? out : &ignored))
    ;
  if (words->size)
    unmask(words);
  launched_dispose(&ignored);
}

void launched_dispose(launched *self)
{
  strings_free(&self->environment);
  free(self->directory);
  *self = (launched){ 0 };
}
