/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From clang-hdd's events to figures: what each pass was worth, and how the
 * text became smaller.
 *
 * A test belongs to the pass that its event names, and so do the tokens that a
 * success removes. A pass that lets the text grow has a negative gain until
 * others take back more. The first test, of the original, has no event.
 */
#include <string.h>

#include "bench.h"

static double number_of(const json_t *event, const char *key)
{
  return json_number_value(json_object_get(event, key));
}

static bool is(const json_t *event, const char *key, const char *value)
{
  const char *text = json_string_value(json_object_get(event, key));
  return text && !strcmp(text, value);
}

static void add(json_t *object, const char *key, double value)
{
  double now = number_of(object, key) + value;
  (void)json_object_set_new(object, key, json_integer((json_int_t)now));
}

/* The figures of the event's pass. */
static json_t *pass_of(json_t *passes, const json_t *event)
{
  const char *name = json_string_value(json_object_get(event, "pass"));
  if (!name)
    return NULL;
  if (!json_object_get(passes, name))
    (void)json_object_set_new(passes, name, json_object());
  return json_object_get(passes, name);
}

static void note_step(json_t *steps, const json_t *event)
{
  (void)json_array_append_new(
      steps, json_pack("[I, I]", (json_int_t)number_of(event, "tests"),
                       (json_int_t)number_of(event, "tokens")));
}

static void note(json_t *steps, json_t *passes, const json_t *event)
{
  size_t count = json_array_size(steps);
  json_t *last = json_array_get(steps, count ? count - 1 : 0);
  json_t *pass = pass_of(passes, event);
  if (is(event, "event", "start"))
    note_step(steps, event);
  if (is(event, "event", "test") && pass) {
    add(pass, "tests", 1);
    add(pass, "invalid", is(event, "verdict", "invalid"));
  }
  if (is(event, "event", "accept") && pass && last) {
    add(pass, "successes", 1);
    add(pass, "tokens",
        json_number_value(json_array_get(last, 1)) -
            number_of(event, "tokens"));
    note_step(steps, event);
  }
}

static void take_counts(json_t *row, const json_t *event)
{
  static const char *const keys[] = { "tests",   "checks",           "foreseen",
                                      "parses",  "judge_runs",       "verdicts",
                                      "seconds", "before_last_round" };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    json_t *value = json_object_get(event, keys[i]);
    if (value)
      (void)json_object_set(row, keys[i], value);
  }
}

void events_read(json_t *row, const char *output)
{
  json_t *steps = json_array(), *passes = json_object();
  for (const char *line = output; line && *line;) {
    const char *end = strchrnul(line, '\n');
    json_t *event =
        *line == '{' ? json_loadb(line, (size_t)(end - line), 0, NULL) : NULL;
    note(steps, passes, event);
    if (is(event, "event", "end"))
      take_counts(row, event);
    json_decref(event);
    line = *end ? end + 1 : end;
  }
  (void)json_object_set_new(row, "steps", steps);
  (void)json_object_set_new(row, "passes", passes);
}
