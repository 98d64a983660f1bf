/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tests the compiler on the file of a commit.
 *
 * One checkout is moved from commit to commit, and the user's command is run on
 * the file in it, with the headers of that time. It is private, below the
 * runner's folder, and is removed with that.
 *
 * A project may need uncommitted files to compile: config.h, generated files.
 * Those that the file on disk reads are linked into the checkout at each
 * commit, so that "-I." finds them; they never replace a file of the commit. A
 * commit without the file does not crash, unless the file was moved: then its
 * former name is tried (`history_name_before`).
 */
#include "blame/probes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blame/source_lines.h"
#include "base/files.h"

/* ---- the checkout ---- */

static char *in_checkout(const probe_set *self, const char *path)
{
  return mem_format("%s/%s", self->root, path);
}

/* Creates a folder of the checkout and its parents. False: something else is
 * there, such as a link, which may lead outside. */
static bool make_folders(const probe_set *self, const char *inside)
{
  char *path = in_checkout(self, inside);
  bool good = true;
  for (char *at = path + strlen(self->root) + 1; good && *at;) {
    struct stat info;
    at += strcspn(at, "/");
    char end = *at;
    *at = '\0';
    (void)mkdir(path, 0700);
    good = !lstat(path, &info) && S_ISDIR(info.st_mode);
    *at = end;
    at += end != '\0';
  }
  free(path);
  return good;
}

/* Links uncommitted files that are needed. If one cannot be linked, the
 * compiler reports that it is missing. */
static void add_links(const probe_set *self)
{
  for (size_t i = 0; i < self->links.size; i++) {
    const char *link = self->links.data[i], *name = base_name(link);
    char *path = in_checkout(self, link);
    char *target = mem_format("%s/%s", self->map.work_tree, link);
    char *folder = mem_copy_bytes(link, (size_t)(name - link));
    if (make_folders(self, folder) && !path_exists(path))
      (void)symlink(target, path);
    free(folder);
    free(target);
    free(path);
  }
}

static rd_status move_to(probe_set *self, const object_id *id, rd_error *err)
{
  rd_status status =
      checkout_move(self->tree, id, true, self->options->run->stop, err);
  if (status)
    return status;
  const char *inside = path_inside(self->root, self->directory);
  if (inside)
    (void)make_folders(self, inside);
  add_links(self);
  return RD_OK;
}

/* ---- the command ---- */

/* Replaces the file in the words by another name. */
static void name_file(strings *out, const blame_options *options,
                      const char *file)
{
  char *given = path_absolute(options->cwd, options->file);
  for (size_t i = 0; options->command[i]; i++) {
    const char *word = options->command[i];
    char *path = path_absolute(options->cwd, word);
    bool same = *word != '-' && i &&
                (!strcmp(word, options->file) || path_same(path, given));
    strings_add(out, same ? file : word);
    free(path);
  }
  free(given);
}

/* Reads the command for the work tree and, with the first commit checked out,
 * for the checkout. */
static rd_status read_command(probe_set *self, rd_error *err)
{
  const blame_options *options = self->options;
  char *here = path_absolute(options->cwd, options->file);
  char *there = in_checkout(self, self->names.data[0]);
  strings ours = { 0 }, theirs = { 0 };
  name_file(&ours, options, here);
  name_file(&theirs, options, there);
  rd_status status = compile_read(&self->ours, &ours, here, options->cwd, err);
  if (!status)
    status = compile_read(&self->theirs, &theirs, there, self->directory, err);
  if (!status) {
    paths_translate(&self->theirs.command, &self->ours.command, &self->map);
    status = compile_complete(&self->theirs, options->run, err);
  }
  if (!status)
    status = compile_complete(&self->ours, options->run, err);
  strings_free(&ours);
  strings_free(&theirs);
  free(here);
  free(there);
  return status;
}

const compile *probes_disk(const probe_set *self)
{
  return &self->ours;
}

/* Sets the file of `theirs` to a path in the repository. */
static void set_path(probe_set *self, const char *path)
{
  char *file = in_checkout(self, path);
  compile_set_file(&self->theirs, file);
  free(file);
}

rd_status probes_first(const compile **out, probe_set *self, rd_error *err)
{
  *out = &self->theirs;
  set_path(self, self->names.data[0]);
  return move_to(self, &self->graph->nodes[0].id, err);
}

/* Finds the files in the work tree that the file on disk reads and that the
 * first commit, which is checked out, does not have. */
static rd_status find_links(probe_set *self, rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  strings files = { 0 };
  if (!self->map.work_tree)
    return RD_OK;
  rd_status status =
      compile_preprocess(&text, &size, &self->ours, self->options->run,
                         &self->question.limits, err);
  if (text)
    lines_files(&files, text, size);
  for (size_t i = 0; i < files.size; i++) {
    char *path = path_clean(files.data[i]);
    const char *inside =
        *files.data[i] == '/' ? path_inside(self->map.work_tree, path) : NULL;
    char *there = inside && *inside ? in_checkout(self, inside) : NULL;
    if (there && path_exists(path) && !path_exists(there))
      strings_add(&self->links, inside);
    free(there);
    free(path);
  }
  strings_free(&files);
  free(text);
  return status;
}

/* ---- the file's name ---- */

/* Follows the first parents to find the name before the last known one. */
static rd_status find_name(bool *found_out, probe_set *self, rd_error *err)
{
  const history *from = self->options->history;
  const char *name = self->names.data[self->names.size - 1];
  *found_out = false;
  while (!self->walked_all) {
    const commit_node *at = &self->graph->nodes[self->walked];
    bool has = false;
    char *before = NULL;
    self->walked_all = !at->parent_count;
    if (self->walked_all)
      break;
    rd_status status = history_has_file(
        &has, from, &self->graph->nodes[at->parents[0]].id, name, err);
    if (!status && !has)
      status = history_name_before(&before, from, &at->id, name, err);
    if (status)
      return status;
    self->walked_all = !has && !before;
    self->walked = at->parents[0];
    if (!before)
      continue;
    strings_take(&self->names, before);
    *found_out = true;
    return RD_OK;
  }
  return RD_OK;
}

/* The path of the file at a commit, lent; NULL: there is none. */
static rd_status name_at(const char **out, probe_set *self, const object_id *id,
                         rd_error *err)
{
  rd_status status = RD_OK;
  bool more = true;
  *out = NULL;
  for (size_t i = 0; !status && !*out && more; i++) {
    bool has = false;
    if (i == self->names.size)
      status = find_name(&more, self, err);
    if (status || i == self->names.size)
      break;
    status = history_has_file(&has, self->options->history, id,
                              self->names.data[i], err);
    *out = has ? self->names.data[i] : NULL;
  }
  return status;
}

/* ---- trying ---- */

/* Records that runs disagree; only the first detail, which it takes, counts. */
static void set_flaky(probe_set *self, char *detail)
{
  bisection *found = self->found;
  found->flaky = true;
  if (found->flaky_detail)
    free(detail);
  else
    found->flaky_detail = detail;
}

/* Makes the file's text the subject of the question; caller's. */
static rd_status take_text(char **out, probe_set *self, const compile *what,
                           rd_error *err)
{
  source *text = &self->question.text;
  rd_status status = file_read(out, &text->size, what->file, err);
  text->name = what->command.name;
  text->text = *out;
  return status;
}

/* Removes the checkout's root from a message, in place, so that file names are
 * as in the repository; returns the message. */
static char *without_root(const probe_set *self, char *said)
{
  char *root = mem_format("%s/", self->root), *at;
  while (said && (at = strstr(said, root)))
    memmove(at, at + strlen(root), strlen(at + strlen(root)) + 1);
  free(root);
  return said;
}

static rd_status try_compile(commit_probe *out, probe_set *self,
                             const compile *what, const char *where,
                             rd_error *err)
{
  verdict found = { 0 };
  char *text = NULL;
  rd_status status = take_text(&text, self, what, err);
  if (status)
    return status;
  status = verdict_find(&found, &self->question, &what->command, err);
  if (!status && found.kind == VERDICT_NO_START)
    status = rd_fail(err, RD_ERR_UNSUPPORTED, "compiler %s %s",
                     what->command.words.data[0], found.detail);
  if (!status) {
    out->answer = verdict_answer(found.kind);
    out->detail = without_root(self, found.detail);
    found.detail = NULL;
    if (found.agreeing < found.runs)
      set_flaky(self, mem_format("%u of %u runs agree at %s", found.agreeing,
                                 found.runs, where));
  }
  verdict_dispose(&found);
  free(text);
  return status;
}

static void tell(const probe_set *self, const commit_probe *what)
{
  static const char *const words[] = { "unknown", "fine", "crashes",
                                       "skipped" };
  char digits[OBJECT_ID_DIGITS + 1];
  if (!self->options->detail)
    return;
  object_id_digits(digits, &what->id);
  char *line =
      mem_format("%.12s %s%s%s", digits, words[what->answer],
                 what->detail ? ": " : "", what->detail ? what->detail : "");
  self->options->detail(self->options->payload, line);
  free(line);
}

/* Checks out the commit and runs the command there. */
static rd_status try_commit(commit_probe *out, probe_set *self, rd_error *err)
{
  const char *name = NULL;
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, &out->id);
  rd_status status = name_at(&name, self, &out->id, err);
  if (status)
    return status;
  if (!name) {
    out->missing = true;
    out->answer = BISECT_GOOD;
    out->detail = mem_format("%s is not there", self->names.data[0]);
    return RD_OK;
  }
  set_path(self, name);
  status = move_to(self, &out->id, err);
  if (!status)
    status = try_compile(out, self, &self->theirs, digits, err);
  self->found->probes++;
  self->found->skipped += out->answer == BISECT_SKIP;
  return status;
}

static const commit_probe *keep(probe_set *self, commit_probe what)
{
  LIST_PUSH(self->done, self->count, what);
  tell(self, &what);
  return &self->done[self->count - 1];
}

const commit_probe *probes_find(const probe_set *self, const object_id *id)
{
  for (size_t i = 0; i < self->count; i++)
    if (object_id_equals(&self->done[i].id, id))
      return &self->done[i];
  return NULL;
}

rd_status probes_ask(const commit_probe **out, probe_set *self,
                     const object_id *id, rd_error *err)
{
  *out = probes_find(self, id);
  if (*out)
    return RD_OK;
  commit_probe what = { .id = *id };
  rd_status status = try_commit(&what, self, err);
  if (status)
    free(what.detail);
  else
    *out = keep(self, what);
  return status;
}

/* ---- the first ones ---- */

/* Learns the crash, unless it is known. */
static rd_status learn_crash(bool *crashes_out, probe_set *self,
                             const compile *what, const char *where,
                             rd_error *err)
{
  bool unstable = false;
  char *text = NULL;
  rd_status status = take_text(&text, self, what, err);
  if (!status)
    status = verdict_learn(&self->expected, &unstable, &self->question,
                           &what->command, err);
  *crashes_out = !status && signature_is_crash(&self->expected);
  if (*crashes_out)
    self->question.expected = &self->expected;
  else if (!status)
    signature_dispose(&self->expected);
  if (unstable)
    set_flaky(self, mem_format("runs do not crash alike at %s", where));
  free(text);
  return status;
}

/* A property other than a crash is only tested for its presence. */
static rd_status learn(bool *crashes_out, probe_set *self, const compile *what,
                       const char *where, rd_error *err)
{
  commit_probe found = { 0 };
  if (self->question.property == PROPERTY_CRASH && !self->question.expected)
    return learn_crash(crashes_out, self, what, where, err);
  rd_status status = try_compile(&found, self, what, where, err);
  *crashes_out = !status && found.answer == BISECT_BAD;
  free(found.detail);
  return status;
}

rd_status probes_ask_disk(bool *crashes_out, probe_set *self, rd_error *err)
{
  self->found->probes++;
  return learn(crashes_out, self, &self->ours, "the file on disk", err);
}

static rd_status ask_first(bool *crashes_out, probe_set *self, rd_error *err)
{
  const object_id *first = &self->graph->nodes[0].id;
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, first);
  self->found->probes++;
  rd_status status = learn(crashes_out, self, &self->theirs, digits, err);
  if (!status && *crashes_out)
    (void)keep(self, (commit_probe){ .id = *first, .answer = BISECT_BAD });
  return status;
}

rd_status probes_complaint(char **out, probe_set *self, rd_error *err)
{
  const compile *what = NULL;
  char *text = NULL;
  rd_status status = probes_first(&what, self, err);
  *out = NULL;
  if (!status)
    status = take_text(&text, self, what, err);
  if (!status)
    status = verdict_complaint(out, &self->question, &what->command, err);
  *out = without_root(self, *out);
  free(text);
  return status;
}

static rd_status find_file(probe_set *self, rd_error *err)
{
  const blame_options *options = self->options;
  const char *revision = options->revision ? options->revision : "HEAD";
  char *path = path_in_repository(&self->map, options->file, options->cwd);
  bool has = false;
  rd_status status = RD_OK;
  if (path)
    status = history_has_file(&has, options->history, &self->graph->nodes[0].id,
                              path, err);
  if (!status && !path)
    status = rd_fail(err, RD_ERR_NOTFOUND,
                     "%s is not in the repository %s; name its own with --repo",
                     options->file, options->repository);
  else if (!status && !has)
    status = rd_fail(err, RD_ERR_NOTFOUND,
                     "%s is not in %s at %s: what was never committed has no "
                     "history",
                     path, options->repository, revision);
  if (status)
    free(path);
  else
    strings_take(&self->names, path);
  return status;
}

rd_status probes_init(bool *crashes_out, probe_set *out, bisection *found,
                      const blame_options *options, const commit_graph *graph,
                      rd_error *err)
{
  *out = (probe_set){ .options = options,
                      .graph = graph,
                      .found = found,
                      .question = options->question };
  out->root = mem_format("%s/tree", options->run->kept);
  out->map = (path_map){ history_work_tree(options->history), out->root };
  out->directory = path_of_folder(&out->map, options->cwd);
  rd_status status = find_file(out, err);
  if (!status)
    status = checkout_open(&out->tree, options->history, out->root, err);
  if (!status)
    status = move_to(out, &graph->nodes[0].id, err);
  if (!status)
    status = read_command(out, err);
  if (!status)
    status = find_links(out, err);
  if (!status)
    add_links(out);
  if (!status)
    status = ask_first(crashes_out, out, err);
  return status;
}

void probes_dispose(probe_set *self)
{
  checkout_free(self->tree);
  for (size_t i = 0; i < self->count; i++)
    free(self->done[i].detail);
  free(self->done);
  signature_dispose(&self->expected);
  compile_dispose(&self->ours);
  compile_dispose(&self->theirs);
  strings_free(&self->links);
  strings_free(&self->names);
  free(self->directory);
  free(self->root);
  *self = (probe_set){ 0 };
}
