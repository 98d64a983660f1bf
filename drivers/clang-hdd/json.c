/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Events for programs.
 *
 * jansson refuses strings that are not UTF-8, and names and messages may hold
 * any bytes: each byte that is not part of valid UTF-8 becomes \xNN in the
 * string. Keys keep their order. The last event is complete even if the run
 * failed, so that a reader needs no other.
 */
#include "clang-hdd/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

json_t *json_any_string(const char *bytes)
{
  if (!bytes)
    return json_null();
  char *utf8 = utf8_escape(bytes, strlen(bytes));
  json_t *string = json_string(utf8);
  free(utf8);
  return string;
}

json_t *json_number(uint64_t value)
{
  return json_integer((json_int_t)value);
}

void json_print(json_t *object)
{
  char *line = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
  if (line) {
    (void)puts(line);
    (void)fflush(stdout);
  }
  free(line);
  json_decref(object);
}

void json_set(json_t *object, const char *key, json_t *value)
{
  (void)json_object_set_new(object, key, value);
}

void json_event(const rd_event *event)
{
  static const char *const names[] = {
    [RD_EVENT_START] = "start",       [RD_EVENT_PASS_BEGIN] = "pass-begin",
    [RD_EVENT_PASS_END] = "pass-end", [RD_EVENT_TEST] = "test",
    [RD_EVENT_ACCEPT] = "accept",     [RD_EVENT_END] = "reduced",
  };
  json_t *object = json_object();
  json_set(object, "event", json_string(names[event->kind]));
  if (event->pass)
    json_set(object, "pass", json_any_string(event->pass));
  if (event->round)
    json_set(object, "round", json_number(event->round));
  if (event->kind == RD_EVENT_PASS_END)
    json_set(object, "pass_tests", json_number(event->pass_tests));
  if (event->kind == RD_EVENT_TEST)
    json_set(object, "verdict", json_string(rd_verdict_name(event->verdict)));
  if (event->measure.bytes) {
    json_set(object, "tokens", json_number(event->measure.tokens));
    json_set(object, "bytes", json_number(event->measure.bytes));
  }
  json_set(object, "tests", json_number(event->stats->tests));
  json_print(object);
}
