/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads front ends and reports why one cannot be used. */
#include "server/parts.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Its address identifies this library. */
static const char anchor;

void modules_folders_find(strings *out, const char *folder)
{
  Dl_info library;
  char file[PATH_MAX], *slash = NULL;
  if (dladdr(&anchor, &library) && realpath(library.dli_fname, file))
    slash = strrchr(file, '/');
  if (slash)
    *slash = '\0';
  modules_folders(out, folder, slash ? file : NULL);
}

static rd_status fail_missing(const strings *folders, const char *name,
                              rd_error *err)
{
  textbuf tried = { 0 };
  for (size_t i = 0; i < folders->size; i++)
    text_printf(&tried, "%s%s", i ? ", " : "", folders->data[i]);
  rd_status status = rd_fail(err, RD_ERR_NOTFOUND,
                             "no front end '%s': reduce-%s.so is not in %s",
                             name, name, tried.data);
  text_free(&tried);
  return status;
}

/* The message of dlerror(3) already names the file. */
static rd_status fail_dlopen(const char *name, rd_error *err)
{
  const char *why = dlerror();
  return rd_fail(err, RD_ERR_INVALID, "front end '%s' cannot be loaded: %s",
                 name, why ? why : "unknown error");
}

static rd_status fail_version(const char *name, const char *file,
                              uint32_t version, rd_error *err)
{
  return rd_fail(err, RD_ERR_INVALID,
                 "front end '%s' has interface version %u, not %u: %s", name,
                 version, RD_FRONTEND_ABI, file);
}

/* Loads a module and finds its exported symbol; *file_out: free(). */
static rd_status open_module(void **handle_out, void **symbol_out,
                             char **file_out, const strings *folders,
                             const char *name, const char *exported,
                             rd_error *err)
{
  char *module = mem_format("reduce-%s.so", name);
  *file_out = strchr(name, '/') ? NULL : modules_find(folders, module);
  free(module);
  if (!*file_out)
    return fail_missing(folders, name, err);
  *handle_out = dlopen(*file_out, RTLD_NOW | RTLD_LOCAL);
  if (!*handle_out)
    return fail_dlopen(name, err);
  *symbol_out = dlsym(*handle_out, exported);
  if (*symbol_out)
    return RD_OK;
  (void)dlclose(*handle_out);
  return rd_fail(err, RD_ERR_INVALID, "%s is not a front end: it lacks %s",
                 *file_out, exported);
}

rd_status modules_load(const rd_frontend **out, void **handle_out,
                       const strings *folders, const char *name, rd_error *err)
{
  void *handle = NULL, *symbol;
  char *file;
  rd_frontend_entry_fn entry;
  rd_status status = open_module(&handle, &symbol, &file, folders, name,
                                 RD_FRONTEND_ENTRY, err);
  if (!status) {
    memcpy(&entry, &symbol, sizeof entry);
    const rd_frontend *found = *out = entry();
    if (!found || found->abi != RD_FRONTEND_ABI)
      status = fail_version(name, file, found ? found->abi : 0, err);
    else if (!found->open || !found->parse || !found->close)
      status =
          rd_fail(err, RD_ERR_INVALID,
                  "front end '%s' lacks open, parse or close: %s", name, file);
    if (status)
      (void)dlclose(handle);
    else if (handle_out)
      *handle_out = handle;
  }
  free(file);
  return status;
}

rd_status modules_lexicon(const rd_lexicon **out, const strings *folders,
                          const char *name, rd_error *err)
{
  void *handle = NULL, *symbol;
  char *file;
  rd_lexicon_entry_fn entry;
  rd_status status = open_module(&handle, &symbol, &file, folders, name,
                                 RD_LEXICON_ENTRY, err);
  if (!status) {
    memcpy(&entry, &symbol, sizeof entry);
    const rd_lexicon *lexicon = entry();
    if (lexicon && lexicon->abi == RD_FRONTEND_ABI)
      *out = lexicon;
    else
      status = fail_version(name, file, lexicon ? lexicon->abi : 0, err);
  }
  free(file);
  return status;
}

rd_status rd_frontends_each(const char *module_dir, rd_each_frontend_fn each,
                            void *payload, rd_error *err)
{
  strings folders = { 0 }, names = { 0 };
  modules_folders_find(&folders, module_dir);
  modules_names(&names, &folders);
  rd_status status = RD_OK;
  if (!names.size)
    status =
        rd_fail(err, RD_ERR_NOTFOUND, "no front ends in %s", folders.data[0]);
  for (size_t i = 0; i < names.size; i++) {
    rd_error why;
    void *handle = NULL;
    const rd_frontend *frontend;
    if (modules_load(&frontend, &handle, &folders, names.data[i], &why)) {
      each(payload, names.data[i], NULL, why.message);
      continue;
    }
    each(payload, names.data[i], frontend, NULL);
    (void)dlclose(handle);
  }
  strings_free(&names);
  strings_free(&folders);
  return status;
}
