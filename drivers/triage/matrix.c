/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs other compilers on a text.
 *
 * Each installed compiler gets the text once, with the options of the command
 * that it knows, and either compiles it, crashes or rejects it. Crashes of
 * another version are compared by function and pass, because lines and offsets
 * change; another family cannot have the same crash. Some compilers reject a
 * text only for features that C99 removed, or because their default language is a
 * later one. That says nothing about the crash, so such a text is tried again with
 * these features allowed, and a row tells both.
 */
#include "triage/matrix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/early.h"
#include "base/files.h"
#include "compiler/outcome.h"
#include "compiler/words.h"
#include "triage/habits.h"
#include "triage/installed.h"
#include "triage/translate.h"

enum {
  DROPS_MOST = 4,
  OUTPUT_MOST = 1 << 20,
  LATE_MS = 10000, /* least limit for other compilers, unless the limit of a
                      test is lower */
  TIMES_CRASH = 10,
  LATE_MOST = 4 /* number of timeouts after which no more compilers are asked */
};

/* Do two runs crash alike? */
static bool crash_alike(const rd_run *a, const rd_run *b)
{
  signature x, y;
  signature_find_at(&x, a, MATCH_FUNCTION);
  signature_find_at(&y, b, MATCH_FUNCTION);
  bool same = signature_is_crash(&x) && signature_is_akin(&x, &y);
  signature_dispose(&x);
  signature_dispose(&y);
  return same;
}

/* ---- one compiler ---- */

typedef struct work {
  const crash_case *given;
  rd_run crash; /* of the crashing compiler */
  uint32_t limit_ms;
  matrix_end did; /* the program of the last run, if that has built it */
  char *detail;   /* of that, or NULL */
  rd_error *err;
} work;

/* Stops early at the expected crash, which needs no backtrace; reads other
 * output whole. */
static rd_status run_words(rd_run *out, work *self, strings *words,
                           const char *name)
{
  const matrix_programs *programs = self->given->programs;
  const source *text = self->given->text;
  source input = { name, text->text, text->size };
  rd_limits limits = *self->given->limits;
  limits.output_bytes = OUTPUT_MOST;
  limits.wall_ms = self->limit_ms;
  string_replace(&self->detail, NULL);
  if (programs)
    return programs->ask(&self->did, &self->detail, out, programs->payload,
                         words, &input, &limits, self->err);
  early_options options = { .expected = self->given->expected };
  early *until = early_new(&options);
  rd_status status =
      runner_run_until(out, self->given->run, strings_argv(words), &input,
                       &limits, early_is_same, until, self->err);
  early_free(until);
  return status;
}

/* Adds the options that the run complains about. */
static void add_complaints(strings *out, const rd_run *run,
                           const strings *words)
{
  const char *at = run->output ? run->output : "";
  const char *end = at + (run->output ? run->output_size : 0);
  while (at < end) {
    char *line = next_line(&at, end);
    complaints_find(out, line, words);
    free(line);
  }
}

/* Runs it, then again without the options that it does not know. */
static rd_status run_known(rd_run *out, work *self, strings *words,
                           const char *name)
{
  for (int i = 0;; i++) {
    rd_status status = run_words(out, self, words, name);
    if (status || out->end != RD_END_EXIT || !out->status || i == DROPS_MOST)
      return status;
    strings complaints = { 0 };
    char *crash = outcome_crash(out);
    if (!crash)
      add_complaints(&complaints, out, words);
    free(crash);
    bool again = complaints.size > 0;
    words_remove(words, &complaints);
    strings_free(&complaints);
    if (!again)
      return status;
    rd_run_dispose(out);
  }
}

/* What the compiler did in a run. *detail_out: as in a row, caller's. */
static matrix_end find_end(char **detail_out, const matrix_row *row, work *self,
                           const rd_run *run, const char *name)
{
  bool related = row->family == self->given->compiler->family;
  outcome ended = outcome_find(detail_out, run, name);
  if (row->builds && ended == OUTCOME_ACCEPTED) {
    *detail_out = self->detail;
    self->detail = NULL;
    return self->did;
  }
  if (row->builds && (ended == OUTCOME_CRASH || ended == OUTCOME_FAILED))
    return MATRIX_REJECTS;
  switch (ended) {
  case OUTCOME_CRASH:
    return row->self || (related && crash_alike(&self->crash, run))
               ? MATRIX_CRASHES
               : MATRIX_OTHER;
  case OUTCOME_ACCEPTED:
    return MATRIX_WORKS;
  case OUTCOME_REJECTED:
    return MATRIX_REJECTS;
  case OUTCOME_FAILED:
  case OUTCOME_NO_START:
    return MATRIX_OPTIONS;
  case OUTCOME_LATE:
    break;
  }
  return MATRIX_LATE;
}

/* The words without program, output and file, without what every run gets, and
 * without a mode if a program is built. */
static char *options_line(const strings *words, const work *self,
                          const char *name)
{
  strings shown = { 0 }, added = { 0 };
  size_t file = words->size;
  compiler_add_extra(&added, self->given->compiler);
  while (file > 1 && strcmp(words->data[file - 1], name) != 0)
    file--;
  for (size_t i = 1; i < words->size; i++) {
    const char *word = words->data[i];
    size_t at = 0;
    while (at < added.size && strcmp(added.data[at], word) != 0)
      at++;
    if (at < added.size)
      strings_remove(&added, at, 1);
    else if (!strcmp(word, "-o"))
      i++;
    else if (i + 1 != file && !(self->given->programs &&
                                invocation_word_role(word) == WORD_MODE))
      strings_add(&shown, word);
  }
  char *line = words_join(strings_argv(&shown));
  strings_free(&added);
  strings_free(&shown);
  return line;
}

/* The words that one list has more than another, for a shell. */
static char *added_words(const strings *words, const strings *than)
{
  strings added = { 0 };
  for (size_t i = 0; i < words->size; i++)
    if (!strings_has(than, words->data[i]))
      strings_add(&added, words->data[i]);
  char *line = words_join(strings_argv(&added));
  strings_free(&added);
  return line;
}

/* Some compilers do not recognise the suffix of a preprocessed file. */
static char *text_name(const work *self, compiler_family family)
{
  const char *name = self->given->text->name;
  size_t size = strlen(name);
  bool other = family != self->given->compiler->family;
  return other && ends_with(name, ".i")
             ? mem_format("%.*s.c", (int)(size - 2), name)
             : mem_copy(name);
}

static language language_here(const work *self)
{
  const invocation *command = self->given->command;
  return language_of(language_said(&command->words, command->file),
                     self->given->text->name);
}

/* Adds what may make the compiler accept the text it rejects: features of C89,
 * and then the language that the crashing one assumes. False: nothing. */
static bool relax(strings *words, const matrix_row *row, const work *self,
                  const rd_run *run, int step)
{
  const compiler *from = self->given->compiler;
  size_t before = words->size;
  habits_allow(words, row->family, run->output ? run->output : "");
  if (!step)
    return words->size > before;
  bool gcc = row->family == FAMILY_GCC && from->family == FAMILY_GCC;
  char *own = compiler_number(from->version);
  language of = language_here(self);
  const char *assumed = habits_language(of, own ? own : "");
  bool later =
      gcc && own && strcmp(habits_language(of, row->version), assumed) != 0;
  for (size_t i = 1; i < words->size; i++)
    later &= !starts_with(words->data[i], "-std=") &&
             strcmp(words->data[i], "-ansi") != 0;
  char *option = mem_format("-std=%s", assumed);
  if (later)
    strings_insert(words, 1, option);
  free(option);
  free(own);
  return later;
}

/* Runs a rejected text again with more allowed; what it does then counts if that
 * is no rejection. */
static rd_status run_relaxed(matrix_row *row, work *self, const rd_run *run,
                             const strings *words, const char *name)
{
  rd_status status = RD_OK;
  for (int step = 0; step < 2 && !status && !row->more; step++) {
    strings more = { 0 };
    strings_add_all(&more, words);
    rd_run again = { 0 };
    char *detail = NULL;
    bool added = relax(&more, row, self, run, step);
    if (added)
      status = run_words(&again, self, &more, name);
    if (added && !status) {
      row->then = find_end(&detail, row, self, &again, name);
      if (row->then < MATRIX_REJECTS)
        row->more = added_words(&more, words);
    }
    free(detail);
    rd_run_dispose(&again);
    strings_free(&more);
  }
  return status;
}

/* Adds the words of the command for this compiler. */
static void find_words(strings *out, const work *self, const installed *who,
                       bool is_self, const char *name)
{
  const crash_case *given = self->given;
  translation what = { .command = given->command,
                       .from = given->compiler,
                       .program = who->path,
                       .to = who->family,
                       .name = name };
  invocation_use use = { .extra = &given->compiler->extra };
  if (is_self)
    invocation_build(out, given->command, &use);
  else
    translate(out, &what);
}

/* Makes the row of a compiler, without the result of its run. */
static matrix_row make_row(const installed *who, const strings *words,
                           bool is_self)
{
  const char *target =
      who->family == FAMILY_CLANG ? compiler_target(words) : NULL;
  return (matrix_row){ .program = mem_copy(who->program),
                       .family = who->family,
                       .version = mem_copy(who->version),
                       .target = mem_copy(target ? target : who->target),
                       .self = is_self };
}

/* ---- levels ---- */

static bool is_level(const char *word)
{
  return invocation_word_role(word) == WORD_LEVEL;
}

/* The same words with another level; false: they have it already. */
static bool at_level(strings *out, const strings *words, const char *level)
{
  const char *own = "-O0";
  for (size_t i = 0; i < words->size; i++)
    if (is_level(words->data[i]))
      own = words->data[i];
    else
      strings_add(out, words->data[i]);
  strings_insert(out, 1, level);
  return strcmp(strcmp(own, "-O") ? own : "-O1", level) != 0;
}

/* Adds a level to the row of this compiler with the same end, from `first` on, or
 * the row. */
static void join_row(matrix *out, size_t first, matrix_row *row,
                     const char *level)
{
  size_t at = first;
  while (at < out->size && out->rows[at].end != row->end)
    at++;
  if (at < out->size) {
    strings_add(&out->rows[at].levels, level);
    matrix_row_dispose(row);
  } else {
    LIST_PUSH(out->rows, out->size, *row);
  }
}

/* Asks about the other levels of the compiler whose row is the last one. */
static rd_status add_levels(matrix *out, work *self, const installed *who,
                            const strings *words, const char *name)
{
  static const char *const levels[] = { "-O0", "-O1", "-O2", "-O3", "-Os" };
  size_t first = out->size - 1;
  rd_status status = RD_OK;
  for (size_t i = 0; i < sizeof levels / sizeof *levels && !status; i++) {
    strings changed = { 0 };
    rd_run run = { 0 };
    bool other = at_level(&changed, words, levels[i]);
    if (other)
      status = run_words(&run, self, &changed, name);
    if (other && !status) {
      matrix_row row = make_row(who, &changed, false);
      row.builds = row.other_level = true;
      row.end = find_end(&row.detail, &row, self, &run, name);
      row.options = options_line(&changed, self, name);
      join_row(out, first, &row, levels[i]);
    }
    rd_run_dispose(&run);
    strings_free(&changed);
  }
  return status;
}

/* ---- all of one compiler ---- */

/* Sets the limit for other compilers from the time of the crash. */
static void set_limit(work *self)
{
  uint64_t most = (uint64_t)self->crash.wall_ms * TIMES_CRASH;
  if (most < LATE_MS)
    most = LATE_MS;
  if (!self->limit_ms || self->limit_ms > most)
    self->limit_ms = (uint32_t)most;
}

static rd_status add_row(matrix *out, work *self, const installed *who,
                         bool is_self)
{
  char *name = text_name(self, who->family);
  strings words = { 0 };
  rd_run run = { 0 };
  find_words(&words, self, who, is_self, name);
  rd_status status = is_self ? run_words(&run, self, &words, name)
                             : run_known(&run, self, &words, name);
  matrix_row row = make_row(who, &words, is_self);
  row.builds = self->given->programs != NULL;
  if (!status)
    row.end = find_end(&row.detail, &row, self, &run, name);
  if (!status && run.output && !habits_are_valid(language_here(self), &words))
    habits_find(&row.habits, run.output);
  if (!status && row.end == MATRIX_REJECTS)
    status = run_relaxed(&row, self, &run, &words, name);
  row.options = options_line(&words, self, name);
  LIST_PUSH(out->rows, out->size, row);
  if (is_self) {
    self->crash = run;
    set_limit(self);
  } else {
    rd_run_dispose(&run);
  }
  if (!status && row.builds && row.end < MATRIX_REJECTS &&
      compiler_family_drives(who->family))
    status = add_levels(out, self, who, &words, name);
  strings_free(&words);
  free(name);
  return status;
}

/* ---- all compilers ---- */

/* The prefix of targets for this machine. */
static const char host[] =
#if defined __x86_64__
    "x86_64-";
#elif defined __i386__
    "i686-";
#elif defined __aarch64__
    "aarch64-";
#elif defined __arm__
    "arm-";
#elif defined __riscv
    "riscv64-";
#elif defined __powerpc64__
    "powerpc64le-";
#else
    "";
#endif

/* Is the compiler worth a run? */
static bool is_wanted(bool all, const installed *self, const installed *who)
{
  if (all || target_fits(who->target, host))
    return who->family != FAMILY_SDCC || all || self->family == FAMILY_SDCC;
  return *self->target && target_fits(who->target, self->target);
}

/* Asks the crashing compiler, which may not be in PATH. */
static rd_status ask_self(installed *out, const crash_case *given,
                          rd_error *err)
{
  const char *program = given->command->words.data[0];
  char *path = path_program(program);
  rd_status status = installed_ask(out, given->run, base_name(program),
                                   path ? path : program, err);
  free(path);
  out->family = given->compiler->family;
  return status;
}

static size_t count_late(const matrix *self)
{
  size_t count = 0;
  for (size_t i = 0; i < self->size; i++)
    count += self->rows[i].end == MATRIX_LATE;
  return count;
}

static int compare_rows(const void *a, const void *b, void *payload)
{
  const matrix_row *x = a, *y = b;
  const compiler_family *first = payload;
  bool x_first = x->family == *first, y_first = y->family == *first;
  if (x_first != y_first)
    return x_first ? -1 : 1;
  if (x->family != y->family)
    return x->family < y->family ? -1 : 1;
  int order = strcmp(x->target, y->target);
  if (!order)
    order = version_compare(y->version, x->version);
  if (!order)
    order = strcmp(x->program, y->program);
  return order ? order : x->other_level - y->other_level;
}

rd_status matrix_run(matrix *out, const crash_case *given, bool all,
                     rd_error *err)
{
  *out = (matrix){ 0 };
  work self = { .given = given,
                .limit_ms = given->limits->wall_ms,
                .err = err };
  installed_list found = { .data = mem_alloc(1, sizeof(installed)), .size = 1 };
  language of = language_here(&self);
  rd_status status = ask_self(&found.data[0], given, err);
  if (!status)
    status = installed_find(&found, given->run, getenv("PATH"), of, err);
  for (size_t i = 0; i < found.size && !status && count_late(out) < LATE_MOST;
       i++)
    if (!i ||
        is_wanted(all && !given->programs, &found.data[0], &found.data[i]))
      status = add_row(out, &self, &found.data[i], i == 0);
  rd_run_dispose(&self.crash);
  free(self.detail);
  installed_dispose(&found);
  if (status)
    matrix_dispose(out);
  compiler_family first = given->compiler->family;
  if (out->size)
    qsort_r(out->rows, out->size, sizeof *out->rows, compare_rows, &first);
  return status;
}
