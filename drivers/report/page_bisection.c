/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a bisection has found, as a section of a page.
 *
 * The answers of all compilers come from the log, which is that of
 * `git bisect`: a line of a command for each, and before it remarks with the
 * subject of the commit and with why it was answered so. A log has as
 * many answers as the search took, a few dozen; one that was edited may have
 * more, and is cut.
 */
#include "report/page_parts.h"

#include <stdlib.h>
#include <string.h>

#include "report/page_text.h"
#include "report/parts.h"

enum {
  VALUE_LIMIT = 2000,        /* bytes of the page for a value */
  CELL_LIMIT = 500,          /* for one in a table */
  FILES_LIMIT = 1000,        /* files */
  FILES_SHOWN = 8,           /* of those before the rest is folded away */
  SUSPECTS_LIMIT = 200,      /* rows */
  ANSWERS_LIMIT = 128 << 10, /* bytes of the page for all answers */
  SHORT_DIGITS = 12,
};

static void add_cell(textbuf *out, const char *text, size_t limit)
{
  if (page_add_head(out, text, limit))
    text_puts(out, "&hellip;");
}

static void begin_row(textbuf *out, const char *name)
{
  text_printf(out, "<div><dt>%s</dt><dd>", name);
}

static void end_row(textbuf *out)
{
  text_puts(out, "</dd></div>\n");
}

/* A fact in words; `value` is released. */
static void add_fact(textbuf *out, const char *name, char *value)
{
  if (value && *value) {
    begin_row(out, name);
    add_cell(out, value, VALUE_LIMIT);
    end_row(out);
  }
  free(value);
}

static char *copy(const char *string)
{
  return string ? mem_copy(string) : NULL;
}

/* ---- the commit ---- */

/* A commit in full, or a version. */
static void add_name(textbuf *out, const bisect_point *point)
{
  bool commit = bisect_point_is_commit(point);
  char *title = commit ? mem_copy(point->name) : bisect_point_title(point);
  text_puts(out, "<code>");
  add_cell(out, title, CELL_LIMIT);
  text_puts(out, "</code>");
  free(title);
}

static void add_file_list(textbuf *out, const strings *files, size_t from,
                          size_t to)
{
  text_puts(out, "<ul class=\"files\">");
  for (size_t i = from; i < to; i++) {
    text_puts(out, "<li><code>");
    add_cell(out, files->data[i], CELL_LIMIT);
    text_puts(out, "</code></li>");
  }
  text_puts(out, "</ul>");
}

static void add_files(textbuf *out, const strings *files)
{
  size_t all = files->size;
  if (!all)
    return;
  size_t shown = all <= FILES_SHOWN + 2 ? all : FILES_SHOWN;
  size_t last = all < FILES_LIMIT ? all : FILES_LIMIT;
  begin_row(out, "Files");
  add_file_list(out, files, 0, shown);
  if (shown < all) {
    text_printf(out, "<details><summary>%zu more</summary>", all - shown);
    add_file_list(out, files, shown, last);
    if (last < all)
      text_printf(out, "<p class=\"note\">%zu are left out here.</p>",
                  all - last);
    text_puts(out, "</details>");
  }
  end_row(out);
}

static void add_found(textbuf *out, const bisect_point *point)
{
  const commit_facts *facts = &point->facts;
  bool commit = bisect_point_is_commit(point);
  begin_row(out, commit ? "First bad commit" : "First bad version");
  add_name(out, point);
  end_row(out);
  add_fact(out, "Subject", copy(facts->subject));
  add_fact(out, "Author", copy(facts->author));
  add_fact(out, "Date", copy(facts->author_date));
  add_files(out, &facts->files);
}

static void add_before(textbuf *out, const bisection *found)
{
  for (size_t i = 0; i < found->parent_count; i++) {
    char *title = bisect_point_title(&found->parents[i]);
    char *does = bisect_parent_does(&found->parents[i], parts_file(found));
    begin_row(out, i ? "and" : "Before it");
    text_puts(out, "<code>");
    add_cell(out, title, CELL_LIMIT);
    text_puts(out, "</code> ");
    add_cell(out, does, CELL_LIMIT);
    end_row(out);
    free(does);
    free(title);
  }
}

static void add_suspect(textbuf *out, const char *name,
                        const bisect_point *point)
{
  char *does = bisect_point_does(point, "it");
  begin_row(out, name);
  add_name(out, point);
  text_puts(out, " <bdi>");
  add_cell(out, point->facts.subject, CELL_LIMIT);
  text_puts(out, "</bdi><br><span class=\"muted\">");
  add_cell(out, does, CELL_LIMIT);
  text_puts(out, "</span>");
  end_row(out);
  free(does);
}

static void add_suspects(textbuf *out, const bisection *found)
{
  size_t count = found->suspect_count;
  for (size_t i = 0; i < count && i < SUSPECTS_LIMIT; i++)
    add_suspect(out, i ? "or" : "One of", &found->suspects[i]);
  if (count > SUSPECTS_LIMIT)
    add_fact(out, "or", mem_format("one of %zu more", count - SUSPECTS_LIMIT));
}

/* ---- the whole ---- */

static void add_history(textbuf *out, const bisection *found)
{
  if (found->repository)
    add_fact(out, "Repository",
             mem_format("%s%s", found->repository,
                        found->first_parent ? ", first parents only" : ""));
  add_fact(out, "Search", bisection_cost(found));
}

void page_add_bisection(textbuf *out, page *self)
{
  const bisection *found = &self->report->bisection;
  bool one = found->end == BISECTION_FOUND;
  if (one) {
    add_found(out, found->suspects);
    add_before(out, found);
  } else if (found->end == BISECTION_SUSPECTS) {
    add_suspects(out, found);
  }
  add_fact(out, one ? "Doubt" : "No single one", copy(found->problem));
  if (found->flaky)
    add_fact(out, "Not certain",
             mem_format("the crash comes and goes%s%s",
                        found->flaky_detail ? ": " : "",
                        found->flaky_detail ? found->flaky_detail : ""));
  if (one)
    add_fact(out, "Reduced file",
             copy(found->checked ? "crashes with it too, and not before it"
                                 : "was not tested with these compilers"));
  add_fact(out, "Reduction", copy(found->moved));
  add_history(out, found);
}

/* ---- the answers ---- */

/* An answer of the log. */
typedef struct answer {
  char *name, *subject, *detail;
  bisect_answer what;
} answer;

static const struct {
  const char *word, *class, *mark;
} answers[] = {
  [BISECT_UNKNOWN] = { "", "", "" },
  [BISECT_GOOD] = { "good", "works", "\xe2\x9c\x93" }, /* check mark */
  [BISECT_BAD] = { "bad", "crashes", "\xe2\x9c\x97" }, /* ballot x */
  [BISECT_SKIP] = { "skip", "unknown", "?" },
};

static void dispose_answer(answer *self)
{
  free(self->name);
  free(self->subject);
  free(self->detail);
  *self = (answer){ 0 };
}

static void add_answer(textbuf *out, const answer *self)
{
  bool commit = strlen(self->name) == OBJECT_ID_DIGITS;
  char *title = commit ? mem_copy_bytes(self->name, SHORT_DIGITS)
                       : mem_copy(base_name(self->name));
  text_puts(out, "<tr><th scope=\"row\"><code>");
  add_cell(out, title, CELL_LIMIT);
  text_puts(out, "</code> <bdi>");
  add_cell(out, self->subject, CELL_LIMIT);
  text_printf(out,
              "</bdi></th><td class=\"end %s\"><span class=\"mark\" "
              "aria-hidden=\"true\">%s</span> %s",
              answers[self->what].class, answers[self->what].mark,
              answers[self->what].word);
  if (self->detail && *self->detail) {
    text_puts(out, "<br><span class=\"small\">");
    add_cell(out, self->detail, CELL_LIMIT);
    text_puts(out, "</span>");
  }
  text_puts(out, "</td></tr>\n");
  free(title);
}

/* Which answer a line begins with, after some words; *rest_out is what follows
 * the blank or colon behind it. */
static bisect_answer read_word(const char **rest_out, const char *line,
                               const char *begin)
{
  if (!starts_with(line, begin))
    return BISECT_UNKNOWN;
  line += strlen(begin);
  for (int i = BISECT_GOOD; i <= BISECT_SKIP; i++)
    if (starts_with(line, answers[i].word)) {
      *rest_out = line + strlen(answers[i].word);
      *rest_out += **rest_out == ':';
      *rest_out += **rest_out == ' ';
      return (bisect_answer)i;
    }
  return BISECT_UNKNOWN;
}

/* The subject in "[NAME] SUBJECT"; caller's. */
static char *subject_in(const char *rest)
{
  const char *close = *rest == '[' ? strstr(rest, "] ") : NULL;
  return mem_copy(close ? close + 2 : "");
}

/* Takes in a line of the log; an answer that it ends goes to the page. */
static void read_line(textbuf *out, answer *current, const char *line)
{
  static const char detail[] = "# detail: ";
  const char *rest;
  if (read_word(&rest, line, "# ")) {
    dispose_answer(current);
    current->subject = subject_in(rest);
  } else if (starts_with(line, detail) && !current->detail) {
    current->detail = mem_copy(line + strlen(detail));
  } else if ((current->what = read_word(&rest, line, "git bisect "))) {
    current->name = mem_copy(rest);
    add_answer(out, current);
    dispose_answer(current);
  }
}

bool page_has_answers(const page *self)
{
  const char *log = self->report->bisection.log;
  return log && strstr(log, "# ") && strstr(log, "git bisect ");
}

void page_add_answers(textbuf *out, page *self)
{
  const char *at = self->report->bisection.log, *end = at + strlen(at);
  answer current = { 0 };
  size_t limit = out->size + ANSWERS_LIMIT;
  while (at < end && out->size < limit) {
    char *line = next_line(&at, end);
    read_line(out, &current, line);
    free(line);
  }
  dispose_answer(&current);
  self->left_out = (size_t)(end - at);
}
