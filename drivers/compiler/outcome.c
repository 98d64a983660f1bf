/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Classifies a compiler's answer to a text, without knowing the compiler.
 *
 * The exit status only shows that it failed. If the text is at fault, the
 * compiler names a place: compilers that agree on nothing else print the file
 * and line of an error, mostly as FILE:LINE, and no complaint about the command
 * has one. If the text has line markers, the place may be in another file. A
 * compiler that fails without naming a place may have met an unknown option or
 * lack a file of its own. That is not a rejection, because it never examined
 * the text.
 */
#include "compiler/outcome.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "compiler/signature.h"

enum { DETAIL_MOST = 160 };

char *outcome_crash(const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  char *line = signature_is_crash(&found) ? signature_line(&found) : NULL;
  signature_dispose(&found);
  return line;
}

/* The signal from outside among these whose name that is, or 0. */
static int outer_signal(const char *name)
{
  static const int signals[] = { SIGKILL, SIGTERM, SIGINT,  SIGHUP,
                                 SIGQUIT, SIGALRM, SIGXFSZ, SIGXCPU };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (!strcmp(sigabbrev_np(signals[i]), name))
      return signals[i];
  return 0;
}

int outcome_killer(const rd_run *run)
{
  if (run->end == RD_END_SIGNAL) {
    const char *name = sigabbrev_np(run->status);
    return name ? outer_signal(name) : 0;
  }
  char *line = run->end == RD_END_EXIT ? outcome_crash(run) : NULL;
  static const char before[] = "signal SIG";
  int found = line && starts_with(line, before)
                  ? outer_signal(line + sizeof before - 1)
                  : 0;
  free(line);
  return found;
}

bool outcome_is_limited(const rd_run *run)
{
  int killer = outcome_killer(run);
  return killer == SIGXFSZ || killer == SIGXCPU;
}

bool outcome_is_disk_full(const rd_run *run, const char *text, size_t size)
{
  static const char message[] = "No space left on device";
  return run->output && strstr(run->output, message) &&
         !memmem(text, size, message, sizeof message - 1);
}

/* ---- errors ---- */

/* After the name: ":3", ", line 3", "\", line 3" or " (at line 3)". */
static bool is_line_number(const char *rest)
{
  static const char *const words[] = { ", line ", " (at line ", ":" };
  rest += *rest == '"';
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (starts_with(rest, words[i]))
      return isdigit((unsigned char)rest[strlen(words[i])]);
  return false;
}

/* The place at which the line names a line of the text, as in "in.c, line 3:
 * x", "in.c:3: x", "lua: in.lua:3: x" or "./in.go:3: x"; NULL if there is none. */
static const char *find_place(const char *line, const char *name)
{
  size_t size = strlen(name);
  for (const char *at = line; (at = strstr(at, name)); at++) {
    bool begins = at == line || strchr(" \"(/", at[-1]);
    if (begins && is_line_number(at + size))
      return at;
  }
  return NULL;
}

/* Does the line report an error at a place in any file: "x.h:3: error: y"? */
static bool is_error_elsewhere(const char *line)
{
  const char *colon = line + strcspn(line, ": ");
  return *colon == ':' && colon > line && isdigit((unsigned char)colon[1]) &&
         errors_is_error(line);
}

static bool is_no_error(const char *line)
{
  return strstr(line, "warning") || strstr(line, " note: ") ||
         starts_with(line, "In file included from ");
}

/* Without the file name, which is ours and means nothing to the reader: "line
 * 3: x". */
static char *without_name(const char *place, const char *name)
{
  const char *rest = place + strlen(name);
  rest += *rest == '"';
  bool colon = *rest == ':';
  return mem_format("%s%.*s", colon ? "line " : "", DETAIL_MOST,
                    colon ? rest + 1 : strstr(rest, "line "));
}

/* What a linker says before the driver says that it has failed. */
static const char *find_unlinked(const char *line)
{
  static const char *const words[] = { "undefined reference to ",
                                       "cannot find " };
  const char *found = NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++)
    found = strstr(line, words[i]);
  return found;
}

static char *cut_line(const char *line)
{
  return mem_copy_bytes(line, strnlen(line, DETAIL_MOST));
}

/* The error at a place that the line reports; NULL: none. */
static char *placed_error(const char *line, const char *name)
{
  if (is_no_error(line))
    return NULL;
  const char *place = find_place(line, name);
  if (place)
    return without_name(place, name);
  return is_error_elsewhere(line) ? cut_line(line) : NULL;
}

/* A run that failed without a crash: the first error at a place, or else the
 * first error, or else the first line that is not blank. */
static outcome failed_outcome(char **detail_out, const rd_run *run,
                              const char *name)
{
  const char *at = run->output ? run->output : "";
  const char *end = at + (run->output ? run->output_size : 0);
  char *placed = NULL, *error = NULL, *word = NULL;
  while (at < end && !placed) {
    char *line = next_line(&at, end);
    placed = placed_error(line, name);
    const char *unlinked = find_unlinked(line);
    if (!error && (unlinked || errors_is_error(line)))
      error = cut_line(unlinked ? unlinked : line);
    if (!word && line[strspn(line, " \t")])
      word = cut_line(line);
    free(line);
  }
  *detail_out = placed  ? mem_copy(placed)
                : error ? mem_copy(error)
                : word
                    ? mem_copy(word)
                    : mem_format("exit status %d, without a word", run->status);
  outcome what = placed ? OUTCOME_REJECTED : OUTCOME_FAILED;
  free(placed);
  free(error);
  free(word);
  return what;
}

outcome outcome_find(char **detail_out, const rd_run *run, const char *name)
{
  *detail_out = NULL;
  int killer = outcome_killer(run);
  if (killer) {
    *detail_out =
        mem_format("killed from outside by SIG%s", sigabbrev_np(killer));
    return OUTCOME_LATE;
  }
  if ((*detail_out = outcome_crash(run)))
    return OUTCOME_CRASH;
  switch (run->end) {
  case RD_END_NOSTART:
    *detail_out = mem_format("cannot be started: %s", strerror(run->status));
    return OUTCOME_NO_START;
  case RD_END_MEMORY:
    *detail_out = mem_copy("takes too much memory");
    return OUTCOME_LATE;
  case RD_END_PROCESSES:
    *detail_out = mem_copy("starts more than 1024 processes");
    return OUTCOME_LATE;
  case RD_END_OUTPUT:
    *detail_out = mem_copy("prints too much");
    return OUTCOME_LATE;
  case RD_END_WALL:
  case RD_END_CPU:
  case RD_END_CANCELLED:
    return OUTCOME_LATE;
  case RD_END_EXIT:
  case RD_END_SIGNAL: /* always a crash */
    break;
  }
  return run->status ? failed_outcome(detail_out, run, name) : OUTCOME_ACCEPTED;
}
