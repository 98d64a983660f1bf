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
 * earlier pass whose result the later one cannot handle. Some passes cannot be
 * skipped, and code generation without them may crash elsewhere; nothing is
 * claimed then.
 */
#include <stdlib.h>
#include <string.h>

#include "triage/ask.h"
#include "triage/pass_names.h"

/* LLVM's own programs take it without -mllvm. */
static const char *limit_option(const asker *self)
{
  static const char option[] = "-mllvm -opt-bisect-limit=";
  bool own = self->given->compiler->family == FAMILY_LLVM;
  return option + (own ? strlen("-mllvm ") : 0);
}

/* ---- the stage ---- */

/* Emits IR, with or without passes, whatever the command's mode. */
static rd_status ask_emit(answer *out, asker *self, bool passes)
{
  question raw = { .options = { passes ? NULL : "-disable-llvm-passes" },
                   .mode = "-emit-llvm" };
  question driver = { .options = { "-emit-llvm", passes ? NULL : "-Xclang",
                                   "-disable-llvm-passes" } };
  return ask(out, self, self->given->command->raw ? &raw : &driver);
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

/* Finds the first limit that causes the crash. If 0 does, no optional pass is
 * involved. */
static rd_status confirm(triage *out, asker *self, const bisect_trace *trace)
{
  unsigned high = trace->last, low = high - 1;
  answer below = ANSWER_FAILS;
  rd_status status = ask_limit(&below, self, limit_option(self), low);
  if (!status && below == ANSWER_SAME && low) {
    high = low;
    low = 0;
    status = ask_limit(&below, self, limit_option(self), low);
  }
  if (!status && below != ANSWER_SAME)
    status = ask_first(out, self, limit_option(self), low, below, &high);
  if (status || !out->confirmed)
    return status;
  const char *skipped = bisect_trace_pass(trace, high);
  if (skipped && (high != trace->last || !crashed_last(out, trace)))
    out->exposed_by = mem_copy(skipped);
  return status;
}

/* Names the pass that was running. */
static void name_pass(triage *out, const asker *self, const rd_run *run,
                      const bisect_trace *trace)
{
  out->pass = stack_dump_pass(run->output, run->output_size);
  out->named_by = out->pass ? mem_copy("the stack dump") : NULL;
  if (!out->pass && trace->name) {
    out->pass = mem_copy(trace->name);
    out->named_by =
        mem_copy_bytes(limit_option(self), strlen(limit_option(self)) - 1);
  }
  if (out->pass)
    out->kind =
        mem_copy(trace->selected || strstr(out->pass, "Instruction Selection")
                     ? "machine"
                     : "LLVM IR");
}

static rd_status find_pass(triage *out, asker *self)
{
  bool own = self->given->compiler->family == FAMILY_LLVM;
  question what = { .options = { own ? "-opt-bisect-limit=-1" : "-mllvm",
                                 own ? NULL : "-opt-bisect-limit=-1" } };
  rd_run run = { 0 };
  bisect_trace trace = { 0 };
  answer got = ANSWER_FAILS;
  rd_status status = ask_all(&got, &run, self, &what);
  if (!status && got == ANSWER_SAME) {
    bisect_trace_read(&trace, run.output, run.output_size);
    name_pass(out, self, &run, &trace);
    if (trace.last)
      status = confirm(out, self, &trace);
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

rd_status triage_llvm(triage *out, asker *self)
{
  const char *program = base_name(self->given->command->words.data[0]);
  out->stage =
      mem_copy(starts_with(program, "llc") ? "back end" : "middle end");
  return find_pass(out, self);
}
