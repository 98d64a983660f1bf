/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of a checkout on disk; private to this folder. */
#ifndef GIT_WORK_TREE_H
#define GIT_WORK_TREE_H

#include <sys/stat.h>

#include "base/text.h"
#include "reduce/status.h"

/* A folder and a cache of its checked paths. All paths are relative to it. */
typedef struct work_tree {
  char *path; /* absolute */
  int fd;
  char *way; /* the last folder that was found to exist and to be usable by
                us */
} work_tree;

/* Makes the folder if it is missing. RD_ERR_NOSPACE, RD_ERR_IO. Owner: released
 * with work_tree_dispose. */
rd_status work_tree_open(work_tree *out, const char *path, rd_error *err);
void work_tree_dispose(work_tree *self);
/* Forgets what is known: other processes may have changed anything since. */
void work_tree_refresh(work_tree *self);
/* Creates the folders that a path lies in, removing files and links in their
 * way. */
rd_status work_tree_make_way(work_tree *self, const char *path, rd_error *err);
/* Removes a path, and a folder with its content. */
rd_status work_tree_remove(work_tree *self, const char *path, rd_error *err);
/* Removes a file or an empty folder, and the folders that this leaves empty. A
 * missing path or a non-empty folder is not an error. */
rd_status work_tree_remove_file(work_tree *self, const char *path,
                                rd_error *err);
rd_status work_tree_make_folder(work_tree *self, const char *path,
                                rd_error *err);

/* The intended content of a path. */
typedef enum file_kind { FILE_PLAIN, FILE_PROGRAM, FILE_LINK } file_kind;
typedef struct file_text {
  file_kind kind;
  const char *bytes; /* of a link: its target */
  size_t size;
} file_text;

/* Does the path hold exactly this? */
bool work_tree_holds(const work_tree *self, const char *path,
                     const file_text *text);
/* Writes it, replacing anything there. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status work_tree_write(work_tree *self, const char *path,
                          const file_text *text, rd_error *err);
/* Does not follow links; false: the path does not exist. */
bool work_tree_stat(struct stat *out, const work_tree *self, const char *path);

/* Decides what to do with each entry of a folder. */
typedef enum visit { VISIT_KEEP, VISIT_ENTER, VISIT_REMOVE } visit;
typedef visit (*visit_fn)(void *payload, const char *path, bool is_folder);
/* Visits all folders, and removes what the visitor selects. */
rd_status work_tree_visit(work_tree *self, visit_fn what, void *payload,
                          rd_error *err);

#endif
