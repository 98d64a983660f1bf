/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A property is *monotone* if a text without it has no part that has it (Zeller and
 * Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002, where ddmin
 * relies on it too). Most crashes nearly are: where a valid text has lost the crash, a
 * part of that text has it in one case of two hundred. So such parts are not tested
 * before the last round, which tries everything. That saves two fifths of the tests that
 * would fail: they repeat a failed removal in a smaller text, or within a larger one.
 *
 * A *part* is a subsequence of tokens, here of words and marks, and has fewer of them:
 * a text that differs in layout only is another question. What failed because something
 * in it was replaced says nothing of its parts without that, which removals alone could
 * have made. Nor may the caller teach what an invalid text did: it may lack only what
 * its part does not need.
 *
 * Trust is earned: the first texts that should fail are tested, then a shrinking
 * sample. What contradicts an interesting text is forgotten, and after a few
 * contradictions the property counts as not monotone.
 */
#include "monotony.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "joint.h"

/* Expected failures that are tested, at first and after one was wrong; then one of so
 * many is. */
enum { PROBATION = 4, FIRST_SAMPLE = 8, LAST_SAMPLE = 64 };
enum { MOST_WRONG = 4 };

/* Of all failed texts; and how many times as large as the present text one may be. */
enum { MOST_TOKENS = 1 << 19, MOST_TIMES = 16 };

/* Counts of tokens tell most texts apart. */
enum { BUCKETS = 64 };

/* A text as hashes of its tokens. */
struct sequence {
  uint32_t *tokens;
  size_t count;
  bool is_removal;           /* a part of the text that it was made from */
  uint32_t buckets[BUCKETS]; /* tokens by hash */
};

struct rd_monotony {
  ARRAY(struct sequence)
  failed;               /* the oldest first; none follows from another */
  size_t stored;        /* tokens of all */
  struct sequence base; /* what texts are made from */
  uint64_t base_hash;
  uint32_t probation, wrong, sample, undrawn;
};

rd_monotony *rd_monotony_new(void)
{
  rd_monotony *monotony = mem_alloc(1, sizeof *monotony);
  monotony->probation = PROBATION;
  monotony->sample = FIRST_SAMPLE;
  return monotony;
}

void rd_monotony_free(rd_monotony *monotony)
{
  if (!monotony)
    return;
  for (size_t i = 0; i < monotony->failed.size; i++)
    free(monotony->failed.data[i].tokens);
  ARRAY_FREE(&monotony->failed);
  free(monotony->base.tokens);
  free(monotony);
}

/* ---- parts ---- */

/* Owner of the tokens: caller, free(). */
static struct sequence split(const char *text, size_t size)
{
  struct sequence out = { .tokens = mem_alloc(size + 1, sizeof *out.tokens) };
  for (size_t i = 0, end; i < size; i = end) {
    for (end = i + 1;
         rd_is_word(text[i]) && end < size && rd_is_word(text[end]);)
      end++;
    if (rd_is_space(text[i]))
      continue;
    uint32_t token = (uint32_t)hash_bytes(text + i, end - i);
    out.tokens[out.count++] = token;
    out.buckets[token % BUCKETS]++;
  }
  return out;
}

static bool is_part(const struct sequence *part, const struct sequence *whole)
{
  if (part->count >= whole->count)
    return false;
  for (size_t i = 0; i < BUCKETS; i++)
    if (part->buckets[i] > whole->buckets[i])
      return false;
  size_t found = 0;
  for (size_t i = 0;
       found < part->count && part->count - found <= whole->count - i; i++)
    found += part->tokens[found] == whole->tokens[i];
  return found == part->count;
}

static bool is_same(const struct sequence *a, const struct sequence *b)
{
  return a->count == b->count &&
         memcmp(a->tokens, b->tokens, a->count * sizeof *a->tokens) == 0;
}

/* Does the text fail because the other did? */
static bool follows(const struct sequence *text, const struct sequence *failed)
{
  return (failed->is_removal || !text->is_removal) && is_part(text, failed);
}

static bool is_known(const rd_monotony *monotony, const struct sequence *text)
{
  for (size_t i = monotony->failed.size; i-- > 0;)
    if (follows(text, &monotony->failed.data[i]))
      return true;
  return false;
}

/* ---- what failed ---- */

static void forget(rd_monotony *monotony, size_t at)
{
  struct sequence *failed = &monotony->failed.data[at];
  monotony->stored -= failed->count;
  free(failed->tokens);
  memmove(failed, failed + 1, (--monotony->failed.size - at) * sizeof *failed);
}

static void learn_failure(rd_monotony *monotony, struct sequence text)
{
  for (size_t i = monotony->failed.size; i-- > 0;)
    if (follows(&monotony->failed.data[i], &text))
      forget(monotony, i);
  text.tokens = mem_resize(text.tokens, text.count + 1, sizeof *text.tokens);
  ARRAY_PUSH(&monotony->failed, text);
  monotony->stored += text.count;
  while (monotony->stored > MOST_TOKENS)
    forget(monotony, 0);
}

static void learn_success(rd_monotony *monotony, const struct sequence *text)
{
  size_t before = monotony->failed.size;
  for (size_t i = before; i-- > 0;)
    if (follows(text, &monotony->failed.data[i]))
      forget(monotony, i);
  if (monotony->failed.size == before)
    return;
  monotony->wrong++;
  monotony->probation = PROBATION;
  monotony->sample = FIRST_SAMPLE;
  monotony->undrawn = 0;
}

/* ---- questions ---- */

/* Forgets what is much larger than the base: that failed for want of something. */
static void forget_large(rd_monotony *monotony)
{
  for (size_t i = monotony->failed.size; i-- > 0;)
    if (monotony->failed.data[i].count / MOST_TIMES > monotony->base.count)
      forget(monotony, i);
}

static void set_base(rd_monotony *monotony, const textbuf *base)
{
  uint64_t hash = hash_bytes(base->data, base->size);
  if (hash == monotony->base_hash)
    return;
  free(monotony->base.tokens);
  monotony->base = split(base->data, base->size);
  monotony->base_hash = hash;
  forget_large(monotony);
}

/* Owner of the tokens: caller, free(). */
static struct sequence split_made(rd_monotony *monotony, const char *text,
                                  size_t size, const textbuf *base)
{
  struct sequence made = split(text, size);
  set_base(monotony, base);
  made.is_removal = is_part(&made, &monotony->base);
  return made;
}

static bool is_off(const rd_monotony *monotony)
{
  return monotony->wrong >= MOST_WRONG;
}

/* Is this text, which should fail, to be tested all the same? */
static bool draw(rd_monotony *monotony)
{
  if (monotony->probation) {
    monotony->probation--;
    return true;
  }
  if (++monotony->undrawn < monotony->sample)
    return false;
  monotony->undrawn = 0;
  if (monotony->sample < LAST_SAMPLE)
    monotony->sample *= 2;
  return true;
}

bool rd_monotony_knows(rd_monotony *monotony, const char *text, size_t size,
                       const textbuf *base)
{
  if (is_off(monotony) || monotony->failed.size == 0)
    return false;
  struct sequence asked = split_made(monotony, text, size, base);
  bool knows = is_known(monotony, &asked);
  free(asked.tokens);
  return knows;
}

bool rd_monotony_expects(rd_monotony *monotony, const char *text, size_t size,
                         const textbuf *base)
{
  return rd_monotony_knows(monotony, text, size, base) && !draw(monotony);
}

void rd_monotony_learn(rd_monotony *monotony, const char *text, size_t size,
                       const textbuf *base, rd_verdict verdict)
{
  if (is_off(monotony) ||
      (verdict != RD_INTERESTING && verdict != RD_UNINTERESTING))
    return;
  struct sequence judged = split_made(monotony, text, size, base);
  /* What has the base as a part, which is interesting, says nothing of others. */
  bool is_new =
      !is_same(&judged, &monotony->base) && !is_part(&monotony->base, &judged);
  if (verdict == RD_INTERESTING)
    learn_success(monotony, &judged);
  if (verdict == RD_UNINTERESTING && is_new && !is_known(monotony, &judged))
    learn_failure(monotony, judged);
  else
    free(judged.tokens);
}
