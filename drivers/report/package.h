/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Debian package of a compiler. */
#ifndef REPORT_PACKAGE_H
#define REPORT_PACKAGE_H

#include "report/report.h"

/* Sets the package of a program, if this is Debian and a package has it.
 * RD_ERR_STOPPED, or a failure of the runner. Cost: two runs of dpkg-query. */
rd_status report_find_package(report *out, runner *run, const char *program,
                              rd_error *err);

#endif
