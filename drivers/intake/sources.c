/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds what a command compiles: inputs with the suffix of a source, or any
 * after an -x that sets their language. */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/languages.h"
#include "intake/forms.h"

void sources_find(strings *out, const char **missing_out,
                  const strings *command, const char *cwd)
{
  const char *missing = NULL;
  for (size_t i = 1; i < command->size; i++) {
    const char *word = command->data[i];
    if (word[0] == '-') {
      i += invocation_takes_value(word);
      continue;
    }
    if (!language_is_source(word) && !language_said(command, i))
      continue;
    char *path = path_absolute(cwd, word);
    if (!path_exists(path))
      missing = missing ? missing : word;
    else if (!strings_has(out, word))
      strings_add(out, word);
    free(path);
  }
  if (missing_out)
    *missing_out = missing;
}
