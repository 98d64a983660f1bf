/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What GCC writes with -freport-bug. */
#ifndef INTAKE_GCC_REPORT_H
#define INTAKE_GCC_REPORT_H

#include "intake/intake.h"

/* Does the text begin as those files do? */
bool gcc_report_is(const char *text);
/* Adds the compilations that the file stands for: by the driver of that version,
 * and by the compiler proper as it was run. `program` replaces the driver (NULL:
 * it is looked for). RD_ERR_NOTFOUND: no compiler of it is there;
 * RD_ERR_INVALID: the file is damaged. */
rd_status gcc_report_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

#endif
