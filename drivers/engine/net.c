/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "engine/net.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void net_put(textbuf *out, uint64_t number)
{
  char bytes[10];
  size_t size = 0;
  for (; number > 127; number >>= 7)
    bytes[size++] = (char)(number | 128);
  bytes[size++] = (char)number;
  text_add(out, bytes, size);
}

void net_put_bytes(textbuf *out, const char *bytes, size_t size)
{
  net_put(out, size);
  text_add(out, bytes, size);
}

void net_put_string(textbuf *out, const char *string)
{
  net_put_bytes(out, string, string ? strlen(string) : 0);
}

void net_put_strings(textbuf *out, const strings *list)
{
  net_put(out, list->size);
  for (size_t i = 0; i < list->size; i++)
    net_put_string(out, list->data[i]);
}

uint64_t net_take(net_reader *in)
{
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !in->bad; shift += 7) {
    if (in->at == in->end)
      break;
    uint64_t byte = (unsigned char)*in->at++;
    number |= (byte & 127) << shift;
    if (byte < 128)
      return number;
  }
  in->bad = true;
  return 0;
}

const char *net_take_raw(net_reader *in, size_t size)
{
  const char *bytes = in->at;
  if (in->bad || size > (size_t)(in->end - in->at)) {
    in->bad = true;
    return NULL;
  }
  in->at += size;
  return bytes;
}

const char *net_take_bytes(size_t *size_out, net_reader *in)
{
  *size_out = (size_t)net_take(in);
  return net_take_raw(in, *size_out);
}

char *net_take_string(net_reader *in)
{
  size_t size;
  const char *bytes = net_take_bytes(&size, in);
  in->bad = in->bad || memchr(bytes, 0, size);
  return in->bad ? NULL : mem_copy_bytes(bytes, size);
}

void net_take_strings(strings *out, net_reader *in)
{
  uint64_t count = net_take(in);
  in->bad = in->bad || count > NET_WORDS;
  for (uint64_t i = 0; i < count && !in->bad; i++) {
    char *string = net_take_string(in);
    if (string)
      strings_take(out, string);
  }
}

net_hash net_hash_of(const char *bytes, size_t size)
{
  XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return (net_hash){ hash.low64, hash.high64 };
}

bool net_hash_is_same(net_hash a, net_hash b)
{
  return a.low == b.low && a.high == b.high;
}

bool net_stays_below(const char *path)
{
  for (;; path++) {
    size_t size = strcspn(path, "/");
    if (!size || (size <= 2 && !strncmp(path, "..", size)))
      return false;
    path += size;
    if (!*path)
      return true;
  }
}

/* ---- parts ---- */

static void put_part(textbuf *out, const net_part *part)
{
  net_put(out, part->bytes != NULL);
  if (part->bytes)
    net_put_bytes(out, part->bytes, part->size);
}

static net_part take_part(net_reader *in)
{
  net_part part = { 0 };
  if (net_take(in))
    part.bytes = net_take_bytes(&part.size, in);
  return part;
}

static void put_hash(textbuf *out, net_hash hash)
{
  text_add(out, &hash.low, sizeof hash.low);
  text_add(out, &hash.high, sizeof hash.high);
}

static net_hash take_hash(net_reader *in)
{
  net_hash hash = { 0 };
  const char *bytes = net_take_raw(in, sizeof hash);
  if (bytes)
    memcpy(&hash, bytes, sizeof hash);
  return hash;
}

/* ---- jobs ---- */

void net_put_job(textbuf *out, const net_job *job)
{
  const rd_limits *limits = &job->limits;
  net_put(out, NET_VERSION);
  net_put(out, job->ticket);
  net_put_string(out, job->name);
  net_put_strings(out, &job->files);
  net_put_strings(out, &job->words);
  net_put_strings(out, &job->environment);
  net_put(out, limits->wall_ms);
  net_put(out, limits->cpu_ms);
  net_put(out, limits->memory_bytes);
  net_put(out, limits->output_bytes);
  net_put(out, limits->file_bytes);
  net_put(out, job->prove);
  put_part(out, &job->script);
  put_hash(out, job->original);
  put_hash(out, job->base);
  put_hash(out, job->text);
  put_part(out, &job->whole);
  put_part(out, &job->step);
  put_part(out, &job->change);
}

/* Has the text its name, and lead all names nowhere but below a folder? */
static bool are_names(const net_job *of)
{
  bool good = net_stays_below(of->name) && of->name[0] != '.' &&
              (!of->files.size || strings_has(&of->files, of->name));
  for (size_t i = 0; i < of->files.size; i++)
    good = good && net_stays_below(of->files.data[i]);
  return good;
}

bool net_take_job(net_job *out, const char *bytes, size_t size)
{
  net_reader in = { bytes, bytes + size, false };
  *out = (net_job){ 0 };
  in.bad = net_take(&in) != NET_VERSION;
  out->ticket = net_take(&in);
  out->name = net_take_string(&in);
  net_take_strings(&out->files, &in);
  net_take_strings(&out->words, &in);
  net_take_strings(&out->environment, &in);
  out->limits = (rd_limits){ .wall_ms = (uint32_t)net_take(&in) };
  out->limits.cpu_ms = (uint32_t)net_take(&in);
  out->limits.memory_bytes = net_take(&in);
  out->limits.output_bytes = net_take(&in);
  out->limits.file_bytes = net_take(&in);
  out->prove = net_take(&in);
  out->script = take_part(&in);
  out->original = take_hash(&in);
  out->base = take_hash(&in);
  out->text = take_hash(&in);
  out->whole = take_part(&in);
  out->step = take_part(&in);
  out->change = take_part(&in);
  return !in.bad && in.at == in.end && out->words.size && out->change.bytes &&
         are_names(out);
}

void net_job_dispose(net_job *self)
{
  free(self->name);
  strings_free(&self->files);
  strings_free(&self->words);
  strings_free(&self->environment);
  *self = (net_job){ 0 };
}

/* ---- answers ---- */

static void put_run(textbuf *out, const rd_run *run)
{
  net_put(out, run->end);
  net_put(out, (uint64_t)run->status);
  net_put(out, run->wall_ms);
  net_put(out, run->cpu_us);
  net_put(out, run->peak_bytes);
  net_put_bytes(out, run->output ? run->output : "", run->output_size);
}

static void take_run(rd_run *out, net_reader *in)
{
  uint64_t end = net_take(in), status = net_take(in);
  out->wall_ms = (uint32_t)net_take(in);
  out->cpu_us = net_take(in);
  out->cpu_ms = (uint32_t)(out->cpu_us / 1000);
  out->peak_bytes = net_take(in);
  size_t size;
  const char *output = net_take_bytes(&size, in);
  in->bad = in->bad || end > RD_END_PROCESSES || status > 255;
  if (in->bad)
    return;
  out->end = (rd_end)end;
  out->status = (int)status;
  out->output = mem_copy_bytes(output, size);
  out->output_size = size;
}

bool net_in_name(char c)
{
  return isalnum((unsigned char)c) || (c && strchr("._-", c));
}

char *net_take_worker(net_reader *in, net_end end)
{
  char *name = net_take_string(in);
  in->bad = in->bad || (!*name && end != NET_LOST);
  for (const char *at = name; !in->bad && *at; at++)
    in->bad = !net_in_name(*at);
  if (!in->bad)
    return name;
  free(name);
  return NULL;
}

void net_put_answer(textbuf *out, const net_answer *answer)
{
  net_put(out, NET_VERSION);
  net_put(out, answer->end);
  net_put_string(out, answer->worker);
  net_put_string(out, answer->reason);
  put_run(out, &answer->run);
  net_put(out, answer->has_proof);
  if (answer->has_proof)
    put_run(out, &answer->proof);
}

bool net_take_answer(net_answer *out, const char *bytes, size_t size)
{
  net_reader in = { bytes, bytes + size, false };
  *out = (net_answer){ 0 };
  in.bad = net_take(&in) != NET_VERSION;
  uint64_t end = net_take(&in);
  out->worker = net_take_worker(&in, (net_end)end);
  out->reason = net_take_string(&in);
  take_run(&out->run, &in);
  out->has_proof = net_take(&in);
  if (out->has_proof)
    take_run(&out->proof, &in);
  out->end = (net_end)end;
  return !in.bad && in.at == in.end && end < NET_ENDS;
}

void net_answer_dispose(net_answer *self)
{
  free(self->worker);
  free(self->reason);
  rd_run_dispose(&self->run);
  rd_run_dispose(&self->proof);
  *self = (net_answer){ 0 };
}
