/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Speculation: tests started ahead of a search that stays sequential (O1).
 *
 * While the search waits for a verdict, scouts (scout.h) go on as if it were
 * known, up to the next question, which they report; the questions make a tree
 * (future.h). Tests are started for those that the search most likely comes to,
 * as many as may be in flight. When the verdict comes the search goes on by
 * itself and arrives at the same next question, whose test runs already or has
 * ended; the tests and scouts of the other branch are dropped at once. So what
 * is asked, and in which order, is what one job would ask, and neither the
 * number of jobs nor the timing of tests can be seen in the result. Windows of
 * deltas whose successes are merged were the other way; they make the result a
 * function of the window.
 *
 * A scout is forked from the present question with the answers that it is to
 * take for given, its *path*; from there it goes on question by question, an
 * answer at a time. So a chain of failures, the usual case, costs one fork, and
 * a side branch one more and the making of the candidates on its way. Where the
 * search needs a new tree a scout cannot go on; the tree is then made here, if
 * the search likely wants it, and another scout goes there.
 *
 * Which tests are started depends on clocks and chances. That is no harm: a
 * verdict is looked at only when the search asks for it.
 */
#include "speculate.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "future.h"
#include "scout.h"

/* No scout is sent for less, and no tree made: each is a gamble that costs
 * about a millisecond. */
static const double least_growth = 0.01, least_parse = 0.2;

struct post {
  rd_scout scout;
  rd_future *at;   /* where it waits or is going to; NULL: unused */
  bool is_awaited; /* it has not reported from there */
};

struct rd_speculation {
  const rd_oracle *oracle;
  const rd_options *options;
  rd_outlook outlook;
  rd_stats *stats;
  unsigned jobs, flying;
  size_t room;
  rd_futures futures;
  uint32_t post_count;
  struct post *posts;
  double test_us; /* the mean of late */
  /* of a scout: */
  bool is_scout;
  rd_scout self;
  RD_ARRAY(bool) path; /* answers to take for given, the last one first */
};

static uint64_t now_us(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- dropping ---- */

static void dismiss(rd_speculation *speculation, rd_future *future)
{
  if (future->scout == RD_NONE)
    return;
  struct post *post = &speculation->posts[future->scout];
  rd_scout_dismiss(&post->scout);
  post->at = NULL;
  future->scout = RD_NONE;
}

/* Twins of a test that is gone can be tested themselves. */
static void part_twins(rd_speculation *speculation, rd_key key)
{
  const rd_futures *futures = &speculation->futures;
  for (size_t i = 0; i < futures->list.size; i++)
    if (rd_key_is_same(futures->list.data[i]->key, key))
      futures->list.data[i]->has_twin = false;
}

static void cancel(rd_speculation *speculation, rd_future *future)
{
  const rd_oracle *oracle = speculation->oracle;
  if (!future->runs)
    return;
  oracle->cancel(oracle->payload, future->ticket);
  future->runs = false;
  speculation->flying--;
  part_twins(speculation, future->key);
}

static void release(rd_speculation *speculation, rd_future *future)
{
  cancel(speculation, future);
  dismiss(speculation, future);
  if (future->is_started && !future->is_asked)
    speculation->stats->unused++;
  free(future);
}

static void prune(rd_speculation *speculation)
{
  rd_futures *futures = &speculation->futures;
  rd_futures_prune(futures);
  for (size_t i = 0; i < futures->dead.size; i++)
    release(speculation, futures->dead.data[i]);
  futures->dead.size = 0;
}

static void drop_all(rd_speculation *speculation)
{
  rd_future *root = rd_futures_root(&speculation->futures);
  if (root)
    root->is_dead = true;
  prune(speculation);
}

/* ---- sending scouts ---- */

static void put_at(rd_speculation *speculation, uint32_t post,
                   rd_future *future)
{
  speculation->posts[post].at = future;
  speculation->posts[post].is_awaited = true;
  future->scout = post;
}

/* A post whose last scout is gone, else the one that was of least use, if that
 * is less than `weight`; RD_NONE: none. */
static uint32_t find_post(rd_speculation *speculation, double weight)
{
  uint32_t least = RD_NONE;
  for (uint32_t i = 0; i < speculation->post_count; i++) {
    struct post *post = &speculation->posts[i];
    if (!post->at && rd_scout_is_gone(&post->scout, false))
      return i;
    double found = post->at ? post->at->weight : 0;
    if (found < weight) {
      weight = found;
      least = i;
    }
  }
  if (least == RD_NONE)
    return RD_NONE;
  struct post *post = &speculation->posts[least];
  if (post->at) {
    post->at->is_dead = true;
    prune(speculation);
  }
  (void)rd_scout_is_gone(&post->scout, true);
  return least;
}

/* Forks a scout that goes to the future. In the scout is_scout is set, and all
 * that is left to do is to go on. */
static bool send_scout(rd_speculation *speculation, rd_future *future,
                       uint32_t number)
{
  struct post *post = &speculation->posts[number];
  if (!post->scout.text && !rd_scout_init(&post->scout, speculation->room))
    return false;
  speculation->path.size = 0;
  for (const rd_future *at = future; at->before; at = at->before)
    RD_PUSH(&speculation->path, at->is_success);
  pid_t pid = rd_scout_start(&post->scout);
  if (pid < 0)
    return false;
  speculation->is_scout = pid == 0;
  speculation->self = post->scout;
  put_at(speculation, number, future);
  return true;
}

/* Sends a scout along an edge: the one that waits at the question, or a new
 * one. False: there is none to send. */
static bool grow(rd_speculation *speculation, rd_future *future,
                 bool is_success, double weight)
{
  uint32_t number = future->scout;
  if (number != RD_NONE && !speculation->posts[number].is_awaited) {
    if (rd_scout_order(&speculation->posts[number].scout, is_success)) {
      future->scout = RD_NONE;
      put_at(speculation, number,
             rd_futures_add(&speculation->futures, future, is_success));
      return true;
    }
    dismiss(speculation, future);
  }
  if (weight < least_growth)
    return false;
  number = find_post(speculation, weight);
  if (number == RD_NONE)
    return false;
  rd_future *grown = rd_futures_add(&speculation->futures, future, is_success);
  if (send_scout(speculation, grown, number))
    return true;
  grown->is_dead = true;
  prune(speculation);
  return false;
}

/* ---- what scouts report ---- */

static void note_question(rd_speculation *speculation, rd_future *future,
                          const rd_question *question)
{
  const rd_futures *futures = &speculation->futures;
  future->kind = RD_FUTURE_ASKS;
  future->key = question->key;
  future->size = question->size;
  future->pass = question->pass;
  for (size_t i = 0; i < futures->list.size; i++) {
    const rd_future *other = futures->list.data[i];
    if (other == future || !rd_key_is_same(other->key, future->key))
      continue;
    future->has_twin = future->has_twin || other->runs;
    if (other->is_answered) {
      future->is_answered = true;
      future->verdict = other->verdict;
    }
  }
}

static void note_report(rd_speculation *speculation, struct post *post,
                        const rd_report *report)
{
  rd_future *future = post->at;
  bool is_known = future->kind == RD_FUTURE_ASKS; /* the search was faster */
  rd_question question = { .text = post->scout.text,
                           .size = report->size,
                           .key = report->key,
                           .pass = report->pass };
  post->is_awaited = false;
  if (is_known) {
    if (report->kind != RD_SCOUT_ASKS ||
        !rd_key_is_same(report->key, future->key))
      dismiss(speculation, future);
  } else if (report->kind == RD_SCOUT_ASKS) {
    const rd_outlook *outlook = &speculation->outlook;
    note_question(speculation, future, &question);
    future->is_foreseen = !future->is_answered &&
                          outlook->is_foreseen(outlook->payload, &question);
  } else if (report->kind == RD_SCOUT_PARSES) {
    future->kind = RD_FUTURE_PARSES;
    future->key = report->key;
    future->size = report->size;
  } else {
    future->kind = RD_FUTURE_ENDS;
    dismiss(speculation, future);
  }
}

static void take_report(rd_speculation *speculation, struct post *post)
{
  rd_report report;
  if (!rd_scout_take(&report, &post->scout))
    report = (rd_report){ .kind = RD_SCOUT_ENDS };
  note_report(speculation, post, &report);
}

/* Takes the reports that are there, or else the next ones within that time. */
static void collect(rd_speculation *speculation, int wait_ms)
{
  struct pollfd *polled = rd_alloc(speculation->post_count, sizeof *polled);
  for (uint32_t i = 0; i < speculation->post_count; i++) {
    const struct post *post = &speculation->posts[i];
    polled[i].fd = post->at && post->is_awaited ? post->scout.channel : -1;
    polled[i].events = POLLIN;
  }
  if (poll(polled, speculation->post_count, wait_ms) > 0)
    for (uint32_t i = 0; i < speculation->post_count; i++)
      if (polled[i].revents && speculation->posts[i].at)
        take_report(speculation, &speculation->posts[i]);
  prune(speculation);
  free(polled);
}

/* ---- tests ---- */

static rd_status submit(rd_speculation *speculation, rd_future *future,
                        const char *text, size_t size, rd_error *err)
{
  const rd_oracle *oracle = speculation->oracle;
  rd_status status =
      oracle->submit(&future->ticket, oracle->payload, text, size, err);
  if (status != RD_OK)
    return status;
  speculation->stats->started++;
  speculation->flying++;
  future->runs = future->is_started = true;
  future->begun_us = now_us();
  return RD_OK;
}

/* Is the text here, and a test of any use? */
static bool is_testable(const rd_speculation *speculation,
                        const rd_future *future)
{
  return future->kind == RD_FUTURE_ASKS && future->scout != RD_NONE &&
         !speculation->posts[future->scout].is_awaited && !future->runs &&
         !future->is_answered && !future->is_foreseen && !future->has_twin;
}

static bool is_awaited(const rd_speculation *speculation,
                       const rd_future *future)
{
  return future->kind == RD_FUTURE_AWAITED && future->scout != RD_NONE &&
         speculation->posts[future->scout].is_awaited;
}

static unsigned count_awaited(const rd_speculation *speculation)
{
  unsigned count = 0;
  for (uint32_t i = 0; i < speculation->post_count; i++)
    count += speculation->posts[i].at && speculation->posts[i].is_awaited;
  return count;
}

static bool is_parsable(const rd_speculation *speculation,
                        const rd_future *future)
{
  (void)speculation;
  return future->kind == RD_FUTURE_PARSES && future->scout != RD_NONE &&
         future->weight >= least_parse;
}

/* The one of most weight, or NULL. */
static rd_future *find_most(const rd_speculation *speculation,
                            bool (*is_wanted)(const rd_speculation *,
                                              const rd_future *))
{
  const rd_futures *futures = &speculation->futures;
  rd_future *most = NULL;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (is_wanted(speculation, future) &&
        (!most || future->weight > most->weight))
      most = future;
  }
  return most;
}

static void note_verdict(rd_speculation *speculation, rd_future *future,
                         rd_verdict verdict)
{
  const rd_futures *futures = &speculation->futures;
  double took = (double)(now_us() - future->begun_us);
  speculation->test_us += (took - speculation->test_us) / 8;
  speculation->flying--;
  future->runs = false;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *same = futures->list.data[i];
    if (same->kind != RD_FUTURE_ASKS ||
        !rd_key_is_same(same->key, future->key) || same->runs)
      continue;
    same->is_answered = true;
    same->verdict = verdict;
  }
  prune(speculation);
}

static rd_status await_test(rd_speculation *speculation, rd_error *err)
{
  const rd_oracle *oracle = speculation->oracle;
  const rd_futures *futures = &speculation->futures;
  rd_ticket ticket;
  rd_verdict verdict;
  rd_status status = oracle->wait(&ticket, &verdict, oracle->payload, err);
  if (status != RD_OK)
    return status;
  if ((unsigned)verdict >= RD_VERDICT_COUNT)
    return rd_fail(err, RD_ERR_INVALID,
                   "the oracle gave a verdict that there is not: %u",
                   (unsigned)verdict);
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (future->runs && future->ticket == ticket) {
      note_verdict(speculation, future, verdict);
      return RD_OK;
    }
  }
  return rd_fail(err, RD_ERR_INVALID,
                 "the oracle answered a question that was not asked");
}

/* ---- what to do ahead ---- */

/* Waiting for scouts keeps us from seeing that a test has ended, so it takes
 * but a small part of a test's time. */
static uint64_t scouting_us(const rd_speculation *speculation)
{
  const double part = 0.125, least_us = 1000, most_us = 100 * 1000;
  double us = part * speculation->test_us;
  return (uint64_t)(us < least_us ? least_us : us > most_us ? most_us : us);
}

static rd_status test_ahead(rd_speculation *speculation, rd_future *future,
                            rd_error *err)
{
  const char *text = speculation->posts[future->scout].scout.text;
  return submit(speculation, future, text, future->size, err);
}

/* The next thing to do ahead. *done_out: there is nothing more, or, in a scout,
 * nothing to be done here any more. */
static rd_status take_step(bool *done_out, rd_speculation *speculation,
                           uint64_t until_us, rd_error *err)
{
  rd_future *open = NULL;
  bool is_success = false;
  rd_futures_weigh(&speculation->futures);
  rd_future *test = find_most(speculation, is_testable);
  const rd_future *awaited = find_most(speculation, is_awaited);
  unsigned coming = count_awaited(speculation);
  double growth = rd_futures_open(&open, &is_success, &speculation->futures);
  double hope = awaited ? awaited->weight : 0;
  bool has_room = speculation->flying < speculation->jobs;
  uint64_t now = now_us();
  *done_out = false;
  if (has_room && test && test->weight >= growth && test->weight >= hope)
    return test_ahead(speculation, test, err);
  if (has_room && growth < hope && now < until_us) {
    collect(speculation, (int)((until_us - now + 999) / 1000));
    return RD_OK;
  }
  /* A question is kept at hand for when a test ends. */
  unsigned free_slots = speculation->jobs - speculation->flying;
  bool is_wanted = has_room ? coming < free_slots : !test && !awaited;
  if (is_wanted && growth > 0 && grow(speculation, open, is_success, growth)) {
    *done_out = speculation->is_scout;
    return RD_OK;
  }
  if (has_room && test)
    return test_ahead(speculation, test, err);
  *done_out = true;
  return RD_OK;
}

static rd_status go_ahead(rd_speculation *speculation, rd_error *err)
{
  uint64_t until_us = now_us() + scouting_us(speculation);
  bool done = false;
  rd_status status = RD_OK;
  collect(speculation, 0);
  while (status == RD_OK && !done)
    status = take_step(&done, speculation, until_us, err);
  return status;
}

/* Makes the tree of a text that the search likely comes to, and sends a scout
 * on from there. False: there is none. */
static bool parse_ahead(rd_speculation *speculation)
{
  const rd_outlook *outlook = &speculation->outlook;
  rd_futures_weigh(&speculation->futures);
  rd_future *future = find_most(speculation, is_parsable);
  if (!future)
    return false;
  rd_question question = { .text = speculation->posts[future->scout].scout.text,
                           .size = future->size,
                           .key = future->key };
  bool is_parsed = outlook->parse(outlook->payload, &question);
  dismiss(speculation, future);
  future->kind = RD_FUTURE_ENDS;
  uint32_t post = is_parsed ? find_post(speculation, future->weight) : RD_NONE;
  if (post != RD_NONE && send_scout(speculation, future, post))
    future->kind = RD_FUTURE_AWAITED;
  return true;
}

/* ---- the search's questions ---- */

/* Makes the question the present one. What was thought to come next is another
 * one if the search was told to leave its step. */
static rd_future *arrive(rd_speculation *speculation,
                         const rd_question *question)
{
  rd_future *root = rd_futures_root(&speculation->futures);
  bool is_expected = root && (root->kind == RD_FUTURE_AWAITED ||
                              (root->kind == RD_FUTURE_ASKS &&
                               rd_key_is_same(root->key, question->key)));
  if (!is_expected) {
    drop_all(speculation);
    root = rd_futures_add(&speculation->futures, NULL, false);
  }
  if (root->kind == RD_FUTURE_AWAITED)
    note_question(speculation, root, question);
  root->is_asked = true;
  return root;
}

/* The search knows the answer: what follows from another one is dropped. A
 * scout that waits at the question goes along. */
static void leave(rd_speculation *speculation, rd_verdict verdict)
{
  rd_futures *futures = &speculation->futures;
  rd_future *root = rd_futures_root(futures);
  bool success = verdict == RD_INTERESTING;
  cancel(speculation, root);
  root->is_answered = true;
  root->verdict = verdict;
  prune(speculation);
  if (!root->next[success] && root->scout != RD_NONE)
    (void)grow(speculation, root, success, 0);
  release(speculation, rd_futures_advance(futures));
}

/* Room for the present question's test. */
static void make_room(rd_speculation *speculation)
{
  const rd_futures *futures = &speculation->futures;
  rd_future *least = NULL;
  if (speculation->flying < speculation->jobs)
    return;
  for (size_t i = 0; i < futures->list.size; i++)
    if (futures->list.data[i]->runs)
      least = futures->list.data[i];
  assert(least);
  least->is_dead = true;
  prune(speculation);
}

/* All that is done before the next verdict is waited for. */
static rd_status prepare(rd_speculation *speculation, rd_error *err)
{
  const rd_options *options = speculation->options;
  rd_status status;
  do
    status = go_ahead(speculation, err);
  while (status == RD_OK && !speculation->is_scout &&
         parse_ahead(speculation) && !speculation->is_scout);
  if (status == RD_OK && options->stop && *options->stop)
    return rd_fail(err, RD_ERR_STOPPED, "stopped");
  return status;
}

/* The verdict is that of another question's test, which was of use, then. */
static void use_twin(rd_speculation *speculation, const rd_future *root)
{
  const rd_futures *futures = &speculation->futures;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *twin = futures->list.data[i];
    if (twin->is_started && !twin->is_asked &&
        rd_key_is_same(twin->key, root->key)) {
      twin->is_asked = true;
      return;
    }
  }
  speculation->stats->unused--; /* it was dropped with its branch */
}

rd_status rd_speculation_ask(rd_verdict *out, rd_speculation *speculation,
                             const rd_question *question, rd_error *err)
{
  rd_future *root = arrive(speculation, question);
  rd_status status = RD_OK;
  if (!root->is_answered && !root->runs) {
    make_room(speculation);
    status = submit(speculation, root, question->text, question->size, err);
  }
  while (status == RD_OK && !root->is_answered) {
    status = prepare(speculation, err);
    if (speculation->is_scout) {
      *out = rd_speculation_follow(speculation, question);
      return RD_OK;
    }
    if (status == RD_OK)
      status = await_test(speculation, err);
  }
  if (status != RD_OK)
    return status;
  *out = root->verdict;
  if (!root->is_started)
    use_twin(speculation, root);
  leave(speculation, root->verdict);
  return RD_OK;
}

void rd_speculation_tell(rd_speculation *speculation,
                         const rd_question *question, rd_verdict verdict)
{
  rd_future *root = arrive(speculation, question);
  root->is_asked = false; /* a test of it is of no use */
  leave(speculation, verdict);
}

/* ---- in a scout ---- */

bool rd_speculation_is_scout(const rd_speculation *speculation)
{
  return speculation && speculation->is_scout;
}

rd_verdict rd_speculation_follow(rd_speculation *speculation,
                                 const rd_question *question)
{
  bool is_success;
  if (speculation->path.size) {
    is_success = speculation->path.data[--speculation->path.size];
  } else {
    rd_report report = { .kind = RD_SCOUT_ASKS,
                         .key = question->key,
                         .pass = question->pass,
                         .size = question->size };
    rd_scout_report(&speculation->self, &report, question->text);
    is_success = rd_scout_await(&speculation->self);
  }
  return is_success ? RD_INTERESTING : RD_UNINTERESTING;
}

void rd_speculation_halt(rd_speculation *speculation,
                         const rd_question *question)
{
  rd_report report = { .kind = RD_SCOUT_ENDS };
  if (question)
    report = (rd_report){ .kind = RD_SCOUT_PARSES,
                          .key = question->key,
                          .size = question->size };
  rd_scout_report(&speculation->self, &report,
                  question ? question->text : NULL);
  for (;;)
    (void)rd_scout_await(&speculation->self);
}

/* ---- life ---- */

rd_speculation *rd_speculation_new(const rd_oracle *oracle,
                                   const rd_options *options, unsigned jobs,
                                   size_t room, const rd_outlook *outlook,
                                   rd_stats *stats)
{
  rd_speculation *speculation = rd_alloc(1, sizeof *speculation);
  speculation->oracle = oracle;
  speculation->options = options;
  speculation->outlook = *outlook;
  speculation->stats = stats;
  speculation->jobs = jobs;
  speculation->room = room;
  speculation->post_count = 2 * jobs + 8;
  speculation->posts =
      rd_alloc(speculation->post_count, sizeof *speculation->posts);
  return speculation;
}

void rd_speculation_free(rd_speculation *speculation)
{
  if (!speculation)
    return;
  drop_all(speculation);
  for (uint32_t i = 0; i < speculation->post_count; i++)
    rd_scout_dispose(&speculation->posts[i].scout);
  rd_futures_dispose(&speculation->futures);
  RD_FREE(&speculation->path);
  free(speculation->posts);
  free(speculation);
}
