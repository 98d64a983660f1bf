/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Buckets and bugs.
 *
 * A *bucket* has the inputs that show one signature in one version of a
 * compiler. Signatures err both ways, and reductions show it:
 *
 * - An input that is reduced to a text which shows another signature moves to the
 *   bucket of that one: the bucket is split. Others of the bucket take its turn,
 *   LOST_MOST of them.
 * - Buckets of the same compiler are merged into one *bug* if they end as the
 *   same text (with canonical names, so that names do not matter), or in the same
 *   place, where the messages differ only in what the compiler was doing.
 *
 * All of it is computed anew from what the runs and the reductions showed. No
 * step depends on the order in which they ended: an input counts for a bucket
 * that it moved to only if that one has no inputs of its own, because those have
 * a turn anyway. So a campaign on one processor, on many, and one that was killed
 * come to the same bugs.
 */
#include "campaign/bugs.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/utf8.h"
#include "watch/bundle.h"

/* As many reductions of a bucket may fail or move, before it is left alone. */
enum { LOST_MOST = 3 };

/* ---- buckets ---- */

/* Was it reduced, and what it became been looked at? */
static bool is_reduced(const input *of)
{
  return of->reduction == REDUCTION_DONE && of->became.signature;
}

static bool has_failed(const input *of)
{
  return of->reduction == REDUCTION_FAILED || of->reduction == REDUCTION_BROKEN;
}

/* The crash by which the input is sorted. */
static const crash *crash_of(const input *of)
{
  return is_reduced(of) ? &of->became : &of->crash;
}

static bool has_moved(const input *of)
{
  return is_reduced(of) &&
         strcmp(of->became.signature, of->crash.signature) != 0;
}

/* The bucket of that crash, which may be new; lent until the next call. */
static bucket *find_bucket(bugs *self, map *by_key, const crash *what,
                           const char *compiler, const strings *known)
{
  char *id = bundle_id(what->signature, compiler);
  uint64_t key = hash_bytes(id, strlen(id));
  uint32_t at = map_find(by_key, key);
  if (at != MAP_NONE) {
    free(id);
    return &self->buckets[at];
  }
  map_put(by_key, key, (uint32_t)self->bucket_count);
  bucket one = { .id = id,
                 .signature = what->signature,
                 .place = what->place,
                 .compiler = compiler,
                 .is_known = strings_has(known, what->signature) };
  LIST_PUSH(self->buckets, self->bucket_count, one);
  return &self->buckets[self->bucket_count - 1];
}

/* Puts the input in the bucket where it belongs by now. */
static void put(bucket *into, const input *what, uint32_t at)
{
  LIST_PUSH(into->inputs, into->count, at);
  if (is_reduced(what))
    LIST_PUSH(into->reduced, into->reduced_count, at);
  if (has_moved(what))
    strings_take(&into->moved,
                 mem_format("%s shows %s; what it was reduced to shows this",
                            what->key, what->crash.signature));
}

static void sort_inputs(bugs *self, const campaign *of, const strings *known)
{
  map by_key = { 0 };
  for (size_t i = 0; i < of->count; i++) {
    const input *each = &of->inputs[i];
    self->waiting += each->state == INPUT_NEW;
    self->fine += each->state == INPUT_FINE;
    self->late += each->state == INPUT_FINE && each->is_late;
    self->broken += each->state == INPUT_BROKEN;
    self->crashing += each->state == INPUT_CRASHES;
    if (each->state != INPUT_CRASHES)
      continue;
    bucket *own =
        find_bucket(self, &by_key, &each->crash, each->compiler, known);
    LIST_PUSH(own->own, own->own_count, (uint32_t)i);
    put(find_bucket(self, &by_key, crash_of(each), each->compiler, known), each,
        (uint32_t)i);
  }
  map_free(&by_key);
}

/* ---- what to reduce ---- */

uint64_t input_cost(const input *of)
{
  /* A reduction makes the more tests the larger a text is, and each takes the
   * time of a run. The time is in coarse steps, since it is not the same twice.
   * A place that is named saves most of the tests of a large text. */
  enum { STEP_MS = 1000, STEP = 4, UNNAMED = 4 };
  uint64_t cost = of->bytes ? of->bytes : 1;
  for (uint64_t ms = STEP_MS; of->cpu_ms > ms && cost < UINT64_MAX / 64;
       ms *= STEP)
    cost *= STEP;
  return of->has_site ? cost : cost * UNNAMED;
}

/* Is `a` to be reduced rather than `b`? */
static bool is_cheaper(const campaign *of, uint32_t a, uint32_t b)
{
  const input *one = &of->inputs[a], *other = &of->inputs[b];
  uint64_t cost = input_cost(one), than = input_cost(other);
  return cost != than ? cost < than : strcmp(one->key, other->key) < 0;
}

/* Counts the reductions of a bucket's own inputs. */
typedef struct tally {
  size_t kept, lost, running;
  uint32_t next; /* the cheapest input that was not tried; BUG_NONE */
} tally;

static tally count_reductions(const bucket *self, const campaign *of)
{
  tally out = { .next = BUG_NONE };
  for (size_t i = 0; i < self->own_count; i++) {
    const input *each = &of->inputs[self->own[i]];
    out.running += each->is_running;
    out.lost += has_failed(each) || has_moved(each);
    out.kept += each->reduction == REDUCTION_DONE && !has_moved(each);
    if (!each->is_running && each->reduction == REDUCTION_NONE &&
        (out.next == BUG_NONE || is_cheaper(of, self->own[i], out.next)))
      out.next = self->own[i];
  }
  return out;
}

/* How many more reductions of the bucket are to begin. */
static size_t wanted(const bucket *self, const campaign *of, size_t each)
{
  tally now = count_reductions(self, of);
  size_t tried = now.kept + now.lost + now.running;
  size_t left = self->own_count - tried;
  if (self->is_known || now.lost >= LOST_MOST || now.kept + now.running >= each)
    return 0;
  size_t more = each - now.kept - now.running;
  return more < left ? more : left;
}

uint32_t bugs_next(const bugs *self, const campaign *of, size_t each)
{
  const bucket *most = NULL;
  for (size_t i = 0; i < self->bucket_count; i++) {
    const bucket *it = &self->buckets[i];
    if ((!most || it->own_count > most->own_count) && wanted(it, of, each))
      most = it;
  }
  return most ? count_reductions(most, of).next : BUG_NONE;
}

size_t bugs_left(const bugs *self, const campaign *of, size_t each)
{
  size_t left = 0;
  for (size_t i = 0; i < self->bucket_count; i++)
    left += wanted(&self->buckets[i], of, each) +
            count_reductions(&self->buckets[i], of).running;
  return left;
}

/* ---- merging ---- */

/* The input of the bucket with the smallest reduced text, or BUG_NONE. */
static uint32_t best_of(const bucket *self, const campaign *of)
{
  uint32_t best = BUG_NONE;
  for (size_t i = 0; i < self->reduced_count; i++) {
    const input *each = &of->inputs[self->reduced[i]],
                *than = best == BUG_NONE ? NULL : &of->inputs[best];
    if (!than || each->reduced_bytes < than->reduced_bytes ||
        (each->reduced_bytes == than->reduced_bytes &&
         strcmp(each->key, than->key) < 0))
      best = self->reduced[i];
  }
  return best;
}

/* Is one text what inputs of both were reduced to? */
static bool share_text(const bucket *a, const bucket *b, const campaign *of)
{
  for (size_t i = 0; i < a->reduced_count; i++)
    for (size_t j = 0; j < b->reduced_count; j++)
      if (!strcmp(of->inputs[a->reduced[i]].text,
                  of->inputs[b->reduced[j]].text))
        return true;
  return false;
}

/* Is it certain where the crash of this bucket ends? */
static bool has_ended(const bucket *self)
{
  return self->is_known || self->reduced_count;
}

/* Why both are one bug; caller's, NULL: they are not, as far as is known. */
static char *reason_to_merge(const bucket *a, const bucket *b,
                             const campaign *of)
{
  if (strcmp(bundle_compiler(a->compiler), bundle_compiler(b->compiler)) != 0)
    return NULL;
  if (share_text(a, b, of))
    return mem_format("%s and %s end as the same text", b->signature,
                      a->signature);
  if (a->place && b->place && !strcmp(a->place, b->place) && has_ended(a) &&
      has_ended(b))
    return mem_format("%s and %s end in the same place", b->signature,
                      a->signature);
  return NULL;
}

/* Gives each bucket the number of the first one that it is merged with. Merging
 * is transitive. */
static void merge(bugs *self, const campaign *of)
{
  for (size_t i = 0; i < self->bucket_count; i++)
    self->buckets[i].bug = i;
  for (size_t i = 1; i < self->bucket_count; i++)
    for (size_t j = 0; j < i; j++) {
      bucket *here = &self->buckets[i];
      size_t from = here->bug, to = self->buckets[j].bug;
      char *why =
          from == to ? NULL : reason_to_merge(here, &self->buckets[j], of);
      if (!why)
        continue;
      strings_take(&here->merged, why);
      size_t low = from < to ? from : to, high = from < to ? to : from;
      for (size_t k = 0; k <= i; k++)
        if (self->buckets[k].bug == high)
          self->buckets[k].bug = low;
    }
}

/* ---- bugs ---- */

static void add_bucket(bug *self, const bugs *all, const campaign *of,
                       uint32_t at)
{
  const bucket *it = &all->buckets[at];
  LIST_PUSH(self->buckets, self->count, at);
  self->is_known |= it->is_known;
  for (size_t i = 0; i < it->count; i++) {
    const input *each = &of->inputs[it->inputs[i]];
    self->first =
        !self->inputs || each->first < self->first ? each->first : self->first;
    self->last = each->last > self->last ? each->last : self->last;
    self->times += each->times;
    self->inputs++;
    self->running += each->is_running;
    if (has_failed(each))
      string_replace(&self->problem, mem_copy(each->problem));
  }
  uint32_t best = best_of(it, of);
  if (best != BUG_NONE &&
      (self->best == BUG_NONE ||
       of->inputs[best].reduced_bytes < of->inputs[self->best].reduced_bytes))
    self->best = best;
}

/* qsort has no payload. */
typedef struct ranked {
  uint64_t times;
  const char *id;
  size_t at;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
  const ranked *first = a, *second = b;
  if (first->times != second->times)
    return first->times > second->times ? -1 : 1;
  return strcmp(first->id, second->id);
}

/* Puts the bucket with the most inputs first. */
static void sort_buckets(bug *self, const bugs *all)
{
  ranked *ranks = mem_alloc(self->count, sizeof *ranks);
  for (size_t i = 0; i < self->count; i++) {
    const bucket *it = &all->buckets[self->buckets[i]];
    ranks[i] = (ranked){ it->count, it->id, self->buckets[i] };
  }
  qsort(ranks, self->count, sizeof *ranks, compare_ranked);
  for (size_t i = 0; i < self->count; i++)
    self->buckets[i] = (uint32_t)ranks[i].at;
  free(ranks);
}

const bucket *bug_bucket(const bugs *self, const bug *of)
{
  return &self->buckets[of->buckets[0]];
}

/* Sorts the bugs by frequency, and numbers their buckets. */
static void rank(bugs *self)
{
  bug *sorted = mem_alloc(self->size + 1, sizeof *sorted);
  ranked *ranks = mem_alloc(self->size + 1, sizeof *ranks);
  for (size_t i = 0; i < self->size; i++)
    ranks[i] = (ranked){ self->data[i].times,
                         bug_bucket(self, &self->data[i])->id, i };
  qsort(ranks, self->size, sizeof *ranks, compare_ranked);
  for (size_t i = 0; i < self->size; i++) {
    sorted[i] = self->data[ranks[i].at];
    for (size_t j = 0; j < sorted[i].count; j++)
      self->buckets[sorted[i].buckets[j]].bug = i;
    self->fresh += !sorted[i].is_known;
  }
  free(ranks);
  free(self->data);
  self->data = sorted;
}

void bugs_find(bugs *out, const campaign *of, const strings *known)
{
  *out = (bugs){ 0 };
  sort_inputs(out, of, known);
  merge(out, of);
  /* A bucket that all its inputs have left is none. */
  for (size_t i = 0; i < out->bucket_count; i++) {
    bug one = { .best = BUG_NONE };
    for (size_t j = i; j < out->bucket_count; j++)
      if (out->buckets[j].bug == i && out->buckets[j].count)
        add_bucket(&one, out, of, (uint32_t)j);
    if (!one.count)
      continue;
    sort_buckets(&one, out);
    LIST_PUSH(out->data, out->size, one);
  }
  rank(out);
}

void bugs_dispose(bugs *self)
{
  for (size_t i = 0; i < self->bucket_count; i++) {
    bucket *it = &self->buckets[i];
    free(it->id);
    free(it->inputs);
    free(it->own);
    free(it->reduced);
    strings_free(&it->moved);
    strings_free(&it->merged);
  }
  for (size_t i = 0; i < self->size; i++) {
    free(self->data[i].buckets);
    free(self->data[i].problem);
  }
  free(self->buckets);
  free(self->data);
  *self = (bugs){ 0 };
}

/* ---- for programs ---- */

static void set(json_t *object, const char *key, json_t *value)
{
  (void)json_object_set_new(object, key, value);
}

static json_t *text(const char *bytes)
{
  char *utf8 = utf8_escape(bytes, strlen(bytes));
  json_t *out = json_string(utf8);
  free(utf8);
  return out;
}

/* A path below the folder of the campaign; takes it. */
static json_t *relative(const campaign *of, char *path)
{
  json_t *out = text(path + strlen(of->folder) + 1);
  free(path);
  return out;
}

static void set_best(json_t *object, const campaign *of, const bug *what)
{
  if (what->best == BUG_NONE)
    return;
  const input *best = &of->inputs[what->best];
  set(object, "input", text(best->key));
  set(object, "reduced", relative(of, campaign_reduced(of, best)));
  set(object, "report", relative(of, campaign_report(of, best)));
  set(object, "bytes", json_integer((json_int_t)best->reduced_bytes));
  set(object, "tokens", json_integer((json_int_t)best->tokens));
}

static void add_all(json_t *array, const strings *lines)
{
  for (size_t i = 0; i < lines->size; i++)
    (void)json_array_append_new(array, text(lines->data[i]));
}

static json_t *bug_json(const bugs *self, const campaign *of, const bug *what)
{
  const bucket *named = bug_bucket(self, what);
  json_t *object = json_object(), *signatures = json_array(),
         *reasons = json_array();
  for (size_t i = 0; i < what->count; i++) {
    const bucket *each = &self->buckets[what->buckets[i]];
    (void)json_array_append_new(signatures, text(each->signature));
    add_all(reasons, &each->merged);
    add_all(reasons, &each->moved);
  }
  set(object, "id", json_string(named->id));
  set(object, "signatures", signatures);
  set(object, "compiler", text(named->compiler));
  set(object, "known", json_boolean(what->is_known));
  set(object, "inputs", json_integer((json_int_t)what->inputs));
  set(object, "times", json_integer((json_int_t)what->times));
  set(object, "first", json_integer((json_int_t)what->first));
  set(object, "last", json_integer((json_int_t)what->last));
  set(object, "reasons", reasons);
  set_best(object, of, what);
  if (what->problem && what->best == BUG_NONE)
    set(object, "problem", text(what->problem));
  return object;
}

json_t *bugs_json(const bugs *self, const campaign *of)
{
  json_t *array = json_array();
  for (size_t i = 0; i < self->size; i++)
    (void)json_array_append_new(array, bug_json(self, of, &self->data[i]));
  return array;
}
