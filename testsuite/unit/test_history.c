/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is read of somebody's repository, against git's own answers. */
#include "git/history.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "project_fixture.h"

/* The same as history_resolve says. */
static char *digits_of(const history *self, const char *revision)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id id = id_of(self, revision);
  object_id_digits(digits, &id);
  return mem_copy(digits);
}

/* Some commits with tags and a merge. */
static void make_project(void)
{
  textbuf stream = { 0 };
  import_commit commits[] = {
    { "main", 1, NULL, 1700000000, "a.c", "int a;" },
    { "main", 2, (const unsigned[]){ 1, 0 }, 1700000100, "b.c", "int b;" },
    { "side", 3, (const unsigned[]){ 1, 0 }, 1700000050, "c.c", "int c;" },
    { "main", 4, (const unsigned[]){ 2, 3, 0 }, 1700000200, "d.c", "int d;" },
    { "main", 5, (const unsigned[]){ 4, 0 }, 1700000300, "dir/e.c", "int e;" },
  };
  for (size_t i = 0; i < sizeof commits / sizeof *commits; i++)
    import_add(&stream, &commits[i]);
  git_import(project, &stream);
  git_run(project, "reset -q --hard");
  git_run(project, "tag v1 main~2");
  git_run(project, "tag -a -m 'second version' v2 main~1");
  git_run(project, "tag of-tree main^{tree}");
}

/* ---- opening ---- */

static void assert_opens(const char *path, const char *work_tree)
{
  char *state = folder_state(top);
  history *self = open_history(path);
  char *expected = git_output(path, "rev-parse HEAD");
  char *found = digits_of(self, "HEAD");
  ck_assert_str_eq(found, expected);
  if (work_tree)
    ck_assert_str_eq(history_work_tree(self), work_tree);
  else
    ck_assert_ptr_null(history_work_tree(self));
  history_free(self);
  char *after = folder_state(top);
  ck_assert_msg(!strcmp(after, state), "written to");
  free(after);
  free(found);
  free(expected);
  free(state);
}

START_TEST(test_history__opens_from_a_folder_inside)
{
  make_project();
  char *inner = mem_format("%s/dir", project);
  char *git = mem_format("%s/.git", project);
  assert_opens(project, project);
  assert_opens(inner, project);
  history *self = open_history(inner);
  ck_assert_str_eq(history_folder(self), git);
  history_free(self);
  free(git);
  free(inner);
}
END_TEST

/* What a shell command makes of the project, which it finds in the current
 * project's `project`. */
static char *make(const char *command, const char *name)
{
  char *whole = mem_format("cd '%s' && { %s; } 2>&1", top, command);
  free(shell_output(whole));
  free(whole);
  return mem_format("%s/%s", top, name);
}

START_TEST(test_history__opens_all_kinds_of_repositories)
{
  static const struct {
    const char *command;
    const char *name;
    bool has_tree;
  } kinds[] = {
    { "git clone -q --bare project bare.git", "bare.git", false },
    { "git -C project worktree add -q ../linked v1", "linked", true },
    { "git clone -q --shared project shared", "shared", true },
    { "git clone -q --depth 2 file://$PWD/project shallow", "shallow", true },
    { "git clone -q project packed && git -C packed gc -q --aggressive &&"
      "git -C packed commit-graph write && git -C packed multi-pack-index "
      "write",
      "packed", true },
    { "git clone -q project graph && git -C graph repack -adq && git -C graph "
      "commit-graph write --split",
      "graph", true },
    { "git init -q super && git -c protocol.file.allow=always -C super "
      "submodule --quiet add ../project sub",
      "super/sub", true },
    { "mkdir tree && git clone -q --no-checkout project apart && git -C apart "
      "config core.worktree ../../tree",
      "apart", true },
    { "git clone -q project sparse && git -C sparse sparse-checkout set dir",
      "sparse", true },
    { "git -C project config uploadpack.allowFilter 1 && git clone -q "
      "--filter=blob:none file://$PWD/project partial",
      "partial", true },
  };
  make_project();
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char *path = make(kinds[i].command, kinds[i].name);
    char *tree = mem_format(
        "%s/%s", top, strcmp(kinds[i].name, "apart") ? kinds[i].name : "tree");
    assert_opens(path, kinds[i].has_tree ? tree : NULL);
    free(tree);
    free(path);
  }
}
END_TEST

START_TEST(test_history__a_linked_tree_has_its_own_head)
{
  make_project();
  char *linked = make("git -C project worktree add -q ../linked v1", "linked");
  history *self = open_history(linked);
  char *git = mem_format("%s/.git", project);
  char *found = digits_of(self, "HEAD");
  char *expected = git_output(project, "rev-parse v1");
  ck_assert_str_eq(found, expected);
  ck_assert_str_eq(history_folder(self), git);
  history_free(self);
  free(expected);
  free(found);
  free(git);
  free(linked);
}
END_TEST

START_TEST(test_history__says_what_it_cannot_open)
{
  static const struct {
    const char *command;
    rd_status status;
    const char *says;
  } kinds[] = {
    { "mkdir x", RD_ERR_NOTFOUND, "no git repository in" },
    { "true", RD_ERR_NOTFOUND, "no git repository in" },
    { "git init -q --object-format=sha256 x", RD_ERR_UNSUPPORTED,
      "nor can its clones" },
    { "git init -q x && git -C x config core.repositoryformatversion 1 && "
      "git -C x config extensions.refstorage reftable",
      RD_ERR_UNSUPPORTED, "plain refs" },
    { "git init -q x && git -C x config core.repositoryformatversion 9",
      RD_ERR_UNSUPPORTED, "9" },
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char *path = make(kinds[i].command, "x");
    history *self;
    rd_error err = { 0 };
    ck_assert_int_eq(history_open(&self, path, &err), kinds[i].status);
    ck_assert_msg(strstr(err.message, kinds[i].says), "%s", err.message);
    rd_scratch_remove(path);
    free(path);
  }
}
END_TEST

START_TEST(test_history__reads_what_it_may_not_write)
{
  make_project();
  free(make("chmod -R a-w project", "x"));
  if (!getuid()) /* whom no mode stops, but another owner it would */
    free(make("chown -R 65534 project && chmod a+rx .", "x"));
  char *state = folder_state(top);
  history *self = open_history(project);
  object_id bad = id_of(self, "main"), good = id_of(self, "v1");
  commit_graph graph;
  ck_assert(!history_between(&graph, self, &bad, &good, 1, false, NULL));
  ck_assert_uint_eq(graph.count, 3);
  commit_graph_dispose(&graph);
  history_free(self);
  char *after = folder_state(top);
  ck_assert_msg(!strcmp(after, state), "written to");
  free(after);
  free(state);
}
END_TEST

/* ---- revisions ---- */

START_TEST(test_history__resolves_what_git_resolves)
{
  static const char *const revisions[] = {
    "HEAD",
    "@",
    "main",
    "side",
    "v1",
    "v2",
    "v2^{commit}",
    "v2^{}",
    "HEAD~3",
    "HEAD^",
    "main~1^2",
    "heads/main",
    "tags/v2~1",
    "refs/heads/side",
    "main^{/commit 2}",
    "v1^0",
    ":/commit 3",
    "@~2",
    "HEAD@{0}",
    "side@{0}",
  };
  make_project();
  git_run(project, "checkout -q -b topic --track main");
  history *self = open_history(project);
  for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++) {
    char *words = mem_format("rev-list -1 '%s'", revisions[i]);
    char *expected = git_output(project, words);
    char *found = digits_of(self, revisions[i]);
    ck_assert_msg(!strcmp(found, expected), "%s", revisions[i]);
    free(found);
    free(expected);
    free(words);
  }
  char *upstream = digits_of(self, "@{upstream}");
  char *main_id = digits_of(self, "main");
  ck_assert_str_eq(upstream, main_id);
  free(main_id);
  free(upstream);
  history_free(self);
}
END_TEST

static void assert_unresolved(const history *self, const char *revision,
                              rd_status status, const char *says)
{
  object_id id;
  rd_error err = { 0 };
  ck_assert_int_eq(history_resolve(&id, self, revision, &err), status);
  ck_assert_msg(strstr(err.message, says), "%s", err.message);
}

START_TEST(test_history__says_which_revision_is_none)
{
  make_project();
  history *self = open_history(project);
  assert_unresolved(self, "v9", RD_ERR_NOTFOUND, "no such revision: v9 in /");
  assert_unresolved(self, "main~77", RD_ERR_NOTFOUND, "main~77");
  assert_unresolved(self, "", RD_ERR_NOTFOUND, "no such revision");
  assert_unresolved(self, "--help", RD_ERR_NOTFOUND, "--help");
  assert_unresolved(self, "main^{", RD_ERR_NOTFOUND, "main^{");
  assert_unresolved(self, "of-tree", RD_ERR_INVALID, "a tree, not a commit");
  assert_unresolved(self, "0123456789012345678901234567890123456789",
                    RD_ERR_NOTFOUND, "no such revision");
  history_free(self);
}
END_TEST

/* Commits enough that some share their first four digits. */
static void make_many(unsigned count)
{
  textbuf stream = { 0 };
  for (unsigned i = 1; i <= count; i++) {
    unsigned parents[] = { i - 1, 0 };
    import_add(&stream, &(import_commit){ "main", i, parents, 1700000000 + i,
                                          "a.c", i % 2 ? "odd" : "even" });
  }
  git_import(project, &stream);
}

START_TEST(test_history__tells_of_ambiguous_abbreviations)
{
  enum { COMMITS = 1500 };
  make_many(COMMITS);
  strings ids = import_ids(project);
  history *self = open_history(project);
  size_t several = 0;
  for (size_t i = 1; i <= COMMITS; i++) {
    char prefix[5] = { 0 };
    size_t same = 0;
    memcpy(prefix, ids.data[i], 4);
    for (size_t j = 1; j <= COMMITS; j++)
      same += starts_with(ids.data[j], prefix);
    if (same > 1 && !several++)
      assert_unresolved(self, prefix, RD_ERR_INVALID, "give more digits");
    else if (same == 1 && i < 50) {
      char *found = digits_of(self, prefix);
      ck_assert_str_eq(found, ids.data[i]);
      free(found);
    }
  }
  ck_assert_uint_gt(several, 0);
  strings_free(&ids);
  history_free(self);
}
END_TEST

/* ---- the graph ---- */

/* A generator of numbers that is the same everywhere. */
static unsigned draw(unsigned long long *seed, unsigned below)
{
  *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*seed >> 33) % below;
}

/* A random history: chains, merges of up to four, several roots, equal dates and
 * clocks that are wrong. */
static void make_random(unsigned long long seed, unsigned count)
{
  textbuf stream = { 0 };
  unsigned skew = draw(&seed, 3);
  for (unsigned i = 1; i <= count; i++) {
    unsigned parents[6] = { 0 }, wanted = draw(&seed, 4) ? 1 : draw(&seed, 5);
    for (unsigned have = 0; have < wanted && i > 1; have++) {
      unsigned reach = i - 1 < 8 ? i - 1 : 8, one = i - 1 - draw(&seed, reach);
      bool is_new = true;
      for (unsigned j = 0; j < have; j++)
        is_new = is_new && parents[j] != one;
      if (!is_new)
        break;
      parents[have] = one;
    }
    long long seconds = 1700000000 + (long long)i / 3 * 10;
    if (skew && !draw(&seed, skew == 1 ? 20 : 3))
      seconds -= draw(&seed, 1000);
    import_add(&stream, &(import_commit){ "main", i, parents, seconds, "a.c",
                                          i % 2 ? "odd" : "even" });
  }
  git_import(project, &stream);
}

static int compare_strings(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The sorted ids, a line each. */
static char *text_of(const commit_graph *graph)
{
  strings ids = { 0 };
  textbuf out = { 0 };
  for (size_t i = 0; i < graph->count; i++) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, &graph->nodes[i].id);
    strings_add(&ids, digits);
  }
  if (ids.size)
    qsort(ids.data, ids.size, sizeof *ids.data, compare_strings);
  text_puts(&out, "");
  for (size_t i = 0; i < ids.size; i++)
    text_printf(&out, "%s%s", i ? "\n" : "", ids.data[i]);
  strings_free(&ids);
  return out.data;
}

/* Is each before its parents, and the bad one the first? */
static void assert_order(const commit_graph *graph, const object_id *bad)
{
  ck_assert(!graph->count || object_id_equals(&graph->nodes[0].id, bad));
  for (uint32_t i = 0; i < graph->count; i++)
    for (uint32_t j = 0; j < graph->nodes[i].parent_count; j++)
      ck_assert_uint_gt(graph->nodes[i].parents[j], i);
}

/* Are its parents those that git has? */
static void assert_parents(const commit_graph *graph, bool first_parent)
{
  for (size_t i = 0; i < graph->count; i++) {
    const commit_node *node = &graph->nodes[i];
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, &node->id);
    char *words = mem_format("log -1 --format=%%P%%n %s", digits);
    char *expected = git_output(project, words);
    const char *at = expected;
    uint32_t found = 0, all = 0;
    for (; *at && *at != '\n' && !(first_parent && all); all++) {
      bool inside = false;
      if (found < node->parent_count) {
        object_id_digits(digits, &graph->nodes[node->parents[found]].id);
        inside = starts_with(at, digits);
      }
      found += inside;
      at += OBJECT_ID_DIGITS + (at[OBJECT_ID_DIGITS] == ' ');
    }
    ck_assert_uint_eq(found, node->parent_count);
    free(expected);
    free(words);
  }
}

static void assert_between(const history *self, const char *bad,
                           const char *const *good, size_t good_count,
                           bool first_parent)
{
  object_id bad_id = id_of(self, bad), good_ids[4];
  textbuf words = { 0 };
  text_printf(&words, "rev-list %s%s", first_parent ? "--first-parent " : "",
              bad);
  for (size_t i = 0; i < good_count; i++) {
    good_ids[i] = id_of(self, good[i]);
    text_printf(&words, " ^%s", good[i]);
  }
  text_puts(&words, " | LC_ALL=C sort");
  char *expected = git_output(project, words.data);
  commit_graph graph;
  ck_assert(!history_between(&graph, self, &bad_id, good_ids, good_count,
                             first_parent, NULL));
  char *found = text_of(&graph);
  ck_assert_msg(!strcmp(found, expected), "%s:\n%s\n\nbut\n%s", words.data,
                expected, found);
  assert_order(&graph, &bad_id);
  if (graph.count && graph.count < 8)
    assert_parents(&graph, first_parent);
  free(found);
  free(expected);
  text_free(&words);
  commit_graph_dispose(&graph);
}

static int compare_digits(const void *a, const void *b)
{
  return memcmp(a, b, OBJECT_ID_DIGITS);
}

static void assert_merge_bases(const history *self, const char *a,
                               const char *b)
{
  object_id ids[2] = { id_of(self, a), id_of(self, b) }, *bases;
  size_t count;
  ck_assert(!history_merge_bases(&bases, &count, self, &ids[0], &ids[1], NULL));
  char *words = mem_format("merge-base --all %s %s 2>&1 | LC_ALL=C sort", a, b);
  char *expected = git_output(project, words);
  char *found = mem_alloc(count + 1, OBJECT_ID_DIGITS + 1);
  for (size_t i = 0; i < count; i++) {
    char *at = found + i * (OBJECT_ID_DIGITS + 1);
    object_id_digits(at, &bases[i]);
    at[OBJECT_ID_DIGITS] = '\n';
  }
  qsort(found, count, OBJECT_ID_DIGITS + 1, compare_digits);
  if (count)
    found[count * (OBJECT_ID_DIGITS + 1) - 1] = '\0';
  ck_assert_msg(!strcmp(found, expected), "%s:\n%s\nbut\n%s", words, expected,
                found);
  free(found);
  free(expected);
  free(words);
  free(bases);
}

enum { RANDOM_COMMITS = 60, QUESTIONS = 8 };

START_TEST(test_history__between_is_what_rev_list_gives)
{
  unsigned long long seed = (unsigned long long)_i + 1;
  make_random(seed, RANDOM_COMMITS);
  strings ids = import_ids(project);
  history *self = open_history(project);
  for (unsigned i = 0; i < QUESTIONS; i++) {
    const char *good[3], *bad = ids.data[RANDOM_COMMITS - draw(&seed, 15)];
    for (size_t j = 0; j < 3; j++)
      good[j] = ids.data[1 + draw(&seed, RANDOM_COMMITS)];
    assert_between(self, bad, good, draw(&seed, 4), false);
    assert_between(self, bad, good, 1 + draw(&seed, 3), true);
    assert_merge_bases(self, bad, good[0]);
  }
  strings_free(&ids);
  history_free(self);
}
END_TEST

START_TEST(test_history__between_ends_where_a_clone_ends)
{
  make_random(7, RANDOM_COMMITS);
  git_run(project, "reset -q --hard main");
  char *shallow =
      make("git clone -q --depth 4 file://$PWD/project shallow", "shallow");
  free(project);
  project = shallow;
  history *self = open_history(project);
  ck_assert(history_is_shallow(self));
  assert_between(self, "HEAD", NULL, 0, false);
  assert_between(self, "HEAD", (const char *const[]){ "HEAD~2" }, 1, false);
  assert_merge_bases(self, "HEAD", "HEAD~1");
  history_free(self);
}
END_TEST

START_TEST(test_history__a_good_one_behind_the_bad_leaves_nothing)
{
  make_project();
  history *self = open_history(project);
  assert_between(self, "v1", (const char *const[]){ "main" }, 1, false);
  assert_between(self, "v1", (const char *const[]){ "v1" }, 1, false);
  assert_between(self, "v1", (const char *const[]){ "v1", "side" }, 2, false);
  history_free(self);
}
END_TEST

static const fixture_test tests[] = {
  &test_history__opens_from_a_folder_inside,
  &test_history__opens_all_kinds_of_repositories,
  &test_history__a_linked_tree_has_its_own_head,
  &test_history__says_what_it_cannot_open,
  &test_history__reads_what_it_may_not_write,
  &test_history__resolves_what_git_resolves,
  &test_history__says_which_revision_is_none,
  &test_history__tells_of_ambiguous_abbreviations,
  &test_history__between_ends_where_a_clone_ends,
  &test_history__a_good_one_behind_the_bad_leaves_nothing,
};

int main(void)
{
  Suite *suite = suite_create("history");
  TCase *plain = tcase_create("history");
  tcase_add_checked_fixture(plain, project_set_up, project_tear_down);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(plain, *tests[i]);
  tcase_add_loop_test(plain, test_history__between_is_what_rev_list_gives, 0,
                      20);
  suite_add_tcase(suite, plain);
  return run_suite(suite);
}
