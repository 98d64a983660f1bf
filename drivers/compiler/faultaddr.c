/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the address of a fault, for compilers whose output names no place.
 *
 * "Segmentation fault" alone matches every null pointer bug of a compiler, so a
 * reduction would slip from one bug to the next. Here the command runs once
 * more under ptrace: we follow its children, stop at the first signal that a
 * fault raises, and turn the program counter into module and offset, which
 * address space randomization does not change. A fault inside libc (memcpy,
 * abort) is attributed to the first return address on the stack that lies
 * outside libc; that is a guess, but the same guess each time. A stack overflow
 * faults anywhere in its cycle, so it has no address and is reported by name.
 *
 * The tracer is clang-hdd-symbolizer, started through the keeper, so that the
 * same limits apply to it as to every test.
 */
#include "compiler/faultaddr.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <elf.h>

#include "compiler/tracing.h"

#define MARK "clang-hdd fault: "
#define DENIED "not permitted"

enum {
  STACK_WORDS = 4096, /* words of the stack to search */
  OVERFLOW_NEAR =
      1 << 16, /* a fault this close to the stack pointer is an overflow */
};

/* ---- registers and maps ---- */

typedef struct place {
  uint64_t pc, sp;
} place;

static bool read_place(place *out, pid_t pid)
{
  struct user_regs_struct regs;
  struct iovec area = { &regs, sizeof regs };
  if (ptrace(PTRACE_GETREGSET, pid, (void *)NT_PRSTATUS, &area))
    return false;
#if defined(__x86_64__)
  *out = (place){ regs.rip, regs.rsp };
  return true;
#elif defined(__aarch64__)
  *out = (place){ regs.pc, regs.sp };
  return true;
#else
  (void)out;
  return false;
#endif
}

typedef struct mapping {
  uint64_t begin, end, offset;
  char path[512];
} mapping;

typedef ARRAY(mapping) mappings;

/* Parses "begin-end r-xp offset device inode path"; false if it is not an
 * executable mapping of a file. */
static bool read_mapping(mapping *out, char *line)
{
  char *at = line;
  out->begin = strtoull(at, &at, 16);
  if (*at++ != '-')
    return false;
  out->end = strtoull(at, &at, 16);
  if (strlen(at) < 6 || at[3] != 'x')
    return false;
  out->offset = strtoull(at + 6, &at, 16);
  const char *path = strchr(at, '/');
  if (!path)
    return false;
  (void)snprintf(out->path, sizeof out->path, "%.*s", (int)strcspn(path, "\n"),
                 path);
  return true;
}

/* The executable mappings of files. */
static mappings read_mappings(pid_t pid)
{
  mappings out = { 0 };
  char path[64], line[1024];
  (void)snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file)) {
    mapping at = { 0 };
    if (read_mapping(&at, line))
      ARRAY_PUSH(&out, at);
  }
  if (file)
    (void)fclose(file);
  return out;
}

static const mapping *find_mapping(const mappings *in, uint64_t address)
{
  for (size_t i = 0; i < in->size; i++)
    if (address >= in->data[i].begin && address < in->data[i].end)
      return &in->data[i];
  return NULL;
}

static bool is_library_c(const mapping *at)
{
  const char *name = base_name(at->path);
  return starts_with(name, "libc.") || starts_with(name, "libc-") ||
         starts_with(name, "ld-") || starts_with(name, "libpthread");
}

/* The first return address on the stack that lies outside libc. */
static uint64_t find_caller(const mappings *in, pid_t pid, uint64_t sp)
{
  for (uint64_t i = 0; i < STACK_WORDS; i++) {
    errno = 0;
    long word = ptrace(PTRACE_PEEKDATA, pid,
                       (void *)(uintptr_t)(sp + i * sizeof word), NULL);
    if (errno)
      break;
    const mapping *at = find_mapping(in, (uint64_t)word);
    if (at && !is_library_c(at))
      return (uint64_t)word;
  }
  return 0;
}

static bool is_overflow(pid_t pid, int number, uint64_t sp)
{
  siginfo_t info;
  if (number != SIGSEGV || ptrace(PTRACE_GETSIGINFO, pid, NULL, &info))
    return false;
  uint64_t address = (uint64_t)(uintptr_t)info.si_addr;
  uint64_t distance = address > sp ? address - sp : sp - address;
  return info.si_code > 0 && distance < OVERFLOW_NEAR;
}

/* Describes the fault at which `pid` stopped; owned by the caller, or NULL. */
static char *describe(pid_t pid, int number)
{
  place where;
  if (!read_place(&where, pid))
    return NULL;
  if (is_overflow(pid, number, where.sp))
    return mem_copy("stack overflow");
  mappings all = read_mappings(pid);
  const mapping *at = find_mapping(&all, where.pc);
  uint64_t address = where.pc;
  if (!at || is_library_c(at)) {
    address = find_caller(&all, pid, where.sp);
    at = find_mapping(&all, address);
  }
  char *out = at ? mem_format("%s+0x%" PRIx64, base_name(at->path),
                              address - at->begin + at->offset)
                 : NULL;
  free(all.data);
  return out;
}

/* ---- tracing ---- */

static bool is_fatal(int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGILL ||
         number == SIGFPE || number == SIGABRT || number == SIGSYS ||
         number == SIGTRAP;
}

/* tracing.stopped. Keeps the first fault. */
static void note_fault(void *payload, pid_t pid, int number)
{
  char **found = payload;
  if (!*found && is_fatal(number))
    *found = describe(pid, number);
}

int fault_address_main(char *const *argv)
{
  char *found = NULL;
  tracing with = { .stopped = note_fault, .payload = &found };
  int result = tracing_run(argv, &with);
  if (result < 0) {
    (void)puts("\n" MARK DENIED);
    return 1;
  }
  (void)printf("\n" MARK "%s\n", found ? found : "none");
  free(found);
  return result;
}

/* ---- asking for it ---- */

/* The text after the last mark in the output; owned by the caller, or NULL. */
static char *last_mark(const rd_run *run)
{
  const char *found = NULL, *at = run->output;
  while (at && (at = strstr(at, "\n" MARK))) {
    found = at + strlen("\n" MARK);
    at = found;
  }
  return found ? mem_copy_bytes(found, strcspn(found, "\n")) : NULL;
}

void fault_address_words(strings *out, const char *symbolizer,
                         const char *const *argv)
{
  strings_add(out, symbolizer);
  strings_add(out, FAULT_ADDRESS_ARGUMENT);
  for (size_t i = 0; argv[i]; i++)
    strings_add(out, argv[i]);
}

rd_status fault_address_read(char **out, const rd_run *run, rd_error *err)
{
  *out = NULL;
  char *found = run->output ? last_mark(run) : NULL;
  rd_status status = RD_OK;
  if (found && !strcmp(found, DENIED))
    status = rd_fail(err, RD_ERR_UNSUPPORTED,
                     "this system does not let a process be traced");
  if (found && strcmp(found, DENIED) != 0 && strcmp(found, "none") != 0)
    *out = found;
  else
    free(found);
  return status;
}
