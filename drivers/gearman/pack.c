/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A packed message is its length, in the numbers of net.h, and what zlib makes of
 * it; one that zlib does not make shorter comes after a length of 0.
 */
#include "gearman/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/net.h"

char *pack(size_t *size_out, const char *bytes, size_t size)
{
  textbuf out = { 0 };
  uLongf packed_size = compressBound(size);
  char *packed = mem_alloc(packed_size + 1, 1);
  bool shorter = !compress2((Bytef *)packed, &packed_size, (const Bytef *)bytes,
                            size, Z_DEFAULT_COMPRESSION) &&
                 packed_size < size;
  net_put(&out, shorter ? size : 0);
  text_add(&out, shorter ? packed : bytes, shorter ? packed_size : size);
  free(packed);
  return text_take(&out, size_out);
}

char *unpack(size_t *size_out, const char *bytes, size_t size, size_t most)
{
  net_reader in = { bytes, bytes + size, false };
  uint64_t length = net_take(&in);
  size_t left = (size_t)(in.end - in.at);
  *size_out = 0;
  if (in.bad || length > most || left > most)
    return NULL;
  if (!length) {
    *size_out = left;
    return mem_copy_bytes(in.at, left);
  }
  char *out = mem_alloc((size_t)length + 1, 1);
  uLongf made = (uLongf)length;
  if (!uncompress((Bytef *)out, &made, (const Bytef *)in.at, left) &&
      made == length) {
    *size_out = (size_t)length;
    return out;
  }
  free(out);
  return NULL;
}
