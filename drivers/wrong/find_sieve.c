/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which steps of the sieve a program can be put through.
 *
 * Each is tried on the original. What has no compiler or no runtime is left out, and
 * so is a warning that the original has; if a sanitizer objects, the fault is the
 * program's, not the compiler's. Of alternatives the first that works stays.
 */
#include "wrong/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "wrong/aliasing.h"

/* A wrong program may take so many times what FILE takes. */
enum { TIMES_WRONG = 2 };

/* Fixes what the difference is, and how long a run may take. */
static void set_expected(finding *self)
{
  plan *of = &self->to->plan;
  self->to->bad = self->seen[0].did;
  self->to->good = self->seen[2].did;
  self->seen[0].did = self->seen[2].did = (behaviour){ 0 };
  string_replace(&of->expected,
                 behaviour_difference(&self->to->bad, &self->to->good));
  of->or_fails = behaviour_can_fail(&self->to->bad, &self->to->good);
  of->limit_ms = finding_limit(&self->to->good);
  unsigned wrong_ms = TIMES_WRONG * self->to->bad.ms;
  if (self->to->bad.end != BEHAVIOUR_LATE && of->limit_ms < wrong_ms)
    of->limit_ms = wrong_ms;
}

/* Swaps a step with the one before it. */
static void swap_steps(plan *of, size_t at)
{
  const plan_step step = of->steps[at];
  of->steps[at] = of->steps[at - 1];
  of->steps[at - 1] = step;
}

/* Brings the steps into the order of a test: what costs least comes first. */
static void order_steps(plan *of)
{
  for (size_t i = 3; i < of->size; i++)
    if (of->steps[i].role == ROLE_GOOD)
      of->steps[i].role = ROLE_SAME;
  for (size_t i = 1; i < of->size; i++)
    for (size_t j = i; j && of->steps[j].role < of->steps[j - 1].role; j--)
      swap_steps(of, j);
}

/* Removes the warnings that the original has. */
static void allow_warnings(finding *self, size_t at)
{
  plan_step *step = &self->to->plan.steps[at];
  const char *found;
  while ((found = act_warning(&step->warnings, self->seen[at].messages))) {
    strings_take(&self->to->notes,
                 mem_format("%s: it has -W%s", step->name, found));
    for (size_t i = step->warnings.size; i-- > 0;)
      if (!strcmp(step->warnings.data[i], found))
        strings_remove(&step->warnings, i, 1);
  }
}

static void blame_sieve(finding *self, size_t at)
{
  char *end = behaviour_text(&self->seen[at].did);
  const char *text = self->options->text.name;
  finding_blame(
      self, WRONG_UNDEFINED,
      mem_format("%s may have undefined behaviour: built by %s, it does "
                 "something else (%s)",
                 text, self->to->plan.steps[at].name, end));
  free(end);
}

/* Does the step only build at another level, which may be wrong as well? So does the
 * one that looks at accesses, until its processes are known. */
static bool is_level(const plan_step *step)
{
  return strstr(step->name, " -O") || aliasing_is(step);
}

static bool passes(const finding *self, size_t at)
{
  const act_result *seen = &self->seen[at];
  plan_role role = self->to->plan.steps[at].role;
  if (role == ROLE_UNLIKE)
    return seen->built && !behaviour_same(&seen->did, &self->to->bad);
  return seen->built &&
         (role == ROLE_SILENT || behaviour_same(&seen->did, &self->to->good));
}

/* Leaves out a step that the original does not pass, and says why. A valgrind
 * that does not work here ends with another status. */
static void refuse_step(finding *self, size_t at)
{
  const plan_step *step = &self->to->plan.steps[at];
  bool built = self->seen[at].built;
  bool works = !step->under.size || self->seen[at].did.status == SIEVE_FOUND;
  if (built && works && !is_level(step)) {
    free(self->to->problem);
    blame_sieve(self, at);
  }
  strings_take(&self->to->notes,
               mem_format("%s %s", step->name,
                          built ? "is wrong too" : "does not build it"));
  finding_drop(self, at);
}

/* Is there another way to ask for what this one of the steps from `begin` on
 * leaves out? */
static bool is_idle(const finding *self, size_t begin, size_t at)
{
  const plan *of = &self->to->plan;
  for (size_t i = begin; i < at && of->steps[at].without; i++)
    if (!of->steps[i].without && self->seen[i].built)
      return true;
  return false;
}

/* Valgrind takes longer to start than all other steps. It stands for MSan because of
 * the library, so that texts which include nothing of that have MSan again: the step
 * before it. */
static bool shares(finding *self, size_t begin, size_t at)
{
  plan_step *steps = self->to->plan.steps;
  const source *text = &self->options->text;
  if (at == begin || !steps[at].under.size || !self->seen[at - 1].built ||
      !memmem(text->text, text->size, "#include", strlen("#include")))
    return false;
  steps[at].texts = TEXTS_HEADED;
  steps[at - 1].texts = TEXTS_BARE;
  string_replace(&steps[at - 1].name,
                 mem_format("%s, without headers", steps[at - 1].name));
  return true;
}

/* Notes the first error if at least half of the steps, with their alternatives, do not
 * build the original. */
static void note_blind(finding *self, size_t first)
{
  const plan *of = &self->to->plan;
  size_t asked = 0, lost = 0, at = first;
  bool built = false;
  for (size_t i = of->size; i-- > first;) {
    built |= self->seen[i].built;
    if (of->steps[i].instead)
      continue;
    asked++;
    lost += !built;
    at = built ? at : i;
    built = false;
  }
  if (lost && lost * 2 >= asked)
    self->to->blind = finding_error(self, at);
}

/* Goes through alternatives from the last to the first: the first that the
 * original passes stays. The original is at fault if it passes none. */
static void choose_steps(finding *self, size_t first)
{
  const plan *of = &self->to->plan;
  for (size_t end = of->size; end > first;) {
    size_t begin = end - 1, good;
    while (of->steps[begin].instead)
      begin--;
    for (good = begin;
         good < end && (!passes(self, good) || is_idle(self, begin, good));)
      good++;
    bool lacks = good < end && of->steps[good].without;
    bool shared = good < end && shares(self, begin, good);
    for (size_t i = end; i-- > begin;) {
      if (good == end && !is_idle(self, begin, i))
        refuse_step(self, i);
      else if (i != good && !(shared && i + 1 == good)) {
        if (i == begin && lacks)
          strings_take(&self->to->notes,
                       mem_format("%s does not build it", of->steps[i].name));
        finding_drop(self, i);
      }
    }
    end = begin;
  }
}

/* One build with warnings answers for the right program too, so it becomes the
 * reference; its warnings are looked at by a step that builds nothing. */
static void join_reference(plan *of, size_t first)
{
  if (first >= of->size || !ends_with(of->steps[first].name, " -O1"))
    return;
  char *name = mem_format("%s with warnings", of->steps[first].name);
  plan_step *said = plan_add(of, ROLE_SILENT, name);
  free(name);
  said->warnings = of->steps[first].warnings;
  of->steps[first].warnings = (strings){ 0 };
  of->steps[first].role = ROLE_GOOD;
  for (size_t i = first; i > 2; i--)
    swap_steps(of, i);
}

/* Does the other step build the same with the same compiler? Sanitizers build at
 * -O0. */
static bool is_covered(const plan_step *step, const plan_step *by)
{
  const char *level = ends_with(by->name, " -O1")              ? " -O1"
                      : by->role == ROLE_SAME && !is_level(by) ? " -O0"
                                                               : NULL;
  return level && ends_with(step->name, level) && by->build.size &&
         !strcmp(base_name(step->build.data[0]), base_name(by->build.data[0]));
}

/* Leaves out references, which are the steps before `end`, that others contain. */
static void drop_covered(plan *of, size_t end)
{
  for (size_t i = end; i-- > 3;)
    for (size_t j = 2; j < of->size; j++)
      if ((j == 2 || j >= end) && is_covered(&of->steps[i], &of->steps[j])) {
        plan_remove(of, i);
        end--;
        break;
      }
}

static void drop_second_run(finding *self)
{
  plan *of = &self->to->plan;
  for (size_t i = of->size; i-- > 0;)
    if (of->steps[i].role == ROLE_AGAIN)
      plan_remove(of, i);
  strings_take(&self->to->notes,
               mem_format("a second run: %s does something else each time",
                          of->steps[0].name));
}

/* With pcc the status is left open where main ends without a return, so that it shows
 * nothing unless a step refuses that; of compilers that are not known as little is
 * expected. */
static void choose_status(finding *self)
{
  plan *of = &self->to->plan;
  bool known = sieve_ends_main(self->options->compiler->family);
  for (size_t i = of->size; i-- > 0;)
    if (ends_with(of->steps[i].name, SIEVE_ENDS)) {
      known = strings_has(&of->steps[i].warnings, "return-");
      if (!known || !of->or_fails)
        finding_drop(self, i);
    }
  of->or_fails &= known;
}

/* Another compiler or tool for what those that are left do not look for. */
static rd_status find_spare(finding *self, rd_error *err)
{
  size_t before = self->to->plan.size;
  finding_forget(self);
  sieve_add_spare(&self->to->plan, &self->with);
  if (self->to->plan.size == before)
    return RD_OK;
  rd_status status = finding_show(self, err);
  if (!status)
    choose_steps(self, before);
  return status;
}

rd_status finding_sieve(finding *self, rd_error *err)
{
  plan *of = &self->to->plan;
  size_t first = of->size;
  set_expected(self);
  finding_forget(self);
  sieve_add(of, &self->with, self->options->full);
  sieve_lacks(&self->to->notes, &self->with);
  rd_status status = finding_show(self, err);
  if (status)
    return status;
  note_blind(self, first);
  choose_steps(self, first);
  for (size_t i = 0; i < of->size; i++)
    allow_warnings(self, i);
  choose_status(self);
  status = find_spare(self, err);
  if (status)
    return status;
  finding_forget(self);
  if (!self->options->good->size) {
    join_reference(of, first);
    drop_covered(of, first + 1);
  }
  order_steps(of);
  if (self->changes)
    drop_second_run(self);
  return RD_OK;
}
