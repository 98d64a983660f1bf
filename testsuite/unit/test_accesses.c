/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the preloaded library makes of the accesses of a program, each in a child. */
#include "accesses/accesses.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_tests.h"

enum { INT = 1, FLOAT = 2, PAGE = 4096 };

/* Which types an access may meet: none, and its own. */
static const char ints[] = { 1, 1, 0 }, floats[] = { 1, 0, 1 };

static void (*load)(const void *, size_t, size_t, const char *);
static void (*store)(const void *, size_t, size_t, const char *);
static void (*store_c)(const void *, size_t, size_t, const char *);
static void (*clear)(const void *, size_t);
static void (*release)(void *);
static void (*restore)(const void *);
static void (*leave)(void);

static void *find(void *library, const char *name)
{
  void *found = dlsym(library, name);
  ck_assert_msg(found != NULL, "%s", name);
  return found;
}

static void open_library(void)
{
  char path[PAGE];
  (void)snprintf(path, sizeof path, "%s/%s", getenv("CLANG_HDD_MODULES"),
                 ACCESSES_MODULE);
  void *library = dlopen(path, RTLD_NOW);
  ck_assert_msg(library != NULL, "%s", path);
  *(void **)&load = find(library, "hdd_load");
  *(void **)&store = find(library, "hdd_store");
  *(void **)&store_c = find(library, "hdd_store_c");
  *(void **)&clear = find(library, "hdd_clear");
  *(void **)&release = find(library, "hdd_free");
  *(void **)&restore = find(library, "hdd_restore");
  *(void **)&leave = find(library, "hdd_leave");
}

/* The exit status of a program that does this. */
static int run(void (*program)(void))
{
  int status;
  pid_t child = fork();
  if (!child) {
    program();
    _exit(0);
  }
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static char memory[3 * PAGE];

static void read_the_same(void)
{
  load(memory, 4, INT, ints);
  store_c(memory, 4, INT, ints);
  load(memory, 4, INT, ints);
}

static void read_another(void)
{
  store(memory, 4, INT, ints);
  load(memory, 4, FLOAT, floats);
}

static void read_across_pages(void)
{
  char *end = memory + 2 * PAGE - (size_t)memory % PAGE;
  store(end, 1, INT, ints);
  load(end - 3, 4, FLOAT, floats);
}

static void read_when_cleared(void)
{
  store(memory, 4, INT, ints);
  clear(memory + 1, 2 * PAGE);
  clear(memory, 1);
  load(memory, 4, FLOAT, floats);
}

static void store_another(void)
{
  store_c(memory, 4, INT, ints);
  store_c(memory, 4, FLOAT, floats);
}

static void store_another_in_cxx(void)
{
  store(memory, 4, INT, ints);
  store(memory, 4, FLOAT, floats);
  load(memory, 4, FLOAT, floats);
}

static void store_on_the_stack(void)
{
  int local = 0;
  store_c(&local, 4, INT, ints);
  store_c(&local, 4, FLOAT, floats);
}

static void store_on_the_heap(void)
{
  void *block = calloc(1, PAGE);
  store_c(block, 4, INT, ints);
  store_c(block, 4, FLOAT, floats);
  load(block, 4, FLOAT, floats);
  free(block);
}

static void read_when_freed(void)
{
  void *block = calloc(1, PAGE);
  store_c(block, 4, INT, ints);
  release(block);
  release(NULL);
  load(block, 4, FLOAT, floats);
  free(block);
}

static void read_below_the_stack(void)
{
  char local[8] = "";
  store_c(local, 4, INT, ints);
  restore(local + 4);
  load(local, 4, FLOAT, floats);
}

/* A function whose frame has a type until it leaves. */
static __attribute__((noinline)) void *give_frame(bool leaves)
{
  char *volatile local = __builtin_alloca(8);
  store(local, 4, INT, ints);
  if (leaves)
    leave();
  return local;
}

static void read_a_frame(void)
{
  load(give_frame(false), 4, FLOAT, floats);
}

static void read_a_frame_that_was_left(void)
{
  load(give_frame(true), 4, FLOAT, floats);
}

START_TEST(test_accesses__another_type_ends_the_program)
{
  open_library();
  ck_assert_int_eq(run(read_another), ACCESSES_STATUS);
  ck_assert_int_eq(run(read_across_pages), ACCESSES_STATUS);
  ck_assert_int_eq(run(store_another), ACCESSES_STATUS);
  ck_assert_int_eq(run(store_on_the_stack), ACCESSES_STATUS);
  ck_assert_int_eq(run(read_a_frame), ACCESSES_STATUS);
}
END_TEST

START_TEST(test_accesses__what_the_languages_allow_goes_on)
{
  open_library();
  ck_assert_int_eq(run(read_the_same), 0);
  ck_assert_int_eq(run(read_when_cleared), 0);
  ck_assert_int_eq(run(store_another_in_cxx), 0);
  ck_assert_int_eq(run(store_on_the_heap), 0);
  ck_assert_int_eq(run(read_when_freed), 0);
  ck_assert_int_eq(run(read_below_the_stack), 0);
  ck_assert_int_eq(run(read_a_frame_that_was_left), 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("accesses", test_accesses__another_type_ends_the_program,
                   test_accesses__what_the_languages_allow_goes_on);
}
