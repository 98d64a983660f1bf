/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands as people have them: with launchers, @files, pasted from a log. */
#ifndef INTAKE_TYPED_H
#define INTAKE_TYPED_H

#include "intake/intake.h"

/* Fills command, environment and directory from the words. A shell line, as the
 * only word or behind `sh -c`, is taken apart. The directory stays NULL where it
 * is `cwd`. RD_ERR_UNSUPPORTED: it needs a shell; RD_ERR_INVALID: nothing that
 * could be run; RD_ERR_IO, RD_ERR_NOTFOUND: an @file cannot be read. */
rd_status typed_read(compilation *out, const strings *words, const char *cwd,
                     rd_error *err);
/* The sources of a command, in its order: words that name existing files of a
 * language that compilers read. Adds copies of the words. */
void typed_sources(strings *out, const strings *command, const char *cwd);
/* As intake_find, for the request's file, if any, and its command. */
rd_status typed_find(intake *out, const intake_request *request, rd_error *err);

#endif
