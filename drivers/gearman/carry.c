/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The carrier: a thread for each place, since libgearman waits for one job at a
 * time. It hands on bytes and knows nothing of compilers.
 *
 * The main thread asks the server each second who serves the functions, and
 * another passes cancellations on. A worker first says which of its processes began a
 * job; a job that is cancelled before it begins is ended as soon as it does.
 * The process ends with the reduction, which closes its end of the streams.
 */
#include <errno.h>
#include <inttypes.h>
#include <libgearman/gearman.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/carry.h"
#include "engine/order.h"
#include "gearman/pack.h"
#include "gearman/roles.h"

enum { ASK_MS = 1000, WAIT_S = 2, NAME_SIZE = 128 };

struct place {
  size_t number;
  pthread_mutex_t lock;   /* for what follows */
  uint64_t ticket;        /* being run; 0: none */
  char worker[NAME_SIZE]; /* who runs it; empty: nobody yet */
  char *answer;           /* NULL: none came */
  size_t answer_size;
};

static struct {
  const char *server;
  carry_page *page;
  struct place *places;
  size_t count;
} carrier;

static gearman_client_st *make_client(int timeout_ms)
{
  gearman_client_st *client = gearman_client_create(NULL);
  if (client && gearman_client_add_servers(client, carrier.server)) {
    gearman_client_free(client);
    return NULL;
  }
  if (client)
    gearman_client_set_timeout(client, timeout_ms);
  return client;
}

/* ---- cancelling ---- */

/* Tells a worker, named NAME.NUMBER, to end the ticket. */
static void send_cancel(const char *worker, uint64_t ticket)
{
  char function[NAME_SIZE + sizeof NET_CANCEL], what[64];
  const char *dot = strrchr(worker, '.');
  gearman_job_handle_t handle;
  if (!dot)
    return;
  (void)snprintf(function, sizeof function, NET_CANCEL "%.*s",
                 (int)(dot - worker), worker);
  int size = snprintf(what, sizeof what, "%s %" PRIu64, dot + 1, ticket);
  gearman_client_st *client = make_client(ASK_MS);
  if (!client)
    return;
  (void)gearman_client_do_high_background(client, function, NULL, what,
                                          (size_t)size, handle);
  gearman_client_free(client);
}

static bool is_cancelled(const struct place *place, uint64_t ticket)
{
  return atomic_load(&carrier.page->cancelled[place->number]) == ticket;
}

/* ---- a place ---- */

/* The worker says who it is. */
static gearman_return_t on_data(gearman_task_st *task)
{
  struct place *place = gearman_task_context(task);
  size_t size = gearman_task_data_size(task);
  char worker[NAME_SIZE];
  if (!size || size >= sizeof worker)
    return GEARMAN_SUCCESS;
  memcpy(worker, gearman_task_data(task), size);
  worker[size] = 0;
  pthread_mutex_lock(&place->lock);
  memcpy(place->worker, worker, sizeof worker);
  uint64_t ticket = place->ticket;
  pthread_mutex_unlock(&place->lock);
  atomic_store(&carrier.page->begun[place->number], ticket);
  if (is_cancelled(place, ticket))
    send_cancel(worker, ticket);
  return GEARMAN_SUCCESS;
}

static gearman_return_t on_complete(gearman_task_st *task)
{
  struct place *place = gearman_task_context(task);
  size_t size = gearman_task_data_size(task);
  free(place->answer);
  place->answer = unpack(&place->answer_size, gearman_task_data(task), size,
                         2 * (size_t)ORDER_BYTES);
  return GEARMAN_SUCCESS;
}

static bool receive_all(int fd, void *out, size_t size)
{
  char *at = out;
  while (size) {
    ssize_t got = recv(fd, at, size, 0);
    if (got <= 0 && !(got < 0 && errno == EINTR))
      return false;
    if (got > 0) {
      at += got;
      size -= (size_t)got;
    }
  }
  return true;
}

static bool send_all(int fd, const void *bytes, size_t size)
{
  const char *at = bytes;
  while (size) {
    ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);
    if (sent <= 0 && !(sent < 0 && errno == EINTR))
      return false;
    if (sent > 0) {
      at += sent;
      size -= (size_t)sent;
    }
  }
  return true;
}

/* May a job wait that nobody has begun? As long as there is somebody for it. */
static bool may_wait(struct place *place, const carry_ask *ask)
{
  const carry_page *page = carrier.page;
  pthread_mutex_lock(&place->lock);
  bool begun = place->worker[0];
  pthread_mutex_unlock(&place->lock);
  return !begun && ask->counted && ask->counted <= CARRY_FUNCTIONS &&
         !is_cancelled(place, ask->ticket) &&
         atomic_load(&page->state) == CARRY_CONNECTED &&
         atomic_load(&page->counted[ask->counted - 1].workers);
}

/* Runs the job at a worker. Leaves its answer, or none. A client that failed is
 * freed: the server forgets its jobs. Whatever a worker sends, such as that it is
 * alive, begins the patience anew. */
static void run_job(struct place *place, gearman_client_st **client,
                    const carry_ask *ask, const char *function, const char *job)
{
  gearman_return_t status;
  if (!*client)
    *client = make_client((int)ask->patience_ms);
  if (!*client)
    return;
  gearman_client_set_timeout(*client, (int)ask->patience_ms);
  gearman_client_set_data_fn(*client, on_data);
  gearman_client_set_complete_fn(*client, on_complete);
  size_t size;
  char *packed = pack(&size, job, ask->size);
  gearman_task_st *task = gearman_client_add_task(
      *client, NULL, place, function, NULL, packed, size, &status);
  atomic_fetch_add(&carrier.page->sent, size);
  atomic_fetch_add(&carrier.page->jobs, 1);
  if (task && status == GEARMAN_SUCCESS)
    do
      status = gearman_client_run_tasks(*client);
    while (status == GEARMAN_TIMEOUT && may_wait(place, ask));
  gearman_client_task_free_all(*client);
  free(packed);
  if (!place->answer) {
    gearman_client_free(*client);
    *client = NULL;
  }
}

static bool answer(const struct place *place, int fd, uint64_t ticket)
{
  textbuf lost = { 0 };
  net_answer nobody = { .end = NET_LOST,
                        .worker = (char *)(uintptr_t)place->worker };
  net_put_answer(&lost, &nobody);
  const char *bytes = place->answer ? place->answer : lost.data;
  carry_answer head = { ticket,
                        place->answer ? place->answer_size : lost.size };
  bool sent = send_all(fd, &head, sizeof head) &&
              send_all(fd, bytes, (size_t)head.size);
  text_free(&lost);
  return sent;
}

static void *serve_place(void *payload)
{
  struct place *place = payload;
  const int fd = CARRY_FIRST + (int)place->number;
  gearman_client_st *client = NULL;
  carry_ask ask;
  bool good = true;
  while (good && receive_all(fd, &ask, sizeof ask)) {
    char *function = calloc(ask.function_size + 1, 1);
    char *job = malloc(ask.size + 1);
    good = function && job && receive_all(fd, function, ask.function_size) &&
           receive_all(fd, job, ask.size);
    if (good) {
      pthread_mutex_lock(&place->lock);
      place->ticket = ask.ticket;
      place->worker[0] = 0;
      pthread_mutex_unlock(&place->lock);
      run_job(place, &client, &ask, function, job);
      pthread_mutex_lock(&place->lock);
      place->ticket = 0;
      pthread_mutex_unlock(&place->lock);
      good = answer(place, fd, ask.ticket);
      free(place->answer);
      place->answer = NULL;
    }
    free(job);
    free(function);
  }
  _exit(0); /* the reduction is over */
}

/* ---- who is there ---- */

static int connect_to(const char *server)
{
  char host[256];
  const char *colon = strrchr(server, ':');
  int size = (int)(colon ? (size_t)(colon - server) : strlen(server)), fd = -1;
  (void)snprintf(host, sizeof host, "%.*s", size, server);
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found = NULL;
  if (getaddrinfo(host, colon ? colon + 1 : CARRY_PORT, &hints, &found))
    return -1;
  const struct timeval wait = { .tv_sec = WAIT_S };
  for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
    fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, at->ai_protocol);
    if (fd < 0)
      continue;
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    if (connect(fd, at->ai_addr, at->ai_addrlen)) {
      (void)close(fd);
      fd = -1;
    }
  }
  freeaddrinfo(found);
  return fd;
}

/* Is it served by workers of the same kind, but another compiler, say? There is
 * one kind that takes scripts. */
static bool is_like(const char *name, const char *of)
{
  const char *slash = strrchr(of, '/');
  return slash && strcmp(of, NET_SCRIPT) != 0 &&
         !strncmp(name, of, (size_t)(slash + 1 - of));
}

/* Counts the workers, of lines "FUNCTION\tJOBS\tRUNNING\tWORKERS". */
static void count_workers(const char *list)
{
  carry_page *page = carrier.page;
  uint32_t functions = atomic_load(&page->functions), others = 0;
  uint32_t workers[CARRY_FUNCTIONS] = { 0 };
  const char *end = list + strlen(list);
  while (list < end) {
    char *line = next_line(&list, end), *tab = strrchr(line, '\t');
    size_t size = strcspn(line, "\t");
    uint32_t count = tab ? (uint32_t)strtoul(tab + 1, NULL, 10) : 0, i = 0;
    line[size] = 0;
    while (i < functions && strcmp(line, page->counted[i].name) != 0)
      i++;
    if (i < functions)
      workers[i] += count;
    else if (functions && is_like(line, page->counted[0].name))
      others += count;
    free(line);
  }
  for (uint32_t i = 0; i < functions; i++)
    atomic_store(&page->counted[i].workers, workers[i]);
  atomic_store(&page->others, others);
  atomic_store(&page->asked, functions);
}

/* Asks the server; false: it does not answer. The list ends with a line ".". */
static bool ask_server(int fd)
{
  static const char question[] = "status\n";
  textbuf list = { 0 };
  bool good = send_all(fd, question, sizeof question - 1), ended = false;
  while (good && !ended) {
    char bytes[4096];
    ssize_t got = recv(fd, bytes, sizeof bytes, 0);
    good = got > 0;
    if (good)
      text_add(&list, bytes, (size_t)got);
    ended =
        good && (!strcmp(list.data, ".\n") || ends_with(list.data, "\n.\n"));
  }
  if (good)
    count_workers(list.data);
  text_free(&list);
  return good;
}

static void watch_server(void)
{
  int fd = -1;
  for (;;) {
    if (fd < 0)
      fd = connect_to(carrier.server);
    bool good = fd >= 0 && ask_server(fd);
    atomic_store(&carrier.page->state, good ? CARRY_CONNECTED : CARRY_ALONE);
    if (!good && fd >= 0) {
      (void)close(fd);
      fd = -1;
    }
    (void)poll(NULL, 0, ASK_MS);
  }
}

static void *pass_on_cancellations(void *payload)
{
  (void)payload;
  uint32_t number;
  while (read(CARRY_WAKE, &number, sizeof number) == sizeof number) {
    if (number >= carrier.count)
      continue;
    struct place *place = &carrier.places[number];
    char worker[NAME_SIZE];
    pthread_mutex_lock(&place->lock);
    uint64_t ticket = place->ticket;
    memcpy(worker, place->worker, sizeof worker);
    pthread_mutex_unlock(&place->lock);
    if (ticket && *worker && is_cancelled(place, ticket))
      send_cancel(worker, ticket);
  }
  _exit(0);
}

int carry_jobs(const char *server, size_t count)
{
  pthread_t thread;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)signal(SIGPIPE, SIG_IGN);
  carrier.server = server;
  carrier.count = count < CARRY_MOST ? count : CARRY_MOST;
  void *page = mmap(NULL, sizeof *carrier.page, PROT_READ | PROT_WRITE,
                    MAP_SHARED, CARRY_PAGE, 0);
  if (page == MAP_FAILED)
    return 1;
  carrier.page = page;
  carrier.places = mem_alloc(carrier.count, sizeof *carrier.places);
  for (size_t i = 0; i < carrier.count; i++) {
    struct place *place = &carrier.places[i];
    place->number = i;
    (void)pthread_mutex_init(&place->lock, NULL);
    if (pthread_create(&thread, NULL, serve_place, place))
      return 1;
  }
  if (pthread_create(&thread, NULL, pass_on_cancellations, NULL))
    return 1;
  watch_server();
  return 0;
}
