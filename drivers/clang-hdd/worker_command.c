/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd worker`: checks the command line and becomes the program that
 * serves (drivers/gearman). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/modules.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/cores.h"
#include "engine/carrier.h"

typedef struct worker_options {
  char *server;
  strings compiler;
  uint64_t jobs;
  bool allow_scripts, no_sandbox, quiet, help;
} worker_options;

#define OPTIONS worker_options
static const option_row rows[] = {
#include "clang-hdd/worker_options.def"
};
const option_table options_worker = OPTION_TABLE(rows);

static exit_code serve(const worker_options *options)
{
  char *program = modules_program(CARRY_PROGRAM);
  if (!program)
    return progress_fail(EXIT_USAGE,
                         "worker: this program was built without workers; "
                         "libgearman, libseccomp or zlib was missing");
  uint64_t jobs = options->jobs ? options->jobs : cores_available();
  char *count = mem_format("%llu", (unsigned long long)jobs);
  char *flags =
      mem_format("-%s%s%s", options->allow_scripts ? "s" : "",
                 options->no_sandbox ? "f" : "", options->quiet ? "q" : "");
  strings words = { 0 };
  const char *const first[] = { program, "serve", options->server, count,
                                flags };
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    strings_add(&words, first[i]);
  strings_add_all(&words, &options->compiler);
  (void)execv(program, (char *const *)(uintptr_t)strings_argv(&words));
  exit_code code = progress_fail(EXIT_INTERNAL, "worker: cannot start %s: %s",
                                 program, strerror(errno));
  strings_free(&words);
  free(flags);
  free(count);
  free(program);
  return code;
}

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  const worker_options *options = payload;
  if (words->size || rest->size)
    return progress_fail(EXIT_USAGE,
                         "worker %s: it takes no words; name "
                         "compilers with --compiler",
                         words->size ? words->data[0] : rest->data[0]);
  if (!options->server)
    return progress_fail(EXIT_USAGE, "worker: name the machine where gearmand "
                                     "runs with --server HOST");
  char *problem = carrier_check_server(options->server);
  exit_code code =
      problem ? progress_fail(EXIT_USAGE, "%s", problem) : EXIT_DONE;
  free(problem);
  if (!code && !options->compiler.size && !options->allow_scripts)
    code = progress_fail(EXIT_USAGE, "worker: name the compilers that it may "
                                     "run with --compiler");
  for (size_t i = 0; i < options->compiler.size && !code; i++)
    code = command_check_compiler(options->compiler.data[i]);
  return code ? code : serve(options);
}

exit_code command_worker(int argc, const char *const *argv)
{
  return command_run("worker", run, argc, argv);
}
