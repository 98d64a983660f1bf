/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parse servers with a front end that misbehaves on request: reduce-fake.so in the
 * folder of the test, beside links to real ones of $CLANG_HDD_MODULES. */
#ifndef TEST_FRONTENDS_FIXTURE_H
#define TEST_FRONTENDS_FIXTURE_H

#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reduce/server.h"
#include "run_fixture.h"

/* A folder of links to the modules of a test. */
static char modules[] = "/tmp/test-frontends-XXXXXX";

static inline void add_link(const char *folder, const char *module)
{
  char target[PATH_MAX + 64], link[PATH_MAX];
  (void)snprintf(target, sizeof target, "%s/reduce-%s.so", folder, module);
  (void)snprintf(link, sizeof link, "%s/reduce-%s.so", modules, module);
  ck_assert_msg(access(target, R_OK) == 0, "%s is missing", target);
  ck_assert_int_eq(symlink(target, link), 0);
}

static inline void make_modules(void)
{
  char own[PATH_MAX] = "";
  const char *built = getenv("CLANG_HDD_MODULES");
  ck_assert_msg(built, "CLANG_HDD_MODULES is not set");
  ck_assert_int_gt(readlink("/proc/self/exe", own, sizeof own - 1), 0);
  ck_assert_ptr_nonnull(mkdtemp(modules));
  add_link(dirname(own), "fake");
  add_link(built, "tokens");
  add_link(built, "lines");
  add_link(built, "text");
}

static inline void remove_modules(void)
{
  static const char *const names[] = { "fake", "tokens", "lines", "text", "bad" };
  char link[PATH_MAX];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    (void)snprintf(link, sizeof link, "%s/reduce-%s.so", modules, names[i]);
    (void)unlink(link);
  }
  (void)rmdir(modules);
  (void)strcpy(modules + strlen(modules) - 6, "XXXXXX");
}

static inline rd_server *new_server(const char *frontend, const char *file_name)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = frontend,
                                .module_dir = modules,
                                .request_ms = 5000,
                                .options = { .file_name = file_name } };
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  return server;
}

static inline rd_server *fake(void)
{
  return new_server("fake", NULL);
}

/* The tree as an s-expression: free(). */
static inline char *parse(rd_server *server, const char *view, const char *text)
{
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status =
      rd_server_parse(&tree, server, view, text, strlen(text), 0, &err);
  ck_assert_msg(!status, "%s", err.message);
  char *sexp = rd_tree_to_sexp(tree);
  rd_tree_free(tree);
  return sexp;
}

static inline void expect_tree(rd_server *server, const char *view,
                               const char *text, const char *expected)
{
  char *sexp = parse(server, view, text);
  ck_assert_str_eq(sexp, expected);
  free(sexp);
}

static inline uint32_t check(rd_server *server, const char *text)
{
  rd_diagnostics diagnostics;
  rd_error err = { .status = RD_OK };
  rd_status status =
      rd_server_check(&diagnostics, server, text, strlen(text), 0, &err);
  ck_assert_msg(!status, "%s", err.message);
  return diagnostics.errors;
}

static inline void expect_notice(rd_server *server, const char *notice)
{
  const char *said = rd_server_notice(server);
  ck_assert_ptr_nonnull(said);
  ck_assert_str_eq(said, notice);
  ck_assert_ptr_null(rd_server_notice(server));
}

/* The state of a process and its parent; 'X' if there is no such process. One
 * whose first thread has ended while others have not is running: it still holds
 * its descriptors. */
static inline char process_state(pid_t pid, pid_t *parent_out)
{
  char path[64], state = 'X';
  int parent = 0, threads = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file)
    return state;
  if (fscanf(file,
             "%*d %*s %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d "
             "%*d %*d %*d %d",
             &state, &parent, &threads) == 3)
    *parent_out = parent;
  if (state == 'Z' && threads > 1)
    state = 'R';
  (void)fclose(file);
  return state;
}

/* Waits for the end of a process that is no child of ours; whether somebody
 * reaps it then is not our business. */
static inline bool is_gone(pid_t pid)
{
  const struct timespec tick = { 0, 10000000 };
  pid_t parent;
  for (int i = 0; i < 500; i++) {
    char state = process_state(pid, &parent);
    if (state == 'X' || state == 'Z')
      return true;
    (void)nanosleep(&tick, NULL);
  }
  return false;
}

static inline void parse_ahead(rd_server *server, const char *text)
{
  rd_server_parse_ahead(server, NULL, text, strlen(text), 0, false);
}

#endif
