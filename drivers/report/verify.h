/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the test that a report offers, as the compiler's testsuite would. */
#ifndef REPORT_VERIFY_H
#define REPORT_VERIFY_H

#include "report/report.h"

/* Sets `errors` and `test_run`: does the test fail with the crashing compiler and
 * pass with an installed one without the crash? Uses the matrix. RD_ERR_STOPPED,
 * or a failure of the runner. Cost: a few runs. */
rd_status report_verify_test(report *out, const crash_case *given,
                             rd_error *err);

#endif
