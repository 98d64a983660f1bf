/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The code inside the child that may crash.
 *
 * A *view* is an open front end. The chosen one is opened at the start, so that
 * a wrong name is an error at once; "lines", "chars" and the like are opened on
 * first use. Nothing is closed: the end of the process releases everything that
 * a front end holds.
 *
 * A text of several files (joined.h) has one tree: the root's children are each
 * file's border, a comment that is required, and the tree that the file's own
 * view makes of it. The other files stand beside it as they are in this text.
 */
#include "server/parts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/joined.h"
#include "builder.h"

struct view {
  struct view *next;
  const char *name; /* NULL: of a file */
  const rd_frontend *frontend;
  void *state;
};

struct worker {
  const worker_setup *setup;
  strings folders;           /* of modules */
  struct view *views;        /* newest first */
  struct view *chosen;       /* one of them */
  struct view **own;         /* by file: one of them, once it is opened */
  rd_beside *beside;         /* by file */
  const rd_lexicon *lexicon; /* of its texts; NULL: none */
  bool has_timer;
  timer_t timer; /* of CPU time */
};

/* Views that are a module with an additional argument. */
static const struct {
  const char *view, *module, *argument;
} variants[] = { { "chars", "lines", "--unit=char" } };

/* ---- views ---- */

/* Opens the front end `name`, with these options; as the view of that name if
 * they are the worker's. */
static rd_status open_view(struct view **out, struct worker *worker,
                           const char *name, const rd_frontend_options *given,
                           rd_error *err)
{
  rd_frontend_options options = *given;
  const char *module = name, *argument = NULL;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    if (strcmp(variants[i].view, name) == 0) {
      module = variants[i].module;
      argument = variants[i].argument;
    }
  const rd_frontend *frontend;
  rd_status status =
      modules_load(&frontend, NULL, &worker->folders, module, err);
  if (status)
    return status;
  strings args = { 0 };
  for (const char *const *arg = options.args; arg && *arg; arg++)
    strings_add(&args, *arg);
  if (argument)
    strings_add(&args, argument);
  void *state = NULL;
  options.version = RD_FRONTEND_ABI;
  options.args = strings_argv(&args);
  status = frontend->open(&state, &options, err);
  strings_free(&args);
  if (status)
    return status;
  struct view *view = mem_alloc(1, sizeof *view);
  *view =
      (struct view){ .next = worker->views,
                     .name = given == &worker->setup->options ? mem_copy(name)
                                                              : NULL,
                     .frontend = frontend,
                     .state = state };
  worker->views = view;
  *out = view;
  return RD_OK;
}

static rd_status find_view(struct view **out, struct worker *worker,
                           const char *name, rd_error *err)
{
  *out = worker->chosen;
  if (!*name)
    return RD_OK;
  for (struct view *view = worker->views; view; view = view->next)
    if (view->name && strcmp(view->name, name) == 0) {
      *out = view;
      return RD_OK;
    }
  return open_view(out, worker, name, &worker->setup->options, err);
}

/* ---- choosing ---- */

static bool has_suffix(const rd_language *language, const char *file_name)
{
  for (const char *const *at = language->suffixes; at && *at; at++)
    if (strlen(file_name) > strlen(*at) && ends_with(file_name, *at))
      return true;
  return false;
}

/* Does it support the language or, without a language, the file of this
 * name? */
static bool reads(const rd_frontend *frontend, const char *language,
                  const char *file_name)
{
  for (const rd_language *at = frontend->languages; at && at->name; at++)
    if (language ? !strcmp(at->name, language)
                 : file_name && has_suffix(at, file_name))
      return true;
  return false;
}

/* Opens the first module by name that supports the language or, without a
 * language, the file, and can be opened; *out stays NULL if there is none.
 * `trouble` receives the error of the first that could not be used; its status
 * stays RD_OK if there was none. */
static void open_reader(struct view **out, struct worker *worker,
                        const char *language, const rd_frontend_options *given,
                        rd_error *trouble)
{
  const char *file_name = given->file_name;
  if (!language && !file_name)
    return;
  strings names = { 0 };
  modules_names(&names, &worker->folders);
  for (size_t i = 0; i < names.size && !*out; i++) {
    rd_error why = { .status = RD_OK };
    const rd_frontend *frontend;
    rd_status status =
        modules_load(&frontend, NULL, &worker->folders, names.data[i], &why);
    if (!status && reads(frontend, language, file_name))
      status = open_view(out, worker, names.data[i], given, &why);
    if (status && !trouble->status)
      *trouble = why;
  }
  strings_free(&names);
}

void worker_preload(const worker_setup *setup)
{
  const char *language = setup->options.language;
  const rd_frontend *frontend = NULL;
  strings folders = { 0 }, names = { 0 };
  modules_folders_find(&folders, setup->module_dir);
  if (setup->frontend)
    strings_add(&names, setup->frontend);
  else
    modules_names(&names, &folders);
  for (size_t i = 0; i < names.size; i++)
    if (!modules_load(&frontend, NULL, &folders, names.data[i], NULL) &&
        reads(frontend, language, setup->options.file_name))
      break;
  strings_free(&names);
  strings_free(&folders);
}

/* The view that is asked for, or that of a text that no front end reads. */
static const char *view_named(const worker_setup *setup)
{
  if (setup->frontend)
    return setup->frontend;
  return setup->by_semicolons ? FALLBACK_VIEW : TEXT_VIEW;
}

/* Chooses and opens the front end, and loads its lexicon. */
static rd_status choose(struct worker *worker, struct wire_choice *out,
                        rd_error *trouble, rd_error *err)
{
  const worker_setup *setup = worker->setup;
  const char *language = setup->options.language;
  rd_status status = RD_OK;
  const rd_frontend_options *given = &setup->options;
  if (!setup->frontend)
    open_reader(&worker->chosen, worker, language, given, trouble);
  if (!setup->frontend && !worker->chosen && language && setup->or_suffix)
    open_reader(&worker->chosen, worker, NULL, given, trouble);
  out->is_fallback = !setup->frontend && !worker->chosen;
  if (!worker->chosen)
    status = open_view(&worker->chosen, worker, view_named(setup), given, err);
  if (status)
    return status;
  const rd_frontend *frontend = worker->chosen->frontend;
  out->relax_steps = frontend->relax_steps;
  out->uses = frontend->uses;
  (void)snprintf(out->name, sizeof out->name, "%s", worker->chosen->name);
  if (frontend->check)
    (void)snprintf(out->checker, sizeof out->checker, "%s",
                   frontend->checker ? frontend->checker : frontend->name);
  if (!frontend->lexicon)
    return RD_OK;
  (void)snprintf(out->lexicon, sizeof out->lexicon, "%s", frontend->lexicon);
  return modules_lexicon(&worker->lexicon, &worker->folders, frontend->lexicon,
                         err);
}

/* ---- several files ---- */

/* The folder of a file; caller's. */
static char *folder_of(const worker_setup *setup, size_t file)
{
  const char *base = setup->options.directory;
  char *path = path_absolute(base ? base : "/", setup->files.data[file]);
  char *folder = path_directory(path);
  free(path);
  return folder;
}

/* The view of a file: the front end that the user named, or the one of its
 * language or suffix. */
static rd_status find_own(struct view **out, struct worker *worker, size_t file,
                          rd_error *err)
{
  const worker_setup *setup = worker->setup;
  rd_frontend_options options = setup->options;
  rd_error trouble = { .status = RD_OK };
  char *folder = folder_of(setup, file);
  struct view *view = worker->own[file];
  rd_status status = RD_OK;
  options.file_name = base_name(setup->about[file].name);
  options.language = setup->about[file].language;
  options.directory = folder;
  if (!view && !setup->frontend)
    open_reader(&view, worker, options.language, &options, &trouble);
  if (!view)
    status = open_view(&view, worker, view_named(setup), &options, err);
  *out = worker->own[file] = view;
  free(folder);
  return status;
}

/* Names the files that stand beside each other. */
static void name_files(struct worker *worker)
{
  const worker_setup *setup = worker->setup;
  worker->own = mem_alloc(setup->files.size, sizeof *worker->own);
  worker->beside = mem_alloc(setup->files.size, sizeof *worker->beside);
  for (size_t i = 0; i < setup->files.size; i++) {
    char *folder = folder_of(setup, i);
    worker->beside[i].path =
        mem_format("%s/%s", folder, base_name(setup->files.data[i]));
    free(folder);
  }
}

/* Takes the files as they are in this text: the first part of each, as joined_file
 * does; one that is not there is empty. */
static void find_beside(const struct worker *worker, const char *text,
                        size_t size)
{
  const strings *names = &worker->setup->files;
  joined_part part = { 0 };
  for (size_t i = 0; i < names->size; i++)
    worker->beside[i].text = NULL;
  while (joined_next(&part, names, text, size))
    if (!worker->beside[part.file].text) {
      worker->beside[part.file].text = text + part.begin;
      worker->beside[part.file].size = part.end - part.begin;
    }
  for (size_t i = 0; i < names->size; i++)
    if (!worker->beside[i].text) {
      worker->beside[i].text = "";
      worker->beside[i].size = 0;
    }
}

/* Shows them to a view. */
static void put_beside(const struct view *view, const struct worker *worker)
{
  if (view->frontend->beside)
    view->frontend->beside(view->state, worker->beside,
                           worker->setup->files.size);
}

/* Adds the border of a file, with all of it if it is fixed. */
static void add_border(rd_builder *builder, const joined_part *part,
                       bool is_fixed, const char *text)
{
  size_t end = is_fixed ? part->end : part->begin;
  while (text[end - 1] == '\n')
    end--;
  rd_node_spec border = { .kind = rd_builder_kind(builder, "border"),
                          .flags = RD_COMMENT | RD_LINE };
  (void)rd_builder_leaf(builder, &border, (uint32_t)part->border,
                        (uint32_t)end);
}

/* Adds the tree of a file; `view` NULL: by its own. */
static rd_status add_file(rd_builder *builder, struct worker *worker,
                          const struct view *view, const joined_part *part,
                          rd_error *err)
{
  struct view *own = NULL;
  size_t size;
  rd_status status = view ? RD_OK : find_own(&own, worker, part->file, err);
  (void)rd_builder_text(builder, &size);
  if (status)
    return status;
  view = view ? view : own;
  put_beside(view, worker);
  rd_builder_show(builder, part->begin, part->end);
  status = view->frontend->parse(view->state, builder, err);
  rd_builder_show(builder, 0, size);
  return status;
}

/* Is the text one file, without a border? */
static bool is_single(const worker_setup *setup, const char *text, size_t size)
{
  joined_part first = { 0 };
  return !setup->files.size ||
         !joined_next(&first, &setup->files, text, size) ||
         (first.border == first.begin && first.end == size);
}

static rd_status parse_files(rd_builder *builder, struct worker *worker,
                             const struct view *view, rd_error *err)
{
  const worker_setup *setup = worker->setup;
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  joined_part part = { 0 };
  rd_status status = RD_OK;
  if (is_single(setup, text, size)) {
    view = view ? view : worker->chosen;
    return view->frontend->parse(view->state, builder, err);
  }
  find_beside(worker, text, size);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "files") };
  (void)rd_builder_open(builder, &root);
  while (!status && joined_next(&part, &setup->files, text, size)) {
    bool is_fixed = setup->about[part.file].is_fixed;
    if (part.border < part.begin)
      add_border(builder, &part, is_fixed, text);
    if (!is_fixed && part.begin < part.end)
      status = add_file(builder, worker, view, &part, err);
  }
  rd_builder_close(builder);
  return status;
}

static void add_found(rd_diagnostics *to, const rd_diagnostics *found)
{
  size_t used = strlen(to->habit_names), size = strlen(found->habit_names);
  to->errors += found->errors;
  to->habits += found->habits;
  to->kinds |= found->kinds;
  to->names |= found->names;
  to->habit_kinds |= found->habit_kinds;
  if (found->is_partial || !to->is_partial)
    to->is_apart = found->is_apart;
  to->is_partial |= found->is_partial;
  to->lone_brackets += found->lone_brackets;
  if (!size || used + 1 + size >= sizeof to->habit_names)
    return;
  if (used)
    to->habit_names[used++] = ',';
  memcpy(to->habit_names + used, found->habit_names, size + 1);
}

/* Checks each file that a front end can check, and adds up. */
static rd_status check_files(rd_diagnostics *out, struct worker *worker,
                             const char *text, size_t size, uint32_t relax,
                             rd_error *err)
{
  const worker_setup *setup = worker->setup;
  joined_part part = { 0 };
  rd_status status = RD_OK;
  if (is_single(setup, text, size))
    return worker->chosen->frontend->check(out, worker->chosen->state, text,
                                           size, relax, err);
  find_beside(worker, text, size);
  while (!status && joined_next(&part, &setup->files, text, size)) {
    struct view *own;
    rd_diagnostics found = { 0 };
    status = find_own(&own, worker, part.file, err);
    if (status || !own->frontend->check)
      continue;
    put_beside(own, worker);
    status = own->frontend->check(&found, own->state, text + part.begin,
                                  part.end - part.begin, relax, err);
    add_found(out, &found);
  }
  return status;
}

/* ---- requests ---- */

/* Every tree names the rules of the chosen front end, even a tree that another
 * front end made in its place. */
static void name_rules(rd_builder *builder, const rd_frontend *frontend)
{
  for (const rd_rule *rule = frontend->rules; rule && rule->row.name; rule++)
    (void)rd_builder_rule(builder, rule);
}

/* Finds the kinds of habits that the tree of a text is for. */
static rd_status find_permits(uint16_t *out, struct wire_reply *reply,
                              struct worker *worker,
                              const struct wire_request *request,
                              const char *text, rd_error *err)
{
  const rd_frontend *frontend = worker->chosen->frontend;
  *out = (uint16_t)request->permits;
  if (!request->by_text || !frontend->check ||
      !(frontend->uses & RD_USES_STANDARD))
    return RD_OK;
  rd_status status = check_files(&reply->diagnostics, worker, text,
                                 request->size, RD_STRICT, err);
  reply->is_checked = !status || reply->diagnostics.is_partial;
  *out = reply->diagnostics.habit_kinds;
  return status;
}

/* Returns the descriptor of the tree's image, or -1. */
static int answer_parse(struct wire_reply *reply, struct worker *worker,
                        const struct wire_request *request, const char *text,
                        rd_error *err)
{
  struct view *view;
  rd_tree *tree = NULL;
  int fd = -1;
  uint16_t permits;
  rd_status status = find_permits(&permits, reply, worker, request, text, err);
  rd_builder *builder = rd_builder_new(text, request->size);
  rd_builder_intend(builder, request->prepare);
  rd_builder_permit(builder, permits);
  rd_builder_observe(builder,
                     request->printed ? text + request->size + 1 : NULL);
  name_rules(builder, worker->chosen->frontend);
  if (!status)
    status = find_view(&view, worker, request->view, err);
  if (!status) {
    rd_builder_lexer(builder, worker->lexicon ? worker->lexicon->lexer : NULL);
    status = parse_files(builder, worker, *request->view ? view : NULL, err);
  }
  if (!status)
    status = rd_builder_finish(&tree, builder, request->prepare, err);
  if (!status) {
    size_t size;
    const void *image = rd_tree_image(tree, &size);
    reply->size = size;
    fd = wire_share(image, size);
    if (fd < 0)
      status = rd_fail(err, RD_ERR_NOSPACE, "no room for the tree: %s",
                       strerror(errno));
  }
  rd_tree_free(tree);
  rd_builder_free(builder);
  reply->status = status;
  return fd;
}

static void answer_check(struct wire_reply *reply, struct worker *worker,
                         const struct wire_request *request, const char *text,
                         rd_error *err)
{
  const rd_frontend *frontend = worker->chosen->frontend;
  if (frontend->check) {
    reply->status = check_files(&reply->diagnostics, worker, text,
                                request->size, request->relax, err);
    reply->is_checked = !reply->status || reply->diagnostics.is_partial;
  } else {
    reply->status = rd_fail(err, RD_ERR_UNSUPPORTED,
                            "front end '%s' cannot check", frontend->name);
  }
}

static int send_reply(int socket, struct wire_reply *reply, const rd_error *err,
                      int fd)
{
  if (err->status)
    memcpy(reply->message, err->message, sizeof reply->message);
  int sent = packet_send(socket, reply, sizeof *reply, fd);
  if (fd >= 0)
    (void)close(fd);
  return sent;
}

/* Signals the end of the request's CPU time, or none with 0. Elapsed time would
 * depend on what else the machine does. The limit of the process, in full seconds, is
 * for the front end's children: it comes after that. */
static void limit_cpu(const struct worker *worker, uint32_t ms)
{
  const struct itimerspec limit = { .it_value = { ms / 1000,
                                                  ms % 1000 * 1000000L } };
  struct rlimit process;
  if (worker->has_timer)
    (void)timer_settime(worker->timer, 0, &limit, NULL);
  if (getrlimit(RLIMIT_CPU, &process))
    return;
  uint64_t used_ms = clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000;
  process.rlim_cur = ms ? (used_ms + ms) / 1000 + 2 : process.rlim_max;
  (void)setrlimit(RLIMIT_CPU, &process);
}

/* Of the only thread: while a timer runs on the CPU time of the process, Linux
 * counts that by samples. And of children that have ended. */
static uint64_t own_cpu_us(void)
{
  struct rusage used = { 0 };
  (void)getrusage(RUSAGE_CHILDREN, &used);
  return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000 +
         (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static int answer(int socket, struct worker *worker,
                  const struct wire_request *request, int text_fd)
{
  struct wire_reply reply = { 0 };
  uint64_t begin_us = own_cpu_us();
  rd_error err = { .status = RD_OK };
  int fd = -1;
  limit_cpu(worker, request->cpu_ms);
  size_t behind = request->printed ? 1 + request->printed : 0;
  char *text = text_fd < 0 ? NULL : wire_take(text_fd, request->size + behind);
  if (!text)
    reply.status = rd_fail(&err, RD_ERR_IO, "the text did not arrive: %s",
                           strerror(text_fd < 0 ? EBADF : errno));
  else if (request->ask == WIRE_PARSE)
    fd = answer_parse(&reply, worker, request, text, &err);
  else
    answer_check(&reply, worker, request, text, &err);
  limit_cpu(worker, 0);
  free(text);
  reply.cpu_us = own_cpu_us() - begin_us;
  return send_reply(socket, &reply, &err, fd);
}

void worker_serve(int socket, const worker_setup *setup, worker_stack *stack)
{
  struct worker worker = { .setup = setup };
  struct wire_reply hello = { 0 };
  rd_error err = { .status = RD_OK }, trouble = { .status = RD_OK };
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                            .sigev_signo = SIGXCPU };
  worker.has_timer =
      timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &worker.timer) == 0;
  modules_folders_find(&worker.folders, worker.setup->module_dir);
  name_files(&worker);
  hello.status = choose(&worker, &hello.choice, &trouble, &err);
  int sent = send_reply(socket, &hello, err.status ? &err : &trouble, -1);
  if (sent < 0 || hello.status)
    return;
  struct wire_request request;
  int text_fd;
  while (packet_receive(socket, &request, sizeof request, &text_fd) == 0) {
    request.view[sizeof request.view - 1] = '\0';
    worker_stack_fit(stack, request.size);
    if (answer(socket, &worker, &request, text_fd) < 0)
      return;
  }
}
