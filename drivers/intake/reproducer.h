/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clang's crash reproducers: a script and a source beside it. */
#ifndef INTAKE_REPRODUCER_H
#define INTAKE_REPRODUCER_H

#include "intake/intake.h"

/* Does the text begin as those scripts do? */
bool reproducer_is(const char *text);
/* Adds the compilations that the script stands for: by the driver, as its user
 * ran it, and by the process that crashed. `program` replaces the compiler
 * (NULL: that of the script). RD_ERR_NOTFOUND: the source or the compiler is not
 * there; RD_ERR_INVALID: the script is damaged. */
rd_status reproducer_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

#endif
