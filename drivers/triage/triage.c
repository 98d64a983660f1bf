/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Locates a crash in the compiler.
 *
 * Both bug trackers ask for it: LLVM's instructions distinguish front end,
 * middle end and back end by what still crashes, GCC's reports name the pass.
 * Everything reported here was run: a pass counts as confirmed only if the file
 * compiles without it. For other compilers only a crash of the preprocessor can
 * be located, and of a program that is no compiler nothing.
 */
#include "triage/triage.h"

#include <stdlib.h>

#include "triage/ask.h"

/* A compiler that crashes while preprocessing has not gone further. */
static rd_status triage_other(triage *out, asker *self)
{
  question what = { .mode = "-E" };
  answer got = ANSWER_OTHER;
  if (self->given->command->foreign)
    return RD_OK;
  rd_status status = ask(&got, self, &what);
  if (!status && got == ANSWER_SAME)
    out->stage = mem_copy("front end");
  return status;
}

rd_status triage_find(triage *out, const crash_case *given, rd_error *err)
{
  *out = (triage){ 0 };
  asker self = { .given = given, .err = err };
  compiler_family family = given->compiler->family;
  rd_status status = family == FAMILY_CLANG  ? triage_clang(out, &self)
                     : family == FAMILY_GCC  ? triage_gcc(out, &self)
                     : family == FAMILY_LLVM ? triage_llvm(out, &self)
                                             : triage_other(out, &self);
  out->runs = self.runs;
  if (status)
    triage_dispose(out);
  return status;
}

/* Adds the known facts about the pass, in brackets. */
static void add_proof(textbuf *out, const triage *self)
{
  const char *separator = " (";
  if (self->pass && self->named_by) {
    text_printf(out, "%snamed by %s", separator, self->named_by);
    separator = "; ";
  }
  if (self->confirmed) {
    text_printf(out, "%sgone with %s", separator, self->confirmed);
    separator = "; ";
  }
  if (self->exposed_by) {
    text_printf(out, "%swhich leaves out %s", separator, self->exposed_by);
    separator = "; ";
  }
  if (*separator == ';')
    text_puts(out, ")");
}

char *triage_line(const triage *self)
{
  if (!self->stage && !self->pass)
    return NULL;
  textbuf out = { 0 };
  text_puts(&out, self->stage ? self->stage : "");
  if (self->pass)
    text_printf(&out, "%s%s%spass %s", self->stage ? ", " : "",
                self->kind ? self->kind : "", self->kind ? " " : "",
                self->pass);
  add_proof(&out, self);
  if (self->rivals)
    text_printf(&out, ", or one of %s", self->rivals);
  return out.data;
}
