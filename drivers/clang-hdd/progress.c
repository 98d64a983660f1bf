/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The live line, and every other line for people.
 *
 * On a terminal one line is redrawn, at most ten times per second: current
 * tokens, share removed, tests, tests per second, time, pass. Elsewhere (a
 * file, a pipe, a CI log) a plain line is printed after each pass that made
 * the text smaller. Other lines first erase the live line. The clock only
 * affects the display.
 *
 * The state is global, as standard error is.
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
#include "base/text.h"
#include "clang-hdd/interrupt.h"

enum { REDRAW_MS = 100 };

static struct {
  bool quiet, verbose;
  bool live; /* standard error is a terminal: one line, redrawn */
  bool colors;
  bool drawn; /* the line is on the screen */
  uint64_t begin_ms, drawn_ms;
  rd_measure start, now, said;
  strings notices; /* each printed once */
} display;

void progress_init(bool quiet, bool verbose)
{
  const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
  display.quiet = quiet;
  display.verbose = verbose;
  display.live = !quiet && isatty(STDERR_FILENO) && term && *term &&
                 strcmp(term, "dumb") != 0;
  display.colors = display.live && !(no_color && *no_color);
  display.begin_ms = now_ms();
}

void progress_dispose(void)
{
  progress_clear();
  strings_free(&display.notices);
}

uint64_t progress_elapsed(void)
{
  return now_ms() - display.begin_ms;
}

void progress_clear(void)
{
  if (display.drawn)
    (void)fputs("\r\033[K", stderr);
  display.drawn = false;
  (void)fflush(stderr);
}

/* ---- lines ---- */

/* Prints a line; control characters, which may come from the user's file,
 * appear as "?". */
static void print_line(progress_kind kind, const char *message)
{
  static const struct {
    const char *label, *color;
  } kinds[] = {
    [PROGRESS_DETAIL] = { "", "" },
    [PROGRESS_NOTICE] = { "note: ", "\033[1m" },
    [PROGRESS_WARNING] = { "warning: ", "\033[1;35m" },
    [PROGRESS_ERROR] = { "error: ", "\033[1;31m" },
  };
  progress_clear();
  (void)fprintf(stderr, "clang-hdd: %s%s%s",
                display.colors ? kinds[kind].color : "", kinds[kind].label,
                display.colors ? "\033[0m" : "");
  for (; *message; message++) {
    unsigned char byte = (unsigned char)*message;
    (void)fputc((byte < ' ' && byte != '\n') || byte == 127 ? '?' : byte,
                stderr);
  }
  (void)fputc('\n', stderr);
}

static void say(progress_kind kind, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void say(progress_kind kind, const char *format, va_list args)
{
  bool once = kind == PROGRESS_NOTICE || kind == PROGRESS_WARNING;
  if (kind == PROGRESS_DETAIL ? !display.verbose : once && display.quiet)
    return;
  char *message = NULL;
  if (vasprintf(&message, format, args) < 0)
    message = mem_copy("");
  bool is_new = !once || !strings_has(&display.notices, message);
  if (is_new)
    print_line(kind, message);
  if (is_new && once)
    strings_add(&display.notices, message);
  free(message);
}

void progress_say(progress_kind kind, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  say(kind, format, args);
  va_end(args);
}

exit_code progress_fail(exit_code code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  say(PROGRESS_ERROR, format, args);
  va_end(args);
  return code;
}

exit_code progress_fail_error(const rd_error *err)
{
  exit_code stopped = interrupt_code();
  if (stopped)
    return stopped;
  if (err->status == RD_ERR_NOSPACE)
    return progress_fail(EXIT_DISK_FULL, "%s; make room and start again",
                         err->message);
  return progress_fail(EXIT_INTERNAL, "%s", err->message);
}

exit_code progress_fail_write(const rd_error *err)
{
  return progress_fail(err->status == RD_ERR_NOSPACE ? EXIT_DISK_FULL
                                                     : EXIT_OUTPUT,
                       "%s", err->message);
}

/* ---- the live line ---- */

static double share_removed(void)
{
  if (!display.start.tokens)
    return 0;
  double left = (double)display.now.tokens / (double)display.start.tokens;
  return left > 1 ? 0 : 100 * (1 - left);
}

static char *status_line(const rd_event *event)
{
  uint64_t elapsed = progress_elapsed();
  uint64_t tests = event->stats->tests;
  double rate = elapsed ? 1000.0 * (double)tests / (double)elapsed : 0;
  return mem_format("%" PRIu64 " tokens (-%.1f %%)  %" PRIu64
                    " tests  %.1f/s  %" PRIu64 ":%02" PRIu64 "  %s",
                    display.now.tokens, share_removed(), tests, rate,
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

static void redraw(const rd_event *event)
{
  uint64_t now = now_ms();
  if (!display.live || now - display.drawn_ms < REDRAW_MS)
    return;
  char *line = status_line(event);
  (void)fprintf(stderr, "\r\033[K%s%.*s%s", display.colors ? "\033[36m" : "",
                terminal_width() - 1, line, display.colors ? "\033[0m" : "");
  (void)fflush(stderr);
  free(line);
  display.drawn = true;
  display.drawn_ms = now;
}

static void print_plain(const rd_event *event)
{
  if (display.live || display.quiet ||
      display.said.tokens == display.now.tokens)
    return;
  display.said = display.now;
  char *line = status_line(event);
  print_line(PROGRESS_DETAIL, line);
  free(line);
}

void progress_event(const rd_event *event)
{
  switch (event->kind) {
  case RD_EVENT_START:
    display.start = display.now = display.said = event->measure;
    break;
  case RD_EVENT_ACCEPT:
    display.now = event->measure;
    redraw(event);
    break;
  case RD_EVENT_PASS_END:
    print_plain(event);
    break;
  case RD_EVENT_TEST:
  case RD_EVENT_PASS_BEGIN:
    redraw(event);
    break;
  case RD_EVENT_END:
    progress_clear();
    break;
  }
}
