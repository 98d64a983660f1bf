/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes the folder of a report.
 *
 * report.json has all facts and everything else is made from it, so it comes
 * first. Each file is replaced as a whole, so that a reader finds the old or
 * the new one. The text for the tracker depends on the compiler; texts left by
 * an earlier report for another compiler are removed.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "report/report.h"

/* A file of the folder. */
typedef struct report_file {
  const char *name;
  char *(*make)(const report *self);
  mode_t mode; /* bits in addition to those of any file */
} report_file;

/* ---- the files ---- */

/* Does the report suit the testsuite and tracker of this family? */
static bool is_crash_of(const report *self, compiler_family family)
{
  return self->property == PROPERTY_CRASH && self->family == family;
}

const char *report_tracker_file(const report *self)
{
  if (is_crash_of(self, FAMILY_GCC))
    return "bugzilla.txt";
  return is_crash_of(self, FAMILY_CLANG) ? "github.md" : "report.txt";
}

char *report_tracker_text(const report *self)
{
  if (is_crash_of(self, FAMILY_GCC))
    return report_bugzilla(self);
  return is_crash_of(self, FAMILY_CLANG) ? report_github(self)
                                         : report_plain(self);
}

/* A test is C; a NUL would end it. */
static bool has_test(const report *self, compiler_family family)
{
  return is_crash_of(self, family) &&
         !memchr(self->reduced, '\0', self->reduced_size);
}

bool report_fits(const report *self, char *(*make)(const report *self))
{
  if (make == report_bugzilla)
    return is_crash_of(self, FAMILY_GCC);
  if (make == report_github)
    return is_crash_of(self, FAMILY_CLANG);
  if (make == report_dejagnu)
    return has_test(self, FAMILY_GCC);
  return make != report_lit || has_test(self, FAMILY_CLANG);
}

/* The plain text would repeat a tracker's text. */
static bool is_wanted(const report *self, const report_file *which)
{
  if (which->make == report_plain)
    return !strcmp(which->name, report_tracker_file(self));
  return report_fits(self, which->make);
}

/* ---- writing ---- */

static rd_status write_file(const report *self, const report_file *which,
                            const char *path, rd_error *err)
{
  if (!is_wanted(self, which)) {
    (void)unlink(path);
    return RD_OK;
  }
  char *text = which->make(self);
  rd_status status = file_replace(path, text, strlen(text), err);
  struct stat info;
  if (!status && which->mode && !stat(path, &info))
    (void)chmod(path,
                (info.st_mode & 0777) | (which->mode & info.st_mode >> 2));
  free(text);
  return status;
}

static const report_file files[] = {
  { "bugzilla.txt", report_bugzilla, 0 },
  { "github.md", report_github, 0 },
  { "report.txt", report_plain, 0 },
  { "dejagnu-test.c", report_dejagnu, 0 },
  { "lit-test.c", report_lit, 0 },
  { "reproduce.sh", report_script, 0111 },
  { "report.html", report_html, 0 },
};
enum { FILE_COUNT = sizeof files / sizeof *files };

/* Writes the reduced file under its own name, unless the program uses that
 * name. */
static rd_status write_reduced(const report *self, const char *folder,
                               rd_error *err)
{
  const char *name =
      base_name(self->reduced_name ? self->reduced_name : "case.c");
  bool ours = !*name || !strcmp(name, "report.json");
  for (size_t i = 0; i < FILE_COUNT; i++)
    ours |= !strcmp(name, files[i].name);
  char *path = mem_format("%s/%s%s", folder, ours ? "case-" : "", name);
  rd_status status = file_replace(path, self->reduced, self->reduced_size, err);
  free(path);
  return status;
}

rd_status report_write(const report *self, const char *folder, rd_error *err)
{
  rd_status status = folder_make(folder, 0777, err);
  char *facts = mem_format("%s/report.json", folder);
  if (!status)
    status = report_write_json(self, facts, err);
  if (!status)
    status = write_reduced(self, folder, err);
  for (size_t i = 0; i < FILE_COUNT && !status; i++) {
    char *path = mem_format("%s/%s", folder, files[i].name);
    status = write_file(self, &files[i], path, err);
    free(path);
  }
  free(facts);
  return status;
}
