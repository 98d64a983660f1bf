/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Translates a compiler's arguments for libclang.
 *
 * Arguments that change the meaning of the text are kept: the standard, macros,
 * include folders, target, and -f and -m flags. Another compiler's flags are
 * errors in the translation unit, so flags that libclang may not know are
 * probed on an empty file: first all together, then, if that shows a complaint,
 * one by one. A target that LLVM lacks yields no translation unit at all; a
 * target with the same type sizes then replaces it.
 */
#include "args.h"

#include <string.h>

#include "nursery.h"
#include "units.h"

/* Options that make C89 habits acceptable again, in the order in which they are
 * added; the last accepts everything that is a warning in any version. */
static const char *const relaxations[RELAX_STEPS][8] = {
  { "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
    "-Wno-error=deprecated-non-prototype", NULL },
  { "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types", NULL },
  { "-Wno-error=return-mismatch", "-Wno-error=return-type",
    "-Wno-error=main-return-type", NULL },
  { "-Wno-everything", NULL },
};

/* The same for C++: what GCC accepts silently, what it accepts with a warning,
 * what -fpermissive lets pass. */
static const char *const cxx_relaxations[RELAX_STEPS][8] = {
  { "-Wno-invalid-constexpr", "-Wno-enum-constexpr-conversion",
    "-Wno-missing-template-arg-list-after-template-kw",
    "-Wno-error=reserved-user-defined-literal", "-Wno-error=register",
    "-Wno-error=unsupported-friend", NULL },
  { "-Wno-c++11-narrowing", "-Wno-error=return-type",
    "-Wno-error=main-return-type", "-Wno-error=dynamic-exception-spec", NULL },
  { "-Wno-error=non-pod-varargs", "-Wno-error=writable-strings",
    "-Wno-error=elaborated-enum-base", "-Wno-error=static-float-init",
    "-Wno-error=address-of-temporary", NULL },
  { "-Wno-everything", NULL },
};

/* What makes an error of everything that C17 requires a diagnostic for and of
 * what GCC 14, Clang 16 and C23 reject, whatever the command's own standard. A
 * list of parameters that is empty is none of these. What the command itself makes an
 * error of is one too. */
static const char *const strict[] = { "-pedantic-errors",
                                      "-Wno-strict-prototypes",
                                      "-Werror=implicit-int",
                                      "-Werror=implicit-function-declaration",
                                      "-Werror=return-mismatch",
                                      "-Werror=undefined-inline",
                                      "-Werror=deprecated-non-prototype",
                                      NULL };
static const char *const cxx_strict[] = { "-pedantic-errors", NULL };
/* Comes first where checks are not strict. */
static const char silent[] = "-w";

/* A constant expression of a candidate may not end. The million steps that
 * libclang takes for it by default last seconds; these a tenth of one. */
static const char *const fixed[] = {
  "-fconstexpr-steps=65536", "-ferror-limit=0",
  "-fbracket-depth=1000000", "-fno-spell-checking",
  "-fno-caret-diagnostics",  NULL,
};

static void add(arguments *args, const char *text)
{
  ARRAY_PUSH(&args->list, strings_take(&args->pool, mem_copy(text)));
}

/* ---- probing ---- */

static bool has_complaint(CXTranslationUnit unit)
{
  CXDiagnosticSet set = clang_getDiagnosticSetFromTU(unit);
  bool found = false;
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(set); i++) {
    CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
    found |= clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Warning;
    clang_disposeDiagnostic(diagnostic);
  }
  clang_disposeDiagnosticSet(set);
  return found;
}

/* Does libclang accept the arguments without complaint? */
static bool is_accepted(const arguments *args, CXIndex index,
                        const char *const *extra, size_t count)
{
  ARRAY(const char *) list = { 0 };
  for (size_t i = 0; i < args->list.size; i++)
    ARRAY_PUSH(&list, args->list.data[i]);
  for (size_t i = 0; i < count; i++)
    ARRAY_PUSH(&list, extra[i]);
  struct CXUnsavedFile file = { args->file_name, "", 0 };
  CXTranslationUnit unit = NULL;
  enum CXErrorCode code = clang_parseTranslationUnit2(
      index, args->file_name, list.data, (int)list.size, &file, 1, 0, &unit);
  bool accepted = code == CXError_Success && unit && !has_complaint(unit);
  if (unit)
    clang_disposeTranslationUnit(unit);
  free(list.data);
  return accepted;
}

static void probe(arguments *args, CXIndex index, const char *const *extra,
                  size_t count)
{
  if (is_accepted(args, index, extra, count)) {
    for (size_t i = 0; i < count; i++)
      add(args, extra[i]);
    return;
  }
  for (size_t i = 0; i < count; i++)
    if (is_accepted(args, index, &extra[i], 1))
      add(args, extra[i]);
}

/* ---- choosing ---- */

static bool begins_with_any(const char *arg, const char *const *list)
{
  while (*list && !starts_with(arg, *list))
    list++;
  return *list != NULL;
}

static bool is_any(const char *arg, const char *const *list)
{
  while (*list && strcmp(arg, *list))
    list++;
  return *list != NULL;
}

/* Arguments that are kept unchanged, with a separate or a joined value. */
static bool is_kept(const char *arg, bool *takes_value)
{
  static const char *const joined[] = { "-D",     "-U",         "-I",
                                        "-ansi",  "-trigraphs", "-nostdinc",
                                        "-undef", "-isystem",   "-iquote",
                                        NULL };
  static const char *const separate[] = { "-D",         "-U",       "-I",
                                          "-isystem",   "-include", "-iquote",
                                          "-idirafter", "-imacros", "-isysroot",
                                          "-iprefix",   NULL };
  *takes_value = is_any(arg, separate);
  return *takes_value || begins_with_any(arg, joined);
}

/* Arguments whose value must not be mistaken for another argument. */
static bool has_ignored_value(const char *arg)
{
  static const char *const words[] = {
    "-o",       "-x",        "-MF",         "-MT",
    "-MQ",      "-mllvm",    "-target",     "--target",
    "--param",  "-Xclang",   "-Xlinker",    "-dumpbase",
    "-dumpdir", "-aux-info", "-Xassembler", "-Xpreprocessor",
    NULL
  };
  return is_any(arg, words);
}

/* Flags are probed unless they name outputs, plug-ins or instrumentation. */
static bool is_probed(const char *arg)
{
  static const char *const wanted[] = {
    "-f",      "-m",     "-std=",      "--std=", "-cl-", "--cuda-",
    "-nocuda", "-nogpu", "--offload-", "--hip-", NULL
  };
  static const char *const unwanted[] = {
    "-fdump",        "-fplugin", "-fpass-plugin", "-fsave",
    "-fprofile",     "-ftest",   "-fsyntax",      "-ftime",
    "-fdiagnostics", "-ferror",  "-fmax-errors",  "-fpch",
    "-fmodules",     "-flto",    "-fcrash",       "-fno-crash",
    "-fbracket",     NULL
  };
  return begins_with_any(arg, wanted) && !begins_with_any(arg, unwanted);
}

/* The triple that the arguments request, or NULL. */
static const char *find_target(const char *const *argv)
{
  for (; argv && *argv; argv++) {
    if ((!strcmp(*argv, "-target") || !strcmp(*argv, "--target")) && argv[1])
      return argv[1];
    if (starts_with(*argv, "--target="))
      return *argv + strlen("--target=");
  }
  return NULL;
}

static bool add_target(arguments *args, CXIndex index, const char *target)
{
  char *flag = mem_format("--target=%s", target);
  bool known = is_accepted(args, index, (const char *[]){ flag }, 1);
  if (known)
    add(args, flag);
  free(flag);
  return known;
}

static void choose_target(arguments *args, CXIndex index,
                          const rd_frontend_options *options)
{
  const char *asked = find_target(options->args);
  if (asked && add_target(args, index, asked))
    return;
  if (asked || options->target_macros)
    (void)add_target(args, index, surrogate_target(options->target_macros));
}

static void choose_flags(arguments *args, CXIndex index,
                         const char *const *argv)
{
  ARRAY(const char *) probed = { 0 };
  for (; argv && *argv; argv++) {
    bool takes_value;
    if (is_kept(*argv, &takes_value)) {
      add(args, *argv);
      if (takes_value && argv[1])
        add(args, *++argv);
    } else if (has_ignored_value(*argv)) {
      argv += argv[1] != NULL;
    } else if (is_probed(*argv)) {
      ARRAY_PUSH(&probed, *argv);
    }
  }
  if (probed.size)
    probe(args, index, probed.data, probed.size);
  free(probed.data);
}

/* Language modes, oldest first. */
static const char *const cxx_modes[] = { "-std=gnu++98", "-std=gnu++11",
                                         "-std=gnu++14", "-std=gnu++17",
                                         "-std=gnu++20", "-std=gnu++23",
                                         "-std=gnu++26" };

/* The mode of C++: the command's own if libclang knows it, else that of the
 * compiler's __cplusplus; if that is unknown, one in which texts of all modes
 * parse best. */
static void choose_mode(arguments *args, CXIndex index, const char *macros)
{
  static const long values[] = { 199711, 201103, 201402, 201703,
                                 202002, 202302, 202400 };
  enum { MODES = sizeof values / sizeof *values, USUAL = 4 };
  long wanted = macro_value(macros, "__cplusplus", values[USUAL]);
  size_t mode = 0;
  for (size_t i = 0; i < args->list.size; i++)
    if (starts_with(args->list.data[i], "-std=") ||
        starts_with(args->list.data[i], "--std="))
      return;
  while (mode + 1 < MODES && wanted > values[mode])
    mode++;
  while (mode > 0 && !is_accepted(args, index, &cxx_modes[mode], 1))
    mode--;
  add(args, cxx_modes[mode]);
}

/* What a dialect needs before its texts are read: of two compilations for host
 * and device libclang takes one, and headers of a kit may be missing. */
static void choose_dialect(arguments *args, CXIndex index)
{
  static const char *const without_kit[] = { "-nogpuinc", "-nogpulib" };
  add(args, args->dialect->option);
  if (!(args->dialect->words & WORDS_CUDA))
    return;
  add(args, "--cuda-host-only");
  for (size_t i = 0; i < 2 && !is_accepted(args, index, NULL, 0); i++)
    add(args, without_kit[i]);
}

/* The name of the text in its folder, so that quoted includes are found. */
static char *choose_name(const rd_frontend_options *options)
{
  const char *name =
      base_name(options->file_name ? options->file_name : "input.c");
  if (!options->directory || !*options->directory)
    return mem_format("%s", name);
  return mem_format("%s/%s", options->directory, name);
}

/* What the command makes errors of. */
static void add_insisted(arguments *args, const char *const *argv)
{
  static const char word[] = "-Werror=";
  for (; argv && *argv; argv++)
    if (starts_with(*argv, word)) {
      ARRAY_PUSH(&args->strict, strings_take(&args->pool, mem_copy(*argv)));
      strings_take(&args->insisted,
                   mem_format("-W%s", *argv + sizeof word - 1));
    }
}

void arguments_choose(arguments *out, CXIndex index,
                      const rd_frontend_options *options)
{
  const dialect *of = dialect_of(options);
  bool cxx = of->words & WORDS_CXX;
  *out = (arguments){ .prelude = prelude_new(options->target_macros, of->words),
                      .file_name = choose_name(options),
                      .dialect = of };
  add(out, silent);
  choose_dialect(out, index);
  for (const char *const *flag = fixed; *flag; flag++)
    add(out, *flag);
  if (ends_with(out->file_name, ".i") ||
      ends_with(out->file_name, ".ii")) { /* its macros have been expanded */
    add(out, "-Ulinux");
    add(out, "-Uunix");
    add(out, "-Ui386");
  }
  choose_target(out, index, options);
  choose_flags(out, index, options->args);
  if (cxx && !(of->words & WORDS_OPENCL))
    choose_mode(out, index, options->target_macros);
  add(out, "-include");
  add(out, PRELUDE_NAME);
  out->step_end[0] = out->list.size;
  for (size_t i = 1; i < out->list.size; i++)
    ARRAY_PUSH(&out->strict, out->list.data[i]);
  for (const char *const *flag = cxx ? cxx_strict : strict; *flag; flag++)
    ARRAY_PUSH(&out->strict, *flag);
  add_insisted(out, options->args);
  for (int step = 0; step < RELAX_STEPS; step++) {
    for (const char *const *flag = cxx ? cxx_relaxations[step]
                                       : relaxations[step];
         *flag; flag++)
      add(out, *flag);
    out->step_end[step + 1] = out->list.size;
  }
}

bool arguments_insist(const arguments *args, const char *option)
{
  return strings_has(&args->insisted, option);
}

bool arguments_are_cxx98(const arguments *args)
{
  const char *mode = "";
  for (size_t i = 0; i < args->step_end[0]; i++)
    if (starts_with(args->list.data[i], "-std=") ||
        starts_with(args->list.data[i], "--std=") ||
        !strcmp(args->list.data[i], "-ansi"))
      mode = args->list.data[i];
  return ends_with(mode, "++98") || ends_with(mode, "++03") ||
         !strcmp(mode, "-ansi");
}

void arguments_free(arguments *args)
{
  nurseries_close(args);
  units_free(args);
  free(args->list.data);
  free(args->strict.data);
  strings_free(&args->insisted);
  free(args->prelude);
  free(args->file_name);
  strings_free(&args->pool);
  *args = (arguments){ 0 };
}
