/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lookups in the language table.
 *
 * Front ends determine how a language is parsed; this table holds what is known
 * about its files and compilers. Language names, which are those of the
 * compilers' -x, connect the two. A language missing from the table can still
 * be reduced if a front end reads it: it only has no judge among other
 * compilers.
 *
 * This file depends only on libc, since `watch` uses it.
 */
#include "compiler/languages.h"

static const char *const titles[] = {
  NULL,
#define LANGUAGE(id, title) title,
#include "compiler/languages.def"
};

static const struct {
  language language;
  const char *name;
} names[] = {
#define NAME(id, name) { LANGUAGE_##id, name },
#include "compiler/languages.def"
};

static const struct {
  language language;
  const char *suffix;
  suffix_kind kind;
} suffixes[] = {
#define SUFFIX(id, suffix, kind) { LANGUAGE_##id, suffix, SUFFIX_##kind },
#include "compiler/languages.def"
};

enum { COMPILES, CHECKS, PARSES, READS };

static const struct {
  language language;
  language_judge judge;
} judges[] = {
#define JUDGE(id, program, how, options)                                       \
  { LANGUAGE_##id,                                                             \
    { program, options, how != COMPILES, how == PARSES, how == READS } },
#include "compiler/languages.def"
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *language_title(language self)
{
  return titles[self];
}

const char *language_name(language self)
{
  for (size_t i = 0; i < COUNT(names); i++)
    if (names[i].language == self)
      return names[i].name;
  return NULL;
}

language language_named(const char *name)
{
  for (size_t i = 0; i < COUNT(names); i++)
    if (!strcmp(names[i].name, name))
      return names[i].language;
  return LANGUAGE_UNKNOWN;
}

const char *language_name_at(size_t index)
{
  return index < COUNT(names) ? names[index].name : NULL;
}

/* The row of the file's suffix, or the number of rows. */
static size_t find_suffix(const char *file)
{
  const char *name = base_name(file);
  size_t i = 0;
  while (i < COUNT(suffixes) && !ends_with(name, suffixes[i].suffix))
    i++;
  return i;
}

language language_of_file(const char *file)
{
  size_t row = find_suffix(file);
  return row < COUNT(suffixes) ? suffixes[row].language : LANGUAGE_UNKNOWN;
}

language language_of(const char *said, const char *file)
{
  language named = said ? language_named(said) : LANGUAGE_UNKNOWN;
  return named ? named : language_of_file(file);
}

suffix_kind language_suffix(const char *file)
{
  size_t row = find_suffix(file);
  return row < COUNT(suffixes) ? suffixes[row].kind : SUFFIX_UNKNOWN;
}

bool language_is_source(const char *file)
{
  suffix_kind kind = language_suffix(file);
  return kind == SUFFIX_SOURCE || kind == SUFFIX_WATCHED;
}

language language_base(language self)
{
  static const language bases[] = {
#define BASE(id, base) [LANGUAGE_##id] = LANGUAGE_##base,
#include "compiler/languages.def"
  };
  return self < COUNT(bases) ? bases[self] : LANGUAGE_UNKNOWN;
}

static bool is_one_of(language self, const language *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (list[i] == self)
      return true;
  return false;
}

bool language_names_modules(language self)
{
  static const language with[] = {
#define MODULES(id) LANGUAGE_##id,
#include "compiler/languages.def"
  };
  return is_one_of(self, with, COUNT(with));
}

bool language_has_word_blocks(language self)
{
  static const language with[] = {
#define WORD_BLOCKS(id) LANGUAGE_##id,
#include "compiler/languages.def"
  };
  return is_one_of(self, with, COUNT(with));
}

/* g++ and clang++ take a file whose suffix is one of C for C++. */
static const char *language_implied(const strings *command, size_t index)
{
  bool is_cxx = index > 0 && index < command->size &&
                strstr(base_name(command->data[0]), "++") &&
                language_of_file(command->data[index]) == LANGUAGE_C;
  return is_cxx ? language_name(LANGUAGE_CXX) : NULL;
}

const char *language_said(const strings *command, size_t index)
{
  static const char *const options[] = { "-x", "--language" };
  const char *said = NULL;
  for (size_t i = 1; i < index && i < command->size; i++)
    for (size_t j = 0; j < COUNT(options); j++) {
      const char *word = command->data[i];
      if (!starts_with(word, options[j]))
        continue;
      const char *value = word + strlen(options[j]);
      if (*value)
        said = j ? value + 1 : value;
      else if (i + 1 < index)
        said = command->data[++i];
      break;
    }
  return said && strcmp(said, "none") != 0 ? said
                                           : language_implied(command, index);
}

const language_judge *language_judge_at(language self, size_t index)
{
  for (size_t i = 0; i < COUNT(judges); i++)
    if (judges[i].language == self && !index--)
      return &judges[i].judge;
  return NULL;
}

const char *language_beside(language self, const char *family)
{
  static const struct {
    language language;
    const char *family, *option;
  } rows[] = {
#define BESIDE(id, program, option) { LANGUAGE_##id, program, option },
#include "compiler/languages.def"
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (rows[i].language == self && !strcmp(rows[i].family, family))
      return rows[i].option;
  return NULL;
}

const char *language_check_options(const char *family)
{
  for (size_t i = 0; i < COUNT(judges); i++)
    if (judges[i].judge.only_checks && !judges[i].judge.only_parses &&
        !strcmp(judges[i].judge.program, family))
      return judges[i].judge.options;
  return NULL;
}
