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
#include "clang-hdd/keyboard.h"
#include "clang-hdd/request.h"
#include "compiler/executed.h"
#include "compiler/runner.h"

enum { REDRAW_MS = 100, LONG_MS = 2000, PLAIN_MS = 10000 };
enum { LINE_MOST = 80, ROW_MOST = 200 }; /* columns */

static struct {
  bool quiet, verbose;
  bool live; /* standard error is a terminal: one line, redrawn */
  bool colors;
  bool drawn;      /* the line is on the screen */
  size_t below;    /* number of lines that are drawn below it */
  bool waits;      /* the line is about a run */
  bool wants_text; /* the key for it was pressed */
  uint64_t begin_ms, drawn_ms;
  const char *advice; /* on a long run */
  const char *task;   /* what all runs are for, from task_ms on */
  uint64_t task_ms;
  rd_measure start, now, said;
  char *said_line; /* of a table, without the time */
  strings notices; /* each printed once */
  uint64_t refused[REFUSALS];
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
  string_replace(&display.said_line, NULL);
}

uint64_t progress_elapsed(void)
{
  return now_ms() - display.begin_ms;
}

void progress_clear(void)
{
  if (display.below)
    (void)fprintf(stderr, "\033[%zuA", display.below);
  if (display.drawn)
    (void)fputs(display.below ? "\r\033[J" : "\r\033[K", stderr);
  display.drawn = false;
  display.below = 0;
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
    (void)fputc((byte < ' ' && byte != '\n' && byte != '\t') || byte == 127
                    ? '?'
                    : byte,
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
static int terminal_width(int most)
{
  enum { USUAL = 80 };
  struct winsize size;
  bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 0;
  int width = known ? size.ws_col : USUAL;
  return width < most ? width : most;
}

static bool may_redraw(void)
{
  return display.live && now_ms() - display.drawn_ms >= REDRAW_MS;
}

/* Frees the line. */
static void redraw(char *line)
{
  (void)fprintf(stderr, "\r\033[K%s%.*s%s", display.colors ? "\033[36m" : "",
                terminal_width(LINE_MOST) - 1, line,
                display.colors ? "\033[0m" : "");
  (void)fflush(stderr);
  free(line);
  display.drawn = true;
  display.waits = false;
  display.drawn_ms = now_ms();
}

static void redraw_event(const rd_event *event)
{
  if (may_redraw())
    redraw(status_line(event));
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

/* ---- a table ---- */

static char *duration(uint64_t ms)
{
  return mem_format("%" PRIu64 ":%02" PRIu64, ms / 60000, ms / 1000 % 60);
}

static size_t terminal_height(void)
{
  struct winsize size;
  bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_row > 2;
  return known ? size.ws_row : 24;
}

/* Draws a line; control characters appear as "?", and no character is cut. */
static void draw(const char *line, bool is_first)
{
  int width = terminal_width(ROW_MOST) - 1;
  (void)fputs(is_first && display.colors ? "\033[36m" : "", stderr);
  for (int column = 0; *line && column < width; column++) {
    unsigned char byte = (unsigned char)*line++;
    (void)fputc(byte < ' ' || byte == 127 ? '?' : byte, stderr);
    while ((*line & 0xc0) == 0x80)
      (void)fputc(*line++, stderr);
  }
  (void)fputs(is_first && display.colors ? "\033[0m" : "", stderr);
}

static void draw_table(const char *lines)
{
  const char *at = lines, *end = strchr(lines, '\0');
  size_t most = terminal_height() - 1;
  progress_clear();
  for (size_t i = 0; at < end && i < most; i++) {
    char *line = next_line(&at, end);
    if (i)
      (void)fputc('\n', stderr);
    display.below += i > 0;
    draw(line, !i);
    free(line);
  }
  (void)fputc('\r', stderr);
  (void)fflush(stderr);
  display.drawn = true;
  display.waits = false;
  display.drawn_ms = now_ms();
}

void progress_table(const char *lines)
{
  bool redraws = may_redraw();
  char *line = mem_copy_bytes(lines, strcspn(lines, "\n"));
  bool says = !display.live && !display.quiet &&
              now_ms() - display.drawn_ms >= PLAIN_MS &&
              !(display.said_line && !strcmp(display.said_line, line));
  char *since = duration(progress_elapsed());
  char *all = mem_format("%s  %s", since, redraws ? lines : line);
  if (redraws)
    draw_table(all);
  if (says) {
    print_line(PROGRESS_DETAIL, all);
    string_replace(&display.said_line, mem_copy(line));
    display.drawn_ms = now_ms();
  }
  free(all);
  free(since);
  free(line);
}

/* ---- keys ---- */

static const char keys[] = "keys: s skips the present pass, p prints the "
                           "smallest text so far, q stops "
                           "and keeps it, ? prints this";

static void do_key(char key)
{
  switch (key) {
  case 's':
    interrupt_skip = 1;
    print_line(PROGRESS_DETAIL, "the rest of this pass is skipped");
    break;
  case 'q':
    if (!interrupt_signal)
      interrupt_signal = INTERRUPT_QUIT;
    print_line(PROGRESS_DETAIL, "stopping with the smallest text so far");
    break;
  case 'p':
    display.wants_text = true;
    break;
  case '?':
  case 'h':
    print_line(PROGRESS_DETAIL, keys);
    break;
  default:
    break;
  }
}

void progress_poll_keys(void)
{
  for (char key; (key = keyboard_poll());)
    do_key(key);
}

bool progress_wants_text(void)
{
  bool wanted = display.wants_text;
  display.wants_text = false;
  return wanted;
}

void progress_text(const char *text, size_t size, const char *path)
{
  enum { MOST_LINES = 40, MOST_BYTES = 8000 };
  size_t shown = 0;
  for (size_t lines = 0; shown < size && shown < MOST_BYTES; shown++)
    if (text[shown] == '\n' && ++lines == MOST_LINES)
      break;
  char *part = mem_copy_bytes(text, shown);
  char *head = mem_format("the smallest text so far (%zu bytes%s%s):\n%s%s",
                          size, path ? ", in " : "", path ? path : "", part,
                          shown + 1 < size ? "\n..." : "");
  print_line(PROGRESS_DETAIL, head);
  free(head);
  free(part);
}

void progress_event(const rd_event *event)
{
  switch (event->kind) {
  case RD_EVENT_START:
    display.start = display.now = display.said = event->measure;
    if (display.live && keyboard_is_open())
      print_line(PROGRESS_DETAIL, keys);
    break;
  case RD_EVENT_ACCEPT:
    display.now = event->measure;
    redraw_event(event);
    break;
  case RD_EVENT_PASS_END:
    print_plain(event);
    break;
  case RD_EVENT_TEST:
  case RD_EVENT_PASS_BEGIN:
    redraw_event(event);
    break;
  case RD_EVENT_END:
    progress_clear();
    break;
  }
}

/* ---- long runs ---- */

/* What is waited for, caller's: of our own programs, the commands that they run. */
static char *wait_words(const char *const *argv)
{
  const char *wrong = argv ? wrong_words_command(argv) : NULL;
  return wrong ? mem_format("%s, its program, and the others' (see "
                            "--explain-oracle)",
                            wrong)
               : words_join(executed_shown(argv));
}

/* Shows on a terminal how long something has lasted, of how long it may if that is
 * known. */
static void show_since(const char *what, uint64_t since_ms, const char *most)
{
  if (!may_redraw())
    return;
  char *since = duration(since_ms);
  redraw(mem_format("%s, %s%s%s", what, since, most ? " of " : "",
                    most ? most : ""));
  display.waits = true;
  free(since);
}

/* Says once what is waited for. Who runs something without a limit, as a reduction, has
 * said so. */
static void show_wait(const char *const *argv, uint64_t since_ms,
                      uint64_t most_ms)
{
  if (!argv && display.waits)
    progress_clear();
  progress_poll_keys();
  if (display.task)
    since_ms = now_ms() - display.task_ms;
  if (since_ms < LONG_MS || !most_ms)
    return;
  if (display.task) {
    progress_notice("%s", display.task);
    show_since("waiting", since_ms, NULL);
    return;
  }
  char *words = wait_words(argv), *most = duration(most_ms);
  enum { SHOWN = 160 };
  bool cut = strlen(words) > SHOWN;
  progress_notice("waiting for %.*s%s (%s at most)%s%s", SHOWN, words,
                  cut ? "..." : "", most, display.advice ? "; " : "",
                  display.advice ? display.advice : "");
  show_since("waiting", since_ms, most);
  free(words);
  free(most);
}

void progress_reading(const char *file, uint64_t since_ms)
{
  progress_poll_keys();
  if (since_ms < LONG_MS)
    return;
  char *what = mem_format("reading %s", file);
  progress_notice("%s", what);
  show_since(what, since_ms, NULL);
  free(what);
}

/* ---- refusals ---- */

static void show_refusal(sandbox_refusal what, const char *line)
{
  enum { SHOWN = 200 };
  if (display.refused[what]++)
    return;
  if (what == REFUSED_PROCESSES)
    progress_notice("a test was ended, since it ran more than 1024 processes");
  else
    progress_notice("a test was refused something: %.*s; tests write in their "
                    "own folder, in those for temporary files and in caches "
                    "(--no-sandbox lets them write anywhere)",
                    SHOWN, line);
}

uint64_t progress_refused(sandbox_refusal what)
{
  return display.refused[what];
}

void progress_attend(runner *run)
{
  run->stop = &interrupt_signal;
  run->waiting = show_wait;
  run->refused = show_refusal;
}

void progress_task(const char *task)
{
  display.task = task;
  display.task_ms = now_ms();
}

void progress_advise(const request *asked)
{
  display.advice = NULL;
  if (asked && !asked->hang_ms && !asked->timeout_ms)
    display.advice = asked->test || asked->wrong.code
                         ? "--timeout SECONDS waits less"
                         : "if it hangs: --hang 5 reduces that, and --timeout "
                           "SECONDS waits less";
}
