/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One run of a command, from its start until all its processes are dead.
 *
 * The keeper sleeps until something happens: output came (its head goes to the
 * owner at once, its tail at the end), the owner can take more of it, a child
 * ended, the owner sent a message, the wall time is over, or it is time to look at
 * the descendants' use of resources. A short run is not looked at. If the looks
 * miss the peak memory of one process, the kernel's own maximum shows it at the
 * end.
 *
 * A run that is cut short gets a moment if one of its processes handles
 * SIGTERM, since the handler may remove files outside our folders: pcc's driver
 * makes /tmp/ctm.* whatever TMPDIR is. Most have no handler and die at once.
 *
 * The run ends when the process that was started ends; a process that it left
 * behind does not keep it open by holding the pipe. The leader is reaped only
 * after its group was killed, so the group's number cannot have been reused.
 * The rest are then killed until the kernel reports no child, which for a
 * subreaper means no descendant.
 */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/ends.h"
#include "base/limits.h"

enum {
  NOTICES = 2,          /* to a run that handles SIGTERM */
  NOTICE_MS = 100,      /* for its handler; pcc's takes 0.2 */
  LOOK_MS = 16,         /* longer than most compilers run on a small input */
  MAX_PROCESSES = 1024, /* of one run; more are a fork bomb */
  CLEAR_MS = 5000,      /* patience with processes that survive SIGKILL */
  CLEAR_MOST_MS = 60000 /* the same while some still end */
};

struct run {
  rd_warden *warden;
  const rd_limits *limits;
  printed_ends printed;
  pid_t leader;
  int output; /* read end; -1: at its end */
  uint64_t begin_ns;
  uint64_t look_ns; /* when to look next */
  bool over;
  uint64_t reaped; /* processes so far */
  rd_end end;
  int status;      /* from waitpid */
  uint64_t cpu_us; /* of all reaped processes */
  uint64_t peak;
  rd_descendant_list descendants;
};

static const uint64_t MS = 1000000;

/* The first reason counts. limits_decode refines RD_END_EXIT. */
static void stop(struct run *run, rd_end end)
{
  if (!run->over)
    run->end = end;
  run->over = true;
}

/* ---- output ---- */

/* One read; false if there is nothing to read now. */
static bool take_output(struct run *run)
{
  if (run->output < 0)
    return false;
  char bytes[64 * 1024];
  ssize_t size = read(run->output, bytes, sizeof bytes);
  if (size < 0)
    return errno == EINTR;
  if (size == 0) {
    (void)close(run->output);
    run->output = -1;
    return false;
  }
  size_t head = ends_take(&run->printed, bytes, (size_t)size);
  if (head)
    rd_warden_add(run->warden, bytes, head);
  if (run->printed.printed <= ENDS_ENDLESS)
    return true;
  if (!run->over || run->end == RD_END_EXIT)
    run->end = RD_END_OUTPUT;
  run->over = true;
  return false;
}

static void add_tail(struct run *run)
{
  size_t size;
  const char *tail = ends_tail(&size, &run->printed);
  if (size)
    rd_warden_add(run->warden, tail, size);
}

/* ---- reaping and killing ---- */

/* A process starts with the peak memory of its parent, the keeper, so a lower
 * value means nothing. */
static void note_peak(struct run *run, const struct rusage *usage)
{
  struct rusage own;
  if (!getrusage(RUSAGE_SELF, &own) && usage->ru_maxrss > own.ru_maxrss) {
    uint64_t bytes = (uint64_t)usage->ru_maxrss * 1024;
    if (bytes > run->peak)
      run->peak = bytes;
  }
}

/* Reaps ended processes, the leader included if `all`. False: no child is
 * left. */
static bool reap(struct run *run, bool all)
{
  for (;;) {
    siginfo_t info = { 0 };
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT))
      return errno != ECHILD;
    if (!info.si_pid)
      return true;
    if (info.si_pid == run->leader && !all) {
      stop(run, RD_END_EXIT);
      return true;
    }
    struct rusage usage;
    int status;
    if (wait4(info.si_pid, &status, 0, &usage) < 0)
      continue;
    run->cpu_us += limits_cpu_us(&usage);
    note_peak(run, &usage);
    run->reaped++;
    if (info.si_pid == run->leader)
      run->status = status;
  }
}

/* Stops all before killing any, so none can create more meanwhile. */
static void kill_descendants(rd_descendant_list *descendants)
{
  rd_descendants_find(descendants, SIGSTOP, SIZE_MAX);
  for (size_t i = 0; i < descendants->size; i++)
    if (descendants->data[i].state != 'Z')
      (void)kill(descendants->data[i].pid, SIGKILL);
}

static void await_signal(rd_warden *warden)
{
  struct pollfd poll_signals = { .fd = warden->signals, .events = POLLIN };
  const struct timespec moment = { .tv_nsec = (long)(2 * MS) };
  if (ppoll(&poll_signals, 1, &moment, NULL) > 0)
    rd_warden_take_signals(warden);
}

/* Kills and reaps until no child is left, or until the remaining ones do not
 * end. */
static void clear(struct run *run)
{
  uint64_t begin_ns = now_ns();
  uint64_t last_ns = begin_ns; /* when one was reaped */
  for (;;) {
    uint64_t now = now_ns(), reaped = run->reaped;
    if (!reap(run, true))
      return;
    if (run->reaped > reaped)
      last_ns = now;
    if (now - last_ns > CLEAR_MS * MS || now - begin_ns > CLEAR_MOST_MS * MS)
      return;
    kill_descendants(&run->descendants);
    await_signal(run->warden);
  }
}

void rd_warden_clear(rd_warden *warden)
{
  struct run run = { .warden = warden };
  clear(&run);
  ARRAY_FREE(&run.descendants);
  ends_free(&run.printed);
}

/* ---- limits ---- */

static void look(struct run *run, uint64_t now)
{
  uint64_t cpu_us = run->cpu_us, bytes = 0;
  rd_descendants_find(&run->descendants, 0, MAX_PROCESSES);
  for (size_t i = 0; i < run->descendants.size; i++) {
    cpu_us += run->descendants.data[i].cpu_us;
    bytes += run->descendants.data[i].bytes;
  }
  if (bytes > run->peak)
    run->peak = bytes;
  if (run->limits->cpu_ms && cpu_us / 1000 > run->limits->cpu_ms)
    stop(run, RD_END_CPU);
  if (run->limits->memory_bytes && bytes > run->limits->memory_bytes)
    stop(run, RD_END_MEMORY);
  if (run->descendants.size > MAX_PROCESSES)
    stop(run, RD_END_PROCESSES);
  uint64_t end_ns = now_ns();
  uint64_t cost = end_ns - now; /* looks take at most half of the time */
  run->look_ns = end_ns + (cost > LOOK_MS * MS ? cost : LOOK_MS * MS);
}

static uint64_t wall_end_ns(const struct run *run)
{
  uint32_t wall_ms = run->limits->wall_ms;
  return wall_ms ? run->begin_ns + wall_ms * MS : UINT64_MAX;
}

static void check_clock(struct run *run)
{
  uint64_t now = now_ns();
  if (now >= wall_end_ns(run))
    stop(run, RD_END_WALL);
  if (!run->over && now >= run->look_ns)
    look(run, now);
}

/* ---- the run ---- */

static void await_event(struct run *run)
{
  rd_warden *warden = run->warden;
  bool full = warden->outbox.size > 0;
  struct pollfd events[] = {
    { .fd = warden->signals, .events = POLLIN },
    { .fd = warden->socket, .events = full ? POLLIN | POLLOUT : POLLIN },
    { .fd = run->output, .events = POLLIN },
  };
  uint64_t now = now_ns(), end_ns = wall_end_ns(run);
  if (run->look_ns < end_ns)
    end_ns = run->look_ns;
  uint64_t left_ns = end_ns > now ? end_ns - now : 0;
  const struct timespec left = { .tv_sec = (time_t)(left_ns / (1000 * MS)),
                                 .tv_nsec = (long)(left_ns % (1000 * MS)) };
  if (ppoll(events, sizeof events / sizeof *events, &left, NULL) <= 0)
    return;
  if (events[2].revents)
    (void)take_output(run);
  if (events[2].revents || events[1].revents & POLLOUT)
    rd_warden_tell(warden);
  if (events[0].revents) {
    rd_warden_take_signals(warden);
    (void)reap(run, false);
  }
  bool spoken = events[1].revents & ~POLLOUT;
  if (warden->alone || (spoken && rd_warden_is_cancelled(warden)))
    stop(run, RD_END_CANCELLED);
}

static bool catches(struct run *run, int number)
{
  rd_descendants_find(&run->descendants, 0, MAX_PROCESSES);
  for (size_t i = 0; i < run->descendants.size; i++)
    if (run->descendants.data[i].state != 'Z' &&
        run->descendants.data[i].caught >> (number - 1) & 1)
      return true;
  return false;
}

/* Lets the group tidy up while one that can is alive. The signal is sent twice:
 * a command that a shell was just starting may have missed the first, and the
 * shell waits for it. A run that took too much memory or too many processes
 * gets no time to take more. */
static void give_notice(struct run *run)
{
  bool may_tidy = run->end != RD_END_EXIT && run->end != RD_END_MEMORY &&
                  run->end != RD_END_PROCESSES;
  uint64_t begin_ns = now_ns();
  for (uint64_t i = 0; may_tidy && i < NOTICES && catches(run, SIGTERM); i++) {
    (void)kill(-run->leader, SIGTERM);
    uint64_t end_ns = begin_ns + (i + 1) * NOTICE_MS * MS;
    do
      await_signal(run->warden);
    while (now_ns() < end_ns && catches(run, SIGTERM));
  }
}

static void watch(struct run *run, rd_answer *out)
{
  while (!run->over) {
    await_event(run);
    check_clock(run);
  }
  uint64_t wall_ns = now_ns() - run->begin_ns;
  give_notice(run);
  (void)kill(-run->leader, SIGKILL);
  (void)kill(run->leader, SIGKILL);
  if (run->end != RD_END_EXIT)
    await_signal(run->warden); /* most die before we look for them */
  clear(run);
  while (take_output(run)) {
  }
  add_tail(run);
  out->end = (int32_t)run->end;
  out->status = 0;
  if (run->end == RD_END_EXIT)
    limits_decode(&out->end, &out->status, run->status,
                  run->warden->page->error, run->peak, run->limits);
  out->wall_ms = (uint32_t)(wall_ns / MS);
  out->cpu_ms = (uint32_t)(run->cpu_us / 1000);
  out->cpu_us = run->cpu_us;
  out->peak_bytes = run->peak;
}

void rd_warden_run(rd_answer *out, rd_warden *warden, const rd_run_spec *spec)
{
  int ends[2];
  *out = (rd_answer){ .end = RD_END_NOSTART };
  if (pipe2(ends, O_CLOEXEC)) {
    out->status = errno;
    return;
  }
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  uint64_t now = now_ns();
  struct run run = {
    .warden = warden,
    .limits = &spec->limits,
    .printed = { .most = spec->limits.output_bytes },
    .output = ends[0],
    .begin_ns = now,
    .look_ns = now + LOOK_MS * MS,
  };
  run.leader = rd_launch(spec, ends[1], warden);
  out->status = errno; /* counts only if nothing was started */
  (void)close(ends[1]);
  if (run.leader >= 0)
    watch(&run, out);
  warden->page->leader = 0;
  if (run.output >= 0)
    (void)close(run.output);
  ARRAY_FREE(&run.descendants);
  ends_free(&run.printed);
}
