/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compares what programs did.
 *
 * A difference is known by its kind: how each of the two ends, and if they end
 * alike, what the first line that differs does. Values do not belong to it: a
 * reduction has to be free to change what is printed and with which status a
 * test fails, but it may not turn a wrong line into a crash. An abort, a trap and a
 * wrong line are ways to show a wrong value, and so is a status: the text that returns it
 * is the smaller one. A compiler that leaves open what main returns at its end
 * would make a failure of any program; so this is a choice of the caller.
 */
#include "wrong/behaviour.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

static const char failure[] = "a failure";

void behaviour_dispose(behaviour *self)
{
  free(self->output);
  *self = (behaviour){ 0 };
}

static bool same_end(const behaviour *a, const behaviour *b)
{
  return a->end == b->end && a->status == b->status;
}

static bool same_output(const behaviour *a, const behaviour *b)
{
  return a->size == b->size && !memcmp(a->output, b->output, a->size);
}

bool behaviour_same(const behaviour *a, const behaviour *b)
{
  return same_end(a, b) && (a->end == BEHAVIOUR_LATE || same_output(a, b));
}

static char *signal_text(int number)
{
  const char *name = sigabbrev_np(number);
  return name ? mem_format("SIG%s", name) : mem_format("signal %d", number);
}

char *behaviour_kind(const behaviour *self)
{
  switch (self->end) {
  case BEHAVIOUR_SIGNAL:
    return signal_text(self->status);
  case BEHAVIOUR_LATE:
    return mem_copy("no end");
  case BEHAVIOUR_NOSTART:
    return mem_copy("no start");
  case BEHAVIOUR_EXIT:
    break;
  }
  return mem_copy(self->status ? failure : "exit status 0");
}

char *behaviour_text(const behaviour *self)
{
  return self->end == BEHAVIOUR_EXIT
             ? mem_format("exit status %d", self->status)
             : behaviour_kind(self);
}

size_t behaviour_first_line(const char **bad_out, const char **good_out,
                            const behaviour *bad, const behaviour *good)
{
  const char *at = bad->output, *to = good->output;
  size_t line = 1, size = bad->size < good->size ? bad->size : good->size;
  if (same_output(bad, good))
    return 0;
  *bad_out = at;
  *good_out = to;
  for (size_t i = 0; i < size && at[i] == to[i]; i++)
    if (at[i] == '\n') {
      line++;
      *bad_out = at + i + 1;
      *good_out = to + i + 1;
    }
  return line;
}

/* What the first line that differs does. */
static const char *line_kind(const behaviour *bad, const behaviour *good)
{
  const char *at = NULL, *to = NULL;
  (void)behaviour_first_line(&at, &to, bad, good);
  return !*at ? "a line less" : !*to ? "a line more" : "another line";
}

char *behaviour_difference(const behaviour *bad, const behaviour *good)
{
  char *kind = behaviour_kind(bad), *right = behaviour_kind(good), *out = NULL;
  if (strcmp(kind, right) != 0)
    out = mem_format("%s instead of %s", kind, right);
  else if (!same_end(bad, good))
    out = mem_format("%s with another status", kind);
  else if (!behaviour_same(bad, good))
    out = mem_format("%s with %s of output", kind, line_kind(bad, good));
  free(kind);
  free(right);
  return out;
}

/* ---- for people ---- */

/* How much of a line is shown. */
static int line_size(const char *line)
{
  enum { MOST = 40 };
  size_t size = strcspn(line, "\n");
  return size < MOST ? (int)size : MOST;
}

char *behaviour_detail(const behaviour *bad, const behaviour *good)
{
  const char *printed, *expected;
  if (behaviour_same(bad, good))
    return NULL;
  char *end = behaviour_text(bad), *right = behaviour_text(good);
  char *out = mem_format("%s, not %s", end, right);
  if (!strcmp(end, right) &&
      behaviour_first_line(&printed, &expected, bad, good)) {
    char *line = mem_format("prints \"%.*s\", not \"%.*s\"", line_size(printed),
                            printed, line_size(expected), expected);
    string_replace(&out, utf8_visible_line(line));
    free(line);
  }
  free(end);
  free(right);
  return out;
}

/* ---- what is expected ---- */

static bool is_fine(const behaviour *self)
{
  return self->end == BEHAVIOUR_EXIT && !self->status;
}

static bool is_failure(const behaviour *self)
{
  return self->end == BEHAVIOUR_EXIT && self->status;
}

bool behaviour_can_fail(const behaviour *bad, const behaviour *good)
{
  bool aborts = bad->end == BEHAVIOUR_SIGNAL &&
                (bad->status == SIGABRT || bad->status == SIGILL ||
                 bad->status == SIGTRAP); /* __builtin_trap, by processor */
  return is_fine(good) && (aborts || is_fine(bad));
}

bool behaviour_fits(const char *expected, bool or_fails, const behaviour *bad,
                    const behaviour *good)
{
  char *kind = behaviour_difference(bad, good);
  bool fits = (kind && !strcmp(kind, expected)) ||
              (or_fails && is_failure(bad) && is_fine(good));
  free(kind);
  return fits;
}

bool behaviour_may_fit(const char *expected, bool or_fails,
                       const behaviour *bad)
{
  char *kind = behaviour_kind(bad);
  bool fits = starts_with(expected, kind) || (or_fails && is_failure(bad));
  free(kind);
  return fits;
}

char *behaviour_expected(const char *expected, bool or_fails)
{
  const char *instead = strstr(expected, " instead");
  size_t before = instead ? (size_t)(instead - expected) : strlen(expected);
  return or_fails ? mem_format("%.*s or %s%s", (int)before, expected, failure,
                               expected + before)
                  : mem_copy(expected);
}
