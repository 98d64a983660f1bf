/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which arguments mean nothing any more once a source is preprocessed. */
#ifndef INTAKE_PREPROCESSING_H
#define INTAKE_PREPROCESSING_H

#include "base/text.h"

/* How far a source went through the preprocessor. */
typedef enum preprocessed {
  INCLUDES_DONE, /* includes are in their place, macros are not expanded */
  MACROS_DONE,   /* both */
} preprocessed;

/* How many words from words[at] on are about includes, dependencies or outputs,
 * or, if macros are done, about macros; 0: the word stays. */
size_t preprocessing_words(const strings *words, size_t at, preprocessed how);

#endif
