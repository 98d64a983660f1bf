/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Headers that the command names: -include FILE.
 *
 * The compiler reads such a header as if `#include "FILE"` were the first line of the
 * source (so do CMake's precompiled headers, and config.h). As a line of the text it
 * goes if nothing needs it, and is preprocessed with the text otherwise; as an option
 * it would be read for each test, and the result would need a file that nobody else
 * has. If the crash is gone then, as that of a precompiled header may be, all stays as
 * it was given.
 */
#include "clang-hdd/subject.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

enum { LIMIT_MS = 60000 };

/* The header that the words name from `at` on, or NULL, lent; *count_out: how many
 * words that takes. */
static const char *forced_header(size_t *count_out, const strings *words,
                                 size_t at)
{
  static const char *const spellings[] = { "-include", "--include",
                                           "--include=" };
  const char *word = words->data[at];
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
    bool joined = ends_with(spellings[i], "=");
    *count_out = joined ? 1 : 2;
    if (joined && starts_with(word, spellings[i]))
      return word + strlen(spellings[i]);
    if (!strcmp(word, spellings[i]) && at + 1 < words->size)
      return words->data[at + 1];
  }
  *count_out = invocation_takes_value(word) && at + 1 < words->size ? 2 : 1;
  return NULL;
}

/* A header is looked for in the current folder before it is in that of the source. */
static void add_line(textbuf *out, const subject *self, const char *header)
{
  char *path = path_absolute(self->cwd, header);
  char *near = path_absolute(self->command.directory, header);
  bool away = path_exists(path) && strcmp(path, near) != 0;
  text_printf(out, "#include \"%s\"\n", away ? path : header);
  free(path);
  free(near);
}

/* The command without its headers; false: it names none. */
static bool split(invocation *out, textbuf *lines, const subject *self)
{
  const strings *shown = &self->command.shown;
  strings words = { 0 };
  for (size_t i = 0, count; i < shown->size; i += count) {
    const char *header = forced_header(&count, shown, i);
    if (header)
      add_line(lines, self, header);
    for (size_t j = i; !header && j < i + count; j++)
      if (j != self->command.shown_file)
        strings_add(&words, shown->data[j]);
  }
  bool good = lines->size && !invocation_parse_like(out, &self->command,
                                                    strings_argv(&words), NULL);
  strings_free(&words);
  return good;
}

static bool may_move(const subject *self)
{
  const request *asked = self->request;
  return self->has_command && !request_has_no_crash(asked) && !asked->hang_ms &&
         !asked->hog_bytes && !asked->in_place && !self->files &&
         !self->command.raw && !self->command.foreign;
}

/* Does the command crash on the text, as the compiler is known with both? */
static exit_code still_crashes(bool *out, subject *self, invocation *command,
                               const textbuf *text)
{
  uint64_t given = self->request->timeout_ms;
  compiler by = { 0 };
  rd_error err = { 0 };
  if (compiler_probe(&by, self->run, command, text->data, text->size, &err))
    return progress_fail_error(&err);
  subject_trial trial = { .command = command,
                          .extra = &by.extra,
                          .text = text->data,
                          .size = text->size,
                          .limit_ms = given && given < UINT32_MAX
                                          ? (uint32_t)given
                                          : LIMIT_MS };
  exit_code code = subject_try(&trial, self);
  *out = !code && trial.crashes;
  compiler_dispose(&by);
  return code;
}

exit_code move_includes(bool *moved_out, subject *self)
{
  textbuf text = { 0 };
  invocation made = { 0 };
  exit_code code = EXIT_DONE;
  *moved_out = false;
  if (may_move(self) && split(&made, &text, self)) {
    text_add(&text, self->input, self->input_size);
    code = still_crashes(moved_out, self, &made, &text);
  }
  if (*moved_out) {
    progress_detail("-include became #include in the text");
    free(self->input);
    self->input = text_take(&text, &self->input_size);
    subject_take_command(self, &made);
  }
  invocation_dispose(&made);
  text_free(&text);
  return code;
}
