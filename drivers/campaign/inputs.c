/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the inputs of a campaign.
 *
 * A folder may be a heap of files, what AFL++ or libFuzzer wrote, or have clang's
 * reproducers or crash bundles, also in folders below it:
 *
 *   AFL++      OUT/default/crashes/id:000000,sig:06,...  of a folder that has
 *              fuzzer_stats only what begins with "crashes" counts
 *   libFuzzer  crash-SHA1; what it calls timeout-, oom- and slow-unit- are none
 *   clang      NAME.sh with NAME.c beside it are one input
 *
 * A list has a line for each input: FILE, or FILE -- COMPILER ARGUMENT..., in
 * words as of a shell.
 */
#include "campaign/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/files.h"
#include "compiler/words.h"
#include "intake/forms.h"
#include "watch/bundle.h"

/* ---- one ---- */

/* Adds a file, whose times are those of the file. */
static void add_file(campaign *self, char *key, const char *path,
                     const strings *command)
{
  struct stat info;
  input found = { .key = key, .file = mem_copy(path), .times = 1 };
  strings_add_all(&found.command, command);
  if (!stat(path, &info)) {
    found.bytes = (uint64_t)info.st_size;
    found.first = found.last = (uint64_t)info.st_mtim.tv_sec;
  }
  (void)campaign_add(self, &found);
}

/* Seconds since 1970 of 2026-01-31T12:00:00Z; 0: it is no such time. */
static uint64_t seconds_of(const char *time)
{
  struct tm parts = { 0 };
  const char *end = strptime(time, "%Y-%m-%dT%H:%M:%SZ", &parts);
  time_t out = end && !*end ? timegm(&parts) : 0;
  return out > 0 ? (uint64_t)out : 0;
}

static void add_bundle(campaign *self, const bundle *from)
{
  struct stat info;
  input found = { .key = mem_format("bundle %s", from->id),
                  .file = mem_copy(from->folder),
                  .first = seconds_of(from->first),
                  .last = seconds_of(from->last),
                  .times = from->seen };
  if (!stat(from->source, &info))
    found.bytes = (uint64_t)info.st_size;
  (void)campaign_add(self, &found);
}

/* ---- a folder ---- */

static bool has_file(const char *folder, const char *name)
{
  char *path = mem_format("%s/%s", folder, name);
  bool found = path_exists(path);
  free(path);
  return found;
}

/* Is it a folder that clang-hdd made? */
static bool is_ours(const char *name)
{
  return ends_with(name, ".campaign") || ends_with(name, ".hdd") ||
         ends_with(name, ".report") || ends_with(name, ".bisect");
}

/* Has libFuzzer written it about something else than a crash? */
static bool is_no_crash(const char *name)
{
  enum { DIGITS = 40 };
  static const char *const heads[] = { "timeout-", "oom-", "slow-unit-" };
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (starts_with(name, heads[i]))
      return strspn(name + strlen(heads[i]), "0123456789abcdef") == DIGITS;
  return false;
}

static bool is_reproducer(const char *path)
{
  char *text = NULL;
  size_t size;
  bool found = !file_read(&text, &size, path, NULL) && reproducer_is(text);
  free(text);
  return found;
}

/* Is it the source of a reproducer, or a script that is none? */
static bool is_half(const char *path)
{
  if (ends_with(path, ".sh"))
    return !is_reproducer(path);
  const char *dot = strrchr(base_name(path), '.');
  if (!dot)
    return false;
  char *script = mem_format("%.*s.sh", (int)(dot - path), path);
  bool half = path_exists(script) && is_reproducer(script);
  free(script);
  return half;
}

/* A heap that is read. */
typedef struct heap {
  campaign *campaign;
  const char *top; /* as it was typed */
  char *name;      /* in keys, however it was typed */
  strings folders; /* to be read: it, and those below */
} heap;

/* Adds the file at the path, or the folder to those that are to be read. */
static void add_path(heap *self, const char *folder, const char *name,
                     bool is_fuzzers)
{
  struct stat info;
  static const strings none;
  char *path = mem_format("%s/%s", folder, name);
  bool is_afl_note =
      !strcmp(name, "README.txt") && starts_with(base_name(folder), "crashes");
  bundle kept;
  if (lstat(path, &info) || (is_fuzzers && !starts_with(name, "crashes"))) {
    free(path);
    return;
  }
  if (S_ISDIR(info.st_mode) && bundle_is(path) &&
      !bundle_read(&kept, path, NULL)) {
    add_bundle(self->campaign, &kept);
    bundle_dispose(&kept);
  } else if (S_ISDIR(info.st_mode) && !is_ours(name) &&
             !path_same(path, self->campaign->folder)) {
    strings_add(&self->folders, path);
  } else if (!S_ISDIR(info.st_mode) && !stat(path, &info) &&
             S_ISREG(info.st_mode) && !is_afl_note && !is_no_crash(name) &&
             !is_half(path)) {
    /* An earlier version took the path as it was typed. */
    char *key = campaign_find(self->campaign, path)
                    ? mem_copy(path)
                    : mem_format("%s%s", self->name, path + strlen(self->top));
    add_file(self->campaign, key, path, &none);
  }
  free(path);
}

/* The path below the folder that the campaign's own is in; the whole path of one that
 * is elsewhere. Caller's. */
static char *name_heap(const campaign *of, const char *top)
{
  char *real = realpath(top, NULL), *own = realpath(of->folder, NULL);
  char *path = mem_copy(real ? real : top);
  size_t size = own ? (size_t)(base_name(own) - own) : 0;
  if (size && strncmp(path, own, size) == 0)
    string_replace(&path, mem_copy(path + size));
  free(own);
  free(real);
  return path;
}

static rd_status read_folder(campaign *of, const char *top, strings *notes,
                             rd_error *err)
{
  heap self = { .campaign = of, .top = top, .name = name_heap(of, top) };
  rd_status status = RD_OK;
  strings_add(&self.folders, top);
  for (size_t i = 0; i < self.folders.size; i++) {
    strings names = { 0 };
    const char *folder = self.folders.data[i];
    bool found = folder_list(&names, folder);
    if (!found && !i)
      status = fail_system(err, "read", folder);
    else if (!found)
      strings_take(notes, mem_format("%s cannot be read", folder));
    bool is_fuzzers = has_file(folder, "fuzzer_stats");
    for (size_t j = 0; j < names.size; j++)
      if (names.data[j][0] != '.')
        add_path(&self, self.folders.data[i], names.data[j], is_fuzzers);
    strings_free(&names);
  }
  strings_free(&self.folders);
  free(self.name);
  return status;
}

/* ---- a list ---- */

static rd_status read_line(campaign *self, const char *list, size_t number,
                           const char *line, rd_error *err)
{
  strings words = { 0 }, command = { 0 };
  size_t files = 0;
  if (!words_split(&words, line))
    return rd_fail(err, RD_ERR_INVALID, "%s, line %zu: a quote is not closed",
                   list, number);
  while (files < words.size && strcmp(words.data[files], "--") != 0)
    files++;
  for (size_t i = files + 1; i < words.size; i++)
    strings_add(&command, words.data[i]);
  bool wrong = files != 1 || (words.size > 1 && !command.size);
  if (!wrong)
    add_file(self, words_join(strings_argv(&words)), words.data[0], &command);
  strings_free(&command);
  strings_free(&words);
  return wrong ? rd_fail(err, RD_ERR_INVALID,
                         "%s, line %zu: write FILE, or FILE -- COMPILER "
                         "ARGUMENT...",
                         list, number)
               : RD_OK;
}

static rd_status read_list(campaign *self, const char *list, rd_error *err)
{
  char *text = NULL;
  size_t size = 0, number = 0;
  rd_status status = file_read(&text, &size, list, err);
  for (const char *at = text, *end = text + size; !status && at < end;) {
    char *line = next_line(&at, end);
    const char *first = line + strspn(line, " \t\r");
    number++;
    if (*first && *first != '#')
      status = read_line(self, list, number, line, err);
    free(line);
  }
  free(text);
  return status;
}

/* ---- all ---- */

static rd_status read_bundles(campaign *self, strings *notes, rd_error *err)
{
  bundle *list;
  size_t count;
  strings damaged = { 0 };
  rd_status status = bundles_read(&list, &count, &damaged, err);
  for (size_t i = count; i-- > 0;)
    add_bundle(self, &list[i]);
  for (size_t i = 0; i < damaged.size; i++)
    strings_take(notes, mem_format("bundle %s is damaged; clang-hdd list "
                                   "--remove %s",
                                   damaged.data[i], damaged.data[i]));
  strings_free(&damaged);
  bundles_free(list, count);
  return status;
}

rd_status inputs_find(campaign *self, const input_places *from, strings *notes,
                      rd_error *err)
{
  rd_status status = RD_OK;
  if (from->folder)
    status = read_folder(self, from->folder, notes, err);
  if (!status && from->list)
    status = read_list(self, from->list, err);
  if (!status && from->bundles)
    status = read_bundles(self, notes, err);
  return status;
}
