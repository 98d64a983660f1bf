/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs clang-hdd and other reducers on a set of cases, one run at a time, and
 * writes a table:
 *
 *   bench [OPTION...] RESULTS [CASE...]
 *
 * A case is a folder with input.c, cmd (the compiler's command line), pattern (an
 * extended regular expression on its output) and test.sh (exit 0: crashes so); a
 * folder of such folders stands for all of them. RESULTS gets report.json,
 * report.md, and what each tool left and said. Rows of an earlier report.json in
 * RESULTS are kept if they are not measured again, so a long table can be made in
 * parts, and is written after every run. Without a CASE only the tables are
 * written anew.
 *
 * The peers that are installed (creduce, cvise) are run unless --tools chooses;
 * others are added with --tool NAME=COMMAND, a command in which {test} is the
 * interestingness test, {file} the file that it reduces in place and {jobs} the
 * number of jobs.
 */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench.h"
#include "base/files.h"
#include "compiler/words.h"

typedef struct tool_list {
  bench_tool data[16];
  size_t size;
} tool_list;

typedef struct case_list {
  bench_case *data;
  size_t size;
} case_list;

static _Noreturn void fail(const char *message)
{
  (void)fprintf(stderr, "bench: %s\n", message);
  exit(1);
}

/* ---- tools ---- */

static void dispose_tool(bench_tool *at)
{
  free(at->name);
  free(at->version);
  strings_free(&at->words);
}

static bool add_tool(tool_list *list, const char *name, const char *command)
{
  if (list->size == sizeof list->data / sizeof *list->data)
    fail("too many tools");
  bench_tool *at = &list->data[list->size];
  *at = (bench_tool){ .name = mem_copy(name) };
  if (!words_split(&at->words, command))
    fail("a tool's command has a quote that is not closed");
  char *found = at->words.size ? path_program(at->words.data[0]) : NULL;
  bool here = !at->words.size || found;
  free(found);
  if (here)
    list->size++;
  else
    dispose_tool(at);
  return here;
}

static void add_known_tools(tool_list *list)
{
  (void)add_tool(list, "clang-hdd", "");
  (void)add_tool(list, "creduce", "creduce --n {jobs} --tidy {test} {file}");
  (void)add_tool(list, "cvise", "cvise --n {jobs} --tidy {test} {file}");
}

static bool has_tool(const tool_list *list, const char *name)
{
  for (size_t i = 0; i < list->size; i++)
    if (!strcmp(list->data[i].name, name))
      return true;
  return false;
}

/* Keeps those that are named, in the order of the names. */
static void choose_tools(tool_list *list, const char *names)
{
  tool_list kept = { 0 };
  char *copy = mem_copy(names), *rest = copy;
  for (char *name; (name = strsep(&rest, ","));) {
    size_t i = 0;
    while (i < list->size && strcmp(list->data[i].name, name) != 0)
      i++;
    if (i == list->size) {
      (void)fprintf(stderr,
                    "bench: %s: not installed, or unknown; name it "
                    "with --tool\n",
                    name);
      exit(1);
    }
    kept.data[kept.size++] = list->data[i];
  }
  free(copy);
  for (size_t i = 0; i < list->size; i++)
    if (!has_tool(&kept, list->data[i].name))
      dispose_tool(&list->data[i]);
  *list = kept;
}

/* The first line that `PROGRAM --version` prints. */
static void find_version(bench_tool *at, bench *self)
{
  const char *argv[] = { at->words.size ? at->words.data[0] : self->program,
                         "--version", NULL };
  rd_run_spec spec = { .argv = argv, .limits = { .wall_ms = 10000 } };
  rd_run run = { 0 };
  rd_error err = { 0 };
  if (rd_keeper_run(&run, self->keeper, &spec, &err))
    fail(err.message);
  const char *line = run.output ? run.output : "";
  line += strspn(line, "\n");
  at->version = mem_copy_bytes(line, strcspn(line, "\n"));
  rd_run_dispose(&run);
}

/* ---- cases ---- */

/* The words of cmd but for input and output, which are the reducer's. */
static void read_command(strings *out, const char *line)
{
  strings words = { 0 };
  if (!words_split(&words, line))
    fail("a cmd has a quote that is not closed");
  for (size_t i = 0; i < words.size; i++)
    if (!strcmp(words.data[i], "-o") && i + 1 < words.size)
      i++;
    else if (strcmp(words.data[i], "input.c") != 0)
      strings_add(out, words.data[i]);
  strings_free(&words);
}

static char *read_field(const char *folder, const char *name, size_t *size_out)
{
  char *path = mem_format("%s/%s", folder, name), *text;
  rd_error err = { 0 };
  if (file_read(&text, size_out, path, &err))
    fail(err.message);
  free(path);
  return text;
}

static bool is_case(const char *folder)
{
  char *path = mem_format("%s/cmd", folder);
  bool exists = path_exists(path);
  free(path);
  return exists;
}

static void add_case(case_list *list, const char *folder)
{
  size_t size;
  list->data = mem_resize(list->data, list->size + 1, sizeof *list->data);
  bench_case *at = &list->data[list->size++];
  *at = (bench_case){ .folder = realpath(folder, NULL) };
  if (!at->folder)
    fail(strerror(errno));
  at->name = mem_copy(base_name(at->folder));
  at->text = read_field(folder, "input.c", &at->size);
  at->pattern = read_field(folder, "pattern", &size);
  at->pattern[strcspn(at->pattern, "\n")] = '\0';
  char *line = read_field(folder, "cmd", &size);
  line[strcspn(line, "\n")] = '\0';
  read_command(&at->command, line);
  free(line);
}

static void add_cases(case_list *list, const char *folder)
{
  if (is_case(folder)) {
    add_case(list, folder);
    return;
  }
  struct dirent **entries;
  int count = scandir(folder, &entries, NULL, alphasort);
  if (count < 0)
    fail(strerror(errno));
  for (int i = 0; i < count; i++) {
    char *path = mem_format("%s/%s", folder, entries[i]->d_name);
    if (entries[i]->d_name[0] != '.' && is_case(path))
      add_case(list, path);
    free(path);
    free(entries[i]);
  }
  free(entries);
}

/* ---- the report ---- */

static char *processor_name(void)
{
  char line[512], *name = NULL;
  FILE *in = fopen("/proc/cpuinfo", "re");
  while (in && !name && fgets(line, sizeof line, in))
    if (starts_with(line, "model name")) {
      const char *value = strchr(line, ':');
      value += value ? 1 + strspn(value + 1, " ") : 0;
      name = value ? mem_copy_bytes(value, strcspn(value, "\n")) : NULL;
    }
  if (in)
    (void)fclose(in);
  return name ? name : mem_copy("unknown processor");
}

static json_t *describe_machine(void)
{
  struct utsname system;
  char *processor = processor_name();
  (void)uname(&system);
  char *name =
      mem_format("%s %s %s", system.sysname, system.release, system.machine);
  json_t *machine =
      json_pack("{s:s, s:s, s:I}", "system", name, "processor", processor,
                "processors", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN));
  free(name);
  free(processor);
  return machine;
}

/* Rows of an earlier report. */
static json_t *read_rows(const char *path)
{
  json_t *report = json_load_file(path, 0, NULL);
  json_t *rows = json_incref(json_object_get(report, "rows"));
  json_decref(report);
  return rows ? rows : json_array();
}

static void put_row(json_t *rows, json_t *row)
{
  size_t index;
  json_t *old;
  json_array_foreach(rows, index, old)
  {
    if (json_equal(json_object_get(old, "case"),
                   json_object_get(row, "case")) &&
        json_equal(json_object_get(old, "tool"),
                   json_object_get(row, "tool"))) {
      (void)json_array_set_new(rows, index, row);
      return;
    }
  }
  (void)json_array_append_new(rows, row);
}

/* Adds a name that is not there yet. */
static void put_name(json_t *names, const char *name)
{
  size_t index;
  json_t *value;
  json_array_foreach(names, index, value)
  {
    if (!strcmp(json_string_value(value), name))
      return;
  }
  (void)json_array_append_new(names, json_string(name));
}

static json_t *make_report(const bench *self, const tool_list *tools,
                           const char *path)
{
  json_t *list = json_array(), *cases = json_array(), *rows = read_rows(path);
  for (size_t i = 0; i < tools->size; i++)
    (void)json_array_append_new(list, json_pack("{s:s, s:s}", "name",
                                                tools->data[i].name, "version",
                                                tools->data[i].version));
  size_t index;
  json_t *row;
  json_array_foreach(rows, index, row)
      put_name(cases, json_string_value(json_object_get(row, "case")));
  return json_pack("{s:o, s:I, s:f, s:o, s:o, s:o}", "machine",
                   describe_machine(), "jobs", (json_int_t)self->jobs,
                   "limit_s", self->limit_ms / 1000.0, "tools", list, "cases",
                   cases, "rows", rows);
}

static void print_tables(FILE *out, const bench *self, const json_t *report)
{
  table_print(out, report);
  effort_print(out, report, self->until);
}

static void write_passes(const bench *self, const json_t *report)
{
  rd_error err = { 0 };
  FILE *out = self->passes ? fopen(self->passes, "we") : NULL;
  if (self->passes && !out)
    fail("cannot write the table of passes");
  if (out && passes_print(out, report, &err))
    fail(err.message);
  if (out && fclose(out))
    fail("cannot write the table of passes");
}

static void write_report(const bench *self, const json_t *report,
                         const char *path, const char *table)
{
  FILE *out = fopen(table, "we");
  if (!out || json_dump_file(report, path, JSON_INDENT(1)))
    fail("cannot write the report");
  print_tables(out, self, report);
  if (fclose(out))
    fail("cannot write the report");
  write_passes(self, report);
}

/* Lines of a case, a tab, and a number of tokens. */
static json_t *read_until(const char *path)
{
  json_t *until = json_object();
  rd_error err = { 0 };
  char *text;
  size_t size;
  if (file_read(&text, &size, path, &err))
    fail(err.message);
  char *rest = text;
  for (char *line; (line = strsep(&rest, "\n"));) {
    char *tab = strchr(line, '\t');
    if (!tab)
      continue;
    *tab = '\0';
    (void)json_object_set_new(until, line,
                              json_integer(strtol(tab + 1, NULL, 10)));
  }
  free(text);
  return until;
}

/* ---- the run ---- */

static void run_all(bench *self, const tool_list *tools, const case_list *cases)
{
  char *path = mem_format("%s/report.json", self->results);
  char *table = mem_format("%s/report.md", self->results);
  json_t *report = make_report(self, tools, path);
  for (size_t i = 0; i < cases->size; i++)
    for (size_t j = 0; j < tools->size; j++) {
      const bench_case *at = &cases->data[i];
      rd_error err = { 0 };
      (void)fprintf(stderr, "%s: %s\n", at->name, tools->data[j].name);
      json_t *row = bench_run(self, &tools->data[j], at, &err);
      if (!row)
        fail(err.message);
      put_name(json_object_get(report, "cases"), at->name);
      put_row(json_object_get(report, "rows"), row);
      write_report(self, report, path, table);
    }
  write_report(self, report, path, table);
  print_tables(stdout, self, report);
  json_decref(report);
  free(table);
  free(path);
}

static void usage(FILE *out)
{
  (void)fputs(
      "usage: bench [OPTION...] RESULTS [CASE...]\n"
      "  --clang-hdd PROGRAM     the clang-hdd to run (default: in PATH)\n"
      "  --tools NAME,...        only these, the first is compared with the "
      "others\n"
      "  --tool NAME=COMMAND     another one; {test} {file} {jobs} in its "
      "words\n"
      "  --option OPTION         one more argument for clang-hdd\n"
      "  --passes FILE           write what each pass was worth\n"
      "  --until FILE            sizes to be measured by: lines of a case, a "
      "tab,\n                          tokens\n"
      "  --jobs N                jobs of each tool (1)\n"
      "  --limit SECONDS         of a run (900)\n",
      out);
}

static void set_program(bench *self, const char *name)
{
  char *found = path_program(name);
  self->program = found ? realpath(found, NULL) : NULL;
  free(found);
  if (!self->program)
    fail("clang-hdd is not found; name it with --clang-hdd");
}

static void free_all(bench *self, tool_list *tools, case_list *cases)
{
  for (size_t i = 0; i < tools->size; i++)
    dispose_tool(&tools->data[i]);
  for (size_t i = 0; i < cases->size; i++) {
    free(cases->data[i].name);
    free(cases->data[i].folder);
    free(cases->data[i].text);
    free(cases->data[i].pattern);
    strings_free(&cases->data[i].command);
  }
  free(cases->data);
  rd_keeper_free(self->keeper);
  strings_free(&self->options);
  json_decref(self->until);
  free((char *)(uintptr_t)self->program);
  free((char *)(uintptr_t)self->results);
  free(self->scratch);
}

/* What the command line says besides the folder and the cases. */
struct choice {
  const char *names, *program;
};

static bool take_option(bench *self, tool_list *tools, struct choice *choice,
                        int option)
{
  char *equals = optarg ? strchr(optarg, '=') : NULL;
  if (option == 'c')
    choice->program = optarg;
  else if (option == 't')
    choice->names = optarg;
  else if (option == 'o')
    strings_add(&self->options, optarg);
  else if (option == 'p')
    self->passes = optarg;
  else if (option == 'u' && !self->until)
    self->until = read_until(optarg);
  else if (option == 'j')
    self->jobs = (unsigned)strtoul(optarg, NULL, 10);
  else if (option == 'l')
    self->limit_ms = (uint32_t)(strtod(optarg, NULL) * 1000);
  else if (option == 'a' && equals) {
    *equals = '\0';
    if (!add_tool(tools, optarg, equals + 1))
      fail("the program of --tool is not installed");
  } else {
    return false;
  }
  return true;
}

static void set_up(bench *self, tool_list *tools, const struct choice *choice,
                   const char *results)
{
  rd_error err = { 0 };
  if (rd_scratch_new(&self->scratch, &err) ||
      rd_keeper_new(&self->keeper, self->scratch, &err))
    fail(err.message);
  set_program(self, choice->program);
  if (choice->names)
    choose_tools(tools, choice->names);
  if (mkdir(results, 0777) && errno != EEXIST)
    fail(strerror(errno));
  self->results = realpath(results, NULL);
  for (size_t i = 0; i < tools->size; i++)
    find_version(&tools->data[i], self);
}

int main(int argc, char **argv)
{
  static const struct option options[] = {
    { "clang-hdd", required_argument, NULL, 'c' },
    { "tools", required_argument, NULL, 't' },
    { "tool", required_argument, NULL, 'a' },
    { "option", required_argument, NULL, 'o' },
    { "passes", required_argument, NULL, 'p' },
    { "until", required_argument, NULL, 'u' },
    { "jobs", required_argument, NULL, 'j' },
    { "limit", required_argument, NULL, 'l' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
  };
  bench self = { .jobs = 1, .limit_ms = 900000 };
  struct choice choice = { .program = "clang-hdd" };
  tool_list tools = { 0 };
  case_list cases = { 0 };
  add_known_tools(&tools);
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) >= 0;)
    if (!take_option(&self, &tools, &choice, option)) {
      usage(option == 'h' ? stdout : stderr);
      return option != 'h';
    }
  if (argc - optind < 1 || !self.jobs || !self.limit_ms) {
    usage(stderr);
    return 1;
  }
  set_up(&self, &tools, &choice, argv[optind]);
  for (int i = optind + 1; i < argc; i++)
    add_cases(&cases, argv[i]);
  run_all(&self, &tools, &cases);
  free_all(&self, &tools, &cases);
  return 0;
}
