/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checkouts: the files that git would check out, whatever was there before. */
#include "git/history.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "history_fixture.h"
#include "reduce/process.h"
#include "run_fixture.h"
#include "small_disk.h"

static char *top, *project, *folder;

/* Commits with all that one can turn into another: tags 1 to 7. */
static const char make_commits[] =
    "cd '%s'\n"
    "commit() { git add -Af && git commit -qm \"$1\" && git tag \"$1\"; }\n"
    "mkdir -p a/b c && echo one >a/b/f && echo two >c/g && echo top >x\n"
    "printf '#!/bin/sh\\n' >run && chmod +x run && ln -s a/b link\n"
    "echo same >same && echo '*.o' >.gitignore && echo o >kept.o && commit 1\n"
    "rm -r a c link && echo file >a && mkdir c c/g link && echo in >c/g/f\n"
    "echo in >link/f && chmod -x run && git mv x y && commit 2\n"
    "rm -r a && ln -s same a && chmod +x same && echo new >x && commit 3\n"
    "printf '*.txt eol=crlf\\n*.id ident\\n' >.gitattributes\n"
    "printf '1\\n2\\n' >t.txt && echo '$Id$' >t.id && commit 4\n"
    "printf '*.id -ident\\n' >.gitattributes && commit 5\n"
    "git rm -q .gitattributes && mkdir sub && git update-index --add "
    "--cacheinfo 160000,1234567890123456789012345678901234567890,module\n"
    "printf x >\"$(printf 'odd\\377\\n \"name')\" && echo X >X && echo u "
    ">same\n"
    "git add -A . && git update-index --add --cacheinfo "
    "160000,1234567890123456789012345678901234567890,module\n"
    "git commit -qm 6 && git tag -a -m annotated 6\n"
    "git rm -rq --cached . && git clean -dfxq && echo last >last && commit 7\n"
    "git checkout -q 1\n";

enum { COMMITS = 7 };

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  project = mem_format("%s/project", top);
  folder = mem_format("%s/trees/one", top);
  history_set_up();
  git_init(project);
  char *command = mem_format(make_commits, project);
  ck_assert_int_eq(setenv("GIT_CONFIG_COUNT", "2", 1), 0);
  ck_assert_int_eq(setenv("GIT_CONFIG_KEY_0", "advice.detachedHead", 1), 0);
  ck_assert_int_eq(setenv("GIT_CONFIG_VALUE_0", "false", 1), 0);
  ck_assert_int_eq(setenv("GIT_CONFIG_KEY_1", "core.safecrlf", 1), 0);
  ck_assert_int_eq(setenv("GIT_CONFIG_VALUE_1", "false", 1), 0);
  free(shell_output(command));
  free(command);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
  free(project);
  free(folder);
}

static history *open_history(const char *path)
{
  history *self;
  rd_error err = { 0 };
  ck_assert_msg(!history_open(&self, path, &err), "%s", err.message);
  return self;
}

static checkout *open_checkout(const history *from)
{
  checkout *self;
  rd_error err = { 0 };
  ck_assert_msg(!checkout_open(&self, from, folder, &err), "%s", err.message);
  return self;
}

static void move_to(checkout *self, const history *from, const char *revision,
                    bool clean)
{
  object_id id;
  rd_error err = { 0 };
  ck_assert_msg(!history_resolve(&id, from, revision, &err), "%s", err.message);
  ck_assert_msg(!checkout_move(self, &id, clean, NULL, &err), "%s",
                err.message);
}

/* What a shell command prints in a folder; caller's. */
static char *output_in(const char *where, const char *command)
{
  char *whole = mem_format("cd '%s' && { %s; } 2>/dev/null", where, command);
  char *output = shell_output(whole);
  free(whole);
  return output;
}

static void run_in(const char *where, const char *command)
{
  free(output_in(where, command));
}

/* All files with kinds, modes, targets and contents. */
static char *listing(const char *where)
{
  return output_in(where, "find . -path ./.git -prune -o -printf "
                          "'%P %y %m %l\\n' | LC_ALL=C sort; find . -path "
                          "./.git -prune -o -type f -print0 | LC_ALL=C sort -z "
                          "| xargs -0r sha1sum");
}

/* Are the files of the folder those that git itself checks out, and does git
 * find there what it finds in a clone? */
static void assert_is(const char *revision, bool with_git)
{
  static const char ask[] = "git rev-parse HEAD; git describe --tags --dirty; "
                            "git status --porcelain --ignored; git tag; "
                            "git diff-index HEAD --";
  char *clone = mem_format("%s/clone", top);
  char *command =
      mem_format("git clone -q --no-hardlinks '%s' '%s' && git -C '%s' "
                 "checkout -q %s",
                 project, clone, clone, revision);
  free(shell_output(command));
  char *expected = listing(clone), *found = listing(folder);
  ck_assert_msg(!strcmp(found, expected), "%s:\n%s\n\nbut\n%s", revision,
                expected, found);
  if (with_git) {
    char *expected_git = output_in(clone, ask), *git = output_in(folder, ask);
    ck_assert_str_eq(git, expected_git);
    free(git);
    free(expected_git);
  }
  rd_scratch_remove(clone);
  free(found);
  free(expected);
  free(command);
  free(clone);
}

/* ---- moves ---- */

START_TEST(test_checkout__every_move_gives_the_commits_files)
{
  bool clean = _i;
  char revision[2] = "0", *state = folder_state(project);
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  for (int first = 1; first <= COMMITS; first++)
    for (int second = 1; second <= COMMITS;
         second += 1 + (first + second) % 2) {
      revision[0] = (char)('0' + first);
      move_to(self, from, revision, clean);
      revision[0] = (char)('0' + second);
      move_to(self, from, revision, clean);
      assert_is(revision, true);
    }
  checkout_free(self);
  history_free(from);
  char *after = folder_state(project);
  ck_assert_msg(!strcmp(after, state), "written to");
  free(after);
  free(state);
}
END_TEST

/* What builds do to a checkout. */
static const char dirty[] =
    "mkdir -p out/deep/er && echo o >out/deep/er/main.o && echo o >main.o\n"
    "rm -rf c && ln -s ../../elsewhere c; echo changed >same; rm -f x\n"
    "chmod 555 out/deep/er out/deep out; [ ! -d a ] || chmod -R 555 a\n"
    "mkdir -p last t.txt/in; chmod 000 .gitattributes 2>/dev/null\n"
    "git commit -qam build 2>/dev/null && git tag build && git stash list\n"
    "mkdir -p module && echo m >module/m; mkdir .git/rebase-apply; true";

START_TEST(test_checkout__clean_removes_what_builds_leave)
{
  char revision[2] = "0", *elsewhere = mem_format("%s/elsewhere", top);
  ck_assert_int_eq(mkdir(elsewhere, 0700), 0);
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  for (int first = 1; first <= COMMITS; first++) {
    revision[0] = (char)('0' + first);
    move_to(self, from, revision, true);
    run_in(folder, dirty);
    revision[0] = (char)('1' + first % COMMITS);
    move_to(self, from, revision, true);
    assert_is(revision, true);
  }
  ck_assert_int_eq(rmdir(elsewhere), 0); /* nothing was written there */
  checkout_free(self);
  history_free(from);
  free(elsewhere);
}
END_TEST

START_TEST(test_checkout__a_build_can_go_on)
{
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  move_to(self, from, "2", false);
  run_in(folder, "touch -d 2001-01-01 y && mkdir out && echo o >out/main.o &&"
                 "echo o >main.o && chmod 555 out && echo changed >same");
  run_in(folder,
         "git update-index -q --refresh; true"); /* as git status does */
  move_to(self, from, "3", false);
  char *found = output_in(folder, "cat out/main.o main.o same; stat -c %Y y");
  ck_assert_str_eq(found, "o\no\nsame\n978307200");
  run_in(folder, "chmod 755 out && rm -r out main.o");
  assert_is("3", true);
  free(found);
  checkout_free(self);
  history_free(from);
}
END_TEST

START_TEST(test_checkout__only_what_differs_is_touched)
{
  bool clean = _i;
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  move_to(self, from, "2", true);
  run_in(folder, "touch -d 2001-01-01 y run c/g/f");
  checkout_free(self);
  self = open_checkout(from); /* as a later process */
  move_to(self, from, "3", clean);
  char *times = output_in(folder, "stat -c %Y y run c/g/f same");
  ck_assert(starts_with(times, "978307200\n978307200\n978307200\n"));
  ck_assert_ptr_null(strstr(times + 30, "978307200"));
  free(times);
  checkout_free(self);
  history_free(from);
}
END_TEST

START_TEST(test_checkout__stops_when_asked_and_goes_on)
{
  static const volatile sig_atomic_t stop = 1;
  object_id id;
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  move_to(self, from, "1", false);
  ck_assert_int_eq(history_resolve(&id, from, "2", NULL), RD_OK);
  ck_assert_int_eq(checkout_move(self, &id, false, &stop, NULL),
                   RD_ERR_STOPPED);
  move_to(self, from, "3", false);
  assert_is("3", true);
  checkout_free(self);
  history_free(from);
}
END_TEST

/* Moves on and on until it is killed. */
static void move_for_ever(const history *from)
{
  checkout *self = open_checkout(from);
  for (int i = 0;; i++) {
    char revision[2] = { (char)('1' + i * 3 % COMMITS), '\0' };
    move_to(self, from, revision, i % 3 == 0);
  }
}

START_TEST(test_checkout__is_whole_again_after_a_kill)
{
  history *from = open_history(project);
  for (int i = 0; i < 40; i++) {
    pid_t child = fork();
    if (!child)
      move_for_ever(from);
    (void)usleep((useconds_t)(i * i * 31 % 9000));
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    if (i % 5 == 0)
      run_in(top, "cd trees/one && [ -e .git/clang-hdd ] && "
                  "touch .git/index.lock .git/HEAD.lock; true");
    char revision[2] = { (char)('1' + i % COMMITS), '\0' };
    checkout *self = open_checkout(from);
    move_to(self, from, revision, i % 2);
    assert_is(revision, false);
    checkout_free(self);
  }
  history_free(from);
}
END_TEST

/* ---- a full disk, in a child with small ones of its own ---- */

enum { CANNOT_MOUNT = 77, PAGE_KIB = 4, MOST_KIB = 256 };

/* Moves with ever more room; exit status 0: without enough of it that is said,
 * and with more the files are there, also where a move had failed before. */
static _Noreturn void use_small_disks(const history *from)
{
  int failed = 0, moved = 0;
  if (!may_mount())
    _exit(CANNOT_MOUNT);
  for (int kib = PAGE_KIB; kib <= MOST_KIB; kib += PAGE_KIB) {
    char *size = mem_format("mode=755,size=%dk", kib);
    if (mount("tmpfs", folder, "tmpfs", moved || failed ? MS_REMOUNT : 0, size))
      _exit(CANNOT_MOUNT);
    checkout *self;
    object_id id;
    rd_error err = { 0 };
    ck_assert(!history_resolve(&id, from, kib % 8 ? "2" : "4", &err));
    rd_status status = checkout_open(&self, from, folder, &err);
    if (!status) {
      status = checkout_move(self, &id, kib % 3, NULL, &err);
      checkout_free(self);
    }
    ck_assert_msg(!status || status == RD_ERR_NOSPACE, "%s", err.message);
    if (!status)
      assert_is(kib % 8 ? "2" : "4", false);
    failed += status != RD_OK;
    moved += status == RD_OK;
    free(size);
  }
  _exit(failed > 3 && moved > 3 ? 0 : 1);
}

START_TEST(test_checkout__a_full_disk_is_said)
{
  run_in(top, "mkdir -p trees/one");
  history *from = open_history(project);
  pid_t child = fork();
  if (!child)
    use_small_disks(from);
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status));
  ck_assert(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == CANNOT_MOUNT);
  history_free(from);
}
END_TEST

/* ---- whose repository, whose folder ---- */

START_TEST(test_checkout__borrows_from_who_borrows)
{
  run_in(top, "git clone -q --shared project second && git clone -q --shared "
              "second third && cd third && echo own >own && git add own && git "
              "commit -qm own && git tag -a -m own 8 && git gc -q && cd .. && "
              "git -C third worktree add -q ../fourth 8 2>/dev/null");
  char *third = mem_format("%s/fourth", top);
  free(project);
  project = third;
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  move_to(self, from, "8", true);
  assert_is("8", true);
  move_to(self, from, "2", true);
  assert_is("2", true);
  checkout_free(self);
  history_free(from);
}
END_TEST

/* A file manager has copied a branch. */
START_TEST(test_checkout__borrows_no_names_that_are_none)
{
  run_in(project, "cp .git/refs/heads/main '.git/refs/heads/main (copy)'");
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  move_to(self, from, "2", true);
  checkout_free(self);
  history_free(from);
  git_run(folder, "describe --all");
}
END_TEST

START_TEST(test_checkout__of_a_shallow_clone_is_shallow)
{
  run_in(top, "git -C project checkout -q 5 && git clone -q --depth 2 "
              "file://$PWD/project shallow");
  char *shallow = mem_format("%s/shallow", top);
  history *from = open_history(shallow);
  checkout *self = open_checkout(from);
  move_to(self, from, "HEAD", true);
  char *log = output_in(folder, "git log --format=%s");
  ck_assert_str_eq(log, "5\n4");
  free(log);
  checkout_free(self);
  history_free(from);
  free(shallow);
}
END_TEST

START_TEST(test_checkout__leaves_other_peoples_folders_alone)
{
  run_in(top, "mkdir -p trees/one && echo precious >trees/one/thesis");
  history *from = open_history(project);
  checkout *self;
  rd_error err = { 0 };
  ck_assert_int_eq(checkout_open(&self, from, folder, &err), RD_ERR_INVALID);
  ck_assert_msg(strstr(err.message, "name another folder"), "%s", err.message);
  ck_assert_int_eq(checkout_open(&self, from, project, &err), RD_ERR_INVALID);
  char *text = output_in(folder, "cat thesis");
  ck_assert_str_eq(text, "precious");
  free(text);
  history_free(from);
}
END_TEST

START_TEST(test_checkout__refuses_names_that_lead_elsewhere)
{
  char *id = output_in(
      project,
      "blob=$(echo evil | git hash-object -w --stdin)\n"
      "inner=$(printf \"100644 blob $blob\\tconfig\\n\" | git mktree)\n"
      "tree=$(printf \"040000 tree $inner\\t.gIt\\n\" | git mktree)\n"
      "git commit-tree -m evil $tree");
  history *from = open_history(project);
  checkout *self = open_checkout(from);
  object_id commit;
  rd_error err = { 0 };
  ck_assert(object_id_parse(&commit, id));
  ck_assert_int_eq(checkout_move(self, &commit, true, NULL, &err), RD_ERR_IO);
  ck_assert_msg(strstr(err.message, ".gIt"), "%s", err.message);
  checkout_free(self);
  history_free(from);
  free(id);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("checkout");
  TCase *all = tcase_create("checkout");
  tcase_add_checked_fixture(all, set_up, tear_down);
  tcase_add_loop_test(all, test_checkout__every_move_gives_the_commits_files, 0,
                      2);
  tcase_add_test(all, test_checkout__clean_removes_what_builds_leave);
  tcase_add_test(all, test_checkout__a_build_can_go_on);
  tcase_add_loop_test(all, test_checkout__only_what_differs_is_touched, 0, 2);
  tcase_add_test(all, test_checkout__stops_when_asked_and_goes_on);
  tcase_add_test(all, test_checkout__is_whole_again_after_a_kill);
  tcase_add_test(all, test_checkout__a_full_disk_is_said);
  tcase_add_test(all, test_checkout__borrows_from_who_borrows);
  tcase_add_test(all, test_checkout__borrows_no_names_that_are_none);
  tcase_add_test(all, test_checkout__of_a_shallow_clone_is_shallow);
  tcase_add_test(all, test_checkout__leaves_other_peoples_folders_alone);
  tcase_add_test(all, test_checkout__refuses_names_that_lead_elsewhere);
  suite_add_tcase(suite, all);
  return run_suite(suite);
}
