/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A user takes a pattern from the terminal: in the own language, with the names
 * of functions in a stack trace, with the path of the file. A test sees
 * messages in the C locale, modules and offsets, and the name alone. The same
 * crash, printed both ways, says what stands for what:
 *
 * Frames. Between two runs of a command the addresses differ in whole pages,
 * and a symbolizer may print several functions for one address. So the traces
 * are walked by distinct addresses, and each name gets the module and offset of
 * its address.
 *
 * Messages. Both outputs have the same lines up to the trace. Only a line about
 * the crash itself (crashes.def) stands for its translation, since others
 * change while the text becomes smaller.
 *
 * In both cases the pattern has to match what does not depend on the text or on
 * the run: neither a place in front of a message nor the number and address of
 * a frame. Then every text that the result accepts has a line that the pattern
 * matches.
 */
#include "compiler/seen.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/crashes.h"
#include "compiler/frames.h"

rd_status seen_run(rd_run *out, runner *run, const strings *argv,
                   const source *input, const rd_limits *limits, rd_error *err)
{
  job what = { 0 };
  strings_add_all(&what.words, argv);
  runner_user_environment(&what.environment, run);
  rd_status status = runner_start_job(run, &what, input, limits, err);
  if (!status)
    status = runner_wait(out, run, err);
  job_dispose(&what);
  return status;
}

/* ---- expressions ---- */

/* Adds an alternative: the text, verbatim. */
static void add_text(textbuf *out, const char *text, const char *end)
{
  if (out->size)
    text_puts(out, "|");
  for (; *text; text++) {
    if (strchr("\\^$.[]|()*+?{}", *text))
      text_puts(out, "\\");
    text_add(out, text, 1);
  }
  text_puts(out, end);
}

static bool matches(const regex_t *pattern, const char *text)
{
  return !regexec(pattern, text, 0, NULL, 0);
}

/* ---- frames ---- */

typedef struct trace {
  strings lines;
  size_t at;        /* the line of the current frame; lines.size: none */
  uint64_t address; /* its address; 0 before the first */
} trace;

static void read_lines(strings *out, const rd_run *run)
{
  const char *at = run->output ? run->output : "";
  for (const char *end = at + (run->output ? run->output_size : 0); at < end;)
    strings_take(out, next_line(&at, end));
}

/* Moves on to the next frame with another address. */
static bool next_frame(trace *self)
{
  uint64_t found = self->address;
  while (self->at < self->lines.size &&
         (!frames_after_address(&found, self->lines.data[self->at]) ||
          found == self->address))
    self->at++;
  self->address = found;
  return self->at < self->lines.size;
}

/* Adds the frames of which the pattern matches the part that stays. */
static void add_frames(textbuf *out, const regex_t *pattern, trace *by_user,
                       trace *by_test)
{
  enum { PAGE = 4096 };
  strings added = { 0 };
  uint64_t address = 0, before = 0;
  bool same = true;
  for (size_t i = by_user->at; i < by_user->lines.size && same; i++) {
    const char *rest = frames_after_address(&address, by_user->lines.data[i]);
    if (!rest)
      continue;
    if (address != before)
      same = next_frame(by_test) && by_test->address % PAGE == address % PAGE;
    before = address;
    char *place =
        same ? frames_module_place(by_test->lines.data[by_test->at]) : NULL;
    if (place && matches(pattern, rest) && !strings_has(&added, place)) {
      strings_add(&added, place);
      add_text(out, place, "\\)");
    }
    free(place);
  }
  strings_free(&added);
}

/* ---- messages ---- */

/* The length of the place or program in front of both messages. */
static size_t common_front(const char *a, const char *b)
{
  size_t size = 0, front = 0;
  for (; a[size] && a[size] == b[size]; size++)
    if (size && a[size - 1] == ':' && a[size] == ' ')
      front = size + 1;
  return front;
}

/* Adds the lines about the crash whose translation the pattern matches. */
static void add_messages(textbuf *out, const regex_t *pattern,
                         const trace *by_user, const trace *by_test)
{
  uint64_t address;
  size_t size = by_user->lines.size < by_test->lines.size ? by_user->lines.size
                                                          : by_test->lines.size;
  for (size_t i = 0; i < size; i++) {
    const char *line = by_user->lines.data[i], *tested = by_test->lines.data[i];
    if (frames_after_address(&address, line))
      break;
    size_t front = common_front(line, tested);
    crash_line about;
    if (matches(pattern, line + front) &&
        crash_line_find(&about, tested, READ_FACTS))
      add_text(out, tested + front, "");
  }
}

char *seen_pattern(const regex_t *pattern, const rd_run *by_user,
                   const rd_run *by_test)
{
  textbuf out = { 0 };
  trace user = { 0 }, test = { 0 };
  read_lines(&user.lines, by_user);
  read_lines(&test.lines, by_test);
  add_messages(&out, pattern, &user, &test);
  add_frames(&out, pattern, &user, &test);
  strings_free(&user.lines);
  strings_free(&test.lines);
  return out.data;
}

/* ---- paths ---- */

/* The length of what spells the first `size` bytes of the text at the start of
 * an expression; 0: they are not there. */
static size_t spelled(const char *pattern, const char *text, size_t size)
{
  const char *at = pattern;
  for (size_t i = 0; i < size; i++) {
    bool bracket = at[0] == '[' && at[1] == text[i] && at[2] == ']';
    at += bracket || (at[0] == '\\' && at[1] == text[i]);
    if (*at != text[i])
      return 0;
    at += bracket ? 2 : 1;
  }
  return (size_t)(at - pattern);
}

/* The length of a folder of the path, or the end of one, in front of its last
 * name at the start of an expression. */
static size_t folder_size(const char *pattern, const char *path)
{
  const char *name = base_name(path);
  for (const char *from = path; from < name; from++)
    if (spelled(pattern, from, strlen(from)))
      return spelled(pattern, from, (size_t)(name - from));
  return 0;
}

char *seen_without_folder(const char *pattern, const char *path)
{
  textbuf out = { 0 };
  for (const char *at = pattern; *at; at++) {
    at += folder_size(at, path);
    text_add(&out, at, 1);
  }
  if (out.size == strlen(pattern))
    text_free(&out);
  return out.data;
}
