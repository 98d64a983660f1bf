/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sources, outputs and file names are bytes; JSON, and the forms of bug
 * trackers, take characters. What is none is shown by its number, so that
 * nothing is lost without a trace.
 */
#include "compiler/utf8.h"

#include "compiler/memory.h"

size_t utf8_length(const char *bytes, size_t size)
{
  static const struct {
    unsigned char mask, lead;
    size_t length;
    unsigned least; /* code that needs as many bytes */
  } forms[] = { { 0x80, 0x00, 1, 0 },
                { 0xe0, 0xc0, 2, 0x80 },
                { 0xf0, 0xe0, 3, 0x800 },
                { 0xf8, 0xf0, 4, 0x10000 } };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    unsigned lead = size ? (unsigned char)bytes[0] : 0xff;
    if ((lead & forms[i].mask) != forms[i].lead || forms[i].length > size)
      continue;
    unsigned code = lead & (unsigned char)~forms[i].mask;
    for (size_t j = 1; j < forms[i].length; j++) {
      if (((unsigned char)bytes[j] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | ((unsigned char)bytes[j] & 0x3f);
    }
    bool good = code >= forms[i].least && code <= 0x10ffff &&
                (code < 0xd800 || code > 0xdfff);
    return good ? forms[i].length : 0;
  }
  return 0;
}

bool utf8_is_text(const char *bytes, size_t size)
{
  size_t at = 0, length = 1;
  for (; at < size && length; at += length)
    length = bytes[at] ? utf8_length(bytes + at, size - at) : 0;
  return length != 0;
}

char *utf8_escape(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t at = 0; at < size;) {
    size_t length = bytes[at] ? utf8_length(bytes + at, size - at) : 0;
    if (length)
      text_add(&out, bytes + at, length);
    else
      text_printf(&out, "\\x%02x", (unsigned)(unsigned char)bytes[at]);
    at += length ? length : 1;
  }
  return out.data;
}
