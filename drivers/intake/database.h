/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* compile_commands.json. */
#ifndef INTAKE_DATABASE_H
#define INTAKE_DATABASE_H

#include "intake/intake.h"

/* Adds the commands that the database in request->database has for the file, in
 * its order. RD_ERR_NOTFOUND: there is no database; RD_ERR_INVALID: it is
 * damaged, has no command for the file, or one whose folder is gone;
 * RD_ERR_UNSUPPORTED: no file was named. */
rd_status database_find(intake *out, const intake_request *request,
                        rd_error *err);

#endif
