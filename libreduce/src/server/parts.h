/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of the parse server. */
#ifndef SERVER_PARTS_H
#define SERVER_PARTS_H

#include <signal.h>
#include <sys/types.h>

#include "base/modules.h"
#include "base/packet.h"
#include "reduce/server.h"

/* ---- wire.c: packets over a socket pair, bulk data in shared memory ---- */

enum wire_ask { WIRE_PARSE, WIRE_CHECK };

/* A request; the text comes in the descriptor. */
struct wire_request {
  uint32_t ask;     /* enum wire_ask */
  uint32_t prepare; /* WIRE_PARSE */
  uint32_t relax;   /* WIRE_CHECK */
  uint32_t permits; /* WIRE_PARSE: kinds of habits */
  uint32_t by_text; /* WIRE_PARSE: the habits of the text are permitted if the
                       front end knows the standard; the answer has its check
                       with RD_STRICT */
  uint32_t size;    /* of the text */
  uint32_t printed; /* size of what its monitor has printed, which comes
                       behind a NUL after it; 0: not run */
  uint32_t cpu_ms;  /* the worker gets SIGXCPU when it has used these */
  char view[64];    /* WIRE_PARSE; empty: the chosen front end's own */
};

/* A worker's description of the chosen front end when it starts. */
struct wire_choice {
  uint32_t relax_steps;
  uint32_t uses;    /* RD_USES_... */
  bool is_fallback; /* no front end supports the language */
  char name[64];
  char checker[64]; /* empty: it cannot check */
  char lexicon[64]; /* a module; empty: none */
};

/* A worker's greeting when it starts, and its answer to a request; the image of
 * a tree comes in the descriptor. */
struct wire_reply {
  uint32_t status; /* rd_status */
  bool is_checked; /* there are diagnostics */
  rd_diagnostics diagnostics;
  uint64_t size;             /* of the image */
  uint64_t cpu_us;           /* CPU time of this answer */
  struct wire_choice choice; /* at the start */
  char message[512];         /* an error; at the start also a notice */
};

/* The forkserver's report on the worker that it ended; the socket to the new
 * one comes in the descriptor. */
struct wire_birth {
  int32_t wait_status; /* as of waitpid(2); 0 if there was no worker */
  int32_t error;       /* errno, if there is no new worker */
};

/* Why a wait is over. */
typedef enum wire_end {
  WIRE_READY, /* there is something to receive, or an error to report */
  WIRE_LATE,
  WIRE_STOPPED, /* server->stop became non-zero */
} wire_end;

/* A descriptor of shared memory that holds the bytes, or -1 with errno. */
int wire_share(const void *bytes, size_t size);
/* The bytes in a descriptor, which is closed, followed by a NUL; free(). NULL
 * with errno if it holds fewer than `size`. */
char *wire_take(int fd, size_t size);

/* ---- load.c: the modules reduce-NAME.so ---- */

/* Adds the folders of front ends: only `folder` if it is not NULL, else the
 * usual ones, starting with the one installed with libreduce. */
void modules_folders_find(strings *out, const char *folder);
/* Loads a front end. It stays loaded if handle_out is NULL, else the caller
 * closes *handle_out with dlclose(). Errors: RD_ERR_NOTFOUND (no such file),
 * RD_ERR_INVALID (not a module, or one for another version). */
rd_status modules_load(const rd_frontend **out, void **handle_out,
                       const strings *folders, const char *name, rd_error *err);
/* Loads a lexicon permanently. The same errors. */
rd_status modules_lexicon(const rd_lexicon **out, const strings *folders,
                          const char *name, rd_error *err);

/* ---- stack.c: room for what is nested in a text ---- */

/* A mapping of the process, as long as that lives. */
typedef struct worker_stack {
  char *low; /* NULL: the thread has the system's stack */
  size_t size;
  char *guard; /* below it nothing may be touched */
} worker_stack;

/* Maps the largest stack up to `most` bytes that there is; false: there is none. */
bool worker_stack_map(worker_stack *out, size_t most);
/* Leaves as much of the stack on which we run as a text of so many bytes can need. */
void worker_stack_fit(worker_stack *self, size_t size);

/* ---- setup.c and worker.c: loads front ends, answers requests ---- */

/* The views that are available for any text: statements end as C's do, or with
 * their lines too. */
#define FALLBACK_VIEW "tokens"
#define TEXT_VIEW "text"

/* What a worker needs to know from the start. */
typedef struct worker_setup {
  const char *frontend;   /* NULL: by language or suffix */
  bool by_semicolons;     /* as in rd_server_options */
  bool or_suffix;         /* as in rd_server_options */
  const char *module_dir; /* as modules_path_init */
  rd_frontend_options options;
  strings kept, args;    /* all strings of it */
  strings files;         /* names of the files of a text; empty: it is one */
  rd_server_file *about; /* the files */
} worker_setup;

/* Copies what the worker needs. */
void worker_setup_init(worker_setup *out, const rd_server_options *options);
void worker_setup_dispose(worker_setup *setup);

/* Loads the modules up to the one that reads the file, so that the workers that
 * this process forks find them loaded; they report what cannot be. */
void worker_preload(const worker_setup *setup);

/* Reports the chosen front end (a wire_reply), then answers each wire_request
 * with a wire_reply until the socket is closed. */
void worker_serve(int socket, const worker_setup *setup, worker_stack *stack);

/* ---- forkserver.c: a small process that starts workers, one at a time ---- */

/* pid 0: not running. */
typedef struct forkserver {
  pid_t pid;
  int control;
} forkserver;

/* Forks a forkserver, which loads the modules and starts a first worker without
 * anybody waiting; its workers use the setup in its current state. *socket_out
 * will connect to that worker and is the caller's. */
rd_status forkserver_start(int *socket_out, forkserver *out,
                           const worker_setup *setup, rd_error *err);
/* Ends the forkserver and its worker, if they run. */
void forkserver_stop(forkserver *n);
/* Ends the worker, if there is one, and starts a new one. *socket_out connects
 * to it and is the caller's; *wait_status_out (may be NULL) receives the wait
 * status of the old one, as in waitpid(2). RD_ERR_DIED: the forkserver has
 * ended. */
rd_status forkserver_renew(int *socket_out, int *wait_status_out, forkserver *n,
                           rd_error *err);

/* ---- answers.c: what the front end said of the last texts ---- */

enum { ANSWERS_KEPT = 16 };

struct answer {
  bool is_known;
  uint64_t hash; /* of the text */
  size_t size;
  uint32_t relax;
  rd_diagnostics said;
};

struct answers {
  struct answer kept[ANSWERS_KEPT]; /* a ring */
  unsigned next;
};

/* NULL: nothing was said of this text. */
const struct answer *answers_find(const struct answers *self, uint64_t hash,
                                  size_t size, uint32_t relax);
void answers_add(struct answers *self, struct answer answer);

/* ---- limits.c ---- */

enum { SIZE_CLASSES = 64 }; /* a class of sizes: their logarithm */

typedef struct parse_limits {
  uint32_t asked_ms; /* the limit that was asked for; 0: none */
  uint32_t
      slowest_ms[SIZE_CLASSES]; /* CPU time of the slowest answer; 0: none */
  uint32_t tree_ms;             /* that of the last tree; 0: none yet */
} parse_limits;

/* An answer to a text of `size` bytes took `ms` of CPU time; is it a tree? */
void parse_limits_note(parse_limits *self, uint32_t ms, size_t size, bool tree);

/* The CPU time that a text of `size` bytes may take, in milliseconds. */
uint32_t parse_limit_cpu_ms(const parse_limits *self, size_t size);
/* The same in elapsed time, in which a loaded machine gives that CPU time. */
uint32_t parse_limit_wall_ms(const parse_limits *self, size_t size);

/* ---- server.c and renew.c: the caller's side ---- */

/* The last text for which the front end gave no answer. */
struct failure {
  uint64_t hash;
  size_t size; /* 0: none */
  bool is_noted;
  rd_error why;
};

/* A request for a tree that was sent ahead, and its answer. */
struct ahead {
  struct wire_request request;
  uint64_t hash; /* of its text */
  bool is_sent;  /* the answer has not been received yet */
  bool has_tree; /* it has, and nobody has taken the tree */
  int fd;        /* of the tree's image */
  uint64_t size; /* of the image */
};

struct rd_server {
  worker_setup setup;
  struct forkserver forkserver;
  int socket;        /* to the worker; -1: none */
  bool greeted;      /* the worker has reported that it is ready */
  unsigned requests; /* of this worker */
  parse_limits limits;
  unsigned late; /* texts in a row on which the front end was late */
  const volatile sig_atomic_t *stop; /* these three as in its options */
  void (*waiting)(void *payload, uint64_t since_ms);
  void *waiting_payload;
  struct wire_choice told; /* of the front end; without a name before its
                              start */
  rd_choice choice;        /* the same, for callers */
  struct failure failure;
  struct answers answers; /* to checks */
  uint16_t permits;       /* as set by rd_server_permit */
  char *printed;          /* as set by rd_server_observe, or NULL */
  rd_server_use use;
  struct ahead ahead;
  bool has_notice;
  char notice[640];
};

/* Says something, once, in the notice of the request. */
void server_note(rd_server *server, const char *message, const char *remedy);
void server_drop_worker(rd_server *server);
/* Replaces the worker, and the forkserver if it has ended. *wait_status_out (may
 * be NULL) says how the old one ended, as in waitpid(2). */
rd_status server_start_worker(rd_server *server, int *wait_status_out,
                              rd_error *err);
/* Waits for a record from the worker. */
wire_end server_wait(const rd_server *server, uint32_t most_ms);
/* Receives the new worker's greeting. */
rd_status server_greet(rd_server *server, rd_error *err);
/* Sees to it that there is a worker that has greeted. */
rd_status server_ensure_worker(rd_server *server, rd_error *err);
/* Reports what a worker did instead of answering; late_ms: the time that it
 * exceeded, or 0. */
rd_status server_fail_ended(const rd_server *server, int wait_status,
                            uint32_t late_ms, const char *when, rd_error *err);
/* The worker is busy with what nobody wants any more. */
rd_status server_fail_stopped(rd_server *server, rd_error *err);

#endif
