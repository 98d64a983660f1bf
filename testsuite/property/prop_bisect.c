/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search finds what git finds: random histories are made as real repositories,
 * `git bisect run` finds the first bad commit in them, and the search has to end
 * with the same after as many probes and at most one more; where commits are
 * skipped, after a few more. A log of some of its answers is replayed by git.
 *
 * The graph is what `git rev-list` lists, in any order with parents last. Commits
 * that git asks for and that are not in it are merge bases with a good one, which
 * are no matter of the search.
 */
#include "history_fixture.h"

#include "bisect/log.h"

#include "made_history.h"
#include "reduce/process.h"
#include "run_fixture.h"

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

/* A history that git knows. */
typedef struct scene {
  const made_history *made;
  strings ids;   /* by number of commit */
  char *bad;     /* lent */
  char *options; /* " --first-parent", or nothing */
  char *asked;   /* by git, a line each */
  char *end;     /* what is left for git, sorted */
  commit_graph graph;
  uint32_t *numbers; /* of nodes, in `made` */
} scene;

/* ---- git ---- */

static void import(scene *it)
{
  textbuf stream = { 0 };
  git_init(folder);
  for (uint32_t i = 0; i < it->made->count; i++) {
    const made_commit *commit = &it->made->commits[i];
    unsigned marks[MADE_PARENTS + 1] = { 0 };
    for (uint32_t j = 0; j < commit->parent_count; j++)
      marks[j] = commit->parents[j] + 1;
    import_add(&stream, &(import_commit){ "main", i + 1, marks, commit->time,
                                          "f", "x" });
  }
  git_import(folder, &stream);
  strings ids = import_ids(folder);
  for (size_t i = 1; i < ids.size; i++)
    strings_add(&it->ids, ids.data[i]);
  strings_free(&ids);
  it->bad = it->ids.data[it->made->count - 1];
}

/* The script that tells good from bad; it keeps what it was asked. */
static void write_script(const scene *it)
{
  textbuf script = { 0 };
  text_puts(&script, "#!/bin/sh\nread -r id <.git/BISECT_HEAD\n"
                     "echo \"$id\" >>asked\ncase $id in\n");
  for (uint32_t i = 0; i < it->made->count; i++)
    if (it->made->commits[i].code)
      text_printf(&script, "%s) exit %d ;;\n", it->ids.data[i],
                  it->made->commits[i].code);
  text_puts(&script, "esac\n");
  char *path = mem_format("%s/script", folder);
  ck_assert_int_eq(file_write(path, script.data, script.size, NULL), RD_OK);
  free(path);
  text_free(&script);
}

static char *given_goods(const scene *it, const char *prefix)
{
  textbuf out = { 0 };
  for (uint32_t i = 0; i < it->made->count; i++)
    if (it->made->commits[i].given_good)
      text_printf(&out, " %s%s", prefix, it->ids.data[i]);
  return out.data;
}

/* `git bisect run` ends early when it comes to a second merge base. */
static void bisect_with_git(scene *it)
{
  char *goods = given_goods(it, "");
  char *run =
      mem_format("cd '%s' && : >asked && "
                 "git bisect start --no-checkout%s %s%s >said 2>&1; "
                 "for merge_base in 1 2 3 4 5 6; do "
                 "grep -q 'first bad commit' .git/BISECT_LOG && break; "
                 "git bisect run sh ./script >>said 2>&1; done; cat asked",
                 folder, it->options, it->bad, goods);
  char *read = mem_format("grep -oE '^[0-9a-f]{40}( is the first bad commit)?$'"
                          " '%s/said' | cut -c1-40 | sort",
                          folder);
  it->asked = shell_output(run);
  it->end = shell_output(read);
  free(goods);
  free(run);
  free(read);
}

/* ---- the graph ---- */

static uint32_t find_node(const commit_graph *graph, const char *digits)
{
  object_id id;
  uint32_t node = 0;
  ck_assert(object_id_parse(&id, digits));
  while (node < graph->count && !object_id_equals(&graph->nodes[node].id, &id))
    node++;
  return node;
}

static void read_graph(scene *it)
{
  history *opened;
  object_id bad, *good = mem_alloc(it->made->count, sizeof *good);
  size_t goods = 0;
  for (uint32_t i = 0; i < it->made->count; i++)
    if (it->made->commits[i].given_good)
      ck_assert(object_id_parse(&good[goods++], it->ids.data[i]));
  ck_assert(object_id_parse(&bad, it->bad));
  ck_assert_int_eq(history_open(&opened, folder, NULL), RD_OK);
  ck_assert_int_eq(history_between(&it->graph, opened, &bad, good, goods,
                                   it->made->first_parent, NULL),
                   RD_OK);
  it->numbers = mem_alloc(it->graph.count, sizeof *it->numbers);
  for (uint32_t i = 0; i < it->made->count; i++) {
    uint32_t node = find_node(&it->graph, it->ids.data[i]);
    if (node < it->graph.count)
      it->numbers[node] = i;
  }
  history_free(opened);
  free(good);
}

static const char *name_of(const scene *it, uint32_t node)
{
  return it->ids.data[it->numbers[node]];
}

/* Each parent of git's that is in the graph is there, and behind its child. */
static void check_parents(const scene *it, uint32_t i, unsigned seed)
{
  const commit_node *node = &it->graph.nodes[i];
  const made_commit *made = &it->made->commits[it->numbers[i]];
  uint32_t most = made->parent_count, found = 0;
  if (it->made->first_parent && most > 1)
    most = 1;
  for (uint32_t j = 0; j < most; j++) {
    uint32_t parent = find_node(&it->graph, it->ids.data[made->parents[j]]);
    if (parent == it->graph.count)
      continue;
    ck_assert_msg(found < node->parent_count && parent > i &&
                      node->parents[found++] == parent,
                  "history %u: node %u", seed, i);
  }
  ck_assert_uint_eq(found, node->parent_count);
}

static void compare_graphs(const scene *it, unsigned seed)
{
  char *goods = given_goods(it, "^");
  char *words = mem_format("rev-list%s %s%s", it->options, it->bad, goods);
  char *list = git_output(folder, words);
  size_t count = 0;
  for (const char *at = list, *end = list + strlen(list); at < end; count++) {
    char *line = next_line(&at, end);
    ck_assert_msg(find_node(&it->graph, line) < it->graph.count,
                  "history %u: %s", seed, line);
    free(line);
  }
  ck_assert_msg(count == it->graph.count, "history %u: %zu commits", seed,
                it->graph.count);
  for (uint32_t i = 0; i < it->graph.count; i++)
    check_parents(it, i, seed);
  free(words);
  free(goods);
  free(list);
}

/* ---- the search ---- */

static bisect_answer answer_to(const scene *it, uint32_t node)
{
  int code = it->made->commits[it->numbers[node]].code;
  return code == 125 ? BISECT_SKIP : code ? BISECT_BAD : BISECT_GOOD;
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

static int compare_lines(const void *left, const void *right)
{
  return strcmp(*(char *const *)left, *(char *const *)right);
}

/* What the search is left with, sorted. */
static char *end_of(const scene *it, const search *self)
{
  strings names = { 0 };
  uint32_t *suspects;
  size_t count;
  search_suspects(&suspects, &count, self);
  for (size_t i = 0; i < count; i++)
    strings_add(&names, name_of(it, suspects[i]));
  qsort(names.data, names.size, sizeof *names.data, compare_lines);
  free(suspects);
  return join_lines(&names);
}

/* Returns what was asked for. */
static char *bisect_with_search(char **end, const scene *it)
{
  search *self = search_new(&it->graph);
  strings asked = { 0 };
  uint32_t node, foreseen;
  while (search_next(&node, self) == SEARCH_ASK) {
    strings_add(&asked, name_of(it, node));
    bisect_answer answer = answer_to(it, node);
    search_state state = search_after(&foreseen, self, answer);
    ck_assert(search_answer(self, node, answer));
    ck_assert_int_eq(search_next(&node, self), state);
    ck_assert_uint_eq(node, foreseen);
  }
  *end = end_of(it, self);
  search_free(self);
  return join_lines(&asked);
}

/* What git has asked for, of the graph (`inside`) or not. */
static strings asked_by_git(const scene *it, bool inside)
{
  strings out = { 0 };
  const char *at = it->asked, *end = at + strlen(at);
  while (at < end) {
    char *id = next_line(&at, end);
    if ((find_node(&it->graph, id) < it->graph.count) == inside)
      strings_add(&out, id);
    free(id);
  }
  return out;
}

/* Is one of those left bad, and could the others not be tested? */
static void check_end(const scene *it, const char *end, unsigned seed)
{
  unsigned bad = 0, others = 0;
  for (const char *at = end, *stop = end + strlen(end); at < stop;) {
    char *id = next_line(&at, stop);
    bisect_answer answer = answer_to(it, find_node(&it->graph, id));
    bad += answer == BISECT_BAD;
    others += answer == BISECT_GOOD;
    free(id);
  }
  ck_assert_msg(bad == 1 && !others, "history %u ends with\n%s", seed, end);
}

/* How many commits are bad with no bad parent; *skips_out: some are skipped. */
static unsigned count_firsts(const scene *it, bool *skips_out)
{
  unsigned count = 0;
  *skips_out = false;
  for (uint32_t i = 0; i < it->graph.count; i++) {
    const commit_node *node = &it->graph.nodes[i];
    bool first = answer_to(it, i) == BISECT_BAD;
    *skips_out |= answer_to(it, i) == BISECT_SKIP;
    for (uint32_t j = 0; j < node->parent_count; j++)
      first &= answer_to(it, node->parents[j]) != BISECT_BAD;
    count += first;
  }
  return count;
}

/* Skips that git did not run into cost probes. */
enum { MORE = 1, MORE_WITH_SKIPS = 6 };

static void compare_ends(const scene *it, unsigned seed)
{
  bool skips;
  unsigned firsts = count_firsts(it, &skips);
  strings list = asked_by_git(it, true);
  char *end, *asked = bisect_with_search(&end, it);
  size_t ours = (strlen(asked) + 1) / (OBJECT_ID_DIGITS + 1);
  size_t most = list.size + (skips ? MORE_WITH_SKIPS : MORE);
  check_end(it, end, seed);
  if (!skips && firsts == 1)
    ck_assert_msg(!strcmp(it->end, end),
                  "history %u: git ends with\n%s\nand we with\n%s", seed,
                  it->end, end);
  if (!it->made->any)
    ck_assert_msg(ours <= most, "history %u: git asks %zu times, we %zu times",
                  seed, list.size, ours);
  strings_free(&list);
  free(asked);
  free(end);
}

/* ---- the log ---- */

static void add(bisect_log *log, const char *name, bisect_answer answer)
{
  bisect_entry entry = { (char *)name, answer, NULL, false };
  ck_assert_int_eq(bisect_log_add(log, &entry, "subject", NULL), RD_OK);
}

/* What is known at the start: with the merge bases that git wants to know. */
static void add_start(bisect_log *log, const scene *it)
{
  strings bases = asked_by_git(it, false);
  add(log, it->bad, BISECT_BAD);
  for (uint32_t i = 0; i < it->made->count; i++)
    if (it->made->commits[i].given_good)
      add(log, it->ids.data[i], BISECT_GOOD);
  for (size_t i = 0; i < bases.size; i++)
    add(log, bases.data[i], BISECT_GOOD);
  strings_free(&bases);
}

/* Writes a log of so many answers. *end_out: the search is over, and has found
 * this; or NULL. */
static void write_log(const char **end_out, const char *path, const scene *it,
                      size_t answers)
{
  bisect_log *log;
  search *self = search_new(&it->graph);
  uint32_t node;
  ck_assert_int_eq(
      bisect_log_open(&log, path, "key", it->made->first_parent, false, NULL),
      RD_OK);
  add_start(log, it);
  search_state state;
  while ((state = search_next(&node, self)) == SEARCH_ASK && answers--) {
    add(log, name_of(it, node), answer_to(it, node));
    ck_assert(search_answer(self, node, answer_to(it, node)));
  }
  search_free(self);
  bisect_log_free(log);
  *end_out = state == SEARCH_FOUND ? name_of(it, node) : NULL;
}

/* Where answers have narrowed it to a branch, git wants to know more merge bases;
 * so it does when it replays its own log. */
static void compare_replay(const scene *it, unsigned seed, gen *random)
{
  const char *end;
  char *path = mem_format("%s/log", folder);
  write_log(&end, path, it, gen_below(random, 12));
  char *replay = mem_format("cd '%s' && git reset -q --hard && git bisect "
                            "replay log >replayed 2>&1; "
                            "for base in 1 2 3 4 5 6; do "
                            "grep -q 'merge base must' replayed || break; "
                            "git bisect good >replayed 2>&1; done; "
                            "cat replayed",
                            folder);
  char *said = shell_output(replay);
  ck_assert_msg(!strstr(said, "error:") &&
                    (!end || strstr(said, end) || it->made->any),
                "history %u: git says\n%s\nand we find %s", seed, said,
                end ? end : "nothing yet");
  free(path);
  free(replay);
  free(said);
}

/* ---- all of it ---- */

static void dispose(scene *it)
{
  commit_graph_dispose(&it->graph);
  free(it->numbers);
  free(it->asked);
  free(it->end);
  strings_free(&it->ids);
}

static void compare(const made_history *made, unsigned seed, gen *random)
{
  scene it = { .made = made,
               .options =
                   (char *)(made->first_parent ? " --first-parent" : "") };
  import(&it);
  write_script(&it);
  bisect_with_git(&it);
  read_graph(&it);
  compare_graphs(&it, seed);
  compare_ends(&it, seed);
  compare_replay(&it, seed, random);
  rd_scratch_remove(folder);
  dispose(&it);
}

static void compare_history(unsigned seed)
{
  gen random = gen_seed(seed);
  made_history made = made_new(&random, 2 + gen_below(&random, 59));
  compare(&made, seed, &random);
  made_dispose(&made);
}

/* CLANG_HDD_HISTORIES in the environment: others than usual, FROM-TO. */
START_TEST(prop_bisect__search_finds_what_git_finds)
{
  unsigned from = 1, to = 60;
  const char *others = getenv("CLANG_HDD_HISTORIES");
  if (others)
    ck_assert_int_eq(sscanf(others, "%u-%u", &from, &to), 2);
  for (unsigned seed = from; seed <= to; seed++)
    compare_history(seed);
}
END_TEST

START_TEST(prop_bisect__so_it_does_among_thousands)
{
  gen random = gen_seed((unsigned)_i);
  made_history made = made_new(&random, 4000);
  compare(&made, (unsigned)_i, &random);
  made_dispose(&made);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bisect");
  TCase *tcase = tcase_create("bisect");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, prop_bisect__search_finds_what_git_finds);
  tcase_add_loop_test(tcase, prop_bisect__so_it_does_among_thousands, 1, 5);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
