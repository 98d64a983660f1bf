/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parse server: a front end in a child process, where it may crash.
 *
 *   rd_server_options options = { .options = { .file_name = "a.c" } };
 *   rd_status status = rd_server_new(&server, &options, &err);
 *   rd_parser parser = { .parse = rd_server_parse, .payload = server };
 *
 * The child is forked when the server is made (do that before the process has
 * threads), loads the module reduce-NAME.so, and answers requests over a
 * socket; trees come back in shared memory. It is restarted when it dies, when
 * a request exceeds its time limit, and after a number of requests (libclang
 * grows). When the front end fails on a text, the tree is made of balanced
 * tokens instead (T4) and rd_server_notice says so.
 */
#ifndef REDUCE_SERVER_H
#define REDUCE_SERVER_H

#include "reduce/frontend.h"
#include "reduce/reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_server rd_server;

/* Zero means default. All is copied. */
typedef struct rd_server_options {
  const char *frontend;   /* NULL: by the suffix of options.file_name, else
                             "tokens" */
  const char *module_dir; /* NULL: $CLANG_HDD_MODULES, else what was installed
                             with libreduce, else beside or below the program */
  uint32_t request_ms;    /* limit of one request; 0: 1000 times
                             $CLANG_HDD_PARSE_SECONDS, else 60 000 */
  bool later;             /* rd_server_new does not wait until the front end
                             is loaded; rd_server_ready does */
  rd_frontend_options options;
} rd_server_options;

RD_API rd_status rd_server_new(rd_server **out,
                               const rd_server_options *options, rd_error *err);
RD_API void rd_server_free(rd_server *server);
/* Waits until the front end is loaded, and says what kept it from that: the
 * errors of rd_server_new where that did not wait. */
RD_API rd_status rd_server_ready(rd_server *server, rd_error *err);
/* The name of the front end that was chosen, once it is ready: lent. */
RD_API const char *rd_server_frontend(const rd_server *server);
/* As rd_parser.parse, with the server as payload: view NULL is the chosen front
 * end; "lines", "chars" and "tokens" are always there. */
RD_API rd_status rd_server_parse(rd_tree **out, void *server, const char *view,
                                 const char *text, size_t size,
                                 uint32_t prepare, rd_error *err);
/* Sends a request for a tree of the text and does not wait for it: the parse
 * goes on beside whatever is done next, and rd_server_parse with the same view,
 * text and preparations takes its answer. Any other request drops it. Failures
 * show there too. */
RD_API void rd_server_parse_ahead(rd_server *server, const char *view,
                                  const char *text, size_t size,
                                  uint32_t prepare);
/* RD_ERR_UNSUPPORTED if the front end cannot check. */
RD_API rd_status rd_server_check(rd_diagnostics *out, rd_server *server,
                                 const char *text, size_t size, uint32_t relax,
                                 rd_error *err);
RD_API uint32_t rd_server_relax_steps(const rd_server *server);
/* What was asked so far and answered, and the processor time of it. */
typedef struct rd_server_use {
  uint64_t parses, checks;
  uint64_t parse_us, check_us;
} rd_server_use;
RD_API rd_server_use rd_server_used(const rd_server *server);
/* What the last request has to say (one line), or NULL; cleared by the call. */
RD_API const char *rd_server_notice(rd_server *server);

/* The front ends that can be loaded, for --list-frontends: calls `each` with a
 * name and a description. */
RD_API rd_status rd_frontends_list(const char *module_dir,
                                   void (*each)(void *payload, const char *name,
                                                const char *description),
                                   void *payload, rd_error *err);
/* The rules that they know: calls `each` with the name of a front end and a row
 * that is lent for the call. Front ends that cannot be loaded have none. */
RD_API rd_status rd_frontends_rules(const char *module_dir,
                                    void (*each)(void *payload,
                                                 const char *frontend,
                                                 const rd_row *row),
                                    void *payload, rd_error *err);

#ifdef __cplusplus
}
#endif
#endif
