/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where one build at a time runs.
 *
 * A checkout of a large history takes seconds. Nothing else should wait for that,
 * and an interrupt has to end it, so it is made by a child, which says in the end
 * what came of it. The kernel kills the child with us, and the checkout's lock is
 * free only when it is gone, since it has a copy of the descriptor.
 *
 * What cannot be put in order, such as what a build has made of its checkout, is
 * removed and made anew.
 */
#include "bisect/slot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

enum { MOST_TREES = 4096 };

/* ---- life ---- */

static rd_status start_keeper(slot *self, rd_error *err)
{
  rd_status status = folder_make(self->temporary, 0700, err);
  return status ? status : rd_keeper_new(&self->keeper, self->temporary, err);
}

/* Takes the first checkout that nobody uses. Its index, which has its size, is
 * not true any more. */
static rd_status take_tree(slot *out, const cache *in, rd_error *err)
{
  for (unsigned i = 0; i < MOST_TREES; i++) {
    free(out->stem);
    out->stem = cache_tree(in, i);
    out->lock = cache_lock(out->stem, false);
    if (out->lock < 0 && errno != EWOULDBLOCK)
      return cache_fail_lock(in, err);
    if (out->lock >= 0) {
      char *index = mem_format("%s.json", out->stem);
      (void)unlink(index);
      free(index);
      out->temporary = mem_format("%s.tmp", out->stem);
      return RD_OK;
    }
  }
  return rd_fail(err, RD_ERR_IO, "all checkouts in %s are in use", in->trees);
}

rd_status slot_init(slot *out, const history *of, const cache *in,
                    rd_error *err)
{
  *out = (slot){ .history = of, .lock = -1, .report = -1, .is_free = true };
  rd_status status = take_tree(out, in, err);
  return status ? status : start_keeper(out, err);
}

/* Ends the child, if it is there. */
static void end_mover(slot *self)
{
  if (self->report >= 0)
    (void)close(self->report);
  self->report = -1;
  if (!self->mover)
    return;
  (void)kill(self->mover, SIGKILL);
  while (waitpid(self->mover, NULL, 0) < 0 && errno == EINTR) {
  }
  self->mover = 0;
}

void slot_dispose(slot *self)
{
  end_mover(self);
  rd_keeper_free(self->keeper);
  cache_unlock(self->lock);
  free(self->stem);
  free(self->temporary);
  *self = (slot){ .lock = -1, .report = -1 };
}

/* ---- checking out ---- */

static rd_status check_out(const slot *self, const object_id *commit,
                           bool clean, rd_error *err)
{
  checkout *tree = NULL;
  rd_status status = checkout_open(&tree, self->history, self->stem, err);
  if (!status)
    status = checkout_move(tree, commit, clean, err);
  checkout_free(tree);
  return status;
}

/* The life of the child. Interrupts are its parent's to answer. */
static _Noreturn void move(const slot *self, const object_id *commit,
                           bool clean, int report)
{
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGPIPE, SIG_IGN);
  rd_error said = { 0 };
  said.status = check_out(self, commit, clean, &said);
  if (said.status && said.status != RD_ERR_NOSPACE) {
    rd_scratch_remove(self->stem);
    said.status = check_out(self, commit, clean, &said);
  }
  (void)!write(report, &said, sizeof said);
  _exit(0);
}

static rd_status start_mover(slot *self, const object_id *commit, bool clean,
                             rd_error *err)
{
  int ends[2];
  pid_t owner = getpid();
  if (pipe2(ends, O_CLOEXEC))
    return rd_fail(err, RD_ERR_IO, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = fork();
  if (!pid) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != owner)
      _exit(1);
    move(self, commit, clean, ends[1]);
  }
  int error = errno;
  (void)close(ends[1]);
  if (pid < 0) {
    (void)close(ends[0]);
    return rd_fail(err, RD_ERR_IO, "cannot start a process: %s",
                   strerror(error));
  }
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  self->mover = pid;
  self->report = ends[0];
  return RD_OK;
}

rd_status slot_start(slot *self, const object_id *commit, bool clean,
                     const build_command *command, rd_error *err)
{
  rd_status status = start_mover(self, commit, clean, err);
  if (status)
    return status;
  self->command = *command;
  self->command.tree = self->stem;
  self->command.temporary = self->temporary;
  self->is_free = false;
  return RD_OK;
}

/* ---- going on ---- */

int slot_fd(const slot *self)
{
  return self->is_free ? -1
         : self->mover ? self->report
                       : rd_keeper_fd(self->keeper);
}

/* A keeper that was killed is replaced, once. */
static rd_status run_command(slot *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (int i = 0; i < 2; i++) {
    status = self->keeper ? RD_OK : start_keeper(self, err);
    if (!status)
      status = folder_make(self->temporary, 0700, err);
    if (!status)
      status = build_command_start(self->keeper, &self->command, err);
    if (status != RD_ERR_DIED)
      break;
    rd_keeper_free(self->keeper);
    self->keeper = NULL;
  }
  return status;
}

/* What the child says goes through the pipe in one piece, or not at all. */
static rd_status advance_mover(slot *self, rd_error *err)
{
  rd_error said;
  ssize_t got = read(self->report, &said, sizeof said);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return RD_OK;
  end_mover(self);
  if (got != (ssize_t)sizeof said)
    return rd_fail(err, RD_ERR_IO, "the process that does it was killed");
  return said.status ? rd_fail(err, said.status, "%s", said.message)
                     : run_command(self, err);
}

static rd_status advance_keeper(bool *ended_out, rd_run *run_out, slot *self,
                                rd_error *err)
{
  rd_status status = rd_keeper_read(ended_out, self->keeper, err);
  if (!status && *ended_out)
    status = rd_keeper_wait(run_out, self->keeper, err);
  if (!status)
    return RD_OK;
  rd_keeper_free(self->keeper);
  self->keeper = NULL;
  return rd_fail(err, RD_ERR_DIED,
                 "the process that watches the build was killed");
}

rd_status slot_advance(bool *ended_out, rd_run *run_out, slot *self,
                       rd_error *err)
{
  *ended_out = false;
  rd_status status = self->mover
                         ? advance_mover(self, err)
                         : advance_keeper(ended_out, run_out, self, err);
  self->is_free = status || *ended_out;
  return status;
}

/* The pipe of a child that was killed ends. */
void slot_cancel(slot *self)
{
  if (self->mover)
    (void)kill(self->mover, SIGKILL);
  else if (!self->is_free)
    rd_keeper_cancel(self->keeper);
}
