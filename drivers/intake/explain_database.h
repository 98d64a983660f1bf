/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why a compilation database cannot be read. */
#ifndef INTAKE_EXPLAIN_DATABASE_H
#define INTAKE_EXPLAIN_DATABASE_H

#include "reduce/status.h"

/* Says what is wrong with the database, which `shown` names to people, for one
 * that its reader has refused. Always fails: RD_ERR_INVALID. */
rd_status database_explain(const char *path, const char *shown, rd_error *err);

#endif
