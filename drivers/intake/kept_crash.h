/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Crash bundles, which `clang-hdd watch` keeps, as input. */
#ifndef INTAKE_KEPT_CRASH_H
#define INTAKE_KEPT_CRASH_H

#include "intake/intake.h"

/* Is it the folder of a bundle, or a word that can be the id of one and is no
 * file? */
bool kept_crash_is(const char *word);
/* Adds its compilation; `text` is not used. `program` (or NULL) replaces the
 * compiler. RD_ERR_NOTFOUND, RD_ERR_INVALID, RD_ERR_IO. */
rd_status kept_crash_read(intake *out, const char *word, const char *text,
                          const char *program, rd_error *err);

#endif
