/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parse server: a front end in a child process, where it may crash.
 *
 *   rd_server_options options = RD_SERVER_OPTIONS_INIT;
 *   options.options.file_name = "a.c";
 *   rd_status status = rd_server_new(&server, &options, &err);
 *   rd_parser parser = rd_server_parser(server);
 *
 * The child loads the module reduce-NAME.so and answers requests over a socket;
 * trees come back in shared memory. It is restarted when it dies, when a
 * request exceeds its time limit, and after a number of requests, because
 * libclang's memory grows. If the front end fails on a text, the tree is made
 * of balanced tokens instead (T4), and rd_server_notice reports it.
 *
 * One thread at a time may use a server. The module of the front end's lexicon,
 * which needs no parser, is loaded into the calling process as well.
 */
#ifndef REDUCE_SERVER_H
#define REDUCE_SERVER_H

#include "reduce/frontend.h"
#include "reduce/reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_server rd_server;

/* One of several files that a text consists of. */
typedef struct rd_server_file {
  const char *name;     /* relative to options.directory */
  const char *language; /* as for a compiler's -x option; NULL: by suffix */
  bool is_fixed;        /* a single leaf that cannot be removed */
} rd_server_file;

/* Zero means default. Everything is copied. */
typedef struct rd_server_options {
  uint32_t version;     /* RD_SERVER_OPTIONS_VERSION */
  const char *frontend; /* NULL: the first by name that supports the language,
                             else balanced tokens */
  bool by_semicolons;   /* if none supports the language, its statements end as
                             C's do; else lines say where they end as well */
  bool or_suffix;       /* if none supports options.language, use the
                             suffix */
  const char *module_dir; /* NULL: $CLANG_HDD_MODULES, else the modules
                             installed with libreduce, else beside or below the
                             program */
  uint32_t request_ms;    /* limit of one request; 0: 1000 times
                             $CLANG_HDD_PARSE_SECONDS, else CPU time that
                             follows from the size of the text and from what
                             earlier texts took, 60 000 at most */
  bool later;             /* rd_server_new does not wait for the front end to
                             load; rd_server_ready does */
  const volatile sig_atomic_t *stop; /* a request ends with RD_ERR_STOPPED when
                                        it becomes non-zero; lent; NULL:
                                        never */
  /* Called about ten times a second while a request is waited for, by the thread that
   * waits, with the milliseconds it has waited; NULL: never. */
  void (*waiting)(void *payload, uint64_t since_ms);
  void *waiting_payload;       /* lent until rd_server_free */
  rd_frontend_options options; /* of the front end; the server sets their
                                  version */
  /* The files of each text, which come in it one after the other, each behind a
   * line with byte 0x1e and its name; 0: a text is one file. The chosen front
   * end is that of options.file_name; each file has that of its language or
   * suffix. */
  const rd_server_file *files;
  size_t file_count;
} rd_server_options;

#define RD_SERVER_OPTIONS_VERSION 3
#define RD_SERVER_OPTIONS_INIT                                                 \
  {                                                                            \
    .version = RD_SERVER_OPTIONS_VERSION                                       \
  }

/* Starts a server. It forks: call it before the process has threads. The server
 * ends with the thread that called it. Owner: *out is released with
 * rd_server_free. RD_ERR_NOTFOUND: no such front end; RD_ERR_INVALID: options
 * of another version, a module that cannot be loaded, or what the front end
 * says to its options; RD_ERR_DIED: the front end died or took too long;
 * RD_ERR_IO. */
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
  bool knows_standard;     /* rd_server_check understands RD_STRICT */
  const rd_lexer *lexer;   /* NULL: the plain one */
  const rd_layout *layout; /* NULL: its texts stay as they are */
  const rd_naming *naming; /* NULL: they keep their names */
} rd_choice;

/* Call it when the server is ready. Lent until rd_server_free, except for the
 * functions, which stay valid. */
RD_API const rd_choice *rd_server_choice(const rd_server *server);
/* The server as the parser of rd_reduce, with the lexer of its front end. Call
 * it when the server is ready. Lent until rd_server_free. */
RD_API rd_parser rd_server_parser(rd_server *server);
/* As rd_parser.parse, with the server as payload: view NULL is the chosen front
 * end; "lines", "chars", "tokens" and "text" are always available. A failure of the
 * front end is a notice, not an error. RD_ERR_NOTFOUND: no such view;
 * RD_ERR_DIED, RD_ERR_NOSPACE and RD_ERR_IO as from any child. */
RD_API rd_status rd_server_parse(rd_tree **out, void *server, const char *view,
                                 const char *text, size_t size,
                                 uint32_t prepare, rd_error *err);
/* Requests a tree of the text without waiting: the parse runs in parallel, and
 * rd_server_parse with the same view, text and preparations takes its answer.
 * A request for another tree drops it. With `by_text` the tree is for texts with the
 * habits of this one, where the front end knows the standard, as rd_server_permit
 * would say after rd_server_check with RD_STRICT, whose answer comes along. */
RD_API void rd_server_parse_ahead(rd_server *server, const char *view,
                                  const char *text, size_t size,
                                  uint32_t prepare, bool by_text);
/* From now on trees are made for texts that may have these kinds of habits
 * (rd_diagnostics.habit_kinds); before, that is all of them. */
RD_API void rd_server_permit(rd_server *server, uint16_t habit_kinds);
/* What the monitor of a text (rewrites.h) has printed, for the next tree, which is
 * that of the same text. Copied; an empty string is nothing. */
RD_API void rd_server_observe(rd_server *server, const char *printed);
/* The next request goes to a fresh process of the front end, for which it does not
 * matter what earlier texts left in its memory. */
RD_API void rd_server_renew(rd_server *server);
/* RD_ERR_UNSUPPORTED if the front end cannot check, or does not any more: it took too
 * long on several texts in a row. RD_ERR_DIED: it died or took too long; if it
 * recovered, out->is_partial is set, else *out is left alone. */
RD_API rd_status rd_server_check(rd_diagnostics *out, rd_server *server,
                                 const char *text, size_t size, uint32_t relax,
                                 rd_error *err);
/* Finds the least relaxation that leaves the fewest errors; what it leaves. After a
 * failure *out is as from rd_server_check. The same errors. */
RD_API rd_status rd_server_relax(uint32_t *relax_out, rd_diagnostics *out,
                                 rd_server *server, const char *text,
                                 size_t size, rd_error *err);
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
