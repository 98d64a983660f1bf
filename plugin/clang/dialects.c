/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialects.h"

#include <string.h>

#include "base/text.h"

const rd_language dialect_languages[] = {
#define DIALECT(name, option, words, ...)                                      \
  { name, (const char *const[]){ __VA_ARGS__, NULL } },
#include "dialects.def"
#undef DIALECT
  { 0 },
};

/* In the same order. */
static const dialect dialects[] = {
#define DIALECT(name, option, words, ...) { option, words },
#include "dialects.def"
#undef DIALECT
};

static bool has_suffix(const rd_language *language, const char *file)
{
  const char *const *at = language->suffixes;
  while (*at && !ends_with(file, *at))
    at++;
  return *at != NULL;
}

const dialect *dialect_of(const rd_frontend_options *options)
{
  const rd_language *rows = dialect_languages;
  for (size_t i = 0; options->language && rows[i].name; i++)
    if (!strcmp(rows[i].name, options->language))
      return &dialects[i];
  for (size_t i = 0; options->file_name && rows[i].name; i++)
    if (has_suffix(&rows[i], options->file_name))
      return &dialects[i];
  return &dialects[0];
}
