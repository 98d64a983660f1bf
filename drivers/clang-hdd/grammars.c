/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Installs a grammar: npm fetches the package, its bytes are compared with the
 * pinned integrity, tar unpacks it, cc compiles it, and it is moved into place.
 *
 * No script of a package runs, here or in npm. sha512sum judges the file that
 * is unpacked next, whatever npm has checked. Everything is made in a private
 * folder beside the grammars, which the keeper removes however this process
 * ends. The module is moved last and removed first: a grammar is there if its
 * module is (folders.h), so its files are never those of another version.
 */
#include "clang-hdd/grammars.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "clang-hdd/progress.h"
#include "reduce/process.h"

enum { MOST_MS = 600000, SHA512_DIGITS = 128 };

/* An installation under way. */
typedef struct installation {
  const grammar *row;
  const char *home; /* where it goes */
  char *work;       /* private folder in it */
  char *source;     /* the row's folder of the package, in `work` */
  char *spec;       /* "PACKAGE@VERSION" */
  rd_keeper *keeper;
} installation;

/* ---- the programs ---- */

typedef struct tool {
  const char *program, *debian; /* and the packages of Debian that have it */
  const char *verb;             /* what it cannot do when it fails */
  const char *word;             /* where the reason begins in its output */
  exit_code failure;
  const char *advice;
} tool;

static const tool tools[] = {
  { "npm", "npm", "fetch", "code E", EXIT_INTAKE,
    "; \"npm ping\" says whether a registry is reached" },
  { "cc", "gcc libc6-dev", "compile", "error: ", EXIT_BUILD, "" },
  { "tar", "tar gzip", "unpack", "tar: ", EXIT_INTAKE, "" },
  { "sha512sum", "coreutils", "read", "sha512sum: ", EXIT_OUTPUT, "" },
};
enum { TOOLS = sizeof tools / sizeof *tools };

static exit_code check_tools(void)
{
  for (const tool *each = tools; each < tools + TOOLS; each++) {
    char *path = path_program(each->program);
    bool found = path != NULL;
    free(path);
    if (!found)
      return progress_fail(EXIT_COMPILER,
                           "%s is not found; apt-get install %s brings it",
                           each->program, each->debian);
  }
  return EXIT_DONE;
}

static exit_code fail_tool(const tool *what, const installation *self,
                           const rd_run *run)
{
  const char *output = run->output ? run->output : "";
  const char *why = strstr(output, what->word);
  if (!why)
    why = output;
  return progress_fail(what->failure, "%s cannot %s %s: %.*s%s", what->program,
                       what->verb, self->spec, (int)strcspn(why, "\n"), why,
                       what->advice);
}

/* Runs a tool in the private folder. Owner: release *out with rd_run_dispose in
 * any case. */
static exit_code run_tool(rd_run *out, const installation *self,
                          const char *const *argv)
{
  *out = (rd_run){ 0 };
  const tool *what = tools;
  while (strcmp(what->program, argv[0]) != 0)
    what++;
  char *temporary = mem_format("TMPDIR=%s", self->work);
  const char *const environment[] = { temporary, "LC_ALL=C", NULL };
  const rd_run_spec spec = { .argv = argv,
                             .env = environment,
                             .directory = self->work,
                             .limits = { .wall_ms = MOST_MS } };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (rd_keeper_run(out, self->keeper, &spec, &err))
    code = progress_fail_error(&err);
  else if (out->end != RD_END_EXIT || out->status != 0)
    code = fail_tool(what, self, out);
  free(temporary);
  return code;
}

/* ---- the package ---- */

static exit_code fetch(const installation *self)
{
  const char *const argv[] = { "npm",
                               "pack",
                               self->spec,
                               "--ignore-scripts",
                               "--fetch-retries=1",
                               "--loglevel=error",
                               NULL };
  rd_run run;
  exit_code code = run_tool(&run, self, argv);
  rd_run_dispose(&run);
  return code;
}

/* The file that npm has written; caller's, NULL if there is none. */
static char *find_archive(const installation *self)
{
  strings names = { 0 };
  char *found = NULL;
  (void)folder_list(&names, self->work);
  for (size_t i = 0; !found && i < names.size; i++)
    if (ends_with(names.data[i], ".tgz"))
      found = mem_copy(names.data[i]);
  strings_free(&names);
  return found;
}

/* "sha512-" and base64 as hexadecimal digits; caller's. */
static char *integrity_digits(const char *integrity)
{
  static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  textbuf out = { 0 };
  unsigned bits = 0, count = 0;
  for (const char *at = integrity + strlen("sha512-"); *at && *at != '=';
       at++) {
    bits = bits << 6 | (unsigned)(strchr(base64, *at) - base64);
    for (count += 6; count >= 4 && out.size < SHA512_DIGITS; count -= 4)
      text_printf(&out, "%x", bits >> (count - 4) & 15);
  }
  return out.data;
}

/* Compares the archive with the pinned integrity. */
static exit_code verify(const installation *self, const char *archive)
{
  const char *const argv[] = { "sha512sum", archive, NULL };
  rd_run run;
  exit_code code = run_tool(&run, self, argv);
  char *pinned = integrity_digits(self->row->integrity);
  if (!code && !starts_with(run.output, pinned))
    code = progress_fail(EXIT_INTAKE,
                         "what npm fetched is not the pinned %s: its SHA-512 "
                         "is another; nothing is installed",
                         self->spec);
  free(pinned);
  rd_run_dispose(&run);
  return code;
}

static exit_code unpack(const installation *self, const char *archive)
{
  const char *const argv[] = { "tar",
                               "-xzf",
                               archive,
                               "--no-same-owner",
                               "--strip-components=1",
                               "--one-top-level=package",
                               NULL };
  rd_run run;
  exit_code code = run_tool(&run, self, argv);
  rd_run_dispose(&run);
  return code;
}

static exit_code get_package(const installation *self)
{
  exit_code code = fetch(self);
  char *archive = find_archive(self);
  if (!code && !archive)
    code =
        progress_fail(EXIT_INTAKE, "npm has left no archive of %s", self->spec);
  if (!code)
    code = verify(self, archive);
  if (!code)
    code = unpack(self, archive);
  free(archive);
  return code;
}

/* ---- the module ---- */

/* Adds the sources that are there. */
static void add_sources(strings *out, const installation *self)
{
  static const char *const of_core[] = { "lib.c", NULL };
  static const char *const of_grammar[] = { "parser.c", "scanner.c",
                                            "scanner.cc", NULL };
  const char *const *name =
      self->row == grammar_core_package() ? of_core : of_grammar;
  for (; *name; name++) {
    char *path = mem_format("%s/src/%s", self->source, *name);
    bool there = path_exists(path);
    if (there)
      strings_add(out, path);
    if (there && ends_with(path, ".cc"))
      strings_add(out, "-lstdc++");
    free(path);
  }
}

static exit_code compile(uint32_t *wall_ms_out, const installation *self)
{
  static const char *const options[] = { "cc", "-O1", "-w", "-shared",
                                         "-fPIC" };
  strings argv = { 0 };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    strings_add(&argv, options[i]);
  strings_take(&argv, mem_format("-I%s/src", self->source));
  strings_take(&argv, mem_format("-I%s/include", self->source));
  strings_take(&argv, mem_format("-o%s.so", self->row->name));
  add_sources(&argv, self);
  rd_run run;
  exit_code code = run_tool(&run, self, strings_argv(&argv));
  *wall_ms_out = run.wall_ms;
  rd_run_dispose(&run);
  strings_free(&argv);
  return code;
}

/* ---- into place ---- */

/* Moves a file or folder of the package to NAME/to; false: it has none. */
static bool keep(const installation *self, const char *base, const char *from,
                 const char *to)
{
  char *path = mem_format("%s/%s", base, from);
  char *target = mem_format("%s/%s/%s", self->work, self->row->name, to);
  bool moved = !rename(path, target);
  free(path);
  free(target);
  return moved;
}

/* Makes the folder NAME in the private one. Packages with several grammars have
 * queries of each or of all. */
static rd_status collect(const installation *self, rd_error *err)
{
  const char *name = self->row->name, *version = self->row->version;
  char *folder = mem_format("%s/%s", self->work, name);
  char *package = mem_format("%s/package", self->work);
  char *queries = mem_format("queries/%s", name);
  rd_status status = folder_make(folder, 0755, err);
  if (!status)
    status = file_write_below(folder, "version", version, strlen(version), err);
  if (!status) {
    (void)keep(self, self->source, "src/grammar.json", "grammar.json");
    (void)keep(self, self->source, "src/node-types.json", "node-types.json");
    (void)(keep(self, self->source, "queries", "queries") ||
           keep(self, package, queries, "queries") ||
           keep(self, package, "queries", "queries"));
  }
  free(queries);
  free(package);
  free(folder);
  return status;
}

static rd_status discard(const char *home, const char *name, rd_error *err)
{
  char *module = mem_format("%s/%s.so", home, name);
  char *folder = mem_format("%s/%s", home, name);
  rd_status status = RD_OK;
  if (unlink(module) && path_exists(module))
    status = fail_system(err, "remove", module);
  else
    rd_scratch_remove(folder);
  free(folder);
  free(module);
  return status;
}

/* Moves NAME<suffix> from the private folder to the grammars. */
static rd_status move(const installation *self, const char *suffix,
                      rd_error *err)
{
  char *from = mem_format("%s/%s%s", self->work, self->row->name, suffix);
  char *to = mem_format("%s/%s%s", self->home, self->row->name, suffix);
  rd_status status = rename(from, to) ? fail_system(err, "write", to) : RD_OK;
  free(from);
  free(to);
  return status;
}

static exit_code place(const installation *self)
{
  rd_error err = { 0 };
  rd_status status = collect(self, &err);
  if (!status)
    status = discard(self->home, self->row->name, &err);
  if (!status)
    status = move(self, "", &err);
  if (!status)
    status = move(self, ".so", &err);
  return status ? progress_fail_write(&err) : EXIT_DONE;
}

/* ---- the whole ---- */

static exit_code begin(installation *out, const grammar *row, const char *home)
{
  rd_error err = { 0 };
  *out =
      (installation){ .row = row,
                      .home = home,
                      .work = mem_format("%s/.new-XXXXXX", home),
                      .spec = mem_format("%s@%s", row->package, row->version) };
  rd_status status = folders_make(home, 0755, &err);
  if (!status && !mkdtemp(out->work))
    status = fail_system(&err, "make a folder in", home);
  if (status)
    return progress_fail_write(&err);
  out->source = mem_format("%s/package/%s", out->work, row->folder);
  return rd_keeper_new(&out->keeper, out->work, &err)
             ? progress_fail_error(&err)
             : EXIT_DONE;
}

static void dispose(installation *self)
{
  rd_keeper_free(self->keeper);
  /* The keeper has removed it, if there was one. */
  rd_scratch_remove(self->work);
  free(self->work);
  free(self->source);
  free(self->spec);
}

exit_code grammars_install(const grammar *row, const char *home)
{
  installation self;
  uint32_t wall_ms = 0;
  exit_code code = check_tools();
  if (code)
    return code;
  code = begin(&self, row, home);
  if (!code)
    code = get_package(&self);
  if (!code) {
    progress_notice("%s: fetched %s, which is as pinned", row->name, self.spec);
    code = compile(&wall_ms, &self);
  }
  if (!code)
    code = place(&self);
  if (!code)
    progress_notice("%s: compiled in %.1f s, installed in %s", row->name,
                    wall_ms / 1000.0, home);
  dispose(&self);
  return code;
}

exit_code grammars_remove(const char *home, const char *name)
{
  rd_error err = { 0 };
  return discard(home, name, &err) ? progress_fail_write(&err) : EXIT_DONE;
}

char *grammars_version(const char *home, const char *name)
{
  char *module = grammar_in(home, name);
  char *path = mem_format("%s/%s/version", home, name), *version = NULL;
  size_t size;
  if (module && file_read(&version, &size, path, NULL))
    version = NULL;
  free(module);
  free(path);
  return version;
}

void grammars_prefer(const strings *folders)
{
  const char *given = getenv(GRAMMAR_PATH);
  char *here = getcwd(NULL, 0);
  textbuf list = { 0 };
  for (size_t i = 0; i < folders->size; i++) {
    char *path = path_absolute(here ? here : "/", folders->data[i]);
    text_printf(&list, "%s:", path);
    free(path);
  }
  text_puts(&list, given ? given : "");
  if (folders->size)
    (void)setenv(GRAMMAR_PATH, list.data, 1);
  text_free(&list);
  free(here);
}
