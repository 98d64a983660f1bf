/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "engine/order.h"

#include <stdlib.h>
#include <string.h>

enum { ORDER_VERSION = 1 };

/* ---- orders ---- */

void order_put(textbuf *out, const order *from)
{
  net_put(out, ORDER_VERSION);
  net_put(out, from->ticket);
  net_put_strings(out, &from->options);
  net_put_string(out, from->compiler);
  net_put_strings(out, &from->words);
  net_put_string(out, from->name);
  net_put_bytes(out, from->text.bytes, from->text.size);
}

bool order_take(order *out, const char *bytes, size_t size)
{
  net_reader in = { bytes, bytes + size, false };
  *out = (order){ 0 };
  in.bad = net_take(&in) != ORDER_VERSION;
  out->ticket = net_take(&in);
  net_take_strings(&out->options, &in);
  out->compiler = net_take_string(&in);
  net_take_strings(&out->words, &in);
  out->name = net_take_string(&in);
  out->text.bytes = net_take_bytes(&out->text.size, &in);
  return !in.bad && in.at == in.end && out->text.size <= NET_MOST &&
         net_stays_below(out->name) && !strchr(out->name, '/') &&
         *out->name != '-';
}

void order_dispose(order *self)
{
  strings_free(&self->options);
  strings_free(&self->words);
  free(self->compiler);
  free(self->name);
  *self = (order){ 0 };
}

/* ---- deliveries ---- */

void delivery_put(textbuf *out, const delivery *from)
{
  net_put(out, ORDER_VERSION);
  net_put(out, from->end);
  net_put_string(out, from->worker);
  net_put_string(out, from->reason);
  net_put(out, from->status);
  net_put(out, from->files.size);
  for (size_t i = 0; i < from->files.size; i++) {
    const order_file *file = &from->files.data[i];
    net_put_string(out, file->name);
    net_put(out, file->runs);
    net_put_bytes(out, file->content.bytes, file->content.size);
  }
}

static void take_files(delivery *out, net_reader *in)
{
  uint64_t count = net_take(in);
  in->bad = in->bad || count > ORDER_FILES;
  for (uint64_t i = 0; i < count && !in->bad; i++) {
    order_file file = { .name = net_take_string(in) };
    file.runs = net_take(in);
    file.content.bytes = net_take_bytes(&file.content.size, in);
    in->bad = in->bad || !net_stays_below(file.name);
    if (in->bad)
      free(file.name);
    else
      ARRAY_PUSH(&out->files, file);
  }
}

bool delivery_take(delivery *out, const char *bytes, size_t size)
{
  net_reader in = { bytes, bytes + size, false };
  *out = (delivery){ 0 };
  /* If nobody answers, it is a net_answer, which begins alike. */
  uint64_t version = net_take(&in), end = net_take(&in);
  out->worker = net_take_worker(&in, (net_end)end);
  out->reason = net_take_string(&in);
  out->status = net_take(&in);
  take_files(out, &in);
  bool known = end == NET_RAN || end == NET_REFUSED || end == NET_CANCELLED ||
               end == NET_LOST;
  out->end = known ? (net_end)end : NET_LOST;
  return !in.bad && in.at == in.end && known && version == ORDER_VERSION;
}

void delivery_dispose(delivery *self)
{
  for (size_t i = 0; i < self->files.size; i++)
    free(self->files.data[i].name);
  ARRAY_FREE(&self->files);
  free(self->worker);
  free(self->reason);
  *self = (delivery){ 0 };
}
