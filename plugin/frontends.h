/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Choosing a front end, loading it and running it in a child: the parse server.
 *
 * The child is forked when the server is made (do that before the process has
 * threads), loads the module reduce-NAME.so, and answers requests over a
 * socket; trees come back in shared memory. It is restarted when it dies, when
 * a request takes longer than its limit, and after a number of requests
 * (libclang grows). When the front end fails on a text, the tree is made of
 * balanced tokens instead (T4) and rd_server_notice says so.
 */
#ifndef PLUGIN_FRONTENDS_H
#define PLUGIN_FRONTENDS_H

#include "reduce/frontend.h"
#include "reduce/reduce.h"

typedef struct rd_server rd_server;

/* Zero means default. All is copied. */
typedef struct rd_server_options {
  const char *frontend;   /* NULL: by the suffix of options.file_name, else
                             "tokens" */
  const char *module_dir; /* NULL: $CLANG_HDD_MODULES, else the installed folder
                             relative to the program, else the build's */
  uint32_t request_ms;    /* limit of one request; 0: 1000 times
                             $CLANG_HDD_PARSE_SECONDS, else 60 000 */
  bool later;             /* rd_server_new does not wait until the front end
                             is loaded; rd_server_ready does */
  rd_frontend_options options;
} rd_server_options;

rd_status rd_server_new(rd_server **out, const rd_server_options *options,
                        rd_error *err);
void rd_server_free(rd_server *server);
/* Waits until the front end is loaded, and says what kept it from that: the
 * errors of rd_server_new where that did not wait. */
rd_status rd_server_ready(rd_server *server, rd_error *err);
/* The name of the front end that was chosen, once it is ready: lent. */
const char *rd_server_frontend(const rd_server *server);
/* As rd_parser.parse, with the server as payload: view NULL is the chosen front
 * end; "lines", "chars" and "tokens" are always there. */
rd_status rd_server_parse(rd_tree **out, void *server, const char *view,
                          const char *text, size_t size, uint32_t prepare,
                          rd_error *err);
/* Sends a request for a tree of the text and does not wait for it: the parse
 * goes on beside whatever is done next, and rd_server_parse with the same view,
 * text and preparations takes its answer. Any other request drops it. Failures
 * show there too. */
void rd_server_parse_ahead(rd_server *server, const char *view,
                           const char *text, size_t size, uint32_t prepare);
/* RD_ERR_UNSUPPORTED if the front end cannot check. */
rd_status rd_server_check(rd_diagnostics *out, rd_server *server,
                          const char *text, size_t size, uint32_t relax,
                          rd_error *err);
/* Calls `each` for the commands of the compilation database in a folder.
 * RD_ERR_INVALID: there is none, or it cannot be read; RD_ERR_UNSUPPORTED: the
 * front end knows no databases; RD_ERR_DIED: it could not bear this one. */
rd_status rd_server_commands(rd_server *server, const char *folder,
                             rd_each_command_fn each, void *payload,
                             rd_error *err);
uint32_t rd_server_relax_steps(const rd_server *server);
/* What was asked so far and answered, and the processor time of it. */
typedef struct rd_server_use {
  uint64_t parses, checks;
  uint64_t parse_us, check_us;
} rd_server_use;
rd_server_use rd_server_used(const rd_server *server);
/* What the last request has to say (one line), or NULL; cleared by the call. */
const char *rd_server_notice(rd_server *server);

/* The front ends that can be loaded, for --list-frontends: calls `each` with a
 * name and a description. */
rd_status rd_frontends_list(const char *module_dir,
                            void (*each)(void *payload, const char *name,
                                         const char *description),
                            void *payload, rd_error *err);
/* The rules that they know: calls `each` with the name of a front end and a row
 * that is lent for the call. Front ends that cannot be loaded have none. */
rd_status rd_frontends_rules(const char *module_dir,
                             void (*each)(void *payload, const char *frontend,
                                          const rd_row *row),
                             void *payload, rd_error *err);

#endif
