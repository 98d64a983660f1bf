/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The difference of two texts. Any bytes are compared by lines; only a text of
 * more than 2 GiB is beyond libgit2.
 */
#include "git/difference.h"

#include "base/text.h"
#include "git/git2_calls.h"

rd_status difference_make(char **out, size_t *size_out, const char *name,
                          const char *older, size_t older_size,
                          const char *newer, size_t newer_size, rd_error *err)
{
  git_patch *patch = NULL;
  git_buf printed = GIT_BUF_INIT;
  git_diff_options options;
  *out = NULL;
  rd_status status = git2_start(name, err);
  if (status)
    return status;
  (void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
  int code = git_patch_from_buffers(&patch, older, older_size, name, newer,
                                    newer_size, name, &options);
  if (!code)
    code = git_patch_to_buf(&printed, patch);
  if (code)
    status = fail_git("compare", name, code, err);
  else
    *out = mem_copy_bytes(printed.ptr, *size_out = printed.size);
  git_buf_dispose(&printed);
  git_patch_free(patch);
  git2_stop();
  return status;
}
