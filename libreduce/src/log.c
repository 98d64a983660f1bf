/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of answers: an append-only text file with one line per record.
 *
 *   rd-log 3 KEY
 *   t 0f3c...(32 digits) 1 0
 *   t 77aa...            3 2000
 *   c 902b...            1 0
 *
 * The number in the first line changes when the meaning of answers changes. A
 * line contains the kind (t: a test, c: a check, n: the names of a check), the
 * 128-bit hash of the text, the answer, and the limit that a timeout (ms) or
 * exhausted memory (bytes) ran into. A record is one write(2) in append mode: a
 * kill -9 leaves whole lines, or truncates the last one at a page boundary, in
 * which case its answer was not used yet. A system crash may truncate or corrupt
 * more of the end, because nothing is synced before the log is closed: opening the
 * file drops the first invalid line and everything after it. Lost answers can be
 * asked for again.
 *
 * The format is lines rather than packed bytes, because people can read and
 * grep them, and because a corrupt line does not look like a record.
 *
 * Records of earlier processes are kept in a cache without a limit; new records
 * are not, because this process has a cache.
 */
#include "reduce/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/files.h"
#include "cache.h"

enum { LINE_SIZE = 96 };

/* All records that 32 bits can number. */
#define MOST_BYTES ((size_t)1 << 36)

struct rd_log {
  int fd;
  char *path;
  rd_limits limits;
  rd_cache *known; /* by key; RD_VERDICT_COUNT: was forgotten */
  uint64_t size;
  off_t end;     /* of the last complete record */
  char *problem; /* why writing stopped, or NULL */
};

/* A line of the file. */
struct record {
  rd_log_kind kind;
  rd_key key; /* of the text and the kind */
  uint32_t answer;
  uint64_t limit;
};

static const char kind_letters[] = {
  [RD_LOG_TEST] = 't', [RD_LOG_CHECK] = 'c', [RD_LOG_NAMES] = 'n'
};

static rd_key key_of(rd_log_kind kind, const char *text, size_t size)
{
  XXH128_hash_t hash = XXH3_128bits_withSeed(text, size, (XXH64_hash_t)kind);
  return (rd_key){ hash.low64, hash.high64 };
}

/* Has a limit risen since a test ran into it? 0 means no limit. */
static bool has_risen(uint64_t now, uint64_t then)
{
  return then && (!now || now > then);
}

static bool is_outdated(const rd_log *log, const struct record *record)
{
  if (record->kind != RD_LOG_TEST)
    return false;
  if (record->answer == RD_TIMEOUT)
    return has_risen(log->limits.wall_ms, record->limit);
  return record->answer == RD_RESOURCE_OUT &&
         has_risen(log->limits.memory_bytes, record->limit);
}

/* ---- lines ---- */

static int format_record(char line[LINE_SIZE], const struct record *record)
{
  return snprintf(line, LINE_SIZE,
                  "%c %016" PRIx64 "%016" PRIx64 " %" PRIu32 " %" PRIu64 "\n",
                  kind_letters[record->kind], record->key.high, record->key.low,
                  record->answer, record->limit);
}

/* Fills in the record from a line without its end; false if it is not a record.
 * Accepts only the exact form that format_record writes. */
static bool parse_record(struct record *out, const char *text, size_t size)
{
  char line[LINE_SIZE] = { 0 }, again[LINE_SIZE];
  if (!size || size >= sizeof line)
    return false;
  memcpy(line, text, size);
  const char *letter = memchr(kind_letters, line[0], sizeof kind_letters);
  if (!letter ||
      sscanf(line + 1, " %16" SCNx64 "%16" SCNx64 " %" SCNu32 " %" SCNu64,
             &out->key.high, &out->key.low, &out->answer, &out->limit) != 4)
    return false;
  out->kind = (rd_log_kind)(letter - kind_letters);
  int length = format_record(again, out);
  return (size_t)length == size + 1 && memcmp(again, line, size) == 0;
}

/* Reads records up to the first invalid line; returns where that begins. The
 * later of two records of a text wins. */
static size_t read_records(rd_log *log, const char *text, size_t size,
                           size_t begin)
{
  const char *end;
  while ((end = memchr(text + begin, '\n', size - begin))) {
    struct record record;
    size_t length = (size_t)(end - (text + begin));
    if (!parse_record(&record, text + begin, length))
      break;
    rd_cache_add(log->known, record.key,
                 is_outdated(log, &record) ? RD_VERDICT_COUNT
                                           : (rd_verdict)record.answer);
    log->size++;
    begin += length + 1;
  }
  return begin;
}

/* ---- the file ---- */

static rd_status write_line(rd_log *log, const char *line, size_t size,
                            rd_error *err)
{
  ssize_t written;
  do {
    written = write(log->fd, line, size);
  } while (written < 0 && errno == EINTR);
  if (written == (ssize_t)size) {
    log->end += written;
    return RD_OK;
  }
  if (written >= 0) {
    /* A partial record would corrupt the records that a later process appends.
     * If the truncation fails too, that process drops it. */
    (void)!ftruncate(log->fd, log->end);
    errno = ENOSPC;
  }
  return fail_system(err, "write", log->path);
}

static rd_status create(rd_log *log, const char *header, rd_error *err)
{
  if (unlink(log->path) != 0 && errno != ENOENT)
    return fail_system(err, "replace", log->path);
  log->fd =
      open(log->path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (log->fd < 0)
    return fail_system(err, "create", log->path);
  return write_line(log, header, strlen(header), err);
}

static rd_status read_all(textbuf *out, const rd_log *log, rd_error *err)
{
  char chunk[1 << 16];
  ssize_t size;
  while ((size = read(log->fd, chunk, sizeof chunk)) != 0) {
    if (size > 0)
      text_add(out, chunk, (size_t)size);
    else if (errno != EINTR)
      return fail_system(err, "read", log->path);
  }
  return RD_OK;
}

static bool begins_with(const textbuf *text, const char *start, size_t size)
{
  return text->size >= size && memcmp(text->data, start, size) == 0;
}

/* Reads the records of an earlier process. If that process was killed while it
 * wrote the first line, only a part of the line is left, which becomes a log
 * without records. */
static rd_status take_over(rd_log *log, const char *header, const textbuf *text,
                           rd_error *err)
{
  size_t size = strlen(header);
  if (text->size < size &&
      (!text->size || memcmp(header, text->data, text->size) == 0)) {
    if (ftruncate(log->fd, 0) != 0)
      return fail_system(err, "write", log->path);
    return write_line(log, header, size, err);
  }
  if (!begins_with(text, header, size))
    return rd_fail(err, RD_ERR_INVALID,
                   "%s holds the answers of another reduction", log->path);
  log->known = rd_cache_new(MOST_BYTES);
  size_t end = read_records(log, text->data, text->size, size);
  log->end = (off_t)end;
  if (end < text->size && ftruncate(log->fd, log->end) != 0)
    return fail_system(err, "write", log->path);
  return RD_OK;
}

static rd_status reopen(rd_log *log, const char *header, rd_error *err)
{
  log->fd = open(log->path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (log->fd < 0 && errno == ENOENT)
    return rd_fail(err, RD_ERR_NOTFOUND, "there is no %s", log->path);
  if (log->fd < 0)
    return fail_system(err, "open", log->path);
  textbuf text = { 0 };
  rd_status status = read_all(&text, log, err);
  if (status == RD_OK)
    status = take_over(log, header, &text, err);
  text_free(&text);
  return status;
}

rd_status rd_log_open(rd_log **out, const char *path, const char *key,
                      const rd_limits *limits, bool resume, rd_error *err)
{
  if (strchr(key, '\n'))
    return rd_fail(err, RD_ERR_INVALID, "the key of %s has several lines",
                   path);
  rd_log *log = mem_alloc(1, sizeof *log);
  log->path = mem_copy(path);
  log->limits = *limits;
  log->fd = -1;
  char *header = mem_format("rd-log 3 %s\n", key);
  rd_status status =
      resume ? reopen(log, header, err) : create(log, header, err);
  free(header);
  if (status != RD_OK) {
    rd_log_close(log);
    return status;
  }
  *out = log;
  return RD_OK;
}

bool rd_log_find(uint32_t *answer_out, const rd_log *log, rd_log_kind kind,
                 const char *text, size_t size)
{
  rd_verdict answer;
  if (!log->known ||
      !rd_cache_find(&answer, log->known, key_of(kind, text, size)))
    return false;
  *answer_out = (uint32_t)answer;
  return true;
}

void rd_log_add(rd_log *log, rd_log_kind kind, const char *text, size_t size,
                uint32_t answer)
{
  if (log->problem)
    return;
  struct record record = { .kind = kind,
                           .key = key_of(kind, text, size),
                           .answer = answer };
  if (kind == RD_LOG_TEST && answer == RD_TIMEOUT)
    record.limit = log->limits.wall_ms;
  else if (kind == RD_LOG_TEST && answer == RD_RESOURCE_OUT)
    record.limit = log->limits.memory_bytes;
  char line[LINE_SIZE];
  int length = format_record(line, &record);
  rd_error err = { 0 };
  if (write_line(log, line, (size_t)length, &err) != RD_OK)
    log->problem = mem_copy(err.message);
}

const char *rd_log_problem(const rd_log *log)
{
  return log->problem;
}

uint64_t rd_log_size(const rd_log *log)
{
  return log->size;
}

void rd_log_close(rd_log *log)
{
  if (!log)
    return;
  if (log->fd >= 0) {
    (void)fsync(log->fd);
    (void)close(log->fd);
  }
  rd_cache_free(log->known);
  free(log->path);
  free(log->problem);
  free(log);
}
