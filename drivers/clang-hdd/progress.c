/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live line, and every other line for people.
 *
 * On a terminal one line is redrawn, at most ten times per second: current
 * tokens, share removed, tests, tests per second, time, pass. Elsewhere (a
 * file, a pipe, a CI log) a plain line is printed after each pass that made
 * the text smaller. Other lines first erase the live line. The clock only
 * affects the display.
 */
#include "clang-hdd/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "clang-hdd/interrupt.h"

enum { REDRAW_MS = 100 };

void progress_init(progress *out, bool quiet, bool verbose)
{
  const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
  *out = (progress){ .quiet = quiet, .verbose = verbose };
  out->live = !quiet && isatty(STDERR_FILENO) && term && *term &&
              strcmp(term, "dumb") != 0;
  out->colors = out->live && !(no_color && *no_color);
  out->begin_ms = now_ms();
}

void progress_dispose(progress *self)
{
  progress_clear(self);
  strings_free(&self->notices);
}

uint64_t progress_elapsed(const progress *self)
{
  return now_ms() - self->begin_ms;
}

void progress_clear(progress *self)
{
  if (self->drawn)
    (void)fputs("\r\033[K", stderr);
  self->drawn = false;
  (void)fflush(stderr);
}

/* ---- lines ---- */

/* Prints a line; control characters, which may come from the user's file,
 * appear as "?". */
static void print_line(progress *self, const char *kind, const char *color,
                       const char *message)
{
  progress_clear(self);
  (void)fprintf(stderr, "clang-hdd: %s%s%s", self->colors ? color : "", kind,
                self->colors ? "\033[0m" : "");
  for (; *message; message++) {
    unsigned char byte = (unsigned char)*message;
    (void)fputc((byte < ' ' && byte != '\n') || byte == 127 ? '?' : byte,
                stderr);
  }
  (void)fputc('\n', stderr);
}

static char *format_arguments(const char *format, va_list args)
    __attribute__((format(printf, 1, 0)));

static char *format_arguments(const char *format, va_list args)
{
  char *out = NULL;
  return vasprintf(&out, format, args) < 0 ? mem_copy("") : out;
}

void progress_detail(progress *self, const char *format, ...)
{
  if (!self->verbose)
    return;
  va_list args;
  va_start(args, format);
  char *message = format_arguments(format, args);
  va_end(args);
  print_line(self, "", "", message);
  free(message);
}

/* Prints the message unless it was printed before. */
static void say_once(progress *self, const char *kind, const char *color,
                     const char *message)
{
  if (self->quiet || strings_has(&self->notices, message))
    return;
  strings_add(&self->notices, message);
  print_line(self, kind, color, message);
}

void progress_notice(progress *self, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = format_arguments(format, args);
  va_end(args);
  say_once(self, "note: ", "\033[1m", message);
  free(message);
}

void progress_warning(progress *self, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = format_arguments(format, args);
  va_end(args);
  say_once(self, "warning: ", "\033[1;35m", message);
  free(message);
}

void progress_error(progress *self, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = format_arguments(format, args);
  va_end(args);
  print_line(self, "error: ", "\033[1;31m", message);
  free(message);
}

exit_code progress_fail(progress *self, exit_code code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = format_arguments(format, args);
  va_end(args);
  progress_error(self, "%s", message);
  free(message);
  return code;
}

exit_code progress_fail_error(progress *self, const rd_error *err)
{
  exit_code stopped = interrupt_code();
  if (stopped)
    return stopped;
  if (err->status == RD_ERR_NOSPACE)
    return progress_fail(self, EXIT_DISK_FULL, "%s; make room and start again",
                         err->message);
  return progress_fail(self, EXIT_INTERNAL, "%s", err->message);
}

/* ---- the live line ---- */

static double share_removed(const progress *self)
{
  if (!self->start.tokens)
    return 0;
  double left = (double)self->now.tokens / (double)self->start.tokens;
  return left > 1 ? 0 : 100 * (1 - left);
}

static char *status_line(const progress *self, const rd_event *event)
{
  uint64_t elapsed = progress_elapsed(self);
  uint64_t tests = event->stats->tests;
  double rate = elapsed ? 1000.0 * (double)tests / (double)elapsed : 0;
  return mem_format("%" PRIu64 " tokens (-%.1f %%)  %" PRIu64
                    " tests  %.1f/s  %" PRIu64 ":%02" PRIu64 "  %s",
                    self->now.tokens, share_removed(self), tests, rate,
                    elapsed / 60000, elapsed / 1000 % 60,
                    event->pass ? event->pass : "");
}

/* A longer line would wrap, and a wrapped line could not be erased. */
static int terminal_width(void)
{
  struct winsize size;
  bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 0;
  return known && size.ws_col < 80 ? size.ws_col : 80;
}

static void redraw(progress *self, const rd_event *event)
{
  uint64_t now = now_ms();
  if (!self->live || now - self->drawn_ms < REDRAW_MS)
    return;
  char *line = status_line(self, event);
  (void)fprintf(stderr, "\r\033[K%s%.*s%s", self->colors ? "\033[36m" : "",
                terminal_width() - 1, line, self->colors ? "\033[0m" : "");
  (void)fflush(stderr);
  free(line);
  self->drawn = true;
  self->drawn_ms = now;
}

static void print_plain(progress *self, const rd_event *event)
{
  if (self->live || self->quiet || self->said.tokens == self->now.tokens)
    return;
  self->said = self->now;
  char *line = status_line(self, event);
  print_line(self, "", "", line);
  free(line);
}

void progress_event(progress *self, const rd_event *event)
{
  switch (event->kind) {
  case RD_EVENT_START:
    self->start = self->now = self->said = event->measure;
    break;
  case RD_EVENT_ACCEPT:
    self->now = event->measure;
    redraw(self, event);
    break;
  case RD_EVENT_PASS_END:
    print_plain(self, event);
    break;
  case RD_EVENT_NOTICE:
    progress_notice(self, "%s", event->message);
    break;
  case RD_EVENT_TEST:
  case RD_EVENT_PASS_BEGIN:
    redraw(self, event);
    break;
  case RD_EVENT_END:
    progress_clear(self);
    break;
  }
}
