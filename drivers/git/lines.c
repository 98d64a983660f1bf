/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of a commit by path.
 *
 * A blame looks the same path up in thousands of commits, most of which do not
 * touch it. So trees are read as they are stored, "MODE NAME\0ID" one after the
 * other, up to the name and no further, and not at all from where a tree is the
 * one that the commit before had: equal ids are equal files.
 */
#include <stdlib.h>
#include <string.h>

#include "git/history_private.h"

/* Finds a name in a tree; false: it has none. */
static bool find_name(object_id *out, bool *is_tree_out, git_odb_object *tree,
                      const char *name, size_t name_size)
{
  const char *at = git_odb_object_data(tree);
  const char *end = at + git_odb_object_size(tree);
  while (at < end) {
    const char *blank = memchr(at, ' ', (size_t)(end - at));
    const char *nul = blank ? memchr(blank, '\0', (size_t)(end - blank)) : NULL;
    if (!nul || (size_t)(end - nul) <= sizeof *out)
      return false;
    if ((size_t)(nul - blank - 1) == name_size &&
        !memcmp(blank + 1, name, name_size)) {
      *is_tree_out = *at == '4' || *at == '0'; /* 40000, or 040000 of old */
      memcpy(out->bytes, nul + 1, sizeof out->bytes);
      return !starts_with(at, "16"); /* a submodule */
    }
    at = nul + 1 + sizeof *out;
  }
  return false;
}

static size_t count_names(const char *path)
{
  size_t count = 1;
  while ((path = strchr(path, '/'))) {
    path++;
    count++;
  }
  return count;
}

/* One step: the id of a name in the last tree. */
static rd_status step(path_ids *out, bool *found_out, const history *self,
                      const char *name, size_t size, rd_error *err)
{
  git_odb_object *tree;
  bool is_tree = false, is_last = name[size] == '\0';
  rd_status status =
      read_object(&tree, self, &out->ids[out->count - 1], GIT_OBJECT_TREE, err);
  if (status)
    return status;
  *found_out = find_name(&out->ids[out->count], &is_tree, tree, name, size) &&
               is_tree == !is_last;
  out->count += *found_out;
  git_odb_object_free(tree);
  return RD_OK;
}

/* Takes over what is known, if the last tree is the known one. */
static bool is_known(path_ids *out, const path_ids *known)
{
  size_t last = out->count - 1;
  if (!known || !object_id_equals(&out->ids[last], &known->ids[last]))
    return false;
  memcpy(out->ids, known->ids, known->count * sizeof *out->ids);
  out->count = known->count;
  return true;
}

rd_status find_path(path_ids *out, bool *found_out, const history *self,
                    const object_id *tree, const char *path,
                    const path_ids *known, rd_error *err)
{
  size_t names = count_names(path);
  rd_status status = RD_OK;
  out->ids = mem_alloc(names + 1, sizeof *out->ids);
  out->ids[0] = *tree;
  out->count = 1;
  *found_out = true;
  for (const char *name = path; !status && *found_out && *name;) {
    if (is_known(out, known))
      break;
    size_t size = strcspn(name, "/");
    status = step(out, found_out, self, name, size, err);
    name += size + (name[size] == '/');
  }
  *found_out = *found_out && out->count == names + 1; /* not so with "a/" */
  if (status || !*found_out) {
    free(out->ids);
    *out = (path_ids){ 0 };
  }
  return status;
}

rd_status history_file(char **out, size_t *size_out, const history *self,
                       const object_id *commit, const char *path, rd_error *err)
{
  commit_text text;
  path_ids ids;
  bool found;
  rd_status status = commit_text_read(&text, self, commit, err);
  if (status)
    return status;
  status = find_path(&ids, &found, self, &text.tree, path, NULL, err);
  commit_text_dispose(&text);
  if (status)
    return status;
  if (!found) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, commit);
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "commit %.12s of %s has no file %s; `git ls-tree -r "
                   "--name-only %.12s` lists those that it has",
                   digits, self->path, path, digits);
  }
  git_odb_object *blob;
  status =
      read_object(&blob, self, &ids.ids[ids.count - 1], GIT_OBJECT_BLOB, err);
  free(ids.ids);
  if (status)
    return status;
  *size_out = git_odb_object_size(blob);
  *out = mem_copy_bytes(git_odb_object_data(blob), *size_out);
  git_odb_object_free(blob);
  return RD_OK;
}
