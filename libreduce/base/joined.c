/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Several files in one text, so that everything that handles a text (search,
 * cache, journal, oracle) handles several files without knowing it.
 *
 * Only whoever parses the text or writes it to a disk takes it apart. The text
 * carries its borders itself, because a table beside it would have to follow
 * each edit. A border survives all edits: it is one leaf that cannot be
 * removed, and no edit can make another, since no file has its first byte.
 * Taking a text apart never fails nevertheless: each name has a file, and each
 * byte has one too.
 */
#include "base/joined.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/memory.h"

void joined_add(textbuf *out, const char *name, const char *text, size_t size)
{
  text_printf(out, "%c%s\n", JOINED_MARK, name);
  text_add(out, text, size);
  if (size && text[size - 1] != '\n')
    text_puts(out, "\n");
}

/* Is there a border at the start of this line? */
static bool is_border(size_t *file_out, size_t *after_out, const strings *names,
                      const char *line, size_t size)
{
  const char *end = memchr(line, '\n', size);
  size_t length = end ? (size_t)(end - line) : size;
  *after_out = length + (end != NULL);
  for (size_t i = 0; size && *line == JOINED_MARK && i < names->size; i++) {
    *file_out = i;
    if (strlen(names->data[i]) == length - 1 &&
        !memcmp(names->data[i], line + 1, length - 1))
      return true;
  }
  return false;
}

/* The first border at or after `at`, at the start of a line; `size`: none. */
static size_t find_border(joined_part *out, const strings *names,
                          const char *text, size_t size, size_t at)
{
  while (at < size) {
    size_t after;
    if (is_border(&out->file, &after, names, text + at, size - at)) {
      out->border = at;
      out->begin = at + after;
      return at;
    }
    at += after;
  }
  return size;
}

bool joined_next(joined_part *part, const strings *names, const char *text,
                 size_t size)
{
  size_t at = part->end;
  joined_part next = { 0 }, beyond = { 0 };
  if (at >= size)
    return false;
  if (find_border(&next, names, text, size, at) != at)
    next = (joined_part){ 0 }; /* the beginning, which has no border */
  next.end = find_border(&beyond, names, text, size, next.begin);
  *part = next;
  return true;
}

const char *joined_file(size_t *size_out, const strings *names, size_t file,
                        const char *text, size_t size)
{
  joined_part part = { 0 };
  while (joined_next(&part, names, text, size))
    if (part.file == file) {
      *size_out = part.end - part.begin;
      return text + part.begin;
    }
  *size_out = 0;
  return "";
}

rd_status joined_write(const char *folder, const strings *names,
                       const char *text, size_t size, rd_error *err)
{
  rd_status status = RD_OK;
  joined_part part = { 0 };
  bool *is_written = mem_alloc(names->size, sizeof *is_written);
  while (!status && joined_next(&part, names, text, size)) {
    if (!is_written[part.file])
      status = file_write_below(folder, names->data[part.file],
                                text + part.begin, part.end - part.begin, err);
    is_written[part.file] = true;
  }
  for (size_t i = 0; i < names->size && !status; i++)
    if (!is_written[i])
      status = file_write_below(folder, names->data[i], "", 0, err);
  free(is_written);
  return status;
}

rd_status joined_create(const char *path, const strings *names,
                        const char *text, size_t size, rd_error *err)
{
  if (!names->size)
    return file_create(path, text, size, err);
  rd_status status = folders_make(path, 0777, err);
  return status ? status : joined_write(path, names, text, size, err);
}

char *joined_show(size_t *size_out, const strings *names, const char *text,
                  size_t size)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < names->size; i++) {
    size_t part;
    const char *content = joined_file(&part, names, i, text, size);
    text_printf(&out, "//--- %s\n", names->data[i]);
    text_add(&out, content, part);
  }
  return text_take(&out, size_out);
}
