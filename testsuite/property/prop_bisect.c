/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search asks what git asks: random histories are made as real repositories,
 * `git bisect run` finds the first bad commit in them, and the search has to ask
 * for the same commits in the same order, and to end with the same.
 *
 * The graph is that of `git rev-list`, so that nothing of ours stands between.
 * Commits that git asks for and that are not in it are merge bases with a good
 * one, which are no matter of the search.
 */
#include "history_fixture.h"

#include "bisect/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen.h"
#include "reduce/process.h"
#include "run_fixture.h"

enum { MOST = 60, PARENTS = 6 };

/* A history: commits in the order in which they were made. */
typedef struct made_commit {
  uint32_t parents[PARENTS];
  uint32_t parent_count;
  uint32_t time;
  int code; /* what the test of it ends with */
  bool given_good;
  const char *id;
} made_commit;

typedef struct made {
  made_commit *commits;
  uint32_t count; /* the last is bad */
  strings ids;
  bool first_parent;
} made;

/* ---- random histories ---- */

static bool has_parent(const made_commit *commit, uint32_t parent)
{
  for (uint32_t i = 0; i < commit->parent_count; i++)
    if (commit->parents[i] == parent)
      return true;
  return false;
}

/* Parents among the last `reach` commits; `merges`: one in how many is one. */
static void add_parents(gen *random, made *it, uint32_t i, uint32_t reach,
                        uint32_t merges, uint32_t most)
{
  made_commit *commit = &it->commits[i];
  uint32_t wanted = merges && gen_once_in(random, merges)
                        ? 2 + gen_below(random, most - 1)
                        : 1;
  if (merges && i + 1 < it->count && gen_once_in(random, 25))
    wanted = 0;
  for (uint32_t j = 0; i && j < wanted; j++) {
    uint32_t back = gen_below(random, i < reach ? i : reach);
    uint32_t parent = i - 1 - back;
    if (!has_parent(commit, parent))
      commit->parents[commit->parent_count++] = parent;
  }
}

/* 0: a second after the other; 1: all at once; 2: in groups; 3: no order. */
static uint32_t random_time(gen *random, uint32_t kind, uint32_t i)
{
  return 1000000000 + (kind == 0   ? i
                       : kind == 1 ? 0
                       : kind == 2 ? i / 4
                                   : gen_below(random, 30));
}

/* What the commits reach, from each of those flagged. */
static void spread_down(const made *it, bool *flags)
{
  for (uint32_t i = it->count; i-- > 0;)
    for (uint32_t j = 0; flags[i] && j < it->commits[i].parent_count; j++)
      flags[it->commits[i].parents[j]] = true;
}

static void spread_up(const made *it, bool *flags)
{
  for (uint32_t i = 0; i < it->count; i++)
    for (uint32_t j = 0; j < it->commits[i].parent_count; j++)
      flags[i] |= flags[it->commits[i].parents[j]];
}

/* Those that the last one reaches, but itself. */
static uint32_t pick_below(gen *random, const made *it)
{
  bool flags[MOST] = { 0 };
  uint32_t below[MOST], count = 0;
  flags[it->count - 1] = true;
  spread_down(it, flags);
  for (uint32_t i = 0; i + 1 < it->count; i++)
    if (flags[i])
      below[count++] = i;
  return below[gen_below(random, count)];
}

/* Answers of a bug that came in with one commit, or any. */
static void make_codes(gen *random, made *it)
{
  bool bad[MOST] = { 0 };
  bad[pick_below(random, it)] = true;
  spread_up(it, bad);
  bool any = gen_once_in(random, 4);
  for (uint32_t i = 0; i < it->count; i++)
    it->commits[i].code = any ? gen_once_in(random, 2) : bad[i];
  uint32_t goods = 1 + gen_below(random, 3);
  for (uint32_t i = 0; i < goods; i++) {
    uint32_t good =
        i ? gen_below(random, it->count - 1) : pick_below(random, it);
    it->commits[good].given_good |= !it->commits[good].code;
  }
  static const uint32_t rates[] = { 0, 0, 8, 3, 1 };
  uint32_t rate = rates[gen_below(random, 5)];
  for (uint32_t i = 0; rate && i < it->count; i++)
    if (gen_once_in(random, rate))
      it->commits[i].code = 125;
  bool old[MOST] = { 0 };
  for (uint32_t i = 0; i < it->count; i++)
    old[i] = it->commits[i].given_good;
  spread_down(it, old);
  for (uint32_t i = 0; i < it->count; i++)
    if (old[i])
      it->commits[i].code = 0;
  it->commits[it->count - 1].code = 1;
}

static bool has_good(const made *it)
{
  for (uint32_t i = 0; i < it->count; i++)
    if (it->commits[i].given_good)
      return true;
  return false;
}

static made make(gen *random)
{
  made it = { .commits = mem_alloc(MOST, sizeof *it.commits) };
  it.count = 2 + gen_below(random, MOST - 1);
  it.first_parent = gen_once_in(random, 5);
  uint32_t kind = gen_below(random, 4), times = gen_below(random, 4);
  static const uint32_t reaches[] = { 1, 4, 12, MOST };
  static const uint32_t merges[] = { 0, 5, 2, 2 };
  static const uint32_t most[] = { 2, 2, 2, PARENTS };
  for (uint32_t i = 0; i < it.count; i++) {
    add_parents(random, &it, i, reaches[kind], merges[kind], most[kind]);
    it.commits[i].time = random_time(random, times, i);
  }
  if (!it.commits[it.count - 1].parent_count)
    it.commits[it.count - 1].parents[it.commits[it.count - 1].parent_count++] =
        it.count - 2;
  do {
    for (uint32_t i = 0; i < it.count; i++)
      it.commits[i].given_good = false;
    make_codes(random, &it);
  } while (!has_good(&it));
  return it;
}

/* ---- as a repository ---- */

static char *top, *folder; /* folder: of the repository */

static void set_up(void)
{
  history_set_up();
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  folder = mem_format("%s/repository", top);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
  free(folder);
}

static void import(made *it)
{
  textbuf stream = { 0 };
  git_init(folder);
  for (uint32_t i = 0; i < it->count; i++) {
    const made_commit *commit = &it->commits[i];
    unsigned marks[PARENTS + 1] = { 0 };
    for (uint32_t j = 0; j < commit->parent_count; j++)
      marks[j] = commit->parents[j] + 1;
    /* HEAD has to be there for git-bisect. */
    char *branch = i ? mem_format("c%u", i) : mem_copy("main");
    import_add(&stream, &(import_commit){ branch, i + 1, marks, commit->time,
                                          "f", "x" });
    free(branch);
  }
  git_import(folder, &stream);
  it->ids = import_ids(folder);
  for (uint32_t i = 0; i < it->count; i++)
    it->commits[i].id = it->ids.data[i + 1];
}

static void write_in(const char *name, textbuf *text)
{
  char *path = mem_format("%s/%s", folder, name);
  ck_assert_int_eq(file_write(path, text->data, text->size, NULL), RD_OK);
  free(path);
  text_free(text);
}

/* The script that tells good from bad; it keeps what it was asked. */
static void write_script(const made *it)
{
  textbuf script = { 0 };
  text_puts(&script, "#!/bin/sh\nread -r id <.git/BISECT_HEAD\n"
                     "echo \"$id\" >>asked\ncase $id in\n");
  for (uint32_t i = 0; i < it->count; i++)
    if (it->commits[i].code)
      text_printf(&script, "%s) exit %d ;;\n", it->commits[i].id,
                  it->commits[i].code);
  text_puts(&script, "esac\n");
  write_in("script", &script);
}

static char *given_goods(const made *it, const char *prefix)
{
  textbuf out = { 0 };
  for (uint32_t i = 0; i < it->count; i++)
    if (it->commits[i].given_good)
      text_printf(&out, " %s%s", prefix, it->commits[i].id);
  return out.data;
}

/* The ids that git asks for and those that it ends with, a line each. `git bisect
 * run` ends early when it comes to a second merge base. */
static void bisect_with_git(char **asked, char **ends, const made *it)
{
  char *goods = given_goods(it, "");
  char *run =
      mem_format("cd '%s' && : >asked && "
                 "git bisect start --no-checkout%s %s%s >said 2>&1; "
                 "for merge_base in 1 2 3 4 5 6; do "
                 "grep -q 'first bad commit' .git/BISECT_LOG && break; "
                 "git bisect run sh ./script >>said 2>&1; done; cat asked",
                 folder, it->first_parent ? " --first-parent" : "",
                 it->commits[it->count - 1].id, goods);
  char *read = mem_format("grep -oE '^[0-9a-f]{40}( is the first bad commit)?$'"
                          " '%s/said' | cut -c1-40 | sort",
                          folder);
  *asked = shell_output(run);
  *ends = shell_output(read);
  free(goods);
  free(run);
  free(read);
}

/* ---- the same with the search ---- */

static void parse_id(object_id *out, const char *digits)
{
  for (size_t i = 0; i < sizeof out->bytes; i++)
    ck_assert_int_eq(sscanf(digits + 2 * i, "%2hhx", &out->bytes[i]), 1);
}

static uint32_t find_node(const commit_graph *graph, const char *digits)
{
  object_id id;
  uint32_t node = 0;
  parse_id(&id, digits);
  while (node < graph->count && memcmp(&graph->nodes[node].id, &id, sizeof id))
    node++;
  return node;
}

/* The graph as git-rev-list tells it: time, id, parents. */
static commit_graph read_graph(const made *it)
{
  char *goods = given_goods(it, "^");
  char *words = mem_format("rev-list --timestamp --parents%s %s%s",
                           it->first_parent ? " --first-parent" : "",
                           it->commits[it->count - 1].id, goods);
  char *list = git_output(folder, words);
  commit_graph graph = { mem_alloc(MOST, sizeof *graph.nodes), 0 };
  strings lines = { 0 };
  const char *at = list, *end = list + strlen(list);
  while (at < end) {
    char *line = next_line(&at, end), *id;
    graph.nodes[graph.count].time = strtoll(line, &id, 10);
    parse_id(&graph.nodes[graph.count++].id, id + 1);
    strings_take(&lines, mem_copy(id + 1 + OBJECT_ID_DIGITS));
    free(line);
  }
  for (size_t i = 0; i < graph.count; i++) {
    commit_node *node = &graph.nodes[i];
    node->parents = mem_alloc(PARENTS, sizeof *node->parents);
    for (char *id = lines.data[i]; *id; id += 1 + OBJECT_ID_DIGITS) {
      uint32_t parent = find_node(&graph, id + 1);
      if (parent < graph.count)
        node->parents[node->parent_count++] = parent;
    }
  }
  strings_free(&lines);
  free(words);
  free(goods);
  free(list);
  return graph;
}

static const made_commit *commit_of(const made *it, const commit_graph *graph,
                                    uint32_t node)
{
  object_id id;
  for (uint32_t i = 0; i < it->count; i++) {
    parse_id(&id, it->commits[i].id);
    if (!memcmp(&id, &graph->nodes[node].id, sizeof id))
      return &it->commits[i];
  }
  ck_abort_msg("a commit from nowhere");
}

static bisect_answer answer_of(int code)
{
  return code == 125 ? BISECT_SKIP : code ? BISECT_BAD : BISECT_GOOD;
}

static int compare_lines(const void *left, const void *right)
{
  return strcmp(*(char *const *)left, *(char *const *)right);
}

static char *join_lines(strings *lines)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < lines->size; i++)
    text_printf(&out, "%s%s", i ? "\n" : "", lines->data[i]);
  strings_free(lines);
  return out.data;
}

static void bisect_with_search(char **asked, char **ends, const made *it,
                               const commit_graph *graph)
{
  search *self = search_new(graph, it->first_parent);
  strings questions = { 0 }, left = { 0 };
  uint32_t node, foreseen;
  while (search_next(&node, self) == SEARCH_ASK) {
    const made_commit *commit = commit_of(it, graph, node);
    bisect_answer answer = answer_of(commit->code);
    strings_add(&questions, commit->id);
    search_state state = search_after(&foreseen, self, answer);
    ck_assert(search_answer(self, node, answer));
    ck_assert_int_eq(search_next(&node, self), state);
    ck_assert_uint_eq(node, foreseen);
  }
  uint32_t *suspects;
  size_t count;
  search_suspects(&suspects, &count, self);
  for (size_t i = 0; i < count; i++)
    strings_add(&left, commit_of(it, graph, suspects[i])->id);
  qsort(left.data, left.size, sizeof *left.data, compare_lines);
  *asked = join_lines(&questions);
  *ends = join_lines(&left);
  free(suspects);
  search_free(self);
}

/* Without the merge bases that git asks for first: they are in no graph. */
static char *leave_out_bases(const char *asked, const commit_graph *graph)
{
  strings kept = { 0 };
  const char *at = asked, *end = asked + strlen(asked);
  while (at < end) {
    char *id = next_line(&at, end);
    if (find_node(graph, id) < graph->count)
      strings_add(&kept, id);
    free(id);
  }
  return join_lines(&kept);
}

static void compare(made *it, unsigned seed)
{
  char *git_asked, *git_ends, *asked, *ends;
  import(it);
  write_script(it);
  bisect_with_git(&git_asked, &git_ends, it);
  commit_graph graph = read_graph(it);
  char *expected = leave_out_bases(git_asked, &graph);
  bisect_with_search(&asked, &ends, it, &graph);
  ck_assert_msg(!strcmp(expected, asked),
                "history %u: git asks for\n%s\nand we for\n%s", seed, expected,
                asked);
  ck_assert_msg(!strcmp(git_ends, ends),
                "history %u: git ends with\n%s\nand we with\n%s", seed,
                git_ends, ends);
  rd_scratch_remove(folder);
  for (size_t i = 0; i < graph.count; i++)
    free(graph.nodes[i].parents);
  free(graph.nodes);
  free(git_asked);
  free(git_ends);
  free(expected);
  free(asked);
  free(ends);
}

/* CLANG_HDD_HISTORIES in the environment: others than usual, FROM-TO. */
START_TEST(prop_bisect__search_asks_what_git_asks)
{
  unsigned from = 1, to = 60;
  const char *others = getenv("CLANG_HDD_HISTORIES");
  if (others)
    ck_assert_int_eq(sscanf(others, "%u-%u", &from, &to), 2);
  for (unsigned seed = from; seed <= to; seed++) {
    gen random = gen_seed(seed);
    made it = make(&random);
    compare(&it, seed);
    strings_free(&it.ids);
    free(it.commits);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bisect");
  TCase *tcase = tcase_create("bisect");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, prop_bisect__search_asks_what_git_asks);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
