/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command as an oracle, with the contract of C-Reduce: it runs in a fresh
 * folder that holds the text under its own name, and exit status 0 means
 * interesting.
 *
 * Each test in flight has a *slot*: a keeper and a folder with two others in
 * it, `work` (where the command runs) and `tmp` (its TMPDIR). A slot's paths
 * are the same for every test, so that what a command makes of its own path
 * cannot change a verdict. The keeper empties the folder after each run.
 *
 * A run whose time was over is repeated when no other runs, with twice the
 * time, and only the second time counts: a busy machine is no verdict. So a
 * slot keeps its text. A disk that others filled is no verdict either: it is
 * looked for when the text is written, and after each run that was not
 * interesting. What the run itself wrote is wiped by then: a test that fills
 * the disk is one that fails.
 */
#include "reduce/oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base.h"

enum { SLOT_COUNT = 1 };

enum slot_state {
  SLOT_FREE,
  SLOT_RUNS,
  SLOT_REPEATS, /* runs again, alone */
  SLOT_WAITS    /* is to run again when no other runs */
};

struct slot {
  rd_keeper *keeper;
  enum slot_state state;
  rd_ticket ticket;
  rd_buffer text;
  char *folder, *work, *tmp, *file;
  char *env[3]; /* NULL-terminated */
};

struct command_oracle {
  rd_oracle face; /* first: the caller's pointer is the whole's */
  RD_ARRAY(char *) argv;
  rd_limits limits;
  rd_ticket last;
  struct slot slots[SLOT_COUNT];
};

/* ---- one test ---- */

static rd_status fail_path(rd_error *err, const char *what, const char *path)
{
  int error = errno;
  bool full = error == ENOSPC || error == EDQUOT;
  return rd_fail(err, full ? RD_ERR_NOSPACE : RD_ERR_IO, "cannot %s %s: %s",
                 what, path, strerror(error));
}

static rd_status write_text(const struct slot *slot, rd_error *err)
{
  int fd = open(slot->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return fail_path(err, "write", slot->file);
  const char *at = slot->text.data;
  rd_status status = RD_OK;
  for (size_t left = slot->text.size; left && !status;) {
    ssize_t size = write(fd, at, left);
    if (size >= 0) {
      at += size;
      left -= (size_t)size;
    } else if (errno != EINTR) {
      status = fail_path(err, "write", slot->file);
    }
  }
  if (close(fd) && !status)
    status = fail_path(err, "write", slot->file);
  return status;
}

/* A test may have done anything to the slot's folder, also moved it. */
static rd_status make_folders(const struct slot *slot, rd_error *err)
{
  if (mkdir(slot->folder, S_IRWXU)) {
    rd_scratch_remove(slot->folder);
    (void)unlink(slot->folder);
    if (mkdir(slot->folder, S_IRWXU))
      return fail_path(err, "make", slot->folder);
  }
  if (mkdir(slot->work, S_IRWXU))
    return fail_path(err, "make", slot->work);
  if (mkdir(slot->tmp, S_IRWXU))
    return fail_path(err, "make", slot->tmp);
  return RD_OK;
}

static uint32_t twice(uint32_t ms)
{
  return ms > UINT32_MAX / 2 ? UINT32_MAX : ms * 2;
}

static rd_status start(struct command_oracle *oracle, struct slot *slot,
                       enum slot_state state, rd_error *err)
{
  rd_run_spec spec = {
    .argv = (const char *const *)oracle->argv.data,
    .env = (const char *const *)slot->env,
    .directory = slot->work,
    .limits = oracle->limits,
    .wipe = slot->folder,
  };
  if (state == SLOT_REPEATS) {
    spec.limits.wall_ms = twice(spec.limits.wall_ms);
    spec.limits.cpu_ms = twice(spec.limits.cpu_ms);
  }
  rd_status status = make_folders(slot, err);
  if (!status)
    status = write_text(slot, err);
  if (!status)
    status = rd_keeper_start(slot->keeper, &spec, err);
  slot->state = status ? SLOT_FREE : state;
  return status;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct command_oracle *oracle = payload;
  struct slot *slot = oracle->slots;
  while (slot < oracle->slots + SLOT_COUNT && slot->state != SLOT_FREE)
    slot++;
  if (slot == oracle->slots + SLOT_COUNT)
    return rd_fail(err, RD_ERR_INVALID, "more tests than the oracle can hold");
  rd_buffer_clear(&slot->text);
  rd_buffer_add(&slot->text, text, size);
  rd_status status = start(oracle, slot, SLOT_RUNS, err);
  if (!status)
    *out = slot->ticket = ++oracle->last;
  return status;
}

/* ---- verdicts ---- */

/* Is there room, now that the folder was wiped? */
static rd_status check_space(const struct slot *slot, rd_error *err)
{
  enum { LEAST_BYTES = 64 * 1024 };
  struct statvfs info;
  if (statvfs(slot->folder, &info) || !info.f_blocks ||
      info.f_bavail >= LEAST_BYTES / info.f_frsize + 1)
    return RD_OK;
  return rd_fail(err, RD_ERR_NOSPACE, "no space left on the device of %s",
                 slot->folder);
}

static rd_status no_start(const char *program, int error, rd_error *err)
{
  const char *hint = "";
  if (error == ENOEXEC)
    hint = " (does it begin with a line like #!/bin/sh?)";
  else if (error == EACCES)
    hint = " (is it executable?)";
  else if (error == ENOENT && !access(program, F_OK))
    hint = " (the interpreter that it names is missing)";
  bool short_of =
      error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
  return rd_fail(err, short_of ? RD_ERR_IO : RD_ERR_NOTFOUND,
                 "cannot run %s: %s%s", program, strerror(error), hint);
}

/* A test that ends by the limit on the size of files ran out of room. */
static rd_verdict judge(const rd_run *run, const rd_limits *limits)
{
  switch (run->end) {
  case RD_END_EXIT:
    return run->status ? RD_UNINTERESTING : RD_INTERESTING;
  case RD_END_SIGNAL:
    return run->status == SIGXFSZ && limits->file_bytes ? RD_RESOURCE_OUT
                                                        : RD_UNINTERESTING;
  case RD_END_WALL:
  case RD_END_CPU:
    return RD_TIMEOUT;
  case RD_END_MEMORY:
  case RD_END_OUTPUT:
    return RD_RESOURCE_OUT;
  case RD_END_CANCELLED:
  case RD_END_NOSTART:
    break;
  }
  return RD_UNINTERESTING;
}

/* Takes the answer of a slot whose run has ended. The slot is free afterwards,
 * or waits for its repetition. */
static rd_status take(rd_verdict *out, struct command_oracle *oracle,
                      struct slot *slot, rd_error *err)
{
  rd_run run;
  bool repeated = slot->state == SLOT_REPEATS;
  slot->state = SLOT_FREE;
  rd_status status = rd_keeper_wait(&run, slot->keeper, err);
  if (status)
    return status;
  *out = judge(&run, &oracle->limits);
  if (run.end == RD_END_NOSTART)
    status = no_start(oracle->argv.data[0], run.status, err);
  else if (*out == RD_TIMEOUT && !repeated)
    slot->state = SLOT_WAITS;
  else if (*out != RD_INTERESTING)
    status = check_space(slot, err);
  rd_run_dispose(&run);
  return status;
}

/* Starts a repetition if nothing runs. Returns the number of slots that run. */
static rd_status repeat(size_t *running_out, struct command_oracle *oracle,
                        rd_error *err)
{
  struct slot *waiting = NULL;
  size_t running = 0;
  for (size_t i = 0; i < SLOT_COUNT; i++) {
    struct slot *slot = &oracle->slots[i];
    running += slot->state == SLOT_RUNS || slot->state == SLOT_REPEATS;
    if (slot->state == SLOT_WAITS)
      waiting = slot;
  }
  *running_out = running;
  if (running || !waiting)
    return RD_OK;
  *running_out = 1;
  return start(oracle, waiting, SLOT_REPEATS, err);
}

/* Waits until a slot's keeper has something to say. */
static struct slot *await_slot(struct command_oracle *oracle)
{
  struct pollfd polled[SLOT_COUNT];
  for (size_t i = 0; i < SLOT_COUNT; i++) {
    enum slot_state state = oracle->slots[i].state;
    bool runs = state == SLOT_RUNS || state == SLOT_REPEATS;
    polled[i] = (struct pollfd){
      .fd = runs ? rd_keeper_fd(oracle->slots[i].keeper) : -1,
      .events = POLLIN,
    };
  }
  while (poll(polled, SLOT_COUNT, -1) <= 0) { /* a signal came */
  }
  size_t index = 0;
  while (!polled[index].revents)
    index++;
  return &oracle->slots[index];
}

static rd_status wait_any(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  struct command_oracle *oracle = payload;
  for (;;) {
    size_t running;
    rd_status status = repeat(&running, oracle, err);
    if (status)
      return status;
    if (!running)
      return rd_fail(err, RD_ERR_INVALID, "no test to wait for");
    struct slot *slot = await_slot(oracle);
    status = take(verdict_out, oracle, slot, err);
    if (status)
      return status;
    if (slot->state == SLOT_FREE) {
      *out = slot->ticket;
      return RD_OK;
    }
  }
}

static void cancel(void *payload, rd_ticket ticket)
{
  struct command_oracle *oracle = payload;
  for (size_t i = 0; i < SLOT_COUNT; i++) {
    struct slot *slot = &oracle->slots[i];
    if (slot->state == SLOT_FREE || slot->ticket != ticket)
      continue;
    rd_run run;
    bool runs = slot->state != SLOT_WAITS;
    slot->state = SLOT_FREE;
    if (!runs)
      continue;
    rd_keeper_cancel(slot->keeper);
    if (!rd_keeper_wait(&run, slot->keeper, NULL))
      rd_run_dispose(&run);
  }
}

/* ---- life ---- */

/* A program named by a relative path is meant from where we are, not from the
 * folder that it will run in. */
static char *program_path(const char *name)
{
  if (name[0] == '/' || !strchr(name, '/'))
    return rd_strdup(name);
  char *here = getcwd(NULL, 0);
  char *path = here ? rd_format("%s/%s", here, name) : rd_strdup(name);
  free(here);
  return path;
}

static rd_status init_slot(struct slot *slot, const rd_command *command,
                           size_t index, rd_error *err)
{
  char *top = realpath(command->directory, NULL);
  if (!top)
    return rd_fail(err, RD_ERR_IO, "cannot use %s: %s", command->directory,
                   strerror(errno));
  slot->folder = rd_format("%s/%zu", top, index);
  slot->work = rd_format("%s/work", slot->folder);
  slot->tmp = rd_format("%s/tmp", slot->folder);
  slot->file = rd_format("%s/%s", slot->work, command->file_name);
  slot->env[0] = rd_format("TMPDIR=%s", slot->tmp);
  slot->env[1] = rd_format("PWD=%s", slot->work);
  free(top);
  return rd_keeper_new(&slot->keeper, slot->folder, err);
}

static void dispose_slot(struct slot *slot)
{
  rd_keeper_free(slot->keeper);
  rd_buffer_free(&slot->text);
  free(slot->folder);
  free(slot->work);
  free(slot->tmp);
  free(slot->file);
  free(slot->env[0]);
  free(slot->env[1]);
}

rd_status rd_command_oracle_new(rd_oracle **out, const rd_command *command,
                                rd_error *err)
{
  const char *name = command->file_name;
  if (!*name || strchr(name, '/') || !strcmp(name, ".") || !strcmp(name, ".."))
    return rd_fail(err, RD_ERR_INVALID, "'%s' is no name for a file", name);
  if (!command->argv[0] || !*command->argv[0])
    return rd_fail(err, RD_ERR_INVALID, "the command is empty");
  struct command_oracle *oracle = rd_alloc(1, sizeof *oracle);
  oracle->face = (rd_oracle){ .submit = submit,
                              .wait = wait_any,
                              .cancel = cancel,
                              .payload = oracle,
                              .capacity = SLOT_COUNT };
  oracle->limits = command->limits;
  RD_PUSH(&oracle->argv, program_path(command->argv[0]));
  for (const char *const *arg = command->argv + 1; *arg; arg++)
    RD_PUSH(&oracle->argv, rd_strdup(*arg));
  RD_PUSH(&oracle->argv, NULL);
  rd_status status = RD_OK;
  for (size_t i = 0; i < SLOT_COUNT && !status; i++)
    status = init_slot(&oracle->slots[i], command, i, err);
  if (!status)
    *out = &oracle->face;
  else
    rd_command_oracle_free(&oracle->face);
  return status;
}

void rd_command_oracle_free(rd_oracle *face)
{
  if (!face)
    return;
  struct command_oracle *oracle = face->payload;
  for (size_t i = 0; i < SLOT_COUNT; i++)
    dispose_slot(&oracle->slots[i]);
  for (size_t i = 0; i < oracle->argv.size; i++)
    free(oracle->argv.data[i]);
  RD_FREE(&oracle->argv);
  free(oracle);
}
