/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Short names for C.
 *
 * Each kind of symbol has its own letters, so that a reader can tell the kind
 * from the name, and a stem with a number for when the letters are used up.
 * Compilers treat library functions such as memcpy specially wherever they are
 * declared, so library names are never assigned or replaced. A table lists
 * them, because the headers that declared them are gone when a text is renamed.
 */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const library[] = {
#include "library.def"
};

static const char *const keywords[] = {
  "asm",    "auto",     "bool",   "break",    "case",     "char",   "const",
  "double", "do",       "else",   "enum",     "extern",   "false",  "float",
  "for",    "goto",     "if",     "inline",   "int",      "long",   "nullptr",
  "return", "register", "signed", "restrict", "short",    "sizeof", "static",
  "struct", "switch",   "true",   "typedef",  "typeof",   "union",  "unsigned",
  "void",   "volatile", "while",  "default",  "continue", NULL
};

static const struct {
  const char *letters, *stem;
} pools[RD_SYMBOL_KINDS] = {
  [RD_SYMBOL_FUNCTION] = { "fgh", "f" },
  [RD_SYMBOL_VARIABLE] = { "abcdeijklmnopqrstuvw", "v" },
  [RD_SYMBOL_PARAMETER] = { "abcdeijklmnopqrstuvw", "v" },
  [RD_SYMBOL_FIELD] = { "xyz", "m" },
  [RD_SYMBOL_TAG] = { "STUVWABCD", "T" },
  [RD_SYMBOL_TYPEDEF] = { "STUVWABCD", "T" },
  [RD_SYMBOL_ENUMERATOR] = { "EFGH", "E" },
  [RD_SYMBOL_LABEL] = { "LMN", "L" },
  [RD_SYMBOL_MACRO] = { "PQR", "P" },
  [RD_SYMBOL_CONCEPT] = { "STUVWABCD", "T" },
  [RD_SYMBOL_TEMPLATE_PARAMETER] = { "TUVW", "T" },
  [RD_SYMBOL_NAMESPACE] = { "MNO", "N" },
  [RD_SYMBOL_RIDER] = { "R", "R" },
  [RD_SYMBOL_NAME] = { "abcdeijklmnopqrstuvw", "v" },
};

static int compare(const void *key, const void *row)
{
  return strcmp(key, *(const char *const *)row);
}

static bool is_library(const char *word)
{
  return bsearch(word, library, sizeof library / sizeof *library,
                 sizeof *library, compare) != NULL;
}

static void name(char out[RD_NAME_SIZE], void *payload, rd_symbol_kind kind,
                 uint32_t index)
{
  const char *letters = pools[kind].letters;
  size_t count = strlen(letters);
  (void)payload;
  if (index < count)
    (void)snprintf(out, RD_NAME_SIZE, "%c", letters[index]);
  else
    (void)snprintf(out, RD_NAME_SIZE, "%s%zu", pools[kind].stem,
                   index - count + 1);
}

static bool is_allowed(void *payload, const char *word)
{
  (void)payload;
  for (const char *const *at = keywords; *at; at++)
    if (!strcmp(*at, word))
      return false;
  return !is_library(word);
}

/* C17 7.1.3: an underscore followed by an underscore or a capital letter. */
static bool is_reserved(const char *word)
{
  return word[0] == '_' &&
         (word[1] == '_' || (word[1] >= 'A' && word[1] <= 'Z'));
}

static bool stays(void *payload, rd_symbol_kind kind, const char *word)
{
  (void)payload;
  return kind == RD_SYMBOL_MACRO || is_reserved(word) ||
         (kind == RD_SYMBOL_FUNCTION && is_library(word));
}

const rd_naming names_of_c = { .name = name,
                               .is_allowed = is_allowed,
                               .stays = stays };
