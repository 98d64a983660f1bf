/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stopping a compiler when it first looks at its text.
 *
 * This library is loaded before all others, so its functions override those of
 * libc through which a compiler accesses a file. Each compares the name with
 * the owner's one. A look that does not open the file counts too, because its
 * results (the file's existence and size) must be true of the test's text.
 * After the first look the functions only forward calls.
 *
 * The environment is cleaned before main, so no program that the compiler
 * starts loads the library.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zygote/inside.h"

static zygote_orders orders;
static bool armed;

/* Moves a variable out of the environment; false: not set or too long. */
static bool take(char *out, size_t size, const char *name)
{
  const char *value = getenv(name);
  bool good = value && strlen(value) < size;
  if (good)
    memcpy(out, value, strlen(value) + 1);
  (void)unsetenv(name);
  return good;
}

/* Restores the LD_PRELOAD that the compiler's caller had set. */
static void clean_preload(void)
{
  const char *old = getenv(ZYGOTE_PRELOAD);
  if (old)
    (void)setenv("LD_PRELOAD", old, 1);
  else
    (void)unsetenv("LD_PRELOAD");
  (void)unsetenv(ZYGOTE_PRELOAD);
  (void)unsetenv("LD_BIND_NOW");
}

__attribute__((constructor)) static void begin(void)
{
  bool file = take(orders.file, sizeof orders.file, ZYGOTE_FILE);
  bool folder = take(orders.folder, sizeof orders.folder, ZYGOTE_FOLDER);
  bool name = take(orders.socket, sizeof orders.socket, ZYGOTE_SOCKET);
  if (!file || !folder || !name)
    return;
  clean_preload();
  if (!getcwd(orders.directory, sizeof orders.directory))
    return;
  zygote_captured_stderr_begin();
  armed = true;
}

/* A compiler that ends before it looks still prints its messages. */
__attribute__((destructor)) static void end(void)
{
  if (!armed)
    return;
  armed = false;
  zygote_captured_stderr_end();
  (void)zygote_captured_stderr_print(STDERR_FILENO);
}

static const char *skip_dot(const char *path)
{
  while (path[0] == '.' && path[1] == '/')
    for (path += 2; *path == '/'; path++) {
    }
  return path;
}

static void look(const char *path)
{
  if (!armed || !path || strcmp(skip_dot(path), skip_dot(orders.file)) != 0)
    return;
  armed = false;
  zygote_serve(&orders);
}

/* ---- overriding libc ---- */

static void find_next(void *out, size_t size, const char *name)
{
  void *symbol = dlsym(RTLD_NEXT, name);
  memcpy(out, &symbol, size);
  if (!symbol)
    abort(); /* a program was linked with a function that libc lacks */
}

/* Defines a function that checks `path` and calls the next one of its name. */
#define HAND_ON(result, name, parameters, arguments)                           \
  __attribute__((visibility("default"))) result name parameters                \
  {                                                                            \
    static result(*next) parameters;                                           \
    look(path);                                                                \
    if (!next)                                                                 \
      find_next(&next, sizeof next, #name);                                    \
    return next arguments;                                                     \
  }

/* The same for a function whose last argument exists only with some flags. */
#define HAND_ON_OPEN(name, parameters, arguments)                              \
  __attribute__((visibility("default"))) int name parameters                   \
  {                                                                            \
    static int(*next) parameters;                                              \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    bool has_mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;       \
    mode_t mode = has_mode ? va_arg(rest, mode_t) : 0;                         \
    va_end(rest);                                                              \
    look(path);                                                                \
    if (!next)                                                                 \
      find_next(&next, sizeof next, #name);                                    \
    return next arguments;                                                     \
  }

/* libc's older and fortified entries have no declarations. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);
int __xstat(int version, const char *path, struct stat *out);
int __xstat64(int version, const char *path, struct stat64 *out);
int __lxstat(int version, const char *path, struct stat *out);
int __lxstat64(int version, const char *path, struct stat64 *out);
int __fxstatat(int version, int at, const char *path, struct stat *out,
               int flags);
int __fxstatat64(int version, int at, const char *path, struct stat64 *out,
                 int flags);

HAND_ON_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
HAND_ON_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
HAND_ON_OPEN(openat, (int at, const char *path, int flags, ...),
             (at, path, flags, mode))
HAND_ON_OPEN(openat64, (int at, const char *path, int flags, ...),
             (at, path, flags, mode))
HAND_ON(int, __open_2, (const char *path, int flags), (path, flags))
HAND_ON(int, __open64_2, (const char *path, int flags), (path, flags))
HAND_ON(int, __openat_2, (int at, const char *path, int flags),
        (at, path, flags))
HAND_ON(int, __openat64_2, (int at, const char *path, int flags),
        (at, path, flags))
HAND_ON(FILE *, fopen, (const char *path, const char *mode), (path, mode))
HAND_ON(FILE *, fopen64, (const char *path, const char *mode), (path, mode))
HAND_ON(int, stat, (const char *path, struct stat *out), (path, out))
HAND_ON(int, stat64, (const char *path, struct stat64 *out), (path, out))
HAND_ON(int, lstat, (const char *path, struct stat *out), (path, out))
HAND_ON(int, lstat64, (const char *path, struct stat64 *out), (path, out))
HAND_ON(int, fstatat, (int at, const char *path, struct stat *out, int flags),
        (at, path, out, flags))
HAND_ON(int, fstatat64,
        (int at, const char *path, struct stat64 *out, int flags),
        (at, path, out, flags))
HAND_ON(int, statx,
        (int at, const char *path, int flags, unsigned mask, struct statx *out),
        (at, path, flags, mask, out))
HAND_ON(int, access, (const char *path, int mode), (path, mode))
HAND_ON(int, euidaccess, (const char *path, int mode), (path, mode))
HAND_ON(int, eaccess, (const char *path, int mode), (path, mode))
HAND_ON(int, faccessat, (int at, const char *path, int mode, int flags),
        (at, path, mode, flags))
HAND_ON(int, __xstat, (int version, const char *path, struct stat *out),
        (version, path, out))
HAND_ON(int, __xstat64, (int version, const char *path, struct stat64 *out),
        (version, path, out))
HAND_ON(int, __lxstat, (int version, const char *path, struct stat *out),
        (version, path, out))
HAND_ON(int, __lxstat64, (int version, const char *path, struct stat64 *out),
        (version, path, out))
HAND_ON(int, __fxstatat,
        (int version, int at, const char *path, struct stat *out, int flags),
        (version, at, path, out, flags))
HAND_ON(int, __fxstatat64,
        (int version, int at, const char *path, struct stat64 *out, int flags),
        (version, at, path, out, flags))
