/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries on the language table (languages.def). */
#ifndef COMPILER_LANGUAGES_H
#define COMPILER_LANGUAGES_H

#include "base/text.h"

typedef enum language {
  LANGUAGE_UNKNOWN,
#define LANGUAGE(id, title) LANGUAGE_##id,
#include "compiler/languages.def"
} language;

/* What a suffix says about a file. */
typedef enum suffix_kind {
  SUFFIX_UNKNOWN,
  SUFFIX_SOURCE,
  SUFFIX_WATCHED, /* a source, also for `watch` */
  SUFFIX_HEADER,
  SUFFIX_SCRIPT,
} suffix_kind;

/* The display name, such as "C++"; NULL if unknown. Static. */
const char *language_title(language self);
/* Its name for -x, such as "c++"; NULL if unknown. Static. */
const char *language_name(language self);
/* The language with this name ("c++"), or of a file by its suffix. */
language language_named(const char *name);
language language_of_file(const char *file);
/* The language that `said` names (NULL: none), or else of the file. */
language language_of(const char *said, const char *file);
suffix_kind language_suffix(const char *file);
/* Is the file, by its suffix, compiler input? */
bool language_is_source(const char *file);
/* The language that it extends: LANGUAGE_C or LANGUAGE_CXX, themselves included;
 * LANGUAGE_UNKNOWN: neither. */
language language_base(language self);
/* Is a file's name, without its suffix, the name of a module? */
bool language_names_modules(language self);
/* Do words end its blocks, and semicolons its statements, wherever its lines
 * end? */
bool language_has_word_blocks(language self);
/* Names of languages in order; NULL past the last. */
const char *language_name_at(size_t index);

/* The language name in force for the word at `index`: the value of the last -x
 * (or --language) before it, or C++ if a compiler of C++ reads a file of C. NULL:
 * the suffix determines it. Borrowed from the words, or static. */
const char *language_said(const strings *command, size_t index);

/* A compiler that gives a second opinion. */
typedef struct language_judge {
  const char *program;
  const char *options; /* for checking only, or for compiling; as in a shell */
  bool only_checks;
  bool only_parses; /* and what a text means is not checked */
  bool reads_alike; /* as a compiler of the same version does */
} language_judge;

/* The judges of a language, in order; NULL past the last. */
const language_judge *language_judge_at(language self, size_t index);
/* The option before a folder in which more lies that a file of the language reads,
 * for a compiler family; NULL: none is known. */
const char *language_beside(language self, const char *family);
/* The options with which a compiler family only checks; NULL: none. */
const char *language_check_options(const char *family);

#endif
