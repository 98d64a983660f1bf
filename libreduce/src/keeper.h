/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The keeper's internals: the messages between process.c (the owner's side) and
 * keeper.c, and the parts of the keeper. Message structs have no padding.
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

/* From the owner. Followed by `size` bytes of NUL-terminated strings: the
 * arguments, the environment, the directory, the folder to wipe. */
typedef struct rd_ask {
  uint32_t kind;
  uint32_t run; /* number of the run */
  uint32_t argc, envc;
  uint32_t flags; /* RD_ASK_DIRECTORY ...: which of the last two are present */
  uint32_t size;
  rd_limits limits;
} rd_ask;

enum { RD_GOES_ON = -1 };

/* From the keeper: more output, as it arrives, or the end of the run. Followed
 * by `output_size` bytes of output. */
typedef struct rd_answer {
  int32_t end; /* rd_end, or RD_GOES_ON */
  int32_t status;
  uint32_t wall_ms;
  uint32_t cpu_ms;
  uint64_t cpu_us;
  uint64_t peak_bytes;
  uint64_t output_size;
} rd_answer;

/* Memory shared by the owner, the keeper and a starting process. */
typedef struct rd_keeper_page {
  _Atomic pid_t leader; /* the running process group; 0: none */
  _Atomic int error;    /* errno of a failed start; 0: none */
} rd_keeper_page;

/* ---- keeper.c ---- */

/* What a run takes on (sandbox.c). */
typedef struct rd_rules {
  int folders;        /* a descriptor, or -1 */
  const void *filter; /* or NULL */
} rd_rules;

/* The keeper's own state. */
typedef struct rd_warden {
  int socket;  /* to the owner; non-blocking */
  int signals; /* signalfd: a child ended, or the owner did */
  pid_t owner;
  bool alone;   /* the owner has ended */
  uint32_t run; /* number of the run in progress */
  rd_keeper_page *page;
  rd_rules rules; /* of its runs */
  textbuf outbox; /* answers that the owner has not read yet */
  size_t told;    /* bytes of the outbox already sent */
  size_t part;    /* start of the answer that can take more output; SIZE_MAX:
                     none */
} rd_warden;

/* Runs a keeper in the process that rd_keeper_new forked. */
_Noreturn void rd_warden_live(int owner_socket, pid_t owner,
                              const char *scratch, const rd_sandbox *sandbox,
                              rd_keeper_page *page);

/* ---- warden.c ---- */

/* Waits until the socket is ready for `events`; false: the owner has ended. */
bool rd_warden_await(rd_warden *warden, short events);
/* Reads `size` bytes; false: the owner has ended. */
bool rd_warden_receive(rd_warden *warden, void *out, size_t size);
/* Records pending signals; does not reap the children. */
void rd_warden_take_signals(rd_warden *warden);
/* Puts output for the owner into the outbox. */
void rd_warden_add(rd_warden *warden, const char *bytes, size_t size);
/* Sends as much of the outbox as the socket accepts, without waiting. */
void rd_warden_tell(rd_warden *warden);
/* Reads the owner's messages during a run; true: the owner cancelled this run
 * or has ended. */
bool rd_warden_is_cancelled(rd_warden *warden);

/* ---- supervise.c ---- */

/* Runs one command until none of its processes is left. Sends its output as it
 * arrives; output that the owner has not read yet is in the outbox. */
void rd_warden_run(rd_answer *out, rd_warden *warden, const rd_run_spec *spec);
/* Kills all descendants of this process and reaps them; gives up after some
 * seconds on processes that the system does not release. */
void rd_warden_clear(rd_warden *warden);

/* ---- launch.c ---- */

/* Starts the command in a process group of its own (page->leader), under the
 * warden's rules, with `output` as its stdout and stderr. Returns its pid, or -1
 * with errno. If the new process fails to start the command, it ends with the
 * reason in page->error. */
pid_t rd_launch(const rd_run_spec *spec, int output, const rd_warden *warden);

/* ---- sandbox.c ---- */

/* Makes the rules, as far as the system has them. */
rd_rules rd_sandbox_make(const char *scratch, const rd_sandbox *sandbox);
/* Takes on the rules in this process; returns an errno. Only system calls. */
int rd_sandbox_enter(const rd_rules *rules);

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

/* Lists the descendants of this process, parents first. Each gets `signal` (0:
 * none) before its children are listed. The walk ends after more than `most`
 * descendants. Cost: some system calls for each. */
void rd_descendants_find(rd_descendant_list *out, int signal, size_t most);
/* The same from the parent ids of all processes, for systems without lists of
 * children. */
void rd_descendants_find_by_parent(rd_descendant_list *out, int signal,
                                   size_t most);

#endif
