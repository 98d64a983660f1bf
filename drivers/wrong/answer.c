/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asks other compilers about a program, once it is known what is right.
 *
 * Versions, commits and levels are all asked the same: the program that they
 * build does what the right one does, or differs from it as the given one does,
 * or differs in another way, which may be another bug. What does not build says
 * nothing about the bug. The programs are run alone, without the sieve: it is the
 * text that may have undefined behaviour, and it is the same for all.
 */
#include "wrong/answer.h"

#include <stdlib.h>
#include <string.h>

#include "wrong/sieve.h"

void answer_build(strings *out, const invocation *command)
{
  const compiler adds_nothing = { 0 };
  const sieve_builds with = { command, &adds_nothing, NULL };
  sieve_command(out, &with, NULL, NULL);
}

static void add_words(strings *out, const strings *from, size_t at,
                      size_t count)
{
  for (size_t i = at; i < at + count && i < from->size; i++)
    strings_add(out, from->data[i]);
}

/* Adds the words with the libraries behind the file, where they are looked into:
 * the file may have been put at the end of a command without one. */
static void add_in_order(strings *out, const strings *words)
{
  for (int last = 0; last < 2; last++)
    for (size_t i = 0, parts; i < words->size; i += parts ? parts : 1) {
      parts = sieve_linked_words(words->data[i]);
      if (!parts == !last)
        add_words(out, words, i, parts ? parts : 1);
    }
}

void answer_plan(plan *out, const plan *of, const strings *build,
                 bool reference)
{
  plan_begin(out, of);
  plan_step *step = plan_add(out, ROLE_BAD, "");
  add_in_order(&step->build, build);
  if (!reference)
    return;
  step = plan_add(out, ROLE_GOOD, of->steps[1].name);
  strings_add_all(&step->build, &of->steps[1].build);
  strings_add_all(&step->jobs, &of->steps[1].jobs);
}

static wrong_answer compare(const plan *of, const behaviour *bad,
                            const behaviour *good)
{
  return behaviour_same(bad, good) ? ANSWER_RIGHT
         : behaviour_fits(of->expected, of->or_fails, bad, good)
             ? ANSWER_WRONG
             : ANSWER_OTHERWISE;
}

wrong_answer answer_read(char **detail_out, char **messages_out, const plan *of,
                         const behaviour *good, const rd_run *run)
{
  act_result *seen = NULL;
  wrong_answer answer = ANSWER_UNBUILT;
  *detail_out = *messages_out = NULL;
  bool read = run->end == RD_END_EXIT && !run->status &&
              act_read(&seen, of, run->output, run->output_size);
  if (read) {
    const behaviour *right = good ? good : &seen[1].did;
    if (seen[0].built && (good || seen[1].built)) {
      answer = compare(of, &seen[0].did, right);
      *detail_out = behaviour_detail(&seen[0].did, right);
    }
    *messages_out = mem_copy(seen[0].messages);
  }
  for (size_t i = 0; seen && i < of->size; i++)
    act_dispose(&seen[i]);
  free(seen);
  return answer;
}

wrong_answer answer_take(char **detail_out, rd_run *run, const plan *of,
                         const behaviour *good)
{
  char *messages = NULL;
  wrong_answer answer = answer_read(detail_out, &messages, of, good, run);
  if (!messages)
    return answer;
  if (answer == ANSWER_UNBUILT)
    run->status = 1;
  else
    string_replace(&messages, mem_copy(""));
  run->output_size = strlen(messages);
  string_replace(&run->output, messages);
  return answer;
}

/* ---- other compilers ---- */

typedef struct asking {
  const plan *of;
  const wrong_options *options;
  behaviour good;
} asking;

/* Another family gets no libraries of the command, which a compile needs not. */
static void add_libraries(strings *out, const invocation *from)
{
  const strings *words = &from->words;
  for (size_t i = 1, parts; i < words->size; i += parts ? parts : 1) {
    parts = sieve_linked_words(words->data[i]);
    if (parts > 1 || !strings_has(out, words->data[i]))
      add_words(out, words, i, parts);
  }
}

/* matrix_programs.ask */
static rd_status ask(matrix_end *out, char **detail_out, rd_run *run_out,
                     const void *payload, const strings *words,
                     const source *text, const rd_limits *limits, rd_error *err)
{
  static const matrix_end ends[] = { [ANSWER_RIGHT] = MATRIX_WORKS,
                                     [ANSWER_WRONG] = MATRIX_CRASHES,
                                     [ANSWER_OTHERWISE] = MATRIX_OTHER,
                                     [ANSWER_UNBUILT] = MATRIX_REJECTS };
  const asking *self = payload;
  strings typed = { 0 }, build = { 0 }, argv = { 0 };
  invocation command;
  plan made;
  *run_out = (rd_run){ 0 };
  strings_add_all(&typed, words);
  add_libraries(&typed, self->options->command);
  rd_status status = invocation_parse(&command, strings_argv(&typed),
                                      text->name, self->options->cwd, err);
  strings_free(&typed);
  if (status)
    return status;
  answer_build(&build, &command);
  answer_plan(&made, self->of, &build, false);
  (void)wrong_words(&argv, "show", &made);
  status = runner_run(run_out, self->options->run, strings_argv(&argv), text,
                      limits, err);
  if (!status)
    *out = ends[answer_take(detail_out, run_out, &made, &self->good)];
  strings_free(&argv);
  strings_free(&build);
  plan_dispose(&made);
  invocation_dispose(&command);
  return status;
}

rd_status wrong_matrix(matrix *out, const plan *of,
                       const wrong_options *options, rd_error *err)
{
  act_result *seen = NULL;
  asking self = { of, options, { 0 } };
  *out = (matrix){ 0 };
  rd_status status = wrong_show(&seen, of, options, err);
  if (status)
    return status;
  self.good = seen[1].did;
  const matrix_programs programs = { ask, &self };
  const crash_case what = { .run = options->run,
                            .command = options->command,
                            .compiler = options->compiler,
                            .programs = &programs,
                            .text = &options->text,
                            .limits = &options->limits };
  if (seen[0].built && seen[1].built)
    status = matrix_run(out, &what, false, err);
  for (size_t i = 0; i < of->size; i++)
    act_dispose(&seen[i]);
  free(seen);
  return status;
}
