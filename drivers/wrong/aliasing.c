/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Clang writes down which type each access has, and a program of ours makes a call of
 * each (mark.c). The calls reach a library that knows what was stored where
 * (accesses/accesses.c). All of it is beside the processes that a driver starts, so that
 * without these there is no such step.
 *
 * Programs break these rules more often than others, and their authors know it; if
 * -fno-strict-aliasing does not change what the compiler makes of one, that is not what
 * is wrong.
 */
#include "wrong/aliasing.h"

#include <stdlib.h>
#include <string.h>

#include "accesses/accesses.h"
#include "base/modules.h"

bool aliasing_is(const plan_step *step)
{
  return ends_with(step->name, " " SIEVE_TYPES);
}

bool aliasing_is_asked(const plan *of)
{
  bool asked = false;
  for (size_t i = 0; i < of->size; i++)
    asked |= aliasing_is(&of->steps[i]);
  return asked;
}

/* The word that is this one in the first process, or 0. */
static size_t find_word(const strings *words, const char *word)
{
  for (size_t i = 1; i < words->size && strcmp(words->data[i], PLAN_END) != 0;
       i++)
    if (!strcmp(words->data[i], word))
      return i;
  return 0;
}

bool aliasing_jobs(strings *words, const char *marker)
{
  static const char ir[] = "hdd-marked.ll";
  const char *const mark[] = { marker, ALIASING_MARK, ir, PLAN_END };
  size_t mode = find_word(words, "-emit-obj"), output = find_word(words, "-o"),
         kind = find_word(words, "-x"), level = find_word(words, "-O1");
  if (!mode || !output || !kind || !level)
    return false;
  size_t end = output;
  while (strcmp(words->data[end++], PLAN_END) != 0)
    ;
  for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
    strings_insert(words, end + i, mark[i]);
  size_t compile = end + sizeof mark / sizeof *mark;
  for (size_t i = 0; i < end; i++)
    strings_insert(words, compile + i, words->data[i]);
  string_replace(&words->data[mode], mem_copy("-emit-llvm"));
  string_replace(&words->data[output + 1], mem_copy(ir));
  string_replace(&words->data[compile + level], mem_copy("-O0"));
  string_replace(&words->data[compile + kind + 1], mem_copy("ir"));
  string_replace(&words->data[compile + end - 2], mem_copy(ir));
  size_t unchanged = find_word(words, "-disable-llvm-passes");
  if (unchanged) /* coroutines have to be split */
    strings_remove(words, compile + unchanged, 1);
  return true;
}

bool aliasing_prepare(plan_step *step)
{
  if (!aliasing_is(step))
    return true;
  char *marker = modules_program("clang-hdd-differs");
  char *library = modules_program(ACCESSES_MODULE);
  bool good =
      marker && library && step->host && aliasing_jobs(&step->jobs, marker);
  if (good)
    strings_take(&step->environment, mem_format("LD_PRELOAD=%s", library));
  else
    strings_free(&step->jobs);
  free(marker);
  free(library);
  return good;
}

/* Is the command's program right with -fno-strict-aliasing? */
static rd_status is_hidden(bool *out, const wrong_case *of,
                           const wrong_options *options, rd_error *err)
{
  compiler_family family = options->compiler->family;
  *out = false;
  if (family != FAMILY_GCC && family != FAMILY_CLANG)
    return RD_OK;
  const sieve_builds with = { options->command, options->compiler, NULL };
  plan asked;
  strings more = { 0 };
  act_result *seen = NULL;
  plan_begin(&asked, &of->plan);
  strings_add(&more, "-fno-strict-aliasing");
  sieve_command(&plan_add(&asked, ROLE_BAD, "")->build, &with, NULL, &more);
  rd_status status = wrong_show(&seen, &asked, options, err);
  if (!status) {
    *out = seen->built && behaviour_same(&seen->did, &of->good);
    act_dispose(seen);
  }
  free(seen);
  strings_free(&more);
  plan_dispose(&asked);
  return status;
}

/* Notes why the step is left out. */
static void note(strings *notes, const plan_step *step, const char *why)
{
  strings_take(notes, mem_format("%s: %s", step->name, why));
}

rd_status aliasing_judge(wrong_case *of, const plan_step *step,
                         const act_result *seen, const wrong_options *options,
                         rd_error *err)
{
  bool found = seen->built && seen->did.end == BEHAVIOUR_EXIT &&
               seen->did.status == ACCESSES_STATUS;
  bool hidden = false;
  rd_status status = found ? is_hidden(&hidden, of, options, err) : RD_OK;
  if (status)
    return status;
  if (!found) {
    note(&of->notes, step, "its program does something else then");
  } else if (!hidden) {
    note(&of->notes, step,
         "some break the aliasing rules, but -fno-strict-aliasing does not "
         "hide the difference");
  } else {
    of->fault = WRONG_UNDEFINED;
    string_replace(
        &of->problem,
        mem_format("%s may have undefined behaviour: an access has another "
                   "type than what is stored there, and with "
                   "-fno-strict-aliasing the program is right; --ub fast does "
                   "not look at accesses",
                   options->text.name));
  }
  return RD_OK;
}

static bool is_noted(const strings *notes, const plan_step *step)
{
  bool is = false;
  for (size_t i = 0; i < notes->size; i++)
    is |= starts_with(notes->data[i], step->name);
  return is;
}

void aliasing_drop(wrong_case *of)
{
  plan *from = &of->plan;
  for (size_t i = from->size; i-- > 0;) {
    const plan_step *step = &from->steps[i];
    if (!aliasing_is(step) || step->jobs.size)
      continue;
    if (!is_noted(&of->notes, step))
      note(&of->notes, step, "the processes of its driver are not known");
    plan_remove(from, i);
  }
}
