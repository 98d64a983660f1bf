/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Locates a crash of GCC.
 *
 * Since version 8 the message names the pass ("during GIMPLE pass: vrp"), so a
 * crash without a name is outside all passes: in the parser if the list that
 * -fdump-passes prints after parsing is missing, otherwise around the passes.
 * For older versions the last dump file, in the order of that list, names the
 * pass; file times are too coarse. To find the instance of a pass, each is
 * disabled in turn; the one without which the file compiles is confirmed. A
 * pass that cannot be disabled may have a debug counter, which skips single
 * transformations; a search finds the first that causes the crash. A version
 * may reject an option that it does not know; nothing is claimed then.
 */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"
#include "triage/ask.h"
#include "triage/pass_names.h"

enum {
  NAMES_PASSES = 8, /* from this version on the message names the pass */
  INSTANCES_MOST = 8,
  COUNTERS_MOST = 4,
  COUNT_MOST = 1 << 16
};

static const struct {
  const char *kind, *prefix, *stage;
} kinds[] = {
  { "GIMPLE", "tree-", "middle end" },
  { "IPA", "ipa-", "middle end" },
  { "RTL", "rtl-", "back end" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The state of the search. */
typedef struct search {
  asker *ask;
  triage *out;
  strings passes;     /* the compiler's passes with these options; empty: it
                         does not list them */
  const char *prefix; /* for the kind of the pass: lent */
  strings candidates; /* the pass, as KIND-NAME of each instance */
} search;

/* ---- the list of passes ---- */

static const char probe_text[] = "int probe(int x) { return x; }\n";

/* Lists the compiler's passes, using a small text of this program. */
static rd_status list_passes(search *self)
{
  source text = { self->ask->given->text->name, probe_text,
                  sizeof probe_text - 1 };
  question what = { .options = { "-fdump-passes" }, .text = &text };
  rd_run run = { 0 };
  answer got = ANSWER_FAILS;
  rd_status status = ask_all(&got, &run, self->ask, &what);
  if (!status && got == ANSWER_GONE)
    pass_list_read(&self->passes, run.output, run.output_size);
  rd_run_dispose(&run);
  return status;
}

/* ---- the last dump file ---- */

/* The last pass of the list that has left a file; NULL: none. *any_out: there
 * are dump files. */
static const char *last_dumped(bool *any_out, const strings *passes,
                               const char *folder)
{
  strings files = { 0 }, seen = { 0 };
  (void)folder_list(&files, folder);
  for (size_t i = 0; i < files.size; i++) {
    char *pass = dump_file_pass(files.data[i]);
    if (pass)
      strings_take(&seen, pass);
  }
  const char *last = NULL;
  *any_out = seen.size > 0;
  for (size_t i = 0; i < passes->size; i++)
    if (strings_has(&seen, passes->data[i]))
      last = passes->data[i];
  strings_free(&seen);
  strings_free(&files);
  return last;
}

/* The last pass of the list that started a dump; NULL: none. */
static rd_status find_last(const char **out, bool *any_out, search *self)
{
  runner *run = self->ask->given->run;
  char *folder = mem_format("%s/triage", run->kept);
  char *output = mem_format("%s/out", folder);
  char *base = mem_format("%s/in", folder);
  bool raw = self->ask->given->command->raw;
  question what = { .options = { "-fdump-tree-all", "-fdump-ipa-all",
                                 "-fdump-rtl-all", raw ? "-dumpbase" : NULL,
                                 base },
                    .output = output };
  rd_status status = folder_make(folder, 0700, self->ask->err);
  rd_run ended = { 0 };
  answer got = ANSWER_FAILS;
  *out = NULL;
  *any_out = false;
  if (!status)
    status = ask_all(&got, &ended, self->ask, &what);
  if (!status && got == ANSWER_SAME)
    *out = last_dumped(any_out, &self->passes, folder);
  rd_run_dispose(&ended);
  rd_scratch_remove(folder);
  free(base);
  free(output);
  free(folder);
  return status;
}

/* ---- naming ---- */

static void set(char **field, const char *value)
{
  free(*field);
  *field = mem_copy(value);
}

/* Sets the kind of the pass and its stage. */
static void set_kind(search *self, size_t kind)
{
  self->prefix = kinds[kind].prefix;
  set(&self->out->kind, kinds[kind].kind);
  set(&self->out->stage, kinds[kind].stage);
}

/* Sets the pass that the message names. */
static bool name_by_message(search *self, const rd_run *run)
{
  char *kind = NULL, *pass = NULL;
  if (!during_pass(&kind, &pass, run->output, run->output_size))
    return false;
  self->out->pass = pass;
  set(&self->out->named_by, "the compiler's message");
  for (size_t i = 0; i < KINDS; i++)
    if (!strcmp(kind, kinds[i].kind)) {
      set_kind(self, i);
      pass_list_find(&self->candidates, &self->passes, self->prefix, pass);
    }
  free(kind);
  return true;
}

/* Sets a pass of the list. */
static void name_by_dump(search *self, const char *pass)
{
  for (size_t i = 0; i < KINDS; i++)
    if (starts_with(pass, kinds[i].prefix)) {
      set_kind(self, i);
      set(&self->out->pass, pass + strlen(self->prefix));
    }
  set(&self->out->named_by, "the last dump file");
  strings_add(&self->candidates, pass);
}

/* Does the message of this version name the pass? */
static bool names_passes(const char *line)
{
  char *version = compiler_number(line);
  bool names = version && strtoul(version, NULL, 10) >= NAMES_PASSES;
  free(version);
  return names;
}

/* Handles a crash without a named pass. `listed`: the passes were printed
 * before it. */
static rd_status name_unnamed(search *self, bool listed)
{
  const char *last = NULL;
  bool any;
  if (!self->passes.size)
    return RD_OK;
  if (!listed) {
    set(&self->out->stage, "front end");
    return RD_OK;
  }
  rd_status status = find_last(&last, &any, self);
  if (status)
    return status;
  if (last && !names_passes(self->ask->given->compiler->version))
    name_by_dump(self, last);
  else if (any)
    set(&self->out->stage,
        last && starts_with(last, "rtl-") ? "back end" : "middle end");
  return status;
}

/* ---- confirming ---- */

/* Disables the instances of the pass in turn. */
static rd_status confirm_by_disabling(search *self)
{
  rd_status status = RD_OK;
  const strings *from = &self->candidates;
  for (size_t i = 0; i < from->size && i < INSTANCES_MOST && !status; i++) {
    char *option = mem_format("-fdisable-%s", from->data[i]);
    question what = { .options = { option } };
    answer got = ANSWER_FAILS;
    status = ask(&got, self->ask, &what);
    if (!status && got == ANSWER_GONE) {
      const char *words[] = { option, NULL };
      self->out->confirmed = words_join(words);
      set(&self->out->pass, from->data[i] + strlen(self->prefix));
    }
    free(option);
    if (self->out->confirmed)
      break;
  }
  return status;
}

/* Finds the first count that causes the crash; 0 does not. */
static rd_status search_count(search *self, const char *option)
{
  answer got = ANSWER_GONE, below = ANSWER_GONE;
  unsigned low = 0, high = 1;
  rd_status status = ask_limit(&got, self->ask, option, high);
  for (; !status && got != ANSWER_SAME && high < COUNT_MOST; high *= 2) {
    low = high;
    below = got;
    status = ask_limit(&got, self->ask, option, high * 2);
  }
  return status || got != ANSWER_SAME
             ? status
             : ask_first(self->out, self->ask, option, low, below, &high);
}

/* Uses counters to skip what the pass does. */
static rd_status confirm_by_counting(search *self)
{
  source text = { self->ask->given->text->name, probe_text,
                  sizeof probe_text - 1 };
  question what = { .options = { "-fdbg-cnt-list" }, .text = &text };
  rd_run run = { 0 };
  strings counters = { 0 };
  answer got = ANSWER_FAILS;
  rd_status status = ask_all(&got, &run, self->ask, &what);
  if (!status && got == ANSWER_GONE)
    counters_find(&counters, run.output, run.output_size, self->out->pass);
  rd_run_dispose(&run);
  for (size_t i = 0; i < counters.size && i < COUNTERS_MOST && !status &&
                     !self->out->confirmed;
       i++) {
    char *option = mem_format("-fdbg-cnt=%s:", counters.data[i]);
    status = ask_limit(&got, self->ask, option, 0);
    if (!status && got == ANSWER_GONE)
      status = search_count(self, option);
    free(option);
  }
  strings_free(&counters);
  return status;
}

/* Names the instance by its dump if no option identifies it. */
static rd_status name_instance(search *self)
{
  const char *last = NULL;
  bool any;
  if (self->out->confirmed || self->candidates.size < 2)
    return RD_OK;
  rd_status status = find_last(&last, &any, self);
  if (!status && last && strings_has(&self->candidates, last))
    set(&self->out->pass, last + strlen(self->prefix));
  return status;
}

/* ---- the search ---- */

static rd_status find(search *self)
{
  question what = { .options = { self->passes.size ? "-fdump-passes" : NULL } };
  rd_run run = { 0 };
  answer got = ANSWER_FAILS;
  rd_status status = ask_until(&got, &run, self->ask, &what);
  if (!status && got == ANSWER_SAME && !name_by_message(self, &run)) {
    strings listed = { 0 };
    pass_list_read(&listed, run.output, run.output_size);
    status = name_unnamed(self, listed.size > 0);
    strings_free(&listed);
  }
  rd_run_dispose(&run);
  if (!status)
    status = confirm_by_disabling(self);
  if (!status && self->out->pass && !self->out->confirmed)
    status = confirm_by_counting(self);
  return status ? status : name_instance(self);
}

rd_status triage_gcc(triage *out, asker *ask)
{
  search self = { .ask = ask, .out = out };
  rd_status status = list_passes(&self);
  if (!status)
    status = find(&self);
  strings_free(&self.candidates);
  strings_free(&self.passes);
  return status;
}
