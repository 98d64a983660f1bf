/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a worker needs to know from the start: a copy of a server's options. */
#include "server/parts.h"

#include <stdlib.h>

static const char *keep(worker_setup *setup, const char *string)
{
  return string ? strings_take(&setup->kept, mem_copy(string)) : NULL;
}

void worker_setup_init(worker_setup *out, const rd_server_options *options)
{
  const rd_frontend_options *from = &options->options;
  *out = (worker_setup){ .by_semicolons = options->by_semicolons,
                         .or_suffix = options->or_suffix };
  for (const char *const *arg = from->args; arg && *arg; arg++)
    strings_add(&out->args, *arg);
  out->frontend = keep(out, options->frontend);
  out->module_dir = keep(out, options->module_dir);
  out->options = (rd_frontend_options){
    .version = RD_FRONTEND_ABI,
    .file_name = keep(out, from->file_name),
    .language = keep(out, from->language),
    .directory = keep(out, from->directory),
    .args = from->args ? strings_argv(&out->args) : NULL,
    .target_macros = keep(out, from->target_macros),
    .relax = from->relax,
  };
  out->about = mem_alloc(options->file_count, sizeof *out->about);
  for (size_t i = 0; i < options->file_count; i++) {
    const rd_server_file *file = &options->files[i];
    strings_add(&out->files, file->name);
    out->about[i] = (rd_server_file){ .name = keep(out, file->name),
                                      .language = keep(out, file->language),
                                      .is_fixed = file->is_fixed };
  }
}

void worker_setup_dispose(worker_setup *setup)
{
  strings_free(&setup->kept);
  strings_free(&setup->args);
  strings_free(&setup->files);
  free(setup->about);
}
