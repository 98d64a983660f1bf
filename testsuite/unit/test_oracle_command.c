/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command oracle keeps C-Reduce's contract, whatever the command does. */
#include "oracle_command_fixture.h"

/* ---- the contract ---- */

START_TEST(test_oracle_command__exit_status_decides)
{
  open_shell("grep -q bug a.c", (rd_limits){ 0 });
  ck_assert_int_eq(ask("a bug\n"), RD_INTERESTING);
  ck_assert_int_eq(ask("none\n"), RD_UNINTERESTING);
  ck_assert_int_eq(ask(""), RD_UNINTERESTING);
  open_shell("exit 255", (rd_limits){ 0 });
  ck_assert_int_eq(ask("x"), RD_UNINTERESTING);
}
END_TEST

START_TEST(test_oracle_command__bytes_arrive_unchanged)
{
  static const char text[] = "\xff\0\r\n\xc3";
  open_shell("test \"$(od -An -tx1 a.c)\" = ' ff 00 0d 0a c3'",
             (rd_limits){ 0 });
  rd_ticket ticket;
  rd_verdict verdict;
  ck_assert(!oracle->submit(&ticket, oracle->payload, text, 5, NULL));
  ck_assert(!oracle->wait(&ticket, &verdict, oracle->payload, NULL));
  ck_assert_int_eq(verdict, RD_INTERESTING);
}
END_TEST

START_TEST(test_oracle_command__folder_is_fresh_each_time)
{
  open_shell("test \"$(ls -A)\" = a.c && test -z \"$(ls -A \"$TMPDIR\")\" && "
             "echo x >a.c && mkdir d && touch d/e .f \"$TMPDIR/g\"",
             (rd_limits){ 0 });
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(ask("text"), RD_INTERESTING);
}
END_TEST

START_TEST(test_oracle_command__temporary_files_go_to_the_private_folder)
{
  open_shell("case $TMPDIR in \"$1\"/*) test \"$TMPDIR\" != \"$(pwd)\" && "
             "test -w \"$TMPDIR\";; *) false;; esac",
             (rd_limits){ 0 });
  ck_assert_int_eq(ask("x"), RD_INTERESTING);
}
END_TEST

START_TEST(test_oracle_command__relative_program_is_meant_from_here)
{
  FILE *file = fopen(below("check.sh"), "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs("#!/bin/sh\ntest -f a.c\n", file), 0);
  ck_assert_int_eq(fchmod(fileno(file), 0700), 0);
  ck_assert_int_eq(fclose(file), 0);
  int here = open(".", O_RDONLY | O_CLOEXEC);
  ck_assert_int_eq(chdir(top), 0);
  open_oracle((const char *[]){ "./check.sh", NULL }, (rd_limits){ 0 });
  ck_assert_int_eq(fchdir(here), 0);
  (void)close(here);
  ck_assert_int_eq(ask("x"), RD_INTERESTING);
}
END_TEST

static void write_want(const char *text)
{
  FILE *file = fopen(below("want"), "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs(text, file), 0);
  ck_assert_int_eq(fclose(file), 0);
}

/* What a command may do to its folders, and what it sees of them when it runs
 * again. Its argument is the folder that holds those of all slots. */
static const char fresh[] =
    "test \"$(ls -A)\" = a.c && test -f a.c && test ! -L a.c && "
    "cmp a.c \"$1/want\" && test \"$(stat -c %a . a.c)\" = \"$(printf "
    "'700\\n644')\" && test -z \"$(ls -A \"$TMPDIR\")\" || exit 1; ";
static const char *const damages[] = {
  ":",
  "echo more >>a.c",
  "rm a.c; ln -s \"$1/victim\" a.c",
  "test -e \"$1/copy\" || { ln -f a.c \"$1/victim\"; cp a.c \"$1/copy\"; }",
  "rm a.c; mkfifo a.c",
  "rm a.c; mkdir a.c; touch a.c/a.c",
  "cp a.c b.c; mv b.c a.c",
  "chmod 444 a.c",
  "chmod 4755 a.c",
  "chmod 500 .",
  "chmod 755 .",
  "cd ..; mv work other; mkdir work; cp other/a.c work",
  "cd ..; rm -r work; ln -s \"$1\" work",
  "rm -r \"$TMPDIR\"; touch \"$TMPDIR\"",
  "cd \"$1\"; rm -r 000; touch 000",
};
enum { DAMAGE_COUNT = sizeof damages / sizeof *damages };

START_TEST(test_oracle_command__damage_is_repaired)
{
  const char *const texts[] = { "one long text\n", "two\n", "", "three\n" };
  char script[1024];
  mode_t old = umask(022);
  (void)snprintf(script, sizeof script, "%s%s; exit 0", fresh, damages[_i]);
  open_shell(script, (rd_limits){ .wall_ms = 20000 });
  FILE *file = fopen(below("victim"), "w");
  ck_assert_int_ge(fputs("dear", file), 0);
  ck_assert_int_eq(fclose(file), 0);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    write_want(texts[i]);
    ck_assert_int_eq(ask(texts[i]), RD_INTERESTING);
  }
  (void)snprintf(script, sizeof script,
                 "cd '%s' && if test -e copy; then cmp copy victim; "
                 "else test \"$(cat victim)\" = dear; fi",
                 top);
  ck_assert_int_eq(system(script), 0);
  (void)umask(old);
}
END_TEST

/* ---- many at once ---- */

static rd_ticket send(const char *text)
{
  rd_ticket ticket = 0;
  ck_assert_msg(
      !oracle->submit(&ticket, oracle->payload, text, strlen(text), &err), "%s",
      err.message);
  return ticket;
}

static rd_ticket receive(rd_verdict *out)
{
  rd_ticket ticket = 0;
  ck_assert_msg(!oracle->wait(&ticket, out, oracle->payload, &err), "%s",
                err.message);
  return ticket;
}

static const rd_limits slow = { .wall_ms = 30000 };

/* Each test waits until all are there. */
START_TEST(test_oracle_command__tests_run_at_once)
{
  rd_ticket tickets[4];
  jobs = 4;
  open_shell("pwd >>\"$1/log\"; while test $(wc -l <\"$1/log\") -lt 4; do "
             "sleep 0.01; done; grep -q yes a.c",
             slow);
  ck_assert_uint_eq(oracle->capacity, 4);
  for (int i = 0; i < 4; i++)
    tickets[i] = send(i % 2 ? "yes" : "no");
  for (int i = 0; i < 4; i++) {
    rd_verdict verdict;
    rd_ticket ticket = receive(&verdict);
    int index = 0;
    while (index < 4 && tickets[index] != ticket)
      index++;
    ck_assert_int_lt(index, 4);
    ck_assert_int_eq(verdict, index % 2 ? RD_INTERESTING : RD_UNINTERESTING);
    tickets[index] = 0;
  }
}
END_TEST

START_TEST(test_oracle_command__slots_have_paths_of_one_length)
{
  struct stat info;
  char pattern[4096];
  jobs = 12;
  open_shell("pwd >\"$1/pwd.$$\"; while test $(ls -d \"$1\"/pwd.* | wc -l) "
             "-lt 12; do sleep 0.01; done",
             slow);
  for (int i = 0; i < 12; i++)
    (void)send("x");
  for (int i = 0; i < 12; i++) {
    rd_verdict verdict;
    (void)receive(&verdict);
    ck_assert_int_eq(verdict, RD_INTERESTING);
    (void)snprintf(pattern, sizeof pattern, "%s/%03d", top, i);
    ck_assert_int_eq(stat(pattern, &info), 0);
  }
}
END_TEST

START_TEST(test_oracle_command__commands_of_all_slots_start_clean)
{
  jobs = 5;
  open_oracle((const char *[]){ hostile_path(), "inspect", NULL }, slow);
  for (int i = 0; i < 5; i++)
    (void)send("x");
  for (int i = 0; i < 5; i++) {
    rd_verdict verdict;
    (void)receive(&verdict);
    ck_assert_int_eq(verdict, RD_INTERESTING);
  }
}
END_TEST

/* The slow test is interesting if it sees no other for a while when it is
 * repeated. */
START_TEST(test_oracle_command__repetition_runs_alone)
{
  rd_verdict verdict;
  unsigned others = 0;
  jobs = 3;
  open_shell("if grep -q slow a.c; then"
             "  if mkdir \"$1/again\"; then sleep 20; fi;"
             "  ! ls -d \"$1\"/run.* && sleep 0.3 && ! ls -d \"$1\"/run.*;"
             "else touch \"$1/run.$$\"; sleep 0.1; rm \"$1/run.$$\"; fi",
             (rd_limits){ .wall_ms = 1500 });
  rd_ticket slow_one = send("slow");
  (void)send("quick");
  (void)send("quick");
  while (receive(&verdict) != slow_one) {
    ck_assert_int_eq(verdict, RD_INTERESTING);
    (void)send("quick");
    ck_assert_uint_lt(others++, 500);
  }
  ck_assert_int_eq(verdict, RD_INTERESTING);
  ck_assert_uint_gt(others, 1);
  for (int i = 0; i < 2; i++) {
    (void)receive(&verdict);
    ck_assert_int_eq(verdict, RD_INTERESTING);
  }
}
END_TEST

START_TEST(test_oracle_command__test_that_waits_can_be_cancelled)
{
  rd_verdict verdict;
  jobs = 2;
  open_shell("grep -q slow a.c && sleep 20; exit 0",
             (rd_limits){ .wall_ms = 500 });
  rd_ticket first = send("slow"), second = send("slow");
  ck_assert(receive(&verdict) != 0);
  ck_assert_int_eq(verdict, RD_TIMEOUT);
  oracle->cancel(oracle->payload, first);
  oracle->cancel(oracle->payload, second);
  ck_assert_int_eq(ask("quick"), RD_INTERESTING);
  ck_assert_int_eq(oracle->wait(&first, &verdict, oracle->payload, &err),
                   RD_ERR_INVALID);
}
END_TEST

START_TEST(test_oracle_command__cancelled_tests_make_room_at_once)
{
  const char *marker = hostile_marker();
  rd_ticket tickets[3];
  rd_verdict verdict;
  jobs = 3;
  open_oracle(
      (const char *[]){ hostile_path(), "daemon-and-sleep", "", marker, NULL },
      slow);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 3; i++)
      tickets[i] = send("x");
    ck_assert(hostile_await_count(marker, 6));
    for (int i = 0; i < 3; i++)
      oracle->cancel(oracle->payload, tickets[i]);
    ck_assert_int_eq(oracle->wait(tickets, &verdict, oracle->payload, &err),
                     RD_ERR_INVALID);
  }
  ck_assert(hostile_await_count(marker, 0));
}
END_TEST

START_TEST(test_oracle_command__many_cancels_leak_nothing)
{
  rd_ticket tickets[4];
  jobs = 4;
  open_shell("sleep 20", slow);
  int own = hostile_entries("/proc/self/fd");
  for (int round = 0; round < 25; round++) {
    for (int i = 0; i < 4; i++)
      tickets[i] = send("x");
    for (int i = 0; i < 4; i++)
      oracle->cancel(oracle->payload, tickets[i]);
  }
  ck_assert_int_eq(hostile_entries("/proc/self/fd"), own);
  rd_command_oracle_free(oracle);
  oracle = NULL;
  ck_assert_int_eq(hostile_entries(top), 0);
}
END_TEST

static _Noreturn void own_tests(const char *marker)
{
  jobs = 4;
  open_oracle(
      (const char *[]){ hostile_path(), "daemon-and-sleep", "", marker, NULL },
      slow);
  for (int i = 0; i < 4; i++)
    (void)send("x");
  (void)sleep(20);
  _exit(0);
}

START_TEST(test_oracle_command__killed_owner_leaves_nothing_of_many)
{
  const char *marker = hostile_marker();
  pid_t owner = fork();
  ck_assert_int_ge(owner, 0);
  if (!owner)
    own_tests(marker);
  ck_assert(hostile_await_count(marker, 8));
  ck_assert_int_eq(kill(owner, SIGKILL), 0);
  ck_assert_int_eq(waitpid(owner, NULL, 0), owner);
  ck_assert(hostile_await_count(marker, 0));
  for (int i = 0; i < 1000 && hostile_entries(top); i++)
    (void)usleep(5000);
  ck_assert_int_eq(hostile_entries(top), 0);
}
END_TEST

/* ---- cancelling, ending ---- */

START_TEST(test_oracle_command__cancelled_test_tells_no_verdict)
{
  open_shell("grep -q slow a.c && sleep 20; exit 0", (rd_limits){ 0 });
  rd_ticket ticket;
  ck_assert(!oracle->submit(&ticket, oracle->payload, "slow", 4, NULL));
  oracle->cancel(oracle->payload, ticket);
  ck_assert_int_eq(ask("quick"), RD_INTERESTING);
  oracle->cancel(oracle->payload, ticket); /* of a test that is over */
  ck_assert_int_eq(ask("quick"), RD_INTERESTING);
}
END_TEST

START_TEST(test_oracle_command__free_ends_a_test)
{
  const char *marker = hostile_marker();
  open_oracle(
      (const char *[]){ hostile_path(), "daemon-and-sleep", "", marker, NULL },
      (rd_limits){ 0 });
  rd_ticket ticket;
  ck_assert(!oracle->submit(&ticket, oracle->payload, "x", 1, NULL));
  ck_assert(hostile_await_count(marker, 2));
  rd_command_oracle_free(oracle);
  oracle = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
  ck_assert_int_eq(hostile_entries(top), 0);
}
END_TEST

START_TEST(test_oracle_command__misuse_is_refused)
{
  rd_ticket ticket;
  rd_verdict verdict;
  open_shell("true", (rd_limits){ 0 });
  ck_assert_int_eq(oracle->wait(&ticket, &verdict, oracle->payload, &err),
                   RD_ERR_INVALID);
  ck_assert(!oracle->submit(&ticket, oracle->payload, "x", 1, NULL));
  ck_assert_int_eq(oracle->submit(&ticket, oracle->payload, "x", 1, &err),
                   RD_ERR_INVALID);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_oracle_command__exit_status_decides,
    &test_oracle_command__bytes_arrive_unchanged,
    &test_oracle_command__folder_is_fresh_each_time,
    &test_oracle_command__temporary_files_go_to_the_private_folder,
    &test_oracle_command__relative_program_is_meant_from_here,
    &test_oracle_command__tests_run_at_once,
    &test_oracle_command__slots_have_paths_of_one_length,
    &test_oracle_command__commands_of_all_slots_start_clean,
    &test_oracle_command__repetition_runs_alone,
    &test_oracle_command__test_that_waits_can_be_cancelled,
    &test_oracle_command__cancelled_tests_make_room_at_once,
    &test_oracle_command__many_cancels_leak_nothing,
    &test_oracle_command__killed_owner_leaves_nothing_of_many,
    &test_oracle_command__cancelled_test_tells_no_verdict,
    &test_oracle_command__free_ends_a_test,
    &test_oracle_command__misuse_is_refused,
  };
  Suite *suite = suite_create("oracle_command");
  TCase *tcase = tcase_create("oracle_command");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase, test_oracle_command__damage_is_repaired, 0,
                      DAMAGE_COUNT);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, *tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
