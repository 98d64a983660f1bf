/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Our interface to libgit2.
 *
 * A repository here is one that we made and nobody else commits to. It uses no
 * template and has no hooks.
 *
 * Texts are written during a reduction: for 793 KB of preprocessed C, zlib
 * takes 51 ms at its default level and 16 ms at the lowest, which needs 41 %
 * more space. Nothing is synced: a sync waits for the disk, and often for what
 * others write to it, at the end of each run; the result and the log of answers
 * are synced, and these suffice to continue.
 *
 * A new repository is made under a temporary name and renamed when it is
 * complete, so a kill cannot leave one that does not open.
 */
#include "git/repository.h"

#include <dirent.h>
#include <errno.h>
#include <git2/sys/commit.h>
#include <git2/sys/repository.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "git/git2_calls.h"
#include "reduce/process.h"

enum { COMPRESSION = 1 };

struct repository {
  char *path;
  git_repository *git;
};

/* ---- opening ---- */

/* Writes objects with our compression: the backend of the highest priority gets
 * them. */
static int use_compression(repository *self)
{
  enum { PRIORITY = 9 /* more than libgit2's own */ };
  char *folder = mem_format("%s/objects", self->path);
  git_odb *objects = NULL;
  git_odb_backend *loose = NULL;
  int code = git_repository_odb(&objects, self->git);
  if (!code)
    code = git_odb_backend_loose(&loose, folder, COMPRESSION, 0, 0, 0);
  if (!code)
    code = git_odb_add_backend(objects, loose, PRIORITY);
  git_odb_free(objects);
  free(folder);
  return code;
}

/* Makes an empty repository. */
static rd_status make(const char *path, rd_error *err)
{
  char *temporary = mem_format("%s.new", path);
  char *hooks = mem_format("%s/hooks", temporary);
  git_repository_init_options options;
  (void)git_repository_init_options_init(&options,
                                         GIT_REPOSITORY_INIT_OPTIONS_VERSION);
  options.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKDIR |
                  GIT_REPOSITORY_INIT_NO_REINIT;
  git_repository *git = NULL;
  rd_scratch_remove(temporary);
  int code = git_repository_init_ext(&git, temporary, &options);
  rd_status status = code ? fail_git("make", path, code, err) : RD_OK;
  git_repository_free(git);
  if (!status) {
    rd_scratch_remove(hooks);
    if (rename(temporary, path))
      status = rd_fail(err, errno == ENOSPC ? RD_ERR_NOSPACE : RD_ERR_IO,
                       "cannot make %s: %s", path, strerror(errno));
  }
  if (status)
    rd_scratch_remove(temporary);
  free(hooks);
  free(temporary);
  return status;
}

rd_status repository_open(repository **out, const char *path, bool create,
                          rd_error *err)
{
  rd_status status = git2_start(path, err);
  if (status)
    return status;
  repository *self = mem_alloc(1, sizeof *self);
  self->path = mem_copy(path);
  if (!path_exists(path))
    status = create ? make(path, err)
                    : rd_fail(err, RD_ERR_NOTFOUND, "there is no %s", path);
  int code = 0;
  if (!status)
    code = git_repository_open_bare(&self->git, path);
  if (!status && !code)
    code = use_compression(self);
  if (code)
    status =
        fail_git("open", path, code == GIT_ENOTFOUND ? GIT_ERROR : code, err);
  if (status)
    repository_free(self);
  else
    *out = self;
  return status;
}

void repository_free(repository *self)
{
  if (!self)
    return;
  git_repository_free(self->git);
  free(self->path);
  free(self);
  git2_stop();
}

void repository_tidy(const repository *self, const char *branch)
{
  char *objects = mem_format("%s/objects", self->path);
  strings left = { 0 };
  strings_take(&left, mem_format("%s/refs/heads/%s.lock", self->path, branch));
  strings_take(&left, mem_format("%s/HEAD.lock", self->path));
  DIR *entries = opendir(objects);
  const struct dirent *entry;
  while (entries && (entry = readdir(entries)))
    if (starts_with(entry->d_name, "tmp_object"))
      strings_take(&left, mem_format("%s/%s", objects, entry->d_name));
  if (entries)
    (void)closedir(entries);
  for (size_t i = 0; i < left.size; i++)
    (void)unlink(left.data[i]);
  strings_free(&left);
  free(objects);
}

/* ---- reading ---- */

rd_status repository_tip(object_id *out, const repository *self,
                         const char *branch, rd_error *err)
{
  char *name = mem_format("refs/heads/%s", branch);
  git_oid oid;
  int code = git_reference_name_to_id(&oid, self->git, name);
  free(name);
  if (code)
    return fail_git("read", self->path, code, err);
  *out = from_oid(&oid);
  return RD_OK;
}

rd_status repository_history(object_id **out, size_t *count_out,
                             const repository *self, const char *branch,
                             rd_error *err)
{
  object_id tip;
  git_oid id;
  git_revwalk *walk = NULL;
  *out = NULL;
  *count_out = 0;
  rd_status status = repository_tip(&tip, self, branch, err);
  if (status)
    return status == RD_ERR_NOTFOUND ? RD_OK : status;
  id = to_oid(&tip);
  int code = git_revwalk_new(&walk, self->git);
  if (!code)
    code = git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE);
  if (!code)
    code = git_revwalk_push(walk, &id);
  while (!code && !(code = git_revwalk_next(&id, walk)))
    LIST_PUSH(*out, *count_out, from_oid(&id));
  git_revwalk_free(walk);
  if (code == GIT_ITEROVER)
    return RD_OK;
  free(*out);
  *out = NULL;
  return fail_git("read", self->path, GIT_ERROR, err);
}

/* The tree of a commit; NULL, with libgit2's error set, if it has none. */
static git_tree *tree_of(const repository *self, const object_id *id)
{
  git_oid oid = to_oid(id);
  git_commit *commit = NULL;
  git_tree *tree = NULL;
  if (!git_commit_lookup(&commit, self->git, &oid))
    (void)!git_commit_tree(&tree, commit);
  git_commit_free(commit);
  return tree;
}

rd_status repository_text(char **out, size_t *size_out, const repository *self,
                          const object_id *commit, rd_error *err)
{
  git_tree *tree = tree_of(self, commit);
  const git_tree_entry *entry = tree ? git_tree_entry_byindex(tree, 0) : NULL;
  git_blob *blob = NULL;
  if (!entry || git_blob_lookup(&blob, self->git, git_tree_entry_id(entry))) {
    git_tree_free(tree);
    return fail_git("read", self->path, GIT_ERROR, err);
  }
  *size_out = (size_t)git_blob_rawsize(blob);
  *out = mem_copy_bytes(git_blob_rawcontent(blob), *size_out);
  git_blob_free(blob);
  git_tree_free(tree);
  return RD_OK;
}

bool repository_has_text(const repository *self, const object_id *commit,
                         const char *file, const char *text, size_t size)
{
  git_tree *tree = tree_of(self, commit);
  const git_tree_entry *entry = tree ? git_tree_entry_byname(tree, file) : NULL;
  git_oid oid;
  bool same = entry && !git_odb_hash(&oid, text, size, GIT_OBJECT_BLOB) &&
              git_oid_equal(&oid, git_tree_entry_id(entry));
  git_tree_free(tree);
  return same;
}

/* ---- writing ---- */

static int write_tree(git_oid *out, git_repository *git,
                      const commit_spec *spec)
{
  git_oid blob;
  git_treebuilder *builder = NULL;
  int code = git_blob_create_from_buffer(&blob, git, spec->text, spec->size);
  if (!code)
    code = git_treebuilder_new(&builder, git, NULL);
  if (!code)
    code = git_treebuilder_insert(NULL, builder, spec->file, &blob,
                                  GIT_FILEMODE_BLOB);
  if (!code)
    code = git_treebuilder_write(out, builder);
  git_treebuilder_free(builder);
  return code;
}

rd_status repository_commit(object_id *out, repository *self,
                            const commit_spec *spec, rd_error *err)
{
  git_oid tree, parent, commit;
  git_signature *who = NULL;
  if (spec->parent)
    parent = to_oid(spec->parent);
  const git_oid *parents[] = { &parent };
  int code = write_tree(&tree, self->git, spec);
  if (!code)
    code = git_signature_new(&who, "clang-hdd", "clang-hdd@localhost",
                             (git_time_t)spec->seconds, 0);
  if (!code)
    code = git_commit_create_from_ids(&commit, self->git, NULL, who, who, NULL,
                                      spec->message, &tree,
                                      spec->parent ? 1 : 0, parents);
  git_signature_free(who);
  if (code)
    return fail_git("write", self->path, GIT_ERROR, err);
  *out = from_oid(&commit);
  return RD_OK;
}

rd_status repository_set_branch(repository *self, const char *branch,
                                const object_id *commit, rd_error *err)
{
  char *name = mem_format("refs/heads/%s", branch);
  git_oid oid = to_oid(commit);
  git_reference *reference = NULL;
  int code =
      git_reference_create(&reference, self->git, name, &oid, 1, "accepted");
  git_reference_free(reference);
  free(name);
  return code ? fail_git("write", self->path, GIT_ERROR, err) : RD_OK;
}

rd_status repository_set_head(repository *self, const char *branch,
                              rd_error *err)
{
  char *name = mem_format("refs/heads/%s", branch);
  int code = git_repository_set_head(self->git, name);
  free(name);
  return code ? fail_git("write", self->path, GIT_ERROR, err) : RD_OK;
}
