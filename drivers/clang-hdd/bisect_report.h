/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd bisect --report`: adds the result to an existing report. */
#ifndef CLANG_HDD_BISECT_REPORT_H
#define CLANG_HDD_BISECT_REPORT_H

#include "clang-hdd/exit_code.h"
#include "compiler/runner.h"
#include "report/report.h"

/* Reads the report in a folder. It has to be about this text, as its original
 * or its result. Problems are printed as one line: EXIT_INTAKE if there is no
 * report, or if it is damaged or about another file. Owner: *out is released
 * with report_dispose in any case. */
exit_code bisect_report_open(report *out, const char *folder,
                             const source *text);
/* Adds the result for that text and writes the whole report again; does nothing
 * if neither a commit nor suspects were found. Problems are printed:
 * EXIT_DISK_FULL, EXIT_OUTPUT. */
exit_code bisect_report_add(report *self, const char *folder,
                            const bisection *found, const source *text);

#endif
