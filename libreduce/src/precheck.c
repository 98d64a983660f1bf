/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether to trust foresight, which predicts before a test that the text is
 * invalid: it has more errors than the text that it was made from, or an error
 * of a kind that the other lacks. The comparison is not with the original: an
 * error that foresight misreads there would permit as many errors in any later
 * text, long after its cause was removed. The count alone fails for a text with
 * an error that only foresight sees: broken syntax hides that error and is
 * itself one.
 *
 * Foresight is used only where it pays: when, judging by recent texts of the
 * same pass, the tests saved cost more than the checks. Both costs are fixed
 * functions of the text's size, not times, so nothing depends on clocks. A pass
 * without history counts as one that pays. Where a test is several builds, checks
 * always pay (is_cheap).
 *
 * All decisions follow from the answers in their order, never from work done
 * ahead. So the answers in the log, with those of the checks, reproduce them.
 *
 * Where the oracle calls no text invalid, as with a script, a rejection counts as
 * right unless the text is interesting, and only the checks say how many texts of a
 * pass are invalid.
 *
 * A text that the caller *refuses*, whatever a compiler says, needs no trust.
 *
 * Where the base itself has errors, a guess hardly ever adds one: most lose one,
 * since what breaks the syntax hides what comes after it. A compiler that dies
 * of an error needs that error, so a kind of errors counts as *needed* once
 * enough guesses that lost it have failed. By the time that steps guess, all
 * others have tried to do without it.
 */
#include "precheck.h"

#include <stdlib.h>
#include <string.h>

enum {
  RECENT = 64,          /* about how many recent texts count */
  FIRST_INVALID = 6,    /* the initial assumption about a pass: so many */
  FIRST_ALL = 16,       /* of so many texts are invalid */
  FEW = 32,             /* too few checks to draw a conclusion */
  PROBATION = 4,        /* rejections that must be right */
  HABIT_PROBATION = 12, /* the same for habits */
  JUDGED_FEW = 40,      /* too few rejections to condemn it */
  SHARE = 4,            /* one in so many may fail otherwise */
  MOST_LOST = 2,        /* interesting texts rejected */
  FIRST_SAMPLE = 8,     /* one of so many rejected texts is tested */
  LAST_SAMPLE = 64,
  FIRST_REST = 64, /* texts that are not checked when checks did not pay */
  LAST_REST = 4096,
  NEEDED = 12, /* guesses that failed without a kind of errors; none did not */
  KINDS = 16,  /* bits of rd_diagnostics.kinds */
  MOST_ERRORS = 0x7f, /* per diagnostics, of habits and of the others */
  REFUSED_BIT = 23
};

/* A share that forgets old counts. */
struct share {
  uint32_t hits, all;
};

/* The history of a pass. */
struct record {
  const char *pass;
  struct share invalid;  /* of all its texts */
  struct share rejected; /* of those checked */
  uint32_t rest, until_rested;
};

/* The trust in one kind of errors. A missing declaration is an error for every
 * compiler (firm); a habit of old code is one for some; a name may be defined elsewhere.
 * So the three are trusted separately, each by its own counts.
 *
 * First foresight is on probation, for habits longer: the texts that it rejects
 * are tested all the same. Once it was right often enough it is believed, and
 * only a shrinking sample of its rejections is tested. A rejected text that is
 * interesting is a lost step: the first puts foresight on probation again, the
 * second switches it off. A rejected text that fails without being invalid is
 * no loss, and often the judge, which was not asked, would have rejected it
 * too; but many of them mean that foresight and the judge disagree. */
struct trust {
  uint32_t probation;
  uint32_t judged;    /* rejections that were tested */
  uint32_t otherwise; /* of those: failed, but not as invalid */
  uint32_t lost;
  uint32_t sample;  /* one in so many rejected texts is tested */
  uint32_t undrawn; /* rejected since the last one in the sample */
};

/* Set in all names, so that they differ from a withdrawn answer. */
#define NAMES_BIT (UINT32_C(1) << 31)

struct rd_precheck {
  rd_foresight foresight;
  rd_log *log;
  rd_stats *stats;
  rd_cache *checked; /* diagnostics in their form for the log */
  rd_diagnostics base;
  ARRAY(struct record) records;
  struct trust firm, habit, name;
  uint32_t missed[KINDS]; /* guesses in a row that failed without that kind */
};

rd_precheck *rd_precheck_new(const rd_foresight *foresight, rd_log *log,
                             rd_stats *stats)
{
  rd_precheck *precheck = mem_alloc(1, sizeof *precheck);
  precheck->foresight = *foresight;
  precheck->log = log;
  precheck->stats = stats;
  precheck->checked = rd_cache_new((size_t)1024 * 1024);
  precheck->firm =
      (struct trust){ .probation =
                          foresight->is_unjudged ? HABIT_PROBATION : PROBATION,
                      .sample = FIRST_SAMPLE };
  precheck->habit =
      (struct trust){ .probation = HABIT_PROBATION, .sample = FIRST_SAMPLE };
  precheck->name =
      (struct trust){ .probation = PROBATION, .sample = FIRST_SAMPLE };
  return precheck;
}

void rd_precheck_free(rd_precheck *precheck)
{
  if (!precheck)
    return;
  rd_cache_free(precheck->checked);
  free(precheck->records.data);
  free(precheck);
}

static void count(struct share *share, bool hit)
{
  share->hits += hit;
  if (++share->all < 2 * RECENT)
    return;
  share->hits /= 2;
  share->all /= 2;
}

static struct record new_record(const char *pass)
{
  return (struct record){ .pass = pass,
                          .invalid = { FIRST_INVALID, FIRST_ALL },
                          .rest = FIRST_REST };
}

/* NULL: the pass has no record yet. */
static struct record *find_record(const rd_precheck *precheck, const char *pass)
{
  for (size_t i = 0; i < precheck->records.size; i++)
    if (strcmp(precheck->records.data[i].pass, pass) == 0)
      return &precheck->records.data[i];
  return NULL;
}

static struct record *record_of(rd_precheck *precheck,
                                const rd_question *question)
{
  const char *pass = question->pass ? question->pass : "";
  struct record *record = find_record(precheck, pass);
  if (record)
    return record;
  ARRAY_PUSH(&precheck->records, new_record(pass));
  return &precheck->records.data[precheck->records.size - 1];
}

/* ---- does it pay? ---- */

/* In us, as measured: libclang parses a tiny text in 1.1 ms and 723 KB in 106
 * ms. A compiler takes at least 8 ms to its first error, and about half of its
 * 0.9 us a byte if it stops in the front end. */
static uint64_t check_cost(size_t size)
{
  return 1100 + size * 3 / 20;
}

static uint64_t test_cost(size_t size)
{
  return 8000 + size * 9 / 20;
}

static bool pays(struct share share, size_t size)
{
  return share.hits * test_cost(size) > share.all * check_cost(size);
}

static bool is_off(const struct trust *trust)
{
  return trust->lost >= MOST_LOST || (trust->judged >= JUDGED_FEW &&
                                      trust->otherwise * SHARE > trust->judged);
}

static bool is_worth_it(const rd_precheck *precheck,
                        const rd_question *question)
{
  const char *pass = question->pass ? question->pass : "";
  const struct record *known = find_record(precheck, pass);
  struct record record = known ? *known : new_record(pass);
  return !is_off(&precheck->firm) &&
         (precheck->foresight.is_cheap ||
          (record.until_rested == 0 && pays(record.invalid, question->size)));
}

/* Pauses checks that find little, each time for longer. */
static void rest(struct record *record, size_t size)
{
  if (record->rejected.all < FEW || pays(record->rejected, size))
    return;
  record->rejected = (struct share){ 0 };
  record->until_rested = record->rest;
  if (record->rest < LAST_REST)
    record->rest *= 2;
}

/* ---- is it right? ---- */

static bool is_trusted(const struct trust *trust)
{
  return trust->judged >= trust->probation &&
         trust->otherwise * SHARE <= trust->judged;
}

/* Is this rejected text in the sample? */
static bool draw(struct trust *trust)
{
  if (++trust->undrawn < trust->sample)
    return false;
  trust->undrawn = 0;
  if (trust->sample < LAST_SAMPLE)
    trust->sample *= 2;
  return true;
}

static uint32_t firm_errors(rd_diagnostics diagnostics)
{
  return diagnostics.errors - diagnostics.habits;
}

static bool has_new_kind(rd_diagnostics diagnostics, rd_diagnostics base)
{
  return diagnostics.kinds & ~base.kinds;
}

static bool has_new_name(rd_diagnostics diagnostics, rd_diagnostics base)
{
  return diagnostics.names & ~base.names;
}

/* The kind of errors that there are too many of; NULL: neither. */
static struct trust *trust_of(rd_precheck *precheck, rd_diagnostics diagnostics)
{
  rd_diagnostics base = precheck->base;
  if (firm_errors(diagnostics) > firm_errors(base) ||
      has_new_kind(diagnostics, base))
    return &precheck->firm;
  if (diagnostics.errors > base.errors && !is_off(&precheck->habit))
    return &precheck->habit;
  if (has_new_name(diagnostics, base) && !is_off(&precheck->name))
    return &precheck->name;
  return NULL;
}

static void learn_verdict(rd_precheck *precheck, struct trust *trust,
                          bool invalid, rd_verdict verdict)
{
  trust->judged++;
  if (invalid)
    return;
  precheck->stats->misjudged++;
  if (verdict != RD_INTERESTING) {
    trust->otherwise++;
    return;
  }
  trust->lost++;
  trust->judged = trust->otherwise = trust->undrawn = 0;
  trust->sample = FIRST_SAMPLE;
}

/* Where no judge says which texts are invalid, those that foresight rejects
 * are, unless they are interesting. */
static bool is_invalid(const rd_precheck *precheck, rd_prospect prospect,
                       rd_verdict verdict)
{
  bool rejected = prospect != RD_UNCHECKED && prospect != RD_PASSED;
  if (precheck->foresight.is_unjudged && rejected)
    return verdict != RD_INTERESTING;
  return verdict == RD_INVALID || verdict == RD_OVERRULED;
}

/* ---- asking ---- */

/* From the top: firm errors, whether it is refused, habits, kinds. */
static uint32_t pack(rd_diagnostics diagnostics)
{
  return firm_errors(diagnostics) << 24 |
         (uint32_t)diagnostics.is_refused << REFUSED_BIT |
         diagnostics.habits << 16 | diagnostics.kinds;
}

static rd_diagnostics unpack(uint32_t answer)
{
  uint32_t habits = answer >> 16 & MOST_ERRORS;
  return (rd_diagnostics){ .errors = (answer >> 24) + habits,
                           .habits = habits,
                           .is_refused = answer >> REFUSED_BIT & 1,
                           .kinds = (uint16_t)answer };
}

static uint32_t at_most(uint32_t count, uint32_t most)
{
  return count < most ? count : most;
}

/* Clamps to the range that can be packed. */
static void limit(rd_diagnostics *diagnostics)
{
  uint32_t habits = at_most(diagnostics->habits, diagnostics->errors);
  uint32_t firm = at_most(diagnostics->errors - habits, MOST_ERRORS);
  diagnostics->habits = at_most(habits, MOST_ERRORS);
  diagnostics->errors = firm + diagnostics->habits;
  if (!firm)
    diagnostics->kinds = 0;
  diagnostics->names |= diagnostics->names ? NAMES_BIT : 0;
}

/* That of the names of a text beside that of its other diagnostics. */
static rd_key names_key(rd_key key)
{
  return (rd_key){ .low = key.high, .high = key.low };
}

/* The answer from the log or an earlier question; false: none. */
static bool recall(rd_diagnostics *out, const rd_precheck *precheck,
                   const rd_question *question)
{
  uint32_t answer, names = 0;
  rd_verdict cached;
  if (precheck->log && rd_log_find(&answer, precheck->log, RD_LOG_CHECK,
                                   question->text, question->size)) {
    *out = unpack(answer);
    if (rd_log_find(&names, precheck->log, RD_LOG_NAMES, question->text,
                    question->size))
      out->names = names;
    return true;
  }
  if (!rd_cache_find(&cached, precheck->checked, question->key))
    return false;
  *out = unpack((uint32_t)cached);
  if (rd_cache_find(&cached, precheck->checked, names_key(question->key)))
    out->names = (uint32_t)cached;
  return true;
}

static rd_status check(rd_diagnostics *out, const rd_precheck *precheck,
                       const rd_question *question, rd_error *err)
{
  const rd_foresight *foresight = &precheck->foresight;
  if (recall(out, precheck, question))
    return RD_OK;
  *out = (rd_diagnostics){ 0 };
  rd_status status = foresight->check(out, foresight->payload, question->text,
                                      question->size, err);
  if (status != RD_OK)
    return status;
  limit(out);
  rd_cache_add(precheck->checked, question->key, (rd_verdict)pack(*out));
  if (out->names)
    rd_cache_add(precheck->checked, names_key(question->key),
                 (rd_verdict)out->names);
  if (precheck->log && out->names)
    rd_log_add(precheck->log, RD_LOG_NAMES, question->text, question->size,
               out->names);
  if (precheck->log)
    rd_log_add(precheck->log, RD_LOG_CHECK, question->text, question->size,
               pack(*out));
  return RD_OK;
}

/* The kinds of errors that a text made from the base has lost. */
static uint16_t lost_kinds(const rd_precheck *precheck,
                           rd_diagnostics diagnostics)
{
  return (uint16_t)(precheck->base.kinds & ~diagnostics.kinds);
}

static bool lacks_needed(const rd_precheck *precheck,
                         rd_diagnostics diagnostics)
{
  uint16_t lost = lost_kinds(precheck, diagnostics);
  for (uint32_t i = 0; i < KINDS; i++)
    if ((lost >> i & 1) && precheck->missed[i] >= NEEDED)
      return true;
  return false;
}

/* Would a test of this guess be wasted, assuming that foresight is right? */
static bool is_worse(const rd_precheck *precheck, rd_diagnostics diagnostics)
{
  return diagnostics.is_refused || diagnostics.errors > precheck->base.errors ||
         has_new_kind(diagnostics, precheck->base) ||
         has_new_name(diagnostics, precheck->base) ||
         lacks_needed(precheck, diagnostics);
}

/* Decides what to do with a text that has these diagnostics.
 *
 * Some passes guess, and most of their candidates are invalid and not worth a
 * test. Their questions (is_checked) are always checked and rejected texts
 * never tested. Only what they say of needed errors is learned from them, because
 * they differ from other passes' texts. Nothing from a refusal, which is no
 * guess. */
static rd_prospect judge(rd_precheck *precheck, const rd_question *question,
                         rd_diagnostics diagnostics)
{
  if (question->is_checked)
    return is_worse(precheck, diagnostics) ? RD_FORESEEN : RD_PASSED;
  if (diagnostics.is_refused) {
    count(&record_of(precheck, question)->rejected, true);
    return RD_FORESEEN;
  }
  struct trust *trust = trust_of(precheck, diagnostics);
  struct record *record = record_of(precheck, question);
  count(&record->rejected, trust != NULL);
  rest(record, question->size);
  if (!trust)
    return RD_PASSED;
  if (is_trusted(trust) && !draw(trust))
    return RD_FORESEEN;
  return trust == &precheck->firm    ? RD_REJECTED
         : trust == &precheck->habit ? RD_DOUBTED
                                     : RD_UNNAMED;
}

rd_status rd_precheck_ask(rd_prospect *out, rd_precheck *precheck,
                          const rd_question *question, const rd_question *base,
                          rd_error *err)
{
  rd_diagnostics diagnostics;
  *out = RD_UNCHECKED;
  if (!question->is_checked && !is_worth_it(precheck, question))
    return RD_OK;
  rd_status status = check(&precheck->base, precheck, base, err);
  if (status == RD_OK)
    status = check(&diagnostics, precheck, question, err);
  if (status != RD_OK)
    return status;
  precheck->stats->checks++;
  *out = judge(precheck, question, diagnostics);
  precheck->stats->foreseen += *out == RD_FORESEEN;
  return RD_OK;
}

/* ---- learning ---- */

static void learn_guess(rd_precheck *precheck, const rd_question *question,
                        rd_verdict verdict)
{
  rd_diagnostics diagnostics;
  if (!recall(&diagnostics, precheck, question))
    return;
  uint16_t lost = lost_kinds(precheck, diagnostics);
  for (uint32_t i = 0; i < KINDS; i++)
    if (lost >> i & 1)
      precheck->missed[i] =
          verdict == RD_INTERESTING ? 0 : precheck->missed[i] + 1;
}

void rd_precheck_learn(rd_precheck *precheck, const rd_question *question,
                       rd_prospect prospect, rd_verdict verdict)
{
  if (question->is_checked) {
    if (prospect == RD_PASSED)
      learn_guess(precheck, question, verdict);
    return;
  }
  bool invalid = is_invalid(precheck, prospect, verdict);
  struct record *record = record_of(precheck, question);
  if (!precheck->foresight.is_unjudged) /* else only checks find out */
    count(&record->invalid, invalid);
  if (record->until_rested)
    record->until_rested--;
  if (prospect == RD_REJECTED)
    learn_verdict(precheck, &precheck->firm, invalid, verdict);
  if (prospect == RD_DOUBTED)
    learn_verdict(precheck, &precheck->habit, invalid, verdict);
  if (prospect == RD_UNNAMED)
    learn_verdict(precheck, &precheck->name, invalid, verdict);
}

bool rd_precheck_expects(rd_precheck *precheck, const rd_question *question)
{
  rd_diagnostics diagnostics;
  if ((!question->is_checked && !is_worth_it(precheck, question)) ||
      check(&diagnostics, precheck, question, NULL) != RD_OK)
    return false;
  if (question->is_checked || diagnostics.is_refused)
    return is_worse(precheck, diagnostics);
  const struct trust *trust = trust_of(precheck, diagnostics);
  return trust && is_trusted(trust);
}
