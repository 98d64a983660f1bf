/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Brings a compiler to the point at which a fork saves most.
 *
 * clang opens its text after almost all of its preparations, so it is stopped
 * there. gcc reads its text at once and prepares afterwards, so it gets a stub
 * that includes the text, and is stopped at the include. The text keeps its
 * name and folder. The stub has the same name, because some messages name the
 * file that was read first; an additional line, "In file included from",
 * precedes them.
 *
 * In preprocessed text an include does nothing. So gcc is not told that such a
 * text is preprocessed, but is given no macros and no include folders. Only the
 * macros that the C standard prescribes remain; their names are expanded if a
 * preprocessed text still has them.
 *
 * The library cannot be loaded into a script, a program that is linked
 * statically or built for another machine, or one that runs as another user,
 * for which the system ignores LD_PRELOAD. The program's file shows which it
 * is.
 */
#include "compiler/preload.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "zygote/talk.h"

#define STUB "clang-hdd-stub.c"

/* ---- the program's file ---- */

/* The relevant properties of a program file. */
typedef struct binary {
  bool is_script, is_elf, is_dynamic, is_privileged;
  unsigned char class; /* ELF class: 32 or 64 bits */
  unsigned machine;
} binary;

/* Looks for a program header that requests the dynamic linker. The first bytes
 * of the file suffice: the program headers follow the file header. */
static bool has_interpreter(const char *bytes, size_t size)
{
  Elf64_Ehdr head;
  Elf32_Ehdr head32;
  memcpy(&head, bytes, sizeof head);
  memcpy(&head32, bytes, sizeof head32);
  bool is_64 = head.e_ident[EI_CLASS] == ELFCLASS64;
  size_t at = is_64 ? head.e_phoff : head32.e_phoff;
  size_t step = is_64 ? head.e_phentsize : head32.e_phentsize;
  size_t count = is_64 ? head.e_phnum : head32.e_phnum;
  for (size_t i = 0; i < count && at < size && size - at >= sizeof(Elf64_Word);
       i++, at += step) {
    Elf64_Word type; /* comes first in both ELF classes */
    memcpy(&type, bytes + at, sizeof type);
    if (type == PT_INTERP)
      return true;
  }
  return false;
}

static rd_status read_binary(binary *out, const char *path, rd_error *err)
{
  char bytes[4096] = { 0 };
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
  bool good = size >= 0 && !fstat(fd, &info);
  int code = errno;
  if (fd >= 0)
    (void)close(fd);
  if (!good)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "cannot read %s: %s", path,
                   strerror(code));
  Elf64_Ehdr head;
  memcpy(&head, bytes, sizeof head);
  *out = (binary){
    .is_script = bytes[0] == '#' && bytes[1] == '!',
    .is_elf = (size_t)size >= sizeof head && !memcmp(bytes, ELFMAG, SELFMAG),
    .is_privileged = info.st_mode & (S_ISUID | S_ISGID),
    .class = head.e_ident[EI_CLASS],
    .machine = head.e_machine, /* at the same offset in both ELF classes */
  };
  out->is_dynamic = out->is_elf && has_interpreter(bytes, (size_t)size);
  return RD_OK;
}

static rd_status check_program(const char *program, const char *module,
                               rd_error *err)
{
  binary it, own;
  rd_status status = read_binary(&it, program, err);
  if (!status)
    status = read_binary(&own, module, err);
  if (status)
    return status;
  const char *reason = it.is_script       ? "a script"
                       : !it.is_elf       ? "no ELF program"
                       : it.is_privileged ? "set-user-id or set-group-id"
                       : it.class != own.class || it.machine != own.machine
                           ? "a program for another machine"
                       : !it.is_dynamic ? "linked statically"
                                        : NULL;
  if (reason)
    return rd_fail(err, RD_ERR_UNSUPPORTED, "%s is %s", program, reason);
  return RD_OK;
}

/* The program's file in words[0]. */
static rd_status find_program(preload *self, rd_error *err)
{
  char **name = &self->words.data[0];
  char *program = path_program(*name);
  if (!program)
    return rd_fail(err, RD_ERR_NOTFOUND, "cannot run %s: %s", *name,
                   strerror(errno));
  string_replace(name, program);
  return RD_OK;
}

/* ---- words ---- */

/* Removes the word; false if it is missing. */
static bool drop_word(strings *words, size_t *file, const char *word)
{
  for (size_t i = 0; i < words->size; i++) {
    if (i == *file || strcmp(words->data[i], word) != 0)
      continue;
    strings_remove(words, i, 1);
    *file -= i < *file;
    return true;
  }
  return false;
}

/* Substitutes a stub for the text. */
static rd_status make_stub(preload *self, size_t file, rd_error *err)
{
  const char *name = base_name(self->file);
  if (strpbrk(self->file, "\"\\\n\r"))
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "a name with quotes or backslashes cannot be included: %s",
                   name);
  self->stub_text =
      mem_format("#line 1 \"%s\"\n#include \"%s\"\n", self->file, name);
  self->stub = mem_format("%.*s" STUB, (int)(name - self->file), self->file);
  bool preprocessed = false;
  while (drop_word(&self->words, &file, "-fpreprocessed"))
    preprocessed = true;
  string_replace(&self->words.data[file], mem_copy(self->stub));
  if (preprocessed) {
    strings_add(&self->words, "-undef");
    strings_add(&self->words, "-nostdinc");
  }
  return RD_OK;
}

/* ---- environment ---- */

/* Removes LD_PRELOAD from the list. Returns its value without our library,
 * owned by the caller, or NULL. */
static char *take_preload(strings *environment)
{
  const char *value = getenv("LD_PRELOAD");
  char *taken = value ? mem_copy(value) : NULL;
  size_t at;
  while ((at = environment_find(environment, "LD_PRELOAD")) <
         environment->size) {
    value = strchr(environment->data[at], '=');
    string_replace(&taken, value ? mem_copy(value + 1) : NULL);
    strings_remove(environment, at, 1);
  }
  return taken;
}

/* Symbols are resolved before the stop, once for all runs. */
static void make_environment(preload *self, const char *module)
{
  strings *pairs = &self->environment;
  char *old = take_preload(pairs);
  if (old) {
    strings_take(pairs, mem_format("LD_PRELOAD=%s:%s", module, old));
    strings_take(pairs, mem_format(ZYGOTE_PRELOAD "=%s", old));
  } else {
    strings_take(pairs, mem_format("LD_PRELOAD=%s", module));
    strings_add(pairs, ZYGOTE_PRELOAD);
  }
  free(old);
  strings_add(pairs, "LD_BIND_NOW=1");
  strings_take(pairs, mem_format(ZYGOTE_FILE "=%s", self->file));
}

/* ---- all of it ---- */

rd_status preload_init(preload *out, const job *what, compiler_family family,
                       const char *module, rd_error *err)
{
  *out = (preload){ 0 };
  if (family != FAMILY_GCC && family != FAMILY_CLANG)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "only gcc and clang are known to stop at their text");
  if (strpbrk(module, " :$"))
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "a library of this name cannot be preloaded: %s", module);
  strings_add_all(&out->words, &what->words);
  strings_add_all(&out->environment, &what->environment);
  out->file = mem_copy(what->words.data[what->file]);
  make_environment(out, module);
  rd_status status = find_program(out, err);
  if (!status)
    status = check_program(out->words.data[0], module, err);
  if (!status && family == FAMILY_GCC)
    status = make_stub(out, what->file, err);
  if (status)
    preload_dispose(out);
  return status;
}

void preload_dispose(preload *self)
{
  free(self->file);
  free(self->stub);
  free(self->stub_text);
  strings_free(&self->words);
  strings_free(&self->environment);
  *self = (preload){ 0 };
}
