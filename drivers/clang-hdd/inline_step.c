/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files that include each other, as fewer files: an #include of a file of the
 * text becomes what that file holds.
 *
 * Then the front end sees a declaration and its uses together, and most scripts
 * still hold. There is no command that would preprocess for a script, so this is
 * by the text alone: directives stay as they are, and include guards work as
 * before. A header that is included again is copied again, unless it says
 * #pragma once, since it may be meant to be. What is wrong about that shows in
 * the test that follows.
 */
#include "clang-hdd/property.h"

#include <stdlib.h>
#include <string.h>

#include "base/joined.h"

enum { DEPTH = 16, GROWTH = 8 /* times the size of the input */ };

typedef struct inliner {
  const subject *of;
  bool *included; /* by file: by another file */
  bool *once;     /* by file: it says so */
  size_t *copies; /* by file */
  bool changed;
} inliner;

static const char once_line[] = "#pragma once";

/* The file that an #include line of this file names, or `size` of the names. */
static size_t find_included(const inliner *self, size_t file, const char *line)
{
  const strings *names = self->of->files;
  const char *own = names->data[file];
  int folder = (int)(base_name(own) - own);
  size_t found = names->size;
  char *text = mem_copy(line), *name = strpbrk(text, "\"<");
  if (has_includes(line, strlen(line)) && strstr(line, "include") && name) {
    name[1 + strcspn(name + 1, "\">")] = '\0';
    char *beside = mem_format("%.*s%s", folder, own, name + 1);
    char *below = mem_format("/%s", name + 1);
    for (size_t i = names->size; i-- > 0;)
      if (i != file &&
          (!strcmp(names->data[i], name + 1) ||
           (found == names->size && ends_with(names->data[i], below))))
        found = i;
    for (size_t i = 0; i < names->size; i++)
      if (i != file && !strcmp(names->data[i], beside))
        found = i;
    free(below);
    free(beside);
  }
  free(text);
  return found;
}

static void add_file(textbuf *out, inliner *self, size_t file, unsigned depth)
{
  const subject *of = self->of;
  size_t size;
  const char *at =
      joined_file(&size, of->files, file, of->input, of->input_size);
  if (self->once[file] && self->copies[file]++)
    return;
  for (const char *end = at + size, *line = at; at < end; line = at) {
    char *words = next_line(&at, end);
    size_t inner = find_included(self, file, words);
    bool copies = inner < of->files->size && depth < DEPTH &&
                  out->size < GROWTH * of->input_size;
    if (copies) {
      self->included[inner] = self->changed = true;
      add_file(out, self, inner, depth + 1);
    } else if (!depth || !starts_with(words, once_line)) {
      text_add(out, line, (size_t)(at - line));
    }
    free(words);
  }
}

/* Finds the files that others include, and those to copy once. */
static void look(inliner *self)
{
  const subject *of = self->of;
  for (size_t i = 0; i < of->files->size; i++) {
    size_t size;
    const char *at =
        joined_file(&size, of->files, i, of->input, of->input_size);
    for (const char *end = at + size; at < end;) {
      char *line = next_line(&at, end);
      size_t inner = find_included(self, i, line);
      self->once[i] |= starts_with(line, once_line);
      if (inner < of->files->size)
        self->included[inner] = true;
      free(line);
    }
  }
}

char *original_inline(size_t *size_out, const subject *of)
{
  size_t count = of->files->size;
  inliner self = { .of = of,
                   .included = mem_alloc(count, sizeof *self.included),
                   .once = mem_alloc(count, sizeof *self.once),
                   .copies = mem_alloc(count, sizeof *self.copies) };
  textbuf out = { 0 };
  look(&self);
  for (size_t i = 0; i < count; i++) {
    textbuf file = { 0 };
    memset(self.copies, 0, count * sizeof *self.copies);
    if (!self.included[i])
      add_file(&file, &self, i, 0);
    joined_add(&out, of->files->data[i], file.data ? file.data : "", file.size);
    text_free(&file);
  }
  free(self.included);
  free(self.once);
  free(self.copies);
  char *text = text_take(&out, size_out);
  if (self.changed)
    return text;
  free(text);
  return NULL;
}
