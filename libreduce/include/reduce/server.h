/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parse server: a front end in a child process, where it may crash.
 *
 *   rd_server_options options = { .options = { .file_name = "a.c" } };
 *   rd_status status = rd_server_new(&server, &options, &err);
 *   rd_parser parser = { .parse = rd_server_parse, .payload = server };
 *
 * rd_server_new forks the child (call it before the process has threads). The
 * child loads the module reduce-NAME.so and answers requests over a socket;
 * trees come back in shared memory. It is restarted when it dies, when a
 * request exceeds its time limit, and after a number of requests, because
 * libclang's memory grows. If the front end fails on a text, the tree is made
 * of balanced tokens instead (T4), and rd_server_notice reports it.
 */
#ifndef REDUCE_SERVER_H
#define REDUCE_SERVER_H

#include "reduce/frontend.h"
#include "reduce/reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_server rd_server;

/* Zero means default. Everything is copied. */
typedef struct rd_server_options {
  const char *frontend;   /* NULL: the first by name that supports the language,
                             else balanced tokens */
  bool or_suffix;         /* if none supports options.language, use the
                             suffix */
  const char *module_dir; /* NULL: $CLANG_HDD_MODULES, else the modules
                             installed with libreduce, else beside or below the
                             program */
  uint32_t request_ms;    /* limit of one request; 0: 1000 times
                             $CLANG_HDD_PARSE_SECONDS, else 60 000 */
  bool later;             /* rd_server_new does not wait for the front end to
                             load; rd_server_ready does */
  rd_frontend_options options;
} rd_server_options;

RD_API rd_status rd_server_new(rd_server **out,
                               const rd_server_options *options, rd_error *err);
RD_API void rd_server_free(rd_server *server);
/* Waits until the front end is loaded, and reports why it could not be: the
 * errors of rd_server_new if that did not wait. */
RD_API rd_status rd_server_ready(rd_server *server, rd_error *err);

/* The chosen front end and its abilities. */
typedef struct rd_choice {
  const char *frontend;    /* its name */
  bool is_fallback;        /* no front end supports the language: balanced
                              tokens */
  const char *checker;     /* display name of what rd_server_check runs; NULL:
                              it cannot check */
  uint32_t relax_steps;    /* of rd_server_check */
  const rd_lexer *lexer;   /* NULL: the plain one */
  const rd_layout *layout; /* NULL: its texts stay as they are */
  const rd_naming *naming; /* NULL: they keep their names */
} rd_choice;

/* Call it when the server is ready. Lent until rd_server_free, except for the
 * functions, which stay valid. */
RD_API const rd_choice *rd_server_choice(const rd_server *server);
/* As rd_parser.parse, with the server as payload: view NULL is the chosen front
 * end; "lines", "chars" and "tokens" are always available. */
RD_API rd_status rd_server_parse(rd_tree **out, void *server, const char *view,
                                 const char *text, size_t size,
                                 uint32_t prepare, rd_error *err);
/* Requests a tree of the text without waiting: the parse runs in parallel, and
 * rd_server_parse with the same view, text and preparations takes its answer,
 * including failures. Any other request drops it. */
RD_API void rd_server_parse_ahead(rd_server *server, const char *view,
                                  const char *text, size_t size,
                                  uint32_t prepare);
/* RD_ERR_UNSUPPORTED if the front end cannot check. */
RD_API rd_status rd_server_check(rd_diagnostics *out, rd_server *server,
                                 const char *text, size_t size, uint32_t relax,
                                 rd_error *err);
/* Requests answered so far, and their CPU time. */
typedef struct rd_server_use {
  uint64_t parses, checks;
  uint64_t parse_us, check_us;
} rd_server_use;
RD_API rd_server_use rd_server_used(const rd_server *server);
/* The notice of the last request (one line), or NULL; cleared by the call. */
RD_API const char *rd_server_notice(rd_server *server);

/* Receives a front end, lent for the call; NULL for a module that cannot be
 * loaded, with the reason in `problem`. */
typedef void (*rd_each_frontend_fn)(void *payload, const char *name,
                                    const rd_frontend *frontend,
                                    const char *problem);
/* Loads the front ends into this process one by one, in order of name. Cost:
 * about 30 ms for libclang. RD_ERR_NOTFOUND: there are no front ends. */
RD_API rd_status rd_frontends_each(const char *module_dir,
                                   rd_each_frontend_fn each, void *payload,
                                   rd_error *err);

#ifdef __cplusplus
}
#endif
#endif
