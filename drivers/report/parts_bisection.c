/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The part of a tracker's text about a bisection.
 *
 * People who sort bugs look for the words "Started with" and the full commit,
 * by which they find it and its author; subject, date and files show whether it
 * is plausible. A text for a tracker is public forever. It therefore has no
 * addresses of people, is silent if nothing was found, and states how certain
 * it is.
 */
#include "report/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum {
  FILES_MOST = 300,   /* bytes */
  SUSPECTS_MOST = 20, /* number of suspects listed */
};

/* The bisection if it found the origin of the bug, or NULL. */
static const bisection *conclusive(const report *self)
{
  const bisection *found = &self->bisection;
  bool tells =
      self->has_bisection && found->suspect_count &&
      (found->end == BISECTION_FOUND || found->end == BISECTION_SUSPECTS);
  return tells ? found : NULL;
}

/* Details name lines of the original, unless the reduced file was tested. */
const char *parts_file(const bisection *found)
{
  return found->checked ? "it" : "the original file";
}

/* A version that rejects a file does not prove that it works. */
static char *started_with_version(const bisection *found)
{
  const bisect_point *before = found->parent_count ? found->parents : NULL;
  bool fine = before && before->answer == BISECT_GOOD && !before->detail;
  char *bad = bisect_point_title(found->suspects);
  char *good = before ? bisect_point_title(before) : NULL;
  char *out = mem_format("First bad version: %s%s%s", bad,
                         fine     ? "; the one before it is fine: "
                         : before ? "; the one before it: "
                                  : "",
                         good ? good : "");
  free(good);
  free(bad);
  return out;
}

char *parts_started(const report *self)
{
  const bisection *found = conclusive(self);
  if (!found)
    return NULL;
  bool commits = bisect_point_is_commit(found->suspects);
  if (found->end == BISECTION_SUSPECTS && found->suspect_count == 1)
    return mem_copy("Started with this commit or an older one:");
  if (found->end == BISECTION_SUSPECTS)
    return mem_format("Started with one of these %zu %s; all but the first "
                      "could not be tested:",
                      found->suspect_count, commits ? "commits" : "versions");
  if (!commits)
    return started_with_version(found);
  return mem_format("Started with commit %s", found->suspects->name);
}

/* ---- the commit ---- */

/* Adds a text with what surrounds it; nothing if the text is missing. */
static void add_visible(textbuf *out, const char *begin, const char *text,
                        size_t size, const char *end)
{
  if (!text)
    return;
  char *bytes = mem_copy_bytes(text, size);
  char *line = utf8_visible_line(bytes);
  text_printf(out, "%s%s%s", begin, line, end);
  free(line);
  free(bytes);
}

/* The size of an author's name without the address. */
static size_t name_size(const char *author)
{
  const char *mail = author ? strstr(author, " <") : NULL;
  return mail ? (size_t)(mail - author) : author ? strlen(author) : 0;
}

static void add_commit(textbuf *out, const bisect_point *point)
{
  const commit_facts *facts = &point->facts;
  if (facts->subject)
    add_visible(out, "  ", facts->subject, strlen(facts->subject), "\n");
  if (facts->author && facts->author_date) {
    add_visible(out, "  ", facts->author, name_size(facts->author), ", ");
    add_visible(out, "", facts->author_date, strlen(facts->author_date), "\n");
  }
  char *files = bisect_point_files(point, FILES_MOST);
  if (files)
    text_printf(out, "  %s\n", files);
  free(files);
}

static void add_suspect(textbuf *out, const bisect_point *point)
{
  const char *subject = point->facts.subject;
  char *title = bisect_point_is_commit(point) ? mem_copy(point->name)
                                              : bisect_point_title(point);
  text_printf(out, "  %s", title);
  if (subject)
    add_visible(out, " ", subject, strlen(subject), "");
  text_puts(out, "\n");
  free(title);
}

char *parts_commit(const report *self)
{
  const bisection *found = conclusive(self);
  textbuf out = { 0 };
  if (!found)
    return NULL;
  if (found->end == BISECTION_FOUND) {
    add_commit(&out, found->suspects);
    return out.data;
  }
  for (size_t i = 0; i < found->suspect_count && i < SUSPECTS_MOST; i++)
    add_suspect(&out, &found->suspects[i]);
  if (found->suspect_count > SUSPECTS_MOST)
    text_printf(&out, "  and %zu more\n", found->suspect_count - SUSPECTS_MOST);
  return out.data;
}

/* ---- before it ---- */

static void add_parents(textbuf *out, const bisection *found)
{
  size_t count = found->parent_count;
  if (found->end != BISECTION_FOUND || !count)
    return;
  bool commits = bisect_point_is_commit(found->parents);
  if (!commits && found->parents->answer == BISECT_GOOD &&
      !found->parents->detail)
    return; /* parts_started has stated it */
  text_printf(out, "The %s%s before: ", commits ? "commit" : "version",
              count == 1 ? "" : "s");
  for (size_t i = 0; i < count; i++) {
    char *title = bisect_point_title(&found->parents[i]);
    char *does =
        bisect_parent_does(found, &found->parents[i], parts_file(found));
    text_printf(out, "%s%s %s", i ? "; " : "", title, does);
    free(does);
    free(title);
  }
  text_puts(out, ".");
}

char *parts_before(const report *self)
{
  const bisection *found = conclusive(self);
  textbuf out = { 0 };
  if (!found)
    return NULL;
  add_parents(&out, found);
  text_printf(&out, "%sThis case was %stested on both sides of it.",
              out.size ? " " : "", found->checked ? "" : "not ");
  if (found->flaky)
    text_printf(&out, "%sThis is not certain: the %s comes and goes.",
                out.size ? " " : "",
                found->wrong_code ? "wrong code" : "crash");
  return out.data;
}
