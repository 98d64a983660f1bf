/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The forms of input that are not sources: reproducer scripts of Clang, reports
 * of GCC, compilation databases, command lines as typed, crash bundles and
 * reports of our own. The first byte chooses the form. Nothing is run.
 */
#include <string.h>

#include "compiler/words.h"
#include "fuzz.h"
#include "intake/forms.h"
#include "report/report.h"
#include "watch/bundle.h"

static void check_line(rd_status status, const rd_error *err)
{
  LAW(!status || (*err->message && !strchr(err->message, '\n')));
}

static void read_script(const char *text, size_t size)
{
  intake out = { 0 };
  rd_error err = { 0 };
  const char *path = fuzz_file("bug.sh", text, size);
  (void)reproducer_is(text);
  check_line(reproducer_read(&out, path, text, "true", &err), &err);
  intake_dispose(&out);
}

static void read_gcc(const char *text, size_t size)
{
  intake out = { 0 };
  rd_error err = { 0 };
  const char *path = fuzz_file("bug.out", text, size);
  (void)gcc_report_is(text);
  check_line(gcc_report_read(&out, path, text, "true", &err), &err);
  intake_dispose(&out);
}

static void read_database(const char *text, size_t size)
{
  intake out = { 0 };
  rd_error err = { 0 };
  strings none = { 0 };
  (void)fuzz_file("compile_commands.json", text, size);
  intake_request request = { .file = "a.c",
                             .command = &none,
                             .database = fuzz_folder(),
                             .cwd = fuzz_folder() };
  check_line(database_find(&out, &request, &err), &err);
  intake_dispose(&out);
}

static void read_line(const char *text, size_t size)
{
  strings words = { 0 }, again = { 0 };
  char *directory = NULL;
  rd_error err = { 0 };
  check_line(shell_read(&words, &directory, text, fuzz_folder(), &err), &err);
  free(directory);
  strings_free(&words);
  (void)size;
  if (!words_split(&words, text))
    return;
  char *line = words_join(strings_argv(&words));
  LAW(words_split(&again, line));
  LAW(again.size == words.size);
  for (size_t i = 0; i < words.size; i++)
    LAW(!strcmp(again.data[i], words.data[i]));
  free(line);
  strings_free(&words);
  strings_free(&again);
}

static void read_command(const char *text, size_t size)
{
  strings words = { 0 };
  invocation command = { 0 };
  rd_error err = { 0 };
  (void)size;
  /* An @file would be looked for below the folder, where there is none. */
  if (words_split(&words, text)) {
    rd_status status = invocation_parse(&command, strings_argv(&words), "a.c",
                                        fuzz_folder(), &err);
    check_line(status, &err);
    if (!status)
      free(invocation_line(&command, "a.c", NULL));
    invocation_dispose(&command);
  }
  strings_free(&words);
}

static void read_bundle(const char *text, size_t size)
{
  bundle out = { 0 };
  rd_error err = { 0 };
  (void)fuzz_file("bundle.json", text, size);
  check_line(bundle_read(&out, fuzz_folder(), &err), &err);
  bundle_dispose(&out);
}

static void read_report(const char *text, size_t size)
{
  report out = { 0 };
  rd_error err = { 0 };
  rd_status status =
      report_read_json(&out, fuzz_file("report.json", text, size), &err);
  check_line(status, &err);
  if (!status) {
    free(report_json(&out));
    free(report_title(&out));
  }
  report_dispose(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  static void (*const readers[])(const char *, size_t) = {
    read_script,  read_gcc,    read_database, read_line,
    read_command, read_bundle, read_report
  };
  if (!size)
    return 0;
  char *text = fuzz_text(bytes + 1, size - 1);
  readers[bytes[0] % (sizeof readers / sizeof *readers)](text, size - 1);
  free(text);
  return 0;
}
