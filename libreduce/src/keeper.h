/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The keeper's inside: what travels between process.c (the owner's side) and
 * keeper.c, and the parts that the keeper is made of. All structs that travel
 * are free of padding.
 */
#ifndef RD_KEEPER_H
#define RD_KEEPER_H

#include <sys/types.h>
#include <time.h>

#include "base/text.h"
#include "reduce/process.h"

/* ---- the talk over the stream socket ---- */

enum { RD_ASK_RUN, RD_ASK_CANCEL };
enum { RD_ASK_DIRECTORY = 1u << 0, RD_ASK_WIPE = 1u << 1 };

/* From the owner. `size` bytes of NUL-terminated strings follow: the arguments,
 * the environment, the directory, the folder to wipe. */
typedef struct rd_ask {
  uint32_t kind;
  uint32_t run; /* number of the run */
  uint32_t argc, envc;
  uint32_t flags; /* RD_ASK_DIRECTORY ...: which of the last two are there */
  uint32_t size;
  rd_limits limits;
} rd_ask;

enum { RD_GOES_ON = -1 };

/* From the keeper: more output, as it comes, or the end of the run. Then
 * `output_size` bytes of output follow. */
typedef struct rd_answer {
  int32_t end; /* rd_end, or RD_GOES_ON */
  int32_t status;
  uint32_t wall_ms;
  uint32_t cpu_ms;
  uint64_t cpu_us;
  uint64_t peak_bytes;
  uint64_t output_size;
} rd_answer;

/* Memory that the owner, the keeper and a process about to start share. */
typedef struct rd_keeper_page {
  _Atomic pid_t leader; /* the process group that runs; 0: none */
  _Atomic int error;    /* errno of the start that failed; 0: none */
} rd_keeper_page;

/* ---- keeper.c ---- */

/* The keeper's own state. */
typedef struct rd_warden {
  int socket;  /* to the owner; does not block */
  int signals; /* signalfd: a child ended, the owner ended */
  pid_t owner;
  bool alone;   /* the owner is gone */
  uint32_t run; /* number of the run in progress */
  rd_keeper_page *page;
  textbuf outbox; /* answers that the owner did not take yet */
  size_t told;    /* bytes of the outbox that it took */
  size_t part;    /* where the answer begins that more output can be added to;
                       SIZE_MAX: none */
} rd_warden;

/* The life of a keeper, in the process that rd_keeper_new forked. */
_Noreturn void rd_warden_live(int owner_socket, pid_t owner,
                              const char *scratch, rd_keeper_page *page);

/* ---- warden.c ---- */

/* Waits until the socket can do what `events` says; false: nobody is there. */
bool rd_warden_await(rd_warden *warden, short events);
/* Reads so many bytes; false: nobody is there. */
bool rd_warden_receive(rd_warden *warden, void *out, size_t size);
/* Takes note of signals that came; the children are still to be reaped. */
void rd_warden_take_signals(rd_warden *warden);
/* Room for `most` more bytes of output in the outbox; where they go. */
char *rd_warden_room(rd_warden *warden, size_t most);
/* Adds the first `size` bytes of that room to what the owner is told. */
void rd_warden_add(rd_warden *warden, size_t size);
/* Sends as much of the outbox as the socket takes, without waiting. */
void rd_warden_tell(rd_warden *warden);
/* Reads what the owner says during a run; true: it cancelled this run or is
 * gone. */
bool rd_warden_is_cancelled(rd_warden *warden);

/* ---- supervise.c ---- */

/* Runs one command from its start until nothing of it is left. Its output is
 * told on the way; what the owner did not take yet is in the outbox. */
void rd_warden_run(rd_answer *out, rd_warden *warden, const rd_run_spec *spec);
/* Kills all descendants of this process and reaps them; gives up after some
 * seconds on those that the system does not let go. */
void rd_warden_clear(rd_warden *warden);

/* ---- launch.c ---- */

/* Starts the command in a process group of its own (page->leader), with
 * `output` as its stdout and stderr. Returns its pid, or -1 with errno. What
 * fails in the new process is told in page->error when it has ended. */
pid_t rd_launch(const rd_run_spec *spec, int output, rd_keeper_page *page);

/* ---- descendants.c ---- */

/* A living or dead (not yet reaped) descendant. */
typedef struct rd_descendant {
  pid_t pid;
  pid_t parent;
  char state; /* as in proc(5); Z: dead */
  uint32_t threads;
  uint64_t cpu_us; /* its own and its reaped children's */
  uint64_t bytes;  /* resident */
  uint64_t caught; /* bit N - 1: has a handler for signal N; below 32 */
} rd_descendant;
typedef ARRAY(rd_descendant) rd_descendant_list;

/* Lists the descendants of this process, parents first. Each gets `signal`
 * (0: none) before its children are looked up. The walk ends when more than
 * `most` were found. Cost: some system calls for each. */
void rd_descendants_find(rd_descendant_list *out, int signal, size_t most);
/* The same from the parents that all processes of the system name, for systems
 * without lists of children. */
void rd_descendants_find_by_parent(rd_descendant_list *out, int signal,
                                   size_t most);

/* ---- scratch.c ---- */

/* As rd_scratch_wipe, but leaves the entries with these names (a list that ends
 * with NULL). False: that is no folder whose mode is 0700. */
bool rd_scratch_tidy(const char *path, const char *const *kept);

#endif
