/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lays out the result for readers.
 *
 * The remaining tokens are still at their original places in the file. A small
 * result gets the canonical layout, so that the same tokens always give the
 * same text; a large one only if its lines cannot have been chosen by a
 * person. A language without a layout of its own has that of its words
 * (tidy_words.c) or brackets (tidy_brackets.c), or only its lines are tidied
 * (tidy.c). A crash can depend on layout (line numbers, asm, directives), so the
 * text is tested like any other, and by a fresh run of the command, since it is
 * the last.
 *
 * With --rename, names come first: a text that still crashes the compiler with
 * short names in order of appearance is the same whatever program the bug was
 * found in. Renamings are tested like candidates, with the journal's answers.
 *
 * The algorithms of the papers leave their results unchanged.
 */
#include "clang-hdd/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "base/joined.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/tidy.h"
#include "compiler/languages.h"

enum { SMALL = 2000 }; /* tokens; a smaller result is always laid out */

/* Lays out those of several files that are in the source's language; NULL: none
 * of them. */
static char *lay_out_files(size_t *size_out, const reduction *self,
                           const rd_layout *layout, const char *text,
                           size_t size)
{
  const subject *of = self->subject;
  language wanted = language_of(subject_language(of), of->file_name);
  textbuf out = { 0 };
  bool changed = false;
  for (size_t i = 0; i < of->files->size; i++) {
    size_t part, laid = 0;
    const char *name = of->files->data[i];
    const char *content = joined_file(&part, of->files, i, text, size);
    bool fits =
        i < of->reduced_count && part && language_of_file(name) == wanted;
    char *better = fits ? layout->lay_out(content, part, &laid) : NULL;
    joined_add(&out, name, better ? better : content, better ? laid : part);
    changed |= better != NULL;
    free(better);
  }
  if (changed)
    return text_take(&out, size_out);
  text_free(&out);
  return NULL;
}

/* By what ends blocks in the language. */
static char *tidy_blocks(size_t *size_out, const subject *of, const char *text,
                         size_t size)
{
  language named = language_of(subject_language(of), of->file_name);
  char *out =
      language_has_word_blocks(named) ? tidy_words(size_out, text, size) : NULL;
  return out ? out : tidy_brackets(size_out, text, size);
}

char *present_layout(size_t *size_out, const reduction *self, const char *text,
                     size_t size, uint64_t tokens, int way)
{
  const rd_layout *layout = rd_server_choice(self->subject->server)->layout;
  if (!request_is_default(self->request) || self->request->keep_layout || !size)
    return NULL;
  if (!layout && self->subject->files)
    return NULL;
  if (!layout)
    return way ? tidy_lines(size_out, text, size)
               : tidy_blocks(size_out, self->subject, text, size);
  if (way)
    return NULL;
  if (tokens >= SMALL && !layout->is_poor(text, size))
    return NULL;
  char *out = self->subject->files
                  ? lay_out_files(size_out, self, layout, text, size)
                  : layout->lay_out(text, size, size_out);
  bool grows = out && *size_out > size && *size_out > self->subject->input_size;
  if (grows) { /* the result would be larger than what was given */
    free(out);
    return NULL;
  }
  return out;
}

static exit_code lay_out(bool *checked_out, reduction *self)
{
  const rd_result *result = &self->out->result;
  rd_error err = { 0 };
  rd_status status = RD_OK;
  bool is_tried = false;
  for (int way = 0; way < PRESENT_WAYS && !status && !*checked_out; way++) {
    size_t size = 0;
    char *text = present_layout(&size, self, result->text, result->size,
                                result->after.tokens, way);
    if (!text)
      continue;
    is_tried = true;
    status = oracle_test(checked_out, self->oracle->crash, text, size, &err);
    if (*checked_out)
      outcome_replace_result(self->out, text, size);
    free(text);
  }
  self->out->laid_out = *checked_out;
  if (is_tried && !*checked_out && !status)
    progress_notice("the result does not crash when it is laid out; its lines "
                    "stay as they are");
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

/* Adopts the renamed text. The previous text remains a fallback. */
static void take_names(reduction *self, const rd_renaming *renaming)
{
  self->out->renamed = renaming->renamed;
  self->out->names_kept = renaming->kept;
  self->out->result.stats.tests += renaming->tests;
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    self->out->result.stats.verdicts[i] += renaming->verdicts[i];
  if (!renaming->renamed)
    return;
  outcome_keep_accepted(self->out, renaming->text, renaming->size);
  outcome_replace_result(self->out, renaming->text, renaming->size);
}

static exit_code give_names(reduction *self)
{
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  rd_status status =
      rd_server_parse(&tree, self->subject->server, NULL,
                      self->out->result.text, self->out->result.size, 0, &err);
  if (status)
    return progress_fail_error(&err);
  rd_renaming_options options = { .oracle = crash_oracle_interface(
                                      self->oracle->crash),
                                  .log = self->journal->log,
                                  .stop = &interrupt_signal };
  rd_renaming renaming;
  status = rd_rename(&renaming, tree,
                     rd_server_choice(self->subject->server)->naming, &options,
                     &err);
  take_names(self, &renaming);
  rd_renaming_dispose(&renaming);
  rd_tree_free(tree);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

exit_code present_result(bool *checked_out, reduction *self)
{
  *checked_out = false;
  exit_code code = EXIT_DONE;
  bool renames = request_is_default(self->request) &&
                 rd_server_choice(self->subject->server)->naming;
  if (self->request->rename && !renames)
    progress_notice("--rename: only the default algorithm renames, and only a "
                    "language whose front end can");
  if (self->request->rename && renames && self->out->result.complete &&
      self->out->result.size)
    code = give_names(self);
  return code ? code : lay_out(checked_out, self);
}
