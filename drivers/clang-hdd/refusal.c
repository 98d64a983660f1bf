/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Explains that the original lacks the property. The message shows what was
 * seen beside what was asked for, and what to type next: the pattern with the
 * crash that it misses, --match pattern for a message that is no crash, and for
 * a script the commands that do what a test does.
 */
#include "clang-hdd/property.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/crashes.h"
#include "compiler/errors.h"
#include "compiler/languages.h"
#include "compiler/words.h"

enum {
  EXCERPT_LINES = 6, /* of the output, shown to the user */
  CRASH_LINES = 4,   /* likewise, if they are about the crash */
  SHOWN = 200,       /* bytes of a line */
};

/* Where the first error of the output begins; its end: there is none. */
static size_t first_error(const char *text)
{
  const char *end = text + strlen(text);
  for (const char *at = text; at < end;) {
    const char *begin = at;
    char *line = next_line(&at, end);
    bool is = errors_is_error(line) || errors_is_missing(line);
    free(line);
    if (is)
      return (size_t)(begin - text);
  }
  return (size_t)(end - text);
}

/* The last lines of the output, or if its first error comes before them, those from
 * there, indented and behind a title; caller's. */
static char *excerpt_of(const rd_run *run)
{
  textbuf out = { 0 };
  const char *text = run->output ? run->output : "";
  size_t begin = strlen(text), lines = 0, error = first_error(text);
  while (begin && text[begin - 1] == '\n')
    begin--;
  size_t end = begin;
  while (begin && lines < EXCERPT_LINES)
    lines += text[--begin] == '\n';
  begin += lines == EXCERPT_LINES;
  bool from_error = error < begin;
  begin = from_error ? error : begin;
  text_puts(&out, begin == end ? "; it said nothing"
                  : from_error ? "; it said:"
                               : "; the last it said:");
  for (size_t at = begin, i = 0; at < end && i < EXCERPT_LINES; i++) {
    size_t size = strcspn(text + at, "\n");
    if (at + size > end)
      size = end - at;
    text_printf(&out, "\n  %.*s", (int)(size < SHOWN ? size : SHOWN),
                text + at);
    at += size + 1;
  }
  return out.data;
}

/* ---- what is missing ---- */

static bool is_name_byte(char byte)
{
  return isalnum((unsigned char)byte) || byte == '_';
}

/* Is the name in the line, not as a part of a longer one? */
static bool has_name(const char *line, const char *name, size_t size)
{
  for (const char *at = line; size && (at = strchr(at, *name)); at++)
    if (!strncmp(at, name, size) && !is_name_byte(at[size]) &&
        (at == line || !is_name_byte(at[-1])))
      return true;
  return false;
}

/* Does the line name the file, or the module in a file with this suffix? */
static bool names(const char *line, const char *file, const char *suffix)
{
  size_t size = strlen(file);
  return has_name(line, file, size) ||
         (*suffix && ends_with(file, suffix) &&
          has_name(line, file, size - strlen(suffix)));
}

/* What lies beside FILE and a line of the output says is missing, as the user would
 * name it; NULL: nothing. Caller's. */
static char *find_missing(const subject *of, const rd_run *run)
{
  strings beside = { 0 };
  char *path = path_absolute(of->cwd, of->file);
  char *folder = path_directory(path), *found = NULL;
  const char *own = base_name(of->file), *suffix = strrchr(own, '.');
  (void)folder_list(&beside, folder);
  const char *at = run->output ? run->output : "", *end = at + strlen(at);
  while (at < end && !found) {
    char *line = next_line(&at, end);
    for (size_t i = 0; errors_is_missing(line) && i < beside.size && !found;
         i++) {
      const char *name = beside.data[i];
      if (strcmp(name, own) != 0 && names(line, name, suffix ? suffix : ""))
        found = mem_copy(name);
    }
    free(line);
  }
  if (found) {
    string_replace(&path, mem_format("%s/%s", folder, found));
    string_replace(&found,
                   mem_format("%.*s%s%s", (int)(own - of->file), of->file,
                              found, path_is_regular(path) ? "" : "/*"));
  }
  strings_free(&beside);
  free(folder);
  free(path);
  return found;
}

char *property_line_with(const subject *of, const char *other)
{
  textbuf out = { 0 };
  strings words = { 0 };
  strings_add_all(&words, &of->command.shown);
  if (of->command.added_file)
    strings_remove(&words, of->command.shown_file, 1);
  char *line = words_join(strings_argv(&words));
  const strings *files = &of->request->files;
  text_puts(&out, "clang-hdd");
  for (size_t i = 0; i < (files->size ? files->size : 1); i++) {
    text_puts(&out, " ");
    words_quote(&out, files->size ? files->data[i] : of->file);
  }
  text_printf(&out, " %s -- %s", other, line);
  free(line);
  strings_free(&words);
  return out.data;
}

static const char link_hint[] =
    "; -c was added, so that nothing is linked: for a crash while the command "
    "links (LTO, the linker), name all of its sources as FILEs, or a script "
    "with --test";

/* Would the user's command have linked, had it not got our -c? A run that failed
 * has not come so far. */
static bool is_kept_from_linking(const property *self, const rd_run *run)
{
  const subject *of = self->subject;
  return (self->kind == PROPERTY_CRASH || self->kind == PROPERTY_PATTERN) &&
         of->has_command && of->command.added_mode && !of->command.added_file &&
         run->end == RD_END_EXIT && !run->status;
}

/* What to do, as a part of a sentence; caller's. */
static char *hint_for(const property *self, const rd_run *run)
{
  const subject *of = self->subject;
  const char *said = subject_language(of);
  bool c = language_base(language_of(said, of->file_name)); /* it finds them */
  char *missing = of->has_command && !c ? find_missing(of, run) : NULL;
  if (!missing)
    return mem_format("%s%s", find_flags_hint(of),
                      is_kept_from_linking(self, run) ? link_hint : "");
  char *line = property_line_with(of, missing);
  char *hint = mem_format("; a test lacks %s: name all files that it reads, %s",
                          missing, line);
  free(line);
  free(missing);
  return hint;
}

/* ---- how it ended ---- */

char *property_describe_end(const rd_run *run)
{
  switch (run->end) {
  case RD_END_SIGNAL:
    return mem_format("ended by signal %d", run->status);
  case RD_END_WALL:
  case RD_END_CPU:
    return mem_format("not done after %.1f s", (double)run->wall_ms / 1000);
  case RD_END_MEMORY:
    return mem_copy("out of the memory that it may use");
  case RD_END_PROCESSES:
    return mem_copy("more than 1024 processes at once");
  case RD_END_OUTPUT:
    return mem_copy("printed too much");
  case RD_END_EXIT:
  case RD_END_CANCELLED:
  case RD_END_NOSTART:
    break;
  }
  return mem_format("exit status %d", run->status);
}

/* Adds a line below the message; the terminal would get a tab as "?". */
static void add_line(textbuf *out, const char *title, const char *line)
{
  text_printf(out, "\n  %s", title);
  for (size_t i = 0; line[i] && i < SHOWN; i++)
    text_add(out, line[i] == '\t' ? " " : line + i, 1);
}

/* ---- patterns ---- */

/* Adds the lines that are about the crash, or that the pattern matches. */
static size_t add_lines(textbuf *out, const rd_run *run, const regex_t *pattern)
{
  size_t count = 0;
  const char *at = run->output ? run->output : "";
  for (const char *end = at + (run->output ? run->output_size : 0);
       at < end && count < CRASH_LINES;) {
    crash_line about;
    char *line = next_line(&at, end);
    if (pattern ? !regexec(pattern, line, 0, NULL, 0)
                : crash_line_find(&about, line, READ_FACTS) &&
                      about.row->group != GROUP_END) {
      add_line(out, pattern ? "it says:  " : "crash:    ", line);
      count++;
    }
    free(line);
  }
  return count;
}

/* Adds the crash: its lines, and the innermost frame. */
static void add_crash(textbuf *out, const property *self, const rd_run *run)
{
  const stack_frames *frames = &self->signature.frames;
  if (!add_lines(out, run, NULL)) {
    char *line = signature_line(&self->signature);
    add_line(out, "crash:    ", line);
    free(line);
  } else if (frames->names.size) {
    add_line(out, "at:       ", frames->names.data[0]);
  }
}

/* --ice-pattern misses, or matches no crash. */
static void explain_pattern(textbuf *out, const property *self,
                            const rd_run *run, const char *end)
{
  const char *file = self->subject->file;
  const char *program = subject_argv(self->subject)[0];
  if (output_matches(self->pattern, run)) {
    text_printf(out,
                "%s does not crash %s (%s), but --ice-pattern matches; add "
                "--match pattern, and it decides alone",
                file, program, end);
    (void)add_lines(out, run, self->pattern);
  } else if (signature_is_crash(&self->signature)) {
    text_printf(out, "%s crashes %s (%s), but --ice-pattern matches no line",
                file, program, end);
    add_crash(out, self, run);
  } else {
    char *excerpt = excerpt_of(run), *hint = hint_for(self, run);
    text_printf(out,
                "%s does not crash %s (%s), and --ice-pattern matches no "
                "line%s%s",
                file, program, end, hint, excerpt);
    free(hint);
    free(excerpt);
  }
  add_line(out, "pattern:  ", self->request->pattern);
}

/* ---- scripts ---- */

/* Adds the command that copies the files to where a test has them. */
static void add_copy(textbuf *out, const subject *of)
{
  char *path = path_absolute(of->cwd, of->file);
  text_puts(out, of->files ? "cd " : "cp ");
  words_quote(out, of->files ? subject_base(of) : path);
  text_puts(out, of->files ? "; cp --parents" : " \"$d\"/");
  if (!of->files)
    words_quote(out, of->name);
  for (size_t i = 0; of->files && i < of->files->size; i++) {
    text_puts(out, " ");
    words_quote(out, of->files->data[i]);
  }
  text_puts(out, of->files ? " \"$d\"" : "");
  free(path);
}

/* Adds the commands that do what a test does. */
static void add_commands(textbuf *out, const subject *of)
{
  char *run = words_join(subject_argv(of));
  text_printf(out,
              "\na test does this, in a folder with %s:\n"
              "  d=$(mktemp -d)\n  ",
              of->files ? "these files" : "this one file");
  add_copy(out, of);
  text_printf(out, "\n  cd \"$d\"\n  %s; echo $?", run);
  free(run);
}

/* ---- all properties ---- */

/* "does not crash" and the like; NULL for patterns. */
static const char *lacking(const property *self)
{
  switch (self->kind) {
  case PROPERTY_WRONG:
    return "does not behave in the same way twice under";
  case PROPERTY_SCRIPT:
    return "is not interesting to";
  case PROPERTY_HANG:
    return "does not hang";
  case PROPERTY_MEMORY:
    return "does not exhaust the memory of";
  case PROPERTY_CRASH:
  case PROPERTY_PATTERN:
    break;
  }
  return self->request->regex ? NULL : "does not crash";
}

/* A byte order mark of UTF-16, at the beginning of the file. */
static bool is_utf16(const subject *of)
{
  return of->input_size > 1 && (!memcmp(of->input, "\xFF\xFE", 2) ||
                                !memcmp(of->input, "\xFE\xFF", 2));
}

exit_code property_refuse(const property *self, const rd_run *run)
{
  const subject *of = self->subject;
  bool script = self->kind == PROPERTY_SCRIPT;
  const char *what = lacking(self);
  char *excerpt = excerpt_of(run), *hint = hint_for(self, run);
  char *end = property_describe_end(run);
  textbuf out = { 0 };
  if (what)
    text_printf(&out, "%s %s %s (%s%s)%s", of->file, what,
                script ? self->request->test : subject_argv(of)[0], end, hint,
                excerpt);
  else
    explain_pattern(&out, self, run, end);
  if (script)
    add_commands(&out, of);
  if (script && of->run->sandboxed)
    text_puts(&out, "\nif it has to write elsewhere, add --no-sandbox");
  if (is_utf16(of))
    text_puts(&out, "\nthe file is in UTF-16; convert it to UTF-8, for example "
                    "with iconv -f UTF-16 -t UTF-8");
  exit_code code = progress_fail(script ? EXIT_NOT_INTERESTING : EXIT_NO_CRASH,
                                 "%s", out.data);
  text_free(&out);
  free(end);
  free(hint);
  free(excerpt);
  return code;
}
