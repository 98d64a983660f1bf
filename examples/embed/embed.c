/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The C front end in a program of its own: reduces a C file to what holds the
 * given strings and is still valid C.
 *
 *   cc -D_GNU_SOURCE embed.c $(pkg-config --cflags --libs libreduce) -o embed
 *   ./embed sample.c 'p->x'
 *
 * prints the declarations, and the parts of them, that `p->x` needs. The parse
 * server chooses the front end by the file's name and runs it in a child
 * process, so a crash of libclang ends neither the reduction nor this program.
 * A program with a parser of its own passes that to rd_reduce; words.c does so.
 */
#include <reduce/server.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The oracle's state. rd_reduce asks for one test at a time (capacity 1), so
 * there is one answer to keep. */
struct question {
  rd_server *server;
  char **wanted; /* NULL-terminated */
  rd_ticket last;
  rd_verdict verdict;
};

static rd_verdict judge(struct question *self, const char *text, size_t size)
{
  rd_diagnostics found;
  for (char **wanted = self->wanted; *wanted; wanted++)
    if (!memmem(text, size, *wanted, strlen(*wanted)))
      return RD_UNINTERESTING;
  if (rd_server_check(&found, self->server, text, size, 0, NULL) ||
      found.errors)
    return RD_INVALID;
  return RD_INTERESTING;
}

/* Answers at once. An oracle that runs a program would start it here and wait
 * for it below; reduce/oracle.h has one, rd_command_oracle_new. */
static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct question *self = payload;
  (void)err;
  self->verdict = judge(self, text, size);
  *out = ++self->last;
  return RD_OK;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  const struct question *self = payload;
  (void)err;
  *out = self->last;
  *verdict_out = self->verdict;
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket;
}

/* The bytes of a file, for free(); NULL if it cannot be read. */
static char *read_file(const char *path, size_t *size_out)
{
  FILE *file = fopen(path, "rb");
  char *text = NULL, part[4096];
  size_t got;
  *size_out = 0;
  if (!file)
    return NULL;
  while ((got = fread(part, 1, sizeof part, file)) > 0) {
    char *more = realloc(text, *size_out + got);
    if (!more)
      abort();
    text = more;
    memcpy(text + *size_out, part, got);
    *size_out += got;
  }
  fclose(file);
  return text;
}

int main(int argc, char **argv)
{
  size_t size = 0;
  char *text = argc < 3 ? NULL : read_file(argv[1], &size);
  if (!text) {
    fprintf(stderr, "usage: %s FILE.c STRING...\n", argv[0]);
    return 2;
  }
  rd_server_options serving = RD_SERVER_OPTIONS_INIT;
  struct question question = { .wanted = argv + 2 };
  rd_result result = { 0 };
  rd_error err = { 0 };
  serving.options.file_name = argv[1];
  rd_status status = rd_server_new(&question.server, &serving, &err);
  if (!status) {
    rd_parser parser = rd_server_parser(question.server);
    rd_oracle oracle = { .submit = submit,
                         .wait = wait_for,
                         .cancel = cancel,
                         .payload = &question,
                         .capacity = 1 };
    rd_options options = RD_OPTIONS_INIT;
    status = rd_reduce(&result, text, size, &parser, &oracle, &options, &err);
  }
  if (status)
    fprintf(stderr, "%s\n", err.message);
  else
    printf("%.*s\n", (int)result.size, result.text);
  rd_result_dispose(&result);
  rd_server_free(question.server);
  free(text);
  return status != RD_OK;
}
