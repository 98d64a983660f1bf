/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Arguments without effect on a preprocessed source.
 *
 * Header folders belong to another machine or to a tree that has changed since,
 * and -include would include its file twice. clang omits the same arguments
 * from the command line of a reproducer.
 */
#include "intake/forms.h"

#include <string.h>

typedef enum shape { ALONE, VALUE, EITHER, PREFIX } shape;

static const struct {
  const char *spelling;
  shape shape;
  preprocessed from; /* the first stage at which it has no use */
} rows[] = {
  { "-include-pch", VALUE, INCLUDES_DONE },
  { "-include", VALUE, INCLUDES_DONE },
  { "--include", VALUE, INCLUDES_DONE },
  { "-imacros", VALUE, INCLUDES_DONE },
  { "-isystem", EITHER, INCLUDES_DONE },
  { "-iquote", EITHER, INCLUDES_DONE },
  { "-idirafter", EITHER, INCLUDES_DONE },
  { "-iprefix", VALUE, INCLUDES_DONE },
  { "-iwithprefixbefore", VALUE, INCLUDES_DONE },
  { "-iwithprefix", VALUE, INCLUDES_DONE },
  { "-iframework", EITHER, INCLUDES_DONE },
  { "-isysroot", EITHER, INCLUDES_DONE },
  { "-ivfsoverlay", VALUE, INCLUDES_DONE },
  { "-imultiarch", VALUE, INCLUDES_DONE },
  { "-imultilib", VALUE, INCLUDES_DONE },
  { "-iplugindir=", PREFIX, INCLUDES_DONE },
  { "-nostdinc", PREFIX, INCLUDES_DONE },
  { "-I", EITHER, INCLUDES_DONE },
  { "-MF", EITHER, INCLUDES_DONE },
  { "-MJ", EITHER, INCLUDES_DONE },
  { "-MT", EITHER, INCLUDES_DONE },
  { "-MQ", EITHER, INCLUDES_DONE },
  { "-M", ALONE, INCLUDES_DONE },
  { "-MM", ALONE, INCLUDES_DONE },
  { "-MD", ALONE, INCLUDES_DONE },
  { "-MMD", ALONE, INCLUDES_DONE },
  { "-MG", ALONE, INCLUDES_DONE },
  { "-MP", ALONE, INCLUDES_DONE },
  { "-H", ALONE, INCLUDES_DONE },
  { "-Wp,-M", PREFIX, INCLUDES_DONE },
  { "-fcrash-diagnostics", PREFIX, INCLUDES_DONE },
  { "-gen-reproducer", PREFIX, INCLUDES_DONE },
  { "-save-temps", PREFIX, INCLUDES_DONE },
  { "--save-temps", PREFIX, INCLUDES_DONE },
  { "-serialize-diagnostics", VALUE, INCLUDES_DONE },
  { "--serialize-diagnostics", VALUE, INCLUDES_DONE },
  { "-o", EITHER, INCLUDES_DONE },
  { "-D", EITHER, MACROS_DONE },
  { "-U", EITHER, MACROS_DONE },
  { "-A", EITHER, MACROS_DONE },
  { "-undef", ALONE, MACROS_DONE },
  { "-remap", ALONE, MACROS_DONE },
};

size_t preprocessing_words(const strings *words, size_t at, preprocessed how)
{
  const char *word = words->data[at];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].from > how || !starts_with(word, rows[i].spelling))
      continue;
    bool whole = !word[strlen(rows[i].spelling)];
    if (whole && (rows[i].shape == VALUE || rows[i].shape == EITHER))
      return 2;
    if (whole || rows[i].shape == EITHER || rows[i].shape == PREFIX)
      return 1;
  }
  return 0;
}
