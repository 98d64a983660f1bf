/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Getting rid of #include.
 *
 * A text that stands alone can be reduced as a whole and sent to a bug tracker.
 * So a file with includes is run through the same command with -E -P, and if
 * the crash is gone (it may depend on line numbers or on system headers), with
 * -E; whichever still crashes the same way replaces the text. If only the file
 * as written crashes, it is reduced as written. Its name stays: a .i would be
 * compiled by other rules.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/session.h"
#include "base/files.h"

/* Runs the preprocessor; *out stays NULL if it fails. */
static exit_code run_preprocessor(session *self, bool lines, char **out,
                                  size_t *size_out)
{
  strings extra = { 0 }, words = { 0 };
  for (size_t i = 0; i < self->compiler.extra.size; i++)
    strings_add(&extra, self->compiler.extra.data[i]);
  if (!lines)
    strings_add(&extra, "-P");
  char *path = mem_format("%s/preprocessed", self->run.kept);
  invocation_use use = { .mode = "-E", .output = path, .extra = &extra };
  invocation_build(&words, &self->command, &use);
  (void)unlink(path);
  source input = { self->name, self->text, self->size };
  rd_run run = { 0 };
  rd_error err = { 0 };
  rd_status status = runner_run(&run, &self->run, strings_argv(&words), &input,
                                &self->limits, &err);
  exit_code code = EXIT_DONE;
  if (status)
    code = session_fail_error(self, &err);
  else if (run.end == RD_END_EXIT && run.status == 0 &&
           file_read(out, size_out, path, NULL))
    *out = NULL;
  rd_run_dispose(&run);
  strings_free(&words);
  strings_free(&extra);
  free(path);
  return code;
}

static exit_code still_crashes(session *self, const char *text, size_t size,
                               bool *out)
{
  crash_options options = session_crash_options(self);
  crash_oracle *oracle = crash_oracle_new(&options);
  rd_verdict verdict = RD_UNINTERESTING;
  rd_error err = { 0 };
  rd_status status = crash_oracle_test(&verdict, oracle, text, size, &err);
  crash_oracle_free(oracle);
  *out = verdict == RD_INTERESTING;
  return status ? session_fail_error(self, &err) : EXIT_DONE;
}

static exit_code try_to(session *self, bool lines)
{
  char *text = NULL;
  size_t size = 0;
  bool crashes = false;
  exit_code code = run_preprocessor(self, lines, &text, &size);
  if (!code && text && size)
    code = still_crashes(self, text, size, &crashes);
  if (crashes) {
    self->text = text;
    self->size = size;
    self->preprocessed = true;
    self->has_markers = lines;
    progress_detail(&self->progress, "preprocessed with -E%s: %zu bytes",
                    lines ? "" : " -P", size);
  } else {
    free(text);
  }
  return code;
}

exit_code session_preprocess(session *self)
{
  if (self->property == PROPERTY_SCRIPT || self->command.raw ||
      !has_includes(self->text, self->size))
    return EXIT_DONE;
  exit_code code = try_to(self, false);
  if (!code && !self->preprocessed)
    code = try_to(self, true);
  if (!code && !self->preprocessed)
    progress_notice(&self->progress,
                    "preprocessed, %s does not crash the same way; it is "
                    "reduced as written",
                    self->options.file);
  return code;
}

/* ---- the crash site ---- */

/* Finds what was reported in the text; `as` is the name of the file that the
 * reported lines are of. */
static void locate(session *self, const char *as)
{
  source text = { as, self->text, self->size };
  sites_locate(&self->sites, &self->reports, &text);
}

/* Without line markers the lines of the original say nothing of the text that
 * was made of it: where no name does either, it is run for its own. */
exit_code session_locate(session *self)
{
  bool moved = self->preprocessed && !self->has_markers;
  locate(self, moved ? "" : self->name);
  if (!moved || !self->reports.size || self->sites.size)
    return EXIT_DONE;
  source text = { self->name, self->text, self->size };
  rd_run run = { 0 };
  rd_error err = { 0 };
  if (runner_run(&run, &self->run, strings_argv(&self->argv), &text,
                 &self->limits, &err))
    return session_fail_error(self, &err);
  site_reports_dispose(&self->reports);
  site_reports_find(&self->reports, &run,
                    self->has_pattern ? &self->pattern : NULL);
  rd_run_dispose(&run);
  locate(self, self->name);
  return EXIT_DONE;
}
