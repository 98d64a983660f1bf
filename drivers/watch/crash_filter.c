/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Decides which failed commands deserve a second run.
 *
 * A compiler that ended by a signal of its own certainly crashed. An exit
 * status of 1 is ambiguous: gcc's driver and several others return it for a
 * crash of the compiler proper as well as for a missing semicolon. Such a
 * command is therefore run again if its source can be read again. Probes are
 * skipped: the small programs with which configure scripts find out what does
 * not compile. There are hundreds of them, and they fail on purpose with a
 * status of 1.
 *
 * Signals from outside (^C, the end of a session, exhausted memory, a limit of
 * the shell) are not crashes. Shells and launchers report a signal as 128 +
 * number.
 */
#include "watch/crash_filter.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/languages.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

bool crash_filter_is_source(const char *word)
{
  return word[0] != '-' && language_suffix(word) == SUFFIX_WATCHED;
}

/* Is it a file that only configure scripts write? */
static bool is_probe(const char *source)
{
  static const char *const folders[] = { "/CMakeScratch/", "/CMakeTmp/",
                                         "/meson-private/", "/.conf_check_" };
  if (starts_with(base_name(source), "conftest."))
    return true;
  for (size_t i = 0; i < COUNT(folders); i++)
    if (strstr(source, folders[i]))
      return true;
  return false;
}

/* Is it an option that prevents compilation? */
static bool only_asks(const char *word)
{
  static const char *const asking[] = { "-E", "-M", "-MM", "-###" };
  static const char *const beginnings[] = { "--version", "--help", "-print-",
                                            "--print-", "-dump" };
  for (size_t i = 0; i < COUNT(asking); i++)
    if (!strcmp(word, asking[i]))
      return true;
  for (size_t i = 0; i < COUNT(beginnings); i++)
    if (starts_with(word, beginnings[i]))
      return !starts_with(word, "-dumpbase") && !starts_with(word, "-dumpdir");
  return false;
}

static bool is_crash_signal(int number)
{
  return number == SIGILL || number == SIGABRT || number == SIGBUS ||
         number == SIGFPE || number == SIGSEGV || number == SIGTRAP ||
         number == SIGSYS;
}

static failure_kind by_status(int status)
{
  enum { SHELL_NOT_EXECUTABLE = 126, SHELL_NOT_FOUND, SHELL_SIGNAL };
  if (WIFSIGNALED(status))
    return is_crash_signal(WTERMSIG(status)) ? FAILURE_SIGNAL
                                             : FAILURE_ORDINARY;
  int code = WEXITSTATUS(status);
  if (!code || code == SHELL_NOT_EXECUTABLE || code == SHELL_NOT_FOUND)
    return FAILURE_ORDINARY;
  if (is_crash_signal(code - SHELL_SIGNAL))
    return FAILURE_SIGNAL;
  switch (code - SHELL_SIGNAL) {
  case SIGHUP:
  case SIGINT:
  case SIGKILL:
  case SIGPIPE:
  case SIGTERM:
    return FAILURE_ORDINARY;
  default:
    return FAILURE_MAYBE_CRASH;
  }
}

/* Ninja compiles CMake's probes by relative names; the folder shows them. */
static bool in_probe_folder(void)
{
  char folder[PATH_MAX];
  return getcwd(folder, sizeof folder) && is_probe(folder);
}

failure_kind crash_filter(const char *const *words, int status)
{
  failure_kind found = by_status(status);
  bool has_source = false, probe = false;
  for (size_t i = 1; words[0] && words[i]; i++) {
    bool input = !strcmp(words[i], "-") && strcmp(words[i - 1], "-o") != 0;
    if (only_asks(words[i]) || input)
      return FAILURE_ORDINARY;
    bool is_source = crash_filter_is_source(words[i]);
    has_source |= is_source || words[i][0] == '@';
    probe |= is_source && is_probe(words[i]);
  }
  bool plain = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  if (!has_source || (plain && (probe || in_probe_folder())))
    return FAILURE_ORDINARY;
  return found;
}

bool crash_filter_is_nested(const char *const *words)
{
  for (; words[0] && words[0][0] != '-'; words++)
    if (!strcmp(base_name(words[0]), "clang-hdd") && words[1] &&
        !strcmp(words[1], "watch"))
      return true;
  return false;
}
