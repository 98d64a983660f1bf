/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of a checkout on the disk; for this folder alone. */
#ifndef GIT_WORK_TREE_H
#define GIT_WORK_TREE_H

#include <sys/stat.h>

#include "base/text.h"
#include "reduce/status.h"

/* A folder, and where one is in it. All paths start from it. */
typedef struct work_tree {
  char *path; /* absolute */
  int fd;
  char *way; /* the folder that is known to be there and to be ours to use */
} work_tree;

/* Makes the folder if it is missing. RD_ERR_NOSPACE, RD_ERR_IO. Owner: released
 * with work_tree_dispose. */
rd_status work_tree_open(work_tree *out, const char *path, rd_error *err);
void work_tree_dispose(work_tree *self);
/* Somebody else may have changed anything since the last call. */
void work_tree_refresh(work_tree *self);
/* Makes the folders that a path lies in; what is in their way, files and links,
 * is removed. */
rd_status work_tree_make_way(work_tree *self, const char *path, rd_error *err);
/* Removes what is there, folders with all that is in them. */
rd_status work_tree_remove(work_tree *self, const char *path, rd_error *err);
/* Removes a file or an empty folder, and the folders that are empty then. Not an
 * error if there is none, or a folder with something in it. */
rd_status work_tree_remove_file(work_tree *self, const char *path,
                                rd_error *err);
rd_status work_tree_make_folder(work_tree *self, const char *path,
                                rd_error *err);

/* What a path is to hold. */
typedef enum file_kind { FILE_PLAIN, FILE_PROGRAM, FILE_LINK } file_kind;
typedef struct file_text {
  file_kind kind;
  const char *bytes; /* of a link: where it leads */
  size_t size;
} file_text;

/* Is this just what is there? */
bool work_tree_holds(const work_tree *self, const char *path,
                     const file_text *text);
/* Puts it there, in place of anything. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status work_tree_write(work_tree *self, const char *path,
                          const file_text *text, rd_error *err);
/* Of what is there, no link followed; false: nothing is. */
bool work_tree_stat(struct stat *out, const work_tree *self, const char *path);

/* Says what about every entry of a folder is to be done with it. */
typedef enum visit { VISIT_KEEP, VISIT_ENTER, VISIT_REMOVE } visit;
typedef visit (*visit_fn)(void *payload, const char *path, bool is_folder);
/* Goes through all folders, and removes what the visitor wants removed. */
rd_status work_tree_visit(work_tree *self, visit_fn what, void *payload,
                          rd_error *err);

#endif
