/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Linking takes longer than compiling a small text: a linker reads all of libc, and
 * a sanitizer's runtime is some hundred functions of a static library. So all
 * of that is linked once, into a host, and a text becomes a shared object without
 * libraries, which the host loads and whose main it calls. What is instrumented
 * names the runtime's functions, so that an object that the host cannot check does
 * not load. What is hidden in libgcc is in each object.
 *
 * -Bsymbolic binds a text to its own definitions, as in a program, and the optimizer
 * is told so: the host has a main too, and may have more. The host's main has no
 * checks, since it does not know how the other one is declared.
 *
 * Where the environment has the heap filled, the host fills the stack with the same:
 * no sanitizer sees that va_arg asks for an argument that was not passed, and finds
 * what was left there.
 *
 * MSan looks at what is branched on, and nothing else sees that m->turns++ counts from
 * what malloc has left. So Clang calls the host at each access that reads, and the host
 * asks MSan, but not about 16 bytes: a long double has less. What sets bit-fields of an
 * uninitialised structure reads it too, and so does what passes a structure with padding
 * by value: HOST_LOOKS is not set where a step would refuse the original for that, nor
 * where the original is not judged.
 *
 * The program of the command stays a program: what is wrong with it may depend on
 * how it is built.
 */
#include "wrong/host.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char text[] =
    "#include <dlfcn.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#ifdef __has_feature\n"
    "#if __has_feature(memory_sanitizer)\n"
    "#include <sanitizer/msan_interface.h>\n"
    "static int looks;\n"
    "#ifdef __cplusplus\n"
    "extern \"C\" {\n"
    "#endif\n"
    "#define LOAD(size) \\\n"
    "  __attribute__((no_sanitize(\"memory\"))) \\\n"
    "  void __sanitizer_cov_load##size(const void *at) \\\n"
    "  { if (looks) __msan_check_mem_is_initialized(at, size % 16); }\n"
    "LOAD(1) LOAD(2) LOAD(4) LOAD(8) LOAD(16)\n"
    "#ifdef __cplusplus\n"
    "}\n"
    "#endif\n"
    "#endif\n"
    "#endif\n"
    "__attribute__((noinline, no_sanitize_address))\n"
    "static void fill(unsigned char with)\n"
    "{\n"
    "  volatile unsigned char stack[16384];\n"
    "  unsigned i;\n"
    "  for (i = 0; i < sizeof stack; i++)\n"
    "    stack[i] = with;\n"
    "}\n"
    "__attribute__((no_sanitize(\"undefined\")))\n"
    "int main(int argc, char **argv, char **environment)\n"
    "{\n"
    "  void *program = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);\n"
    "  const char *perturb = getenv(\"MALLOC_PERTURB_\");\n"
    "  int (*start)(int, char **, char **) = 0;\n"
    "#ifdef LOAD\n"
    "  looks = getenv(\"" HOST_LOOKS "\") != 0;\n"
    "#endif\n"
    "  if (program)\n"
    "    *(void **)&start = dlsym(program, \"main\");\n"
    "  if (perturb)\n"
    "    fill((unsigned char)(255 - atoi(perturb)));\n"
    "  if (start)\n"
    "    return start(argc - 1, argv + 1, environment);\n"
    "  fputs(dlerror(), stderr);\n"
    "  return 127;\n"
    "}\n";

static bool has_msan(const strings *build)
{
  bool has = false;
  for (size_t i = 0; i < build->size; i++)
    has |= starts_with(build->data[i], "-fsanitize=") &&
           strstr(build->data[i], "memory");
  return has;
}

/* Has the program to be right, and to run alone? */
static bool can_load(const plan_step *step)
{
  return (step->role == ROLE_SAME || step->role == ROLE_GOOD) &&
         !step->under.size;
}

/* The words of a step that build the host at this path instead. */
static void program_words(strings *out, const plan_step *step, const char *path)
{
  for (size_t i = 0; i < step->build.size; i++) {
    const char *word = step->build.data[i];
    strings_add(out, strcmp(word, PLAN_PROGRAM) ? word : path);
    if (!i)
      strings_add(out, "-Wl,--no-as-needed");
  }
  strings_add(out, "-rdynamic");
  strings_add(out, "-ldl");
  strings_add(out, "-lgcc_s");
}

/* Builds the host of a step; false: it cannot be built. */
static rd_status build(bool *out, const plan_step *step, const char *path,
                       const wrong_options *options, rd_error *err)
{
  strings words = { 0 };
  rd_run run = { 0 };
  const source host = { options->text.name, text, sizeof text - 1 };
  program_words(&words, step, path);
  rd_status status = runner_run(&run, options->run, strings_argv(&words), &host,
                                &options->limits, err);
  *out = !status && run.end == RD_END_EXIT && !run.status;
  strings_free(&words);
  rd_run_dispose(&run);
  return status;
}

rd_status host_find(plan_step *to, size_t number, const wrong_options *options,
                    rd_error *err)
{
  bool built = false;
  if (!can_load(to))
    return RD_OK;
  char *path = mem_format("%s/host-%zu", options->run->kept, number);
  rd_status status = build(&built, to, path, options, err);
  if (built && has_msan(&to->build) && to->texts != TEXTS_BARE)
    strings_add(&to->environment, HOST_LOOKS "=1");
  if (built)
    string_replace(&to->host, path);
  else
    free(path);
  return status;
}

void host_words(strings *out, const strings *build)
{
  for (size_t i = 0; i < build->size; i++)
    if (!starts_with(build->data[i], "-l"))
      strings_add(out, build->data[i]);
  strings_add(out, "-shared");
  strings_add(out, "-fPIC");
  strings_add(out, "-fno-semantic-interposition");
  strings_add(out, "-Wl,-Bsymbolic");
  strings_add(out, "-nodefaultlibs");
  if (has_msan(build))
    strings_add(out, "-fsanitize-coverage=func,trace-loads");
  strings_add(out, "-lgcc");
}
