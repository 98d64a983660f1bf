/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd bisect --report`: what is found becomes a part of a report. */
#ifndef CLANG_HDD_BISECT_REPORT_H
#define CLANG_HDD_BISECT_REPORT_H

#include "clang-hdd/exit_code.h"
#include "report/report.h"

/* Reads the report in a folder, which has to be about this text: that which was
 * reduced, or the result. What is wrong is printed as one line: EXIT_INTAKE if
 * there is no report, if it is damaged or another file's. Owner: *out is released
 * with report_dispose in any case. */
exit_code bisect_report_open(report *out, const char *folder, const char *file,
                             const char *text, size_t size);
/* Adds what was found with that text and writes all of the report again; nothing
 * if neither a commit nor suspects were found. What is wrong is printed:
 * EXIT_DISK_FULL, EXIT_OUTPUT. */
exit_code bisect_report_add(report *self, const char *folder,
                            const bisection *found, const char *text,
                            size_t size);

#endif
