/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the program knows of languages (languages.def). */
#ifndef COMPILER_LANGUAGES_H
#define COMPILER_LANGUAGES_H

#include "base/text.h"

typedef enum language {
  LANGUAGE_UNKNOWN,
#define LANGUAGE(id, title) LANGUAGE_##id,
#include "compiler/languages.def"
} language;

/* What a suffix says of a file. */
typedef enum suffix_kind {
  SUFFIX_UNKNOWN,
  SUFFIX_SOURCE,
  SUFFIX_WATCHED, /* a source, also for `watch` */
  SUFFIX_HEADER,
  SUFFIX_SCRIPT,
} suffix_kind;

/* As people call it, such as "C++"; NULL if it is unknown. Lent forever. */
const char *language_title(language self);
/* The language of this name ("c++"), or by the suffix of a file. */
language language_named(const char *name);
language language_of_file(const char *file);
suffix_kind language_suffix(const char *file);
/* Does a compiler read the file, by its suffix? */
bool language_is_source(const char *file);
/* Names of languages in order; NULL past the last. */
const char *language_name_at(size_t index);

/* The name of a language that is in force for the word at `index`: that of the
 * last -x (or --language) before it. NULL: by the suffix. Lent with the words.
 */
const char *language_said(const strings *command, size_t index);

/* A second opinion. */
typedef struct language_judge {
  const char *program;
  const char *option; /* with which it only checks, or compiles */
  bool only_checks;
} language_judge;

/* The judges of a language in order; NULL past the last. */
const language_judge *language_judge_at(language self, size_t index);
/* The option with which a family of compilers only checks; NULL: none. */
const char *language_check_option(const char *family);

#endif
