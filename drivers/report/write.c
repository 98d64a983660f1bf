/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes the folder of a report.
 *
 * report.json has all facts and everything else is made from it, so it comes
 * first. Each file is replaced as a whole, so that a reader finds the old or
 * the new one. The text for the tracker depends on the compiler; texts left by
 * an earlier report for another compiler are removed. In a folder without a
 * report they are the user's, and stay.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "report/parts.h"

/* A file of the folder. */
typedef struct report_file {
  const char *name;
  char *(*make)(const report *self);
  uint64_t families; /* whose crashes it is for, as bits; 0: any */
  mode_t mode;       /* bits in addition to those of any file */
} report_file;

#define BIT(family) (UINT64_C(1) << (family))

enum { TRACKER_COUNT = 3 };
static const report_file files[] = {
  /* for trackers: one of them is written */
  { "bugzilla.txt", report_bugzilla, BIT(FAMILY_GCC), 0 },
  { "github.md", report_github,
    BIT(FAMILY_CLANG) | BIT(FAMILY_LLVM) | BIT(FAMILY_RUSTC), 0 },
  { "report.txt", report_plain, 0, 0 },
  { "debian.txt", report_debian, 0, 0 },
  { "reproduce.sh", report_script, 0, 0111 },
  { "report.html", report_html, 0, 0 },
  { "test-suite.c", report_suite, BIT(FAMILY_CLANG), 0 },
  { "test-suite.cpp", report_suite, BIT(FAMILY_CLANG), 0 },
  { "test-suite.reference_output", report_suite_output, BIT(FAMILY_CLANG), 0 },
};
enum { FILE_COUNT = sizeof files / sizeof *files };

static bool fits(const report *self, const report_file *which)
{
  bool known =
      self->property == PROPERTY_CRASH || self->property == PROPERTY_WRONG;
  if (which->make == report_debian && !self->package)
    return false;
  bool suite = which->make == report_suite;
  if (suite || which->make == report_suite_output)
    if (self->property != PROPERTY_WRONG || !self->expected ||
        (suite && ends_with(which->name, ".cpp") !=
                      (parts_language(self) == LANGUAGE_CXX)))
      return false;
  return !which->families || (known && (which->families & BIT(self->family)));
}

static char *(*make_of(const report_test *test))(const report *self)
{
  return test->family == FAMILY_GCC ? report_dejagnu : report_lit;
}

bool report_fits(const report *self, char *(*make)(const report *self))
{
  const report_test *test = report_find_test(self);
  if (make == report_dejagnu || make == report_lit)
    return test && make_of(test) == make;
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

/* Writes the file in the folder, or removes one of that name. */
static rd_status write_file(const report *self, const char *folder,
                            const report_file *which, bool wanted,
                            rd_error *err)
{
  char *path = mem_format("%s/%s", folder, which->name);
  char *text = wanted ? which->make(self) : NULL;
  rd_status status = RD_OK;
  struct stat info;
  if (wanted)
    status = file_replace(path, text, strlen(text), err);
  else
    (void)unlink(path);
  if (wanted && !status && which->mode && !stat(path, &info))
    (void)chmod(path,
                (info.st_mode & 0777) | (which->mode & info.st_mode >> 2));
  free(text);
  free(path);
  return status;
}

/* `again`: replaces a report, so that what is not wanted is removed. */
static rd_status write_files(const report *self, const char *folder, bool again,
                             rd_error *err)
{
  rd_status status = RD_OK;
  const report_test *test = report_find_test(self);
  for (size_t i = 0; i < FILE_COUNT && !status; i++) {
    bool wanted = i < TRACKER_COUNT ? &files[i] == tracker_of(self)
                                    : fits(self, &files[i]);
    if (wanted || again)
      status = write_file(self, folder, &files[i], wanted, err);
  }
  for (size_t i = 0; i < REPORT_TESTS && !status; i++) {
    const report_test *at = &report_tests[i];
    const report_file file = { at->name, make_of(at), BIT(at->family), 0 };
    if (at == test || again)
      status = write_file(self, folder, &file, at == test, err);
  }
  return status;
}

/* Does the program write a file of this name? */
static bool is_ours(const char *name)
{
  bool ours = !strcmp(name, "report.json");
  for (size_t i = 0; i < FILE_COUNT; i++)
    ours |= !strcmp(name, files[i].name);
  for (size_t i = 0; i < REPORT_TESTS; i++)
    ours |= !strcmp(name, report_tests[i].name);
  return ours;
}

/* Writes the reduced file under its own name, unless the program uses that
 * name. */
static rd_status write_reduced(const report *self, const char *folder,
                               rd_error *err)
{
  const char *name =
      base_name(self->reduced_name ? self->reduced_name : "case.c");
  char *path = mem_format("%s/%s%s", folder,
                          *name && !is_ours(name) ? "" : "case-", name);
  rd_status status = file_replace(path, self->reduced, self->reduced_size, err);
  free(path);
  return status;
}

/* ---- an earlier report ---- */

static bool is_equal(const char *a, const char *b)
{
  return a && b ? !strcmp(a, b) : a == b;
}

/* Are these reports of the same reduction? It has been repeated or resumed. */
static bool is_same(const report *a, const report *b)
{
  bool texts = a->original && b->original;
  return a->property == b->property && is_equal(a->command, b->command) &&
         a->original_size == b->original_size &&
         (!texts || !memcmp(a->original, b->original, a->original_size));
}

rd_status report_set_aside(char **kept_out, const report *self,
                           const char *folder, rd_error *err)
{
  *kept_out = NULL;
  report there = { 0 };
  char *facts = mem_format("%s/report.json", folder);
  bool other = !report_read_json(&there, facts, NULL) && !is_same(self, &there);
  report_dispose(&there);
  free(facts);
  if (!other)
    return RD_OK;
  *kept_out = path_numbered(folder);
  return rename(folder, *kept_out) ? fail_system(err, "rename", folder) : RD_OK;
}

rd_status report_write(const report *self, const char *folder, rd_error *err)
{
  bool ours = !path_exists(folder);
  rd_status status = folder_make(folder, 0777, err);
  char *facts = mem_format("%s/report.json", folder);
  bool again = path_exists(facts);
  if (!status)
    status = report_write_json(self, facts, err);
  if (!status)
    status = write_reduced(self, folder, err);
  if (!status)
    status = write_files(self, folder, again, err);
  if (status && ours)
    (void)rmdir(folder); /* fails unless it is empty */
  free(facts);
  return status;
}
