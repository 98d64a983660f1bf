/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shows a run to people, on standard error. */
#ifndef CLANG_HDD_PROGRESS_H
#define CLANG_HDD_PROGRESS_H

#include "clang-hdd/exit_code.h"
#include "compiler/sandbox.h"
#include "reduce/reduce.h"

struct request;
struct runner;

/* Begins, and looks at the terminal. May be called again. */
void progress_init(bool quiet, bool verbose);
void progress_dispose(void);
/* Shows an event of the reduction. */
void progress_event(const rd_event *event);
/* Shows how far something is that consists of many runs: a line, on a terminal
 * with more lines below it; elsewhere nothing if it is as before. The time is put
 * in front. */
void progress_table(const char *lines);
/* Does what the keys ask for, and says so: `s` sets interrupt_skip, `q` stops
 * the program as if it had reached its limit of tests, `?` names the keys. */
void progress_poll_keys(void);
/* Was the smallest text so far asked for (`p`) since the last call? */
bool progress_wants_text(void);
/* Prints the beginning of a text that is in the file `path`. */
void progress_text(const char *text, size_t size, const char *path);
/* Erases the live line. */
void progress_clear(void);

typedef enum progress_kind {
  PROGRESS_DETAIL, /* only with --verbose */
  PROGRESS_NOTICE, /* unless --quiet, and once; likewise a warning */
  PROGRESS_WARNING,
  PROGRESS_ERROR /* always */
} progress_kind;

/* Prints one line of that kind. */
void progress_say(progress_kind kind, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define progress_detail(...) progress_say(PROGRESS_DETAIL, __VA_ARGS__)
#define progress_notice(...) progress_say(PROGRESS_NOTICE, __VA_ARGS__)
#define progress_warning(...) progress_say(PROGRESS_WARNING, __VA_ARGS__)

/* Prints an error and returns the code. */
exit_code progress_fail(exit_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for a failure of the libraries; prints nothing if the cause is the
 * signal that stops us. */
exit_code progress_fail_error(const rd_error *err);
/* The same for a failure to write the output. */
exit_code progress_fail_write(const rd_error *err);

/* Lets a signal end the runner's runs, counts what they are refused, and tells people of
 * a long one; if it is the original's, with what they can do about it. */
void progress_attend(struct runner *run);
/* Tells people that a file has been read for so long, if that is long. */
void progress_reading(const char *file, uint64_t since_ms);
/* The original's runs begin, as asked for, or (NULL) are over. */
void progress_advise(const struct request *asked);
/* What the runs are for from here on, a sentence that is said once if they take long in
 * place of what each of them is; NULL: each says that again. The sentence is kept. */
void progress_task(const char *task);

/* How many runs were refused something. */
uint64_t progress_refused(sandbox_refusal what);

/* Milliseconds since progress_init. */
uint64_t progress_elapsed(void);

#endif
