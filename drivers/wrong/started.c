/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Most of what it takes to compile a small text is the start of the compiler: 21 of
 * clang's 33 ms, 8 of gcc's 13. So the compiler of each step is started once, and a
 * test has a fork of it (compiler/zygote.h).
 */
#include "wrong/started.h"

#include <string.h>

#include "base/files.h"
#include "compiler/replay.h"

/* Gives the process the names that a test has for its outputs; false: another
 * process comes first. */
static bool take_names(job *what, const strings *jobs)
{
  size_t size = what->words.size;
  if (size >= jobs->size || strcmp(jobs->data[size], PLAN_END) != 0 ||
      strcmp(jobs->data[0], what->words.data[0]) != 0)
    return false;
  for (size_t i = 1; i < size; i++)
    string_replace(&what->words.data[i], mem_copy(jobs->data[i]));
  return true;
}

/* Only what is known not to stop at a text is no error. */
static rd_status start(wrong_case *of, size_t number, const job *what,
                       const wrong_options *options, rd_error *err)
{
  bool gcc = starts_with(base_name(what->words.data[0]), "cc1");
  zygote_options with = { what, gcc ? FAMILY_GCC : FAMILY_CLANG, options->run };
  zygote *made = NULL;
  char *name = mem_format("started-%zu", number);
  rd_error reason = { 0 };
  rd_status status = zygote_new(&made, &with, &reason);
  if (!status)
    status = zygote_attend(made, name, &options->limits, &reason);
  if (!status) {
    of->plan.steps[number].started =
        mem_format("%s/%s", options->run->kept, name);
    LIST_PUSH(of->started, of->started_count, made);
  } else {
    zygote_free(made);
  }
  free(name);
  if (status == RD_ERR_STOPPED)
    return rd_fail(err, status, "%s", reason.message);
  return RD_OK;
}

rd_status started_find(wrong_case *of, size_t step, const char *printed,
                       const wrong_options *options, rd_error *err)
{
  job what;
  rd_status status = RD_OK;
  if (replay_read(&what, printed, options->text.name, NULL))
    return RD_OK;
  if (take_names(&what, &of->plan.steps[step].jobs))
    status = start(of, step, &what, options, err);
  job_dispose(&what);
  return status;
}
