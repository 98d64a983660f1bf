/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `clang-hdd reduce`: from the command line to the result.
 *
 * make_stages has the whole sequence. Each stage is a value that is made from
 * those before it; a stage that fails has printed the error, and its exit code
 * is that of the program.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/grammars.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/names.h"
#include "clang-hdd/stages.h"
#include "base/files.h"
#include "compiler/languages.h"

/* ---- the output ---- */

/* Does the result go to the current folder instead of the file's? The files
 * that a compiler leaves for a report are in /tmp or a store. */
static bool is_here(const subject *of)
{
  const request *asked = of->request;
  return !asked->output && !asked->in_place &&
         (output_goes_here(of->file) ||
          (of->given->is_report && access(".", W_OK) == 0));
}

static exit_code open_output(output *out, const subject *of)
{
  const request *asked = of->request;
  if (asked->in_place && of->given->preface)
    return progress_fail(EXIT_USAGE,
                         "--in-place: %s is a report, which stays as it is; "
                         "use -o",
                         of->file);
  output_place place = !asked->in_place ? OUTPUT_FILE
                       : asked->resume  ? OUTPUT_IN_PLACE_AGAIN
                                        : OUTPUT_IN_PLACE;
  rd_error err = { 0 };
  const output_files files = { of->files, of->reduced_count, subject_base(of) };
  const char *named = !is_here(of) ? of->file
                      : of->files  ? base_name(of->file)
                                   : base_name(of->file_name);
  rd_status status =
      of->files
          ? output_init_files(out, named, asked->output, place, &files, &err)
          : output_init(out, named, asked->output, place, &err);
  return status ? progress_fail_write(&err) : EXIT_DONE;
}

/* ---- --dump-tree ---- */

static exit_code dump_tree(const subject *of)
{
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  rd_options options = request_options(of->request);
  rd_status status =
      rd_server_parse(&tree, of->server, NULL, of->input, of->input_size,
                      RD_PREPARE_ALL & ~options.prepare_off, &err);
  const char *notice = rd_server_notice(of->server);
  if (notice)
    progress_notice("%s", notice);
  if (status)
    return progress_fail_error(&err);
  char *sexp = rd_tree_to_sexp(tree);
  (void)puts(sexp);
  free(sexp);
  rd_tree_free(tree);
  return command_printed("--dump-tree");
}

/* ---- the stages ---- */

static exit_code make_stages(bool *summarized_out, stages *self)
{
  const request *asked = &self->request;
  *summarized_out = true;

  /* --bisect: the bisected compiler comes first, since it also reduces the
   * file, and builds take long. */
  exit_code code = alongside_start(&self->alongside, asked);
  if (code)
    return code;

  /* The subject: file, command, compiler, front end. */
  const strings *bad = alongside_command(self->alongside);
  code = subject_find(&self->subject, asked, bad);
  if (!code && !asked->dump_tree)
    code = open_output(&self->output, &self->subject);
  if (!code)
    code = subject_start(&self->subject);
  if (code)
    return code;
  if (asked->dump_tree) {
    *summarized_out = false;
    return dump_tree(&self->subject);
  }
  if (asked->wrong.code)
    code = subject_find_wrong(&self->subject);
  if (code)
    return code;

  /* --resume: a complete run is not repeated. */
  code = resume_find(&self->journal, &self->subject, &self->output);
  if (code)
    return code;
  if (self->journal.done)
    return alongside_await(self->alongside);

  /* The property to preserve. */
  const run_file *earlier = self->journal.earlier;
  code = property_find(&self->property, &self->subject,
                       earlier ? &earlier->limits : NULL);
  if (!code)
    code = property_check_reads(&self->property);
  if (code)
    return code;

  /* The text that the reduction begins with. */
  code = original_make(&self->original, &self->property);
  if (code)
    return code;

  /* The oracle, which decides whether a text still has the property. */
  code = oracle_make(&self->oracle, &self->property, &self->original,
                     &self->output);
  if (code)
    return code;
  if (asked->explain_oracle) {
    *summarized_out = false;
    return explain_oracle(self);
  }

  /* The reduction, which writes the result. */
  self->reduction = (reduction){ .request = asked,
                                 .subject = &self->subject,
                                 .property = &self->property,
                                 .original = &self->original,
                                 .oracle = &self->oracle,
                                 .journal = &self->journal,
                                 .alongside = self->alongside,
                                 .out = &self->outcome };
  code = reduction_run(&self->reduction);
  if (code)
    return code;

  /* Findings about the result. */
  report *about = &self->outcome.report;
  find_triage(about, self);
  return write_report(about, &self->outcome.report_path, self);
}

/* In reverse order; a stage that was not reached is zero. */
static void dispose(stages *self)
{
  outcome_dispose(&self->outcome);
  resume_dispose(&self->journal);
  oracle_dispose(&self->oracle);
  reduction_dispose(&self->reduction);
  alongside_free(self->alongside);
  original_dispose(&self->original);
  property_dispose(&self->property);
  subject_dispose(&self->subject);
  output_dispose(&self->output);
  request_dispose(&self->request);
}

static exit_code reduce(stages *self)
{
  bool summarized;
  exit_code code = make_stages(&summarized, self);
  if (!summarized)
    return code;
  progress_clear();
  summary_print(self);
  summary_print_json(self, code);
  const char *printed = self->request.print_diff ? "--print-diff"
                        : self->request.json     ? "--json"
                                                 : NULL;
  return printed && !code ? command_printed(printed) : code;
}

/* ---- the command ---- */

static exit_code run(stages *self, const command *shown)
{
  const request *asked = &self->request;
  exit_code code = EXIT_DONE;
  if (request_needs_file(asked))
    return reduce(self);
  if (asked->help)
    help_print(stdout, shown);
  else if (asked->version)
    (void)puts("clang-hdd " HDD_VERSION);
  else
    code = names_list(asked);
  return code ? code : command_printed("reduce");
}

/* Is it a source, or a file that the run reads or writes? */
static bool is_taken(const request *asked, const char *path)
{
  const char *const named[] = { asked->test, asked->output };
  bool is = path_is_regular(path) && language_suffix(path) != SUFFIX_UNKNOWN;
  for (size_t i = 0; i < 2 && !is; i++)
    is = named[i] && (!strcmp(named[i], path) || path_same(named[i], path));
  for (size_t i = 0; i < asked->files.size && !is; i++)
    is = path_same(asked->files.data[i], path);
  for (size_t i = 0; i < asked->command.size && !is; i++)
    is = path_same(asked->command.data[i], path);
  return is;
}

/* --log-file: sends what is said there. *before_out: standard error, or -1. */
static exit_code open_log(int *before_out, const request *asked)
{
  if (!asked->log_file)
    return EXIT_DONE;
  if (is_taken(asked, asked->log_file))
    return progress_fail(EXIT_USAGE,
                         "--log-file %s: the log would end up in a file that "
                         "is read or written here; name another",
                         asked->log_file);
  *before_out = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  int fd =
      open(asked->log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
    return progress_fail(EXIT_OUTPUT, "--log-file %s: %s", asked->log_file,
                         strerror(errno));
  (void)close(fd);
  return EXIT_DONE;
}

/* Says on standard error whether the log lacks something. */
static exit_code close_log(int before, const request *asked, exit_code code)
{
  if (before < 0)
    return code;
  bool failed = ferror(stderr);
  (void)dup2(before, STDERR_FILENO);
  (void)close(before);
  if (!failed)
    return code;
  clearerr(stderr);
  (void)progress_fail(EXIT_OUTPUT, "--log-file %s: it cannot be written",
                      asked->log_file);
  return code ? code : EXIT_OUTPUT;
}

exit_code command_reduce(int argc, const char *const *argv)
{
  interrupt_install();
  stages self = { 0 };
  char *problem = NULL;
  int before = -1;
  exit_code code = request_parse(&self.request, argc, argv, &problem);
  progress_init(self.request.quiet, self.request.verbose);
  if (code) {
    (void)progress_fail(code, "%s", problem);
    summary_print_json(&self, code);
  } else if (!(code = open_log(&before, &self.request))) {
    progress_init(self.request.quiet, self.request.verbose);
    grammars_prefer(&self.request.grammar);
    code = run(&self, argc ? command_find(argv[0]) : NULL);
  }
  free(problem);
  code = close_log(before, &self.request, code);
  dispose(&self);
  return code;
}
