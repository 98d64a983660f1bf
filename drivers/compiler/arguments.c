/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds an option in the table of options. */
#include "compiler/arguments.h"

#include <string.h>

#include "base/text.h"

static const argument arguments[] = {
#define ARGUMENT(spelling, form, action, sharing)                              \
  { spelling, form, action, sharing, FAMILY_OTHER },
#define OF(family, spelling, form, action)                                     \
  { spelling, form, action, OWN, FAMILY_##family },
#include "compiler/arguments.def"
#undef ARGUMENT
};

/* Does the row match the word? *joined_out: the value inside it, or NULL. */
static bool fits(const argument *row, const char *word, const char **joined_out)
{
  *joined_out = NULL;
  if (!strcmp(word, row->spelling))
    return true;
  if (row->form == ALONE || row->form == VALUE ||
      !starts_with(word, row->spelling))
    return false;
  *joined_out = word + strlen(row->spelling);
  /* "--sysroot=x", but not "--sysroots": a long option has "=" before its
   * value. */
  if (row->form == EITHER && starts_with(word, "--"))
    return **joined_out == '=';
  return true;
}

const argument *argument_find_of(compiler_family family, const char *word,
                                 const char **joined_out)
{
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    if (arguments[i].family == family && fits(&arguments[i], word, joined_out))
      return &arguments[i];
  return NULL;
}

const argument *argument_find(const char *word, const char **joined_out)
{
  return argument_find_of(FAMILY_OTHER, word, joined_out);
}

const char *argument_output(const char *word)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  if (!row || (row->action != DROP && row->action != OUTPUT) ||
      row->form == ALONE || row->form == PREFIX)
    return NULL;
  return joined ? joined + (*joined == '=') : word + strlen(word);
}
