/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The result of a bisection, for people.
 *
 * The text is meant to be pasted into a bug report. It gives the full commit
 * id, for lookup, then what helps to judge the result: the subject, the files
 * touched, the crash, and what the compilers of the parents do. If skipped
 * commits leave several suspects, each is listed with the reason why it was not
 * tested; if there is no answer, the problem explains why.
 *
 * Subjects, names and the output of builds and compilers are untrusted, so none
 * of them reaches a terminal unescaped (utf8_visible_line).
 */
#include "bisect/bisection.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum {
  SHORT_DIGITS = 12,
  FILES_MOST = 160,    /* bytes of a line of files */
  SUSPECTS_MOST = 100, /* most suspects that are listed */
};

void bisect_point_dispose(bisect_point *self)
{
  free(self->name);
  free(self->version);
  free(self->detail);
  commit_facts_dispose(&self->facts);
  strings_free(&self->command);
  *self = (bisect_point){ 0 };
}

void bisection_dispose(bisection *self)
{
  char *const owned[] = { self->repository, self->good,    self->bad,
                          self->signature,  self->problem, self->flaky_detail,
                          self->log,        self->moved };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    free(owned[i]);
  for (size_t i = 0; i < self->suspect_count; i++)
    bisect_point_dispose(&self->suspects[i]);
  for (size_t i = 0; i < self->parent_count; i++)
    bisect_point_dispose(&self->parents[i]);
  free(self->suspects);
  free(self->parents);
  *self = (bisection){ 0 };
}

/* ---- a point ---- */

bool bisect_point_is_commit(const bisect_point *self)
{
  object_id id;
  return self->name && object_id_parse(&id, self->name);
}

char *bisect_point_title(const bisect_point *self)
{
  if (bisect_point_is_commit(self))
    return mem_copy_bytes(self->name, SHORT_DIGITS);
  char *name = utf8_visible_line(base_name(self->name));
  if (!self->version)
    return name;
  char *version = utf8_visible_line(self->version);
  char *out = mem_format("%s (%s)", name, version);
  free(version);
  free(name);
  return out;
}

const char *bisection_verb(const bisection *self)
{
  return self->wrong_code ? "is wrong" : "crashes";
}

/* What it does with the file, whose word is `file`; caller's. */
static char *point_does(const bisection *of, const bisect_point *self,
                        const char *file)
{
  static const struct {
    const char *alone, *with_detail;
    bool object; /* the file is the object of these words */
  } words[] = {
    [BISECT_UNKNOWN] = { "was not tested", "was not tested", false },
    [BISECT_GOOD] = { "compiles", "rejects", true },
    [BISECT_BAD] = { "crashes", "crashes", false },
    [BISECT_SKIP] = { "cannot be tested", "cannot be tested", false },
  };
  bool object = words[self->answer].object;
  const char *blank = object ? " " : "", *what = object ? file : "";
  if (of->wrong_code && self->answer == BISECT_GOOD)
    return mem_format("builds %s right", file);
  if (of->wrong_code && self->answer == BISECT_BAD)
    return mem_format("builds %s wrong", file);
  if (!self->detail)
    return mem_format("%s%s%s", words[self->answer].alone, blank, what);
  char *detail = utf8_visible_line(self->detail);
  char *out = mem_format("%s%s%s: %s", words[self->answer].with_detail, blank,
                         what, detail);
  free(detail);
  return out;
}

char *bisect_parent_does(const bisection *of, const bisect_point *self,
                         const char *file)
{
  if (self->answer == BISECT_UNKNOWN && !self->detail)
    return mem_copy("is older than one that is fine");
  return point_does(of, self, file);
}

char *bisect_point_files(const bisect_point *self, size_t most)
{
  const strings *files = &self->facts.files;
  textbuf out = { 0 };
  size_t shown = 0;
  for (; shown < files->size; shown++) {
    char *name = utf8_visible_line(files->data[shown]);
    bool fits = !shown || out.size + strlen(name) + 2 <= most;
    if (fits)
      text_printf(&out, "%s%s", shown ? ", " : "", name);
    free(name);
    if (!fits)
      break;
  }
  if (shown < files->size)
    text_printf(&out, " (and %zu more)", files->size - shown);
  return out.data;
}

/* ---- a commit ---- */

void bisection_add_row(textbuf *out, const char *label, char *text)
{
  if (text && *text)
    text_printf(out, "  %-8s %s\n", label, text);
  free(text);
}

void bisection_add_commit(textbuf *out, const bisect_point *commit)
{
  const commit_facts *facts = &commit->facts;
  char *author = utf8_visible_line(facts->author);
  char *date = utf8_visible_line(facts->author_date);
  if (author && date)
    bisection_add_row(out, "author", mem_format("%s, %s", author, date));
  bisection_add_row(out, "subject", utf8_visible_line(facts->subject));
  bisection_add_row(out, "files", bisect_point_files(commit, FILES_MOST));
  free(date);
  free(author);
}

void bisection_add_parents(textbuf *out, const bisection *self,
                           const char *what)
{
  for (size_t i = 0; i < self->parent_count; i++) {
    char *title = bisect_point_title(&self->parents[i]);
    char *does = what ? mem_copy(what)
                      : bisect_parent_does(self, &self->parents[i], "it");
    bisection_add_row(out, i ? "" : "before", mem_format("%s %s", title, does));
    free(does);
    free(title);
  }
  if (!self->parent_count)
    bisection_add_row(out, "before", mem_copy("nothing, it has no parents"));
}

/* The first bad version, and the last good one if that was tested. */
static void add_found_version(textbuf *out, const bisection *self)
{
  char *bad = bisect_point_title(self->suspects);
  text_printf(out, "first bad version: %s", bad);
  if (self->parent_count && self->parents->answer == BISECT_GOOD) {
    char *good = bisect_point_title(self->parents);
    text_printf(out, "; last good: %s", good);
    free(good);
  }
  text_puts(out, "\n");
  free(bad);
}

static void add_signature(textbuf *out, const bisection *self)
{
  bisection_add_row(out, self->wrong_code ? "wrong" : "crash",
                    utf8_visible_line(self->signature));
}

static void add_found(textbuf *out, const bisection *self)
{
  if (bisect_point_is_commit(self->suspects)) {
    text_printf(out, "first bad commit: %s\n", self->suspects->name);
    bisection_add_commit(out, self->suspects);
  } else {
    add_found_version(out, self);
  }
  add_signature(out, self);
  bisection_add_parents(out, self, NULL);
  bisection_add_row(out, "doubt", utf8_visible_line(self->problem));
  if (self->checked)
    bisection_add_row(
        out, "reduced",
        mem_format("%s with it too, and not before it", bisection_verb(self)));
  bisection_add_row(out, "moved", utf8_visible_line(self->moved));
}

/* ---- several ---- */

static void add_suspect(textbuf *out, const bisection *of,
                        const bisect_point *point)
{
  char *title = bisect_point_title(point), *does = point_does(of, point, "it");
  char *subject = utf8_visible_line(point->facts.subject);
  text_printf(out, "  %-*s ", SHORT_DIGITS, title);
  if (subject)
    text_printf(out, "%s\n  %-*s ", subject, SHORT_DIGITS, "");
  text_printf(out, "%s\n", does);
  free(subject);
  free(does);
  free(title);
}

void bisection_add_suspects(textbuf *out, const bisection *self)
{
  size_t count = self->suspect_count;
  for (size_t i = 0; i < count && i < SUSPECTS_MOST; i++)
    add_suspect(out, self, &self->suspects[i]);
  if (count > SUSPECTS_MOST)
    text_printf(out, "  and %zu more\n", count - SUSPECTS_MOST);
  add_signature(out, self);
}

static void add_several(textbuf *out, const bisection *self)
{
  size_t count = self->suspect_count;
  bool commits = count && bisect_point_is_commit(self->suspects);
  text_printf(out, "first bad %s: ", commits ? "commit" : "version");
  if (count == 1)
    text_puts(out, "this or an older one\n");
  else
    text_printf(out, "one of %zu\n", count);
  bisection_add_suspects(out, self);
  if (count == 1)
    bisection_add_row(out, "doubt", utf8_visible_line(self->problem));
}

/* ---- the whole ---- */

char *bisection_title(const bisection *self)
{
  const char *doubt = self->flaky ? " (not certain: it comes and goes)" : "";
  bool one = self->suspect_count == 1,
       several = self->end == BISECTION_SUSPECTS;
  if (several && !one)
    return mem_format("one of %zu, the others could not be tested%s",
                      self->suspect_count, doubt);
  if (self->end != BISECTION_FOUND && !several)
    return self->problem ? utf8_visible_line(self->problem)
                         : mem_copy("nothing was found");
  char *name = bisect_point_title(self->suspects);
  char *subject = utf8_visible_line(self->suspects->facts.subject);
  char *out =
      mem_format("%s%s%s%s%s", name, subject ? " " : "", subject ? subject : "",
                 several ? ", or an older one" : "", doubt);
  free(subject);
  free(name);
  return out;
}

static void add_time(textbuf *out, uint64_t ms)
{
  uint64_t seconds = ms / 1000;
  if (seconds < 10)
    text_printf(out, "%" PRIu64 ".%" PRIu64 " s", seconds, ms % 1000 / 100);
  else if (seconds < 600)
    text_printf(out, "%" PRIu64 " s", seconds);
  else
    text_printf(out, "%" PRIu64 " min", seconds / 60);
}

/* "11 compilers tested (...), 93 s"; caller's. */
static char *cost_of(const bisection *self)
{
  textbuf out = { 0 };
  text_count(&out, self->probes, "compiler");
  text_puts(&out, " tested");
  if (self->built || self->cached)
    text_printf(&out, " (%u built, %u from the cache)", self->built,
                self->cached);
  if (self->skipped)
    text_printf(&out, ", %u skipped", self->skipped);
  if (self->good && self->bad) {
    char *good = utf8_visible_line(self->good);
    char *bad = utf8_visible_line(self->bad);
    text_puts(&out, ", ");
    text_count(&out, self->commits, self->repository ? "commit" : "version");
    text_printf(&out, " between %s and %s", good, bad);
    free(bad);
    free(good);
  }
  text_puts(&out, ", ");
  add_time(&out, self->ms);
  return out.data;
}

void bisection_add_flaky(textbuf *out, const bisection *self)
{
  if (!self->flaky)
    return;
  char *detail = utf8_visible_line(self->flaky_detail);
  text_printf(out, "warning: not to be trusted, answers come and go%s%s\n",
              detail ? ": " : "", detail ? detail : "");
  free(detail);
}

char *bisection_text(const bisection *self)
{
  textbuf out = { 0 };
  if (self->end == BISECTION_FOUND) {
    add_found(&out, self);
  } else if (self->end == BISECTION_SUSPECTS) {
    add_several(&out, self);
  } else {
    char *problem = bisection_title(self);
    text_printf(&out, "%s\n", problem);
    free(problem);
  }
  bisection_add_flaky(&out, self);
  if (self->probes) {
    char *cost = cost_of(self);
    text_printf(&out, "%s\n", cost);
    free(cost);
  }
  return out.data;
}
