/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The caller's side of the parse server.
 *
 * A request goes to the worker with its text in shared memory; the answer
 * carries an error or a tree. If the worker ends instead, or takes too long,
 * the forkserver replaces it and reports how it ended. The request is not
 * repeated, because the same text would fail again. If it was for a tree of the
 * chosen front end, the new worker makes a tree of balanced tokens instead, and
 * the text is remembered, so that a text that takes too long does so only once.
 * Later texts go to the front end as before, unless several in a row have taken
 * too long. What is too long follows from the size of the text and from what
 * earlier ones took, in CPU time: a loaded machine makes no difference.
 *
 * A worker is also replaced after a number of requests, because libclang's
 * memory grows; each replacement costs one fork and one load of the module.
 */
#include "reduce/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "server/parts.h"

enum { MOST_LATE = 3 }; /* in a row, before the front end is given up */

static bool is_given_up(const rd_server *server)
{
  return server->late >= MOST_LATE;
}

/* ---- failures ---- */

/* Reports the last failure, once. */
static void note_failure(rd_server *server)
{
  struct failure *failure = &server->failure;
  if (!failure->is_noted)
    server_note(
        server, failure->why.message,
        is_given_up(server)
            ? ", as on those before it; the rest of the run uses balanced "
              "tokens"
            : "; balanced tokens are used");
  failure->is_noted = true;
}

/* Is the front end not to see this text (again)? */
static bool refuses(const rd_server *server, const char *text, size_t size)
{
  const struct failure *failure = &server->failure;
  return is_given_up(server) || (failure->size && failure->size == size &&
                                 failure->hash == hash_bytes(text, size));
}

static void remember_failure(rd_server *server, uint64_t hash, size_t size,
                             const rd_error *why)
{
  server->failure = (struct failure){ .hash = hash, .size = size, .why = *why };
}

/* ---- requests ---- */

/* With `later` the worker may not have reported yet that it is ready. */
static rd_status send_request(rd_server *server,
                              const struct wire_request *request,
                              const char *text, bool later, rd_error *err)
{
  struct wire_request timed = *request;
  timed.cpu_ms = parse_limit_cpu_ms(&server->limits, request->size);
  size_t behind = request->printed ? 1 + request->printed : 0;
  int fd = wire_share(text, request->size + behind);
  if (fd < 0)
    return rd_fail(err, RD_ERR_NOSPACE, "no room for the text: %s",
                   strerror(errno));
  rd_status status = RD_OK;
  if (!later || server->socket < 0)
    status = server_ensure_worker(server, err);
  int sent = -1;
  if (!status)
    sent = packet_send(server->socket, &timed, sizeof timed, fd);
  if (!status && sent < 0) { /* the worker was killed while idle */
    server_drop_worker(server);
    status = server_ensure_worker(server, err);
    if (!status)
      sent = packet_send(server->socket, &timed, sizeof timed, fd);
  }
  if (!status && sent < 0)
    status = rd_fail(err, RD_ERR_DIED, "the parse server does not listen: %s",
                     strerror(errno));
  (void)close(fd);
  return status;
}

/* Is the request to the chosen front end? */
static bool is_own(const struct wire_request *request)
{
  return request->ask == WIRE_CHECK || !request->view[0];
}

static void count_use(rd_server *server, const struct wire_request *request,
                      uint64_t cpu_us)
{
  bool check = request->ask == WIRE_CHECK;
  uint32_t ms = (uint32_t)(cpu_us / 1000) + 1;
  *(check ? &server->use.checks : &server->use.parses) += 1;
  *(check ? &server->use.check_us : &server->use.parse_us) += cpu_us;
  parse_limits_note(&server->limits, ms, request->size,
                    !check && is_own(request));
  if (is_own(request))
    server->late = 0;
}

/* Replaces a worker that ended, or has to, instead of answering. */
static rd_status take_end(bool *killed_out, rd_server *server,
                          const struct wire_request *request, wire_end end,
                          rd_error *err)
{
  int wait_status = 0;
  rd_error ignored;
  uint32_t most_ms = parse_limit_cpu_ms(&server->limits, request->size);
  rd_status status = server_start_worker(server, &wait_status, err);
  if (status)
    return status;
  int number = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  bool is_late = end == WIRE_LATE || number == SIGXCPU;
  *killed_out = !is_late && number == SIGKILL;
  if (is_late && is_own(request))
    server->late++;
  status = server_fail_ended(server, wait_status, is_late ? most_ms : 0,
                             "on this text", err);
  (void)server_greet(server, &ignored); /* the next request tries again */
  return status;
}

/* ---- a tree asked for ahead ---- */

static void forget_tree(struct ahead *ahead)
{
  if (ahead->has_tree)
    (void)close(ahead->fd);
  ahead->has_tree = false;
}

/* The next request may be about the same text. */
static void lose_ahead(rd_server *server, wire_end end)
{
  rd_error why;
  bool killed;
  const struct ahead *ahead = &server->ahead;
  if (take_end(&killed, server, &ahead->request, end, &why) == RD_ERR_DIED &&
      !killed && is_own(&ahead->request))
    remember_failure(server, ahead->hash, ahead->request.size, &why);
}

/* Remembers what the front end said of a text. It may have died of it and recovered:
 * then the text may be parsed, but not by a process whose memory may be damaged. */
static void remember_answer(rd_server *server, uint64_t hash, size_t size,
                            uint32_t relax, const struct wire_reply *reply)
{
  if (reply->is_checked)
    answers_add(&server->answers,
                (struct answer){ .hash = hash,
                                 .size = size,
                                 .relax = relax,
                                 .said = reply->diagnostics });
  if (reply->status == RD_ERR_DIED && !reply->diagnostics.is_apart)
    server_drop_worker(server);
}

/* Keeps what came; an error will come again if it is asked for. */
static void keep_ahead(rd_server *server, const struct wire_reply *reply,
                       int fd)
{
  struct ahead *ahead = &server->ahead;
  count_use(server, &ahead->request, reply->cpu_us);
  remember_answer(server, ahead->hash, ahead->request.size, RD_STRICT, reply);
  if (reply->is_checked)
    ahead->request.permits = reply->diagnostics.habit_kinds;
  ahead->request.by_text = 0;
  ahead->has_tree = !reply->status && fd >= 0;
  ahead->fd = fd;
  ahead->size = reply->size;
  if (fd >= 0 && !ahead->has_tree)
    (void)close(fd);
}

/* Receives the answer to a request that was sent ahead, if there is one. A new
 * worker's greeting comes before it. */
static void receive_ahead(rd_server *server)
{
  struct wire_reply reply;
  rd_error why;
  int fd = -1;
  if (!server->ahead.is_sent)
    return;
  server->ahead.is_sent = false;
  if (!server->greeted && server_greet(server, &why))
    return;
  server->requests++;
  wire_end end = server_wait(
      server, parse_limit_wall_ms(&server->limits, server->ahead.request.size));
  if (end == WIRE_STOPPED)
    server_drop_worker(server);
  else if (end == WIRE_LATE ||
           packet_receive(server->socket, &reply, sizeof reply, &fd) < 0)
    lose_ahead(server, end);
  else
    keep_ahead(server, &reply, fd);
}

/* Takes the tree of this request; false if another was asked for ahead, or none. */
static bool take_tree(int *fd_out, uint64_t *size_out, rd_server *server,
                      const struct wire_request *request, const char *text)
{
  struct ahead *ahead = &server->ahead;
  receive_ahead(server);
  if (!ahead->has_tree)
    return false;
  if (memcmp(&ahead->request, request, sizeof *request) != 0 ||
      ahead->hash != hash_bytes(text, request->size)) {
    forget_tree(ahead);
    return false;
  }
  ahead->has_tree = false;
  *fd_out = ahead->fd;
  *size_out = ahead->size;
  return true;
}

/* ---- any request ---- */

/* One attempt of `ask`; *killed_out: the worker was killed from outside. */
static rd_status ask_once(struct wire_reply *out, int *fd_out, bool *killed_out,
                          rd_server *server, const struct wire_request *request,
                          const char *text, rd_error *err)
{
  *fd_out = -1;
  *killed_out = false;
  receive_ahead(server);
  rd_status status = send_request(server, request, text, false, err);
  if (status)
    return status;
  server->requests++;
  wire_end end =
      server_wait(server, parse_limit_wall_ms(&server->limits, request->size));
  if (end == WIRE_STOPPED)
    return server_fail_stopped(server, err);
  if (end == WIRE_LATE ||
      packet_receive(server->socket, out, sizeof *out, fd_out) < 0)
    return take_end(killed_out, server, request, end, err);
  count_use(server, request, out->cpu_us);
  if (!out->status)
    return RD_OK;
  out->message[sizeof out->message - 1] = '\0';
  if (*fd_out >= 0)
    (void)close(*fd_out);
  *fd_out = -1;
  if (out->message[0])
    return rd_fail(err, (rd_status)out->status, "%s", out->message);
  return rd_fail(err, (rd_status)out->status,
                 "front end %s failed on this text", server->told.name);
}

/* *fd_out is the caller's; -1 if there is none, always after a failure. A text
 * never causes a SIGKILL: that comes from outside, possibly before the worker
 * received the text, which therefore gets a second attempt. */
static rd_status ask(struct wire_reply *out, int *fd_out, rd_server *server,
                     const struct wire_request *request, const char *text,
                     rd_error *err)
{
  bool killed;
  rd_status status = ask_once(out, fd_out, &killed, server, request, text, err);
  if (killed)
    status = ask_once(out, fd_out, &killed, server, request, text, err);
  return status;
}

static rd_status check_size(size_t size, rd_error *err)
{
  if (size < UINT32_MAX)
    return RD_OK;
  return rd_fail(err, RD_ERR_INVALID, "the text is larger than 4 GiB");
}

/* Of a tree. */
static bool make_request(struct wire_request *out, const rd_server *server,
                         const char *view, size_t size, uint32_t prepare)
{
  *out = (struct wire_request){ .ask = WIRE_PARSE,
                                .prepare = prepare,
                                .permits = server->permits,
                                .size = (uint32_t)size };
  if (strlen(view) >= sizeof out->view)
    return false;
  (void)snprintf(out->view, sizeof out->view, "%s", view);
  return true;
}

/* The text, a NUL, and what its monitor has printed, which is asked for once: NULL if
 * that is nothing. Caller's. */
static char *take_printed(rd_server *server, struct wire_request *request,
                          const char *text)
{
  char *printed = server->printed;
  if (!printed)
    return NULL;
  textbuf all = { 0 };
  request->printed = (uint32_t)strlen(printed);
  text_add(&all, text, request->size);
  text_add(&all, "", 1);
  text_puts(&all, printed);
  free(printed);
  server->printed = NULL;
  return text_take(&all, NULL);
}

static rd_status parse_view(rd_tree **out, rd_server *server, const char *view,
                            const char *text, size_t size, uint32_t prepare,
                            rd_error *err)
{
  struct wire_request request;
  struct wire_reply reply;
  rd_status status = RD_OK;
  int fd;
  if (!make_request(&request, server, view, size, prepare))
    return rd_fail(err, RD_ERR_NOTFOUND, "no view '%s'", view);
  char *all = take_printed(server, &request, text);
  if (!take_tree(&fd, &reply.size, server, &request, text))
    status = ask(&reply, &fd, server, &request, all ? all : text, err);
  free(all);
  if (status)
    return status;
  char *image = fd < 0 ? NULL : wire_take(fd, (size_t)reply.size);
  if (image)
    status = rd_tree_from_image(out, image, (size_t)reply.size, err);
  else
    status = rd_fail(err, RD_ERR_IO, "the tree did not arrive: %s",
                     strerror(fd < 0 ? EBADF : errno));
  free(image);
  return status;
}

rd_status rd_server_parse(rd_tree **out, void *payload, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err)
{
  rd_server *server = payload;
  rd_error why = { .status = RD_OK };
  rd_status status = check_size(size, err);
  if (status)
    return status;
  if (view)
    return parse_view(out, server, view, text, size, prepare, err);
  receive_ahead(server); /* which may be about this text */
  if (!refuses(server, text, size)) {
    status = parse_view(out, server, "", text, size, prepare, &why);
    if (!status)
      return RD_OK;
    if (status == RD_ERR_STOPPED || !strcmp(server->told.name, FALLBACK_VIEW)) {
      if (err)
        *err = why;
      return status;
    }
    remember_failure(server, hash_bytes(text, size), size, &why);
  }
  note_failure(server);
  return parse_view(out, server, FALLBACK_VIEW, text, size, prepare, err);
}

void rd_server_parse_ahead(rd_server *server, const char *view,
                           const char *text, size_t size, uint32_t prepare,
                           bool by_text)
{
  struct ahead *ahead = &server->ahead;
  struct wire_request request;
  rd_error ignored;
  if (size >= UINT32_MAX || (!view && refuses(server, text, size)) ||
      !make_request(&request, server, view ? view : "", size, prepare))
    return;
  request.by_text = by_text;
  receive_ahead(server);
  forget_tree(ahead);
  if (send_request(server, &request, text, true, &ignored))
    return;
  *ahead = (struct ahead){ .is_sent = true,
                           .request = request,
                           .hash = hash_bytes(text, size) };
}

void rd_server_permit(rd_server *server, uint16_t habit_kinds)
{
  server->permits = habit_kinds;
}

void rd_server_observe(rd_server *server, const char *printed)
{
  free(server->printed);
  server->printed = *printed ? mem_copy(printed) : NULL;
}

void rd_server_renew(rd_server *server)
{
  server_drop_worker(server);
  server->answers = (struct answers){ 0 };
}

/* What the front end has said of a text, or says now that it was asked ahead. */
static const struct answer *known_answer(rd_server *server, uint64_t hash,
                                         size_t size, uint32_t relax)
{
  const struct answer *known =
      answers_find(&server->answers, hash, size, relax);
  if (known || !server->ahead.is_sent)
    return known;
  receive_ahead(server);
  return answers_find(&server->answers, hash, size, relax);
}

static rd_status take_answer(rd_diagnostics *out, const rd_server *server,
                             const struct answer *from, rd_error *err)
{
  *out = from->said;
  return out->is_partial ? rd_fail(err, RD_ERR_DIED,
                                   "front end %s died on this text, and "
                                   "recovered",
                                   server->told.name)
                         : RD_OK;
}

rd_status rd_server_check(rd_diagnostics *out, rd_server *server,
                          const char *text, size_t size, uint32_t relax,
                          rd_error *err)
{
  struct wire_reply reply = { 0 };
  int fd;
  rd_error why = { .status = RD_OK };
  rd_status status = check_size(size, err);
  if (status)
    return status;
  uint64_t hash = hash_bytes(text, size);
  const struct answer *known = known_answer(server, hash, size, relax);
  if (known)
    return take_answer(out, server, known, err);
  if (refuses(server, text, size))
    return rd_fail(err, is_given_up(server) ? RD_ERR_UNSUPPORTED : RD_ERR_DIED,
                   "%s", server->failure.why.message);
  struct wire_request request = { .ask = WIRE_CHECK,
                                  .relax = relax,
                                  .size = (uint32_t)size };
  status = ask(&reply, &fd, server, &request, text, &why);
  if (status == RD_ERR_DIED && !reply.status)
    remember_failure(server, hash, size, &why);
  remember_answer(server, hash, size, relax, &reply);
  if (status && err)
    *err = why;
  if (!status || reply.is_checked)
    *out = reply.diagnostics;
  return status;
}

/* ---- the server ---- */

/* As set in the environment; 0: it is not, or wrongly. */
static uint32_t environment_ms(void)
{
  enum { MOST_SECONDS = 24 * 3600 };
  const char *said = getenv("CLANG_HDD_PARSE_SECONDS");
  unsigned long seconds = said ? strtoul(said, NULL, 10) : 0;
  return seconds > 0 && seconds <= MOST_SECONDS ? (uint32_t)seconds * 1000 : 0;
}

rd_status rd_server_new(rd_server **out, const rd_server_options *options,
                        rd_error *err)
{
  if (options->version != RD_SERVER_OPTIONS_VERSION)
    return rd_fail(err, RD_ERR_INVALID, "server options of version %u, not %u",
                   options->version, RD_SERVER_OPTIONS_VERSION);
  rd_server *server = mem_alloc(1, sizeof *server);
  server->socket = -1;
  server->permits = RD_ALL_HABITS;
  server->limits.asked_ms =
      options->request_ms ? options->request_ms : environment_ms();
  server->stop = options->stop;
  server->waiting = options->waiting;
  server->waiting_payload = options->waiting_payload;
  worker_setup_init(&server->setup, options);
  rd_status status = options->later ? server_start_worker(server, NULL, err)
                                    : server_ensure_worker(server, err);
  if (status) {
    rd_server_free(server);
    return status;
  }
  *out = server;
  return RD_OK;
}

rd_status rd_server_ready(rd_server *server, rd_error *err)
{
  return server_ensure_worker(server, err);
}

void rd_server_free(rd_server *server)
{
  if (!server)
    return;
  server_drop_worker(server);
  forget_tree(&server->ahead);
  free(server->printed);
  forkserver_stop(&server->forkserver);
  worker_setup_dispose(&server->setup);
  free(server);
}

const rd_choice *rd_server_choice(const rd_server *server)
{
  return &server->choice;
}

rd_parser rd_server_parser(rd_server *server)
{
  return (rd_parser){ .parse = rd_server_parse,
                      .payload = server,
                      .lexer = server->choice.lexer };
}

rd_server_use rd_server_used(const rd_server *server)
{
  return server->use;
}

const char *rd_server_notice(rd_server *server)
{
  bool has_notice = server->has_notice;
  server->has_notice = false;
  return has_notice ? server->notice : NULL;
}
