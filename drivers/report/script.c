/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A script that reproduces the crash, in plain POSIX sh, with the reduced file
 * in it.
 *
 * The file is in a here-document, so that people can read the script. A
 * here-document ends with a newline and has no NUL. If the file does not end
 * with a newline, the script cuts off the last byte; a file that is not text is
 * written by printf, byte by byte. The script searches for the compiler's
 * message without addresses and line numbers, so that it matches other builds
 * too.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "compiler/words.h"
#include "embedded.h"
#include "report/parts.h"
#include "report/crash_quote.h"

/* ---- the file ---- */

/* Is it a line of the reduced text? */
static bool has_line(const report *self, const char *word)
{
  size_t size = strlen(word);
  const char *end = self->reduced + self->reduced_size;
  for (const char *at = self->reduced; at < end;) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    if ((size_t)(stop - at) == size && !memcmp(at, word, size))
      return true;
    at = stop + 1;
  }
  return false;
}

static void add_here(textbuf *out, const report *self, const char *name)
{
  char *mark = mem_copy("END_OF_CASE");
  while (has_line(self, mark)) {
    char *longer = mem_format("%s_", mark);
    free(mark);
    mark = longer;
  }
  bool whole =
      !self->reduced_size || self->reduced[self->reduced_size - 1] == '\n';
  text_printf(out, "  cat >%s <<'%s'\n", whole ? name : "case+", mark);
  text_add(out, self->reduced, self->reduced_size);
  text_printf(out, "%s%s\n", whole ? "" : "\n", mark);
  if (!whole) /* remove the newline that is not in the file */
    text_printf(out, "  dd if=case+ of=%s bs=%zu count=1 2>/dev/null\n", name,
                self->reduced_size);
  free(mark);
}

static void add_bytes(textbuf *out, const report *self, const char *name)
{
  enum { LINE = 64 };
  text_puts(out, "  {\n");
  for (size_t at = 0; at < self->reduced_size;) {
    size_t begin = out->size;
    text_puts(out, "    printf '");
    while (at < self->reduced_size && out->size < begin + LINE) {
      unsigned char byte = (unsigned char)self->reduced[at++];
      if (isalnum(byte) ||
          (byte && byte < 0x80 && strchr(" _(){};,=<>+-*/&|", byte)))
        text_add(out, (const char *)&byte, 1);
      else
        text_printf(out, "\\%03o", byte);
    }
    text_puts(out, "'\n");
  }
  text_printf(out, "  } >%s\n", name);
}

/* A user's script expects the file under its original name; of several, that is
 * the one that the command compiles. */
static char *file(const report *self)
{
  const char *name = self->reduced_name ? self->reduced_name : "case.c";
  textbuf out = { 0 };
  bool original = !self->program || self->files.size;
  words_quote(&out,
              original && self->original_name ? self->original_name : name);
  return out.data;
}

static void add_file(textbuf *out, const report *self, const char *name)
{
  if (!self->reduced_size)
    text_printf(out, "  : >%s\n", name);
  else if (utf8_is_text(self->reduced, self->reduced_size))
    add_here(out, self, name);
  else
    add_bytes(out, self, name);
}

/* The end of the file that begins at `text`: before the line that names the
 * next, at *next_out. */
static const char *file_end(const char **next_out, const char *text,
                            const char *end, const char *next)
{
  char *border = next ? mem_format("//--- %s\n", next) : NULL;
  size_t size = border ? strlen(border) : 0;
  const char *at = text;
  while (border && at < end &&
         ((size_t)(end - at) < size || memcmp(at, border, size) != 0)) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    at = newline ? newline + 1 : end;
  }
  *next_out = border && at < end ? at + size : end;
  free(border);
  return border ? at : end;
}

static void add_files(textbuf *out, const report *self)
{
  const char *end = self->reduced + self->reduced_size, *at = NULL;
  const strings *files = &self->files;
  (void)file_end(&at, self->reduced, end, files->data[0]);
  for (size_t i = 0; i < files->size; i++) {
    report one = *self;
    textbuf name = { 0 };
    one.reduced = (char *)at;
    const char *next = i + 1 < files->size ? files->data[i + 1] : NULL;
    one.reduced_size = (size_t)(file_end(&at, at, end, next) - one.reduced);
    for (const char *slash = files->data[i]; (slash = strchr(slash, '/'));
         slash++) {
      char *folder =
          mem_copy_bytes(files->data[i], (size_t)(slash - files->data[i]));
      text_puts(out, "  mkdir -p ");
      words_quote(out, folder);
      text_puts(out, "\n");
      free(folder);
    }
    words_quote(&name, files->data[i]);
    add_file(out, &one, name.data);
    text_free(&name);
  }
}

static char *write_file(const report *self)
{
  textbuf out = { 0 };
  if (self->files.size) {
    add_files(&out, self);
    return out.data;
  }
  char *name = file(self);
  add_file(&out, self, name);
  free(name);
  return out.data;
}

/* What the program reads. */
static char *write_input(const report *self)
{
  if (!self->input)
    return NULL;
  report one = *self;
  textbuf out = { 0 }, name = { 0 };
  one.reduced = self->input;
  one.reduced_size = self->input_size;
  words_quote(&name, self->input_name);
  add_file(&out, &one, name.data);
  text_free(&name);
  return out.data;
}

static char *several(const report *self)
{
  return self->files.size ? mem_copy("1") : NULL;
}

/* How the script copies what its user gives it instead. */
static char *copy_file(const report *self)
{
  char *name = file(self);
  char *words = self->files.size ? mem_copy("-R \"$file/.\" .")
                                 : mem_format("\"$file\" %s", name);
  free(name);
  return words;
}

/* ---- the head ---- */

/* As a comment, which a newline would end; releases `text`. */
static char *one_line(char *text)
{
  char *line = utf8_visible_line(text);
  free(text);
  return line;
}

static char *title_line(const report *self)
{
  return one_line(report_title(self));
}

/* The result of a bisection. */
static char *started_line(const report *self)
{
  char *started = parts_started(self);
  bool found = self->bisection.end == BISECTION_FOUND;
  const char *subject =
      started && found ? self->bisection.suspects->facts.subject : NULL;
  if (!subject)
    return one_line(started);
  char *line = mem_format("%s: %s", started, subject);
  free(started);
  return one_line(line);
}

static char *short_commit(const report *self)
{
  return mem_format("%.12s", self->built_from);
}

/* ---- the command ---- */

/* Sets the variables that the command needs. */
static char *environment(const report *self)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < self->environment.size; i++) {
    const char *pair = self->environment.data[i];
    size_t size = strcspn(pair, "=");
    if (pair[size]) {
      text_printf(&out, "%.*s=", (int)size, pair);
      words_quote(&out, pair + size + 1);
      text_printf(&out, "\nexport %.*s\n", (int)size, pair);
    } else {
      text_printf(&out, "unset %s\n", pair);
    }
  }
  return out.data;
}

/* A program whose name contains blanks is one word. */
static const char *program_word(const report *self)
{
  return strpbrk(self->program, " \t*?[") ? "\"$CC\"" : "$CC";
}

/* The command with $CC in place of the program, if it runs that. */
static char *with_cc(const report *self, const char *command)
{
  strings words = { 0 };
  char *out = NULL;
  if (self->program && command && words_split(&words, command) && words.size &&
      !strcmp(base_name(words.data[0]), base_name(self->program))) {
    char *rest = words_join(strings_argv(&words) + 1);
    out = mem_format("%s %s", program_word(self), rest);
    free(rest);
  }
  strings_free(&words);
  return out || !command ? out : mem_copy(command);
}

static char *build_wrong(const report *self)
{
  return with_cc(self, self->reduced_command);
}

/* The first command that builds the program right. */
static char *build_right(const report *self)
{
  return with_cc(self,
                 self->references.size ? self->references.data[0] : "false");
}

/* $CC and its arguments; of several files, in their order. The variables are set. */
static char *compile(const report *self)
{
  if (self->files.size && !self->environment.size)
    return with_cc(self, self->reduced_command);
  textbuf out = { 0 };
  text_puts(&out, program_word(self));
  for (size_t i = 0; i < self->flags.size; i++) {
    text_puts(&out, " ");
    words_quote(&out, self->flags.data[i]);
  }
  char *name = file(self);
  text_printf(&out, "%s%s %s", self->mode ? " " : "",
              self->mode ? self->mode : "", name);
  free(name);
  return out.data;
}

static char *seconds(const report *self)
{
  return mem_format("%" PRIu64, (self->limit + 999) / 1000);
}

/* The limit of memory in KiB, which every common shell supports. */
static char *ulimit(const report *self)
{
  return self->property == PROPERTY_MEMORY
             ? mem_format("%" PRIu64, self->limit >> 10)
             : NULL;
}

/* ---- the property ---- */

/* Releases the expression. */
static char *quoted(char *expression)
{
  textbuf out = { 0 };
  words_quote(&out, expression);
  free(expression);
  return out.data;
}

/* It may be a warning. */
static char *expression(const report *self)
{
  return quoted(mem_copy(self->pattern ? self->pattern : "."));
}

/* What the output of a crash has in it; NULL: nothing is known. */
static char *said(const report *self)
{
  crash_quote found;
  crash_quote_find(&found, self->output ? self->output : "");
  bool dump = self->output && strstr(self->output, "Stack dump:");
  char *out = found.message ? crash_quote_expression(found.message)
              : dump        ? mem_copy("^Stack dump:")
                            : NULL;
  crash_quote_dispose(&found);
  return out ? quoted(out) : NULL;
}

/* "Running pass 'X' on function '@f'" and the like without the function. */
static char *said_pass(const report *self)
{
  crash_quote found;
  crash_quote_find(&found, self->output ? self->output : "");
  char *during = self->property == PROPERTY_CRASH ? found.during : NULL;
  char *on = during ? strstr(during, "' on ") : NULL;
  if (on)
    on[1] = '\0';
  char *out = during ? quoted(crash_quote_expression(during)) : NULL;
  crash_quote_dispose(&found);
  return out;
}

char *report_script(const report *self)
{
  static const part own[] = {
    { "title-line", .make = title_line },
    { "started-line", .make = started_line },
    { "short-commit", .make = short_commit },
    { "several", .make = several },
    { "copy-file", .make = copy_file },
    { "write-file", .make = write_file },
    { "write-input", .make = write_input },
    { "environment", .make = environment },
    { "compile", .make = compile },
    { "seconds", .make = seconds },
    { "ulimit", .make = ulimit },
    { "expression", .make = expression },
    { "said", .make = said },
    { "said-pass", .make = said_pass },
    { "build-wrong", .make = build_wrong },
    { "build-right", .make = build_right },
    { .name = NULL },
  };
  return parts_fill(template_script, own, self);
}
