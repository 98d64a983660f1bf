/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Speculation: tests started ahead of a search that stays sequential (O1).
 *
 * While the search waits for a verdict, scouts (scout.h) continue as if it were
 * known, up to the next question, which they report; the questions form a tree
 * (future.h). Tests are started for the likeliest questions, as many as may be
 * in flight. When the verdict comes, the search itself arrives at the same next
 * question, whose test is running or has ended; the tests and scouts of the
 * other branch are dropped. So the questions and their order are those of one
 * job, and neither the number of jobs nor the timing of tests affects the
 * result. Windows of deltas whose successes are merged would make the result
 * depend on the window.
 *
 * A scout cannot continue where the search needs a new tree. The tree is then
 * made here, if the search is likely to need it, and another scout is sent
 * there. It needs all the trees on its way, but only the last few are kept:
 * with more on the way, each one remade would displace another, without end.
 *
 * Clocks and chance decide which tests are started. That does no harm: a
 * verdict is used only when the search asks for it.
 */
#include "speculate.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "ahead.h"

/* During a wait for scouts, tests are looked at so often. */
static const uint64_t look_us = 2000;

struct rd_speculation {
  const rd_oracle *oracle;
  const rd_options *options;
  rd_outlook outlook;
  rd_stats *stats;
  rd_pace pace;
  rd_scouting scouting;
};

/* ---- dropping ---- */

/* Twins of a dropped test can be tested themselves. */
static void part_twins(rd_speculation *speculation, rd_key key)
{
  const rd_futures *futures = &speculation->scouting.futures;
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
  speculation->pace.flying--;
  part_twins(speculation, future->key);
}

static void release(rd_speculation *speculation, rd_future *future)
{
  cancel(speculation, future);
  rd_scouting_dismiss(&speculation->scouting, future);
  if (future->is_started && !future->is_asked)
    speculation->stats->unused++;
  free(future);
}

static void prune(rd_speculation *speculation)
{
  rd_futures *futures = &speculation->scouting.futures;
  rd_futures_prune(futures);
  for (size_t i = 0; i < futures->dead.size; i++)
    release(speculation, futures->dead.data[i]);
  futures->dead.size = 0;
}

static void drop_all(rd_speculation *speculation)
{
  rd_future *root = rd_futures_root(&speculation->scouting.futures);
  if (root)
    root->is_dead = true;
  prune(speculation);
}

/* ---- scouts' reports ---- */

static void note_question(rd_speculation *speculation, rd_future *future,
                          const rd_question *question)
{
  const rd_futures *futures = &speculation->scouting.futures;
  future->kind = RD_FUTURE_ASKS;
  future->key = question->key;
  future->size = question->size;
  future->pass = question->pass;
  for (size_t i = 0; i < futures->list.size; i++) {
    const rd_future *other = futures->list.data[i];
    if (other == future || !rd_key_is_same(other->key, future->key))
      continue;
    future->has_twin = future->has_twin || other->runs;
    future->is_likely = future->is_likely || other->is_likely;
    if (other->is_answered) {
      future->is_answered = true;
      future->verdict = other->verdict;
    }
  }
}

static void note_report(rd_speculation *speculation, rd_future *future,
                        const rd_report *report)
{
  const rd_outlook *outlook = &speculation->outlook;
  rd_scouting *scouting = &speculation->scouting;
  /* The search was faster, or only the text was missing. */
  bool is_known = future->kind == RD_FUTURE_ASKS;
  rd_question question = { .text = rd_scouting_text(scouting, future),
                           .size = report->size,
                           .key = report->key,
                           .pass = report->pass,
                           .is_checked = report->is_checked };
  if (is_known) {
    future->is_missed = report->kind != RD_SCOUT_ASKS ||
                        !rd_key_is_same(report->key, future->key);
    if (future->is_missed)
      rd_scouting_dismiss(scouting, future);
  } else if (report->kind == RD_SCOUT_ASKS) {
    note_question(speculation, future, &question);
    future->is_foreseen = !future->is_answered &&
                          outlook->is_foreseen(outlook->payload, &question);
  } else if (report->kind == RD_SCOUT_PARSES) {
    future->kind = RD_FUTURE_PARSES;
    future->key = report->key;
    future->size = report->size;
  } else {
    future->kind = RD_FUTURE_ENDS;
    rd_scouting_dismiss(scouting, future);
  }
}

/* Takes the reports that have come, or else waits up to `wait_ms` for the
 * next. */
static void collect(rd_speculation *speculation, int wait_ms)
{
  rd_report report;
  rd_future *future;
  if (rd_scouting_await(&speculation->scouting, wait_ms))
    while ((future = rd_scouting_take(&report, &speculation->scouting))) {
      note_report(speculation, future, &report);
      speculation->pace.is_stuck = false; /* there may be more to go on from */
    }
  prune(speculation);
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
  speculation->pace.flying++;
  future->runs = future->is_started = true;
  future->begun_us = now_us();
  return RD_OK;
}

static void note_verdict(rd_speculation *speculation, rd_future *future,
                         rd_verdict verdict)
{
  const rd_futures *futures = &speculation->scouting.futures;
  double took = (double)(now_us() - future->begun_us);
  speculation->pace.test_us += (took - speculation->pace.test_us) / 8;
  speculation->pace.flying--;
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

/* The future whose test has the ticket, or NULL. */
static rd_future *find_ticket(const rd_speculation *speculation,
                              rd_ticket ticket)
{
  const rd_futures *futures = &speculation->scouting.futures;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (future->runs && future->ticket == ticket)
      return future;
  }
  return NULL;
}

/* What is only confirmed now will succeed: the search goes on from there while
 * it waits. */
static void note_likely(rd_speculation *speculation, rd_key key)
{
  const rd_futures *futures = &speculation->scouting.futures;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *same = futures->list.data[i];
    same->is_likely = same->is_likely || (same->kind == RD_FUTURE_ASKS &&
                                          rd_key_is_same(same->key, key));
  }
}

static rd_status take_verdict(rd_speculation *speculation, rd_error *err)
{
  const rd_oracle *oracle = speculation->oracle;
  rd_ticket ticket;
  rd_verdict verdict;
  rd_status status = oracle->wait(&ticket, &verdict, oracle->payload, err);
  if (status == RD_OK)
    status = rd_verdict_check(verdict, err);
  if (status != RD_OK)
    return status;
  rd_future *future = find_ticket(speculation, ticket);
  if (!future)
    return rd_fail(err, RD_ERR_INVALID,
                   "the oracle answered a question that was not asked");
  note_verdict(speculation, future, verdict);
  return RD_OK;
}

/* Are tests looked at while scouts are waited for? */
static bool looks(const rd_speculation *speculation)
{
  return speculation->oracle->look && speculation->pace.jobs > 1;
}

/* Takes what is new of a test, and with `waits` waits for that. *out: it was
 * something. */
static rd_status take_news(bool *out, rd_speculation *speculation, bool waits,
                           rd_error *err)
{
  const rd_oracle *oracle = speculation->oracle;
  rd_ticket ticket = 0;
  rd_news news = waits ? RD_NEWS_VERDICT : RD_NEWS_NONE;
  rd_status status = RD_OK;
  if (looks(speculation))
    status = oracle->look(&news, &ticket, waits, oracle->payload, err);
  *out = status == RD_OK && news != RD_NEWS_NONE;
  if (!*out)
    return status;
  if (news == RD_NEWS_VERDICT)
    return take_verdict(speculation, err);
  const rd_future *likely = find_ticket(speculation, ticket);
  if (likely)
    note_likely(speculation, likely->key);
  return RD_OK;
}

/* Does the present question have its answer? Takes all that is new. */
static rd_status take_all_news(bool *answered_out, rd_speculation *speculation,
                               rd_error *err)
{
  const rd_future *root = rd_futures_root(&speculation->scouting.futures);
  bool more = true;
  rd_status status = RD_OK;
  while (status == RD_OK && more && !root->is_answered)
    status = take_news(&more, speculation, false, err);
  *answered_out = root->is_answered;
  return status;
}

/* ---- planning ahead ---- */

/* A test of another question is to start soon, so the wait for scouts is only a
 * small part of a test's time. */
static uint64_t scouting_us(const rd_speculation *speculation)
{
  const double part = 0.125, least_us = 1000, most_us = 100 * 1000;
  double us = part * speculation->pace.test_us;
  return (uint64_t)(us < least_us ? least_us : us > most_us ? most_us : us);
}

/* Makes room for a test, if there is none. The lightest that runs may be tested
 * again later. */
static void make_room(rd_speculation *speculation)
{
  if (speculation->pace.flying < speculation->pace.jobs)
    return;
  const rd_futures *futures = &speculation->scouting.futures;
  rd_future *least = NULL;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (future->runs && (!least || future->weight <= least->weight))
      least = future;
  }
  assert(least);
  cancel(speculation, least);
  least->is_started = false;
  speculation->stats->unused++;
}

static rd_status test_ahead(rd_speculation *speculation, rd_future *future,
                            rd_error *err)
{
  const char *text = rd_scouting_text(&speculation->scouting, future);
  make_room(speculation);
  return submit(speculation, future, text, future->size, err);
}

static void send_ahead(rd_speculation *speculation, const rd_plan *plan)
{
  rd_scouting *scouting = &speculation->scouting;
  speculation->pace.is_stuck =
      !rd_scouting_grow(scouting, plan->from, plan->is_success, plan->growth);
  if (!scouting->is_scout)
    prune(speculation);
}

/* Does the next thing. *done_out: nothing is left to do, or this process is now
 * a scout. */
static rd_status take_step(bool *done_out, rd_speculation *speculation,
                           uint64_t until_us, rd_error *err)
{
  rd_plan plan = rd_ahead_plan(&speculation->scouting, &speculation->pace);
  rd_future *test = rd_ahead_test(&plan);
  uint64_t now = now_us();
  *done_out = false;
  if (test)
    return test_ahead(speculation, test, err);
  if (rd_ahead_awaits(&plan) && now < until_us) {
    uint64_t wait_us = until_us - now < look_us ? until_us - now : look_us;
    collect(speculation, (int)((wait_us + 999) / 1000));
    return RD_OK;
  }
  if (plan.is_short && plan.growth > 0) {
    send_ahead(speculation, &plan);
    *done_out = speculation->scouting.is_scout;
    return RD_OK;
  }
  if (plan.fits)
    return test_ahead(speculation, plan.test, err);
  *done_out = !plan.has_room || plan.hope <= 0 || !looks(speculation);
  if (!*done_out)
    collect(speculation, (int)(look_us / 1000));
  return RD_OK;
}

static rd_status go_ahead(rd_speculation *speculation, rd_error *err)
{
  uint64_t until_us = now_us() + scouting_us(speculation);
  bool done = false;
  rd_status status = RD_OK;
  speculation->pace.is_stuck = false;
  collect(speculation, 0);
  while (status == RD_OK && !done) {
    status = take_all_news(&done, speculation, err);
    if (status == RD_OK && !done)
      status = take_step(&done, speculation, until_us, err);
  }
  return status;
}

/* Makes the tree of a text that the search is likely to reach, and sends a
 * scout on from there. False: there is no such text. */
static bool parse_ahead(rd_speculation *speculation)
{
  const rd_outlook *outlook = &speculation->outlook;
  rd_scouting *scouting = &speculation->scouting;
  rd_future *future = rd_ahead_tree(scouting);
  const rd_future *root = rd_futures_root(&scouting->futures);
  if (!future || future->trees - root->trees >= outlook->trees_kept)
    return false;
  rd_question question = { .text = rd_scouting_text(scouting, future),
                           .size = future->size,
                           .key = future->key };
  bool is_parsed = outlook->parse(outlook->payload, &question);
  future->trees++;
  rd_scouting_dismiss(scouting, future);
  future->kind = is_parsed && rd_scouting_send(scouting, future)
                     ? RD_FUTURE_AWAITED
                     : RD_FUTURE_ENDS;
  if (!scouting->is_scout)
    prune(speculation);
  return true;
}

/* ---- the search's questions ---- */

/* Makes the question the present one. It differs from the expected one if the
 * search was told to leave its step. */
static rd_future *arrive(rd_speculation *speculation,
                         const rd_question *question)
{
  rd_future *root = rd_futures_root(&speculation->scouting.futures);
  bool is_expected = root && (root->kind == RD_FUTURE_AWAITED ||
                              (root->kind == RD_FUTURE_ASKS &&
                               rd_key_is_same(root->key, question->key)));
  if (!is_expected) {
    drop_all(speculation);
    root = rd_futures_add(&speculation->scouting.futures, NULL, false);
  }
  if (root->kind == RD_FUTURE_AWAITED)
    note_question(speculation, root, question);
  root->is_asked = true;
  return root;
}

/* The search knows the answer: the futures of other answers are dropped. A
 * scout that waits at the question goes along. */
static void leave(rd_speculation *speculation, rd_verdict verdict)
{
  rd_futures *futures = &speculation->scouting.futures;
  rd_future *root = rd_futures_root(futures);
  bool success = verdict == RD_INTERESTING;
  cancel(speculation, root);
  root->is_answered = true;
  root->verdict = verdict;
  prune(speculation);
  if (!root->next[success] && root->scout != RD_NONE)
    (void)rd_scouting_grow(&speculation->scouting, root, success, 0);
  release(speculation, rd_futures_advance(futures));
}

/* Does everything that comes before waiting for the next verdict. */
static rd_status prepare(rd_speculation *speculation, rd_error *err)
{
  const rd_options *options = speculation->options;
  rd_status status;
  do
    status = go_ahead(speculation, err);
  while (status == RD_OK && !speculation->scouting.is_scout &&
         !rd_futures_root(&speculation->scouting.futures)->is_answered &&
         parse_ahead(speculation) && !speculation->scouting.is_scout);
  if (status == RD_OK && options->stop && *options->stop)
    return rd_fail(err, RD_ERR_STOPPED, "stopped");
  return status;
}

/* Starts the next test before the search comes to its question. */
static rd_status begin_next(rd_speculation *speculation, rd_error *err)
{
  rd_plan plan = rd_ahead_plan(&speculation->scouting, &speculation->pace);
  rd_future *test = rd_ahead_test(&plan);
  return test ? test_ahead(speculation, test, err) : RD_OK;
}

/* The verdict came from another question's test, which thus was of use. */
static void use_twin(rd_speculation *speculation, const rd_future *root)
{
  const rd_futures *futures = &speculation->scouting.futures;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *twin = futures->list.data[i];
    if (twin->is_started && !twin->is_asked &&
        rd_key_is_same(twin->key, root->key)) {
      twin->is_asked = true;
      return;
    }
  }
  speculation->stats->unused--; /* its test was dropped with its branch */
}

rd_status rd_speculation_ask(rd_verdict *out, rd_speculation *speculation,
                             const rd_question *question, rd_error *err)
{
  rd_future *root = arrive(speculation, question);
  rd_status status = RD_OK;
  bool is_new;
  if (!root->is_answered && !root->runs) {
    rd_futures_weigh(&speculation->scouting.futures);
    make_room(speculation);
    status = submit(speculation, root, question->text, question->size, err);
  }
  while (status == RD_OK && !root->is_answered) {
    status = prepare(speculation, err);
    if (speculation->scouting.is_scout) {
      *out = rd_scouting_follow(&speculation->scouting, question);
      return RD_OK;
    }
    if (status == RD_OK && !root->is_answered)
      status = take_news(&is_new, speculation, true, err);
  }
  if (status != RD_OK)
    return status;
  *out = root->verdict;
  if (!root->is_started)
    use_twin(speculation, root);
  leave(speculation, root->verdict);
  return begin_next(speculation, err);
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
  return speculation && speculation->scouting.is_scout;
}

rd_verdict rd_speculation_follow(rd_speculation *speculation,
                                 const rd_question *question)
{
  return rd_scouting_follow(&speculation->scouting, question);
}

void rd_speculation_halt(rd_speculation *speculation,
                         const rd_question *question)
{
  rd_scouting_halt(&speculation->scouting, question);
}

/* ---- life ---- */

rd_speculation *rd_speculation_new(const rd_oracle *oracle,
                                   const rd_options *options, unsigned jobs,
                                   size_t room, const rd_outlook *outlook,
                                   rd_stats *stats)
{
  rd_speculation *speculation = mem_alloc(1, sizeof *speculation);
  speculation->oracle = oracle;
  speculation->options = options;
  speculation->outlook = *outlook;
  speculation->stats = stats;
  speculation->pace.jobs = jobs;
  rd_scouting_init(&speculation->scouting, 2 * jobs + 8, room);
  /* One job looks at one question, which is hardly worth a fork. */
  speculation->scouting.copies = speculation->scouting.copies && jobs > 1;
  return speculation;
}

void rd_speculation_free(rd_speculation *speculation)
{
  if (!speculation)
    return;
  drop_all(speculation);
  rd_scouting_dispose(&speculation->scouting);
  free(speculation);
}
