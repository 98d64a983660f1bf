/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "grammars_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

rd_server *grammar_server(const char *file_name)
{
  rd_server *server = NULL;
  rd_server_options options = RD_SERVER_OPTIONS_INIT;
  options.options.version = RD_FRONTEND_ABI;
  options.options.file_name = file_name;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  const char *frontend = rd_server_choice(server)->frontend;
  ck_assert_msg(!strcmp(frontend, "grammar") || !strcmp(frontend, "blocks"),
                "%s: no grammar", file_name);
  return server;
}

bool grammars_are_installed(void)
{
  char core[4096];
  const char *folder = getenv("CLANG_HDD_GRAMMARS");
  (void)snprintf(core, sizeof core, "%s/libtree-sitter.so",
                 folder ? folder : "");
  return access(core, R_OK) == 0;
}
