/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which pass generates the wrong code?
 *
 * A question is a build of the reduced text by the command with more options;
 * its program does what the right one does (hidden), or it does not. Many
 * questions are one run, since each costs little; what the wrong and the right program
 * do is asked once.
 *
 * clang numbers its passes: the first limit with which the program is wrong names
 * the pass. GCC has no such number. Several passes prepare what one spoils, and what
 * is wrong is not made right again: so it is the last pass without whose runs the program
 * is right. If there is none, the pass is that of the counter (-fdbg-cnt) that hides it
 * with the fewest transformations, or of the last option. All options that hide it are
 * listed. They are asked in groups first: a group that leaves the program as wrong as it
 * is has none that hides it; one with which the compiler dies says nothing. If several
 * passes would spoil it, none alone hides it; then the first is found that may not run,
 * with all that can be left out after it.
 */
#include "wrong/pass.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/words.h"
#include "triage/pass_names.h"

enum { GROUP = 12 };
#define LIMIT "-mllvm -opt-bisect-limit="

typedef struct searching {
  triage *out;
  strings *hiding;
  const wrong_options *options;
  const plan *of;            /* of a test; its first two steps are used */
  const behaviour *programs; /* what those do */
  rd_error *err;
} searching;

enum { WRONG, RIGHT }; /* of the programs */

/* Builds with each line of options; *out has results for all of them. */
static rd_status build_each(act_result **out, plan *made, searching *self,
                            const strings *lines)
{
  plan_begin(made, self->of);
  for (size_t i = 0; i < lines->size; i++) {
    strings words = { 0 };
    (void)words_split(&words, lines->data[i]);
    plan_step *step = plan_add(made, i ? ROLE_GOOD : ROLE_BAD, "");
    const sieve_builds with = { self->options->command, self->options->compiler,
                                NULL };
    sieve_command(&step->build, &with, NULL, &words);
    strings_free(&words);
  }
  self->out->runs += (unsigned)made->size;
  return wrong_show(out, made, self->options, self->err);
}

static void free_results(act_result *results, plan *made)
{
  for (size_t i = 0; results && i < made->size; i++)
    act_dispose(&results[i]);
  free(results);
  plan_dispose(made);
}

/* With which of these lines of options does the program do what that one does? */
static rd_status compare_each(bool *out, searching *self, const strings *lines,
                              size_t which)
{
  plan made;
  act_result *seen = NULL;
  rd_status status = build_each(&seen, &made, self, lines);
  for (size_t i = 0; i < lines->size && !status; i++)
    out[i] =
        seen[i].built && behaviour_same(&seen[i].did, &self->programs[which]);
  free_results(seen, &made);
  return status;
}

/* With which is it right? */
static rd_status ask_each(bool *out, searching *self, const strings *lines)
{
  return compare_each(out, self, lines, RIGHT);
}

/* The same for one line, which is taken. */
static rd_status ask_one(bool *out, searching *self, char *line)
{
  strings lines = { 0 };
  strings_take(&lines, line);
  rd_status status = ask_each(out, self, &lines);
  strings_free(&lines);
  return status;
}

/* The messages of the build with these options; caller's, NULL: it fails. */
static rd_status messages_with(char **out, searching *self, const char *line)
{
  strings lines = { 0 };
  plan made;
  act_result *seen = NULL;
  *out = NULL;
  strings_add(&lines, line);
  rd_status status = build_each(&seen, &made, self, &lines);
  if (!status && seen->built) {
    *out = seen->messages;
    seen->messages = NULL;
  }
  free_results(seen, &made);
  strings_free(&lines);
  return status;
}

/* Finds the first number above `low` with which the program is wrong. Then the
 * options before it and with it are the proof. */
static rd_status search_number(unsigned *high, searching *self,
                               const char *option, unsigned low)
{
  rd_status status = RD_OK;
  while (!status && *high - low > 1) {
    unsigned middle = low + (*high - low) / 2;
    bool right = false;
    status = ask_one(&right, self, mem_format("%s%u", option, middle));
    if (right)
      low = middle;
    else
      *high = middle;
  }
  if (!status) {
    self->out->confirmed = mem_format("%s%u", option, low);
    self->out->limit = mem_format("%s%u", option, *high);
  }
  return status;
}

/* ---- clang ---- */

static rd_status find_in_clang(searching *self)
{
  char *messages = NULL;
  bool right = false;
  rd_status status = messages_with(&messages, self, LIMIT "-1");
  if (!status && messages)
    status = ask_one(&right, self, mem_copy(LIMIT "0"));
  bisect_trace trace = { 0 };
  if (!status && right)
    bisect_trace_read(&trace, messages, strlen(messages));
  unsigned number = trace.last;
  if (number && !(status = search_number(&number, self, LIMIT, 0))) {
    const char *name = bisect_trace_pass(&trace, number);
    self->out->pass = name ? mem_copy(name) : NULL;
    self->out->named_by = mem_copy("-mllvm -opt-bisect-limit");
    strings_add(self->hiding, self->out->confirmed);
  }
  bisect_trace_dispose(&trace);
  free(messages);
  return status;
}

/* ---- GCC ---- */

/* Adds the lines among these that hide it, each alone. A group without such a line
 * leaves the program as it is; what together does not even compile says nothing. */
static rd_status ask_groups(strings *out, searching *self, const strings *lines,
                            const char *separator)
{
  strings groups = { 0 }, alone = { 0 };
  for (size_t i = 0; i < lines->size; i += GROUP) {
    textbuf group = { 0 };
    for (size_t j = i; j < i + GROUP && j < lines->size; j++)
      text_printf(&group, "%s%s", j > i ? separator : "",
                  lines->data[j] +
                      (j > i && *separator == ',' ? strlen("-fdbg-cnt=") : 0));
    strings_take(&groups, group.data);
  }
  bool *hides = mem_alloc(lines->size + 1, sizeof *hides);
  rd_status status =
      groups.size ? compare_each(hides, self, &groups, WRONG) : RD_OK;
  for (size_t i = 0; i < lines->size && !status; i++)
    if (!hides[i / GROUP])
      strings_add(&alone, lines->data[i]);
  if (!status && alone.size)
    status = ask_each(hides, self, &alone);
  for (size_t i = 0; i < alone.size && !status; i++)
    if (hides[i])
      strings_add(out, alone.data[i]);
  free(hides);
  strings_free(&groups);
  strings_free(&alone);
  return status;
}

/* Adds -fno-x for each -fx that the command switches on. */
static rd_status list_enabled(strings *out, searching *self)
{
  strings words = { 0 };
  rd_run run = { 0 };
  source none = { 0 };
  strings_add(&words, self->options->command->words.data[0]);
  invocation_arguments(&words, self->options->command);
  strings_add(&words, "-Q");
  strings_add(&words, "--help=optimizers");
  rd_status status = runner_run(&run, self->options->run, strings_argv(&words),
                                &none, &self->options->limits, self->err);
  strings_free(&words);
  const char *at = run.output ? run.output : "", *end = at + strlen(at);
  while (!status && at < end) {
    char *line = next_line(&at, end), *name = strstr(line, "-f");
    if (name && strstr(line, "[enabled]") && !strchr(name, '='))
      strings_take(out, mem_format("-fno-%.*s", (int)strcspn(name + 2, " \t"),
                                   name + 2));
    free(line);
  }
  rd_run_dispose(&run);
  return status;
}

/* Reads "  NAME  3 ..." of -fdbg-cnt-list: adds an option that leaves out what is
 * counted, for each counter that counts anything, the smallest last. */
static void read_counters(strings *out, const char *messages)
{
  strings found = { 0 };
  const char *at = messages, *end = at + strlen(at);
  while (at < end) {
    char *line = next_line(&at, end), name[64];
    uint64_t count = 0;
    if (sscanf(line, " %63[a-z0-9_] %" SCNu64, name, &count) == 2 && count)
      strings_take(&found, mem_format("%020" PRIu64 " %s", count, name));
    free(line);
  }
  strings_sort(&found);
  for (size_t i = found.size; i-- > 0;)
    strings_take(
        out, mem_format("-fdbg-cnt=%s:0-0", strchr(found.data[i], ' ') + 1));
  strings_free(&found);
}

/* The pass is what the first option leaves out, behind this beginning. */
static void name_by(searching *self, const char *options, const char *before)
{
  self->out->named_by = mem_copy_bytes(options, strcspn(options, " "));
  self->out->pass = mem_copy(self->out->named_by + strlen(before));
  self->out->confirmed = mem_copy(options);
}

/* The passes that run between those that lower the program and the allocation of
 * registers, each with its later runs: GCC needs most of the others. */
static void list_middle(strings *out, const char *messages)
{
  strings all = { 0 }, middle = { 0 };
  bool between = false;
  pass_list_running(&all, messages, strlen(messages));
  for (size_t i = 0; i < all.size; i++) {
    between = between && strcmp(all.data[i], "rtl-ira") != 0;
    if (between && !strchr(all.data[i], ' ')) /* that would be two words */
      strings_add(&middle, all.data[i]);
    between |= !strcmp(all.data[i], "tree-ssa");
  }
  for (size_t i = 0; i < middle.size; i++)
    strings_take(out, pass_list_off(&middle, i));
  strings_free(&all);
  strings_free(&middle);
}

/* Finds the last pass that hides it, a few groups at a time from the end on. */
static rd_status find_last(searching *self)
{
  enum { SOME = 4 * GROUP };
  strings passes = { 0 };
  char *messages = NULL;
  rd_status status = messages_with(&messages, self, "-fdump-passes");
  if (!status && messages)
    list_middle(&passes, messages);
  while (passes.size && !status && !self->out->pass) {
    size_t begin = passes.size > SOME ? passes.size - SOME : 0;
    strings some = { .data = passes.data + begin, .size = passes.size - begin };
    strings hiding = { 0 };
    status = ask_groups(&hiding, self, &some, " ");
    if (!status && hiding.size)
      name_by(self, hiding.data[hiding.size - 1], "-fdisable-");
    strings_free(&hiding);
    strings_remove(&passes, begin, passes.size - begin);
  }
  free(messages);
  strings_free(&passes);
  return status;
}

static rd_status find_counter(searching *self)
{
  strings counters = { 0 }, hiding = { 0 };
  char *messages = NULL;
  rd_status status = messages_with(&messages, self, "-fdbg-cnt-list");
  if (!status && messages) {
    read_counters(&counters, messages);
    status = ask_groups(&hiding, self, &counters, ",");
  }
  if (!status && hiding.size && !self->out->pass) {
    const char *name = hiding.data[hiding.size - 1] + strlen("-fdbg-cnt=");
    self->out->pass = mem_copy_bytes(name, strcspn(name, ":"));
    self->out->named_by = mem_copy("-fdbg-cnt");
    self->out->confirmed = mem_copy(hiding.data[hiding.size - 1]);
  }
  if (!status)
    strings_add_all(self->hiding, &hiding);
  free(messages);
  strings_free(&counters);
  strings_free(&hiding);
  return status;
}

/* ---- GCC's passes ---- */

/* -fdisable-... of the passes from `at` on; caller's. */
static char *disabled_from(const strings *passes, size_t at, size_t end)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = at; i < end; i++)
    text_printf(&out, "%s-fdisable-%s", i > at ? " " : "", passes->data[i]);
  return out.data;
}

/* Which of these lines build at all? */
static rd_status builds_each(bool *out, searching *self, const strings *lines)
{
  plan made;
  act_result *seen = NULL;
  rd_status status = build_each(&seen, &made, self, lines);
  for (size_t i = 0; i < lines->size && !status; i++)
    out[i] = seen[i].built &&
             (behaviour_same(&seen[i].did, &self->programs[RIGHT]) ||
              behaviour_same(&seen[i].did, &self->programs[WRONG]));
  free_results(seen, &made);
  return status;
}

/* Asks about groups of this size, except for those known to be optional. */
static rd_status ask_optional(bool *optional, searching *self,
                              const strings *passes, size_t size)
{
  strings groups = { 0 };
  bool *built = mem_alloc(passes->size + 1, sizeof *built);
  for (size_t i = 0; i < passes->size; i += size)
    if (!optional[i])
      strings_take(
          &groups,
          disabled_from(passes, i,
                        i + size < passes->size ? i + size : passes->size));
  rd_status status = groups.size ? builds_each(built, self, &groups) : RD_OK;
  for (size_t i = 0, group = 0; i < passes->size && !status; i += size) {
    bool asked = !optional[i];
    for (size_t j = i; j < i + size && j < passes->size && asked; j++)
      optional[j] = built[group];
    group += asked;
  }
  free(built);
  strings_free(&groups);
  return status;
}

/* Removes the passes that cannot be left out: groups with one are halved. */
static rd_status keep_optional(strings *passes, searching *self)
{
  bool *optional = mem_alloc(passes->size + 1, sizeof *optional);
  rd_status status = RD_OK;
  for (size_t size = 16; size && !status; size /= 2)
    status = ask_optional(optional, self, passes, size);
  for (size_t i = passes->size; i-- > 0 && !status;)
    if (!optional[i])
      strings_remove(passes, i, 1);
  free(optional);
  return status;
}

/* As clang's limit: leaves out all optional passes from one on, and finds the
 * first pass that may not run. */
static rd_status find_by_disabling(searching *self)
{
  strings passes = { 0 };
  char *messages = NULL;
  bool right = false;
  rd_status status = messages_with(&messages, self, "-fdump-passes");
  if (!status && messages) {
    pass_list_read(&passes, messages, strlen(messages));
    status = keep_optional(&passes, self);
  }
  size_t low = 0, high = passes.size;
  if (!status && high)
    status = ask_one(&right, self, disabled_from(&passes, low, high));
  while (!status && right && high - low > 1) {
    bool still = false;
    size_t middle = low + (high - low) / 2;
    status = ask_one(&still, self, disabled_from(&passes, middle, passes.size));
    *(still ? &low : &high) = middle;
  }
  if (!status && right) {
    self->out->pass = mem_copy(passes.data[low]);
    self->out->named_by = mem_copy("-fdisable-...");
    self->out->confirmed =
        mem_format("-fdisable-%s and that of each optional pass after it",
                   passes.data[low]);
  }
  free(messages);
  strings_free(&passes);
  return status;
}

/* What an option leaves out: "vect_slp" of -fdbg-cnt=vect_slp:0-0, "tree-pre" of
 * -fno-tree-pre. Caller's. */
static char *left_out(const char *option)
{
  static const char *const before[] = { "-fdbg-cnt=", "-fno-" };
  for (size_t i = 0; i < sizeof before / sizeof *before; i++)
    if (starts_with(option, before[i]))
      option += strlen(before[i]);
  return mem_copy_bytes(option, strcspn(option, ":"));
}

/* Counters have the names of options, with other dashes. Caller's. */
static char *dashed(const char *name)
{
  char *out = mem_copy(name);
  for (char *at = out; (at = strchr(at, '_')); at++)
    *at = '-';
  return out;
}

/* Do the names of a counter and of an option mean the same: merged_ipa_icf and
 * ipa-icf? */
static bool is_related(const char *left, const char *right)
{
  char *a = dashed(left), *b = dashed(right);
  bool related = strstr(a, b) || strstr(b, a);
  free(a);
  free(b);
  return related;
}

/* Several options hide it: one pass prepares what another spoils, and which is which
 * the options do not say. */
static void name_rivals(searching *self)
{
  textbuf out = { 0 };
  const char *pass = self->out->pass;
  for (size_t i = 0; i < self->hiding->size && pass; i++) {
    char *name = left_out(self->hiding->data[i]);
    if (!is_related(name, pass))
      text_printf(&out, "%s%s", out.size ? ", " : "", name);
    free(name);
  }
  self->out->rivals = out.data;
}

/* By what -O0 leaves out, which is most of what can be left out. */
static rd_status find_by_options(searching *self)
{
  strings enabled = { 0 };
  rd_status status = list_enabled(&enabled, self);
  if (!status)
    status = ask_groups(self->hiding, self, &enabled, " ");
  if (!status && !self->out->pass && self->hiding->size)
    name_by(self, self->hiding->data[self->hiding->size - 1], "-fno-");
  strings_free(&enabled);
  if (!status && !self->out->pass)
    status = find_by_disabling(self);
  return status;
}

static rd_status find_in_gcc(searching *self)
{
  bool right = false;
  rd_status status = find_last(self);
  if (!status)
    status = find_counter(self);
  if (!status)
    status = ask_one(&right, self, mem_copy("-O0"));
  if (!status && right)
    status = find_by_options(self);
  if (!status)
    name_rivals(self);
  const char *kind = self->out->pass ? pass_kind(self->out->pass) : NULL;
  self->out->kind = kind ? mem_copy(kind) : NULL;
  return status;
}

/* Adds those that hide it of the lines of options that change what is undefined: bugs
 * of compilers and of programs hide alike. */
static rd_status classify(searching *self)
{
  static const char *const options[] = { "-fno-strict-aliasing",
                                         "-fwrapv",
                                         "-fno-inline",
                                         "-ftrivial-auto-var-init=pattern",
                                         "-fno-delete-null-pointer-checks",
                                         WRONG_UNRESTRICTED };
  enum { COUNT = sizeof options / sizeof *options };
  strings lines = { 0 };
  bool hides[COUNT] = { false };
  for (size_t i = 0; i < COUNT; i++)
    strings_add(&lines, options[i]);
  rd_status status = ask_each(hides, self, &lines);
  for (size_t i = 0; i < COUNT && !status; i++)
    if (hides[i] && !strings_has(self->hiding, options[i]))
      strings_add(self->hiding, options[i]);
  strings_free(&lines);
  return status;
}

/* Finds out what the wrong and the right program do; caller's. */
static rd_status run_programs(behaviour *out, searching *self)
{
  plan both;
  act_result *seen = NULL;
  plan_begin(&both, self->of);
  for (size_t i = 0; i < 2; i++)
    strings_add_all(&plan_add(&both, self->of->steps[i].role, "")->build,
                    &self->of->steps[i].build);
  rd_status status = wrong_show(&seen, &both, self->options, self->err);
  for (size_t i = 0; i < 2 && !status; i++) {
    out[i] = seen[i].did;
    seen[i].did = (behaviour){ 0 };
  }
  self->out->runs += 2;
  free_results(seen, &both);
  return status;
}

rd_status wrong_pass_find(triage *out, strings *hiding_out,
                          const wrong_options *options, const plan *of,
                          rd_error *err)
{
  *out = (triage){ 0 };
  behaviour programs[2] = { 0 };
  searching self = { out, hiding_out, options, of, programs, err };
  rd_status status = run_programs(programs, &self);
  if (!status && options->compiler->family == FAMILY_CLANG)
    status = find_in_clang(&self);
  else if (!status && options->compiler->family == FAMILY_GCC)
    status = find_in_gcc(&self);
  if (!status && !options->command->foreign)
    status = classify(&self);
  if (status)
    triage_dispose(out);
  behaviour_dispose(&programs[WRONG]);
  behaviour_dispose(&programs[RIGHT]);
  return status;
}

/* ---- the same pass ---- */

static void hold(wrong_case *of, const wrong_options *options)
{
  const char *program = base_name(options->command->words.data[0]);
  char *name = mem_format("%s %s", program, of->first.confirmed);
  plan_step *step = plan_add(&of->plan, ROLE_HIDDEN, name);
  free(name);
  (void)words_split(&step->more, of->first.confirmed);
  const sieve_builds with = { options->command, options->compiler, NULL };
  sieve_command(&step->build, &with, NULL, &step->more);
}

rd_status wrong_pass_hold(wrong_case *of, const wrong_options *options,
                          rd_error *err)
{
  compiler_family family = options->compiler->family;
  strings hiding = { 0 };
  const behaviour programs[] = { of->bad, of->good };
  searching self = { &of->first, &hiding, options, &of->plan, programs, err };
  rd_status status = family == FAMILY_CLANG ? find_in_clang(&self)
                     : family == FAMILY_GCC ? find_counter(&self)
                                            : RD_OK;
  strings_free(&hiding);
  if (!status && family == FAMILY_GCC && of->first.confirmed)
    hold(of, options);
  return status;
}

/* The name of a pass without the function or loop that clang adds. */
static size_t name_size(const char *pass)
{
  const char *on = strstr(pass, " on ");
  return on ? (size_t)(on - pass) : strlen(pass);
}

bool wrong_pass_slipped(const wrong_case *of, const triage *now)
{
  const char *first = of->first.pass, *last = now->pass;
  for (size_t i = 0; i < of->plan.size; i++)
    if (of->plan.steps[i].role == ROLE_HIDDEN)
      return false;
  return first && last &&
         (name_size(first) != name_size(last) ||
          strncmp(first, last, name_size(first)) != 0);
}
