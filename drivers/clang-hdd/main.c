/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clang-hdd: reduces a file that crashes a compiler.
 *
 * main() runs the command that is asked for (commands.h). Here is `reduce`: the
 * steps of a run in their order; session.h says what each does.
 */
#include <stdlib.h>

#include "clang-hdd/alongside.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/explain.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/json.h"
#include "clang-hdd/names.h"
#include "clang-hdd/report_step.h"
#include "clang-hdd/resume.h"
#include "clang-hdd/summary.h"
#include "clang-hdd/triage_step.h"

static exit_code reduce(session *self)
{
  exit_code code = session_prepare(self);
  if (!code)
    code = session_start(self);
  if (!code && self->options.dump_tree)
    return session_dump_tree(self);
  if (!code)
    code = resume_find(self);
  bool done = resume_is_done(self);
  if (!code && done)
    code = alongside_await(self);
  if (!code && !done)
    code = session_baseline(self);
  if (!code && !done) {
    resume_limits(self);
    code = session_preprocess(self);
  }
  if (!code && self->preprocessed)
    session_parse_ahead(self);
  if (!code && !done)
    code = session_locate(self);
  if (!code && !done && self->options.explain_oracle)
    return session_explain(self);
  if (!code && !done)
    code = session_reduce(self);
  if (!code && !done) {
    session_triage(self);
    code = session_report(self);
  }
  if (self->has_result)
    summary_print(self);
  if (self->options.json)
    json_end(self, code);
  return code;
}

static exit_code run(session *self, const command *shown)
{
  const cli *options = &self->options;
  if (options->help)
    help_print(stdout, shown);
  else if (options->version)
    (void)puts("clang-hdd " HDD_VERSION);
  else if (options->list_algorithms)
    names_list_algorithms(stdout);
  else if (options->list_passes)
    return names_list_passes(self, stdout);
  else if (options->list_frontends)
    return names_list_frontends(self, stdout);
  else
    return reduce(self);
  return EXIT_DONE;
}

exit_code command_reduce(int argc, const char *const *argv)
{
  interrupt_install();
  session self = { .version = HDD_VERSION };
  char *problem = NULL;
  exit_code code = cli_parse(&self.options, argc, argv, &problem);
  progress_init(&self.progress, &self.options);
  if (code)
    (void)session_fail(&self, code, "%s", problem);
  else
    code = run(&self, argc ? command_find(argv[0]) : NULL);
  free(problem);
  session_dispose(&self);
  return code;
}

int main(int argc, char **argv)
{
  static const command_fn functions[] = {
#define COMMAND(name, synopsis, summary) command_##name,
#include "clang-hdd/commands.def"
#undef COMMAND
  };
  return (int)commands_run(functions, argc, (const char *const *)argv);
}
