/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The result of a blame, for people and for programs.
 *
 * People want the commit first and then the evidence: what the compiler does
 * one commit earlier, and the lines of the file that the crash needs, each with
 * its commit, so that a wrong answer is obvious. Untrusted text never reaches a
 * terminal unescaped (utf8_visible_line).
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "blame/blame.h"
#include "base/utf8.h"

enum {
  SHORT_DIGITS = 12,
  LINES_MOST = 60 /* that are shown */
};

/* ---- for people ---- */

static void add_found(textbuf *out, const blame *self, const char *file)
{
  text_printf(out, "%s crashes since commit %s\n", file,
              self->found.suspects->name);
  bisection_add_commit(out, self->found.suspects);
  bisection_add_row(out, "crash", utf8_visible_line(self->found.signature));
  bisection_add_parents(out, &self->found,
                        self->added ? "does not have the file" : NULL);
}

static void add_suspects(textbuf *out, const blame *self, const char *file)
{
  size_t count = self->found.suspect_count;
  text_printf(out, "%s crashes since ", file);
  if (count == 1)
    text_puts(out, "this commit or an older one");
  else
    text_printf(out, "one of %zu commits", count);
  text_printf(out, ": %s\n", self->found.problem);
  bisection_add_suspects(out, &self->found);
}

static void add_end(textbuf *out, const blame *self, const char *file)
{
  if (self->uncommitted) {
    text_printf(out, "%s crashes since what is not committed yet\n", file);
    bisection_add_row(out, "crash", utf8_visible_line(self->found.signature));
  } else if (self->found.end == BISECTION_FOUND) {
    add_found(out, self, file);
  } else if (self->found.end == BISECTION_SUSPECTS) {
    add_suspects(out, self, file);
  } else {
    char *problem = utf8_visible_line(self->found.problem);
    text_printf(out, "%s\n", problem ? problem : "nothing was found");
    free(problem);
  }
}

/* Does the line belong to the commit that was found? */
static bool is_of_found(const blame *self, const blamed_line *line)
{
  return self->found.end == BISECTION_FOUND && self->found.suspect_count &&
         object_id_equals(&line->commit, &self->found.suspects->facts.id);
}

static void add_line(textbuf *out, const blame *self, const blamed_line *line)
{
  char digits[OBJECT_ID_DIGITS + 1];
  char *file = utf8_visible_line(line->file);
  char *text = utf8_visible_line(line->text + strspn(line->text, " \t"));
  object_id_digits(digits, &line->commit);
  if (line->uncommitted)
    text_printf(out, "  %s:%u: %s\n", file, line->line, text);
  else
    text_printf(out, "%s %.*s %s:%u: %s\n", is_of_found(self, line) ? "*" : " ",
                SHORT_DIGITS, digits, file, line->line, text);
  free(text);
  free(file);
}

static void add_lines(textbuf *out, const blame *self)
{
  if (!self->line_count)
    return;
  text_puts(out, self->uncommitted ? "lines that are not committed:\n"
                                   : "lines that the crash needs, and the "
                                     "commits that they are from:\n");
  for (size_t i = 0; i < self->line_count && i < LINES_MOST; i++)
    add_line(out, self, &self->lines[i]);
  if (self->line_count > LINES_MOST)
    text_printf(out, "  and %zu more\n", self->line_count - LINES_MOST);
}

char *blame_text(const blame *self)
{
  textbuf out = { 0 };
  char *file = utf8_visible_line(self->file ? self->file : "the file");
  add_end(&out, self, file);
  add_lines(&out, self);
  bisection_add_flaky(&out, &self->found);
  text_printf(&out, "%u commit%s compiled", self->found.probes,
              self->found.probes == 1 ? "" : "s");
  if (self->found.skipped)
    text_printf(&out, ", %u of them skipped", self->found.skipped);
  text_printf(&out, "%s\n", self->guessed ? "; found by its lines" : "");
  free(file);
  return out.data;
}

/* ---- for programs ---- */

static json_t *line_json(const blamed_line *line)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, &line->commit);
  char *file = utf8_escape(line->file, strlen(line->file));
  json_t *out =
      json_pack("{s:s, s:i, s:s, s:o}", "file", file, "line", (int)line->line,
                "text", line->text, "commit",
                line->uncommitted ? json_null() : json_string(digits));
  free(file);
  return out;
}

char *blame_json(const blame *self)
{
  char *found = bisection_json(&self->found);
  char *file = self->file ? utf8_escape(self->file, strlen(self->file)) : NULL;
  json_t *lines = json_array();
  for (size_t i = 0; i < self->line_count; i++)
    (void)json_array_append_new(lines, line_json(&self->lines[i]));
  json_t *all = json_pack(
      "{s:s, s:s?, s:b, s:b, s:b, s:o, s:o}", "event", "end", "file", file,
      "uncommitted", self->uncommitted, "added", self->added, "guessed",
      self->guessed, "lines", lines, "bisection", json_loads(found, 0, NULL));
  char *out = json_dumps(all, JSON_COMPACT | JSON_PRESERVE_ORDER);
  json_decref(all);
  free(file);
  free(found);
  return out ? out : mem_copy("{}");
}
