/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Speculation, with a search whose questions are the answers so far: a letter
 * for each, `n` or `y`, after an `x`.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run_tests.h"
#include "speculate.h"

enum { ROOM = 4096, FLIGHTS = 8, LENGTH = 60, TREES = 2 };

/* Tests end in the order of their start; every third question of the search
 * succeeds. */
struct row {
  struct {
    rd_ticket ticket;
    rd_verdict verdict;
    size_t size; /* of the text */
    bool told;   /* it is likely to succeed */
  } flights[FLIGHTS];
  unsigned flying, most_flying;
  uint64_t submitted;
  bool foreseen_started; /* a test of what was foreseen was started */
  uint64_t waits, breaks_at;
  long test_ms;
  bool hopes;        /* every text is said to be likely to succeed, before the
                        verdict */
  unsigned followed; /* tests of what comes after such a success */
};

static rd_verdict verdict_on(size_t size)
{
  return size % 3 == 0 ? RD_INTERESTING : RD_UNINTERESTING;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct row *row = payload;
  (void)err;
  ck_assert_uint_lt(row->flying, FLIGHTS);
  *out = row->flights[row->flying].ticket = row->submitted++;
  for (unsigned i = 0; i < row->flying; i++)
    row->followed += row->flights[i].told && row->flights[i].size + 1 == size &&
                     text[size - 1] == 'y';
  row->flights[row->flying].told = false;
  row->flights[row->flying].size = size;
  row->flights[row->flying++].verdict = verdict_on(size);
  if (row->flying > row->most_flying)
    row->most_flying = row->flying;
  row->foreseen_started |= strstr(text, "yy") != NULL;
  return RD_OK;
}

static void land(struct row *row, unsigned at)
{
  row->flying--;
  memmove(row->flights + at, row->flights + at + 1,
          (row->flying - at) * sizeof *row->flights);
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  struct row *row = payload;
  struct timespec delay = { .tv_nsec = row->test_ms * 1000 * 1000 };
  (void)nanosleep(&delay, NULL);
  if (++row->waits == row->breaks_at)
    return rd_fail(err, RD_ERR_IO, "broken");
  ck_assert_uint_gt(row->flying, 0);
  *out = row->flights[0].ticket;
  *verdict_out = row->flights[0].verdict;
  land(row, 0);
  return RD_OK;
}

static rd_status look(rd_news *out, rd_ticket *ticket_out, bool waits,
                      void *payload, rd_error *err)
{
  struct row *row = payload;
  (void)err;
  *out = waits ? RD_NEWS_VERDICT : RD_NEWS_NONE;
  for (unsigned i = 0; i < row->flying && row->hopes; i++)
    if (!row->flights[i].told) {
      row->flights[i].told = true;
      *ticket_out = row->flights[i].ticket;
      *out = RD_NEWS_LIKELY;
      return RD_OK;
    }
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  struct row *row = payload;
  for (unsigned i = 0; i < row->flying; i++)
    if (row->flights[i].ticket == ticket) {
      land(row, i);
      return;
    }
  ck_abort_msg("a test that is not in flight was cancelled");
}

/* What a search does in a scout. */
enum habit {
  GOES_ON,
  ASKS_OTHERWISE,
  DIES,
  SLEEPS,
  PARSES, /* needs a tree before every fourth question */
};

struct trial {
  struct row row;
  rd_oracle oracle;
  rd_options options;
  rd_stats stats;
  rd_speculation *speculation;
  enum habit habit;
  bool tells; /* every other answer comes from elsewhere */
  char text[LENGTH + 1];
  bool expects_failures; /* each question is foreseen to fail */
  size_t parsed[TREES];  /* the sizes of the texts that there are trees of */
  unsigned parsed_ahead;
  unsigned looked_ahead; /* at questions, during a test */
  rd_error err;
};

/* Two successes in a row never come. */
static bool is_foreseen(void *payload, const rd_question *question)
{
  struct trial *trial = payload;
  trial->looked_ahead += trial->row.flying > 0;
  return trial->expects_failures || strstr(question->text, "yy") != NULL;
}

static bool parse(void *payload, const rd_question *question)
{
  struct trial *trial = payload;
  trial->parsed[trial->parsed_ahead++ % TREES] = question->size;
  return true;
}

static void begin_with(struct trial *trial, enum habit habit, unsigned jobs)
{
  rd_outlook outlook = { is_foreseen, parse, trial, TREES };
  *trial = (struct trial){
    .row = { .test_ms = jobs > 1 ? 8 : 30 },
    .oracle = { .submit = submit,
                .wait = wait_for,
                .cancel = cancel,
                .payload = &trial->row,
                .capacity = FLIGHTS },
    .options = RD_OPTIONS_INIT,
    .habit = habit,
    .text = "x",
  };
  trial->speculation = rd_speculation_new(&trial->oracle, &trial->options, jobs,
                                          ROOM, &outlook, &trial->stats);
}

static void begin(struct trial *trial, enum habit habit)
{
  begin_with(trial, habit, FLIGHTS);
}

static rd_question question_of(const char *text)
{
  return (rd_question){ .text = text,
                        .size = strlen(text),
                        .key = rd_key_of(text, strlen(text)) };
}

static bool has_tree(const struct trial *trial, size_t size)
{
  for (size_t i = 0; i < TREES; i++)
    if (trial->parsed[i] == size)
      return true;
  return false;
}

static rd_verdict follow(struct trial *trial)
{
  rd_question question = question_of(trial->text);
  if (trial->habit == DIES)
    abort();
  while (trial->habit == SLEEPS)
    (void)pause();
  if (trial->habit == ASKS_OTHERWISE)
    question = question_of("other");
  if (trial->habit == PARSES && question.size % 4 == 0 &&
      !has_tree(trial, question.size))
    rd_speculation_halt(trial->speculation, &question);
  return rd_speculation_follow(trial->speculation, &question);
}

static rd_status ask(rd_verdict *out, struct trial *trial)
{
  rd_question question = question_of(trial->text);
  rd_status status = RD_OK;
  if (trial->tells && question.size % 2 == 0) {
    *out = verdict_on(question.size);
    rd_speculation_tell(trial->speculation, &question, *out);
  } else {
    status =
        rd_speculation_ask(out, trial->speculation, &question, &trial->err);
  }
  if (status == RD_OK && !rd_speculation_is_scout(trial->speculation))
    ck_assert_int_eq(*out, verdict_on(question.size));
  return status;
}

/* The whole search, in the owner and in scouts. */
static rd_status search(struct trial *trial)
{
  for (size_t size = 1; size < LENGTH; size++) {
    rd_status status = RD_OK;
    rd_verdict verdict;
    if (rd_speculation_is_scout(trial->speculation))
      verdict = follow(trial);
    else
      status = ask(&verdict, trial);
    if (status != RD_OK)
      return status;
    trial->text[size] = verdict == RD_INTERESTING ? 'y' : 'n';
  }
  if (rd_speculation_is_scout(trial->speculation))
    rd_speculation_halt(trial->speculation, NULL);
  return RD_OK;
}

static void end(struct trial *trial)
{
  rd_speculation_free(trial->speculation);
  ck_assert_uint_eq(trial->row.flying, 0);
  ck_assert_uint_eq(trial->stats.started, trial->row.submitted);
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
  ck_assert_int_eq(errno, ECHILD);
}

START_TEST(test_speculate__starts_tests_ahead)
{
  struct trial trial;
  begin(&trial, GOES_ON);
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_gt(trial.row.most_flying, 1);
  ck_assert_uint_lt(trial.row.waits, trial.stats.started);
  ck_assert_uint_eq(trial.stats.unused, trial.stats.started - (LENGTH - 1));
}
END_TEST

START_TEST(test_speculate__one_job_looks_at_the_next_question)
{
  struct trial trial;
  begin_with(&trial, GOES_ON, 1);
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_eq(trial.row.most_flying, 1);
  ck_assert_uint_gt(trial.looked_ahead, LENGTH / 3);
  ck_assert(!trial.row.foreseen_started);
}
END_TEST

START_TEST(test_speculate__what_is_foreseen_is_not_started)
{
  struct trial trial;
  begin(&trial, GOES_ON);
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert(!trial.row.foreseen_started);
}
END_TEST

START_TEST(test_speculate__scouts_that_fail_change_nothing)
{
  static const enum habit habits[] = { ASKS_OTHERWISE, DIES, SLEEPS };
  for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
    struct trial trial;
    begin(&trial, habits[i]);
    ck_assert_int_eq(search(&trial), RD_OK);
    end(&trial);
    ck_assert_uint_eq(trial.stats.unused, trial.stats.started - (LENGTH - 1));
  }
}
END_TEST

START_TEST(test_speculate__makes_trees_ahead)
{
  struct trial trial;
  begin(&trial, PARSES);
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_gt(trial.parsed_ahead, 0);
}
END_TEST

/* What is likely to come needs more trees than are kept. */
START_TEST(test_speculate__makes_so_many_trees_ahead_and_no_more)
{
  struct trial trial;
  begin(&trial, PARSES);
  trial.expects_failures = true;
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_gt(trial.parsed_ahead, 0);
  ck_assert_uint_le(trial.parsed_ahead, TREES * (LENGTH - 1));
}
END_TEST

START_TEST(test_speculate__answers_from_elsewhere_are_followed)
{
  struct trial trial;
  begin(&trial, GOES_ON);
  trial.tells = true;
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_eq(trial.stats.unused,
                    trial.stats.started - (LENGTH - 1) / 2 - 1);
}
END_TEST

/* Two in three of them turn out to fail, after tests that were built on them. */
START_TEST(test_speculate__what_is_likely_is_followed_before_its_verdict)
{
  struct trial trial;
  begin(&trial, GOES_ON);
  trial.oracle.look = look;
  trial.row.hopes = true;
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_gt(trial.row.followed, LENGTH / 4);
  ck_assert_uint_eq(trial.stats.unused, trial.stats.started - (LENGTH - 1));
}
END_TEST

/* Two jobs: what is followed displaces what was started for the other answer. */
START_TEST(test_speculate__what_is_likelier_displaces_a_test)
{
  struct trial trial;
  begin_with(&trial, GOES_ON, 2);
  trial.oracle.look = look;
  trial.row.hopes = true;
  ck_assert_int_eq(search(&trial), RD_OK);
  end(&trial);
  ck_assert_uint_eq(trial.row.most_flying, 2);
  ck_assert_uint_gt(trial.row.followed, LENGTH / 4);
}
END_TEST

START_TEST(test_speculate__a_broken_oracle_ends_it)
{
  struct trial trial;
  begin(&trial, GOES_ON);
  trial.row.breaks_at = 20;
  ck_assert_int_eq(search(&trial), RD_ERR_IO);
  ck_assert_str_eq(trial.err.message, "broken");
  end(&trial);
}
END_TEST

START_TEST(test_speculate__stops_when_told)
{
  struct trial trial;
  volatile sig_atomic_t stop = 1;
  begin(&trial, GOES_ON);
  trial.options.stop = &stop;
  ck_assert_int_eq(search(&trial), RD_ERR_STOPPED);
  end(&trial);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "speculate", test_speculate__starts_tests_ahead,
      test_speculate__one_job_looks_at_the_next_question,
      test_speculate__what_is_foreseen_is_not_started,
      test_speculate__scouts_that_fail_change_nothing,
      test_speculate__makes_trees_ahead,
      test_speculate__makes_so_many_trees_ahead_and_no_more,
      test_speculate__answers_from_elsewhere_are_followed,
      test_speculate__what_is_likely_is_followed_before_its_verdict,
      test_speculate__what_is_likelier_displaces_a_test,
      test_speculate__a_broken_oracle_ends_it, test_speculate__stops_when_told);
}
