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
  compiler_family family; /* whose crashes it is for; FAMILY_OTHER: any */
  bool is_test;
  mode_t mode; /* bits in addition to those of any file */
} report_file;

enum { TRACKER_COUNT = 3 };
static const report_file files[] = {
  /* for trackers: one of them is written */
  { "bugzilla.txt", report_bugzilla, FAMILY_GCC, false, 0 },
  { "github.md", report_github, FAMILY_CLANG, false, 0 },
  { "report.txt", report_plain, FAMILY_OTHER, false, 0 },
  { "dejagnu-test.c", report_dejagnu, FAMILY_GCC, true, 0 },
  { "lit-test.c", report_lit, FAMILY_CLANG, true, 0 },
  { "reproduce.sh", report_script, FAMILY_OTHER, false, 0111 },
  { "report.html", report_html, FAMILY_OTHER, false, 0 },
};
enum { FILE_COUNT = sizeof files / sizeof *files };

/* A test is one file of C; a NUL would end it. */
static bool fits(const report *self, const report_file *which)
{
  bool crash = self->property == PROPERTY_CRASH;
  if (which->is_test &&
      (self->files.size || memchr(self->reduced, '\0', self->reduced_size)))
    return false;
  return which->family == FAMILY_OTHER ||
         (crash && self->family == which->family);
}

bool report_fits(const report *self, char *(*make)(const report *self))
{
  size_t i = 0;
  while (i < FILE_COUNT && files[i].make != make)
    i++;
  return i == FILE_COUNT || fits(self, &files[i]);
}

/* The file for the compiler's tracker; the last one fits any. */
static const report_file *tracker_of(const report *self)
{
  const report_file *at = files;
  while (!fits(self, at))
    at++;
  return at;
}

const char *report_tracker_file(const report *self)
{
  return tracker_of(self)->name;
}

char *report_tracker_text(const report *self)
{
  return tracker_of(self)->make(self);
}

/* ---- writing ---- */

static rd_status write_file(const report *self, const report_file *which,
                            const char *path, rd_error *err)
{
  bool wanted = which < files + TRACKER_COUNT ? which == tracker_of(self)
                                              : fits(self, which);
  if (!wanted) {
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
