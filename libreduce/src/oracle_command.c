/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command as an oracle, with the contract of C-Reduce: it runs in a fresh
 * folder that holds the text under its own name, and exit status 0 means
 * interesting.
 *
 * Each test in flight has a *slot*: a keeper and a folder with two subfolders,
 * `work` (where the command runs) and `tmp` (its TMPDIR). All slots' paths are
 * equally long and never change, so a command's use of its own path cannot
 * change a verdict. Making folders and files costs more than checking them, so
 * a run's leftovers are removed and the next text overwrites the file if it is
 * still the one that was made; anything that a command replaced is made anew.
 *
 * A run that timed out is repeated alone with twice the time, and only the
 * second result counts, since the machine may have been busy. The slot keeps
 * its text for this, and newly submitted tests wait in their slots from the
 * timeout until the repetition is over. A cancelled test is killed at once; its
 * slot counts as running until the keeper reports that all its processes are
 * dead.
 *
 * A disk filled by others must not decide a verdict either. Free space is
 * checked when the text is written and after each run that was not interesting.
 * The run's own output is removed by then, so a test that fills the disk itself
 * simply fails.
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

#include "keeper.h"

enum slot_state {
  SLOT_FREE,
  SLOT_QUEUES,  /* waits for a repetition to end */
  SLOT_RUNS,    /* the states from here to SLOT_ENDS have a run */
  SLOT_REPEATS, /* runs again, alone */
  SLOT_ENDS,    /* was cancelled; has no ticket any more */
  SLOT_WAITS    /* is to run again when nothing else runs */
};

struct slot {
  rd_keeper *keeper;
  enum slot_state state;
  rd_ticket ticket;
  textbuf text;
  bool tidy;  /* the folders exist and hold nothing but the file */
  dev_t disk; /* of the file as it was made */
  ino_t node;
  mode_t mode;
  char *folder, *work, *tmp, *file;
  char *env[3]; /* NULL-terminated */
};

struct command_oracle {
  rd_oracle face; /* first: a pointer to it is a pointer to the whole */
  ARRAY(char *) argv;
  char *file_name;
  rd_limits limits;
  rd_ticket last;
  size_t slot_count;
  struct slot *slots;
  struct pollfd *polled; /* one for each slot */
};

static bool is_running(const struct slot *slot)
{
  return slot->state >= SLOT_RUNS && slot->state <= SLOT_ENDS;
}

/* The first slot in that state, or NULL. */
static struct slot *find_slot(const struct command_oracle *oracle,
                              enum slot_state state)
{
  for (size_t i = 0; i < oracle->slot_count; i++)
    if (oracle->slots[i].state == state)
      return &oracle->slots[i];
  return NULL;
}

/* ---- one test ---- */

static rd_status fail_path(rd_error *err, const char *what, const char *path)
{
  int error = errno;
  bool full = error == ENOSPC || error == EDQUOT;
  return rd_fail(err, full ? RD_ERR_NOSPACE : RD_ERR_IO, "cannot %s %s: %s",
                 what, path, strerror(error));
}

/* Opens the file that holds the last text; -1: a command changed it. No command
 * runs meanwhile. */
static int open_again(const struct slot *slot)
{
  struct stat info;
  if (!slot->tidy || lstat(slot->file, &info) || info.st_dev != slot->disk ||
      info.st_ino != slot->node || info.st_mode != slot->mode ||
      info.st_nlink != 1)
    return -1;
  return open(slot->file, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
}

/* Makes the file anew and removes anything in its place. */
static int open_new(struct slot *slot)
{
  struct stat info = { 0 };
  rd_scratch_remove(slot->file);
  (void)unlink(slot->file);
  int fd = open(slot->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0)
    (void)fstat(fd, &info);
  slot->disk = info.st_dev;
  slot->node = info.st_ino;
  slot->mode = info.st_mode;
  return fd;
}

static rd_status write_text(struct slot *slot, rd_error *err)
{
  int fd = open_again(slot);
  if (fd < 0)
    fd = open_new(slot);
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
  if (!status && ftruncate(fd, (off_t)slot->text.size))
    status = fail_path(err, "write", slot->file);
  if (close(fd) && !status)
    status = fail_path(err, "write", slot->file);
  return status;
}

/* Removes a run's leftovers. */
static void tidy(const struct command_oracle *oracle, struct slot *slot)
{
  const char *const folders[] = { "work", "tmp", NULL };
  const char *const files[] = { oracle->file_name, NULL };
  const char *const none[] = { NULL };
  slot->tidy = rd_scratch_tidy(slot->folder, folders) &&
               rd_scratch_tidy(slot->work, files) &&
               rd_scratch_tidy(slot->tmp, none);
  if (!slot->tidy)
    rd_scratch_wipe(slot->folder);
}

/* A test may have changed the slot's folder in any way, or moved it. */
static rd_status make_folders(const struct slot *slot, rd_error *err)
{
  if (slot->tidy)
    return RD_OK;
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
  slot->tidy = false;
  slot->state = status ? SLOT_FREE : state;
  return status;
}

/* ---- verdicts ---- */

/* Fails if there is no room although the folder was wiped. */
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

/* A test that ends at the file size limit ran out of room. */
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

/* Takes the answer of a slot whose run has ended. Afterwards the slot is free
 * or waits for its repetition. */
static rd_status take(rd_verdict *out, struct command_oracle *oracle,
                      struct slot *slot, rd_error *err)
{
  rd_run run;
  enum slot_state state = slot->state;
  slot->state = SLOT_FREE;
  rd_status status = rd_keeper_wait(&run, slot->keeper, err);
  if (status)
    return status;
  tidy(oracle, slot);
  *out = judge(&run, &oracle->limits);
  if (state == SLOT_ENDS)
    status = RD_OK;
  else if (run.end == RD_END_NOSTART)
    status = no_start(oracle->argv.data[0], run.status, err);
  else if (*out == RD_TIMEOUT && state != SLOT_REPEATS)
    slot->state = SLOT_WAITS;
  else if (*out != RD_INTERESTING)
    status = check_space(slot, err);
  rd_run_dispose(&run);
  return status;
}

/* ---- many tests ---- */

/* Is nothing but a repetition allowed to start? */
static bool is_closed(const struct command_oracle *oracle)
{
  return find_slot(oracle, SLOT_WAITS) || find_slot(oracle, SLOT_REPEATS);
}

/* Starts the waiting tests that are now allowed to run. */
static rd_status start_waiting(struct command_oracle *oracle, rd_error *err)
{
  struct slot *slot = find_slot(oracle, SLOT_WAITS);
  if (slot) {
    for (size_t i = 0; i < oracle->slot_count; i++)
      if (is_running(&oracle->slots[i]))
        return RD_OK;
    return start(oracle, slot, SLOT_REPEATS, err);
  }
  rd_status status = RD_OK;
  while (!status && !is_closed(oracle) &&
         (slot = find_slot(oracle, SLOT_QUEUES)))
    status = start(oracle, slot, SLOT_RUNS, err);
  return status;
}

/* Waits until the run of a slot has ended; if `cancelled`, that of a cancelled
 * one. All keepers are polled periodically, because their owner (process.c) has
 * to notice one that does not answer. */
static rd_status await_slot(struct slot **out, struct command_oracle *oracle,
                            bool cancelled, rd_error *err)
{
  enum { ASK_MS = 1000 };
  for (;;) {
    for (size_t i = 0; i < oracle->slot_count; i++) {
      const struct slot *slot = &oracle->slots[i];
      bool asked = cancelled ? slot->state == SLOT_ENDS : is_running(slot);
      int fd = asked ? rd_keeper_fd(slot->keeper) : -1;
      oracle->polled[i] = (struct pollfd){ .fd = fd, .events = POLLIN };
    }
    int ready = poll(oracle->polled, (nfds_t)oracle->slot_count, ASK_MS);
    for (size_t i = 0; i < oracle->slot_count; i++) {
      const struct pollfd *polled = &oracle->polled[i];
      bool ended = false;
      if (polled->fd < 0 || (ready > 0 && !polled->revents))
        continue;
      *out = &oracle->slots[i];
      rd_status status = rd_keeper_read(&ended, (*out)->keeper, err);
      if (status)
        (*out)->state = SLOT_FREE;
      if (status || ended)
        return status;
    }
  }
}

/* A slot for a new test: a free one, or one that is about to become free. */
static rd_status free_slot(struct slot **out, struct command_oracle *oracle,
                           rd_error *err)
{
  rd_status status = RD_OK;
  while (!status && !(*out = find_slot(oracle, SLOT_FREE))) {
    rd_verdict none;
    struct slot *slot;
    if (!find_slot(oracle, SLOT_ENDS))
      return rd_fail(err, RD_ERR_INVALID,
                     "more tests than the oracle can hold");
    status = await_slot(&slot, oracle, true, err);
    if (!status)
      status = take(&none, oracle, slot, err);
  }
  return status;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct command_oracle *oracle = payload;
  struct slot *slot;
  rd_status status = free_slot(&slot, oracle, err);
  if (status)
    return status;
  text_clear(&slot->text);
  text_add(&slot->text, text, size);
  if (is_closed(oracle))
    slot->state = SLOT_QUEUES;
  else
    status = start(oracle, slot, SLOT_RUNS, err);
  if (!status)
    *out = slot->ticket = ++oracle->last;
  return status;
}

/* Is any verdict still due? */
static bool is_asked(const struct command_oracle *oracle)
{
  for (size_t i = 0; i < oracle->slot_count; i++) {
    enum slot_state state = oracle->slots[i].state;
    if (state != SLOT_FREE && state != SLOT_ENDS)
      return true;
  }
  return false;
}

static rd_status wait_any(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  struct command_oracle *oracle = payload;
  for (;;) {
    struct slot *slot;
    rd_status status = start_waiting(oracle, err);
    if (status)
      return status;
    if (!is_asked(oracle))
      return rd_fail(err, RD_ERR_INVALID, "no test to wait for");
    status = await_slot(&slot, oracle, false, err);
    bool wanted = !status && slot->state != SLOT_ENDS;
    if (!status)
      status = take(verdict_out, oracle, slot, err);
    if (status)
      return status;
    if (wanted && slot->state == SLOT_FREE) {
      *out = slot->ticket;
      return RD_OK;
    }
  }
}

static void cancel(void *payload, rd_ticket ticket)
{
  struct command_oracle *oracle = payload;
  for (size_t i = 0; i < oracle->slot_count; i++) {
    struct slot *slot = &oracle->slots[i];
    bool ends = slot->state == SLOT_FREE || slot->state == SLOT_ENDS;
    if (ends || slot->ticket != ticket)
      continue;
    if (is_running(slot))
      rd_keeper_cancel(slot->keeper);
    slot->state = is_running(slot) ? SLOT_ENDS : SLOT_FREE;
  }
}

/* ---- life ---- */

/* A relative program path refers to our working directory, not to the folder
 * that the program will run in. */
static char *program_path(const char *name)
{
  if (name[0] == '/' || !strchr(name, '/'))
    return mem_copy(name);
  char *here = getcwd(NULL, 0);
  char *path = here ? mem_format("%s/%s", here, name) : mem_copy(name);
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
  slot->folder = mem_format("%s/%03zu", top, index);
  slot->work = mem_format("%s/work", slot->folder);
  slot->tmp = mem_format("%s/tmp", slot->folder);
  slot->file = mem_format("%s/%s", slot->work, command->file_name);
  slot->env[0] = mem_format("TMPDIR=%s", slot->tmp);
  slot->env[1] = mem_format("PWD=%s", slot->work);
  free(top);
  return rd_keeper_new(&slot->keeper, slot->folder, err);
}

static void dispose_slot(struct slot *slot)
{
  rd_keeper_free(slot->keeper);
  text_free(&slot->text);
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
    return rd_fail(err, RD_ERR_INVALID, "'%s' is not a file name", name);
  if (!command->argv[0] || !*command->argv[0])
    return rd_fail(err, RD_ERR_INVALID, "the command is empty");
  struct command_oracle *oracle = mem_alloc(1, sizeof *oracle);
  oracle->face = (rd_oracle){ .submit = submit,
                              .wait = wait_any,
                              .cancel = cancel,
                              .payload = oracle,
                              .capacity = command->jobs ? command->jobs : 1 };
  oracle->slot_count = oracle->face.capacity;
  oracle->slots = mem_alloc(oracle->slot_count, sizeof *oracle->slots);
  oracle->polled = mem_alloc(oracle->slot_count, sizeof *oracle->polled);
  oracle->file_name = mem_copy(name);
  oracle->limits = command->limits;
  ARRAY_PUSH(&oracle->argv, program_path(command->argv[0]));
  for (const char *const *arg = command->argv + 1; *arg; arg++)
    ARRAY_PUSH(&oracle->argv, mem_copy(*arg));
  ARRAY_PUSH(&oracle->argv, NULL);
  rd_status status = RD_OK;
  for (size_t i = 0; i < oracle->slot_count && !status; i++)
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
  for (size_t i = 0; i < oracle->slot_count; i++)
    dispose_slot(&oracle->slots[i]);
  free(oracle->slots);
  free(oracle->polled);
  free(oracle->file_name);
  for (size_t i = 0; i < oracle->argv.size; i++)
    free(oracle->argv.data[i]);
  ARRAY_FREE(&oracle->argv);
  free(oracle);
}
