/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd list`: lists the crash bundles of watch, the latest first; with an
 * id, shows everything known about one. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/json.h"
#include "compiler/words.h"
#include "watch/bundle.h"

typedef struct list_options {
  strings remove;
  bool json, help;
} list_options;

#define OPTIONS list_options
static const option_row rows[] = {
#include "clang-hdd/list_options.def"
};
const option_table options_list = OPTION_TABLE(rows);

/* ---- text for a terminal ---- */

/* Replaces control characters: bundles are not trusted, and file names may have
 * any bytes. */
static void hide_controls(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = '?';
}

static void hide_all_controls(bundle *self)
{
  char *const texts[] = { self->id,        self->folder,    self->source,
                          self->word,      self->directory, self->compiler,
                          self->signature, self->first,     self->last };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    hide_controls(texts[i]);
  for (size_t i = 0; i < self->command.size; i++)
    hide_controls(self->command.data[i]);
}

/* ---- the table ---- */

static int wider(int width, const char *text)
{
  size_t size = strlen(text);
  return size > (size_t)width ? (int)size : width;
}

static const char *program_of(const bundle *self)
{
  return base_name(self->command.data[0]);
}

static void print_table(bundle *list, size_t count)
{
  int id = 2, program = 8, word = 6; /* as wide as their titles */
  for (size_t i = 0; i < count; i++) {
    hide_all_controls(&list[i]);
    id = wider(id, list[i].id);
    program = wider(program, program_of(&list[i]));
    word = wider(word, list[i].word);
  }
  if (count)
    (void)printf("%-*s  %-16s  times  %-*s  %-*s  crash\n", id, "id",
                 "last (UTC)", program, "compiler", word, "source");
  for (size_t i = 0; i < count; i++) {
    char *date = list[i].last; /* 2026-01-31T12:00:00Z */
    char *time = strchr(date, 'T');
    if (time)
      *time = ' ';
    (void)printf("%-*s  %.16s  %5" PRIu64 "  %-*s  %-*s  %s\n", id, list[i].id,
                 date, list[i].seen, program, program_of(&list[i]), word,
                 list[i].word, list[i].signature);
  }
}

/* ---- JSON ---- */

static json_t *object_of(const bundle *self)
{
  char *text = bundle_text(self);
  json_t *out = json_loads(text, 0, NULL);
  free(text);
  (void)json_object_del(out, "format");
  json_set(out, "id", json_any_string(self->id));
  json_set(out, "folder", json_any_string(self->folder));
  return out;
}

static void print_json(const bundle *list, size_t count, const strings *damaged)
{
  json_t *bundles = json_array(), *bad = json_array();
  for (size_t i = 0; i < count; i++)
    (void)json_array_append_new(bundles, object_of(&list[i]));
  for (size_t i = 0; i < damaged->size; i++)
    (void)json_array_append_new(bad, json_any_string(damaged->data[i]));
  json_t *root = json_pack("{s:o, s:o}", "bundles", bundles, "damaged", bad);
  (void)json_dumpf(root, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  (void)putchar('\n');
  json_decref(root);
}

/* ---- one ---- */

/* Prints a bundle; `name` is the name to find it by. */
static void print_one(bundle *self, const char *name)
{
  textbuf quoted = { 0 };
  words_quote(&quoted, name);
  hide_controls(quoted.data);
  hide_all_controls(self);
  char *line = words_join(strings_argv(&self->command));
  (void)printf("crash      %s\n"
               "compiler   %s\n"
               "command    %s\n"
               "folder     %s\n"
               "text       %s%s\n"
               "output     %s/" BUNDLE_OUTPUT "\n"
               "met        %" PRIu64 " time%s, from %s to %s\n"
               "reduce     clang-hdd reduce %s\n",
               self->signature, self->compiler, line, self->directory,
               self->source,
               self->standalone ? "" : " (it includes files of the build)",
               self->folder, self->seen, self->seen == 1 ? "" : "s",
               self->first, self->last, quoted.data);
  text_free(&quoted);
  free(line);
}

/* Prints the bundle with this name. */
static exit_code show(const char *name, bool json)
{
  bundle one;
  rd_error err = { 0 };
  const strings none = { 0 };
  if (bundle_find(&one, name, &err))
    return progress_fail(EXIT_INTAKE, "%s", err.message);
  if (json)
    print_json(&one, 1, &none);
  else
    print_one(&one, bundle_is(name) ? one.folder : one.id);
  bundle_dispose(&one);
  return EXIT_DONE;
}

/* ---- the command ---- */

static exit_code show_all(bool json)
{
  bundle *list;
  size_t count;
  strings damaged = { 0 };
  rd_error err = { 0 };
  if (bundles_read(&list, &count, &damaged, &err))
    return progress_fail(EXIT_INTAKE, "%s", err.message);
  if (json)
    print_json(list, count, &damaged);
  else
    print_table(list, count);
  if (!json && !count && !damaged.size)
    (void)puts("no crashes are kept; clang-hdd watch keeps those of a build");
  for (size_t i = 0; !json && i < damaged.size; i++) {
    hide_controls(damaged.data[i]);
    (void)printf("%s is damaged; clang-hdd list --remove %s\n", damaged.data[i],
                 damaged.data[i]);
  }
  strings_free(&damaged);
  bundles_free(list, count);
  return EXIT_DONE;
}

static exit_code remove_all(const strings *ids)
{
  rd_error err = { 0 };
  for (size_t i = 0; i < ids->size; i++) {
    rd_status status = bundle_remove(ids->data[i], &err);
    if (status)
      return progress_fail(status == RD_ERR_IO ? EXIT_OUTPUT : EXIT_INTAKE,
                           "%s", err.message);
  }
  return EXIT_DONE;
}

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  (void)rest;
  const list_options *options = payload;
  exit_code code = remove_all(&options->remove);
  if (!code && words->size > 1)
    code = progress_fail(EXIT_USAGE, "list %s: name one bundle only",
                         words->data[1]);
  else if (!code && words->size)
    code = show(words->data[0], options->json);
  else if (!code && !options->remove.size)
    code = show_all(options->json);
  return code ? code : command_printed("list");
}

exit_code command_list(int argc, const char *const *argv)
{
  return command_run("list", run, argc, argv);
}
