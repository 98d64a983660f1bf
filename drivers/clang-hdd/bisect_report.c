/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Adds a bisection to an existing report.
 *
 * A user who reduces a crash and then bisects it wants one report of both. The
 * report is read before anything is built, since a wrong folder should not
 * cost hours. It has to be about the file that is bisected, byte for byte;
 * otherwise it would show the commit of another bug. Only the original may
 * differ, if it was preprocessed for the reduction or is too large for the
 * report: then its name identifies it.
 */
#include "clang-hdd/bisect_report.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"

static bool is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
  return a && b && a_size == b_size && !memcmp(a, b, a_size);
}

static bool is_reduced(const report *self, const source *text)
{
  return is_same(self->reduced, self->reduced_size, text->text, text->size);
}

static bool is_original(const report *self, const source *text)
{
  bool known = self->original && !self->preprocessed;
  bool named = self->original_name &&
               !strcmp(text->name, base_name(self->original_name));
  return is_same(self->original, self->original_size, text->text, text->size) ||
         (!known && named);
}

exit_code bisect_report_open(report *out, const char *folder,
                             const source *text)
{
  rd_error err = { 0 };
  char *path = mem_format("%s/report.json", folder);
  rd_status status = report_read_json(out, path, &err);
  exit_code code = EXIT_DONE;
  if (status == RD_ERR_NOTFOUND)
    code = progress_fail(EXIT_INTAKE,
                         "%s: there is no report in it (%s); reduce the file "
                         "first",
                         folder, path);
  else if (status)
    code = progress_fail(EXIT_INTAKE, "%s", err.message);
  else if (!is_reduced(out, text) && !is_original(out, text))
    code = progress_fail(
        EXIT_INTAKE,
        "%s is about another file: bisect %s%s%s, as it was "
        "then",
        folder, out->original_name ? base_name(out->original_name) : "",
        out->original_name ? " or " : "",
        out->reduced_name ? base_name(out->reduced_name) : "the reduced file");
  free(path);
  return code;
}

exit_code bisect_report_add(report *self, const char *folder,
                            const bisection *found, const source *text)
{
  rd_error err = { 0 };
  bool tells =
      found->end == BISECTION_FOUND || found->end == BISECTION_SUSPECTS;
  if (!tells)
    return EXIT_DONE;
  report_set_bisection(self, found);
  self->bisection.checked =
      found->end == BISECTION_FOUND && is_reduced(self, text);
  return report_write(self, folder, &err) ? progress_fail_write(&err)
                                          : EXIT_DONE;
}
