/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files and path names. */
#ifndef BASE_FILES_H
#define BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/text.h"
#include "reduce/status.h"

/* Fails with errno: "cannot WHAT PATH: REASON". RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status fail_system(rd_error *err, const char *what, const char *path);
/* Reads a whole file. Owner: *out is the caller's, NUL-terminated.
 * RD_ERR_NOTFOUND: no such file; RD_ERR_INVALID: it is a directory; else
 * RD_ERR_IO. */
rd_status file_read(char **out, size_t *size_out, const char *path,
                    rd_error *err);
/* Opens /dev/null for standard descriptors that are closed, as a file or pipe could
 * get such a number and be printed to. Programs that are started find them closed. */
void files_fill_standard(void);
/* Writes a file, replacing an existing one. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status file_write(const char *path, const char *bytes, size_t size,
                     rd_error *err);
/* The same for a name below a folder; makes the folders between them. */
rd_status file_write_below(const char *folder, const char *name,
                           const char *bytes, size_t size, rd_error *err);
/* As file_write, but the name must not exist yet, not even as a link: for folders in
 * which others may write. */
rd_status file_create(const char *path, const char *bytes, size_t size,
                      rd_error *err);
/* The same through a temporary file that is then renamed, so that a kill leaves
 * either the old file or the new one. */
rd_status file_replace(const char *path, const char *bytes, size_t size,
                       rd_error *err);
/* Makes a folder unless it exists. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status folder_make(const char *path, mode_t mode, rd_error *err);
/* The same with its parents. */
rd_status folders_make(const char *path, mode_t mode, rd_error *err);
/* Adds the names in a folder except "." and "..", sorted; false: it cannot be
 * read. */
bool folder_list(strings *out, const char *path);
/* Absolute form of a path relative to `directory`, with "./" and "//" removed
 * but no link followed; caller's. */
char *path_absolute(const char *directory, const char *path);
/* Folder part of an absolute path; caller's. */
char *path_directory(const char *path);
bool path_exists(const char *path);
bool path_is_regular(const char *path);
/* A free name for what is kept of a path: "PATH.~1~", or with the next number;
 * caller's. */
char *path_numbered(const char *path);
/* Do both name the same existing file? */
bool path_same(const char *a, const char *b);
/* The file of a program, looked up in PATH if the name has no slash; caller's,
 * or NULL with errno set (ENOENT, EACCES, EISDIR). */
char *path_program(const char *name);
/* The same, looked up in `path`, a list of folders like PATH. */
char *path_program_in(const char *name, const char *path);
/* Why a program that is there was not started, with that errno; caller's. */
char *program_start_problem(const char *program, int code);

#endif
