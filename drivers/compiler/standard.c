/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How texts keep to the standard of their language, as the front end knows it. A text may
 * break it as the original does: not more often, and in no other way.
 */
#include "compiler/judge.h"

#include <string.h>

/* Does the text break the standard more often than the original, or in other
 * ways? */
static bool breaks_more(const judge *self, const rd_diagnostics *found)
{
  const rd_diagnostics *original = &self->standard;
  return found->errors > original->errors || found->kinds & ~original->kinds ||
         found->habit_kinds & ~original->habit_kinds;
}

/* If the front end has been given up, nobody knows the standard. */
static rd_status check_once(rd_diagnostics *out, judge *self,
                            const source *input, uint32_t relax, rd_error *err)
{
  self->runs++;
  rd_status status = rd_server_check(out, self->options.server, input->text,
                                     input->size, relax, err);
  if (status == RD_ERR_UNSUPPORTED)
    self->knows_standard = self->holds_standard = false;
  else if (status != RD_ERR_DIED)
    return status;
  *out = (rd_diagnostics){ .errors = UINT32_MAX };
  return RD_OK;
}

/* Asks the front end, with so much relaxation. If it dies from a text, that
 * has errors beyond number. A text that is worse than the original is put to a
 * fresh process: clang 19 finds errors in valid templates by what earlier texts
 * left in its memory. */
rd_status judge_check(rd_diagnostics *out, judge *self, const source *input,
                      uint32_t relax, rd_error *err)
{
  rd_status status = check_once(out, self, input, relax, err);
  bool is_worse = relax == RD_STRICT ? breaks_more(self, out)
                                     : out->errors > self->error_max;
  if (status || !is_worse)
    return status;
  rd_server_renew(self->options.server);
  return check_once(out, self, input, relax, err);
}

/* If nobody knows the standard, the text does not break it. */
static rd_status find_breaches(rd_diagnostics *out, judge *self,
                               const source *input, rd_error *err)
{
  *out = (rd_diagnostics){ 0 };
  return self->knows_standard ? judge_check(out, self, input, RD_STRICT, err)
                              : RD_OK;
}

bool judge_keeps_standard(const judge *self, const rd_diagnostics *found)
{
  return !self->holds_standard || !breaks_more(self, found);
}

rd_status judge_ask_standard(bool *accepts_out, judge *self,
                             const source *input, rd_error *err)
{
  rd_diagnostics found = { 0 };
  rd_status status = RD_OK;
  if (self->holds_standard)
    status = judge_check(&found, self, input, RD_STRICT, err);
  *accepts_out = !status && judge_keeps_standard(self, &found);
  return status;
}

rd_status judge_lower_standard(judge *self, const source *input, rd_error *err)
{
  rd_diagnostics found, *standard = &self->standard;
  rd_status status = find_breaches(&found, self, input, err);
  if (status || found.errors == UINT32_MAX)
    return status;
  if (found.errors > standard->errors)
    standard->errors = found.errors;
  standard->kinds |= found.kinds;
  standard->habit_kinds |= found.habit_kinds;
  return RD_OK;
}

static void split_names(strings *out, const char *names)
{
  char *copy = mem_copy(names);
  for (char *rest = copy, *name; (name = strsep(&rest, ","));)
    strings_add(out, name);
  free(copy);
}

rd_status judge_new_habits(char **out, judge *self, const source *input,
                           rd_error *err)
{
  rd_diagnostics found;
  textbuf words = { 0 };
  strings known = { 0 };
  rd_status status = find_breaches(&found, self, input, err);
  split_names(&known, self->standard.habit_names);
  for (char *rest = found.habit_names, *name; (name = strsep(&rest, ","));)
    if (*name && !strings_has(&known, name))
      text_printf(&words, "%s%s", words.size ? " and " : "", name);
  for (char *at = words.data; at && (at = strchr(at, '-'));)
    *at = ' ';
  strings_free(&known);
  *out = words.data;
  return status;
}

rd_status judge_is_strict(bool *out, judge *self, const source *input,
                          rd_error *err)
{
  rd_diagnostics found;
  rd_status status = find_breaches(&found, self, input, err);
  *out = !status && self->knows_standard && !found.errors;
  return status;
}

void judge_find_standard(judge *self, const source *original)
{
  rd_server *server = self->options.server;
  if (!server || !rd_server_choice(server)->knows_standard)
    return;
  self->knows_standard =
      !check_once(&self->standard, self, original, RD_STRICT, NULL) &&
      self->standard.errors != UINT32_MAX;
}
