/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of commits, their former names, and the commits of their lines.
 *
 * Git does not store moves: libgit2 finds them in commits that remove a file
 * and add a similar one. Its blame is that of git in 2012, which suffices here,
 * because the result is a guess to be tested. It looks for parents that a
 * shallow clone lacks: if the clone ends in a single commit, libgit2 is given
 * that commit, else there is no answer.
 */
#include "git/history_private.h"

/* The entry of a file; *out is NULL if there is none. */
static rd_status find_entry(git_tree_entry **out, const history *self,
                            const object_id *commit, const char *path,
                            rd_error *err)
{
  git_tree *tree = NULL;
  *out = NULL;
  rd_status status = read_tree(&tree, self, commit, err);
  int code = status ? 0 : git_tree_entry_bypath(out, tree, path);
  git_tree_free(tree);
  if (code && code != GIT_ENOTFOUND)
    return fail_git("read", self->path, code, err);
  if (*out && git_tree_entry_type(*out) != GIT_OBJECT_BLOB) {
    git_tree_entry_free(*out);
    *out = NULL;
  }
  return status;
}

rd_status history_has_file(bool *out, const history *self,
                           const object_id *commit, const char *path,
                           rd_error *err)
{
  git_tree_entry *entry;
  rd_status status = find_entry(&entry, self, commit, path, err);
  *out = entry != NULL;
  git_tree_entry_free(entry);
  return status;
}

rd_status history_file(char **out, size_t *size_out, const history *self,
                       const object_id *commit, const char *path, rd_error *err)
{
  git_tree_entry *entry;
  git_odb_object *blob;
  rd_status status = find_entry(&entry, self, commit, path, err);
  if (status)
    return status;
  if (!entry) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, commit);
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "commit %.12s of %s has no file %s; `git ls-tree -r "
                   "--name-only %.12s` lists those that it has",
                   digits, self->path, path, digits);
  }
  object_id id = from_oid(git_tree_entry_id(entry));
  git_tree_entry_free(entry);
  status = read_object(&blob, self, &id, GIT_OBJECT_BLOB, err);
  if (status)
    return status;
  *size_out = git_odb_object_size(blob);
  *out = mem_copy_bytes(git_odb_object_data(blob), *size_out);
  git_odb_object_free(blob);
  return RD_OK;
}

/* ---- moves ---- */

/* What a commit changes, with moves found. */
static rd_status find_moves(git_diff **out, const history *self,
                            const object_id *older, const object_id *newer,
                            rd_error *err)
{
  git_tree *trees[2] = { NULL, NULL };
  git_diff_find_options options;
  (void)git_diff_find_options_init(&options, GIT_DIFF_FIND_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FIND_RENAMES;
  *out = NULL;
  rd_status status = read_tree(&trees[0], self, older, err);
  if (!status)
    status = read_tree(&trees[1], self, newer, err);
  int code =
      status ? 0
             : git_diff_tree_to_tree(out, self->git, trees[0], trees[1], NULL);
  if (!status && !code)
    code = git_diff_find_similar(*out, &options);
  git_tree_free(trees[0]);
  git_tree_free(trees[1]);
  return code ? fail_git("compare commits of", self->path, code, err) : status;
}

rd_status history_name_before(char **out, const history *self,
                              const object_id *commit, const char *path,
                              rd_error *err)
{
  commit_text text;
  git_diff *diff = NULL;
  *out = NULL;
  rd_status status = commit_text_read(&text, self, commit, err);
  if (status)
    return status;
  if (text.parent_count)
    status = find_moves(&diff, self, &text.parents[0], commit, err);
  for (size_t i = 0; diff && !*out && i < git_diff_num_deltas(diff); i++) {
    const git_diff_delta *delta = git_diff_get_delta(diff, i);
    if (delta->status == GIT_DELTA_RENAMED &&
        !strcmp(delta->new_file.path, path))
      *out = mem_copy(delta->old_file.path);
  }
  git_diff_free(diff);
  commit_text_dispose(&text);
  return status;
}

/* ---- lines ---- */

rd_status history_blame(object_id *out, const history *self,
                        const object_id *commit, const char *path,
                        uint32_t first, uint32_t last, rd_error *err)
{
  git_blame_options options;
  git_blame *found = NULL;
  (void)git_blame_options_init(&options, GIT_BLAME_OPTIONS_VERSION);
  options.newest_commit = to_oid(commit);
  options.min_line = first;
  options.max_line = last;
  if (self->shallow_count == 1)
    options.oldest_commit = to_oid(&self->shallow[0]);
  if (git_blame_file(&found, self->git, path, &options))
    return fail_git("find the origin of lines in", self->path, GIT_ERROR, err);
  rd_status status = RD_OK;
  for (uint32_t i = first; i <= last && !status; i++) {
    const git_blame_hunk *hunk = git_blame_get_hunk_byline(found, i);
    if (hunk)
      out[i - first] = from_oid(&hunk->final_commit_id);
    else
      status = rd_fail(err, RD_ERR_INVALID, "%s has no line %u", path, i);
  }
  git_blame_free(found);
  return status;
}

/* Lines of a text. */
typedef struct line_list {
  uint32_t *data;
  size_t count;
} line_list;

static int add_line(const git_diff_delta *delta, const git_diff_hunk *hunk,
                    const git_diff_line *line, void *payload)
{
  line_list *self = payload;
  (void)delta;
  (void)hunk;
  if (line->origin == GIT_DIFF_LINE_ADDITION)
    LIST_PUSH(self->data, self->count, (uint32_t)line->new_lineno);
  return 0;
}

void text_new_lines(uint32_t **out, size_t *count_out, const char *older,
                    size_t older_size, const char *newer, size_t newer_size)
{
  git_diff_options options;
  line_list found = { 0 };
  /* Fails only if memory runs out, which ends the drivers. */
  if (git_libgit2_init() < 0)
    abort();
  (void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT;
  options.context_lines = 0;
  if (git_diff_buffers(older, older_size, NULL, newer, newer_size, NULL,
                       &options, NULL, NULL, NULL, add_line, &found))
    abort();
  (void)git_libgit2_shutdown();
  *out = found.data;
  *count_out = found.count;
}
