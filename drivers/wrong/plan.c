/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A plan as words: its own five, then ten for each step. A list is one word,
 * quoted as for a shell. So a plan needs no file, which each run of a test would
 * have to find, and the command line of a test says what it does.
 */
#include "wrong/plan.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"

#define OR_FAILS "or-fails"

enum { OWN_WORDS = 5, STEP_WORDS = 10 };

static const char *const roles[ROLES] = { "bad",  "good",   "again", "silent",
                                          "same", "hidden", "unlike" };

static const char *const texts[TEXTS] = { "", "headed", "bare" };

void plan_begin(plan *out, const plan *like)
{
  *out = (plan){ .expected = mem_copy(like->expected),
                 .or_fails = like->or_fails,
                 .limit_ms = like->limit_ms,
                 .input = mem_copy(like->input) };
  strings_add_all(&out->arguments, &like->arguments);
}

plan_step *plan_add(plan *self, plan_role role, const char *name)
{
  plan_step step = { .role = role, .name = mem_copy(name) };
  LIST_PUSH(self->steps, self->size, step);
  return &self->steps[self->size - 1];
}

static void dispose_step(plan_step *self)
{
  free(self->name);
  free(self->started);
  free(self->host);
  strings_free(&self->build);
  strings_free(&self->jobs);
  strings_free(&self->more);
  strings_free(&self->under);
  strings_free(&self->environment);
  strings_free(&self->warnings);
}

void plan_remove(plan *self, size_t at)
{
  dispose_step(&self->steps[at]);
  memmove(self->steps + at, self->steps + at + 1,
          (self->size - at - 1) * sizeof *self->steps);
  self->size--;
}

void plan_dispose(plan *self)
{
  for (size_t i = 0; i < self->size; i++)
    dispose_step(&self->steps[i]);
  free(self->steps);
  free(self->expected);
  free(self->input);
  strings_free(&self->arguments);
  *self = (plan){ 0 };
}

/* ---- writing ---- */

static void add_list(strings *out, const strings *list)
{
  strings_take(out, list->size ? words_join((const char *const *)list->data)
                               : mem_copy(""));
}

void plan_words(strings *out, const plan *self)
{
  strings_add(out, self->expected ? self->expected : "");
  strings_add(out, self->or_fails ? OR_FAILS : "");
  strings_take(out, mem_format("%u", self->limit_ms));
  add_list(out, &self->arguments);
  strings_add(out, self->input ? self->input : "");
  for (size_t i = 0; i < self->size; i++) {
    const plan_step *step = &self->steps[i];
    strings_add(out, roles[step->role]);
    strings_add(out, step->name);
    add_list(out, &step->build);
    add_list(out, &step->jobs);
    strings_add(out, step->started ? step->started : "");
    strings_add(out, step->host ? step->host : "");
    add_list(out, &step->under);
    add_list(out, &step->environment);
    add_list(out, &step->warnings);
    strings_add(out, texts[step->texts]);
  }
}

/* ---- reading ---- */

const char *plan_words_command(const char *const *words)
{
  const char *const *step = words + OWN_WORDS;
  return *step[1] ? step[1] : step[2];
}

static bool read_step(plan *to, const char *const *words)
{
  for (plan_role role = 0; role < ROLES; role++)
    if (!strcmp(roles[role], words[0])) {
      plan_step *step = plan_add(to, role, words[1]);
      step->started = *words[4] ? mem_copy(words[4]) : NULL;
      step->host = *words[5] ? mem_copy(words[5]) : NULL;
      for (plan_texts which = 0; which < TEXTS; which++)
        if (!strcmp(texts[which], words[9]))
          step->texts = which;
      return words_split(&step->build, words[2]) &&
             words_split(&step->jobs, words[3]) &&
             words_split(&step->under, words[6]) &&
             words_split(&step->environment, words[7]) &&
             words_split(&step->warnings, words[8]);
    }
  return false;
}

bool plan_read(plan *out, const char *const *words, size_t count)
{
  *out = (plan){ 0 };
  if (count <= OWN_WORDS || (count - OWN_WORDS) % STEP_WORDS)
    return false;
  out->expected = mem_copy(words[0]);
  out->or_fails = !strcmp(words[1], OR_FAILS);
  out->limit_ms = (unsigned)strtoul(words[2], NULL, 10);
  bool good = words_split(&out->arguments, words[3]);
  out->input = mem_copy(words[4]);
  for (size_t i = OWN_WORDS; i < count && good; i += STEP_WORDS)
    good = read_step(out, words + i);
  return good && out->steps[0].role == ROLE_BAD;
}
