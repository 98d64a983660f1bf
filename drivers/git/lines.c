/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of commits, their former names, and the commits of their lines.
 *
 * Git does not store moves: libgit2 finds them in commits that remove a file
 * and add a similar one.
 *
 * Lines are traced as `git blame` does it. Each file of a commit that has lines
 * in question is a *suspect*. The lines that a parent has as well go to the
 * parent's file, or to the one that the commit moved; the rest is the commit's.
 * The graph lists children before their parents, so one sweep is enough, and it
 * ends where a shallow clone does. libgit2's own blame looks for the parents
 * that such a clone lacks, and takes ten times as long in a history of 20 000
 * commits.
 */
#include "git/history_private.h"

/* The entry of a file; *out is NULL if there is none. */
static rd_status find_entry(git_tree_entry **out, const history *self,
                            const object_id *commit, const char *path,
                            rd_error *err)
{
  git_tree *tree = NULL;
  *out = NULL;
  rd_status status = read_tree(&tree, self, commit, err);
  int code = status ? 0 : git_tree_entry_bypath(out, tree, path);
  git_tree_free(tree);
  if (code && code != GIT_ENOTFOUND)
    return fail_git("read", self->path, code, err);
  if (*out && git_tree_entry_type(*out) != GIT_OBJECT_BLOB) {
    git_tree_entry_free(*out);
    *out = NULL;
  }
  return status;
}

rd_status history_has_file(bool *out, const history *self,
                           const object_id *commit, const char *path,
                           rd_error *err)
{
  git_tree_entry *entry;
  rd_status status = find_entry(&entry, self, commit, path, err);
  *out = entry != NULL;
  git_tree_entry_free(entry);
  return status;
}

rd_status history_file(char **out, size_t *size_out, const history *self,
                       const object_id *commit, const char *path, rd_error *err)
{
  git_tree_entry *entry;
  git_odb_object *blob;
  rd_status status = find_entry(&entry, self, commit, path, err);
  if (status)
    return status;
  if (!entry) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, commit);
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "commit %.12s of %s has no file %s; `git ls-tree -r "
                   "--name-only %.12s` lists those that it has",
                   digits, self->path, path, digits);
  }
  object_id id = from_oid(git_tree_entry_id(entry));
  git_tree_entry_free(entry);
  status = read_object(&blob, self, &id, GIT_OBJECT_BLOB, err);
  if (status)
    return status;
  *size_out = git_odb_object_size(blob);
  *out = mem_copy_bytes(git_odb_object_data(blob), *size_out);
  git_odb_object_free(blob);
  return RD_OK;
}

/* ---- moves ---- */

/* The path in `older` of a file that moved on the way to `newer`, or NULL;
 * caller's. */
static rd_status name_before(char **out, const history *self,
                             const object_id *older, const object_id *newer,
                             const char *path, rd_error *err)
{
  git_diff *diff;
  git_diff_find_options options;
  (void)git_diff_find_options_init(&options, GIT_DIFF_FIND_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FIND_RENAMES;
  *out = NULL;
  rd_status status = compare_commits(&diff, self, older, newer, err);
  int code = status ? 0 : git_diff_find_similar(diff, &options);
  if (code)
    status = fail_git("compare commits of", self->path, code, err);
  for (size_t i = 0; !status && !*out && i < git_diff_num_deltas(diff); i++) {
    const git_diff_delta *delta = git_diff_get_delta(diff, i);
    if (delta->status == GIT_DELTA_RENAMED &&
        !strcmp(delta->new_file.path, path))
      *out = mem_copy(delta->old_file.path);
  }
  git_diff_free(diff);
  return status;
}

rd_status history_name_before(char **out, const history *self,
                              const object_id *commit, const char *path,
                              rd_error *err)
{
  commit_text text;
  *out = NULL;
  rd_status status = commit_text_read(&text, self, commit, err);
  if (status)
    return status;
  if (text.parent_count)
    status = name_before(out, self, &text.parents[0], commit, path, err);
  commit_text_dispose(&text);
  return status;
}

/* ---- the origin of lines ---- */

/* A line in question, and its number in the file of a suspect. */
typedef struct traced_line {
  uint32_t index, here;
} traced_line;

typedef ARRAY(traced_line) traced_lines;

/* A file of a commit. */
typedef struct suspect {
  struct suspect *next; /* of the same commit */
  char *path;
  object_id blob;
  traced_lines lines;
} suspect;

typedef struct blamer {
  const history *from;
  const commit_graph *graph;
  suspect **suspects; /* a list for each node */
} blamer;

/* Finds or adds the suspect. */
static suspect *suspect_at(blamer *self, uint32_t node, const char *path,
                           const object_id *blob)
{
  suspect *it = self->suspects[node];
  while (it && strcmp(it->path, path) != 0)
    it = it->next;
  if (it)
    return it;
  it = mem_alloc(1, sizeof *it);
  *it = (suspect){ .next = self->suspects[node],
                   .path = mem_copy(path),
                   .blob = *blob };
  return self->suspects[node] = it;
}

static void suspect_free(suspect *self)
{
  free(self->path);
  ARRAY_FREE(&self->lines);
  free(self);
}

/* Lines from `begin` up to `end` that a parent lacks; `shift` leads from a line
 * after them to the parent's. */
typedef struct change {
  int begin, end, shift;
} change;

typedef ARRAY(change) changes;

static int add_change(const git_diff_delta *delta, const git_diff_hunk *hunk,
                      void *payload)
{
  changes *self = payload;
  (void)delta;
  /* A side without lines names the line before. */
  int begin = hunk->new_start + !hunk->new_lines;
  int old_begin = hunk->old_start + !hunk->old_lines;
  int end = begin + hunk->new_lines;
  ARRAY_PUSH(self, (change){ begin, end, old_begin + hunk->old_lines - end });
  return 0;
}

/* The bytes at the end of both texts that git leaves out of its comparison:
 * equal blocks, from a line's beginning. Of several ways to describe a change,
 * that selects git's. */
static size_t common_tail(const char *a, size_t a_size, const char *b,
                          size_t b_size)
{
  enum { BLOCK = 1024 };
  size_t least = a_size < b_size ? a_size : b_size, same = 0;
  while (same + BLOCK <= least &&
         !memcmp(a + a_size - same - BLOCK, b + b_size - same - BLOCK, BLOCK))
    same += BLOCK;
  const char *tail = a + a_size - same;
  const char *line_end = same ? memchr(tail, '\n', same) : NULL;
  return line_end ? same - (size_t)(line_end + 1 - tail) : 0;
}

static int compare_texts(changes *out, const char *a, size_t a_size,
                         const char *b, size_t b_size)
{
  size_t tail = common_tail(a, a_size, b, b_size);
  git_diff_options options;
  (void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
  options.context_lines = 0;
  return git_diff_buffers(a, a_size - tail, NULL, b, b_size - tail, NULL,
                          &options, NULL, NULL, add_change, NULL, out);
}

static rd_status compare(changes *out, const history *self,
                         const object_id *older, const object_id *newer,
                         rd_error *err)
{
  git_odb_object *texts[2] = { NULL, NULL };
  rd_status status = read_object(&texts[0], self, older, GIT_OBJECT_BLOB, err);
  if (!status)
    status = read_object(&texts[1], self, newer, GIT_OBJECT_BLOB, err);
  if (!status && compare_texts(out, git_odb_object_data(texts[0]),
                               git_odb_object_size(texts[0]),
                               git_odb_object_data(texts[1]),
                               git_odb_object_size(texts[1])))
    status = fail_git("compare files of", self->path, GIT_ERROR, err);
  git_odb_object_free(texts[0]);
  git_odb_object_free(texts[1]);
  return status;
}

/* Gives lines that no change covers to a parent's file, and keeps the rest. */
static void pass_lines(suspect *to, suspect *of, const changes *all)
{
  size_t kept = 0;
  for (size_t i = 0; i < of->lines.size; i++) {
    traced_line line = of->lines.data[i];
    const change *at = all->data, *end = at ? at + all->size : NULL;
    while (at < end && at->end <= (int)line.here)
      at++;
    if (at < end && at->begin <= (int)line.here) {
      of->lines.data[kept++] = line;
      continue;
    }
    line.here += (uint32_t)(at > all->data ? at[-1].shift : 0);
    ARRAY_PUSH(&to->lines, line);
  }
  of->lines.size = kept;
}

/* A parent's file that a suspect's comes from; path NULL: there is none. */
typedef struct earlier_file {
  char *path; /* caller's */
  object_id blob;
} earlier_file;

/* With `moved`: under another name. */
static rd_status find_earlier(earlier_file *out, const blamer *self,
                              uint32_t node, uint32_t parent, const char *path,
                              bool moved, rd_error *err)
{
  const object_id *older = &self->graph->nodes[parent].id;
  git_tree_entry *entry = NULL;
  rd_status status = RD_OK;
  if (moved)
    status = name_before(&out->path, self->from, older,
                         &self->graph->nodes[node].id, path, err);
  else
    out->path = mem_copy(path);
  if (out->path)
    status = find_entry(&entry, self->from, older, out->path, err);
  if (entry) {
    out->blob = from_oid(git_tree_entry_id(entry));
  } else {
    free(out->path);
    out->path = NULL;
  }
  git_tree_entry_free(entry);
  return status;
}

/* Gives each parent the lines that it has; a parent with the same file gets
 * all. */
static rd_status pass_on(blamer *self, uint32_t node, suspect *of,
                         rd_error *err)
{
  const commit_node *at = &self->graph->nodes[node];
  earlier_file *files = mem_alloc(at->parent_count + 1u, sizeof *files);
  rd_status status = RD_OK;
  for (int moved = 0; moved < 2; moved++)
    for (uint32_t i = 0; !status && of->lines.size && i < at->parent_count;
         i++) {
      earlier_file *file = &files[i];
      if (file->path)
        continue;
      status =
          find_earlier(file, self, node, at->parents[i], of->path, moved, err);
      if (file->path && object_id_equals(&file->blob, &of->blob))
        pass_lines(suspect_at(self, at->parents[i], file->path, &file->blob),
                   of, &(changes){ 0 });
    }
  for (uint32_t i = 0; i < at->parent_count; i++) {
    const earlier_file *file = &files[i];
    changes found = { 0 };
    if (!status && file->path && of->lines.size) {
      status = compare(&found, self->from, &file->blob, &of->blob, err);
      if (!status)
        pass_lines(suspect_at(self, at->parents[i], file->path, &file->blob),
                   of, &found);
    }
    ARRAY_FREE(&found);
    free(files[i].path);
  }
  free(files);
  return status;
}

rd_status history_blame(object_id *out, const history *self,
                        const commit_graph *graph, const char *path,
                        uint32_t first, uint32_t last, rd_error *err)
{
  blamer state = { self, graph, mem_alloc(graph->count, sizeof(suspect *)) };
  git_tree_entry *entry;
  rd_status status = find_entry(&entry, self, &graph->nodes[0].id, path, err);
  if (!status && entry) {
    object_id blob = from_oid(git_tree_entry_id(entry));
    suspect *whole = suspect_at(&state, 0, path, &blob);
    for (uint32_t i = first; i <= last; i++)
      ARRAY_PUSH(&whole->lines, (traced_line){ i - first, i });
    git_tree_entry_free(entry);
  }
  for (uint32_t node = 0; node < graph->count; node++)
    for (suspect *it; (it = state.suspects[node]);) {
      state.suspects[node] = it->next;
      if (!status)
        status = pass_on(&state, node, it, err);
      for (size_t i = 0; i < it->lines.size; i++)
        out[it->lines.data[i].index] = graph->nodes[node].id;
      suspect_free(it);
    }
  free(state.suspects);
  return status;
}

void text_new_lines(uint32_t **out, size_t *count_out, const char *older,
                    size_t older_size, const char *newer, size_t newer_size)
{
  changes found = { 0 };
  *out = NULL;
  *count_out = 0;
  /* Fails only if memory runs out, which ends the drivers. */
  if (git_libgit2_init() < 0 ||
      compare_texts(&found, older, older_size, newer, newer_size))
    abort();
  (void)git_libgit2_shutdown();
  for (size_t i = 0; i < found.size; i++)
    for (int line = found.data[i].begin; line < found.data[i].end; line++)
      LIST_PUSH(*out, *count_out, (uint32_t)line);
  ARRAY_FREE(&found);
}
