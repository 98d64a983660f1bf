/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading the words of a command as options.
 *
 * No list states in general whether a word is an option or the value of
 * another; arguments.def knows the options with separate values where that
 * matters. Beyond it two rules apply that need no table. A bare word that is
 * neither the file nor any other existing file is the value of the word before
 * it (cc1's command lines are full of those: -pic-level 2). Of two wrapped
 * words (-Xclang -target-feature -Xclang +x) a second one that is not an option
 * belongs to the first. If a rule is wrong, two options are tried together that
 * could have been tried separately; nothing worse.
 *
 * An option is always replaced by one that is simpler for the reader of the
 * report: a level that does less, a language nearer to the default, a more
 * common processor.
 */
#include "flags/option.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"

void flag_list_add(flag_list *self, flag_kind kind, strings words)
{
  LIST_PUSH(self->data, self->size, (flag){ kind, words });
}

void flag_list_dispose(flag_list *self)
{
  for (size_t i = 0; i < self->size; i++)
    strings_free(&self->data[i].words);
  free(self->data);
  *self = (flag_list){ 0 };
}

void flag_list_words(strings *out, const flag_list *self)
{
  for (size_t i = 0; i < self->size; i++)
    for (size_t j = 0; j < self->data[i].words.size; j++)
      strings_add(out, self->data[i].words.data[j]);
}

char *flag_line(const flag *self)
{
  return words_join((const char *const *)self->words.data);
}

bool flag_is(const flag *self, const flag *other)
{
  bool same = self->words.size == other->words.size;
  for (size_t i = 0; same && i < self->words.size; i++)
    same = !strcmp(self->words.data[i], other->words.data[i]);
  return same;
}

size_t flag_list_count(const flag_list *self)
{
  size_t count = 0;
  for (size_t i = 0; i < self->size; i++)
    count += self->data[i].kind == FLAG_OPTION;
  return count;
}

const char *flag_list_level(const flag_list *self)
{
  const char *level = NULL;
  for (size_t i = 0; i < self->size; i++) {
    const flag *at = &self->data[i];
    if (at->kind == FLAG_OPTION && at->words.size == 1 &&
        flag_level_rank(at->words.data[0]) != UINT_MAX)
      level = at->words.data[0];
  }
  return level;
}

/* ---- reading ---- */

static bool is_option(const char *word)
{
  return word[0] == '-' && word[1];
}

/* Options whose value is an option of another program. */
static bool is_wrapper(const char *word)
{
  static const char *const names[] = { "-Xclang", "-mllvm", "-Xpreprocessor",
                                       "-Xassembler", "-Xlinker" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(word, names[i]))
      return true;
  return false;
}

/* Does the value belong to the previous wrapped word? */
static bool continues_wrapped(const flag *last, const char *word,
                              const char *value)
{
  return last->kind == FLAG_OPTION && is_wrapper(word) && !is_option(value) &&
         last->words.size > 1 && !strcmp(last->words.data[0], word);
}

/* Is the bare word the value of the word before it? */
static bool is_value(const flag *last, const invocation *command,
                     const char *word)
{
  if (last->kind != FLAG_OPTION || !is_option(last->words.data[0]) ||
      invocation_word_role(last->words.data[0]) != WORD_OPTION)
    return false;
  char *path = path_absolute(command->cwd, word);
  bool value = command->raw || !path_exists(path);
  free(path);
  return value;
}

static void add_option(flag_list *out, const strings *shown, size_t *at,
                       size_t file)
{
  const char *word = shown->data[*at];
  bool value = invocation_takes_value(word);
  word_role role = invocation_word_role(word);
  bool fixed = role == WORD_MODE || role == WORD_OUTPUT ||
               !strcmp(word, "--") || (*at == 1 && !strcmp(word, "-cc1"));
  strings words = { 0 };
  value = value && *at + 1 < shown->size && *at + 1 != file;
  if (value && continues_wrapped(&out->data[out->size - 1], word,
                                 shown->data[*at + 1])) {
    strings_add(&out->data[out->size - 1].words, word);
    strings_add(&out->data[out->size - 1].words, shown->data[++*at]);
    return;
  }
  strings_add(&words, word);
  if (value)
    strings_add(&words, shown->data[++*at]);
  flag_list_add(out, fixed ? FLAG_FIXED : FLAG_OPTION, words);
}

/* Is the word another of the files that are reduced? */
static bool is_reduced(const invocation *command, const char *word)
{
  bool found = false;
  char *path = path_absolute(command->cwd, word);
  for (size_t i = 0; i < command->files.size && !found; i++) {
    char *file = path_absolute(command->cwd, command->files.data[i]);
    found = !strcmp(file, path) &&
            strcmp(command->files.data[i], command->name) != 0;
    free(file);
  }
  free(path);
  return found;
}

void flag_list_read(flag_list *out, const invocation *command)
{
  const strings *shown = &command->shown;
  for (size_t i = 0; i < shown->size; i++) {
    strings words = { 0 };
    const char *word = shown->data[i];
    if (i && i != command->shown_file && is_option(word)) {
      add_option(out, shown, &i, command->shown_file);
      continue;
    }
    bool other = i && i != command->shown_file;
    if (other && is_value(&out->data[out->size - 1], command, word)) {
      strings_add(&out->data[out->size - 1].words, word);
      continue;
    }
    strings_add(&words, word);
    flag_list_add(out,
                  i == 0 || is_reduced(command, word) ? FLAG_FIXED
                  : other                             ? FLAG_OPTION
                                                      : FLAG_FILE,
                  words);
  }
}

/* ---- simpler forms ---- */

/* By effect: -Og does a little more than -O1, and -Os is -O2 without
 * optimizations that increase the size. */
static const char *const levels[] = { "-O0", "-O1", "-Og", "-O2",
                                      "-Os", "-Oz", "-O3", "-Ofast" };

unsigned flag_level_rank(const char *word)
{
  if (!strcmp(word, "-O"))
    return 1;
  for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
    if (!strcmp(word, levels[i]))
      return i;
  bool is_number = starts_with(word, "-O") && strlen(word) > 2 &&
                   strspn(word + 2, "0123456789") == strlen(word + 2);
  return is_number ? sizeof levels / sizeof *levels : UINT_MAX;
}

const char *flag_level_below(const char *word, unsigned index)
{
  unsigned rank = flag_level_rank(word);
  return rank != UINT_MAX && index + 1 < rank ? levels[index + 1] : NULL;
}

/* Dialects from the newest to the oldest, one row for each language. A newer
 * one is nearer to a compiler's default. */
static const char *const dialects[][5] = {
  { "gnu17", "gnu11", "gnu99", "gnu90", NULL },
  { "gnu++20", "gnu++17", "gnu++14", "gnu++11", NULL },
};

/* The last two digits of a dialect's year; 0: not a dialect of the language. */
static unsigned year_of(const char *dialect, bool plus)
{
  const char *at = starts_with(dialect, "gnu") ? dialect + 3 : dialect + 1;
  if (!starts_with(dialect, "gnu") && dialect[0] != 'c')
    return 0;
  if (starts_with(at, "++") != plus)
    return 0;
  at += plus ? 2 : 0;
  unsigned year = (unsigned)strtoul(at, NULL, 10);
  if (!strcmp(at, "9x"))
    year = 99;
  return !year ? 0 : year >= 80 ? 1900 + year : 2000 + year;
}

static void add_dialects(strings *out, const char *dialect)
{
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
    unsigned year = year_of(dialect, i == 1);
    for (size_t j = 0; year && dialects[i][j]; j++)
      if (year_of(dialects[i][j], i == 1) > year)
        strings_take(out, mem_format("-std=%s", dialects[i][j]));
  }
}

static void add_processors(strings *out, const char *word, const char *native)
{
  static const char *const common[] = { "x86-64-v2", "x86-64-v3", "x86-64-v4" };
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    if (starts_with(word, "-march="))
      strings_take(out, mem_format("-march=%s", common[i]));
  if (native)
    strings_take(out, mem_format("%.*s%s", (int)(strchr(word, '=') + 1 - word),
                                 word, native));
}

/* Does the option switch debug information on, as -g3, -ggdb or -gdwarf-5
 * does? */
static bool is_debug(const char *word)
{
  if (!starts_with(word, "-g") || !word[2] || !strcmp(word, "-g0"))
    return false;
  return (word[2] >= '1' && word[2] <= '9') || starts_with(word, "-ggdb") ||
         starts_with(word, "-gdwarf") || starts_with(word, "-gstabs") ||
         starts_with(word, "-gline-");
}

void flag_alternatives(strings *out, const char *word, const char *native)
{
  const char *level;
  for (unsigned i = 0; (level = flag_level_below(word, i)); i++)
    strings_add(out, level);
  if (is_debug(word))
    strings_add(out, "-g");
  else if (starts_with(word, "-std="))
    add_dialects(out, word + strlen("-std="));
  else if (!strcmp(word, "-march=native") || !strcmp(word, "-mcpu=native"))
    add_processors(out, word, native);
}

size_t flag_list_at(const flag *self)
{
  const char *word = self->words.data[0];
  bool names_passes = starts_with(word + strspn(word, "-"), "passes=");
  if (self->words.size != 1 || word[0] != '-' || !word[1] ||
      (!strchr("fmW", word[1]) && !names_passes))
    return 0;
  bool passed_on = word[1] == 'W' && word[2] && word[3] == ',';
  const char *begin = passed_on ? word + 3 : strchr(word, '=');
  return begin && strchr(begin + 1, ',') ? (size_t)(begin + 1 - word) : 0;
}
