/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The number of jobs cannot be seen in a reduction (O1): whatever may be in
 * flight at a time, in whatever order tests end, and whether one job looks
 * ahead, all that is told of it is the same. Reduced are random trees of gen.h and, where a schedule parses again,
 * random texts of the tiny language. Each test that was started is waited for
 * or cancelled, and no process is left.
 */
#include <errno.h>
#include <sys/wait.h>
#include <time.h>

#include "gen.h"
#include "mini.h"
#include "sexp_tree.h"
#include "run_tests.h"
#include "lexer.h"

/* ---- an oracle with many tests in flight ---- */

enum { MOST_FLIGHTS = 16 };

struct crowd {
  gen random; /* decides which test ends next, and when */
  uint32_t slowest_us;
  uint64_t seed; /* decides what is interesting */
  uint32_t one_in;
  const char *original; /* always interesting */
  struct {
    rd_ticket ticket;
    rd_verdict verdict;
  } flights[MOST_FLIGHTS];
  unsigned flying, most;
  uint64_t submitted, settled;
};

static rd_verdict judge(const struct crowd *crowd, const char *text,
                        size_t size)
{
  uint64_t hash = 14695981039346656037u + crowd->seed;
  if (strcmp(text, crowd->original) == 0)
    return RD_INTERESTING;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  hash ^= hash >> 29;
  if (hash % crowd->one_in == 0)
    return RD_INTERESTING;
  return hash >> 40 & 1 ? RD_UNINTERESTING : RD_INVALID;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct crowd *crowd = payload;
  (void)err;
  ck_assert_uint_lt(crowd->flying, crowd->most);
  ck_assert_int_eq(text[size], '\0');
  crowd->flights[crowd->flying].ticket = *out = crowd->submitted++;
  crowd->flights[crowd->flying++].verdict = judge(crowd, text, size);
  return RD_OK;
}

/* A test that ended: the last one takes its place. */
static void land(struct crowd *crowd, unsigned at)
{
  crowd->flights[at] = crowd->flights[--crowd->flying];
  crowd->settled++;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  struct crowd *crowd = payload;
  (void)err;
  ck_assert_uint_gt(crowd->flying, 0);
  struct timespec delay = {
    .tv_nsec = 1000 * (long)gen_below(&crowd->random, crowd->slowest_us)
  };
  (void)nanosleep(&delay, NULL);
  unsigned at = gen_below(&crowd->random, crowd->flying);
  *out = crowd->flights[at].ticket;
  *verdict_out = crowd->flights[at].verdict;
  land(crowd, at);
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  struct crowd *crowd = payload;
  unsigned at = 0;
  while (at < crowd->flying && crowd->flights[at].ticket != ticket)
    at++;
  ck_assert_uint_lt(at, crowd->flying);
  land(crowd, at);
}

/* ---- what is reduced ---- */

struct subject {
  char *text;
  char *notation; /* NULL: the text is one of the tiny language */
};

static rd_status parse(rd_tree **out, void *payload, const char *view,
                       const char *text, size_t size, uint32_t prepare,
                       rd_error *err)
{
  const struct subject *subject = payload;
  if (!subject->notation || view)
    return mini_parse(out, NULL, view, text, size, prepare, err);
  *out = sexp_tree(subject->notation, prepare);
  return RD_OK;
}

static void add_items(textbuf *out, gen *random, uint32_t depth)
{
  for (uint32_t count = 1 + gen_below(random, 6); count > 0; count--) {
    uint32_t what = depth ? gen_below(random, 4) : 0;
    if (what < 2) {
      text_printf(out, "%c", "abcdefqq"[gen_below(random, 8)]);
    } else if (what == 2) {
      text_puts(out, "(");
      add_items(out, random, depth - 1);
      text_puts(out, ")");
    } else {
      text_printf(out, "[%c]", 'a' + (int)gen_below(random, 6));
    }
  }
}

static struct subject make_subject(gen *random, bool again)
{
  struct subject subject = { 0 };
  textbuf text = { 0 };
  if (again) {
    add_items(&text, random, 3);
    subject.text = text_take(&text, NULL);
  } else {
    subject.notation = gen_notation(random, 24);
    subject.text = sexp_text(subject.notation);
  }
  return subject;
}

/* ---- the events of a run ---- */

struct account {
  rd_result result;
  uint64_t told; /* a hash of all that events say */
};

static void mix(uint64_t *hash, uint64_t value)
{
  *hash = (*hash ^ value) * 1099511628211u;
}

static rd_status listen(void *payload, const rd_event *event, rd_error *err)
{
  struct account *account = payload;
  (void)err;
  mix(&account->told, (uint64_t)event->kind);
  mix(&account->told, (uint64_t)event->verdict);
  mix(&account->told, event->measure.tokens);
  mix(&account->told, event->measure.bytes);
  mix(&account->told, event->stats->tests);
  mix(&account->told, event->stats->foreseen);
  mix(&account->told, event->stats->cache_hits);
  mix(&account->told, event->round);
  for (size_t i = 0; i < event->text_size; i++)
    mix(&account->told, (unsigned char)event->text[i]);
  return RD_OK;
}

/* Right three times in four, and never wrong on what is interesting. */
static rd_status check(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  const struct crowd *crowd = payload;
  (void)err;
  out->errors =
      judge(crowd, text, size) == RD_INVALID && text[size / 2] % 4 != 0;
  return RD_OK;
}

static struct account run(const struct subject *subject, struct crowd *crowd,
                          const char *algorithm, unsigned jobs,
                          bool looks_ahead)
{
  rd_error err = { 0 };
  struct account account = { 0 };
  rd_parser parser = { .parse = parse,
                       .payload = (void *)subject,
                       .lexer = &tokens_lexer };
  rd_oracle oracle = { .submit = submit,
                       .wait = wait_for,
                       .cancel = cancel,
                       .payload = crowd,
                       .capacity = MOST_FLIGHTS };
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = algorithm;
  options.jobs = jobs;
  options.looks_ahead = looks_ahead;
  options.foresight = (rd_foresight){ .check = check, .payload = crowd };
  options.event = listen;
  options.event_payload = &account;
  crowd->most = jobs;
  crowd->original = subject->text;
  crowd->submitted = crowd->settled = 0;
  rd_status status =
      rd_reduce(&account.result, subject->text, strlen(subject->text), &parser,
                &oracle, &options, &err);
  ck_assert_msg(status == RD_OK, "%s: %s", subject->text, err.message);
  return account;
}

static void expect_settled(const struct crowd *crowd,
                           const struct account *account)
{
  const rd_stats *stats = &account->result.stats;
  ck_assert_uint_eq(crowd->flying, 0);
  ck_assert_uint_eq(crowd->settled, crowd->submitted);
  ck_assert_uint_eq(stats->started, crowd->submitted);
  ck_assert_uint_eq(stats->unused, stats->started - stats->tests);
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
  ck_assert_int_eq(errno, ECHILD);
}

static void expect_same(const struct account *one, const struct account *other)
{
  const rd_stats *a = &one->result.stats, *b = &other->result.stats;
  ck_assert_str_eq(one->result.text, other->result.text);
  ck_assert_uint_eq(a->tests, b->tests);
  ck_assert_mem_eq(a->verdicts, b->verdicts, sizeof a->verdicts);
  ck_assert_uint_eq(a->cache_hits, b->cache_hits);
  ck_assert_uint_eq(a->checks, b->checks);
  ck_assert_uint_eq(a->misjudged, b->misjudged);
  ck_assert_uint_eq(a->parses, b->parses);
  ck_assert_uint_eq(a->accepted, b->accepted);
  ck_assert_uint_eq(one->told, other->told);
}

static const char *const algorithms[] = { "default",   "hdd*",   "hoist*",
                                          "hddr",      "perses", "pardis",
                                          "ddmin-char" };

START_TEST(prop_jobs__cannot_be_seen_in_the_result)
{
  static const unsigned jobs[] = { 1, 2, 4, 16 };
  for (uint64_t seed = 1; seed <= 6; seed++) {
    gen random = gen_seed(seed * 16 + (uint64_t)_i);
    struct subject subject = make_subject(&random, _i == 0);
    struct crowd crowd = { .random = random,
                           .slowest_us = 1 + 400 * (uint32_t)(seed % 2),
                           .seed = seed,
                           .one_in = 2 + (uint32_t)seed * 2 };
    struct account one = run(&subject, &crowd, algorithms[_i], 1, false);
    expect_settled(&crowd, &one);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
      struct account many =
          run(&subject, &crowd, algorithms[_i], jobs[i], true);
      expect_settled(&crowd, &many);
      expect_same(&one, &many);
      rd_result_dispose(&many.result);
    }
    rd_result_dispose(&one.result);
    free(subject.text);
    free(subject.notation);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("prop_jobs");
  TCase *tcase = tcase_create("jobs");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, prop_jobs__cannot_be_seen_in_the_result, 0,
                      (int)(sizeof algorithms / sizeof *algorithms));
  return run_suite(suite);
}
