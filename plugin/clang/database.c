/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The commands of compile_commands.json.
 *
 * libclang splits "command" as the platform does and puts response files in
 * their place. It also improves commands for its own parser: behind a program
 * whose name begins with a target or ends in ++ it inserts --target= and
 * --driver-mode=, which no compiler but clang understands; those are taken out
 * again. All commands are asked for, because for a file that the database does
 * not have libclang makes a command up, from another file's.
 */
#include "database.h"

#include <clang-c/CXCompilationDatabase.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"

/* Is it an argument that libclang has inserted behind the program? */
static int is_inserted(const char *program, unsigned index, const char *arg)
{
  return index > 0 && index < 3 && !strstr(program, "clang") &&
         (!strncmp(arg, "--target=", strlen("--target=")) ||
          !strncmp(arg, "--driver-mode=", strlen("--driver-mode=")));
}

static char *take_string(CXString string)
{
  const char *text = clang_getCString(string);
  char *copy = mem_format("%s", text ? text : "");
  clang_disposeString(string);
  return copy;
}

static void tell_command(CXCompileCommand from, rd_each_command_fn each,
                         void *payload)
{
  unsigned count = clang_CompileCommand_getNumArgs(from), kept = 0;
  char **args = mem_alloc(count + 1, sizeof *args);
  for (unsigned i = 0; i < count; i++) {
    char *arg = take_string(clang_CompileCommand_getArg(from, i));
    if (kept && is_inserted(args[0], i, arg))
      free(arg);
    else
      args[kept++] = arg;
  }
  args[kept] = NULL;
  char *directory = take_string(clang_CompileCommand_getDirectory(from));
  char *file = take_string(clang_CompileCommand_getFilename(from));
  rd_compile_command command = { directory, file, (const char *const *)args };
  each(payload, &command);
  for (unsigned i = 0; i < kept; i++)
    free(args[i]);
  free(args);
  free(directory);
  free(file);
}

rd_status database_commands(const char *folder, rd_each_command_fn each,
                            void *payload, rd_error *err)
{
  CXCompilationDatabase_Error code = CXCompilationDatabase_NoError;
  CXCompilationDatabase database =
      clang_CompilationDatabase_fromDirectory(folder, &code);
  if (code != CXCompilationDatabase_NoError)
    return rd_fail(err, RD_ERR_INVALID,
                   "libclang reads no compilation database in %s", folder);
  CXCompileCommands commands =
      clang_CompilationDatabase_getAllCompileCommands(database);
  unsigned count = clang_CompileCommands_getSize(commands);
  for (unsigned i = 0; i < count; i++)
    tell_command(clang_CompileCommands_getCommand(commands, i), each, payload);
  clang_CompileCommands_dispose(commands);
  clang_CompilationDatabase_dispose(database);
  return RD_OK;
}
