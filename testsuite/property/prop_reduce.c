/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The laws of reductions over files: prop_reduce [OPTION...] FILE...
 *
 * Each file is reduced by several algorithms with the front end that its suffix
 * asks for. The property is made up: three words of the file, taken at a
 * quarter, half and three quarters of it, are there in this order. It costs
 * nothing to test, and as with a crash most of the file does not matter to it.
 * Checked are: the result has the property; the default's every accepted step
 * lowers the measure, and its result has no more bytes; a second run asks the same questions in the same order
 * (S1); a second run over the default's result changes nothing. The tree is
 * checked after every accepted step.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files.h"
#include "reduce/server.h"
#include "lexer.h"

enum { WORDS = 3 };

/* The property, and what was seen of a run. */
struct run {
  char *words[WORDS];
  rd_verdict verdict;
  rd_ticket ticket;
  uint64_t questions; /* a hash of all texts in their order */
  bool must_fall;     /* does each step have to lower the measure? */
  rd_measure last;
  const char *fault;
};

static char *word_near(const textbuf *text, size_t at)
{
  size_t begin = at;
  while (begin < text->size && !isalpha((unsigned char)text->data[begin]))
    begin++;
  size_t end = begin;
  while (end < text->size && isalnum((unsigned char)text->data[end]))
    end++;
  return mem_copy_bytes(text->data + begin, end - begin);
}

static bool has_words(const struct run *run, const char *text, size_t size)
{
  const char *at = text, *end = text + size;
  for (size_t i = 0; i < WORDS; i++) {
    size_t length = strlen(run->words[i]);
    at = memmem(at, (size_t)(end - at), run->words[i], length);
    if (!at)
      return false;
    at += length;
  }
  return true;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct run *run = payload;
  (void)err;
  for (size_t i = 0; i < size; i++)
    run->questions = (run->questions ^ (unsigned char)text[i]) * 1099511628211u;
  run->questions = (run->questions ^ size) * 1099511628211u;
  run->verdict = has_words(run, text, size) ? RD_INTERESTING : RD_UNINTERESTING;
  *out = ++run->ticket;
  return RD_OK;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  const struct run *run = payload;
  (void)err;
  *out = run->ticket;
  *verdict_out = run->verdict;
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket;
}

static rd_status watch(void *payload, const rd_event *event, rd_error *err)
{
  struct run *run = payload;
  rd_measure now = event->measure, last = run->last;
  (void)err;
  if (event->kind != RD_EVENT_START && event->kind != RD_EVENT_ACCEPT)
    return RD_OK;
  bool lower = now.tokens < last.tokens ||
               (now.tokens == last.tokens && now.bytes < last.bytes);
  if (event->kind == RD_EVENT_ACCEPT && run->must_fall && !lower)
    run->fault = "a step does not lower the measure";
  run->last = now;
  return RD_OK;
}

/* Reduces text with an algorithm; true if it ran to its end. */
static bool reduce(rd_result *out, struct run *run, rd_server *server,
                   const char *text, size_t size, const char *algorithm)
{
  rd_error err = { 0 };
  rd_parser parser = rd_server_parser(server);
  rd_oracle oracle = { .submit = submit,
                       .wait = wait_for,
                       .cancel = cancel,
                       .payload = run,
                       .capacity = 1 };
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = algorithm;
  options.check = true;
  options.event = watch;
  options.event_payload = run;
  run->questions = 14695981039346656037u;
  run->must_fall = strcmp(algorithm, "default") == 0;
  if (!rd_reduce(out, text, size, &parser, &oracle, &options, &err))
    return true;
  printf("%s\n", err.message);
  run->fault = "cannot be reduced";
  return false;
}

/* Reduces the text twice, and the default's result again. */
static void judge(struct run *run, rd_server *server, const textbuf *text,
                  const char *algorithm)
{
  rd_result first = { 0 }, second = { 0 };
  if (!reduce(&first, run, server, text->data, text->size, algorithm))
    goto done;
  uint64_t questions = run->questions;
  if (!has_words(run, first.text, first.size))
    run->fault = "the result is not interesting";
  if (!reduce(&second, run, server, text->data, text->size, algorithm))
    goto done;
  if (run->questions != questions)
    run->fault = "a second run asks other questions";
  if (run->must_fall) {
    if (first.size > text->size)
      run->fault = "the result has more bytes";
    rd_result_dispose(&second);
    if (reduce(&second, run, server, first.text, first.size, algorithm) &&
        second.size != first.size)
      run->fault = "a second run over the result changes it";
  }
done:
  rd_result_dispose(&first);
  rd_result_dispose(&second);
}

static bool check_file(const char *path, const char *const *args)
{
  static const char *const algorithms[] = { "hdd*",   "hoist*",      "hddr",
                                            "perses", "perses-2018", "gtr*",
                                            "pardis", "default" };
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .options = { .file_name = path,
                                             .args = args } };
  rd_server *server = NULL;
  textbuf text = { 0 };
  struct run run = { .fault = "cannot be read" };
  if (!test_read_file(&text, path) || rd_server_new(&server, &options, NULL)) {
    printf("%s: %s\n", path, run.fault);
    return false;
  }
  for (size_t i = 0; i < WORDS; i++)
    run.words[i] = word_near(&text, text.size * (i + 1) / (WORDS + 1));
  bool ok = true;
  for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    run.fault = NULL;
    judge(&run, server, &text, algorithms[i]);
    if (run.fault)
      printf("%s: %s: %s\n", path, algorithms[i], run.fault);
    ok = ok && !run.fault;
  }
  for (size_t i = 0; i < WORDS; i++)
    free(run.words[i]);
  text_free(&text);
  rd_server_free(server);
  return ok;
}

int main(int argc, char **argv)
{
  const char **args = mem_alloc((size_t)argc + 1, sizeof *args);
  int first = 1, failures = 0;
  for (; first < argc && argv[first][0] == '-'; first++)
    args[first - 1] = argv[first];
  for (int i = first; i < argc; i++)
    failures += !check_file(argv[i], args);
  printf("%d files, %d failures\n", argc - first, failures);
  free(args);
  return failures || first == argc;
}
