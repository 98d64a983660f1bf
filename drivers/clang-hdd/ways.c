/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The two ways to reduce a file with includes or macros: as written, and preprocessed.
 *
 * Preprocessed, a file is some hundred times larger, and stays larger than it
 * was for most of the reduction. Whoever stops it then must not get more than
 * he gave. So a text that is larger than the least one of the other way is
 * never written, and if the search ends with one, the other is the result, unless
 * that needs headers of the user: nobody else could compile it.
 *
 * C begins preprocessed (original.c), because few tests throw its headers away,
 * and goes on as written only from a result that is too large. C++ begins as
 * written: its headers cost more tests and time than all else, and one line that
 * includes a header is shorter than most of what it stands for. If the result
 * has such lines left, it is preprocessed and reduced further, for so many tests
 * as pay for it, and the smaller of both is taken. The same is done with a macro
 * with parameters that is left of a file without includes.
 */
#include "clang-hdd/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "clang-hdd/chronicle.h"

/* A text that the result must not exceed. */
typedef struct way {
  accepted_text least;
  rd_measure measure;
  size_t steps;           /* that led to it */
  bool minimal, complete; /* as in rd_result */
} way;

/* ---- headers of the user ---- */

static bool is_file_in(const char *folder, const char *name)
{
  char *path = mem_format("%s/%s", folder, name);
  bool exists = path_exists(path);
  free(path);
  return exists;
}

/* Is the header in a folder that the command names, outside of the system? */
static bool is_named(const invocation *command, const char *header)
{
  static const char *const options[] = { "-I", "-iquote" };
  const strings *words = &command->words;
  bool found = false;
  for (size_t i = 1; i < words->size; i++)
    for (size_t j = 0; j < 2; j++) {
      const char *word = words->data[i];
      if (!starts_with(word, options[j]))
        continue;
      word += strlen(options[j]);
      if (!*word && i + 1 < words->size)
        word = words->data[i + 1];
      found |= *word && !starts_with(word, "/usr/") && is_file_in(word, header);
    }
  return found;
}

bool ways_includes_own(const subject *of, const char *text, size_t size)
{
  bool found = false;
  for (const char *end = text + size; text < end && !found;) {
    char *line = next_line(&text, end), *name = strpbrk(line, "\"<");
    if (name && has_includes(line, strlen(line))) {
      bool quoted = *name++ == '"';
      name[strcspn(name, "\">")] = '\0';
      found = is_named(&of->command, name) ||
              (quoted && is_file_in(of->command.directory, name));
    }
    free(line);
  }
  return found;
}

/* ---- the least text ---- */

/* Makes the text the result again, if the search ended with more. *back_out: it
 * did. */
static exit_code keep_least(bool *back_out, reduction *self, const way *than)
{
  outcome *out = self->out;
  const accepted_text *least = &than->least;
  *back_out =
      out->has_result &&
      resume_exceeds(self->journal, out->result.text, out->result.size) &&
      !(out->result.complete &&
        ways_includes_own(self->subject, least->text, least->size));
  if (!*back_out)
    return EXIT_DONE;
  chronicle_undo(&out->report, than->steps);
  outcome_forget_accepted(out);
  outcome_keep_accepted(out, least->text, least->size);
  outcome_replace_result(out, least->text, least->size);
  out->result.after = than->measure;
  out->result.minimal = than->minimal;
  out->result.complete = than->complete;
  char *message = mem_format("as written: %zu bytes\n\npreprocessed, it is "
                             "larger\n",
                             least->size);
  rd_error err = { 0 };
  rd_status status =
      resume_go_back(self->journal, least->text, least->size, message, &err);
  free(message);
  return status ? progress_fail_write(&err) : EXIT_DONE;
}

/* ---- preprocessed first ---- */

/* From a result that is larger than what was given: goes on as written. */
static exit_code leave_preprocessed(reduction *self, exit_code code)
{
  const subject *of = self->subject;
  const way given = { .least = { of->input, of->input_size },
                      .measure = self->journal->most };
  bool back = false;
  exit_code kept = keep_least(&back, self, &given);
  if (code || kept || !back)
    return code ? code : kept;
  progress_notice("preprocessed, the result is larger than %s", of->file);
  return self->stopped_early ? EXIT_DONE : search_from(self, &given.least);
}

/* ---- as written first ---- */

/* The text preprocessed, if it has the property then; caller's, or NULL. Headers of the
 * system break the standard for all compilers but theirs, which must not keep those of
 * the user. */
static exit_code preprocess(accepted_text *out, const reduction *self,
                            const accepted_text *written)
{
  const source text =
      subject_source(self->subject, written->text, written->size);
  bool has_own = ways_includes_own(self->subject, written->text, written->size);
  exit_code code = EXIT_DONE;
  bool good = false;
  rd_error err = { 0 };
  for (int lines = 0; lines < 2 && !good && !code; lines++) {
    free(out->text);
    code = original_preprocess(&out->text, &out->size, self->property, &text,
                               lines);
    if (code || !out->text)
      continue;
    const source made = subject_source(self->subject, out->text, out->size);
    if ((has_own && oracle_lower_standard(self->oracle, &made, &err)) ||
        oracle_test(&good, self->oracle->crash, out->text, out->size, &err))
      code = progress_fail_error(&err);
  }
  if (!good) {
    free(out->text);
    out->text = NULL;
  }
  return code;
}

/* The other way has a third of the tests that were made, and at least so many.
 * If it is ahead then, it goes on to its end. */
static exit_code search_other(reduction *self, const accepted_text *written,
                              const accepted_text *from)
{
  enum { SHARE = 3, LEAST = 30 };
  const rd_result *result = &self->out->result;
  self->budget = result->stats.tests / SHARE;
  if (self->budget < LEAST)
    self->budget = LEAST;
  if (ways_includes_own(self->subject, written->text, written->size))
    self->budget = 0;
  exit_code code = search_from(self, from);
  self->budget = 0;
  if (code || self->stopped_early || result->complete ||
      resume_exceeds(self->journal, result->text, result->size))
    return code;
  accepted_text on = { mem_copy_bytes(result->text, result->size),
                       result->size };
  code = search_from(self, &on);
  free(on.text);
  return code;
}

/* From a result that still includes or defines macros: goes on preprocessed, and
 * takes the smaller of both. */
static exit_code try_preprocessed(reduction *self)
{
  const rd_result *result = &self->out->result;
  const subject *of = self->subject;
  way written = { .least = { mem_copy_bytes(result->text, result->size),
                             result->size },
                  .measure = result->after,
                  .steps = self->out->report.step_count,
                  .minimal = result->minimal,
                  .complete = result->complete };
  accepted_text other = { 0 };
  bool back = false;
  exit_code code = preprocess(&other, self, &written.least);
  if (!code && other.text) {
    progress_detail("now preprocessed: %zu bytes", other.size);
    self->journal->most =
        (rd_measure){ written.measure.tokens, of->input_size };
    code = search_other(self, &written.least, &other);
    exit_code kept = keep_least(&back, self, &written);
    code = code ? code : kept;
  }
  free(other.text);
  free(written.least.text);
  return code;
}

/* ---- both ---- */

void ways_begin(reduction *self)
{
  const subject *of = self->subject;
  if (self->original->preprocessed)
    self->journal->most =
        resume_measure(self->journal, of->input, of->input_size);
}

exit_code ways_end(reduction *self, exit_code code)
{
  const rd_result *result = &self->out->result;
  if (!self->out->has_result)
    return code;
  if (self->original->preprocessed)
    return leave_preprocessed(self, code);
  return code || self->stopped_early || self->alongside ||
                 !original_can_preprocess(self->property, result->text,
                                          result->size) ||
                 !self->original->as_written
             ? code
             : try_preprocessed(self);
}
