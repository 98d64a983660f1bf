/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the oracle of a reduction: the judge, the slots in which tests run, the
 * folders for the files of tests, and the front end's predictions. */
#include "clang-hdd/oracle.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/joined.h"
#include "clang-hdd/cores.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/workers.h"
#include "compiler/errors.h"

void oracle_hold_standard(oracle *self, bool holds)
{
  judge *by = self->judge;
  by->holds_standard = holds;
  self->prechecked = false;
  rd_server_permit(self->property->subject->server,
                   holds ? by->standard.habit_kinds : RD_ALL_HABITS);
}

rd_status oracle_lower_standard(oracle *self, const source *text, rd_error *err)
{
  judge *by = self->judge;
  if (!by || !by->holds_standard)
    return RD_OK;
  rd_status status = judge_lower_standard(by, text, err);
  oracle_hold_standard(self, by->holds_standard);
  return status;
}

/* Is the property lost with an error in front? */
static bool errors_spoil(const oracle *self)
{
  return self->errors == ERRORS_SPOIL || self->errors == ERRORS_HIDDEN;
}

/* Does the crashing compiler itself tell valid texts from others, by the errors that it
 * prints before it crashes? It has to be one whose errors can be told from other
 * lines. */
static bool crash_tells_errors(const oracle *self)
{
  const property *of = self->property;
  const subject *about = of->subject;
  const script_compiler *seen = &about->seen;
  bool by_script =
      of->kind == PROPERTY_SCRIPT && seen->crashes && !errors_spoil(self);
  compiler_family family = by_script ? seen->by.family : about->compiler.family;
  return (by_script || of->kind == PROPERTY_CRASH) &&
         request_validity(of->request) != VALID_ANY && errors_have_form(family);
}

static bool crash_judges(const oracle *self)
{
  return !self->judge && crash_tells_errors(self);
}

/* Holds the texts to the class of the original, or to that which the user
 * named. */
static exit_code choose_class(oracle *self)
{
  const property *of = self->property;
  validity valid = request_validity(of->request);
  judge *by = self->judge;
  bool knows = by && by->knows_standard;
  if (valid == VALID_STRICT && !knows)
    return progress_fail(EXIT_REFERENCE,
                         "--valid strict: %s cannot be compared with the "
                         "standard; leave it out",
                         of->subject->file);
  if (!by && of->subject->has_command)
    progress_notice("no reference compiler accepts %s; the result may be "
                    "invalid%s",
                    of->subject->file,
                    crash_judges(self) ? " beyond the crash" : "");
  if (!by)
    return EXIT_DONE;
  oracle_hold_standard(self, knows && valid != VALID_ACCEPTED);
  char *held = judge_held(by);
  progress_detail("judge: %s", by->name);
  progress_detail("class: %s", held);
  free(held);
  return EXIT_DONE;
}

/* Without a command only the front end can judge. */
static exit_code find_judge(oracle *self)
{
  const property *of = self->property;
  const subject *about = of->subject;
  const request *asked = of->request;
  judge_options judging = {
    .run = about->run,
    .command = about->has_command ? &about->command : NULL,
    .compiler = about->has_command ? &about->compiler : NULL,
    .reference = asked->reference,
    .file = about->file_name,
    .cwd = about->cwd,
    .language = subject_language(about),
    .server = rd_server_choice(about->server)->checker ? about->server : NULL,
    .limits = of->limits
  };
  source text =
      subject_source(about, self->original->text, self->original->size);
  rd_error err = { 0 };
  rd_status status = judge_find(&self->judge, &judging, &text, &err);
  if (status == RD_ERR_INVALID)
    return progress_fail(EXIT_REFERENCE, "%s", err.message);
  return status ? progress_fail_error(&err) : EXIT_DONE;
}

static exit_code choose_judge(oracle *self)
{
  exit_code code = find_judge(self);
  return code ? code : choose_class(self);
}

/* ---- slots ---- */

/* By default hangs are tested one at a time, since parallel compilers would
 * slow each other down. */
static size_t count_slots(const property *of)
{
  if (of->request->jobs)
    return of->request->jobs;
  if (of->request->server)
    return WORKERS_DEFAULT_JOBS;
  return of->kind == PROPERTY_HANG ? 1 : cores_available();
}

static exit_code make_slots(oracle *self)
{
  const property *of = self->property;
  size_t count = count_slots(of);
  rd_error err = { 0 };
  self->slots = mem_alloc(count, sizeof *self->slots);
  self->slots[self->slot_count++] = of->subject->run;
  while (self->slot_count < count) {
    runner *slot = mem_alloc(1, sizeof *slot);
    if (command_init_runner(slot, of->subject->given, !of->request->no_sandbox,
                            &err)) {
      free(slot);
      return progress_fail_error(&err);
    }
    self->slots[self->slot_count++] = slot;
  }
  return EXIT_DONE;
}

/* ---- predictions ---- */

/* Finds the least relaxation with which the front end accepts the original, or
 * that which leaves the fewest errors. There is none if the judge holds texts
 * to the standard. Cost: a check or a few. */
static void prepare_checks(oracle *self)
{
  rd_server *server = self->property->subject->server;
  self->prechecked = true;
  self->prechecks = self->judge && self->judge->holds_standard;
  self->relax = RD_STRICT;
  if (self->prechecks)
    return;
  rd_diagnostics found = { 0 };
  rd_status status =
      rd_server_relax(&self->relax, &found, server, self->original->text,
                      self->original->size, NULL);
  self->dies = found.is_partial;
  self->renews = found.is_partial && !found.is_apart;
  self->lone = found.lone_brackets;
  self->prechecks = !status || found.is_partial;
}

/* Are texts with brackets that do not match left out, although nobody else
 * says that they are invalid? */
static bool refuses_brackets(const oracle *self)
{
  return !self->judge && request_validity(self->property->request) != VALID_ANY;
}

static bool is_word(char c)
{
  return c == '_' || isalnum((unsigned char)c);
}

static bool has_main(const char *text, size_t size)
{
  static const char name[] = "main";
  size_t length = sizeof name - 1;
  const char *end = text + size, *at = text;
  for (; (at = memmem(at, (size_t)(end - at), name, length)); at += length)
    if ((at == text || !is_word(at[-1])) &&
        (at + length == end || !is_word(at[length])))
      return true;
  return false;
}

/* Was main dropped? Such a program does not link. */
static bool lacks_main(const oracle *self, const char *text, size_t size)
{
  return self->property->request->wrong.code && !has_main(text, size) &&
         has_main(self->original->text, self->original->size);
}

/* rd_foresight.check. It predicts the judge: a text with more errors than the
 * text it was made from, or with errors of another kind, will be rejected, so
 * no compiler needs to see it. C89 habits that are errors in a modern front end
 * are relaxed only as much as the original needs. rd_reduce counts how reliable
 * the prediction is. A text that crashes the front end counts as valid, since
 * the compiler has to decide.
 *
 * If the original crashes the front end, that is likely to share the bug with
 * the compiler: a text that it survives has lost the crash, which is worse than any
 * error. Whether it dies may depend on what earlier texts left in its memory, so
 * each text is put to a fresh process, unless the front end saw to that. Of a text
 * from which it dies only the errors before the crash are seen, if any.
 *
 * Where there is no judge, brackets have to match at least, as far as they do in the
 * original. */
static rd_status check(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  oracle *self = payload;
  *out = (rd_diagnostics){ 0 };
  if (!self->prechecked)
    prepare_checks(self);
  if (!self->prechecks)
    return RD_OK;
  out->is_refused = lacks_main(self, text, size);
  if (out->is_refused)
    return RD_OK;
  rd_server *server = self->property->subject->server;
  if (self->renews)
    rd_server_renew(server);
  rd_status status = rd_server_check(out, server, text, size, self->relax, err);
  self->renews = self->dies && !out->is_apart;
  bool is_refused =
      (!status && self->judge && !judge_keeps_standard(self->judge, out)) ||
      (refuses_brackets(self) && out->lone_brackets > self->lone);
  if (self->dies && !status)
    *out = (rd_diagnostics){ .errors = UINT32_MAX };
  out->is_refused = is_refused;
  return status == RD_ERR_DIED || status == RD_ERR_UNSUPPORTED ? RD_OK : status;
}

crash_options oracle_options(const oracle *self)
{
  const property *of = self->property;
  source text =
      subject_source(of->subject, self->original->text, self->original->size);
  crash_options out = property_options(of, &text);
  bool by_compiler = self->judge && self->judge->is_compiler;
  bool by_crash = of->kind == PROPERTY_CRASH && crash_tells_errors(self) &&
                  (!self->judge || !out.expected->errors.size);
  out.slots = self->slots;
  out.slot_count = self->slot_count;
  out.judge = self->judge;
  out.courier = self->courier;
  out.local_most = cores_available();
  out.errors = by_compiler ? &self->judge->errors
               : by_crash  ? &out.expected->errors
                           : NULL;
  if (self->guard.argv) {
    out.guards = &self->guard;
    out.guard_count = 1;
  }
  out.also_folder = self->also_folder;
  out.temps_folder = self->temps_folder;
  return out;
}

rd_status oracle_test(bool *good_out, crash_oracle *of, const char *text,
                      size_t size, rd_error *err)
{
  rd_verdict verdict = RD_UNINTERESTING;
  rd_status status = crash_oracle_test(&verdict, of, text, size, err);
  *good_out = !status && verdict == RD_INTERESTING;
  return status;
}

/* ---- what errors do ---- */

/* The file of the original that is compiled: the first one. */
static joined_part compiled_file(const oracle *self)
{
  const strings *files = self->property->subject->files;
  joined_part first = { 0 };
  if (files &&
      joined_next(&first, files, self->original->text, self->original->size))
    return first;
  return (joined_part){ .end = self->original->size };
}

/* Does the front end find an error in these lines? It sees them alone, since a large
 * original takes long. */
static bool is_error(oracle *self, const char *lines)
{
  rd_diagnostics found;
  return !check(&found, self, lines, strlen(lines), NULL) && found.errors;
}

/* Does the property survive this line at an offset of the original? true as well if
 * nothing can be said: the line has no error, or the front end crashes on the
 * original. */
static bool survives(oracle *self, crash_oracle *tests, size_t at,
                     const char *line)
{
  const char *text = self->original->text;
  bool good = true;
  if (!is_error(self, line) || self->dies)
    return true;
  textbuf with = { 0 };
  text_add(&with, text, at);
  text_puts(&with, line);
  text_add(&with, text + at, self->original->size - at);
  if (oracle_test(&good, tests, with.data, with.size, NULL))
    good = true;
  text_free(&with);
  return good;
}

/* A line with an error: an unknown type, or where a language takes that for a
 * statement, brackets without partners; NULL: neither is one, as in Markdown. */
static const char *find_line(oracle *self)
{
  static const char *const lines[] = {
    "\nclang_hdd_undeclared clang_hdd_probe;\n", "\n) ] }\n"
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (is_error(self, lines[i]))
      return lines[i];
  return NULL;
}

static bool has_preprocessor(const oracle *self)
{
  return rd_server_choice(self->property->subject->server)->knows_standard;
}

/* Does the property survive the lack of a file? Languages without a preprocessor
 * have no error that ends every compiler. */
static bool survives_fatal(oracle *self, crash_oracle *tests, size_t at)
{
  return has_preprocessor(self) &&
         survives(self, tests, at, "#include \"clang-hdd-probe.h\"\n");
}

/* Does the property survive an error that compilers of C++ come to when they have read
 * all? */
static bool survives_instantiation(oracle *self, crash_oracle *tests, size_t at)
{
  static const char lines[] =
      "\n#ifdef __cplusplus\ntemplate <class T> void clang_hdd_probe(T t) {\n"
      "  t.clang_hdd_undeclared();\n}\ntemplate void clang_hdd_probe(int);\n"
      "#endif\n";
  return has_preprocessor(self) && is_error(self, lines) &&
         survives(self, tests, at, lines);
}

/* Without a judge: a property that no error can spoil has nothing to do with
 * compilers, unless one was seen to crash; one that only a fatal error spoils is a
 * crash that comes although there were errors; one that an error spoils only in front
 * is a crash before the compiler has read all, or instantiated all. */
static error_effect find_effect(oracle *self, crash_oracle *tests)
{
  const property *of = self->property;
  joined_part file = compiled_file(self);
  if (of->request->no_precheck || !request_is_default(of->request) ||
      request_validity(of->request) == VALID_ANY ||
      !rd_server_choice(of->subject->server)->checker)
    return ERRORS_UNKNOWN;
  const char *error = find_line(self);
  if (!error || self->dies)
    return ERRORS_UNKNOWN;
  if (survives(self, tests, file.begin, error))
    return !of->subject->seen.crashes && survives_fatal(self, tests, file.begin)
               ? ERRORS_UNKNOWN
               : ERRORS_SURVIVED;
  return survives(self, tests, file.end, error) ||
                 survives_instantiation(self, tests, file.end)
             ? ERRORS_HIDDEN
             : ERRORS_SPOIL;
}

/* Where a script sees the crash despite errors, at least behind it, the front end has
 * to see to it that the text stays valid. Where errors spoil the property, the script
 * does, but its compiler may take what the standard forbids: the front end holds the
 * texts to that. If it finds errors in the original, it may read it by other options than
 * the script's, unless these are known. These tests are of texts that may end early,
 * so the oracle of the reduction learns nothing from them. */
static exit_code weigh_errors(oracle *self)
{
  crash_options options = oracle_options(self);
  options.courier = NULL;
  crash_oracle *tests = crash_oracle_new(&options);
  self->errors = find_effect(self, tests);
  crash_oracle_free(tests);
  const subject *about = self->property->subject;
  if (self->errors == ERRORS_UNKNOWN || about->has_command)
    return EXIT_DONE;
  exit_code code = find_judge(self);
  const judge *by = self->judge;
  bool is_misread = by && by->is_lenient && !about->seen.is_known;
  if (self->errors == ERRORS_SPOIL &&
      (!by || !by->knows_standard || is_misread)) {
    judge_free(self->judge);
    self->judge = NULL;
  }
  return code ? code : choose_class(self);
}

/* crash_guard.holds: does the crash come without other errors than that of the
 * original? */
static bool has_no_new_errors(const void *payload, const rd_run *run)
{
  const script_compiler *by = payload;
  signature found;
  signature_find(&found, run);
  bool good = errors_are_subset(&found.errors, &by->errors);
  signature_dispose(&found);
  return good;
}

/* The compiler of a script crashes despite errors, and so does the front end:
 * nobody else sees the errors. */
static void guard_errors(oracle *self)
{
  const script_compiler *by = &self->property->subject->seen;
  if (self->property->kind == PROPERTY_SCRIPT && crash_judges(self))
    self->guard = (crash_guard){ .argv = (const char *const *)by->argv.data,
                                 .holds = has_no_new_errors,
                                 .payload = by,
                                 .otherwise = RD_OVERRULED };
}

rd_foresight oracle_foresight(oracle *self)
{
  const property *of = self->property;
  const rd_choice *choice = rd_server_choice(of->subject->server);
  bool wanted = !of->request->no_precheck && choice->checker;
  bool is_unjudged = !self->judge || self->dies || of->kind == PROPERTY_SCRIPT;
  if (wanted && !self->prechecked)
    prepare_checks(self);
  bool foresees =
      errors_spoil(self) || (self->dies && request_is_default(of->request));
  if (!wanted)
    return (rd_foresight){ .is_unjudged = is_unjudged };
  if (!self->judge && !foresees) /* an error does not spoil the property */
    return (rd_foresight){ 0 };
  return (rd_foresight){
    .check = check,
    .payload = self,
    .refuses =
        refuses_brackets(self) || (self->judge && self->judge->holds_standard),
    .is_cheap = of->request->wrong.code,
    .is_unjudged = is_unjudged,
    .is_thorough = choice->knows_standard,
  };
}

/* ---- the oracle ---- */

/* Names the folders for files of tests, in that of the output. */
static void name_folders(oracle *self, const output *to)
{
  const request *asked = self->property->request;
  const subject *about = self->property->subject;
  char *bonus = mem_format("%s/others", to->folder);
  if (asked->also_interesting)
    self->also_folder = mem_format("%s/also-interesting", to->folder);
  if (asked->save_temps)
    self->temps_folder = mem_format("%s/temps", to->folder);
  others_init(&self->others, asked->no_journal ? NULL : bonus, about->name,
              about->has_command && !about->files ? &about->command : NULL,
              asked->resume);
  free(bonus);
}

exit_code oracle_make(oracle *out, const property *of, const original *text,
                      const output *to)
{
  *out = (oracle){ .property = of, .original = text };
  exit_code code = subject_await_server(of->subject);
  if (!code && subject_wants_judge(of->subject))
    code = choose_judge(out);
  if (!code)
    code = make_slots(out);
  if (!code && of->request->server)
    code = workers_engage(out);
  if (!code && !out->judge)
    code = weigh_errors(out);
  if (!code)
    guard_errors(out);
  if (code)
    return code;
  name_folders(out, to);
  crash_options options = oracle_options(out);
  options.proved = of->kind == PROPERTY_CRASH;
  out->crash = crash_oracle_new(&options);
  return EXIT_DONE;
}

const char *oracle_judge_line(const oracle *self)
{
  const property *of = self->property;
  if (self->judge)
    return self->judge->name;
  if (request_validity(of->request) == VALID_ANY)
    return "none (--valid any)";
  if (crash_judges(self))
    return "none accepts the original; errors before the crash count";
  if (self->errors == ERRORS_SPOIL)
    return of->subject->has_command
               ? "none accepts the original, but errors spoil the crash"
               : "none is needed: a text with errors fails the script";
  if (self->errors == ERRORS_HIDDEN)
    return "none accepts the original; errors behind the crash are not seen";
  return of->subject->has_command
             ? "none accepts the original, so invalid results are possible"
             : "none (the script decides alone)";
}

void oracle_dispose(oracle *self)
{
  crash_oracle_free(self->crash);
  courier_free(self->courier);
  others_dispose(&self->others);
  judge_free(self->judge);
  free(self->also_folder);
  free(self->temps_folder);
  for (size_t i = 1; i < self->slot_count; i++) {
    runner_dispose(self->slots[i]);
    free(self->slots[i]);
  }
  free(self->slots);
}
