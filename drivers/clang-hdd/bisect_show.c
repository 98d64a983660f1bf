/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A bisection as lines: for people on standard error, for programs as JSON on
 * standard output, one object per line.
 *
 * Subjects and messages come from untrusted sources, so control characters are
 * made visible. The clock only affects the display.
 */
#include "clang-hdd/bisect_show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "clang-hdd/json.h"
#include "base/utf8.h"
#include "compiler/words.h"

/* ---- for programs ---- */

/* NULL for NULL, so that the member is left out. */
static json_t *text_json(const char *bytes)
{
  return bytes ? json_any_string(bytes) : NULL;
}

static json_t *command_json(const strings *command)
{
  json_t *words = json_array();
  for (size_t i = 0; i < command->size; i++)
    (void)json_array_append_new(words, json_any_string(command->data[i]));
  return words;
}

static void print_event(const bisect_event *event)
{
  static const char *const names[] = { "build", "ready", "answer", "notice" };
  static const bisect_point nothing = { 0 };
  const bisect_point *point = event->point ? event->point : &nothing;
  json_t *object =
      json_pack("{s:s, s:o*, s:o*, s:o*}", "event", names[event->kind], "line",
                text_json(event->line), "name", text_json(point->name),
                "subject", text_json(point->facts.subject));
  if (event->kind == BISECT_EVENT_READY)
    json_set(object, "command", command_json(&point->command));
  if (event->kind == BISECT_EVENT_ANSWER) {
    json_set(object, "answer",
             json_string(bisect_answer_name((int)point->answer)));
    if (point->detail)
      json_set(object, "detail", json_any_string(point->detail));
    json_set(object, "commits_left", json_number(event->commits_left));
    json_set(object, "steps_left", json_number(event->steps_left));
  }
  json_print(object);
}

static void print_end(const bisection *found, int status)
{
  char *text = bisection_json(found);
  json_print(json_pack("{s:s, s:i, s:o}", "event", "end", "exit", status,
                       "bisection", json_loads(text, 0, NULL)));
  free(text);
}

/* ---- for people ---- */

/* Prints a commit by its abbreviated id. */
static void say_name(const bisect_point *point)
{
  enum { SHORT_DIGITS = 12 };
  char *name = utf8_visible_line(point->name);
  (void)fprintf(stderr, "[%.*s] ",
                point->facts.subject ? SHORT_DIGITS : (int)strlen(name), name);
  free(name);
}

static void say_text(const char *before, const char *text)
{
  char *line = utf8_visible_line(text);
  (void)fprintf(stderr, "%s%s", before, line);
  free(line);
}

static void say_answer(const bisect_show *self, const bisect_event *event)
{
  const bisect_point *point = event->point;
  say_name(point);
  (void)fputs(bisect_answer_name((int)point->answer), stderr);
  if (point->detail)
    say_text(": ", point->detail);
  if (self->build_ms) {
    uint64_t ms = now_ms() - self->build_ms;
    (void)fprintf(stderr, " (%" PRIu64 ".%" PRIu64 " s)", ms / 1000,
                  ms % 1000 / 100);
  }
  (void)fputc('\n', stderr);
  if (event->commits_left)
    (void)fprintf(stderr, "bisecting: %zu left, about %u probe%s\n",
                  event->commits_left, event->steps_left,
                  event->steps_left == 1 ? "" : "s");
}

static void say_build(const bisect_event *event)
{
  say_name(event->point);
  say_text("building: ", event->point->facts.subject);
  (void)fputc('\n', stderr);
}

static void say_ready(const bisect_event *event)
{
  char *line = words_join((const char *const *)event->point->command.data);
  say_name(event->point);
  say_text("is run by: ", line);
  (void)fputc('\n', stderr);
  free(line);
}

static void say_event(const bisect_show *self, const bisect_event *event)
{
  switch (event->kind) {
  case BISECT_EVENT_BUILD:
    say_build(event);
    break;
  case BISECT_EVENT_READY:
    if (self->verbose)
      say_ready(event);
    break;
  case BISECT_EVENT_ANSWER:
    say_answer(self, event);
    break;
  case BISECT_EVENT_NOTICE:
    say_text("note: ", event->line);
    (void)fputc('\n', stderr);
    break;
  }
}

/* ---- both ---- */

void bisect_show_event(void *payload, const bisect_event *event)
{
  bisect_show *self = payload;
  if (self->json)
    print_event(event);
  else if (!self->quiet)
    say_event(self, event);
  if (event->kind == BISECT_EVENT_BUILD)
    self->build_ms = now_ms();
  if (event->kind == BISECT_EVENT_ANSWER)
    self->build_ms = 0;
}

void bisect_show_end(const bisect_show *self, const bisection *found,
                     int status)
{
  if (self->json) {
    print_end(found, status);
  } else if (found->end == BISECTION_FOUND ||
             found->end == BISECTION_SUSPECTS) {
    char *text = bisection_text(found);
    (void)fputs(text, stdout);
    free(text);
  }
}
