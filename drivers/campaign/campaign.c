/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The state of a campaign.
 *
 * campaign.json has one record for each input: how it was found, what its run
 * showed, what its reduction became. Buckets and bugs are not state: they are
 * computed from these records (bugs.c), so a campaign that is killed and goes on
 * comes to the same ones. The file is replaced as a whole.
 *
 *   {"format": 1, "command": ["gcc-12", "-O2"], "bugs": [...],
 *    "inputs": [{"key": "crashes/0001.c", "state": "crashes", ...}]}
 */
#include "campaign/campaign.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "compiler/json_store.h"

enum { FORMAT = 1 };

/* ---- inputs ---- */

const char *input_state_name(int state)
{
  static const char *const names[] = { "new", "crashes", "fine", "broken" };
  return names[state < INPUT_STATES ? state : INPUT_NEW];
}

static const char *reduction_state_name(int state)
{
  static const char *const names[] = { "none", "done", "failed", "broken" };
  return names[state < REDUCTION_STATES ? state : REDUCTION_NONE];
}

static void crash_dispose(crash *self)
{
  free(self->signature);
  free(self->place);
}

void input_dispose(input *self)
{
  free(self->key);
  free(self->file);
  strings_free(&self->command);
  free(self->why);
  crash_dispose(&self->crash);
  free(self->name);
  free(self->compiler);
  free(self->problem);
  crash_dispose(&self->became);
  free(self->text);
  free(self->teller);
  *self = (input){ 0 };
}

static uint64_t key_hash(const char *key)
{
  return hash_bytes(key, strlen(key));
}

input *campaign_find(const campaign *self, const char *key)
{
  uint32_t at = map_find(&self->by_key, key_hash(key));
  return at == MAP_NONE ? NULL : &self->inputs[at];
}

static void append(campaign *self, input *found)
{
  map_put(&self->by_key, key_hash(found->key), (uint32_t)self->count);
  LIST_PUSH(self->inputs, self->count, *found);
  *found = (input){ 0 };
}

bool campaign_add(campaign *self, input *found)
{
  /* A clock may have been set back. */
  if (found->last < found->first)
    found->last = found->first;
  input *known = campaign_find(self, found->key);
  if (!known) {
    append(self, found);
    self->changes++;
    return true;
  }
  /* A bundle that was met again has the same text; the name of a file may be spelled
   * otherwise than before. */
  bool same = known->bytes == found->bytes && known->first == found->first;
  bool is_news = known->times != found->times || known->last != found->last ||
                 (!same && !known->is_running);
  if (same || known->is_running) {
    known->last = found->last;
    known->times = found->times;
    string_replace(&known->file, found->file);
    found->file = NULL;
    input_dispose(found);
  } else {
    input_dispose(known);
    *known = *found;
    *found = (input){ 0 };
  }
  self->changes += is_news;
  return known->state == INPUT_NEW;
}

void campaign_dispose(campaign *self)
{
  for (size_t i = 0; i < self->count; i++)
    input_dispose(&self->inputs[i]);
  free(self->inputs);
  map_free(&self->by_key);
  strings_free(&self->command);
  strings_free(&self->usual);
  free(self->folder);
  *self = (campaign){ 0 };
}

/* ---- paths ---- */

char *campaign_reduction(const campaign *self, const input *of)
{
  return mem_format("%s/reductions/%010" PRIx64, self->folder,
                    key_hash(of->key) >> 24);
}

/* The suffix of the name, or its end. */
static const char *suffix_of(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot && dot > name ? dot : strchr(name, '\0');
}

/* The name of what is compiled, without its suffix and what a shell would
 * expand: it becomes part of paths that people type. */
static char *stem_of(const input *of)
{
  const char *name = base_name(of->name ? of->name : of->file);
  char *out = mem_copy_bytes(name, (size_t)(suffix_of(name) - name));
  for (char *at = out; *at; at++)
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                "0123456789_-.",
                *at))
      *at = '_';
  if (*out == '-' || *out == '.')
    *out = '_';
  return out;
}

/* What belongs to a reduction is named after its stem; caller's. */
static char *path_in(const campaign *self, const input *of, const char *suffix)
{
  char *folder = campaign_reduction(self, of), *stem = stem_of(of);
  char *out = mem_format("%s/%s%s", folder, stem, suffix);
  free(stem);
  free(folder);
  return out;
}

char *campaign_reduced(const campaign *self, const input *of)
{
  return path_in(self, of, suffix_of(of->name ? of->name : of->file));
}

char *campaign_journal(const campaign *self, const input *of)
{
  return path_in(self, of, ".hdd");
}

char *campaign_report(const campaign *self, const input *of)
{
  return path_in(self, of, ".report");
}

/* ---- the file ---- */

static void store_crash(store *self, void *of)
{
  crash *what = of;
  store_string(self, "signature", &what->signature);
  store_string(self, "place", &what->place);
}

static void store_run(store *self, input *what)
{
  if (!self->writing || what->state == INPUT_CRASHES)
    store_object(self, "crash", &what->crash, store_crash);
  store_string(self, "why", &what->why);
  store_string(self, "name", &what->name);
  store_string(self, "compiler", &what->compiler);
  STORE_NUMBER(self, "cpu_ms", what->cpu_ms);
  store_boolean(self, "has_site", &what->has_site);
  store_boolean(self, "is_late", &what->is_late);
  STORE_NUMBER(self, "candidate", what->candidate);
  store_string(self, "teller", &what->teller);
}

static void store_reduction(store *self, input *what)
{
  STORE_NAME(self, "reduction", what->reduction, reduction_state,
             reduction_state_name, REDUCTION_STATES - 1);
  store_string(self, "problem", &what->problem);
  if (self->writing && what->reduction != REDUCTION_DONE)
    return;
  store_object(self, "became", &what->became, store_crash);
  store_string(self, "text", &what->text);
  STORE_NUMBER(self, "reduced_bytes", what->reduced_bytes);
  STORE_NUMBER(self, "tokens", what->tokens);
}

static void store_input(store *self, void *of)
{
  input *what = of;
  store_string(self, "key", &what->key);
  store_string(self, "file", &what->file);
  if (!self->writing || what->command.size)
    store_list(self, "command", &what->command);
  STORE_NUMBER(self, "first", what->first);
  STORE_NUMBER(self, "last", what->last);
  if (what->last < what->first)
    what->last = what->first;
  STORE_NUMBER(self, "times", what->times);
  STORE_NUMBER(self, "bytes", what->bytes);
  STORE_NAME(self, "state", what->state, input_state, input_state_name,
             INPUT_STATES - 1);
  if (!self->writing || what->state != INPUT_NEW)
    store_run(self, what);
  if (!self->writing || what->reduction != REDUCTION_NONE)
    store_reduction(self, what);
}

char *input_line(const input *self)
{
  store out = { .at = json_object(), .writing = true };
  input copy = *self; /* writing does not change it */
  store_input(&out, &copy);
  char *line = json_dumps(out.at, JSON_COMPACT);
  json_decref(out.at);
  return line;
}

/* The members of the file; `format` is read before all else. */
static void store_campaign(store *self, campaign *what, uint64_t *format)
{
  store_number(self, "format", format);
  store_list(self, "command", &what->command);
  STORE_ARRAY(self, "inputs", what->inputs, what->count, store_input);
}

/* What is wrong with an input that was read; NULL: nothing. */
static const char *find_fault(const input *of)
{
  if (!of->key || !of->file)
    return !of->key ? "key" : "file";
  if (of->state == INPUT_CRASHES && (!of->crash.signature || !of->compiler))
    return of->compiler ? "signature" : "compiler";
  if (of->reduction == REDUCTION_FAILED && !of->problem)
    return "problem";
  if (of->reduction == REDUCTION_DONE && (!of->became.signature || !of->text))
    return of->text ? "became" : "text";
  return NULL;
}

bool input_read(input *out, const char *line)
{
  *out = (input){ 0 };
  store in = { .at = json_loads(line, 0, NULL) };
  if (in.at)
    store_input(&in, out);
  bool good = in.at && !in.wrong && !find_fault(out);
  json_decref(in.at);
  return good;
}

/* Would the input be written as it was read? If not, a member is missing, or has
 * a name that nobody reads. */
static bool is_whole(const input *of, const json_t *as_read)
{
  store out = { .at = json_object(), .writing = true };
  input copy = *of; /* writing does not change it */
  store_input(&out, &copy);
  bool same = json_equal(out.at, as_read);
  json_decref(out.at);
  return same;
}

/* Reads the values; returns the fault, or NULL. */
static const char *take_values(campaign *self, json_t *root)
{
  store in = { .at = root };
  uint64_t format = 0;
  store_campaign(&in, self, &format);
  const char *wrong = format != FORMAT ? "it is of another version" : in.wrong;
  const json_t *inputs = json_object_get(root, "inputs");
  if (!wrong && (!inputs || !json_object_get(root, "command")))
    wrong = inputs ? "command" : "inputs";
  for (size_t i = 0; i < self->count && !wrong; i++) {
    const input *each = &self->inputs[i];
    wrong = find_fault(each);
    if (!wrong && !is_whole(each, json_array_get(inputs, i)))
      wrong = each->key;
    if (!wrong)
      map_put(&self->by_key, key_hash(each->key), (uint32_t)i);
  }
  return wrong;
}

rd_status campaign_read(campaign *self, rd_error *err)
{
  char *path = mem_format("%s/" CAMPAIGN_JSON, self->folder), *text = NULL;
  size_t size = 0;
  rd_status status = file_read(&text, &size, path, err);
  if (!status) {
    json_error_t problem = { .text = "" };
    json_t *root = json_loadb(text, size, 0, &problem);
    const char *wrong = root ? take_values(self, root) : problem.text;
    if (wrong)
      status = rd_fail(err, RD_ERR_INVALID,
                       "%s is damaged (%s); remove the folder, or name another "
                       "with --output",
                       path, wrong);
    json_decref(root);
  } else if (status == RD_ERR_NOTFOUND) {
    status = RD_OK;
  }
  free(text);
  free(path);
  return status;
}

rd_status campaign_write(const campaign *self, json_t *bugs, rd_error *err)
{
  store out = { .at = json_object(), .writing = true };
  campaign copy = *self; /* writing does not change it */
  store_campaign(&out, &copy, &(uint64_t){ FORMAT });
  (void)json_object_set_new(out.at, "bugs", bugs);
  char *text = json_dumps(out.at, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  char *path = mem_format("%s/" CAMPAIGN_JSON, self->folder);
  rd_status status = file_replace(path, text, strlen(text), err);
  json_decref(out.at);
  free(path);
  free(text);
  return status;
}
