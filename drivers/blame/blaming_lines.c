/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The lines that the crash needs, and the commits that introduced them.
 *
 * The reduced text leads to lines of the file and of its headers
 * (source_lines.c). Only files in the checkout have a history; files linked
 * into it and system headers do not. If only the file on disk crashes, the
 * lines are those that the commit lacks; if none of these is among the lines
 * that matter (because a macro was changed, for example), all of them are
 * reported.
 */
#include "blame/blaming.h"

#include <stdlib.h>
#include <string.h>

#include "blame/source_lines.h"
#include "base/files.h"
#include "base/utf8.h"

void blaming_notice(const blaming *self, const char *line)
{
  if (self->options->notice)
    self->options->notice(self->options->payload, line);
}

/* A line of a text, as UTF-8; caller's. */
static char *line_text(const char *text, size_t size, uint32_t line)
{
  const char *at = text, *end = text + size;
  for (uint32_t i = 1; i < line && at < end; i++) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    at = next ? next + 1 : end;
  }
  const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
  size_t length = (size_t)((stop ? stop : end) - at);
  while (length && (at[length - 1] == '\r' || at[length - 1] == ' '))
    length--;
  return utf8_escape(at, length);
}

/* How many of the places are in a text: a line marker may name any line. */
static size_t places_within(const place *found, size_t count, const char *text,
                            size_t size)
{
  size_t lines = count_lines(text, size);
  while (count && found[count - 1].line > lines)
    count--;
  return count;
}

/* Adds lines of one file of the first commit, with the commits that introduced
 * them. If these cannot be found, a notice says why, and nothing is added. */
static rd_status blame_lines(blaming *self, const place *found, size_t count,
                             const char *path, rd_error *err)
{
  const history *from = self->options->history;
  const object_id *id = &self->graph.nodes[0].id;
  char *text = NULL;
  size_t size = 0;
  bool has = false;
  rd_status status = history_has_file(&has, from, id, path, err);
  if (status || !has) /* linked into the checkout */
    return status;
  status = history_file(&text, &size, from, id, path, err);
  count = status ? 0 : places_within(found, count, text, size);
  uint32_t first = found[0].line, last = count ? found[count - 1].line : first;
  object_id *origins = mem_alloc(last - first + 1u, sizeof *origins);
  rd_error problem = { 0 };
  if (count &&
      history_blame(origins, from, &self->graph, path, first, last, &problem)) {
    blaming_notice(self, problem.message);
    count = 0;
  }
  for (size_t i = 0; i < count; i++) {
    char *line = line_text(text, size, found[i].line);
    if (found[i].line && *line)
      LIST_PUSH(self->out->lines, self->out->line_count,
                (blamed_line){ .file = mem_copy(path),
                               .line = found[i].line,
                               .text = mem_copy(line),
                               .commit = origins[found[i].line - first] });
    free(line);
  }
  free(origins);
  free(text);
  return status;
}

/* The number of places from `begin` on that are in the same file. */
static size_t same_file(const places *all, size_t begin)
{
  size_t count = 1;
  while (begin + count < all->size &&
         !strcmp(all->data[begin + count].file, all->data[begin].file))
    count++;
  return count;
}

/* Blames files in the checkout; other headers have no history here. */
static rd_status blame_places(blaming *self, const places *all, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0, count; !status && i < all->size; i += count) {
    count = same_file(all, i);
    char *path = path_clean(all->data[i].file);
    const char *inside = path_inside(self->probes.root, path);
    if (inside && *inside)
      status = blame_lines(self, &all->data[i], count, inside, err);
    free(path);
  }
  return status;
}

/* Finds the places that a reduced text was made of. */
static rd_status find_places(places *out, const blaming *self,
                             const compile *what, const char *reduced,
                             size_t reduced_size, rd_error *err)
{
  const blame_options *options = self->options;
  char *text = NULL;
  size_t size = 0;
  rd_status status = compile_preprocess(&text, &size, what, options->run,
                                        &options->question.limits, err);
  bool marked = text != NULL;
  if (!status && !text)
    status = file_read(&text, &size, what->file, err);
  if (!status) {
    lined_text whole = { what->file, text, size, marked };
    lines_of_reduced(out, &whole, reduced, reduced_size);
  }
  free(text);
  return status;
}

/* Reduces the file; *out is empty if that is impossible. */
static rd_status reduce(places *out, const blaming *self, const compile *what,
                        rd_error *err)
{
  const blame_options *options = self->options;
  blame_subject subject = { .file = what->file };
  char *text = NULL;
  size_t size = 0;
  *out = (places){ 0 };
  if (!options->reduce)
    return RD_OK;
  compile_words(&subject.command, what);
  rd_status status =
      options->reduce(&text, &size, options->payload, &subject, err);
  strings_free(&subject.command);
  if (!status && text)
    status = find_places(out, self, what, text, size, err);
  free(text);
  return status;
}

rd_status blaming_lines(blaming *self, rd_error *err)
{
  places found = { 0 };
  const compile *first = NULL;
  rd_status status = probes_first(&first, &self->probes, err);
  if (!status)
    status = reduce(&found, self, first, err);
  if (!status)
    status = blame_places(self, &found, err);
  places_dispose(&found);
  return status;
}

/* ---- what is not committed ---- */

static bool is_among(const places *all, const char *file, uint32_t line)
{
  for (size_t i = 0; i < all->size; i++)
    if (all->data[i].line == line && !strcmp(all->data[i].file, file))
      return true;
  return false;
}

/* The lines of a file on disk, `path` from the root, that the first commit
 * lacks; all of them if the commit lacks the file. */
static rd_status find_changed(uint32_t **out, size_t *count_out, blaming *self,
                              const char *path, const char *text, size_t size,
                              rd_error *err)
{
  char *older = NULL;
  size_t older_size = 0;
  rd_status status = history_file(&older, &older_size, self->options->history,
                                  &self->graph.nodes[0].id, path, err);
  if (status && status != RD_ERR_NOTFOUND)
    return status;
  if (status)
    older = mem_copy("");
  text_new_lines(out, count_out, older, status ? 0 : older_size, text, size);
  free(older);
  return RD_OK;
}

/* Adds the changed lines of a file on disk, restricted to those in `wanted`
 * (NULL: all). */
static rd_status add_changed(blaming *self, const char *file,
                             const places *wanted, rd_error *err)
{
  char *text = NULL, *path = path_clean(file);
  size_t size = 0, count = 0;
  uint32_t *changed = NULL;
  const char *inside = path_inside(self->probes.map.work_tree, path);
  rd_status status = RD_OK;
  if (inside && *inside && !file_read(&text, &size, path, NULL))
    status = find_changed(&changed, &count, self, inside, text, size, err);
  for (size_t i = 0; !status && i < count; i++) {
    char *line = line_text(text, size, changed[i]);
    if ((!wanted || is_among(wanted, file, changed[i])) &&
        line[strspn(line, " \t")])
      LIST_PUSH(self->out->lines, self->out->line_count,
                (blamed_line){ .file = mem_copy(inside),
                               .line = changed[i],
                               .text = mem_copy(line),
                               .uncommitted = true });
    free(line);
  }
  free(changed);
  free(text);
  free(path);
  return status;
}

/* The files that the compiler reads on disk. */
static rd_status disk_files(strings *out, const blaming *self,
                            const compile *what, rd_error *err)
{
  const blame_options *options = self->options;
  char *text = NULL;
  size_t size = 0;
  strings_add(out, what->file);
  rd_status status = compile_preprocess(&text, &size, what, options->run,
                                        &options->question.limits, err);
  if (text)
    lines_files(out, text, size);
  free(text);
  return status;
}

rd_status blaming_disk(blaming *self, rd_error *err)
{
  places matter = { 0 };
  strings files = { 0 };
  self->out->uncommitted = true;
  self->out->found.end = BISECTION_FOUND;
  const compile *disk = probes_disk(&self->probes);
  rd_status status = reduce(&matter, self, disk, err);
  if (!status)
    status = disk_files(&files, self, disk, err);
  for (int all = !matter.size; all < 2 && !self->out->line_count; all++)
    for (size_t i = 0; !status && i < files.size; i++)
      status = add_changed(self, files.data[i], all ? NULL : &matter, err);
  strings_free(&files);
  places_dispose(&matter);
  return status;
}
