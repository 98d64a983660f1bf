/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Does the text still crash the compiler the same way under these options?
 *
 * A test runs the same command that the program itself would run for a
 * user's words: they are parsed again (invocation.c), so the result is true
 * of the printed command. The command runs without faster modes: those are made
 * for one command and many texts, and here it is the other way round.
 *
 * The judge's rule applies to options too: a text that was valid has to stay
 * valid, or the report is about another language. If the crashing compiler
 * itself is the judge, in a mode that only checks, it is asked again under the
 * options at hand. Any other judge sees only the text, which does not change.
 *
 * A test runs when it is submitted: there is only one at a time.
 */
#include "flags/option.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/early.h"
#include "compiler/errors.h"

/* The words that a test runs, with `mode` instead of theirs unless it is
 * NULL. */
static rd_status make_words(strings *out, const flags_request *request,
                            const flag_list *flags, const char *mode,
                            rd_error *err)
{
  strings words = { 0 };
  invocation made = { 0 };
  flag_list_words(&words, flags);
  rd_status status =
      invocation_parse_like(&made, request->command, strings_argv(&words), err);
  invocation_use use = { .mode = mode, .extra = &request->compiler->extra };
  if (!status && request->wrap && !mode)
    request->wrap(out, request->payload, &made);
  else if (!status)
    invocation_build(out, &made, &use);
  invocation_dispose(&made);
  strings_free(&words);
  return status;
}

/* Are there errors before the crash that the original did not have? */
static bool has_new_errors(const crash_options *property, const rd_run *run)
{
  if (property->property != PROPERTY_CRASH)
    return false;
  signature found;
  signature_find(&found, run);
  bool any = !errors_are_subset(&found.errors, &property->expected->errors);
  signature_dispose(&found);
  return any;
}

static bool is_same_fault(const char *address, const crash_options *property)
{
  return !address || !strcmp(address, property->expected->address);
}

/* Compares the place of the fault if the signature requires it. */
static rd_status check_fault(bool *same_out, const flags_request *request,
                             const char *const *argv, rd_error *err)
{
  const crash_options *property = request->property;
  *same_out = true;
  if (property->property != PROPERTY_CRASH || !property->expected->address)
    return RD_OK;
  char *address = NULL;
  rd_status status = runner_fault(&address, request->run, argv, request->text,
                                  &property->limits, err);
  *same_out = status == RD_ERR_UNSUPPORTED ||
              (!status && is_same_fault(address, property));
  free(address);
  return status == RD_ERR_UNSUPPORTED ? RD_OK : status;
}

static rd_status check_validity(bool *valid_out, const flags_request *request,
                                const flag_list *flags, rd_error *err)
{
  const judge *by = request->property->judge;
  const char *mode = compiler_syntax_options(request->compiler);
  *valid_out = true;
  if (!by || !by->is_syntax)
    return RD_OK;
  strings words = { 0 };
  rd_run run = { 0 };
  rd_status status = make_words(&words, request, flags, mode, err);
  if (!status)
    status = runner_run(&run, request->run, strings_argv(&words), request->text,
                        &by->options.limits, err);
  *valid_out = !status && judge_accepts(by, &run);
  rd_run_dispose(&run);
  strings_free(&words);
  return status;
}

/* Runs the command no longer than needed: printing the backtrace takes a
 * compiler longer than crashing. */
static rd_status run_once(rd_run *out, const flags_request *request,
                          const char *const *argv, rd_error *err)
{
  const crash_options *property = request->property;
  early_options options = { .expected = property->expected };
  early *until = property->property == PROPERTY_CRASH && !property->pattern
                     ? early_new(&options)
                     : NULL;
  job what = { 0 };
  for (size_t i = 0; argv[i]; i++)
    strings_add(&what.words, argv[i]);
  if (property->environment)
    strings_add_all(&what.environment, property->environment);
  rd_status status = runner_start_job(request->run, &what, request->text,
                                      &property->limits, err);
  if (!status)
    status = runner_wait_until(out, request->run, until ? early_is_same : NULL,
                               until, err);
  job_dispose(&what);
  early_free(until);
  return status;
}

static rd_verdict verdict_of(const crash_options *property, const rd_run *run)
{
  if (run->end == RD_END_CANCELLED || crash_run_has_property(property, run))
    return has_new_errors(property, run) ? RD_INVALID : RD_INTERESTING;
  if (run->end == RD_END_WALL || run->end == RD_END_CPU)
    return RD_TIMEOUT;
  if (run->end == RD_END_MEMORY || run->end == RD_END_OUTPUT ||
      run->end == RD_END_PROCESSES)
    return RD_RESOURCE_OUT;
  return RD_UNINTERESTING;
}

/* Runs the command until a majority of the runs agree. */
static rd_status run_command(rd_verdict *out, const flags_request *request,
                             const char *const *argv, rd_error *err)
{
  const crash_options *property = request->property;
  unsigned most = property->repeat / 2, votes[2] = { 0, 0 };
  while (votes[0] <= most && votes[1] <= most) {
    rd_run run = { 0 };
    rd_status status = run_once(&run, request, argv, err);
    if (status)
      return status;
    rd_verdict verdict = verdict_of(property, &run);
    rd_run_dispose(&run);
    votes[verdict == RD_INTERESTING]++;
    if (verdict != RD_INTERESTING || votes[1] > most)
      *out = verdict;
  }
  *out = votes[1] > most ? RD_INTERESTING : *out;
  return RD_OK;
}

static rd_status ask(rd_verdict *out, const flags_request *request,
                     const flag_list *flags, rd_error *err)
{
  strings words = { 0 };
  bool same = true, valid = true;
  rd_status status = make_words(&words, request, flags, NULL, err);
  if (status)
    return status;
  status = run_command(out, request, strings_argv(&words), err);
  if (!status && *out == RD_INTERESTING)
    status = check_fault(&same, request, strings_argv(&words), err);
  if (!status && *out == RD_INTERESTING && same)
    status = check_validity(&valid, request, flags, err);
  if (*out == RD_INTERESTING && !(same && valid))
    *out = same ? RD_OVERRULED : RD_UNINTERESTING;
  if (!status && *out == RD_INTERESTING && request->also) {
    status = request->also(&same, request->payload, strings_argv(&words), err);
    *out = same ? RD_INTERESTING : RD_UNINTERESTING;
  }
  strings_free(&words);
  return status;
}

/* ---- the interface ---- */

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  question *self = payload;
  (void)err; /* wait reports a failure */
  flag_list flags = { 0 };
  flag_list_decode(&flags, text, size);
  self->verdict = RD_UNINTERESTING;
  self->err = (rd_error){ 0 };
  self->status = RD_OK;
  if (self->known && size == strlen(self->known) &&
      !memcmp(text, self->known, size))
    self->verdict = RD_INTERESTING;
  else
    self->status = ask(&self->verdict, self->request, &flags, &self->err);
  flag_list_dispose(&flags);
  *out = ++self->ticket;
  return RD_OK;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  question *self = payload;
  *out = self->ticket;
  *verdict_out = self->verdict;
  if (self->status && err)
    *err = self->err;
  return self->status;
}

static void cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket; /* a test has always ended by then */
}

rd_oracle question_oracle(question *self)
{
  return (rd_oracle){ .submit = submit,
                      .wait = wait_for,
                      .cancel = cancel,
                      .payload = self,
                      .capacity = 1 };
}
