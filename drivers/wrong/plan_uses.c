/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is made of a plan: the words of its test, lines for people, and the plan
 * for another command.
 *
 * An option may decide what a program means (-funsigned-char, -fwrapv). If the
 * command loses it and the references do not, they differ without any bug; so a
 * step that has taken it over from the command loses it too.
 */
#include "wrong/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/modules.h"
#include "compiler/words.h"

#define PROGRAM "clang-hdd-differs"

bool wrong_words(strings *out, const char *verb, const plan *of)
{
  char *found = modules_program(PROGRAM);
  char *program = found ? realpath(found, NULL) : NULL;
  free(found);
  if (!program)
    return false;
  strings_take(out, program);
  strings_add(out, verb);
  plan_words(out, of);
  return true;
}

const char *wrong_words_command(const char *const *argv)
{
  enum { VERB = 1, PLAN = 2 };
  bool ours = argv[0] && !strcmp(base_name(argv[0]), PROGRAM) && argv[VERB];
  return ours ? plan_words_command(argv + PLAN) : NULL;
}

rd_status wrong_show(act_result **out, const plan *of,
                     const wrong_options *options, rd_error *err)
{
  strings words = { 0 };
  rd_run run = { 0 };
  if (!wrong_words(&words, "show", of))
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "clang-hdd-differs is not beside the front ends");
  rd_status status = runner_run(&run, options->run, strings_argv(&words),
                                &options->text, &options->limits, err);
  strings_free(&words);
  if (status)
    return status;
  if (run.end != RD_END_EXIT || run.status ||
      !act_read(out, of, run.output, run.output_size))
    status = rd_fail(err, RD_ERR_IO,
                     "the builds and runs of %s do not end, or print too much; "
                     "see --timeout and --memory",
                     options->text.name);
  rd_run_dispose(&run);
  return status;
}

/* What one command has and the other has not, but for the level: each step has
 * its own. */
static void find_lost(strings *out, const invocation *from,
                      const invocation *to)
{
  words_add_without(out, &from->words, &to->words);
  for (size_t i = out->size; i-- > 0;)
    if (starts_with(out->data[i], "-O"))
      strings_remove(out, i, 1);
}

void wrong_plan_for(plan *out, const plan *of, size_t count,
                    const invocation *from, const wrong_options *options)
{
  const sieve_builds with = { options->command, options->compiler, NULL };
  strings lost = { 0 };
  find_lost(&lost, from, options->command);
  plan_begin(out, of);
  for (size_t i = 0; i < (count ? count : of->size); i++) {
    const plan_step *step = &of->steps[i];
    plan_step *made = plan_add(out, step->role, step->name);
    made->texts = step->texts;
    strings_add_all(&made->under, &step->under);
    strings_add_all(&made->environment, &step->environment);
    strings_add_all(&made->warnings, &step->warnings);
    strings_add_all(&made->more, &step->more);
    if (i && step->role != ROLE_HIDDEN)
      words_add_without(&made->build, &step->build, &lost);
    else
      sieve_command(&made->build, &with, NULL, &made->more);
  }
  strings_free(&lost);
}

void wrong_plan_strip(plan *self, unsigned without)
{
  if (without & WITHOUT_ARGUMENTS)
    strings_free(&self->arguments);
  if (without & WITHOUT_INPUT)
    string_replace(&self->input, mem_copy(""));
}

char *wrong_run_line(const plan *of, bool whole)
{
  strings words = { 0 };
  strings_add(&words, "./a.out");
  strings_add_all(&words, &of->arguments);
  char *line = words_join(strings_argv(&words));
  if (*of->input)
    string_replace(&line, mem_format("%s <%s", line,
                                     whole ? of->input : base_name(of->input)));
  strings_free(&words);
  return line;
}

/* Is it an option for warnings, of which a reference has those of the sieve? */
static bool asks_warning(const char *word)
{
  return starts_with(word, "-W") && word[2] && word[3] != ',';
}

char *wrong_reference_line(const plan_step *step, const wrong_options *options,
                           const char *file)
{
  strings added = { 0 }, typed = { 0 }, words = { 0 };
  const char *name = options->text.name;
  compiler_add_extra(&added, options->compiler);
  words_add_without(&typed, &step->build, &added);
  for (size_t i = 0; i < typed.size; i++) {
    const char *word = typed.data[i];
    if (!strcmp(word, PLAN_PROGRAM))
      strings_remove(&words, words.size - 1, 1); /* its -o */
    else if (strcmp(word, SIEVE_LINKER) != 0 && !asks_warning(word))
      strings_add(&words, strcmp(word, name) ? word : file);
  }
  char *line = words_join(strings_argv(&words));
  strings_free(&added);
  strings_free(&typed);
  strings_free(&words);
  return line;
}
