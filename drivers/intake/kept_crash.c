/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Crash bundles as input.
 *
 * A bundle is complete, except that a text that crashes only in its original
 * form needs the headers of the build. They are searched for in the source's
 * original folder.
 */
#include "intake/forms.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "watch/bundle.h"

enum { ID_LEAST = 4, ID_MOST = 10 }; /* number of digits of an id */

bool kept_crash_is(const char *word)
{
  size_t size = strlen(word);
  bool id = size >= ID_LEAST && size <= ID_MOST &&
            strspn(word, "0123456789abcdef") == size;
  return bundle_is(word) || (id && !path_exists(word));
}

/* The command runs in a different folder. */
static void make_absolute(bundle *found)
{
  char *cwd = getcwd(NULL, 0);
  char *path = path_absolute(cwd ? cwd : "", found->source);
  free(found->source);
  found->source = path;
  free(cwd);
}

/* Sets the build's folder, for headers and relative paths. If it no longer
 * exists, a standalone text does without it. */
static void take_folder(intake *out, compilation *to, const bundle *from)
{
  bool there = path_exists(from->directory);
  if (there)
    to->directory = mem_copy(from->directory);
  if (there && !from->standalone) {
    char *path = path_absolute(from->directory, from->word);
    char *folder = path_directory(path);
    strings_take(&to->command, mem_format("-I%s", folder));
    free(folder);
    free(path);
  }
  if (!there && !from->standalone)
    strings_take(&out->notes,
                 mem_format("the text of bundle %s includes files of %s, which "
                            "is gone",
                            from->id, from->directory));
}

rd_status kept_crash_read(intake *out, const char *word, const char *text,
                          const char *program, rd_error *err)
{
  (void)text;
  bundle found;
  rd_status status = bundle_find(&found, word, err);
  if (status)
    return status;
  make_absolute(&found);
  compilation *to = intake_add(out);
  to->file = mem_copy(found.source);
  to->is_report = true;
  to->origin = mem_format("crash bundle %s: %s", found.id, found.signature);
  bundle_command(&to->command, &found);
  take_folder(out, to, &found);
  if (program) {
    free(to->command.data[0]);
    to->command.data[0] = mem_copy(program);
  } else {
    compilation_find_program(to, &found.environment);
  }
  bundle_changes(&to->environment, &found);
  bundle_dispose(&found);
  return RD_OK;
}
