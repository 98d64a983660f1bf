/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parser of the search.
 *
 * For a program that is built wrong, the front end may give the tree a monitor
 * (reduce/rewrites.h): the text with calls that print the values of its
 * expressions. The first reference builds it, it is run, and the tree is made again
 * with what it has printed. That depends on nothing but the text, so the log need
 * not keep it: a resumed run finds the same values. They are no facts, only what the
 * next candidates are made of, so a monitor that cannot be built is no error.
 */
#include "clang-hdd/reduction.h"

#include <stdlib.h>

#include "clang-hdd/commands.h"

enum { SLOWER = 20 }; /* a monitor than the program, at most */

void observe_dispose(reduction *self)
{
  if (self->watcher)
    runner_dispose(self->watcher);
  free(self->watcher);
}

/* Not a runner of the oracle: these may be at work. */
static runner *watcher_of(reduction *self)
{
  runner *made = self->watcher;
  if (made)
    return made;
  made = mem_alloc(1, sizeof *made);
  if (!command_init_runner(made, self->subject->given,
                           !self->request->no_sandbox, NULL))
    return self->watcher = made;
  free(made);
  return NULL;
}

/* What the monitor prints where the first reference builds it; NULL: it is not
 * known. Caller's. */
static char *run_monitor(reduction *self, const char *monitor)
{
  const plan *of = &self->subject->wrong.plan;
  wrong_options options =
      subject_wrong_options(self->subject, monitor, strlen(monitor));
  act_result *seen = NULL;
  char *printed = NULL;
  plan one;
  options.run = watcher_of(self);
  if (!options.run)
    return NULL;
  plan_begin(&one, of);
  one.limit_ms *= SLOWER;
  strings_add_all(&plan_add(&one, ROLE_BAD, "")->build, &of->steps[1].build);
  if (!wrong_show(&seen, &one, &options, NULL)) {
    if (seen->built && seen->did.end == BEHAVIOUR_EXIT)
      printed = mem_copy_bytes(seen->did.output, seen->did.size);
    act_dispose(seen);
  }
  free(seen);
  plan_dispose(&one);
  return printed;
}

/* Makes the tree again if it has a monitor. */
static rd_status parse_observed(rd_tree **tree, reduction *self,
                                const char *text, size_t size, uint32_t prepare,
                                rd_error *err)
{
  rd_server *server = self->subject->server;
  const char *monitor = rd_tree_monitor(*tree);
  char *printed = monitor ? run_monitor(self, monitor) : NULL;
  if (!printed)
    return RD_OK;
  rd_server_observe(server, printed);
  free(printed);
  rd_tree_free(*tree);
  *tree = NULL;
  return rd_server_parse(tree, server, NULL, text, size, prepare, err);
}

static rd_status parse(rd_tree **out, void *payload, const char *view,
                       const char *text, size_t size, uint32_t prepare,
                       rd_error *err)
{
  reduction *self = payload;
  rd_server *server = self->subject->server;
  if (self->request->wrong.code)
    prepare |= RD_MONITOR;
  rd_status status =
      rd_server_parse(out, server, view, text, size, prepare, err);
  if (!status)
    status = parse_observed(out, self, text, size, prepare, err);
  const char *notice = rd_server_notice(server);
  if (notice)
    progress_notice("%s", notice);
  return status;
}

rd_parser observe_parser(reduction *self)
{
  return (rd_parser){ parse, self,
                      rd_server_choice(self->subject->server)->lexer };
}
