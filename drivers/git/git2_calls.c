/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libgit2's initialization and errors, and ids of objects.
 *
 * libgit2 reads no configuration but a repository's own, so that a repository
 * gives the same answers to everybody. The owner of a repository is not
 * checked: nothing in its configuration can make libgit2 run a program, and
 * files on shared folders may appear to belong to someone else. Objects are not
 * read back to check their references, because we have just written what they
 * refer to.
 *
 * libgit2 rejects repositories with extensions that it does not know. Three of
 * them do not matter to a reader: which objects may be absent (partialClone:
 * reading one fails), which must not be removed (preciousObjects), and the
 * location of a work tree's settings (worktreeConfig).
 */
#include "git/git2_calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "git/history.h"

static void set_options(void)
{
  static const int levels[] = { GIT_CONFIG_LEVEL_PROGRAMDATA,
                                GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
                                GIT_CONFIG_LEVEL_GLOBAL };
  static const char *const extensions[] = { "partialclone", "preciousobjects",
                                            "worktreeconfig" };
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    (void)git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
  (void)git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  (void)git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, 0);
  (void)git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions,
                         sizeof extensions / sizeof *extensions);
}

rd_status git2_start(const char *path, rd_error *err)
{
  if (git_libgit2_init() < 0)
    return fail_git("open", path, GIT_ERROR, err);
  set_options();
  return RD_OK;
}

void git2_stop(void)
{
  (void)git_libgit2_shutdown();
}

rd_status fail_git(const char *what, const char *path, int code, rd_error *err)
{
  const git_error *last = git_error_last();
  const char *reason = last ? last->message : "libgit2 does not say why";
  rd_status status =
      code == GIT_ENOTFOUND ? RD_ERR_NOTFOUND
      : strstr(reason, strerror(ENOSPC)) || strstr(reason, strerror(EDQUOT))
          ? RD_ERR_NOSPACE
          : RD_ERR_IO;
  return rd_fail(err, status, "cannot %s %s: %s", what, path, reason);
}

/* ---- ids ---- */

git_oid to_oid(const object_id *id)
{
  git_oid oid;
  memcpy(oid.id, id->bytes, sizeof oid.id);
  return oid;
}

object_id from_oid(const git_oid *oid)
{
  object_id id;
  memcpy(id.bytes, oid->id, sizeof id.bytes);
  return id;
}

void object_id_digits(char out[OBJECT_ID_DIGITS + 1], const object_id *id)
{
  git_oid oid = to_oid(id);
  (void)git_oid_tostr(out, OBJECT_ID_DIGITS + 1, &oid);
}

bool object_id_parse(object_id *out, const char *digits)
{
  git_oid oid;
  /* Checked here, because libgit2 cannot store its error before any repository
   * is open, and crashes. */
  if (strlen(digits) != OBJECT_ID_DIGITS ||
      strspn(digits, "0123456789abcdefABCDEF") != OBJECT_ID_DIGITS ||
      git_oid_fromstr(&oid, digits) != 0)
    return false;
  *out = from_oid(&oid);
  return true;
}

bool object_id_equals(const object_id *a, const object_id *b)
{
  return !memcmp(a->bytes, b->bytes, sizeof a->bytes);
}

void text_digits(char out[OBJECT_ID_DIGITS + 1], const char *text, size_t size)
{
  git_oid oid;
  /* Fails only if memory runs out, which ends the drivers. */
  if (git_libgit2_init() < 0 ||
      git_odb_hash(&oid, text, size, GIT_OBJECT_BLOB) != 0)
    abort();
  (void)git_libgit2_shutdown();
  (void)git_oid_tostr(out, OBJECT_ID_DIGITS + 1, &oid);
}
