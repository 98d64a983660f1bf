/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The type of each byte that a program has stored, as LLVM's TypeSanitizer keeps it.
 * A byte without one may be read as anything: what is initialised or copied has
 * none. What a library writes keeps the type that was there.
 *
 * C gives an object on the heap a new type with each store, and a declared one none.
 * C++ may begin a new object in any storage.
 *
 * Threads share the table without a lock: a wrong answer costs one text.
 */
#include "accesses/accesses.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An address is 18 bits of a table, 18 of a page, and 12 in the page. */
enum {
  PAGE_BITS = 12,
  TABLE_BITS = 18,
  PAGE_SIZE = 1 << PAGE_BITS,
  TABLE_SIZE = 1 << TABLE_BITS,
  PAGES_AT_ONCE = 64,
};

typedef uint8_t page[PAGE_SIZE]; /* the type of each byte; 0: none */

static page **tables[TABLE_SIZE];

static void *new_memory(size_t size)
{
  void *made = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return made == MAP_FAILED ? NULL : made;
}

static page *new_page(void)
{
  static page *free_pages;
  static size_t count;
  if (!count) {
    free_pages = new_memory(PAGES_AT_ONCE * sizeof *free_pages);
    count = free_pages ? PAGES_AT_ONCE : 0;
  }
  return count ? &free_pages[--count] : NULL;
}

/* The page of an address; NULL: nothing on it has a type, or there is no memory for
 * one. */
static page *find_page(uintptr_t at, bool make)
{
  size_t number = at >> PAGE_BITS;
  page ***table = &tables[(number >> TABLE_BITS) % TABLE_SIZE];
  if (!*table && make)
    *table = new_memory(TABLE_SIZE * sizeof **table);
  if (!*table)
    return NULL;
  page **found = &(*table)[number % TABLE_SIZE];
  if (!*found && make)
    *found = new_page();
  return *found;
}

static void set(uintptr_t at, size_t size, size_t type)
{
  for (size_t part; size; at += part, size -= part) {
    size_t offset = at % PAGE_SIZE;
    part = size < PAGE_SIZE - offset ? size : PAGE_SIZE - offset;
    page *of = find_page(at, type != 0);
    if (of)
      memset(&(*of)[offset], (int)type, part);
  }
}

/* Is there a byte whose type is not in the row? */
static bool differs(uintptr_t at, size_t size, const char *row)
{
  const page *of = NULL;
  for (size_t i = 0; i < size; i++, at++) {
    if (!i || at % PAGE_SIZE == 0)
      of = find_page(at, false);
    uint8_t type = of ? (*of)[at % PAGE_SIZE] : 0;
    if (type && !row[type])
      return true;
  }
  return false;
}

static void fail(void)
{
  static const char message[] =
      "an access has another type than what is stored there\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  _exit(ACCESSES_STATUS);
}

/* Is it an object of the program that has a declaration, and not a block of the
 * heap? */
static bool is_declared(const void *at)
{
  extern void *__libc_stack_end;
  Dl_info in;
  return ((uintptr_t)at >= (uintptr_t)__builtin_frame_address(0) &&
          (uintptr_t)at < (uintptr_t)__libc_stack_end) ||
         dladdr(at, &in);
}

void hdd_load(const void *at, size_t size, size_t type, const char *row)
{
  (void)type;
  if (differs((uintptr_t)at, size, row))
    fail();
}

void hdd_store(const void *at, size_t size, size_t type, const char *row)
{
  (void)row;
  set((uintptr_t)at, size, type);
}

void hdd_store_c(const void *at, size_t size, size_t type, const char *row)
{
  if (differs((uintptr_t)at, size, row) && is_declared(at))
    fail();
  set((uintptr_t)at, size, type);
}

void hdd_clear(const void *at, size_t size)
{
  set((uintptr_t)at, size, 0);
}

void hdd_free(void *block)
{
  hdd_clear(block, block ? malloc_usable_size(block) : 0);
}

static void clear_stack(uintptr_t begin, uintptr_t end)
{
  if (begin < end)
    set(begin, end - begin, 0);
}

void hdd_restore(const void *stack)
{
  clear_stack((uintptr_t)__builtin_frame_address(0), (uintptr_t)stack);
}

void hdd_leave(void)
{
  clear_stack((uintptr_t)__builtin_frame_address(0),
              (uintptr_t)__builtin_frame_address(1));
}
