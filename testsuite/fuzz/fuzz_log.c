/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The files from which a killed process resumes: any bytes are accepted or
 * rejected with one line, and a log that was accepted keeps what is added to
 * it. The first byte chooses the file.
 */
#include <string.h>

#include "bisect/log.h"
#include "clang-hdd/run_file.h"
#include "fuzz.h"
#include "reduce/log.h"

static void check_line(rd_status status, const rd_error *err)
{
  LAW(!status == !err->status);
  LAW(!status || (*err->message && !strchr(err->message, '\n')));
}

static void read_answers(const char *path)
{
  static const char key[] = "key", text[] = "added";
  rd_log *log = NULL;
  rd_error err = { 0 };
  rd_limits limits = { 0 };
  uint32_t answer = 0;
  rd_status status = rd_log_open(&log, path, key, &limits, true, &err);
  check_line(status, &err);
  if (status)
    return;
  rd_log_add(log, RD_LOG_TEST, text, sizeof text, RD_INTERESTING);
  rd_log_close(log);
  LAW(!rd_log_open(&log, path, key, &limits, true, &err));
  LAW(rd_log_find(&answer, log, RD_LOG_TEST, text, sizeof text));
  LAW(answer == RD_INTERESTING);
  rd_log_close(log);
}

static void read_run(const char *path)
{
  run_file *run = NULL;
  rd_error err = { 0 };
  rd_status status = run_file_read(&run, path, &err);
  check_line(status, &err);
  if (!status)
    free(run_file_key(run));
  run_file_free(status ? NULL : run);
}

static void read_bisection(const char *path)
{
  bisect_log *log = NULL;
  rd_error err = { 0 };
  bisect_entry added = { .name = "0123", .answer = BISECT_BAD };
  rd_status status = bisect_log_open(&log, path, "key", false, true, &err);
  check_line(status, &err);
  if (status)
    return;
  size_t before, after;
  (void)bisect_log_entries(&before, log);
  LAW(!bisect_log_add(log, &added, NULL, &err));
  bisect_log_free(log);
  LAW(!bisect_log_open(&log, path, "key", false, true, &err));
  (void)bisect_log_entries(&after, log);
  LAW(after == before || after == before + 1);
  bisect_log_free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  static void (*const readers[])(const char *) = { read_answers, read_run,
                                                   read_bisection };
  if (!size)
    return 0;
  const char *path = fuzz_file("log", bytes + 1, size - 1);
  readers[bytes[0] % (sizeof readers / sizeof *readers)](path);
  return 0;
}
