/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Locates a crash of clang by the method of LLVM's HowToSubmitABug.
 *
 * The stage: a crash while emitting unoptimised IR is in the front end, a crash
 * while emitting IR is in the middle end, any other is in the back end. The
 * pass is the one in the stack dump, or else the last one that
 * -opt-bisect-limit=-1 started. A limit N skips the optional passes after the
 * N-th. The search finds the first N that causes the crash. Usually that is the
 * crashing pass itself, so its number is tried first; otherwise it is an
 * earlier pass whose result the later one cannot handle. Invariant of the
 * search: `low` was run and does not crash, `high` was run and does. Some
 * passes cannot be skipped, and code generation without them may crash
 * elsewhere; nothing is claimed then.
 */
#include <stdlib.h>
#include <string.h>

#include "triage/ask.h"
#include "triage/pass_names.h"

static char *limit_word(long limit)
{
  return mem_format("-opt-bisect-limit=%ld", limit);
}

static char *limit_options(unsigned limit)
{
  return mem_format("-mllvm -opt-bisect-limit=%u", limit);
}

static rd_status ask_limit(answer *out, asker *self, unsigned limit)
{
  char *word = limit_word((long)limit);
  question what = { .options = { "-mllvm", word } };
  rd_status status = ask(out, self, &what);
  free(word);
  return status;
}

/* ---- the stage ---- */

/* Emits IR, with or without passes, whatever the command's mode. */
static rd_status ask_emit(answer *out, asker *self, bool passes)
{
  question raw = { .options = { passes ? NULL : "-disable-llvm-passes" },
                   .mode = "-emit-llvm" };
  question driver = { .options = { "-emit-llvm", passes ? NULL : "-Xclang",
                                   "-disable-llvm-passes" } };
  return ask(out, self, self->request->command->raw ? &raw : &driver);
}

static rd_status find_stage(triage *out, asker *self)
{
  answer got = ANSWER_FAILS;
  rd_status status = ask_emit(&got, self, false);
  if (!status && got == ANSWER_SAME)
    out->stage = mem_copy("front end");
  if (status || got != ANSWER_GONE)
    return status;
  status = ask_emit(&got, self, true);
  if (!status && (got == ANSWER_SAME || got == ANSWER_GONE))
    out->stage = mem_copy(got == ANSWER_SAME ? "middle end" : "back end");
  return status;
}

/* ---- the pass ---- */

/* If a limit of 0 still crashes, no optional pass is involved. Otherwise finds
 * the first limit between 0 and *high that crashes. */
static rd_status search(unsigned *high, answer *below, asker *self)
{
  unsigned low = 0;
  answer got = ANSWER_FAILS;
  rd_status status = ask_limit(below, self, low);
  if (status || *below == ANSWER_SAME)
    return status;
  while (!status && *high - low > 1) {
    unsigned middle = low + (*high - low) / 2;
    status = ask_limit(&got, self, middle);
    if (!status && got == ANSWER_SAME) {
      *high = middle;
    } else if (!status) {
      low = middle;
      *below = got;
    }
  }
  return status;
}

/* Is the last pass that started the one that crashed? Passes of the back end
 * that cannot be skipped have no number; in the middle end all have one, but
 * under a different name than in the stack dump. */
static bool crashed_last(const triage *self, const bisect_trace *trace)
{
  const char *on = strstr(trace->name, " on ");
  size_t size = on ? (size_t)(on - trace->name) : strlen(trace->name);
  return !strcmp(self->kind, "LLVM IR") ||
         !strncmp(self->pass, trace->name, size);
}

/* Finds the first limit that causes the crash. */
static rd_status confirm(triage *out, asker *self, const rd_run *run,
                         const bisect_trace *trace)
{
  unsigned high = trace->last;
  answer below = ANSWER_FAILS;
  rd_status status = ask_limit(&below, self, high - 1);
  if (!status && below == ANSWER_SAME && --high)
    status = search(&high, &below, self);
  if (status || below != ANSWER_GONE)
    return status;
  out->confirmed = limit_options(high - 1);
  out->limit = limit_options(high);
  if (high != trace->last || !crashed_last(out, trace))
    out->exposed_by = bisect_pass(run->output, run->output_size, high);
  return status;
}

/* Names the pass that was running. */
static void name_pass(triage *out, const rd_run *run, const bisect_trace *trace)
{
  out->pass = stack_dump_pass(run->output, run->output_size);
  out->named_by = out->pass ? mem_copy("the stack dump") : NULL;
  if (!out->pass && trace->name) {
    out->pass = mem_copy(trace->name);
    out->named_by = mem_copy("-mllvm -opt-bisect-limit");
  }
  if (out->pass)
    out->kind =
        mem_copy(trace->selected || strstr(out->pass, "Instruction Selection")
                     ? "machine"
                     : "LLVM IR");
}

static rd_status find_pass(triage *out, asker *self)
{
  char *word = limit_word(-1);
  question what = { .options = { "-mllvm", word } };
  rd_run run = { 0 };
  bisect_trace trace = { 0 };
  answer got = ANSWER_FAILS;
  rd_status status = ask_all(&got, &run, self, &what);
  free(word);
  if (!status && got == ANSWER_SAME) {
    bisect_trace_read(&trace, run.output, run.output_size);
    name_pass(out, &run, &trace);
    if (trace.last)
      status = confirm(out, self, &run, &trace);
  }
  bisect_trace_dispose(&trace);
  rd_run_dispose(&run);
  return status;
}

rd_status triage_clang(triage *out, asker *self)
{
  rd_status status = find_stage(out, self);
  bool front = out->stage && !strcmp(out->stage, "front end");
  return status || front ? status : find_pass(out, self);
}
