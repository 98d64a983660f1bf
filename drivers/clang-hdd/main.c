/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-hdd: runs the requested command (commands.h). */
#include "clang-hdd/commands.h"

int main(int argc, char **argv)
{
  static const command_fn functions[] = {
#define COMMAND(name, synopsis, summary) command_##name,
#include "clang-hdd/commands.def"
#undef COMMAND
  };
  return (int)commands_run(functions, argc, (const char *const *)argv);
}
