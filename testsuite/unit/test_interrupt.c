/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A signal ends the program in time, whatever it computes. */
#include "clang-hdd/interrupt.h"

#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run_tests.h"

enum { CLEAN_END_MS = 1800, LOADED_MS = 20000 };

/* What a program does that was told to stop. */
static void compute(void)
{
  for (volatile unsigned i = 0;; i++)
    ;
}

static void sleep_on(void)
{
  for (;;)
    (void)pause();
}

static void end_clean(void)
{
  while (!interrupt_signal)
    (void)usleep(1000);
  _exit((int)interrupt_code());
}

/* The wait status of a program that does this and gets that signal. */
static int end_of(void (*act)(void), int number, uint64_t *took_ms_out)
{
  int ready[2], status = 0;
  char byte;
  ck_assert_int_eq(pipe(ready), 0);
  pid_t pid = fork();
  if (pid == 0) {
    interrupt_install();
    (void)!write(ready[1], "", 1);
    act();
  }
  ck_assert_int_eq(read(ready[0], &byte, 1), 1);
  (void)close(ready[0]);
  (void)close(ready[1]);
  uint64_t begin = now_ms();
  ck_assert_int_eq(kill(pid, number), 0);
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  *took_ms_out = now_ms() - begin;
  return status;
}

static const struct {
  void (*act)(void);
  int number, code;
  bool clean;
} ends[] = {
  { compute, SIGTERM, 143, false },  { sleep_on, SIGINT, 130, false },
  { sleep_on, SIGHUP, 143, false },  { sleep_on, SIGALRM, 142, true },
  { end_clean, SIGTERM, 143, true },
};

START_TEST(test_interrupt__ends_the_program_if_it_does_not_end)
{
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    uint64_t took_ms;
    int status = end_of(ends[i].act, ends[i].number, &took_ms);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), ends[i].code);
    if (!ends[i].clean)
      ck_assert_uint_ge(took_ms, CLEAN_END_MS);
    ck_assert_uint_lt(took_ms, LOADED_MS);
  }
}
END_TEST

/* As some programs that start others leave it. */
START_TEST(test_interrupt__does_not_depend_on_the_parents_signal_mask)
{
  uint64_t took_ms;
  sigset_t set;
  (void)sigemptyset(&set);
  (void)sigaddset(&set, SIGALRM);
  ck_assert_int_eq(sigprocmask(SIG_BLOCK, &set, NULL), 0);
  (void)signal(SIGALRM, SIG_IGN);
  int status = end_of(compute, SIGTERM, &took_ms);
  ck_assert(WIFEXITED(status));
  ck_assert_int_eq(WEXITSTATUS(status), 143);
}
END_TEST

int main(void)
{
  return RUN_TESTS("interrupt",
                   test_interrupt__ends_the_program_if_it_does_not_end,
                   test_interrupt__does_not_depend_on_the_parents_signal_mask);
}
