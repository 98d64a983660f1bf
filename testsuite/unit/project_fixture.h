/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A project of a test's own: an empty repository in a private folder. */
#ifndef TEST_PROJECT_FIXTURE_H
#define TEST_PROJECT_FIXTURE_H

#include "git/history.h"
#include "history_fixture.h"
#include "reduce/process.h"
#include "run_fixture.h"

/* The folder, and the repository in it. */
static char *top, *project;

static inline void project_set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  project = mem_format("%s/project", top);
  history_set_up();
  git_init(project);
}

static inline void project_tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
  free(project);
}

/* Opens what is there; history_free. */
static inline history *open_history(const char *path)
{
  history *self;
  rd_error err = { 0 };
  ck_assert_msg(!history_open(&self, path, &err), "%s", err.message);
  return self;
}

static inline object_id id_of(const history *self, const char *revision)
{
  object_id id;
  rd_error err = { 0 };
  ck_assert_msg(!history_resolve(&id, self, revision, &err), "%s", err.message);
  return id;
}

#endif
