/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The output of a build, in a file.
 *
 * A build prints megabytes, and a runaway build prints until the disk is full.
 * The output goes directly into the log, without passing through a process. A
 * log that is too long loses its middle: during the build a hole is punched
 * into the file, which is cheap; afterwards the rest is moved together. The
 * beginning shows how the build was configured, the end why it failed.
 *
 * The reason of a failure is the last line with "error:", as compilers, linkers
 * and configure scripts write it. A message of the compiler driver about the
 * linker says less than the linker's line before it.
 */
#include "bisect/build_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"

enum {
  LONG_BYTES = 64 << 20, /* a longer log loses its middle */
  BEGIN_BYTES = 1 << 20, /* kept at the beginning and the end */
  END_BYTES = 8 << 20,
  LOOK_BYTES = 256 << 10, /* searched for a reason */
  FULL_BYTES = 16 << 10,  /* searched for a full disk: other jobs of make go on
                             printing, but not for long */
  REASON_BYTES = 240      /* fits one or two lines of a terminal */
};

static off_t size_of(int fd)
{
  struct stat info;
  return fstat(fd, &info) ? 0 : info.st_size;
}

void build_log_limit(const char *path)
{
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  struct stat info;
  if (fd >= 0 && !fstat(fd, &info) && info.st_blocks * 512 > LONG_BYTES)
    (void)fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, BEGIN_BYTES,
                    info.st_size - BEGIN_BYTES - END_BYTES);
  if (fd >= 0)
    (void)close(fd);
}

void build_log_close(const char *path)
{
  int fd = open(path, O_RDWR | O_CLOEXEC);
  off_t size = fd < 0 ? 0 : size_of(fd);
  if (size > LONG_BYTES) {
    char *end = mem_alloc(END_BYTES, 1);
    ssize_t got = pread(fd, end, END_BYTES, size - END_BYTES);
    char *note = mem_format("\n[clang-hdd: %lld bytes left out here]\n",
                            (long long)(size - BEGIN_BYTES - END_BYTES));
    off_t at = BEGIN_BYTES + (off_t)strlen(note);
    (void)!pwrite(fd, note, strlen(note), BEGIN_BYTES);
    if (got > 0)
      (void)!pwrite(fd, end, (size_t)got, at);
    (void)!ftruncate(fd, at + (got > 0 ? got : 0));
    free(note);
    free(end);
  }
  if (fd >= 0)
    (void)close(fd);
}

/* The last bytes of the log, NUL-terminated; caller's. */
static char *read_end(size_t *size_out, const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  char *out = mem_alloc(LOOK_BYTES + 1, 1);
  off_t size = fd < 0 ? 0 : size_of(fd);
  off_t from = size > LOOK_BYTES ? size - LOOK_BYTES : 0;
  ssize_t got = fd < 0 ? 0 : pread(fd, out, LOOK_BYTES, from);
  *size_out = got > 0 ? (size_t)got : 0;
  if (fd >= 0)
    (void)close(fd);
  return out;
}

/* The visible part of a line: what follows the last carriage return, without
 * escape sequences; other control characters become blanks. */
static void make_plain(textbuf *out, const char *line)
{
  const char *cr = strrchr(line, '\r');
  for (const char *at = cr && cr[1] ? cr + 1 : line; *at; at++) {
    if (at[0] == '\033' && at[1] == '[') {
      at += 2 + strcspn(at + 2, "@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz");
      if (!*at)
        return;
    } else {
      bool control = (unsigned char)*at < ' ' || *at == '\177';
      text_add(out, control ? " " : at, 1);
    }
  }
}

/* Strips blanks and cuts at the end of a character; caller's. */
static char *make_reason(const char *text)
{
  text += strspn(text, " ");
  char *out = utf8_escape(text, strlen(text));
  size_t size = 0, next;
  while ((next = utf8_length(out + size, strlen(out + size))) &&
         size + next <= REASON_BYTES)
    size += next;
  while (size && out[size - 1] == ' ')
    size--;
  out[size] = '\0';
  return out;
}

static bool tells(const char *line)
{
  return strcasestr(line, "error:") && !strstr(line, "ld returned ") &&
         !strstr(line, "linker command failed");
}

char *build_text_reason(const char *bytes, size_t size)
{
  char *line, *last = NULL, *telling = NULL;
  for (const char *at = bytes; at < bytes + size;) {
    line = next_line(&at, bytes + size);
    textbuf plain = { 0 };
    text_puts(&plain, "");
    make_plain(&plain, line);
    free(line);
    char **kept = tells(plain.data) ? &telling : &last;
    if (plain.data[strspn(plain.data, " ")]) {
      free(*kept);
      *kept = make_reason(plain.data);
    }
    text_free(&plain);
  }
  if (telling)
    free(last);
  return telling ? telling : last;
}

char *build_log_reason(const char *path)
{
  size_t size;
  char *end = read_end(&size, path);
  char *out = build_text_reason(end, size);
  free(end);
  return out;
}

static bool has_text(const char *bytes, size_t size, const char *text)
{
  return memmem(bytes, size, text, strlen(text));
}

bool build_log_lacks_room(const char *path)
{
  size_t size;
  char *end = read_end(&size, path);
  size_t skipped = size > FULL_BYTES ? size - FULL_BYTES : 0;
  bool found = has_text(end + skipped, size - skipped, strerror(ENOSPC)) ||
               has_text(end + skipped, size - skipped, strerror(EDQUOT));
  free(end);
  return found;
}
