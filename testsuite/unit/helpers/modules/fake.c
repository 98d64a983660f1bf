/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A front end for the tests of the parse server: the text says what it does.
 * As a tree: "abort", "exit", "hang", "spin", "fail" and "silent" do not make
 * one; "greedy" dies if it gets less memory than the machine has; "deep" and what
 * follows needs a deep stack first; "work" takes a while; all else is one leaf. As a check: "pid",
 * "core" and "nothreads" answer that; "loader" is the process that loaded the
 * module; "recover" died and lives on; "stale" has an error unless it is the
 * first that is checked; all else has its exclamation marks as errors, less the
 * relaxation. With the argument --open=WORD, open() acts on that word.
 * $FAKE_ABI is the interface version that it claims.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "reduce/frontend.h"

/* 50 000 frames of 8 KiB are more than what fits below a main stack. */
enum { DEEP = 50000, FRAME_BYTES = 8192 };

static unsigned descend(unsigned depth)
{
  volatile unsigned char frame[FRAME_BYTES];
  frame[0] = frame[FRAME_BYTES - 1] = (unsigned char)depth;
  unsigned below = depth ? descend(depth - 1) : 0;
  return below + frame[0] % 2;
}

/* Dies if it cannot have as much memory as the machine has. */
static void take_memory(void)
{
  const size_t portion = (size_t)64 << 20;
  size_t memory =
      (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  for (size_t taken = 0; taken < memory; taken += portion)
    if (!malloc(portion))
      abort();
}

/* Uses 0.2 ms. */
static void work(void)
{
  struct timespec begin, now;
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  do
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec <
         begin.tv_nsec + 200000L);
}

static rd_status act(const char *word, rd_error *err)
{
  if (strcmp(word, "abort") == 0)
    abort();
  if (strcmp(word, "exit") == 0)
    _exit(3);
  if (strcmp(word, "greedy") == 0)
    take_memory();
  if (strcmp(word, "hang") == 0)
    for (;;)
      (void)pause();
  if (strncmp(word, "spin", 4) == 0)
    for (volatile unsigned i = 0;; i++)
      ;
  if (strcmp(word, "work") == 0)
    work();
  if (strcmp(word, "fail") == 0)
    return rd_fail(err, RD_ERR_INVALID, "fake does not like this");
  if (strcmp(word, "silent") == 0)
    return RD_ERR_INVALID;
  if (strncmp(word, "deep", 4) == 0 && descend(DEEP) != DEEP / 2)
    return rd_fail(err, RD_ERR_INVALID, "fake cannot count");
  (void)puts("this is not seen");
  (void)fflush(stdout);
  return RD_OK;
}

static rd_status open_fake(void **state_out, const rd_frontend_options *options,
                           rd_error *err)
{
  static const char option[] = "--open=";
  *state_out = NULL;
  for (const char *const *arg = options->args; arg && *arg; arg++)
    if (strncmp(*arg, option, sizeof option - 1) == 0)
      return act(*arg + sizeof option - 1, err);
  return RD_OK;
}

static rd_status parse_fake(void *state, rd_builder *builder, rd_error *err)
{
  (void)state;
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  rd_status status = act(text, err);
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "fake") };
  if (status)
    return status;
  (void)rd_builder_open(builder, &spec);
  if (size)
    (void)rd_builder_leaf(builder, &spec, 0, (uint32_t)size);
  rd_builder_close(builder);
  return RD_OK;
}

static pid_t loader;

__attribute__((constructor)) static void note_loader(void)
{
  loader = getpid();
}

static uint32_t core_limit(void)
{
  struct rlimit limit = { 1, 1 };
  (void)getrlimit(RLIMIT_CORE, &limit);
  return (uint32_t)limit.rlim_cur;
}

/* A question mark is a habit, and exclamation marks are of the last kind. */
static rd_status check_fake(rd_diagnostics *out, void *state, const char *text,
                            size_t size, uint32_t relax, rd_error *err)
{
  (void)state;
  rd_status status = act(text, err);
  *out = (rd_diagnostics){ 0 };
  for (size_t i = 0; i < size; i++) {
    out->errors += text[i] == '!' || text[i] == '?';
    out->habits += text[i] == '?';
    if (text[i] == '!')
      out->kinds = 1u << 15;
  }
  static bool used;
  out->errors = out->errors > relax ? out->errors - relax : 0;
  if (out->habits > out->errors)
    out->habits = out->errors;
  if (strcmp(text, "stale") == 0)
    out->errors = used;
  used = true;
  if (strcmp(text, "pid") == 0)
    out->errors = (uint32_t)getpid();
  else if (strcmp(text, "loader") == 0)
    out->errors = (uint32_t)loader;
  else if (strcmp(text, "core") == 0)
    out->errors = core_limit();
  else if (strcmp(text, "nothreads") == 0)
    out->errors = getenv("LIBCLANG_NOTHREADS") != NULL;
  else if (strcmp(text, "recover") == 0) {
    out->is_partial = true;
    status = rd_fail(err, RD_ERR_DIED, "recovered");
  }
  return status;
}

static void close_fake(void *state)
{
  (void)state;
}

RD_API const rd_frontend *rd_frontend_entry(void);

RD_API const rd_frontend *rd_frontend_entry(void)
{
  static const char *const suffixes[] = { ".fake", NULL };
  static const rd_language languages[] = { { "fake", suffixes }, { 0 } };
  static rd_frontend frontend = {
    .name = "fake",
    .description = "a front end that misbehaves on request",
    .languages = languages,
    .relax_steps = 2,
    .open = open_fake,
    .parse = parse_fake,
    .check = check_fake,
    .close = close_fake,
  };
  const char *version = getenv("FAKE_ABI");
  frontend.abi = version ? (uint32_t)atoi(version) : RD_FRONTEND_ABI;
  return &frontend;
}
