/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files and path names. */
#ifndef BASE_FILES_H
#define BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "reduce/status.h"

/* Reads a whole file. Owner: *out is the caller's, NUL-terminated.
 * RD_ERR_NOTFOUND: there is none; RD_ERR_INVALID: it is a directory; else
 * RD_ERR_IO. */
rd_status file_read(char **out, size_t *size_out, const char *path,
                    rd_error *err);
/* Writes a file, replacing what is there. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status file_write(const char *path, const char *bytes, size_t size,
                     rd_error *err);
/* The same for a file that must not be there yet, nor a link of that name: for
 * folders in which others may write. */
rd_status file_create(const char *path, const char *bytes, size_t size,
                      rd_error *err);
/* The same under another name, which then becomes this one, so that a kill leaves
 * the old file or the new one. */
rd_status file_replace(const char *path, const char *bytes, size_t size,
                       rd_error *err);
/* Makes a folder unless it is there. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status folder_make(const char *path, mode_t mode, rd_error *err);
/* Makes a folder and the one that it is in, for all to read. */
rd_status folders_make(const char *path, rd_error *err);
/* Absolute form of a path relative to `directory`, "./" and "//" cleaned away
 * but no link followed; caller's. */
char *path_absolute(const char *directory, const char *path);
/* Folder part of an absolute path; caller's. */
char *path_directory(const char *path);
bool path_exists(const char *path);
/* Do both name the same existing file? */
bool path_same(const char *a, const char *b);
/* The file that a program's name leads to, found in PATH if it has no slash;
 * caller's, or NULL with errno saying why (ENOENT, EACCES). */
char *path_program(const char *name);
/* The same, found in `path`, folders as in PATH. */
char *path_program_in(const char *name, const char *path);

#endif
