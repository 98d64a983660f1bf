/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A command as an oracle, with the contract of C-Reduce: it runs in a fresh
 * folder that holds the text under its own name, and exit status 0 means
 * interesting.
 *
 * Each test in flight has a *slot*: a keeper and a folder with two subfolders,
 * `work` (where the command runs) and `tmp` (its TMPDIR). All slots' paths are
 * equally long and never change, so a command's use of its own path cannot
 * change a verdict. A command may do anything to its folder, so the folder is
 * emptied after a run and made anew before the next.
 *
 * A run that timed out is repeated alone with twice the time, and only the
 * second result counts, since the machine may have been busy. The slot keeps
 * its text for this. The other runs end first, and `wait` returns only after
 * the repetition, so no test is submitted meanwhile. A cancelled test is killed
 * at once; its slot becomes free when the keeper reports that all its processes
 * are dead.
 *
 * A disk filled by others must not decide a verdict either, so free space is
 * checked after each run that was not interesting. The run's own output is
 * removed by then, so a test that fills the disk itself simply fails.
 */
#include "reduce/oracle.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/files.h"
#include "cache.h"

enum { ASK_MS = 1000 }; /* how often a silent keeper is looked at */

enum slot_state {
  SLOT_FREE,
  SLOT_RUNS,
  SLOT_ENDS, /* was cancelled */
};

struct slot {
  rd_keeper *keeper;
  enum slot_state state;
  rd_ticket ticket;
  textbuf text;
  char *folder, *work, *tmp, *file;
  char *env[3]; /* NULL-terminated */
};

struct command_oracle {
  rd_oracle face; /* first: a pointer to it is a pointer to the whole */
  strings argv;
  rd_limits limits;
  rd_ticket last;
  struct slot *slots;    /* face.capacity of them */
  struct pollfd *polled; /* one for each slot */
};

const char *rd_verdict_name(rd_verdict verdict)
{
  static const char *const names[] = {
    [RD_INTERESTING] = "interesting", [RD_UNINTERESTING] = "uninteresting",
    [RD_INVALID] = "invalid",         [RD_OVERRULED] = "overruled",
    [RD_TIMEOUT] = "timeout",         [RD_RESOURCE_OUT] = "resource-out",
  };
  assert((unsigned)verdict < RD_VERDICT_COUNT);
  return names[verdict];
}

rd_status rd_verdict_check(rd_verdict verdict, rd_error *err)
{
  if ((unsigned)verdict < RD_VERDICT_COUNT)
    return RD_OK;
  return rd_fail(err, RD_ERR_INVALID,
                 "the oracle returned an unknown verdict: %u",
                 (unsigned)verdict);
}

/* The first slot in that state, or NULL. */
static struct slot *find_slot(const struct command_oracle *oracle,
                              enum slot_state state)
{
  for (size_t i = 0; i < oracle->face.capacity; i++)
    if (oracle->slots[i].state == state)
      return &oracle->slots[i];
  return NULL;
}

/* ---- one test ---- */

/* The last test may have changed the slot's folder in any way, or moved it. */
static rd_status fill_folder(const struct slot *slot, rd_error *err)
{
  rd_scratch_remove(slot->folder);
  (void)unlink(slot->folder);
  rd_status status = folder_make(slot->folder, S_IRWXU, err);
  if (!status)
    status = folder_make(slot->work, S_IRWXU, err);
  if (!status)
    status = folder_make(slot->tmp, S_IRWXU, err);
  return status
             ? status
             : file_create(slot->file, slot->text.data, slot->text.size, err);
}

static uint32_t twice(uint32_t ms)
{
  return ms > UINT32_MAX / 2 ? UINT32_MAX : ms * 2;
}

static rd_status start(struct command_oracle *oracle, struct slot *slot,
                       bool longer, rd_error *err)
{
  rd_run_spec spec = { .argv = strings_argv(&oracle->argv),
                       .env = (const char *const *)slot->env,
                       .directory = slot->work,
                       .limits = oracle->limits,
                       .wipe = slot->folder };
  if (longer) {
    spec.limits.wall_ms = twice(spec.limits.wall_ms);
    spec.limits.cpu_ms = twice(spec.limits.cpu_ms);
  }
  rd_status status = fill_folder(slot, err);
  return status ? status : rd_keeper_start(slot->keeper, &spec, err);
}

/* Waits for the end of a run without taking its result. The keeper is looked at
 * now and then, because only its owner (process.c) notices one that does not
 * answer. */
static rd_status await_end(const struct slot *slot, rd_error *err)
{
  struct pollfd polled = { .fd = rd_keeper_fd(slot->keeper), .events = POLLIN };
  bool ended = false;
  rd_status status = rd_keeper_read(&ended, slot->keeper, err);
  while (!status && !ended) {
    (void)poll(&polled, 1, ASK_MS);
    status = rd_keeper_read(&ended, slot->keeper, err);
  }
  return status;
}

/* Runs the slot's test again when nothing else runs. */
static rd_status repeat(rd_run *out, struct command_oracle *oracle,
                        struct slot *slot, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < oracle->face.capacity && !status; i++)
    if (oracle->slots[i].state != SLOT_FREE)
      status = await_end(&oracle->slots[i], err);
  if (!status)
    status = start(oracle, slot, true, err);
  return status ? status : rd_keeper_wait(out, slot->keeper, err);
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
  case RD_END_PROCESSES:
  case RD_END_OUTPUT:
    return RD_RESOURCE_OUT;
  default:
    return RD_UNINTERESTING;
  }
}

/* Takes the answer of a slot whose run has ended; afterwards the slot is
 * free. */
static rd_status take(rd_verdict *out, struct command_oracle *oracle,
                      struct slot *slot, rd_error *err)
{
  rd_run run;
  bool wanted = slot->state == SLOT_RUNS;
  slot->state = SLOT_FREE;
  rd_status status = rd_keeper_wait(&run, slot->keeper, err);
  if (!status && wanted && judge(&run, &oracle->limits) == RD_TIMEOUT) {
    rd_run_dispose(&run);
    status = repeat(&run, oracle, slot, err);
  }
  if (status)
    return status;
  *out = judge(&run, &oracle->limits);
  if (wanted && run.end == RD_END_NOSTART)
    status = no_start(oracle->argv.data[0], run.status, err);
  else if (wanted && *out != RD_INTERESTING)
    status = check_space(slot, err);
  rd_run_dispose(&run);
  return status;
}

/* ---- many tests ---- */

/* Waits for the end of a run in this state or a later one. */
static rd_status await_slot(struct slot **out, struct command_oracle *oracle,
                            enum slot_state least, rd_error *err)
{
  for (;;) {
    for (size_t i = 0; i < oracle->face.capacity; i++) {
      struct slot *slot = *out = &oracle->slots[i];
      bool ended = false;
      oracle->polled[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
      if (slot->state < least)
        continue;
      rd_status status = rd_keeper_read(&ended, slot->keeper, err);
      if (status)
        slot->state = SLOT_FREE;
      if (status || ended)
        return status;
      oracle->polled[i].fd = rd_keeper_fd(slot->keeper);
    }
    (void)poll(oracle->polled, oracle->face.capacity, ASK_MS);
  }
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct command_oracle *oracle = payload;
  struct slot *slot;
  rd_status status = RD_OK;
  while (!(slot = find_slot(oracle, SLOT_FREE))) {
    rd_verdict none;
    if (!find_slot(oracle, SLOT_ENDS))
      return rd_fail(err, RD_ERR_INVALID,
                     "more tests than the oracle can hold");
    status = await_slot(&slot, oracle, SLOT_ENDS, err);
    if (!status)
      status = take(&none, oracle, slot, err);
    if (status)
      return status;
  }
  text_clear(&slot->text);
  text_add(&slot->text, text, size);
  status = start(oracle, slot, false, err);
  if (status)
    return status;
  slot->state = SLOT_RUNS;
  *out = slot->ticket = ++oracle->last;
  return RD_OK;
}

static rd_status wait_any(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  struct command_oracle *oracle = payload;
  while (find_slot(oracle, SLOT_RUNS)) {
    struct slot *slot;
    rd_status status = await_slot(&slot, oracle, SLOT_RUNS, err);
    bool wanted = slot->state == SLOT_RUNS;
    if (!status)
      status = take(verdict_out, oracle, slot, err);
    *out = slot->ticket;
    if (status || wanted)
      return status;
  }
  return rd_fail(err, RD_ERR_INVALID, "no test to wait for");
}

static void cancel(void *payload, rd_ticket ticket)
{
  struct command_oracle *oracle = payload;
  for (size_t i = 0; i < oracle->face.capacity; i++) {
    struct slot *slot = &oracle->slots[i];
    if (slot->state != SLOT_RUNS || slot->ticket != ticket)
      continue;
    rd_keeper_cancel(slot->keeper);
    slot->state = SLOT_ENDS;
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
  unsigned capacity = command->jobs ? command->jobs : 1;
  oracle->face = (rd_oracle){ .submit = submit,
                              .wait = wait_any,
                              .cancel = cancel,
                              .payload = oracle,
                              .capacity = capacity };
  oracle->slots = mem_alloc(capacity, sizeof *oracle->slots);
  oracle->polled = mem_alloc(capacity, sizeof *oracle->polled);
  oracle->limits = command->limits;
  (void)strings_take(&oracle->argv, program_path(command->argv[0]));
  for (const char *const *arg = command->argv + 1; *arg; arg++)
    strings_add(&oracle->argv, *arg);
  rd_status status = RD_OK;
  for (size_t i = 0; i < capacity && !status; i++)
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
  for (size_t i = 0; i < face->capacity; i++)
    dispose_slot(&oracle->slots[i]);
  free(oracle->slots);
  free(oracle->polled);
  strings_free(&oracle->argv);
  free(oracle);
}
