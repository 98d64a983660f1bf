/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The worker of a parse server: starting it, its greeting, and replacing it.
 *
 * Requests may be sent to a worker that has not greeted yet, and the first one waits
 * for libclang to be loaded, so nobody waits for either before the first answer.
 */
#include "server/parts.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { REQUESTS_PER_WORKER = 2000 };

void server_note(rd_server *server, const char *message, const char *remedy)
{
  (void)snprintf(server->notice, sizeof server->notice, "%s%s", message,
                 remedy);
  server->has_notice = true;
}

void server_drop_worker(rd_server *server)
{
  if (server->socket >= 0)
    (void)close(server->socket);
  server->socket = -1;
  server->greeted = false;
  server->ahead.is_sent = false;
}

rd_status server_fail_ended(const rd_server *server, int wait_status,
                            uint32_t late_ms, const char *when, rd_error *err)
{
  const char *name = server->told.name[0]     ? server->told.name
                     : server->setup.frontend ? server->setup.frontend
                                              : "of this file";
  if (late_ms)
    return rd_fail(err, RD_ERR_DIED, "front end %s took more than %g s %s",
                   name, late_ms / 1000.0, when);
  bool by_signal = WIFSIGNALED(wait_status);
  return rd_fail(err, RD_ERR_DIED, "front end %s died %s (%s %d)", name, when,
                 by_signal ? "signal" : "exit status",
                 by_signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status));
}

rd_status server_start_worker(rd_server *server, int *wait_status_out,
                              rd_error *err)
{
  rd_status status = RD_ERR_DIED;
  server_drop_worker(server);
  server->requests = 0;
  for (int attempt = 0; attempt < 2 && status == RD_ERR_DIED; attempt++) {
    forkserver *from = &server->forkserver;
    status = from->pid
                 ? forkserver_renew(&server->socket, wait_status_out, from, err)
                 : forkserver_start(&server->socket, from, &server->setup, err);
  }
  return status;
}

/* Stores the first worker's description of the front end. */
static rd_status take_choice(rd_server *server, const struct wire_choice *told,
                             rd_error *err)
{
  const rd_lexicon *lexicon = NULL;
  if (told->lexicon[0]) {
    strings folders = { 0 };
    modules_folders_find(&folders, server->setup.module_dir);
    rd_status status = modules_lexicon(&lexicon, &folders, told->lexicon, err);
    strings_free(&folders);
    if (status)
      return status;
  }
  server->told = *told;
  server->choice = (rd_choice){
    .frontend = server->told.name,
    .is_fallback = told->is_fallback,
    .checker = told->checker[0] ? server->told.checker : NULL,
    .relax_steps = told->relax_steps,
    .knows_standard = told->uses & RD_USES_STANDARD,
    .lexer = lexicon ? lexicon->lexer : NULL,
    .layout = lexicon && told->uses & RD_USES_LAYOUT ? lexicon->layout : NULL,
    .naming = lexicon && told->uses & RD_USES_NAMING ? lexicon->naming : NULL,
  };
  return RD_OK;
}

rd_status server_fail_stopped(rd_server *server, rd_error *err)
{
  server_drop_worker(server);
  return rd_fail(err, RD_ERR_STOPPED, "stopped");
}

/* Looks at the flag now and then: a signal that comes just before poll() does
 * not end it. */
wire_end server_wait(const rd_server *server, uint32_t most_ms)
{
  enum { LOOK_MS = 100 };
  uint64_t begin = now_ms(), end = begin + most_ms;
  struct pollfd wanted = { .fd = server->socket, .events = POLLIN };
  for (;;) {
    uint64_t now = now_ms(), left = now < end ? end - now : 0;
    int ready = poll(&wanted, 1, left > LOOK_MS ? LOOK_MS : (int)left);
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return WIRE_READY;
    if (server->waiting)
      server->waiting(server->waiting_payload, now - begin);
    if (server->stop && *server->stop)
      return WIRE_STOPPED;
    if (ready == 0 && left == 0)
      return WIRE_LATE;
  }
}

rd_status server_greet(rd_server *server, rd_error *err)
{
  struct wire_reply hello;
  uint32_t most_ms = parse_limit_wall_ms(&server->limits, 0);
  wire_end end = server_wait(server, most_ms);
  if (end == WIRE_STOPPED)
    return server_fail_stopped(server, err);
  if (end == WIRE_LATE ||
      packet_receive(server->socket, &hello, sizeof hello, NULL) < 0) {
    int wait_status = 0;
    rd_status status = server_start_worker(server, &wait_status, err);
    server_drop_worker(server);
    return status ? status
                  : server_fail_ended(server, wait_status,
                                      end == WIRE_LATE ? most_ms : 0,
                                      "at its start", err);
  }
  if (hello.status) {
    server_drop_worker(server);
    return rd_fail(err, (rd_status)hello.status, "%s", hello.message);
  }
  server->greeted = true;
  if (server->told.name[0])
    return RD_OK;
  rd_status status = take_choice(server, &hello.choice, err);
  if (status)
    server_drop_worker(server);
  else if (hello.message[0])
    server_note(server, hello.message, "; balanced tokens are used");
  return status;
}

rd_status server_ensure_worker(rd_server *server, rd_error *err)
{
  rd_status status = RD_OK;
  if (server->socket < 0 || server->requests >= REQUESTS_PER_WORKER)
    status = server_start_worker(server, NULL, err);
  return status || server->greeted ? status : server_greet(server, err);
}
