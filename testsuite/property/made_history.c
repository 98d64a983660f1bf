/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "made_history.h"

#include <stdlib.h>

static bool has_parent(const made_commit *commit, uint32_t parent)
{
  for (uint32_t i = 0; i < commit->parent_count; i++)
    if (commit->parents[i] == parent)
      return true;
  return false;
}

/* What a history looks like. */
typedef struct shape {
  uint32_t reach;  /* how far back parents are */
  uint32_t merges; /* one in how many is a merge; 0: none */
  uint32_t most;   /* parents of a merge */
  uint32_t clock;
} shape;

static void add_parents(gen *random, made_history *it, uint32_t i,
                        const shape *like)
{
  made_commit *commit = &it->commits[i];
  uint32_t wanted = like->merges && gen_once_in(random, like->merges)
                        ? 2 + gen_below(random, like->most - 1)
                        : 1;
  bool is_root = like->merges && i + 1 < it->count && gen_once_in(random, 25);
  for (uint32_t j = 0; i && !is_root && j < wanted; j++) {
    uint32_t back = gen_below(random, i < like->reach ? i : like->reach);
    uint32_t parent = i - 1 - back;
    if (!has_parent(commit, parent))
      commit->parents[commit->parent_count++] = parent;
  }
}

/* One a second, all at once, in groups, in no order. */
static uint32_t random_time(gen *random, uint32_t clock, uint32_t i)
{
  uint32_t seconds[] = { i, 0, i / 4, gen_below(random, 30) };
  return 1000000000 + seconds[clock];
}

static void add_commits(gen *random, made_history *it)
{
  static const shape shapes[] = {
    { 1, 0, 2, 0 }, { 4, 5, 2, 0 }, { 12, 2, 2, 0 }, { 60, 2, MADE_PARENTS, 0 }
  };
  shape like = shapes[gen_below(random, sizeof shapes / sizeof *shapes)];
  /* git counts each merge of thousands by walking. */
  if (it->count > 1000 && like.merges)
    like.merges = 50;
  like.clock = gen_below(random, 4);
  for (uint32_t i = 0; i < it->count; i++) {
    add_parents(random, it, i, &like);
    it->commits[i].time = random_time(random, like.clock, i);
  }
}

/* What flagged commits reach. */
static void flag_ancestors(const made_history *it, bool *flags)
{
  for (uint32_t i = it->count; i-- > 0;)
    for (uint32_t j = 0; flags[i] && j < it->commits[i].parent_count; j++)
      flags[it->commits[i].parents[j]] = true;
}

static void flag_descendants(const made_history *it, bool *flags)
{
  for (uint32_t i = 0; i < it->count; i++)
    for (uint32_t j = 0; j < it->commits[i].parent_count; j++)
      flags[i] |= flags[it->commits[i].parents[j]];
}

/* One of those that the last one reaches, but itself. */
static uint32_t pick_ancestor(gen *random, const made_history *it)
{
  bool *flags = mem_alloc(it->count, sizeof *flags);
  uint32_t *found = mem_alloc(it->count, sizeof *found), count = 0;
  flags[it->count - 1] = true;
  flag_ancestors(it, flags);
  for (uint32_t i = 0; i + 1 < it->count; i++)
    if (flags[i])
      found[count++] = i;
  uint32_t picked = found[gen_below(random, count)];
  free(flags);
  free(found);
  return picked;
}

static void answer_all(gen *random, made_history *it)
{
  static const uint32_t rates[] = { 0, 0, 8, 3, 1 };
  bool *bad = mem_alloc(it->count, sizeof *bad);
  bad[pick_ancestor(random, it)] = true;
  flag_descendants(it, bad);
  it->any = gen_once_in(random, 4);
  uint32_t skips = rates[gen_below(random, sizeof rates / sizeof *rates)];
  if (it->count > 1000 && skips)
    skips = 8; /* git needs a moment for each question */
  for (uint32_t i = 0; i < it->count; i++)
    it->commits[i].code = skips && gen_once_in(random, skips) ? 125
                          : it->any ? gen_once_in(random, 2)
                                    : bad[i];
  it->commits[it->count - 1].code = 1;
  free(bad);
}

/* Some that do not reach the first bad commit; false: there are none. */
static bool give_good(gen *random, made_history *it)
{
  bool *good = mem_alloc(it->count, sizeof *good), found = false;
  uint32_t wanted = 1 + gen_below(random, 3);
  for (uint32_t i = 0; i < wanted; i++) {
    uint32_t at =
        i ? gen_below(random, it->count - 1) : pick_ancestor(random, it);
    found |= good[at] = it->commits[at].code != 1;
  }
  for (uint32_t i = 0; i < it->count; i++)
    it->commits[i].given_good = good[i];
  flag_ancestors(it, good);
  for (uint32_t i = 0; i < it->count; i++)
    if (good[i])
      it->commits[i].code = 0;
  found &= !good[it->count - 1];
  free(good);
  return found;
}

made_history made_new(gen *random, uint32_t count)
{
  made_history it = { .commits = mem_alloc(count, sizeof *it.commits),
                      .count = count,
                      .first_parent = gen_once_in(random, 5) };
  add_commits(random, &it);
  made_commit *last = &it.commits[count - 1];
  if (!last->parent_count)
    last->parents[last->parent_count++] = count - 2;
  do
    answer_all(random, &it);
  while (!give_good(random, &it));
  return it;
}

void made_dispose(made_history *self)
{
  free(self->commits);
  *self = (made_history){ 0 };
}
